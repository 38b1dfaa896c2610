"""The layers: imports run downward only, and nothing outside a game knows the game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sheetgen"

LAYERS = """
cli
book rulebook
press
pdf png vector
composition template imposition
cropmarks duplex
svg page
drawing fonts
face collection
definition
systems
model
source
syntax
textfile
assets diagnostics geometry tint units
"""
"""From top to bottom; a module or package imports what stands in lines below its own."""

DEPTH = {name: depth for depth, line in enumerate(LAYERS.split("\n")) for name in line.split()}
GAMES = sorted(path.parent.name for path in (PACKAGE / "systems").glob("*/__init__.py"))
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
OUTSIDE = [file for file in FILES if file.parts[0] != "systems"]


def part_of(file: Path) -> str:
    """The module or package of the table that a file belongs to."""
    return file.parts[0].removesuffix(".py")


def read_imports(file: Path) -> Iterator[str]:
    """The modules below `sheetgen` that a file imports, such as `svg.color`."""
    for node in ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: write imports out"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, module = name.partition(".")
            if package == "sheetgen" and module != "__version__":
                yield module


def test_the_table_names_every_module() -> None:
    parts = {part_of(file) for file in FILES} - {"__init__", "__main__"}
    assert parts <= DEPTH.keys()


@pytest.mark.parametrize("file", FILES, ids=str)
def test_imports_run_downward(file: Path) -> None:
    part = part_of(file)
    if part in DEPTH:
        above = {
            module
            for module in read_imports(file)
            if module.split(".")[0] != part and DEPTH[module.split(".")[0]] <= DEPTH[part]
        }
        assert not above


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_no_other_game(game: str) -> None:
    for file in FILES:
        if file.parts[:2] == ("systems", game):
            found = {module.split(".")[1] for module in read_imports(file) if "systems." in module}
            assert not found & {*GAMES} - {game}


@pytest.mark.parametrize("file", OUTSIDE, ids=str)
def test_nothing_outside_knows_a_game(file: Path) -> None:
    """Names and strings; a game may only be an example in a sentence."""
    ids = [*GAMES, *(game.replace("_", "-") for game in GAMES)]
    for node in ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))):
        words = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = [node.value] if " " not in node.value else []
        elif isinstance(node, ast.Name):
            words = [node.id]
        elif isinstance(node, ast.Attribute):
            words = [node.attr]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            words = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
        for word in words:
            assert not [i for i in ids if i in word], f"{file}:{node.lineno}: {word}"


def test_the_tests_of_this_file_can_fail() -> None:
    assert DEPTH["cli"] < DEPTH["press"] < DEPTH["svg"] < DEPTH["systems"] < DEPTH["units"]
    assert "svg.color.Ink" in set(read_imports(Path("press.py")))
    assert "asfos" in GAMES
