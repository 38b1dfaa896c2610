"""The layers: imports run downward only, and nothing outside a game knows the game."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from sheetgen.systems.loading import list_shipped
from tests.each import check_each

PACKAGE = Path(__file__).parent.parent / "sheetgen"

LAYERS = """
cli
studio
packs
project
exchange
book.order book.edition
book.publisher
book.binding book.paginator book.scribe
book.report
book.ebook
book.parts
book.library
book.manuscript
book.theme
book.flow
book.definition
book.problem
shop
duel
printing.press
printing
template.redraw
export.prepress
export
template
template.inkscape template.sandbox
pages
svg.drafter
svg.plan
svg.element
svg.use
svg.viewport svg.text
svg.raster
svg.paint
svg.frame
svg.attribute
svg.context
svg.cascade
svg.stream
svg.read
svg.problem
drawing
definitions
systems.games
systems.plain
systems.plain.formula
systems.kit
systems
systems.loading
systems.fault
systems.contract
systems.column
type
reading
ground
"""
"""The rooms from top to bottom. A room imports only from lines below its own.

`systems` is the face that games import from, `systems.games` every game.
"""

DEPTH = {name: depth for depth, line in enumerate(LAYERS.split("\n")) for name in line.split()}
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
MODULES = {".".join(file.with_suffix("").parts).removesuffix(".__init__"): file for file in FILES}
GAMES = [name.replace("-", "_") for name in list_shipped()]
OUTSIDE = [file for file in FILES if file.parts[0] != "systems" or file.parts[1] not in GAMES]
PAGE = PACKAGE.parent / "docs" / "dev" / "architecture.md"


def name_module(file: Path) -> str:
    """The dotted name of a file below `sheetgen`."""
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def find_room(module: str) -> str:
    """The room of a module: the longest name of the table that leads to it."""
    parts = module.split(".")
    if parts[0] == "systems" and parts[1:2] and parts[1] in GAMES:
        return "systems.games"
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next((name for name in names if name in DEPTH), "")


@cache
def read_nodes(file: Path) -> Sequence[ast.AST]:
    """All parts of a file's code."""
    return list(ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))))


@cache
def read_imports(file: Path) -> Sequence[str]:
    """The modules below `sheetgen` that a file imports, such as `svg.color`."""
    return list(find_imports(file))


def find_imports(file: Path) -> Iterator[str]:
    for node in read_nodes(file):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: write imports out"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, module = name.partition(".")
            if package == "sheetgen":
                # What is taken from a module, or the module itself.
                yield module if module in MODULES else module.rpartition(".")[0]


def test_every_file_stands_in_a_room() -> None:
    faces = {"__init__", "__main__", "book", "svg"}  # entrances, with nothing in them
    assert [m for m in MODULES if not find_room(m) and m not in faces] == []


def test_every_room_is_there() -> None:
    assert DEPTH.keys() == {find_room(module) for module in MODULES} - {""}


def test_imports_run_downward() -> None:
    check_each(FILES, check_imports)


def check_imports(file: Path) -> None:
    room = find_room(name_module(file))
    if room:
        others = {find_room(module) for module in read_imports(file)} - {room}
        assert not {other for other in others if DEPTH[other] <= DEPTH[room]}


def test_no_file_imports_itself_through_others() -> None:
    graph = {name: [m for m in read_imports(file) if m != name] for name, file in MODULES.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_no_other_game(game: str) -> None:
    for file in FILES:
        if file.parts[:2] == ("systems", game):
            found = {module.split(".")[1] for module in read_imports(file) if "systems." in module}
            assert not found & {*GAMES} - {game}


def test_nothing_outside_knows_a_game() -> None:
    check_each(OUTSIDE, check_words)


def check_words(file: Path) -> None:
    """Names and strings; a game may only be an example in a sentence."""
    ids = [*GAMES, *(game.replace("_", "-") for game in GAMES)]
    for node in read_nodes(file):
        words: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = [node.value] if " " not in node.value else []
        elif isinstance(node, ast.Name):
            words = [node.id]
        elif isinstance(node, ast.Attribute):
            words = [node.attr]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            words = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
        for word in words:
            assert not [i for i in ids if i in word], f"{file}:{getattr(node, 'lineno', 0)}: {word}"


def test_the_tests_of_this_file_can_fail() -> None:
    assert DEPTH["cli"] < DEPTH["printing"] < DEPTH["svg.read"] < DEPTH["systems"] < DEPTH["ground"]
    assert "drawing.drawing" in set(read_imports(Path("printing/press.py")))
    assert find_room("svg.read.tree") == "svg.read"
    assert "asfos" in GAMES


# The page


def write_rooms() -> str:
    """The rooms and their files as Markdown, from the table and the files' own docstrings."""
    floors = [line.split() for line in LAYERS.split("\n") if line]
    lines = ["```text", *("  ".join(floor) for floor in floors), "```"]
    known = sorted((DEPTH[find_room(m)], m) for m in MODULES if find_room(m))
    for room in dict.fromkeys(name.split(".")[0] for floor in floors for name in floor):
        lines += ["", f"### {room}", "", f"{_read_purpose(MODULES[room])}.", ""]
        lines += ["| file | what it is |", "|---|---|"]
        for _, module in known:
            if module.split(".")[0] == room != module and find_room(module) != "systems.games":
                file = MODULES[module]
                lines.append(f"| `{_name_file(file)}` | {_read_purpose(file)} |")
    return "\n".join([*lines, "", *write_games()])


def write_games() -> list[str]:
    """The files of the games as a table: files that say the same of themselves share a row."""
    sharing: dict[tuple[str, str], list[str]] = {}
    for file in FILES:
        if find_room(name_module(file)) == "systems.games" and len(file.parts) > 2:
            name = _name_file(file.relative_to("systems", file.parts[1]))
            if name != "./":
                sharing.setdefault((name, _read_purpose(file)), []).append(file.parts[1])
    lines = ["### The files of the games", "", "| file | games | what it is |", "|---|---|---|"]
    for (name, purpose), games in sorted(sharing.items()):
        whose = "all" if len(games) == len(GAMES) else ", ".join(games)
        lines.append(f"| `{name}` | {whose} | {purpose} |")
    return lines


def _name_file(file: Path) -> str:
    """A file as the page names it: a package's `__init__.py` by its folder."""
    return f"{file.parent.as_posix()}/" if file.name == "__init__.py" else file.as_posix()


def _read_purpose(file: Path) -> str:
    """The first sentence of a module's docstring, as part of a table."""
    text = ast.get_docstring(ast.parse((PACKAGE / file).read_text("utf-8"))) or ""
    first = text.split("\n\n")[0].replace("\n", " ").removesuffix(".").replace("|", "\\|")
    return re.sub(r"<(\w+)>", r"`<\1>`", first)


def test_the_page_shows_the_rooms(golden: Callable[[Path, str], None]) -> None:
    """`make docs` writes them into the page."""
    text = PAGE.read_text("utf-8")
    start, end = "<!-- rooms -->\n", "\n<!-- end of rooms -->"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    assert after, "docs/dev/architecture.md has lost the marks of its rooms"
    golden(PAGE, f"{before}{start}{write_rooms()}{end}{after}")
