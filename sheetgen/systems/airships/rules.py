"""Checks of a ship: whether it can be built, and what is left unused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.ground.number import count, name_one
from sheetgen.systems import Finding, Mend, check
from sheetgen.systems.airships.data import FRAMES, MODULES, WEAPONS, ShipFrame, Slot, find_weapon
from sheetgen.systems.airships.ship import Ship, hangar_slots, list_modules, takes

Keys = tuple[str | int, ...]
ON_A_WING = FRAMES["wing"].slots["mounts"].count
"""The number of weapons a wing carries."""


def _take_last(path: Keys, keep: int, there: int) -> list[Mend]:
    """The changes that take what is too much from the end of a list."""
    return [Mend((*path, at), act="remove") for at in reversed(range(keep, there))]


def _list_slots(frame: ShipFrame) -> str:
    rooms = (f"{slot} ({room.count} {room.size})" for slot, room in frame.slots.items())
    return f"{name_one(frame.name.lower())} has {', '.join(rooms)}"


def _list_fitting(slot: Slot, size: str) -> str:
    fitting = [name for name, weapon in WEAPONS[size].items() if takes(slot, weapon)]
    return f"what fits there: {', '.join(fitting)}"


def _list_mounts(ship: Ship) -> Iterator[tuple[Keys, Slot, str, str]]:
    """Every weapon in a slot that exists: its place, its slot, the slot's size, its id."""
    for slot, names in ship.weapons.list_mounted():
        room = ship.build.slots.get(slot)
        for at, name in enumerate(names if room else ()):
            assert room
            yield ("weapons", slot, at), slot, room.size, name
    for number, wing in enumerate(ship.wings):
        for at, name in enumerate(wing.weapons):
            yield ("wings", number, "weapons", at), "mounts", "ultralight", name


@check("no-such-slot", "error")
def no_such_slot(ship: Ship) -> Iterator[Finding]:
    """A weapon is in a slot that the frame lacks.

    Why: A frame has only the slots of its design; the weapon would have no arc of fire.

    Example:
    frame: carrier                # has forward and aft
    weapons: {port: [flak-cannon]}
    """
    for slot, names in ship.weapons.list_mounted():
        if names and slot not in ship.build.slots:
            message = f"{name_one(ship.build.name.lower())} has no {slot} slot"
            yield Finding(("weapons", slot), message, _list_slots(ship.build))


@check("crowded-slot", "error")
def crowded_slot(ship: Ship) -> Iterator[Finding]:
    """A slot has more weapons than it can hold.

    Why: Each slot takes the number of weapons that the frame gives; a wing carries three.

    Example:
    frame: frigate                # 1 medium weapon forward
    weapons: {forward: [naval-battery, heavy-lance]}
    """
    for slot, names in ship.weapons.list_mounted():
        room = ship.build.slots.get(slot)
        if room and len(names) > room.count:
            message = f"{count(len(names), 'weapon')} {_say_where(slot)}, but there is room for "
            yield Finding(
                ("weapons", slot, room.count), f"{message}{room.count}", _list_slots(ship.build)
            )
    for number, wing in enumerate(ship.wings):
        if len(wing.weapons) > ON_A_WING:
            message = (
                f"{wing.name} has {count(len(wing.weapons), 'weapon')}, "
                f"but a wing carries {ON_A_WING}"
            )
            hint = f"take away {len(wing.weapons) - ON_A_WING}"
            path: Keys = ("wings", number, "weapons")
            mends = _take_last(path, ON_A_WING, len(wing.weapons))
            yield Finding((*path, ON_A_WING), message, hint, mends)


def _say_where(slot: Slot) -> str:
    if slot in ("port", "starboard"):
        return f"to {slot}"
    return {"turret": "in the turret", "mounts": "on the wing"}.get(slot, slot)


@check("wrong-size", "error")
def wrong_size(ship: Ship) -> Iterator[Finding]:
    """A weapon is of another size than its slot.

    Why: A slot takes weapons of its own size only, not even smaller ones.

    Example:
    frame: frigate                # takes medium weapons
    weapons: {forward: [lance]}   # a light one
    """
    for place, slot, size, name in _list_mounts(ship):
        weapon = find_weapon(name, size)
        if weapon and weapon.size != size:
            where = "a wing" if slot == "mounts" else f"the {slot} slot"
            message = (
                f"{weapon.name} is {name_one(weapon.size)} weapon, but {where} takes {size} ones"
            )
            yield Finding(place, message, _list_fitting(slot, size))


@check("forward-only", "error")
def forward_only(ship: Ship) -> Iterator[Finding]:
    """A weapon that only fires ahead is in another slot.

    Why: A weapon marked Forward is built into the bow. It may be in a forward slot, or in a
    scout's turret, which counts as one.

    Example:
    weapons: {port: [heavy-lance]}
    """
    for place, slot, size, name in _list_mounts(ship):
        weapon = find_weapon(name, size)
        if weapon and weapon.size == size and not takes(slot, weapon):
            message = f"{weapon.name} only fires ahead, so it can't be mounted {_say_where(slot)}"
            yield Finding(place, message, _list_fitting(slot, size))


