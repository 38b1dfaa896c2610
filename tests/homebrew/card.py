# regatta/card.py
"""The card of a boat, filled in or blank."""

from dataclasses import dataclass

from sheetgen.systems import Print

from .boat import list_speeds


@dataclass
class Card:
    """What the template card.svg knows as `sheet`."""

    name: str
    sail: str
    ballast: str
    speeds: list[str]


def fill_card(boat, look):
    """The card of a boat."""
    speeds = [str(speed) for speed in list_speeds(boat)]
    yield Print(Card(boat.name, str(boat.sail), str(boat.ballast), speeds), boat.name)


def fill_blank_card(planks, look):
    """A card to fill in with a pencil, for a number of planks."""
    if not 2 <= planks <= 12:
        raise ValueError(f"a boat has 2 to 12 planks, not {planks}")
    yield Print(Card("", "", "", [""] * planks), f"Boat of {planks} planks")
