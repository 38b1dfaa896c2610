"""Games from outside: what they declare, what their code does, and where they are found."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
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


def test_a_fleet_of_its_own_finds_its_ships(play: Run, edit: Edit, project: Path) -> None:
    """One that stands elsewhere, as from outside of the game's folder."""
    line = 'BOAT = Kind(\n    name="boat",\n    model=Boat,'
    flotilla = (
        "class Flotilla(Boat.__base__):\n"
        '    system: Literal["regatta"]\n    flotilla: str\n    boats: list[str]\n\n\n'
        'FLOTILLA = Kind(\n    name="flotilla", model=Flotilla, marker="flotilla",\n'
        '    columns=(Column("boats", lambda boats: [boat.name for boat in boats]),),\n'
        "    link=lambda fleet, lookup: [\n"
        '        lookup.find(("boats", at), name, "boat") for at, name in enumerate(fleet.boats)\n'
        "    ],\n)\n\n"
    )
    edit("__init__.py", line, flotilla + line)
    edit("__init__.py", "from sheetgen", "from typing import Literal\n\nfrom sheetgen")
    edit("__init__.py", "import Kind", "import Column, Kind")
    edit("__init__.py", "(BOAT, FLEET)", "(BOAT, FLEET, FLOTILLA)")
    fleet = project / "pond.yaml"
    fleet.write_text("system: regatta\nflotilla: Ducks\nboats: [dabchick, heron]\n")
    (row,) = json.loads(play("show", "pond.yaml", "--json").stdout)
    assert row["derived"] == {"boats": ["Dabchick", "Heron"]}
    fleet.write_text("system: regatta\nflotilla: Ducks\nboats: [dabchik]\n")
    outcome = play("validate", "pond.yaml")  # and the link that can't do with None is not told of
    assert "pond.yaml:3:9: error[unknown-definition]: there is no boat called 'dabchik'" in (
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
    other = project / "other" / "regatta"
    shutil.copytree(project / "regatta", other)
    for file in ("__init__.py", "boat.py", "fleet.py"):
        text = (other / file).read_text()
        (other / file).write_text(text.replace('"regatta"', '"toys"').replace("Pond", "Bath"))
    systems = Systems([project / "regatta", other])
    assert systems.own == ["regatta", "toys"]
    names = {system.name for system in systems.all()}
    assert {"Pond Regatta", "Bath Regatta"} <= names
    assert systems.get("toys").kinds[0].model is not systems.get("regatta").kinds[0].model  # type: ignore[union-attr]


# Starting with it


def test_new_and_init_name_the_game_again(play: Run, project: Path) -> None:
    assert "heron-ii.pdf --system regatta`" in play("new", "regatta", "Heron II").stdout
    outcome = play("init", "my boats")
    assert "`sheetgen render 'my boats' -o fleet.pdf --system regatta`" in outcome.stdout
    files = {p.name for p in (project / "my boats").rglob("*") if p.is_file()}
    assert files == {
        *("README.txt", "first-boat.yaml", "book.yaml", "introduction.md", "sheetgen.yaml")
    }
    told = (project / "my boats" / "README.txt").read_text()
    assert "sheetgen validate --system ../regatta" in told
    assert "fleet.yaml  " not in told
    assert "name: First Boat" in (project / "my boats" / "ships" / "first-boat.yaml").read_text()


@pytest.mark.parametrize("words", [["new", "regatta", "Heron"], ["init", "boats"]])
def test_without_a_starter_there_is_nothing_to_start_from(
    play: Run, edit: Edit, project: Path, words: list[str]
) -> None:
    edit("__init__.py", "    starter=STARTER,\n", "")
    outcome = play(*words)
    assert outcome.status == 2
    assert "the game regatta has no definitions to start from" in outcome.stderr
    assert not (project / "boats").exists()


# What it declares


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("__init__.py", 'id="regatta"', 'id="Pond Regatta"', "its id 'Pond Regatta' can't be used"),
        ("__init__.py", 'id="regatta"', "id=3", "its id 3 can't be used"),
        ("__init__.py", 'about="toy boats on a pond"', "about=None", "its about is not a text"),
        ("__init__.py", "(BOAT, FLEET)", "(BOAT)", "its kinds are not a tuple: write kinds=(…,)"),
        ("__init__.py", "(BOAT, FLEET)", "()", "it has no kinds"),
        ("__init__.py", "(BOAT, FLEET)", "(Boat,)", "its kinds hold Boat, which is not a Kind"),
        (
            "__init__.py",
            "(BOAT, FLEET)",
            "(BOAT, BOAT)",
            "the kinds boat and boat have an empty marker",
        ),
        ("__init__.py", "(CARD, ROSTER, COUNTERS)", "(CARD)", "its sheets are not a tuple"),
        (
            "__init__.py",
            "(CARD, ROSTER, COUNTERS)",
            "(CARD, CARD)",
            "there are two sheets called card",
        ),
        ("__init__.py", "model=Boat", "model=dict", "the model of the kind boat is dict, which"),
        ("__init__.py", "model=Boat", 'model=Boat, marker="fleet"', "the marker 'fleet' of"),
        ("__init__.py", "model=Boat", 'model=Boat, marker="name"', "no kind has an empty marker"),
        (
            "__init__.py",
            "columns=COLUMNS",
            "columns={}",
            "the columns of the kind boat are not a tu",
        ),
        (
            "boat.py",
            'Column("ballast"',
            'dict(name="ballast"',
            "boat hold a dict, which is not a Co",
        ),
        (
            "boat.py",
            '"sail", table',
            "9, table",
            "of the column speed of the kind boat is a",
        ),
        (
            "boat.py",
            '"ballast", table',
            '"speed", table',
            "two columns of the kind boat called",
        ),
        (
            "boat.py",
            "list_speeds),",
            "list_speeds, of=3),",
            "columns of the column speed_by_planks",
        ),
        ("boat.py", '"ballast", table', "table", "has neither a key nor a value"),
        ("__init__.py", "starter=", "group=3, starter=", "group of the kind boat is a int"),
        ("__init__.py", "checks=(top_heavy,)", "checks=(top_heavy)", "the checks of the kind boat"),
        (
            "__init__.py",
            "checks=(top_heavy,)",
            "checks=(Boat,)",
            "hold Boat: write @",
        ),
        ("__init__.py", "starter=STARTER", "starter=None", "the starter of the kind boat"),
        ("card.py", '\n    kinds=("boat", "fleet")', ' kinds=("boat")', "write ('boat',)"),
        ("card.py", '\n    kinds=("boat", "fleet")', ' kinds=("goat",)', "did you mean boat?"),
        ("card.py", '\n    kinds=("boat", "fleet")', " kinds=()", "a default for the kind boat"),
        ("card.py", "regatta/card.svg", "regatta/card", "name a file such as 'card.svg'"),
        ("card.py", "fill=fill_card", "fill=None", "fill of the sheet card is a NoneType"),
        ("card.py", "    blank_sizes=(6, 8, 12),\n", "", "but no blank_sizes"),
        ("__init__.py", "SYSTEM =", "GAME =", "does not set SYSTEM"),
        ("boat.py", '    system: Literal["regatta"]\n', "", 'write system: Literal["regatta"]'),
        ("boat.py", '"regatta"', '"regata"', "takes 'regata', not 'regatta'"),
        ("boat.py", "(Model)", "(Modle)", "regatta/boat.py:9:12: error[bad-system]: "),
        ("boat.py", "def list", "ef list", "regatta/boat.py:20:4: error[bad-system]: "),
        ("rules.py", "Why:", "Because:", "has no paragraph that starts with 'Why: '"),
        ("card.py", ".boat", ".goat", "regatta/card.py:9:1: error[bad-system]: "),
        ("card.py", "from dataclasses", "exit()\nfrom dataclasses", "it ends the program"),
    ],
)
def test_what_is_wrong_with_a_game_is_told_at_once(
    play: Run, edit: Edit, file: str, old: str, new: str, words: str
) -> None:
    edit(file, old, new)
    outcome = play("validate")
    assert outcome.status == 1
    assert "error[bad-system]: " in outcome.stderr
    assert words in outcome.stderr
    assert "  hint: docs/add-a-game.md shows how a game is made\n" in outcome.stderr
    assert re.search(r"^  \d+ \| \S", outcome.stderr, re.MULTILINE)


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("nowhere", "there is no folder nowhere"),
        ("asfos", "asfos is a shipped game and needs no --system"),
        ("templates", "templates holds no game: it has no __init__.py"),
        ("regatta/__init__.py", "name its folder: --system regatta"),
    ],
)
def test_a_folder_that_is_none(run: Run, edit: Edit, folder: str, words: str) -> None:
    outcome = run("list", "--system", folder)
    assert outcome.status == 1
    assert outcome.stderr.startswith("sheetgen: error[bad-system]: ")
    assert words in outcome.stderr


