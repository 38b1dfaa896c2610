"""Ships seen from above: their silhouettes, and the counters and portraits that show these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.asfos.data import CLASSES, COLOUR
from sheetgen.systems.asfos.fleet import Counters, StarFleet
from sheetgen.systems.asfos.ship import Ship, size_class
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit import silhouette
from sheetgen.systems.kit.fleet import find_colour, list_members
from sheetgen.systems.kit.shipyard import Arms, ShipHull, ShipPlan, draw_warship
from sheetgen.systems.kit.silhouette import Layer, make_portrait


def find_hull(code: str) -> ShipHull:
    """The hull of a size class by its code, such as `BB`."""
    return silhouette.find_hull("starship", code, ShipHull)


def measure_size(ship: Ship) -> float:
    """The scale of a ship beside others, 1 for the largest class."""
    rank = CLASSES.index(size_class(ship.mass))
    return round(0.6 + 0.4 * rank / (len(CLASSES) - 1), 2)


def draw_silhouette(ship: Ship) -> Sequence[Layer]:
    """The silhouette of a ship; ships of the same build share one object."""
    p = ship.primaries
    special = (ship.special.weapon, ship.special.count) if ship.special else ("", 0)
    size = size_class(ship.mass)
    beam = _measure_beam(ship.mass, CLASSES.index(size))
    arms = Arms(p.forward, p.left, p.right, p.rear)
    plan = ShipPlan(size.code, beam, arms, ship.engine, ship.secondaries, special[1])
    return draw_warship("starship", plan, special[0])


def _measure_beam(mass: int, rank: int) -> float:
    """The breadth of a hull: 0.92 of its outline for the lightest of a class, 1 for the heaviest.

    Titans have no heaviest; twice the lightest counts as that.
    """
    least = CLASSES[rank - 1].most + 1 if rank else 1
    most = min(CLASSES[rank].most, 2 * least)
    return 0.92 + 0.08 * (min(mass, most) - least) / (most - least) if most > least else 1.0


# Ship counters: silhouettes or the user's pictures, with ID, facing and centre.


@record(kw_only=True)
class ShipCounter(kit.Counter):
    """One side of a counter: front, name or damaged.

    Its label is the ID, or the class code of a ship that has none.
    """

    class_name: str


def fill_counters(values: Ship | StarFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    made = Counters() if isinstance(values, Ship) else values.fleet.counters
    colour, livery = find_colour(values, look, COLOUR), kit.choose_livery(values)
    for member in list_members(values):
        ship = member.ship
        size = size_class(ship.mass)
        usual = made.inches(size.code) * kit.INCH
        front = ShipCounter(
            label=member.id or size.code,
            name=member.name,
            class_name=size.name,
            size=look.counter_size or usual,
            shape=made.shape,
            parts=draw_silhouette(ship),
            # Where all counters have one size, the sizes of ships still distinguish classes.
            scale=measure_size(ship) if look.counter_size or made.size != "by-class" else 1.0,
            light=livery.light,
            striped=livery.striped,
            colour=colour,
            art=look.art(ship),
            fleet=kit.fit_name(values, look, usual * 0.88),
            sign=kit.sign_counter(values, look, colour, look.counter_size or usual, made.shape),
        )
        title = f"{front.label} {member.name}"
        yield kit.print_counter(front, title, made.back, made.fold, member.id)


COUNTERS = kit.counter_sheet(
    title="Ship counters",
    about="a counter for each ship, seen from above, with ID and facing; back sides if wanted",
    template="asfos/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)


# Portraits: a ship seen from above, for books.


PORTRAIT = make_portrait("asfos", "ship", draw_silhouette, "#1f4e79")
