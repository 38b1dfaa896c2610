"""Watch: does the work of a command again whenever a file that it may depend on changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sheetgen.cli.output import fail_usage, report, say

if TYPE_CHECKING:
    from sheetgen.project.project import Project

_DEFINITIONS = (".yaml", ".yml", ".csv", ".xlsx", ".md")
_WATCHED = {*_DEFINITIONS, ".svg", ".css", ".png", ".jpg", ".jpeg", ".ttf", ".otf", ".ttc"}


def repeat(project: Project, work: Callable[[], list[Path]]) -> None:
    """Works, and works again after each change, until Ctrl-C; problems are reported.

    `work` returns the files that it wrote, which are not watched.
    """
    try:
        from watchfiles import watch
    except ImportError:
        fail_usage("--watch needs watchfiles: pip install watchfiles")
    project.keep()
    written = _try(work)
    folders = list(_list_folders(project))
    say("watching for changes; Ctrl-C ends it", err=True)
    try:
        for changes in watch(*folders, recursive=_is_deep(folders), raise_interrupt=True):
            changed = {Path(name) for _, name in changes}
            if any(_matters(path, written) for path in changed):
                project.refresh()
                written |= _try(work)
    except KeyboardInterrupt:
        say("", err=True)


def _try(work: Callable[[], list[Path]]) -> set[Path]:
    """The files that were written, absolute; what stops the work is reported."""
    from sheetgen.ground.diagnostics import ProblemError

    try:
        return {path.resolve() for path in work()}
    except typer.Exit:  # what is wrong has been reported
        pass
    except typer.BadParameter as error:
        say(f"Error: {error.message}", err=True)
    except ProblemError as error:
        report(error.diagnostics, error.texts)
    return set()


def _matters(path: Path, written: set[Path]) -> bool:
    """Whether a changed file can be one that the work depends on."""
    known = path.suffix.lower() in _WATCHED and not path.name.startswith(".")
    return known and path.resolve() not in written


def _list_folders(project: Project) -> Iterator[Path]:
    """The folders of everything that was read, apart from what comes with the program."""
    from sheetgen.ground import assets

    shipped = tuple(assets.shipped(name).resolve() for name in ("templates", "ships", "fonts"))
    folders = {path.parent.resolve() for path in project.inputs}
    folders = {f for f in folders if not any(f.is_relative_to(home) for home in shipped)}
    folders = {f for f in folders if "site-packages" not in f.parts}  # the shipped fonts
    folders |= {project.folder.resolve(), project.base.resolve()}
    for folder in sorted(folders):
        if folder.is_dir() and not any(
            folder != one and folder.is_relative_to(one) for one in folders
        ):
            yield folder


def _is_deep(folders: list[Path]) -> bool:
    """Whether what lies below the folders is watched, too; nobody has a project in all of it."""
    from sheetgen.ground import assets

    return not any(assets.holds_everything(folder) for folder in folders)
