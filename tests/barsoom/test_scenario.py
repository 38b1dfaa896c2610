"""Scenarios of sky ships: levels, what is derived, what the sheet says, terrain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.reading import source
from sheetgen.systems.kit.scenario.table import GamingTable
from sheetgen.systems.loading import Systems
from tests.barsoom.game import FILE, SYSTEM, fill

SHIPPED = Path(__file__).parents[2] / "ships" / "barsoom" / "last-well.yaml"


@pytest.fixture(scope="module")
def linked() -> Any:
    collection = gather([SHIPPED], Shelf(Systems()))
    assert not collection.diagnostics
    return collection.definitions[0].values


@pytest.mark.parametrize(
    ("level", "words"), [(None, "centre"), (0, "centre, landed"), (3, "centre, at level 3")]
)
def test_ships_begin_at_a_level(level: int | None, words: str) -> None:
    area = {"edge": "top", "within": 6}
    written = make_scenario(deployment=[{"side": "A", "area": area, "level": level}])
    told = written.deployment[0].describe(GamingTable(width=4, depth=4)).replace("\u00a0", " ")
    assert told.endswith(f"facing the {words}")


def make_scenario(**keys: Any) -> Any:
    (kind,) = (kind for kind in SYSTEM.kinds if kind.name == "scenario")
    ships = [{"ship": "windhover"}]
    own = {"system": "barsoom", "scenario": "S", "table": {"width": 4, "depth": 4}}
    sides = [{"name": "A", "ships": ships}, {"name": "B", "ships": ships}]
    return kind.model(**{**own, "sides": sides, **keys})


def test_rocks_have_a_top_and_look_like_islands() -> None:
    pieces = [{"type": "rock", "size": 6, "top": 4}, {"type": "ruins", "size": 6}]
    rock, bare = make_scenario(terrain=pieces).terrain
    assert (rock.look, rock.note, rock.mark) == ("island", "top at level 4", "4")
    assert (bare.look, bare.note, bare.mark) == ("ruins", "", "")


def test_house_rules_are_called_so() -> None:
    types = source.read(FILE.with_name("terrain.yaml")).documents[0].data
    for kind, stuff in types.items():
        assert stuff["rule"].startswith("House rule: "), kind


def test_a_game_without_points_prints_none(linked: Any) -> None:
    (page,) = fill("scenario", linked)
    assert page.data.points == page.data.unit == ""
    assert {group.points for force in page.data.forces for group in force.groups} == {""}
    assert [force.points for force in page.data.forces] == ["", ""]
    derived = gather([SHIPPED], Shelf(Systems())).definitions[0].derived
    assert "points" not in derived and "difference" not in derived
    # 36 + 5 + 5 figures against 18 + 22 + 4 + 6.
    assert [side["crew"] for side in derived["sides"]] == [46, 50]


def test_the_bar_of_the_map_has_the_range_bands(linked: Any) -> None:
    (page,) = fill("scenario", linked)
    assert [label.text for label in page.data.map.bar.labels] == [
        *(
            "0",
            "18",
            "En Garde!: 0 to hit",
            "36",
            "−1 to hit",
            "54",
            "−2 to hit",
            "72″",
            "−3 to hit",
        )
    ]


def test_terrain_is_cut_out_with_its_level(linked: Any) -> None:
    pieces = fill("terrain", linked)
    notes = {piece.data.name: piece.data.note for piece in pieces}
    assert notes == {
        "The Well": "",
        "Sallow Street": "",
        "The Market": "",
        "The Needle": "top at level 4",
        "The Stump": "top at level 2",
    }
