"""Airships: derived values against the rules' tables and examples worked by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.printing.press import Press
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
    spell_rules,
)
from sheetgen.systems.column import derive_values, read_values
from tests.airships.yard import (
    SHEETS,
    SHIP,
    build_ship,
    fill,
    find_errors,
    list_weapons,
    show_weapons,
)

bounded = settings(max_examples=60)


def build(frame: str = "frigate", **keys: Any) -> Any:
    """The values of a bare ship of a frame, but for what its definition has besides."""
    return build_ship(frame, **keys).record


def derive(frame: str = "frigate", **keys: Any) -> dict[str, Any]:
    """What `show` holds of a ship."""
    return derive_values(SHIP.columns, build_ship(frame, **keys))


def mount(slot: str, weapon: str) -> dict[str, Any]:
    """The keys of a ship with one weapon, on the first frame that has such a slot for it."""
    sizes = WEAPONS[weapon].sizes
    frame = next(
        frame.id
        for frame in FRAMES.values()
        if any(room.slot == slot and room.size in sizes for room in frame.slots)
    )
    return {"frame": frame, "weapons": {slot: [weapon]}}


RESOLUTE: dict[str, Any] = {
    "frame": "frigate",
    "weapons": {
        "forward": ["naval-battery"],
        "port": ["flak-cannon"],
        "starboard": ["flak-cannon"],
    },
    "modules": ["hangar", "signal-array"],
    "wings": [{"name": "Hornets", "weapons": ["machine-guns", "machine-guns", "bombs"]}],
}

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
        f"{w['weapon']} | {w['range']} | {w['dice']} | {w['cost']} | {', '.join(w['rules'])}"
        for w in show_weapons(size)
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
    things = [*MODULES.values(), *WEAPONS.values()]
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
    derived = derive(frame)
    keys = "hull movement pivot skill morale command damage_control lift drop stall inertia"
    assert tuple(derived[key] for key in (*keys.split(), "utility_slots")) == FRAME_ROWS[frame]
    assert derived["cost"] == {"weapons": 0, "modules": 0, "frame": 0, "wings": 0, "total": 0}


def test_slots_of_frames() -> None:
    slots = {id: {r.slot: (r.size, r.count) for r in f.slots} for id, f in FRAMES.items()}
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
    assert derive("dreadnought")["movement_class"] == "heavy"


@pytest.mark.parametrize(
    ("frame", "hull", "half", "quarter"),
    [
        ("wing", 10, 4, 2),  # under 5 and 2.5
        ("scout", 15, 7, 3),  # under 7.5 and 3.75
        ("frigate", 35, 17, 8),  # under 17.5 and 8.75
        ("carrier", 55, 27, 13),  # under 27.5 and 13.75
        ("dreadnought", 80, 39, 19),  # under 40 and 20
    ],
)
def test_morale_checks(frame: str, hull: int, half: int, quarter: int) -> None:
    ship = build(frame)
    assert (ship.build.hull, ship.half, ship.quarter) == (hull, half, quarter)


@given(st.integers(4, 500))
def test_morale_checks_are_the_highest_hulls_under_their_share(hull: int) -> None:
    """Also for hulls that no frame has yet: the formulas are asked on their own."""
    plan = build_ship().plan
    known, frame = plan.names.known, plan.start("X")
    frame[known["build"].slot] = SimpleNamespace(hull=hull)
    half, quarter = (known[name].read(frame) for name in ("half", "quarter"))
    assert 2 * half < hull <= 2 * (half + 1)
    assert 4 * quarter < hull <= 4 * (quarter + 1)


def test_cost_by_hand() -> None:
    """A battery and two flak cannons, 75; a hangar and an array, 20; the wing 5 + 5 + 10."""
    assert derive(**RESOLUTE)["cost"] == {
        "weapons": 75,
        "modules": 20,
        "frame": 0,
        "wings": 20,
        "total": 115,
    }


def test_a_stated_price_of_the_frame_counts() -> None:
    priced = derive(**RESOLUTE, frame_cost=40)
    assert (priced["cost"]["frame"], priced["cost"]["total"]) == (40, 155)
    assert priced["frame_price"] == "stated"
    assert derive(**RESOLUTE)["frame_price"] == "unpublished"


@pytest.mark.parametrize(
    ("keys", "added"),
    [
        (
            {
                "frame": "carrier",
                "modules": ["signal-array", "signal-array", "dc-center", "hangar"],
            },
            (4 + 2, 3 + 1, 1),
        ),
        (RESOLUTE, (3, 2, 1)),
    ],
)
def test_modules_that_add_up(keys: dict[str, Any], added: tuple[int, int, int]) -> None:
    ship = derive(**keys)
    assert (ship["command"], ship["damage_control"], ship["hangar_slots"]) == added


@pytest.mark.parametrize(("weapon", "there"), [("torpedo-launcher", True), ("heavy-lance", False)])
def test_torpedoes_need_a_launcher(weapon: str, there: bool) -> None:
    assert derive(weapons={"forward": [weapon]})["torpedoes"] is there


# Arcs

ALL = ["forward", "starboard", "aft", "port"]


@pytest.mark.parametrize(
    ("slot", "weapon", "arcs"),
    [
        ("forward", "naval-battery", ["forward"]),
        ("port", "naval-battery", ["port"]),
        ("aft", "dreadnought-battery", ["aft"]),
        ("port", "flak-cannon", ALL),
        ("aft", "mega-flak-array", ALL),
        ("starboard", "siege-missile-rack", ALL),
        ("turret", "cannon", ALL),
        ("turret", "flak", ALL),
        ("turret", "lance", ["forward"]),  # a reading: Fixed weapons do not turn
        ("mounts", "rockets", ALL),
    ],
)
def test_where_weapons_bear(slot: str, weapon: str, arcs: list[str]) -> None:
    (arm,) = build(**mount(slot, weapon)).arms
    assert arm.arcs == arcs


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
def test_where_weapons_may_be_mounted(slot: str, weapon: str, fits: bool) -> None:
    broken = find_errors(build_ship(**mount(slot, weapon)))
    assert broken == (set() if fits else {"forward-only"})


# Words


def test_every_rule_of_a_weapon_is_explained() -> None:
    used = {rule for weapon in WEAPONS.values() for rule in weapon.rules}
    assert used == set(WORDS)
    assert {name for name, word in WORDS.items() if not word.about} == {"Level", "Fixed"}


def test_rules_are_spelled_out() -> None:
    lance, gun = WEAPONS["siege-lance"], WEAPONS["cannon"]
    assert spell_rules(lance) == "+5 damage a hit, ahead only*, Fixed"
    assert spell_rules(gun) == "Roll 1s to hit again once, Level"


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
    derived = derive(**RESOLUTE)
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
    ship = build_ship(weapons={"forward": ["torpedo-launcher"]})
    (row,) = derive_values(SHIP.columns, ship)["weapons"]
    assert row["range"] is None
    shown = read_values(SHIP.columns, ship)
    assert shown["weapons"].rows[0][2] == "no end"


def test_values_are_read_out_with_their_units() -> None:
    shown = read_values(SHIP.columns, build_ship(**RESOLUTE))
    assert [shown[key] for key in ("movement", "pivot", "skill", "cost")] == [
        "7″",
        "45°",
        "4+",
        "115 (weapons 75, modules 20, frame 0, wings 20)",
    ]
    assert [row[5] for row in shown["weapons"].rows] == ["forward", "all round", "all round"]


# Laws


@st.composite
def ships(draw: st.DrawFn) -> dict[str, Any]:
    """The keys of legal ships."""
    frame = FRAMES[draw(st.sampled_from([f for f in FRAMES if f != "wing"]))]
    weapons = {}
    for room in frame.slots:
        fitting = st.sampled_from(list_weapons(room.size, room.slot))
        weapons[room.slot] = draw(st.lists(fitting, max_size=room.count))
    modules = draw(st.lists(st.sampled_from(list(MODULES)), max_size=frame.utilities))
    guns = st.lists(st.sampled_from(list_weapons("ultralight")), max_size=3)
    count = draw(st.integers(0, modules.count("hangar")))
    wings = [{"name": f"W{at}", "weapons": draw(guns)} for at in range(count)]
    return {"frame": frame.id, "weapons": weapons, "modules": modules, "wings": wings}


@bounded
@given(ships())
def test_a_legal_ship_breaks_no_rule(keys: dict[str, Any]) -> None:
    assert find_errors(build_ship(**keys)) == set()


@bounded
@given(ships(), st.integers(0, 500))
def test_a_ship_costs_the_sum_of_its_parts(keys: dict[str, Any], price: int) -> None:
    derived = derive(**keys, frame_cost=price)
    rows = [*derived["weapons"], *derived["modules"], *derived["wings"]]
    assert derived["cost"]["total"] == sum(row["cost"] for row in rows) + price == derived["points"]


@bounded
@given(ships())
def test_values_never_fall_below_those_of_the_frame(keys: dict[str, Any]) -> None:
    derived, frame = derive(**keys), FRAMES[keys["frame"]]
    assert derived["command"] - frame.command == keys["modules"].count("signal-array")
    control = derived["damage_control"]
    assert control is not None and frame.damage_control is not None
    assert control - frame.damage_control == keys["modules"].count("dc-center")


@pytest.fixture(scope="module")
def press() -> Press:
    return Press(None)


@settings(max_examples=12)
@given(keys=ships(), name=st.text("ABCWmi ", min_size=1, max_size=70).filter(str.strip))
def test_a_legal_ship_prints_whatever_it_carries(
    press: Press, keys: dict[str, Any], name: str
) -> None:
    named = build_ship(**keys, name=name)
    for sheet in SHEETS.values():
        if "ship" in sheet.kinds:
            for piece in fill(sheet.name, named):
                assert press.draw(sheet.template, piece.data, piece.title).width > 0
