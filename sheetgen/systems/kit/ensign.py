"""Ensigns: whose a piece is, shown on everything that is cut out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sheetgen.ground.contrast import deepen
from sheetgen.systems import Look
from sheetgen.systems.kit.counters import LIVERIES, choose_livery
from sheetgen.systems.kit.text import Writer

SIZE = 2.3
"""The size of a fleet's name on a piece, in millimetres."""
ROOM = 35.0
"""How wide the name may be there, so that it fits the smallest of pieces."""


class Ensign(NamedTuple):
    """A fleet as its pieces show it: as much of its name as there is room for, and its livery.

    `width` is that of the name in millimetres, `art` the picture that is its emblem, if it is one.
    """

    name: str
    width: float
    colour: str
    light: bool
    striped: bool
    emblem: str
    art: str


def make_ensign(
    values: Any,
    look: Look,
    colour: str,
    liveries: Sequence[str] = tuple(LIVERIES),
) -> Ensign | None:
    """The ensign of a linked fleet's pieces; None for a ship on its own.

    `colour` is the accent of a game whose fleets need have none.
    """
    fleet = getattr(values, "fleet", None)
    if fleet is None:
        return None
    livery = choose_livery(values, liveries)
    name, width = _cut_name(values.name, Writer(look.fonts, "Barlow Condensed"))
    accent = deepen(look.colour or fleet.colour or colour)
    return Ensign(name, width, accent, *livery, fleet.emblem or "", look.art(fleet))


def _cut_name(name: str, writer: Writer) -> tuple[str, float]:
    """As much of a name as fits, and its width; one that is cut ends in an ellipsis."""
    cut = name
    while (width := writer.measure(cut, SIZE, bold=True)) > ROOM:
        cut = cut.removesuffix("…")[:-1].rstrip() + "…"
    return cut, round(width, 2)
