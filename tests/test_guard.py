"""The guard: whatever a template, chapter or drawing does, its process ends with a plain message.

What the counting is known to miss is mended as it is found; so the holes of these tests are their
own (`holes.py`). They need a system that can bound a process.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import sheetgen
from sheetgen.ground import guard
from sheetgen.ground.worker import Worker
from sheetgen.project.guarded import GuardedProject
from sheetgen.project.project import Project, open_folder
from tests import holes

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "sigtimedwait") or not Path("/proc/self/statm").exists(),
    reason="needs Linux, where a process can be bounded",
)
ROOT = Path(__file__).parent.parent
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm"{}><rect width="9"/></svg>'
SHIP = "system: asfos\nname: Kestrel\nmass: 6\nhull: 3\nengine: 2\nprimaries: {forward: 6}\n"
BOOK = "book: The fleet\nships: [kestrel]\nchapters: [intro.md]\n"
TIME = f"{holes.SECONDS:g} seconds of the processor"
SPACE = f"{holes.MEMORY >> 20} MB of memory"
TAKES = {"spin": TIME, "burn": TIME, "swell": SPACE}
WHOLE = pytest.mark.whole
ENDED = {
    kind: [hole if hole in kept else pytest.param(hole, marks=WHOLE) for hole in TAKES]
    for kind, kept in {"template": "burn", "chapter": "swell"}.items()
}
"""The holes of a piece; what ends one of them ends the others, and a drawing is tried with each."""


def write(folder: Path, **files: str) -> None:
    """Writes a project; `__` in a name stands for a folder's end, the last `_` for a point."""
    for name, text in {"kestrel_yaml": SHIP, **files}.items():
        *parts, last = name.split("__")
        path = folder.joinpath(*parts, ".".join(last.rsplit("_", 1)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command line with holes, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.holes", *arguments]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def refuse(folder: Path, *arguments: str) -> str:
    """What a command line says that fails and writes nothing."""
    before = sorted(folder.rglob("*"))
    process = start(folder, *arguments)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 1, err
    assert out == ""
    assert sorted(folder.rglob("*")) == before
    return err


@pytest.mark.parametrize("hole", ENDED["template"])
def test_a_template_ends(project: Path, hole: str) -> None:
    write(project, templates__asfos__display_svg=SVG.format(f' id="{{{{ {hole}() }}}}"'))
    err = refuse(project, "render", "kestrel.yaml", "--sheet", "display", "-o", "out.pdf")
    first, hint = err.splitlines()
    assert first == (
        f"templates/asfos/display.svg: error[runaway]: drawing display.svg takes more than "
        f"{TAKES[hole]}"
    )
    assert hint.startswith("  hint: ")


@pytest.mark.parametrize("hole", ENDED["chapter"])
def test_a_chapter_ends(project: Path, hole: str) -> None:
    write(project, book_yaml=BOOK, intro_md=f"# Hello\n\n{{{{ {hole}() }}}}\n")
    err = refuse(project, "book", "book.yaml", "-o", "out.pdf")
    assert f"intro.md: error[runaway]: drawing intro.md takes more than {TAKES[hole]}\n" in err


@pytest.mark.parametrize(
    ("command", "hole"),
    [
        *(("draw", hole) for hole in TAKES),
        ("validate", "burn"),
        *(
            pytest.param(command, hole, marks=pytest.mark.whole)
            for command in ("render", "validate")
            for hole in TAKES
            if (command, hole) != ("validate", "burn")
        ),
    ],
)
def test_a_drawing_ends(project: Path, command: str, hole: str) -> None:
    if command != "draw":
        write(project, kestrel_yaml=f"{SHIP}art: art.svg\n")
    write_art(project, hole)
    arguments = {
        "draw": ["draw", "art.svg", "-o", "out.pdf"],
        "render": ["render", "kestrel.yaml", "--sheet", "portrait", "-o", "out.pdf"],
        "validate": ["validate", "kestrel.yaml"],
    }
    err = refuse(project, *arguments[command])
    assert f"art.svg: error[runaway]: drawing art.svg takes more than {TAKES[hole]}\n" in err


def write_art(folder: Path, hole: str) -> None:
    """A drawing with a hole."""
    (folder / "art.svg").write_text(SVG.format(f' id="{hole}"'), "utf-8")


def test_each_piece_has_time_of_its_own(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a print may take longer than a piece, and pieces in a chapter are apart from it."""
    came: list[tuple[str, bool]] = []
    monkeypatch.setattr(guard, "ENDED", None)
    keeper = guard.Guard(lambda name, begins: came.append((name, begins)))
    monkeypatch.setattr(guard, "_guard", keeper)
    with guard.Piece("one.svg"), guard.Piece("art.svg"):
        pass
    assert came == [("one.svg", True), ("art.svg", False), ("one.svg", False), ("", True)]
    came.clear()
    with guard.Piece("one.md", has_parts=True), guard.Piece("two.svg"):
        guard.renew_piece()
    begun = ["one.md", "two.svg", "two.svg", "one.md", ""]
    assert came == [(name, True) for name in begun]


def find_children(process: subprocess.Popen[str]) -> list[int]:
    """The children of a process that is at work."""
    file = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(200):
        found = list(map(int, file.read_text().split()))
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it has no child")


def wait_for(done: Callable[[], bool]) -> None:
    """Waits until something is so."""
    for _ in range(400):
        if done():
            return
        time.sleep(0.05)
    raise AssertionError("it does not come to pass")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_passed_on(project: Path, number: signal.Signals) -> None:
    write(project, templates__asfos__display_svg=SVG.format(' id="{{ spin() }}"'))
    process = start(project, "render", "kestrel.yaml", "--sheet", "display", "-o", "out.pdf")
    find_children(process)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (128 + number, "", "")
    assert not (project / "out.pdf").exists()


def test_what_waits_takes_its_child_along(project: Path) -> None:
    write(project, templates__asfos__display_svg=SVG.format(' id="{{ burn() }}"'))
    process = start(project, "render", "kestrel.yaml", "--sheet", "display", "-o", "out.pdf")
    (child,) = find_children(process)
    time.sleep(0.2)
    process.kill()
    process.communicate(timeout=60)  # which ends as nobody holds the pipes any more
    wait_for(lambda: not Path(f"/proc/{child}").exists() or is_dead(child))


def is_dead(child: int) -> bool:
    """Whether a process has ended, and nobody has asked how."""
    return ") Z " in Path(f"/proc/{child}/stat").read_text()


def test_help_needs_nothing_of_it(project: Path) -> None:
    code = (
        "import sys; sys.argv[1:] = ['--help']\n"
        "import atexit; from sheetgen.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "names = {'guard', 'worker', 'guarded', 'mmap'}\n"
        "print([name for name in sys.modules if name.split('.')[-1] in names])"
    )
    made = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True)
    assert made.stdout.splitlines()[-1] == "[]"


@pytest.fixture
def guarded(project: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Project]:
    """Opens a guarded project with holes."""
    monkeypatch.setattr(guard, "SECONDS", holes.SECONDS)
    monkeypatch.setattr(guard, "MEMORY", holes.MEMORY)

    def open_() -> Project:
        worker = Worker("tests.holes:open_printer", project, (), ())
        return open_folder(project, (), (), partial(GuardedProject, worker))

    return open_


@pytest.mark.parametrize("hole", ENDED["template"])
def test_a_guarded_project_goes_on(
    project: Path, guarded: Callable[[], Project], hole: str
) -> None:
    write(project, templates__asfos__display_svg=SVG.format(f' id="{{{{ {hole}() }}}}"'))
    opened = guarded()
    for _ in range(2):
        with pytest.raises(sheetgen.ProblemError) as raised:
            opened.render("kestrel", sheet=["display"])
        (problem,) = raised.value.diagnostics
        assert problem.rule == "runaway"
        assert problem.message == f"drawing display.svg takes more than {TAKES[hole]}"
    assert opened.render("kestrel", sheet=["counters"]).pages == 1
    template = project / "templates" / "asfos" / "display.svg"
    opened.overlay(template, SVG.format(""))
    assert opened.render("kestrel", sheet=["display"]).pages == 1


def test_what_is_guarded_prints_the_same(project: Path) -> None:
    write(project)
    one, other = (sheetgen.open_project(project, guard=flag) for flag in (True, False))
    first, second = (p.render("kestrel", sheet=["display", "counters"]) for p in (one, other))
    assert first.pdf() == second.pdf()
    assert first.svg(text=True) == second.svg(text=True)
    assert first.png(40) == second.png(40)
    assert first.cut("svg") == second.cut("svg")
    for name in ("pages", "pieces", "used", "title", "warnings", "files", "fillable"):
        assert getattr(first, name) == getattr(second, name)
    assert one.problems == other.problems
    assert one.inputs == other.inputs
    with pytest.raises(ValueError, match="ink: 'pink' is not one of"):
        one.render("kestrel", ink="pink")
    one.overlay("kestrel.yaml", SHIP.replace("Kestrel", "Hawk"))
    assert one.render("kestrel").title == "Hawk"
    one.overlay("kestrel.yaml", None)
    assert one.render("kestrel").title == "Kestrel"
    write(project, kestrel_yaml=SHIP.replace("Kestrel", "Falcon"))
    one.refresh()
    assert one.render("kestrel").title == "Falcon"


def test_pages_that_are_lost_are_said_to_be(project: Path, guarded: Callable[[], Project]) -> None:
    write(project, templates__asfos__display_svg=SVG.format(' id="{{ burn() }}"'))
    opened = guarded()
    result = opened.render("kestrel", sheet=["counters"])
    with pytest.raises(sheetgen.ProblemError):
        opened.render("kestrel", sheet=["display"])
    with pytest.raises(sheetgen.ProblemError, match="lost"):
        result.pdf()


def test_a_process_ends_with_its_project(project: Path) -> None:
    write(project)
    opened = sheetgen.open_project(project, guard=True)
    opened.render("kestrel")
    own = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    before = len(own.read_text().split())
    del opened
    gc.collect()
    wait_for(lambda: len(own.read_text().split()) < before)
