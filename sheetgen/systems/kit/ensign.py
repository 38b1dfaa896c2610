"""Ensigns: whose a piece is, shown on everything that is cut out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheetgen.ground.contrast import deepen
from sheetgen.ground.row import NamedTuple
from sheetgen.systems import Look
from sheetgen.systems.kit.counters import LIVERIES, Cut, choose_livery
from sheetgen.systems.kit.text import Writer

SIZE = 2.3
"""The size of a fleet's name on a piece, in millimetres."""
ROOMS = (150.0, 48.0, 35.0)
"""How wide the name may be on long pieces, on most, and on the smallest."""


class Ensign(NamedTuple):
    """A fleet as its pieces show it: its name, the longest cut first, and its livery.

    `art` is the picture that is its emblem, if it is one.
    """

    names: tuple[Cut, ...]
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
    writer = Writer(look.fonts, "Barlow Condensed")
    names = [writer.cut(values.name, SIZE, room, bold=True) for room in ROOMS]
    cuts = tuple(Cut(name, round(writer.measure(name, SIZE, bold=True), 2)) for name in names)
    accent = deepen(look.colour or fleet.colour or colour)
    return Ensign(cuts, accent, *livery, fleet.emblem or "", look.art(fleet))
