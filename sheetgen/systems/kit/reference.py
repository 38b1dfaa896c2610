"""Quick references: a game's tables and rules in brief, on pages that everybody shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from sheetgen.systems.contract import Look, Print, Sheet


class TableLine(NamedTuple):
    """A line of a table: its heading, and its cells."""

    head: str
    cells: Sequence[Any]


class ShortRule(NamedTuple):
    """A word and what it means."""

    name: str
    about: str


class Reference(SimpleNamespace):
    """A page as its template knows it: texts, numbers and tables by their given names."""


def make_reference(
    game: str,
    kind: str,
    about: str,
    fill: Callable[[Any, Look], Iterable[Print]],
) -> Sheet:
    """The sheet of a game's reference, printed with fleets, and with a `kind` when asked for."""
    return Sheet(
        name="reference",
        title="Quick reference",
        about=about,
        template=f"{game}/reference.svg",
        kinds=(kind, "fleet"),
        fill=fill,
        default=("fleet",),
        cut=False,
        once=True,
        role="reference",
    )
