"""The tests themselves: what holds for all of them."""

from __future__ import annotations

import ast
from pathlib import Path

from hypothesis import settings

HERE = Path(__file__).parent
FILES = sorted(path.relative_to(HERE) for path in HERE.rglob("*.py"))


def test_no_test_depends_on_the_clock() -> None:
    assert settings().deadline is None
    assert settings().print_blob


def test_deadlines_stand_in_the_profile_only() -> None:
    found = [
        f"{file}:{node.lineno}"
        for file in FILES
        if file.name != "conftest.py"
        if "deadline" in (text := (HERE / file).read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.keyword) and node.arg == "deadline"
    ]
    assert not found
