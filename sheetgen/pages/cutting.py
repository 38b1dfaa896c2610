"""Cutting: every piece on a page of its own that is as large as the piece, for `--pieces`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.record import replace
from sheetgen.ground.slug import make_id
from sheetgen.pages.cutline import round_corners
from sheetgen.pages.duplex import Duplex, fold_over
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item

LONGEST = 100  # of a part of a file's name


def cut_pieces(
    pieces: Iterable[tuple[str, Item]], duplex: Duplex, bleed: bool = False, radius: float = 0.0
) -> dict[str, Page]:
    """A page for each piece and each back, by a name to file it under.

    `pieces` come with the names of their sheets. A piece is named after its definition, as far as
    needed also after its sheet and its title. It is cropped to its cut, or with `bleed` to that;
    corners get a radius in points.
    """
    pages: dict[str, Page] = {}
    for name, item in _name_all(list(pieces)):
        front, back = item.drawing, item.back
        if back and (item.fold or duplex is Duplex.FOLD):
            front, back = fold_over(front, back), None
        pages[name] = crop(round_corners(front, radius), bleed)
        if back and duplex is not Duplex.NONE:
            pages[f"{name}-back"] = crop(round_corners(back, radius), bleed)
    return pages


def _name_all(pieces: list[tuple[str, Item]]) -> Iterator[tuple[str, Item]]:
    """Every piece with a name that no other one has."""
    of_one = Counter(item.of for _, item in pieces)
    of_sheet = Counter((item.of, sheet) for sheet, item in pieces)
    taken: set[str] = set()
    for sheet, item in pieces:
        name = make_id(item.of)[:LONGEST] or "piece"
        if of_one[item.of] > 1:
            name += f"-{sheet}"
        if of_sheet[item.of, sheet] > 1:
            name = f"{name}-{make_id(item.title)[:LONGEST]}".rstrip("-")
        yield take_name(name, taken), item


def take_name(name: str, taken: set[str]) -> str:
    """A name that no other piece has taken, numbered from 2 where it must be; takes it."""
    number, numbered = 1, name
    while numbered in taken:
        number += 1
        numbered = f"{name}-{number}"
    taken.add(numbered)
    return numbered


def crop(drawing: Drawing, bleed: bool) -> Page:
    """A page of the size of a drawing, without its bleed unless that is wanted."""
    off = 0.0 if bleed else drawing.bleed
    width, height = drawing.width - 2 * off, drawing.height - 2 * off
    edge = drawing.bleed
    if drawing.cut and not bleed:
        drawing = replace(drawing, operators=f"{drawing.cut} W n\n{drawing.operators}")
    trim = (edge, edge, width - edge, height - edge) if bleed and edge else None
    return Page(width, height, (Placement(drawing, -off, -off),), trim=trim, covered=width * height)
