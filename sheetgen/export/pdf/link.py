"""Links: to a place in the document, or to the web."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.export.pdf.objects import array_of, dictionary, text_of
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Link


def make_link(link: Link, pages: Sequence[str]) -> str:
    """The annotation of a link, without a frame; `pages` are references to pages."""
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
        A=action,
        Dest=target,
    )
