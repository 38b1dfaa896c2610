"""Imports: files in the formats of other programs, their mappings, and importing again."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sheetgen
from sheetgen.exchange.file import read_material
from sheetgen.exchange.markup import add_units, read_markup
from sheetgen.exchange.material import match_pattern, read_text, split_pattern
from sheetgen.ground.files import Files
from tests.each import check_each

Run = Callable[..., Any]

GAME = """\
game: skies
name: Skies
about: ships of a fleet builder
tables:
  types: {Frigate: 1, Cruiser: 2}
kinds:
  ship:
    fields:
      type: {type: choice, of: types, sample: Frigate}
      mass: {type: int, min: 4, max: 40, sample: 12}
      hull:
        type: record
        sample: {points: 6}
        fields: {points: int, rows: {type: int, default: 4}}
      armed: {type: flag, default: false}
      guns: {type: list, of: {type: record, fields: {name: text, reach: int}}, default: []}
      points: {type: int, optional: true}
    values:
      cost: mass + hull.points + len(guns)
    checks:
      - name: points-differ
        severity: warning
        about: The points written differ from those that follow.
        when: given(points) and either(points, 0) != cost
        at: points
        says: "{either(points, 0)} points are written, {cost} follow"
        why: Both should agree.
        example: "points: 3"
    columns: {Type: type, Cost: cost}
fleet: {code: S}
sheets: [{name: roster, title: Fleet, use: roster}]
imports:
  builder:
    from: json
    each: "[ship for group in file for ship in group.ships]"
    values: {short: "[gun for gun in item.guns if gun.range < 20]"}
    set:
      name: item.name
      type: item.class
      mass: item.mass
      hull: "{points: item.hull.points, rows: item.hull.rows}"
      armed: "len(item.guns + item.rockets) > 0"
      guns: >-
        [{name: gun.name, reach: gun.range} for gun in short]
        + [{name: one.name, reach: 24} for one in item.rockets]
      points: item.points
    ignore: [item.orientation]
    fleets: {each: file, name: item.name, ships: item.ships}
"""


def make_ship(name: str, **keys: Any) -> dict[str, Any]:
    ship = {
        "name": name, "class": "Frigate", "mass": 12, "hull": {"points": 6, "rows": 2},
        "rockets": [],
        "guns": [{"name": "Laser", "range": 30, "arc": "F"}, {"name": "Pulse", "range": 12}],
        "points": 19, "orientation": "alpha",
    }  # fmt: skip
    return {**ship, **keys}


FLEET = [
    {"name": "North", "ships": [make_ship("Kestrel"), make_ship("Kestrel")]},
    {"name": "South", "ships": [make_ship("Roc", mass=30, points=37)]},
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A project whose game has a mapping, and a file for it."""
    game = tmp_path / "games" / "skies"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, "utf-8")
    save(tmp_path, FLEET)
    return tmp_path


def save(home: Path, data: Any, name: str = "fleet.json") -> None:
    (home / name).write_text(json.dumps(data, indent=1), "utf-8")


def test_items_become_ships_and_groups_fleets(home: Path, run_in: Run) -> None:
    outcome = run_in(home, "import", "fleet.json", "-o", "out")
    assert outcome.status == 0, outcome.stderr
    assert "out: 3 ships, 2 fleets, 5 files written" in outcome.stdout
    assert "ignored: guns.arc in 3" in outcome.stdout
    assert "orientation" not in outcome.stdout
    assert (home / "out" / "kestrel-2.yaml").read_text("utf-8") == (
        "# Imported from fleet.json by the mapping builder\n"
        "system: skies\nname: Kestrel\ntype: Frigate\nmass: 12\nhull: {points: 6, rows: 2}\n"
        "armed: true\nguns: [{name: Pulse, reach: 12}]\npoints: 19\n"
    )
    fleet = (home / "out" / "north.yaml").read_text("utf-8")
    assert fleet.endswith("ships: [{ship: kestrel}, {ship: kestrel-2}]\n")
    assert run_in(home, "validate", "out").status == 0


def test_one_file_for_all(home: Path, run_in: Run) -> None:
    assert run_in(home, "import", "fleet.json", "-o", "all.yaml").status == 0
    assert (home / "all.yaml").read_text("utf-8").count("\n---\n") == 4
    assert run_in(home, "validate", "all.yaml").status == 0
    again = run_in(home, "import", "fleet.json", "-o", "all.yaml")
    assert "nothing has changed" in again.stdout


