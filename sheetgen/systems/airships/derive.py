"""Derived values of a ship: pure functions of its definition, in whole numbers.

The formulas and their worked examples stand in docs/airships.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sheetgen.systems import Table
from sheetgen.systems.airships.arcs import ALL, find_arcs
from sheetgen.systems.airships.data import MODULES, MOVEMENT, TO_HIT, Module, Movement
from sheetgen.systems.airships.definition import Ship, Wing, list_wing_weapons


@dataclass(frozen=True, slots=True)
class Cost:
    """What the parts of a ship cost, in points; `frame` is 0 where it has no price."""

    weapons: int
    modules: int
    frame: int
    wings: int

    @property
    def total(self) -> int:
        """All of it together."""
        return self.weapons + self.modules + self.frame + self.wings


def find_movement(ship: Ship) -> Movement:
    """How far it moves and pivots."""
    return MOVEMENT[ship.build.row]


def list_modules(ship: Ship) -> list[Module]:
    """Its modules, in the order of the definition."""
    return [MODULES[name] for name in ship.modules]


def _add_up(ship: Ship, value: str) -> int:
    return sum(module.adds.get(value, 0) for module in list_modules(ship))


def command(ship: Ship) -> int:
    """The frame's command, and 1 for each signal array."""
    return ship.build.command + _add_up(ship, "command")


def damage_control(ship: Ship) -> int | None:
    """The frame's damage control, and 1 for each DC center; None for a wing, which has none."""
    own = ship.build.damage_control
    return None if own is None else own + _add_up(ship, "damage_control")


def hangar_slots(ship: Ship) -> int:
    """One for each hangar."""
    return _add_up(ship, "hangar_slots")


def has_torpedoes(ship: Ship) -> bool:
    """Whether a torpedo launcher is mounted."""
    return any(weapon.has("Torpedo") for _, weapon in ship.list_weapons())


def morale_checks(hull: int) -> tuple[int, int]:
    """The highest values under a half and under a quarter of a hull."""
    return (hull - 1) // 2, (hull - 1) // 4


def cost(ship: Ship) -> Cost:
    """What it costs, with the weapons of its wings."""
    return Cost(
        weapons=sum(weapon.cost for _, weapon in ship.list_weapons()),
        modules=sum(module.cost for module in list_modules(ship)),
        frame=ship.frame_cost,
        wings=sum(wing_cost(wing) for wing in ship.wings),
    )


def wing_cost(wing: Wing) -> int:
    """What the weapons of a wing cost."""
    return sum(weapon.cost for weapon in list_wing_weapons(wing.weapons))


def derive_ship(ship: Ship) -> dict[str, Any]:
    """Everything that `show` tells of a ship."""
    frame, movement, price = ship.build, find_movement(ship), cost(ship)
    return {
        "frame": frame.name,
        "movement_class": frame.row,
        "hull": frame.hull,
        "movement": movement.move,
        "pivot": movement.pivot,
        "skill": frame.skill,
        "to_hit_best": TO_HIT["best"],
        "to_hit_worst": TO_HIT["worst"],
        "morale": frame.morale,
        "command": command(ship),
        "damage_control": damage_control(ship),
        "lift": frame.lift,
        "drop": frame.drop,
        "stall": frame.stall,
        "inertia": frame.inertia,
        "utility_slots": frame.utilities,
        "hangar_slots": hangar_slots(ship),
        "torpedoes": has_torpedoes(ship),
        "morale_checks": list(morale_checks(frame.hull)),
        "cost": {
            "weapons": price.weapons,
            "modules": price.modules,
            "frame": price.frame,
            "wings": price.wings,
            "total": price.total,
        },
        "points": price.total,
        "frame_price": "stated" if ship.frame_cost else "unpublished",
        "weapons": [
            {
                "slot": slot,
                "weapon": weapon.name,
                "range": weapon.range,
                "dice": weapon.dice,
                "cost": weapon.cost,
                "rules": [str(rule) for rule in weapon.rules],
                "arcs": list(find_arcs(slot, weapon)),
            }
            for slot, weapon in ship.list_weapons()
        ],
        "modules": [
            {"module": module.name, "cost": module.cost, "effect": module.effect}
            for module in list_modules(ship)
        ],
        "wings": [
            {
                "wing": wing.name,
                "weapons": [weapon.name for weapon in list_wing_weapons(wing.weapons)],
                "cost": wing_cost(wing),
            }
            for wing in ship.wings
        ],
    }


def read_ship(derived: Mapping[str, Any]) -> dict[str, Any]:
    """What `show` prints of a ship's derived values for people."""
    price = derived["cost"]
    parts = [f"{part} {points}" for part, points in price.items() if part != "total"]
    weapons = [
        [
            w["slot"],
            w["weapon"],
            "no end" if w["range"] is None else f"{w['range']}″",
            w["dice"],
            w["cost"],
            "all round" if len(w["arcs"]) == len(ALL) else ", ".join(w["arcs"]),
            ", ".join(w["rules"]),
        ]
        for w in derived["weapons"]
    ]
    wings = [[w["wing"], ", ".join(w["weapons"]), w["cost"]] for w in derived["wings"]]
    return {
        **derived,
        "movement": f"{derived['movement']}″",
        "pivot": f"{derived['pivot']:g}°",
        "skill": f"{derived['skill']}+",
        "to_hit_best": f"{derived['to_hit_best']}+",
        "to_hit_worst": f"{derived['to_hit_worst']}+",
        "torpedoes": "yes" if derived["torpedoes"] else "no",
        "morale_checks": ", ".join(map(str, derived["morale_checks"])),
        "cost": f"{price['total']} ({', '.join(parts)})",
        "weapons": Table(["slot", "weapon", "range", "dice", "cost", "bears", "rules"], weapons)
        if weapons
        else "",
        "modules": derived["modules"] or "",
        "wings": Table(["wing", "weapons", "cost"], wings) if wings else "",
    }
