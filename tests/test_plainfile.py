"""What is no plain file, or lies elsewhere, is refused at its place: it never hangs a run."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image

import sheetgen
from sheetgen.ground import assets
from sheetgen.ground import textfile as plainfile
from sheetgen.ground.files import Files
from sheetgen.ground.textfile import (
    LinkError,
    NotPlainError,
    OutsideError,
    TooLargeError,
    read_plain,
)
from sheetgen.type.fontfile import Traits
from sheetgen.type.fonts import Fonts

Run = Callable[..., Any]
Writer = Callable[..., Path]

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="9mm" viewBox="0 0 20 9">{}</svg>'
)
BOOK = "book: Ours\nauthor: Me\nlicence: None.\nchapters: [one.md]\ntheme: {}\n"


@pytest.fixture
def elsewhere(tmp_path: Path, project: Path) -> Path:
    """A folder beside the project, with one file of each kind."""
    folder = tmp_path / "elsewhere"
    shutil.copytree(assets.shipped("templates") / "book" / "clean", folder / "theme")
    (folder / "ship.yaml").write_text("system: asfos\nname: Secret\nmass: 6\nhull: 3\nengine: 2\n")
    (folder / "one.md").write_text("# Secret\n")
    (folder / "art.svg").write_text(SVG.format("<text y='5' font-size='2'>Secret</text>"))
    Image.new("RGB", (9, 9)).save(folder / "dot.png")
    shutil.copy(assets.shipped("templates") / "asfos" / "display.svg", folder / "display.svg")
    shutil.copy(Fonts().families["barlow"].members[Traits(400)].path, folder / "Face.ttf")
    return folder


def prepare(project: Path, write_ship: Writer) -> None:
    """A project that asks for every place that the tests put something into."""
    write_ship("ship.yaml", art="art.svg")
    (project / "art.svg").write_text(SVG.format(""))
    (project / "one.md").write_text("# One\n\n![Dot](dot.png)\n")
    Image.new("RGB", (400, 400)).save(project / "dot.png")
    (project / "book.yaml").write_text(BOOK.format("clean"))
    (project / "shown.svg").write_text(SVG.format('<image width="9" height="9" href="dot.png"/>'))


PLACES = [
    ("validate", "more.yaml", "ship.yaml", "more.yaml: error[{text}]: this {what}"),
    ("render ship.yaml -o o.pdf", "art.svg", "art.svg", "ship.yaml:10:6: error[bad-art]: the pic"),
    ("render ship.yaml -o o.pdf", "templates/asfos/display.svg", "display.svg",
     "templates/asfos/display.svg: error[{text}]: this {what}"),
    ("render ship.yaml -o o.pdf", "fonts/Face.ttf", "Face.ttf",
     "fonts/Face.ttf: warning[bad-font]: this {what}"),
    ("draw shown.svg -o o.pdf", "dot.png", "dot.png", "shown.svg:1:"),
    ("book book.yaml -o o.pdf", "one.md", "one.md", ""),
    ("book book.yaml -o o.pdf", "dot.png", "dot.png", "error[bad-picture]"),
    ("book book.yaml -o o.pdf", "templates/book/clean/theme.yaml", "theme/theme.yaml",
     "templates/book/clean/theme.yaml: error[{text}]: this {what}"),
]  # fmt: skip


def make(kind: str, path: Path, target: Path) -> tuple[str, str]:
    """Makes something at a path; returns what is said about it, and the rule for texts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to a pipe":
        os.mkfifo(path.parent / f".pipe{path.suffix}")
        path.symlink_to(f".pipe{path.suffix}")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as end:
            before = Path.cwd()
            os.chdir(path.parent)  # the names of sockets must be short
            try:
                end.bind(path.name)
            finally:
                os.chdir(before)
    elif kind == "link":
        path.symlink_to(target)
        return "is a link that leads out of the project folder", "outside-project"
    elif kind == "device":
        path.symlink_to("/dev/zero")
        return "is a link that leads out of the project folder", "outside-project"
    return f"is a {kind.rpartition(' ')[2]}, not a file", "no-file"


