"""Scenarios of airships: heights, what is derived, the sheet's words, terrain, the boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.reading.model import MismatchError
from sheetgen.systems.airships.data import FRAMES, HIGHEST, ISLANDS
from sheetgen.systems.kit.scenario.map import draw_map
from sheetgen.systems.kit.scenario.sheet import HEIGHT, WIDTH
from sheetgen.systems.kit.scenario.table import GamingTable
from sheetgen.systems.kit.text import TextWriter
from sheetgen.systems.loading import Systems
from tests.airships.yard import SCENARIO, fill

SHIPPED = Path(__file__).parents[2] / "ships" / "airships"
SCENARIOS = ("lamp-rock", "thunder-for-thunder")
TABLE = GamingTable(width=4, depth=4, unit="ft")
SIDES = "[{name: Blue, ships: [{ship: resolute}]}, {name: Red, ships: [{ship: vesper}]}]"


def write(**keys: Any) -> Any:
    """A scenario on the table, not yet linked to its fleets."""
    sides = [{"name": name, "fleet": "home"} for name in ("Blue", "Red")]
    table = {"width": 4, "depth": 4}
    usual = {"system": "airships", "scenario": "Meeting", "table": table, "sides": sides}
    return SCENARIO.model(**usual | keys)


def lay(**keys: Any) -> Any:
    """A piece of terrain as a scenario has it."""
    return write(terrain=[keys]).terrain[0]


TERRAIN = lay(type="island", size=6).types


@pytest.fixture
def read(project: Path) -> Callable[..., Any]:
    """The values of a scenario on a table of 4 by 4 feet; keywords change its keys, as YAML."""

    def make(**changes: str) -> Any:
        keys = {"scenario": "Meeting", "table": "{width: 4, depth: 4}", "sides": SIDES, **changes}
        path = project / "meeting.yaml"
        lines = [f"{key}: {value}" for key, value in keys.items()]
        path.write_text("\n".join(["system: airships", *lines]), "utf-8")
        collection = gather([path], Shelf(Systems()))
        assert not [d for d in collection.diagnostics if d.is_error], collection.diagnostics
        return collection.definitions[0].values

    return make


def open_shipped(name: str) -> Collection:
    return gather([SHIPPED / f"{name}.yaml"], Shelf(Systems()))


def print_words(linked: Any) -> str:
    """All words of a scenario's sheet in order, lines joined; each is on its page."""
    words: list[str] = []
    for piece in fill("scenario", linked):
        for placed in (*piece.data.about, *piece.data.rows):
            assert placed.y + placed.row.height <= HEIGHT + 0.01
            assert placed.x + placed.width <= WIDTH + 0.01
            words += [placed.row.lead.strip(), placed.row.text]
    return " ".join(" ".join(words).split())


# Heights


@pytest.mark.parametrize(
    ("height", "mark", "words"),
    [(4, "4", "height 4"), ([2, 5], "2–5", "heights 2 to 5"), ([0, 0], "0", "height 0")],
)
def test_a_height_is_one_level_or_several(height: Any, mark: str, words: str) -> None:
    piece = lay(type="cloud", size=6, height=height)
    assert (piece.mark, piece.note) == (mark, words)
    area = {"edge": "top", "within": 6}
    (placed,) = write(deployment=[{"side": "Blue", "area": area, "height": height}]).deployment
    told = placed.describe(TABLE)
    assert told.replace("\u00a0", " ").endswith(f", facing the centre, at {words}")


def test_islands_fill_their_levels_and_nothing_else_has_any() -> None:
    for kind in TERRAIN:
        piece = lay(type=kind, size=6)
        filled = ("heights 6 to 8", "6–8") if kind == "island" else ("", "")
        assert (piece.note, piece.mark) == filled
    assert ISLANDS == (6, 8)
    assert lay(type="island", size=6, height=3).mark == "3"


@given(low=st.integers(-3, HIGHEST + 3), high=st.integers(-3, HIGHEST + 3))
def test_heights_are_levels_of_the_track(low: int, high: int) -> None:
    right = 0 <= low <= high <= HIGHEST
    try:
        lay(type="storm", size=6, height=[low, high])
    except MismatchError:
        assert not right
    else:
        assert right


# What follows


def test_the_values_of_a_scenario() -> None:
    derived = open_shipped("thunder-for-thunder").definitions[0].derived
    own, other = derived["sides"]
    # A dreadnought of 80 hull and two scouts of 15; a signal array adds 1 to 5 CMD.
    assert (own["ships"], own["hull"], own["command"], own["wings"]) == (3, 110, 5, 1)
    assert (other["ships"], other["hull"], other["command"], other["wings"]) == (3, 110, 6, 0)
    assert (derived["points"], derived["difference"]) == ("405 : 415", 10)
    assert len({ship["id"] for ship in derived["ships"]}) == 6


