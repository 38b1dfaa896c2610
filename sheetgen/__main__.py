"""Lets `python -m sheetgen` do what the `sheetgen` command does."""

from sheetgen.cli import start

start()
