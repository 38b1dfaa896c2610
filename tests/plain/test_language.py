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
        each: mounts
        when: '"x" == mount.arc'
        says: "{mount.gun} has class x"
        example: "mounts: [{gun: light, class: x}]"
      - name: rigged
        about: A rig.
        when: rig == "odd"
        at: rig
        says: an odd rig
        why: It is odd.
        example: "sail-plan: odd"
    columns:
      Points: {value: points, total: true}
      Left: left
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
def game(
    project: Path, edit_game: Callable[[str, str], Callable[..., Path]]
) -> Callable[..., Path]:
    """The game in the project's games/ with its tables and a ship; changes a text of its file."""
    write = edit_game(GAME, CARD)
    folder = write()
    (folder / "parts.json").write_text(PARTS, "utf-8")
    (folder / "spare.json").write_text("[3, 4]\n", "utf-8")
    (project / "heron.yaml").write_text(HERON, "utf-8")
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


def test_a_blank_sheet_leaves_out_what_is_not_known(run: Run, game: Any, project: Path) -> None:
    old = "fall(2 * hull, hull)"
    game(old, old.replace("2 * hull", "either(special.count, 0)"))
    outcome = run("blank", "card", "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr


def test_what_is_written_hides_what_follows_only_in_its_own_formula(
    run: Run, game: Any, project: Path
) -> None:
    (project / "heron.yaml").write_text(HERON + "points: 60\n", "utf-8")
    made = show(run)
    assert (made["points"], made["estimate"], made["stated"]) == (60, 50, True)


def test_a_state_is_apart_from_fields(run: Run, game: Any, project: Path) -> None:
    fleet = (
        "system: regatta\nfleet: Ducks\nships: [{ship: heron, count: 2, state: {B1: {hull: 3}}}]\n"
    )
    (project / "ducks.yaml").write_text(fleet, "utf-8")
    outcome = run("show", "ducks.yaml", "--json")
    made = json.loads(outcome.stdout)[0]["derived"]
    assert made["lost"] == 3, outcome.stderr
    assert [boat["left"] for boat in made["boats"]] == [1, 4]
    assert run("render", "ducks.yaml", "-o", "a.svg").status == 0


def test_a_check_needs_no_reason(run: Run, game: Any) -> None:
    told = run("explain", "weak").stdout
    assert told.startswith("weak (warning)\n\nA mount without a class.\n\nExample:\n")


def test_keys_are_pointed_at_and_shown_in_starters(run: Run, game: Any, project: Path) -> None:
    rigged = HERON.replace("class: fore", "class: x") + "sail-plan: odd\n"
    (project / "heron.yaml").write_text(rigged, "utf-8")
    outcome = run("validate", "heron.yaml")
    assert "heron.yaml:6:37: warning[weak]: heavy has class x" in outcome.stderr
    assert "heron.yaml:8:12: error[rigged]: an odd rig" in outcome.stderr
    (project / "heron.yaml").write_text(HERON + "rig: odd\n", "utf-8")
    assert "heron.yaml:8:1: error[unknown-key]" in run("validate", "heron.yaml").stderr
    schema = json.loads(run("schema", "regatta").stdout)
    assert '"sail-plan"' in json.dumps(schema)


@pytest.mark.parametrize(
    ("special", "said"),
    [
        ("2 heavy", ""),
        ("light", ""),
        ("{gun: light}", ""),
        ("20 heavy", "heron.yaml:5:10: error[out-of-range]: special.count: 20 is more than 9"),
        ("2 huge", "heron.yaml:5:10: error[wrong-value]: 2 huge can't be read"),
        ("[1]", "hint: write light or 1 light, or its keys: gun, count, class"),
    ],
)
def test_a_text_may_stand_for_a_record(
    run: Run, game: Any, project: Path, special: str, said: str
) -> None:
    (project / "heron.yaml").write_text(HERON.replace("2 heavy", special), "utf-8")
    stderr = run("validate", "heron.yaml", SHEETGEN_TRACEBACK="").stderr
    assert said in stderr if said else "error" not in stderr, stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        # names
        ("rig: {key: sail-plan", "rig: {key: hull", "game.yaml:26:7: error[bad-game]: rig has"),
        ("rig: {key: sail-plan", "rig: {key: id", ":25:7: error[bad-game]: every kind has id"),
        ("estimate: hull", "hull: hull", ":36:7: error[bad-game]: the name hull is taken"),
        (
            "    state:\n",
            "      state: int\n    state:\n",
            ":32:5: error[bad-game]: the name state",
        ),
        ("state.hull -", "state.hul -", ":41:26: error[unknown-name]: the state of a ship has no"),
        ("written.points !=", "written.point !=", ":37:49: error[unknown-name]: what was written"),
        # records and lists
        ("{number: n,", "{n,", ":39:18: error[formula-syntax]: : is missing here"),
        ("strength: strengths", "number: strengths", ":39:28: error[formula-syntax]: number is"),
        ("boxes[-2..]", "boxes['a'..]", "error[formula-type]: this is a text, not a whole"),
        ("boxes[-2..]", "boxes[0..]", ":42:47: error[formula-fails]: there is no item 0"),
        (
            "sorted(all_mounts, 'mass')",
            "sorted(all_mounts, 'ranges')",
            "error[formula-type]: this is",
        ),
        ("mounts + [special", "mounts + [boxes[1]", "can't be added"),
        (
            "either(special.mass, 0)",
            "special.mass",
            "error[formula-type]: this is a whole number that",
        ),
        ("guns[gun][b]", "guns[gun][class]", "error[unknown-name]: there is no name class"),
        (
            "guns[gun][b]",
            "guns[gun]['farr']",
            "error[unknown-name]: a line of guns has no part farr",
        ),
        ("guns[gun][b]", "guns[gun][arc]", "error[formula-type]: this can be any text"),
        (
            "of: {type: list, of: int}",
            "of: {type: list, of: {type: list, of: {type: list, of: int}}}",
            ":30:31: error[bad-game]: lists can't be nested this deep",
        ),
        # types
        (
            "special: {type: mount",
            "special: {type: mont",
            ":28:23: error[bad-game]: there is no type mont",
        ),
        ("{type: list, of: mount, d", "{type: list, of: mont, d", "there is no type mont"),
        (
            "      gun: {type: choice, of: guns}",
            "      gun: mount",
            "hold each other in a circle: mount → m",
        ),
        ("* count\n", "* hull\n", ":15:30: error[unknown-name]: there is no name hull"),
        (
            "{count} {gun}",
            "{count} {gnu}",
            ":17:18: error[bad-game]: gnu is not the name of a field",
        ),
        # checks
        (
            "when: '\"x\" == mount.arc'",
            "when: mass > 2",
            ":53:15: error[bad-game]: this names no key that could be shown",
        ),
        # functions
        ('"half(a, b)"', '"max(a, b)"', ":20:3: error[bad-game]: max is a function already"),
        (
            "half(whole * left, boxes)",
            "half(whole * left)",
            ":19:33: error[formula-type]: half has 1",
        ),
        ("a / b + 1/2", "a / c + 1/2", ":20:21: error[unknown-name]: there is no name c"),
        (
            "a / b + 1/2",
            "fall(a, b)[1]",
            "functions call each other in a circle: fall → half → fall",
        ),
        (
            "fall(2 * hull, hull)",
            "fall('a', hull)",
            "hint: fall is called in games/regatta/game.yaml:40:18",
        ),
        ("fall(2 * hull, hull)", "fall(2 * hull)", ":40:18: error[formula-type]: fall has 1 value"),
        ("hull, 1, 'raft', 2,", "hull, 1, 'raft', 'x',", "can't be compared with"),
        ("'dinghy', 'boat'", "'dinghy'", "switch has a case without its result"),
        ("hull * 10 + mass", "hull * 10 + mounts", "a list of mounts"),
        # tables
        ("at: ship.parts", "at: ship.bits", "parts.json:1:10: error[bad-table]: there is no bits"),
        ("by: name", "by: title", "parts.json:2:3: error[bad-table]: this record has no title"),
        ("by: name", "by: cost", "the table parts has no part mast"),
    ],
)
def test_mistakes_have_their_place(run: Run, game: Any, old: str, new: str, said: str) -> None:
    game(old, new)
    outcome = run("validate", SHEETGEN_TRACEBACK="")
    assert said in outcome.stderr, outcome.stderr


