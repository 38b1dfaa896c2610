"""The version of sheetgen."""

__version__ = "0.1.0"
