"""Python of the Sky Ships of Barsoom: rows whose keys differ from ship to ship, and drawings."""

from __future__ import annotations

from typing import Any

from sheetgen.ground.record import NamedTuple
from sheetgen.systems.column import Table


class CardLoss(NamedTuple):
    """The effect of damage on a deck: the cards taken away, and the deck and options left."""

    result: int
    cards: list[str]
    left: list[int]
    options: int


def name_values(names: list[str], values: Any) -> Any:
    """Values by their names."""
    return dict(zip(names, values, strict=True))


def if_known(known: bool, value: Any) -> Any:
    """The value; None where it is not known."""
    return value if known else None


def drop_empty(value: Any) -> Any:
    """The value; None for 0 and for an empty text."""
    return value or None


def read_number(text: str) -> Any:
    """A text as a number if it is one."""
    return int(text) if text.isdigit() else text


def list_losses(hand: list[str], losses: list[CardLoss]) -> Any:
    """Rows with the count of every card of the deck, which is 0 for one that is gone."""
    return [
        {
            "result": loss.result,
            "lost": ", ".join(loss.cards) or "an option",
            **name_values(hand, loss.left),
            "cards": sum(loss.left),
            "options": loss.options,
        }
        for loss in losses
    ]


def tabulate_losses(hand: list[str], losses: list[CardLoss]) -> Any:
    """A table of losses for people, a row for each."""
    rows = [list(row.values()) for row in list_losses(hand, losses)]
    return Table(["", "loses", *hand, "cards", "options"], rows)


def has_room(weapons: Any) -> bool:
    """Whether all weapons and the plan fit on the ship card."""
    from sheetgen.systems.barsoom import battery

    return battery.has_room(weapons)


def arrange(weapons: Any, lost: Any, blank: bool) -> Any:
    """The weapons of a ship around the plan on its card; `lost` are those lost by side.

    A `blank` card has lines to write on.
    """
    from sheetgen.systems.barsoom import battery

    lines: Any = battery.list_lines() if blank else weapons
    return battery.arrange(lines, {entry.key: entry.value for entry in lost})


def draw_beside(
    battery: Any, hull: str, weapons: Any, length: float, beam: float, fleet: str
) -> Any:
    """The plan of a ship among its weapons on its card."""
    return draw_fitting(hull, weapons, length, beam, 22.0, battery.plan_height - 2, fleet)


def draw_fitting(
    hull: str, weapons: Any, length: float, beam: float, width: float, height: float, fleet: str
) -> Any:
    """The plan of a ship, as large as a place of so many millimetres allows."""
    from sheetgen.systems.barsoom.plan import PlannedShip, draw_plan, fit_scale

    ship = PlannedShip(hull, weapons, length, beam)
    return draw_plan(ship, fit_scale(ship, float(width), float(height)), planks=True, fleet=fleet)


def draw_hull(hull: str, weapons: Any, length: float, beam: float, fleet: str) -> Any:
    """The parts of a ship's plan without its planks, as small pictures show it."""
    from sheetgen.systems.barsoom.plan import PlannedShip, draw_plan, fit_scale

    ship = PlannedShip(hull, weapons, length, beam)
    return draw_plan(ship, fit_scale(ship, 100.0, 100.0), fleet=fleet).parts
