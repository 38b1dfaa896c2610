"""Present values: what losses leave of a ship's values, in `show`, on sheets and in fleets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from sheetgen.systems.kit.fleet import list_members

Run = Callable[..., Any]
GAME = """\
game: regatta
name: Pond Regatta
about: toy boats
kinds:
  boat:
    fields:
      planks: {type: int, min: 2, max: 12, sample: 6}
      sail: {type: int, min: 1, max: 9, sample: 4}
      crew: {type: int, optional: true}
    state:
      lost: {type: int, min: 0, default: 0}
      torn: {type: flag, default: false}
    values:
      points: sail * planks
      agility: sail / 3
      twice: 2 * sail
      speeds: "[max(sail - gone // 2, 0) for gone in 1..planks]"
    present:
      sail: 1 if torn else sail
      agility: present.sail / 3
      points: present.sail * (planks - lost)
      speeds: speeds[lost + 1..]
      crew: either(crew, 3) - lost
    columns:
      Sail: sail
      Twice: twice
      Reach: text(sail) + " feet"
      Agility: agility
      Points: points
      Crew: either(crew, 0)
fleet: {code: B, limit: points}
sheets:
  - name: card
    title: Card
    template: card.svg
    blank: {planks: [6]}
    values:
      slow: present.sail < sail
      rate: present.agility
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="30mm" viewBox="0 0 90 30"
     font-size="3">
<text x="2" y="8">{{ sheet.name }} {{ sheet.present.sail }} of {{ sheet.sail }}</text>
<text x="2" y="14">{{ sheet.present.agility }} {{ sheet.rate }} {{ sheet.slow }}</text>
<text x="2" y="20">{{ sheet.present.crew }} {{ sheet.present.planks }}</text>
</svg>
"""
FLEET = """\
system: regatta
fleet: Ducks
ships:
  - {ship: dab, count: 3, names: [Dab, Di, Dot], state: {B1: {lost: 2, torn: true}, B3: {lost: 0}}}
"""
SQUADS = """\
fleet:
  limit: points
  members:
    key: squads
    fields:
      crew: {type: int, min: 1, default: 2}
      state: {type: record, fields: {men: {type: int, min: 0, default: 0}}}
    values: {points: crew * boat.points, strength: crew * boat.sail / 3}
    present:
      crew: crew - state.men
      strength: present.crew * boat.sail / 3
    columns: {Men: name, Crew: crew, Strength: strength, Points: points}
"""


@pytest.fixture
def game(
    project: Path, edit_game: Callable[[str, str], Callable[..., Path]]
) -> Callable[..., Path]:
    """The game in the project's games/ with two definitions; changes a text of its file."""
    (project / "dab.yaml").write_text("system: regatta\nname: Dab\nplanks: 7\nsail: 4\n", "utf-8")
    (project / "ducks.yaml").write_text(FLEET, "utf-8")
    return edit_game(GAME, CARD)


def read(run: Run, *names: str) -> Any:
    outcome = run("show", *names, "--json")
    assert outcome.status == 0, outcome.stderr
    return json.loads(outcome.stdout)


def test_a_program_gets_what_losses_leave(run: Run, game: Any) -> None:
    (found,) = read(run, "ducks.yaml")
    whole, left = found["derived"], found["present"]
    assert (whole["points"], left["points"]) == (3 * 28, 5 + 28 + 28)
    first, second, third = left["boats"]
    assert first == {
        "id": "B1",
        "name": "Dab",
        "ship": "Dab",
        "reach": "1 feet",
        "points": 5,
        "crew": 1,
        "sail": 1,
        "twice": 8,
        "agility": 1 / 3,
    }
    assert (second["sail"], second["crew"]) == (4, 0)
    # Beside each ship that has a state stands the same; nothing is lost of the last one.
    assert whole["boats"][0]["present"] == first and whole["boats"][0]["sail"] == 4
    assert "present" not in whole["boats"][1]
    assert {**third, "present": third} == whole["boats"][2]


def test_without_a_state_nothing_is_present(run: Run, game: Any, project: Path) -> None:
    (project / "ducks.yaml").write_text(FLEET.split(", state")[0] + "}\n", "utf-8")
    fleet, ship = read(run, "ducks.yaml", "dab.yaml")
    assert "present" not in fleet and "present" not in ship
    assert "→" not in run("show", "ducks.yaml").stdout


def test_people_see_both_where_they_differ(run: Run, game: Any) -> None:
    lines = run("show", "ducks.yaml").stdout.splitlines()
    assert lines[2].split("  ")[-1] == "84 → 61"
    shown = [re.split(r"\s{2,}", line.strip()) for line in lines[-3:]]
    first = ["4 → 1", "8", "4 feet → 1 feet", "1 1/3 → 1/3", "28 → 5", "0 → 1"]
    assert shown[0][4:] == first
    assert shown[1][4:] == ["4", "8", "4 feet", "1 1/3", "28", "0"]
    assert lines[-3].index("→ 1") + 2 == lines[-2].index("4  ")  # numbers end alike
    listed = run("show", "ducks.yaml", "dab.yaml").stdout
    assert "84 → 61" in listed