def test_the_id_of_a_shipped_game_is_taken(play: Run, edit: Edit) -> None:
    edit("boat.py", '"regatta"', '"asfos"')
    edit("fleet.py", '"regatta"', '"asfos"')
    edit("__init__.py", 'id="regatta"', 'id="asfos"')
    outcome = play("list")
    assert "the game in regatta has the id asfos of a shipped one" in outcome.stderr


def test_one_game_twice(run: Run, edit: Edit) -> None:
    outcome = run("list", "--system", "regatta", "--system", "regatta")
    assert "both have the id regatta" in outcome.stderr


# What its code does


@pytest.mark.parametrize(
    ("command", "file", "old", "new", "words"),
    [
        (
            "show heron",
            "boat.py",
            "boat.sail - lost",
            "boat.sial - lost",
            "boat.py:22:17: …the co",
        ),
        (
            "show heron",
            "boat.py",
            '"sail", t',
            '"sale", t',
            "…in the columns of the kind boat: Attr",
        ),
        (
            "show",
            "boat.py",
            '"sail", t',
            '"sale", t',
            "…in the columns of the kind boat: Attr",
        ),
        ("show heron --json", "boat.py", "list_speeds)", "lambda b: {1})", "…set is not JSON"),
        ("validate", "rules.py", "2 * boat", "2 / 0 * boat", "rules.py:18:12: …check top-heavy"),
        ("validate", "rules.py", "boat.sail > held", "exit()", "…it ends the program"),
        ("validate", "rules.py", "    if boat.sail", "    yield 3\n    if boat.sail", "…Finding(("),
        (
            "validate",
            "rules.py",
            "    if boat.sail > held",
            '    yield Finding("sail", "is odd")\n    if boat.sail > held',
            "…a check yields Finding((",
        ),
        (
            "validate",
            "card.py",
            "def fill_card(values, look)",
            "def fill_card(values)",
            "…fill of the",
        ),
        (
            "render -o o.pdf",
            "card.py",
            "yield Print(Card(member",
            "yield (Card(member",
            "…not a Print",
        ),
        ("render -o o.pdf", "card.py", "str(boat.sail)", "boat.sail[0]", "card.py:27:39: …fill of"),
        ("blank card -o o.pdf", "card.py", '[""] * planks', "[][planks]", "card.py:34:34: …blank"),
        (
            "validate",
            "boat.py",
            "\n\ndef list_speeds",
            "\n    from sheetgen.systems import verify\n"
            "    @verify('sail')\n    def odd(self, sail):\n        return 1 / 0\n"
            "\n\ndef list_speeds",
            "boat.py:22:16: …the model Boat: ZeroDivisionError",
        ),
    ],
)
def test_code_that_fails_is_told_at_its_place(
    play: Run, edit: Edit, project: Path, command: str, file: str, old: str, new: str, words: str
) -> None:
    edit(file, old, new)
    outcome = play(*command.split())
    assert outcome.status == 1, outcome.stderr
    assert outcome.stdout == ""
    place, _, said = words.partition("…")
    told = next(line for line in outcome.stderr.splitlines() if "error[broken-game]" in line)
    assert told.startswith(f"regatta/{place}" if place else "") and said in told
    assert "SHEETGEN_TRACEBACK=1" in outcome.stderr
    assert "Traceback" not in outcome.stderr
    assert not (project / "o.pdf").exists()


