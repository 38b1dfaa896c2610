"""Ensigns of fleets, which take the liveries of their battles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.systems import Look
from sheetgen.systems.asfos.scenario import LinkedScenario
from sheetgen.systems.kit import ensign as kit

COLOUR = "#1f4e79"
"""The colour of a fleet that has none."""


def make_ensign(values: Any, look: Look) -> kit.Ensign | None:
    """The ensign of a fleet's pieces; None for a ship on its own."""
    return kit.make_ensign(values, look, COLOUR, battles=list_battles(look))


def list_battles(look: Look) -> Iterator[Sequence[object]]:
    """The sides of each battle of a run: these have the plainest liveries."""
    scenarios = (other for other in look.together if isinstance(other, LinkedScenario))
    return ([side.fleet for side in scenario.sides] for scenario in scenarios)
