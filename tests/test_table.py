"""CSV files: one row a definition, headings as keys, every problem at its cell."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.reading import table
from sheetgen.reading.table import MAX_ROWS, parse

Run = Callable[..., Any]

HEAD = "system,name,mass,hull,engine,primaries.forward"
SHIP = "asfos,Kite,6,3,2,5"
FIGHTERS = "system,name,weight,thrusters,weapons.1.weapon,weapons.2.weapon,armour,shields"


def find(text: str | bytes) -> list[str]:
    return [str(d.place)[2:] + f" {d.rule}: {d.message}" for d in parse(text, "f").diagnostics]


def read(text: str | bytes) -> list[Any]:
    source = parse(text, "f")
    assert source.diagnostics == []
    return [document.data for document in source.documents]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_spreadsheets_write(separator: str, end: str) -> None:
    """The separator is found; so are marks, ends of lines, UTF-16, and Excel's own first line."""
    rows = [HEAD.split(","), SHIP.split(","), [""] * 6, []]
    text = end.join(separator.join(row) for row in rows) + end
    wanted = [
        {"system": "asfos", "name": "Kite", "mass": 6, "hull": 3, "engine": 2}
        | {"primaries": {"forward": 5}}
    ]
    for written in (text, "\ufeff" + text, text.encode("utf-8-sig"), text.encode("utf-16")):
        assert read(written) == wanted
    assert read(f"sep={separator}{end}{text}") == wanted


def test_cells() -> None:
    text = 'a,b,c,d\n"x ""y"", z" , 010 ,-0.5,"two\nlines"\n,,,1\n'
    assert read(text) == [{"a": 'x "y", z', "b": "010", "c": -0.5, "d": "two\nlines"}, {"d": 1}]


def test_lists_by_number_leave_out_what_is_empty() -> None:
    assert read("a.2.b,a.1.b,a.3.b\n2,1,\n,,3\n") == [
        {"a": [{"b": 1}, {"b": 2}]},
        {"a": [{"b": 3}]},
    ]


def test_places() -> None:
    document = parse('a,b.c\n\n 1, "x"\n', "f").documents[0]
    assert document.place(("b", "c"))[1:] == (3, 5)
    assert document.key_place(("b", "c"))[1:] == (1, 3)
    assert document.place(())[1:] == (3, 2)
    document.settle("name")
    assert document.place(("b", "c"))[1:] == (3, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a\n"x\n1\n', "2:1 table-cell: the quote opened here is never closed"),
        ('a,b\n1,"x" y\n', "2:6 table-cell: this can't follow the quote that ends the cell"),
        ("a,b\n1,2,,3\n", "2:6 table-cell: this cell has no heading above it"),
        ("a,,b\n1,2,3\n", "2:3 table-cell: this cell has no heading above it"),
        ("a,b,a\n", "1:5 duplicate-key: the heading a appears twice, first in column 1"),
        ("a,a.b\n", "1:3 table-heading: a is a value in column 1 and something with keys here"),
        ("a.b,a.1\n", "1:5 table-heading: a is something with keys in column 1 and a list here"),
        ("a..b\n", "1:1 table-heading: this heading can't be a key"),
        ("1.b\n", "1:1 table-heading: this heading can't be a key"),
        ("a.0\n", "1:1 table-heading: the entries of a list are numbered from 1 to 999"),
        ("a.9999999\n", "1:1 table-heading: the entries of a list are numbered from 1 to 999"),
        ("a.b.c.d.e.f.g\n", "1:1 too-deep: a heading has at most 6 keys with points between them"),
        ("a," * 10**6, "1:1001 too-long: this row has more than 500 cells"),
        ("a\n1\0\n", "2:2 not-text: there is a NUL (U+0000) here, which does not belong in text"),
        (b"a\n\xc9meraude\n", "2:1 not-text: the byte 0xC9 here is not UTF-8 text"),
    ],
)
def test_problems(text: str | bytes, message: str) -> None:
    assert find(text) == [message]


def test_headings_have_a_rule_of_their_own() -> None:
    assert [d.rule for d in parse("a..b\n", "f").diagnostics] == ["table-heading"]


def test_the_encoding_is_advised() -> None:
    [problem] = parse(b"name\n\xc9meraude\n", "f").diagnostics
    assert problem.hint == "save it from your spreadsheet as CSV UTF-8"


