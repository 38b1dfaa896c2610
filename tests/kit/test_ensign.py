"""Ensigns: the fleet's name, emblem and livery on everything that is cut out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.shelf import Shelf
from sheetgen.printing.press import Press
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.counters import ROOMS, make_ensign
from sheetgen.systems.kit.fleet import Emblem
from sheetgen.systems.loading import Systems

PRESS = Press(None)

SHEETS = {
    "asfos": ("warrior", "display", "compact", "large", "plotting-chart"),
    "airships": ("cinderfall}, {ship: resolute", "ship-sheet", "wing-cards", "torpedo-cards"),
    "barsoom": ("windhover", "ship-card", "movement-deck", "movement-deck-bridge"),
    "black-skies": ("black-tiger", "tactical-display", "maneuver-deck", "maneuver-deck-bridge"),
}
CASES = [(game, sheet) for game, (_, *sheets) in SHEETS.items() for sheet in sheets]


def write(folder: Path, game: str, name: str, more: str = "") -> Path:
    crew = "elements: [{fighter: %s}]" if game == "black-skies" else "ships: [{ship: %s}]"
    path = folder / f"{name}.yaml"
    text = f"system: {game}\nfleet: {name}\n{more}\n{crew % SHEETS[game][0]}\n"
    path.write_text(text, "utf-8")
    return path


def read(*paths: Path) -> list[Any]:
    return [d.values for d in tell_apart(gather(paths, Shelf(Systems())).printed)]


@pytest.mark.parametrize(("game", "sheet"), CASES)
def test_pieces_of_a_fleet_have_its_name_those_of_a_ship_none(
    game: str, sheet: str, project: Path
) -> None:
    path = write(project, game, "Grey Gulls", "emblem: star")
    (values,) = read(path)
    system = Systems().get(game)
    assert system is not None
    (found,) = (s for s in system.sheets if s.name == sheet)
    pieces = [piece.data for piece in found.fill(values, Look())]
    assert pieces and {piece.ensign.names[0].text for piece in pieces} == {"Grey Gulls"}
    for piece in pieces:
        PRESS.draw(found.template, piece, "piece")
    ships = gather([path], Shelf(Systems())).printed[0].links
    alone = [p.data for ship in ships for p in found.fill(ship.values, Look())]
    assert all(piece.ensign is None for piece in alone)


@pytest.mark.parametrize(("game", "sheet"), CASES)
@pytest.mark.parametrize("livery", ["light-striped", "dark-striped"])
def test_the_longest_name_fits_every_piece(
    game: str, sheet: str, livery: str, project: Path
) -> None:
    name = "The Most Honourable and Ancient Company of Wardens of WWWWWW"
    path = write(project, game, name, f"emblem: star\ncounters: {{livery: {livery}}}")
    system = Systems().get(game)
    assert system is not None
    (found,) = (s for s in system.sheets if s.name == sheet)
    for piece in found.fill(read(path)[0], Look()):
        PRESS.draw(found.template, piece.data, piece.title)


@pytest.mark.parametrize("emblem", get_args(Emblem))
def test_every_emblem_is_drawn(emblem: str, project: Path) -> None:
    write(project, "asfos", "gulls", f"emblem: {emblem}")
    write(project, "asfos", "terns")
    opened = sheetgen.open_project(project)
    assert (
        opened.render("gulls", sheet="display").svg()
        != opened.render("terns", sheet="display").svg()
    )


def test_a_long_name_is_cut(project: Path) -> None:
    values = read(
        write(project, "asfos", "The Emerald Squadron of the Outer Reaches and of Everything")
    )
    ensign = make_ensign(values[0], Look(), "#1f4e79")
    assert ensign is not None
    whole, *cuts = ensign.names
    assert whole.text == values[0].name
    for cut, room in zip(cuts, ROOMS[1:], strict=True):
        assert cut.text.startswith("The Emerald Squadron") and cut.text.endswith("…")
        assert 0.9 * room < cut.width <= room


def test_a_name_is_cut_only_where_it_has_no_room(project: Path) -> None:
    name = "The Emerald Squadron of the Outer Reaches and of Everything"
    path = project / "long.yaml"
    path.write_text(f"system: asfos\nfleet: {name}\nships: [{{ship: swordfish}}]\n", "utf-8")
    opened = sheetgen.open_project(project)
    for sheet, is_whole in (("plotting-chart", True), ("compact", False)):
        (page,) = PdfDocument(opened.render(path.name, sheet=sheet).pdf())
        text = page.get_textpage().get_text_range().casefold()
        whole = name.casefold()
        assert text.count(whole) == (2 if is_whole else 1)  # with the margin's
        assert ("the emerald squadron of the outer" in text.replace(whole, "")) is not is_whole


def test_an_emblem_may_be_a_picture_also_in_a_scenario(project: Path) -> None:
    from PIL import Image

    Image.new("RGB", (300, 300), "#aa2020").save(project / "crest.png")
    write(project, "asfos", "gulls", "art: crest.png")
    write(project, "asfos", "terns")
    text = "system: asfos\nscenario: S\ntable: {width: 4, depth: 4}\nstart_speed: 4\n"
    text += "sides: [{name: A, fleet: gulls}, {name: B, fleet: terns}]\n"
    (project / "s.yaml").write_text(text, "utf-8")
    opened = sheetgen.open_project(project)
    for name in ("gulls.yaml", "s.yaml"):
        assert b"/Subtype /Image" in opened.render(name, sheet="display").pdf()
    assert b"/Subtype /Image" not in opened.render("terns.yaml", sheet="display").pdf()


def test_an_unknown_emblem_is_reported_where_it_stands(project: Path, run: Any) -> None:
    write(project, "barsoom", "gulls", "emblem: squid")
    outcome = run("validate", "gulls.yaml", "--format", "short")
    assert outcome.status == 1
    assert "gulls.yaml:3:9" in outcome.stderr and "crescent" in outcome.stderr


@pytest.mark.parametrize(
    "game", ["asfos", *(pytest.param(g, marks=pytest.mark.whole) for g in [*SHEETS][1:])]
)
def test_sides_that_look_alike_in_grey_are_warned_of(game: str, project: Path, run: Any) -> None:
    more = 'colour: "%s"\ncounters: {livery: light}'
    write(project, game, "a", more % "#802020")
    write(project, game, "b", more % "#204080")
    outcome = run("validate", "--format", "short")
    assert "b.yaml:4:20: warning[alike-in-grey]" in outcome.stderr
    assert "in grey, the counters look like those of a" in outcome.stderr
    write(project, game, "b", more % "#e0c080")
    assert "alike-in-grey" not in run("validate", "--format", "short").stderr
    write(project, game, "b", 'colour: "#204080"\ncounters: {livery: dark}')
    assert "alike-in-grey" not in run("validate", "--format", "short").stderr
