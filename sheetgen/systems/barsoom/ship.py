"""Sky ships: what may be written, and the values that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sheetgen.ground.record import NamedTuple
from sheetgen.systems import Field, Model, Prose, RefusedError, Text, verify
from sheetgen.systems.barsoom.data import (
    CARDS,
    CLASSES,
    DAMAGE,
    OPTIONS,
    RANGES,
    DamageResult,
    ShipClass,
)
from sheetgen.systems.kit.text import sign

ClassName = Literal["capital", "medium", "small"]
TypeName = Literal["heavy", "medium", "light"]
Side = Literal["bow", "stern", "port", "starboard", "turret"]

SIDES: tuple[Side, ...] = ("bow", "port", "starboard", "stern", "turret")
"""Where weapons are mounted, in the order in which they are listed."""


class Weapon(Model):
    """A weapon, or several identical ones on one side."""

    name: Text = Field(max_length=36, description="its name on the ship card")
    type: TypeName = Field(description="heavy, medium or light")
    side: Side = Field(description="bow, stern, port, starboard or turret")
    count: int = Field(1, ge=1, le=9, description="how many are there, 1 to 9")
    rolls: int = Field(
        1, ge=1, le=6, description="damage rolls of a hit, for heavy weapons, 1 to 6"
    )
    automatic: bool = Field(
        False, description="whether two dice of 1 jam it, for medium and light weapons"
    )


class Handling(Model):
    """The ship's handling, where it is better or worse than that of others of its class."""

    ascends: int | None = Field(None, ge=1, le=3, description="levels of climb in a turn, 1 to 3")
    reverses: int | None = Field(None, ge=1, le=3, description="Reverse moves in a turn, 1 to 3")
    turns: int | None = Field(
        None, ge=1, le=3, description="turns after each Ahead or Reverse, 1 to 3"
    )
    free_turns: bool = Field(
        False, description="whether it may turn without an Ahead or Reverse before"
    )

    @verify()
    def _turns_one_way(self) -> None:
        if self.free_turns and self.turns is not None:
            raise RefusedError(
                "wrong-value",
                "turns that need no move are not counted by moves",
                "write either turns or free_turns",
            )


class Ship(Model):
    """A sky ship."""

    system: Literal["barsoom"]
    id: Text | None = Field(None, description="a short name for files that hold several ships")
    name: Text = Field(max_length=60, description="the name on the ship card and its deck")
    class_name: ClassName = Field(alias="class", description="capital, medium or small")
    speed: int | None = Field(
        None, ge=1, le=36, description="inches of an Ahead or Reverse, if not those of its class"
    )
    handling: Handling = Field(
        default_factory=Handling, description="{ascends: 2, reverses: 2, turns: 2}"
    )
    weapons: list[Weapon] = Field(
        default_factory=list,
        max_length=16,
        description="[{name: Pulse gun, type: medium, side: port, count: 2}]",
    )
    crew: int | None = Field(None, ge=0, le=90, description="how many figures are aboard")
    bombs: int | None = Field(
        None, ge=0, description="how many bombs it carries, instead of the roll of its class"
    )
    length: float | None = Field(
        None, ge=4, le=60, description="length of its deck plan in inches, 4 to 60"
    )
    beam: float | None = Field(
        None, ge=2, le=7, description="beam of its deck plan in inches, 2 to 7"
    )
    description: Prose | None = Field(None, description="Markdown, for fleet books")
    art: Text | None = Field(None, description="a picture beside this file: PNG, JPEG or SVG")

    @property
    def ship_class(self) -> ShipClass:
        """The class with its figures."""
        return CLASSES[self.class_name]


# Derived values of a ship: pure functions of its definition, in whole numbers and inches.
#
# Their worked examples are in docs/barsoom.md.


Deck = dict[str, int]
"""The number of each card, by the card's name."""


class RangeSpan(NamedTuple):
    """A weapon's range from `start` to `end` inches, and what it adds to the roll to hit."""

    start: int
    end: int
    modifier: int


