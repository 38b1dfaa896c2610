"""Games without code: found, checked, printed, and reported where they are wrong."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.ground import assets
from sheetgen.systems.plain.game import load

Run = Callable[..., Any]
LOW_WATER = assets.shipped("games") / "low-water"

GAME = """\
game: regatta
name: Pond Regatta
about: toy boats
tables:
  handling: {2: wild, 5: nimble, 9: slow}
  guns: {light: {range: 6, dice: 1}, heavy: {range: 9, dice: 2}}
kinds:
  boat:
    fields:
      planks: {type: int, min: 2, max: 12, sample: 6, about: how many}
      sail: {type: int, min: 0, max: 9, sample: 4}
      ballast: {type: int, default: 2}
      gun: {type: choice, of: guns, default: light}
      mounts: {type: list, of: {type: record, fields: {side: text, dice: int}}, default: []}
      weight: {type: number, optional: true}
    state:
      lost: {type: int, min: 0, default: 0}
    values:
      speeds: "[max(sail - n // 2, 0) for n in 1..planks]"
      handles: handling[sail..]
      drag: planks / 3
      reach: guns[gun].range
      left: planks - lost
      heft: either(weight, drag)
    checks:
      - name: top-heavy
        severity: warning
        about: Too much sail.
        when: sail > 2 * ballast
        at: sail
        says: "a ballast of {ballast} holds {2 * ballast}, not {sail}"
        hint: "{ceil(sail / 2)} would"
        why: It tips over.
        example: "sail: 9"
      - name: weak-mount
        severity: error
        about: A mount without dice.
        each: mount in mounts
        when: mount.dice < 1
        at: mount.dice
        says: "the mount to {mount.side} has {mount.dice} dice"
        why: It can't fire.
        example: "mounts: [{side: port, dice: 0}]"
    columns:
      Speed: sail
      Class: handles
      Drag: {value: drag, total: true}
      Reach: reach
      Left: {value: left, total: true}
      Heft: heft
fleet:
  code: "{gun}"
  limit: sails
  values: {sails: sum(ship.sail for ship in ships)}
  checks:
    - name: sunk
      severity: error
      about: More is lost than there was.
      each: ship in ships
      when: ship.lost > ship.planks
      at: ship
      says: "{ship.id} has {ship.planks} planks"
      why: It would be gone.
