"""Cutting: every piece on a page of its own that is as large as the piece, for `--pieces`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.drawing.outline import operators_box, transform_operators
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.units import MM
from sheetgen.ground.visible import make_id
from sheetgen.pages.layout import Duplex, fold_over
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item

# Paths along which a machine cuts and folds the pieces of a page


_INSET, _SQUARE, _ARM, _PEN = 10 * MM, 5 * MM, 20 * MM, 0.5 * MM
"""How Silhouette Studio draws the marks of type 1: how far in, how large, how long, how thick.

All but the first are second-hand.
"""
_ROUND = 0.5522847498
"""How far the handles of a cubic stand out, of the radius, for a quarter of a circle."""


class CutPage(NamedTuple):
    """The cuts and folds of a page for a machine: path operators in points from its lower left.

    `marks` are boxes, filled in print, by which the machine finds the paper. `number` counts pages
    from 1, those that are not cut too.
    """

    number: int
    width: float
    height: float
    cuts: list[str]
    folds: list[str]
    marks: list[tuple[float, float, float, float]]


@lru_cache(maxsize=4096)  # equal pieces stay one drawing, which is stored once
def round_corners(drawing: Drawing, radius: float) -> Drawing:
    """A drawing that is cut with round corners, unless its cut is no rectangle; in points."""
    if drawing.cut or radius <= 0:
        return drawing
    r = min(radius, drawing.trim_width / 2, drawing.trim_height / 2)
    x0, y0 = drawing.bleed, drawing.bleed
    x1, y1 = x0 + drawing.trim_width, y0 + drawing.trim_height
    k = r * (1 - _ROUND)
    points = [
        f"{fmt(x0 + r)} {fmt(y0)} m {fmt(x1 - r)} {fmt(y0)} l",
        _curve(x1 - k, y0, x1, y0 + k, x1, y0 + r),
        f"{fmt(x1)} {fmt(y1 - r)} l",
        _curve(x1, y1 - k, x1 - k, y1, x1 - r, y1),
        f"{fmt(x0 + r)} {fmt(y1)} l",
        _curve(x0 + k, y1, x0, y1 - k, x0, y1 - r),
        f"{fmt(x0)} {fmt(y0 + r)} l",
        _curve(x0, y0 + k, x0 + k, y0, x0 + r, y0),
        "h",
    ]
    return replace(drawing, cut=" ".join(points))


def _curve(*values: float) -> str:
    return f"{' '.join(map(fmt, values))} c"


def find_cuts(
    pages: Iterable[Page], pieces: Collection[Drawing], radius: float = 0.0
) -> list[CutPage]:
    """The lines of every page with some of the `pieces` on it; corners with a radius in points."""
    found = []
    for number, page in enumerate(pages, start=1):
        placed = [p for p in page.placements if p.drawing in pieces]
        if not page.covered or not placed:
            continue
        shapes = [(round_corners(p.drawing, radius).outline, p.matrix) for p in placed]
        cuts = [transform_operators(outline, matrix) for outline, matrix in shapes]
        folds = [
            transform_operators(_draw_fold(p.drawing), p.matrix) for p in placed if p.drawing.fold
        ]
        marks = list_registration(page.width, page.height)
        found.append(
            CutPage(
                number, page.width, page.height, _sort(dict.fromkeys(cuts)), _sort(folds), marks
            )
        )
    return found


def _sort(paths: Iterable[str]) -> list[str]:
    """Paths in the order that moves the knife least: row by row from above, to and fro."""
    boxed = ((operators_box(path) or (0.0, 0.0, 0.0, 0.0), path) for path in paths)
    boxes = sorted(boxed, key=lambda one: -one[0][3])
    rows: list[list[tuple[float, str]]] = []
    top = 0.0
    for (x0, y0, _, y1), path in boxes:
        if not rows or y1 < top - (y1 - y0) / 2:
            rows.append([])
            top = y1
        rows[-1].append((x0, path))
    turned = (sorted(row, reverse=bool(at % 2)) for at, row in enumerate(rows))
    return [path for row in turned for _, path in row]


def _draw_fold(drawing: Drawing) -> str:
    y = drawing.bleed + drawing.fold
    return f"{fmt(drawing.bleed)} {fmt(y)} m {fmt(drawing.width - drawing.bleed)} {fmt(y)} l"


def list_registration(width: float, height: float) -> list[tuple[float, float, float, float]]:
    """The marks of a page: a square at its upper left, and angles at two other corners."""
    left, right, low, top = _INSET, width - _INSET, _INSET, height - _INSET
    return [
        (left, top - _SQUARE, left + _SQUARE, top),
        (right - _ARM, top - _PEN, right, top),
        (right - _PEN, top - _ARM, right, top),
        (left, low, left + _ARM, low + _PEN),
        (left, low, left + _PEN, low + _ARM),
    ]


def register(pages: Sequence[Page], pieces: Collection[Drawing]) -> list[Page]:
    """The pages with registration marks on those where some of the `pieces` are cut."""
    made = []
    for page in pages:
        if page.covered and any(p.drawing in pieces for p in page.placements):
            marks = Placement(_draw_registration(page.width, page.height), 0.0, 0.0)
            page = replace(page, placements=(*page.placements, marks))
        made.append(page)
    return made


@lru_cache(maxsize=16)
def _draw_registration(width: float, height: float) -> Drawing:
    boxes = [
        f"{fmt(x0)} {fmt(y0)} {fmt(x1 - x0)} {fmt(y1 - y0)} re"
        for x0, y0, x1, y1 in list_registration(width, height)
    ]
    return Drawing(width, height, f"q 0 g {' '.join(boxes)} f Q", Resources())


LONGEST = 100  # of a part of a file's name


def list_cut(items: Iterable[Item], duplex: Duplex) -> set[Drawing]:
    """The drawings on pages that are cut out of them."""
    drawings = set()
    for item in items:
        drawings.add(item.drawing)
        if item.back and (item.fold or duplex is Duplex.FOLD):
            drawings.add(fold_over(item.drawing, item.back))
    return drawings


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
    placed = Placement(drawing, -off, -off, alt=drawing.title)
    return Page(width, height, (placed,), trim=trim, covered=width * height)
