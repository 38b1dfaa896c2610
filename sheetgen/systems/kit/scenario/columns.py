"""The values of scenarios for `show` and books: the table, the sides, and all their ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sheetgen.ground.number import count
from sheetgen.systems.column import WORDS, Column, Form, Group, Option, derive_values
from sheetgen.systems.kit.scenario.map import find_table
from sheetgen.systems.kit.scenario.scenario import LinkedScenario
from sheetgen.systems.kit.scenario.table import Stuff

T = TypeVar("T")


def _compare_points(linked: LinkedScenario) -> str:
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

    def list_ships(linked: LinkedScenario) -> Iterator[dict[str, Any]]:
        for own in linked.sides:
            for member in own.fleet.members:
                values = derive_values(members, member)
                yield {"side": own.name, **{key: values[key] for key in keys}}

    def list_sides(linked: LinkedScenario) -> list[dict[str, Any]]:
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


# The form of a scenario in the studio: its sides, its table, and the rules that hold in it.


def make_scenario_form(
    terrain: Mapping[str, Stuff], fleet: Form, own: Sequence[str], shared: Sequence[str] = ()
) -> Form:
    """Make the form of a scenario, whose sides have `own` keys of a `fleet`, first its entries.

    It says the same of these, and of the keys of fleets that are `shared`.
    """
    entries = own[0]
    return Form(
        groups=(
            Group("Scenario", ("scenario", "about", "turns", "victory")),
            Group("Sides", ("sides",)),
            Group("Table", ("table", "terrain", "deployment")),
            Group("Rules", (*shared, "special_rules", "tokens")),
            WORDS,
        ),
        labels={
            **_borrow(fleet.labels, own, shared),
            "scenario": "Title",
            "about": "What it is about",
            "victory": "Who wins",
        },
        units=_borrow(fleet.units, own, shared),
        help={
            **_borrow(fleet.help, own, shared),
            "sides": "two to four, each with a fleet or with ships of its own",
            "terrain": "what lies on the table; it is moved on the map",
            "sides places": "where its ships begin; they are moved on the map",
            "deployment": "where each side begins",
            "special_rules": "rules that hold in this scenario",
            "tokens": "things of its own to put on the table, such as six barrels",
            "sides colour": "a colour of its own; without one, that of its fleet",
            f"sides {entries}": f"its {entries}, if it has no fleet of its own",
        },
        options={
            **_borrow(fleet.options, own, shared),
            "terrain type": [Option(key, stuff.name) for key, stuff in terrain.items()],
        },
        refers={"sides fleet": "fleet", **_borrow(fleet.refers, own, shared)},
        facts=_list_facts,
        map=find_table,
    )


def _borrow(said: Mapping[str, T], own: Sequence[str], shared: Sequence[str]) -> dict[str, T]:
    """Take what is said of keys of a fleet that scenarios have too, by their keys there."""
    found = {}
    for key, one in said.items():
        first = key.partition(" ")[0]
        if first in shared:
            found[key] = one
        elif first in own:
            found[f"sides {key}"] = one
    return found


def _list_facts(linked: LinkedScenario) -> Iterator[str]:
    yield linked.scenario.table.text
    for side in linked.sides:
        if linked.unit:
            unit = linked.unit.removesuffix("s")
            yield f"{side.name}: {'about ' * side.estimated}{count(side.points, unit)}"
    if linked.scenario.turns:
        yield count(linked.scenario.turns, "turn")
