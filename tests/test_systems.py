"""Games from outside: where they are found, what their code does, and what is no game."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from sheetgen.systems.loading import Systems, load_folder

Run = Callable[..., Any]
Edit = Callable[..., None]

HOMEBREW = Path(__file__).parent / "homebrew"
NOTICE = "running the game in regatta (its code runs on this computer)\n"
HERON = "system: regatta\nname: Heron\nplanks: 6\nsail: 4\nballast: 2\n"


@pytest.fixture
def edit(project: Path) -> Edit:
    """Puts the game of tests/homebrew into the project; then changes a text in one of its files."""
    folder = project / "regatta"
    shutil.copytree(HOMEBREW, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (project / "heron.yaml").write_text(HERON)

    def change(file: str = "", old: str = "", new: str = "") -> None:
        if file:
            text = (folder / file).read_text("utf-8")
            assert text.count(old) == 1, old
            (folder / file).write_text(text.replace(old, new), "utf-8")

    return change


@pytest.fixture
def play(run: Run, edit: Edit) -> Run:
    """Runs a command with the game, as it is for users: without tracebacks."""
    return lambda *words: run(*words, "--system", "regatta", SHEETGEN_TRACEBACK="")


# Its code is run, and said to be


def test_every_run_says_that_it_runs_code(play: Run) -> None:
    for words in (["show", "heron"], ["validate"], ["list"], ["explain"], ["schema", "regatta"]):
        outcome = play(*words)
        assert outcome.status == 0, outcome.stderr
        assert outcome.stderr.startswith(NOTICE)
        assert outcome.stderr.count("running") == 1


@pytest.mark.parametrize("words", [["show", "heron", "--json"], ["validate", "--format", "json"]])
def test_nothing_but_json_comes_out_for_programs(play: Run, words: list[str]) -> None:
    outcome = play(*words)
    assert (outcome.status, outcome.stderr) == (0, "")
    json.loads(outcome.stdout)


# What comes with it is found


def test_its_ships_are_found_by_their_ids(play: Run, project: Path) -> None:
    assert "Dabchick - Pond Regatta" in play("show", "dabchick").stdout
    assert "regatta      dabchick" in play("list", "ships").stdout
    assert play("render", "dabchick", "-o", "out.pdf").status == 0
    outcome = play("validate", "dabchick")
    assert outcome.stderr == NOTICE + "1 definition: all is well\n"


def test_its_fleets_find_its_ships(play: Run, project: Path) -> None:
    fleet = project / "pond.yaml"
    fleet.write_text("system: regatta\nfleet: Ducks\nships: [{ship: dabchick}, {ship: heron}]\n")
    (row,) = json.loads(play("show", "pond.yaml", "--json").stdout)
    assert [boat["name"] for boat in row["derived"]["boats"]] == ["Dabchick", "Heron"]
    assert (row["derived"]["points"], row["derived"]["points_limit"]) == (10, None)
    fleet.write_text("system: regatta\nfleet: Ducks\nships: [{ship: dabchik}]\n")
    outcome = play("validate", "pond.yaml")  # and the link that can't do with None is not told of
    assert "pond.yaml:3:16: error[unknown-definition]: there is no boat called 'dabchik'" in (
        outcome.stderr
    )
    assert "did you mean dabchick?" in outcome.stderr
    assert "broken-game" not in outcome.stderr


def test_its_template_is_ejected_and_wins(play: Run, project: Path) -> None:
    assert "regatta/templates/regatta/card.svg" in play("list", "templates").stdout
    assert play("eject", "card").status == 0
    (project / "templates" / "regatta" / "card.svg").write_text("<svg")
    assert "templates/regatta/card.svg:1" in play("render", "heron.yaml", "-o", "out.pdf").stderr


def test_a_folder_by_any_path(run: Run, run_in: Run, edit: Edit, project: Path) -> None:
    assert run("show", "dabchick", "--system", project / "regatta").status == 0
    assert run_in(project / "regatta", "show", "dabchick", "--system", ".").status == 0
    odd = project / "my game (v1.2)"
    (project / "regatta").rename(odd)
    assert run("render", "heron.yaml", "-o", "out.pdf", "--system", odd).status == 0


def test_two_folders_of_one_name_are_two_games(edit: Edit, project: Path) -> None:
    """Each runs its own code."""
    other = project / "other" / "regatta"
    shutil.copytree(project / "regatta", other)
    (other / "templates" / "regatta").rename(other / "templates" / "toys")
    for file, old, new in (
        ("game.yaml", "game: regatta\nname: Pond", "game: toys\nname: Bath"),
        ("rules.py", "degrees(atan2", "-degrees(atan2"),
    ):
        text = (other / file).read_text("utf-8")
        assert old in text
        (other / file).write_text(text.replace(old, new), "utf-8")
    systems = Systems([project / "regatta", other])
    assert systems.own == ["regatta", "toys"]
    names = {system.name for system in systems.all()}
    assert {"Pond Regatta", "Bath Regatta"} <= names
    heels = []
    for name in systems.own:
        game = systems.get(name)
        assert game
        written: Any = game.kinds[0].model(system=name, name="Heron", planks=6, sail=4, ballast=2)
        heels.append(written.subject.record.heel)
    assert heels == [39, -39]


# Starting with it


def test_new_and_init_name_the_game_again(play: Run, project: Path) -> None:
    assert "heron-ii.pdf --system regatta`" in play("new", "regatta", "Heron II").stdout
    outcome = play("init", "my boats")
    assert "`sheetgen render 'my boats' -o fleet.pdf --system regatta`" in outcome.stdout
    files = {p.name for p in (project / "my boats").rglob("*") if p.is_file()}
    assert files == {
        *("README.txt", "first-boat.yaml", "fleet.yaml", "book.yaml", "introduction.md"),
        "sheetgen.yaml",
    }
    told = (project / "my boats" / "README.txt").read_text()
    assert "sheetgen validate --system ../regatta" in told
    assert "name: First Boat" in (project / "my boats" / "ships" / "first-boat.yaml").read_text()
    assert "{ship: first-boat, count: 2}" in (project / "my boats" / "fleet.yaml").read_text()


# What is no game of today


OLD = """\
\"\"\"Pond Regatta, as it was written for an earlier sheetgen.\"\"\"

