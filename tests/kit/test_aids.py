"""Rulers and templates of angles of all games: true size, every word in its room, blank too."""

from __future__ import annotations

from collections.abc import Callable
from math import radians, sin
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.ground.geometry import aim
from sheetgen.ground.units import MM
from sheetgen.printing.press import Press
from sheetgen.systems.airships.data import WEAPONS
from sheetgen.systems.contract import Look, Print, Sheet
from sheetgen.systems.kit.ruler import LONGEST, Ruler, RulerMark, RulerStrip
from tests.airships.yard import SHEETS as AIRSHIPS
from tests.barsoom.game import SHEETS as BARSOOM
from tests.black_skies import craft

PRESS = Press(None)

SHEETS = {
    f"{game}/{sheet.name}": sheet
    for game, sheets in {
        "airships": (AIRSHIPS["turning-template"], AIRSHIPS["range-ruler"]),
        "barsoom": (BARSOOM["turning-template"], BARSOOM["range-ruler"]),
        "black-skies": [
            craft.SHEETS[name] for name in ("turning-template", "arc-template", "range-ruler")
        ],
    }.items()
    for sheet in sheets
}
RULERS = {name: sheet for name, sheet in SHEETS.items() if sheet.name == "range-ruler"}
INCH = 25.4
DPI = 508
PIXELS = DPI / 25.4


def make_blank(sheet: Sheet, size: int | None = None) -> list[Print]:
    assert sheet.fill_blank is not None
    return list(sheet.fill_blank(size or sheet.blank_sizes[0], Look()))


def draw(sheet: Sheet, piece: Print) -> Any:
    return PRESS.draw(sheet.template, piece.data, piece.title)


def make_fighter(*ranges: tuple[int, int, int]) -> Any:
    weapons = [
        {"weapon": "laser-cannon", "name": "W" * 60, "range": list(r), "count": 1} for r in ranges
    ]
    return craft.make_fighter(weight="heavy", weapons=weapons)


def test_a_strip_has_the_longest_title_that_fits() -> None:
    ruler = Ruler(total=10, titles=["x" * 60, "y" * 30, "z"])
    assert [strip.title for strip in ruler.cut()] == ["y" * 30] * 2
    (short,) = Ruler(total=1, titles=["x" * 60, "zz"]).cut()
    assert short.title == "zz"


# Rulers


@pytest.mark.parametrize("name", RULERS)
@pytest.mark.parametrize("size", [3, 9, 12, 18, 36, 39, 66, 72, 75, 99])
def test_rulers_of_any_length_have_room_for_their_words(name: str, size: int) -> None:
    pieces = make_blank(RULERS[name], size)
    assert sum(piece.data.length for piece in pieces) == pytest.approx(size * INCH)
    for piece in pieces:
        drawing = draw(RULERS[name], piece)
        assert drawing.width <= LONGEST * MM + 0.01
        assert drawing.width == pytest.approx((piece.data.length + piece.data.tab) * MM)


@given(
    st.integers(1, 99),
    st.lists(st.builds(RulerMark, st.integers(1, 99), st.sampled_from("ab")), max_size=6),
)
def test_every_mark_is_at_its_length_once(total: int, marks: list[RulerMark]) -> None:
    ruler = Ruler(total=total, lanes=[marks])
    found = [
        (round(start + flag.x / INCH, 6), label)
        for (start, _), strip in zip(ruler.split(), ruler.cut(), strict=True)
        for lane in strip.lanes
        for flag in lane
        for label in flag.label.split(", ")
    ]
    assert sorted(found) == sorted({(m.at, m.label) for m in marks if m.at <= total})
    for strip in ruler.cut():
        for lane in strip.lanes:
            assert sum(flag.room for flag in lane) <= strip.length + 1e-6


def test_bands_of_barsoom_are_those_of_its_weapons() -> None:
    strips: list[RulerStrip] = [piece.data for piece in make_blank(BARSOOM["range-ruler"])]
    assert [strip.length for strip in strips] == [9 * INCH] * 8
    shown = [(zone.name, zone.value) for strip in strips for zone in strip.zones]
    assert list(dict.fromkeys(shown)) == [
        ("under 18″", "0"),
        ("18–36″", "−1"),
        ("36–54″", "−2"),
        ("over 54″", "−3"),
    ]
    flags = {
        9 * (strip.number - 1) + round(flag.x / INCH): flag.label
        for strip in strips
        for flag in strip.lanes[1]
    }
    assert flags == {48: "Light weapons", 60: "Medium weapons", 72: "Heavy weapons"}


def test_fighters_have_a_ruler_for_each_set_of_ranges() -> None:
    fighter = make_fighter((6, 12, 18), (1, 2, 3), (6, 12, 18))
    pieces = list(craft.SHEETS["range-ruler"].fill(fighter, Look()))
    assert [piece.title for piece in pieces] == [
        "Ranges 1/2/3″",
        "Ranges 6/12/18″, strip 1 of 2",
        "Ranges 6/12/18″, strip 2 of 2",
    ]


@pytest.mark.parametrize("ranges", [(1, 2, 3), (1, 2, 99), (97, 98, 99), (7, 8, 10)])
def test_any_ranges_have_room(ranges: tuple[int, int, int]) -> None:
    for piece in craft.SHEETS["range-ruler"].fill(make_fighter(ranges), Look()):
        assert draw(craft.SHEETS["range-ruler"], piece)


