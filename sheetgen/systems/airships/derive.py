"""Derived values of a ship: pure functions of its definition, in whole numbers.

The formulas and their worked examples are in docs/airships.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from sheetgen.ground.record import record
from sheetgen.systems.airships.data import (
    MODULES,
    MOVEMENT,
    Critical,
    Frame,
    Module,
    Movement,
    Slot,
    Weapon,
)
from sheetgen.systems.airships.definition import Ship, Wing, list_wing_weapons

MOST_STEPS = {"movement": 5, "morale": 4}
"""Boxes for the steps of one kind of critical hit: the fastest ship comes to a stop in five."""


@record(slots=False)
class Cost:
    """The cost of a ship's parts, in points; `frame` is 0 where it has no price."""

    weapons: int
    modules: int
    frame: int
    wings: int

    @property
    def total(self) -> int:
        """The sum."""
        return self.weapons + self.modules + self.frame + self.wings

    @property
    def parts(self) -> dict[str, int]:
        """Each part by name, the total last."""
        return {**vars(self), "total": self.total}


def list_steps(critical: Critical, frame: Frame) -> Sequence[str]:
    """List the value left after each further critical hit that deducts from it, down to 0."""
    values = {"movement": MOVEMENT[frame.row].move, "morale": frame.morale}
    steps: list[str] = []
    for key, less in critical.steps.items():
        value = values[key]
        while value > 0 and len(steps) < MOST_STEPS[key]:
            value = max(0, value - less)
            steps.append(f"{value}″" if key == "movement" else str(value))
    return steps


def count_boxes(critical: Critical, frame: Frame) -> int:
    """Count the boxes of a critical hit on the sheet: one for each step, or one."""
    return len(list_steps(critical, frame)) or 1


def find_movement(ship: Ship) -> Movement:
    """Return a ship's movement class: how far it moves and pivots."""
    return MOVEMENT[ship.build.row]


def list_modules(ship: Ship) -> list[Module]:
    """Return a ship's modules, in the order of the definition."""
    return [MODULES[name] for name in ship.modules]


def _add_up(ship: Ship, value: str) -> int:
    return sum(module.adds.get(value, 0) for module in list_modules(ship))


def command(ship: Ship) -> int:
    """The frame's command, plus 1 for each signal array."""
    return ship.build.command + _add_up(ship, "command")


def highest_command(members: Iterable[Any]) -> int:
    """The highest command of some ships of a fleet, which adds to the roll for initiative."""
    return max((command(member.ship) for member in members), default=0)


def damage_control(ship: Ship) -> int | None:
    """The frame's damage control, plus 1 for each DC center; None for a wing, which has none."""
    own = ship.build.damage_control
    return None if own is None else own + _add_up(ship, "damage_control")


def hangar_slots(ship: Ship) -> int:
    """Return the number of a ship's hangar slots."""
    return _add_up(ship, "hangar_slots")


def has_torpedoes(ship: Ship) -> bool:
    """Whether a torpedo launcher is mounted."""
    return any(weapon.has("Torpedo") for _, weapon in ship.list_weapons())


def morale_checks(hull: int) -> tuple[int, int]:
    """The highest values below a half and below a quarter of a hull."""
    return (hull - 1) // 2, (hull - 1) // 4


def cost(ship: Ship) -> Cost:
    """The ship's cost in points, with the weapons of its wings."""
    return Cost(
        weapons=sum(weapon.cost for _, weapon in ship.list_weapons()),
        modules=sum(module.cost for module in list_modules(ship)),
        frame=ship.frame_cost,
        wings=sum(wing_cost(wing) for wing in ship.wings),
    )


def wing_cost(wing: Wing) -> int:
    """The cost of a wing's weapons."""
    return sum(weapon.cost for weapon in list_wing_weapons(wing.weapons))


def count_names(things: Iterable[Weapon | Module]) -> str:
    """Weapons or modules in words: `2 × Machine Guns, Bombs`."""
    counts = Counter(thing.name for thing in things)
    return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in counts.items())


# Arcs of fire, 90° wide about the cardinal directions. Turreted and VLS weapons bear all round, as
# does all in a scout's turret or on a wing's mounts, but Fixed weapons bear ahead (our reading).


Arc = Literal["forward", "starboard", "aft", "port"]
HEADINGS: dict[Arc, int] = {"forward": 0, "starboard": 90, "aft": 180, "port": 270}
"""The middle of each arc, in degrees clockwise from the bow; in clockwise order."""
ARC_WIDTH = 90
"""Degrees of an arc."""
ALL: tuple[Arc, ...] = tuple(HEADINGS)


def find_arcs(slot: Slot, weapon: Weapon) -> tuple[Arc, ...]:
    """The arcs on which a weapon in a slot bears."""
    if weapon.has("Turreted") or weapon.has("VLS") or slot == "mounts":
        return ALL
    if slot == "turret":
        return ("forward",) if weapon.has("Fixed") else ALL
    return (slot,)


def takes(slot: Slot, weapon: Weapon) -> bool:
    """Whether the weapon may be mounted in a slot, apart from its size."""
    return not weapon.has("Forward") or slot in ("forward", "turret")
