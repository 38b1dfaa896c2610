# regatta/rules.py
"""Checks of a boat."""

from sheetgen.systems import Finding, check


@check("top-heavy", "warning")
def top_heavy(boat):
    """A boat carries more sail than its ballast can hold upright.

    Why: Each stone in the keel holds two of sail. With more, the first gust tips the boat over,
    which is allowed, and usually regretted.

    Example:
    sail: 5
    ballast: 2       # holds a sail of 4
    """
    held = 2 * boat.ballast
    if boat.sail > held:
        message = f"a ballast of {boat.ballast} holds a sail of {held}, not of {boat.sail}"
        yield Finding(("sail",), message, f"a ballast of {(boat.sail + 1) // 2} would hold it")
