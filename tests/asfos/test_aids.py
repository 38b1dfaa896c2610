"""The arc template and the range ruler: their scale, measured on the print, and their marks."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.ground.units import MM
from sheetgen.printing.press import Press
from sheetgen.systems.kit.ruler import LONGEST, UNITS
from sheetgen.systems.kit.text import sign
from sheetgen.systems.loading import load_shipped
from tests.asfos.yard import SHEETS, build_ship, fill, fill_blank, link_fleet

PRESS = Press(None)
DRESS = PRESS.find_dress(load_shipped("asfos"))
RULER, TEMPLATE = SHEETS["range-ruler"], SHEETS["arc-template"]

DPI = 508  # twenty pixels to a millimetre
PIXELS = DPI / 25.4
DARK = 110  # of 255: drawn in black
INCH, CM = 25.4 * PIXELS, 10 * PIXELS
SHIP = build_ship(name="Pike", mass=6, engine=2)

sizes, units = st.integers(1, 99), st.sampled_from(["in", "cm"])


def with_band(size: int, unit: str) -> Any:
    return link_fleet(SHIP, range_band={"size": size, "unit": unit})


def make_strips(size: int, unit: str) -> list[Any]:
    return [piece.data for piece in fill("range-ruler", with_band(size, unit))]


def find_reach(strip: Any) -> tuple[float, float | None]:
    """How far the bar of the secondaries goes on a strip, and where its bound is, if on it."""
    drawn = PRESS.templates.fill(RULER.template, dress=DRESS, sheet=strip)
    (bar,) = re.findall(r'<rect x="0" y="10.2" width="([\d.]+)"', drawn) or ["0"]
    bound = re.search(r'class="bound" d="M([\d.]+) 10V14.2"', drawn)
    return float(bar), float(bound[1]) if bound else None


# How the ruler is cut into strips


@pytest.mark.parametrize(
    ("size", "unit", "ends"),
    [
        (12, "in", [9, 18, 27, 36]),  # a band of 304.8 mm fits no page
        (8, "in", [8, 16, 24]),  # one band a strip
        (6, "in", [6, 12, 18]),
        (3, "in", [9]),  # all three on one
        (12, "cm", [24, 36]),  # two bands and one
        (25, "cm", [25, 50, 75]),
        (26, "cm", [20, 40, 60, 78]),
    ],
)
def test_strips_end_at(size: int, unit: Any, ends: list[int]) -> None:
    assert [strip.end for strip in make_strips(size, unit)] == ends


@given(sizes, units)
def test_strips_join_to_three_bands_and_fit_the_page(size: int, unit: str) -> None:
    strips = make_strips(size, unit)
    assert (strips[0].start, strips[-1].end) == (0, 3 * size)
    assert all(a.end == b.start for a, b in pairwise(strips))
    assert all(0 < strip.length + strip.tab <= LONGEST for strip in strips)
    assert [bool(strip.tab) for strip in strips] == [True] * (len(strips) - 1) + [False]


@given(sizes, units)
def test_every_unit_has_its_number_once_and_at_its_place(size: int, unit: str) -> None:
    places = [
        (float(tick.label), strip.start + tick.x / UNITS[unit])
        for strip in make_strips(size, unit)
        for tick in strip.ticks
        if tick.label
    ]
    assert places == [(pytest.approx(n), pytest.approx(n)) for n in range(3 * size + 1)]


@given(sizes, units)
def test_bands_are_where_they_belong_and_are_named(size: int, unit: str) -> None:
    found: dict[str, list[tuple[float, float]]] = {}
    named = set()
    for strip in make_strips(size, unit):
        for zone in strip.zones:
            left = strip.start + zone.x / UNITS[unit]
            right = left + zone.width / UNITS[unit]
            found.setdefault(f"{zone.name} {zone.value}", []).append((left, right))
            if zone.width >= 9.5:  # the template writes into it
                named.add(zone.name)
    assert named == {"Short", "Medium", "Long"}
    for step, name in enumerate(("Short 0", "Medium −1", "Long −2")):
        parts = found[name]
        assert parts[0][0] == pytest.approx(step * size)
        assert parts[-1][1] == pytest.approx((step + 1) * size)


@given(sizes, units)
def test_secondaries_reach_half_a_band(size: int, unit: str) -> None:
    ends, whole = [], 0.0
    for strip in make_strips(size, unit):
        bar, bound = find_reach(strip)
        whole += bar
        if bound is not None:
            assert bound == bar
            ends.append(strip.start + bound / UNITS[unit])
    assert ends == [pytest.approx(size / 2)]
    assert whole == pytest.approx(size / 2 * UNITS[unit])


def test_a_ship_by_itself_has_bands_of_12_inches() -> None:
    assert [piece.data.length for piece in fill("range-ruler", SHIP)] == [9 * 25.4] * 4


def test_blank_aids_are_for_bands_of_so_many_inches() -> None:
    assert [piece.data.end for piece in fill_blank("range-ruler", 8)] == [8, 16, 24]
    (template,) = fill_blank("arc-template", 8)
    assert (template.data.reach, template.title) == ("4″", "Range band 8″")
    for sheet in ("range-ruler", "arc-template"):
        with pytest.raises(ValueError, match="at most 99 units"):
            fill_blank(sheet, 100)


@pytest.mark.parametrize("size", [1, 2, 5, 6, 12, 13, 24, 25, 26, 98, 99])
@pytest.mark.parametrize("unit", ["in", "cm"])
def test_every_band_has_room(size: int, unit: str) -> None:
    for sheet in (RULER, TEMPLATE):
        for piece in fill(sheet.name, with_band(size, unit)):
            assert PRESS.draw(sheet.template, piece.data, piece.title)


def test_signs() -> None:
    assert [sign(n) for n in (2, 0, -1)] == ["+2", "0", "−1"]


# True to scale


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("unit", "step", "units"), [("in", INCH, 9), ("cm", CM, 24)], ids=["inches", "centimetres"]
)
def test_ruler_is_true_to_scale(
    render: Callable[..., Any], paper: str, unit: str, step: float, units: int
) -> None:
    page = render(f"{{size: 12, unit: {unit}}}", "range-ruler", paper)
    # Down here there are the marks of whole units only, then the tab's two edges.
    marks = list(find_marks(page, row=find_top(page) + int(4.2 * PIXELS)))
    off = [(mark - marks[0] - at * step) / PIXELS for at, mark in enumerate(marks[: units + 1])]
    assert off == pytest.approx([0.0] * (units + 1), abs=0.15)
    # The outline lies inside the edges, which are cut along.
    assert (marks[-1] - marks[0]) / PIXELS == pytest.approx(units * step / PIXELS + 9.7, abs=0.15)


def find_top(page: Any) -> int:
    """The row of the upper edge of the first strip: the first that is dark over a long way."""
    for y in range(page.height):
        row = page.crop((0, y, page.width, y + 1)).tobytes()
        if sum(value < DARK for value in row) > page.width / 3:
            return y
    raise AssertionError("no strip on the page")


def find_marks(page: Any, row: int) -> Iterator[float]:
    """The middles of the dark runs in a row of pixels, leaving out the crop marks beside it."""
    values = page.crop((0, row, page.width, row + 1)).tobytes()
    start = None
    for x, value in enumerate(values):
        if value < DARK and start is None:
            start = x
        elif value >= DARK and start is not None:
            yield (start + x - 1) / 2
            start = None


@pytest.mark.parametrize("angle", [45, 135, 225, 315])
def test_arcs_are_bounded_at_45_degrees_off_the_bow(
    project: Path, render: Callable[..., Any], angle: int
) -> None:
    page = render("12", "arc-template", "a4")
    box = page.point(lambda value: 255 * (value < 250)).getbbox()
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for millimetres in (14, 20, 26, 32, 38):
        away = millimetres * PIXELS
        place = math.radians(angle)
        spot = (round(x + away * math.sin(place)), round(y - away * math.cos(place)))
        assert page.getpixel(spot) < DARK, f"no line {millimetres} mm out at {angle}°"


def test_template_is_about_a_hand_wide() -> None:
    (piece,) = fill("arc-template", SHIP)
    drawing = PRESS.draw(TEMPLATE.template, piece.data, piece.title)
    assert drawing.width == drawing.height == pytest.approx(96 * MM)


def test_template_names_the_arcs(project: Path, render: Callable[..., Any]) -> None:
    render("{size: 8, unit: cm}", "arc-template", "letter")
    text = PdfDocument(project / "out.pdf")[0].get_textpage().get_text_bounded()
    assert all(word in text for word in ("FORWARD", "LEFT", "RIGHT", "REAR", "1 turn, 45°"))
    assert "all round to 4 cm" in text


def test_ships_share_their_aids(project: Path, run: Callable[..., Any], write_ship: Any) -> None:
    write_ship("a.yaml")
    write_ship("b.yaml", name="Pike")
    done = run("render", "-o", "out.pdf", "--sheet", "arc-template", "--sheet", "range-ruler")
    assert done.stdout.startswith("out.pdf: 5 pieces on 1 page")


@pytest.mark.forks
@pytest.mark.parametrize("sheet", ["arc-template", "range-ruler", "reference"])
def test_aids_of_a_ship_need_no_fleet(
    spawn: Callable[..., Any], write_ship: Any, sheet: str
) -> None:
    """Not even one of another test in this process."""
    write_ship("a.yaml")
    done = spawn("render", "a.yaml", "-o", "out.pdf", "--sheet", sheet)
    assert (done.status, done.stderr) == (0, "")


@pytest.fixture
def render(project: Path, run: Callable[..., Any], write_ship: Any) -> Callable[..., Any]:
    """Prints a sheet of a fleet without crop marks; gives its first page in greys."""

    def draw(band: str, sheet: str, paper: str) -> Any:
        write_ship("pike.yaml", name="Pike")
        fleet = f"system: asfos\nfleet: Home\nrange_band: {band}\nships: [{{ship: pike}}]\n"
        (project / "home.yaml").write_text(fleet, "utf-8")
        options = ("--sheet", sheet, "--paper", paper, "--no-marks")
        done = run("render", "home.yaml", "-o", "out.pdf", *options)
        assert (done.status, done.stderr) == (0, "")
        picture = PdfDocument(project / "out.pdf")[0].render(scale=DPI / 72).to_pil().convert("L")
        # The margin strip has a ruler of its own, at the bottom or at the right.
        edge = int(12 * PIXELS)
        return picture.crop((0, 0, picture.width - edge, picture.height - edge))

    return draw
