"""Faults of a game itself: failures of its code.

Anybody can write a game. Whatever it does wrong is reported to whoever can mend it, with the place
in its own code where there is one.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError, declare
from sheetgen.ground.files import SHARED

BROKEN_GAME = declare(
    "broken-game",
    "error",
    """A game's own code fails while it runs.

    Why: The code of a game is a program, and this one has a mistake that neither the definition
    nor the template can put right. The place is in the game's code. With the environment variable
    SHEETGEN_TRACEBACK set to 1, Python's own traceback is shown instead.

    Example:
    # def derive_boat(boat): return {"speed": boat.sial}     and the key is called sail
    """,
)


class GameOrigin(Protocol):
    """A game whose code runs: its id, and the folder of the code."""

    @property
    def id(self) -> str:
        """The id."""
        ...

    @property
    def folder(self) -> Path | None:
        """The folder, None for a game that has none."""
        ...


class catch_faults:  # noqa: N801 (several for each definition: a generator takes four times as long)
    """Turns whatever a game's code raises while `doing` something into a diagnostic.

    `find_place` tells where the definition is that is being worked on; it is asked only if
    something fails. Raises ProblemError, and exceptions of the types in `passing` as they are.
    """

    __slots__ = ("_find_place", "_passing", "_system", "doing")

    def __init__(
        self,
        system: GameOrigin,
        doing: str,
        find_place: Callable[[], Place] | None = None,
        passing: tuple[type[Exception], ...] = (),
    ) -> None:
        self._system, self.doing = system, doing
        self._find_place, self._passing = find_place, passing

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, (Exception, SystemExit)):
            return
        if isinstance(error, (ProblemError, MemoryError, *self._passing)) or wants_traceback():
            return
        place = self._find_place() if self._find_place else None
        where = locate(error, self._system.folder)
        message = f"the game {self._system.id} fails in {self.doing}: {describe(error)}"
        hint = "SHEETGEN_TRACEBACK=1 shows Python's traceback"
        if place and where:
            hint = f"it was working on {place.file}:{place.line}; {hint}"
        raise ProblemError([BROKEN_GAME.at(where or place, message, hint)]) from error


def wants_traceback() -> bool:
    """Whether the author of a game asks for Python's own tracebacks."""
    return bool(os.environ.get("SHEETGEN_TRACEBACK"))


def describe(error: BaseException) -> str:
    """An exception in one line."""
    if isinstance(error, SystemExit):
        return "it ends the program, which only sheetgen may do"
    text = next(iter(str(error).splitlines()), "")
    if isinstance(error, SyntaxError):
        text = error.msg
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def locate(error: BaseException, folder: Path | None) -> Place | None:
    """Find where in a game's folder an exception comes from; None if it comes from elsewhere."""
    if folder is None:
        return None
    folder = folder.resolve()
    if isinstance(error, SyntaxError) and error.filename:
        path = Path(error.filename)
        if path.is_relative_to(folder):
            return place_code(path, error.lineno or 0, error.offset or 0)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(folder):
            return place_code(path, frame.lineno or 0, (frame.colno or 0) + 1)
    return None


def place_code(path: Path, line: int, column: int) -> Place:
    """A place in the code of a game, of which a line can then be shown."""
    name = assets.display_name(path)
    SHARED.read_text(path, name, "the code of a game")
    return Place(name, line, column)
