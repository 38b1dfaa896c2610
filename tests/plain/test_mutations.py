"""Games that somebody broke, by accident or on purpose: a diagnostic, never a traceback or a hang.

FUZZ_GAMES=2000 tries more of them than the ordinary run.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path

import pytest

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.press import Press
from sheetgen.systems.catalogue import Systems
from sheetgen.systems.contract import Look
from sheetgen.trial import try_game

LOW_WATER = assets.shipped("games") / "low-water"
COUNT = int(os.environ.get("FUZZ_GAMES", "160"))
PIECES = (
    *("0", "-1", "999999999999999999", "1.5", "''", "null", "true", "[]", "{}", "[[]]", "~", "|"),
    *(
        "a",
        "ships",
        "hull",
        "sum(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        " - ",
        "\n",
        "\t",
        "#",
        "&a",
        "*a",
    ),
    *(
        "1..9999",
        "1..999999999",
        "[n for n in 1..9999]",
        "track(9999)",
        "hull * hull * hull",
        "/ 0",
    ),
    *(
        "dice",
        "dice.bow",
        "guns",
        "guns[calibre]",
        "classes[..hull]",
        "given(hull)",
        "\u2028",
        "\x00",
    ),
    *("../../etc", "card.svg", "fleet", "game", "ship", "each: x in x", "é", "9" * 40, "(" * 60),
)


def break_text(text: str, rng: random.Random) -> str:
    """The text with one to three things changed."""
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        words = list(re.finditer(r"[\w.]+|[^\w\s]", text))
        word = rng.choice(words)
        kind = rng.randrange(6)
        if kind == 0:
            del lines[at]
            text = "\n".join(lines)
        elif kind == 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
            text = "\n".join(lines)
        elif kind == 2:
            text = text[: word.start()] + rng.choice(PIECES) + text[word.end() :]
        elif kind == 3:
            other = rng.choice(words)
            text = text[: word.start()] + other[0] + text[word.end() :]
        elif kind == 4:
            text = text[: word.start()] + text[word.end() :]
        else:
            start = rng.randrange(len(text))
            text = text[:start] + rng.choice(PIECES) + text[start:]
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("games") / "games" / "low-water"
    shutil.copytree(LOW_WATER, home)
    return home


@pytest.mark.parametrize("seed", range(COUNT))
def test_a_broken_game_is_reported(seed: int, folder: Path) -> None:
    rng = random.Random(seed)
    name = rng.choice(("game.yaml",) * 8 + ("rules.md", "ships/bittern.yaml"))
    path = folder / name
    whole = (LOW_WATER / name).read_text("utf-8")
    path.write_text(break_text(whole, rng), "utf-8")
    try:
        play(folder)
        if not seed % 20:
            press = Press(folder, systems=Systems([], [folder.parent.parent]))
            for problem in try_game(folder, press):
                assert problem.rule != "broken-game", problem
    finally:
        path.write_text(whole, "utf-8")


def play(folder: Path) -> None:
    """Reads the game and its ships, works all of it out, and fills every sheet."""
    try:
        systems = Systems([], [folder.parent.parent])
        collection = gather([folder / "ships"], Shelf(systems))
        for problem in collection.diagnostics:
            assert problem.rule != "broken-game", problem
        for definition in collection.definitions:
            definition.derived  # noqa: B018
            for sheet in definition.system.sheets:
                if definition.kind.name in sheet.kinds:
                    list(sheet.fill(definition.values, Look()))
        for system in {definition.system for definition in collection.definitions}:
            for sheet in system.sheets:
                for size in sheet.blank_sizes:
                    assert sheet.fill_blank is not None
                    list(sheet.fill_blank(size, Look()))
    except ProblemError as error:
        assert error.diagnostics