sheets:
  - {name: card, title: Card, template: card.svg, blank: {planks: [4, 8]}}
  - {name: roster, title: Roster, use: roster}
  - {name: counters, title: Counters, use: counters, of: boat}
  - {name: tokens, title: Tokens, of: boat, template: card.svg, copies: left // 3, default: false}
  - {name: rules, title: Rules, use: reference, text: rules.md}
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="30mm" viewBox="0 0 90 30"
     font-size="4">
<text x="2" y="8" data-width="86">{{ sheet.name }} {{ sheet.reach }} {{ sheet.drag }}</text>
<!--{% for speed in sheet.speeds %}-->
<text x="{{ 2 + loop.index0 * 6 }}" y="18">{{ speed }}</text>
<!--{% endfor %}-->
<!--{% for mount in sheet.mounts %}-->
<text x="{{ 2 + loop.index0 * 20 }}" y="26">{{ mount.side }} {{ mount.dice }}</text>
<!--{% endfor %}-->
</svg>
"""
MISSING = "game.yaml:65:38: error[template-missing]: there is no template regatta/car.svg\n  65 |"
HERON = "system: regatta\nname: Heron\nplanks: 6\nsail: 4\n"


@pytest.fixture
def game(project: Path) -> Callable[..., Path]:
    """Writes the game into the project's games/; then changes a text of its file."""
    folder = project / "games" / "regatta"
    (folder / "templates" / "regatta").mkdir(parents=True)
    (folder / "templates" / "regatta" / "card.svg").write_text(CARD, "utf-8")
    (folder / "rules.md").write_text("# Rules\n\nA gun reaches {guns.light.range}.\n\n{guns}\n")
    (project / "heron.yaml").write_text(HERON, "utf-8")

    def write(old: str = "", new: str = "", file: str = "game.yaml") -> Path:
        path = folder / file
        text = GAME if file == "game.yaml" else path.read_text("utf-8")
        assert not old or text.count(old) == 1, old
        (folder / "game.yaml").write_text(GAME, "utf-8")
        path.write_text(text.replace(old, new) if old else text, "utf-8")
        return folder

    write()
    return write


# It is found, and works as any other


def test_it_is_found_in_the_project(run: Run, game: Any, project: Path) -> None:
    assert "Pond Regatta" in run("list").stdout
    assert run("validate").stderr == "1 definition and 1 game: all is well\n"
    assert load(project / "games" / "regatta").name == "Pond Regatta"
    shown = json.loads(run("show", "heron", "--json").stdout)[0]["derived"]
    assert shown["drag"] == shown["heft"] == 2
    assert (shown["class"], shown["speeds"]) == ("nimble", [4, 3, 3, 2, 2, 1])
    outcome = run("show", "heron", "--why")
    assert "\n\ndrag: planks / 3 = 6 / 3 = 2\n" in outcome.stdout
    assert "speed:" not in outcome.stdout  # which is only written
    for words in (["explain", "top-heavy"], ["schema", "regatta"], ["list", "sheets"]):
        outcome = run(*words)
        assert (outcome.status, outcome.stderr) == (0, "")


def test_it_prints_on_every_sheet(run: Run, game: Any, project: Path) -> None:
    fleet = "system: regatta\nfleet: Ducks\nships: [{ship: heron, count: 2}]\n"
    (project / "ducks.yaml").write_text(fleet, "utf-8")
    outcome = run("render", "ducks.yaml", "-o", "a.pdf")
    assert outcome.stdout == "a.pdf: 6 pieces on 1 page, 34 % of the paper used\n", outcome.stderr
    outcome = run("render", "heron", "-o", "a.pdf", "--sheet", "tokens")
    assert outcome.stdout.startswith("a.pdf: 2 pieces on 1 page, ")
    outcome = run("blank", "card", "-o", "a.pdf")
    assert outcome.stdout.startswith("a.pdf: 2 pieces on 1 page, "), outcome.stderr
    outcome = run("blank", "card", "--size", "40", "-o", "a.pdf")
    assert outcome.status == 2
    assert "planks of a boat is 2 to 12, not 40" in outcome.stderr


def test_a_fleet_is_numbered_limited_and_remembers(run: Run, game: Any, project: Path) -> None:
    text = (
        "system: regatta\nfleet: Ducks\nsails_limit: 7\n"
        "ships: [{ship: heron, count: 2, state: {light2: {lost: 5}}}]\n"
    )
    (project / "ducks.yaml").write_text(text, "utf-8")
    outcome = run("show", "ducks.yaml")
    assert "ducks.yaml:3:14: warning[over-limit]: the ships come to 8 sails, but" in outcome.stderr
    (project / "ducks.yaml").write_text(text.replace("7", "8"), "utf-8")
    rows = json.loads(run("show", "ducks.yaml", "--json").stdout)[0]["derived"]
    assert [row["left"] for row in rows["boats"]] == [6, 1]
    assert [row["id"] for row in rows["boats"]] == ["light1", "light2"]
    assert rows["sails"] == 8
    (project / "ducks.yaml").write_text(text.replace("7", "8").replace("5", "9"), "utf-8")
    assert "ducks.yaml:4:9: error[sunk]: light2 has 6 planks" in run("validate").stderr
    (project / "ducks.yaml").write_text(text.replace("light2", "B9"), "utf-8")
    assert "error[unknown-state]: there is no B9 among" in run("validate").stderr


def test_a_loop_of_a_check_points_at_its_item(run: Run, game: Any, project: Path) -> None:
    mounts = "mounts:\n  - {side: bow, dice: 2}\n  - {side: port, dice: 0}\n"
    (project / "heron.yaml").write_text(HERON + mounts, "utf-8")
    outcome = run("validate", "heron.yaml")
    assert "heron.yaml:7:24: error[weak-mount]: the mount to port has 0 dice" in outcome.stderr


@pytest.mark.parametrize("key", ["ballast", "weight"])
def test_numbers_without_limits_are_up_to_a_billion(
    run: Run, game: Any, project: Path, key: str
) -> None:
    for number in (10**9, -(10**9)):
        (project / "heron.yaml").write_text(f"{HERON}{key}: {number}\n", "utf-8")
        assert "out-of-range" not in run("validate", "heron.yaml").stderr
        over = number + (1 if number > 0 else -1)
        (project / "heron.yaml").write_text(f"{HERON}{key}: {over}\n", "utf-8")
        assert f"heron.yaml:5:{len(key) + 3}: error[" in run("validate", "heron.yaml").stderr


def test_a_formula_that_fails_is_told_with_its_numbers(run: Run, game: Any, project: Path) -> None:
    game("drag: planks / 3", "drag: planks / sail")
    (project / "heron.yaml").write_text(HERON.replace("sail: 4", "sail: 0"), "utf-8")
    outcome = run("show", "heron")
    assert outcome.status == 1
    assert (
        "games/regatta/game.yaml:21:22: error[formula-fails]: this is 0, and nothing can be"
        " divid" in outcome.stderr
    )
    assert "hint: it was working on Heron, where planks is 6, sail is 0" in outcome.stderr


# What is wrong with it, and where


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: regatta\n", "game: Regatta\n", ":1:7: error[bad-game]: Regatta can't be the id"),
        ("name: Pond", "nmae: Pond", ":2:1: error[unknown-key]: there is no key nmae"),
        ("type: int, min: 2", "typ: int, min: 2", "error[unknown-key]: there is no key kinds.boat"),
        ("9: slow", "9: 3", "error[bad-table]: this is a whole number, and the lines"),
        ("9, dice: 2", "9", "error[bad-table]: this line lacks dice"),
        ("max: 12", "max: 1", "game.yaml:10:40: error[bad-game]: max is 1, but min is 2"),
        ("sample: 6", "sample: 60", "the sample of planks could not be written"),
        ("default: 2}", "min: 3, default: 2}", "the default of ballast could not be written"),
        ("of: guns,", "of: gnus,", "error[bad-game]: there is no table gnus"),
        ("      left:", "      sail:", ":23:7: error[bad-game]: the name sail is taken"),
        ("      lost:", "      mro:", "templates can't use the name mro"),
        ("      lost:", "      for:", "for is a word of formulas"),
        ("      lost:", "      name:", "every kind has name"),
        ("min: 0, default: 0}\n", "min: 0}\n", "lost needs a default"),
        ("[max(sail -", "[max(sial -", ":19:21: error[unknown-name]: there is no name sial"),
        ("handling[sail..]", "handling[gun..]", ":20:25: error[formula-type]: this is a text"),
        ("planks / 3", "planks / (3", ":21:24: error[formula-syntax]: ) is missing at the end"),
        ("planks - lost", "left2", ":23:13: error[unknown-name]: there is no name left2"),
        (
            "drag: planks / 3",
            "drag: heft",
            "error[formula-circle]: values depend on each other in a circle: drag → heft → drag",
        ),
        ("name: top-heavy", "name: Top Heavy", "can't be the name of a check"),
        ("when: sail >", "when: sail +", "error[formula-type]: this is a whole number, not true"),
        ("at: sail\n", "at: sial\n", "error[bad-game]: there is no key sial to show"),
        ("holds {2 * b", "holds {2 * q", ":31:50: error[unknown-name]: there is no name qallast"),
        ("not {sail}", "not {sail", "there is a single {, without its other half"),
        (
            '"sail: 9"',
            '"sail: 3"',
            "error[game-example]: with this example, top-heavy finds nothing",
        ),
        (
            '"sail: 9"',
            '"sial: 9"',
            "error[game-example]: with this example, top-heavy finds nothing",
        ),
        ("ballast: {type: int, default: 2}", "ballast: {type: int, default: 1}", "the starter is"),
        ("each: mount in mounts", "each: sail", "a loop gives a new name"),
        ("at: mount.dice", "at: mont.dice", "there is no key mont.dice to show"),
        ("      Reach: reach", "      Speed!: reach", "Speed! can't be a heading"),
        ("      Reach: reach", "      Reach: {value: gun, total: true}", "nothing adds up"),
        ('code: "{gun}"', 'code: "{gnu}"', ":52:11: error[unknown-name]: there is no name gnu"),
        ("limit: sails", "limit: sail", "error[bad-game]: sail does not end in s"),
        ("ship.sail for", "ship.sial for", "a boat has no part sial"),
        ("{planks: [4, 8]}", "{planks: [4, 80]}", "planks is never 80: it is 2 to 12"),
        ("{planks: [4, 8]}", "{plonks: [4, 8]}", "plonks is not a whole number"),
        ("title: Card, template: card.svg", "title: Card", "a sheet needs a template"),
        ("title: Card, template: card.svg", "title: C, template: car.svg", MISSING),
        ("use: counters, of: boat", "use: counters, of: bota", "nothing called bota to show"),
        ("left // 3", "left / 3", "this is a number, not a whole number"),
        ("text: rules.md", "text: rule.md", ":69:55: error[bad-game]: there is no file rule.md"),
        ("text: rules.md", "text: templates", ":69:55: error[bad-game]: templates is a folder"),
        (
            "  guns: {",
            "  spare: gun.csv\n  guns: {",
            ":6:10: error[bad-table]: there is no file gun",
        ),
        ("  guns: {", '  spare: "\\0.csv"\n  guns: {', ":6:10: error[bad-table]: there is no file"),
        (
            ", default: []}",
            ", min: 1}",
            ":14:15: error[game-example]: mounts has to be written, and nothing says what a new",
        ),
        (
            "      gun: {type",
            "      rig: text\n      gun: {type",
            ":13:12: error[game-example]: rig h",
        ),
        ("sample: 4}", "sample: 9}", ":11:49: error[game-example]: the starter is not right: a ba"),
        ("text: rules.md", "text: ../../heron.yaml", "lies outside the game's folder"),
        (
            "  handling:",
            "  spare: {1: 2}\n  handling:",
            ":5:3: warning[unused-in-game]: no formula",
        ),
        ("      drag:", "      spare: 3\n      drag:", ":21:7: warning[unused-in-game]: nothing"),
    ],
)
def test_mistakes_have_their_place(run: Run, game: Any, old: str, new: str, said: str) -> None:
    game(old, new)
    outcome = run("validate", SHEETGEN_TRACEBACK="")
    assert said in outcome.stderr, outcome.stderr
    assert re.search(r"^ +\d+ \| ", outcome.stderr, re.MULTILINE), outcome.stderr
    assert "broken-game" not in outcome.stderr


