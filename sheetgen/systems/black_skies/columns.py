"""The values of fighters and fleets for `show` and books: each written once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from sheetgen.systems import Column, Term, Why
from sheetgen.systems.black_skies.data import ARCS, ARMOUR, SKILLS, SUITS
from sheetgen.systems.black_skies.fighter import (
    Fighter,
    crippled_at,
    hardpoints_used,
    maneuvers,
    weapons_mounted,
    weapons_when_crippled,
    weight,
)
from sheetgen.systems.black_skies.fleet import FighterFleet, FighterPair
from sheetgen.systems.black_skies.maneuver import (
    Maneuver,
    ManeuverOption,
    boost_afterburner,
    is_unpublished,
    roll_needed,
    show_roll,
)
from sheetgen.systems.kit.scenario.columns import make_columns


def _explain_hardpoints(fighter: Fighter) -> Why:
    """The arithmetic of its hardpoints."""
    terms = [
        Term(w.type.name, f"{w.count} × 1", w.count, "each weapon takes one")
        for w in fighter.weapons
    ]
    levels = ARMOUR[fighter.armour].levels
    terms.append(Term("armour", f"{levels} × 1", levels, "one for each level"))
    terms.append(Term("shields", f"{fighter.shields} × 1", fighter.shields, "one for each level"))
    terms.append(Term("thrusters", str(len(fighter.thrusters)), 0, "thrusters are free"))
    total = " + ".join(str(term.value) for term in terms[:-1])
    used, most = hardpoints_used(fighter), weight(fighter).hardpoints
    return Why(f"{total} = {used} of {most}", terms)


def _explain_fleet(linked: FighterFleet) -> Why:
    """The hardpoints of a fleet: those of its elements, each of two fighters."""
    terms = [Term(e.title, f"2 × {e.hardpoints // 2}", e.hardpoints) for e in linked.elements]
    return Why(f"{len(terms)} elements use {linked.hardpoints}", terms)


Flown = tuple[Maneuver, ManeuverOption]


def name_class(fighter: Fighter) -> str:
    """The weight, by which a book groups fighters."""
    return f"{weight(fighter).name.capitalize()} fighter"


def list_terms(fighter: Fighter) -> Iterator[str]:
    """The words under which the index lists a fighter: its weight and its weapons."""
    yield name_class(fighter)
    for weapon in fighter.weapons:
        yield weapon.type.name


def _count_armour(fighter: Fighter) -> int:
    return ARMOUR[fighter.armour].levels


def _tell_thrusters(fighter: Fighter) -> str:
    return ", ".join(fighter.thrusters) or "none"


def _tell_arms(fighter: Fighter) -> str:
    return ", ".join(f"{w.count} × {w.type.name.lower()}" for w in fighter.weapons) or "none"


def _tell_option(flown: Flown) -> str:
    maneuver, option = flown
    if is_unpublished(maneuver.card):
        return "(movement not published)"
    return option.name if option.name != maneuver.name else ""


def _list_rolls(flown: Flown, times: int = 1) -> dict[str, int | None]:
    return {str(s.level): roll_needed(times * flown[1].difficulty, s.level) for s in SKILLS}


def _show_rolls(word: str, times: int) -> Iterator[Column]:
    """A column for each skill, the first one under a word."""
    for level in (str(skill.level) for skill in SKILLS):
        value = partial(_show_roll, level=level, times=times)
        yield Column(value=value, show=f"{word} {level}".lstrip())
        word = ""


def _show_roll(flown: Flown, level: str, times: int) -> str:
    return show_roll(_list_rolls(flown, times)[level])


WEAPON = (
    Column("weapon", "type.name"),
    Column("count"),
    Column("arcs", "type.arcs", lambda arcs: ", ".join(ARCS[arc].name for arc in arcs)),
    Column("rate", "type.rate"),
    Column("range", lambda w: list(w.type.range), lambda inches: "/".join(map(str, inches))),
    Column("damage", "type.damage"),
)

FLOWN = (
    Column("card", lambda f: f[0].card),
    Column("maneuver", lambda f: f[0].name),
    Column("option", lambda f: f[1].name, quiet=True),
    Column(value=_tell_option, show="option"),
    Column("difficulty", lambda f: f[1].difficulty),
    Column("penalty", lambda f: f[1].penalty),
    Column("roll_needed", _list_rolls, quiet=True),
    Column("roll_needed_crippled", lambda f: _list_rolls(f, 2), quiet=True),
    *_show_rolls("skill", 1),
    *_show_rolls("crippled", 2),
)
"""A maneuver with one of its options."""

FIGHTER = (
    Column("weight", lambda f: weight(f).name, table="Weight", compare="Weight"),
    Column("hull", lambda f: weight(f).hull, table="Hull", fact="Hull integrity", compare="Hull"),
    Column("hull_die", lambda f: weight(f).die),
    Column("acceleration", lambda f: weight(f).acceleration, fact="Acceleration", compare="Accel."),
    Column("afterburner", lambda f: boost_afterburner(weight(f))),
    Column(value=weapons_mounted, table="Weapons"),
    Column(value=hardpoints_used, table="Hardpoints"),
    Column("hardpoints_available", lambda f: weight(f).hardpoints, table="of"),
    Column("hardpoints_used", hardpoints_used, why=_explain_hardpoints),
    Column("armour", _count_armour, compare="Armour"),
    Column("shields", compare="Shields"),
    Column(value=_tell_thrusters, fact="Thrusters", compare="Thrusters"),
    Column(value=hardpoints_used, compare="Hardpoints"),
    Column(value=_tell_arms, fact="Weapons"),
    Column(value=lambda f: _count_armour(f) or "none", fact="Armour"),
    Column(value=lambda f: f.shields or "none", fact="Shields"),
    Column(value=lambda f: f"{hardpoints_used(f)} of {weight(f).hardpoints}", fact="Hardpoints"),
    Column(value=lambda f: len(maneuvers(f)), fact="Maneuver cards"),
    Column("crippled_at", crippled_at),
    Column("weapons", weapons_mounted),
    Column("weapons_when_crippled", weapons_when_crippled),
    Column("armament", "weapons", of=WEAPON),
    Column("cards", lambda f: [m.card for m in maneuvers(f)]),
    Column("maneuvers", lambda f: [(m, o) for m in maneuvers(f) for o in m.options], of=FLOWN),
)


def _list_pilots(element: FighterPair) -> list[dict[str, Any]]:
    return [{"name": pilot.name, "skill": pilot.skill} for pilot in element.pilots]


def _show_pilots(pilots: Iterable[Mapping[str, Any]]) -> str:
    """Pilots in a line: `Ace 3, pilot 2`."""
    return ", ".join(f"{pilot['name'] or 'pilot'} {pilot['skill']}" for pilot in pilots)


ELEMENT = (
    Column("number", show="", compare=""),
    Column("name", compare="Element"),
    Column("fighter", "fighter.name", compare="Fighter"),
    Column("suit", lambda e: SUITS[e.suit].name, compare="Suit"),
    Column("deck"),
    Column("speed", compare="Speed"),
    Column("pilots", _list_pilots, _show_pilots),
    Column(value=lambda e: _show_pilots(_list_pilots(e)), compare="Pilots and skill"),
    Column("hardpoints", compare="Hardpoints", total=True),
)

FLEET = (
    Column("elements", of=ELEMENT),
    Column("hardpoints", table="Hardpoints", why=_explain_fleet),
    Column("hardpoints_limit", "fleet.hardpoints_limit", table="Limit"),
)

SCENARIO = make_columns(
    side=(Column("hardpoints", "points"),),
    members=ELEMENT,
    keys=("name", "fighter", "suit", "deck", "speed", "hardpoints"),
    unit="hardpoints",
    entries="elements",
)
