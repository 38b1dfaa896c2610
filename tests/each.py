"""Walks over many things: all of them in one test, or some of them in each run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def spread(rows: Iterable[str], columns: Iterable[str], every: int) -> list[Any]:
    """The parameters of all rows and columns; what is not one of `every` in each is `whole`."""
    return [
        pytest.param(row, column, marks=pytest.mark.whole if (at + to) % every else ())
        for (at, row), (to, column) in product(enumerate(rows), enumerate(columns))
    ]


def check_each(
    things: Iterable[T], check: Callable[[T], object], name: Callable[[T], str] = str
) -> None:
    """Checks all things although some fail; then fails with their names and what is wrong."""
    wrong = []
    for thing in things:
        try:
            check(thing)
        except Exception as error:
            wrong.append(f"{name(thing)}: {type(error).__name__}: {error}")
    assert not wrong, "\n\n".join([f"{len(wrong)} of them are wrong:", *wrong])
