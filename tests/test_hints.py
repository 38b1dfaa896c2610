"""The mistakes that everybody makes once: one message each, which says what to write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.cli.commands import COMMANDS, Command
from sheetgen.ground.diagnostics import find_nearest
from sheetgen.reading.source import parse

Run = Callable[..., Any]
SHIP = "system: asfos\nname: Kite\nmass: 6\nhull: 3\nengine: 2\nsecondaries: 3\n"


def test_two_ships_without_dashes_between_them() -> None:
    other = "name: Raven\nsystem: asfos\nmass: 6\nhul: 3\nengine: 2\nengine: 2\nsecondaries: 3\n"
    [problem] = parse(SHIP + other, "f").diagnostics
    assert str(problem.place) == "f:7:1"
    assert problem.rule == "duplicate-key"
    assert problem.message == (
        "5 keys appear twice from here on: a second definition seems to begin here"
    )
    assert problem.hint.startswith("put a line of --- before it")


def test_one_key_twice_is_still_one_key_twice() -> None:
    found = parse(SHIP + "mass: 7\nmass: 8\nhull: 3\n", "f").diagnostics
    assert [d.message for d in found] == [
        'the key "mass" appears twice, first in line 3',
        'the key "mass" appears twice, first in line 3',
        'the key "hull" appears twice, first in line 4',
    ]


def test_other_problems_remain() -> None:
    text = SHIP + "name: !!x A\nsystem: asfos\nmass: 6\n---\nname: A\nname: B\n"
    assert [(d.rule, d.line) for d in parse(text, "f").diagnostics] == [
        ("duplicate-key", 7),
        ("yaml-tag", 7),
        ("duplicate-key", 12),
    ]


@pytest.mark.parametrize(
    ("game", "entry", "hint"),
    [
        ("asfos", "ships:\n  - warrior", "hint: write {ship: warrior}"),
        ("black-skies", "elements: [black-tiger]", "hint: write {fighter: black-tiger}"),
    ],
)
def test_a_bare_id_in_a_fleet(project: Path, run: Run, game: str, entry: str, hint: str) -> None:
    (project / "fleet.yaml").write_text(f"system: {game}\nfleet: E\n{entry}\n", "utf-8")
    assert hint in run("validate").stderr


@pytest.mark.parametrize(
    ("mass", "hint"),
    [
        ("4,5", "write a number without decimals, such as 4"),
        ("“12”", "write 12 without quotes"),
        ("'12'", "write 12"),
    ],
)
def test_numbers_that_are_none(project: Path, run: Run, mass: str, hint: str) -> None:
    (project / "a.yaml").write_text(SHIP.replace("mass: 6", f"mass: {mass}"), "utf-8")
    found = run("validate").stderr
    assert "a.yaml:3:7: error[wrong-type]: mass: expected a whole number" in found
    assert f"hint: {hint}\n" in found


@pytest.mark.parametrize(
    ("line", "column"),
    [("name: “Kite”", 7), ("name:   „Kite“  # x", 9), ("- ‘Kite’", 3), ("- name: «Kite»", 9)],
)
def test_smart_quotes(line: str, column: int) -> None:
    [problem] = [d for d in parse(f"a: 1\n---\n{line}\n", "f").diagnostics if not d.is_error]
    assert str(problem.place) == f"f:3:{column}"
    assert problem.rule == "smart-quotes"
    assert problem.hint == 'write "Kite" with straight quotes'


@pytest.mark.parametrize(
    "text",
    ['name: "“Kite”"', "name: The “Kite”", "description: |\n  “Fire!”\n  “Now,” he said. “Now!”"],
)
def test_quotes_that_belong_to_a_text(text: str) -> None:
    assert parse(text + "\n", "f").diagnostics == []


def test_an_unusual_hull(project: Path, run: Run) -> None:
    (project / "a.yaml").write_text(SHIP.replace("hull: 3", "hull: 20"), "utf-8")
    message = "a.yaml:4:7: hint[unusual-hull]: a hull of 20 is stronger than armoured, which is 5"
    assert message in run("validate").stderr


@pytest.mark.parametrize("name", ["kite.yaml", "kite.yml", "Kite.yaml"])
def test_a_path_of_a_file_that_lies_elsewhere(project: Path, run: Run, name: str) -> None:
    (project / "ships").mkdir(exist_ok=True)
    (project / "ships" / "kite.yaml").write_text(SHIP, "utf-8")
    found = run("render", name, "-o", "a.pdf")
    assert found.status == 1
    assert "did you mean ships/kite.yaml?" in found.stderr or name == "Kite.yaml"


def test_a_blank_that_is_called_something_else(project: Path, run: Run) -> None:
    found = run("blank", "card", "-o", "a.pdf")
    assert "there is no card; did you mean ship-card?" in found.stderr
    assert run("blank", "ship-card", "-o", "a.pdf").status == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("range_band: 12 in", ""),
        ("range_band: 30cm", ""),
        ('range_band: 12"', ""),
        ("range_band: wide", "write SIZE or SIZE in"),
        ("colour: darkred", ""),
        ('colour: "#F00"', ""),
        ("colour: Dark Red", "did you mean darkred?"),
        ('colour: "1f4e79"', "did you mean #1f4e79?"),
        ("colour: transparent", "is transparent, and can't be an accent"),
        ("counters: {shape: star}", "shape: "),
    ],
)
def test_lengths_and_colours_of_a_fleet(project: Path, run: Run, line: str, said: str) -> None:
    text = f"system: asfos\nfleet: E\n{line}\nships: [{{ship: warrior}}]\n"
    (project / "fleet.yaml").write_text(text, "utf-8")
    found = run("validate")
    assert found.status == bool(said)
    assert said in found.stderr
    assert "did you mean square" not in found.stderr


def test_a_colour_is_the_same_by_its_name(project: Path, run: Run) -> None:
    pages = []
    for colour in ("darkred", '"#8b0000"'):
        text = f"system: asfos\nfleet: E\ncolour: {colour}\nships: [{{ship: warrior}}]\n"
        (project / "fleet.yaml").write_text(text, "utf-8")
        assert run("render", "fleet.yaml", "--sheet", "display", "-o", "a.svg").status == 0
        pages.append((project / "a.svg").read_bytes())
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("word", "names", "near"),
    [
        ("star", ["circle", "square", "hex"], ""),
        ("print", ["init", "eject"], ""),
        ("card", ["ship-card", "deck"], "ship-card"),
        ("sheild", ["shields"], "shields"),
        ("secondary", ["secondaries"], "secondaries"),
        ("Warior", ["warrior", "barrier"], "warrior"),
    ],
)
def test_only_what_is_near_is_suggested(word: str, names: list[str], near: str) -> None:
    assert find_nearest(word, names) == near


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["print"], "there is no command print; did you mean render?"),
        (["check"], "there is no command check; did you mean validate?"),
        (["rendr"], "there is no command rendr; did you mean render?"),
        (["xyzzy"], "there is no command xyzzy; `sheetgen --help` lists"),
        (["compare"], "Missing argument"),
        (["duel", "a", "b", "--range", "abc"], "'--range': 'abc' is not a whole number"),
        (["render", "--copies", "0"], "'--copies': 0 is less than 1"),
        (["render", "--dpi", "9000"], "'--dpi': 9000 is more than 2400"),
        (["render", "--bleed", "x"], "'--bleed': 'x' is not a number"),
        (["render", "--text", "foo"], "'--text': 'foo' is not one of 'outlines', 'text'"),
        (["duel", "a"], "a duel takes two sides, not 1"),
    ],
)
def test_wrong_usage_in_plain_words(run: Run, arguments: list[str], said: str) -> None:
    found = run(*arguments)
    assert found.status == 2
    assert said in " ".join(found.stderr.split())


def test_a_template_that_there_is_not(run: Run) -> None:
    found = run("eject", "warrior")
    assert found.status == 2
    assert "display" in found.stderr
    assert len(found.stderr) < 1000


def test_blank_sheets_have_a_file_of_their_own(project: Path, run: Run) -> None:
    assert run("blank", "calibration").status == 0
    assert (project / "calibration.pdf").is_file()


@pytest.mark.parametrize("command", COMMANDS, ids=[command.name for command in COMMANDS])
def test_help_speaks_of_files_and_numbers(run: Run, command: Command) -> None:
    text = run(command.name, "--help").stdout
    assert not re.search(r"<(?:list|int|float|str|path|\w+\|)|<=x<=", text)


def test_written_and_derived_rows_are_told_apart(project: Path, run: Run) -> None:
    for name, count in (("a", 1), ("b", 2)):
        text = f"system: asfos\nfleet: {name}\nships: [{{ship: warrior, count: {count}}}]\n"
        (project / f"{name}.yaml").write_text(text, "utf-8")
    values = json.loads(run("compare", "a.yaml", "b.yaml", "--json").stdout)["values"]
    keys = [value["key"] for value in values]
    assert len(set(keys)) == len(keys)
    rows = {value["key"]: value["values"] for value in values}
    assert [row["count"] for row in rows["ships.1"]] == [1, 2]
    assert rows["derived.ships.2"][0] is None
    assert rows["derived.ships.2"][1]["id"] == "BB2"
    assert [row["id"] for row in rows["derived.ships.1"]] == ["BB1", "BB1"]


def test_numbers_agree_with_their_nouns(project: Path, run: Run) -> None:
    text = "system: asfos\nfleet: E\nships: [{ship: warrior, ids: [A, B, C]}]\n"
    (project / "fleet.yaml").write_text(text, "utf-8")
    assert "ids: 3 are given for 1 ship\n" in run("validate").stderr
    (project / "fleet.yaml").write_text(text.replace("ship:", "shp:"), "utf-8")
    (project / "a.yaml").write_text("system: asfos\nname: A\nmass: 99999999999999999999\n")
    found = run("validate").stderr
    assert "'99999999999999999999' is a larger number than anything here can be" in found
    assert "no definition can be used: " in found