@pytest.mark.parametrize("kind", ["pipe", "link to a pipe", "socket", "link", "device"])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[1])
def test_it_is_refused_at_its_place(
    run: Run, project: Path, write_ship: Writer, elsewhere: Path, kind: str, place: tuple[str, ...]
) -> None:
    line, name, target, said = place
    prepare(project, write_ship)
    what, text = make(kind, project / name, elsewhere / target)
    outcome = run(*line.split())
    # A font is a warning as long as nothing asks for it.
    assert outcome.status == (0 if name.startswith("fonts/") else 1), outcome
    assert said.format(what=what, text=text) in outcome.stderr
    assert what in outcome.stderr or "lies outside the project folder" in outcome.stderr
    assert (project / "o.pdf").exists() is (outcome.status == 0)
    assert "Secret" not in outcome.stderr


@pytest.mark.parametrize(
    ("name", "line", "rule"),
    [
        ("ships", "validate", "ships: error[outside-project]: this is a link that leads out"),
        ("templates", "render ship.yaml -o o.pdf", "templates/asfos/display.svg: error[outside"),
        (
            "fonts",
            "render ship.yaml -o o.pdf",
            "fonts/Face.ttf: warning[bad-font]: this lies outside",
        ),
        ("art", "render arty.yaml -o o.pdf", "arty.yaml:10:6: error[bad-art]: the picture art/dot"),
    ],
)
def test_a_folder_that_leads_out(
    run: Run, project: Path, write_ship: Writer, elsewhere: Path, name: str, line: str, rule: str
) -> None:
    write_ship("ship.yaml")
    if name == "art":
        write_ship("arty.yaml", art="art/dot.png")
    if name == "templates":
        (elsewhere / "asfos").mkdir()
        (elsewhere / "display.svg").rename(elsewhere / "asfos" / "display.svg")
        (project / name).rmdir()
    (project / name).symlink_to(elsewhere)
    outcome = run(*line.split())
    assert outcome.status == (0 if name == "fonts" else 1)
    assert rule in outcome.stderr


def test_a_link_to_everything_is_not_searched(run: Run, project: Path, write_ship: Writer) -> None:
    write_ship()
    (project / "all").symlink_to("/")
    outcome = run("validate")
    assert outcome.status == 1
    assert outcome.stderr.count("error[") == 1
    assert "all: error[outside-project]: this is a link" in outcome.stderr


def test_a_theme_does_not_lead_out(
    run: Run, project: Path, write_ship: Writer, elsewhere: Path
) -> None:
    prepare(project, write_ship)
    (project / "templates" / "book").mkdir()
    (project / "book.yaml").write_text(BOOK.format("../../../elsewhere/theme"))
    outcome = run("book", "book.yaml", "-o", "o.pdf")
    assert outcome.status == 1
    assert not (project / "o.pdf").exists()


def test_links_inside_are_as_good_as_files(
    run: Run, project: Path, write_ship: Writer, tmp_path: Path
) -> None:
    write_ship("ships/real.yaml", art="../pictures/link.png")
    (project / "pictures").mkdir()
    Image.new("RGB", (900, 900)).save(project / "pictures" / "dot.png")
    (project / "pictures" / "link.png").symlink_to("dot.png")
    (project / "more").mkdir()
    (project / "more" / "other.yaml").symlink_to("../ships/real.yaml")
    assert "error" not in run("validate").stderr.replace("bad-art", "")
    way = tmp_path / "way"
    way.symlink_to(project)  # the project folder itself is a link
    assert run("render", way / "ships" / "real.yaml", "-o", "o.pdf").status == 0
    assert sheetgen.open_project(way).problems == []


