"""Positions: where the blocks of a pile of sheets stand on their pages, and the margin strip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.row import NamedTuple
from sheetgen.ground.units import MM
from sheetgen.pages.cropmarks import (
    EDGE,
    MARK_LENGTH,
    MARK_SHORTEST,
    STRIP_CLEARANCE,
    TOLERANCE,
)
from sheetgen.pages.layout import Scheme
from sheetgen.pages.presssheet import PressSheet

HEAD = 15 * MM
"""The most space that is left above the block on a page that starts at its top."""


class Position(NamedTuple):
    """The left and top of a stack's blocks on their pages, and the place of the strip, if any."""

    left: float
    top: float
    strip_x: float = 0.0
    strip_y: float = 0.0
    strip_turn: int | None = None


def stack_sheets(sheets: Sequence[PressSheet]) -> Iterator[list[PressSheet]]:
    """Groups neighbouring sheets that can be cut as one pile.

    A print shop cuts the whole pile along the lines of the top sheet. So a sheet whose cut lines
    are all lines of the pile's first sheet too, as on a last page that is not full, keeps that
    sheet's origin instead of being centred. Any other sheet starts a new pile and is centred.
    """
    stack: list[PressSheet] = []
    xs: set[float] = set()
    drops: set[float] = set()
    for sheet in sheets:
        own_xs, own_drops = sheet.cut_lines
        if stack and not (sheet.paper == stack[0].paper and own_xs <= xs and own_drops <= drops):
            yield stack
            stack = []
        if not stack:
            xs, drops = own_xs, own_drops
        stack.append(sheet)
    if stack:
        yield stack


def position_stack(leader: PressSheet, strips: Sequence[Drawing], scheme: Scheme) -> Position:
    """Centres the fullest sheet of a stack and finds the place of the stack's margin strips.

    The first choice is a place that costs no crop mark, at the bottom or on the right; otherwise,
    the marks that would touch the strip are shortened or left out.
    """
    paper = leader.paper
    left, bottom = (paper.width - leader.width) / 2, (paper.height - leader.height) / 2
    if not strips:
        return Position(left, bottom + leader.height)
    long, thick = max(s.width for s in strips), max(s.height for s in strips)
    for spare_marks in (True, False) if scheme.marks else (False,):
        if long <= paper.width - 2 * EDGE + TOLERANCE:
            moved = _make_room(paper.height, leader.height, thick, spare_marks, scheme)
            if moved is not None:
                x = min(left, paper.width - EDGE - long)
                return Position(left, moved + leader.height, x, EDGE, 0)
        if long <= paper.height - 2 * EDGE + TOLERANCE:
            free = _make_room(paper.width, leader.width, thick, spare_marks, scheme)
            if free is not None:
                # Turned anticlockwise on the right, the strip is at the foot of the page for
                # anyone who turns the paper to read it.
                moved = paper.width - free - leader.width
                y = min(bottom, paper.height - EDGE - long)
                x = paper.width - EDGE - thick
                return Position(moved, bottom + leader.height, x, y, 1)
    return Position(left, bottom + leader.height)


def raise_block(leader: PressSheet, position: Position, scheme: Scheme) -> Position:
    """The position with the block at the top, as far from the top edge as from the left one."""
    margin = max(scheme.inset, min(position.left, HEAD))
    return position._replace(top=max(position.top, leader.paper.height - margin))


def _make_room(
    paper: float, block: float, strip: float, spare_marks: bool, scheme: Scheme
) -> float | None:
    """The block's margin on the strip's side, along one axis; None if there isn't room.

    The block moves from the centre no further than the strip needs. With `spare_marks` it needs
    more, and the other side keeps room for short marks if a centred block leaves that room.
    """
    centred = (paper - block) / 2
    need, other = EDGE + strip + scheme.offset, scheme.inset
    if spare_marks:
        need = EDGE + strip + STRIP_CLEARANCE + MARK_LENGTH + scheme.offset
        other = max(other, min(centred, EDGE + MARK_SHORTEST + scheme.offset))
    return max(centred, need) if need <= paper - block - other + TOLERANCE else None