def test_whoever_asks_gets_the_traceback(run: Run, edit: Edit) -> None:
    edit("boat.py", "boat.sail - lost", "boat.sial - lost")
    with pytest.raises(AttributeError):
        run("show", "heron", "--system", "regatta", SHEETGEN_TRACEBACK="1")
    edit("boat.py", "class Boat", "1 / 0\n\n\nclass Boat")
    with pytest.raises(ZeroDivisionError):
        run("show", "heron", "--system", "regatta", SHEETGEN_TRACEBACK="1")


def test_a_number_that_makes_no_sense_is_the_users(play: Run) -> None:
    outcome = play("blank", "card", "--size", "13", "-o", "out.pdf")
    assert outcome.status == 2
    assert "--size: a boat has 2 to 12 planks, not 13" in outcome.stderr


@pytest.mark.parametrize(
    "says", ["raise ValueError('of cloth only')", "assert False, 'of cloth only'"]
)
def test_a_check_refuses_in_its_own_words(play: Run, edit: Edit, says: str) -> None:
    edit("boat.py", "Model, Text", "Model, Text, verify")
    code = f'    @verify("sail")\n    def check(self, sail):\n        {says}\n'
    edit("boat.py", "\n\ndef list_speeds", f"\n{code}\n\ndef list_speeds")
    outcome = play("validate", "heron.yaml")
    words = "error[wrong-value]: sail: of cloth only"
    assert outcome.stderr.startswith(f"{NOTICE}heron.yaml:4:7: {words}\n")


