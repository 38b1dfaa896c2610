"""Ship counters: silhouettes or the user's own pictures, with ID, facing and centre."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.counters import LIVERIES, Counters
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import size_class
from sheetgen.systems.asfos.fleet import LinkedFleet
from sheetgen.systems.asfos.scenario import LinkedScenario
from sheetgen.systems.asfos.silhouette import draw_silhouette, measure_size
from sheetgen.systems.kit.counters import pick_livery
from sheetgen.systems.kit.silhouette import Layer

INCH = 25.4


@dataclass(frozen=True, slots=True)
class Counter:
    """One side of a counter; lengths are in millimetres."""

    side: str  # front, name or damaged
    label: str  # its ID, or the class code of a ship that has none
    name: str
    class_name: str
    size: float  # from side to side
    shape: str  # square, round or hex
    parts: Sequence[Layer]
    scale: float  # of the ship in the room there is
    light: bool  # whether its ID stands dark on light
    striped: bool
    colour: str
    art: str


def fill_counters(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    if isinstance(values, Ship):
        code = size_class(values.mass).code
        yield _print_counter(values, code, values.name, Counters(), "dark", look)
        return
    fleet = values.fleet
    look = replace(look, colour=look.colour or fleet.colour)
    made = fleet.counters.livery
    livery = choose_livery(values, look.together) if made == "auto" else made
    for member in values.members:
        yield _print_counter(member.ship, member.id, member.name, fleet.counters, livery, look)


def choose_livery(fleet: LinkedFleet, together: Iterable[Any]) -> str:
    """A livery that tells the fleet from the others that are printed with it."""
    sides: list[LinkedFleet] = []
    for other in together:
        if isinstance(other, LinkedScenario):
            # Each battle begins anew, so that its sides have the plainest liveries.
            fleets = [side.fleet for side in other.sides]
            if any(side is fleet for side in fleets):
                sides = fleets
                break
        elif isinstance(other, LinkedFleet):
            sides.append(other)
    return pick_livery(fleet, sides, LIVERIES)


def _print_counter(
    ship: Ship, label: str, name: str, made: Counters, livery: str, look: Look
) -> Print:
    size = size_class(ship.mass)
    front = Counter(
        side="front",
        label=label,
        name=name,
        class_name=size.name,
        size=made.inches(size.code) * INCH,
        shape=made.shape,
        parts=draw_silhouette(ship),
        # Where every counter has one size, the ships' sizes still tell the classes apart.
        scale=1.0 if made.size == "by-class" else measure_size(ship),
        light=livery.startswith("light"),
        striped=livery.endswith("striped"),
        colour=look.colour or "#1f4e79",
        art=look.art(ship),
    )
    back = None if made.back == "none" else replace(front, side=made.back)
    return Print(front, f"{label} {name}", back=back, fold=made.fold)


COUNTERS = Sheet(
    name="counters",
    title="Ship counters",
    about="a counter for each ship, seen from above, with ID and facing; back sides if wanted",
    template="asfos/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
    default=("fleet",),
    grid=True,
    role="counter",
)
