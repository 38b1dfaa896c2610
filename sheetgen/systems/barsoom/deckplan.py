"""Deck plans: the ships as terrain for figures, at true size or on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from math import ceil
from typing import Any

from sheetgen.ground.geometry import trace
from sheetgen.ground.record import record
from sheetgen.ground.words import tr
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.plan import (
    COLOUR,
    DeckPlan,
    PlanLabel,
    PlannedShip,
    draw_plan,
    list_records,
)
from sheetgen.systems.kit.fleet import find_colour, name_yard

INCH = 25.4
TITLE, TAB = 14.0, 10.0
"""Millimetres of the title above a plan, and of the tab onto which the next page is glued."""
MARGIN = 1.0
"""Millimetres between a seam and the next gun."""
LONGEST, WIDEST = 264.0, 190.0
"""Millimetres that fit both A4 and Letter."""


@record
class PlanTile:
    """A part of a plan, `start` to `end` millimetres behind the bow, with its title or tab."""

    plan: DeckPlan
    grid: str
    start: float
    end: float
    width: float
    head: float
    tab: float
    number: int
    count: int
    name: str
    id: str
    about: str
    labels: Sequence[PlanLabel]
    colour: str


def split_plan(
    size: float, guns: Sequence[tuple[float, float]] = (), longest: float = LONGEST
) -> list[tuple[float, float]]:
    """Return the span of each page of a plan of that length: as few and as equal as possible.

    A seam is moved to where it cuts none of the guns, if there is room.
    """
    pages = 1 if size + TITLE <= longest else ceil(size / (longest - TITLE - TAB))
    seams = [0.0]
    for at in range(1, pages):
        ideal = at * size / pages
        low = size - (pages - at) * (longest - TAB) - TAB
        high = seams[-1] + longest - TAB - TITLE * (at == 1)
        tries = (ideal + way * step for step in range(int(longest / 4)) for way in (1, -1))
        seams.append(next((y for y in tries if low <= y <= high and is_clear(y, guns)), ideal))
    return list(pairwise([*seams, size]))


def is_clear(y: float, guns: Sequence[tuple[float, float]]) -> bool:
    """Whether a seam at a place would cut no gun."""
    return not any(top - MARGIN < y < bottom + MARGIN for top, bottom in guns)


def find_ratio(ship: PlannedShip, room: tuple[float, float] = (WIDEST, LONGEST)) -> int:
    """The least whole number by which its plan must be divided to fit one page."""
    across, down = room
    sides = (float(ship.length) * INCH, down - TITLE), (float(ship.beam) * INCH, across - 10)
    return next(n for n in count(1) if all(side / n <= space for side, space in sides))


def trace_grid(ship: PlannedShip, scale: float) -> str:
    """Lines at every inch, counted from the keel and from the bow."""
    half, size = float(ship.beam) / 2 * scale, float(ship.length) * scale
    across = range(-int(ship.beam / 2), int(ship.beam / 2) + 1)
    lines = [[(x * scale, 0.0), (x * scale, size)] for x in across]
    lines += [[(-half, y * scale), (half, y * scale)] for y in range(1, ceil(ship.length))]
    return "".join(trace(line, close=False) for line in lines)


def find_labels(plan: DeckPlan, start: float, end: float) -> list[PlanLabel]:
    """The words on a part of a plan, none of them so near a seam that it would be cut."""
    return [
        mount._replace(y=min(max(mount.y, start + 3), end - 3))
        for mount in plan.mounts
        if start <= mount.y < end
    ]


def fill_parts(values: Any, look: Look) -> Iterator[Print]:
    """The plans of ships at true size."""
    return _fill(values, look, whole=False)


def fill_pages(values: Any, look: Look) -> Iterator[Print]:
    """The plans of ships on a page each."""
    return _fill(values, look, whole=True)


def _fill(values: Any, look: Look, whole: bool) -> Iterator[Print]:
    """The plans of ships: `whole` ones on a page each, or parts at true size."""
    colour = find_colour(values, look, COLOUR)
    sizes = zip((WIDEST, LONGEST), look.room or (WIDEST, LONGEST), strict=True)
    across, down = (min(pair) for pair in sizes)
    room = across, down
    for member, ship in list_records(values):
        ratio = find_ratio(ship, room) if whole else 1
        scale = INCH / ratio
        plan = draw_plan(ship, scale, planks=True, fleet=name_yard(values))
        wide = max(plan.beam + 10, 110.0)
        deep = down if wide <= across else across  # on small paper a broad deck lies sideways
        spans = [(0.0, plan.length)] if whole else split_plan(plan.length, plan.guns, deep)
        about = f"{tr(ship.klass.name)} · {float(ship.length):g} × {float(ship.beam):g}″ · "
        about += tr("true size") if ratio == 1 else tr("scale 1:{}", ratio)
        about += tr(", one square is one inch")
        for number, (start, end) in enumerate(spans, start=1):
            tile = PlanTile(
                plan=plan,
                grid=trace_grid(ship, scale),
                start=start,
                end=end,
                width=wide,
                head=TITLE if number == 1 else 0.0,
                tab=TAB if number < len(spans) else 0.0,
                number=number,
                count=len(spans),
                name=member.name,
                id=member.id,
                about=about,
                labels=find_labels(plan, start, end) if ratio <= 2 else (),
                colour=colour,
            )
            part = tr(", part {} of {}", number, len(spans)) if len(spans) > 1 else ""
            yield Print(tile, member.title + part, ship=member.title)
