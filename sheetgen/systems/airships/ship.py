"""Airships: what may be written, and the values that follow from it, in whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.record import record
from sheetgen.systems import Before, Field, Model, Prose, RefusedError, Schema, Text
from sheetgen.systems.airships.data import (
    FRAMES,
    MODULES,
    MOVEMENT,
    WEAPON_NAMES,
    WEAPONS,
    AirshipWeapon,
    CriticalHit,
    Module,
    Movement,
    ShipFrame,
    Slot,
    SlotRoom,
    find_weapon,
)


def _known(what: str, names: Sequence[str]) -> Callable[[object], object]:
    """Refuses any text but one of these ids, and suggests the nearest one."""

    def check(value: object) -> object:
        if isinstance(value, str) and value not in names:
            near = find_nearest(value.replace(" ", "-").replace("_", "-"), names)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}"
            shown = value if len(value) <= 40 else f"{value[:39]}…"
            message = f"there is no {what} called '{shown}'"
            raise RefusedError("wrong-value", message, hint, near)
        return value

    return check


def _enumerate(names: Sequence[str]) -> Schema:
    return Schema({"type": "string", "enum": list(names)})


FrameName = Annotated[str, Before(_known("frame", tuple(FRAMES))), _enumerate(tuple(FRAMES))]
WeaponName = Annotated[str, Before(_known("weapon", WEAPON_NAMES)), _enumerate(WEAPON_NAMES)]
ModuleName = Annotated[str, Before(_known("module", tuple(MODULES))), _enumerate(tuple(MODULES))]
Mounted = Annotated[list[WeaponName], Field(default_factory=list, max_length=20)]


class Weapons(Model):
    """The weapons in each slot."""

    forward: Mounted = Field(description="weapons that fire ahead")
    port: Mounted = Field(description="weapons that fire to port")
    starboard: Mounted = Field(description="weapons that fire to starboard")
    aft: Mounted = Field(description="weapons that fire astern")
    turret: Mounted = Field(description="the weapon in a scout's turret")
    mounts: Mounted = Field(description="the weapons of a wing that has its own definition")

    def list_mounted(self) -> Iterator[tuple[Slot, list[str]]]:
        """Every slot with its weapons."""
        slots: tuple[tuple[Slot, list[str]], ...] = (
            ("forward", self.forward),
            ("port", self.port),
            ("starboard", self.starboard),
            ("aft", self.aft),
            ("turret", self.turret),
            ("mounts", self.mounts),
        )
        yield from slots


class Wing(Model):
    """A wing kept in a hangar."""

    name: Text = Field(max_length=60, description="what the wing is called")
    weapons: Annotated[list[WeaponName], Field(max_length=20)] = Field(
        default_factory=list, description="up to three of machine-guns, bombs and rockets"
    )


class Ship(Model):
    """An airship, or a wing on its own."""

    system: Literal["airships"]
    id: Text | None = Field(None, description="a short name for files that hold several ships")
    name: Text = Field(max_length=120, description="the name on the sheet")
    frame: FrameName = Field(description="scout, frigate, carrier, dreadnought, or wing")
    weapons: Weapons = Field(
        default_factory=Weapons,
        description="weapons by slot: {forward: [naval-battery], port: [flak-cannon]}",
    )
    modules: Annotated[list[ModuleName], Field(max_length=20)] = Field(
        default_factory=list, description="what is in the utility slots: [hangar, signal-array]"
    )
    wings: Annotated[list[Wing], Field(max_length=20)] = Field(
        default_factory=list,
        description="the wings in its hangars: [{name: Hornets, weapons: [rockets]}]",
    )
    frame_cost: int = Field(
        0, ge=0, le=10_000, description="the agreed price of the frame; 0 for no price"
    )
    description: Prose | None = Field(None, description="Markdown, for fleet books")
    art: Text | None = Field(None, description="a picture beside this file: PNG, JPEG or SVG")

    @property
    def build(self) -> ShipFrame:
        """The ship's frame."""
        return FRAMES[self.frame]

    @property
    def is_wing(self) -> bool:
        """Whether it is a wing on its own."""
        return self.frame == "wing"

    def list_weapons(self) -> list[tuple[Slot, AirshipWeapon]]:
        """Every weapon with its slot, in slot order; those that can't be used are left out."""
        rooms: dict[Slot, SlotRoom] = dict(self.build.slots)
        return [
            (slot, weapon)
            for slot, names in self.weapons.list_mounted()
            if slot in rooms
            for name in names
            if (weapon := find_weapon(name, rooms[slot].size))
        ]


def list_wing_weapons(names: Sequence[str]) -> list[AirshipWeapon]:
    """The weapons of a wing."""
    return [weapon for name in names if (weapon := WEAPONS["ultralight"].get(name))]


# Derived values of a ship: pure functions of its definition, in whole numbers.
#
# The formulas and their worked examples are in docs/airships.md.


MOST_STEPS = {"movement": 5, "morale": 4}
"""Boxes for the steps of one kind of critical hit: the fastest ship comes to a stop in five."""


@record(slots=False)
class ShipCost:
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


def list_steps(critical: CriticalHit, frame: ShipFrame) -> Sequence[str]:
    """List the value left after each further critical hit that deducts from it, down to 0."""
    values = {"movement": MOVEMENT[frame.row].move, "morale": frame.morale}
    steps: list[str] = []
    for key, less in critical.steps.items():
        value = values[key]
        while value > 0 and len(steps) < MOST_STEPS[key]:
            value = max(0, value - less)
            steps.append(f"{value}″" if key == "movement" else str(value))
    return steps


def count_boxes(critical: CriticalHit, frame: ShipFrame) -> int:
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


def cost(ship: Ship) -> ShipCost:
    """The ship's cost in points, with the weapons of its wings."""
    return ShipCost(
        weapons=sum(weapon.cost for _, weapon in ship.list_weapons()),
        modules=sum(module.cost for module in list_modules(ship)),
        frame=ship.frame_cost,
        wings=sum(wing_cost(wing) for wing in ship.wings),
    )


def wing_cost(wing: Wing) -> int:
    """The cost of a wing's weapons."""
    return sum(weapon.cost for weapon in list_wing_weapons(wing.weapons))


def count_names(things: Iterable[AirshipWeapon | Module]) -> str:
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


def find_arcs(slot: Slot, weapon: AirshipWeapon) -> tuple[Arc, ...]:
    """The arcs on which a weapon in a slot bears."""
    if weapon.has("Turreted") or weapon.has("VLS") or slot == "mounts":
        return ALL
    if slot == "turret":
        return ("forward",) if weapon.has("Fixed") else ALL
    return (slot,)


def takes(slot: Slot, weapon: AirshipWeapon) -> bool:
    """Whether the weapon may be mounted in a slot, apart from its size."""
    return not weapon.has("Forward") or slot in ("forward", "turret")
