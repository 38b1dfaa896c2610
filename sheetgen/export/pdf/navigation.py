"""The outline: bookmarks that lead to places on pages."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of, text_of
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Bookmark, Link

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


# Page labels, which PDF readers show as the numbers of pages


_NUMERALS = {
    "c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10, "ix": 9, "v": 5, "iv": 4, "i": 1,
}  # fmt: skip


def write_roman(number: int) -> str:
    """A number in lower-case Roman numerals: 4 is iv."""
    text = ""
    for letters, value in _NUMERALS.items():
        text += letters * (number // value)
        number %= value
    return text


def number_pages(labels: Sequence[str]) -> str:
    """The number tree of labels (ISO 32000-1 §12.4.2): runs of numbers, or single texts."""
    numbers: list[str] = []
    style, number = "", 0
    for at, label in enumerate(labels):
        kind, value = _read(label)
        if at and kind == style and kind and value == number + 1:
            number = value
            continue
        style, number = kind, value
        entry = dictionary(S=f"/{kind}", St=value) if kind else dictionary(P=text_of(label))
        numbers += [str(at), entry]
    return dictionary(Nums=list_of(numbers))


def _read(label: str) -> tuple[str, int]:
    """The style of a label and its number; no style for a label that is not counted."""
    if label.isdecimal():
        return "D", int(label)
    value = next((n for n in range(1, 400) if write_roman(n) == label), 0) if label else 0
    return ("r", value) if value else ("", 0)


# Links, to a place in the document or to the web


def make_link(link: Link, pages: Sequence[str], number: int) -> str:
    """The annotation of a link, without a frame; `pages` are references to pages.

    `number` is its place in the parent tree.
    """
    action = target = None
    if link.url:
        action = dictionary(Type="/Action", S="/URI", URI=text_of(link.url))
    else:
        target = f"[{pages[link.page]} /XYZ null {fmt(link.top)} null]"
    return dictionary(
        Type="/Annot",
        Subtype="/Link",
        Rect=array_of(*link.box),
        Border=array_of(0, 0, 0),
        F=4,  # PDF/A and PDF/X want every annotation to print
        Contents=text_of(link.words or link.url) or None,
        StructParent=number,
        A=action,
        Dest=target,
    )
