"""duel, compare and show --why on the command line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

Run = Callable[..., Any]


def test_duel_for_people(run: Run) -> None:
    outcome = run("duel", "warrior", "new-mars", "--duels", 500)
    assert outcome.status == 0
    assert "Warrior (36 points) against New Mars (29 points)" in outcome.stdout
    assert "500 duels: range 10 (inches, or the unit of the fleets), bow, speed normal" in (
        outcome.stdout
    )
    assert "- this is jousting value, not balance" in outcome.stdout


def test_duel_for_programs(run: Run) -> None:
    outcome = run("duel", "warrior", "new-mars", "--duels", 500, "--json", "--range", 20)
    found = json.loads(outcome.stdout)
    assert {"a": "warrior", "b": "new-mars", "duels": 500, "seed": 1, "range": 20}.items() <= (
        found.items()
    )
    assert found["wins_a"] + found["wins_b"] + found["draws"] == 500
    assert found["interval"][0] < found["win_rate"] < found["interval"][1]
    assert found == json.loads(
        run("duel", "warrior", "new-mars", "--duels", 500, "--json", "--range", 20).stdout
    )


def test_matrix_on_paper(run: Run, project: Path) -> None:
    command = ["duel", "threshold-watch", "--matrix", "--duels", 20, "-o", "duels.pdf"]
    outcome = run(*command, "--paper", "letter")
    assert outcome.stdout.startswith("duels.pdf: 6 pieces on ")
    document = PdfDocument(project / "duels.pdf")
    text = document[0].get_textpage().get_text_bounded()
    assert "The Threshold Watch" in text
    assert "Redoubt" in text
    assert "range 5 (inches, or the unit of the fleets), bow, speed normal" in text
    document.close()


def test_duels_in_another_language(run: Run, project: Path) -> None:
    told = run("duel", "warrior", "new-mars", "--duels", 2000, "--language", "de").stdout
    assert "Warrior (36 Punkte) gegen New Mars (29 Punkte)" in told
    assert "2\u202f000 Duelle: Entfernung 10 (Zoll, oder die Einheit der Flotten), Bug" in told
    assert re.search(r"Siegquote von Warrior: \d\d,\d %; ", told)
    assert "- niemand fährt: Entfernung" in told and "duel" not in told
    command = ["duel", "flint", "squall", "--matrix", "--duels", 20, "--language", "de"]
    assert run(*command, "-o", "duels.pdf").status == 0
    text = PdfDocument(project / "duels.pdf")[0].get_textpage().get_text_bounded()
    assert "Entfernung 5 (Zoll), vorn, Fahrt eigene, Stetig" in text
    assert "Duelle" in text and "Duels" not in text
    assert "Nicht gespielt: niemand fliegt weiter" in " ".join(text.split())
    (project / "sheetgen.yaml").write_text("language: de\n")
    assert " gegen New Mars" in run("duel", "warrior", "new-mars", "--duels", 9).stdout
    assert "nobody" in run("duel", "warrior", "new-mars", "--duels", 9, "--json").stdout


def test_matrix_as_a_table(run: Run) -> None:
    outcome = run("duel", "threshold-watch", "--matrix", "--duels", 20, "--range", 10)
    bow, broadside = outcome.stdout.split("Wins of the row in 100 duels against the column: ")[1:]
    assert "range 10 (inches, or the unit of the fleets), broadside" in broadside
    rows = [line.split() for line in bow.splitlines()]
    assert [row[:2] + row[-1:] for row in rows[3:5]] == [
        ["1", "Redoubt", "46"],
        ["2", "Bastion", "31"],
    ]
    found = json.loads(
        run("duel", "threshold-watch", "--matrix", "--duels", 20, "--range", 10, "--json").stdout
    )
    assert found["ids"] == ["redoubt", "bastion", "barbican", "rampart", "portcullis"]
    assert [table["face"] for table in found["tables"]] == [["bow"] * 2, ["broadside"] * 2]
    assert len(found["tables"][0]["rates"]) == 5


def test_worth(run: Run) -> None:
    outcome = run("duel", "swordfish", "--worth", "--duels", 10, "--jobs", 1)
    assert "Swordfish is worth 1" in outcome.stdout
    assert "points by fighting; it has 14." in outcome.stdout
    assert "1 × mass driver" in outcome.stdout
    found = json.loads(
        run("duel", "swordfish", "--worth", "--duels", 10, "--jobs", 1, "--json").stdout
    )
    assert found["worth"]["low"] < found["worth"]["points"] < found["worth"]["high"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["warrior"], "a duel takes two sides, not 1"),
        (["warrior", "resolute"], "only ships of one game can fight, not of"),
        (["windhover", "sandpiper"], "(barsoom) has no duels: its ships have no points"),
        (["warrior", "the-ice-toll"], "The Ice Toll is a scenario; only ships and fleets"),
        (["warrior", "new-mars", "--face", "bov"], "--face: there is no bov; did you mean bow?"),
        (["resolute", "halcyon", "--criticals"], "no critical hits that are optional"),
        (["warrior", "new-mars", "-o", "x.pdf"], "-o prints the tables of --matrix"),
        (["warrior", "new-mars", "--worth"], "--worth measures one design; name one ship"),
        (["warrior", "--matrix"], "1 can't meet in a matrix; name 2 to 30"),
    ],
)
def test_wrong_use(run: Run, arguments: list[str], words: str) -> None:
    outcome = run("duel", *arguments)
    assert outcome.status == 2
    assert words in outcome.stderr


def test_a_ship_that_is_missing(run: Run) -> None:
    outcome = run("duel", "warrior", "warior")
    assert outcome.status == 1
    assert "did you mean warrior?" in outcome.stderr


# compare


def test_compare_marks_differences(run: Run) -> None:
    outcome = run("compare", "warrior", "new-mars")
    lines = outcome.stdout.splitlines()
    assert lines[0].split() == ["Warrior", "New", "Mars"]
    assert "≠  primaries forward  16            6 (-10)" in lines
    assert not any("class code" in line for line in lines)
    assert "   class code" in run("compare", "warrior", "new-mars", "--all").stdout


def test_compare_for_programs(run: Run) -> None:
    found = json.loads(run("compare", "warrior", "new-mars", "bastion", "--json").stdout)
    values = {line["key"]: line for line in found["values"]}
    assert values["screens"] == {"key": "screens", "values": [2, 2, 3], "differs": True}
    assert values["mass"]["differs"] is False
    assert values["weapon_boxes.1"]["values"][0]["forward"] == 16


def test_compare_only_what_is_of_one_kind(run: Run) -> None:
    outcome = run("compare", "warrior", "threshold-watch")
    assert outcome.status == 2
    assert "not asfos fleets and asfos ships" in outcome.stderr
    assert run("compare", "warrior").status == 2


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_compare_with_an_earlier_revision(run: Run, project: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
        subprocess.run(["git", *who, *arguments], cwd=project, check=True, capture_output=True)

    ship = project / "my ship.yaml"
    text = "system: asfos\nname: Kite\nmass: 4\nhull: 3\nengine: 1\nsecondaries: 4\n"
    ship.write_text(text)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    ship.write_text(text.replace("mass: 4", "mass: 6"))
    outcome = run("compare", "my ship.yaml@HEAD", "my ship.yaml")
    assert "my ship.yaml@HEAD  my ship.yaml" in outcome.stdout
    assert "≠  mass" in outcome.stdout
    assert "6 (+2)" in outcome.stdout
    for revision, words in (("HEAD~9", "invalid object name"), ("--textconv", "name a revision")):
        wrong = run("compare", f"my ship.yaml@{revision}", "my ship.yaml")
        assert wrong.status == 2
        assert words in wrong.stderr


# show --why


def test_points_as_arithmetic(run: Run) -> None:
    shown = run("show", "warrior", "--why").stdout
    assert "√(mass 12 × defence factor 5 × firepower 21.2) = 35.67, rounded 36" in shown
    assert "forward      16 × 0.6   9.6  the arc that the game's fleets fight with" in shown
    assert "power used: 12 + 32 + 8 + 8 = 60 of 60" in shown
    assert "points: 75 + 20 + 0 + 20 = 115" in run("show", "resolute", "--why").stdout
    assert "hardpoints used: 2 + 1 + 0 = 3 of 3" in run("show", "black-tiger", "--why").stdout


def test_arithmetic_for_programs(run: Run) -> None:
    found = json.loads(run("show", "warrior", "--why", "--json").stdout)[0]["why"]
    terms = {term["what"]: term for term in found["power_used"]["terms"]}
    assert terms["specials"]["sum"] == "2 × 4"
    assert sum(term["value"] for term in terms.values()) == 60


# Strangers' folders


CROWD = "system: asfos\nfleet: {}\nships:\n" + "  - {{ship: warrior, count: 99}}\n" * 10


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a.yaml", "b.yaml"], "so many duels between so many ships take too long; at most 204"),
        (["a.yaml", "b.yaml", "--matrix"], "take too long; at most 11"),
        (["warrior", "new-mars", "--duels", "10000000", "--worth"], "name one ship"),
        (["warrior", "--duels", "10000000", "--worth"], "take too long; at most "),
        (["a.yaml", "--worth"], "name one ship"),
        (["warrior", "new-mars", "--duels", "0"], "--duels: 0 is not from 1 to "),
        (["warrior", "--worth", "--duels", "0"], "--duels: 0 is not from 1 to "),
    ],
)
def test_a_duel_has_an_end(run: Run, project: Path, arguments: list[str], words: str) -> None:
    for name in ("a", "b"):
        (project / f"{name}.yaml").write_text(CROWD.format(name))
    outcome = run("duel", *arguments)
    assert outcome.status == 2
    assert words in outcome.stderr


def test_a_duel_tells_what_losses_leave_of_the_points(run: Run, project: Path) -> None:
    losses = {
        "asfos": (
            "ships: [{ship: swordfish, count: 2, state: {CA1: {hull: 3, weapons: 2}}}]",
            "23 of 28",
        ),
        "black-skies": (
            "elements: [{fighter: black-tiger, state: {leader: {hull: 6}}}]",
            "3 of 6",
        ),
    }
    for game, (written, words) in losses.items():
        (project / "a.yaml").write_text(f"system: {game}\nfleet: After\n{written}\n", "utf-8")
        outcome = run("duel", "a.yaml", "a.yaml", "--duels", 2)
        assert outcome.stdout.startswith(f"After A ({words} "), outcome.stdout
    whole = run("duel", "swordfish", "swordfish", "--duels", 2).stdout
    assert "(14 points) against" in whole


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
@pytest.mark.parametrize("missing", [True, False])
def test_a_repository_runs_nothing(run: Run, project: Path, missing: bool) -> None:
    """Programs that a stranger's .git/config names, to get objects or to look for changes."""

    def git(*arguments: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
        command = ["git", *who, *arguments]
        return subprocess.run(command, cwd=project, check=True, capture_output=True).stdout.decode()

    (project / "a.yaml").write_text("system: asfos\nname: Kite\nmass: 4\nhull: 3\nengine: 1\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    name = git("rev-parse", "HEAD:a.yaml").strip()
    settings = {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": "ssh://somewhere/else",
        "protocol.ssh.allow": "always",
        "core.sshCommand": f"touch '{project}/ran'; false",
        "core.fsmonitor": f"touch '{project}/ran'; false",
    }
    for key, value in settings.items():
        git("config", key, value)
    if missing:
        (project / ".git/objects" / name[:2] / name[2:]).unlink()
    for revision in ("HEAD", ":0"):
        outcome = run("compare", f"a.yaml@{revision}", "a.yaml")
        assert outcome.status == (2 if missing else 0), outcome.stderr
        assert not (project / "ran").exists()


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_what_git_has_is_read_as_strictly_as_a_file(run: Run, project: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
        subprocess.run(["git", *who, *arguments], cwd=project, check=True, capture_output=True)

    (project / "latin.yaml").write_bytes(b"system: asfos\nname: \xc9meraude\n")
    (project / "large.yaml").write_bytes(b"#" * (8 * 1024 * 1024 + 1))
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    outcome = run("compare", "latin.yaml@HEAD", "warrior")
    assert outcome.status == 1
    assert "latin.yaml@HEAD:2:7: error[not-text]: the byte 0xC9 here" in outcome.stderr
    outcome = run("compare", "large.yaml@HEAD", "warrior")
    assert outcome.status == 2
    assert "large.yaml@HEAD: this is larger than 8 MB" in outcome.stderr
