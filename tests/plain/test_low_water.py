"""Low Water, the game without code that everybody starts from: whole, and as its rules say."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.ground import assets

Run = Callable[..., Any]
LOW_WATER = assets.shipped("games") / "low-water"
SHIPS = sorted(path.stem for path in (LOW_WATER / "ships").glob("*.yaml"))
RAM = "system: low-water\nname: Ram\nhull: 16\nplates: 1\nspeed: 6\ncalibre: heavy\n"
BARGE = "system: low-water\nname: Scow\nhull: 5\nspeed: 4\ndice: {}\ncargo: 7\n"


@pytest.fixture
def water(tmp_path: Path) -> Path:
    """A project with a copy of the game."""
    shutil.copytree(LOW_WATER, tmp_path / "games" / "low-water")
    return tmp_path


@pytest.fixture(scope="module")
def shipped() -> sheetgen.Project:
    """The project that the game is, opened once."""
    return sheetgen.open_project(LOW_WATER)


def check(project: sheetgen.Project, *files: str) -> list[Any]:
    """The problems of some files; the game itself is tried as a whole elsewhere."""
    project.refresh()
    return project.check(project.select([project.folder / file for file in files]))


def read_text(project: sheetgen.Project, *of: str, **options: Any) -> str:
    """All words that a run prints, in one line."""
    document = PdfDocument(project.render(*of, title="x", **options).pdf())
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    return " ".join(text.split())


@pytest.mark.whole
def test_it_is_a_whole_game(run_in: Run, water: Path) -> None:
    assert len((LOW_WATER / "game.yaml").read_text("utf-8").splitlines()) <= 370
    outcome = run_in(water / "games" / "low-water", "validate", "--strict")
    assert outcome.stderr == "10 definitions and 1 game: all is well\n"
    words = ["sluice-wardens", "free-companies", "-o", "a.pdf", "--fillable", "--ink", "grey"]
    outcome = run_in(water, "render", *words)
    assert outcome.stdout.startswith("a.pdf: 41 pieces on 5 pages, ")
    book = water / "book.yaml"
    book.write_text("book: Merrow\nfleets: [sluice-wardens]\nships: [old-grudge]\n", "utf-8")
    assert run_in(water, "book", "book.yaml", "-o", "book.pdf").status == 0


def test_it_uses_what_the_language_has(shipped: sheetgen.Project) -> None:
    system = shipped.definitions[0].definition.system
    names = [sheet.name for sheet in system.sheets]
    assert {"scenario", "terrain", "turns", "rulers", "quarter", "tokens", "portrait"} <= {*names}
    assert system.combat
    assert [kind.name for kind in system.kinds] == ["ship", "fleet", "scenario"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("ship", SHIPS)
def test_every_sheet_of_every_definition_is_printed(
    shipped: sheetgen.Project, ship: str, paper: str
) -> None:
    (definition,) = (one for one in shipped.definitions if one.id == ship)
    kind = definition.kind
    sheets = [one.name for one in definition.definition.system.sheets if kind in one.kinds]
    left_out = WIDE if paper == "a5" else ()
    if kind == "ship" and not definition.derived["tubes"]:
        left_out = (*left_out, "torpedoes")
    scenario = {"scenario", "terrain", "tokens"}
    assert {"card", "counters", "rulers"} <= {*sheets} or scenario <= {*sheets}
    for sheet in sheets:
        if sheet not in left_out:
            assert shipped.render(ship, sheet=sheet, paper=paper, ink="grey").pages


WIDE = ("card", "turns", "terrain")
"""What is larger than a small page."""


def test_it_tells_whose_a_piece_is(water: Path) -> None:
    for name, more in (("Pale", "colour: '#ffffe0'"), ("Star", "emblem: star")):
        text = f"system: low-water\nfleet: {name} Fleet\n{more}\nships: [{{ship: bittern}}]\n"
        (water / f"{name.lower()}.yaml").write_text(text, "utf-8")
    project = sheetgen.open_project(water)
    for sheet in ("card", "counters", "torpedoes"):
        texts = [read_text(project, name, sheet=sheet) for name in ("pale", "star", "bittern")]
        assert "Pale Fleet" in texts[0]
        assert ("Star Fleet" in texts[1]) is (sheet == "card")  # others have its emblem
        assert "Fleet" not in texts[2]


def test_what_is_the_same_for_everybody_is_printed_once(run_in: Run, water: Path) -> None:
    for sheet, pieces in (("turns", "1 piece"), ("quarter", "1 piece"), ("rulers", "7 pieces")):
        words = ["sluice-wardens", "free-companies", "--sheet", sheet, "-o", "a.pdf"]
        assert run_in(water, "render", *words).stdout.startswith(f"a.pdf: {pieces} on 1 page")


def test_a_barge_has_goods_in_place_of_guns(water: Path) -> None:
    (water / "scow.yaml").write_text(BARGE, "utf-8")
    (water / "ram.yaml").write_text(f"{RAM}dice: {{bow: 1}}\ncargo: 7\n", "utf-8")
    fleet = "system: low-water\nfleet: Convoy\nships: [{ship: scow, count: 2}, {ship: ram}]\n"
    (water / "convoy.yaml").write_text(fleet, "utf-8")
    project = sheetgen.open_project(water)
    assert check(project, "scow.yaml", "ram.yaml", "convoy.yaml") == []
    text = read_text(project, "convoy", sheet="card")
    assert "B1" in text and "B2" in text and "R1" in text
    assert "Barge · 7 of cargo" in text
    assert "Ram · heavy guns, +2 to pierce · 7 of cargo" in text  # which fights, so it is no barge
    (derived,) = (one.derived for one in project.definitions if one.id == "scow")
    assert (derived["type"]["name"], derived["called"]) == ("Gunboat", "Barge")
    (water / "scow.yaml").write_text(BARGE.replace("cargo: 7", "cargo: 0"), "utf-8")
    assert [one.rule for one in check(project, "scow.yaml")] == ["toothless"]


def test_the_card_says_what_a_torpedo_does(water: Path) -> None:
    project = sheetgen.open_project(water)
    assert " l5 m4 h3 3+ " in read_text(project, "bittern", sheet="card")  # what pierces it, too
    assert " l4 m3 h2 6 " in read_text(project, "midge", sheet="card")
    assert "run 8″ twice · 2 of hull, 2 of water" in read_text(project, "midge", sheet="card")
    assert "of hull, 2 of water" not in read_text(project, "patience", sheet="card")  # it has none


def test_points_and_weight_are_explained(run_in: Run, water: Path) -> None:
    # 2 + 1.5 × 2 + 1 / 2 dice of 3 are 16.5; 8 boxes behind a plate count for 1.3 each.
    text = run_in(water, "show", "bittern", "--why").stdout
    assert "points: 19.6494 + 3 + 3.5 + 2 = 28, rounded" in text
    assert "burden: 14 + 4 + 2 = 20 of 24" in text


def test_a_vessel_that_is_too_fast_is_slowed_down(water: Path) -> None:
    (water / "ram.yaml").write_text(
        RAM.replace("speed: 6", "speed: 9") + "dice: {bow: 1}\n", "utf-8"
    )
    (found,) = check(sheetgen.open_project(water), "ram.yaml")
    assert (found.rule, found.line) == ("overpowered", 5)
    assert [mend.value for mend in found.mends] == [8]  # 14, less 2 and 4


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("lost: 9", "G1 has 8 hull boxes"),
        ("water: 6", "G1 has 5 boxes for water"),
        ("spent: 2", "G1 has launched 2 torpedoes of 1"),
    ],
)
def test_nobody_loses_more_than_there_is(water: Path, state: str, said: str) -> None:
    key, number = state.split(": ")
    project = sheetgen.open_project(water)
    for less in (1, 0):
        losses = f"{key}: {int(number) - less}"
        text = f"ships:\n  - {{ship: bittern, ids: [G1], state: {{G1: {{{losses}}}}}}}\n"
        (water / "f.yaml").write_text(f"system: low-water\nfleet: F\n{text}", "utf-8")
        problems = check(project, "f.yaml")
        assert [one.message for one in problems] == ([] if less else [said])
    assert problems[0].column == len("  - {ship: bittern, ids: [G1], state: {G1: {") + len(key) + 3
    assert [mend.value for mend in problems[0].mends] == ([1] if key == "spent" else [])


def test_a_scenario_has_a_map_and_its_rules(run_in: Run, water: Path) -> None:
    text = read_text(sheetgen.open_project(water), "the-toll", sheet="scenario")
    assert "St Osyth: island, 7 by 5″, at (15, 24)." in text
    assert "Marsh Lane: shoal" in text
    assert "Wardens carry 27 of cargo" in text
    assert "Companies carry" not in text  # who has none
    assert "3 × Peat Barge B B1–B3" in text
    assert run_in(water, "new", "low-water", "Night", "--kind", "scenario").status == 0
    assert run_in(water, "validate", "--strict").status == 0
    assert run_in(water, "render", "night", "-o", "a.pdf").status == 0


def test_the_kit_of_a_scenario_has_what_its_table_needs(water: Path) -> None:
    project = sheetgen.open_project(water)
    kit = read_text(project, "the-toll")
    assert [kit.count(f" {word} ") for word in ("Colours struck", "Sluggish", "Gone down")] == [
        3,
        6,
        4,
    ]
    for name in ("St Osyth", "The Apron", "Marsh Lane", "light guns", "Initiative"):
        assert name in kit, name
    assert "Sluggish" not in read_text(project, "sluice-wardens")
    # As many turns as it lasts, once for both sides; a flotilla on its own has eight.
    for of, last in (("the-toll", 12), ("sluice-wardens", 8)):
        words = read_text(project, of, sheet="turns").split()
        assert [word for word in words if word.isdigit()][:last] == [
            str(n + 1) for n in range(last)
        ]
        assert words.count("Initiative") == 1


def test_vessels_look_like_their_numbers(water: Path) -> None:
    drawn, project = [], sheetgen.open_project(water)
    for hull in (4, 5, 8, 9, 12, 13, 16):
        text = f"system: low-water\nname: Ram\nhull: {hull}\nspeed: 6\ndice: {{bow: 1}}\n"
        (water / "ram.yaml").write_text(text, "utf-8")
        project.refresh()
        drawn.append(project.render("ram", sheet="portrait").svg()[0])
    assert len({*drawn}) == len(drawn)  # a longer hull each


@pytest.mark.whole
def test_a_template_that_asks_a_table_is_told_how(run_in: Run, water: Path) -> None:
    game = water / "games" / "low-water"
    text = (game / "game.yaml").read_text("utf-8")
    before = "values: {run: torpedo.run, holes: torpedo.hull, floods: torpedo.water}"
    assert before in text
    (game / "game.yaml").write_text(text.replace(before, "values: {hits: torpedo}"), "utf-8")
    card = game / "templates" / "low-water" / "card.svg"
    drawn = card.read_text("utf-8")
    for run, status, said in (
        ("sheet.hits.run", 1, "this is a table (a dict), which has no .run"),
        ("sheet.hits['run']", 0, "all is well"),
    ):
        made = drawn.replace("sheet.run", run).replace("sheet.holes", "2")
        card.write_text(made.replace("sheet.floods", "2"), "utf-8")
        outcome = run_in(game, "validate", "--strict")
        assert (outcome.status, said in outcome.stderr) == (status, True), outcome.stderr