@check("too-many-modules", "error")
def too_many_modules(ship: Ship) -> Iterator[Finding]:
    """A ship has more modules than utility slots.

    Why: Each module fills one utility slot, and a frame has as many as its design says.

    Example:
    frame: scout                  # 1 utility slot
    modules: [sonar, dive-brakes]
    """
    room = ship.build.utilities
    if len(ship.modules) > room:
        slots = count(room, "utility slot") if room else "no utility slots"
        message = f"{count(len(ship.modules), 'module')}, but {name_one(ship.frame)} has {slots}"
        spare = len(ship.modules) - room
        mends = _take_last(("modules",), room, len(ship.modules)) if room else ()
        yield Finding(("modules", room), message, f"take away {spare}", mends)


@check("wings-without-hangars", "error")
def wings_without_hangars(ship: Ship) -> Iterator[Finding]:
    """A ship carries more wings than it has hangars.

    Why: Every wing needs its own hangar slot, and a Hangar module has one.

    Example:
    modules: [hangar]
    wings: [{name: Hornets}, {name: Wasps}]
    """
    room = hangar_slots(ship)
    if len(ship.wings) > room:
        slots = count(room, "hangar slot") if room else "no hangar slot"
        message = f"{count(len(ship.wings), 'wing')}, but {slots}"
        free = ship.build.utilities - len(ship.modules)
        hangar, missing = MODULES["hangar"], len(ship.wings) - room
        hint = f"take away {count(missing, 'wing')}"
        if free >= missing:
            hint += f", or add {count(missing, 'hangar')} to modules ({hangar.cost} points each)"
        yield Finding(("wings", room), message, hint)


@check("empty-slot", "hint")
def empty_slot(ship: Ship) -> Iterator[Finding]:
    """A slot for weapons or modules is empty.

    Why: That is legal and saves points, but often something was forgotten.

    Example:
    frame: scout                  # and nothing in its turret
    """
    mounted = dict(ship.weapons.list_mounted())
    for slot, room in ship.build.slots.items():
        free = room.count - len(mounted[slot])
        if free > 0:
            place: Keys = ("weapons", slot) if mounted[slot] else ("frame",)
            message = f"room for {count(free, f'more {room.size} weapon')} {_say_where(slot)}"
            yield Finding(place, message, _list_fitting(slot, room.size))
    most = ship.build.utilities
    if len(ship.modules) < most:
        message = f"{len(ship.modules)} of {count(most, 'utility slot')} used"
        hint = f"modules: {', '.join(MODULES)}"
        yield Finding(("modules",) if ship.modules else ("frame",), message, hint)


@check("empty-hangar", "hint")
def empty_hangar(ship: Ship) -> Iterator[Finding]:
    """A hangar has no wing in it.

    Why: Wings are bought with the ship that carries them; a hangar without one does nothing.

    Example:
    modules: [hangar, hangar]
    wings: [{name: Hornets, weapons: [rockets]}]
    """
    free = hangar_slots(ship) - len(ship.wings)
    if free > 0:
        at = [place for place, name in enumerate(ship.modules) if name == "hangar"][-free]
        message = f"{count(free, 'hangar')} without a wing"
        yield Finding(("modules", at), message, "add to wings: {name: …, weapons: […]}")


@check("unarmed-wing", "hint")
def unarmed_wing(ship: Ship) -> Iterator[Finding]:
    """A wing could carry more weapons.

    Why: A wing has room for three. Fewer are legal, but often something was forgotten.

    Example:
    wings: [{name: Hornets, weapons: [machine-guns]}]
    """
    for number, wing in enumerate(ship.wings):
        if len(wing.weapons) < ON_A_WING:
            message = f"{wing.name} carries {count(len(wing.weapons), 'weapon')} of {ON_A_WING}"
            yield Finding(("wings", number), message, _list_fitting("mounts", "ultralight"))


@check("second-module", "hint")
def second_module(ship: Ship) -> Iterator[Finding]:
    """A ship has the same module twice, and its effects do not add up.

    Why: Each signal array, DC center and hangar counts. For the others the rules do not say what a
    second one does, so agree on that before the game.

    Example:
    modules: [sonar, sonar]
    """
    seen: set[str] = set()
    for at, module in enumerate(list_modules(ship)):
        if module.id in seen and not module.adds:
            message = f"the rules don't say what a second {module.name} does"
            yield Finding(("modules", at), message, f"those that add up: {', '.join(_adding())}")
        seen.add(module.id)


def _adding() -> Iterable[str]:
    return (module.id for module in MODULES.values() if module.adds)


CHECKS = (
    no_such_slot,
    crowded_slot,
    wrong_size,
    forward_only,
    too_many_modules,
    wings_without_hangars,
    empty_slot,
    empty_hangar,
    unarmed_wing,
    second_module,
)