def test_initiative_follows_from_the_highest_command(read: Callable[..., Any]) -> None:
    # A Resolute has 2 CMD and a signal array, a Vesper 2, a Mistle 1.
    assert "Initiative d6 + 3 : d6 + 2" in print_words(read())
    scouts = SIDES.replace("ship: vesper", "ship: mistle")
    assert "Initiative d6 + 3 : d6 + 1" in print_words(read(sides=scouts))


def test_initiative_is_that_of_the_ships_as_they_are(read: Callable[..., Any]) -> None:
    state = "{FR1: {criticals: {Bridge Hit: 1}}, FR2: {failed: [signal-array]}}"
    one = f"{{ship: resolute, count: 2, ids: [FR1, FR2], state: {state}}}"
    assert "Initiative d6 + 2 : d6 + 2" in print_words(
        read(sides=SIDES.replace("{ship: resolute}", one))
    )


def test_wings_are_listed_below_the_ships_that_carry_them(read: Callable[..., Any]) -> None:
    linked = read(sides=SIDES.replace("{ship: resolute}", "{ship: resolute, count: 3}"))
    (page,) = fill("scenario", linked)
    rows = [(g.count, g.name, g.code, g.ids, g.points) for g in page.data.forces[0].groups]
    assert rows == [
        (3, "Resolute", "FR", "FR1–FR3", "345"),
        (3, "Hornets", "W", "FR1a, FR2a, FR3a", ""),
    ]


def test_the_rules_of_terrain_are_told_once(read: Callable[..., Any]) -> None:
    two = "{type: island, size: 6, at: left}, {type: island, size: 6, at: right, height: 3}"
    told = print_words(read(terrain=f"[{two}, {{type: storm, size: 6, rule: It hums.}}]"))
    assert told.count("It is solid") == 1
    assert "at (12, 24), heights 6 to 8." in told.replace("\u00a0", " ")
    assert "at (36, 24), height 3." in told.replace("\u00a0", " ")
    assert "It hums." in told and "1d3" not in told


def test_the_map_marks_heights(read: Callable[..., Any]) -> None:
    terrain = "[{type: island, size: 9}, {type: cloud, size: 9, at: left}]"
    drawn = draw_map(read(terrain=terrain), TextWriter())
    assert [(piece.type, piece.mark) for piece in drawn.pieces] == [
        ("island", "6–8"),
        ("cloud", ""),
    ]


# What is printed


@pytest.mark.parametrize("name", SCENARIOS)
def test_shipped_scenarios_are_even_and_sound(name: str) -> None:
    collection = open_shipped(name)
    assert not collection.diagnostics
    assert collection.definitions[0].values.per_cent < 5


@pytest.mark.whole
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_shipped_scenarios_print_everything(
    name: str, paper: str, run_in: Callable[..., Any], project: Path
) -> None:
    import pikepdf

    outcome = run_in(project, "render", SHIPPED / f"{name}.yaml", "-o", "x.pdf", "--paper", paper)
    assert (outcome.status, outcome.stderr) == (0, "")
    with pikepdf.open(project / "x.pdf") as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles[0].endswith("Scenario")
    for sheet in ("Fleet roster", "Ship sheet", "Counters"):
        for side in ("Tidemark", "Concord"):
            assert any(side in title and sheet in title for title in titles), (side, titles)


