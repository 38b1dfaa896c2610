"""The forms of airships and their fleets in the studio."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.number import count
from sheetgen.ground.record import replace
from sheetgen.systems.airships.data import (
    CRITICALS,
    FRAMES,
    MODULES,
    SLOTS,
    SUPER_CRITICALS,
    WEAPONS,
)
from sheetgen.systems.airships.fleet import Airship
from sheetgen.systems.airships.scenario import TERRAIN
from sheetgen.systems.airships.ship import (
    Ship,
    cost,
    count_names,
    hangar_slots,
    list_modules,
    wing_cost,
)
from sheetgen.systems.column import WORDS, Budget, Form, FormPart, Group, Loss, Option
from sheetgen.systems.kit.fleet_form import make_fleet_form
from sheetgen.systems.kit.scenario.columns import make_scenario_form


def _list_budgets(ship: Ship) -> Iterator[Budget]:
    by_slot = ship.list_weapons()
    rooms = ship.build.slots
    mounted = dict(ship.weapons.list_mounted())
    for slot, room in rooms.items():
        parts = [FormPart(weapon.name, 1) for at, weapon in by_slot if at == slot]
        yield Budget(f"{room.size} {slot}".capitalize(), len(mounted[slot]), room.count, parts)
    if ship.build.utilities or ship.modules:
        parts = [FormPart(MODULES[name].name, 1) for name in ship.modules]
        yield Budget("Utility slots", len(ship.modules), ship.build.utilities, parts)
    if hangar_slots(ship) or ship.wings:
        parts = [FormPart(wing.name, 1) for wing in ship.wings]
        yield Budget("Hangars", len(ship.wings), hangar_slots(ship), parts)
    shares = cost(ship)
    parts = [FormPart(name, worth) for name, worth in vars(shares).items() if worth]
    yield Budget("Points", shares.total, None, parts)


def _list_facts(ship: Ship) -> Iterator[str]:
    yield ship.build.name
    yield f"hull {ship.build.hull}"
    yield count(cost(ship).total, "point")
    if not ship.frame_cost and not ship.is_wing:
        yield "frame without a price"
    for wing in ship.wings:
        yield f"{wing.name}: {count(wing_cost(wing), 'point')}"
    if weapons := count_names(weapon for _, weapon in ship.list_weapons()):
        yield weapons


_ARMS = [
    Option(id, f"{weapon.name} ({size})", count(weapon.cost, "point"))
    for size, weapons in WEAPONS.items()
    for id, weapon in weapons.items()
]
_LIGHT = [
    Option(id, weapon.name, count(weapon.cost, "point"))
    for id, weapon in WEAPONS["ultralight"].items()
]

SHIP = Form(
    groups=(
        Group("Ship", ("name", "frame", "frame_cost")),
        Group("Weapons", ("weapons",)),
        Group("Modules and wings", ("modules", "wings")),
        WORDS,
    ),
    labels={"frame_cost": "Price of the frame"},
    help={
        "frame": "what it is built on: its hull, its slots, how it moves",
        "modules": "what is in the utility slots",
        "wings": "the wings in its hangars",
    },
    units={"frame_cost": "points"},
    options={
        "frame": [
            Option(frame.id, frame.name, f"hull {frame.hull}, {count(frame.utilities, 'module')}")
            for frame in FRAMES.values()
        ],
        "modules": [
            Option(module.id, module.name, count(module.cost, "point"))
            for module in MODULES.values()
        ],
        "wings weapons": _LIGHT,
        "weapons mounts": _LIGHT,
        **{f"weapons {slot}": _ARMS for slot in SLOTS if slot != "mounts"},
    },
    budgets=_list_budgets,
    facts=_list_facts,
)


def _list_jammed(member: Airship) -> list[tuple[int, str]]:
    weapons = enumerate(member.ship.list_weapons(), start=1)
    return [(number, f"weapon {number}, {weapon.name}") for number, (_, weapon) in weapons]


_FLEET = make_fleet_form(unit="points")
FLEET = replace(
    _FLEET,
    options={
        "ships state failed": [Option(module.id, module.name) for module in MODULES.values()],
        "ships state criticals": [Option(c.name, c.name) for c in (*CRITICALS, *SUPER_CRITICALS)],
    },
    losses={
        "hull": Loss("hull", "the hull boxes", lambda member: member.ship.build.hull),
        "weapon": Loss("jammed", "jammed", things=_list_jammed),
        "module": Loss(
            "failed", "failed", things=lambda m: [(x.id, x.name) for x in list_modules(m.ship)]
        ),
        "wing": Loss("out", "out", things=lambda m: [(x.id, x.wing.name) for x in m.wings]),
        **{name: Loss("morale", name, value=name) for name in ("shaken", "broken")},
        **{
            critical.name: Loss(f"criticals/{critical.name}", f"the boxes of {critical.name}")
            for critical in (*CRITICALS, *SUPER_CRITICALS)
        },
    },
)

_HEIGHT = "one height, or the lowest and the highest: 2–5"
SCENARIO = make_scenario_form(
    TERRAIN,
    said={
        "terrain height": f"{_HEIGHT}; islands fill 6 to 8",
        "deployment height": f"how high its ships begin: {_HEIGHT}",
    },
    spans=("terrain height", "deployment height"),
)
