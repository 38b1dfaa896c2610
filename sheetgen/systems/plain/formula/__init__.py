"""Formulas of plain games: a small language that is total, exact and bounded."""
