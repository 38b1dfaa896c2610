"""The roster of a fleet: its ships and wings in a table, with what each part costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.number import count
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import MOVEMENT
from sheetgen.systems.airships.fleet import AirFleet, Airship
from sheetgen.systems.airships.ship import (
    command,
    cost,
    count_names,
    damage_control,
    list_modules,
    list_wing_weapons,
)
from sheetgen.systems.kit import roster
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.text import TextWriter

SHIP, WING, LINE = 10.4, 5.2, 3.84
"""The heights of a ship's row, of a wing's, and of every further line of a name, in millimetres."""
AROUND, WIDTH, NAMES = 41.6, 190.0, 52.0
"""The height of a page without its rows, its width, and that of the names."""
SIZE = 3.2
UNARMED = "no weapons"
HEIGHT = AROUND + 196.0
"""The most that a page holds on A4 and Letter."""


@record
class ShipRow:
    """A ship or a wing at its height on the page; a wing has no values."""

    y: float
    height: float
    wing: bool
    id: str
    name: str
    fitted: str  # weapons and modules
    parts: Sequence[str]  # what weapons, modules, frame and wings cost
    ship: str = ""  # its design, where the ship has a different name
    frame: str = ""
    values: Sequence[str] = ()
    total: str = ""


def fill_roster(linked: AirFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster: a ship and its wings stay together."""
    members = linked.members
    costs = [cost(m.ship) for m in members]
    parts = zip(*((c.weapons, c.modules, c.frame, c.wings) for c in costs), strict=True)
    summary = [
        count(sum(not m.ship.is_wing for m in members), "ship"),
        count(sum(len(m.wings) + m.ship.is_wing for m in members), "wing"),
        f"hull {sum(m.ship.build.hull for m in members)}",
        f"CMD {sum(command(m.ship) for m in members)}",
    ]
    writer = TextWriter(look.fonts)

    def measure(member: Airship) -> float:
        return measure_ship(member, writer) + WING * len(member.wings)

    room = limit_height(look, WIDTH, HEIGHT) - AROUND
    stacked = roster.stack_rows(members, measure, room)
    return roster.print_roster(
        linked,
        look,
        [[row for y, m in page for row in _show_ship(m, y, writer)] for page in stacked],
        colour=look.colour or linked.fleet.colour or "#1f4e79",
        summary=" · ".join(summary),
        points=linked.points,
        limit=roster.write_limit(linked.fleet.points_limit),
        sums=[_price(sum(points)) for points in parts],
        unpriced=any(not m.ship.frame_cost for m in members),
    )


def measure_ship(member: Airship, writer: TextWriter) -> float:
    """The height of a ship's row, without its wings."""
    return SHIP + LINE * (len(writer.break_lines(member.name, "", NAMES, SIZE)) - 1)


def _show_ship(member: Airship, y: float, writer: TextWriter) -> Iterator[ShipRow]:
    """The row of a ship and those of its wings."""
    height = measure_ship(member, writer)
    ship, price = member.ship, cost(member.ship)
    frame, control = ship.build, damage_control(ship)
    fitted = [count_names(weapon for _, weapon in ship.list_weapons())]
    fitted.append(count_names(list_modules(ship)))
    fitted = list(filter(None, fitted)) or [UNARMED]
    yield ShipRow(
        y,
        height,
        False,
        member.id,
        member.name,
        " · ".join(fitted),
        [_price(p) for p in (price.weapons, price.modules, price.frame, price.wings)],
        ship=member.design,
        frame=frame.name,
        values=[
            str(frame.hull),
            f"{MOVEMENT[frame.row].move}″",
            f"{frame.skill}+",
            str(frame.morale),
            str(command(ship)),
            "–" if control is None else str(control),
        ],
        total=str(price.total),
    )
    for at, aboard in enumerate(member.wings):
        weapons = count_names(list_wing_weapons(aboard.wing.weapons)) or UNARMED
        costs = ("", "", "", _price(aboard.cost))
        low = y + height + WING * at
        yield ShipRow(low, WING, True, aboard.id, aboard.wing.name, weapons, costs)


def _price(points: int) -> str:
    return str(points) if points else "–"


ROSTER = roster.make_sheet(
    "airships/roster.svg",
    "all ships and wings of a fleet in a table, with what each part costs",
    fill_roster,
)
