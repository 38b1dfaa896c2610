"""Imports in the studio: what is shown first, what is written, and what is refused."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest

from tests.each import check_each
from tests.exchange.test_import import FLEET, GAME, make_ship
from tests.studio.conftest import Studio

MAPPING = """\
mapping: yard
system: skies
from: csv
set:
  name: item["Ship name"]
  type: item.Class
  mass: item.Mass
  hull: "{points: item.Hull}"
"""
CSV = "Ship name,Class,Mass,Hull\nGull,Frigate,11,5\n"


def send(text: object, name: str = "fleet.json") -> list[dict[str, str]]:
    """A file as the page sends it."""
    data = text if isinstance(text, str) else json.dumps(text, indent=1)
    return [{"name": name, "data": b64encode(data.encode()).decode()}]


@pytest.fixture
def studio(open_project: Callable[[dict[str, str]], Studio]) -> Studio:
    """A studio whose project has a game with a mapping, and a mapping in a file."""
    return open_project({"games/skies/game.yaml": GAME, "yard.yaml": MAPPING})


def list_files(studio: Studio) -> dict[str, bytes]:
    found = (path for path in studio.folder.rglob("*") if path.is_file())
    return {path.relative_to(studio.folder).as_posix(): path.read_bytes() for path in found}


def test_it_is_shown_before_it_is_written(studio: Studio) -> None:
    before = list_files(studio)
    told = studio.post("import", files=send(FLEET))
    assert told["way"] == "builder (Skies)"
    assert told["ways"][1:3] == ["builder (Skies)", "yard.yaml"]
    assert (told["things"], told["output"]) == (["3 ships", "2 fleets"], "fleet")
    assert told["ignored"] == "guns.arc in 3"
    assert [one["file"] for one in told["files"]][:2] == [
        "fleet/kestrel.yaml",
        "fleet/kestrel-2.yaml",
    ]
    assert list_files(studio) == before
    assert studio.post("import", files=send(FLEET), write=True) == told
    assert set(list_files(studio)) - set(before) == {
        "fleet/import.lock", *(one["file"] for one in told["files"]),
    }  # fmt: skip
    assert "North" in {one["name"] for one in studio.get("shelf")["entries"]}


def test_again_it_says_what_changes_and_what_is_kept(studio: Studio) -> None:
    studio.post("import", files=send(FLEET), write=True)
    assert studio.post("import", files=send(FLEET))["files"] == []
    own = studio.read("fleet/roc.yaml").replace("mass: 30", "mass: 31  # refitted")
    studio.write("fleet/roc.yaml", own)
    changed = [FLEET[0], {"name": "South", "ships": [make_ship("Roc", mass=32, points=40)]}]
    told = studio.post("import", files=send(changed))
    assert told["files"] == [
        {"file": "fleet/roc.yaml", "new": False, "lines": ["-points: 37", "+points: 40"]}
    ]
    assert any("mass" in one["message"] and "31" in one["message"] for one in told["problems"])
    studio.post("import", files=send(changed), write=True)
    assert studio.read("fleet/roc.yaml") == own.replace("points: 37", "points: 40")


def test_a_mapping_in_a_file_and_one_file_for_all(studio: Studio) -> None:
    told = studio.post("import", files=send(CSV, "ships.csv"), output="ships/yard.yaml", write=True)
    assert (told["way"], told["things"]) == ("yard.yaml", ["1 ship"])
    assert "name: Gull" in studio.read("ships/yard.yaml")


def test_the_way_fits_the_file(open_project: Callable[[dict[str, str]], Studio]) -> None:
    studio = open_project({"games/skies/game.yaml": GAME})
    own = [{"system": "skies", "id": "gull", "name": "Gull", "mass": 90, "hull": {"points": 5}}]
    ways = {
        "own": (own, "a.json", "As it is: a table or JSON with our keys"),
        "mapped": (FLEET, "a.json", "builder (Skies)"),
        "another format": (CSV, "a.csv", "Sketch a game from it"),
        "damaged": ("[", "a.json", "builder (Skies)"),
    }

    def check(name: str) -> None:
        text, file, way = ways[name]
        assert studio.post("import", files=send(text, file))["way"] == way

    check_each(ways, check)


def test_a_game_is_sketched_from_a_file(open_project: Callable[[dict[str, str]], Studio]) -> None:
    studio = open_project({})
    told = studio.post("import", files=send(FLEET), write=True)
    assert told["way"] == "Sketch a game from it"
    assert "games/fleet/game.yaml" in list_files(studio)
    assert {one["game"] for one in studio.get("shelf")["entries"] if one["own"]} == {"fleet"}
    before = list_files(studio)
    assert studio.post("import", files=send(FLEET))["files"] == []
    again = studio.post("import", files=send(FLEET), way="Sketch a game from it", write=True)
    assert "choose the mapping of its game" in again["error"]
    assert list_files(studio) == before


def test_mistakes_are_told_at_their_place_and_nothing_is_written(studio: Studio) -> None:
    before = list_files(studio)
    wrong = [{"name": "North", "ships": [make_ship("Roc", mass=90)]}]
    cases = {
        "a value": (send(wrong), "", "mass: 90 is more than 40"),
        "a format": (send('{"a": NaN}'), "", "NaN"),
        "no keys of ours": (send(FLEET), "As it is: a table or JSON with our keys", "not our keys"),
        "nothing": (send(""), "", ""),
    }

    def check(name: str) -> None:
        files, way, words = cases[name]
        told = studio.post("import", files=files, way=way, write=True)
        assert told["files"] == []
        said = told["error"] + "".join(one["message"] for one in told["problems"])
        assert said, told
        assert words in said
        for one in told["problems"]:
            assert (one["file"], one["line"] > 0) == ("fleet.json", True)

    check_each(cases, check)
    assert list_files(studio) == before


def test_what_leads_out_or_is_no_request_is_refused(studio: Studio) -> None:
    outside = studio.folder.parent / "outside"
    outside.mkdir()
    (studio.folder / "linked").symlink_to(outside)
    (studio.folder / "fleet").mkdir()
    (studio.folder / "fleet" / "import.lock").symlink_to(outside / "lock")
    before = list_files(studio)
    good = send(FLEET)
    cases: dict[str, dict[str, Any]] = {
        "a name that leads out": {"files": send(FLEET, "../fleet.json")},
        "a hidden name": {"files": send(FLEET, ".fleet.json")},
        "an output that leads out": {"files": good, "output": "../fleet"},
        "an absolute output": {"files": good, "output": "/tmp/fleet"},
        "a linked folder": {"files": good, "output": "linked"},
        "a linked lock": {"files": good},
        "a mapping that is none": {"files": good, "output": "x", "way": "/etc/passwd"},
        "no Base64": {"files": [{"name": "a.json", "data": "*"}]},
        "the same name twice": {"files": good * 2},
        "no files": {"files": []},
        "too many files": {"files": good * 201},
        "over a game": {"files": good, "output": "games/skies/game.yaml"},
        "no list": {"files": "fleet.json"},
    }
    check_each(cases, lambda name: studio.refuse("import", write=True, **cases[name]))
    assert list_files(studio) == before
    assert not list(outside.iterdir())
