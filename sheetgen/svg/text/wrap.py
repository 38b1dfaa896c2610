"""Lines broken to a width, in columns if there are any, and texts made smaller to fit.

SVG 2 §11.7.3 (`inline-size`) and CSS Multi-column Layout; everything here is in user units.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import groupby
from math import inf

from sheetgen.ground.number import shorten
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.units import MM
from sheetgen.svg.context import Context
from sheetgen.svg.problem import OVERFLOW
from sheetgen.svg.read.tree import Element
from sheetgen.svg.text.chunk import TextRun
from sheetgen.type.linebreak import (
    BrokenLine,
    Manner,
    WordPiece,
    cut_words,
    fill_lines,
    join_pieces,
    measure_column,
    measure_line,
    share_columns,
    trim,
)
from sheetgen.type.linebreak import LineElement as Item

FLOOR = 6.0
"""The smallest size, in points, to which a text is shrunk."""
_TRIES = 12
_FEW = 6
"""Lines that are balanced: no browser does that with more than a few."""
_SLACK = 1.0001


@record(frozen=False)
class TextBlock:
    """A paragraph: its runs, the space before and left of it, and whether the next stays with it.

    `element` is the place of its problems.
    """

    runs: Sequence[TextRun]
    element: Element | None = None
    gap: float = 0.0
    left: float = 0.0
    keeps: bool = False
    items: list[Item] = field(init=False)
    pieces: list[WordPiece] = field(init=False)  # what each item stands for
    breaks: bool = field(init=False)
    balanced: bool = field(init=False)
    size: float = field(init=False)
    leading: float = field(init=False)

    def __post_init__(self) -> None:
        style = self.runs[0].style
        # Inkscape writes `pre` on everything that it wraps; other text is not given a width.
        self.breaks = style.white_space != "nowrap"
        self.balanced = style.text_wrap == "balance"
        self.size = max([run.style.font_size for run in self.runs])
        self.leading = style.line_height * self.size

    def cut(self, language: str, most: float = inf) -> None:
        """Cuts it into words, divided by the patterns of a language if its style asks for that.

        Words wider than `most` are cut into letters, if its style allows that.
        """
        runs = self.runs
        manners = [
            Manner(
                language=language * (run.style.hyphens == "auto"),
                most=inf if run.style.overflow_wrap == "normal" else most,
            )
            for run in runs
        ]
        texts = [run.text for run in runs]
        self.items, self.pieces = cut_words(texts, manners, lambda at, t: runs[at].cut(t).width)


class Region(NamedTuple):
    """The area of a text: columns `width` wide and, if `height` is given, at most that high.

    Words are divided by the patterns of `language` if their style asks for that.
    """

    width: float
    height: float | None = None
    columns: int = 1
    language: str = ""


class WrappedLine(NamedTuple):
    """A line of a block; `height` is that of its letters, `gap` the space before it."""

    block: TextBlock
    line: BrokenLine
    width: float
    height: float
    gap: float
    keeps: bool

    def join_runs(self) -> list[TextRun]:
        """Its runs, with neighbours of the same style and face joined."""
        runs = self.block.runs
        pieces = [(runs[at], text) for at, text in join_pieces(self.line, self.block.pieces)]
        return [
            alike[0][0].cut("".join([text for _, text in alike]))
            for alike in (
                list(group)
                for _, group in groupby(pieces, lambda p: (p[0].face, p[0].style, p[0].shift))
            )
        ]


def fit_width(runs: Sequence[TextRun], width: float, context: Context) -> float:
    """The factor by which a line is made smaller to be at most `width` wide.

    Anything that does not fit at 6 points is reported.
    """
    natural = measure(runs)
    floor = _find_floor(runs)
    scale = max(floor, min(1.0, width / natural)) if natural > 0 else 1.0
    if natural * scale > width * _SLACK:
        _report(runs, scale, natural * scale, width, "wide", context)
    return scale


def measure(runs: Iterable[TextRun]) -> float:
    """The advance width of runs set one after the other."""
    return sum(run.width + run.dx for run in runs)


def wrap(
    blocks: Sequence[TextBlock], region: Region, context: Context
) -> tuple[list[Sequence[WrappedLine]], float]:
    """The rows of each column, and the factor by which everything is made smaller.

    That is done if they would be higher than the region, or if a word is too long. A word that is
    too long at 6 points is divided if its style allows that. Anything else that does not fit at 6
    points is reported.
    """
    for block in blocks:
        block.cut(region.language)
    flow = _Flow(blocks, region)
    scale = 1.0
    if not flow.fits(1.0):
        scale, most = _find_floor([run for block in blocks for run in block.runs]), 1.0
        if flow.overflows(scale):
            for block in blocks:
                block.cut(region.language, (region.width - block.left) / scale)
        if flow.fits(scale):
            for _ in range(_TRIES):
                middle = math.sqrt(scale * most)
                scale, most = (middle, most) if flow.fits(middle) else (scale, middle)
        else:
            flow.report(scale, context)
    return flow.share(scale)[0], scale


class _Flow:
    """Blocks to be broken into lines, which are put into the columns of a region."""

    def __init__(self, blocks: Sequence[TextBlock], region: Region) -> None:
        self.blocks, self.region = blocks, region
        self.most = inf if region.height is None else region.height * _SLACK

    def fits(self, scale: float) -> bool:
        """Whether all of it fits at `scale` times its size."""
        columns, rest = self.share(scale)
        widths = (self._overhang(row, scale) for column in columns for row in column)
        return not rest and max(widths) <= 0

    def overflows(self, scale: float) -> bool:
        """Whether a word is too long at `scale` times its size."""
        return any(self._overhang(row, scale) > 0 for row in self._list_rows(scale))

    def share(self, scale: float) -> tuple[list[Sequence[WrappedLine]], Sequence[WrappedLine]]:
        """The rows of each column at `scale` times their size, and those left over."""
        return share_columns(list(self._list_rows(scale)), self.region.columns, self.most)

    def _overhang(self, row: WrappedLine, scale: float) -> float:
        return row.width * scale - (self.region.width - row.block.left) * _SLACK

    def _list_rows(self, scale: float) -> Iterator[WrappedLine]:
        for block in self.blocks:
            room = (self.region.width - block.left) / scale * _SLACK if block.breaks else inf
            lines = _fill(block.items, room)
            if block.balanced and 1 < len(lines) <= _FEW:
                lines = _balance(block.items, lines, room)
            last, gap = len(lines) - 1, block.gap
            for at, line in enumerate(lines):
                line = trim(line, block.items)
                width = measure_line(line, block.items)
                keeps = (at < last and at in (0, last - 1)) or (at == last and block.keeps)
                between = (block.leading - block.size) * scale + gap
                yield WrappedLine(block, line, width, block.size * scale, between, keeps)
                gap = 0.0

    def report(self, scale: float, context: Context) -> None:
        """Reports the line that is too long, or the first paragraph for which there is no room."""
        rows = list(self._list_rows(scale))
        row = max(rows, key=lambda row: self._overhang(row, scale))
        if self._overhang(row, scale) > 0:
            room = self.region.width - row.block.left
            place = row.block.element
            _report(row.join_runs(), scale, row.width * scale, room, "wide", context, place)
        elif self.region.height is not None:
            first = self.share(scale)[1][0].block
            columns, _ = share_columns(rows, self.region.columns, inf)
            needed, room = max(map(measure_column, columns)), self.region.height
            _report(first.runs, scale, needed, room, "high", context, first.element)


def _fill(items: Sequence[Item], room: float) -> list[BrokenLine]:
    return fill_lines(items, lambda line: room, 0.0)


def _balance(items: Sequence[Item], lines: list[BrokenLine], room: float) -> list[BrokenLine]:
    """The same number of lines in the least room, so that they are about equally long."""
    least = min(room, max(item.width for item in items))
    for _ in range(_TRIES):
        middle = (least + room) / 2
        tried = _fill(items, middle)
        if len(tried) == len(lines):
            lines, room = tried, middle
        else:
            least = middle
    return lines


def _find_floor(runs: Iterable[TextRun]) -> float:
    """The factor that brings the smallest letters down to the floor; 1 if they are that small."""
    smallest = min(run.style.font_size * run.style.unit for run in runs)
    return min(1.0, FLOOR / smallest) if smallest > 0 else 1.0


def _report(
    runs: Sequence[TextRun],
    scale: float,
    needed: float,
    given: float,
    way: str,
    context: Context,
    place: Element | None = None,
) -> None:
    words = "".join(run.text for run in runs)
    text = shorten(words, 60)
    unit = runs[0].style.unit
    size = min(run.style.font_size for run in runs) * unit * scale
    message = (
        f"'{text}' does not fit: at {size:.3g} pt it is {needed * unit / MM:.1f} mm {way},"
        f" but there are {given * unit / MM:.1f} mm"
    )
    hint = "shorten the text, or give it more space in the template"
    context.report(OVERFLOW, message, hint, place, words=words)
