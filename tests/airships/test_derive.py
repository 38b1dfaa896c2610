"""Airships: derived values against the rules' tables and examples worked by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.ground.record import replace
from sheetgen.printing.press import Press
from sheetgen.systems.airships import SHEETS
from sheetgen.systems.airships.columns import SHIP
from sheetgen.systems.airships.data import (
    ACTIONS,
    CRITICALS,
    FRAMES,
    MODULES,
    MOVEMENT,
    SUPER_CRITICALS,
    TORPEDO,
    WEAPONS,
    WORDS,
    find_weapon,
    spell_rules,
)
from sheetgen.systems.airships.rules import CHECKS
from sheetgen.systems.airships.ship import (
    Ship,
    command,
    cost,
    damage_control,
    find_arcs,
    hangar_slots,
    has_torpedoes,
    morale_checks,
    takes,
)
from sheetgen.systems.column import derive_values, read_values
from sheetgen.systems.contract import Look

bounded = settings(max_examples=60)


def build(frame: str = "frigate", **changes: Any) -> Ship:
    """A bare ship of a frame, but for the changes."""
    return Ship(system="airships", name="X", frame=frame, **changes)


RESOLUTE = build(
    weapons={"forward": ["naval-battery"], "port": ["flak-cannon"], "starboard": ["flak-cannon"]},
    modules=["hangar", "signal-array"],
    wings=[{"name": "Hornets", "weapons": ["machine-guns", "machine-guns", "bombs"]}],
)

# Every row of the rules: name | range | dice | cost | rules.
PRINTED = {
    "ultralight": """
        Machine Guns | 6 | 1 | 5 | Cannot Crit
        Bombs | 1 | 1 | 10 | No vs Ultralights, Crit on 5+
        Rockets | 3 | 2 | 15 | Cannot Flyover""",
    "light": """
        Flak | 8 | 3 | 10 | Flak
        Lance | 15 | 1 | 15 | Piercing(1), Fixed, Forward
        Cannon | 12 | 2 | 10 | Level, Battery
        Missile | 20 | 1 | 15 | Fixed, Forward, Impact, No vs Ultralights""",
    "medium": """
        Flak Cannon | 12 | 5 | 25 | Flak, Turreted
        Heavy Lance | 22 | 2 | 35 | Piercing(3), Fixed, Forward
        Naval Battery | 18 | 4 | 25 | Level, Battery
        Heavy Missile | 28 | 2 | 35 | Impact, Fixed, Forward
        Torpedo Launcher | None | 1 | 60 | Fixed, Forward, Torpedo, No vs Ultralights""",
    "large": """
        Mega-Flak Array | 15 | 8 | 45 | Flak, Turreted
        Siege Lance | 30 | 3 | 60 | Piercing(5), Fixed, Forward
        Dreadnought Battery | 24 | 6 | 50 | Level, Battery
        Siege Missile Rack | 36 | 2 | 60 | Impact, Fixed, VLS, No vs Ultralights
        Torpedo Launcher | None | 1 | 60 | Fixed, Forward, Torpedo, No vs Ultralights""",
}


@pytest.mark.parametrize("size", PRINTED)
def test_weapons_are_the_printed_ones(size: str) -> None:
    rows = [
        f"{w.name} | {w.range} | {w.dice} | {w.cost} | {', '.join(map(str, w.rules))}"
        for w in WEAPONS[size].values()
    ]
    assert rows == [line.strip() for line in PRINTED[size].strip().splitlines()]


def test_modules_are_the_printed_ones() -> None:
    assert {m.name: m.cost for m in MODULES.values()} == {
        "Chaff Launcher": 10,
        "Acoustic Decoys": 15,
        "DC Center": 20,
        "Signal Array": 10,
        "Armored Bridge": 15,
        "Reinforced Bulkheads": 15,
        "Compressed Gas": 10,
        "Dive Brakes": 10,
        "Sonar": 15,
        "Hangar": 10,
    }


def test_ids_are_the_names_written_small() -> None:
    weapons = [weapon for by_id in WEAPONS.values() for weapon in by_id.values()]
    things: list[Any] = [*MODULES.values(), *weapons]
    assert [t.id for t in things] == [t.name.lower().replace(" ", "-") for t in things]


def test_movement_is_the_printed_one() -> None:
    assert {row: tuple(vars_of(m)) for row, m in MOVEMENT.items()} == {
        "torpedo": (12, 22.5),
        "heavy": (5, 22.5),
        "medium": (7, 45),
        "light": (10, 90),
        "ultralight": (15, 360),
    }


def vars_of(movement: Any) -> tuple[int, float]:
    return movement.move, movement.pivot


# hull, movement, pivot, skill, morale, command, damage control, lift, drop, stall, inertia,
# utility slots
FRAME_ROWS = {
    "wing": (10, 15, 360, 3, 6, 0, None, None, None, None, 0, 0),
    "scout": (15, 10, 90, 3, 5, 1, 1, 2, 1, 9, 2, 1),
    "frigate": (35, 7, 45, 4, 6, 2, 2, 3, 1, 8, 3, 2),
    "carrier": (55, 7, 45, 4, 7, 4, 3, 3, 1, 7, 4, 4),
    "dreadnought": (80, 5, 22.5, 3, 8, 5, 4, 4, 1, 6, 4, 3),
}


@pytest.mark.parametrize("frame", FRAMES)
def test_bare_frames(frame: str) -> None:
    derived = derive_values(SHIP, build(frame))
    keys = "hull movement pivot skill morale command damage_control lift drop stall inertia"
    assert tuple(derived[key] for key in (*keys.split(), "utility_slots")) == FRAME_ROWS[frame]
    assert derived["cost"] == {"weapons": 0, "modules": 0, "frame": 0, "wings": 0, "total": 0}


def test_slots_of_frames() -> None:
    slots = {id: {s: (r.size, r.count) for s, r in f.slots.items()} for id, f in FRAMES.items()}
    assert slots == {
        "wing": {"mounts": ("ultralight", 3)},
        "scout": {"turret": ("light", 1)},
        "frigate": dict.fromkeys(("forward", "port", "starboard"), ("medium", 1)),
        "carrier": {"forward": ("medium", 1), "aft": ("medium", 1)},
        "dreadnought": {
            "forward": ("large", 1),
            "port": ("large", 2),
            "starboard": ("large", 2),
            "aft": ("large", 1),
        },
    }


def test_large_ships_move_on_the_heavy_row() -> None:
    assert FRAMES["dreadnought"].size == "Large"
    assert derive_values(SHIP, build("dreadnought"))["movement_class"] == "heavy"


@pytest.mark.parametrize(
    ("hull", "half", "quarter"),
    [
        (10, 4, 2),  # under 5 and 2.5
        (15, 7, 3),  # under 7.5 and 3.75
        (35, 17, 8),  # under 17.5 and 8.75
        (55, 27, 13),  # under 27.5 and 13.75
        (80, 39, 19),  # under 40 and 20
    ],
)
def test_morale_checks(hull: int, half: int, quarter: int) -> None:
    assert morale_checks(hull) == (half, quarter)


@given(st.integers(4, 500))
def test_morale_checks_are_the_highest_hulls_under_their_share(hull: int) -> None:
    half, quarter = morale_checks(hull)
    assert 2 * half < hull <= 2 * (half + 1)
    assert 4 * quarter < hull <= 4 * (quarter + 1)


def test_cost_by_hand() -> None:
    """A battery and two flak cannons, 75; a hangar and an array, 20; the wing 5 + 5 + 10."""
    price = cost(RESOLUTE)
    assert (price.weapons, price.modules, price.frame, price.wings, price.total) == (
        75,
        20,
        0,
        20,
        115,
    )


def test_a_stated_price_of_the_frame_counts() -> None:
    priced = replace(RESOLUTE, frame_cost=40)
    assert (cost(priced).frame, cost(priced).total) == (40, 155)
    assert derive_values(SHIP, priced)["frame_price"] == "stated"
    assert derive_values(SHIP, RESOLUTE)["frame_price"] == "unpublished"


def test_modules_that_add_up() -> None:
    ship = build("carrier", modules=["signal-array", "signal-array", "dc-center", "hangar"])
    assert (command(ship), damage_control(ship), hangar_slots(ship)) == (4 + 2, 3 + 1, 1)
    assert (command(RESOLUTE), damage_control(RESOLUTE), hangar_slots(RESOLUTE)) == (3, 2, 1)


@pytest.mark.parametrize(("weapon", "there"), [("torpedo-launcher", True), ("heavy-lance", False)])
def test_torpedoes_need_a_launcher(weapon: str, there: bool) -> None:
    assert has_torpedoes(build(weapons={"forward": [weapon]})) is there


# Arcs

ALL = ("forward", "starboard", "aft", "port")


@pytest.mark.parametrize(
    ("slot", "size", "weapon", "arcs"),
    [
        ("forward", "medium", "naval-battery", ("forward",)),
        ("port", "medium", "naval-battery", ("port",)),
        ("aft", "large", "dreadnought-battery", ("aft",)),
        ("port", "medium", "flak-cannon", ALL),
        ("aft", "large", "mega-flak-array", ALL),
        ("starboard", "large", "siege-missile-rack", ALL),
        ("turret", "light", "cannon", ALL),
        ("turret", "light", "flak", ALL),
        ("turret", "light", "lance", ("forward",)),  # a reading: Fixed weapons do not turn
        ("mounts", "ultralight", "rockets", ALL),
    ],
)
def test_where_weapons_bear(slot: Any, size: str, weapon: str, arcs: tuple[str, ...]) -> None:
    found = find_weapon(weapon, size)
    assert found
    assert find_arcs(slot, found) == arcs


@pytest.mark.parametrize(
    ("slot", "weapon", "fits"),
    [
        ("forward", "heavy-lance", True),
        ("turret", "lance", True),
        ("port", "heavy-lance", False),
        ("aft", "torpedo-launcher", False),
        ("aft", "naval-battery", True),
        ("port", "siege-missile-rack", True),
    ],
)
def test_where_weapons_may_be_mounted(slot: Any, weapon: str, fits: bool) -> None:
    found = find_weapon(weapon, "medium")
    assert found
    assert takes(slot, found) is fits


# Words


def test_every_rule_of_a_weapon_is_explained() -> None:
    used = {r.name for weapons in WEAPONS.values() for w in weapons.values() for r in w.rules}
    assert used == set(WORDS)
    assert {name for name, word in WORDS.items() if not word.about} == {"Level", "Fixed"}


def test_rules_are_spelled_out() -> None:
    lance, gun = WEAPONS["large"]["siege-lance"], WEAPONS["light"]["cannon"]
    assert spell_rules(lance.rules) == "+5 damage a hit, ahead only, Fixed"
    assert spell_rules(gun.rules) == "Roll 1s to hit again once, Level"


def test_the_tables_are_whole() -> None:
    assert [c.name for c in CRITICALS] == [
        "Flash Fire",
        "Weapon Jam",
        "Speed Loss",
        "Rudder Loss",
        "Crew Casualties",
        "Utility Failure",
        "Panic",
        "Super Critical",
    ]
    assert [c.name for c in SUPER_CRITICALS] == [
        "Structural Failure",
        "Lift Failure",
        "Bridge Hit",
        "Drifting",
        "Weapons Down",
        "Utilities Down",
        "On Fire",
        "Citadel Blowout",
    ]
    assert [(a.name, a.cost) for a in ACTIONS] == [
        ("Emergency Repairs", 1),
        ("Brace", 1),
        ("Target Lock", 1),
        ("Full Ahead", 1),
        ("Hard Around", 1),
        ("Rally", 1),
        ("Launch Torpedo", 1),
    ]
    assert (TORPEDO.hull, TORPEDO.lift, TORPEDO.drop, TORPEDO.inertia, TORPEDO.dice) == (
        4,
        1,
        1,
        5,
        3,
    )


# What `show` holds


def test_derived_values_have_the_keys_of_the_contract() -> None:
    derived = derive_values(SHIP, RESOLUTE)
    keys = "hull movement pivot skill morale command damage_control hangar_slots cost morale_checks"
    assert derived.keys() >= {*keys.split(), "weapons"}
    assert (derived["skill"], derived["morale_checks"]) == (4, [17, 8])
    assert derived["weapons"][0] == {
        "slot": "forward",
        "weapon": "Naval Battery",
        "range": 18,
        "dice": 4,
        "cost": 25,
        "rules": ["Level", "Battery"],
        "arcs": ["forward"],
    }
    assert (derived["to_hit_best"], derived["to_hit_worst"]) == (2, 6)
    assert derived["wings"] == [
        {"wing": "Hornets", "weapons": ["Machine Guns", "Machine Guns", "Bombs"], "cost": 20}
    ]


def test_a_range_without_end_is_none() -> None:
    (row,) = derive_values(SHIP, build(weapons={"forward": ["torpedo-launcher"]}))["weapons"]
    assert row["range"] is None
    shown = read_values(SHIP, build(weapons={"forward": ["torpedo-launcher"]}))
    assert shown["weapons"].rows[0][2] == "no end"


def test_values_are_read_out_with_their_units() -> None:
    shown = read_values(SHIP, RESOLUTE)
    assert [shown[key] for key in ("movement", "pivot", "skill", "cost")] == [
        "7″",
        "45°",
        "4+",
        "115 (weapons 75, modules 20, frame 0, wings 20)",
    ]
    assert [row[5] for row in shown["weapons"].rows] == ["forward", "all round", "all round"]


# Laws


@st.composite
def ships(draw: st.DrawFn) -> Ship:
    """Legal ships."""
    frame = FRAMES[draw(st.sampled_from([f for f in FRAMES if f != "wing"]))]
    weapons = {}
    for slot, room in frame.slots.items():
        fitting = [id for id, w in WEAPONS[room.size].items() if takes(slot, w)]
        weapons[slot] = draw(st.lists(st.sampled_from(fitting), max_size=room.count))
    modules = draw(st.lists(st.sampled_from(list(MODULES)), max_size=frame.utilities))
    guns = st.lists(st.sampled_from(list(WEAPONS["ultralight"])), max_size=3)
    count = draw(st.integers(0, modules.count("hangar")))
    wings = [{"name": f"W{at}", "weapons": draw(guns)} for at in range(count)]
    return build(frame.id, weapons=weapons, modules=modules, wings=wings)


@bounded
@given(ships())
def test_a_legal_ship_breaks_no_rule(ship: Ship) -> None:
    broken = {c.rule.name for c in CHECKS if list(c.find(ship)) and c.rule.severity == "error"}
    assert broken == set()


@bounded
@given(ships(), st.integers(0, 500))
def test_a_ship_costs_the_sum_of_its_parts(ship: Ship, price: int) -> None:
    derived = derive_values(SHIP, replace(ship, frame_cost=price))
    rows = [*derived["weapons"], *derived["modules"], *derived["wings"]]
    assert derived["cost"]["total"] == sum(row["cost"] for row in rows) + price == derived["points"]


@bounded
@given(ships())
def test_values_never_fall_below_those_of_the_frame(ship: Ship) -> None:
    assert command(ship) - ship.build.command == ship.modules.count("signal-array")
    control = damage_control(ship)
    assert control is not None and ship.build.damage_control is not None
    assert control - ship.build.damage_control == ship.modules.count("dc-center")


@pytest.fixture(scope="module")
def press() -> Press:
    return Press(None)


@settings(max_examples=12)
@given(ship=ships(), name=st.text("ABCWmi ", min_size=1, max_size=70))
def test_a_legal_ship_prints_whatever_it_carries(press: Press, ship: Ship, name: str) -> None:
    named = replace(ship, name=name)
    for sheet in SHEETS:
        if "ship" in sheet.kinds:
            for piece in sheet.fill(named, Look()):
                assert press.draw(sheet.template, piece.data, piece.title).width > 0
