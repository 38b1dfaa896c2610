"""Docstrings that users read: those of checks and commands, also where Python leaves them out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any


def read_docstring(function: Callable[..., Any]) -> str:
    """The docstring of a function, from its source under `python -OO`; empty without one."""
    if function.__doc__ is not None or sys.flags.optimize < 2:
        return function.__doc__ or ""
    code = function.__code__
    return _read_all(code.co_filename).get(code.co_qualname, "")


@cache
def _read_all(file: str) -> dict[str, str]:
    """The docstrings of a source file's functions by their names; none if it can't be read."""
    import ast
    import tokenize

    try:
        with tokenize.open(file) as stream:
            tree = ast.parse(stream.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {one.name: ast.get_docstring(one, clean=False) or "" for one in functions}
