"""Sheets: what is printed, as plain values for the templates; one module per sheet."""

from __future__ import annotations

from sheetgen.ground.contrast import deepen
from sheetgen.systems import Sheet
from sheetgen.systems.barsoom.fleet import COLOUR
from sheetgen.systems.barsoom.plan import draw_portrait
from sheetgen.systems.barsoom.sheets import (
    counters,
    deck,
    deck_plan,
    die,
    reference,
    roster,
    ship_card,
)
from sheetgen.systems.kit.portrait import make_portrait

SHEETS: tuple[Sheet, ...] = (
    roster.ROSTER,
    ship_card.SHIP_CARD,
    *deck.DECKS,
    die.DIE,
    counters.COUNTERS,
    *deck_plan.PLANS,
    make_portrait("barsoom", "ship", draw_portrait, COLOUR, shade=deepen),
    reference.REFERENCE,
)
"""All sheets, in the order of a fleet's kit."""
