"""What a fleet says its ships have lost: struck off on their sheets, and missing in a duel."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.colour import Ink
from sheetgen.printing.order import Order

SHIPS = {
    "airships": (
        "ships: [{ship: resolute, ids: [FR1], state: {FR1: {hull: 9, jammed: [2], failed: [hangar],"
        " out: [FR1a], morale: shaken, criticals: {Speed Loss: 2, On Fire: 1}}}}]",
        "ship-sheet",
        {
            "hull": 9, "weapon 2 jammed": 1, "module 2 failed": 1, "wing 1 out": 1, "shaken": 1,
            "Speed Loss": 2, "On Fire": 1,
        },
    ),
    "barsoom": (
        "ships: [{ship: high-water, ids: [C1], state: {C1: {crew: 7, bombs: 2, weapons: {port:"
        " [Pulse gun, Pulse gun, Machine gun]}, damage: {Turn lost: 2, Control lost: 1}}}}]",
        "ship-card",
        {
            "crew": 7, "bomb": 2, "port weapon lost": 3, "turn lost damage": 2,
            "third option damage": 1,
        },
    ),
}  # fmt: skip


def draw(folder: Path, game: str, entries: str, sheet: str, fill: bool) -> Drawing:
    """The first sheet of a fleet."""
    folder.mkdir(exist_ok=True)
    (folder / "fleet.yaml").write_text(f"system: {game}\nfleet: Hurt\n{entries}\n", "utf-8")
    project = sheetgen.open_project(folder)
    assert list(project.problems) == []
    press = project.press(Ink.COLOR, None, fill)
    pieces = press.draw_sheets(project.select().definitions, Order(sheets=[sheet], title=""))
    return next(iter(pieces))[1].drawing


def count_marks(drawing: Drawing) -> int:
    """How many lines are drawn; one that many boxes share is a form."""
    return drawing.operators.count("S\n") + drawing.operators.count(" Do\n")


@pytest.mark.parametrize("game", SHIPS)
def test_losses_are_ticked_on_a_screen_and_struck_off_on_paper(game: str, tmp_path: Path) -> None:
    entries, sheet, ticked = SHIPS[game]
    filled = draw(tmp_path, game, entries, sheet, True)
    assert Counter(field.name for field in filled.fields if field.value == "on") == ticked
    hurt = draw(tmp_path, game, entries, sheet, False)
    whole = draw(tmp_path, game, entries.partition(", state")[0] + "}]", sheet, False)
    assert count_marks(hurt) > count_marks(whole), "nothing is struck off"


def test_a_fighter_has_the_hull_that_is_left(tmp_path: Path) -> None:
    entries = "elements: [{fighter: black-tiger, state: {leader: {hull: 2}, wingman: {hull: 6}}}]"
    filled = draw(tmp_path, "black-skies", entries, "tactical-display", True)
    hulls = {field.name: field.value for field in filled.fields if field.name.startswith("hull")}
    assert hulls == {"hull 1": "4", "hull 2": "0"}


@pytest.mark.parametrize(
    ("game", "entry", "state"),
    [
        ("airships", "ships: [{ship: resolute, ids: [R1]", "R1: {hull: 30}"),
        ("airships", "ships: [{ship: resolute, ids: [R1]", "R1: {morale: broken}"),
        (
            "black-skies",
            "elements: [{fighter: black-tiger",
            "leader: {hull: 6}, wingman: {hull: 5}",
        ),
    ],
)
def test_a_hurt_fleet_loses_against_itself(
    game: str, entry: str, state: str, tmp_path: Path, run_in: Callable[..., Any]
) -> None:
    for name, losses in (("whole", ""), ("hurt", f", state: {{{state}}}")):
        text = f"system: {game}\nfleet: {name}\n{entry}{losses}}}]\n"
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    done = run_in(tmp_path, "duel", "hurt", "whole", "--duels", "200", "--json")
    assert json.loads(done.stdout)["win_rate"] < 0.3, done.stderr