print("its code runs")

SYSTEM = System(id="regatta", name="Pond Regatta", about="toy boats", kinds=(), sheets=())
"""
TOLD = (
    "/__init__.py:5:1: error[bad-system]: this game is all Python, which is no longer read: "
    "it has no game.yaml\n"
)
HINT = (
    "  hint: write a game.yaml, with python: rules.py for what formulas can't say; "
    "docs/games.md shows how a game is made\n"
)


@pytest.mark.parametrize("words", [["show", "heron"], ["validate"], ["list", "sheets"]])
def test_a_game_that_is_all_python_is_told_once_and_not_run(
    run: Run, project: Path, words: list[str]
) -> None:
    (project / "pond").mkdir()
    (project / "pond" / "__init__.py").write_text(OLD)
    (project / "heron.yaml").write_text(HERON)
    outcome = run(*words, "--system", "pond")
    assert (outcome.status, outcome.stdout) == (1, "")
    line = '  5 | SYSTEM = System(id="regatta", name="Pond Regatta", about="toy boats"'
    assert f"pond{TOLD}{line}" in outcome.stderr
    assert HINT in outcome.stderr
    assert outcome.stderr.count("[bad-system]") == 1
    assert outcome.stderr.startswith("pond/")  # and not with the notice


def test_one_that_lies_in_a_project_is_told_and_stops_nobody(run: Run, project: Path) -> None:
    (project / "games" / "regatta").mkdir(parents=True)
    (project / "games" / "regatta" / "__init__.py").write_text(OLD)
    listed = run("list")
    assert listed.status == 0 and "regatta" not in listed.stdout
    assert f"games/regatta{TOLD}".replace("error", "warning") in listed.stderr
    (project / "heron.yaml").write_text(HERON)
    outcome = run("show", "heron.yaml")
    assert outcome.status == 1
    assert f"games/regatta{TOLD}" in outcome.stderr
    assert "its code runs" not in listed.stdout + outcome.stdout


def test_a_package_beside_a_game_is_not_run(play: Run, edit: Edit, project: Path) -> None:
    """So the folder of a package for pip is tried with --system as well."""
    (project / "regatta" / "__init__.py").write_text("raise SystemExit\nSYSTEM = 3\n")
    assert play("show", "heron").status == 0


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("nowhere", "there is no folder nowhere"),
        ("asfos", "asfos is a shipped game and needs no --system"),
        ("templates", "templates holds no game: it has no game.yaml"),
        ("regatta/game.yaml", "name its folder: --system regatta"),
        ("plain", "plain holds no game"),
    ],
)
def test_a_folder_that_is_none(
    run: Run, edit: Edit, project: Path, folder: str, words: str
) -> None:
    (project / "plain").mkdir()
    (project / "plain" / "__init__.py").write_text("raise SystemExit\n")  # and no game at all
    outcome = run("list", "--system", folder)
    assert outcome.status == 1
    assert outcome.stderr.startswith("sheetgen: error[bad-system]: ")
    assert words in outcome.stderr


def test_the_id_of_a_shipped_game_is_taken(play: Run, edit: Edit) -> None:
    edit("game.yaml", "game: regatta\n", "game: asfos\n")
    told = "regatta/game.yaml:2:7: error[bad-system]: the game in regatta has the id asfos of a "
    assert told in play("list").stderr


def test_one_game_twice(run: Run, edit: Edit) -> None:
    outcome = run("list", "--system", "regatta", "--system", "regatta")
    assert "both have the id regatta" in outcome.stderr


# What its code does


@pytest.mark.parametrize(
    ("command", "old", "new", "words"),
    [
        ("show heron", "atan2(sail", "atan3(sail", "rules.py:14:26: …NameError: name 'atan3'"),
        ("show", "atan2(sail", "atan3(sail", "rules.py:14:26: …NameError: name 'atan3'"),
        ("validate", "def draw_boat(planks: int,", "def draw_boat(planks: Int,", "name 'Int' is"),
        ("show heron", "round(degrees", "exit()\n    round(degrees", "…it ends the program"),
        ("validate", "fill_dial(values, look)", "fill_dial(values)", "…fill of the sheet dial"),
        (
            "render --sheet dial -o o.pdf",
            "yield Print(Dial(boat.name, marks), boat.title, ship=boat.id)",
            "yield Dial(boat.name, marks)",
            "…not a Print",
        ),
        (
            "render --sheet dial -o o.pdf",
            "boat.record.speeds",
            "boat.record.speeds[99]",
            "rules.py:42:34: …fill of the sheet dial: IndexError",
        ),
        (
            "blank dial -o o.pdf",
            '[""] * planks',
            '[""][planks]',
            "rules.py:50:43: …fill_blank of the sheet dial: IndexError",
        ),
        (
            "validate",
            "draw_soft(hull, 8)",
            "draw_soft(hull, x)",
            "rules.py:58:43: …the drawing of Dabchick: NameError",
        ),
        (
            "list",
            "from math",
            "1 / 0\nfrom math",
            "rules.py:4:1: error[bad-game]: rules.py can't be",
        ),
        ("list", "def find_heel", "ef find_heel", "rules.py:12:4: error[bad-game]: rules.py can't"),
        ("list", "from math", "exit()\nfrom math", "rules.py:4:1: error[bad-game]: rules.py can't"),
    ],
)
def test_code_that_fails_is_told_at_its_place(
    play: Run, edit: Edit, project: Path, command: str, old: str, new: str, words: str
) -> None:
    edit("rules.py", old, new)
    outcome = play(*command.split())
    assert outcome.status == 1, outcome.stderr
    assert outcome.stdout == ""
    place, _, said = words.rpartition("…")
    told = next(line for line in outcome.stderr.splitlines() if "error[b" in line)
    assert told.startswith(f"regatta/{place}" if place else "") and said in told
    assert "Traceback" not in outcome.stderr
    assert not (project / "o.pdf").exists()
    if "[broken-game]" in told:
        assert "SHEETGEN_TRACEBACK=1" in outcome.stderr


def test_whoever_asks_gets_the_traceback(run: Run, edit: Edit) -> None:
    edit("rules.py", "boat.record.speeds", "boat.record.sepeds")
    words = ("render", "heron", "--sheet", "dial", "-o", "o.pdf", "--system", "regatta")
    with pytest.raises(AttributeError):
        run(*words, SHEETGEN_TRACEBACK="1")
    edit("rules.py", "from math", "1 / 0\nfrom math")
    with pytest.raises(ZeroDivisionError):
        run(*words, SHEETGEN_TRACEBACK="1")


def test_a_number_that_makes_no_sense_is_the_users(play: Run) -> None:
    outcome = play("blank", "dial", "--size", "13", "-o", "out.pdf")
    assert outcome.status == 2
    assert "--size: a boat has 2 to 12 planks, not 13" in outcome.stderr


def test_what_code_makes_for_templates_only_is_told_where_it_is_no_json(
    play: Run, edit: Edit
) -> None:
    edit(
        "rules.py",
        "def find_heel",
        "def find_wind(sail: int):\n    return {sail}\n\n\ndef find_heel",
    )
    edit("game.yaml", "      heel: find", "      wind: find_wind(sail)\n      heel: find")
    outcome = play("show", "heron", "--json")
    assert outcome.status == 1
    assert "fails in the columns of the kind boat: TypeError: Object of type set is not JSON" in (
        outcome.stderr
    )


# Templates


def test_a_template_that_is_missing_is_told_at_its_sheet(play: Run, edit: Edit) -> None:
    edit("game.yaml", "template: dial.svg", "template: dail.svg")
    outcome = play("render", "heron.yaml", "--sheet", "dial", "-o", "out.pdf")
    assert outcome.status == 1
    told = "regatta/game.yaml:65:15: error[template-missing]: there is no template regatta/dail.svg"
    assert told in outcome.stderr
    assert "did you mean regatta/dial.svg?" in outcome.stderr


def test_data_in_a_dictionary(play: Run, edit: Edit) -> None:
    edit("rules.py", "Print(Dial(boat.name, marks)", "Print({}")
    outcome = play("render", "heron.yaml", "--sheet", "dial", "-o", "out.pdf")
    assert "error[template-error]: this is a table (a dict), which has no ." in outcome.stderr
    assert "make it a dataclass" in outcome.stderr


# Rules


def test_a_rule_may_have_the_name_of_another_games(play: Run, edit: Edit) -> None:
    edit("game.yaml", "name: top-heavy", "name: over-power")
    outcome = play("explain", "over-power")
    assert outcome.status == 0
    assert "over-power (warning, asfos)\n" in outcome.stdout
    assert "over-power (warning, regatta)\n\nA boat carries" in outcome.stdout
    assert play("validate").status == 0


def test_rules_are_listed_below_their_game(play: Run) -> None:
    text = play("explain", "--markdown").stdout
    _, rules = text.split("\n# Rules of regatta\n")
    assert "\n## ship-ids\n" in rules
    assert "\n## top-heavy\n" in rules


def test_a_check_that_fails_hides_no_other(play: Run, edit: Edit, project: Path) -> None:
    code = "def leak(planks: int) -> int:\n    return 1 // 0\n\n\ndef find_heel"
    edit("rules.py", "def find_heel", code)
    leaky = (
        "    checks:\n      - {name: leaky, severity: hint, about: It leaks., why: So.,\n"
        "         when: leak(planks) > 0, at: planks, says: it leaks}\n"
    )
    edit("game.yaml", "    checks:\n", leaky)
    (project / "heron.yaml").write_text(HERON.replace("sail: 4", "sail: 5"))
    told = play("validate").stderr
    assert "fails in the check leaky: ZeroDivisionError" in told
    assert told.count("it was working on heron.yaml") == 1
    assert told.count("a ballast of 2 holds a sail of 4, not of 5") == 1


# Packages


@pytest.fixture
def install(project: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Announces a game as an installed package does; the project's folder is where Python looks."""

    def announce(name: str, value: str) -> None:
        monkeypatch.syspath_prepend(project)
        monkeypatch.setattr("sheetgen.systems.loading._may_announce", lambda place: True)
        entry = EntryPoint(name, value, "sheetgen.systems")
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry])

    return announce


