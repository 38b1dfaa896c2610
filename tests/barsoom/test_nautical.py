"""Ships on the water: no levels anywhere; the catalogue of weapons; crews with roles."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.systems.barsoom.deck import list_damage, list_restrictions
from tests.barsoom.game import CLASSES, TABLES, WEAPONS, derive, fill, make_ship

Run = Callable[..., Any]


@pytest.mark.parametrize("class_", sorted(CLASSES))
def test_a_ship_on_water_has_no_levels(class_: str) -> None:
    flying, of = derive(class_), derive(class_, nautical=True)
    assert of["deck"] == {k: n for k, n in flying["deck"].items() if "scend" not in k}
    assert (of["cards"], of["ascend_levels"], of["descend_levels"]) == (11, 0, 0)
    assert [row["result"] for row in of["deck_after"]] == [3, 5, 5, 6, 7]
    for key in ("speed", "turns_per_move", "reverses_per_turn", "options_per_turn", "bombs"):
        assert of[key] == flying[key]


def read(project: sheetgen.Project, *of: str, **options: Any) -> str:
    with closing(PdfDocument(project.render(*of, title="x", **options).pdf())) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(pages).split())


@pytest.fixture
def afloat(project: Path) -> sheetgen.Project:
    text = "system: barsoom\nid: {0}\nname: {0}\nclass: medium\nnautical: {1}\n"
    ships = [text.format("Otter", "true"), text.format("Hawk", "false")]
    fleets = [
        f"system: barsoom\nid: {name}\nfleet: {name}\nships: [{ships_}]\n"
        for name, ships_ in (("Both", "{ship: Otter}, {ship: Hawk}"), ("Wet", "{ship: Otter}"))
    ]
    (project / "all.yaml").write_text("---\n".join((*ships, *fleets)), "utf-8")
    return sheetgen.open_project(project)


def test_its_card_has_no_levels(afloat: sheetgen.Project) -> None:
    for ship, there in (("Otter", False), ("Hawk", True)):
        card = read(afloat, ship, sheet="ship-card")
        for word in ("LEVEL", "Ground", "levels up", "levels down", "Ascend lost"):
            assert (word in card) is there, (ship, word)
        assert ("nautical" in card) is not there
        assert ("No more than the die*" in card) is not there


def test_its_deck_speaks_of_no_levels(afloat: sheetgen.Project) -> None:
    deck = read(afloat, "Otter", sheet="movement-deck")
    assert "scend" not in deck and "level " not in deck
    assert "A ship on water has no levels." in deck
    ships = [make_ship(nautical=True).record, make_ship().record]
    rows = [line.text for line in list_damage(ships)]
    assert rows[1] == "Loses height"
    assert "On water 2 is nothing, and 4 only the die.*" in rows
    rows = [line.text for line in list_damage(ships[:1])]
    assert (rows[1], rows[3]) == ("No effect*", "No more than the die*")
    assert "3, 5–7 and 9 are repaired by three sixes." in rows
    limits = [line.text for line in list_restrictions(ships)]
    assert limits[4] == "As many levels up a turn as the ship’s Ascend cards say."


def test_markers_of_levels_are_for_those_who_have_some(afloat: sheetgen.Project) -> None:
    assert fill("level-markers", make_ship(nautical=True)) == []
    pieces = fill("level-markers", make_ship())
    assert [(piece.data.low, piece.back.side) for piece in pieces] == [
        (low, "upper") for low in (1, 3, 5, 7, 9, 11)
    ]
    words = read(afloat, "Both", sheet="level-markers")
    assert words.count("LEVEL ") == 12  # fronts and backs, of the Hawk alone
    assert "12+" in words  # the rules set no limit


def test_rosters_and_counters_show_who_is_on_the_water(afloat: sheetgen.Project) -> None:
    assert "nautical" in read(afloat, "Both", sheet="roster")
    drawn = [afloat.render(ship, sheet="counters").svg()[0] for ship in ("Otter", "Hawk")]
    waves = b'stroke-width="0.22"'
    assert [waves in svg for svg in drawn] == [True, False]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            "nautical: true\nhandling: {ascends: 2}",
            "error[no-levels]: a nautical ship has no levels",
        ),
        ("weapons: [{weapon: shock-canon, side: bow}]", "hint: did you mean shock-cannon?"),
        ("weapons: [{side: bow, type: heavy}]", "error[wrong-weapon]: this weapon has no name"),
        ("weapons: [{name: Ray, side: bow}]", "error[wrong-weapon]: Ray has no type"),
        (
            "weapons: [{weapon: pulse-gun, type: heavy, side: bow}]",
            "error[wrong-weapon]: Martian pulse gun is of the catalogue",
        ),
        (
            "weapons: [{weapon: two-pounder, side: bow, automatic: true}]",
            "error[wrong-trait]: Two-pounder cannon is heavy and automatic",
        ),
        (
            "crew: {gunners: 1}\nweapons: [{weapon: gardner, side: bow, count: 2}]",
            "2 weapons, but 1 gun",
        ),
        ("crew: {gunner: 1}", "hint: did you mean gunners?"),
    ],
)
def test_what_does_not_go_together(run: Run, project: Path, keys: str, said: str) -> None:
    text = f"system: barsoom\nname: Otter\nclass: small\n{keys}\n"
    (project / "otter.yaml").write_text(text, "utf-8")
    assert said in run("validate", "otter.yaml").stderr


def test_a_side_on_water_begins_at_no_level(run: Run, project: Path) -> None:
    text = (
        "system: barsoom\nscenario: Flood\ntable: {width: 4, depth: 4, unit: ft}\n"
        "sides:\n- {name: Wet, ships: [{ship: lock-keeper}]}\n"
        "- {name: Dry, ships: [{ship: windhover}]}\n"
        "deployment:\n- {side: Wet, area: {edge: top, within: 6}, level: 2}\n"
        "- {side: Dry, area: {edge: bottom, within: 6}, level: 2}\n"
    )
    (project / "flood.yaml").write_text(text, "utf-8")
    outcome = run("validate", "flood.yaml")
    assert "flood.yaml:8:52: error[on-water]: Wet is on the water, and can't begin at level 2" in (
        outcome.stderr
    )
    assert outcome.stderr.count("on-water") == 1


# Weapons of the catalogue


@pytest.mark.parametrize(
    ("weapon", "type_", "range_", "reloads", "automatic"),
    [  # as the rules name them
        ("two-pounder", "heavy", 72, True, False),
        ("shock-cannon", "heavy", 72, True, False),
        ("quick-firing-cannon", "medium", 60, False, True),
        ("pulse-gun", "medium", 60, False, False),
        ("gardner", "light", 48, False, True),
        ("nordenfelt", "light", 48, False, True),
        ("machine-gun", "light", 48, False, True),
        ("hand-weapons", "light", 48, False, False),
        ("grenades", "light", None, False, False),  # thrown, as the skirmish rules say
    ],
)
def test_weapons_of_the_catalogue(
    weapon: str, type_: str, range_: int | None, reloads: bool, automatic: bool
) -> None:
    (of,) = derive(weapons=[{"weapon": weapon, "side": "bow"}])["weapons"]
    assert (of["type"], of["range"], of["reloads"], of["automatic"]) == (
        type_, range_, reloads, automatic,
    )  # fmt: skip
    assert of["name"] == TABLES["arsenal"][weapon]["name"]


@given(
    st.sampled_from(sorted(TABLES["arsenal"])),
    st.sampled_from(["bow", "turret"]),
    st.integers(1, 9),
)
def test_a_weapon_may_be_of_the_catalogue_or_declared(weapon: str, side: str, count: int) -> None:
    line = TABLES["arsenal"][weapon]
    own = {"side": side, "count": count}
    (one,) = derive(weapons=[{"weapon": weapon, **own}])["weapons"]
    keys = {key: line[key] for key in ("name", "type", "automatic")}
    (other,) = derive(weapons=[{**keys, **own}])["weapons"]
    if line["thrown"]:
        assert (one["range"], other["range"]) == (None, WEAPONS[line["type"]]["range"])
        one, other = ({k: v for k, v in w.items() if k in keys} for w in (one, other))
    assert one == other


def test_a_weapon_of_the_catalogue_may_have_a_name_of_its_own() -> None:
    weapons = [{"weapon": "pulse-gun", "name": "Old Bess", "side": "bow", "automatic": True}]
    (of,) = derive(weapons=weapons)["weapons"]
    assert (of["name"], of["type"], of["automatic"]) == ("Old Bess", "medium", True)
    (card,) = (piece.data for piece in fill("ship-card", make_ship(weapons=weapons)))
    ((line,),) = (block.guns for block in card.battery.blocks if block.guns)
    assert (line.name, line.about, line.reloads) == ("Old Bess", "Medium 60″", True)


# Crews


def test_a_crew_is_a_number_or_has_roles() -> None:
    roles = {"helmsman": 1, "gunners": 4, "repair": 2, "grapplers": 3, "others": 2}
    of = derive(crew=roles)
    assert (of["crew"], of["repair_pool"], of["grapplers"], of["crew_roles"]) == (12, 2, 3, roles)
    plain = derive(crew=12)
    assert (plain["crew"], plain["repair_pool"], plain["grapplers"]) == (12, 12, 12)
    assert plain["crew_roles"] is None
    assert derive()["crew"] is None
    assert derive(crew=0)["crew"] == 0


def test_the_card_has_a_letter_on_each_figure_with_a_role() -> None:
    (piece,) = fill("ship-card", make_ship(crew={"helmsman": 1, "gunners": 2, "others": 1}))
    card = piece.data
    assert [seat.letter for seat in card.seats] == ["H", "W", "W", ""]
    assert card.letters == "H helm · W weapons"
    assert card.duties == [
        "H struck off: out of control, two options drawn blind, one level down",
        "W: one for each weapon that fires",
    ]
    (plain,) = fill("ship-card", make_ship(crew=4))
    assert [seat.letter for seat in plain.data.seats] == [""] * 4
