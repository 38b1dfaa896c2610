"""The mark of a project: who writes it, what it says, and what becomes of that."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

import sheetgen
from sheetgen.studio.calls import answer
from sheetgen.studio.desk import Desk
from sheetgen.studio.request import Request

Run = Callable[..., Any]
SHIP = "system: asfos\nname: Kestrel\nmass: 6\nhull: 3\nengine: 2\n"
LONG = "Donaudampfschifffahrtsgesellschaft " * 60


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    """A folder with a ship and nothing that makes a project of it."""
    folder = tmp_path / "our fleet"
    folder.mkdir()
    (folder / "kestrel.yaml").write_text(SHIP)
    return folder


def name_language(pdf: bytes) -> str:
    """The language that a PDF says it is in."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return str(opened.Root.Lang)


def ask(folder: Path, method: str, path: str, **body: Any) -> Any:
    """The studio's answer for a folder."""
    desk = Desk(sheetgen.open_project(folder))
    made = answer(desk, Request(method, f"api/{path}", {}, json.dumps(body).encode()))
    assert made.status == 200, made.body
    return json.loads(made.body)


def tell(run_in: Run, folder: Path, *words: str) -> dict[str, str]:
    """The lines of `list project`, each by its first word."""
    outcome = run_in(folder, "list", "project", *words)
    assert outcome.status == 0, outcome.stderr
    return dict(line.split(maxsplit=1) for line in outcome.stdout.splitlines())


def test_init_writes_one(run_in: Run, tmp_path: Path) -> None:
    assert run_in(tmp_path, "init", "my fleet: 2").status == 0
    folder = tmp_path / "my fleet: 2"
    assert '\nname: "my fleet: 2"\n' in (folder / "sheetgen.yaml").read_text()
    assert "sheetgen.yaml  marks this folder" in (folder / "README.txt").read_text()
    assert run_in(folder, "validate", "--strict").status == 0
    assert tell(run_in, folder / "ships") == {
        "name": "my fleet: 2",
        "folder": str(folder),
        "because": "it is marked by sheetgen.yaml, and is the nearest above",
        "holds": "1 fleet, 1 ship, 1 book",
    }


def test_init_marks_a_folder_whose_name_is_none(run_in: Run, tmp_path: Path) -> None:
    assert run_in(tmp_path, "init", "a\u202eb").status == 0
    assert "\nname:" not in (tmp_path / "a\u202eb" / "sheetgen.yaml").read_text()
    assert run_in(tmp_path / "a\u202eb", "validate").status == 0


def test_the_studio_writes_one_where_it_starts_a_project(fleet: Path) -> None:
    ask(fleet, "POST", "new", game="asfos", kind="ship", name="Falcon")
    assert not (fleet / "sheetgen.yaml").exists()  # there was something already
    empty = fleet / "empty"
    empty.mkdir()
    ask(empty, "POST", "new", game="asfos", kind="ship", name="Falcon")
    assert sheetgen.open_project(empty).folder == empty
    assert "name: empty\n" in (empty / "sheetgen.yaml").read_text()


