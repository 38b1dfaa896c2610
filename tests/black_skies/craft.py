"""The game as its tests ask for it: fighters and fleets from their keys, and its sheets."""

from __future__ import annotations

from typing import Any

from sheetgen.systems.column import derive_values
from sheetgen.systems.loading import load_shipped

GAME = load_shipped("black-skies")
SHEETS = {sheet.name: sheet for sheet in GAME.sheets}
KINDS = {kind.name: kind for kind in GAME.kinds}


def make_fighter(**values: Any) -> Any:
    """A medium fighter with nothing, but for these keys."""
    known = {"system": "black-skies", "name": "X", "weight": "medium", **values}
    return KINDS["fighter"].model(**known)


def derive(fighter: Any) -> dict[str, Any]:
    """What `show --json` derives of a fighter."""
    return derive_values(KINDS["fighter"].columns, fighter)


class Hangar:
    """Finds one fighter, whatever is asked for but `missing`."""

    def __init__(self, fighter: Any) -> None:
        self.fighter = fighter

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        assert kind == "fighter"
        return None if id == "missing" else self.fighter


def link(fighter: Any, *elements: dict[str, Any]) -> Any:
    """A fleet of elements of a fighter."""
    entries = [{"fighter": "black-tiger", **element} for element in elements]
    fleet = KINDS["fleet"]
    assert fleet.link
    return fleet.link(
        fleet.model(system="black-skies", fleet="F", elements=entries), Hangar(fighter)
    )
