"""Decks of cards, in poker and in bridge size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from sheetgen.ground.record import record, replace
from sheetgen.systems.contract import Print

POKER, BRIDGE = 63.5, 57.15
"""Widths of cards, in millimetres."""
HEIGHT = 88.9


# Tokens to lay beside a ship, for the states that rules put it in.


@record
class Token:
    """A state: `word` names it on the token, `note` says what it does, and `count` is a set's.

    `sign` is a symbol of templates/common/signs.svg, crossed out if it is `struck`. What befell
    the ship is a harm, `final` if nothing clears it; an order is what its player chose or did, in
    the `colour` of the run.
    """

    word: str
    sign: str
    look: Literal["harm", "final", "order"] = "harm"
    note: str = ""
    struck: bool = False
    count: int = 4
    colour: str = ""


MOST_SETS = 9
"""The most sets of tokens that are printed at once."""


def print_tokens(tokens: Sequence[Token], colour: str, sets: int) -> Iterator[Print]:
    """Some sets of a game's tokens, with orders in a colour."""
    if not 1 <= sets <= MOST_SETS:
        raise ValueError(f"{sets} sets of tokens: there may be 1 to {MOST_SETS}")
    for token in tokens:
        face = replace(token, colour=colour)
        yield Print(face, f"Token {token.word}", copies=token.count * sets)
