"""Games with code: run when the user names them, refused where they merely lie in a project."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

GAME = """\
game: pond
name: Pond
about: toy boats
python: rules.py
readings:
  worth: {key: points, values: {plank: 3, sail: 0.5}}
kinds:
  boat:
    fields:
      planks: {type: int, min: 1, max: 9, sample: 4}
      sail: {type: int, min: 0, max: 9, sample: 2}
    values:
      cost: worth.plank * planks + worth["sail"] * sail
    columns: {Cost: cost}
fleet: {code: B, columns: {Cost: sum(ship.cost for ship in ships)}}
sheets:
  - {name: card, title: Card, template: card.svg, fill: fill_card, blank: {planks: [4]}, fill_blank: fill_empty}
"""  # noqa: E501
RULES = '''\
"""The code of the game."""

from typing import NamedTuple

from sheetgen.systems import Print

from .words import shout


class Card(NamedTuple):
    name: str
    planks: int


def fill_card(values, look):
    members = getattr(values, "members", [values])
    for one in members:
        yield Print(Card(shout(one.name), one.record.planks), one.name)


def fill_empty(size, look):
    yield Print(Card("", size), "Empty")
'''
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="20mm" viewBox="0 0 50 20">
<text x="5" y="10" font-size="5">{{ sheet.name }} {{ sheet.planks }}</text></svg>
"""


@pytest.fixture
def pond(project: Path) -> Path:
    """A project with the game in games/pond, and a boat."""
    game = project / "games" / "pond"
    (game / "templates" / "pond").mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, "utf-8")
    (game / "rules.py").write_text(RULES, "utf-8")
    (game / "words.py").write_text('def shout(text):\n    return text + "!"\n', "utf-8")
    (game / "templates" / "pond" / "card.svg").write_text(CARD, "utf-8")
    boat = "system: pond\nname: Dab\nplanks: 4\nsail: 3\n"
    (project / "dab.yaml").write_text(boat, "utf-8")
    return project


def test_a_named_game_runs_its_code(pond: Path, run: Run) -> None:
    named = ["--system", "games/pond"]
    result = run("render", "dab.yaml", "-o", "dab.svg", *named)
    assert result.status == 0, result.stderr
    assert "Dab!" in (pond / "dab.svg").read_text("utf-8").replace("</tspan><tspan>", "")
    assert run("blank", "card", "-o", "b.pdf", *named).status == 0


def test_code_that_lies_in_a_project_is_refused(pond: Path, run: Run) -> None:
    result = run("render", "dab.yaml", "-o", "dab.pdf")
    assert result.status == 1
    assert "game.yaml:4:9: error[bad-game]" in result.stderr
    assert "which is only run if you name the game" in result.stderr
    assert not (pond / "dab.pdf").exists()


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("fill: fill_card", "fill: fill_crad", "game.yaml:17:57", "did you mean fill_card?"),
        ("python: rules.py", "python: ../rules.py", "game.yaml:4:9", "name a file beside it"),
        ("python: rules.py", "python: other.py", "game.yaml:4:9", "there is no file other.py"),
        ("python: rules.py\n", "", "game.yaml:16:57", "name its file: python: rules.py"),
    ],
)
def test_what_is_wrong_with_code_is_said_at_its_place(
    pond: Path, run: Run, old: str, new: str, place: str, words: str
) -> None:
    assert old in GAME
    (pond / "games/pond/game.yaml").write_text(GAME.replace(old, new), "utf-8")
    result = run("list", "sheets", "--system", "games/pond")
    assert result.status == 1
    assert f"{place}: error[bad-game]" in result.stderr and words in result.stderr


def test_code_that_fails_is_reported_at_its_line(
    pond: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHEETGEN_TRACEBACK", raising=False)
    rules = pond / "games/pond/rules.py"
    rules.write_text(RULES.replace("one.record.planks", "one.record.masts"), "utf-8")
    result = run("render", "dab.yaml", "-o", "dab.pdf", "--system", "games/pond")
    assert result.status == 1 and "rules.py:18:" in result.stderr and "masts" in result.stderr
    rules.write_text("import nothing_of_that_name\n", "utf-8")
    result = run("render", "dab.yaml", "-o", "dab.pdf", "--system", "games/pond")
    assert result.status == 1 and "rules.py:1:1: error[bad-game]" in result.stderr


def test_a_fleet_changes_readings_for_a_reason(pond: Path, run: Run) -> None:
    def show(text: str) -> Any:
        (pond / "fleet.yaml").write_text(f"system: pond\nfleet: Duck\n{text}", "utf-8")
        return run("show", "fleet.yaml", "--json", "--system", "games/pond")

    def read(result: Any) -> Any:
        return json.loads(result.stdout)[0]["derived"]

    ships = "ships: [{ship: dab}]\n"
    assert read(show(ships))["cost"] == 4 * 3 + 3 * 0.5
    changed = read(show(ships + "points: {reason: heavy oak, plank: 5}\n"))
    assert (changed["cost"], changed["boats"][0]["cost"]) == (21.5, 21.5)
    without = show(ships + "points: {plank: 5}\n")
    assert without.status == 1 and "reason" in without.stderr
    wrong = show(ships + "points: {reason: x, plnk: 5}\n")
    assert wrong.status == 1 and "did you mean plank?" in wrong.stderr


def test_formulas_call_functions_of_the_code(pond: Path, run: Run) -> None:
    rules = (
        RULES
        + """

class Keel(NamedTuple):
    depth: float
    parts: list[int]


def shape_keel(planks: int, name: str) -> Keel:
    if planks == 7:
        raise ValueError("nobody builds a keel of 7")
    return Keel(planks / 10, [planks, len(name)])
"""
    )
    (pond / "games/pond/rules.py").write_text(rules, "utf-8")
    values = "      keel: shape_keel(planks, name)\n      depth: keel.depth * 3\n"
    game = GAME.replace("    columns:", values + "    columns:")
    (pond / "games/pond/game.yaml").write_text(game, "utf-8")
    shown = run("show", "dab", "--json", "--system", "games/pond")
    derived = json.loads(shown.stdout)[0]["derived"]
    assert (derived["depth"], derived["keel"]) == (1.2, {"depth": 0.4, "parts": [4, 3]})
    wrong = game.replace("shape_keel(planks, name)", "shape_keel(name, planks)")
    (pond / "games/pond/game.yaml").write_text(wrong, "utf-8")
    outcome = run("show", "dab", "--system", "games/pond")
    assert "game.yaml:14:24: error[formula-type]: shape_keel needs a whole number" in outcome.stderr
    (pond / "games/pond/game.yaml").write_text(game, "utf-8")
    (pond / "dab.yaml").write_text("system: pond\nname: Dab\nplanks: 7\nsail: 3\n", "utf-8")
    outcome = run("show", "dab", "--system", "games/pond")
    assert "game.yaml:14:13: error[formula-fails]: nobody builds a keel of 7" in outcome.stderr
