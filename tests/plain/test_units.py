"""Fleets of units: squads that have a boat each, what is written of them, and what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.systems.contract import Look
from sheetgen.systems.plain.game import load

Run = Callable[..., Any]

GAME = """\
game: bay
name: Bay
about: boats
kinds:
  boat:
    fields: {hull: {type: int, min: 1, max: 9, sample: 4}}
    columns: {Hull: hull}
fleet:
  limit: points
  total: the squads come to
  members:
    key: squads
    title: "{name}, {band}"
    mark: "{band} {number}"
    fields:
      band: {type: choice, of: [red, blue], default: red}
      crew: {type: int, min: 1, default: 2}
    values:
      points: crew * boat.hull
      others: len(entries) - 1
    columns:
      Squad: name
      Points: points
  checks:
    - name: small-crew
      severity: warning
      about: A crew is smaller than its boat needs.
      each: squad in squads
      when: squad.crew < squad.boat.hull / 4
      at: squad.crew
      says: "{squad.name} has a crew of {squad.crew}"
      why: Boats need hands.
sheets:
  - {name: card, title: Card, of: squad, template: card.svg}
"""
CARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="20mm" viewBox="0 0 60 20">'
    '<text y="9" font-size="4" data-width="58">'
    "{{ sheet.name }} {{ sheet.band }} {{ sheet.points }}</text></svg>\n"
)
GULL = "system: bay\nname: Gull\nhull: 8\n"
FLEET = """\
system: bay
fleet: Port
points_limit: 20
squads:
  - {boat: missing, crew: 1}
  - {boat: gull, crew: 1, band: blue}
  - {boat: gull, name: First}
"""


@pytest.fixture
def bay(project: Path) -> Path:
    folder = project / "games" / "bay"
    (folder / "templates" / "bay").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "templates" / "bay" / "card.svg").write_text(CARD, "utf-8")
    (project / "gull.yaml").write_text(GULL, "utf-8")
    return folder


def test_units_have_ships_and_values_of_their_own(bay: Path, project: Path, run: Run) -> None:
    text = FLEET.replace("  - {boat: missing, crew: 1}\n", "")
    (project / "port.yaml").write_text(text, "utf-8")
    (row,) = json.loads(run("show", "port.yaml", "--json").stdout)
    # A crew of 1 on a hull of 8, and the usual crew of 2 on another: 8 and 16.
    assert [(one["squad"], one["points"]) for one in row["derived"]["squads"]] == [
        ("Gull", 8),
        ("First", 16),
    ]
    told = run("validate", "port.yaml").stderr
    assert "the squads come to 24 points, but the limit is 20" in told
    assert "port.yaml:5:24: warning[small-crew]: Gull has a crew of 1" in told
    for name, pieces in (("port.yaml", "2 pieces"), ("gull.yaml", "1 piece")):
        outcome = run("render", name, "--sheet", "card", "-o", "x.pdf")
        assert outcome.status == 0, outcome.stderr
        assert pieces in outcome.stdout


def test_blank_sheets_of_units_know_their_ships(bay: Path) -> None:
    known = "blank: {size_of: {sizes: [4, 8], known: {hull: size_of}}}, values: {pips: boat.hull}"
    text = GAME.replace("template: card.svg", f"template: card.svg, {known}")
    (bay / "game.yaml").write_text(text, "utf-8")
    (card,) = load(bay).sheets
    assert card.fill_blank
    (piece,) = card.fill_blank(8, Look())
    assert (piece.data.pips, piece.data.band, piece.data.points) == (8, "", "")
    with pytest.raises(ValueError, match="no boat has size of 5; there are 4, 8"):
        list(card.fill_blank(5, Look()))


def test_places_stay_right_where_a_ship_is_missing(bay: Path, project: Path, run: Run) -> None:
    (project / "port.yaml").write_text(FLEET, "utf-8")
    told = run("validate", "port.yaml").stderr
    assert "port.yaml:5:12: error[unknown-definition]: there is no boat called 'missing'" in told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("key: squads", "key: name", "the name name is taken"),
        ("crew * boat.hull", "crew * ship.hull", "there is no name ship"),
        ('title: "{name}, {band}"', 'title: "{bond}"', "there is no name bond"),
        ("fields:\n      band", "fields:\n      boat: int\n      band", "the name boat is taken"),
        ("limit: points", "limit: costs", "costs is not a number"),
    ],
)
def test_mistakes_are_reported(bay: Path, run: Run, old: str, new: str, said: str) -> None:
    (bay / "game.yaml").write_text(GAME.replace(old, new), "utf-8")
    outcome = run("validate", "games/bay")
    assert outcome.status == 1
    assert said in outcome.stderr


def test_a_fleet_of_ships_needs_a_code(bay: Path, run: Run) -> None:
    start, _, rest = GAME.partition("  limit: points")
    text = start + "  values: {many: len(ships)}\nsheets: []\n"
    assert rest
    (bay / "game.yaml").write_text(text, "utf-8")
    assert "a fleet needs code" in run("validate", "games/bay").stderr
