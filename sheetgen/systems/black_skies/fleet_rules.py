"""Checks of a fleet."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Check, Finding, check
from sheetgen.systems.black_skies.data import SUITS
from sheetgen.systems.black_skies.derive import weight
from sheetgen.systems.black_skies.fleet import Entry, LinkedFleet
from sheetgen.systems.black_skies.rules import join
from sheetgen.systems.kit.counters import alike_in_grey
from sheetgen.systems.kit.fleet import fold_without_back, limit_fleet


@check("suit-taken", "error")
def suit_taken(linked: LinkedFleet) -> Iterator[Finding]:
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
    return f"free in deck {deck}: {join(free, 'or')}" if free else other


@check("more-decks", "hint")
def more_decks(linked: LinkedFleet) -> Iterator[Finding]:
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
def lone_pilot(linked: LinkedFleet) -> Iterator[Finding]:
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
def pilot_twice(linked: LinkedFleet) -> Iterator[Finding]:
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
def fighter_state(linked: LinkedFleet) -> Iterator[Finding]:
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
