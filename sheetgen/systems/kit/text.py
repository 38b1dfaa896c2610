"""Running text on sheets: sections of facts and paragraphs, in lines, columns and over pages.

A game names titles and texts; a template sets each line where it was placed. Lengths are
millimetres. A text for a single `<text>` needs none of this: templates break that themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.words import say, tr
from sheetgen.type.linebreak import (
    Manner,
    cut_words,
    fill_lines,
    join_pieces,
    share_columns,
    stack_strips,
    trim,
)
from sheetgen.type.linebreak import measure_column as measure_column

if TYPE_CHECKING:
    from sheetgen.systems.contract import Look
    from sheetgen.type.fonts import Fonts

SIZE, LINE, FACT, HEADING = 3.2, 4.4, 4.9, 7.4
"""The size of letters, and the heights of a line of text, a fact, and a heading with its rule."""

ABOVE = 4.6
"""The space above what goes across the page."""

_SHORTEST = 24.0  # the least space in which columns are begun
_CONTINUED = ", continued"
_SLACK = 0.01


class Fact(NamedTuple):
    """A heading and its value."""

    key: str
    value: str


class TextParagraph(NamedTuple):
    """A text with a bold beginning, and a badge before it: a number or a letter, in a colour.

    `hang` is the width that the badge takes, `gap` the space above. One that `keeps` stays with
    the next.
    """

    text: str
    lead: str = ""
    mark: str = ""
    colour: str = ""
    hang: float = 0.0
    gap: float = 1.6
    keeps: bool = False


class Section(NamedTuple):
    """The lines of a sheet below one heading."""

    title: str
    parts: Sequence[Fact | TextParagraph]


@record
class SetLine:
    """A line as templates know it; a paragraph's first one has its mark, and the gap above."""

    kind: Literal["heading", "fact", "line"]
    height: float
    lead: str = ""
    text: str = ""
    gap: float = 0.0
    keeps: bool = False
    mark: str = ""
    colour: str = ""
    hang: float = 0.0


class PlacedLine(NamedTuple):
    """A line at its place: the left end, the top and the width of a strip."""

    row: SetLine
    x: float
    y: float
    width: float


class Area(NamedTuple):
    """The part of a page that text may take: its width, its lower end, and the gap of columns."""

    width: float
    bottom: float
    gutter: float

    def find_column(self, columns: int = 2) -> float:
        """The width of one of so many columns."""
        return (self.width - self.gutter * (columns - 1)) / columns


class WrittenRun(NamedTuple):
    """A stretch of text of one look."""

    text: str
    bold: bool = False
    italic: bool = False


Runs = Sequence[WrittenRun]


