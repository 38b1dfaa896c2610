"""sheetgen prints ship displays, counters, charts and fleet books for tabletop games."""

__version__ = "0.1.0"
