"""Backs: pages that register with their fronts, and fronts and backs joined at a fold line.

A back always reads the right way up when its piece is turned over like the page of a book,
about a vertical axis, whichever edge the printer turns the paper on. All lengths are points.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

from sheetgen.drawing.drawing import Drawing, Field, join_resources, map_box
from sheetgen.drawing.outline import join_outlines, transform_operators
from sheetgen.ground.number import fmt
from sheetgen.ground.record import replace
from sheetgen.pages.page import Page, Placement


class Duplex(Enum):
    """How backs are printed.

    LONG and SHORT: on the other side of the paper, which is turned on its long or short edge;
    FOLD: joined with the front at a fold line; NONE: not at all.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"


def turn_page(
    page: Page,
    backs: Iterable[tuple[Placement, Drawing]],
    edge: Duplex,
    offset: tuple[float, float],
) -> Page:
    """The other side of a page when the paper is turned on its long or short `edge`.

    Each of `backs` comes with the placement that it belongs to, and is put behind it, centre on
    centre, turned as it is; nothing else on the page has a back. `offset` moves all of them to the
    right and up, to correct a printer that feeds askew.
    """
    upright = page.height >= page.width
    like_a_book = (edge is Duplex.LONG) == upright
    placements = []
    for front, back in backs:
        x, y = front.x + front.width / 2, front.y + front.height / 2
        if like_a_book:
            x = page.width - x
        else:
            y = page.height - y
        # What is turned anticlockwise on the front is turned clockwise when seen from behind.
        turn = ((0 if like_a_book else 2) - front.turn) % 4
        put = Placement(back, x + offset[0], y + offset[1], turn)
        placements.append(replace(put, x=put.x - put.width / 2, y=put.y - put.height / 2))
    return Page(page.width, page.height, tuple(placements))


@lru_cache(maxsize=4096)  # equal pairs stay one drawing, which is stored once
def fold_over(front: Drawing, back: Drawing) -> Drawing:
    """Front and back of the same size as one drawing, the back upside down above the front.

    The fold line is the edge that they share. Neither keeps its bleed there, where it would lie
    on the other. Raises ValueError for sizes that differ.
    """
    bleed, height = front.bleed, front.height - front.bleed
    same = (front.width, front.height, front.bleed) == (back.width, back.height, back.bleed)
    if not same:
        raise ValueError("a front and its back differ in size")
    width = front.width
    clip = f"0 0 {fmt(width)} {fmt(height)} re W n"
    turned = (-1.0, 0.0, 0.0, -1.0, width, 2 * height)
    operators = (
        f"q {clip}\n{front.operators}\nQ\n"
        f"q -1 0 0 -1 {fmt(width)} {fmt(2 * height)} cm {clip}\n{back.operators}\nQ"
    )
    fields = [*front.fields, *(_turn_field(field, turned) for field in back.fields)]
    return Drawing(
        width,
        2 * height,
        operators,
        join_resources([front.resources, back.resources]),
        tuple(fields),
        front.title,
        bleed,
        fold=height - bleed,
        cut=join_outlines(front.cut, transform_operators(back.cut, turned), height),
    )


def _turn_field(field: Field, matrix: tuple[float, float, float, float, float, float]) -> Field:
    return field._replace(box=map_box(matrix, field.box))