def test_templates_are_read_where_they_seldom_print(run: Run, game: Any) -> None:
    seldom = "<!--{% if sheet.sail == 99 %}-->"
    extra = seldom + "<text>{{ sheet.sial }}{{ sheet.sail }}</text><!--{% endif %}-->\n</svg>"
    game("</svg>", extra, "templates/regatta/card.svg")
    outcome = run("validate")
    assert "card.svg:10:" in outcome.stderr
    assert "error[template-error]: the sheet has no sial\n" in outcome.stderr
    game("mount.dice", "mount.dcie", "templates/regatta/card.svg")
    assert "a mounts has no dcie" in run("validate").stderr


def test_a_reference_has_its_places_too(run: Run, game: Any) -> None:
    game("guns.light", "guns.lihgt", "rules.md")
    outcome = run("validate")
    assert "games/regatta/rules.md:3:21: error[unknown-name]: the table guns has no part lihgt" in (
        outcome.stderr
    )
    game("lihgt", "light", "rules.md")
    game("A gun", "![a](b.png) A gun", "rules.md")
    assert "rules.md:3:1: error[bad-game]: a image has no place" in run("validate").stderr


@pytest.mark.parametrize(
    "text", ["a b\n1 2\n", "a,b\nlight,1,2\n", 'a,b\n"light,1\n', "a,b\nlight,1\nlight,2\n", ""]
)
def test_a_table_in_a_file_has_its_places(run: Run, game: Any, text: str) -> None:
    folder = game(
        "guns: {light: {range: 6, dice: 1}, heavy: {range: 9, dice: 2}}", "guns: guns.csv"
    )
    (folder / "guns.csv").write_text("gun,range,dice\nlight,6,1\nheavy,9,2\n", "utf-8")
    assert run("validate").status == 0
    (folder / "guns.csv").write_text(text, "utf-8")
    outcome = run("validate")
    assert outcome.status == 1
    assert "games/regatta/guns.csv:" in outcome.stderr and "error[bad-table]" in outcome.stderr


