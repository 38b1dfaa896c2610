"""The scenario sheet: a map of the table, how to set up, the forces and the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product, zip_longest
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.words import tr
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit.fleet import name_yard
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.scenario.frame import ACROSS, TALLEST, MapFrame, draw_bar
from sheetgen.systems.kit.scenario.map import TableMap, draw_map, measure_map
from sheetgen.systems.kit.scenario.scenario import LinkedSide
from sheetgen.systems.kit.scenario.text import Briefing, Linked, list_sections, show_points
from sheetgen.systems.kit.text import (
    Area,
    PlacedLine,
    Section,
    SetLine,
    TextParagraph,
    TextWriter,
    measure_column,
    place_column,
    place_columns,
)

# The forces of a scenario's sides: tables of their ships, a row for each design.


FORCES_HEAD, ROW = 8.6, 5.2
"""The height of a table's heading and of each row, in millimetres."""

FORCES_AROUND, SIGN = 36.0, 5.4
"""The widths beside a side's name: of its number and points, and of its emblem or picture."""
SMALLEST = 2.3  # the size of letters at which its fleet's name is still read

BESIDE, INDENT = 64.0, 3.0
"""The width of a row beside the name of a design, and how far it is set in if that is aboard."""

_DESIGNS = 42  # rows of one table
_LONGEST = 18  # letters of a row's IDs


@record
class ForceGroup:
    """The ships of one design on one side, or what is aboard them."""

    count: int
    name: str
    code: str
    ids: str
    points: str
    aboard: bool = False
    lines: Sequence[str] = ()  # of a name that is too long for one line
    parts: Sequence[Any] = ()  # layers of a ship from above


@record
class Force:
    """A side's table of ships, at its place."""

    number: int
    name: str
    fleet: str
    colour: str
    points: str
    groups: Sequence[ForceGroup]
    width: float
    x: float
    y: float = 0.0
    lines: Sequence[str] = ()  # of a name that is too long for one line
    emblem: str = ""
    art: str = ""  # the picture that is its emblem, if it is one

    @property
    def height(self) -> float:
        """The height of the table in millimetres."""
        return FORCES_HEAD + ROW * len(self.groups)


def pair_forces(
    linked: Linked, briefing: Briefing, area: Area, writer: TextWriter, look: Look
) -> list[Sequence[Force]]:
    """The sides' tables in twos; a table of very many designs continues in another."""
    tables = [
        list(_split_force(at, side, briefing, area, writer, look))
        for at, side in enumerate(linked.sides)
    ]
    return [
        [force for force in rank if force]
        for at in range(0, len(tables), 2)
        for rank in zip_longest(*tables[at : at + 2])
    ]


def _split_force(
    at: int, side: LinkedSide, briefing: Briefing, area: Area, writer: TextWriter, look: Look
) -> Iterator[Force]:
    width, own, left = area.find_column(), side.fleet.name, side.left
    yard = name_yard(side.fleet)
    groups = [
        ForceGroup(
            row.count,
            row.name,
            row.code,
            shorten_ids(row.ids),
            row.points,
            row.aboard,
            break_name(row.name, width - BESIDE - INDENT * row.aboard, writer),
            briefing.draw(row.member, yard) if row.member else (),
        )
        for row in briefing.rows(left.fleet.members)
    ]
    written = side.fleet.fleet
    sign = (written.emblem or "", look.art(written))
    display = TextWriter(look.fonts, look.dress.faces.display)
    room = width - FORCES_AROUND - (SIGN if any(sign) else 0)
    taken = display.measure(side.name, SMALLEST, bold=True) + writer.measure(f" · {own}", SMALLEST)
    fleet = own if own != side.name and taken <= room else ""
    lines = break_name(side.name, room, display, bold=True)
    unit = side.fleet.unit.removesuffix("s" if side.points == 1 else "")
    points = f"{show_points(side.points, side.estimated)} {tr(unit)}" if unit else ""
    if left.points != side.points:
        points = tr("{} of {}", show_points(left.points, left.estimated), points)
    x = at % 2 * (width + area.gutter)
    for start in range(0, len(groups), _DESIGNS):
        part = groups[start : start + _DESIGNS]
        colour = deepen(side.colour)
        yield Force(at + 1, side.name, fleet, colour, points, part, width, x, 0.0, lines, *sign)


