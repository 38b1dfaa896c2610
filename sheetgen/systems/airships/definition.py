"""The model of a definition of an airship."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.systems import Before, Field, Model, Prose, RefusedError, Schema, Text
from sheetgen.systems.airships.data import (
    FRAMES,
    MODULES,
    WEAPON_NAMES,
    WEAPONS,
    Frame,
    Room,
    Slot,
    Weapon,
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
    def build(self) -> Frame:
        """The ship's frame."""
        return FRAMES[self.frame]

    @property
    def is_wing(self) -> bool:
        """Whether it is a wing on its own."""
        return self.frame == "wing"

    def list_weapons(self) -> list[tuple[Slot, Weapon]]:
        """Every weapon with its slot, in slot order; those that can't be used are left out."""
        rooms: dict[Slot, Room] = dict(self.build.slots)
        return [
            (slot, weapon)
            for slot, names in self.weapons.list_mounted()
            if slot in rooms
            for name in names
            if (weapon := find_weapon(name, rooms[slot].size))
        ]


def list_wing_weapons(names: Sequence[str]) -> list[Weapon]:
    """The weapons of a wing."""
    return [weapon for name in names if (weapon := WEAPONS["ultralight"].get(name))]
