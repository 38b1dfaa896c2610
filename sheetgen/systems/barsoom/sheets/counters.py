"""Ships seen from above: as counters, in portraits, and as deck plans for figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from math import ceil

from sheetgen.ground.colour import deepen
from sheetgen.ground.geometry import trace
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.fleet import COLOUR, SkyFleet, find_colour, list_members
from sheetgen.systems.barsoom.plan import DeckPlan, PlanLabel, draw_plan, draw_portrait, fit_scale
from sheetgen.systems.barsoom.ship import Ship, beam, length
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.silhouette import make_portrait
from sheetgen.systems.kit.text import TextWriter

GROUND = "#cfe0ea"
"""The colour of the sky behind ships."""
SIZES = {"capital": (31.75, 76.2), "medium": (25.4, 57.15), "small": (25.4, 38.1)}
"""Width and height of a class's counter: 1¼ × 3, 1 × 2¼ and 1 × 1½ inches, in millimetres."""
HEAD, PLATE, LINE = 4.2, 6.6, 2.3
"""The heights of the facing at a counter's top, of its ID and name at the foot, and of every
further line of the name."""
SIZE, SHARE, MOST = 2.2, 0.78, 0.3
"""The size of a name, the share of the width that it may take, and that of the height."""


@record(kw_only=True)
class PlanCounter(kit.Counter):
    """One side of a counter: front, or wild for a ship out of control.

    `size` is its width; its label is the ID, or the code of its class. The `plate` at the foot is
    as high as the lines of its name need.
    """

    height: float
    plate: float
    lines: int  # of the name, 0 where there is no room for it
    plan: DeckPlan


def fill_counters(values: Ship | SkyFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    livery, writer = kit.choose_livery(values), TextWriter(look.fonts, "Barlow Condensed")
    for member in list_members(values):
        ship = member.ship
        width, height = SIZES[ship.class_name]
        if look.counter_size:
            width, height = look.counter_size, height * look.counter_size / width
        lines = len(writer.break_lines("", member.name, width * SHARE, SIZE))
        if lines * LINE > height * MOST:
            lines = 0
        plate = PLATE + LINE * max(0, lines - 1)
        plan = draw_plan(ship, fit_scale(ship, width - 4.4, height - HEAD - plate - 1.4))
        front = PlanCounter(
            label=member.id or ship.ship_class.code,
            name=member.name,
            size=width,
            height=height,
            plate=round(plate, 2),
            lines=lines,
            plan=plan,
            parts=plan.parts,
            light=livery.light,
            striped=livery.striped,
            colour=deepen(find_colour(values, look)),
            art=look.art(ship),
            sign=kit.sign_counter(values, look, GROUND, height - plate),
        )
        yield kit.print_counter(front, member.title, back="wild", ship=member.title)


COUNTERS = kit.counter_sheet(
    title="Ship counters",
    about="a small counter for each ship, seen from above; the back shows it out of control",
    template="barsoom/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)


# Portraits: a ship seen from above, for books.


PORTRAIT = make_portrait("barsoom", "ship", draw_portrait, COLOUR, shade=deepen)


# Deck plans: the ships as terrain for figures, at true size or on one page.


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


def find_ratio(ship: Ship, room: tuple[float, float] = (WIDEST, LONGEST)) -> int:
    """The least whole number by which its plan must be divided to fit one page."""
    across, down = room
    sides = (length(ship) * INCH, down - TITLE), (beam(ship) * INCH, across - 10)
    return next(n for n in count(1) if all(side / n <= space for side, space in sides))


def trace_grid(ship: Ship, scale: float) -> str:
    """Lines at every inch, counted from the keel and from the bow."""
    half, size = beam(ship) / 2 * scale, length(ship) * scale
    across = range(-int(beam(ship) / 2), int(beam(ship) / 2) + 1)
    lines = [[(x * scale, 0.0), (x * scale, size)] for x in across]
    lines += [[(-half, y * scale), (half, y * scale)] for y in range(1, ceil(length(ship)))]
    return "".join(trace(line, close=False) for line in lines)


def find_labels(plan: DeckPlan, start: float, end: float) -> list[PlanLabel]:
    """The words on a part of a plan, none of them so near a seam that it would be cut."""
    return [
        mount._replace(y=min(max(mount.y, start + 3), end - 3))
        for mount in plan.mounts
        if start <= mount.y < end
    ]


def fill_plans(whole: bool) -> Callable[[Ship | SkyFleet, Look], Iterator[Print]]:
    """The function that makes plans of ships: `whole` ones on a page each, or true-size parts."""

    def fill(values: Ship | SkyFleet, look: Look) -> Iterator[Print]:
        colour = find_colour(values, look)
        sizes = zip((WIDEST, LONGEST), look.room or (WIDEST, LONGEST), strict=True)
        across, down = (min(pair) for pair in sizes)
        room = across, down
        for member in list_members(values):
            ship = member.ship
            ratio = find_ratio(ship, room) if whole else 1
            scale = INCH / ratio
            plan = draw_plan(ship, scale, planks=True)
            spans = [(0.0, plan.length)] if whole else split_plan(plan.length, plan.guns, room[1])
            about = f"{ship.ship_class.name} · {length(ship):g} × {beam(ship):g}″ · "
            about += "true size" if ratio == 1 else f"scale 1:{ratio}"
            about += ", one square is one inch"
            for number, (start, end) in enumerate(spans, start=1):
                tile = PlanTile(
                    plan=plan,
                    grid=trace_grid(ship, scale),
                    start=start,
                    end=end,
                    width=max(plan.beam + 10, 110.0),
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
                part = f", part {number} of {len(spans)}" if len(spans) > 1 else ""
                yield Print(tile, member.title + part, ship=member.title)

    return fill


def _plan(name: str, title: str, about: str, whole: bool) -> Sheet:
    return Sheet(
        name=name,
        title=title,
        about=about,
        template="barsoom/deck-plan.svg",
        kinds=("ship", "fleet"),
        fill=fill_plans(whole),
    )


PLAN, PLAN_PAGE = (
    _plan(
        "deck-plan",
        "Deck plan",
        "a ship's deck at true size with a grid of inches, over several pages, for figures",
        whole=False,
    ),
    _plan(
        "deck-plan-page",
        "Deck plan on a page",
        "the same reduced to one page",
        whole=True,
    ),
)
