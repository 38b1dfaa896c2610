"""Plotting charts: where turns fall in a move, and the charts that a fleet gets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.units import MM
from sheetgen.printing.press import Press
from sheetgen.systems.contract import Look
from tests.asfos.yard import SHEETS, build_ship, fill, fill_blank, link_fleet

PRESS = Press(None)
PLOTTING = SHEETS["plotting-chart"]

LONG = "Her Majesty's Most Excellent Ship Queen Philippa of Hainault"  # 60 characters


def make_ship(**keys: Any) -> Any:
    return build_ship(**{"name": "Pike", "mass": 6, "engine": 2} | keys)


def link(entry: dict[str, Any], ship: dict[str, Any] | None = None, **fleet: Any) -> Any:
    """A fleet with one entry of one design."""
    return link_fleet(make_ship(**(ship or {})), ships=[{"ship": "x1", **entry}], **fleet)


def draw(values: Any) -> list[Drawing]:
    return [PRESS.draw(PLOTTING.template, p.data, p.title) for p in fill("plotting-chart", values)]


def plan_courses(engine: int) -> list[Any]:
    """The moves with 1 to 5 turns on the chart of a ship with such an engine."""
    (piece,) = fill("plotting-chart", make_ship(engine=engine))
    courses: list[Any] = piece.data.courses
    return courses


def read_pages(pdf: Path) -> list[str]:
    document = PdfDocument(pdf)
    return [page.get_textpage().get_text_bounded() for page in document]


# Turn points: the rules' "Turns" give those of 1, 2 and 3 turns


TURN_POINTS = [
    ["1/2"],
    ["0", "1/2"],
    ["0", "1/3", "2/3"],
    ["0", "1/4", "1/2", "3/4"],
    ["0", "1/5", "2/5", "3/5", "4/5"],
]


def test_turn_points() -> None:
    """What is written at each is where it is."""
    courses = plan_courses(2)
    assert [course.turns for course in courses] == [1, 2, 3, 4, 5]
    for course, points in zip(courses, TURN_POINTS, strict=True):
        assert [point.label for point in course.points] == points
        assert [point.at for point in course.points] == [float(Fraction(at)) for at in points]


def test_a_move_of_eight_with_one_turn_turns_after_four() -> None:
    (point,) = plan_courses(2)[0].points
    assert point.at * 8 == 4


def test_a_move_of_six_with_three_turns_turns_after_nothing_two_and_four() -> None:
    assert [point.at * 6 for point in plan_courses(2)[2].points] == pytest.approx([0, 2, 4])


def test_turns_cut_a_move_into_equal_legs() -> None:
    for course in plan_courses(2)[1:]:
        ends = [*(Fraction(point.label) for point in course.points), Fraction(1)]
        assert ends[0] == 0
        assert {b - a for a, b in pairwise(ends)} == {Fraction(1, course.turns)}


@pytest.mark.parametrize("engine", range(6))
def test_an_engine_allows_as_many_turns_as_its_rating(engine: int) -> None:
    courses = plan_courses(engine)
    assert [c.turns for c in courses if c.within] == list(range(1, engine + 1))
    assert [c.turns for c in courses if c.beyond] == list(range(engine + 1, 6))


def test_without_an_engine_nothing_is_told_apart() -> None:
    (blank,) = fill_blank("plotting-chart", 10)
    (page,) = fill("reference", make_ship())
    for courses in (blank.data.courses, page.data.courses):
        assert [course.turns for course in courses] == [1, 2, 3, 4, 5]
        assert not any(course.within or course.beyond for course in courses)


# What stands on a chart


def test_ships_of_a_fleet_have_their_id_and_the_start_speed() -> None:
    linked = link({"count": 2, "names": ["Vigilant"]}, start_speed=8)
    first, second = (piece.data for piece in fill("plotting-chart", linked))
    assert (first.id, first.name, first.speed, str(first.engine)) == ("CA1", "Vigilant", "8", "2")
    assert (second.id, second.name) == ("CA2", "Pike")
    assert first.about == "Pike class, Heavy Cruiser (CA)"
    assert second.about == "Heavy Cruiser (CA)"


@pytest.mark.parametrize(
    ("keys", "speed", "step"),
    [
        ({}, "6", "1″"),
        ({"range_band": {"size": 12, "unit": "cm"}}, "6", "1 cm"),
        ({"range_band": {"size": 24, "unit": "cm"}}, "12", "2 cm"),
        ({"range_band": {"size": 24, "unit": "cm"}, "start_speed": 6}, "6", "2 cm"),
    ],
)
def test_speeds_are_doubled_in_double_centimetres(
    keys: dict[str, Any], speed: str, step: str
) -> None:
    (piece,) = fill("plotting-chart", link({}, **keys))
    assert (piece.data.speed, piece.data.step) == (speed, step)


def test_a_ship_by_itself_has_no_start_speed() -> None:
    (piece,) = fill("plotting-chart", make_ship(), Look(colour="teal"))
    assert (piece.data.id, piece.data.speed, piece.data.colour) == ("", "", "teal")


def test_a_game_has_at_most_99_turns() -> None:
    assert [len(piece.data.turns) for piece in fill_blank("plotting-chart", 99)] == [20] * 4 + [19]
    with pytest.raises(ValueError, match="99, not 100"):
        fill_blank("plotting-chart", 100)


@pytest.mark.parametrize("turns", [1, 10, 20])
def test_a_pencil_fits_into_every_line(turns: int) -> None:
    (chart,) = fill_blank("plotting-chart", turns)
    drawing = PRESS.draw(PLOTTING.template, chart.data, "blank")
    plots = [field for field in drawing.fields if field.name.startswith("plot ")]
    assert len(plots) == turns
    assert all(high.box[1] - low.box[1] >= 7 * MM for high, low in pairwise(plots))
    widths = {name: _width(drawing, f"{name} 1") for name in ("V", "change", "plot")}
    assert widths["plot"] > 3 * widths["V"] > 0


def _width(drawing: Drawing, name: str) -> float:
    box = next(field.box for field in drawing.fields if field.name == name)
    return box[2] - box[0]


def test_form_fields_are_where_there_is_something_to_write() -> None:
    (chart,) = draw(link({}))
    names = {field.name for field in chart.fields}
    assert not {"ID", "name", "engine", "V 1"} & names  # printed already
    assert {"change 1", "plot 1", "V 2", "plot 10"} <= names
    (empty,) = fill_blank("plotting-chart", 10)
    blank = PRESS.draw(PLOTTING.template, empty.data, empty.title)
    assert {"ID", "name", "engine", "V 1"} <= {field.name for field in blank.fields}


@pytest.mark.parametrize("engine", range(6))
@pytest.mark.parametrize("speed", [0, 6, 30, 99])
@pytest.mark.parametrize("band", [6, {"size": 99, "unit": "cm"}])
def test_every_engine_and_speed_has_room(engine: int, speed: int, band: Any) -> None:
    assert draw(link({}, {"engine": engine}, start_speed=speed, range_band=band))


@pytest.mark.parametrize(
    "name", ["Ark", LONG, "Sixty characters of a name that goes on and on to the end ok"]
)
@pytest.mark.parametrize("id", ["7", "WWWWWWWW"])
@pytest.mark.parametrize("mass", [1, 24])
def test_long_names_have_room(name: str, id: str, mass: int) -> None:
    assert draw(link({"ids": [id], "names": [name]}, {"mass": mass, "name": LONG}))


# Printed


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_to_a_page(
    project: Path, run: Callable[..., Any], write_ship: Any, paper: str
) -> None:
    write_ship("pike.yaml", name="Pike")
    fleet = "system: asfos\nfleet: Home\nships: [{ship: pike, count: 40}]\n"
    (project / "home.yaml").write_text(fleet, "utf-8")
    done = run(
        "render", "home.yaml", "-o", "out.pdf", "--sheet", "plotting-chart", "--paper", paper
    )
    assert (done.status, done.stderr) == (0, "")
    pages = read_pages(project / "out.pdf")
    assert len(pages) == 10
    assert all(page.count("PIKE") == 4 for page in pages)
    assert "CA40" in pages[-1]


def test_blank_charts(project: Path, run: Callable[..., Any]) -> None:
    done = run("blank", "plotting-chart", "-o", "out.pdf")
    assert (done.status, done.stderr) == (0, "")
    (page,) = read_pages(project / "out.pdf")
    assert page.count("NAME") == 4
    assert all(word in page for word in ("ID", "TURN", "V", "ΔV", "PLOT", "10", "4/5"))


def test_lengths_are_in_the_unit_of_the_fleet(
    project: Path, run: Callable[..., Any], write_ship: Any
) -> None:
    write_ship("pike.yaml", name="Pike")
    fleet = "system: asfos\nfleet: Home\nrange_band: {size: 12, unit: cm}\nships: [{ship: pike}]\n"
    (project / "home.yaml").write_text(fleet, "utf-8")
    run("render", "home.yaml", "-o", "out.pdf", "--sheet", "plotting-chart")
    (page,) = read_pages(project / "out.pdf")
    assert "buys 1 cm" in page
    assert "″" not in page
