"""The form of a scenario in the studio: its sides, its table, and the rules that hold in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.number import count
from sheetgen.systems.form import WORDS, Form, Group, Option
from sheetgen.systems.kit.scenario.map import describe_map
from sheetgen.systems.kit.scenario.scenario import LinkedScenario
from sheetgen.systems.kit.scenario.terrain import Stuff


def make_scenario_form(
    terrain: Mapping[str, Stuff],
    rules: Sequence[str] = (),
    said: Mapping[str, str] | None = None,
    spans: Sequence[str] = (),
    refers: Mapping[str, str] | None = None,
) -> Form:
    """The form of a scenario; `rules` are the game's own keys, and what is `said` of such keys.

    `spans` are keys that may have a lowest and a highest number, `refers` the kinds that a side's
    own ships are of, by their keys.
    """
    return Form(
        groups=(
            Group("Scenario", ("scenario", "about", "turns", "victory")),
            Group("Sides", ("sides",)),
            Group("Table", ("table", "terrain", "deployment")),
            Group("Rules", (*rules, "special_rules")),
            WORDS,
        ),
        labels={"scenario": "Title", "about": "What it is about", "victory": "Who wins"},
        help={
            **(said or {}),
            "sides": "two to four, each with a fleet or with ships of its own",
            "terrain": "what lies on the table; it is moved on the map",
            "deployment": "where each side begins",
            "special_rules": "rules that hold in this scenario",
            "sides colour": "a colour of its own; without one, that of its fleet",
            "sides ships": "its ships, if it has no fleet of its own",
        },
        options={"terrain type": [Option(key, stuff.name) for key, stuff in terrain.items()]},
        spans=spans,
        refers={"sides fleet": "fleet", **(refers or {"sides ships ship": "ship"})},
        facts=_list_facts,
        map=describe_map,
    )


def _list_facts(linked: LinkedScenario[Any, Any]) -> Iterator[str]:
    yield linked.scenario.table.text
    for side in linked.sides:
        if linked.unit:
            unit = linked.unit.removesuffix("s")
            yield f"{side.name}: {'about ' * side.estimated}{count(side.points, unit)}"
    if linked.scenario.turns:
        yield count(linked.scenario.turns, "turn")