def test_a_bad_game_stops_only_those_who_need_it(run: Run, game: Any, project: Path) -> None:
    game("planks / 3", "planks / ")
    where = "games/regatta/game.yaml:21:21: "
    for words in ("list systems", "list sheets", "explain", "blank display -o a.pdf"):
        outcome = run(*words.split())
        assert outcome.status == 0, outcome.stderr
        assert outcome.stderr.startswith(f"{where}warning[formula-syntax]: ")
        assert "\n  21 |       drag: planks /\n" in outcome.stderr
        assert outcome.stderr.count("warning[") == 1
    assert "regatta" not in run("list").stdout
    assert run("render", "warrior", "-o", "b.pdf").stderr == ""
    for words in ("show heron", "render -o c.pdf", "validate", "schema regatta", "new regatta A"):
        outcome = run(*words.split())
        assert outcome.status == 1
        assert f"{where}error[formula-syntax]: " in outcome.stderr
        assert "\n  21 |       drag: planks /\n" in outcome.stderr
    opened = sheetgen.open_project(project)
    assert {problem.rule for problem in opened.problems} == {"formula-syntax"}
    with pytest.raises(sheetgen.ProblemError) as caught:
        opened.render("heron.yaml")
    assert any("drag: planks / \n" in text for text in caught.value.texts.values())
    game()
    opened.refresh()
    assert opened.problems == []