def break_name(name: str, width: float, writer: TextWriter, bold: bool = False) -> Sequence[str]:
    """The two narrow lines of a name that no line can hold, with … for what is left over."""
    if writer.measure(name, SMALLEST, bold) <= width:
        return ()
    narrow = TextWriter(writer.fonts, "Barlow Condensed")
    texts = ("", name) if bold else (name, "")
    first, *others = ["".join(line) for line in narrow.break_lines(*texts, width, SMALLEST)]
    second = " ".join(line.strip() for line in others)
    lines = [line.strip() for line in (first, second) if line]
    return tuple(narrow.cut(line, SMALLEST, width, bold) for line in lines)


def shorten_ids(ids: Sequence[str]) -> str:
    """IDs in a row: `BB1, BB2`, `CA1–CA3` for a run, and only the two ends of a long row."""
    runs: list[list[str]] = []
    for identity in ids:
        if runs and _follows(runs[-1][-1], identity):
            runs[-1].append(identity)
        else:
            runs.append([identity])
    shown = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)
    return shown if len(shown) <= _LONGEST else f"{ids[0]} … {ids[-1]}"


def _follows(one: str, two: str) -> bool:
    a, b = (re.fullmatch(r"(.*?)(\d+)", identity) for identity in (one, two))
    return bool(a and b and a[1] == b[1] and int(b[2]) == int(a[2]) + 1)


WIDTH, HEIGHT = ACROSS, 279.0
"""The most that A4 has room for; Letter has less."""

AREA = Area(WIDTH, HEIGHT, gutter=7.0)
HEAD = 7.0  # where the text of a further page begins
TITLE_WIDTH = 138.0
LOWEST, STEP = 70.0, 5.0
"""The least height of a table that is made lower for the text, and by how much at a time."""
SLIM, COLUMNS = 44.0, 3
"""The least width of a text beside the map, and the columns of that below it."""
SPACE, OVER, GAP, SLACK = 4.0, 2.6, 3.4, 1.0
"""The spaces above what goes across, the map and the turn track, and how low that may reach."""
OVERHANG = 8.0  # how far the column beside the map may extend below it
BOX = 7.0
"""The width of a turn's box with the space to the next, and the height of a row of them."""
SHARES = (1.24, 1.14, 1.05, 0.98, 0.92)
"""How large letters may be beside those of a display's sentences: as large as there is room for."""
LEAST_LETTERS = 6 / 72 * 25.4
"""Letters that are read are no smaller, in millimetres, where a book reduces the sheet."""
_SHORT = 9  # lines of a section that stay together
_LABEL = 12.0  # what the word Turn takes to the left of the boxes


class Turn(NamedTuple):
    """A turn's box on the turn track, by its upper left corner."""

    number: int
    x: float
    y: float


@record
class ScenarioPage:
    """A page of a scenario."""

    game: str
    title: Sequence[str]
    title_size: float
    subtitle: str
    points: str
    unit: str
    colour: str
    about: Sequence[PlacedLine]
    map: TableMap | None
    map_y: float
    rows: Sequence[PlacedLine]
    forces: Sequence[Force]
    turns: Sequence[Turn]  # to strike off
    size: float  # of its letters
    height: float
    page: int
    pages: int
    notes: Sequence[float] = ()  # lines to write on, which older templates ask for


@record(frozen=False)
class PageDraft:
    """A page while it is being filled; `y` is where its free part begins."""

    y: float
    about: Sequence[PlacedLine] = ()
    map: TableMap | None = None
    map_y: float = 0.0
    rows: Sequence[PlacedLine] = ()
    forces: tuple[Force, ...] = ()
    turns: Sequence[Turn] = ()


