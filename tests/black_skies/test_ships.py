"""The fighters and squadrons that come along: legal, various and even."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.loading import Systems

SHIPPED = gather([Path(__file__).parents[2] / "ships" / "black-skies"], Shelf(Systems()))
FIGHTERS = [d for d in SHIPPED.definitions if d.kind.name == "fighter"]
FLEETS = {d.id: d for d in SHIPPED.definitions if d.kind.name == "fleet"}


def test_there_is_nothing_to_say_about_any() -> None:
    assert SHIPPED.diagnostics == []  # not even that hardpoints are left


def test_there_is_one_of_everything() -> None:
    own = [d.values.record for d in FIGHTERS if d.id != "black-tiger"]
    weights = Counter(fighter.weight for fighter in own)
    assert weights["light"] >= 2
    assert weights["medium"] >= 3
    assert weights["heavy"] >= 2
    assert {tuple(fighter.thrusters) for fighter in own} >= {
        (),
        ("rear",),
        ("side",),
        ("forward",),
        ("rear", "side"),
        ("side", "forward"),
        ("rear", "side", "forward"),
    }
    assert {fighter.armour for fighter in own} == {"none", "light", "heavy"}
    assert {fighter.shields for fighter in own} >= {0, 1, 2}
    assert all(d.values.description for d in FIGHTERS)


def test_weapons_of_our_own_differ() -> None:
    armed = [w for d in FIGHTERS for w in d.values.record.weapons if w.weapon is None]
    weapons = {w.name: w for w in armed}.values()
    figures = {(w.name, *w.arcs, w.rate, *w.range, w.damage) for w in armed}
    assert len({figure[1:] for figure in figures}) == len(figures) == len(weapons) >= 5
    assert {len(w.arcs) for w in weapons} >= {1, 3, 6}
    assert {w.rate for w in weapons} >= {1, 2}
    assert {w.damage for w in weapons} >= {"d4", "d6", "d8", "d10"}


def test_the_two_squadrons_are_even() -> None:
    """Counted by hand: 2 × (2 + 2 + 3 + 3) hardpoints against 2 × (4 + 3 + 3)."""
    sides = [FLEETS[name].values.record for name in ("windward-squadron", "quarry-watch")]
    assert [side.hardpoints for side in sides] == [20, 20]
    skills = [sum(p.skill for e in side.elements for p in e.crew) for side in sides]
    assert skills == [18, 18]
    assert all(p.name for side in sides for e in side.elements for p in e.crew)
    ours, theirs = ({e.fighter.name for e in side.elements} for side in sides)
    assert not ours & theirs