def test_problems_are_shown_in_the_source(home: Path, run_in: Run) -> None:
    bad = [{"name": "North", "ships": [make_ship("Kestrel"), make_ship("Roc", mass=90)]}]
    bad[0]["ships"][1]["points"] = 3  # type: ignore[index]
    save(home, bad)
    lines = (home / "fleet.json").read_text("utf-8").splitlines()
    mass = next(at for at, line in enumerate(lines, 1) if '"mass": 90' in line)
    outcome = run_in(home, "import", "fleet.json", "-o", "out")
    assert outcome.status == 1
    assert f"fleet.json:{mass}:13: error[out-of-range]: mass: 90 is more than 40" in outcome.stderr
    assert not (home / "out").exists()
    save(home, [{"name": "North", "ships": [make_ship("Roc", points=3)]}])
    outcome = run_in(home, "import", "fleet.json", "-o", "out")
    assert outcome.status == 0
    assert "fleet.json:25:15: warning[points-differ]: 3 points are written, 19 follow" in (
        outcome.stderr
    )


def test_one_odd_value_among_many_is_told(home: Path, run_in: Run) -> None:
    ships = [make_ship(f"Ship {n}") for n in range(20)]
    ships[7]["points"] = "none"
    save(home, [{"name": "North", "ships": ships}])
    outcome = run_in(home, "import", "fleet.json", "-o", "out")
    assert outcome.status == 0
    assert "warning[odd-value]: 'none' stands where others have whole numbers" in outcome.stderr


def test_again_takes_over_what_changed_and_keeps_what_a_person_wrote(
    home: Path, run_in: Run
) -> None:
    assert run_in(home, "import", "fleet.json", "-o", "out").status == 0
    mine = home / "out" / "roc.yaml"
    text = mine.read_text("utf-8")
    text = text.replace("mass: 30", "mass: 31     # as we play it").replace("points: 37\n", "")
    mine.write_text(f"{text}description: Ours.\n", "utf-8")
    changed = json.loads(json.dumps(FLEET))
    roc = changed[1]["ships"][0]
    roc |= {"mass": 32, "hull": {"points": 7, "rows": 2}, "class": "Cruiser"}
    changed[0]["ships"].pop()
    save(home, changed)
    outcome = run_in(home, "import", "fleet.json", "-o", "out")
    assert outcome.status == 0, outcome.stderr
    made = mine.read_text("utf-8")
    assert "mass: 31     # as we play it" in made
    assert "hull: {points: 7, rows: 2}" in made
    assert "type: Cruiser" in made
    assert "points: 37" not in made
    assert made.endswith("description: Ours.\n")
    assert "out/roc.yaml:5:7: warning[kept-yours]: mass is 31 here, and 32 in the source now" in (
        outcome.stderr
    )
    assert "warning[no-longer-there]: kestrel-2 is not in the source any more" in outcome.stderr
    assert (home / "out" / "kestrel-2.yaml").exists()
    again = run_in(home, "import", "fleet.json", "-o", "out")
    assert "nothing has changed" in again.stdout
    assert "kept-yours" not in again.stderr


MISTAKES = [
    ("name: item.name", "name: item.nmae", "warning[not-in-source]: nothing in the file has a key"),
    ("name: item.name", "name: item.nmae", "hint: did you mean name?"),
    ("mass: item.mass", "mass: item.mass +", "game.yaml:40:24: error[formula-syntax]"),
    ("mass: item.mass", "mass: item.name * 2", "game.yaml:40:13: error[formula-type]"),
    ("mass: item.mass", "mass: last(item.rockets).x", "error[formula-fails]"),
    ("mass: item.mass", "mass: last(item.rockets).x", "what begins at fleet.json:5:4"),
    ("from: json", "from: xml", "fleet.json:1:1: error[bad-source]: this can't be read as XML"),
    ("ignore: [item", "kind: boat\n    ignore: [item", "error[bad-game]: there is no kind boat"),
    (
        "ships: item.ships",
        "ships: item.name",
        "fleet.json:3:11: error[unknown-definition]: there is no ship called",
    ),
]


def test_mistakes_of_a_mapping_have_their_place(home: Path, run_in: Run) -> None:
    def check(mistake: tuple[str, str, str]) -> None:
        old, new, said = mistake
        file = home / "games" / "skies" / "game.yaml"
        assert old in GAME
        file.write_text(GAME.replace(old, new), "utf-8")
        outcome = run_in(home, "import", "fleet.json", "-o", "out", SHEETGEN_TRACEBACK="")
        assert said in outcome.stderr, outcome.stderr
        assert outcome.status == 1
        assert not (home / "out").exists()

    check_each(MISTAKES, check)