def fill_scenario(linked: Linked, look: Look, briefing: Briefing) -> list[Print]:
    """The pages of a scenario."""
    faces, sizes = look.dress.faces, look.dress.sizes
    display = TextWriter(look.fonts, faces.display)
    title, size = _break_title(linked.name, display)
    short = display.cut(linked.name, sizes.get("heading", 4.2), TITLE_WIDTH, bold=True)
    usual = sizes.get("body", 2.8)
    large = [usual * share for share in SHARES if usual * share * look.least >= LEAST_LETTERS]
    writers = [TextWriter(look.fonts, faces.text, one) for one in large or [usual * SHARES[0]]]
    bottom = limit_height(look, WIDTH, HEIGHT)
    top = 16.4 + size * 1.1 * (len(title) - 1)
    editor = _Editor(linked, briefing, look, top, bottom, writers[-1])
    tries = product((True, False), writers)  # a map across the page is best
    drafts = next((one for across, writer in tries if (one := editor.fit(writer, across))), None)
    drafts = drafts or list(editor.lay_out())
    pages = [
        ScenarioPage(
            game=briefing.game,
            title=title if number == 1 else [short],
            title_size=size,
            subtitle=tr("scenario for {} sides", len(linked.sides)),
            points=_compare_points(linked),
            unit=linked.unit,
            colour=look.colour or "#1f4e79",
            about=draft.about,
            map=draft.map,
            map_y=draft.map_y,
            rows=draft.rows,
            forces=draft.forces,
            turns=draft.turns,
            size=editor.writer.size,
            height=bottom,
            page=number,
            pages=len(drafts),
        )
        for number, draft in enumerate(drafts, start=1)
    ]
    return [Print(page, linked.name) for page in pages]


def _compare_points(linked: Linked) -> str:
    if not linked.unit:
        return ""
    sides = (side.left for side in linked.sides)
    return " : ".join(show_points(side.points, side.estimated) for side in sides)


def _break_title(title: str, writer: TextWriter) -> tuple[list[str], float]:
    """The title in one line, or smaller in two lines, and its size."""
    for size, lines in ((8.2, 1), (7.0, 1), (6.0, 2), (5.2, 2), (4.6, 2), (4.0, 2)):
        broken = [bold for bold, _ in writer.break_lines("", title, TITLE_WIDTH, size)]
        if len(broken) <= lines:
            break
    return broken, size


