"""Sheets: what is printed, as plain values for the templates; one module per sheet."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.systems import Sheet
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.sheets import counters, reference, roster, ship, wings
from sheetgen.systems.airships.silhouette import draw_ship
from sheetgen.systems.kit.portrait import make_portrait
from sheetgen.systems.kit.silhouette import Layer


def _draw(ship: Ship) -> Sequence[Layer]:
    return draw_ship(ship.frame, ship.list_weapons())


SHEETS: tuple[Sheet, ...] = (
    roster.ROSTER,
    ship.SHIP_SHEET,
    wings.WING_CARDS,
    counters.COUNTERS,
    counters.TORPEDO_COUNTERS,
    make_portrait("airships", "ship", _draw, "#1f4e79"),
    reference.REFERENCE,
)
"""All sheets, in the order of a fleet's kit."""
