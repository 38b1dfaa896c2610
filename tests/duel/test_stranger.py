"""A stranger's game takes part in duels by a function of its code, as docs/games.md shows."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sheetgen.systems.loading import load_folder

Run = Callable[..., Any]

HOMEBREW = Path(__file__).parent.parent / "homebrew"
HERON = "system: regatta\nname: Heron\nplanks: 6\nsail: 5\nballast: 3\n"


@pytest.fixture
def regatta(project: Path) -> Path:
    """A project with the game of tests/homebrew, in which boats ram each other, and a boat."""
    shutil.copytree(HOMEBREW, project / "regatta", ignore=shutil.ignore_patterns("__pycache__"))
    (project / "heron.yaml").write_text(HERON)
    return project


@pytest.fixture
def ram(run: Run, regatta: Path) -> Run:
    """Plays a duel with the game, as it is for users: without tracebacks."""
    more = ("--duels", 200, "--system", "regatta")
    return lambda *words: run("duel", *words, *more, SHEETGEN_TRACEBACK="")


def test_boats_ram_each_other(ram: Run) -> None:
    outcome = ram("dabchick", "heron.yaml")
    assert outcome.status == 0, outcome.stderr
    lines = outcome.stdout.splitlines()
    assert lines[0] == "Dabchick (5 points) against Heron (5 points)"
    assert "200 duels: range 0 (touching)" in lines and "- nobody turns" in lines
    assert "Wins of the row in 100 duels" in ram("dabchick", "heron.yaml", "--matrix").stdout


def test_a_battle_begins_with_what_a_fleet_has_lost(ram: Run, regatta: Path) -> None:
    """A boat whose planks are all gone but one, of two, has a speed of 1, and is mostly rammed."""
    (regatta / "raft.yaml").write_text("system: regatta\nname: Raft\nplanks: 2\nsail: 1\n")
    ships = "ships: [{ship: raft, ids: [R1]%s}]\n"
    shares = []
    for state in ("", ", state: {R1: {lost: 1}}", ", state: {R1: {lost: 2}}"):
        text = "system: regatta\nfleet: Rafts\n" + ships % state
        (regatta / "rafts.yaml").write_text(text)
        shares.append(json.loads(ram("rafts.yaml", "heron.yaml", "--json").stdout)["win_rate"])
    whole, half, sunk = shares
    assert whole >= half and half < 0.1 and sunk == 0


def test_a_captain_rams_the_weakest() -> None:
    combat = load_folder(HOMEBREW).combat
    assert callable(combat)
    rules = combat()
    melee = rules.muster([], [], None)  # type: ignore[arg-type]
    ship, *rafts = ({"planks": planks, "speeds": [9] * 9} for planks in (8, 4, 2))
    melee.sides = [[ship], rafts]
    rules.fight(melee, SimpleNamespace(random=lambda: 0.5))  # type: ignore[arg-type]
    assert [boat["planks"] for boat in (ship, *rafts)] == [6, 4, 1]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('boat["planks"]\n', 'boat["plank"]\n', "KeyError: 'plank'"),
        ("return Melee([list", "return Melee([lst", "NameError: name 'lst' is not defined"),
        ("return Combat(", "return Comabt(", "NameError: name 'Comabt' is not defined"),
    ],
)
def test_a_mistake_in_its_code_is_reported_at_its_place(
    ram: Run, regatta: Path, old: str, new: str, words: str
) -> None:
    file = regatta / "regatta" / "rules.py"
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
    outcome = ram("dabchick", "heron.yaml")
    assert outcome.status == 1
    line = text.split(old)[0].count("\n") + 1
    assert f"regatta/rules.py:{line}:" in outcome.stderr
    assert f"the game regatta fails in its combat: {words}" in outcome.stderr


@pytest.mark.parametrize("made", ["3", "None"])
def test_what_is_no_combat_is_told(ram: Run, regatta: Path, made: str) -> None:
    file = regatta / "regatta" / "rules.py"
    file.write_text(file.read_text().replace("return Combat(", f"return {made}\n    Combat("))
    outcome = ram("dabchick", "heron.yaml")
    assert outcome.status == 1
    assert (
        "regatta/game.yaml:52:9: error[bad-game]: make_combat returns no Combat" in outcome.stderr
    )