class TextWriter:
    """Breaks texts into lines by the widths of the run's fonts, in one family and one `size`."""

    def __init__(
        self, fonts: Fonts | None = None, family: str = "Barlow", size: float = SIZE
    ) -> None:
        self.fonts = fonts or _open_shipped()
        self.size = size
        self._family = family
        self._widths: dict[WrittenRun, float] = {}

    def measure(self, text: str, size: float, bold: bool = False, italic: bool = False) -> float:
        """The width of a text at a size."""
        key = WrittenRun(text, bold, italic)
        known = self._widths.get(key)
        if known is None:
            from sheetgen.type.fonts import measure

            faces = self.fonts.list_faces(self._family, 700 if bold else 400, italic)
            known = self._widths[key] = measure(text, faces)
        return known * size / 1000

    def measure_runs(self, runs: Runs, size: float) -> float:
        """The width of runs in one line."""
        return sum([self.measure(text, size, *look) for text, *look in runs])

    def cut(self, text: str, size: float, room: float, bold: bool = False) -> str:
        """Cut a text to fit into `room`; one that is cut ends in an ellipsis."""
        kept = text
        while kept and self.measure(text, size, bold) > room:
            kept = kept[:-1].rstrip()
            text = f"{kept}…"
        return text

    def break_lines(
        self, text: str, lead: str, width: float, size: float = 0.0
    ) -> list[tuple[str, str]]:
        """The lines of a text with a bold beginning, as (bold, plain); each keeps its spaces."""
        lead = say(lead)
        runs = [WrittenRun(f"{lead} " if lead else "", bold=True), WrittenRun(say(text))]
        runs = [run._replace(text=run.text.replace("\n", " ")) for run in runs]
        lines = [
            {bold: part for part, bold, _ in line}
            for line in self.break_runs(runs, width, size or self.size)
        ]
        return [(line.get(True, ""), line.get(False, "")) for line in lines] or [("", "")]

    def break_runs(self, runs: Runs, width: float, size: float) -> list[Runs]:
        """The runs in lines of a width; words that are wider are divided anywhere."""
        items, pieces = cut_words(
            [run.text for run in runs],
            [Manner(most=width + _SLACK)] * len(runs),
            lambda at, part: self.measure(part, size, *runs[at][1:]),
            folded=False,
        )
        lines = [
            join_pieces(trim(line, items), pieces) for line in fill_lines(items, lambda _: width)
        ]
        return [[runs[at]._replace(text=part) for at, part in line] for line in lines if line]

    def write(self, width: float, *parts: Fact | TextParagraph) -> list[SetLine]:
        """Facts and paragraphs, as lines `width` wide; no column ends with only a first line."""
        return [line for part in parts for line in self._write_part(width, part)]

    def write_section(self, section: Section, width: float) -> list[SetLine]:
        """A section with its heading."""
        first, *others = self.write(width, *section.parts)
        heading = SetLine("heading", HEADING, text=section.title, gap=4.6, keeps=True)
        return [heading, replace(first, gap=0.0), *others]

    def _write_part(self, width: float, part: Fact | TextParagraph) -> Iterator[SetLine]:
        high = LINE * self.size / SIZE
        if isinstance(part, Fact):
            yield SetLine("fact", FACT * self.size / SIZE, lead=part.key, text=part.value)
            return
        lines = self.break_lines(part.text, part.lead, width - part.hang)
        last = len(lines) - 1
        for at, (bold, plain) in enumerate(lines):
            keeps = at in (0, last - 1) if at < last else part.keeps
            gap, mark = (0.0, "") if at else (part.gap, part.mark)
            yield SetLine("line", high, bold, plain, gap, keeps, mark, part.colour, part.hang)


def write_in(look: Look) -> TextWriter:
    """A writer in the family that a look has for sentences."""
    return TextWriter(look.fonts, look.dress.faces.text)


def sign(modifier: int) -> str:
    """A modifier with its sign: `+1`, `−2`, and `0` without one."""
    return f"{modifier:+d}".replace("-", "−") if modifier else "0"


@cache
def _open_shipped() -> Fonts:
    from sheetgen.type.fonts import Fonts

    return Fonts()


def place_column(
    lines: Sequence[SetLine], x: float, y: float, width: float
) -> Iterator[PlacedLine]:
    """Lines one under the other."""
    for top, line in stack_strips(lines, y):
        yield PlacedLine(line, x, top, width)


def place_columns(
    lines: Sequence[SetLine], y: float, area: Area, columns: int
) -> tuple[list[PlacedLine], list[SetLine], float]:
    """Lines from y on in columns as equal as possible: those that fit, the others, and the end.

    Where the others begin within a section, its heading is above them.
    """
    room, width = area.bottom - y + _SLACK, area.find_column(columns)
    if room < min(measure_column(lines) / columns, _SHORTEST):
        return [], list(lines), y
    shared, over = share_columns(lines, columns, room)
    placed = [
        line
        for at, column in enumerate(shared)
        for line in place_column(column, at * (width + area.gutter), y, width)
    ]
    left = list(over)
    if left and left[0].kind != "heading":
        *_, heading = (line.row for line in placed if line.row.kind == "heading")
        more = tr(_CONTINUED)
        title = heading.text.removesuffix(more) + more
        left.insert(0, replace(heading, text=title))
    return placed, left, y + max(map(measure_column, shared))