class DeckLoss(NamedTuple):
    """The effect of damage on a deck: the cards taken away, and the deck and options left."""

    damage: DamageResult
    cards: Deck
    deck: Deck
    options: int


def speed(ship: Ship) -> int:
    """Inches of an Ahead or Reverse."""
    return ship.ship_class.speed if ship.speed is None else ship.speed


def ascends(ship: Ship) -> int:
    """The number of levels it may climb in a turn."""
    return ship.handling.ascends or ship.ship_class.ascends


def reverses(ship: Ship) -> int:
    """The number of Reverse moves it may make in a turn."""
    return ship.handling.reverses or 1


def turns(ship: Ship) -> int:
    """The number of Turns it may make after each Ahead or Reverse."""
    return ship.handling.turns or ship.ship_class.turns


def deck(ship: Ship) -> Deck:
    """The movement deck: cards that the ship does not have are left out."""
    more = {"Extra Ascend": ascends(ship) - 1, "Reverse": reverses(ship) - 1}
    counts = {card.name: card.count + more.get(card.name, 0) for card in CARDS}
    return {name: count for name, count in counts.items() if count}


def count_cards(ship: Ship) -> int:
    """The number of cards in its movement deck."""
    return sum(deck(ship).values())


def most_bombs(ship: Ship) -> int:
    """The bombs that it carries, or the most that it can where a die decides."""
    carried = bombs(ship)
    return carried if isinstance(carried, int) else ship.ship_class.most_bombs


def count_boxes(ship: Ship, damage: DamageResult) -> int:
    """Count the times that damage can strike: once for each chosen card, or as the table says."""
    whole = deck(ship)
    if damage.pick:
        return sum(whole.get(name, 0) for name in damage.cards)
    return damage.most


def list_mounted(ship: Ship, side: Side) -> list[str]:
    """The names of the weapons on a side, one for each of several, in their order on the card."""
    return [w.name for w in ship.weapons if w.side == side for _ in range(w.count)]


def losses(ship: Ship) -> Iterator[DeckLoss]:
    """The deck after each kind of damage that changes it, once for each card that may be drawn."""
    whole = deck(ship)
    for damage in DAMAGE:
        if damage.options:
            yield DeckLoss(damage, {}, whole, OPTIONS - damage.options)
        present = [name for name in damage.cards if name in whole]
        if damage.pick:
            taken = [{name: damage.pick} for name in present]
        else:
            taken = [{name: whole[name] for name in present}] if present else []
        for cards in taken:
            left = {name: count - cards.get(name, 0) for name, count in whole.items()}
            yield DeckLoss(damage, cards, {n: c for n, c in left.items() if c}, OPTIONS)


def bands(reach: int) -> list[RangeSpan]:
    """The range bands up to a weapon's range."""
    starts = [0, *(band.most for band in RANGES)]
    return [
        RangeSpan(start, min(band.most, reach), band.modifier)
        for start, band in zip(starts, RANGES, strict=False)
        if start < reach
    ]


def bombs(ship: Ship) -> int | str:
    """The bombs it carries: a number, or the die that its class rolls for them."""
    if ship.bombs is not None:
        return ship.bombs
    size = ship.ship_class
    return size.most_bombs if size.bombs.isdigit() else size.bombs


def guns(ship: Ship) -> int:
    """The number of all its weapons."""
    return sum(weapon.count for weapon in ship.weapons)


def count_guns(ship: Ship, type_: str) -> int:
    """The number of its weapons of a type."""
    return sum(weapon.count for weapon in ship.weapons if weapon.type == type_)


def length(ship: Ship) -> float:
    """The length of its deck plan from bow to stern, in inches."""
    return ship.length or ship.ship_class.length


def beam(ship: Ship) -> float:
    """The greatest breadth of its deck plan, in inches."""
    return ship.beam or ship.ship_class.beam


def modify(modifier: int) -> str:
    """A roll on the damage table with its modifier: `D10`, `D10+1`, `D10−2`."""
    return f"D10{sign(modifier)}" if modifier else "D10"
