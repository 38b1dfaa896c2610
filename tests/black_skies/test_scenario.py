"""Scenarios of Black Skies: elements of a side, Kings, hardpoints, terrain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.black_skies.maneuver import DODGE
from sheetgen.systems.contract import Look
from sheetgen.systems.loading import Systems
from tests.black_skies.craft import GAME, SHEETS

SHIPPED = Path(__file__).parents[2] / "ships" / "black-skies" / "the-mail-run.yaml"
ELEMENTS = "[{fighter: squall, suit: spades, speed: 9}, {fighter: squall, name: Spray, deck: 2}]"
SIDES = f"[{{name: Blue, elements: {ELEMENTS}}}, {{name: Red, fleet: quarry-watch}}]"


@pytest.fixture
def read(project: Path) -> Callable[..., Collection]:
    """Reads a scenario with these sides."""

    def make(sides: str = SIDES) -> Collection:
        text = f"system: black-skies\nscenario: S\ntable: {{width: 4, depth: 4}}\nsides: {sides}\n"
        (project / "s.yaml").write_text(text, "utf-8")
        return gather([project / "s.yaml"], Shelf(Systems()))

    return make


def list_facts(page: Any) -> list[tuple[str, str]]:
    return [(p.row.lead, p.row.text) for p in page.rows if p.row.kind == "fact"]


def test_the_shipped_scenario_is_even_and_needs_a_king() -> None:
    collection = gather([SHIPPED], Shelf(Systems()))
    assert not collection.diagnostics
    definition = collection.definitions[0]
    assert (definition.derived["hardpoints"], definition.derived["difference"]) == ("20 : 20", 0)
    assert [side["elements"] for side in definition.derived["sides"]] == [4, 3]
    (page,) = (piece.data for piece in SHEETS["scenario"].fill(definition.values, Look()))
    assert (page.points, page.unit) == ("20 : 20", "hardpoints")
    assert ("Movement decks", "4 cards") in list_facts(page)
    assert ("Kings, Quarry", "1") in list_facts(page)


def test_one_hardpoint_is_one(read: Callable[..., Collection]) -> None:
    one, other = "{fighter: black-tiger, fighters: 1}", "{fighter: flint, fighters: 1}"
    sides = f"[{{name: Blue, elements: [{one}]}}, {{name: Red, elements: [{other}]}}]"
    (found,) = (d for d in read(sides).diagnostics if d.rule == "uneven-sides")
    assert found.message == "Blue has 3 hardpoints, 50 % more than Red with 2"
    assert found.hint == "1 hardpoint apart"


def test_a_side_lists_its_own_elements(read: Callable[..., Collection]) -> None:
    linked = read().definitions[0].values
    (page,) = (piece.data for piece in SHEETS["scenario"].fill(linked, Look()))
    rows = [(g.count, g.name, g.ids) for g in page.forces[0].groups]
    assert rows == [
        (2, "Squall", "spades, 9″"),
        (2, "Spray · Squall", "spades 2, 6″"),
    ]


@pytest.mark.parametrize(
    ("sides", "rule", "words", "place"),
    [
        ("{name: Blue}", "wrong-value", "a side needs either a fleet or elements", "name: Blue"),
        (
            "{name: Blue, elements: [{fighter: sqall}]}",
            "unknown-definition",
            "there is no fighter called 'sqall'",
            "sqall",
        ),
        (
            "{name: B, elements: [{fighter: flint, suit: clubs}, {fighter: flint, suit: clubs}]}",
            "suit-taken",
            "clubs",
            "clubs}]",
        ),
        ("{name: Blue, ships: [{ship: squall}]}", "unknown-key", "ships", "ships"),
    ],
)
def test_what_is_wrong_with_a_side_is_told_there(
    read: Callable[..., Collection], sides: str, rule: str, words: str, place: str
) -> None:
    collection = read(f"[{sides}, {{name: Red, fleet: quarry-watch}}]")
    found = next(d for d in collection.diagnostics if d.rule == rule)
    assert words in found.message
    line = collection.texts[found.file].splitlines()[found.line - 1]
    assert line[found.column - 1 :].lstrip("{").startswith(place)


def list_terrain() -> Any:
    """The types of terrain of the game."""
    (scenario,) = (kind for kind in GAME.kinds if kind.name == "scenario")
    return get_type_hints(scenario.model)["terrain"].__args__[0].types


def test_house_rules_are_called_so() -> None:
    assert GAME.folder
    types = list_terrain()
    for kind, stuff in types.items():
        assert stuff.rule.startswith("House rule: "), kind


def test_the_check_at_asteroids_is_doubled_too() -> None:
    rule = list_terrain()["asteroids"].rule
    assert f"of difficulty {DODGE}," in rule
    assert f"It is {2 * DODGE} for a fighter that is crippled or has failed a check" in rule


def test_the_terrain_of_a_scenario_is_cut_out() -> None:
    linked = gather([SHIPPED], Shelf(Systems())).definitions[0].values
    names = {piece.data.name for piece in SHEETS["terrain"].fill(linked, Look())}
    assert names == {"The Sorting Office", "Dead Letters", "The Postmaster"}


@pytest.mark.whole
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_everything_for_the_game_is_printed(
    run_in: Callable[..., Any], project: Path, paper: str
) -> None:
    outcome = run_in(project, "render", SHIPPED, "-o", "x.pdf", "--paper", paper)
    left_out = [line for line in outcome.stderr.splitlines() if "does-not-fit" in line]
    assert outcome.status == 0
    assert (outcome.stderr == "") is (not left_out)
    assert [", turning template measures" in line for line in left_out] == (
        [True] if paper == "a5" else []
    )


KITS = {"the-mail-run": ["The bag", "No bag"], "a-quiet-word": ["Nerve"]}
"""The shipped scenarios, with their own tokens."""


@pytest.mark.parametrize("name", KITS)
def test_a_kit_has_all_that_the_table_needs(name: str) -> None:
    """Nothing has to be drawn by hand or looked up: aids, terrain, tokens, the scenario's own."""
    found = gather([SHIPPED.with_name(f"{name}.yaml")], Shelf(Systems())).definitions
    drawn = [(b.sheet, i.name) for b, i in Press(None).draw_sheets(found, Order())]
    assert {sheet for sheet, _ in drawn} == {
        "scenario", "roster", "tactical-display", "maneuver-deck", "counters", "reference",
        "turning-template", "arc-template", "range-ruler", "terrain", "tokens",
    }  # fmt: skip
    tokens = [piece for sheet, piece in drawn if sheet == "tokens"]
    words = [*KITS[name], "Activated", "Has fired", "Crippled", "Out of control"]
    assert tokens == [f"Token {word}, tokens" for word in words]


