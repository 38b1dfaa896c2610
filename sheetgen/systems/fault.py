"""Faults of a game itself: in what it declares, and failures of its code.

Anybody can write a game. Whatever it does wrong is reported to whoever can mend it, with the place
in its own code where there is one.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError, declare, find_nearest
from sheetgen.ground.files import SHARED
from sheetgen.reading.model import Model, list_keys

if TYPE_CHECKING:
    from sheetgen.systems.contract import System

BROKEN_GAME = declare(
    "broken-game",
    "error",
    """A game's own code fails while it runs.

    Why: A game is a program, and this one has a mistake that neither the definition nor the
    template can put right. The place is in the game's code. With the environment variable
    SHEETGEN_TRACEBACK set to 1, Python's own traceback is shown instead.

    Example:
    # def derive_boat(boat): return {"speed": boat.sial}     and the key is called sail
    """,
)

_OPTIONAL = ("link", "parts", "group", "order", "terms")
"""The optional functions of a kind."""


def find_faults(system: System) -> Iterator[str]:
    """Yield everything that keeps a game from being used, each in one sentence."""
    from sheetgen.systems.contract import ID, Kind, Sheet

    if not isinstance(system.id, str) or not ID.fullmatch(system.id):
        yield f"its id {system.id!r} can't be used: use lower-case letters, digits and hyphens"
    for name in ("name", "about"):
        if not isinstance(getattr(system, name), str):
            yield f"its {name} is not a text"
    kinds = yield from _find_all("kinds", system.kinds, Kind)
    sheets = yield from _find_all("sheets", system.sheets, Sheet)
    if isinstance(system.kinds, Sequence) and not system.kinds:
        yield "it has no kinds: say what can be defined in it"
    for kind in kinds:
        yield from _find_in_kind(kind, system)
    unmarked = [kind.name for kind in kinds if not kind.marker]
    if kinds and len(unmarked) != 1:
        whose = f"the kinds {' and '.join(unmarked)} have" if unmarked else "no kind has"
        yield f"{whose} an empty marker: exactly one kind, usually the ship, needs none"
    yield from _find_twice("kinds with the marker", [kind.marker for kind in kinds if kind.marker])
    yield from _find_twice("kinds called", [kind.name for kind in kinds])
    for sheet in sheets:
        yield from _find_in_sheet(sheet, [kind.name for kind in kinds])
    yield from _find_twice("sheets called", [sheet.name for sheet in sheets])
    rules = {check.rule for kind in kinds for check in _checks(kind)}
    yield from _find_twice("checks called", sorted(rule.name for rule in rules))


def _find_all(name: str, given: Any, member: type[Any]) -> Generator[str, None, list[Any]]:
    """Reports the wrong members of a tuple of the contract; returns the right ones."""
    word = member.__name__
    if not isinstance(given, (tuple, list)):
        yield f"its {name} are not a tuple: write {name}=(…,), with a comma even after one {word}"
        return []
    for one in given:
        if not isinstance(one, member):
            yield f"its {name} hold {_show(one)}, which is not a {word}"
    return [one for one in given if isinstance(one, member)]


def _find_in_kind(kind: Any, system: System) -> Iterator[str]:
    from sheetgen.systems.contract import Check

    whose = f"the kind {kind.name}"
    if isinstance(kind.model, type) and issubclass(kind.model, Model):
        yield from _find_in_model(kind, system, whose)
    else:
        yield f"the model of {whose} is {_show(kind.model)}, which is not a subclass of Model"
    for name in _OPTIONAL:
        function = getattr(kind, name)
        if not (callable(function) or function is None):
            yield f"{name} of {whose} is {_show(function)}, which is not a function"
    if not isinstance(kind.checks, (tuple, list)):
        yield f"the checks of {whose} are not a tuple: write checks=(…,)"
    for one in kind.checks if isinstance(kind.checks, (tuple, list)) else ():
        if not isinstance(one, Check):
            yield f"the checks of {whose} hold {_show(one)}: write @check(…) above that function"
    yield from _find_in_columns(kind.columns, whose)
    if not isinstance(kind.starter, str):
        yield f"the starter of {whose} is not a text"


def _find_in_model(kind: Any, system: System, whose: str) -> Iterator[str]:
    try:
        keys = list_keys(kind.model)
    except (NameError, TypeError) as error:
        yield f"the model {kind.model.__name__} of {whose} can't be used: {error}"
        return
    if "system" not in keys:
        line = f'system: Literal["{system.id}"]'
        yield f"the model {kind.model.__name__} of {whose} lacks the key system: write {line}"
    else:
        named = get_args(keys["system"].annotation)[0]
        if get_origin(named) is Literal and system.id not in get_args(named):
            yield f"the key system of {whose} takes {get_args(named)[0]!r}, not {system.id!r}"
    if kind.marker and kind.marker not in {key.title for key in keys.values()}:
        yield f"the marker {kind.marker!r} of {whose} is not a key of its model"


def _find_in_columns(columns: Any, whose: str) -> Iterator[str]:
    from sheetgen.systems.column import Column

    if not isinstance(columns, (tuple, list)):
        yield f"the columns of {whose} are not a tuple: write (Column(…),), with the last comma"
        return
    for one in columns:
        if not isinstance(one, Column):
            yield f"the columns of {whose} hold {_show(one)}, which is not a Column"
        elif not (callable(one.value) or isinstance(one.value, str)):
            shown = f"{_show(one.value)}: write a function or the name of an attribute"
            yield f"the value of the column {one.key} of {whose} is {shown}"
        elif not (one.key or one.value):
            yield f"one of the columns of {whose} has neither a key nor a value"
        else:
            yield from _find_in_columns(one.of, f"the column {one.key} of {whose}")
    keys = [one.key for one in columns if isinstance(one, Column) and one.key]
    yield from _find_twice(f"columns of {whose} called", keys)


def _find_in_sheet(sheet: Any, known: Sequence[str]) -> Iterator[str]:
    whose = f"the sheet {sheet.name}"
    for name in ("kinds", "default"):
        given = getattr(sheet, name)
        if not isinstance(given, (tuple, list)):
            yield f"{name} of {whose} is {given!r}, which is not a tuple: write ({given!r},)"
            continue
        for kind in given:
            if kind not in known:
                near = find_nearest(str(kind), known)
                advice = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
                yield f"{whose} is for the kind {kind!r}, which does not exist; {advice}"
            elif kind not in sheet.kinds:
                yield f"{whose} is a default for the kind {kind}, which is not among its kinds"
    if not isinstance(sheet.template, str) or not sheet.template.endswith(".svg"):
        yield f"the template of {whose} is {sheet.template!r}: name a file such as 'card.svg'"
    for name, optional in (("fill", False), ("fill_blank", True)):
        function = getattr(sheet, name)
        if not (callable(function) or (optional and function is None)):
            yield f"{name} of {whose} is {_show(function)}, which is not a function"
    if sheet.fill_blank and not sheet.blank_sizes:
        yield f"{whose} has a fill_blank but no blank_sizes: name the usual ones"


def _find_twice(what: str, names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"there are two {what} {name}"


def _checks(kind: Any) -> Iterator[Any]:
    if isinstance(kind.checks, (tuple, list)):
        yield from (check for check in kind.checks if hasattr(check, "rule"))


def _show(value: object) -> str:
    return str(getattr(value, "__name__", "") or f"a {type(value).__name__}")


class catch_faults:  # noqa: N801 (several for each definition: a generator takes four times as long)
    """Turns whatever a game's code raises while `doing` something into a diagnostic.

    `find_place` tells where the definition is that is being worked on; it is asked only if
    something fails. Raises ProblemError, and exceptions of the types in `passing` as they are.
    """

    __slots__ = ("_find_place", "_passing", "_system", "doing")

    def __init__(
        self,
        system: System,
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
