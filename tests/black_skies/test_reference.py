"""The quick reference: its tables by hand, and that all of it is on one page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from sheetgen.systems.black_skies.maneuver import MANEUVERS
from sheetgen.systems.black_skies.reference import (
    SIZE,
    draw_course,
    fill_reference,
    name_option,
    tell_option,
)
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.reference import Reference, TableLine
from tests.black_skies.craft import SHEETS, make_fighter

FLEETS = ("windward-squadron", "quarry-watch")
OPTIONS = {name_option(m, o): o for m in MANEUVERS for o in m.options}


@pytest.fixture(scope="module")
def page() -> Reference:
    fighter = make_fighter(weight="light")
    (printed,) = fill_reference(fighter, Look())
    assert isinstance(printed.data, Reference)
    return printed.data


def table(lines: Any) -> str:
    return "\n".join(" ".join([line.head, *line.cells]) for line in lines)


def test_rolls_of_piloting_checks(page: Reference) -> None:
    """The roll is the difficulty less the skill; 4, 6 and 8 are 2, 3 and 4 doubled."""
    assert table(page.checks).splitlines() == [
        "1 auto auto auto auto",
        "2 auto auto auto auto",
        "3 2+ auto auto auto",
        "4 3+ 2+ auto auto",
        "6 5+ 4+ 3+ 2+",
        "8 never 6+ 5+ 4+",
    ]


def test_numbers_to_hit_by_range_and_speed(page: Reference) -> None:
    """4, 7 and 10, less what the target's speed adds to the die."""
    assert list(page.speeds) == ["0", "1–3", "4–9", "10–12"]
    assert list(page.modifiers) == ["+4", "+2", "0", "−2"]
    assert table(page.bands).splitlines() == [
        "Close 0+ 2+ 4+ 6+",
        "Medium 3+ 5+ 7+ 9+",
        "Long 6+ 8+ 10+ 12+",
    ]


def test_dice_against_shields(page: Reference) -> None:
    assert list(page.dice) == ["d4", "d6", "d8", "d10", "d12"]
    assert table(page.shields).splitlines() == [
        "1 d4 d4 d6 d8 d10",
        "2 d4 d4 d4 d6 d8",
        "3 d4 d4 d4 d4 d6",
        "4 d4 d4 d4 d4 d4",
    ]


def test_weights(page: Reference) -> None:
    assert list(page.weights) == [
        TableLine("Light", ["2", "4 (d4)", "2 or less", "+4", "+6"]),
        TableLine("Medium", ["3", "6 (d6)", "3 or less", "+3", "+4"]),
        TableLine("Heavy", ["4", "8 (d8)", "4 or less", "+2", "+3"]),
    ]
    assert page.armour == "light −1, heavy −2"


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("Steady", "full move"),
        ("Accelerate", "speed up, then full move"),
        ("Decelerate", "1 slower, then full move"),
        ("Break Left", "60° left, full move"),
        ("Smooth Right", "half, 60° right, half"),
        ("Late Left", "full move, 60° left"),
        ("Afterburner", "afterburner, then full move"),
        ("Hard Right", "half, 60° right, half, 60° right"),
        ("Snake, left first", "half slip left, half slip right"),
        ("Sideslip Right", "full move slip right"),
        ("Bootlegger", "not in the published rules"),
        ("Reverse Left", "60° left, half, 60° left, half, 60° left"),
    ],
)
def test_maneuvers_in_words(option: str, words: str) -> None:
    assert tell_option(OPTIONS[option]) == words


def test_every_maneuver_has_its_row(page: Reference) -> None:
    ((_, groups),) = page.tables
    rows = [row for group in groups for row in group.rows]
    assert [row.name for row in rows] == list(OPTIONS)
    assert [group.title for group in groups] == [
        "Every fighter",
        "Rear thrusters",
        "Side thrusters",
        "Forward thrusters",
    ]
    assert [row.card for row in rows if row.card] == [*"A23456789", "10", "J", "Q"]
    assert [(row.difficulty, row.penalty) for row in rows][:6] == [
        (0, 0),
        (1, 0),
        (1, 0),
        (2, 2),
        (1, 0),
        (2, 1),
    ]
    assert [row.name for row in rows if not row.way] == ["Bootlegger"]


def test_small_courses_reach_as_far_as_they_may() -> None:
    way, nose, start = draw_course(OPTIONS["Steady"].steps)
    assert (way, start) == (f"M0 {SIZE / 2:g}L0 {-SIZE / 2:g}", (0, SIZE / 2))
    assert nose.startswith("M")
    assert draw_course(()) == ("", "", (0, 0))


# The page


@pytest.fixture(scope="module")
def render(run_in: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Renders shipped definitions and opens the PDF; the bytes stand by for pictures."""
    folder: Path = tmp_path_factory.mktemp("reference")
    root = Path(__file__).parents[2] / "ships" / "black-skies"

    def make(*names: str, **options: str) -> PdfDocument:
        paths = [root / f"{name}.yaml" for name in names]
        words = [word for key, value in options.items() for word in (f"--{key}", value)]
        outcome = run_in(folder, "render", *paths, *words, "-o", "out.pdf")
        assert outcome.status == 0, outcome.stderr
        return PdfDocument((folder / "out.pdf").read_bytes())

    return make


def read_text(document: PdfDocument) -> str:
    pages = (page.get_textpage().get_text_range() for page in document)
    return " ".join("\n".join(pages).split())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_page_on_every_paper(render: Any, paper: str) -> None:
    assert len(render("quarry-watch", sheet="reference", paper=paper)) == 1


def test_once_for_two_sides_of_one_colour(render: Any) -> None:
    assert len(render(*FLEETS, sheet="reference", colour="#333333")) == 1


def test_the_page_has_every_part(render: Any) -> None:
    text = read_text(render("black-tiger", sheet="reference"))
    for part in (
        "Maneuvers",
        "Fighters",
        "Movement decks",
        "A turn",
        "Piloting check",
        "Shooting",
        "Damage",
        "each fighter*",
        "* a reading of ours",
        "Doubled:",
        "Failed:",
        "within 6″ of each other",
        "not in the published rules",
        "a King also takes the place",
        "at 0 the fighter is destroyed",
        "half of its weapons, rounded down",
        "penalty comes off the dice as well",
    ):
        assert part.lower() in text.lower(), part


def test_a_fighter_is_not_printed_a_reference_unasked() -> None:
    assert "fighter" in SHEETS["reference"].kinds
    assert SHEETS["reference"].default == ("fleet",)
