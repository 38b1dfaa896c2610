"""Comments, docstrings and pages: what they say of files and modules is there."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("sheetgen", "tests", "bench", "docs")
FILES = sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*.py"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
GAMES = ROOT / "sheetgen" / "systems"
TUTORIAL = ROOT / "tests" / "homebrew"
"""The game that docs/games.md builds, there under the name of games/regatta."""

_BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(
    r"(?<![\w./*…<{-])(?:(?:[\w-]+/)*\w+\.py|(?:docs|tests|bench)/(?:[\w-]+/)*[\w-]+\.\w+)\b"
)
_NOTE = re.compile("#.*")
_IMPORT = re.compile(r"^ *(?:from|import) .*$", re.MULTILINE)
_MODULE = re.compile(r"\bsheetgen(?!\.(?:yaml|spec)\b)(?:\.[a-z_]\w*)+")  # these are files


@cache
def read_prose(path: Path) -> list[str]:
    """What a file says to its readers: comments and strings that stand alone, or a page's text."""
    return list(_read_prose(path))


def _read_prose(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        yield _BLOCK.sub("", text).replace("\\_", "_")
        return
    rest = _IMPORT.sub("", text)  # most files name nothing else, and need not be read closely
    if not (_FILE.search(rest) or _MODULE.search(rest)):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    if not any(_FILE.search(note) or _MODULE.search(note) for note in _NOTE.findall(rest)):
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def list_homes(path: Path) -> Iterator[Path]:
    """The folders from which a file may name others: its own, the package and the project."""
    yield from (path.parent, ROOT / "sheetgen", ROOT)
    if path.suffix == ".md":
        yield ROOT / "docs"
    if path.suffix == ".md" or path.parent == GAMES / "plain":  # it makes the others
        yield from GAMES.iterdir()


@cache
def is_module(name: str) -> bool:
    """Whether a dotted name is a module, or something that a module holds."""
    module, _, thing = name.rpartition(".")
    try:
        if find_spec(name):
            return True
    except ModuleNotFoundError:
        pass
    found = find_spec(module) if module.count(".") < 1 or is_module(module) else None
    return bool(found and found.origin and thing in Path(found.origin).read_text("utf-8"))


def list_named(path: Path, pattern: re.Pattern[str]) -> Iterator[str]:
    """What a file names by a pattern in its prose."""
    for text in read_prose(path):
        yield from pattern.findall(text)


def is_file(name: str, homes: Sequence[Path]) -> bool:
    """Whether there is a file of that name in one of the folders, or in the tutorial's game."""
    tutorial = name.removeprefix("games/regatta/")
    return any((home / name).exists() for home in homes) or (
        tutorial != name and (TUTORIAL / tutorial).exists()
    )


def test_files_that_are_named_are_there() -> None:
    wrong = []
    for path in [*FILES, *PAGES]:
        homes = [*list_homes(path)]
        missing = [name for name in list_named(path, _FILE) if not is_file(name, homes)]
        if path.name != "CHANGELOG.md":  # which tells of what was there
            wrong += [f"{path.relative_to(ROOT)}: there is no {name}" for name in missing]
    assert not wrong, "\n".join(wrong)


def test_modules_that_are_named_are_there() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: there is no {name}"
        for path in [*FILES, *PAGES]
        for name in list_named(path, _MODULE)
        if not is_module(name)
    ]
    assert not wrong, "\n".join(wrong)


def test_the_tests_of_this_file_can_fail() -> None:
    assert _FILE.findall("see keep.py, `svg/use.py`; docs/svg.md and */x.py, x/<y>.py, a/.py") == [
        "keep.py",
        "svg/use.py",
        "docs/svg.md",
    ]
    assert is_module("sheetgen.svg.read.tree") and is_module("sheetgen.systems.Print")
    assert not is_module("sheetgen.svg.tree") and not is_module("sheetgen.printing.press.Printer")
