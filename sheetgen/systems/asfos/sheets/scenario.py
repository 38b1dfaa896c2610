"""The scenario sheet: a map of the table, how to set up, the forces and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.scenario import LinkedScenario
from sheetgen.systems.asfos.sheets.forces import Force, pair_forces, show_points
from sheetgen.systems.asfos.sheets.scenario_text import list_sections
from sheetgen.systems.asfos.sheets.table_map import TableMap, draw_map
from sheetgen.systems.kit.text import (
    ABOVE,
    HEADING,
    Area,
    Paragraph,
    PlacedLine,
    Section,
    TextLine,
    Writer,
    choose_width,
    measure_column,
    place_column,
    place_section,
)

WIDTH, HEIGHT = 195.0, 262.0
"""The most that fits both A4 and Letter, with room for the margin strip."""

AREA = Area(WIDTH, HEIGHT, gutter=7.0)
HEAD = 14.0  # where the text of a further page begins
TITLE_WIDTH = 132.0
OVERHANG = 8.0  # how far the column beside the map may extend below it
MOST_TURNS = 12


@record
class ScenarioPage:
    """A page of a scenario."""

    title: Sequence[str]
    title_size: float
    subtitle: str
    points: str
    colour: str
    about: Sequence[PlacedLine]
    map: TableMap | None
    map_y: float
    rows: Sequence[PlacedLine]
    forces: Sequence[Force]
    turns: Sequence[int]  # to strike off, beside the notes
    notes: Sequence[float]  # lines to write on, by their height on the page
    height: float
    page: int
    pages: int


@record(frozen=False)
class Draft:
    """A page while it is being filled; `y` is where its free part begins."""

    y: float
    about: Sequence[PlacedLine] = ()
    map: TableMap | None = None
    map_y: float = 0.0
    rows: Sequence[PlacedLine] = ()
    forces: tuple[Force, ...] = ()
    notes: Sequence[float] = ()


def fill_scenario(linked: LinkedScenario, look: Look) -> list[Print]:
    """The pages of a scenario."""
    writer = Writer(look.fonts)
    title, size = _break_title(linked.name, writer)
    drafts = list(_lay_out(linked, 20.4 + size * 1.1 * (len(title) - 1), writer))
    drafts[-1].notes = _rule_notes(drafts[-1].y)
    turns = linked.scenario.turns or 0
    pages = [
        ScenarioPage(
            title=title if number == 1 else [linked.name],
            title_size=size,
            subtitle=f"scenario for {len(linked.sides)} sides",
            points=" : ".join(show_points(side.points, side.estimated) for side in linked.sides),
            colour=look.colour or "#1f4e79",
            about=draft.about,
            map=draft.map,
            map_y=draft.map_y,
            rows=draft.rows,
            forces=draft.forces,
            turns=range(1, turns + 1) if turns <= MOST_TURNS else (),
            notes=draft.notes,
            height=HEIGHT,
            page=number,
            pages=len(drafts),
        )
        for number, draft in enumerate(drafts, start=1)
    ]
    return [Print(page, linked.name) for page in pages]


def _break_title(title: str, writer: Writer) -> tuple[list[str], float]:
    """The title in one line, or smaller in two lines, and its size."""
    for size, lines in ((7.0, 1), (6.0, 2), (5.2, 2), (4.6, 2), (4.0, 2)):
        broken = [bold for bold, _ in writer.break_lines("", title, TITLE_WIDTH, size)]
        if len(broken) <= lines:
            break
    return broken, size


def _rule_notes(y: float) -> Sequence[float]:
    """The places of lines to write on in what is left of a page, if that is enough."""
    first = y + ABOVE + HEADING + 7
    lines = [first + 7 * at for at in range(int((HEIGHT - first) / 7) + 1)]
    return lines if len(lines) >= 2 else ()


def _lay_out(linked: LinkedScenario, top: float, writer: Writer) -> Iterator[Draft]:
    """The pages: map and setup, the forces below them, then the rules in two columns."""
    page = Draft(top)
    if linked.scenario.about:
        about = writer.write(WIDTH, Paragraph(linked.scenario.about))
        page.about = list(place_column(about, 0, page.y, WIDTH))
        page.y += measure_column(about)
    page.map, page.map_y = draw_map(linked, writer), page.y + 4.6
    x = page.map.width + AREA.gutter
    sections = list_sections(linked)
    beside, below = _share_sections(sections, max(0.0, WIDTH - x), page.map.height, writer)
    page.rows = list(place_column(beside, x, page.map_y - 1, WIDTH - x))
    page.y = page.map_y + max(page.map.height, measure_column(beside) - 1)
    for pair in pair_forces(linked, AREA.column, AREA.gutter):
        height = ABOVE + max(force.height for force in pair)
        if page.y + height > HEIGHT:
            yield page
            page = Draft(HEAD)
        page.forces += tuple(replace(force, y=page.y + ABOVE) for force in pair)
        page.y += height
    for section in below:
        rest = choose_width(writer, section, AREA)
        while rest:
            placed, rest, page.y = place_section(rest, page.y, AREA)
            page.rows = [*page.rows, *placed]
            if rest:
                yield page
                page = Draft(HEAD)
    yield page


def _share_sections(
    sections: Sequence[Section], width: float, height: float, writer: Writer
) -> tuple[list[TextLine], list[Section]]:
    """The lines of the sections that fit beside the map, and the other sections."""
    beside: list[TextLine] = []
    below: list[Section] = []
    for section in sections:
        slim = writer.write_section(section, width) if width else []
        if slim and measure_column([*beside, *slim]) <= height + OVERHANG:
            beside += slim
        else:
            below.append(section)
    return beside, below


SCENARIO = Sheet(
    name="scenario",
    title="Scenario",
    about="a scenario: map, setup, forces, special rules and victory",
    template="asfos/scenario.svg",
    kinds=("scenario",),
    fill=fill_scenario,
    default=("scenario",),
    cut=False,
)
