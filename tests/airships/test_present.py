"""What losses leave of airships: by hand, and held against a model typed from the rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.systems.airships.rules import list_aboard
from sheetgen.systems.column import derive_values
from tests.airships.yard import SHIP, build_ship, fill, link_fleet
from tests.duel.skyfight import read_weapons

RESOLUTE: dict[str, Any] = {
    "weapons": {
        "forward": ["naval-battery"],
        "port": ["flak-cannon"],
        "starboard": ["flak-cannon"],
    },
    "modules": ["signal-array", "hangar"],
    "wings": [{"name": "Hornets", "weapons": ["machine-guns", "machine-guns", "bombs"]}],
}
"""115 points: 75 of weapons, 20 of modules, a wing of 20."""


def hurt(frame: str = "frigate", state: Any = None, **keys: Any) -> Any:
    """The values of a ship, called A, with these losses in a fleet."""
    entry = {"ship": "x1", "ids": ["A"], "state": {"A": state or {}}}
    fleet = link_fleet(build_ship(frame, **keys), ships=[entry])
    return fleet.members[0]


def read(member: Any) -> dict[str, Any]:
    """The present values of a ship, as `show --json` has them."""
    left = derive_values(SHIP.columns, member.present)
    return {**left, "dice": {row["arc"]: row["dice"] for row in left["arc_dice"]}}


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ({"hull": 9}, {"hull": 26, "points": 115}),
        ({"hull": 35}, {"hull": 0, "command": 0, "points": 20}),  # the wing is not out
        ({"morale": "shaken"}, {"skill": 5}),  # −1 to Skill: a frigate hits on 4+
        ({"morale": "broken"}, {"skill": 5}),  # who breaks was shaken before
        ({"criticals": {"Speed Loss": 2}}, {"movement": 3}),  # 7 − 4
        ({"criticals": {"Speed Loss": 4}}, {"movement": 0}),
        ({"criticals": {"Crew Casualties": 4}}, {"morale": 2}),
        ({"criticals": {"Rudder Loss": 1}}, {"pivot": 0, "movement": 7}),
        ({"criticals": {"Drifting": 1}}, {"pivot": 0, "movement": 0}),
        ({"criticals": {"Bridge Hit": 1}}, {"command": 0}),
        ({"criticals": {"Utilities Down": 1}}, {"command": 2, "hangar_slots": 0, "modules": []}),
        ({"failed": ["signal-array"]}, {"command": 2, "hangar_slots": 1}),
        ({"failed": ["hangar"]}, {"command": 3, "hangar_slots": 0}),
        ({"out": ["Aa"]}, {"wings": [], "points": 95}),
        ({"criticals": {"Weapons Down": 1}}, {"weapons": [], "torpedoes": False}),
        ({"criticals": {"Flash Fire": 1, "Panic": 1}}, {"hull": 35, "command": 3}),
    ],
)
def test_losses_by_hand(state: dict[str, Any], found: dict[str, Any]) -> None:
    left = read(hurt(state=state, **RESOLUTE))
    assert {key: left[key] for key in found} == found


def test_jammed_weapons_add_no_dice() -> None:
    left = read(hurt(state={"jammed": [1, 2]}, **RESOLUTE))
    assert [row["weapon"] for row in left["weapons"]] == ["Flak Cannon"]
    assert left["dice"]["forward"] == [{"reach": 12, "dice": 5}, {"reach": 18, "dice": 0}]
    assert left["dice"]["aft"] == [{"reach": 12, "dice": 5}]


def test_of_two_modules_alike_one_fails() -> None:
    ship = hurt("carrier", {"failed": ["dc-center"]}, modules=["dc-center"] * 2)
    assert read(ship)["damage_control"] == 3 + 1


def test_wings_are_known_by_their_letters() -> None:
    assert list_aboard(3, ["CV1b"]) == [1, 3]
    assert list_aboard(3, []) == [1, 2, 3]
    assert list_aboard(2, ["Da", "Db"]) == []


# A model from the rules, without any of the program's tables.

BOW_AND_BEAMS = dict.fromkeys(("forward", "port", "starboard"), 1)
FRAMES = {
    "scout": (15, 3, 5, 1, 1, 10, 90.0, {"turret": 1}, "light", 1),
    "frigate": (35, 4, 6, 2, 2, 7, 45.0, BOW_AND_BEAMS, "medium", 2),
    "carrier": (55, 4, 7, 4, 3, 7, 45.0, {"forward": 1, "aft": 1}, "medium", 4),
    "dreadnought": (
        80, 3, 8, 5, 4, 5, 22.5, {"forward": 1, "port": 2, "starboard": 2, "aft": 1}, "large", 3,
    ),
}  # fmt: skip
"""Hull, Skill, Morale, CMD, DC, move, pivot, slots with their size, and utility slots."""
MODULES = {"signal-array": 10, "dc-center": 20, "hangar": 10, "sonar": 15}
SIZES = {
    "light": ["Flak", "Lance", "Cannon", "Missile"],
    "medium": [
        *("Flak Cannon", "Heavy Lance", "Naval Battery", "Heavy Missile", "Torpedo Launcher"),
    ],
    "large": [
        *("Mega-Flak Array", "Siege Lance", "Dreadnought Battery", "Siege Missile Rack"),
        "Torpedo Launcher",
    ],
}
LASTING = (
    *("Speed Loss", "Rudder Loss", "Crew Casualties", "Bridge Hit", "Drifting"),
    *("Weapons Down", "Utilities Down", "On Fire"),
)


@st.composite
def losses(draw: st.DrawFn) -> tuple[str, dict[str, list[str]], list[str], dict[str, Any]]:
    """A ship, its weapons by name, its modules, and what it has lost."""
    frame = draw(st.sampled_from(sorted(FRAMES)))
    *_, slots, size, utilities = FRAMES[frame]
    weapons = {}
    for slot, room in slots.items():
        ahead = slot in ("forward", "turret")
        fitting = [w for w in SIZES[size] if ahead or "Forward" not in read_weapons()[w][3]]
        weapons[slot] = draw(st.lists(st.sampled_from(fitting), max_size=room))
    kinds = ("signal-array", "dc-center", "hangar", "sonar")
    modules = draw(st.lists(st.sampled_from(kinds), max_size=utilities))
    count = sum(map(len, weapons.values()))
    numbers = st.lists(st.integers(1, count), unique=True) if count else st.just([])
    few = {"Speed Loss": 3, "Crew Casualties": 4}
    hits = {name: draw(st.integers(0, few.get(name, 1))) for name in LASTING}
    state = {
        "hull": draw(st.integers(0, FRAMES[frame][0])),
        "jammed": draw(numbers),
        "failed": draw(st.permutations(modules))[: draw(st.integers(0, len(modules)))],
        "criticals": hits,
    }
    mood = draw(st.sampled_from(["", "shaken", "broken"]))
    return frame, weapons, modules, state | ({"morale": mood} if mood else {})


def model(frame: str, weapons: dict[str, list[str]], modules: list[str], state: Any) -> Any:
    """The present values, from the text of the rules."""
    hull, skill, morale, command, control, move, pivot, *_ = FRAMES[frame]
    hits = state["criticals"]
    fit = list(modules)
    for name in state["failed"]:
        fit.remove(name)
    if hits["Utilities Down"]:
        fit = []
    left = max(0, hull - state["hull"])
    arcs: dict[str, list[dict[str, int]]] = {}
    for arc in ("forward", "starboard", "aft", "port"):
        bearing = []
        number = 0
        for slot, names in weapons.items():
            for name in names:
                number += 1
                reach, dice, _, rules = read_weapons()[name]
                turns = "Turreted" in rules or "VLS" in rules
                if slot == "turret":
                    turns = "Fixed" not in rules
                if "Torpedo" not in rules and (
                    turns or {"turret": "forward"}.get(slot, slot) == arc
                ):
                    works = number not in state["jammed"] and not hits["Weapons Down"]
                    bearing.append((reach, dice if works else 0))
        reaches = sorted({reach for reach, _ in bearing})
        arcs[arc] = [
            {"reach": reach, "dice": sum(dice for far, dice in bearing if far >= reach)}
            for reach in reaches
        ]
    armed = [name for names in weapons.values() for name in names]
    working = {*range(1, len(armed) + 1)} - {*state["jammed"]}
    price = sum(read_weapons()[name][2] for name in armed)
    price += sum(MODULES[name] for name in modules)
    stopped = bool(hits["Drifting"])
    return {
        "hull": left,
        "skill": min(6, skill + ("morale" in state)),
        "morale": max(0, morale - hits["Crew Casualties"]),
        "movement": 0 if stopped else max(0, move - 2 * hits["Speed Loss"]),
        "pivot": 0 if stopped or hits["Rudder Loss"] else pivot,
        "command": 0 if hits["Bridge Hit"] or not left else command + fit.count("signal-array"),
        "damage_control": control + fit.count("dc-center"),
        "hangar_slots": fit.count("hangar"),
        "dice": arcs,
        "points": price if left else 0,
        "torpedoes": not hits["Weapons Down"]
        and any(armed[number - 1] == "Torpedo Launcher" for number in working),
    }


@settings(max_examples=80)
@given(losses())
def test_what_is_left_is_what_the_rules_leave(lost: Any) -> None:
    frame, weapons, modules, state = lost
    named = {s: [n.lower().replace(" ", "-") for n in names] for s, names in weapons.items()}
    ship = hurt(frame, state, weapons=named, modules=modules)
    wanted = model(*lost)
    found = read(ship)
    assert {key: found[key] for key in wanted} == wanted


# What is printed


FLEET = """\
system: airships
fleet: After the Storm
ships:
  - ship: resolute
    ids: [FR1]
    state:
      FR1: {hull: 9, jammed: [1], failed: [hangar], out: [FR1a], morale: shaken,
            criticals: {Speed Loss: 2, Crew Casualties: 1, Bridge Hit: 1}}
  - {ship: mistle, ids: [SC1]}
