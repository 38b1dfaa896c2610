"""Arcs of fire: which weapon bears where.

Each of the four arcs is 90° wide about a cardinal direction. Turreted and VLS weapons bear all
round, and so does anything in a scout's turret or on a wing's mounts. A Fixed weapon does not turn
with the turret: by our reading it bears ahead.
"""

from __future__ import annotations

from typing import Literal

from sheetgen.systems.airships.data import Slot, Weapon

Arc = Literal["forward", "starboard", "aft", "port"]
HEADINGS: dict[Arc, int] = {"forward": 0, "starboard": 90, "aft": 180, "port": 270}
"""The middle of each arc, in degrees clockwise from the bow; in clockwise order."""
WIDTH = 90
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
