"""The roster of a fleet: its ships and wings in a table, with what each part costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.record import record
from sheetgen.ground.words import tr, tr_many
from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import COLOUR, MODULES
from sheetgen.systems.airships.member import list_wings
from sheetgen.systems.kit import roster
from sheetgen.systems.kit.fleet import Member
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.text import TextWriter

SHIP, WING, LINE = 10.4, 5.2, 3.84
"""The heights of a ship's row, of a wing's, and of every further line of a name, in millimetres."""
AROUND, WIDTH, NAMES = 41.6, 190.0, 52.0
"""The height of a page without its rows, its width, and that of the names."""
SIZE = 3.2
LOST, FITTED, SMALL = 3.4, 166.0, 2.6
"""The height of a line of what is lost, the width of these lines, and the size of their letters."""
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
    values: Sequence[Sequence[str]] = ()  # what is left, and what it was whole if that differs
    total: str = ""
    left: str = ""  # of the total, after losses
    lost: Sequence[str] = ()  # lines of what a ship has lost beside its hull
    out: bool = False


def fill_roster(linked: Any, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster: a ship and its wings stay together."""
    members, fleet = linked.members, linked.record
    ships = fleet.ships
    alone = sum(ship.is_wing for ship in ships)
    summary = [
        tr_many("{} ship", "{} ships", len(ships) - alone),
        tr_many("{} wing", "{} wings", fleet.wings + alone),
        tr("hull {}", _write(_add_up(ships, "hull"))),
        tr("CMD {}", _write(_add_up(ships, "command"))),
    ]
    left = sum(ship.present.points for ship in ships)
    writer = TextWriter(look.fonts)

    def measure(member: Member) -> float:
        return measure_ship(member, writer) + WING * len(member.record.wings)

    room = limit_height(look, WIDTH, HEIGHT) - AROUND
    stacked = roster.stack_rows(members, measure, room)
    return roster.print_roster(
        linked,
        look,
        [[row for y, m in page for row in _show_ship(m, y, writer)] for page in stacked],
        colour=look.colour or linked.fleet.colour or COLOUR,
        summary=" · ".join(summary),
        points=fleet.points,
        left=str(left) if left < fleet.points else "",
        limit=roster.write_limit(linked.fleet.points_limit),
        sums=[_price(sum(costs)) for costs in zip(*map(_list_costs, ships), strict=True)],
        unpriced=any(not ship.frame_cost for ship in ships),
    )


def measure_ship(member: Member, writer: TextWriter) -> float:
    """The height of a ship's row, without its wings."""
    names = len(writer.break_lines(member.name, "", NAMES, SIZE))
    return SHIP + LINE * (names - 1) + LOST * len(_list_lost(member.record, writer))


def _show_ship(member: Member, y: float, writer: TextWriter) -> Iterator[ShipRow]:
    """The row of a ship and those of its wings."""
    height = measure_ship(member, writer)
    ship = member.record
    frame = ship.build
    fitted = [told for told in (ship.arms_told, ship.fitted_told) if told]
    yield ShipRow(
        y,
        height,
        False,
        member.id,
        member.name,
        " · ".join(fitted or [UNARMED]),
        list(map(_price, _list_costs(ship))),
        ship=member.design,
        frame=frame.name,
        values=[
            tell_both(ship, "hull"),
            tell_both(ship, "move", "{:g}″"),
            tell_both(ship, "skill", "{:g}+"),
            tell_both(ship, "morale"),
            tell_both(ship, "command"),
            ("–", "") if frame.damage_control is None else tell_both(ship, "control"),
        ],
        total=str(ship.points),
        left=str(ship.present.points) if ship.present.points < ship.points else "",
        lost=_list_lost(ship, writer),
    )
    for at, aboard in enumerate(list_wings(member)):
        costs = ("", "", "", _price(aboard.wing.cost))
        low, told = y + height + WING * at, aboard.wing.arms_told or UNARMED
        yield ShipRow(low, WING, True, aboard.id, aboard.wing.name, told, costs, out=aboard.out)


def tell_both(ship: Any, name: str, form: str = "{:g}") -> tuple[str, str]:
    """The present value and the whole one; the latter is empty if they are equal."""
    whole, left = getattr(ship, name), getattr(ship.present, name)
    return form.format(float(left)), form.format(float(whole)) if left != whole else ""


def _list_lost(ship: Any, writer: TextWriter) -> list[str]:
    """List what a ship has lost beside its hull, in lines as wide as the row."""
    state = ship.state
    found = [tr(state.morale)] if state.morale else []
    found += [tr("weapon {} jammed", number) for number in sorted(state.jammed)]
    found += [tr("{} failed", tr(MODULES[module].name)) for module in state.failed]
    hits = [hit for hit in state.criticals if hit.value]
    keys = [(tr(hit.key), hit.value) for hit in hits]
    found += [f"{key} ×\u00a0{value}" if value > 1 else key for key, value in keys]
    told = ", ".join(found)
    return [plain for _, plain in writer.break_lines(told, "", FITTED, SMALL)] if told else []


def _add_up(ships: Sequence[Any], name: str) -> tuple[int, int]:
    """The sum of a value over all ships after their losses, and before."""
    return sum(getattr(s.present, name) for s in ships), sum(getattr(s, name) for s in ships)


def _write(sums: tuple[int, int]) -> str:
    """Write what is left, with the whole behind it if that differs."""
    return tr(" of ").join(map(str, dict.fromkeys(sums)))


def _list_costs(ship: Any) -> list[int]:
    """The costs of a ship's weapons, modules, frame and wings."""
    return [ship.weapons_cost, ship.modules_cost, ship.frame_cost, ship.wings_cost]


def _price(points: int) -> str:
    return str(points) if points else "–"
