"""Sheets: what is printed, as plain values for the templates; one module a sheet."""

from __future__ import annotations

from sheetgen.systems import Sheet

SHEETS: tuple[Sheet, ...] = ()
"""All sheets, in the order of a fleet's kit."""