@pytest.mark.parametrize(
    ("key", "given", "place"), [('"sail"', "sail", "4:7"), ("", "", "1:1")], ids=["key", "all"]
)
def test_a_game_verifies_what_is_written(
    play: Run, edit: Edit, key: str, given: str, place: str
) -> None:
    words = '"wrong-value", "of cloth only", "no paper"'
    edit("boat.py", "Model, Text", "Model, RefusedError, Text, verify")
    code = (
        f"    @verify({key})\n    def check(self, {given}):\n        raise RefusedError({words})\n"
    )
    edit("boat.py", "\n\ndef list_speeds", f"\n{code}\n\ndef list_speeds")
    outcome = play("validate", "heron.yaml")
    assert f"heron.yaml:{place}: error[wrong-value]: of cloth only\n" in outcome.stderr
    assert "hint: no paper\n" in outcome.stderr


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("    sail: int", "    crew: tuple[int, ...] = ()\n    sail: int", "tuple[int, ...]"),
        ("    sail: int", "    crew: complex = 0\n    sail: int", "complex"),
    ],
)
def test_a_type_that_yaml_lacks_is_told(
    play: Run, edit: Edit, old: str, new: str, words: str
) -> None:
    edit("boat.py", old, new)
    outcome = play("validate")
    assert "error[broken-game]" in outcome.stderr
    assert f"the key crew of Boat can't take {words}: YAML has no such values" in outcome.stderr


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Field, Model", "Model", "of Boat is pydantic's, which nothing here reads"),
        (
            "    ballast: int = ",
            "    ballast: Annotated[int, F(lt=3)] = ",
            "ballast of Boat has some",
        ),
        ("    sail: int", "    model_config = {}\n    sail: int", "model_config of Boat is"),
        ("    sail: int", "    crew: 'Crew'\n    sail: int", "name 'Crew' is not defined"),
    ],
)
def test_a_model_that_can_not_be_read_is_told(
    play: Run, edit: Edit, old: str, new: str, words: str
) -> None:
    name = "Field as F" if "F(" in new else "Field"
    edit("boat.py", old, new)
    if "Field" in old or "F(" in new:
        head = "from typing import Annotated, Literal\n\nfrom pydantic import " + name
        edit("boat.py", "from typing import Literal\n", f"{head}\n")
    outcome = play("validate")
    assert re.search(r"error\[(broken-game|bad-system)\]", outcome.stderr)
    assert words in outcome.stderr


# Templates


def test_a_template_that_is_missing_is_told_with_its_game(play: Run, edit: Edit) -> None:
    edit("card.py", "regatta/card.svg", "regatta/crad.svg")
    outcome = play("render", "heron.yaml", "-o", "out.pdf")
    assert outcome.status == 1
    assert "heron.yaml:2:7: error[template-missing]: there is no template regatta/crad.svg, " in (
        outcome.stderr
    )
    assert "the sheet card of the game regatta" in outcome.stderr
    assert "did you mean regatta/card.svg?" in outcome.stderr