def test_mappings_are_checked_with_their_game(home: Path, run_in: Run) -> None:
    file = home / "games" / "skies" / "game.yaml"
    mistakes = {
        "error[bad-game]: there is no kind tank": ("    from: json\n", "    kind: tank\n"),
        "error[formula-syntax]": ("mass: item.mass", "mass: item.("),
        "error[unknown-key]": ("ignore:", "ignores:"),
    }

    def check(said: str) -> None:
        file.write_text(GAME.replace(*mistakes[said]), "utf-8")
        told = run_in(home, "validate", "games/skies/game.yaml", SHEETGEN_TRACEBACK="")
        assert (told.status, said in told.stderr) == (1, True), told.stderr

    check_each(list(mistakes), check)


def test_what_is_not_there_is_no_matter_of_mappings(tmp_path: Path, run_in: Run) -> None:
    told = run_in(tmp_path, "import", "nothing.json")
    assert told.status == 1
    assert "nothing.json: error[no-file]: there is no such file" in told.stderr


TEXT = """\
# a comment
Version:1.0
Heron
HRN-1

Mass:20
Weapons:2
SRM 4, Right Arm
Small Laser, Head

<armor>
5
6
</armor>
<year>
2300
</year>
loose: a: b
"""


def test_text_by_lines() -> None:
    made = read_text(TEXT, "heron.mtf", "text", {"Weapons": "{name}, {place}"})
    assert made.value == {
        "Version": ["1.0", "Heron", "HRN-1"],
        "Mass": "20",
        "Weapons": [
            {"name": "SRM 4", "place": "Right Arm"},
            {"name": "Small Laser", "place": "Head"},
        ],
        "armor": ["5", "6"],
        "year": "2300",
        "loose": "a: b",
    }
    counted = read_text(
        "Guns: 2\nLaser\nLRM, Ammo:12\nMass: 5\nTags: 1\nTags: 2\n", "x", "text", {}
    )
    assert counted.value == {"Guns": ["Laser", "LRM, Ammo:12"], "Mass": "5", "Tags": ["1", "2"]}
    assert counted.lines.place((counted.marks or {})["Guns"][2][1][0]).line == 3  # type: ignore[index]
    wrong = read_text("Guns:\nlaser\n", "x.txt", "text", {"Guns": "{name}, {place}"})
    assert [(d.line, d.message) for d in wrong.found] == [
        (2, "this line is not written as Guns is")
    ]


@given(st.lists(st.text("ab ,", min_size=1, max_size=4), min_size=1, max_size=3))
def test_a_pattern_reads_what_it_writes(values: list[str]) -> None:
    names = "".join(f"{{v{at}}}; " for at in range(len(values)))
    read = match_pattern(split_pattern(names), "".join(f"{value}; " for value in values))
    assert read == {f"v{at}": value.strip() for at, value in enumerate(values)}


CATALOGUE = """\
<?xml version="1.0" encoding="UTF-8"?>
<catalogue name="Privateers" battleScribeVersion="2.03">
  <selectionEntries>
    <selectionEntry id="e1" name="Sea Hawk" type="unit">
      <costs><cost name="pts" value="55.0"/></costs>
      <profiles>
        <profile id="p1" name="Sea Hawk" typeName="Ship"><characteristics>
          <characteristic name="Speed">25cm</characteristic>
          <characteristic name="Hits">6</characteristic>
        </characteristics></profile>
      </profiles>
      <infoLinks><infoLink type="profile" targetId="w1"/></infoLinks>
    </selectionEntry>
    <selectionEntry id="e2" name="Gull" type="unit">
      <costs><cost name="pts" value="20.0"/></costs>
      <profiles>
        <profile id="p2" name="Gull" typeName="Ship"><characteristics>
          <characteristic name="Speed">30cm</characteristic>
          <characteristic name="Hits">2</characteristic>
        </characteristics></profile>
      </profiles>
    </selectionEntry>
  </selectionEntries>
</catalogue>
"""
SYSTEM = """\
<gameSystem name="Seas" battleScribeVersion="2.03">
  <sharedProfiles><profile id="w1" name="Broadside &amp; chaser" typeName="Weapon"><characteristics>
    <characteristic name="Range">30cm</characteristic></characteristics></profile></sharedProfiles>
</gameSystem>
"""


