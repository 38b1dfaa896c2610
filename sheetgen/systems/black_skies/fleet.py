"""Fleets: what may be written, and the same with its fighters looked up and its suits dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

from sheetgen.ground.number import join_words
from sheetgen.ground.record import record
from sheetgen.systems import (
    Before,
    Check,
    Field,
    Finding,
    Lookup,
    Model,
    Prose,
    Schema,
    Text,
    check,
)
from sheetgen.systems.black_skies.data import SUITS, TOP_SPEED
from sheetgen.systems.black_skies.fighter import Fighter, hardpoints_used, weight
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit.counters import Counters as BaseCounters
from sheetgen.systems.kit.counters import alike_in_grey, spell_size
from sheetgen.systems.kit.fleet import fold_without_back, limit_fleet

# Counters of a fleet: their sizes, shapes and backs, and the model of `counters:`.


INCHES = {"3/4": 0.75, "1": 1.0, "1.25": 1.25, "1.5": 1.5}
"""The sizes of counters, in inches."""

LIVERIES = ("light", "dark", "light-striped", "dark-striped")
"""The order in which the sides of a battle get them."""


class Counters(BaseCounters):
    """The size, shape, back and livery of the counters of a fleet's fighters."""

    size: Annotated[
        Literal["3/4", "1", "1.25", "1.5"],
        Before(spell_size(INCHES)),
        Schema({"enum": [*INCHES, *INCHES.values()]}),
    ] = Field("1", description="3/4, 1, 1.25 or 1.5 inches")
    shape: Literal["hex", "square"] = Field("hex", description="hex (a flat side ahead) or square")
    back: Literal["none", "name", "crippled"] = Field(
        "none", description="none, name (of the pilot, or the element), or crippled"
    )

    @property
    def inches(self) -> float:
        """The distance from the front of a counter to its rear."""
        return INCHES[self.size]


SuitName = Literal["spades", "hearts", "clubs", "diamonds"]

COLOUR = "#2b3f55"
"""The accent of anything printed without a colour."""


class Pilot(Model):
    """A pilot."""

    name: Text | None = Field(None, max_length=60, description="the pilot's name")
    skill: int = Field(2, ge=1, le=4, description="1 green, 2 trained, 3 experienced, 4 hotshot")


class Damage(Model):
    """The losses of a fighter, for campaigns."""

    hull: int = Field(0, ge=0, description="points of hull integrity that it has lost")


class State(Model):
    """The losses of an element's fighters."""

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
class FighterPair:
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
        """The element's name with its suit: all elements of one fighter may share their name."""
        deck = f", deck {self.deck}" if self.deck > 1 else ""
        return f"{self.name}, {SUITS[self.suit].name.lower()}{deck}"

    @property
    def at(self) -> int:
        """The place of its entry in the definition, from 0."""
        return self.number - 1

    @property
    def mark(self) -> str:
        """The mark of the element's prints: its suit and deck, which no other element has."""
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


class FighterFleet(base.LinkedFleet[Fleet, FighterPair]):
    """A fleet with its elements."""

    __slots__ = ()

    unit = "hardpoints"

    @property
    def elements(self) -> tuple[FighterPair, ...]:
        """The members of the fleet."""
        return self.members

    @property
    def hardpoints(self) -> int:
        """The hardpoints that all its fighters use together."""
        return sum(element.hardpoints for element in self.elements)


def link_fleet(fleet: Fleet, lookup: Lookup) -> FighterFleet:
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
            FighterPair(at + 1, name, fighter, *dealt, entry.speed, (first, second), entry.state)
        )
    return FighterFleet(fleet, tuple(elements))


def deal_free_suits(taken: Collection[tuple[int, str]], deck: int = 1) -> Iterator[tuple[int, str]]:
    """The suits that are not taken, with their decks, from one of these on, without end."""
    while True:
        yield from ((deck, suit) for suit in SUITS if (deck, suit) not in taken)
        deck += 1


def count_placeholders(fleet: FighterFleet, together: Sequence[Any]) -> int:
    """The Kings that this side needs for every side's movement deck to have as many cards.

    `together` are the values of everything that is printed in the run.
    """
    sides = [other for other in together if isinstance(other, FighterFleet)]
    return max((len(s.elements) - len(fleet.elements) for s in sides), default=0)


# Checks of a fleet.


