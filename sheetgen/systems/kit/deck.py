"""Decks of cards, in poker and in bridge size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from sheetgen.ground import assets
from sheetgen.ground.record import record, replace
from sheetgen.ground.words import tr
from sheetgen.reading.field import Before, Field, Text
from sheetgen.reading.model import Model
from sheetgen.systems.contract import Print

POKER, BRIDGE = 63.5, 57.15
"""Widths of cards, in millimetres."""
HEIGHT = 88.9


# Tokens to lay beside a ship, for the states that rules put it in.


@record
class Token:
    """A state: `word` names it on the token, `note` says what it does, and `count` is a set's.

    `sign` is a symbol of templates/common/signs.svg, broken in two if it is `struck`. What befell
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


_SIGNS = re.compile(r'<symbol id="([a-z]+)"')


def _check_sign(value: object) -> object:
    signs = _SIGNS.findall(
        (assets.shipped("templates") / "common" / "signs.svg").read_text("utf-8")
    )
    if value not in signs:
        raise ValueError(f"there is no such sign; there are {', '.join(signs)}")
    return value


class TokenEntry(Model):
    """A token as a game's tokens.yaml or a scenario writes it."""

    word: Text = Field(max_length=20, description="what it says")
    sign: Annotated[Text, Before(_check_sign)] = Field(description="a sign of the kit")
    look: Literal["harm", "final", "order"] = "harm"
    note: Text = Field("", max_length=40, description="what it does")
    struck: bool = Field(False, description="whether the sign is broken in two")
    count: int = Field(4, ge=1, le=99, description="how many are in a set")


MOST_SETS = 9
"""The most sets of tokens that are printed at once."""


def print_tokens(tokens: Iterable[Token], colour: str, sets: int) -> Iterator[Print]:
    """Some sets of a game's tokens, with orders in a colour."""
    if not 1 <= sets <= MOST_SETS:
        raise ValueError(f"{sets} sets of tokens: there may be 1 to {MOST_SETS}")
    for token in tokens:
        face = replace(token, colour=colour)
        yield Print(face, tr("Token {}", tr(token.word)), copies=token.count * sets)
