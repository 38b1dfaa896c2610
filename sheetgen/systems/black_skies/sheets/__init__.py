"""Sheets: what is printed, as plain values for the templates; one module per sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.black_skies.sheets import counters, deck, display, reference, roster
from sheetgen.systems.black_skies.silhouette import draw_silhouette
from sheetgen.systems.kit.portrait import make_portrait

SHEETS: tuple[Sheet, ...] = (
    roster.ROSTER,
    display.DISPLAY,
    *deck.DECKS,
    counters.COUNTERS,
    reference.REFERENCE,
    make_portrait("black-skies", "fighter", draw_silhouette, "#5b3a86", art_height=70.0),
)
"""All sheets, in the order of a fleet's kit."""
