"""Pond Regatta as a game.yaml with code of its own does what the Python of tests/homebrew does.

Their templates and ships are the same files, so every byte that is printed shows their values.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RunIn = Callable[..., Any]

NEW = Path(__file__).parent / "homebrew"
OLD = Path(__file__).parent.parent / "homebrew"
FILES = {
    "heron.yaml": "system: regatta\nname: Heron\nplanks: 6\nsail: 5\nballast: 2\n",
    "odd.yaml": "system: regatta\nname: Odd\nplanks: 13\nsail: 0\nbalast: 2\n",
    "pond.yaml": (
        "system: regatta\nfleet: Duck Pond\ncounters: {livery: light}\nships:\n"
        "  - {ship: dabchick, count: 3, names: [Dab, Dibble, Dot]}\n  - {ship: heron}\n"
    ),
    "red.yaml": (
        "system: regatta\nfleet: Reds\ncolour: darkred\nemblem: star\n"
        "ships: [{ship: heron, ids: [R7]}, {ship: dabchick, count: 34}]\n"
    ),
}


@pytest.fixture
def homes(tmp_path: Path) -> list[Path]:
    """A project with the game of Python, and one with that of a game.yaml."""
    homes = [tmp_path / name for name in ("old", "new")]
    for home, game in zip(homes, (OLD, NEW), strict=True):
        shutil.copytree(game, home / "regatta")
        (home / "templates").mkdir()
        for file, text in FILES.items():
            (home / file).write_text(text, "utf-8")
    for folder in ("templates", "ships"):
        shutil.copytree(OLD / folder, homes[1] / "regatta" / folder)
    return homes


def try_both(homes: list[Path], run_in: RunIn, command: str) -> Any:
    """The outcome of a command in both projects, where it is the same."""
    old, new = (run_in(home, *command.split(), "--system", "regatta") for home in homes)
    assert (new.status, new.stdout, new.stderr) == (old.status, old.stdout, old.stderr), command
    return new


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("show dabchick", "speed by planks lost  4, 3, 3, 2, 2, 1, 1"),
        ("show dabchick heron.yaml pond.yaml --json", '"speed_by_planks_lost"'),
        ("show pond.yaml", "Dibble"),
        ("compare dabchick heron.yaml", "speed by planks lost"),
        ("list sheets", "a boat's card with its planks to tick off"),
        ("list ships", "dabchick"),
        ("validate heron.yaml pond.yaml red.yaml", "warning[top-heavy]: a ballast of 2 holds"),
        ("validate odd.yaml", "did you mean ballast?"),
        ("explain top-heavy", "the first gust tips the boat over"),
    ],
)
def test_answers_are_the_same(homes: list[Path], run_in: RunIn, command: str, words: str) -> None:
    outcome = try_both(homes, run_in, command)
    assert words in outcome.stdout + outcome.stderr


@pytest.mark.parametrize(
    "command",
    [
        "render heron.yaml -o out.svg",
        "render pond.yaml red.yaml -o out.pdf",
        "render red.yaml -o out.pdf --ink grey --fillable",
        "blank card -o out.pdf",
        "blank card --size 2 12 -o out.pdf --paper letter --fillable",
        "new regatta Mallard -o out.yaml",
    ],
)
def test_what_is_printed_is_the_same(homes: list[Path], run_in: RunIn, command: str) -> None:
    assert try_both(homes, run_in, command).status == 0
    old, new = (next(home.glob("out.*")).read_bytes() for home in homes)
    assert new == old


def test_a_card_that_cannot_be_is_refused(homes: list[Path], run_in: RunIn) -> None:
    outcome = try_both(homes, run_in, "blank card --size 13 -o out.pdf")
    assert outcome.status != 0 and "a boat has 2 to 12 planks, not 13" in outcome.stderr


def test_it_is_shorter() -> None:
    def count(folder: Path) -> int:
        files = [*folder.glob("*.py"), *folder.glob("*.yaml")]
        return sum(len(file.read_text("utf-8").splitlines()) for file in files)

    assert count(NEW) < 0.6 * count(OLD)
