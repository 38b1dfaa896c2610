"""Fleets: what may be written, and the same with its fighters looked up and its suits dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from sheetgen.reading.model import Model, Prose, Text
from sheetgen.systems import Lookup, Table
from sheetgen.systems.black_skies.counters import Counters
from sheetgen.systems.black_skies.data import SUITS, TOP_SPEED
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import hardpoints_used

SuitName = Literal["spades", "hearts", "clubs", "diamonds"]


class Pilot(Model):
    """A pilot."""

    name: Text | None = Field(None, max_length=60, description="the pilot's name")
    skill: int = Field(2, ge=1, le=4, description="1 green, 2 trained, 3 experienced, 4 hotshot")


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


class Fleet(Model):
    """A side of Black Skies: elements of two fighters each."""

    system: Literal["black-skies"]
    id: Text | None = Field(None, description="a short name for files that hold several fleets")
    fleet: Text = Field(max_length=120, description="the fleet's name")
    colour: str = Field("", pattern=r"#(?:[0-9A-Fa-f]{3}){1,2}", description='such as "#1f4e79"')
    hardpoints_limit: int | None = Field(
        None, ge=0, description="the most hardpoints its fighters may use together"
    )
    elements: list[Entry] = Field(
        min_length=1, max_length=36, description="[{fighter: black-tiger, suit: spades, speed: 6}]"
    )
    counters: Counters = Field(
        default_factory=Counters, description="{size: 1, shape: hex, back: crippled}"
    )
    description: Prose | None = Field(None, description="Markdown, for fleet books")

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet


@dataclass(frozen=True, slots=True)
class Element:
    """Two fighters with their pilots; `deck` is 1 where four suits are enough."""

    number: int  # in its fleet, from 1
    name: str
    fighter: Fighter
    suit: str  # a key of SUITS
    deck: int
    speed: int
    pilots: tuple[Pilot, Pilot]
    path: tuple[str | int, ...]  # its entry in the definition

    @property
    def title(self) -> str:
        """Its name with its suit, as elements of one fighter may all be called after it."""
        deck = f", deck {self.deck}" if self.deck > 1 else ""
        return f"{self.name}, {SUITS[self.suit].name.lower()}{deck}"


@dataclass(frozen=True, slots=True, eq=False)
class LinkedFleet:
    """A fleet with its elements."""

    fleet: Fleet
    elements: tuple[Element, ...]

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet.fleet

    @property
    def hardpoints(self) -> int:
        """What all its fighters use together."""
        return sum(2 * hardpoints_used(element.fighter) for element in self.elements)


def link_fleet(fleet: Fleet, lookup: Lookup) -> LinkedFleet:
    """The fleet with its fighters found, each element with a suit; unknown ones are left out."""
    taken = {(e.deck or 1, e.suit) for e in fleet.elements if e.suit}
    elements = []
    for at, entry in enumerate(fleet.elements):
        fighter = lookup.find(("elements", at, "fighter"), entry.fighter, "fighter")
        deck, suit = (entry.deck or 1, entry.suit) if entry.suit else _deal_suit(entry, taken)
        if fighter is None:
            continue
        first, second = [*entry.pilots, Pilot(), Pilot()][:2]
        elements.append(
            Element(
                number=at + 1,
                name=entry.name or fighter.name,
                fighter=fighter,
                suit=suit,
                deck=deck,
                speed=entry.speed,
                pilots=(first, second),
                path=("elements", at),
            )
        )
    return LinkedFleet(fleet, tuple(elements))


def _deal_suit(entry: Entry, taken: set[tuple[int, Any]]) -> tuple[int, str]:
    """A free suit, of the element's deck or of the first deck that has one."""
    deck = entry.deck or 1
    while True:
        for suit in SUITS:
            if (deck, suit) not in taken:
                taken.add((deck, suit))
                return deck, suit
        deck += 1


def count_placeholders(fleet: LinkedFleet, together: Iterable[Any]) -> int:
    """The Kings that this side needs so that every side's movement deck has as many cards.

    `together` are the values of all that is printed in the run.
    """
    sides = [other for other in together if isinstance(other, LinkedFleet)]
    return max((len(s.elements) for s in sides), default=0) - len(fleet.elements) if sides else 0


def derive_fleet(linked: LinkedFleet) -> dict[str, Any]:
    """Everything that `show` tells of a fleet."""
    return {
        "elements": [
            {
                "number": e.number,
                "name": e.name,
                "fighter": e.fighter.name,
                "suit": SUITS[e.suit].name,
                "deck": e.deck,
                "speed": e.speed,
                "pilots": [{"name": p.name, "skill": p.skill} for p in e.pilots],
                "hardpoints": 2 * hardpoints_used(e.fighter),
            }
            for e in linked.elements
        ],
        "hardpoints": linked.hardpoints,
        "hardpoints_limit": linked.fleet.hardpoints_limit,
    }


def read_out_fleet(derived: Mapping[str, Any]) -> dict[str, Any]:
    """The derived values as `show` prints them for people: a line for each element."""
    rows = [
        [*(show_pilots(value) if key == "pilots" else value for key, value in row.items())]
        for row in derived["elements"]
    ]
    headings = ["", *list(derived["elements"][0])[1:]] if rows else []
    return {**derived, "elements": Table(headings, rows)}


def show_pilots(pilots: Iterable[Mapping[str, Any]]) -> str:
    """Pilots in a line: `Ace 3, pilot 2`."""
    return ", ".join(f"{pilot['name'] or 'pilot'} {pilot['skill']}" for pilot in pilots)
