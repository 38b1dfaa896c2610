"""The mistakes that everybody makes once: one message each, which says what to write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.reading.source import parse

Run = Callable[..., Any]
SHIP = "system: asfos\nname: Kite\nmass: 6\nhull: 3\nengine: 2\nsecondaries: 3\n"


def test_two_ships_without_dashes_between_them() -> None:
    other = "name: Raven\nsystem: asfos\nmass: 6\nhul: 3\nengine: 2\nengine: 2\nsecondaries: 3\n"
    [problem] = parse(SHIP + other, "f").diagnostics
    assert str(problem.place) == "f:7:1"
    assert problem.rule == "duplicate-key"
    assert problem.message == (
        "5 keys appear twice from here on: a second definition seems to begin"
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
