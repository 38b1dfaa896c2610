"""What scenarios of all games share: long names, wide tables, small paper, several units."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.scenario.frame import ACROSS, MapFrame, number_grid
from sheetgen.systems.kit.scenario.map import draw_map
from sheetgen.systems.kit.scenario.sheet import SMALLEST, break_name
from sheetgen.systems.kit.scenario.table import GamingTable
from sheetgen.systems.kit.text import TextWriter
from sheetgen.systems.loading import Systems
from tests.asfos.yard import fill

WRITER = TextWriter()
NARROW = TextWriter(WRITER.fonts, "Barlow Condensed")
SHIPPED = Path(__file__).parents[2] / "ships"
GAMES = {
    "asfos": "the-green-veil",
    "airships": "thunder-for-thunder",
    "barsoom": "last-well",
    "black-skies": "the-mail-run",
}


@given(st.text("abcdefgh W", min_size=1, max_size=120).filter(str.strip))
def test_any_name_fits_in_two_lines(name: str) -> None:
    lines = break_name(name.strip(), 36, WRITER)
    assert len(lines) <= 2
    assert all(NARROW.measure(line, SMALLEST) <= 36 for line in lines)
    if not lines:
        assert WRITER.measure(name.strip(), SMALLEST) <= 36


def test_what_is_left_over_of_a_name_is_marked() -> None:
    assert break_name("Warrior", 36, WRITER) == ()
    long = "The Extraordinarily Long-Winded Ambassador of Far Harmonies"
    assert " ".join(break_name(long, 36, WRITER)) == long
    first, second = break_name(f"{long} and of Everything That Comes After Them", 36, WRITER)
    assert first == "The Extraordinarily Long-Winded Ambassador"
    assert second.endswith("…")


@pytest.mark.parametrize(("width", "depth"), [(20, 2), (20, 10), (12, 6), (8, 4), (4, 4)])
def test_the_numbers_of_the_grid_stay_on_the_sheet(width: float, depth: float) -> None:
    frame = MapFrame(GamingTable(width=width, depth=depth), 5.0, 0.4, ACROSS - 6.2, 112.0)
    for label in number_grid(frame):
        wide = WRITER.measure(label.text, 2.3)
        right = {"end": 0.0, "middle": wide / 2}[label.anchor]
        assert label.x + right <= ACROSS + 0.3


@pytest.mark.parametrize("game", GAMES)
def test_on_small_paper_all_of_a_scenario_is_on_its_pages(game: str) -> None:
    collection = gather([SHIPPED / game / f"{GAMES[game]}.yaml"], Shelf(Systems()))
    linked = collection.definitions[0].values
    system = Systems().get(game)
    assert system is not None
    (sheet,) = (s for s in system.sheets if s.name == "scenario")
    small = [piece.data for piece in sheet.fill(linked, Look(room=(134.0, 196.0)))]
    assert small[0].map is not None and small[0].about
    assert small[0].map_y + small[0].map.height <= small[0].height + 0.02
    for page in small:
        for placed in page.rows:
            assert placed.y + placed.row.height <= page.height + 0.02


@pytest.mark.parametrize("game", GAMES)
def test_all_ships_stand_where_they_deploy(game: str) -> None:
    collection = gather([SHIPPED / game / f"{GAMES[game]}.yaml"], Shelf(Systems()))
    linked = collection.definitions[0].values
    page = fill_page(game, linked)
    for side, zone in zip(linked.sides, page.map.zones, strict=True):
        assert len(zone.ships) == len(side.fleet.members)
        for ship in zone.ships:
            assert page.map.left < ship.spot.x < page.map.left + page.map.wide
            assert page.map.top < ship.spot.y < page.map.top + page.map.deep
            assert ship.parts or game == "barsoom"  # which draws plans
        places = [ship.spot for ship in zone.ships]
        assert len(set(places)) == len(places)


def test_too_many_ships_are_not_shown_at_all() -> None:
    collection = gather([SHIPPED / "asfos" / "the-green-veil.yaml"], Shelf(Systems()))
    linked = collection.definitions[0].values
    drawn = draw_map(linked, WRITER, 24.0, None, lambda member, fleet: ())
    assert not any(zone.ships for zone in drawn.zones)


def test_a_map_goes_across_the_page_where_the_text_has_room(project: Path) -> None:
    text = "system: asfos\nscenario: S\ntable: {width: 6, depth: 3}\n"
    text += "sides: [{name: A, ships: [{ship: warrior}]}, {name: B, ships: [{ship: warrior}]}]\n"
    (project / "s.yaml").write_text(text, "utf-8")
    linked = gather([project / "s.yaml"], Shelf(Systems())).definitions[0].values
    page = fill_page("asfos", linked)
    assert page.map.width == pytest.approx(ACROSS)
    assert page.size > 3


def fill_page(game: str, linked: Any) -> Any:
    """The first page of a scenario's sheet."""
    system = Systems().get(game)
    assert system is not None
    (sheet,) = (s for s in system.sheets if s.name == "scenario")
    return next(iter(sheet.fill(linked, Look()))).data


def test_a_map_that_would_be_too_low_has_a_page_of_its_own(
    project: Path, run_in: Callable[..., Any]
) -> None:
    text = (SHIPPED / "asfos" / "the-green-veil.yaml").read_text("utf-8")
    about = " ".join(["Word"] * 239)
    start, end = text.index("about:"), text.index("table:")
    (project / "veil.yaml").write_text(f"{text[:start]}about: {about}\n{text[end:]}", "utf-8")
    linked = gather([project / "veil.yaml"], Shelf(Systems())).definitions[0].values
    first, second, *_ = (p.data for p in fill("scenario", linked, Look(room=(134.0, 196.0))))
    assert first.about and not first.map
    assert second.map
    outcome = run_in(project, "render", "veil.yaml", "--paper", "a5", "-o", "x.pdf")
    assert outcome.status == 0, outcome.stderr
