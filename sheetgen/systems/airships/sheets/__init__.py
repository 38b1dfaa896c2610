"""Sheets."""

SHEETS = ()
