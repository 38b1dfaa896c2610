"""Places of ships on a scenario's table, in every game: read, checked, printed, and played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.scenario.board import lay_table
from sheetgen.systems.kit.scenario.map import find_table
from sheetgen.systems.kit.scenario.scenario import call_ship
from sheetgen.systems.loading import Systems

Spot = tuple[float, float, float]
"""Inches to the right and up, and the degrees that a ship faces."""

ROOT = Path(__file__).parents[2]
SCENARIOS = {
    "asfos": "ships/asfos/the-green-veil.yaml",
    "airships": "ships/airships/thunder-for-thunder.yaml",
    "barsoom": "ships/barsoom/last-well.yaml",
    "black-skies": "ships/black-skies/the-mail-run.yaml",
    "low-water": "games/low-water/ships/the-toll.yaml",
}
BLUE = "{name: Blue, ships: [{ship: warrior, ids: [B1], names: [Heartwood]}], places: %s}"
RED = "{name: Red, ships: [{ship: warrior, ids: [R1]}]}"


@pytest.fixture
def read(project: Path) -> Callable[..., Collection]:
    """Reads a scenario of two ships on a table of 48 by 48 inches, with places of the first one."""

    def make(places: str) -> Collection:
        path = project / "meeting.yaml"
        path.write_text(
            "system: asfos\nscenario: Meeting\ntable: {width: 4, depth: 4}\n"
            "terrain: [{type: planet, name: Ward, at: [30, 3], size: 4}]\n"
            f"sides:\n  - {BLUE % places}\n  - {RED}\n"
            "deployment:\n  - {side: Blue, area: {edge: bottom, within: 6}, facing: top}\n"
            "  - {side: Red, area: {corner: top-right, within: 12}}\n",
            "utf-8",
        )
        return gather([path], Shelf(Systems()))

    return make


@pytest.mark.parametrize(
    ("places", "rule", "words", "at"),
    [
        ("{B1: {at: [6, 4]}}", "", "", ""),
        ("{B1: {at: [48.5, 4]}}", "outside-table", "stands at (48.5, 4)", "[48.5"),
        ("{B2: {at: [6, 4]}}", "unknown-place", "Blue has no ship B2", "{at: "),
        ("{R1: {at: [6, 4]}}", "unknown-place", "Blue has no ship R1", "{at: "),
        ("{B1: {at: [6, 6.5]}}", "outside-deployment", "where Blue does not deploy", "[6, 6.5"),
        ("{B1: {at: [31, 4]}}", "on-terrain", "on Ward", "[31"),
        ("{B1: {at: [31.9, 4.9]}}", "", "", ""),  # beside the disc, inside its square
        ("{B1: {at: 6}}", "wrong-type", "not a place", "6"),
        ("{B1: {at: [6, 4], facing: up}}", "wrong-value", "no such direction", "up"),
        ("{B1: {at: [6, 4], facing: 360}}", "out-of-range", "less than 360", "360"),
        ("{B1: {facing: top}}", "missing-key", "at", ""),
    ],
)
def test_places_are_checked(
    read: Callable[..., Collection], places: str, rule: str, words: str, at: str
) -> None:
    found = read(places).diagnostics
    assert [one.rule for one in found] == ([rule] if rule else [])
    if rule:
        assert words in found[0].message
        line = f"  - {BLUE % places}"
        assert line[found[0].column - 1 :].startswith(at)


@pytest.mark.parametrize(
    ("facing", "turn"),
    [("", 0), ("facing: right", 90), ("facing: 75", 75), ("facing: bottom-left", -135),
     ("facing: centre", 45)],
)  # fmt: skip
def test_a_ship_faces_where_it_is_told_or_as_its_side(
    read: Callable[..., Collection], facing: str, turn: float
) -> None:
    linked = read(f"{{B1: {{at: [4, 4], {facing}}}}}").definitions[0].values
    table = lay_table(linked)
    assert table is not None
    spot = table.places["Blue"]["B1"]
    assert spot.facing == pytest.approx(turn)
    assert (spot.x / 25.4, spot.y / 25.4) == pytest.approx((4, 44))


def place_all(game: str) -> tuple[Any, dict[tuple[int, str], Spot]]:
    """A project with a shipped scenario in which every ship has a place and a facing; and these."""
    path = ROOT / SCENARIOS[game]
    folder = path.parents[1] if game == "low-water" else path.parent
    project = sheetgen.open_project(str(folder))
    text = path.read_text("utf-8")
    told: dict[tuple[int, str], Spot] = {}
    for at, side in enumerate(find_scenario(project, path).values.sides):
        names = [call_ship(member) for member in side.fleet.members]
        own = {name: (4 + 5 * n, 6 + 20 * at, 30 * n) for n, name in enumerate(names)}
        told |= {(at, name): spot for name, spot in own.items()}
        rows = [f"{name}: {{at: [{x}, {y}], facing: {a}}}" for name, (x, y, a) in own.items()]
        written, places = f"name: {side.name}", f"places: {{{', '.join(rows)}}}"
        for after, more in ((", ", f", {places}, "), ("\n", f"\n    {places}\n")):
            text = text.replace(f"- {written}{after}", f"- {written}{more}", 1)
            text = text.replace(f"{{{written}{after}", f"{{{written}{more}", 1)
    project.overlay(str(path.relative_to(folder)), text)
    assert not [one for one in project.problems if one.is_error]
    return project, told


def find_scenario(project: Any, path: Path) -> Any:
    (found,) = (d.definition for d in project.definitions if Path(d.path).name == path.name)
    return found


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", SCENARIOS)
def test_every_ship_of_every_game_is_on_its_map_once_with_its_name(game: str) -> None:
    project, told = place_all(game)
    definition = find_scenario(project, ROOT / SCENARIOS[game])
    linked = definition.values
    (sheet,) = (s for s in definition.system.sheets if s.name == "scenario")
    page = next(piece.data for piece in sheet.fill(linked, Look()) if piece.data.map)
    assert [(ship.side, ship.id) for ship in page.map.ships] == list(told)
    assert not any(zone.ships for zone in page.map.zones)
    titles = {(side.at, call_ship(m)): m.title for side in linked.sides for m in side.fleet.members}
    left, wide = page.map.left, page.map.wide
    for ship in page.map.ships:
        assert ship.label.text in (titles[ship.side, ship.id], ship.id)
        assert left <= ship.label.x <= left + wide - ship.label.width
        x, _, turn = told[ship.side, ship.id]
        assert (ship.spot.x - left) / wide == pytest.approx(x / linked.scenario.table.box.x1)
        assert ship.turn == turn
    for one, two in combinations([ship.label for ship in page.map.ships], 2):
        across = min(one.x + one.width, two.x + two.width) - max(one.x, two.x)
        assert across <= 0 or abs(one.y - two.y) >= 2.9, "names hide each other"
    hold = find_table(page, linked)
    assert hold and all(ship["placed"] and "at" in ship for ship in hold.ships)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", SCENARIOS)
def test_pieces_on_screen_stand_at_the_places_of_their_ships(game: str) -> None:
    project, told = place_all(game)
    name = Path(SCENARIOS[game]).stem
    files = project.render(name, profile="tts", sheet=["counters"]).files
    (saved,) = (json.loads(data) for file, data in files.items() if file.endswith(".json"))
    table, *others = saved["ObjectStates"]
    wide, deep = (2 * table["Transform"][key] for key in ("scaleX", "scaleZ"))
    found = {
        tuple(round(made["Transform"][key], 2) for key in ("posX", "posZ", "rotY"))
        for made in others
    }
    for x, y, turn in told.values():
        assert (round(x - wide / 2, 2), round(y - deep / 2, 2), (180.0 + turn) % 360) in found