def test_an_airships_ruler_reaches_as_far_as_its_weapons() -> None:
    strips: list[RulerStrip] = [piece.data for piece in make_blank(AIRSHIPS["range-ruler"])]
    named = {label for s in strips for flag in s.lanes[0] for label in flag.label.split(", ")}
    assert named == {weapon.name for weapon in WEAPONS.values() if weapon.range}
    moves = [flag.label for strip in strips for flag in strip.lanes[1]]
    assert moves == [
        f"{row} moves" for row in ("heavy", "medium", "light", "torpedo", "ultralight")
    ]


# Templates of angles


def test_sizes_of_templates() -> None:
    sizes = {}
    for name, sheet in SHEETS.items():
        if sheet.name != "range-ruler":
            (piece,) = make_blank(sheet)
            drawing = draw(sheet, piece)
            sizes[name] = (round(drawing.width / MM, 1), round(drawing.height / MM, 1))
    assert sizes == {
        "airships/turning-template": (112, 112),
        "barsoom/turning-template": (round(8 * INCH * sin(radians(45)), 1), 4 * INCH),
        "black-skies/turning-template": (152.4, 152.4),  # a wedge of 60° is as wide as deep
        "black-skies/arc-template": (111, 96),
    }


def test_pivots_of_airships_name_who_makes_them() -> None:
    (piece,) = make_blank(AIRSHIPS["turning-template"])
    notes: dict[float, str] = {way.heading: way.note for way in piece.data.ways if way.note}
    assert notes == {
        22.5: "torpedo, heavy",
        -22.5: "torpedo, heavy",
        45: "medium",
        -45: "medium",
        90: "light",
        -90: "light",
    }
    assert sorted(piece.data.bounds) == [-45, 45, 135, 225]


def test_arcs_of_fighters_are_bounded_halfway_between_their_middles() -> None:
    (piece,) = make_blank(craft.SHEETS["arc-template"])
    assert sorted(piece.data.bounds) == [-90, -30, 30, 90, 150, 210]
    assert [arc.label for arc in piece.data.arcs][:2] == ["forward", "forward right"]


@pytest.mark.parametrize(("heading", "turn", "below"), [
    (0, 0, False), (90, 90, False), (-90, -90, False), (135, -45, True), (-135, 45, True),
    (180, 0, True), (-112.5, 67.5, True),
])  # fmt: skip
def test_no_label_is_upside_down(heading: float, turn: float, below: bool) -> None:
    from sheetgen.systems.kit.ruler import Way

    way = Way(heading, "x")
    assert (way.turn, way.below) == (turn, below)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_edges_of_the_wedge_are_six_inches_at_60_degrees(
    project: Path, run: Callable[..., Any], paper: str
) -> None:
    done = run(
        "blank", "black-skies/turning-template", "-o", "out.pdf", "--paper", paper, "--no-marks"
    )
    assert (done.status, done.stderr) == (0, "")
    page = PdfDocument(project / "out.pdf")[0]
    picture = page.render(scale=DPI / 72).to_pil().convert("L")
    edge = int(14 * PIXELS)
    picture = picture.crop((0, 0, picture.width, picture.height - edge))
    left, top, right, bottom = picture.point(lambda value: 255 * (value < 250)).getbbox()
    assert (right - left) / PIXELS == pytest.approx(6 * INCH, abs=0.6)
    assert (bottom - top) / PIXELS == pytest.approx(6 * INCH, abs=0.8)
    point = ((left + right) / 2, bottom - 0.35 * PIXELS)
    for heading in (-30, 30):
        for inches in (1.1, 3.1, 5.1):  # clear of the ticks
            x, y = aim(heading, inches * INCH * PIXELS, point)
            near = [picture.getpixel((round(x) + dx, round(y))) for dx in range(-6, 7)]
            assert min(near) < 110, (heading, inches)


# Printed


@pytest.mark.parametrize("name", SHEETS)
def test_blank_aids_fit_letter_and_a4_in_grey(
    project: Path, run: Callable[..., Any], name: str
) -> None:
    for paper in ("a4", "letter"):
        done = run("blank", name, "-o", "out.pdf", "--paper", paper, "--ink", "grey")
        assert (done.status, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "size", "words"),
    [
        ("black-skies/turning-template", 45, "this template is of 60 degrees, not 45"),
        ("barsoom/range-ruler", 100, "a ruler has at most 99 units, not 100"),
        ("black-skies/range-ruler", 17, "17 inches can't be divided into three range bands"),
    ],
)
def test_sizes_that_make_no_sense(
    run: Callable[..., Any], project: Path, name: str, size: int, words: str
) -> None:
    done = run("blank", name, "--size", size, "-o", "out.pdf")
    assert done.status == 2
    assert words in " ".join(done.stderr.split())
    assert not (project / "out.pdf").exists()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("fleet", "sheets"),
    [
        ("ember-concord", "turning-template range-ruler"),
        ("drywell-company", "turning-template range-ruler"),
        ("quarry-watch", "turning-template arc-template range-ruler"),
    ],
)
def test_aids_of_fleets_are_printed_once_when_asked_for(
    project: Path, run: Callable[..., Any], fleet: str, sheets: str
) -> None:
    options = [word for sheet in sheets.split() for word in ("--sheet", sheet)]
    once = run("render", fleet, *options, "-o", "out.pdf")
    assert (once.status, once.stderr) == (0, "")
    default = run("render", fleet, "-o", "kit.pdf")
    assert default.status == 0
    with PdfDocument(project / "kit.pdf") as document:
        text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    assert "strip 1 of" not in text
