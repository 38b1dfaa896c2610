"""sheetgen prints ship displays, counters, cards and fleet books for tabletop games.

    project = sheetgen.open_project("my-fleet")
    pdf = project.render("fleet", paper="letter").pdf()

docs/python.md shows the rest.
"""

from __future__ import annotations

from sheetgen.ground.version import __version__

TYPE_CHECKING = False  # what typing.TYPE_CHECKING is, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from sheetgen.ground.diagnostics import Diagnostic, ProblemError
    from sheetgen.printing.result import Result
    from sheetgen.project.project import Project

__all__ = ["Diagnostic", "ProblemError", "Project", "Result", "__version__", "open_project"]

_HOMES = {
    "Diagnostic": "sheetgen.ground.diagnostics",
    "ProblemError": "sheetgen.ground.diagnostics",
    "Project": "sheetgen.project.project",
    "Result": "sheetgen.printing.result",
}


def open_project(
    folder: str | Path,
    systems: Sequence[str | Path] = (),
    fonts: Sequence[str | Path] = (),
    guard: bool = False,
) -> Project:
    """Opens a project folder; `systems` and `fonts` are folders with your own games and fonts.

    The code of such games is run. With `guard`, prints are made in a process of their own, which is
    ended if a template, chapter or drawing takes too much time or memory. Raises ProblemError for a
    folder that does not exist, and for a game that can't be used.
    """
    from pathlib import Path

    given = Path(folder), list(map(Path, systems)), list(map(Path, fonts))
    if guard:
        from sheetgen.project.guarded import open_guarded

        return open_guarded(*given)
    from sheetgen.project.project import open_folder

    return open_folder(*given)


def __getattr__(name: str) -> Any:
    """The classes, imported on first use."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'sheetgen' has no attribute {name!r}")
