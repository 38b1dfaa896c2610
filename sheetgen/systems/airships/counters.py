"""Counters of ships, wings and torpedoes, seen from above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sheetgen.ground.geometry import trace_sector
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import ALL, ARC_WIDTH, COLOUR, FRAMES, HEADINGS, TORPEDO
from sheetgen.systems.airships.member import list_members, list_wings
from sheetgen.systems.airships.silhouette import draw_ship, draw_torpedo, draw_wing
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.fleet import name_yard

_SHIP_EDGE, _WING_EDGE = 0.89, 0.82
"""The shares of a counter's size by which a name's room is judged: its frame takes the rest."""


@record(kw_only=True)
class ArcCounter(kit.Counter):
    """The counter of a ship, a wing or a torpedo."""

    covered: Sequence[str] = ()  # the arcs on which weapons bear, as sectors of radius 100
    hull: int = 0  # of a torpedo


def fill_counters(values: Any, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships, each followed by those of its wings."""
    livery = kit.choose_livery(values)
    members, look = list_members(values, look)
    sign = partial(kit.sign_counter, values, look, look.colour or COLOUR)
    small = look.counter_size or FRAMES["wing"].counter * kit.INCH
    for member in members:
        ship = member.record
        size = look.counter_size or float(ship.build.counter) * kit.INCH
        bearing = {arc for arm in ship.arms for arc in arm.arcs}
        counter = ArcCounter(
            label=member.id or ship.build.code,
            name=member.name,
            size=size,
            parts=draw_ship(ship.frame, ship.arms, name_yard(values)),
            covered=[_trace_arc(HEADINGS[arc]) for arc in ALL if arc in bearing],
            light=livery.light,
            striped=livery.striped,
            colour=look.colour or COLOUR,
            art=look.art(member.ship),
            sign=sign(size * _SHIP_EDGE),
        )
        yield kit.print_counter(counter, f"{counter.label} {member.name}", ship=member.title)
        for number, aboard in enumerate(list_wings(member), start=1):
            wing = replace(
                counter,
                label=aboard.id or f"W{number}",
                name=aboard.wing.name,
                size=small,
                parts=draw_wing(name_yard(values)),
                covered=(),
                art="",
                sign=sign(small * _WING_EDGE),
            )
            yield kit.print_counter(wing, f"{wing.label} {wing.name}", ship=member.title)


def _trace_arc(heading: float) -> str:
    return trace_sector(100, heading - ARC_WIDTH / 2, heading + ARC_WIDTH / 2)


def fill_torpedoes(values: Any, look: Look) -> Iterator[Print]:
    """Torpedo counters for every launcher of a ship or of a fleet's ships."""
    livery = kit.choose_livery(values)
    members, look = list_members(values, look)
    sign = partial(kit.sign_counter, values, look, look.colour or COLOUR)
    for member in members:
        for number in range(1, member.record.launchers * TORPEDO.salvo + 1):
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
