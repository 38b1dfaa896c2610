"""Counters of ships, wings and torpedoes, seen from above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sheetgen.ground.geometry import trace_sector
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.arcs import ALL, HEADINGS, WIDTH, find_arcs
from sheetgen.systems.airships.data import TORPEDO
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.fleet import LinkedFleet, list_members
from sheetgen.systems.airships.silhouette import draw_ship, draw_torpedo, draw_wing
from sheetgen.systems.kit.silhouette import Layer

INCH = 25.4
SIZES = {"wing": 0.75, "scout": 1.0, "frigate": 1.25, "carrier": 1.5, "dreadnought": 1.75}
"""The size of each frame's counter, in inches; the game sets none."""
TORPEDOES = 4
"""Torpedo counters for each launcher: one a turn, and few fly for longer than four."""
COLOUR = "#1f4e79"
"""The ground where nobody asks for a colour."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A ship's or a wing's counter; lengths are in millimetres."""

    label: str
    name: str
    size: float
    parts: Sequence[Layer]
    covered: Sequence[str]  # the arcs that weapons bear on, as sectors of radius 100
    colour: str
    art: str


@dataclass(frozen=True, slots=True)
class TorpedoCounter:
    """A torpedo's counter with its hull."""

    label: str
    hull: int
    parts: Sequence[Layer]
    colour: str


def fill_counters(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships, each followed by those of its wings."""
    members, look = list_members(values, look)
    for member in members:
        ship = member.ship
        weapons = ship.list_weapons()
        bearing = {arc for slot, weapon in weapons for arc in find_arcs(slot, weapon)}
        counter = Counter(
            label=member.id or ship.build.code,
            name=member.name,
            size=SIZES[ship.frame] * INCH,
            parts=draw_ship(ship.frame, weapons),
            covered=[_trace_arc(HEADINGS[arc]) for arc in ALL if arc in bearing],
            colour=look.colour or COLOUR,
            art=look.art(ship),
        )
        yield Print(counter, f"{counter.label} {member.name}")
        for number, aboard in enumerate(member.wings, start=1):
            label = aboard.id or f"W{number}"
            wing = replace(
                counter,
                label=label,
                name=aboard.wing.name,
                size=SIZES["wing"] * INCH,
                parts=draw_wing(),
                covered=[],
                art="",
            )
            yield Print(wing, f"{label} {aboard.wing.name}")


def _trace_arc(heading: float) -> str:
    return trace_sector(100, heading - WIDTH / 2, heading + WIDTH / 2)


def fill_torpedoes(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """Torpedo counters for every launcher of a ship or of a fleet's ships."""
    members, look = list_members(values, look)
    for member in members:
        launchers = sum(weapon.has("Torpedo") for _, weapon in member.ship.list_weapons())
        for number in range(1, launchers * TORPEDOES + 1):
            label = f"{member.id} T{number}".strip()
            counter = TorpedoCounter(label, TORPEDO.hull, draw_torpedo(), look.colour or COLOUR)
            yield Print(counter, f"{label} {member.name}")


COUNTERS = Sheet(
    name="counters",
    title="Counters",
    about="a counter for each ship and wing, seen from above, with ID, facing and arcs",
    template="airships/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
    default=("fleet",),
    grid=True,
    role="counter",
)
TORPEDO_COUNTERS = Sheet(
    name="torpedoes",
    title="Torpedo counters",
    about="four torpedoes for each launcher, with their hull to strike off",
    template="airships/torpedo.svg",
    kinds=("ship", "fleet"),
    fill=fill_torpedoes,
    default=("fleet",),
    grid=True,
)