"""


@pytest.fixture
def storm(project: Path) -> Path:
    """A fleet of which one ship has lost something of everything."""
    (project / "storm.yaml").write_text(FLEET, "utf-8")
    return project


def print_text(run: Callable[..., Any], folder: Path, sheet: str) -> str:
    done = run("render", "storm.yaml", "-o", "x.pdf", "--sheet", sheet)
    assert (done.status, done.stderr) == (0, "")
    pages = PdfDocument(folder / "x.pdf")
    return " ".join(" ".join(p.get_textpage().get_text_bounded() for p in pages).split())


def test_a_sheet_prints_what_is_left_and_the_whole_behind(
    run: Callable[..., Any], storm: Path
) -> None:
    text = print_text(run, storm, "ship-sheet")
    for words in (
        "boxes 26 of 35",
        "3″ a turn of 7″",
        "5+ Shaken counted in of 4+",
        "5 of 6",
        "0 of 3",
        "95 of 115 points",
        "FORWARD · 10 of 14 dice to 12″, 0 of 4 to 18″",
        "PORT · 10 dice to 12″",
    ):
        assert words in text, words
    sheets = [piece.data for piece in fill("ship-sheet", build_ship(**RESOLUTE))]
    assert not any(stat.of for stat in sheets[0].stats) and sheets[0].idle == 0


def test_a_roster_prints_what_is_left(run: Callable[..., Any], storm: Path) -> None:
    text = print_text(run, storm, "roster")
    for words in (
        "120 left of 140 points",
        "hull 41 of 50 · CMD 1 of 4",
        "95 of 115",
        "26/35 3″ /7″ 5+/4+ 5/6 0/3 2",
        "Lost shaken, weapon 1 jammed, Hangar failed, Speed Loss × 2, Crew Casualties, Bridge Hit",
        "Bombs · out",
        "15 10″ 3+ 5 1 1",
    ):
        assert words in text, words


def test_show_has_both(run: Callable[..., Any], storm: Path) -> None:
    shown = run("show", "storm.yaml").stdout
    assert "140 → 120" in shown and "4 → 1" in shown
    assert "35 → 26 7″ → 3″ 4+ → 5+ 6 → 5 3 → 0" in " ".join(shown.split())
    (found,) = json.loads(run("show", "storm.yaml", "--json").stdout)
    assert (found["derived"]["hull"], found["present"]["hull"]) == (50, 41)
    first, second = found["present"]["ships"]
    assert (first["command"], first["wings"], first["cost"]) == (0, 0, 95)
    assert (first["skill"], first["morale"], first["movement"]) == (5, 5, 3)
    ahead = {"arc": "forward", "dice": [{"reach": 12, "dice": 10}, {"reach": 18, "dice": 0}]}
    assert first["arc_dice"][0] == ahead
    assert found["derived"]["ships"][0]["present"] == first
    assert (second["command"], second["cost"]) == (1, 25)


def test_who_names_a_jammed_weapon_is_told_what_to_write(run_in: Any, project: Path) -> None:
    """What a list takes is said of its items, too."""
    state = "{FR1: {jammed: [1, naval-battery]}}"
    text = f"system: airships\nfleet: F\nships: [{{ship: resolute, ids: [FR1], state: {state}}}]\n"
    (project / "f.yaml").write_text(text, "utf-8")
    outcome = run_in(project, "validate", "f.yaml")
    assert "f.yaml:3:64: error[wrong-type]: ships[1].state.FR1.jammed[2]: " in outcome.stderr
    assert "hint: jammed: weapons that are jammed, by their numbers on the sheet" in outcome.stderr
