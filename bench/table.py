"""Tables: what was measured, beside what is aimed at."""

from __future__ import annotations

from collections.abc import Sequence

HEADS = ("12-box displays, all different", "ours", "theirs", "ratio", "target", "met")

Row = Sequence[str]


def make_row(
    name: str,
    ours: str,
    theirs: str = "",
    ratio: float | None = None,
    target: tuple[str, bool] = ("", False),
) -> Row:
    """A row of the table under HEADS."""
    text, met = target
    shown = "" if ratio is None else f"{ratio:.3f}" if ratio < 1 else f"{ratio:.2f}"
    return (name, ours, theirs, shown, text, ("yes" if met else "NO") if text else "")


def at_most(value: float, target: float, unit: str) -> tuple[str, bool]:
    """A target as text, and whether a figure meets it."""
    return f"≤ {target:g}{unit}", value <= target


def print_table(heads: Row, rows: Sequence[Row]) -> None:
    """Prints rows under their heads, figures to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, ["-" * width for width in widths], *rows):
        first, *others = row
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    print()
