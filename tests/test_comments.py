"""Comments, docstrings and pages: what they say of files and modules is there."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("sheetgen", "tests", "bench", "docs")
FILES = sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*.py"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
TUTORIAL = ROOT / "tests" / "homebrew"
"""The game that docs/add-a-game.md builds, there under the name of regatta."""

_BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(
    r"(?<![\w./*…<{-])(?:(?:[\w-]+/)*\w+\.py|(?:docs|tests|bench)/(?:[\w-]+/)*[\w-]+\.\w+)\b"
)
_MODULE = re.compile(r"\bsheetgen(?!\.yaml\b)(?:\.[a-z_]\w*)+")  # sheetgen.yaml is a file


def read_prose(path: Path) -> Iterator[str]:
    """What a file says to its readers: comments and strings that stand alone, or a page's text."""
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        yield _BLOCK.sub("", text).replace("\\_", "_")
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def list_homes(path: Path) -> Iterator[Path]:
    """The folders from which a file may name others: its own, the package and the project."""
    yield from (path.parent, ROOT / "sheetgen", ROOT)
    if path.suffix == ".md":
        yield from (ROOT / "docs", *(ROOT / "sheetgen" / "systems").iterdir())


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


@pytest.mark.parametrize("path", [*FILES, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_are_there(path: Path) -> None:
    if path.name == "CHANGELOG.md":
        return  # it tells of what was there
    homes = [*list_homes(path)]
    for text in read_prose(path):
        for name in _FILE.findall(text):
            tutorial = name.removeprefix("regatta/")
            assert any((home / name).exists() for home in homes) or (
                tutorial != name and (TUTORIAL / tutorial).exists()
            ), f"there is no {name}"


@pytest.mark.parametrize("path", [*FILES, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_that_are_named_are_there(path: Path) -> None:
    for text in read_prose(path):
        for name in _MODULE.findall(text):
            assert is_module(name), f"there is no {name}"


def test_the_tests_of_this_file_can_fail() -> None:
    assert _FILE.findall("see keep.py, `svg/use.py`; docs/svg.md and */x.py, x/<y>.py, a/.py") == [
        "keep.py",
        "svg/use.py",
        "docs/svg.md",
    ]
    assert is_module("sheetgen.svg.read.tree") and is_module("sheetgen.systems.check")
    assert not is_module("sheetgen.svg.tree") and not is_module("sheetgen.printing.press.Printer")
