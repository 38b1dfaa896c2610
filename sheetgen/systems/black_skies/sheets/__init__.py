"""Sheets: what is printed, as plain values for the templates; one module a sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.black_skies.sheets import deck, display

SHEETS: tuple[Sheet, ...] = (
    display.DISPLAY,
    *deck.DECKS,
)
"""All sheets, in the order of a fleet's kit."""
