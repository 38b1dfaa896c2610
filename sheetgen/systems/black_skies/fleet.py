"""Fleets: what may be written, and the same with its fighters looked up and its suits dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field
from typing import Any, Literal

from sheetgen.ground.record import record
from sheetgen.systems import Field, Lookup, Model, Prose, Text
from sheetgen.systems.black_skies.counters import Counters
from sheetgen.systems.black_skies.data import SUITS, TOP_SPEED
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import hardpoints_used, weight
from sheetgen.systems.kit import fleet as base

SuitName = Literal["spades", "hearts", "clubs", "diamonds"]

COLOUR = "#2b3f55"
"""The accent of anything printed without a colour."""


class Pilot(Model):
    """A pilot."""

    name: Text | None = Field(None, max_length=60, description="the pilot's name")
    skill: int = Field(2, ge=1, le=4, description="1 green, 2 trained, 3 experienced, 4 hotshot")


class Damage(Model):
    """What a fighter has lost, for campaigns."""

    hull: int = Field(0, ge=0, description="points of hull integrity that it has lost")


class State(Model):
    """What the fighters of an element have lost."""

    leader: Damage = Field(default_factory=Damage, description="{hull: 3}")
    wingman: Damage = Field(default_factory=Damage, description="{hull: 6}")


class Entry(Model):
    """An element: two fighters of one type that fly together."""

    fighter: Text = Field(description="the id of a fighter definition")
    name: Text | None = Field(None, max_length=60, description="what the element is called")
    suit: SuitName | None = Field(None, description="spades, hearts, clubs or diamonds")
    deck: int | None = Field(None, ge=1, le=9, description="which deck of cards, 1 to 9")
    speed: int = Field(6, ge=0, le=TOP_SPEED, description="speed at the start, 0 to 12")
    pilots: list[Pilot] = Field(
        default_factory=list, max_length=2, description="[{name: Ace, skill: 3}, {skill: 2}]"
    )
    state: State = Field(
        default_factory=State, description="losses: {leader: {hull: 3}, wingman: {hull: 6}}"
    )


class Fleet(base.Fleet):
    """A side of Black Skies: elements of two fighters each."""

    system: Literal["black-skies"]
    hardpoints_limit: int | None = Field(
        None, ge=0, description="the most hardpoints its fighters may use in total"
    )
    elements: list[Entry] = Field(
        min_length=1, max_length=36, description="[{fighter: black-tiger, suit: spades, speed: 6}]"
    )
    counters: Counters = Field(
        default_factory=Counters, description="{size: 1, shape: hex, back: crippled}"
    )
    description: Prose | None = Field(None, description="Markdown, for fleet books")


@record
class Element:
    """Two fighters with their pilots; `deck` is 1 if four suits are enough."""

    number: int  # in its fleet, from 1
    name: str
    fighter: Fighter
    deck: int
    suit: str  # a key of SUITS
    speed: int
    pilots: tuple[Pilot, Pilot]
    state: State = field(default_factory=State)

    @property
    def title(self) -> str:
        """Its name with its suit, since all elements of one fighter may be named after it."""
        deck = f", deck {self.deck}" if self.deck > 1 else ""
        return f"{self.name}, {SUITS[self.suit].name.lower()}{deck}"

    @property
    def at(self) -> int:
        """The place of its entry in the definition, from 0."""
        return self.number - 1

    @property
    def mark(self) -> str:
        """By which its prints say whose they are: its suit and deck, which no other has."""
        return f"{self.suit} {self.deck}"

    @property
    def hull_left(self) -> tuple[int, int]:
        """The hull integrity of the leader and of the wingman."""
        hull, state = weight(self.fighter).hull, self.state
        return max(0, hull - state.leader.hull), max(0, hull - state.wingman.hull)

    @property
    def hardpoints(self) -> int:
        """The hardpoints that both its fighters use."""
        return 2 * hardpoints_used(self.fighter)


class LinkedFleet(base.LinkedFleet[Fleet, Element]):
    """A fleet with its elements."""

    __slots__ = ()

    unit = "hardpoints"

    @property
    def elements(self) -> tuple[Element, ...]:
        """Its members."""
        return self.members

    @property
    def hardpoints(self) -> int:
        """The hardpoints that all its fighters use together."""
        return sum(element.hardpoints for element in self.elements)


def link_fleet(fleet: Fleet, lookup: Lookup) -> LinkedFleet:
    """The fleet with its fighters found, each element with a suit; unknown ones are left out."""
    taken: set[tuple[int, str]] = {(e.deck or 1, e.suit) for e in fleet.elements if e.suit}
    elements = []
    for at, entry in enumerate(fleet.elements):
        fighter = lookup.find(("elements", at, "fighter"), entry.fighter, "fighter")
        deck = entry.deck or 1
        dealt = (deck, entry.suit) if entry.suit else next(deal_free_suits(taken, deck))
        taken.add(dealt)
        if fighter is None:
            continue
        name = entry.name or fighter.name
        first, second = [*entry.pilots, Pilot(), Pilot()][:2]
        elements.append(
            Element(at + 1, name, fighter, *dealt, entry.speed, (first, second), entry.state)
        )
    return LinkedFleet(fleet, tuple(elements))


def deal_free_suits(taken: Collection[tuple[int, str]], deck: int = 1) -> Iterator[tuple[int, str]]:
    """The suits that are not taken, with their decks, from one of these on, without end."""
    while True:
        yield from ((deck, suit) for suit in SUITS if (deck, suit) not in taken)
        deck += 1


def count_placeholders(fleet: LinkedFleet, together: Sequence[Any]) -> int:
    """The Kings that this side needs for every side's movement deck to have as many cards.

    `together` are the values of everything that is printed in the run.
    """
    sides = [other for other in together if isinstance(other, LinkedFleet)]
    return max((len(s.elements) - len(fleet.elements) for s in sides), default=0)
