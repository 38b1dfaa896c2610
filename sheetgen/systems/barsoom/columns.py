"""The values of ships and fleets for `show`, rosters and books: each written once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.systems import Column, Table
from sheetgen.systems.barsoom.data import CLASSES, OPTIONS, RANGES, REPAIR_TIMES, WEAPONS
from sheetgen.systems.barsoom.fleet import SkyFleet
from sheetgen.systems.barsoom.ship import (
    Ship,
    Weapon,
    ascends,
    bands,
    beam,
    bombs,
    count_cards,
    count_guns,
    deck,
    guns,
    length,
    losses,
    modify,
    reverses,
    speed,
    turns,
)
from sheetgen.systems.kit.fleet import MEMBER
from sheetgen.systems.kit.scenario.columns import make_columns
from sheetgen.systems.kit.text import sign


def name_class(ship: Ship) -> str:
    """The class, by which a book groups ships."""
    return ship.ship_class.name.capitalize()


def list_terms(ship: Ship) -> Iterator[str]:
    """The words under which the index lists a ship: its class and its weapons."""
    yield name_class(ship)
    for weapon in ship.weapons:
        yield weapon.name


def show_count(count: int | None) -> str:
    """A number in a roster; a dash for none."""
    return str(count) if count else "–"


def _tell_arms(ship: Ship) -> str:
    arms = [f"{w.count} × {w.name}" if w.count > 1 else w.name for w in ship.weapons]
    return ", ".join(arms) or "none"


def _list_hits(ship: Ship) -> list[dict[str, Any]]:
    hits = ship.ship_class.hits
    rolls = {type_: modify(hits[type_]) if type_ in hits else None for type_ in WEAPONS}
    return [{"type": type_, "damage_roll": roll} for type_, roll in rolls.items()]


def _list_modifiers(ship: Ship) -> list[dict[str, Any]]:
    found = bands(RANGES[-1].most)
    return [{"from": band.start, "to": band.end, "modifier": band.modifier} for band in found]


def _list_losses(ship: Ship) -> Iterator[Mapping[str, Any]]:
    """Rows with the count of every card, which is 0 for one that is gone."""
    whole = deck(ship)
    for loss in losses(ship):
        yield {
            "result": loss.damage.roll,
            "lost": ", ".join(loss.cards) or "an option",
            **{name: loss.deck.get(name, 0) for name in whole},
            "cards": sum(loss.deck.values()),
            "options": loss.options,
        }


def _tabulate_losses(rows: Sequence[Mapping[str, Any]]) -> Table:
    headings = [{"result": "", "lost": "loses"}.get(key, key) for key in rows[0]]
    return Table(headings, [list(row.values()) for row in rows])


def _count_rolls(weapon: Weapon) -> int | None:
    return weapon.rolls if weapon.type == "heavy" else None


def _note_traits(weapon: Weapon) -> str:
    notes = [f"{weapon.rolls} damage rolls"] if (_count_rolls(weapon) or 1) > 1 else []
    reloads = WEAPONS[weapon.type].reloads
    notes += ["reloads"] if reloads else ["jams"] if weapon.automatic else []
    return ", ".join(notes)


WEAPON = (
    Column("name"),
    Column("type"),
    Column("side"),
    Column("count", show=""),
    Column("range", lambda w: WEAPONS[w.type].range, "{}″".format),
    Column(
        "modifiers",
        lambda w: [band.modifier for band in bands(WEAPONS[w.type].range)],
        lambda modifiers: " ".join(map(sign, modifiers)),
        show="to hit",
    ),
    Column("rolls", _count_rolls, quiet=True),
    Column("reloads", lambda w: WEAPONS[w.type].reloads, quiet=True),
    Column("automatic", quiet=True),
    Column(value=_note_traits, show=""),
)

SHIP = (
    Column("class_name", "ship_class.name", table="Class", compare="Class"),
    Column("speed", speed, table="Speed", fact="Speed", compare="Speed"),
    Column("options_per_turn", lambda s: OPTIONS),
    Column("cards", count_cards, table="Cards", fact="Cards", compare="Cards"),
    Column("deck", deck),
    Column("ascend_levels", ascends),
    Column("descend_levels", "ship_class.descends"),
    Column("turns_per_move", turns),
    Column("free_turns", "handling.free_turns"),
    Column("reverses_per_turn", reverses),
    Column(value=_tell_arms, fact="Weapons"),
    Column(value="crew", table="Crew"),
    Column(value=lambda s: "as you please" if s.crew is None else s.crew, fact="Crew"),
    Column(value="ship_class.descends", fact="Descends"),
    Column("bombs", bombs, table="Bombs"),
    Column("most_bombs", "ship_class.most_bombs"),
    Column("crew"),
    Column("repair_pool", "crew"),  # dice, when everybody repairs
    Column("repair_sixes", lambda s: REPAIR_TIMES),
    Column("guns", guns, table="Guns", compare="Guns"),
    Column("length", length),
    Column("beam", beam),
    Column(
        "hit_by",
        _list_hits,
        lambda rows: {row["type"]: row["damage_roll"] or "no harm" for row in rows},
    ),
    Column("weapons", of=WEAPON),
    Column(
        "range_modifiers",
        _list_modifiers,
        lambda rows: {f"to {row['to']}″": sign(row["modifier"]) for row in rows},
    ),
    Column("deck_after", _list_losses, _tabulate_losses),
)

MEMBERS = (
    *MEMBER,
    Column("class", "ship.class_name"),
    Column(value="ship.ship_class.name", compare="Class"),
    Column(value=lambda m: m.ship.ship_class.name.partition(" ")[0], sheet="class_name"),
    Column("speed", lambda m: speed(m.ship), compare="Speed", sheet="speed"),
    Column("cards", lambda m: count_cards(m.ship), sheet="cards", total=True),
    Column("crew", "ship.crew"),
    Column(value=lambda m: m.ship.crew or 0, compare="Crew", total=True),
    Column(value=lambda m: "–" if m.ship.crew is None else str(m.ship.crew), sheet="crew"),
    Column(value=lambda m: str(bombs(m.ship)), sheet="bombs"),
    Column(
        value=lambda m: [show_count(count_guns(m.ship, type_)) for type_ in WEAPONS],
        sheet="weapons",
    ),
    Column("guns", lambda m: guns(m.ship), compare="Guns", total=True),
)
"""The ships of a fleet."""


def _count_class(name: str) -> Column:
    def count(linked: SkyFleet) -> int:
        return sum(m.ship.class_name == name for m in linked.members)

    return Column(name, count, table=name.capitalize())


FLEET = (
    Column("ships", "members", of=MEMBERS),
    Column("count", lambda f: len(f.members), table="Ships"),
    *map(_count_class, CLASSES),
    Column("crew", lambda f: sum(m.ship.crew or 0 for m in f.members), table="Crew"),
    Column("guns", lambda f: sum(guns(m.ship) for m in f.members), table="Guns"),
    Column("cards", lambda f: sum(count_cards(m.ship) for m in f.members)),
)

SCENARIO = make_columns(
    side=(
        Column("crew", lambda side: sum(m.ship.crew or 0 for m in side.fleet.members)),
        Column("guns", lambda side: sum(guns(m.ship) for m in side.fleet.members)),
    ),
    members=MEMBERS,
    keys=("id", "name", "ship", "class", "crew", "guns"),
    unit="",
)
