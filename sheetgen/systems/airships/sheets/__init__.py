"""Sheets: what is printed, as plain values for the templates; one module a sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.airships.sheets import counters, portrait, reference, roster, ship, wings

SHEETS: tuple[Sheet, ...] = (
    roster.ROSTER,
    ship.SHIP_SHEET,
    wings.WING_CARDS,
    counters.COUNTERS,
    counters.TORPEDO_COUNTERS,
    portrait.PORTRAIT,
    reference.REFERENCE,
)
"""All sheets, in the order of a fleet's kit."""
