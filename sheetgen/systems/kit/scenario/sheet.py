"""The scenario sheet: a map of the table, how to set up, the forces and the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.scenario.frame import HIGHEST
from sheetgen.systems.kit.scenario.map import TableMap, draw_map
from sheetgen.systems.kit.scenario.scenario import LinkedSide
from sheetgen.systems.kit.scenario.text import Briefing, Linked, list_sections, show_points
from sheetgen.systems.kit.text import (
    ABOVE,
    HEADING,
    Area,
    PlacedLine,
    Section,
    SetLine,
    TextParagraph,
    TextWriter,
    choose_width,
    measure_column,
    place_column,
    place_section,
)

# The forces of a scenario's sides: tables of their ships, a row for each design.


FORCES_HEAD, ROW = 8.6, 5.2
"""The height of a table's heading and of each row, in millimetres."""

FORCES_AROUND = 36.0  # what the number of a side, and its points, take beside its name
SMALLEST = 2.2  # the size of letters at which its fleet's name is still read

BESIDE, INDENT = 58.0, 3.0
"""What a row takes beside the name of a design, and what it is set in if that is aboard."""

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

    @property
    def height(self) -> float:
        """The height of the table in millimetres."""
        return FORCES_HEAD + ROW * len(self.groups)


def pair_forces(
    linked: Linked, briefing: Briefing, width: float, gutter: float, writer: TextWriter
) -> Iterator[Sequence[Force]]:
    """The sides' tables in twos; a table of very many designs continues in another."""
    tables = [
        list(_split_force(at, side, briefing, width, gutter, writer))
        for at, side in enumerate(linked.sides)
    ]
    for at in range(0, len(tables), 2):
        for rank in zip_longest(*tables[at : at + 2]):
            yield [force for force in rank if force]


def _split_force(
    at: int,
    side: LinkedSide,
    briefing: Briefing,
    width: float,
    gutter: float,
    writer: TextWriter,
) -> Iterator[Force]:
    groups = [
        ForceGroup(
            row.count,
            row.name,
            row.code,
            shorten_ids(row.ids),
            row.points,
            row.aboard,
            break_name(row.name, width - BESIDE - INDENT * row.aboard, writer),
        )
        for row in briefing.rows(side.fleet.members)
    ]
    own = side.fleet.name
    both = f"{side.name} · {own}"
    fits = writer.measure(both, SMALLEST, bold=True) <= width - FORCES_AROUND
    fleet = own if own != side.name and fits else ""
    lines = break_name(side.name, width - FORCES_AROUND, writer, bold=True)
    unit = side.fleet.unit.removesuffix("s" if side.points == 1 else "")
    points = f"{show_points(side.points, side.estimated)} {unit}" if unit else ""
    x = at % 2 * (width + gutter)
    for start in range(0, len(groups), _DESIGNS):
        part = groups[start : start + _DESIGNS]
        colour = deepen(side.colour)
        yield Force(at + 1, side.name, fleet, colour, points, part, width, x, lines=lines)


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


WIDTH, HEIGHT = 195.0, 262.0
"""The most that fits both A4 and Letter, with room for the margin strip."""

AREA = Area(WIDTH, HEIGHT, gutter=7.0)
HEAD = 14.0  # where the text of a further page begins
TITLE_WIDTH = 132.0
AROUND = 46.0  # what the title, the numbers and the scale bar take above and below the map
_OVER_MAP = 4.6
LOWEST = 70.0
"""The least height of a map that is made lower for a text above it, on small paper."""
GAP, SLACK = 3.0, 1.0
"""The space above the turn track, and how far its last row may reach below the text's end."""
OVERHANG = 8.0  # how far the column beside the map may extend below it
MOST_TURNS = 12  # boxes beside the heading of the notes
BOX = 7.0
"""The width of a turn's box with the space to the next, and the height of a row of them."""
_LABEL = 10.0  # what the word Turn takes to the left of the boxes


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
    notes: Sequence[float]  # lines to write on, by their height on the page
    height: float
    page: int
    pages: int


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
    notes: Sequence[float] = ()


def fill_scenario(linked: Linked, look: Look, briefing: Briefing) -> list[Print]:
    """The pages of a scenario."""
    writer = TextWriter(look.fonts)
    title, size = _break_title(linked.name, writer)
    area = AREA._replace(bottom=limit_height(look, WIDTH, HEIGHT))
    drafts = list(_lay_out(linked, briefing, 20.4 + size * 1.1 * (len(title) - 1), writer, area))
    _end_page(drafts, linked.scenario.turns or 0, area.bottom)
    pages = [
        ScenarioPage(
            game=briefing.game,
            title=title if number == 1 else [linked.name],
            title_size=size,
            subtitle=f"scenario for {len(linked.sides)} sides",
            points=_compare_points(linked),
            unit=linked.unit,
            colour=look.colour or "#1f4e79",
            about=draft.about,
            map=draft.map,
            map_y=draft.map_y,
            rows=draft.rows,
            forces=draft.forces,
            turns=draft.turns,
            notes=draft.notes,
            height=area.bottom,
            page=number,
            pages=len(drafts),
        )
        for number, draft in enumerate(drafts, start=1)
    ]
    return [Print(page, linked.name) for page in pages]