def read_print(project: Path, name: str) -> str:
    """The words on the first page of a print."""
    return str(PdfDocument(project / name)[0].get_textpage().get_text_bounded())


def test_sheets_reach_them(run: Run, game: Any, project: Path) -> None:
    outcome = run("render", "ducks.yaml", "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr
    words = " ".join(read_print(project, "a.pdf").split())
    assert "Dab 1 of 4 0.3333 0.3333 True 1 7" in words
    assert "Di 4 of 4 1.3333 1.3333 False 7" in words


def test_a_blank_sheet_has_none(run: Run, game: Any, project: Path) -> None:
    outcome = run("blank", "card", "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr
    assert read_print(project, "a.pdf").split()[:2] == ["of", "6"]


def test_hooks_reach_them(game: Any, project: Path) -> None:
    import sheetgen

    opened = sheetgen.open_project(project)
    fleet = next(d for d in opened.definitions if d.kind == "fleet").definition.values
    ships = [member.record for member in list_members(fleet)]
    assert [ship.present.sail for ship in ships] == [1, 4, 4]
    assert ships[0].present.speeds == ships[0].speeds[2:] == [3, 2, 2, 1, 1]


def test_members_of_a_fleet_have_them_too(run: Run, game: Any, project: Path) -> None:
    game("fleet: {code: B, limit: points}\n", SQUADS)
    squads = "[{boat: dab, crew: 5, state: {men: 3}}, {boat: dab}]"
    (project / "ducks.yaml").write_text(
        f"system: regatta\nfleet: Ducks\nsquads: {squads}\n", "utf-8"
    )
    (found,) = read(run, "ducks.yaml")
    assert [squad["crew"] for squad in found["derived"]["squads"]] == [5, 2]
    assert [squad["crew"] for squad in found["present"]["squads"]] == [2, 2]
    first, second = found["present"]["squads"]
    assert (first["strength"], first["points"]) == (8 / 3, 140)
    assert found["derived"]["squads"][0]["present"] == first and "present" not in second
    assert "5 → 2" in run("show", "ducks.yaml").stdout


MISTAKES = [
    ("      sail: 1 if", "      sial: 1 if", "19:7", "unknown-name", "did you mean sail?"),
    ("      sail: 1 if", "      lost: 1 if", "19:7", "unknown-name", "there are planks, sail"),
    ("1 if torn else sail", "1 if worn else sail", "19:18", "unknown-name", "did you mean torn?"),
    ("1 if torn else sail", "text(sail)", "19:13", "formula-type", "sail is a whole number"),
    ("1 if torn else sail", "present.points", "19:13", "formula-circle", "sail → points → sail"),
    ("1 if torn else sail", "sail // (2 - lost)", "19:22", "formula-fails", "divided by 0"),
    ("2 * sail", "2 * present.sail", "16:18", "unknown-name", "there is no name present"),
    ("present.agility\n", "present.agile\n", "39:21", "unknown-name", "there are name, planks"),
    ("      twice: 2", "      present: 2", "18:5", "bad-game", "the name present is taken"),
]


@pytest.mark.parametrize(("old", "new", "place", "rule", "words"), MISTAKES)
def test_mistakes_are_shown_where_they_are(
    run: Run, game: Any, old: str, new: str, place: str, rule: str, words: str
) -> None:
    game(old, new)
    outcome = run("validate")
    assert f"game.yaml:{place}: error[{rule}]" in outcome.stderr, outcome.stderr
    assert words in outcome.stderr


def test_what_can_not_be_lost_has_no_present(run: Run, game: Any) -> None:
    state = GAME[GAME.index("    state:\n") : GAME.index("    values:\n      points")]
    game(state, "")
    outcome = run("validate")
    assert "game.yaml:15:5: error[bad-game]: there is no state of a boat" in outcome.stderr


def test_a_template_can_not_ask_for_more(run: Run, game: Any) -> None:
    folder = game()
    card = folder / "templates" / "regatta" / "card.svg"
    card.write_text(CARD.replace("present.sail", "present.sial"), "utf-8")
    for command in (["validate"], ["render", "ducks.yaml", "-o", "a.pdf"]):
        outcome = run(*command)
        assert "card.svg:3:" in outcome.stderr and "did you mean sail?" in outcome.stderr


def test_a_long_chain_is_no_trouble(run: Run, game: Any, project: Path) -> None:
    values = "".join(f"      v{n}: {n}\n" for n in range(90))
    left = "".join(f"      v{n}: present.v{n + 1} + lost\n" for n in range(89))
    game("    present:\n", f"{values}    present:\n{left}")
    (folder := project / "games" / "regatta" / "game.yaml").write_text(
        folder.read_text("utf-8").replace("Twice: twice", "Twice: v0"), "utf-8"
    )
    (found,) = read(run, "ducks.yaml")
    assert found["present"]["boats"][0]["twice"] == 89 + 89 * 2
