"""Wording: where the words of a print stand in the files that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.definitions.definition import Definition, list_all
from sheetgen.ground.diagnostics import Place
from sheetgen.reading.document import Document

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
