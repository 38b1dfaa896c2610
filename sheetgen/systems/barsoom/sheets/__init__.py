"""Sheets: what is printed, as plain values for the templates; one module a sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.barsoom.sheets import deck, ship_card

SHEETS: tuple[Sheet, ...] = (ship_card.SHIP_CARD, *deck.DECKS)
"""All sheets, in the order of a fleet's kit."""
