"""The code of Pond Regatta: how fast a boat is as it loses planks, and its card."""

from typing import NamedTuple

from sheetgen.systems import Print
from sheetgen.systems.kit.fleet import list_members


class Card(NamedTuple):
    """What the template card.svg knows as `sheet`."""

    name: str
    sail: str
    ballast: str
    speeds: list[str]


def list_speeds(planks: int, sail: int) -> list[int]:
    """How fast a boat is once it has lost one plank, two, and so on: every second costs a knot."""
    return [max(sail - lost // 2, 0) for lost in range(1, planks + 1)]


def fill_card(values, look):
    """The card of a boat, or of each boat in a fleet."""
    for boat in list_members(values):
        known = boat.record
        speeds = [str(speed) for speed in known.speeds]
        yield Print(Card(boat.name, str(known.sail), str(known.ballast), speeds), boat.title)


def fill_blank_card(planks, look):
    """A card to fill in with a pencil, for a number of planks."""
    if not 2 <= planks <= 12:
        raise ValueError(f"a boat has 2 to 12 planks, not {planks}")
    yield Print(Card("", "", "", [""] * planks), f"Boat of {planks} planks")