def test_headings_of_an_export_are_judged_once(project: Path, run: Run) -> None:
    """Foreign columns are named once for all rows, the first twenty of them."""
    more = [f"foreign {i}" for i in range(30)]
    empty = [""] * 29
    rows = [[*SHIP.split(","), "x", *empty], [*SHIP.split(","), *empty, "y"]]
    rows += [[*SHIP.replace("Kite", f"Kite {i}").split(","), *["x"] * 30] for i in range(40)]
    write(project, "ships.csv", *(",".join(row) for row in [[*HEAD.split(","), *more], *rows]))
    outcome = run("validate", "ships.csv")
    found = [line for line in outcome.stderr.splitlines() if "error[" in line]
    start = len(HEAD) + 2
    assert found[0] == f"ships.csv:1:{start}: error[unknown-key]: there is no key foreign 0 here"
    assert len(found) == 21
    assert found[20].endswith("error[unknown-key]: and 10 more keys that nothing reads")
    assert outcome.stderr.endswith("no definition can be used: 21 errors\n")


def test_a_heading_of_an_inner_key_is_judged_once(project: Path, run: Run) -> None:
    rows = [f"asfos,Kite {i},6,3,2,5,x" for i in range(3)]
    write(project, "ships.csv", HEAD + ",foreign.key", *rows)
    told = run("validate", "ships.csv", "--format", "short").stderr.splitlines()
    at = len(HEAD) + 2
    assert told[:-1] == [f"ships.csv:1:{at}: error[unknown-key]: there is no key foreign here"]


def test_a_missing_key_is_missing_in_its_row(project: Path, run: Run) -> None:
    write(project, "ships.csv", HEAD + ",special.weapon", SHIP + ",mass-driver")
    told = run("validate", "ships.csv", "--format", "short").stderr
    assert told.startswith("ships.csv:2:20: error[missing-key]: the key special.count is missing")


def test_an_entry_may_be_left_out_of_a_list() -> None:
    [document] = parse("a.1.b,a.3.b\n,x\n", "f").documents
    assert document.data == {"a": [{"b": "x"}]}
    assert document.cells == {("a", 0, "b"): ("x", 13, ("a", 2, "b"))}


def test_whole_numbers_may_have_zeros_behind_the_point(project: Path, run: Run) -> None:
    """Spreadsheets write 4.0; .xlsx files take it, too."""
    write(project, "ships.csv", HEAD, "asfos,1701.0,6.0,3.00,2.0,5.0")
    [shown] = json.loads(run("show", "ships.csv", "--json").stdout)
    assert (shown["definition"]["mass"], shown["definition"]["name"]) == (6, "1701.0")
    write(project, "ships.csv", HEAD, "asfos,Kite,6.5,3,2,5")
    assert "mass: expected a whole number, got 6.5" in run("validate", "ships.csv").stderr


def test_headings_are_written_small(project: Path, run: Run) -> None:
    write(project, "ships.csv", "System,Name,mass", "asfos,Kite,6", "asfos,Kit,6")
    told = run("validate", "ships.csv").stderr
    assert told.startswith("ships.csv:1:1: error[missing-key]: the key system is missing\n")
    assert "hint: write system, not System\n" in told
    assert told.endswith("no definition can be used: 1 error\n")
    write(project, "ships.csv", "system,Name,mass", "asfos,Kite,6", "asfos,Kit,6")
    told = run("validate", "ships.csv").stderr
    assert "ships.csv:1:8: error[unknown-key]: there is no key Name here" in told
    assert "hint: did you mean name?" in told


def test_a_heading_system_that_is_missing_is_told_once(project: Path, run: Run) -> None:
    lines = [line.partition(",")[2] for line in (HEAD, SHIP, SHIP, SHIP)]
    (project / "ships.csv").write_text("\n".join(lines))
    said = run("validate", "ships.csv").stderr
    assert said.count("error[") == 1
    assert "ships.csv:2:1: error[missing-key]: the key system is missing" in said
    assert "hint: each row names its game in a column system: airships, asfos, " in said


def test_too_many_rows() -> None:
    source = parse("a\n" + "1\n" * (MAX_ROWS + 5), "f")
    assert len(source.documents) == MAX_ROWS
    assert [(d.rule, d.line) for d in source.diagnostics] == [("too-long", MAX_ROWS + 2)]


@given(st.lists(st.lists(st.text(alphabet='a1,;"\n\t .|', max_size=5), min_size=2, max_size=2)))
def test_what_is_written_is_read(rows: list[list[str]]) -> None:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([["name", "text"], *rows])
    source = parse(file.getvalue(), "f")
    assert source.diagnostics == []
    kept = [[cell.strip() for cell in row] for row in rows]
    wanted = [row for row in kept if any(row)]
    texts = [[d.cells.get((key,), ("",))[0] for key in ("name", "text")] for d in source.documents]
    assert texts == wanted


