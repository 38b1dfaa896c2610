"""What a run has read is never replaced by what it prints, whatever it is called."""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import sheetgen
from sheetgen.ground import assets
from sheetgen.ground.files import Files
from sheetgen.type.fontfile import Traits
from sheetgen.type.fonts import Fonts

Run = Callable[..., Any]
Writer = Callable[..., Path]
PACKAGE = Path(sheetgen.__file__).parent

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="9mm" viewBox="0 0 20 9">{}</svg>'
)
FLEET = "system: asfos\nfleet: Squadron\nships: [{ship: other}]\n"
BOOK = """\
book: Ours
author: Me
licence: None.
chapters: [one.md]
ships: [other]
theme: mine
"""


@pytest.fixture
def folder(project: Path, write_ship: Writer) -> Path:
    """A project in which everything that can be read is read by something."""
    write_ship("ship.yaml", art="art.svg")
    write_ship("other.yaml", name="Other")
    (project / "art.svg").write_text(SVG.format('<image width="9" height="9" href="dot.png"/>'))
    Image.new("RGB", (2, 2)).save(project / "dot.png")
    Image.new("RGB", (400, 300)).save(project / "plate.jpg")
    (project / "fleet.yaml").write_text(FLEET)
    (project / "book.yaml").write_text(BOOK)
    (project / "one.md").write_text("# One\n\n![Plate](plate.jpg)\n")
    (project / "inner.svg").write_text(SVG.format('<rect width="9" height="9"/>'))
    (project / "outer.svg").write_text(SVG.format('<image width="9" height="9" href="inner.svg"/>'))
    shipped = assets.shipped("templates")
    (project / "templates" / "asfos").mkdir()
    (project / "templates" / "common").mkdir()
    for name in ("asfos/display.svg", "common/margin.svg"):
        shutil.copy(shipped / name, project / "templates" / name)
    display = project / "templates" / "asfos" / "display.svg"
    text = display.read_text("utf-8")
    part = '<!--{% include "part.svg" %}-->'
    display.write_text(text.replace("</svg>", f"{part}</svg>"), "utf-8")
    (project / "templates" / "part.svg").write_text('<g xmlns="http://www.w3.org/2000/svg"/>')
    shutil.copytree(shipped / "book" / "clean", project / "templates" / "book" / "mine")
    (project / "fonts").mkdir()
    shutil.copy(
        Fonts().families["barlow"].members[Traits(400)].path, project / "fonts" / "Barlow.ttf"
    )
    return project


def read_all(folder: Path) -> dict[str, bytes]:
    """The contents of every file below a folder."""
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


READ = [
    ("render ship.yaml", "ship.yaml", "a definition"),
    ("render ship", "ship.yaml", "a definition"),
    ("render ship.yaml", "art.svg", "the art of ship.yaml"),
    ("render ship.yaml --sheet counters", "art.svg", "the art of ship.yaml"),
    ("render ship.yaml", "dot.png", "a picture"),
    ("render ship.yaml", "templates/asfos/display.svg", "a template"),
    ("render ship.yaml", "templates/part.svg", "a template"),
    ("render ship.yaml", "templates/common/margin.svg", "a template"),
    ("render ship.yaml", "fonts/Barlow.ttf", "a font"),
    ("render fleet.yaml", "fleet.yaml", "a definition"),
    ("render fleet.yaml", "other.yaml", "a definition"),
    ("blank display --mass 4", "templates/asfos/display.svg", "a template"),
    ("draw outer.svg", "outer.svg", "the drawing"),
    ("draw outer.svg", "inner.svg", "a picture"),
]


@pytest.mark.parametrize(("line", "name", "what"), READ)
def test_an_output_does_not_replace_an_input(
    run: Run, folder: Path, line: str, name: str, what: str
) -> None:
    before = read_all(folder)
    outcome = run(*line.split(), "-o", name, "--format", "pdf")
    assert outcome.status == 1
    assert outcome.stderr.startswith(f"{name}: error[over-an-input]: {name} is read here as {what}")
    assert read_all(folder) == before


BOOK_INPUTS = ["book.yaml", "one.md", "plate.jpg", "other.yaml", "templates/book/mine/theme.yaml"]


