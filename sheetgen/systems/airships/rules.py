"""The code of Airships: what its game.yaml calls, most of which lies in the modules beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.systems.contract import Combat, Look, Print

if TYPE_CHECKING:
    from sheetgen.systems.kit.scenario.text import BriefingRow


def name_wings(id: str, count: int) -> list[str]:
    """The IDs of the wings aboard a ship: its own with a letter."""
    from sheetgen.systems.airships.member import name_wings as name

    return name(id, count)


def draw(frame: str, arms: Any) -> object:
    """A ship from above, with the weapons of its slots."""
    from sheetgen.systems.airships.sheets.silhouette import draw_ship

    return draw_ship(frame, arms)


def fill_roster(values: Any, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster."""
    from sheetgen.systems.airships.sheets.roster import fill_roster as fill

    return fill(values, look)


def fill_ship(values: Any, look: Look) -> Iterator[Print]:
    """The sheets of a ship or of a fleet's ships."""
    from sheetgen.systems.airships.sheets.ship import fill_ship as fill

    return fill(values, look)


def blank_ship(hull: int, look: Look) -> Sequence[Print]:
    """An empty sheet for the frame with that hull. Raises ValueError if there is none."""
    from sheetgen.systems.airships.sheets.ship import blank_ship as fill

    return fill(hull, look)


def fill_wings(values: Any, look: Look) -> Iterator[Print]:
    """The cards of the wings of a ship or a fleet."""
    from sheetgen.systems.airships.sheets.wings import fill_wings as fill

    return fill(values, look)


def blank_wing(hull: int, look: Look) -> Sequence[Print]:
    """An empty card. Raises ValueError for any hull but that of a wing."""
    from sheetgen.systems.airships.sheets.wings import blank_wing as fill

    return fill(hull, look)


def fill_torpedo_cards(values: Any, look: Look) -> Iterator[Print]:
    """A card for every launcher of a ship or of a fleet's ships."""
    from sheetgen.systems.airships.sheets.wings import fill_torpedo_cards as fill

    return fill(values, look)


def fill_counters(values: Any, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships and their wings."""
    from sheetgen.systems.airships.sheets.counters import fill_counters as fill

    return fill(values, look)


def fill_torpedoes(values: Any, look: Look) -> Iterator[Print]:
    """Torpedo counters for every launcher."""
    from sheetgen.systems.airships.sheets.counters import fill_torpedoes as fill

    return fill(values, look)


def list_forces(members: Sequence[Any]) -> Iterator[BriefingRow]:
    """The rows of the table of forces: designs, and the wings that they carry."""
    from sheetgen.systems.airships.member import list_rows

    return list_rows(members)


def make_combat() -> Combat:
    """The rules by which duels are fought."""
    from sheetgen.systems.airships.duel import COMBAT

    return COMBAT
