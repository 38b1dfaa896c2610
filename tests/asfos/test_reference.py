"""The quick reference: the game's tables against the printed rules, and the page that has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.ground.units import MM
from sheetgen.systems.asfos.duel import (
    CHART,
    RANGES,
    RATIOS,
    SPECIALS,
    SPEED_MODIFIERS,
    Ratio,
    find_column,
    least_attack,
)
from tests.asfos.yard import TABLES, build_ship, fill

# The printed chart ("Combat Chart"): a row for each die from 0 to 6.
PRINTED = """
     1:3 1:2 1:1 3:2 2:1 3:1 4:1 5:1 6:1
0     -   -   -   -   -   -   -   -   -
1     -   -   -   -   -   1   1   1   2
2     -   -   -   -   1   1   1   2   2
3     -   -   -   1   1   1   2   2   3
4     -   -   1   1   1   2   2   3   3
5     -   1   1   1   2   2   3   3   4
6     1   1   1   2   2   3   3   4   4
"""
PLACES = TABLES["places"]
HEADS, *ROWS = (line.split() for line in PRINTED.strip().splitlines())


def show(ratio: Ratio) -> str:
    return f"{ratio.attack}:{ratio.defence}"


# What the printed rules say beside their tables


def test_the_reference_has_gas_clouds_and_the_notation_of_plots(
    project: Path, run: Callable[..., Any]
) -> None:
    outcome = run("render", "warrior", "--sheet", "reference", "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr
    (page,) = PdfDocument(project / "a.pdf")
    words = " ".join(page.get_textpage().get_text_bounded().split())
    assert "The plot 3 R 3 means: move 3, turn 45° right, move 3." in words
    assert "Gas cloud each 1″ of it between −1" in words


# The chart


@pytest.mark.parametrize("die", range(7))
@pytest.mark.parametrize("column", range(9))
def test_cell_of_the_chart(die: int, column: int) -> None:
    assert int(ROWS[die][0]) == die
    assert CHART[die][column] == int(ROWS[die][1 + column].replace("-", "0"))


def test_the_chart_is_as_large_as_the_printed_one() -> None:
    assert [show(ratio) for ratio in RATIOS] == HEADS
    assert [len(row) for row in CHART] == [9] * 7


def test_damage_never_falls_along_a_row_or_a_column() -> None:
    columns = zip(*CHART, strict=True)
    for line in (*CHART, *columns):
        assert all(a <= b for a, b in pairwise(line))


def test_ratios_rise_from_left_to_right() -> None:
    assert all(a.attack * b.defence < b.attack * a.defence for a, b in pairwise(RATIOS))


# Columns: 'Combat Ratio' and 'Special Weapons' work these out


@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (19, 4, "4:1"),
        (20, 4, "5:1"),
        (14, 4, "3:1"),
        (4, 4, "1:1"),
        (8, 4, "2:1"),
        (2, 4, "1:2"),
        (16, 5, "3:1"),  # two particle cannons
        (1, 3, "1:3"),
        (60, 4, "6:1"),
    ],
)
def test_column_of_an_attack(attack: int, defence: int, ratio: str) -> None:
    column = find_column(attack, defence)
    assert column is not None
    assert show(RATIOS[column]) == ratio


@pytest.mark.parametrize(("attack", "defence"), [(0, 2), (1, 4), (2, 7)])
def test_less_than_a_third_does_nothing(attack: int, defence: int) -> None:
    assert find_column(attack, defence) is None


@given(st.integers(0, 2000), st.integers(1, 40))
def test_a_column_is_the_best_whose_ratio_is_reached(attack: int, defence: int) -> None:
    column = find_column(attack, defence)
    reached = [r.defence * attack >= r.attack * defence for r in RATIOS]
    assert (sum(reached) or None) == (None if column is None else column + 1)


@given(st.sampled_from(RATIOS), st.integers(1, 40))
def test_the_least_attack_reaches_its_ratio_and_one_less_does_not(ratio: Ratio, dfn: int) -> None:
    attack = least_attack(ratio, dfn)
    assert attack * ratio.defence >= dfn * ratio.attack > (attack - 1) * ratio.defence


def test_a_strength_of_14_against_4_with_a_3_and_a_4() -> None:
    column = find_column(14, 4)
    assert column is not None
    assert (CHART[3][column], CHART[4][column]) == (1, 2)  # hull and weapons boxes


def test_particle_cannons_at_18_inches_shift_from_3_1_to_3_2() -> None:
    column = find_column(2 * SPECIALS["particle-cannon"].attack, 5)
    assert column is not None
    assert show(RATIOS[column - RANGES[1].shift]) == "3:2"


# The other figures


def test_modifiers() -> None:
    assert [(s["name"], s["inches"], s["more"], s["modifier"]) for s in TABLES["paces"]] == [
        ("Fast", 12, True, -1),
        ("Slow", 4, False, 1),
        ("Stationary", 0, False, 2),
    ]
    assert SPEED_MODIFIERS == {"normal": 0, "fast": -1, "slow": 1, "stationary": 2}
    assert [(r.name, r.modifier, r.shift) for r in RANGES] == [
        ("Short", 0, 0),
        ("Medium", -1, 2),
        ("Long", -2, 4),
    ]


def test_particle_cannons_take_the_speed_of_their_target_but_not_range(
    render: Callable[..., Any],
) -> None:
    text = read_text(render()[0])
    assert "target’s speed changes the dice as for primaries; range moves the column left" in text


def test_special_weapons() -> None:
    driver, cannon = SPECIALS["mass-driver"], SPECIALS["particle-cannon"]
    assert (driver.attack, driver.hit, driver.shifts) == (12, 4, False)
    assert (cannon.attack, cannon.hit, cannon.shifts) == (8, 0, True)


def test_critical_hits_are_in_the_order_of_the_die() -> None:
    assert list(PLACES) == ["Br", "FC", "R", "E", "ED", "Mn"]
    assert all(place["effect"].endswith(".") for place in PLACES.values())
    assert "d6 hull boxes" in PLACES["R"]["effect"]
    assert f"+{SPEED_MODIFIERS['stationary']}" in PLACES["E"]["effect"]


# The page


@pytest.fixture
def render(project: Path, run: Callable[..., Any], write_ship: Any) -> Callable[..., Any]:
    """Prints the reference of a fleet with a range band."""

    def draw(band: str = "12", *options: str) -> Any:
        write_ship("pike.yaml", name="Pike")
        fleet = f"system: asfos\nfleet: Home\nrange_band: {band}\nships: [{{ship: pike}}]\n"
        (project / "home.yaml").write_text(fleet, "utf-8")
        done = run("render", "home.yaml", "-o", "out.pdf", "--sheet", "reference", *options)
        assert (done.status, done.stderr) == (0, "")
        return PdfDocument(project / "out.pdf")

    return draw


def read_text(page: Any) -> str:
    return " ".join(page.get_textpage().get_text_bounded().split())


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("band", ["1", "12", "99", "{size: 99, unit: cm}"])
def test_one_page_on_every_paper(render: Callable[..., Any], paper: str, band: str) -> None:
    assert len(render(band, "--paper", paper)) == 1


def test_the_page_has_every_part(render: Callable[..., Any]) -> None:
    text = read_text(render()[0])
    titles = "Combat chart, Which column?, Moving, Special weapons, A turn, Weapons, Modifiers"
    for title in (*titles.split(", "), "Critical hits", "Damage control", "4/5"):
        assert title.upper() in text
    for place in PLACES.values():
        assert f"{place['name']}. {place['effect']}" in text


def test_the_page_has_the_chart_and_the_least_attacks() -> None:
    (page,) = fill("reference", build_ship())
    known = page.data
    assert known.ratios == HEADS
    heads = ["0 or less", "1", "2", "3", "4", "5", "6 or more"]
    assert [row.head for row in known.chart] == heads
    for row, (_, *printed) in zip(known.chart, ROWS, strict=True):
        assert [cell.boxes.replace("–", "-") for cell in row.cells] == printed
        shades = [0 if cell == "-" else int(cell) / 4 for cell in printed]
        assert [cell.shade for cell in row.cells] == shades
    # What a column needs is told where the next one needs more: 2 against 2 is 1:1, and 1:2 is 1.
    assert [(row.head, row.cells) for row in known.defences[:2]] == [
        ("2", ["", "1", "2", "3", "4", "6", "8", "10", "12"]),
        ("3", ["1", "2", "3", "5", "6", "9", "12", "15", "18"]),
    ]
    for row in known.defences:
        least = [least_attack(ratio, int(row.head)) for ratio in RATIOS]
        assert [int(cell) for cell in row.cells if cell] == sorted(set(least))


@pytest.mark.parametrize(
    ("band", "shown"),
    [
        ("12", ["0–12″", "12–24″", "24–36″", "to 36″", "to 6″", "12″ or more", "4″ or less"]),
        ("8", ["8–16″", "16–24″", "to 24″", "to 4″", "12″ or more"]),
        ("{size: 15, unit: cm}", ["15–30 cm", "to 45 cm", "to 7.5 cm", "12 cm or more", "1 cm"]),
        ("{size: 24, unit: cm}", ["to 72 cm", "24 cm or more", "8 cm or less", "buys 2 cm more"]),
        ("{size: 24, unit: cm, inch: 1}", ["to 72 cm", "12 cm or more", "buys 1 cm more"]),
        ("{size: 16, unit: cm, inch: 2}", ["to 48 cm", "24 cm or more", "buys 2 cm more"]),
    ],
)
def test_lengths_are_those_of_the_fleet(
    render: Callable[..., Any], band: str, shown: list[str]
) -> None:
    text = read_text(render(band)[0])
    assert [words for words in shown if words not in text] == []
    if "cm" in band:
        assert "″" not in text


def test_a_ship_by_itself_has_bands_of_12_inches(
    project: Path, run: Callable[..., Any], write_ship: Any
) -> None:
    write_ship("a.yaml")
    write_ship("b.yaml", name="Pike")
    done = run("render", "-o", "out.pdf", "--sheet", "reference")
    assert done.stdout.startswith("out.pdf: 1 piece on 1 page")
    assert "12–24″" in read_text(PdfDocument(project / "out.pdf")[0])


def test_a_ship_is_not_printed_a_reference_unasked(
    run: Callable[..., Any], write_ship: Any
) -> None:
    write_ship("a.yaml")
    done = run("render", "-o", "out.pdf")
    assert done.stdout.startswith("out.pdf: 1 piece on 1 page")


@pytest.mark.parametrize("band", ["12", "{size: 99, unit: cm}"])
def test_type_is_large_enough_to_read(render: Callable[..., Any], band: str) -> None:
    sizes = list(measure_type(render(band)[0]))
    assert min(size for _, size in sizes) >= 6.5
    # What is smaller than a text's 8 pt is a heading of a table, or a mark on the aid for turns.
    small = {character for character, size in sizes if size < 8}
    assert {character for character in small if character.islower()} == set()


def measure_type(page: Any) -> Iterator[tuple[str, float]]:
    """Each character above the margin strip, with its size in points."""
    text = page.get_textpage()
    for at in range(text.count_chars()):
        left, bottom, right, top = text.get_charbox(at)
        if bottom > 11 * MM and top > bottom and right > left:
            matrix = pdfium.FS_MATRIX()
            pdfium.FPDFText_GetMatrix(text, at, matrix)
            size = pdfium.FPDFText_GetFontSize(text, at) * matrix.d
            yield chr(pdfium.FPDFText_GetUnicode(text, at)), round(size, 2)


def test_the_drawing_fits_a4_and_letter(render: Callable[..., Any]) -> None:
    boxes = [box.get_bounds() for box in render("12", "--no-marks")[0].get_objects(max_depth=1)]
    body = [box for box in boxes if box[1] > 11 * MM]
    assert max(box[2] for box in body) - min(box[0] for box in body) <= 195 * MM
    assert max(box[3] for box in body) - min(box[1] for box in body) <= 262 * MM