def test_a_bad_game_that_stands_alone_is_told_too(run_in: Run, game: Any) -> None:
    folder = game("game: regatta\n", "gam: regatta\n")
    (folder / "ships").mkdir()
    (folder / "ships" / "gull.yaml").write_text(HERON, "utf-8")
    outcome = run_in(folder, "list")
    assert outcome.status == 0
    assert "game.yaml:1:1: warning[unknown-key]: there is no key gam here\n  1 | " in outcome.stderr
    for words in ("validate", "show gull", "new regatta B"):
        outcome = run_in(folder, *words.split())
        assert outcome.status == 1
        assert "game.yaml:1:1: error[unknown-key]" in outcome.stderr
    opened = sheetgen.open_project(folder)
    game()
    opened.refresh()
    assert opened.problems == []


def test_a_game_may_have_an_empty_folder_of_ships(run: Run, game: Any, project: Path) -> None:
    ships = game() / "ships"
    ships.mkdir()
    assert run("validate", "--strict").stderr == "1 definition and 1 game: all is well\n"
    (ships / "fleet.yaml").write_text(
        "system: regatta\nfleet: F\nships: [{ship: heron}]\n", "utf-8"
    )
    assert run("validate", "games").stderr == "0 definitions and 1 game: all is well\n"
    (ships / "gull.yml").write_text(HERON, "utf-8")
    assert run("new", "regatta", "A", "--kind", "fleet").status == 0
    assert "{ship: gull, count: 2}" in (project / "a.yaml").read_text("utf-8")


def test_a_starter_that_fits_no_sheet_is_told_at_the_sheet(run: Run, game: Any) -> None:
    long = "<text data-width='2'>{{ sheet.name }}</text></svg>"
    folder = game(
        "name: tokens, title: Tokens, of: boat, template: card",
        "name: tokens, title: Tokens, of: boat, template: token",
    )
    text = CARD.replace("</svg>", long)
    (folder / "templates" / "regatta" / "token.svg").write_text(text, "utf-8")
    outcome = run("validate", "games")
    assert "games/regatta/game.yaml:68:12: error[overflow]" in outcome.stderr
    assert "trial" not in outcome.stderr and "first-ship" not in outcome.stderr


def test_a_blank_sheet_has_lost_nothing(run: Run, game: Any) -> None:
    lost = (
        "<!--{% if sheet.lost <= 0 %}--><text x='2' y='28'>whole</text><!--{% endif %}-->\n</svg>"
    )
    game("</svg>", lost, "templates/regatta/card.svg")
    assert run("validate", "--strict").stderr == "1 definition and 1 game: all is well\n"
    assert run("blank", "card", "-o", "blank.svg", "--text", "text").status == 0


def test_lines_of_every_file_of_a_game_are_shown(run: Run, game: Any, project: Path) -> None:
    folder = game(
        "guns: {light: {range: 6, dice: 1}, heavy: {range: 9, dice: 2}}", "guns: guns.csv"
    )
    (folder / "guns.csv").write_text("gun,range,dice\nlight,6,1\nheavy,far,2\n", "utf-8")
    outcome = run("validate")
    said = "guns.csv:3:7: error[bad-table]: range 'far': this is a text, and the lines above have"
    assert said in outcome.stderr
    assert "  3 | heavy,far,2\n            ^\n" in outcome.stderr
    (project / "secret.yaml").write_text("game: [secret\n", "utf-8")
    (folder / "game.yaml").unlink()
    (folder / "game.yaml").symlink_to(project / "secret.yaml")
    outcome = run("list")
    assert "games/regatta/game.yaml: warning[outside-project]" in outcome.stderr
    assert "secret" not in outcome.stderr