def test_a_file_that_the_user_names_may_be_a_link(run: Run, project: Path, elsewhere: Path) -> None:
    (project / "link.yaml").symlink_to(elsewhere / "ship.yaml")
    (project / "drawn.svg").symlink_to(elsewhere / "art.svg")
    assert run("render", "link.yaml", "-o", "o.pdf").status == 0
    assert run("draw", "drawn.svg", "-o", "o.pdf").status == 0
    assert run("render", "-o", "o.pdf").status == 1  # but not if the folder is named


def test_a_pipe_that_the_user_names(project: Path, write_ship: Writer) -> None:
    text = write_ship().read_text()
    command = f"'{sys.executable}' -m sheetgen render <(cat ship.yaml) -o o.pdf"
    done = subprocess.run(
        ["bash", "-c", command], cwd=project, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (project / "o.pdf").exists()
    os.mkfifo(project / "later")
    assert Files().read_text(project / "later", "later")[1] != []
    # Its other end is opened once it is waited for.
    writer = Thread(target=lambda: (project / "later").write_text(text), daemon=True)
    writer.start()
    named = Files()
    named.name(project / "later")
    assert named.read_text(project / "later", "later") == (text, [])


def test_a_pipe_that_never_ends(project: Path, run: Run) -> None:
    os.mkfifo(project / "pipe")
    with patch.object(plainfile, "MOST_SECONDS", 0.01):
        outcome = run("validate", "pipe")
    assert outcome.status == 1
    words = "pipe: error[no-file]: this file can't be read: the pipe has not ended within"
    assert words in outcome.stderr


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Path]:
    """A pipe into which zeros are poured as long as somebody takes them."""
    pipe = tmp_path / "endless"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"cat /dev/zero > '{pipe}'"]) as source:
        yield pipe
        source.kill()


def test_a_pipe_without_bounds(run: Run, endless: Path) -> None:
    outcome = run("validate", endless)
    assert outcome.status == 1
    # Its writer may be stopped by the first look at it, and then it ends before it is too large.
    assert re.search(r"error\[(too-large|not-text)\]", outcome.stderr)


def test_a_device_is_no_file_even_if_named(run: Run) -> None:
    outcome = run("validate", "/dev/zero")
    assert outcome.status == 1
    assert "/dev/zero: error[no-file]: this is a device, not a file" in outcome.stderr


# The two modules by themselves


def test_a_file_is_read_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_plain(path, 5)[0] == b"12345"
    with pytest.raises(TooLargeError):
        read_plain(path, 4)
    (tmp_path / "link").symlink_to(path)
    assert read_plain(tmp_path / "link", 5)[0] == b"12345"
    with pytest.raises(LinkError):
        read_plain(tmp_path / "link", 5, links=False)
    with pytest.raises(NotPlainError, match="is a folder"):
        read_plain(tmp_path, 5)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no such file")
def test_a_file_that_says_it_is_empty(tmp_path: Path) -> None:
    path = Path("/proc/self/status")
    assert path.stat().st_size == 0
    assert read_plain(path, 100_000)[0].startswith(b"Name:")
    with pytest.raises(TooLargeError):
        read_plain(path, 100)


def test_what_lies_inside(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "in-another"
    for folder in (inside, outside):
        (folder / "sub").mkdir(parents=True)
        (folder / "file").write_text(folder.name)
    (inside / "there").symlink_to(outside)
    files = Files([inside])
    assert files.read_bytes(inside / "sub" / ".." / "file", 99, "a file") == b"in"
    for path in (
        outside / "file",
        inside / ".." / "in-another" / "file",
        inside / "there" / "file",
    ):
        with pytest.raises(OutsideError, match="lies outside"):
            files.read_bytes(path, 99, "a file")
    files.admit([outside])
    assert files.read_bytes(inside / "there" / "file", 99, "a file") == b"in-another"
    with pytest.raises(OutsideError):
        Files(()).read_bytes(inside / "file", 99, "a file")
