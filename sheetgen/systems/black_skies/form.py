"""The forms of fighters and their flights in the studio."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.number import count
from sheetgen.ground.record import replace
from sheetgen.systems.black_skies.data import ARCS, ARMOUR, SKILLS, SUITS, WEAPONS, WEIGHTS
from sheetgen.systems.black_skies.fighter import (
    Fighter,
    crippled_at,
    hardpoints_used,
    maneuvers,
    weapons_mounted,
    weight,
)
from sheetgen.systems.black_skies.fleet import FighterPair
from sheetgen.systems.black_skies.scenario import TERRAIN
from sheetgen.systems.column import WORDS, Budget, Form, FormPart, Group, Loss, Option
from sheetgen.systems.kit.fleet_form import make_fleet_form
from sheetgen.systems.kit.scenario.columns import make_scenario_form


def _list_budgets(fighter: Fighter) -> Iterator[Budget]:
    shares = {
        "weapons": weapons_mounted(fighter),
        "armour": ARMOUR[fighter.armour].levels,
        "shields": fighter.shields,
    }
    parts = [FormPart(what, taken) for what, taken in shares.items() if taken]
    yield Budget("Hardpoints", hardpoints_used(fighter), weight(fighter).hardpoints, parts)


def _list_facts(fighter: Fighter) -> Iterator[str]:
    size = weight(fighter)
    yield size.name
    yield f"hull {size.hull} ({size.die})"
    yield f"crippled at {crippled_at(fighter)}"
    yield f"acceleration {size.acceleration}"
    yield count(len(maneuvers(fighter)), "maneuver")


FIGHTER = Form(
    groups=(
        Group("Fighter", ("name", "weight")),
        Group("Flight", ("thrusters",)),
        Group("Weapons", ("weapons",)),
        Group("Protection", ("armour", "shields")),
        WORDS,
    ),
    help={
        "weight": "says how many hardpoints it has, and how much it takes",
        "thrusters": "where it has maneuvering thrusters; they decide which cards it can fly",
        "weapons": "one of the game's, or your own with all that it needs; a hardpoint each",
        "weapons weapon": "one of the game's; leave it empty for one of your own",
    },
    units={"shields": "levels", "weapons rate": "d12", "weapons range": "inches"},
    options={
        "weight": [
            Option(key, size.name, count(size.hardpoints, "hardpoint"))
            for key, size in WEIGHTS.items()
        ],
        "armour": [
            Option(key, kind.name, count(kind.levels, "hardpoint") if kind.levels else "")
            for key, kind in ARMOUR.items()
        ],
        "weapons weapon": [
            Option(key, weapon.name, "1 hardpoint") for key, weapon in WEAPONS.items()
        ],
        "weapons arcs": [Option(key, arc.name) for key, arc in ARCS.items()],
    },
    budgets=_list_budgets,
    facts=_list_facts,
)


def _count_hull(element: FighterPair) -> int:
    return weight(element.fighter).hull


_FLEET = make_fleet_form("elements", "fighter", "hardpoints")
FLEET = replace(
    _FLEET,
    help={
        **_FLEET.help,
        "elements": "two fighters of one type each, which fly together",
        "elements suit": "its suit of cards; without one, a free suit is dealt",
        "elements state": "what its fighters have lost",
    },
    units={**_FLEET.units, "elements speed": "inches"},
    losses={
        "hull 1": Loss("leader/hull", "the leader’s hull", _count_hull, steps=True),
        "hull 2": Loss("wingman/hull", "the wingman’s hull", _count_hull, steps=True),
    },
    options={
        "elements suit": [Option(key, suit.name) for key, suit in SUITS.items()],
        "elements pilots skill": [
            Option(skill.level, f"{skill.level} {skill.name.lower()}") for skill in SKILLS
        ],
    },
)

SCENARIO = make_scenario_form(TERRAIN, refers={"sides elements fighter": "fighter"})