@pytest.mark.parametrize("name", BOOK_INPUTS)
def test_a_book_does_not_replace_an_input(run: Run, folder: Path, name: str) -> None:
    os.link(folder / name, folder / "out.pdf")
    before = read_all(folder)
    outcome = run("book", "book.yaml", "-o", "out.pdf")
    assert outcome.status == 1
    assert f"out.pdf is the same file as {name}, which is read here as" in outcome.stderr
    assert read_all(folder) == before


@pytest.mark.parametrize(
    "name", ["link.pdf", "hard.pdf", "way/art.svg", "no-folder/../art.svg", "dot.png/../art.svg"]
)
def test_other_names_of_an_input_count(run: Run, folder: Path, name: str) -> None:
    (folder / "way").symlink_to(".")
    (folder / "link.pdf").symlink_to("art.svg")
    os.link(folder / "art.svg", folder / "hard.pdf")
    before = read_all(folder)
    outcome = run("render", "ship.yaml", "-o", name, "--format", "pdf")
    assert outcome.status == 1
    assert "read here as the art of ship" in outcome.stderr
    assert ("is the same file as art.svg" in outcome.stderr) is (".." not in name)
    assert read_all(folder) == before


def test_capital_letters_count_where_they_make_no_difference(tmp_path: Path) -> None:
    """By what the system says about the file, not by its name."""
    path = tmp_path / "art.svg"
    path.write_text("x")
    files = Files()
    files.note(path, "a picture")
    found = files.find_input(path.stat())  # what a system says of ART.SVG if that is the same file
    assert found is not None and found.path == path
    path.unlink()
    (tmp_path / "new").write_text("y")
    (tmp_path / "new").rename(path)  # as many editors save
    found = files.find_input(path.stat())
    assert found is not None and found.path == path


def test_numbered_outputs_are_looked_at_each(run: Run, folder: Path) -> None:
    (folder / "p-2.png").write_bytes((folder / "dot.png").read_bytes())
    (folder / "art.svg").write_text(SVG.format('<image width="9" height="9" href="p-2.png"/>'))
    before = read_all(folder)
    outcome = run("render", "ship.yaml", "-o", "p.png", "--copies", "9", "--dpi", "20")
    assert outcome.status == 1
    assert outcome.stderr.startswith("p-2.png: error[over-an-input]")
    assert read_all(folder) == before


def test_the_code_and_data_of_a_game_are_inputs(run: Run, folder: Path) -> None:
    game = folder / "game"
    shutil.copytree(Path(__file__).parent / "homebrew", game)
    (game / "out.pdf").write_bytes(b"old")  # it is not read, though it lies in the game's folder
    boat = next((game / "ships").rglob("*.yaml"))
    assert run("validate", boat, "--system", "game").status == 0  # which leaves Python's bytecode
    for name in ("game.yaml", "rules.py", "templates/regatta/card.svg"):
        before = read_all(game)
        line = ("render", boat, "--system", "game", "-o", game / name, "--format", "pdf")
        outcome = run(*line)
        assert outcome.status == 1, outcome.stderr
        what = {".yaml": "the data of a game", ".py": "the code of a game", ".svg": "a template"}
        assert f"is read here as {what[Path(name).suffix]}" in outcome.stderr
        assert read_all(game) == before
    assert run("render", boat, "--system", "game", "-o", game / "out.pdf").status == 0


@pytest.mark.parametrize("shell", ["{} >> outer.svg", "{} > out.pdf"])
def test_standard_output_may_be_an_input_too(folder: Path, shell: str) -> None:
    before = read_all(folder)
    line = f"'{sys.executable}' -m sheetgen draw outer.svg -o - --format pdf"
    status = os.system(f"cd '{folder}' && {shell.format(line)} 2> err.txt")
    said = (folder / "err.txt").read_text()
    if "out.pdf" in shell:
        assert (status, said) == (0, "")
        return
    assert os.waitstatus_to_exitcode(status) == 1
    assert said.startswith("outer.svg: error[over-an-input]")
    assert {k: v for k, v in read_all(folder).items() if not k.endswith("err.txt")} == before