def test_nothing_is_written_over_a_game(run: Run, game: Any) -> None:
    folder = game()
    for file in ("game.yaml", "rules.md"):
        outcome = run("render", "heron", "--format", "pdf", "-o", folder / file)
        assert "error[over-an-input]" in outcome.stderr
    assert (folder / "game.yaml").read_text("utf-8") == GAME


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gun,range\nlight,6\nheavy,far\n", ":3:7: error[bad-table]: range 'far': this is a text"),
        (
            "gun,range,dice\nlight,6,1\nheavy, far,2\n",
            ":3:8: error[bad-table]: range 'far': this is a text, and the lines above have",
        ),
        (
            "gun,range,dice\nlight,6,1\n\nlight,6,2\n",
            ":4:1: error[bad-table]: the line light appears",
        ),
        ("gun,range,a dice\nlight,6,1\n", ":2:9: error[bad-table]: a dice '1': a dice can't be"),
    ],
)
def test_a_cell_of_a_table_is_named(run: Run, game: Any, text: str, told: str) -> None:
    old = "guns: {light: {range: 6, dice: 1}, heavy: {range: 9, dice: 2}}"
    folder = game(old, "guns: guns.csv")
    (folder / "guns.csv").write_text(text, "utf-8")
    assert "games/regatta/guns.csv" + told in run("validate").stderr


# Where it lies


def test_the_id_of_a_shipped_game_is_taken(run: Run, game: Any, project: Path) -> None:
    (project / "games" / "regatta").rename(project / "games" / "asfos")
    outcome = run("list")
    assert "games/asfos/game.yaml:1:7: error[bad-system]: the game in games/asfos has the id" in (
        outcome.stderr
    )


def test_a_folder_in_games_has_the_name_of_its_game(run: Run, game: Any, project: Path) -> None:
    (project / "games" / "regatta").rename(project / "games" / "pond")
    assert "this game is called regatta, but its folder pond" in run("list").stderr


def test_one_name_for_two_games(run: Run, game: Any, project: Path) -> None:
    shutil.copytree(project / "games" / "regatta", project / "other")
    outcome = run("list", "--system", "other")
    assert "both have the id regatta" in outcome.stderr
    assert run("list", "--system", "games/regatta").status == 0


def test_a_game_stands_alone(run: Run, run_in: Run, game: Any, project: Path) -> None:
    ships = project / "games" / "regatta" / "ships"
    ships.mkdir()
    (ships / "gull.yaml").write_text(HERON.replace("Heron", "Gull"), "utf-8")
    assert "Gull - Pond Regatta" in run("show", "gull").stdout
    outcome = run_in(project / "games" / "regatta", "validate")
    assert outcome.stderr == "1 definition and 1 game: all is well\n"
    alone = project.parent / "alone"
    shutil.copytree(project / "games" / "regatta", alone)
    assert "Gull - Pond Regatta" in run_in(alone, "show", "gull").stdout
    # What is in a game is not printed as a part of the project.
    assert (
        run("render", "-o", "a.pdf").stdout == "a.pdf: 1 piece on 1 page, 4 % of the paper used\n"
    )


def test_a_project_starts_with_a_copy(run: Run, run_in: Run, game: Any, project: Path) -> None:
    outcome = run("init", "mine", "--game", "games/regatta")
    assert outcome.stdout == "mine is ready: `sheetgen render mine -o fleet.pdf` prints it\n"
    assert run_in(project / "mine", "validate", "--strict").status == 0
    assert "2 games" not in run_in(project / "mine", "validate").stderr
    outcome = run("init", "water", "--game", "low-water")
    assert outcome.status == 0, outcome.stderr
    outcome = run_in(project / "water", "validate", "--strict")
    assert outcome.stderr == "2 definitions, 1 book and 1 game: all is well\n"
    assert "low-water" in run("list").stdout.partition("To copy")[2]


def test_a_changed_game_is_read_again(game: Any, project: Path) -> None:
    opened = sheetgen.open_project(project)
    assert opened.definitions[0].derived["drag"] == 2
    game("drag: planks / 3", "drag: planks / 2 + 100000")
    opened.refresh()
    assert opened.definitions[0].derived["drag"] == 100003
    assert opened.problems == []
