"""The language of games: names, records, types, functions and tables, each in a small game."""

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
  guns: {light: {mass: 1, near: 6, far: 3}, heavy: {mass: 3, near: 9, far: 5}}
  parts: {file: parts.json, at: ship.parts, by: name}
  spare: spare.json
types:
  mount:
    fields:
      gun: {type: choice, of: guns}
      count: {type: int, min: 1, max: 9, default: 1}
      arc: {key: class, type: text, default: ""}
    values:
      mass: guns[gun].mass * count
      ranges: "[{band: b, range: guns[gun][b]} for b in ['near', 'far']]"
    short: [gun, "{count} {gun}"]
functions:
  "fall(whole, boxes)": "[floor(half(whole * left, boxes)) for left in reversed(1..boxes)]"
  "half(a, b)": a / b + 1/2
kinds:
  boat:
    fields:
      class: {type: text, optional: true}
      rig: {key: sail-plan, type: text, default: ""}
      hull: {type: int, min: 1, max: 20, sample: 4}
      points: {type: int, optional: true}
      special: {type: mount, optional: true}
      mounts: {type: list, of: mount, default: []}
      decks: {type: list, of: {type: list, of: int}, default: []}
    state:
      hull: {type: int, min: 0, default: 0}
      lost: {type: int, min: 0, default: 0}
    values:
      points: either(points, estimate)
      estimate: hull * 10 + mass
      stated: given(written.points) and written.points != estimate
      mass: sum(mount.mass for mount in mounts) + either(special.mass, 0)
      boxes: "[{number: n, strength: strengths[n]} for n in 1..hull]"
      strengths: fall(2 * hull, hull)
      left: hull - state.hull - lost
      last_two: "[box.number for box in boxes[-2..]]"
      decked: "[[n * 2 for n in deck] for deck in decks]"
      all_mounts: "mounts + [special for n in 1..1 if given(special)]"
      order: "[mount.gun for mount in sorted(all_mounts, 'mass')]"
      named: switch(hull, 1, 'raft', 2, 'dinghy', 'boat')
      cost: parts.mast.cost + spare[1]
    checks:
      - name: weak
        severity: warning
        about: A mount without a class.
        each: mount in mounts
        when: mount.arc == "x"
        at: mount.arc
        says: "{mount.gun} has class x"
        why: It has none.
        example: "mounts: [{gun: light, class: x}]"
      - name: rigged
        severity: warning
        about: A rig.
        when: rig == "odd"
        at: rig
        says: an odd rig
        why: It is odd.
        example: "sail-plan: odd"
    columns:
      Points: {value: points, total: true}
fleet:
  code: B
  limit: points
  values:
    lost: sum(ship.state.hull for ship in ships)
sheets:
  - {name: card, title: Card, template: card.svg, blank: {hull: [4, 8]}}
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="30mm" viewBox="0 0 90 30"
     font-size="4">
<text x="2" y="8">{{ sheet.name }} {{ sheet.class or 'x' }} {{ sheet.points }}</text>
<text x="2" y="8">{{ sheet.state.hull }} {{ sheet.written.points or 0 }} {{ sheet.left }}</text>
<!--{% for box in sheet.boxes %}-->
<text x="{{ box.number * 6 }}" y="18">{{ box.strength }}</text>
<!--{% endfor %}-->
<!--{% for mount in sheet.mounts %}-->
<text x="{{ loop.index0 * 6 }}" y="24">{{ mount.mass }}{{ mount.arc }}</text>
<!--{% endfor %}-->
<text x="2" y="28">{{ sheet.special.mass if sheet.special else 0 }}</text>
</svg>
"""
PARTS = """\
{"ship": {"parts": [
  {"name": "mast", "cost": 4}, {"name": "oar", "cost": 1}
]}}
"""
HERON = """\
system: regatta
name: Heron
class: Yawl
hull: 4
special: 2 heavy
mounts: [light, {gun: heavy, class: fore}]
decks: [[1, 2], [3]]
"""


@pytest.fixture
def game(project: Path) -> Callable[..., Path]:
    """Writes the game into the project's games/; then changes a text of its file."""
    folder = project / "games" / "regatta"
    (folder / "templates" / "regatta").mkdir(parents=True)
    (folder / "templates" / "regatta" / "card.svg").write_text(CARD, "utf-8")
    (folder / "parts.json").write_text(PARTS, "utf-8")
    (folder / "spare.json").write_text("[3, 4]\n", "utf-8")
    (project / "heron.yaml").write_text(HERON, "utf-8")

    def write(old: str = "", new: str = "") -> Path:
        assert not old or GAME.count(old) == 1, old
        (folder / "game.yaml").write_text(GAME.replace(old, new) if old else GAME, "utf-8")
        return folder

    write()
    return write


def show(run: Run) -> Any:
    outcome = run("show", "heron", "--json", SHEETGEN_TRACEBACK="")
    assert outcome.status == 0, outcome.stderr
    return json.loads(outcome.stdout)[0]["derived"]


def test_the_words_work_together(run: Run, game: Any) -> None:
    outcome = run("validate")
    assert "error" not in outcome.stderr, outcome.stderr
    made = show(run)
    assert made["mass"] == 1 + 3 + 6
    assert (made["points"], made["estimate"], made["stated"]) == (50, 50, False)
    assert made["strengths"] == [8, 6, 4, 2]
    assert made["boxes"][1] == {"number": 2, "strength": 6}
    assert made["last_two"] == [3, 4]
    assert made["decked"] == [[2, 4], [6]]
    assert made["order"] == ["light", "heavy", "heavy"]
    assert made["named"] == "boat"
    assert made["cost"] == 7
