"""compare: several definitions side by side, also as they once were in a git repository."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, print_table, say, say_json, stop_on_errors
from sheetgen.ground.textfile import MAX_BYTES, decode_text

if TYPE_CHECKING:
    from sheetgen.definitions.comparison import Line
    from sheetgen.definitions.definition import Definition
    from sheetgen.systems.catalogue import Systems


def compare(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="A B …",
            autocompletion=o.complete("ids"),
            help="Ids or files; FILE@REVISION is a file as git has it.",
        ),
    ],
    everything: Annotated[
        bool, typer.Option("--all", help="Show what is equal in all of them too.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Everything, for other programs.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Shows the values of several definitions side by side, with the differences marked.

    \b
    sheetgen compare warrior new-mars
    sheetgen compare fleet.yaml@HEAD~1 fleet.yaml     since the last commit but one
    """
    from sheetgen.definitions.comparison import compare as compare_all
    from sheetgen.definitions.comparison import show_values, spell

    systems = o.load_systems(system, quiet=as_json)
    found = [(name, d) for name in what for d in _find(name, systems)]
    if len(found) < 2:
        fail_usage("there is only one definition to compare; name two or more")
    kinds = {(d.system.id, d.kind.name) for _, d in found}
    if len(kinds) > 1:
        named = " and ".join(sorted(f"{game} {kind}s" for game, kind in kinds))
        fail_usage(f"only definitions of one kind can be compared, not {named}")
    lines = compare_all([d for _, d in found])
    if as_json:
        say_json(_to_json(found, lines))
        return
    shown = [line for line in lines if line.differs or (everything and _is_short(line))]
    if not shown:
        say("all values are equal")
        return
    headings = ["", "", *_name_all(found)]
    rows = [["≠" if line.differs else "", spell(line.key), *show_values(line)] for line in shown]
    print_table(headings, rows)


def _is_short(line: Line) -> bool:
    """Whether it is worth a line although all are equal; the rows of tables are not."""
    return not any(isinstance(value, dict) for value in line.values)


def _name_all(found: Sequence[tuple[str, Definition]]) -> list[str]:
    """What heads each column: the names, or what was typed where names are equal."""
    names = [d.name for _, d in found]
    return [
        name if names.count(name) == 1 else given
        for name, (given, _) in zip(names, found, strict=True)
    ]


def _to_json(found: Sequence[tuple[str, Definition]], lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "definitions": [
            {
                "given": given,
                "id": d.id,
                "name": d.name,
                "system": d.system.id,
                "kind": d.kind.name,
                "file": d.document.file,
            }
            for given, d in found
        ],
        "values": [
            {"key": line.key, "values": list(line.values), "differs": line.differs}
            for line in lines
        ],
    }


def _find(name: str, systems: Systems) -> Sequence[Definition]:
    """The definitions that an id or path means, as they are or as they were."""
    project = o.open_project((), systems)
    path, _, revision = name.rpartition("@")
    if path and not Path(name).exists():
        text, found = decode_text(_read_revision(Path(path), revision), name)
        stop_on_errors(found, {name: text})
        project.overlay(Path(path).absolute(), text)
        name = path
    collection = project.select([name])
    stop_on_errors(collection.diagnostics, project.files.texts)
    return collection.definitions


def _read_revision(path: Path, revision: str) -> bytes:
    """The bytes of a file in a revision of the git repository that it is in, or a usage error."""
    name = f"{path}@{revision}"
    if not revision or revision.startswith("-"):
        fail_usage(f"{name}: name a revision, such as {path}@HEAD~1")
    blob = f"{revision}:./{path.name}"
    size = _ask_git(name, path.parent, "-s", blob)
    if size.strip().isdigit() and int(size) > MAX_BYTES:
        fail_usage(f"{name}: this is larger than 8 MB")
    # cat-file shows the blob as it is: no pager, no filters, nothing that a repository may set.
    return _ask_git(name, path.parent, "blob", blob)


_NOTHING_RUNS = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=")
_NOTHING_IS_FETCHED = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
"""A repository may come from a stranger, and names programs that git runs to ask for files that
changed, or for objects that are missing."""


def _ask_git(name: str, folder: Path, how: str, blob: str) -> bytes:
    """What git's cat-file prints about a blob, called `name` in a usage error."""
    command = ["git", *_NOTHING_RUNS, "-C", str(folder), "cat-file", how, blob]
    environment = {**os.environ, **_NOTHING_IS_FETCHED}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            check=False,
            timeout=60,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except FileNotFoundError:
        fail_usage(f"{name}: git is not installed")
    except subprocess.TimeoutExpired:
        fail_usage(f"{name}: git does not answer")
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        fail_usage(f"{name}: {lines[-1] if lines else 'git fails'}")
    return done.stdout
