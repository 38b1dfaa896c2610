"""The outline: bookmarks that lead to places on pages."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.export.pdf.objects import Objects, dictionary, text_of
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Bookmark

Mark = tuple[Bookmark, str]
"""A bookmark with the reference to its page."""


def add_outline(objects: Objects, marks: Sequence[Mark]) -> str:
    """The outline tree: each entry is under the last one before it that has a lower level."""
    own = objects.reserve()
    heads = _add_row(objects, marks, own)
    outline = dictionary(Type="/Outlines", First=heads[0], Last=heads[-1], Count=len(heads))
    return objects.add(outline, own)


def _add_row(objects: Objects, marks: Sequence[Mark], parent: str) -> list[str]:
    """Makes the entries of a level, each with those after it that have a higher level."""
    if not marks:
        return []
    groups: list[list[Mark]] = []
    for entry in marks:
        if not groups or entry[0].level <= groups[-1][0][0].level:
            groups.append([entry])
        else:
            groups[-1].append(entry)
    row = [objects.reserve() for _ in groups]
    for at, (head, *below) in enumerate(groups):
        _add_entry(objects, head, parent, row, at, _add_row(objects, below, row[at]))
    return row


def _add_entry(
    objects: Objects, entry: Mark, parent: str, row: Sequence[str], at: int, below: Sequence[str]
) -> None:
    """Makes the `at`-th entry of a row under `parent`, with those `below` it."""
    mark, page = entry
    value = dictionary(
        Title=text_of(mark.title),
        Parent=parent,
        Dest=f"[{page} /XYZ {fmt(mark.x)} {fmt(mark.y)} null]",
        Prev=row[at - 1] if at else None,
        Next=row[at + 1] if at + 1 < len(row) else None,
        First=below[0] if below else None,
        Last=below[-1] if below else None,
        Count=-len(below) if below else None,  # closed at first: the headings alone fit
    )
    objects.add(value, row[at])
