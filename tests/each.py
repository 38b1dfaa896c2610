"""Walks: one test for many things of a kind, which says what is wrong with each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


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
