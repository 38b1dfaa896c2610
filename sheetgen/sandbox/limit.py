"""Limits: how much a template or chapter may do, and what it is called to do more."""

from __future__ import annotations

from sheetgen.ground.diagnostics import declare

TOO_MUCH_WORK = declare(
    "too-much-work",
    "error",
    """A template or chapter does more than printing a sheet or a book can need.

    Why: Templates and chapters come from other people. One that repeats itself without end, or
    makes a text as long as a library, would stop the computer. So the steps of each, and the size
    of each value, have a limit that is many times what any shipped one needs.

    Example:
    # {{ "x" * 1000000000 }}
    """,
)

MOST_STEPS = 5_000_000
"""Steps of one filling; the largest shipped sheet takes about one in a hundred of them."""
MOST_LETTERS = 200_000
"""Letters of one value."""
MOST_ITEMS = 50_000
"""Items of one list, with those of the lists in it."""
MOST_OUTPUT = 8_000_000
"""Letters of a filled template or chapter."""
LARGEST = 10**15
"""Whole numbers are at most this large; floats may be larger, they always take 8 bytes."""
MOST_LEVELS = 24
"""Templates that include each other, and macros that call each other."""
MOST_SECONDS = 30.0
"""The last resort, if a step should take much longer than any that is known."""


class TooMuchError(Exception):
    """A template or chapter does too much; `hint` says what would do."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)