def test_a_second_run_replaces_the_first(run: Run, folder: Path) -> None:
    for line in ("render -o out.pdf", "draw outer.svg -o drawn.svg", "book book.yaml -o book.pdf"):
        assert [run(*line.split()).status for _ in range(2)] == [0, 0], line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("book book.yaml -o x.txt", "x.txt: end it with .pdf, .epub, .html, .svg or .png"),
        ("book book.yaml -o x.pdf --page 1", "--page: this has all pages of a book"),
        ("render ship.yaml -o x.png --fillable", "only a PDF has form fields, PNG has none"),
        ("render ship.yaml -o x.svg --fillable", "only a PDF has form fields, SVG has none"),
        ("render ship.yaml -o x.pdf --format svg --fillable", "SVG has none"),
        ("blank display -o x.png --fillable", "only a PDF has form fields"),
        ("draw outer.svg -o x.png --fillable", "only a PDF has form fields"),
    ],
)
def test_what_a_format_can_not_be_is_wrong_usage(
    run: Run, folder: Path, line: str, words: str
) -> None:
    before = read_all(folder)
    outcome = run(*line.split())
    assert outcome.status == 2
    assert words in outcome.stderr
    assert read_all(folder) == before


def test_a_program_can_ask_what_was_read(folder: Path) -> None:
    project = sheetgen.open_project(folder)
    project.render("ship.yaml")
    project.publish("book.yaml")
    names = {
        path.relative_to(folder).as_posix() for path in project.inputs if folder in path.parents
    }
    expected = {name for _, name, _ in READ if name not in ("outer.svg", "inner.svg")}
    assert expected | set(BOOK_INPUTS) <= names


# Nothing else opens files

READERS = {
    "ground/files.py": {"read_plain"},
    "ground/textfile.py": {"os.open", "read_plain"},
    "systems/plain/scenario.py": {"read_text"},  # the starter that comes along
    "systems/plain/code.py": {"read_text"},  # a game's own code, before it is run
    "ground/cache.py": {"os.open", "fdopen", "read_bytes"},  # the user's own cache, and our build
    "systems/loading.py": {"open"},  # the entry points of installed packages
    "studio/gate.py": {"read_bytes"},  # the page of the studio
    "studio/art.py": {"read_bytes"},  # whether a picture is there already
    "studio/parcel.py": {"read_bytes"},  # a project's own files, to take away
    "studio/site.py": {"read_bytes", "write_bytes"},  # what the site is made of, in a stage
    "studio/freezing.py": {"write_text"},  # its first answers
    "ground/delivery.py": {"os.open"},
    "packs/archive.py": {"read_bytes", "read_plain"},  # packs are no input of a print
    "packs/contents.py": {"read_bytes"},  # its own, through read_plain
    "packs/packing.py": {"read_bytes"},
    "packs/installation.py": {"read_bytes", "write_bytes"},  # a stage for what is tried
    "cli/packs.py": {"read_bytes"},  # the sum of a pack
    "studio/imports.py": {"write_bytes"},  # what a browser sends, for as long as it is read
    "exchange/sketch.py": {"read_text"},  # the card that comes along
    "shop/vassal.py": {"read_bytes"},  # the module that is replaced
    "shop/icc.py": {"read_bytes"},  # the names of ICC profiles, to list them
    "cli/process.py": {"os.open", "fdopen"},  # standard streams
    "cli/supervisor.py": {"mmap"},  # what parent and child share, no file
    "ground/guard.py": {"os.open"},  # what the system says of this process's memory
    "ground/worker.py": {"fdopen"},  # pipes to and from a process
}
"""The modules that may open files, and by what; every other one asks `Files`."""
_OPENING = {"read_bytes", "write_bytes", "open_code", "fdopen", "memmap", "mmap"}
_PATH = r"(path|file|target|folder|Path\(.*\))\.(open|read_text|write_text)$"


def list_openings(path: Path) -> Iterator[str]:
    """The calls of a module that open files, as far as can be seen."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if "open" not in name and "read" not in name and "write" not in name and "map" not in name:
            continue
        called = ast.unparse(node.func)
        own = re.search(r"\b(files|self)\.read_bytes$", called)
        picture = called.endswith("Image.open") and "BytesIO" not in ast.unparse(node)
        if (name in _OPENING and not own) or re.search(_PATH, called):
            yield name
        elif picture or called in ("open", "os.open", "io.open", "read_plain"):
            yield called


def test_files_are_opened_in_few_places() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): opened
        for path in sorted(PACKAGE.rglob("*.py"))
        if (opened := set(list_openings(path)))
    }
    assert found == READERS


def test_a_new_reader_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "new.py"
    for line in (
        "open(name)", "path.read_bytes()", "Path(name).read_text('utf-8')", "Image.open(path)",
        "self.path.open('rb')", "os.open(name, 0)", "(folder / name).read_bytes()",
    ):  # fmt: skip
        path.write_text(line)
        assert list(list_openings(path)), line