def test_data_in_a_dictionary(play: Run, edit: Edit) -> None:
    edit(
        "card.py", "Print(Card(member.name, str(boat.sail), str(boat.ballast), speeds)", "Print({}"
    )
    outcome = play("render", "heron.yaml", "-o", "out.pdf")
    assert "error[template-error]: this is a table (a dict), which has no ." in outcome.stderr
    assert "make it a dataclass" in outcome.stderr


# Rules


def test_a_rule_may_have_the_name_of_another_games(play: Run, edit: Edit) -> None:
    edit("rules.py", '"top-heavy"', '"over-power"')
    outcome = play("explain", "over-power")
    assert outcome.status == 0
    assert "over-power (warning, asfos)\n" in outcome.stdout
    assert "over-power (warning, regatta)\n\nA boat carries" in outcome.stdout
    assert play("validate").status == 0


def test_rules_are_listed_below_their_game(play: Run) -> None:
    text = play("explain", "--markdown").stdout
    _, rules = text.split("\n# Rules of regatta\n")
    assert rules.startswith("\n## ship-ids\n")
    assert "\n## top-heavy\n" in rules


def test_two_checks_of_one_name(play: Run, edit: Edit) -> None:
    again = (
        '\n\n@check("top-heavy", "hint")\ndef more(boat):\n    """More.\n\n    Why: So.\n    """\n'
    )
    edit("rules.py", 'would hold it")\n', f'would hold it")\n{again}')
    edit("__init__.py", "import top_heavy", "import more, top_heavy")
    edit("__init__.py", "(top_heavy,)", "(top_heavy, more)")
    assert "there are two checks called top-heavy" in play("validate").stderr


def test_a_check_that_fails_hides_no_other(play: Run, edit: Edit, project: Path) -> None:
    more = '\n\n@check("leaky", "hint")\ndef leaky(boat):\n    """L.\n\n    Why: So.\n    """\n    '
    edit("rules.py", 'would hold it")\n', f'would hold it")\n{more}return 1 / 0\n')
    edit("__init__.py", "import top_heavy", "import leaky, top_heavy")
    edit("__init__.py", "(top_heavy,)", "(leaky, top_heavy)")
    (project / "heron.yaml").write_text(HERON.replace("sail: 4", "sail: 5"))
    told = play("validate").stderr
    assert "fails in the check leaky: ZeroDivisionError" in told
    assert told.count("it was working on heron.yaml") == 1
    assert told.count("a ballast of 2 holds a sail of 4, not of 5") == 1


# Packages


class _Entry:
    """An entry point of an installed package, as importlib.metadata gives it."""

    def __init__(self, name: str, value: str) -> None:
        self.name, self.value = name, value
        self.module, _, self.attribute = value.partition(":")

    def load(self) -> Any:
        module = __import__(self.module)
        return getattr(module, self.attribute) if self.attribute else module


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (_Entry("regatta", "no_such_package:SYSTEM"), "ModuleNotFoundError: No module named"),
        (_Entry("regatta", "json:SYSTEM"), "AttributeError"),
        (_Entry("regatta", "json"), "does not set SYSTEM to a System"),
        (_Entry("toys", "regatta:SYSTEM"), "names a game with the id regatta"),
    ],
)
def test_a_package_without_a_game(
    run: Run, edit: Edit, project: Path, monkeypatch: pytest.MonkeyPatch, entry: _Entry, words: str
) -> None:
    monkeypatch.syspath_prepend(project)
    monkeypatch.setattr("sheetgen.systems.loading._may_announce", lambda place: True)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry])
    outcome = run("list", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    assert outcome.stderr.startswith("sheetgen: error[bad-system]: ")
    assert words in outcome.stderr
    assert f"{entry.name} = {entry.value}" in outcome.stderr


def test_a_game_knows_its_folder() -> None:
    assert load_folder(HOMEBREW).folder == HOMEBREW
    for system in Systems().all():
        assert system.folder is not None
        assert system.folder.name.replace("_", "-") == system.id