def test_what_fails_inside_a_function_says_from_which_call(
    run: Run, game: Any, project: Path
) -> None:
    game("fall(2 * hull, hull)", "fall(2 * hull, hull + 1) + [half(1, hull - 4)]")
    stderr = run("show", "heron").stderr
    assert "game.yaml:20:21: error[formula-fails]: this is 0, and nothing" in stderr, stderr
    assert "half is called in games/regatta/game.yaml:40:46; it was working on Heron" in stderr


STATS = """\
[{"name": "dart", "stats": [{"type": "attack", "arc": "front", "value": 3}, {"type": "hull"}]},
 {"name": "tub", "stats": [{"type": "hull", "value": 6}], "note": null, "size": {"wide": 2}}]
"""


def test_lines_of_json_may_lack_columns(run: Run, game: Any) -> None:
    folder = game("  spare: spare.json", "  spare: spare.json\n  chassis: {file: c.json, by: name}")
    (folder / "c.json").write_text(STATS, "utf-8")
    text = (folder / "game.yaml").read_text("utf-8")
    values = """\
      arcs: "[s.arc for s in chassis.dart.stats if given(s.arc)]"
      total: sum(either(s.value, 1) for s in flat([chassis[name].stats for name in chassis]))
      wide: "[either(chassis[name].size.wide, 0) for name in chassis]"
"""
    (folder / "game.yaml").write_text(
        text.replace("      cost: parts", values + "      cost: parts")
    )
    made = show(run)
    assert (made["arcs"], made["total"], made["wide"]) == (["front"], 3 + 1 + 6, [0, 2])
    wrong = text.replace(
        "      cost: parts", "      wide: chassis.tub.size.wide\n      cost: parts"
    )
    (folder / "game.yaml").write_text(wrong, "utf-8")
    assert "may be missing" in run("validate", SHEETGEN_TRACEBACK="").stderr


