"""The values of scenarios for `show` and books: the table, the sides, and all their ships."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.systems import Column
from sheetgen.systems.column import derive_values

if TYPE_CHECKING:
    from sheetgen.systems.kit.scenario.scenario import LinkedScenario


def _compare_points(linked: LinkedScenario[Any, Any]) -> str:
    return " : ".join(str(side.points) for side in linked.sides)


def _measure(unit: str) -> Sequence[Column]:
    return (
        Column(unit, _compare_points, table=unit.capitalize()),
        Column("difference", table="Difference"),
        Column("difference_percent", "per_cent"),
    )


def make_columns(
    side: Sequence[Column],
    members: Sequence[Column],
    keys: Sequence[str],
    unit: str = "points",
    entries: str = "ships",
) -> tuple[Column, ...]:
    """The columns of a game's scenarios.

    `side` are the game's values of a side. `members` are the columns of a fleet's ships, of which
    the `keys` are listed for all ships of a scenario. `unit` is what sides are measured in,
    empty if nothing is, and `entries` what a fleet is made of.
    """

    def list_ships(linked: LinkedScenario[Any, Any]) -> Iterator[dict[str, Any]]:
        for own in linked.sides:
            for member in own.fleet.members:
                values = derive_values(members, member)
                yield {"side": own.name, **{key: values[key] for key in keys}}

    def list_sides(linked: LinkedScenario[Any, Any]) -> list[dict[str, Any]]:
        return [derive_values((*base, *side), own) for own in linked.sides]

    base = (
        Column("side", "name"),
        Column("fleet", "fleet.name"),
        Column(entries, lambda side: len(side.fleet.members)),
    )
    return (
        Column("table", "scenario.table.text", table="Table"),
        Column("turns", "scenario.turns"),
        *(_measure(unit) if unit else ()),
        Column("sides", list_sides),
        Column(entries, list_ships),
    )
