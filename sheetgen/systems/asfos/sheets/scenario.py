"""The scenario sheet: a map of the table, how to set up, the forces and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.scenario import LinkedScenario
from sheetgen.systems.asfos.sheets import flow
from sheetgen.systems.asfos.sheets.flow import HEADING, Placed, Row, break_lines
from sheetgen.systems.asfos.sheets.forces import Force, pair_forces, show_points
from sheetgen.systems.asfos.sheets.scenario_text import write_sections
from sheetgen.systems.asfos.sheets.table_map import TableMap, draw_map

WIDTH, HEIGHT = 195.0, 262.0
"""The most that fits A4 as well as Letter, with room for the margin strip."""

GUTTER = 7.0
COLUMN = (WIDTH - GUTTER) / 2
TITLE_WIDTH = 132.0
SHORTEST = 36.0  # the least room in which a section is begun
OVERHANG = 8.0  # how far the column beside the map may reach below it
FEW = 4  # rows that stand across the page instead of in columns
MOST_TURNS = 12
CONTINUED = ", continued"


@dataclass(frozen=True, slots=True)
class ScenarioPage:
    """A page of a scenario."""

    title: Sequence[str]
    title_size: float
    subtitle: str
    points: str
    colour: str
    about: Sequence[Placed]
    map: TableMap | None
    map_y: float
    rows: Sequence[Placed]
    forces: Sequence[Force]
    turns: Sequence[int]  # to strike off, beside the notes
    notes: Sequence[float]  # lines to write on, by their height on the page
    height: float
    page: int
    pages: int


@dataclass(slots=True)
class Draft:
    """A page while it is filled; `y` is where its free part begins."""

    y: float
    about: Sequence[Placed] = ()
    map: TableMap | None = None
    map_y: float = 0.0
    rows: Sequence[Placed] = ()
    forces: tuple[Force, ...] = ()
    notes: Sequence[float] = ()


def fill_scenario(linked: LinkedScenario, look: Look) -> list[Print]:
    """The pages of a scenario."""
    drafts = list(_lay_out(linked))
    drafts[-1].notes = _rule_notes(drafts[-1].y)
    title, size = _break_title(linked.name)
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


def _break_title(title: str) -> tuple[list[str], float]:
    """The title in one line, or smaller in two, and its size."""
    for size, lines in ((7.0, 1), (6.0, 2), (5.2, 2), (4.6, 2), (4.0, 2)):
        broken = [bold for bold, _ in break_lines("", title, TITLE_WIDTH, size)]
        if len(broken) <= lines:
            break
    return broken, size


def _rule_notes(y: float) -> Sequence[float]:
    """Where lines to write on stand in what is left of a page, if that is enough."""
    first = y + 6 + HEADING + 7
    lines = [first + 7 * at for at in range(int((HEIGHT - first) / 7) + 1)]
    return lines if len(lines) >= 2 else ()


def _lay_out(linked: LinkedScenario) -> Iterator[Draft]:
    """The pages: map and setup, the forces under them, then the rules in two columns."""
    title, size = _break_title(linked.name)
    page = Draft(20.4 + size * 1.1 * (len(title) - 1))
    if linked.scenario.about:
        about = flow.write(WIDTH, linked.scenario.about)
        page.about = flow.place_column(about, 0, page.y, WIDTH)
        page.y += flow.measure_rows(about)
    page.map, page.map_y = draw_map(linked), page.y + 4.6
    x = page.map.width + GUTTER
    beside, below = _share_sections(linked, max(0.0, WIDTH - x), page.map.height)
    page.rows = flow.place_column(beside, x, page.map_y - 1, WIDTH - x)
    page.y = page.map_y + max(page.map.height, flow.measure_rows(beside) - 1)
    for pair in pair_forces(linked, COLUMN, GUTTER):
        height = max(force.height for force in pair)
        if page.y + 6 + height > HEIGHT:
            yield page
            page = Draft(14.0)
        page.forces += tuple(replace(force, y=page.y + 6) for force in pair)
        page.y += 6 + height
    for section in below:
        heading, *rest = section
        while rest:
            if HEIGHT - page.y < _measure_start(heading, rest):
                yield page
                page = Draft(14.0)
            rest = _place_section(heading, rest, page)
            heading = replace(heading, text=heading.text.removesuffix(CONTINUED) + CONTINUED)
    yield page


def _measure_start(heading: Row, rows: Sequence[Row]) -> float:
    """The room in which a section can be begun: all of it, or enough for some lines."""
    whole = 6 + heading.height + flow.measure_rows(rows)
    return whole if len(rows) < FEW else min(whole, SHORTEST)


def _share_sections(
    linked: LinkedScenario, width: float, height: float
) -> tuple[list[Row], list[list[Row]]]:
    """The sections that fit beside the map, and the others as they stand under it."""
    beside: list[Row] = []
    below: list[list[Row]] = []
    for slim, half, full in zip(
        *(write_sections(linked, w) for w in (width, COLUMN, WIDTH)), strict=True
    ):
        if width and flow.measure_rows([*beside, *slim]) <= height + OVERHANG:
            beside += slim
        else:
            below.append(full if len(full) <= FEW else half)
    return beside, below


def _place_section(heading: Row, rows: list[Row], page: Draft) -> list[Row]:
    """Puts a section on a page, a longer one in two columns; the rows that are left over."""
    top = page.y + 6 + heading.height
    room = HEIGHT - top
    few: tuple[Sequence[Row], Sequence[Row], Sequence[Row]] = (rows, (), ())
    left, right, rest = few if len(rows) < FEW else flow.balance(rows, room)
    page.rows = [
        *page.rows,
        Placed(heading, 0, page.y + 6, WIDTH),
        *flow.place_column(left, 0, top, WIDTH if not right else COLUMN),
        *flow.place_column(right, COLUMN + GUTTER, top, COLUMN),
    ]
    page.y = top + max(flow.measure_rows(left), flow.measure_rows(right))
    return list(rest)


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
