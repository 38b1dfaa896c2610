"""The rose of a ship's arcs: where each weapon bears and how far, to scale from the disc under it.

Units are those of a box of 100 about (0, 0), with the bow up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any

from sheetgen.ground.geometry import aim, trace_arc, trace_circle, trace_sector
from sheetgen.ground.record import record
from sheetgen.systems.airships.data import ALL, ARC_WIDTH, HEADINGS

DISC, EDGE = 19.0, 41.0
"""The radii of the ship's disc and of the longest range."""
_STEP = 6  # inches between rings
_SCALE = 66.0, 56.0
"""The headings of every other ring's label in degrees, clear of the badges at 45° and at 90°."""
_SPREAD = 20.0  # degrees between badges of one arc


@record
class Ring:
    """A circle of equal range with its label."""

    radius: float
    label: str
    x: float
    y: float


@record
class RoseField:
    """The field that a weapon covers on the rose; `edge` is its far end, where its badge is.

    An `idle` weapon is jammed.
    """

    path: str
    edge: str
    number: int
    x: float
    y: float
    idle: bool


@record
class ArcDice:
    """The attack dice that bear on an arc up to a range, and how many a whole ship has there."""

    reach: int
    dice: int
    whole: int


@record
class ArcTotal:
    """The attack dice that bear on an arc up to each range, and how its name is turned."""

    arc: str
    dice: Sequence[ArcDice]
    turn: int


@record
class Rose:
    """The diagram."""

    rings: Sequence[Ring]
    fields: Sequence[RoseField]
    totals: Sequence[ArcTotal]
    disc: float
    edge: float


def draw_rose(
    arms: Sequence[Any],
    idle: Sequence[int],
    left: Sequence[Any],
    whole: Sequence[Any],
    fine: bool,
) -> Rose:
    """The rose of a ship's weapons, which are numbered from 1; with closer rings if `fine`.

    `idle` are the numbers of those that can't fire; the dice of each arc are what is `left` of the
    `whole`.
    """
    farthest = max((arm.weapon.range or 0 for arm in arms), default=0) or 2 * _STEP
    most = -(-farthest // _STEP) * _STEP
    step = _STEP if most <= (30 if fine else 18) else 2 * _STEP

    def reach(inches: int | None) -> float:
        return EDGE if inches is None else DISC + (EDGE - DISC) * inches / most

    rings = [
        Ring(reach(inches), f"{inches}″", *aim(heading, reach(inches)))
        for heading, inches in zip(cycle(_SCALE), range(step, most + 1, step), strict=False)
    ]
    placed: dict[str | None, list[tuple[int, Any]]] = {}
    for number, arm in enumerate(arms, start=1):
        key = None if len(arm.arcs) == len(ALL) else arm.arcs[0]
        placed.setdefault(key, []).append((number, arm.weapon))
    fields = []
    for arc, mine in placed.items():
        for at, (number, weapon) in enumerate(mine):
            radius = reach(weapon.range)
            if arc is None:
                heading = (315.0, 225.0, 135.0, 45.0)[at % 4] + at // 4 * 9
                path = trace_circle(radius)
                edge = path
            else:
                middle = HEADINGS[arc]
                start, end = middle - ARC_WIDTH / 2, middle + ARC_WIDTH / 2
                heading = middle + (at - (len(mine) - 1) / 2) * _SPREAD
                path = trace_sector(radius, start, end, DISC)
                edge = trace_arc(radius, start, end)
            fields.append(RoseField(path, edge, number, *aim(heading, radius), number in idle))
    turns = {"forward": 0, "starboard": 90, "aft": 0, "port": -90}
    totals = [ArcTotal(arc, _count_dice(left, whole, arc), turns[arc]) for arc in ALL]
    return Rose(rings, fields, totals, DISC, EDGE)


def _count_dice(left: Sequence[Any], whole: Sequence[Any], arc: str) -> list[ArcDice]:
    """The dice of an arc; none on a blank sheet, which has no salvos."""
    pairs = zip(left, whole, strict=True)
    found = [(some, full) for some, full in pairs if full.arc == arc]
    return [
        ArcDice(b.reach, a.dice, b.dice)
        for some, full in found
        for a, b in zip(some.dice, full.dice, strict=True)
    ]
