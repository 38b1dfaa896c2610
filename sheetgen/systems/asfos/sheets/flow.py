"""Running text on a sheet: words to lines, and lines to columns. Lengths are millimetres.

A template only says where a line stands, so how much of a text fits a line is worked out here,
from the widths of Barlow's letters. In another face each line is set a little smaller to fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

RowKind = Literal["heading", "fact", "line"]

_WIDTHS = {
    170: "'’|", 205: " \u00a0`·", 245: "jl", 265: '"(),Ii“”.', 310: "!;″{}", 350: ":1frt",
    380: "[]", 410: "*-/\\×", 450: "^z–?y", 490: "7_svx+<=>k~", 525: "35689ac", 545: "2Zbdeghnou",
    565: "$04FLTYpq", 585: "JQSVX", 605: "ACEP", 625: "BDGKOR", 650: "UH#&N—", 725: "Mw",
    800: "…", 820: "@m", 840: "%", 880: "W",
}  # fmt: skip
_WIDTH = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}
_BREAKS = re.compile(r"[ \t\n]+")  # a no-break space is none
_OTHER = 0.6  # letters of other scripts
_BOLD = 1.04


def measure(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is at a size, without kerning."""
    natural = sum(_WIDTH.get(letter, _OTHER) for letter in text) * size
    return natural * _BOLD if bold else natural


@dataclass(frozen=True, slots=True)
class Row:
    """One row of running text; `height` is its own, `gap` the room before it in a column.

    A row that `keeps` stands in one column with the next. `lead` is bold and comes first; `mark`
    is a badge before the text, a side's number or a terrain's letter, `hang` what it takes.
    """

    kind: RowKind
    height: float
    lead: str = ""
    text: str = ""
    gap: float = 0.0
    keeps: bool = False
    mark: str = ""
    colour: str = ""
    hang: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A row at its place: the left end and the top of a strip so wide."""

    row: Row
    x: float
    y: float
    width: float


LINE, HEADING = 4.4, 7.4
"""The height of a line of text, and of a heading with its rule."""

SIZE = 3.2
"""The size of a text's letters."""


def section(title: str, rows: Iterable[Row]) -> list[Row]:
    """Rows under a heading."""
    first, *others = rows
    return [
        Row("heading", HEADING, text=title, gap=4.6, keeps=True),
        replace(first, gap=0.0),
        *others,
    ]


def state(key: str, value: str) -> Row:
    """A fact: what, and its value."""
    return Row("fact", 4.9, lead=key, text=value)


def write(
    width: float,
    text: str,
    lead: str = "",
    mark: str = "",
    colour: str = "",
    hang: float = 0.0,
    gap: float = 1.6,
) -> list[Row]:
    """A paragraph, as rows of lines `width` wide; no column ends with its first line only."""
    lines = list(break_lines(text, lead, width - hang, SIZE))
    last = len(lines) - 1
    return [
        Row(
            "line",
            LINE,
            lead=bold,
            text=plain,
            gap=gap if at == 0 else 0.0,
            keeps=at < last and at in (0, last - 1),
            mark=mark if at == 0 else "",
            colour=colour,
            hang=hang,
        )
        for at, (bold, plain) in enumerate(lines)
    ]


def break_lines(text: str, lead: str, width: float, size: float) -> Iterator[tuple[str, str]]:
    """The lines of a text with a bold beginning, as (bold, plain); each keeps its spaces."""
    words = [(word, True) for word in _BREAKS.split(lead) if word]
    words += [(word, False) for word in _BREAKS.split(text) if word]
    line: list[tuple[str, bool]] = []
    used = 0.0
    for word, bold in words:
        wide = measure(word, size, bold)
        space = measure(" ", size, bold)
        if line and used + space + wide > width:
            yield _join(line)
            line, used = [], 0.0
        used += wide + (space if line else 0.0)
        line.append((word, bold))
    yield _join(line)


def _join(line: Sequence[tuple[str, bool]]) -> tuple[str, str]:
    bold = " ".join(word for word, is_bold in line if is_bold)
    plain = " ".join(word for word, is_bold in line if not is_bold)
    return (bold + " " if bold and plain else bold), plain


def measure_rows(rows: Iterable[Row]) -> float:
    """How high rows are in one column, at whose top there is no gap."""
    height, first = 0.0, True
    for row in rows:
        height += row.height + (0.0 if first else row.gap)
        first = False
    return height


def fill_column(rows: Sequence[Row], height: float) -> int:
    """How many of the rows a column of that height holds; a break never parts what is kept."""
    used, fitting = 0.0, 0
    for at, row in enumerate(rows):
        used += row.height + (row.gap if at else 0.0)
        if used > height + 0.01:
            break
        if not row.keeps:
            fitting = at + 1
    return fitting


def place_column(rows: Sequence[Row], x: float, y: float, width: float) -> list[Placed]:
    """The rows one under the other."""
    placed = []
    for at, row in enumerate(rows):
        y += row.gap if at else 0.0
        placed.append(Placed(row, x, y, width))
        y += row.height
    return placed


def balance(rows: Sequence[Row], most: float) -> tuple[Sequence[Row], Sequence[Row], Sequence[Row]]:
    """Rows for two columns as equal as can be, none higher than `most`, and those left over."""
    height = min(most, measure_rows(rows) / 2)
    while True:
        one = fill_column(rows, height)
        two = one + fill_column(rows[one:], height)
        if two == len(rows) or height >= most:
            return rows[:one], rows[one:two], rows[two:]
        height = min(most, height + 1.0)
