"""The roster: what stands in it, and how it fills pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pikepdf import Pdf

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.black_skies.data import ARCS
from sheetgen.systems.black_skies.roster import HEIGHT, fill_roster, name_arcs
from sheetgen.systems.contract import Look
from sheetgen.systems.loading import Systems

SHIPS = Path(__file__).parents[2] / "ships" / "black-skies"


def fill(*names: str) -> list[list[Any]]:
    """The rosters of shipped fleets that are printed together."""
    paths = [SHIPS / f"{name}.yaml" for name in names]
    values = [d.values for d in gather(paths, Shelf(Systems())).definitions]
    return [[piece.data for piece in fill_roster(value, Look(), values)] for value in values]


@pytest.fixture
def read(project: Path) -> Callable[[str], list[Any]]:
    """The roster of a fleet of these elements, as YAML."""

    def make(elements: str) -> list[Any]:
        path = project / "fleet.yaml"
        path.write_text(f"system: black-skies\nfleet: F\nelements: {elements}\n", "utf-8")
        (definition,) = gather([path], Shelf(Systems())).definitions
        return [piece.data for piece in fill_roster(definition.values, Look())]

    return make


def test_an_element_by_hand() -> None:
    """The Mistrals of the Windward Squadron: light, side thrusters, a cannon, a shield."""
    ((roster,),) = fill("windward-squadron")
    row = roster.rows[1]
    assert (row.name, row.fighter, row.suit.name, row.deck) == ("Gulls", "Mistral", "Hearts", "")
    assert list(row.facts) == [
        "Light · 2 of 2 hardpoints each",
        "Shields: die 1 step down",
        "Start speed 7 · acceleration 4",
        "Crippled at hull 2: none of 1 weapon may fire",
        "Cards A–3, 7–9",
    ]
    assert list(row.difficulties) == [1, 2, 3]
    marlow, adair = row.pilots
    assert (marlow.number, marlow.name, marlow.skill, marlow.level) == (
        1,
        "Joss Marlow",
        3,
        "experienced",
    )
    assert list(marlow.sound) == ["auto", "auto", "auto"]
    assert list(marlow.crippled) == ["auto", "auto", "3+"]
    assert list(adair.sound) == ["auto", "auto", "2+"]
    assert list(adair.crippled) == ["auto", "3+", "5+"]
    assert (list(row.hull), row.limit) == ([4, 3, 2, 1], 2)
    (arm,) = row.arms
    assert (arm.name, arm.arcs, arm.rate, arm.ranges, arm.damage) == (
        "1 × Laser Cannon",
        "forward",
        1,
        "6/12/18″",
        "d6",
    )


def test_the_side_with_fewer_elements_is_told_its_placeholders() -> None:
    (windward,), (quarry,) = fill("windward-squadron", "quarry-watch")
    assert windward.summary == "4 elements · 8 fighters · pilot skill 18"
    assert quarry.summary == (
        "3 elements · 6 fighters · pilot skill 18 · 1 placeholder in the movement deck"
    )
    ((alone,),) = fill("quarry-watch")
    assert "placeholder" not in alone.summary


def test_basic_fighters_need_no_rolls_of_difficulty_3(read: Callable[[str], list[Any]]) -> None:
    (roster,) = read("[{fighter: flint}]")
    assert list(roster.rows[0].difficulties) == [1, 2]
    assert [pilot.name for pilot in roster.rows[0].pilots] == ["", ""]


def test_further_decks_are_told(read: Callable[[str], list[Any]]) -> None:
    (roster,) = read("[{fighter: flint}, {fighter: flint, suit: spades, deck: 3}]")
    assert [row.deck for row in roster.rows] == ["", "3"]


def test_elements_flow_to_further_pages(read: Callable[[str], list[Any]]) -> None:
    pages = read(f"[{', '.join(['{fighter: monsoon}'] * 12)}]")
    assert [len(page.rows) for page in pages] == [5, 5, 2]
    assert [(page.page, page.pages) for page in pages] == [(1, 3), (2, 3), (3, 3)]
    for page in pages:
        assert page.rows[-1].y + page.rows[-1].height + page.foot <= HEIGHT
        for above, below in zip(page.rows, page.rows[1:], strict=False):
            assert above.y + above.height < below.y


@pytest.mark.parametrize(
    ("arcs", "words"),
    [
        (["forward"], "forward"),
        (["forward-left", "forward", "forward-right"], "forward left, forward and forward right"),
        (["rear", "forward"], "forward and rear"),
        (["rear-left", "rear"], "rear and rear left"),
        (["forward", "forward-left", "rear-left", "rear-right"], "all but forward right and rear"),
        ([arc for arc in ARCS if arc != "rear"], "all but rear"),
        (list(ARCS), "all round"),
    ],
)
def test_arcs_in_words(arcs: list[str], words: str) -> None:
    assert name_arcs(arcs) == words


LONG = (
    "The Extraordinarily Long Named Interceptor of the Seventh Expeditionary Wing of the"
    " Outer Ring Colonies, Mark Twelve B"
)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_names_of_any_length_fit(run: Callable[..., Any], project: Path, paper: str) -> None:
    element = LONG[:60].strip()
    pilot = "Wing Commander Maximilian von Hohenstaufen-Waldburg the II."
    weapon = "{name: A weapon whose name is as long as sixty letters may ever be, arcs: [forward,"
    weapon += " forward-left, rear-left], rate: 9, range: [33, 66, 99], damage: d12}"
    text = f"system: black-skies\nname: {LONG}\nweight: heavy\nweapons: [{weapon}]\n"
    (project / "long.yaml").write_text(text, "utf-8")
    text = f"system: black-skies\nfleet: {LONG}\nelements:\n"
    text += "  - {fighter: long}\n"
    text += f"  - {{fighter: long, name: {element}, pilots: [{{name: {pilot}}}, {{name: Al}}]}}\n"
    (project / "fleet.yaml").write_text(text, "utf-8")
    outcome = run("render", "fleet.yaml", "--sheet", "roster", "--paper", paper, "-o", "out.pdf")
    assert outcome.status == 0, outcome.stderr


def test_hulls_and_nameless_pilots_become_fields(run: Callable[..., Any], project: Path) -> None:
    text = "system: black-skies\nfleet: F\nelements: [{fighter: flint}]\n"
    (project / "fleet.yaml").write_text(text, "utf-8")
    assert run("render", "--sheet", "roster", "--fillable", "-o", "out.pdf").status == 0
    with Pdf.open(project / "out.pdf") as pdf:
        fields = list(pdf.pages[0].Annots)
        kinds = sorted(str(field["/FT"]) for field in fields)
        tips = {str(field["/TU"]) for field in fields}
    assert {"F, roster, Flint 2 hull 4", "F, roster, Flint pilot 1"} <= tips
    assert kinds == ["/Btn"] * 8 + ["/Tx"] * 2


def test_long_names_stand_above_the_rolls_in_the_same_letters(read: Callable[[str], Any]) -> None:
    long = "Her Imperial Majesty’s Own Unconquerable Bartholomew Fairley"
    names = ["Ada", "Wing Commander Fairley", long]
    first, second = (
        read(f"[{{fighter: black-tiger, pilots: [{{name: {name}}}]}}]")[0].rows[0]
        for name in names[:2]
    )
    (third,) = read(f"[{{fighter: black-tiger, pilots: [{{name: {long}}}]}}]")[0].rows
    one, two, three = (row.pilots[0] for row in (first, second, third))
    assert (one.low, round(one.end - one.y, 2)) == (one.y, 7.0)
    assert (two.low, round(two.end - two.y, 2), two.width) == (two.y, 10.8, one.width)
    assert three.low > three.y and three.width > 4 * one.width
    assert round(three.end - three.low, 2) == 7.0
    assert [row.pilots[1].y for row in (first, second, third)] == [one.end, two.end, three.end]
    assert first.arms[0].y < second.arms[0].y
    assert first.height <= second.height