def test_a_column_may_have_nothing_where_it_says_so(run: Run, game: Any) -> None:
    folder = game("near: 9, far: 5}", "near: 9, far: 5, aim: 2}")
    assert ":5:52: error[bad-table]: this line alone has aim" in run("validate").stderr
    text = (folder / "game.yaml").read_text("utf-8").replace("far: 3}", "far: 3, aim: null}")
    values = '      aims: "[either(guns[g].aim, 0) for g in guns]"\n      cost: parts'
    (folder / "game.yaml").write_text(text.replace("      cost: parts", values), "utf-8")
    assert show(run)["aims"] == [0, 2]
    bare = text.replace("      cost: parts", "      aim: guns.heavy.aim + 1\n      cost: parts")
    (folder / "game.yaml").write_text(bare, "utf-8")
    said = run("validate", SHEETGEN_TRACEBACK="").stderr
    assert ":47:29: error[formula-type]: a whole number that may be missing and" in said, said
    assert "hint: either(…, …) says what to take where it is missing" in said


def test_a_name_that_is_taken_says_by_what(run: Run, game: Any) -> None:
    game("      named: switch", "      guns: switch")
    assert "the name guns is taken by a table" in run("validate").stderr


def test_records_with_optional_parts_are_one_type(run: Run, game: Any) -> None:
    folder = game(
        "      decks:", "      turrets: {type: list, of: mount_, optional: true}\n      decks:"
    )
    text = (folder / "game.yaml").read_text("utf-8")
    text = text.replace("  spare: spare.json", "  spare: spare.json\n  kit: kit.json")
    turret = "  mount_: {fields: {gun: text, aim: {type: int, optional: true}}}\nfunctions:"
    text = text.replace("functions:", turret)
    value = '      armed: "[one.gun for one in either(turrets, kit)]"\n      cost: parts'
    (folder / "game.yaml").write_text(text.replace("      cost: parts", value), "utf-8")
    (folder / "kit.json").write_text('[{"gun": "bow"}, {"gun": "aft", "aim": 2}]', "utf-8")
    assert show(run)["armed"] == ["bow", "aft"]


def test_a_value_of_a_type_that_fails_says_in_which_ship(
    run: Run, game: Any, project: Path
) -> None:
    game("guns[gun].mass * count", "guns[gun].mass * count / (3 - count)")
    assert run("show", "heron").status == 0
    (project / "heron.yaml").write_text(HERON.replace("2 heavy", "3 heavy"), "utf-8")
    said = run("show", "heron").stderr
    assert "hint: in Heron: it was working on a mount, where" in said, said