def test_every_scenario_that_comes_along_has_its_kit_tested() -> None:
    files = [p for p in SHIPPED.parent.glob("*.yaml") if "\nscenario:" in p.read_text("utf-8")]
    assert {path.stem for path in files} == set(KITS)


def test_sides_deploy_element_by_element(read: Callable[..., Collection]) -> None:
    linked = read().definitions[0].values
    (page,) = (piece.data for piece in SHEETS["scenario"].fill(linked, Look()))
    text = " ".join(" ".join(line.row.text for line in page.rows).split())
    assert "Roll for who begins. Then the sides take turns to deploy an element each." in text


def test_a_failed_check_has_a_token_that_says_what_it_doubles() -> None:
    (sheet,) = (sheet for sheet in GAME.sheets if sheet.name == "tokens")
    assert sheet.fill_blank
    notes = {piece.data.word: piece.data.note for piece in sheet.fill_blank(1, Look())}
    assert notes["Out of control"] == "no fire, checks ×2"


def test_the_starter_of_a_scenario_prints(run_in: Callable[..., Any], project: Path) -> None:
    assert run_in(project, "new", "black-skies", "First Battle", "--kind", "scenario").status == 0
    outcome = run_in(project, "validate", "first-battle.yaml", "--strict")
    assert outcome.status == 0, outcome.stderr
    assert run_in(project, "render", "-o", "x.pdf", "--sheet", "scenario").status == 0
