"""The outline: bookmarks that lead to places on pages."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.page import Bookmark
from sheetgen.pdf.objects import Objects, dictionary, text_of
from sheetgen.svg.number import fmt

Mark = tuple[Bookmark, str]
"""A bookmark with the reference to its page."""


def add_outline(objects: Objects, marks: Sequence[Mark]) -> str:
    """The outline tree: headings, each with the entries that follow it at level 1."""
    heads: list[list[Mark]] = []
    for entry in marks:
        if entry[0].level == 0 or not heads:
            heads.append([entry])
        else:
            heads[-1].append(entry)
    own = objects.reserve()
    references = [objects.reserve() for _ in heads]
    for at, (head, *below) in enumerate(heads):
        inner = [objects.reserve() for _ in below]
        for place, entry in enumerate(below):
            _add_entry(objects, entry, references[at], inner, place, [])
        _add_entry(objects, head, own, references, at, inner)
    first, last = references[0], references[-1]
    outline = dictionary(Type="/Outlines", First=first, Last=last, Count=len(heads))
    return objects.add(outline, own)


def _add_entry(
    objects: Objects, entry: Mark, parent: str, row: Sequence[str], at: int, below: Sequence[str]
) -> None:
    """Makes the entry that is the `at`-th of a row under `parent`, with those `below` it."""
    mark, page = entry
    value = dictionary(
        Title=text_of(mark.title),
        Parent=parent,
        Dest=f"[{page} /XYZ {fmt(mark.x)} {fmt(mark.y)} null]",
        Prev=row[at - 1] if at else None,
        Next=row[at + 1] if at + 1 < len(row) else None,
        First=below[0] if below else None,
        Last=below[-1] if below else None,
        Count=-len(below) if below else None,  # closed at first: headings alone fit the window
    )
    objects.add(value, row[at])
