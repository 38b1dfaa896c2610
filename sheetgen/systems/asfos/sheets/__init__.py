"""Sheets: what is printed, as plain values for the templates; one module per sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet
from sheetgen.systems.asfos.sheets import (
    aids,
    counters,
    display,
    plotting,
    reference,
    roster,
    scenario,
)
from sheetgen.systems.asfos.silhouette import draw_silhouette
from sheetgen.systems.kit.portrait import make_portrait

SHEETS: tuple[Sheet, ...] = (
    scenario.SCENARIO,
    roster.ROSTER,
    *display.DISPLAYS,
    plotting.PLOTTING,
    counters.COUNTERS,
    aids.TEMPLATE,
    aids.RULER,
    reference.REFERENCE,
    make_portrait("asfos", "ship", draw_silhouette, "#1f4e79"),
)
"""All sheets, in the order of a scenario's and a fleet's kit."""
