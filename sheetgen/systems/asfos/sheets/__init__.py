"""Sheets: what is printed, as plain values for the templates; one module a sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.asfos.sheets import (
    aids,
    counters,
    display,
    plotting,
    portrait,
    reference,
    roster,
    scenario,
)

SHEETS: tuple[Sheet, ...] = (
    scenario.SCENARIO,
    roster.ROSTER,
    *display.DISPLAYS,
    plotting.PLOTTING,
    counters.COUNTERS,
    aids.TEMPLATE,
    aids.RULER,
    reference.REFERENCE,
    portrait.PORTRAIT,
)
"""All sheets, in the order of a scenario's and a fleet's kit."""