@pytest.mark.parametrize("inner", ["", "boats"])
def test_a_package_whose_folder_has_a_game(
    run: Run, edit: Edit, project: Path, install: Any, inner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs no `--system`, and its `__init__.py` is not run to find the game."""
    home = project / "sheetgen_pond_regatta" / inner
    shutil.copytree(project / "regatta", home)
    (project / "sheetgen_pond_regatta" / "__init__.py").write_text('raise Exception("it runs")\n')
    install("regatta", ".".join(filter(None, ["sheetgen_pond_regatta", inner])))
    listed = run("list", SHEETGEN_TRACEBACK="")
    assert "Exception: it runs" in listed.stderr and "rules.py can't be run" in listed.stderr
    (project / "sheetgen_pond_regatta" / "__init__.py").unlink()
    try:
        assert "\nregatta " in run("list").stdout
        shown = run("show", "dabchick")
        assert (shown.status, shown.stderr) == (0, "") and "Heel      39°" in shown.stdout
        assert run("render", "dabchick", "--sheet", "dial", "-o", "d.pdf").status == 0
    finally:
        for name in [name for name in sys.modules if name.startswith("sheetgen_pond_regatta")]:
            del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("regatta", "no_such_package", "names a package that is not there"),
        ("regatta", "no_such_package.inside", "names a package that is not there"),
        ("regatta", "json", "names a package without a game.yaml"),
        ("regatta", "json.nowhere", "names a package without a game.yaml"),
        ("toys", "regatta", "names a game with the id regatta"),
    ],
)
def test_a_package_without_a_game(
    run: Run, edit: Edit, install: Any, name: str, value: str, words: str
) -> None:
    install(name, value)
    outcome = run("list", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    assert outcome.stderr.startswith("sheetgen: error[bad-system]: ")
    assert words in outcome.stderr
    assert f"{name} = {value}" in outcome.stderr


@pytest.mark.parametrize("file", ["old_regatta/__init__.py", "old_regatta.py"])
def test_a_package_that_is_all_python_is_told_once_and_not_run(
    run: Run, project: Path, install: Any, file: str
) -> None:
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_text(OLD)
    install("regatta", "old_regatta:SYSTEM")
    outcome = run("list", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    assert f"{file}:5:1: error[bad-system]: this game is all Python" in outcome.stderr
    assert outcome.stderr.count("[bad-system]") == 1 and HINT in outcome.stderr
    assert "its code runs" not in outcome.stdout


def test_a_game_knows_its_folder() -> None:
    assert load_folder(HOMEBREW).folder == HOMEBREW
    for system in Systems().all():
        assert system.folder is not None
        assert system.folder.name.replace("_", "-") == system.id
