"""Maps, spans, limits of names and IDs, and the code's tables: what a game may say of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
GAME = """\
game: regatta
name: Pond Regatta
about: toy boats
tables:
  arms: {light: {mass: 1}, heavy: {mass: 3}}
kinds:
  boat:
    fields:
      name: {type: text, max: 12, about: what stands on the bow}
      guns: {type: map, keys: arms, of: {type: int, min: 1, max: 9}, default: {}}
      draught: {type: span, min: 1, max: 9, called: depth, optional: true}
      rig: {type: choice, of: [sloop, yawl], called: rig, default: sloop}
    state:
      harm: {type: map, of: {type: list, of: text}, default: {}}
    values:
      mass: "sum(gun.value * 3 for gun in guns if gun.key == 'heavy')"
      shout: capital(lower(name))
      deep: either(draught.high, 0) - either(draught.low, 0)
    columns: {Mass: mass}
    terms: {}
fleet:
  code: B
  most: 3
  letters: 2
  fields: {fleet: {type: text, max: 12, about: who sails}}
  checks:
    - name: odd-harm
      severity: error
      about: There is no such harm.
      each: [ship in ships, harm in ship.state.harm, n in 1..len(harm.value)]
      when: harm.key != "fire"
      at: ship.state.harm.{harm.key}[n]
      says: "{ship.id} has {harm.value[n]} as {harm.key}"
      why: It burns, or not.
"""
BOAT = "system: regatta\nname: hERON\nguns: {heavy: 2, light: 1}\n"
FLEET = (
    "system: regatta\nfleet: Ducks\nships:\n  - {ship: heron, ids: [B1], state: {B1: {harm: %s}}}\n"
)


@pytest.fixture
def write(project: Path) -> Callable[..., None]:
    folder = project / "games" / "regatta"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")

    def write(boat: str = BOAT, fleet: str = FLEET % "{}") -> None:
        (project / "heron.yaml").write_text(boat, "utf-8")
        (project / "ducks.yaml").write_text(fleet, "utf-8")

    write()
    return write


def test_formulas_know_a_map_as_a_list(run: Run, write: Any) -> None:
    made = json.loads(run("show", "heron", "--json").stdout)[0]["derived"]
    assert (made["mass"], made["shout"]) == (6, "Heron")
    assert "2 * 3" not in run("show", "heron", "--why").stdout  # `terms: {}` explains nothing


@pytest.mark.parametrize(("draught", "deep"), [("4", 0), ("[2, 5]", 3), ("", 0)])
def test_a_span_is_a_number_or_two(run: Run, write: Any, draught: str, deep: int) -> None:
    write(BOAT + f"draught: {draught}\n" * bool(draught))
    assert json.loads(run("show", "heron", "--json").stdout)[0]["derived"]["deep"] == deep


def test_a_check_points_into_a_map(run: Run, write: Any) -> None:
    write(fleet=FLEET % "{fire: [bow], rot: [keel, mast]}")
    told = run("validate", "ducks.yaml").stderr
    assert "ducks.yaml:4:75: error[odd-harm]: B1 has mast as rot" in told
    assert "as fire" not in told


@pytest.mark.parametrize(
    ("boat", "fleet", "said"),
    [
        (
            BOAT.replace("light", "lihgt"),
            "",
            "heron.yaml:3:18: error[unknown-key]: there is no key guns.lihgt",
        ),
        (BOAT.replace("light: 1", "light: 10"), "", "guns.light: 10 is more than 9"),
        (BOAT.replace("hERON", "Heronheronheron"), "", "is longer than 12 characters"),
        (BOAT.replace("name: hERON\n", ""), "", "name: what stands on the bow"),
        ("", FLEET.replace("Ducks", "Duckduckducks") % "{}", "is longer than 12 characters"),
        (BOAT + "draught: [5, 2]", "", "heron.yaml:4:10: error[wrong-value]: draught: the lowest"),
        (BOAT + "draught: [2]", "", "heron.yaml:4:10: error[wrong-type]: draught: this is not a d"),
        (BOAT + "draught: [0, 2]", "", "4:10: error[out-of-range]: draught: must be from 1 to 9"),
        (BOAT + "rig: sloup", "", "heron.yaml:4:6: error[wrong-value]: there is no rig called 'sl"),
        (
            *("", FLEET.replace("ids: [B1]", "count: 2, names: [Hero, Heronheronheron]") % "{}"),
            "ducks.yaml:4:43: error[out-of-range]: ships[1].names[2]: 'Heronheronheron' is longer",
        ),
        ("", FLEET.replace("B1]", "B11]") % "{}", "is longer than 2 characters"),
        ("", FLEET.replace("ids: [B1]", "count: 4") % "{}", "count: 4 is more than 3"),
        ("", FLEET % "{fire: bow}", "harm.fire: expected a list"),
    ],
)
def test_what_can_not_be_written(run: Run, write: Any, boat: str, fleet: str, said: str) -> None:
    write(boat or BOAT, fleet or FLEET % "{}")
    outcome = run("validate", "heron.yaml", "ducks.yaml")
    assert said in outcome.stderr, outcome.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("keys: arms", "keys: bows", ":10:31: error[bad-game]: there is no table bows"),
        (
            "draught: {type: span",
            "draught: {type: int",
            "hint: choice and span have it",
        ),
        ("keys: arms", "keys: []", "a choice needs keys: the texts to choose from"),
        (", of: {type: int, min: 1, max: 9}", "", "of: what the items of the map are like"),
        ("name: {type: text, max: 12", "name: {type: int", ":9:20: error[bad-game]: a name is"),
    ],
)
def test_mistakes_of_a_game(
    run: Run, write: Any, project: Path, old: str, new: str, said: str
) -> None:
    assert GAME.count(old) == 1
    (project / "games" / "regatta" / "game.yaml").write_text(GAME.replace(old, new), "utf-8")
    outcome = run("validate", "games/regatta", SHEETGEN_TRACEBACK="")
    assert said in outcome.stderr, outcome.stderr


def test_a_state_is_read_by_its_keys(run: Run, write: Any, project: Path) -> None:
    from sheetgen.definitions.linking import gather
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.systems.loading import Systems

    write(fleet=FLEET % "{fire: [bow]}")
    paths = [project / "ducks.yaml", project / "heron.yaml"]
    collection = gather(paths, Shelf(Systems(projects=[project])))
    (fleet,) = (d.values for d in collection.definitions if d.kind.name == "fleet")
    assert fleet.members[0].state.harm == {"fire": ["bow"]}
    assert not hasattr(fleet.members[0].state, "damp")
