"""Decks of cards, in poker and in bridge size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

from sheetgen.ground import assets
from sheetgen.ground.record import record, replace
from sheetgen.systems import Before, Field, Look, Model, Print, Sheet, Text

POKER, BRIDGE = 63.5, 57.15
"""Widths of cards, in millimetres."""
HEIGHT = 88.9


def make_decks(
    name: str,
    title: str,
    about: str,
    *,
    fill: Callable[..., Iterable[Print]],
    fill_blank: Callable[..., Iterable[Print]] | None = None,
    default: tuple[str, ...] = (),
    role: Literal["", "card"] = "",
    **options: Any,
) -> tuple[Sheet, Sheet]:
    """A deck's sheets in both sizes; `fill` and `fill_blank` also get the `width` of the cards.

    Only the one in poker size is printed without being asked for, and placed by books. `options`
    are further arguments of a Sheet.
    """

    def make(width: float, ending: str, size: str, **own: Any) -> Sheet:
        return Sheet(
            name=name + ending,
            title=title + size,
            fill=partial(fill, width=width),
            fill_blank=partial(fill_blank, width=width) if fill_blank else None,
            gap=0.0,
            grid=True,
            **own,
            **options,
        )

    poker = make(POKER, "", "", about=about, default=default, role=role)
    return poker, make(BRIDGE, "-bridge", ", bridge size", about="the same on cards 57 mm wide")


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


SIGNS = re.compile(r'<symbol id="([a-z]+)"')


def _check_sign(value: object) -> object:
    signs = SIGNS.findall((assets.shipped("templates") / "common" / "signs.svg").read_text("utf-8"))
    if value not in signs:
        raise ValueError(f"there is no such sign; there are {', '.join(signs)}")
    return value


class TokenEntry(Model):
    """A token as a game's tokens.yaml or a scenario writes it."""

    word: Text = Field(max_length=20, description="what it says")
    sign: Annotated[Text, Before(_check_sign)] = Field(description="a sign of the kit")
    look: Literal["harm", "final", "order"] = "harm"
    note: Text = Field("", max_length=40, description="what it does")
    struck: bool = Field(False, description="whether the sign is crossed out")
    count: int = Field(4, ge=1, le=99, description="how many are in a set")


def make_tokens(kind: str, tokens: tuple[Token, ...], colour: str) -> Sheet:
    """The sheet of a game's tokens, one set for everybody, with fleets, a `kind` or nothing.

    A scenario prints its own things, and each of its fleets the set. `colour` is the colour of
    orders where a run has none.
    """

    def fill(values: Any, look: Look) -> Iterator[Print]:
        scenario = getattr(values, "scenario", None)
        own = tokens if scenario is None else [Token(**dict(one)) for one in scenario.tokens]
        return _print_tokens(own, look.colour or colour, 1)

    def fill_blank(sets: int, look: Look) -> Iterator[Print]:
        if not 1 <= sets <= MOST_SETS:
            raise ValueError(f"{sets} sets of tokens: there may be 1 to {MOST_SETS}")
        return _print_tokens(tokens, look.colour or colour, sets)

    return Sheet(
        name="tokens",
        title="Tokens",
        about="a token for every state that a rule can put a ship in, one set for everybody",
        template="common/token.svg",
        kinds=(kind, "fleet"),
        fill=fill,
        fill_blank=fill_blank,
        blank_sizes=(1,),
        gap=0.0,
        grid=True,
        once=True,
    )


def _print_tokens(tokens: Iterable[Token], colour: str, sets: int) -> Iterator[Print]:
    for token in tokens:
        face = replace(token, colour=colour)
        yield Print(face, f"Token {token.word}", copies=token.count * sets)


MOST_SETS = 9
"""The most sets of tokens that are printed at once."""
