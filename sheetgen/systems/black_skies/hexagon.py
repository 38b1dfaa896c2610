"""The hexagon of a tactical display: six arcs of 60° and a ring for each weapon.

The first is outermost; each is lettered where it fires, so that no colours are needed. Lengths are
millimetres from the middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians

from sheetgen.ground.geometry import aim, trace
from sheetgen.ground.record import NamedTuple
from sheetgen.systems.black_skies.data import ARCS

REACH = 26.0
"""From the middle to the flat sides."""
FREE = 11.0
"""The distance from the middle that is free of rings, where the fighter is."""
LETTERS = "ABCDEFGHI"


class ArcCell(NamedTuple):
    """One arc of one weapon: its outline, and the place of its letter."""

    arc: str  # a key of ARCS
    letter: str
    path: str
    x: float
    y: float
    shade: int  # 0 or 1, so that neighbouring rings differ


class Hexagon(NamedTuple):
    """The hexagon drawn around the fighter; `letter` is the height of the letters."""

    outline: str
    spokes: str  # between the arcs
    rings: str  # between the weapons
    cells: tuple[ArcCell, ...]
    letter: float
    weapons: int  # how many

    @property
    def places(self) -> tuple[ArcCell, ...]:
        """Every arc of every weapon, also those into which it does not fire."""
        return tuple(_shade_arcs([tuple(ARCS)] * self.weapons, divide_rings(self.weapons)))


def draw_hexagon(weapons: Sequence[Sequence[str]]) -> Hexagon:
    """The hexagon for the arcs of each weapon, given as keys of ARCS."""
    bounds = divide_rings(len(weapons))
    room = (REACH - FREE) / max(len(bounds) - 1, 1)
    return Hexagon(
        outline=_trace_hexagon(REACH),
        spokes="".join(_trace_spoke(heading) for heading in range(30, 390, 60)),
        rings="".join(map(_trace_hexagon, bounds[1:])),
        cells=tuple(_shade_arcs(weapons, bounds)),
        letter=min(4.2, room * 0.78),
        weapons=len(weapons),
    )


def divide_rings(count: int) -> list[float]:
    """The distances of the flat sides of each ring's edges, from the outermost to the innermost."""
    return (
        [REACH - (REACH - FREE) * at / count for at in range(count + 1)] if count else [REACH, FREE]
    )


def _shade_arcs(weapons: Sequence[Sequence[str]], bounds: Sequence[float]) -> Iterator[ArcCell]:
    for at, arcs in enumerate(weapons):
        outer, inner = bounds[at], bounds[at + 1]
        for arc in arcs:
            heading = ARCS[arc].heading
            corners = [(outer, -30), (outer, 30), (inner, 30), (inner, -30)]
            points = [aim(heading + turn, _to_corner(reach)) for reach, turn in corners]
            x, y = aim(heading, (outer + inner) / 2)
            yield ArcCell(arc, LETTERS[at], trace(points), round(x, 2), round(y, 2), at % 2)


def _to_corner(reach: float) -> float:
    """The distance of a hexagon's corners, given that of its flat sides."""
    return reach / cos(radians(30))


def _trace_hexagon(reach: float) -> str:
    return trace(aim(heading, _to_corner(reach)) for heading in range(30, 390, 60))


def _trace_spoke(heading: float) -> str:
    ends = (aim(heading, _to_corner(reach)) for reach in (FREE, REACH))
    return trace(ends, close=False)
