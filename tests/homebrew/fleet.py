# regatta/fleet.py
"""Fleets: the boats of one side, with their roster and their counters."""

from typing import Literal

from sheetgen.systems import Column, Field, Kind
from sheetgen.systems.kit import counters, fleet, roster
from sheetgen.systems.kit.counters import LiveryChoice

MEMBERS = (
    *fleet.MEMBER,
    Column("planks", "ship.planks", compare="Planks", sheet="planks", total=True),
    Column("speed", "ship.sail", compare="Speed", sheet="speed"),
)


class Fleet(fleet.Fleet):
    """Boats of one side."""

    system: Literal["regatta"]
    ships: list[fleet.Entry] = Field(min_length=1, description="[{ship: dabchick, count: 2}]")
    counters: LiveryChoice = Field(LiveryChoice(), description="{livery: light}")


def link_fleet(written, lookup):
    """The fleet with its boats."""
    boats = fleet.call_ships(written.ships, lookup, lambda boat: "B", kind="boat")
    return fleet.LinkedFleet(written, tuple(boats))


def fill_roster(linked, look):
    """The roster of a fleet, thirty boats to a page."""
    pages = roster.split_rows(roster.make_rows(MEMBERS, linked.members), 30)
    return roster.print_roster(linked, look, pages, MEMBERS)


def fill_counters(linked, look):
    """A counter of an inch for each boat."""
    livery = counters.choose_livery(linked)._asdict()
    colour = look.colour or linked.fleet.colour or "#1f5f8b"
    for boat in linked.members:
        counter = counters.Counter(
            label=boat.id, name=boat.name, size=counters.INCH, parts=(), colour=colour, **livery
        )
        yield counters.print_counter(counter, boat.title)


FLEET = Kind(
    name="fleet",
    model=Fleet,
    marker="fleet",
    link=link_fleet,
    columns=(Column("boats", "members", of=MEMBERS),),
    checks=(fleet.ship_ids,),
)
ROSTER = roster.make_sheet("regatta/roster.svg", "the boats of a fleet in a table", fill_roster)
COUNTERS = counters.counter_sheet(
    title="Counters",
    about="a boat from above, with its ID",
    template="regatta/counter.svg",
    kinds=("fleet",),
    fill=fill_counters,
)
