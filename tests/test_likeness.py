"""`like:`: what a definition takes from another one, and what stands in the way of that."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sheetgen
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.reading.document import merge
from sheetgen.reading.model import write_data
from sheetgen.systems.loading import Systems
from tests.conftest import Outcome
from tests.studio.conftest import Studio, studio  # noqa: F401

Run = Callable[..., Outcome]


def write(project: Path, **texts: str) -> None:
    for name, text in texts.items():
        (project / f"{name.replace('_', '-')}.yaml").write_text(f"system: asfos\n{text}\n", "utf-8")


def read(project: Path, id: str) -> Any:
    collection = gather([project], Shelf(Systems()))
    assert not [one for one in collection.diagnostics if one.is_error], collection.diagnostics
    return plain(write_data(next(d for d in collection.definitions if d.id == id).written))


def plain(value: Any) -> Any:
    """Plain data with its keys as attributes."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    return SimpleNamespace(**{key: plain(one) for key, one in value.items()})


def test_mappings_merge_other_values_replace_and_null_takes_away(project: Path) -> None:
    write(
        project,
        lancer="name: Lancer\nlike: warrior\nmass: 10\nprimaries: {forward: 14, left: null}",
        old_lancer="like: lancer\nname: Old\nspecial: {count: 1}\npoints: null\nscreens: null",
    )
    new, old = read(project, "lancer"), read(project, "old-lancer")
    assert (new.mass, new.hull, new.primaries.forward, new.primaries.left) == (10, 3, 14, 0)
    assert (new.primaries.right, new.special.count, new.points) == (8, 2, 36)
    # By way of the Lancer it is like the Warrior.
    assert (old.mass, old.primaries.forward, old.engine, old.screens) == (10, 14, 1, 0)
    assert (old.special.weapon, old.special.count) == ("mass-driver", 1)
    assert not hasattr(old, "points")


KEYS = st.sampled_from("abc")
VALUES: Any = st.recursive(
    st.integers(0, 3) | st.lists(st.integers(0, 3)), lambda inner: st.dictionaries(KEYS, inner)
)
MAPPINGS = st.dictionaries(KEYS, VALUES)


@given(MAPPINGS, MAPPINGS)
def test_laws_of_merging(base: dict[str, Any], own: dict[str, Any]) -> None:
    merged = merge(base, own)
    assert merge(merged, own) == merged
    assert merge(base, {}) == base
    assert merge({}, own) == own
    assert merged.keys() == base.keys() | own.keys()
    for key in own:
        if not isinstance(own[key], dict):
            assert merged[key] == own[key]
    assert merge(merged, dict.fromkeys(merged)) == {}


def test_fleets_scenarios_and_rows_of_tables_are_like_others(project: Path, run: Run) -> None:
    write(
        project,
        watch="fleet: Watch\npoints_limit: 90\nrange_band: {size: 24, unit: cm}\n"
        "ships: [{ship: calypso}]",
        night_watch="like: watch\nfleet: Night Watch\nrange_band: {size: 8}",
        fight="scenario: Fight\ntable: {width: 4, depth: 4}\nsides: [{name: A, fleet: watch},"
        " {name: B, fleet: night-watch}]",
        long_fight="like: fight\nscenario: Long Fight\ntable: {width: 6}",
    )
    (project / "more.csv").write_text(
        "system,id,name,like,mass,primaries.forward\n"
        "asfos,lancer,Lancer,warrior,10,14\n"
        "asfos,old-lancer,Old Lancer,lancer,,9\n",
        "utf-8",
    )
    night, fight = read(project, "night-watch"), read(project, "long-fight")
    assert (night.points_limit, night.range_band.size, night.range_band.unit) == (90, 8, "cm")
    assert (fight.table.width, fight.table.depth, fight.sides[1].fleet) == (6, 4, "night-watch")
    old = read(project, "old-lancer")
    assert (old.mass, old.primaries.forward, old.primaries.left) == (10, 9, 8)
    outcome = run("render", "long-fight", "-o", "kit.pdf")
    assert outcome.status == 0, outcome.stderr


def test_its_own_id_means_the_next_one(project: Path) -> None:
    write(project, warrior="like: warrior\nname: Our Warrior\nengine: 0", hawk="like: warrior")
    assert (read(project, "warrior").mass, read(project, "warrior").engine) == (12, 0)
    assert read(project, "hawk").name == "Our Warrior"


def test_pictures_stay_where_they_are(project: Path) -> None:
    (project / "ships").mkdir()
    box = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"/>'
    (project / "ships" / "lancer.svg").write_text(box, "utf-8")
    write(project / "ships", lancer="name: Lancer\nlike: warrior\nart: lancer.svg")
    write(project, old_lancer="like: lancer")
    assert read(project, "old-lancer").art == "ships/lancer.svg"


