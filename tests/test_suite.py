"""The tests themselves: what holds for all of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
FILES = sorted(path.relative_to(HERE) for path in HERE.rglob("*.py"))


def test_no_test_depends_on_the_clock() -> None:
    assert settings().deadline is None
    assert settings().print_blob


@pytest.mark.parametrize("file", [file for file in FILES if file.name != "conftest.py"], ids=str)
def test_deadlines_stand_in_the_profile_only(file: Path) -> None:
    for node in ast.walk(ast.parse((HERE / file).read_text("utf-8"))):
        assert not isinstance(node, ast.keyword) or node.arg != "deadline", f"{file}:{node.lineno}"
