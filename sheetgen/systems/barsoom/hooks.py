"""What the Sky Ships of Barsoom do in Python: plans of decks, the layout of cards, and dicts."""

from __future__ import annotations

from sheetgen.ground.record import NamedTuple
from sheetgen.systems import Table


class CardLoss(NamedTuple):
    """The effect of damage on a deck: the cards taken away, and the deck and options left."""

    result: int
    cards: list[str]
    left: list[int]
    options: int


def name_values(names: list[str], values: object) -> object:
    """Values by their names."""
    return dict(zip(names, values, strict=True))


def drop_empty(value: object) -> object:
    """The value; None for 0 and for an empty text."""
    return value or None


def read_number(text: str) -> object:
    """A text as a number if it is one."""
    return int(text) if text.isdigit() else text


def has_room(weapons: object) -> bool:
    """Whether all weapons and the plan fit on the ship card."""
    return True


def list_losses(hand: list[str], losses: list[CardLoss]) -> object:
    """Rows with the count of every card, which is 0 for one that is gone."""
    return [
        {
            "result": loss.result,
            "lost": ", ".join(loss.cards) or "an option",
            **dict(zip(hand, loss.left, strict=True)),
            "cards": sum(loss.left),
            "options": loss.options,
        }
        for loss in losses
    ]


def tabulate_losses(hand: list[str], losses: list[CardLoss]) -> object:
    """The same as a table for people."""
    rows = [[*row.values()] for row in list_losses(hand, losses)]
    return Table(["", "loses", *hand, "cards", "options"], rows)