@given(st.text(alphabet='a1.,;"\n\t\r |\ufeff\x00', max_size=60))
def test_nothing_raises(text: str) -> None:
    parse(text, "f")
    table.has_system(text)


def write(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_a_row_is_checked_as_yaml_is(project: Path, run: Run) -> None:
    lines = (
        HEAD + ",special.weapon,screen",
        "asfos,Kite,twelve,3,2,5,mass-drivr,1",
        "asfos,Swift,6,99,2,,,",
        "asfs,Kite,6,3,2,5,,1",
        "asfos,,6,3,2,5,,",
    )
    write(project, "ships.csv", *lines)
    found = run("validate", "ships.csv", "--format", "short").stderr.splitlines()
    assert [line.partition(" (")[0] for line in found[:-1]] == [
        "ships.csv:1:63: error[unknown-key]: there is no key screen here",
        "ships.csv:2:12: error[wrong-type]: mass: expected a whole number, got 'twelve'",
        "ships.csv:2:25: error[missing-key]: the key special.count is missing",
        "ships.csv:2:25: error[wrong-value]: special.weapon: 'mass-drivr' is not one of"
        " mass-driver, particle-cannon",
        "ships.csv:3:15: error[out-of-range]: hull: 99 is more than 20",
        "ships.csv:4:1: error[unknown-system]: there is no game called 'asfs'",
        "ships.csv:5:1: error[missing-key]: the key name is missing",
    ]


def test_ids_come_from_names_and_fleets_find_them(project: Path, run: Run) -> None:
    lines = (
        "id," + HEAD,
        "," + SHIP.replace("Kite", "Iron Duke"),
        "raven," + SHIP,
        ",asfos,1701,6,3,2,5",
    )
    write(project, "ships/all.csv", *lines)
    write(project, "notes.csv", "name,points", "Kite,7")
    ships = "ships: [{ship: iron-duke}, {ship: raven}, {ship: '1701'}]"
    write(project, "fleet.yaml", "system: asfos", "fleet: Emerald", ships)
    shown = json.loads(run("show", "--json").stdout)
    assert {one["id"] for one in shown} == {"fleet", "iron-duke", "raven", "1701"}
    assert run("render", "fleet.yaml", "-o", "out.pdf").status == 0
    assert run("show", "iron-duke").status == 0


def test_two_rows_of_one_name(project: Path, run: Run) -> None:
    write(project, "ships.csv", HEAD, SHIP, SHIP)
    assert (
        "ships.csv:3:7: error[duplicate-id]: the id kite is taken by line 2 of ships.csv"
        in run("validate").stderr
    )


def test_types_are_those_of_the_keys(project: Path, run: Run) -> None:
    """A single entry is a list where one belongs; a name may look like a number."""
    row = "black-skies,1.50,medium,rear,laser-cannon,,light,0"
    both = "black-skies,true,medium,rear | side,laser-cannon,,light,0"
    write(project, "f.csv", FIGHTERS, row, both)
    shown = json.loads(run("show", "f.csv", "--json").stdout)
    assert [one["definition"]["name"] for one in shown] == ["1.50", "true"]
    assert [one["definition"]["thrusters"] for one in shown] == [["rear"], ["rear", "side"]]


def test_an_entry_of_a_list_has_its_own_place(project: Path, run: Run) -> None:
    write(project, "f.csv", FIGHTERS, "black-skies,Puma,medium,rear | wings,laser-cannon,,light,0")
    assert "f.csv:2:32: error[wrong-value]: thrusters[2]: 'wings'" in run("validate").stderr


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", ["airships", "asfos", "barsoom", "black-skies"])
@pytest.mark.parametrize("kind", ["", "fleet"])
def test_new_writes_headings_that_are_read(project: Path, run: Run, game: str, kind: str) -> None:
    made = run("new", game, "--csv", *(["--kind", kind] if kind else []))
    assert made.status == 0, made.stderr
    assert (project / f"{game}.csv").read_bytes().startswith(b"\xef\xbb\xbfsystem,id,")
    checked = run("validate", "--strict")
    assert checked.status == 0, checked.stderr
    assert [one["id"] for one in json.loads(run("show", "--json").stdout)] == ["example"]


def test_unsaved_text_of_a_table(project: Path) -> None:
    import sheetgen

    opened = sheetgen.open_project(project)
    opened.overlay("ships.csv", f"{HEAD}\n{SHIP}\n")
    assert [one.id for one in opened.definitions] == ["kite"]
    opened.overlay("ships.csv", f"{HEAD}\n{SHIP.replace('Kite', 'Raven')}\n")
    assert [one.id for one in opened.definitions] == ["raven"]
