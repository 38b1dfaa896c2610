"""Lines broken to a width, and texts made smaller to fit.

SVG 2 §11.7.3 (`inline-size`); everything here is in user units.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from sheetgen.ground.number import shorten
from sheetgen.ground.units import MM
from sheetgen.svg.context import Context
from sheetgen.svg.problem import OVERFLOW
from sheetgen.svg.text.run import Run

FLOOR = 6.0
"""The smallest size, in points, to which a text is made smaller."""
_TRIES = 12
_SLACK = 1.0001
# A line end, spaces, or a part of a word, which may be broken after a hyphen between letters.
_PIECE = re.compile(r"\n| +|[^ \n]*?[^\W\d_][-‐–—](?=[^\W\d_])|[^ \n]+")


class _Word(NamedTuple):
    """What is never broken, and the space after it; `ends` a line where the text says so."""

    runs: tuple[Run, ...]
    width: float
    space: tuple[Run, ...]
    gap: float
    ends: bool


def fit_width(runs: Sequence[Run], width: float, context: Context) -> float:
    """The factor by which a line is made smaller to be at most `width` wide.

    What does not fit at 6 points is reported.
    """
    natural = measure(runs)
    floor = _find_floor(runs)
    scale = max(floor, min(1.0, width / natural)) if natural > 0 else 1.0
    if natural * scale > width * _SLACK:
        _report(runs, scale, natural * scale, width, "wide", context)
    return scale


def measure(runs: Iterable[Run]) -> float:
    """The advance width of runs set one after the other."""
    return sum(run.width + run.dx for run in runs)


def wrap(
    runs: Sequence[Run], width: float, height: float | None, context: Context
) -> tuple[list[list[Run]], float, float]:
    """Lines of at most `width`, the factor by which they are made smaller, and their distance.

    They get smaller where they would be higher than `height`, or a word is too long. What does
    not fit at 6 points is reported.
    """
    paragraph = _Paragraph(runs, width, height)
    scale = 1.0
    if not paragraph.fits(1.0):
        scale, most = _find_floor(runs), 1.0
        if paragraph.fits(scale):
            for _ in range(_TRIES):
                middle = math.sqrt(scale * most)
                scale, most = (middle, most) if paragraph.fits(middle) else (scale, middle)
        else:
            paragraph.report(scale, context)
    rows = paragraph.break_words(scale)
    return [_join_words(row) for row in rows], scale, paragraph.leading * scale


class _Paragraph:
    """Words to be broken into lines of `width`, together at most `height` high."""

    def __init__(self, runs: Sequence[Run], width: float, height: float | None) -> None:
        self.runs, self.width, self.height = runs, width, height
        self.words = _split_words(runs)
        # Inkscape writes `pre` on all that it wraps, and nobody gives a width to what is not.
        self.breaks = runs[0].style.white_space != "nowrap"
        self.size = max(run.style.font_size for run in runs)
        self.leading = runs[0].style.line_height * self.size

    def fits(self, scale: float) -> bool:
        """Whether all of it fits at `scale` times its size."""
        widest, needed = self.measure(scale)
        low = self.height is None or needed <= self.height * _SLACK
        return low and widest <= self.width * _SLACK

    def measure(self, scale: float) -> tuple[float, float]:
        """The width of the longest line, and the height of all, at `scale` times its size."""
        rows = self.break_words(scale)
        height = (self.leading * (len(rows) - 1) + self.size) * scale
        return max(map(_measure_row, rows)) * scale, height

    def break_words(self, scale: float) -> list[list[_Word]]:
        """Words in lines, as many in each as it takes."""
        rows: list[list[_Word]] = [[]]
        used, room = 0.0, self.width / scale * _SLACK
        for word in self.words:
            if self.breaks and rows[-1] and used + word.width > room:
                rows.append([])
                used = 0.0
            rows[-1].append(word)
            used += word.width + word.gap
            if word.ends:
                rows.append([])
                used = 0.0
        return rows if rows[-1] or len(rows) == 1 else rows[:-1]

    def report(self, scale: float, context: Context) -> None:
        """Reports the line that is too long, or that there are too many."""
        widest, needed = self.measure(scale)
        if widest > self.width * _SLACK:
            row = max(self.break_words(scale), key=_measure_row)
            long = [run for word in row for run in (*word.runs, *word.space)]
            _report(long, scale, widest, self.width, "wide", context)
        elif self.height is not None:
            _report(self.runs, scale, needed, self.height, "high", context)


def _find_floor(runs: Iterable[Run]) -> float:
    """The factor that brings the smallest letters down to the floor; 1 where they are there."""
    smallest = min(run.style.font_size * run.style.unit for run in runs)
    return min(1.0, FLOOR / smallest) if smallest > 0 else 1.0


def _report(
    runs: Sequence[Run], scale: float, needed: float, given: float, way: str, context: Context
) -> None:
    text = shorten("".join(run.text for run in runs), 60)
    unit = runs[0].style.unit
    size = min(run.style.font_size for run in runs) * unit * scale
    message = (
        f"'{text}' does not fit: at {size:.3g} pt it is {needed * unit / MM:.1f} mm {way},"
        f" there are {given * unit / MM:.1f} mm"
    )
    context.report(OVERFLOW, message, "shorten the text, or give it more space in the template")


def _split_words(runs: Sequence[Run]) -> list[_Word]:
    words: list[_Word] = []
    parts: list[Run] = []
    spaces: list[Run] = []

    def end_word(ends: bool = False) -> None:
        if parts or spaces or ends:
            word = _Word(tuple(parts), measure(parts), tuple(spaces), measure(spaces), ends)
            words.append(word)
            parts.clear()
            spaces.clear()

    for run in runs:
        for piece in _PIECE.findall(run.text):
            if piece == "\n":
                end_word(ends=True)
            elif piece[0] == " ":
                spaces.append(run.cut(piece))
            else:
                if spaces:
                    end_word()
                parts.append(run.cut(piece))
                if piece[-1] in "-‐–—" and len(piece) > 1:
                    end_word()
    end_word()
    return words


def _measure_row(row: Sequence[_Word]) -> float:
    width = sum(word.width + word.gap for word in row)
    return width - row[-1].gap if row else 0.0


def _join_words(row: Sequence[_Word]) -> list[Run]:
    """A row's runs without the space at its end, neighbours of one style and face as one run."""
    runs = [run for word in row[:-1] for run in (*word.runs, *word.space)]
    runs += row[-1].runs if row else ()
    return [
        first.cut("".join(run.text for run in (first, *others)))
        for first, *others in (
            list(alike) for _, alike in groupby(runs, lambda run: (run.face, run.style, run.shift))
        )
    ]