@pytest.mark.parametrize(
    ("text", "others", "told"),
    [
        ("name: A\nlike: warior", {}, "3:7: error[unknown-likeness]: there is no definition "
         "called 'warior'\n  hint: did you mean warrior?"),
        ("name: A\nlike: b", {"b": "name: B\nlike: nobody"}, "3:7: error[unknown-likeness]: there "
         "is no definition called 'nobody', which b is like"),
        ("name: A\nlike: resolute", {}, "hint: resolute belongs to another game"),
        ("name: A\nlike: a", {}, "3:7: error[like-itself]: this is like a, and there is no other"),
        ("name: A\nlike: b", {"b": "name: B\nlike: c", "c": "name: C\nlike: a"},
         "3:7: error[like-itself]: this is like itself, by way of b → c → a"),
        ("name: A\nlike: 3", {}, "3:7: error[wrong-type]: like: expected the id of a definition"),
        ("name: A\nlike: warrior\nmass: null", {}, "error[missing-key]: the key mass is missing"),
        ("name: A\nlike: warrior\nmas: 4", {}, "4:1: error[unknown-key]"),
        ("name: A\nlike: b", {"b": "name: B\nlike: warrior\nengine: 9"}, "3:7: error[out-of-range]:"
         " engine: 9 is more than"),
        ("name: A\nlike: warrior\nengine: 4", {}, "3:7: warning[over-power]"),
        ("like: farthing-rock\nfleet: F", {}, "error[unknown-key]"),
    ],
)  # fmt: skip
def test_what_stands_in_the_way(
    project: Path, run: Run, text: str, others: dict[str, str], told: str
) -> None:
    write(project, a=text, **others)
    found = run("validate", "a.yaml").stderr
    assert told in re.sub(r"\n[ 0-9]* \|.*\n *\^", "", found), found


def test_show_marks_what_differs(project: Path, run: Run) -> None:
    write(
        project, lancer="name: Lancer\nlike: warrior\nscreens: 1\npoints: 30\nprimaries: {left: 7}"
    )
    text = run("show", "lancer").stdout
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert {"defence factor 4 ≠", "class code BB", "weapon boxes ≠"} <= {*lines}
    assert lines[lines.index("like warrior, but for") :] == [
        "like warrior, but for", "Warrior Lancer", "screens 2 1 (-1)", "primaries left 8 7 (-1)",
        "points 36 30 (-6)", "defence factor 5 4 (-1)", "points estimate 36 32 (-4)",
        "power used 60 59 (-1)",
    ]  # fmt: skip
    [told] = json.loads(run("show", "lancer", "--json").stdout)
    assert told["definition"]["like"] == "warrior"
    assert {"screens", "primaries.left", "defence_factor"} <= {*told["differs"]}
    assert not {"engine", "primaries.right", "crew_units", "like", "name"} & {*told["differs"]}
    assert "≠" not in run("show", "warrior").stdout


def test_a_schema_takes_what_is_left_out(run: Run) -> None:
    fastjsonschema = pytest.importorskip("fastjsonschema")
    schema = json.loads(run("schema", "asfos").stdout)
    schema.pop("$schema")  # it knows drafts up to 7, and ours need no more
    validate = fastjsonschema.compile(schema, use_default=False)
    validate({"system": "asfos", "like": "warrior"})
    validate({"system": "asfos", "like": "watch", "fleet": "Night Watch"})
    with pytest.raises(fastjsonschema.JsonSchemaException):
        validate({"system": "asfos", "name": "Lancer"})


def test_a_change_of_the_other_is_noticed(project: Path) -> None:
    write(project, lancer="name: Lancer\nlike: warrior", old="like: lancer\nname: Old")
    opened = sheetgen.open_project(project)

    def measure() -> Any:
        return {d.id: d.derived for d in opened.definitions}["old"]["power_available"]

    assert measure() == 60
    opened.overlay("lancer.yaml", "system: asfos\nname: Lancer\nlike: warrior\nmass: 11\n")
    assert measure() == 55
    opened.overlay("lancer.yaml", None)
    assert measure() == 60
    write(project, lancer="name: Lancer\nlike: warrior\nmass: 10")
    opened.refresh()
    assert measure() == 50


def test_the_studio_shows_and_changes_it(studio: Studio) -> None:  # noqa: F811
    (studio.folder / "hawk.yaml").write_text("system: asfos\nlike: kestrel\nname: Hawk\n", "utf-8")
    (studio.folder / "night.yaml").write_text("system: asfos\nlike: fleet\nfleet: Night\n", "utf-8")
    values = studio.get("file", file="hawk.yaml")["documents"][0]["values"]
    assert (values["mass"], values["name"], values["primaries"]["forward"]) == (6, "Hawk", 6)
    studio.edit("hawk.yaml", {"path": ["primaries", "forward"], "value": 4})
    text = studio.edit("hawk.yaml", {"path": ["special"], "remove": True})["text"]
    assert (
        text == "system: asfos\nlike: kestrel\nname: Hawk\nprimaries: {forward: 4}\nspecial: null\n"
    )
    state = studio.edit("night.yaml", {"path": ["ships", 1, "count"], "value": 2})
    assert [e["ship"] for e in state["documents"][0]["values"]["ships"]] == ["kestrel", "warrior"]
    assert "count: 2" in state["text"]
