"""The code of Black Skies: what game.yaml calls by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sheetgen.ground.number import join_words
from sheetgen.ground.words import tr

if TYPE_CHECKING:
    from sheetgen.systems import Look, Print
    from sheetgen.systems.kit.scenario.text import BriefingRow

# Rolls, and the suits of elements.


def list_rolls(difficulty: int) -> dict[str, int | None]:
    """The least d6 for each level of skill: 1 where nobody fails, None where it is impossible."""
    rolls = {skill: max(difficulty - skill, 1) for skill in range(1, 5)}
    return {str(skill): roll if roll <= 6 else None for skill, roll in rolls.items()}


def list_pilots(names: list[str], skills: list[int]) -> list[dict[str, str | int | None]]:
    """Pilots as programs get them."""
    return [{"name": n or None, "skill": s} for n, s in zip(names, skills, strict=True)]


KING = 13
"""The card that is merely a placeholder."""
RANKS = {1: "A", 11: "J", 12: "Q", KING: "K"}
"""The names of cards that do not go by their number."""


def name_card(card: int) -> str:
    """Return the name of a card wherever it is printed: its rank among playing cards."""
    return RANKS.get(card, str(card))


def name_cards(cards: list[int]) -> str:
    """Rising cards with runs joined: `A–6, 10–Q`."""
    runs: list[list[int]] = []
    for card in cards:
        if runs and card == runs[-1][-1] + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    ends = (run if len(run) == 1 else (run[0], run[-1]) for run in runs)
    return ", ".join("–".join(map(name_card, run)) for run in ends)


class Card(NamedTuple):
    """The suit that an element has, and the deck that it is of, 1 where four suits are enough."""

    suit: str
    deck: int


def deal(suits: list[str], decks: list[int]) -> list[Card]:
    """The card of each element of a fleet: those without a suit are dealt the free ones."""
    return [*_deal(tuple(suits), tuple(decks))]


@cache
def _deal(suits: tuple[str, ...], decks: tuple[int, ...]) -> tuple[Card, ...]:
    cards: list[Card] = []
    taken = {Card(suit, deck) for suit, deck in zip(suits, decks, strict=True) if suit}
    for suit, deck in zip(suits, decks, strict=True):
        cards.append(Card(suit, deck) if suit else next(deal_free(taken, deck)))
        taken.add(cards[-1])
    return tuple(cards)


SUITS = ("spades", "hearts", "clubs", "diamonds")


def deal_free(taken: Collection[Card], deck: int = 1) -> Iterator[Card]:
    """The cards that are not taken, from a deck on, without end."""
    while True:
        yield from (Card(suit, deck) for suit in SUITS if Card(suit, deck) not in taken)
        deck += 1


def advise_suit(taken: list[str], deck: int) -> str:
    """Say which suits of a deck are free, or else which deck may have some."""
    free = [suit for suit in SUITS if suit not in taken]
    other = f"give it a suit of another deck, such as deck: {deck + 1 if deck < 9 else 1}"
    return f"free in deck {deck}: {join_words(free, 'or')}" if free else other


def count_placeholders(fleet: Any, together: Sequence[Any]) -> int:
    """The Kings that this side needs for every side's movement deck to have as many cards.

    `together` are the values of everything that is printed in the run. A side of a scenario among
    them meets its other sides, any other fleet those that are printed with it.
    """
    battles = [other.sides for other in together if hasattr(other, "sides")]
    met = [side.fleet for sides in battles for side in sides if _has(sides, fleet)]
    met = met or [other for other in together if hasattr(other, "members")]
    return max(len(one.members) - len(fleet.members) for one in (fleet, *met))


def _has(sides: Sequence[Any], fleet: Any) -> bool:
    return any(side.fleet is fleet for side in sides)


def list_elements(elements: Sequence[Any]) -> Iterator[BriefingRow]:
    """A row of a scenario for each element: its fighters, its suit and its first speed."""
    from sheetgen.systems.kit.scenario.text import BriefingRow

    for element in elements:
        own, card = element.record, element.record.card
        name = element.ship.name
        if element.name != name:
            name = f"{element.name} · {name}"
        deck = f" {card.deck}" if card.deck > 1 else ""
        yield BriefingRow(
            own.fighters,
            name,
            "",
            [f"{card.suit}{deck}, {own.speed}″"],
            str(own.hardpoints),
            member=element,
        )


def plan_silhouette(
    weight: str, arcs: list[list[int]], counts: list[int], thrusters: list[str], levels: int
) -> object:
    """A function that draws a fighter for a fleet; those of one build share a silhouette."""
    from sheetgen.systems.kit.aircraft import draw_fighter

    arms = tuple(zip(map(tuple, arcs), counts, strict=True))
    return partial(draw_fighter, weight, arms, tuple(sorted(set(thrusters))), levels)


def draw_silhouette(drawing: Any) -> object:
    """The silhouette of a fighter on its own."""
    return drawing()


def draw_built(drawing: Any, fleet: str) -> object:
    """The silhouette of a fighter as the yard of a fleet builds it."""
    return drawing(fleet=fleet)


def draw_bare(weight: str) -> object:
    """The silhouette of a weight, without weapons."""
    from sheetgen.systems.kit.aircraft import draw_fighter

    return draw_fighter(weight, ())


def draw_hexagon(weapons: list[list[str]]) -> object:
    """The hexagon of a display for the arcs of each weapon."""
    from sheetgen.systems.black_skies import hexagon

    return hexagon.draw_hexagon(weapons)


def name_arcs(arcs: list[str]) -> str:
    """Arcs in a few words: `all round`, `all but R`, `forward`, `F, RR`."""
    from sheetgen.systems.black_skies.data import ARCS

    chosen = set(arcs)
    if chosen == set(ARCS):
        return "all round"
    if len(chosen) == 1:
        return ARCS[arcs[0]].name
    missing = [known.short for arc, known in ARCS.items() if arc not in chosen]
    if len(missing) == 1:
        return tr("all but {}", tr(missing[0]))
    return ", ".join(tr(known.short) for arc, known in ARCS.items() if arc in chosen)


def fill_nothing(values: Any, look: Look) -> Iterable[Print]:
    """Nothing: a complete deck is asked for by its number, and needs no definition."""
    return ()
