"""The values of ships and fleets for `show`, rosters and books: each written once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheetgen.systems import Column, Term, Why
from sheetgen.systems.airships.data import TO_HIT
from sheetgen.systems.airships.fleet import AirFleet
from sheetgen.systems.airships.ship import (
    ALL,
    Ship,
    command,
    cost,
    count_names,
    damage_control,
    find_arcs,
    find_movement,
    hangar_slots,
    has_torpedoes,
    highest_command,
    list_modules,
    list_wing_weapons,
    morale_checks,
    wing_cost,
)
from sheetgen.systems.kit.fleet import MEMBER
from sheetgen.systems.kit.scenario.columns import make_columns


def list_terms(ship: Ship) -> Iterator[str]:
    """The words under which the index lists a ship: its frame and its weapons."""
    yield ship.build.name
    for _, weapon in ship.list_weapons():
        yield weapon.name


def _tell_cost(cost: dict[str, int]) -> str:
    parts = [f"{part} {points}" for part, points in cost.items() if part != "total"]
    return f"{cost['total']} ({', '.join(parts)})"


def _explain_cost(ship: Ship) -> Why:
    """The arithmetic of its cost."""
    terms = [Term(w.name, f"{slot} slot", w.cost) for slot, w in ship.list_weapons()]
    terms += [Term(module.name, "module", module.cost) for module in list_modules(ship)]
    reason = "agreed between the players" if ship.frame_cost else "no price is published"
    terms.append(Term(f"{ship.build.name} frame", "", ship.frame_cost, reason))
    terms += [
        Term(f"wing {wing.name}", count_names(list_wing_weapons(wing.weapons)), wing_cost(wing))
        for wing in ship.wings
    ]
    total = " + ".join(str(value) for value in cost(ship).parts.values())
    return Why(" = ".join(total.rsplit(" + ", 1)), terms)


def _explain_points(linked: AirFleet) -> Why:
    """The points of a fleet: those of its ships."""
    terms = [Term(member.title, "", member.cost) for member in linked.members]
    return Why(f"{len(terms)} ships come to {linked.points}", terms)


def _spell_rules(mounted: Any) -> list[str]:
    return [str(rule) for rule in mounted[1].rules]


WEAPON = (
    Column("slot", lambda m: m[0]),
    Column("weapon", lambda m: m[1].name),
    Column("range", lambda m: m[1].range, lambda r: "no end" if r is None else f"{r}″"),
    Column("dice", lambda m: m[1].dice),
    Column("cost", lambda m: m[1].cost),
    Column("rules", _spell_rules, quiet=True),
    Column(
        "arcs",
        lambda m: list(find_arcs(*m)),
        lambda arcs: "all round" if len(arcs) == len(ALL) else ", ".join(arcs),
        show="bears",
    ),
    Column(value=_spell_rules, text=", ".join, show="rules"),
)
"""A weapon with its slot."""

WING = (
    Column("wing", "name"),
    Column("weapons", lambda w: [one.name for one in list_wing_weapons(w.weapons)], ", ".join),
    Column("cost", wing_cost),
)

SHIP = (
    Column("frame", "build.name", table="Frame", compare="Frame"),
    Column("movement_class", "build.row"),
    Column("hull", "build.hull", table="Hull", fact="Hull", compare="Hull"),
    Column(
        "movement", lambda s: find_movement(s).move, "{}″".format, table="Move", fact="Movement"
    ),
    Column("pivot", lambda s: find_movement(s).pivot, "{:g}°".format, fact="Pivot"),
    Column("skill", "build.skill", "{}+".format, table="Skill", fact="Skill"),
    Column("to_hit_best", lambda s: TO_HIT["best"], "{}+".format),
    Column("to_hit_worst", lambda s: TO_HIT["worst"], "{}+".format),
    Column("morale", "build.morale", table="Morale", fact="Morale"),
    Column("command", command, table="CMD", fact="Command", compare="Command"),
    Column("damage_control", damage_control, table="DC", fact="Damage control"),
    Column("lift", "build.lift"),
    Column("drop", "build.drop"),
    Column("stall", "build.stall"),
    Column("inertia", "build.inertia"),
    Column("utility_slots", "build.utilities"),
    Column("hangar_slots", hangar_slots),
    Column("torpedoes", has_torpedoes, lambda has: "yes" if has else "no"),
    Column("morale_checks", lambda s: list(morale_checks(s.build.hull))),
    Column("cost", lambda s: cost(s).parts, _tell_cost),
    Column(value=lambda s: count_names(w for _, w in s.list_weapons()) or "none", fact="Weapons"),
    Column(value=lambda s: ", ".join(w.name for w in s.wings) or "none", fact="Wings"),
    Column(value=lambda s: len(s.wings), compare="Wings"),
    Column(
        "points",
        lambda s: cost(s).total,
        table="Points",
        fact="Points",
        compare="Points",
        why=_explain_cost,
    ),
    Column(
        "frame_price",
        lambda s: "stated" if s.frame_cost else "unpublished",
        table="Frame price",
    ),
    Column("weapons", lambda s: s.list_weapons(), of=WEAPON),
    Column(
        "modules",
        lambda s: [{"module": m.name, "cost": m.cost, "effect": m.effect} for m in list_modules(s)],
    ),
    Column("wings", of=WING),
)

MEMBERS = (
    *MEMBER,
    Column("frame", "ship.build.name", compare="Frame"),
    Column("hull", "ship.build.hull", compare="Hull", total=True),
    Column("command", lambda m: command(m.ship)),
    Column("wings", lambda m: len(m.wings), compare="Wings", total=True),
    Column("cost", compare="Points", total=True),
)
"""The ships of a fleet."""


def _add_hulls(linked: AirFleet) -> int:
    return sum(member.ship.build.hull for member in linked.members)


def _add_command(linked: AirFleet) -> int:
    return sum(command(member.ship) for member in linked.members)


FLEET = (
    Column("ships", "members", of=MEMBERS),
    Column(value=_add_hulls, table="Hull"),
    Column(value=_add_command, table="CMD"),
    Column("points", table="Points", why=_explain_points),
    Column("points_limit", "fleet.points_limit", table="Limit"),
    Column("hull", _add_hulls),
    Column("command", _add_command),
    Column("wings", lambda f: sum(len(m.wings) for m in f.members)),
)

SCENARIO = make_columns(
    side=(
        Column("hull", lambda side: _add_hulls(side.fleet)),
        Column("command", lambda side: highest_command(side.fleet.members)),
        Column("wings", lambda side: sum(len(m.wings) for m in side.fleet.members)),
        Column("points"),
    ),
    members=MEMBERS,
    keys=("id", "name", "ship", "frame", "hull", "wings", "cost"),
)