def _compare_points(linked: Linked) -> str:
    if not linked.unit:
        return ""
    return " : ".join(show_points(side.points, side.estimated) for side in linked.sides)


def _break_title(title: str, writer: TextWriter) -> tuple[list[str], float]:
    """The title in one line, or smaller in two lines, and its size."""
    for size, lines in ((7.0, 1), (6.0, 2), (5.2, 2), (4.6, 2), (4.0, 2)):
        broken = [bold for bold, _ in writer.break_lines("", title, TITLE_WIDTH, size)]
        if len(broken) <= lines:
            break
    return broken, size


def _end_page(drafts: list[PageDraft], turns: int, bottom: float) -> None:
    """Puts notes and the turn track below everything else, on a page more if there is no room.

    A short track is beside the heading of the notes.
    """
    last = drafts[-1]
    deep = -(-turns // _fill_row(turns)) * BOX if turns else 0.0
    if last.y + GAP + deep > bottom + SLACK:
        drafts.append(last := PageDraft(HEAD))
    last.notes = _rule_notes(last.y, bottom)
    if last.notes and turns <= MOST_TURNS:
        last.turns = list(_place_turns(turns, last.notes[0] - 16))
    else:
        last.turns = list(_place_turns(turns, last.y + GAP))
        last.notes = _rule_notes(last.y + deep, bottom)


def _fill_row(turns: int) -> int:
    """The boxes of one row: all that the width holds, in rows as equal as possible."""
    most = int((WIDTH - _LABEL) // BOX)
    return -(-turns // -(-turns // most))


def _place_turns(turns: int, y: float) -> Iterator[Turn]:
    """The boxes of a track that starts at y; the ends of its rows are at the right edge."""
    row = _fill_row(turns) if turns else 0
    for at in range(turns):
        x = WIDTH - (row - at % row) * BOX + 0.2
        yield Turn(at + 1, x, y + at // row * BOX)


def _rule_notes(y: float, bottom: float) -> Sequence[float]:
    """The places of lines to write on in what is left of a page, if that is enough."""
    first = y + ABOVE + HEADING + 7
    lines = [first + 7 * at for at in range(int((bottom - first) / 7) + 1)]
    return lines if len(lines) >= 2 else ()


def _lay_out(
    linked: Linked, briefing: Briefing, top: float, writer: TextWriter, area: Area
) -> Iterator[PageDraft]:
    """The pages: map and setup, the forces below them, then the rules in two columns."""
    page = PageDraft(top)
    if linked.scenario.about:
        about = writer.write(WIDTH, TextParagraph(linked.scenario.about))
        page.about = list(place_column(about, 0, page.y, WIDTH))
        page.y += measure_column(about)
    scale, highest = briefing.scale(linked), min(HIGHEST, area.bottom - AROUND)
    drawn = draw_map(linked, writer, highest, scale)
    over = page.y + _OVER_MAP + drawn.height - area.bottom
    if 0 < over <= highest - LOWEST:
        drawn = draw_map(linked, writer, highest - over, scale)
    elif over > 0:
        yield page
        page = PageDraft(HEAD)
    page.map, page.map_y = drawn, page.y + _OVER_MAP
    x = page.map.width + AREA.gutter
    sections = list_sections(linked, briefing)
    deep = min(page.map.height + OVERHANG, area.bottom - page.map_y)
    beside, below = _share_sections(sections, max(0.0, WIDTH - x), deep, writer)
    page.rows = list(place_column(beside, x, page.map_y - 1, WIDTH - x))
    page.y = page.map_y + max(page.map.height, measure_column(beside) - 1)
    for pair in pair_forces(linked, briefing, AREA.column, AREA.gutter, writer):
        height = ABOVE + max(force.height for force in pair)
        if page.y + height > area.bottom:
            yield page
            page = PageDraft(HEAD)
        page.forces += tuple(replace(force, y=page.y + ABOVE) for force in pair)
        page.y += height
    for section in below:
        rest = choose_width(writer, section, area)
        while rest:
            placed, rest, page.y = place_section(rest, page.y, area)
            page.rows = [*page.rows, *placed]
            if rest:
                yield page
                page = PageDraft(HEAD)
    yield page


def _share_sections(
    sections: Sequence[Section], width: float, height: float, writer: TextWriter
) -> tuple[list[SetLine], list[Section]]:
    """The lines of the sections that fit beside the map, and the other sections."""
    beside: list[SetLine] = []
    below: list[Section] = []
    for section in sections:
        slim = writer.write_section(section, width) if width else []
        if slim and measure_column([*beside, *slim]) <= height:
            beside += slim
        else:
            below.append(section)
    return beside, below
