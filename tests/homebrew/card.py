# regatta/card.py
"""The card of a boat, filled in or blank."""

from dataclasses import dataclass

from sheetgen.systems import Print, Sheet
from sheetgen.systems.kit.fleet import list_members

from .boat import list_speeds


@dataclass
class Card:
    """What the template card.svg knows as `sheet`."""

    name: str
    sail: str
    ballast: str
    speeds: list[str]


def fill_card(values, look):
    """The card of a boat, or of each boat in a fleet."""
    for member in list_members(values):
        boat = member.ship
        speeds = [str(speed) for speed in list_speeds(boat)]
        yield Print(Card(member.name, str(boat.sail), str(boat.ballast), speeds), member.title)


def fill_blank_card(planks, look):
    """A card to fill in with a pencil, for a number of planks."""
    if not 2 <= planks <= 12:
        raise ValueError(f"a boat has 2 to 12 planks, not {planks}")
    yield Print(Card("", "", "", [""] * planks), f"Boat of {planks} planks")


CARD = Sheet(
    name="card",
    title="Card",
    about="a boat's card with its planks to tick off",
    template="regatta/card.svg",
    kinds=("boat", "fleet"),
    default=("boat", "fleet"),
    fill=fill_card,
    fill_blank=fill_blank_card,
    blank_sizes=(6, 8, 12),
)
