"""The rose of a ship's arcs: which weapon bears where and how far, around the ship itself.

Lengths are units of a box of 100 about (0, 0) with the bow up. Ranges are to scale, from the edge
of the disc under the ship.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.geometry import aim, trace_arc, trace_circle, trace_sector
from sheetgen.ground.record import record
from sheetgen.systems.airships.arcs import ALL, HEADINGS, WIDTH, Arc, find_arcs
from sheetgen.systems.airships.data import Slot, Weapon

DISC, EDGE = 19.0, 41.0
"""The radii of the ship's disc and of the longest range."""
_STEP = 6  # inches between rings
_SCALE = 66.0  # heading of the rings' labels in degrees, clear of the badges at 45° and about 90°
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
    """What a weapon covers; `edge` is its far end, where its badge is."""

    path: str
    edge: str
    number: int
    x: float
    y: float


@record
class ArcTotal:
    """The number of attack dice that bear on an arc, and how its name is turned.

    Launchers do not count: a torpedo is a unit that hits by contact, without dice.
    """

    arc: str
    dice: int
    turn: int


@record
class Rose:
    """The diagram."""

    rings: Sequence[Ring]
    fields: Sequence[RoseField]
    totals: Sequence[ArcTotal]
    disc: float
    edge: float


def draw_rose(weapons: Sequence[tuple[Slot, Weapon]], fine: bool) -> Rose:
    """The rose of these weapons, which are numbered from 1; with closer rings if `fine`."""
    farthest = max((w.range for _, w in weapons if w.range), default=2 * _STEP)
    most = -(-farthest // _STEP) * _STEP
    step = _STEP if most <= (30 if fine else 18) else 2 * _STEP

    def reach(inches: int | None) -> float:
        return EDGE if inches is None else DISC + (EDGE - DISC) * inches / most

    rings = [
        Ring(reach(inches), f"{inches}″", *aim(_SCALE, reach(inches)))
        for inches in range(step, most + 1, step)
    ]
    placed: dict[Arc | None, list[tuple[int, Weapon]]] = {}
    for number, (slot, weapon) in enumerate(weapons, start=1):
        arcs = find_arcs(slot, weapon)
        key = None if arcs == ALL else arcs[0]
        placed.setdefault(key, []).append((number, weapon))
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
                start, end = middle - WIDTH / 2, middle + WIDTH / 2
                heading = middle + (at - (len(mine) - 1) / 2) * _SPREAD
                path = trace_sector(radius, start, end, DISC)
                edge = trace_arc(radius, start, end)
            fields.append(RoseField(path, edge, number, *aim(heading, radius)))
    return Rose(rings, fields, _count_dice(weapons), DISC, EDGE)


def _count_dice(weapons: Sequence[tuple[Slot, Weapon]]) -> list[ArcTotal]:
    turns = {"forward": 0, "starboard": 90, "aft": 0, "port": -90}
    rolled = [(slot, weapon) for slot, weapon in weapons if not weapon.has("Torpedo")]
    return [
        ArcTotal(arc, sum(w.dice for slot, w in rolled if arc in find_arcs(slot, w)), turns[arc])
        for arc in ALL
    ]
