"""The roster of a fleet: its ships and wings in a table, with what each part costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.data import MOVEMENT
from sheetgen.systems.airships.definition import list_wing_weapons
from sheetgen.systems.airships.derive import command, cost, damage_control, list_modules
from sheetgen.systems.airships.fleet import Aboard, LinkedFleet, Member
from sheetgen.systems.airships.sheets.ship import count_weapons

ROOM = 196.0
"""Millimetres of a page for the rows of the table."""
SHIP, WING = 10.4, 5.2
"""The height of a ship's row and of a wing's, in millimetres."""


@dataclass(frozen=True, slots=True)
class Row:
    """A ship or a wing at its height on the page; a wing has no values of its own."""

    y: float
    id: str
    name: str
    ship: str  # its design, where the ship has a name of its own
    frame: str
    values: Sequence[str]
    fitted: str  # weapons and modules
    parts: Sequence[str]  # what weapons, modules, frame and wings cost
    total: str
    wing: bool


@dataclass(frozen=True, slots=True)
class Roster:
    """A page of the roster."""

    name: str
    colour: str
    rows: Sequence[Row]
    bottom: float  # of the last row, in millimetres from the first
    summary: str
    points: int
    limit: str
    sums: Sequence[str]
    unpriced: bool  # whether any frame has no price
    last: bool
    page: int
    pages: int


def fill_roster(linked: LinkedFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster."""
    fleet, members = linked.fleet, linked.members
    pages = list(_break_pages(members))
    costs = [cost(m.ship) for m in members]
    sums = [
        sum(c.weapons for c in costs),
        sum(c.modules for c in costs),
        sum(c.frame for c in costs),
        sum(c.wings for c in costs),
    ]
    wings = sum(len(m.wings) + m.ship.is_wing for m in members)
    ships = sum(not m.ship.is_wing for m in members)
    summary = [
        _count(ships, "ship"),
        _count(wings, "wing"),
        f"hull {sum(m.ship.build.hull for m in members)}",
        f"CMD {sum(command(m.ship) for m in members)}",
    ]
    for number, rows in enumerate(pages, start=1):
        roster = Roster(
            name=fleet.fleet,
            colour=look.colour or fleet.colour or "#1f4e79",
            rows=rows,
            bottom=rows[-1].y + (WING if rows[-1].wing else SHIP),
            summary=" · ".join(summary),
            points=linked.points,
            limit="" if fleet.points_limit is None else str(fleet.points_limit),
            sums=[_price(value) for value in sums],
            unpriced=any(not m.ship.frame_cost for m in members),
            last=number == len(pages),
            page=number,
            pages=len(pages),
        )
        yield Print(roster, f"{fleet.fleet}, roster")


def _break_pages(members: Iterable[Member]) -> Iterator[list[Row]]:
    """Rows to pages; a ship and its wings stay together."""
    rows: list[Row] = []
    y = 0.0
    for member in members:
        height = SHIP + WING * len(member.wings)
        if rows and y + height > ROOM:
            yield rows
            rows, y = [], 0.0
        rows.append(_show_ship(member, y))
        for at, aboard in enumerate(member.wings):
            rows.append(_show_wing(aboard, y + SHIP + WING * at))
        y += height
    yield rows


def _show_ship(member: Member, y: float) -> Row:
    ship, price = member.ship, cost(member.ship)
    frame, control = ship.build, damage_control(ship)
    weapons = count_weapons([weapon for _, weapon in ship.list_weapons()])
    modules: dict[str, int] = {}
    for module in list_modules(ship):
        modules[module.name] = modules.get(module.name, 0) + 1
    fitted = [f"{n} × {name}" if n > 1 else name for name, n in modules.items()]
    return Row(
        y=y,
        id=member.id,
        name=member.name,
        ship=ship.name if member.name != ship.name else "",
        frame=frame.name,
        values=[
            str(frame.hull),
            f"{MOVEMENT[frame.row].move}″",
            f"{frame.skill}+",
            str(frame.morale),
            str(command(ship)),
            "–" if control is None else str(control),
        ],
        fitted=" · ".join(part for part in (weapons, ", ".join(fitted)) if part),
        parts=[_price(p) for p in (price.weapons, price.modules, price.frame, price.wings)],
        total=str(price.total),
        wing=False,
    )


def _show_wing(aboard: Aboard, y: float) -> Row:
    weapons = count_weapons(list_wing_weapons(aboard.wing.weapons))
    return Row(
        y,
        aboard.id,
        aboard.wing.name,
        "",
        "",
        (),
        weapons,
        ("", "", "", str(aboard.cost)),
        "",
        True,
    )


def _price(points: int) -> str:
    return str(points) if points else "–"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


ROSTER = Sheet(
    name="roster",
    title="Fleet roster",
    about="all ships and wings of a fleet in a table, with what each part costs",
    template="airships/roster.svg",
    kinds=("fleet",),
    fill=fill_roster,
    default=("fleet",),
    cut=False,
)