@check("suit-taken", "error")
def suit_taken(linked: FighterFleet) -> Iterator[Finding]:
    """Two elements of a fleet have the same suit of the same deck.

    Why: The suit of a card shows which element it moves. More than four elements need further
    decks, which are distinguished by their backs.

    Example:
    elements:
      - {fighter: black-tiger, suit: spades}
      - {fighter: black-tiger, suit: spades}    # or deck: 2
    """
    owners: dict[tuple[int, str], int] = {}
    for at, entry in enumerate(linked.fleet.elements):
        if entry.suit is None:
            continue
        card = (entry.deck or 1, entry.suit)
        first = owners.setdefault(card, at)
        if first != at:
            message = f"element {first + 1} already has the {entry.suit} of deck {card[0]}"
            hint = _advise_suit(linked.fleet.elements, card[0])
            yield Finding(("elements", at, "suit"), message, hint)


def _advise_suit(entries: list[Entry], deck: int) -> str:
    taken = {entry.suit for entry in entries if (entry.deck or 1) == deck}
    free = [suit for suit in SUITS if suit not in taken]
    other = "give it a suit of another deck, such as "
    other += f"deck: {deck + 1 if deck < 9 else 1}"
    return f"free in deck {deck}: {join_words(free, 'or')}" if free else other


@check("more-decks", "hint")
def more_decks(linked: FighterFleet) -> Iterator[Finding]:
    """A fleet has more elements than a deck has suits.

    Why: Each element has its own suit, so five or more need another deck. It is dealt
    automatically, and its backs are marked; write `deck:` to choose.

    Example:
    elements:
      - {fighter: black-tiger}
      - {fighter: black-tiger}
      - {fighter: black-tiger}
      - {fighter: black-tiger}
      - {fighter: black-tiger}    # gets the spades of deck 2
    """
    for element in linked.elements:
        at = element.number - 1
        entry = linked.fleet.elements[at]
        if element.deck > 1 and entry.deck is None:
            message = f"element {element.number} is dealt the {element.suit} of deck {element.deck}"
            hint = "a deck has four suits; write deck: to choose another"
            yield Finding(("elements", at), message, hint)


@check("lone-pilot", "hint")
def lone_pilot(linked: FighterFleet) -> Iterator[Finding]:
    """An element names only one of its two pilots.

    Why: An element is a leader and a wingman. A pilot who is not named is trained, skill 2.

    Example:
    elements: [{fighter: black-tiger, pilots: [{name: Ace, skill: 4}]}]
    """
    for at, entry in enumerate(linked.fleet.elements):
        if len(entry.pilots) == 1:
            message = "one pilot is given for two fighters"
            hint = "the other counts as trained; to say so, add {skill: 2}"
            yield Finding(("elements", at, "pilots"), message, hint)


@check("pilot-twice", "warning")
def pilot_twice(linked: FighterFleet) -> Iterator[Finding]:
    """Two pilots of a fleet have the same name.

    Why: Displays, cards and counters identify pilots by name, and a pilot flies one fighter.

    Example:
    pilots: [{name: Ace, skill: 3}, {name: Ace, skill: 2}]
    """
    seen: set[str] = set()
    for at, entry in enumerate(linked.fleet.elements):
        for place, pilot in enumerate(entry.pilots):
            if pilot.name and pilot.name in seen:
                message = f"there is another pilot called {pilot.name}"
                path = ("elements", at, "pilots", place, "name")
                yield Finding(path, message, "give one of them another name")
            seen.add(pilot.name or "")


@check("fighter-state", "error")
def fighter_state(linked: FighterFleet) -> Iterator[Finding]:
    """A fighter of a fleet has lost more than it had.

    Why: Losses count points of hull integrity, and a fighter that has lost all of them is down.

    Example:
    elements: [{fighter: black-tiger, state: {leader: {hull: 9}}}]    # it has 6
    """
    for element in linked.elements:
        hull = weight(element.fighter).hull
        for who in ("leader", "wingman"):
            lost = getattr(element.state, who).hull
            if lost > hull:
                message = f"the {who} has lost {lost} points of hull integrity, but it has {hull}"
                yield Finding(("elements", element.at, "state", who, "hull"), message)


FLEET_CHECKS: tuple[Check, ...] = (
    suit_taken,
    more_decks,
    limit_fleet("hardpoints", "the fighters use"),
    lone_pilot,
    pilot_twice,
    fighter_state,
    fold_without_back,
    alike_in_grey,
)