def test_catalogues_link_to_their_system(tmp_path: Path) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("privateers.cat", CATALOGUE)
    made = [
        read_markup(archive.getvalue(), "p.catz"),
        read_markup(SYSTEM.encode("utf-16"), "seas.gst"),
    ]
    assert [one.found for one in made] == [[], []]
    add_units(made)
    hawk, gull = made[0].value["units"]
    assert (hawk["name"], hawk["costs"]) == ("Sea Hawk", {"pts": "55.0"})
    assert hawk["profiles"] == {
        "Ship": [{"name": "Sea Hawk", "Speed": "25cm", "Hits": "6"}],
        "Weapon": [{"name": "Broadside & chaser", "Range": "30cm"}],
    }
    assert "Weapon" not in gull["profiles"]


def test_a_sketch_prints_at_once(tmp_path: Path, run_in: Run) -> None:
    (tmp_path / "p.cat").write_text(CATALOGUE, "utf-8")
    (tmp_path / "s.gst").write_text(SYSTEM, "utf-8")
    save(tmp_path, FLEET, "some fleet.json")
    (tmp_path / "yard.csv").write_text("Ship name,Mass (t),fast\nGull,12,true\nTern,7,false\n")
    for name in ("a", "b"):
        (tmp_path / f"{name}.mtf").write_text(TEXT.replace("Heron", f"Heron {name}"), "utf-8")

    def check(files: tuple[str, ...]) -> None:
        folder = f"my {files[0]}"
        outcome = run_in(tmp_path, "import", *files, "--sketch", "-o", folder)
        assert outcome.status == 0, outcome.stderr
        assert run_in(tmp_path, "validate", folder, "--strict").status == 0
        outcome = run_in(tmp_path, "render", folder, "-o", f"{folder}.pdf")
        assert outcome.status == 0, outcome.stderr
        again = run_in(tmp_path, "import", *files, "--sketch", "-o", folder)
        assert "error[file-exists]" in again.stderr

    check_each([("p.cat", "s.gst"), ("some fleet.json",), ("yard.csv",), ("a.mtf", "b.mtf")], check)
    game = tmp_path / "my p.cat" / "games"
    text = next(game.rglob("game.yaml")).read_text("utf-8")
    assert 'hits: {type: int, min: 0, about: "2 to 6 in the file"' in text


HOSTILE = [
    (b'{"a": ' * 100_000, "json", "nested more than"),
    (b"[" * 100_000, "json", "nested more than"),
    (b'{"a": 1, "a": 2}', "json", "the key \"a\" appears twice"),
    (b'[{"a": NaN}]', "json", "there is NaN where a value belongs"),
    (b'[{"a": 1e999999999}]', "json", "the number 1e999999999 is too large"),
    (b"[" + b"9" * 1_000_000 + b"]", "json", "is too large"),
    (b'["' + b"x" * 100_000, "json", "never closed"),
    (b'["\\ud800"]', "json", "U+D800"),
    (b'["\\x"]', "json", "means nothing in JSON"),
    (b"[1, 2,]", "json", "there is ] where a value belongs"),
    (b"[1] 2", "json", "where the end of the file belongs"),
    (b"", "json", "the file ends where a value belongs"),
    (b'["caf\xe9"]', "json", "is not UTF-8 text"),
    (b"<a>" * 5000, "xml", "nested more than"),
    (b'<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>', "xml", "declares an XML entity"),
    (b"<a><b></a>", "xml", "mismatched tag"),
    (b'<?xml version="1.0" encoding="x-odd"?><a/>', "xml", "encoding x-odd is not known"),
    (b"PK\x03\x04 no archive", "xml", "not an archive"),
    (b"<a>\xff</a>", "xml", "is not UTF-8 text"),
    (b"key: " + b"x" * 5_000_000, "text", "more than 20,000 characters"),
    (b"a: &a [1]\nb: *c", "yaml", "repeats nothing"),
    (b'a,"b\n1,2', "csv", "never closed"),
    (b"a,a\n1,2\n", "csv", "the heading a appears twice"),
    (b"no workbook", "xlsx", "not a workbook"),
]  # fmt: skip


def test_hostile_files_are_refused_within_bounds(tmp_path: Path) -> None:
    def check(case: tuple[bytes, str, str]) -> None:
        data, form, said = case
        file = tmp_path / "file"
        file.write_bytes(data)
        found = read_material(file, "file", form, Files(), {}).found
        assert any(said in problem.message and problem.is_error for problem in found), found

    check_each(HOSTILE, check)


