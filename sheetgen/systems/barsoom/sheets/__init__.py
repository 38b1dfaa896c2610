"""Sheets: what is printed, as plain values for the templates; one module a sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.barsoom.sheets import (
    counters,
    deck,
    deck_plan,
    die,
    portrait,
    reference,
    roster,
    ship_card,
)

SHEETS: tuple[Sheet, ...] = (
    roster.ROSTER,
    ship_card.SHIP_CARD,
    *deck.DECKS,
    die.DIE,
    counters.COUNTERS,
    *deck_plan.PLANS,
    portrait.PORTRAIT,
    reference.REFERENCE,
)
"""All sheets, in the order of a fleet's kit."""
