"""Sheets: what is printed, as plain values for the templates; one module a sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.black_skies.sheets import counters, deck, display, portrait, reference, roster

SHEETS: tuple[Sheet, ...] = (
    roster.ROSTER,
    display.DISPLAY,
    *deck.DECKS,
    counters.COUNTERS,
    reference.REFERENCE,
    portrait.PORTRAIT,
)
"""All sheets, in the order of a fleet's kit."""