OWN = {
    "lamp-rock": [("The lamp", "20 points", 7)],
    "thunder-for-thunder": [("The storm", "you move it 3″", 1)],
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_kit_has_what_lies_on_the_table(
    name: str, run_in: Callable[..., Any], project: Path
) -> None:
    """Nothing is drawn by hand: terrain, tokens, height markers, rulers, pivots, and its own."""
    import pikepdf

    path = SHIPPED / f"{name}.yaml"
    outcome = run_in(project, "render", path, "-o", "x.pdf", "--pack", "sheet")
    assert (outcome.status, outcome.stderr) == (0, "")
    with pikepdf.open(project / "x.pdf") as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    for sheet in ("Terrain", "Tokens", "Turning template", "Range ruler", "Quick reference"):
        assert any(sheet in title for title in titles), (sheet, titles)
    for side in ("Tidemark", "Concord"):
        assert any(side in title and "Height markers" in title for title in titles)
    linked = open_shipped(name).definitions[0].values
    own = [(token.data.word, token.data.note, token.copies) for token in fill("tokens", linked)]
    assert own == OWN[name]
    usual = {token.data.word: token.copies for token in fill("tokens", linked.sides[0].fleet)}
    ships = sum(len(side.fleet.members) + side.fleet.record.wings for side in linked.sides)
    assert usual["Activated"] >= ships and usual["Initiative"] == 1
    spent = sum(one.subject.record.command for side in linked.sides for one in side.fleet.members)
    assert usual["Command"] >= spent > 9  # a token for each point, as all may be unspent


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_the_rules_do_not_say_is_a_house_rule(name: str) -> None:
    told = print_words(open_shipped(name).definitions[0].values)
    assert "House rule: a ship that would fly into an island" in told
    assert "House rule: a ship that leaves the table is out of the game" in told
    assert TERRAIN["marker"].rule.startswith("House rule: ")
    assert "−1 to hit (our reading)" in TERRAIN["cloud"].rule


def test_exactly_the_terrain_of_a_scenario_is_cut_out(read: Callable[..., Any]) -> None:
    terrain = "[{type: storm, size: [5, 4]}, {type: island, name: Rock, size: [12, 6]}]"
    pieces = fill("terrain", read(terrain=terrain))
    assert [piece.title for piece in pieces] == [
        *("Storm", "Rock, tile 1 of 2", "Rock, tile 2 of 2")
    ]
    assert (pieces[0].data.width, pieces[0].data.height) == pytest.approx((5 * 25.4, 4 * 25.4))
    assert [piece.data.note for piece in pieces] == ["", *["heights 6 to 8"] * 2]
    assert not fill("terrain", read())


def test_a_scenario_without_terrain_prints_none(
    run_in: Callable[..., Any], project: Path, read: Callable[..., Any]
) -> None:
    read(deployment="[{side: Blue, area: {edge: top, within: 6}, height: 3}]")
    outcome = run_in(project, "render", "meeting.yaml", "--sheet", "scenario", "-o", "x.pdf")
    assert outcome.status == 0
    assert "1 piece on 1 page" in outcome.stdout


@pytest.mark.parametrize("ink", ["color", "grey", "low"])
def test_the_fullest_scenario_prints(
    ink: str, run_in: Callable[..., Any], project: Path, read: Callable[..., Any]
) -> None:
    """Every kind of terrain, names as long as they may be, four sides, many turns."""
    long = "The Honourable Company of Airborne Weather Observers of the"
    kinds = sorted(TERRAIN)
    terrain = ", ".join(
        f"{{type: {kinds[at % 4]}, name: {long[: 60 - at % 3]}, size: [{1 + at % 9}, {1 + at % 5}],"
        f" at: [{10 + at * 4}, {10 + at * 7 % 50}], height: [{at % 6}, 12]}}"
        for at in range(26)
    )
    names = [f"{long[:38]} {at}" for at in range(4)]
    ships = "[{ship: halcyon, count: 40}, {ship: thunderhead, count: 9}, {ship: gadfly}]"
    read(
        scenario=long * 2,
        about=f"{long} " * 20,
        table="{width: 20, depth: 8}",
        turns="99",
        terrain=f"[{terrain}]",
        sides=f"[{', '.join(f'{{name: {name}, ships: {ships}}}' for name in names)}]",
        deployment=f"[{{side: {names[0]}, area: {{edge: left, within: 9}}, height: [0, 12]}}]",
        victory=f"{long} " * 20,
    )
    sheets = ("--sheet", "scenario", "--sheet", "terrain")
    outcome = run_in(project, "render", "meeting.yaml", *sheets, "--ink", ink, "-o", "x.pdf")
    assert outcome.status == 0, outcome.stderr


def test_the_starter_of_a_scenario_prints(run_in: Callable[..., Any], project: Path) -> None:
    assert run_in(project, "new", "airships", "First Battle", "--kind", "scenario").status == 0
    outcome = run_in(project, "validate", "first-battle.yaml", "--strict")
    assert outcome.status == 0, outcome.stderr
    assert run_in(project, "render", "-o", "x.pdf", "--sheet", "scenario").status == 0


# The rules


def test_what_terrain_does_agrees_with_the_rest_of_the_game() -> None:
    """The same levels and the same sonar as on the quick reference."""
    rule = TERRAIN["island"].rule
    assert "within 2″" in rule and "Sonar" in rule
    assert "Sonar" in TERRAIN["cloud"].rule and "−1 to hit" in TERRAIN["cloud"].rule
    assert "1d3" in TERRAIN["storm"].rule
    assert max(frame.stall or 0 for frame in FRAMES.values()) < HIGHEST
    reference = (SHIPPED.parents[1] / "templates" / "airships" / "reference.svg").read_text("utf-8")
    assert re.search(rf"levels {ISLANDS[0]} to {ISLANDS[1]}", reference)
