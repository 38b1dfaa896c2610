"""Yards: a shipped game for tests, with its sheets filled and its ships linked to fleets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sheetgen.ground.record import replace
from sheetgen.systems.contract import Look, Print, Sheet, System
from sheetgen.systems.loading import load_shipped

PLAIN = Look()
"""How things are printed where nobody says more."""


class Harbour(NamedTuple):
    """Finds ships by their ids."""

    ships: Mapping[str, Any]

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        return self.ships[id]


class Yard:
    """A game as its game.yaml has it."""

    def __init__(self, game: str) -> None:
        self.game: System = load_shipped(game)
        self.ship, self.fleet, self.scenario = self.game.kinds
        self.sheets: Mapping[str, Sheet] = {sheet.name: sheet for sheet in self.game.sheets}

    def link_fleet(self, *ships: Any, turns: int | None = None, **keys: Any) -> Any:
        """A fleet of ships, called x1, x2 …, which a scenario lets play so many turns."""
        found = {f"x{at}": ship for at, ship in enumerate(ships, start=1)}
        usual = {"system": self.game.id, "fleet": "Home", "ships": [{"ship": id} for id in found]}
        assert self.fleet.link
        linked = self.fleet.link(self.fleet.model(**usual | keys), Harbour(found))
        return replace(linked, turns=turns)

    def fill(self, sheet: str, values: Any, look: Look = PLAIN) -> list[Print]:
        """The pieces of a sheet for a ship or a fleet."""
        return list(self.sheets[sheet].fill(values, look))

    def fill_blank(self, sheet: str, size: int) -> list[Print]:
        """The empty pieces of a sheet for a size."""
        made = self.sheets[sheet].fill_blank
        assert made
        return list(made(size, PLAIN))