def _fill_row(turns: int) -> int:
    """The boxes of one row: all that the width holds, in rows as equal as possible."""
    most = int((WIDTH - _LABEL) // BOX)
    return -(-turns // -(-turns // most))


def _place_turns(turns: int, y: float, x: float = 0.0) -> Iterator[Turn]:
    """The boxes of a track that starts at x, y."""
    row = _fill_row(turns) if turns else 0
    for at in range(turns):
        yield Turn(at + 1, x + _LABEL + at % row * BOX, y + at // row * BOX)


def _bind(lines: Sequence[SetLine], most: int) -> Iterator[SetLine]:
    """The lines of a section, for a single column if there are so many `most`."""
    for at, line in enumerate(lines, start=1):
        yield replace(line, keeps=True) if at < len(lines) <= most else line


def end_page(page: PageDraft, turns: int, bottom: float) -> Iterator[PageDraft]:
    """The last page with the turn track below everything else, or that on a page of its own."""
    deep = -(-turns // _fill_row(turns)) * BOX + GAP if turns else 0.0
    if page.y + deep > bottom + SLACK:
        yield page
        page = PageDraft(HEAD)
    if turns:
        page.turns = list(_place_turns(turns, page.y + GAP))
    yield page


class _Editor:
    """A maker of pages: the map, the forces below it, and text around them in columns."""

    def __init__(
        self,
        linked: Linked,
        briefing: Briefing,
        look: Look,
        top: float,
        bottom: float,
        writer: TextWriter,
    ) -> None:
        self.linked, self.briefing, self.writer, self.top = linked, briefing, writer, top
        self.area = AREA._replace(bottom=bottom)
        self.turns = linked.scenario.turns or 0
        self.columns = COLUMNS
        self.track = self.deep = (
            -(-self.turns // _fill_row(self.turns)) * BOX + GAP if self.turns else 0.0
        )
        self.sections = list_sections(linked, briefing)
        self.forces = pair_forces(linked, briefing, AREA, TextWriter(look.fonts), look)

    def fit(self, writer: TextWriter, across: bool) -> list[PageDraft]:
        """All on one page with the largest map that leaves room for it; nothing if none does.

        The map goes across the page, or else leaves room for a column of text.
        """
        self.writer = writer
        frame, _, _ = measure_map(self.linked, TALLEST)
        high = frame.deep
        self.track = 0.0 if across and self._find_beside(frame) else self.deep
        while high >= LOWEST:
            _, width, tall = measure_map(self.linked, high)
            slim = WIDTH - width - AREA.gutter >= SLIM
            if slim != across and self._measure(width, tall) <= self.area.bottom:
                return list(self.lay_out(high))
            if across:
                break
            high -= STEP
        return []

    def _find_beside(self, frame: MapFrame) -> float:
        """Where a turn track beside the scale bar begins; 0 if there is no room for it."""
        bar = draw_bar(self.briefing.scale(self.linked), frame, 0.0)
        x = WIDTH - _LABEL - self.turns * BOX
        return x if self.turns and x > bar.ends[-1] + BOX else 0.0

    def _measure(self, width: float, tall: float) -> float:
        """Where a single page would end, with a map of that size."""
        about = measure_column(self._write_about())
        beside, below = self._share(width, tall + OVERHANG)
        y = self.top + about + OVER + max(tall, measure_column(beside) - 1)
        y += sum(SPACE + max(force.height for force in pair) for pair in self.forces)
        if below:
            placed, rest, end = place_columns(below, y + SPACE, self.area, self.columns)
            y = end if placed and not rest else 2 * self.area.bottom
        return y + self.track - SLACK * bool(self.track)

    def _write_about(self) -> list[SetLine]:
        about = self.linked.scenario.about
        return self.writer.write(WIDTH, TextParagraph(about)) if about else []

    def _share(self, width: float, deep: float) -> tuple[list[SetLine], list[SetLine]]:
        """The lines of the sections that fit so deep beside a map, and those below it."""
        slim = WIDTH - width - AREA.gutter
        beside: list[SetLine] = []
        below: list[Section] = []
        for section in self.sections:
            lines = self.writer.write_section(section, slim) if slim >= SLIM else []
            if lines and measure_column([*beside, *lines]) <= deep:
                beside += lines
            else:
                below.append(section)
        self.columns = COLUMNS if len(below) > 1 else 2
        column = self.area.find_column(self.columns)
        written = (self.writer.write_section(section, column) for section in below)
        least = _SHORT if len(below) > 1 else 0
        return beside, [line for lines in written for line in _bind(lines, least)]

    def lay_out(self, high: float = 0.0) -> Iterator[PageDraft]:
        """The pages, with a table so high; or else as high as a page has room for."""
        page, area = PageDraft(self.top), self.area
        about = self._write_about()
        page.about = list(place_column(about, 0, page.y, WIDTH))
        page.y += measure_column(about)
        if not high:
            frame, _, tall = measure_map(self.linked, TALLEST)
            high = frame.deep - max(page.y + OVER + tall - area.bottom, 0.0)
            if high < min(LOWEST, frame.deep):
                yield page
                page = PageDraft(HEAD)
                high = frame.deep - max(page.y + OVER + tall - area.bottom, 0.0)
        scale, draw = self.briefing.scale(self.linked), self.briefing.draw
        drawn = draw_map(self.linked, self.writer, high, scale, draw)
        page.map, page.map_y = drawn, page.y + OVER
        if not self.track and self.turns:
            frame, _, _ = measure_map(self.linked, high)
            y = page.map_y + drawn.bar.y - 0.4
            page.turns = list(_place_turns(self.turns, y, self._find_beside(frame)))
        beside, rest = self._share(
            drawn.width, min(drawn.height + OVERHANG, area.bottom - page.map_y)
        )
        x = drawn.width + AREA.gutter
        page.rows = list(place_column(beside, x, page.map_y - 1, max(WIDTH - x, 0.0)))
        page.y = page.map_y + max(drawn.height, measure_column(beside) - 1)
        for pair in self.forces:
            height = SPACE + max(force.height for force in pair)
            if page.y + height > area.bottom:
                yield page
                page = PageDraft(HEAD)
            page.forces += tuple(replace(force, y=page.y + SPACE) for force in pair)
            page.y += height
        while rest:
            placed, rest, page.y = place_columns(rest, page.y + SPACE, area, self.columns)
            page.rows = [*page.rows, *placed]
            if rest:
                yield page
                page = PageDraft(HEAD)
        yield from end_page(page, self.turns if self.track else 0, area.bottom)