def test_why_a_folder_is_the_project(run_in: Run, fleet: Path) -> None:
    said = tell(run_in, fleet)
    assert (said["name"], said["because"]) == ("our fleet", "you are in it")
    assert tell(run_in, fleet.parent, str(fleet))["because"] == "you named it"
    (fleet / "templates").mkdir()
    (fleet / "fonts").mkdir()
    assert tell(run_in, fleet)["because"] == "it holds templates/ and fonts/"
    (fleet / "sheetgen.yaml").write_text("name: Red Oak Group\nlanguage: de\n")
    (fleet / "profiles").mkdir()
    said = tell(run_in, fleet)
    assert (said["name"], said["language"]) == ("Red Oak Group", "de")
    assert (said["because"], said["holds"]) == ("it is marked by sheetgen.yaml", "1 ship")
    assert sheetgen.open_project(fleet).name == "Red Oak Group"
    assert ask(fleet, "GET", "project")["title"] == "Red Oak Group"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("# nothing yet\n", ""),
        ("name: 1701\n", ""),
        (
            "nam: x\n",
            "1:1: error[unknown-key]: there is no key nam here\n  1 | nam: x\n      ^\n"
            "  hint: did you mean name?\n",
        ),
        ("name: x\nname: y\n", "2:1: error[duplicate-key]"),
        ("name: x\nlanguage: 5.5\n", "2:11: error[wrong-type]: language[1]: expected a text"),
        ('name: " "\n', "1:7: error[hidden-text]"),
        (f"name: {'x' * 121}\n", "1:7: error[out-of-range]"),
        ("name: x\n---\nname: y\n", "3:1: error[second-document]"),
        ("- name\n", "1:1: error[not-a-mapping]"),
        ("name: [\n", "2:1: error[yaml-syntax]"),
        ("name: \x07\n", "1:7: error[not-text]"),
    ],
)
def test_it_is_read_strictly_and_once(run_in: Run, fleet: Path, text: str, said: str) -> None:
    (fleet / "sheetgen.yaml").write_text(text)
    for words in (("validate",), ("validate", "kestrel.yaml"), ("validate", "sheetgen.yaml")):
        outcome = run_in(fleet, *words)
        assert outcome.status == bool(said), outcome.stderr
        assert (f"sheetgen.yaml:{said}" if said else "") in outcome.stderr
        assert outcome.stderr.count("error[") == bool(said)
    outcome = run_in(fleet, "render", "-o", "a.pdf")
    assert (outcome.status, (fleet / "a.pdf").exists()) == (bool(said), not said)


def test_a_mark_that_leads_out_is_refused(run_in: Run, fleet: Path) -> None:
    (fleet.parent / "mark.yaml").write_text("name: Elsewhere\n")
    (fleet / "sheetgen.yaml").symlink_to(fleet.parent / "mark.yaml")
    outcome = run_in(fleet, "validate")
    assert "sheetgen.yaml: error[outside-project]" in outcome.stderr
    assert sheetgen.open_project(fleet).name == "our fleet"


def test_a_mark_is_no_output(run_in: Run, fleet: Path) -> None:
    (fleet / "sheetgen.yaml").write_text("name: x\n")
    outcome = run_in(fleet, "render", "-o", "sheetgen.yaml", "--format", "pdf")
    assert "over-an-input" in outcome.stderr
    assert (fleet / "sheetgen.yaml").read_text() == "name: x\n"


def test_books_that_name_no_language_have_that_of_the_project(run_in: Run, fleet: Path) -> None:
    (fleet / "book.yaml").write_text("book: B\nchapters: [one.md]\ncontents: false\n")
    (fleet / "one.md").write_text(f"# Eins\n\n{LONG}\n")
    english = sheetgen.open_project(fleet).publish("book.yaml").pdf()
    (fleet / "sheetgen.yaml").write_text("language: de\n")
    german = sheetgen.open_project(fleet).publish("book.yaml").pdf()
    assert (name_language(english), name_language(german)) == ("en-GB", "de")
    (fleet / "book.yaml").write_text(
        "book: B\nlanguage: en-GB\nchapters: [one.md]\ncontents: false\n"
    )
    assert sheetgen.open_project(fleet).publish("book.yaml").pdf() == english
    # A book that comes with sheetgen is in another project, which is in English.
    assert name_language(sheetgen.open_project(fleet).publish("the-ice-toll").pdf()) == "en-GB"


def test_a_book_waits_for_its_project(run_in: Run, fleet: Path) -> None:
    (fleet / "book.yaml").write_text("book: B\n")
    (fleet / "sheetgen.yaml").write_text("langage: de\n")
    outcome = run_in(fleet, "book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "sheetgen.yaml:1:1: error[unknown-key]" in outcome.stderr
    assert "did you mean language?" in outcome.stderr
    assert "1 | langage: de" in outcome.stderr


def test_its_schema(run_in: Run, tmp_path: Path) -> None:
    shown = json.loads(run_in(tmp_path, "schema", "project").stdout)
    assert list(shown["$defs"]["ProjectMark"]["properties"]) == [
        "name",
        "language",
        "version",
        "look",
    ]