def test_a_bomb_in_an_archive_is_refused() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.cat", b" " * (33 * 1024 * 1024))
    found = read_markup(archive.getvalue(), "a.catz").found
    assert [problem.message for problem in found] == ["this archive unpacks to more than 32 MB"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.text(max_size=8)
        | st.floats(-1e9, 1e9),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=12,
    )
)  # fmt: skip
def test_json_is_read_as_by_python(value: Any) -> None:
    text = json.dumps(value, indent=2)
    made = read_text(text, "x.json", "json", {})
    if not made.found:  # which a control character in a text may bring
        assert made.value == value
    else:
        assert any("does not belong in text" in problem.message for problem in made.found)


FIELDS = {
    "name": st.from_regex(r"[A-Z][a-z|\"',;=]{0,11}", fullmatch=True),
    "mass": st.integers(4, 40),
    "armed": st.booleans(),
    "points": st.none() | st.integers(0, 999),
    "guns": st.lists(
        st.fixed_dictionaries({"name": st.from_regex(r"[A-Z][a-z0-9 |]{0,5}[a-z]", fullmatch=True),
                               "reach": st.integers(0, 99)}), max_size=3),
}  # fmt: skip


@given(
    st.lists(st.fixed_dictionaries(FIELDS), min_size=1, max_size=4),
    st.sampled_from(["csv", "xlsx", "json"]),
)
def test_what_is_exported_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, ships: list[dict[str, Any]], form: str
) -> None:
    home = tmp_path_factory.mktemp("skies")
    (home / "games" / "skies").mkdir(parents=True)
    (home / "games" / "skies" / "game.yaml").write_text(GAME, "utf-8")
    data = []
    for at, ship in enumerate(ships):
        there = {key: value for key, value in ship.items() if value not in (None, [])}
        whole = {"system": "skies", "id": f"ship-{at}", **there, "type": "Frigate"}
        data.append({**whole, "hull": {"points": 3, "rows": 2}})
    save(home, data, "ships.json")
    project = sheetgen.open_project(home)
    taken = project.import_files("ships.json", output="ships")
    for path, text in taken.files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    project.refresh()
    made = project.export("ships", form=form)
    assert made == project.export("ships", form=form)
    (home / f"out.{form}").write_bytes(made)
    again = project.import_files(f"out.{form}", output="ships")
    assert {path.name for path in again.files} <= {"import.lock"}, again.files


def test_a_definition_that_is_like_another_is_exported_whole(home: Path, run_in: Run) -> None:
    roc = "system: skies\nname: Roc\ntype: Frigate\nmass: 5\nhull: {points: 3}\n"
    (home / "roc.yaml").write_text(f"{roc}description: |\n  Old.\n", "utf-8")
    text = "system: skies\nname: Rook\nlike: roc\nmass: 6\n"
    (home / "rook.yaml").write_text(text, "utf-8")
    outcome = run_in(home, "export", "rook.yaml")
    assert outcome.status == 0, outcome.stderr
    heading, row = outcome.stdout.split("\n", 1)
    assert "like" not in heading
    assert row.startswith("skies,rook,Rook,Frigate,6,3,")


def test_what_a_table_can_not_hold_is_refused(home: Path, run_in: Run) -> None:
    text = "system: skies\nname: Roc\ntype: Frigate\nmass: 5\nhull: {points: 3}\n"
    (home / "roc.yaml").write_text(f'{text}description: "  two spaces"\n', "utf-8")
    outcome = run_in(home, "export", "roc.yaml", "-o", "roc.csv")
    assert outcome.status == 1
    assert "roc.yaml:6:14: error[cant-export]: description of roc can't be told" in outcome.stderr
    assert not (home / "roc.csv").exists()
    assert run_in(home, "export", "roc.yaml", "-o", "roc.json").status == 0
    assert run_in(home, "export", "roc.yaml", "-o", "roc.odt").status == 2


def test_show_json_is_as_its_schema_says(home: Path, run_in: Run) -> None:
    assert run_in(home, "import", "fleet.json", "-o", "out").status == 0
    shown = run_in(home, "show", "out", "--json").stdout
    check = fastjsonschema.compile(json.loads(run_in(home, "schema", "show").stdout))
    assert len(check(json.loads(shown))) == 5
    with pytest.raises(fastjsonschema.JsonSchemaException):
        check([{"id": "x"}])
    (home / "shown.json").write_text(shown, "utf-8")
    assert run_in(home, "import", "shown.json", "-o", "copy").status == 0
    assert run_in(home, "validate", "copy").status == 0


def test_the_python_of_imports_writes_nothing(home: Path) -> None:
    project = sheetgen.open_project(home)
    made = project.import_files("fleet.json", mapping="builder", output="out")
    assert made.counts == {"ship": 3, "fleet": 2}
    assert made.ignored == [("guns.arc", 3)]
    assert not (home / "out").exists()
