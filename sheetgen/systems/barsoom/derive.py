"""Derived values of a ship: pure functions of its definition, in whole numbers and inches.

Their worked examples stand in docs/barsoom.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sheetgen.systems import Table
from sheetgen.systems.barsoom.data import (
    CARDS,
    DAMAGE,
    OPTIONS,
    RANGES,
    REPAIR_TIMES,
    WEAPONS,
    Damage,
)
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.kit.text import sign

Deck = dict[str, int]
"""How many of each card there are, by the card's name."""


class Band(NamedTuple):
    """A weapon's range from `start` to `end` inches, and what it adds to the roll to hit."""

    start: int
    end: int
    modifier: int


class Loss(NamedTuple):
    """What a damage can take away: the cards, and the deck and the options that are left."""

    damage: Damage
    cards: Deck
    deck: Deck
    options: int


def speed(ship: Ship) -> int:
    """Inches of an Ahead or Reverse."""
    return ship.ship_class.speed if ship.speed is None else ship.speed


def ascends(ship: Ship) -> int:
    """Levels that it may climb in a turn."""
    return ship.handling.ascends or ship.ship_class.ascends


def reverses(ship: Ship) -> int:
    """Reverse moves that it may make in a turn."""
    return ship.handling.reverses or 1


def turns(ship: Ship) -> int:
    """Turns that it may make after each Ahead or Reverse."""
    return ship.handling.turns or ship.ship_class.turns


def deck(ship: Ship) -> Deck:
    """The movement deck: cards that the ship does not have are left out."""
    more = {"Extra Ascend": ascends(ship) - 1, "Reverse": reverses(ship) - 1}
    counts = {card.name: card.count + more.get(card.name, 0) for card in CARDS}
    return {name: count for name, count in counts.items() if count}


def losses(ship: Ship) -> Iterator[Loss]:
    """The deck after each damage that changes it, once for each card that may be drawn."""
    whole = deck(ship)
    for damage in DAMAGE:
        if damage.options:
            yield Loss(damage, {}, whole, OPTIONS - damage.options)
        present = [name for name in damage.cards if name in whole]
        if damage.pick:
            taken = [{name: damage.pick} for name in present]
        else:
            taken = [{name: whole[name] for name in present}] if present else []
        for cards in taken:
            left = {name: count - cards.get(name, 0) for name, count in whole.items()}
            yield Loss(damage, cards, {n: c for n, c in left.items() if c}, OPTIONS)


def bands(reach: int) -> list[Band]:
    """The range bands up to a weapon's range."""
    starts = [0, *(band.most for band in RANGES)]
    return [
        Band(start, min(band.most, reach), band.modifier)
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
    """How many weapons there are in all."""
    return sum(weapon.count for weapon in ship.weapons)


def length(ship: Ship) -> float:
    """Inches of its deck plan from bow to stern."""
    return ship.length or ship.ship_class.length


def beam(ship: Ship) -> float:
    """Inches of its deck plan at its broadest."""
    return ship.beam or ship.ship_class.beam


def modify(modifier: int) -> str:
    """A roll on the damage table with its modifier: `D10`, `D10+1`, `D10−2`."""
    return f"D10{sign(modifier)}" if modifier else "D10"


def derive_ship(ship: Ship) -> dict[str, Any]:
    """Everything that `show` tells of a ship."""
    size = ship.ship_class
    whole = deck(ship)
    return {
        "class_name": size.name,
        "speed": speed(ship),
        "options_per_turn": OPTIONS,
        "cards": sum(whole.values()),
        "deck": whole,
        "ascend_levels": ascends(ship),
        "descend_levels": size.descends,
        "turns_per_move": turns(ship),
        "reverses_per_turn": reverses(ship),
        "bombs": bombs(ship),
        "most_bombs": size.most_bombs,
        "crew": ship.crew,
        "repair_pool": ship.crew,  # dice, when everybody repairs
        "repair_sixes": REPAIR_TIMES,
        "guns": guns(ship),
        "length": length(ship),
        "beam": beam(ship),
        "hit_by": [
            {"type": type_, "damage_roll": modify(size.hits[type_]) if type_ in size.hits else None}
            for type_ in WEAPONS
        ],
        "weapons": [_show_weapon(ship, at) for at in range(len(ship.weapons))],
        "range_modifiers": [
            {"from": band.start, "to": band.end, "modifier": band.modifier}
            for band in bands(RANGES[-1].most)
        ],
        "deck_after": [_show_loss(loss, whole) for loss in losses(ship)],
    }


def _show_weapon(ship: Ship, at: int) -> Mapping[str, Any]:
    weapon = ship.weapons[at]
    type_ = WEAPONS[weapon.type]
    return {
        "name": weapon.name,
        "type": weapon.type,
        "side": weapon.side,
        "count": weapon.count,
        "range": type_.range,
        "modifiers": [band.modifier for band in bands(type_.range)],
        "rolls": weapon.rolls if weapon.type == "heavy" else None,
        "reloads": type_.reloads,
        "automatic": weapon.automatic,
    }


def _show_loss(loss: Loss, whole: Deck) -> Mapping[str, Any]:
    """A row with the count of every card, which is 0 for one that is gone."""
    return {
        "result": loss.damage.roll,
        "lost": ", ".join(loss.cards) or "an option",
        **{name: loss.deck.get(name, 0) for name in whole},
        "cards": sum(loss.deck.values()),
        "options": loss.options,
    }


def read_out_ship(derived: Mapping[str, Any]) -> dict[str, Any]:
    """The derived values as `show` prints them: short tables, in the words of the table top."""
    weapons = [
        [
            weapon["name"],
            weapon["type"],
            weapon["side"],
            weapon["count"],
            f"{weapon['range']}″",
            " ".join(map(sign, weapon["modifiers"])),
            _note_traits(weapon),
        ]
        for weapon in derived["weapons"]
    ]
    rows = derived["deck_after"]
    headings = [{"result": "", "lost": "loses"}.get(key, key) for key in rows[0]]
    hits = {row["type"]: row["damage_roll"] or "no harm" for row in derived["hit_by"]}
    bands = {f"to {row['to']}″": sign(row["modifier"]) for row in derived["range_modifiers"]}
    tables = {
        "weapons": Table(["weapon", "type", "side", "", "range", "to hit", ""], weapons),
        "deck_after": Table(headings, [list(row.values()) for row in rows]),
    }
    plain = {**derived, "hit_by": hits, "range_modifiers": bands}
    shown = {key: value for key, value in plain.items() if key not in tables}
    return {**shown, **{key: table for key, table in tables.items() if table.rows}}


def _note_traits(weapon: Mapping[str, Any]) -> str:
    notes = [f"{weapon['rolls']} damage rolls"] if (weapon["rolls"] or 1) > 1 else []
    notes += ["reloads"] if weapon["reloads"] else ["jams"] if weapon["automatic"] else []
    return ", ".join(notes)
