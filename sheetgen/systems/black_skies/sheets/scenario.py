"""The scenario sheet: what the game adds to a map, the setup, the forces and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.systems.black_skies.data import SUITS
from sheetgen.systems.black_skies.fleet import Element
from sheetgen.systems.black_skies.scenario import TERRAIN, LinkedScenario
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.text import Briefing, BriefingRow
from sheetgen.systems.kit.text import Fact


def _list_elements(elements: Sequence[Element]) -> Iterator[BriefingRow]:
    """A row for each element: its two fighters, its suit and its speed at the start."""
    for element in elements:
        fighter, suit = element.fighter.name, SUITS[element.suit].name.lower()
        name = fighter if element.name == fighter else f"{element.name} · {fighter}"
        deck = f" {element.deck}" if element.deck > 1 else ""
        start = f"{suit}{deck}, {element.speed}″"
        yield BriefingRow(2, name, "", [start], str(element.hardpoints))


def _list_setup(linked: LinkedScenario) -> Iterator[Fact]:
    """Yield the number of cards in a side's movement deck, and the Kings of each smaller side."""
    counts = [len(side.fleet.elements) for side in linked.sides]
    yield Fact("Movement decks", f"{max(counts)} cards")
    for side, count in zip(linked.sides, counts, strict=True):
        if missing := max(counts) - count:
            yield Fact(f"Kings, {side.name}", str(missing))


BRIEFING = Briefing(game="Black Skies", rows=_list_elements, setup=_list_setup)
SCENARIO = make_scenario(BRIEFING)


# Terrain of a scenario, to cut out at true size.


TERRAIN_SHEET = make_terrain(TERRAIN)
