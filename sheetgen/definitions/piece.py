"""The sheets of a definition, and the pieces that each of them prints for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

from sheetgen.definitions.definition import Definition, list_all
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.words import find_spoken, speak
from sheetgen.reading.document import Document
from sheetgen.systems.contract import Companion, Look, Print, Sheet, System
from sheetgen.systems.fault import catch_faults


def list_sheets(
    definitions: Iterable[Definition], names: Sequence[str], skipped: Sequence[str] = ()
) -> Iterator[tuple[Definition, Companion, Sheet]]:
    """Every definition with its sheets, followed by its parts with theirs.

    The sheets are those named, or the default ones, without those that are `skipped`.
    """
    chosen: dict[tuple[System, str, str], list[Sheet]] = {}
    for definition in definitions:
        system, kind = definition.system, definition.kind
        own = Companion(kind.name, definition.values, definition.name if definition.links else "")
        for part in (own, *list_parts(definition)):
            key = system, part.kind, kind.name
            sheets = chosen.get(key)
            if sheets is None:
                fitting = choose_sheets(*key, names)
                sheets = chosen[key] = [s for s in fitting if s.name not in skipped]
            for sheet in sheets:
                yield definition, part, sheet


def list_parts(definition: Definition) -> list[Companion]:
    """Return the parts that are printed after a definition's own sheets. Raises ProblemError."""
    parts = definition.kind.parts
    return list(parts(definition.values)) if parts else []


def fill_sheet(
    sheet: Sheet, definition: Definition, values: Any, look: Look, beside: Sequence[Any] = ()
) -> list[Print]:
    """The pieces of a sheet for a definition's values, or for a part of them.

    `beside` are the values of all definitions of the game in the run, for sheets that take them.
    Raises ProblemError if the game's code fails.
    """
    doing = f"fill of the sheet {sheet.name}"
    with speak_for(definition), catch_faults(definition.system, doing, definition.find_place):
        return _check_pieces(sheet.fill(values, look, *([beside] if sheet.beside else [])))


def fill_blank(sheet: Sheet, size: int, look: Look, system: System | None) -> list[Print]:
    """The pieces of an empty sheet.

    Raises ValueError for a size that makes no sense, ProblemError if the game's code fails.
    """
    assert sheet.fill_blank is not None
    if system is None:
        return list(sheet.fill_blank(size, look))
    with catch_faults(system, f"fill_blank of the sheet {sheet.name}", passing=(ValueError,)):
        return _check_pieces(sheet.fill_blank(size, look))


def _check_pieces(pieces: Iterable[Print]) -> list[Print]:
    """The pieces, once they are made. Raises TypeError for anything that is not a Print."""
    made = list(pieces)
    for piece in made:
        if not isinstance(piece, Print):
            raise TypeError(f"it gives a {type(piece).__name__}, not a Print")
    return made


def choose_sheets(system: System, kind: str, whole: str, names: Sequence[str]) -> list[Sheet]:
    """The sheets of a system for a kind: those named, or the default ones.

    Those of a part, such as a scenario's fleet, are its own and those of the `whole`'s kind.
    """
    fitting = [sheet for sheet in system.sheets if kind in sheet.kinds]
    if names:
        return [sheet for name in names for sheet in fitting if sheet.name == name]
    return [sheet for sheet in fitting if kind in sheet.default or whole in sheet.default]


# Places of a print's words in the files that they come from


Path = tuple[str | int, ...]

_SHORT = 3
"""Letters below which a text may be part of another by chance."""


def find_words(definition: Definition, words: str) -> Place | None:
    """Where a definition, or one that it names, writes some printed words; None if none does."""
    return find_text((known.document for known in list_all([definition])), words)


def find_text(documents: Iterable[Document], words: str) -> Place | None:
    """Where one of some documents writes some printed words; None if none does.

    A print may put several texts together, or break one into lines, so it is the longest text that
    is part of the words, or that they are part of.
    """
    said = _fold(words)
    best: tuple[int, Document, Path] | None = None
    for document in documents:
        for path, text in _list_texts(document.data, ()):
            meant = _fold(text)
            is_part = meant in said or said in meant
            long = min(len(meant), len(said)) if is_part else 0
            if long >= min(_SHORT, len(said)) and long > (best[0] if best else 0):
                best = long, document, path
    return best[1].place(best[2]) if best else None


def find_ship(definition: Definition, ship: str) -> Place | None:
    """Where a fleet names a ship, given by its ID; None if it is no fleet or has no such ship."""
    for known in list_all([definition]):
        for number, member in enumerate(getattr(known.values, "members", ())):
            if ship and ship in (getattr(member, "id", ""), getattr(member, "title", "")):
                at = getattr(member, "at", number)
                key = next((k for k in ("ships", "elements") if k in known.document.data), "")
                return known.document.place((key, at)) if key else None
    return None


def speak_for(definition: Definition) -> AbstractContextManager[None]:
    """The time while a definition is printed, in the words of its game."""
    words = definition.system.words
    if words is find_spoken() and not words.is_foreign:
        return nullcontext()
    return speak(words, list_written(definition) if words.is_foreign else ())


@lru_cache(32)
def list_written(definition: Definition) -> frozenset[str]:
    """The texts that a definition and those that it names have of their users, not of the game.

    Values such as `medium` are the game's; what is called so by a name is not.
    """
    found = set()
    for known in list_all([definition]):
        for path, text in _list_texts(known.document.data, ()):
            keys = {key for key in path[-2:] if isinstance(key, str)}
            if keys & _NAMES or not re.fullmatch(_CHOICE, text):
                found.add(text)
    return frozenset(found)


_NAMES = {"id", "ids", "name", "names", "fleet", "scenario", "title"}
_CHOICE = r"[a-z][a-z0-9-]*"


def _fold(text: str) -> str:
    return " ".join(text.casefold().split()).removesuffix("…")


def _list_texts(data: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text in a document's data, with the path of it."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _list_texts(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from _list_texts(value, (*path, at))
