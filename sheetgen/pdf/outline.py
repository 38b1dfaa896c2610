"""The outline: bookmarks that lead to places on pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFObjectReference, PDFString

from sheetgen.page import Bookmark
from sheetgen.pdf.objects import Objects, dictionary
from sheetgen.svg.number import fmt

Marks = Sequence[tuple[Bookmark, Any]]
"""Bookmarks with references to their pages."""


def add_outline(objects: Objects, marks: Marks) -> Any:
    """The outline tree: headings, each with the entries that follow it at level 1."""
    heads: list[list[int]] = []
    for at, (mark, _) in enumerate(marks):
        if mark.level == 0 or not heads:
            heads.append([at])
        else:
            heads[-1].append(at)
    _chain(objects, [head[0] for head in heads], "outlines", marks)
    for head, *below in heads:
        if below:
            entry = _chain(objects, below, f"mark{head}", marks)
            entry["Count"] = -len(below)  # closed at first: headings alone fit the window
    outline = dictionary(
        Type="/Outlines",
        First=PDFObjectReference(f"mark{heads[0][0]}"),
        Last=PDFObjectReference(f"mark{heads[-1][0]}"),
        Count=len(heads),
    )
    return objects.register(outline, "outlines")


def _chain(objects: Objects, ids: Sequence[int], parent: str, marks: Marks) -> Any:
    """Makes outline entries that are neighbours under `parent`; gives the parent's entry."""
    for place, at in enumerate(ids):
        mark, page = marks[at]
        entry = dictionary(
            Title=PDFString(mark.title),
            Parent=PDFObjectReference(parent),
            Dest=PDFArray([page, "/XYZ", fmt(mark.x), fmt(mark.y), "null"]),
        )
        if place:
            entry["Prev"] = PDFObjectReference(f"mark{ids[place - 1]}")
        if place + 1 < len(ids):
            entry["Next"] = PDFObjectReference(f"mark{ids[place + 1]}")
        objects.register(entry, f"mark{at}")
    above = objects.find(parent)
    if above is not None:
        above["First"] = PDFObjectReference(f"mark{ids[0]}")
        above["Last"] = PDFObjectReference(f"mark{ids[-1]}")
    return above
