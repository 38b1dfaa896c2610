"""Airships seen from above: their silhouettes, and the counters and portraits that show these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from sheetgen.ground.geometry import Point, complete, move, scale, trace_sector
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import TORPEDO, AirshipWeapon, Slot
from sheetgen.systems.airships.fleet import COLOUR, AirFleet, list_members
from sheetgen.systems.airships.ship import ALL, ARC_WIDTH, HEADINGS, Ship, find_arcs
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.aircraft import Build, GunStyle, draw_airship
from sheetgen.systems.kit.silhouette import (
    Layer,
    draw_disc,
    draw_outline,
    find_hull,
    lay,
    make_portrait,
)


def find_build(frame: str) -> Build:
    """The build of a frame, of a `plane` or of a `torpedo`."""
    return find_hull("airship", frame, Build)


def draw_ship(frame: str, weapons: Sequence[tuple[Slot, AirshipWeapon]]) -> Sequence[Layer]:
    """A ship's silhouette; equal ships have the very same one."""
    if frame == "wing":
        return draw_wing()
    headings = {str(arc): heading for arc, heading in HEADINGS.items()}
    guns = tuple((slot, headings.get(slot, 0), _choose_style(weapon)) for slot, weapon in weapons)
    return draw_airship(frame, guns)


def _choose_style(weapon: AirshipWeapon) -> GunStyle:
    """What a weapon looks like, by what it does."""
    styles: dict[str, GunStyle] = {
        "Flak": "flak",
        "Piercing": "lance",
        "Torpedo": "torpedo",
        "Impact": "bombs",
    }
    return next((style for word, style in styles.items() if weapon.has(word)), "")


@lru_cache(maxsize=1)
def draw_wing() -> Sequence[Layer]:
    """Three aeroplanes, one ahead of the others."""
    plane = scale(complete(find_build("plane").outline), 1.36, 1.6)
    return tuple(
        layer
        for x, y in ((0, -23), (-25, 22), (25, 22))
        for layer in (
            *lay("prop", [draw_outline(_box(x - 8, y - 22.4, x + 8, y - 20.8))]),
            *lay("envelope", [draw_outline(move(plane, x, y))]),
            *lay("gun", [draw_disc(2.2, (x, y + 5))]),
        )
    )


@lru_cache(maxsize=1)
def draw_torpedo() -> Sequence[Layer]:
    """A torpedo with its fins."""
    bands = _box(-8, -22, 8, -17), _box(-8, 10, 8, 13)
    return (
        *lay("prop", [draw_outline(_box(-7, 47.5, 7, 49.2))]),
        *lay("envelope", [draw_outline(complete(find_build("torpedo").outline))]),
        *lay("trim", map(draw_outline, bands)),
    )


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


# Counters of ships, wings and torpedoes, seen from above.


SIZES = {"wing": 0.75, "scout": 1.0, "frigate": 1.25, "carrier": 1.5, "dreadnought": 1.75}
"""The size of each frame's counter, in inches; the game sets none."""
TORPEDOES = 4
"""Torpedo counters for each launcher: it fires one a turn, and few fly longer than four turns."""


@record(kw_only=True)
class ArcCounter(kit.Counter):
    """The counter of a ship, a wing or a torpedo."""

    covered: Sequence[str] = ()  # the arcs on which weapons bear, as sectors of radius 100
    hull: int = 0  # of a torpedo


def fill_counters(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships, each followed by those of its wings."""
    livery = kit.choose_livery(values)
    members, look = list_members(values, look)
    sign = partial(kit.sign_counter, values, look, look.colour or COLOUR)
    for member in members:
        ship = member.ship
        weapons = ship.list_weapons()
        bearing = {arc for slot, weapon in weapons for arc in find_arcs(slot, weapon)}
        counter = ArcCounter(
            label=member.id or ship.build.code,
            name=member.name,
            size=look.counter_size or SIZES[ship.frame] * kit.INCH,
            parts=draw_ship(ship.frame, weapons),
            covered=[_trace_arc(HEADINGS[arc]) for arc in ALL if arc in bearing],
            light=livery.light,
            striped=livery.striped,
            colour=look.colour or COLOUR,
            art=look.art(ship),
            sign=sign(look.counter_size or SIZES[ship.frame] * kit.INCH),
        )
        yield kit.print_counter(counter, f"{counter.label} {member.name}", ship=member.title)
        for number, aboard in enumerate(member.wings, start=1):
            wing = replace(
                counter,
                label=aboard.id or f"W{number}",
                name=aboard.wing.name,
                size=look.counter_size or SIZES["wing"] * kit.INCH,
                parts=draw_wing(),
                covered=(),
                art="",
                sign=sign(look.counter_size or SIZES["wing"] * kit.INCH),
            )
            yield kit.print_counter(wing, f"{wing.label} {wing.name}", ship=member.title)


def _trace_arc(heading: float) -> str:
    return trace_sector(100, heading - ARC_WIDTH / 2, heading + ARC_WIDTH / 2)


def fill_torpedoes(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
    """Torpedo counters for every launcher of a ship or of a fleet's ships."""
    livery = kit.choose_livery(values)
    members, look = list_members(values, look)
    sign = partial(kit.sign_counter, values, look, look.colour or COLOUR)
    for member in members:
        launchers = sum(weapon.has("Torpedo") for _, weapon in member.ship.list_weapons())
        for number in range(1, launchers * TORPEDOES + 1):
            torpedo = ArcCounter(
                label=f"{member.id} T{number}".strip(),
                name=member.name,
                size=look.counter_size or 16.0,
                parts=draw_torpedo(),
                light=livery.light,
                striped=livery.striped,
                colour=look.colour or COLOUR,
                hull=TORPEDO.hull,
                sign=sign(look.counter_size or 16.0),
            )
            yield kit.print_counter(torpedo, f"{torpedo.label} {member.name}", ship=member.title)


COUNTERS = kit.counter_sheet(
    title="Counters",
    about="a counter for each ship and wing, seen from above, with ID, facing and arcs",
    template="airships/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)
TORPEDO_COUNTERS = kit.counter_sheet(
    name="torpedoes",
    title="Torpedo counters",
    about="four torpedoes for each launcher, with their hull to strike off",
    template="airships/torpedo.svg",
    kinds=("ship", "fleet"),
    fill=fill_torpedoes,
    role="",
)


# Portraits: a ship seen from above, for books.


def _draw(ship: Ship) -> Sequence[Layer]:
    return draw_ship(ship.frame, ship.list_weapons())


PORTRAIT = make_portrait("airships", "ship", _draw, "#1f4e79")
