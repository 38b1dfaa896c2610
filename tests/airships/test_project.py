"""Airships: what `schema`, `new` and `init` write."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
import yaml

from sheetgen.ground import assets

Run = Callable[..., Any]
SHIPPED = sorted((assets.shipped("ships") / "airships").glob("*.yaml"))


@pytest.fixture
def check(run: Run) -> Callable[[object], object]:
    """Holds a definition against the game's schema."""
    validate = fastjsonschema.compile(json.loads(run("schema", "airships").stdout))
    return lambda value: validate(value)


def test_shipped_definitions_are_of_the_schema(check: Callable[[object], object]) -> None:
    assert len(SHIPPED) == 13
    for path in SHIPPED:
        check(yaml.safe_load(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "changes",
    [
        {"frame": "zeppelin"},
        {"weapons": {"forward": ["ray"]}},
        {"weapons": {"stern": ["flak"]}},
        {"modules": ["hanger"]},
        {"wings": [{"weapons": []}]},
        {"frame_cost": -1},
        {"class": "FF"},
    ],
)
def test_the_schema_refuses(check: Callable[[object], object], changes: dict[str, Any]) -> None:
    ship = {"system": "airships", "name": "X", "frame": "frigate"}
    check(ship)
    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        check({**ship, **changes})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ["ship", "fleet", "scenario"])
def test_starters_are_without_fault(run: Run, project: Path, kind: str) -> None:
    assert run("new", "airships", "Iron Duke", "--kind", kind).status == 0
    found = json.loads(run("validate", "--format", "json").stdout)
    assert found == []
    assert run("render", "-o", "kit.pdf").status == 0


def test_a_new_project_prints(run: Run, run_in: Run, project: Path) -> None:
    assert run("init", "fleet", "--game", "airships").status == 0
    found = json.loads(run("validate", "fleet", "--strict", "--format", "json").stdout)
    assert found == []
    assert run_in(project / "fleet", "render", "-o", "fleet.pdf").status == 0


def test_show_tells_the_contract_in_json(run: Run) -> None:
    (row,) = json.loads(run("show", "resolute", "--json").stdout)
    assert (row["id"], row["system"], row["kind"]) == ("resolute", "airships", "ship")
    derived = row["derived"]
    assert derived["cost"] == {"weapons": 75, "modules": 20, "frame": 0, "wings": 20, "total": 115}
    assert [w["slot"] for w in derived["weapons"]] == ["forward", "port", "starboard"]


def test_show_of_a_fleet(run: Run) -> None:
    (row,) = json.loads(run("show", "tidemark-watch", "--json").stdout)
    assert [ship["id"] for ship in row["derived"]["ships"]] == ["CV1", "FR1", "FR2", "SC1"]
    assert (row["derived"]["points"], row["derived"]["points_limit"]) == (430, 450)


def test_ids_that_are_given_are_not_given_again(run: Run, project: Path) -> None:
    text = "system: airships\nfleet: F\nships:\n"
    text += "  - {ship: mistle, count: 2}\n  - {ship: gadfly, ids: [SC1]}\n"
    (project / "f.yaml").write_text(text, "utf-8")
    (row,) = json.loads(run("show", "f.yaml", "--json").stdout)
    assert [ship["id"] for ship in row["derived"]["ships"]] == ["SC2", "SC3", "SC1"]
