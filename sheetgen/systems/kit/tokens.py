"""Tokens: what is laid beside a ship to show a state that a rule has put it in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sheetgen.reading import source
from sheetgen.systems import Look, Print, Sheet


@dataclass(frozen=True, slots=True)
class Token:
    """A state: `word` names it on the token, `note` says what it does, and `count` is a set's.

    `sign` is a symbol of templates/common/signs.svg, crossed out if it is `struck`. What befell
    the ship is a harm, `final` if nothing clears it; an order is what its player chose or did.
    """

    word: str
    sign: str
    look: Literal["harm", "final", "order"] = "harm"
    note: str = ""
    struck: bool = False
    count: int = 4


@dataclass(frozen=True, slots=True)
class Face:
    """A token as its template knows it."""

    word: str
    sign: str
    look: str
    note: str
    struck: bool
    colour: str


def read_tokens(home: str) -> tuple[Token, ...]:
    """The tokens in tokens.yaml beside the file `home`."""
    entries = source.read(Path(home).with_name("tokens.yaml")).documents[0].data
    return tuple(Token(**entry) for entry in entries)


def make_tokens(kind: str, tokens: tuple[Token, ...], colour: str) -> Sheet:
    """The sheet of a game's tokens, one set for everybody, with fleets, a `kind` or nothing.

    `colour` is the colour of orders where a run has none.
    """

    def fill(values: Any, look: Look) -> Iterator[Print]:
        return fill_blank(1, look)

    def fill_blank(sets: int, look: Look) -> Iterator[Print]:
        if not 1 <= sets <= MOST_SETS:
            raise ValueError(f"{sets} sets of tokens: there may be 1 to {MOST_SETS}")
        for t in tokens:
            face = Face(t.word, t.sign, t.look, t.note, t.struck, look.colour or colour)
            yield Print(face, f"Token {t.word}", copies=t.count * sets)

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


MOST_SETS = 9
"""The most sets of tokens that are printed at once."""
