"""Several files come into place together or not at all, at whatever moment a run is ended.

The runs that are ended are processes of their own, which count what they ask of the system, and
send themselves a signal at one of these moments after the other.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sheetgen.ground.delivery import create_files, tidy, write_files
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import Files
from sheetgen.ground.signals import watch_signals

Run = Callable[..., Any]
Writer = Callable[..., Path]
_CALLS = ("open", "write", "close", "replace", "link", "unlink", "lstat", "stat", "utime", "chmod")

pytestmark = [
    pytest.mark.forks,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this needs Unix"),
]


def read_all(folder: Path) -> dict[str, str]:
    """The contents of every file below a folder, hidden ones too."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def run_apart(work: Callable[[], object], moment: int, number: int) -> int:
    """Does work in a process that gets a signal before the call with that number; its status.

    It is that of `waitstatus_to_exitcode`; 77 if there were fewer calls.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = [moment]

    def watch(call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                signal.raise_signal(number)
            return call(*arguments, **options)

        return counted

    try:
        for name in _CALLS:
            setattr(os, name, watch(getattr(os, name)))
        with watch_signals():
            work()
        os._exit(77 if left[0] > 0 else 0)
    except SystemExit as end:
        os._exit(int(str(end.code)))
    except BaseException:
        os._exit(99)


OLD = {"p-1.png": "old 1", "p-2.png": "old 2", "p-4.png": "old 4"}
NEW = {f"p-{at}.png": f"new {at}" for at in range(1, 5)}
DEEP = {"book.yaml": "a", "ships/one.yaml": "b", "book/one.md": "c"}


def fill(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)


def deliver(folder: Path, files: dict[str, str]) -> None:
    write_files({folder / name: text.encode() for name, text in files.items()}, Files())


@pytest.mark.whole
@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143)],
)
def test_an_interrupted_run_leaves_all_or_none(tmp_path: Path, number: int, status: int) -> None:
    seen = set()
    for moment in range(1, 1000):
        folder = tmp_path / str(moment)
        fill(folder, OLD)
        ended = run_apart(lambda: deliver(folder, NEW), moment, number)  # noqa: B023
        left = read_all(folder)
        if ended == 77:
            break
        assert ended == status, moment
        assert left in (OLD, NEW), moment
        seen.add(left == NEW)
    assert moment > 30  # there were so many moments
    assert left == NEW
    assert seen == {True, False}


def test_an_exception_made_of_the_stop_is_a_stop(tmp_path: Path) -> None:
    class Descriptor:
        def __set_name__(self, owner: type, name: str) -> None:
            os.stat(tmp_path)  # noqa: PTH116 (which is counted)

    def make_class() -> None:
        type("Made", (), {"field": Descriptor()})

    assert run_apart(make_class, 1, signal.SIGTERM) == 143


MANY = {f"p-{at:02}.png": f"old {at}" for at in range(15)}


@pytest.mark.whole
def test_after_a_killed_run_every_file_is_whole_and_the_next_mends_it(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Fifteen files, and a kill at every third of more than 200 moments, or every eleventh.

    A file takes about as many calls, so each of its calls is met with one file or another.
    """
    seen = set()
    new = {name: text.replace("old", "new") for name, text in MANY.items()}
    for moment in range(1, 1000, 3 if request.config.getoption("--all") else 11):
        folder = tmp_path / str(moment)
        fill(folder, MANY)
        ended = run_apart(lambda: deliver(folder, new), moment, signal.SIGKILL)  # noqa: B023
        if ended == 77:
            break
        assert ended == -signal.SIGKILL
        left = {name: text for name, text in read_all(folder).items() if name[0] != "."}
        assert left.keys() == MANY.keys()
        assert all(text in (MANY[name], new[name]) for name, text in left.items()), moment
        seen.add("mix" if left not in (MANY, new) else "old" if left == MANY else "new")
        deliver(folder, new)
        grow_old(folder)
        deliver(folder, {"next.pdf": "next"})
        assert read_all(folder) == {**new, "next.pdf": "next"}
    assert moment > 200
    assert seen == {"old", "mix", "new"}


def grow_old(folder: Path) -> None:
    """Two hours pass for whatever lies hidden in a folder."""
    real = Path.lstat

    def state(path: Path) -> Any:
        found = real(path)
        if not path.name.startswith(".sheetgen-"):
            return found
        return os.stat_result((*found[:9], found.st_ctime - 7200))

    with patch.object(Path, "lstat", state):
        tidy(folder)


def test_a_new_project_is_whole_or_not_there(tmp_path: Path) -> None:
    for moment in range(1, 1000):
        folder = tmp_path / str(moment)
        files = {folder / name: text.encode() for name, text in DEEP.items()}
        ended = run_apart(lambda: create_files(files), moment, signal.SIGTERM)  # noqa: B023
        if ended == 77:
            break
        assert ended == 143
        assert not folder.exists() or read_all(folder) == DEEP
    assert moment > 20


def test_only_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    mark = "0" * 12
    names = [f".sheetgen-{mark}.0.new", f".sheetgen-{mark}.12.old"]
    others = [".sheetgen-notes.txt", f".sheetgen-{mark}.0.new.bak", "x.new"]
    for name in (*names, *others):
        (tmp_path / name).write_text("text")
    (tmp_path / f".sheetgen-{mark}.1.new").mkdir()
    (tmp_path / f".sheetgen-{mark}.2.new").symlink_to(tmp_path / "x.new")
    tidy(tmp_path)
    assert {*names, *others} <= {*read_all(tmp_path)}  # a run that lives may be writing them
    grow_old(tmp_path)
    assert [*read_all(tmp_path)] == sorted(others)


# Rights


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_rights_of_a_replaced_file_stay(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "out.pdf"
    path.write_text("old")
    path.chmod(mode)
    before = path.stat()
    deliver(tmp_path, {"out.pdf": "new", "other.pdf": "new"})
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert (path.stat().st_uid, path.stat().st_gid) == (before.st_uid, before.st_gid)
    assert path.stat().st_mtime_ns >= before.st_mtime_ns
    assert path.read_text() == "new"


def test_a_read_only_file_is_not_replaced(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    path = project / "out-2.svg"
    path.write_text("old")
    path.chmod(0o444)
    outcome = run("render", "-o", "out.svg", "--copies", "9")
    assert outcome.status == 1
    assert outcome.stderr == (
        "out-2.svg: error[cant-write]: out-2.svg can't be written: it is read-only\n"
        "  hint: choose another name, or allow writing to the file\n"
    )
    assert sorted(read_all(project)) == ["out-2.svg", "ship.yaml"]
    assert path.read_text() == "old"


def test_without_links_old_contents_are_copied(tmp_path: Path) -> None:
    fill(tmp_path / "folder", OLD)
    real = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if Path(target).name == "p-3.png":
            raise OSError(5, "Input/output error")
        return real(path, target)

    refused = patch.object(os, "link", side_effect=OSError(1, "Operation not permitted"))
    with refused, patch.object(Path, "replace", fail), pytest.raises(ProblemError) as caught:
        deliver(tmp_path / "folder", NEW)
    (found,) = caught.value.diagnostics
    assert (found.rule, Path(found.file).name) == ("cant-write", "p-3.png")
    assert read_all(tmp_path / "folder") == OLD


def test_files_in_several_folders(tmp_path: Path) -> None:
    for name in ("a", "b"):
        fill(tmp_path / name, {"p.png": "old"})
    links = {tmp_path / f"{name}.png": b"new" for name in ("a", "b")}
    for path in links:
        path.symlink_to(tmp_path / path.stem / "p.png")
    real = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if Path(target).parent.name == "b":
            raise OSError(28, "No space left on device")
        return real(path, target)

    with patch.object(Path, "replace", fail), pytest.raises(ProblemError):
        write_files(links, Files())
    assert read_all(tmp_path / "a") == read_all(tmp_path / "b") == {"p.png": "old"}
    write_files(links, Files())
    assert read_all(tmp_path / "a") == read_all(tmp_path / "b") == {"p.png": "new"}
    assert all(path.is_symlink() for path in links)


def test_nothing_new_is_made_over_a_link_that_leads_nowhere(run: Run, project: Path) -> None:
    (project / "warrior.yaml").symlink_to("elsewhere.yaml")
    outcome = run("new", "asfos", "Warrior")
    assert outcome.status == 1
    assert "error[file-exists]" in outcome.stderr
    assert not (project / "elsewhere.yaml").exists()


def test_a_theme_is_ejected_whole_or_not_at_all(run: Run, project: Path) -> None:
    (project / "templates" / "book" / "clean").mkdir(parents=True)
    (project / "templates" / "book" / "clean" / "theme.yaml").write_text("mine")
    assert run("eject", "book/clean").status in (1, 2)
    assert list(read_all(project)) == ["templates/book/clean/theme.yaml"]


# Streams


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no full device")
def test_a_full_device(write_ship: Writer, project: Path, spawn: Run) -> None:
    import resource

    write_ship()
    limit = 1 << 30
    with patch.object(sys, "executable", sys.executable):
        before = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
        try:
            outcome = spawn("render", "ship.yaml", "-o", "/dev/full", "--format", "pdf")
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)
    assert outcome.status == 1
    assert outcome.stderr == (
        "/dev/full: error[cant-write]: /dev/full can't be written: No space left on device\n"
        "  hint: does the folder exist, and is the file open elsewhere?\n"
    )


def test_a_pipe_whose_reader_goes_away(write_ship: Writer, project: Path) -> None:
    write_ship()
    command = f"'{sys.executable}' -m sheetgen render ship.yaml -o >(:) --format pdf; echo $?"
    import subprocess

    done = subprocess.run(
        ["bash", "-c", command], cwd=project, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines()[-1] in ("0", "1")  # a small file fits into the pipe


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_whole_command_ends_in_order(
    write_ship: Writer, project: Path, number: int, status: int
) -> None:
    """In the middle of a print: by the time that the output is written, it is too late."""
    write_ship()
    (project / "out.pdf").write_text("old")
    import subprocess

    code = (
        "import os, signal, sys\n"
        "from sheetgen import cli\n"
        "from sheetgen.printing import press\n"
        "real = press.Press.draw\n"
        "def draw(*args, **options):\n"
        f"    os.kill(os.getpid(), {number})\n"
        "    return real(*args, **options)\n"
        "press.Press.draw = draw\n"
        "sys.argv = ['sheetgen', 'render', '-o', 'out.pdf']\n"
        "cli.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=False
    )
    assert done.returncode == status
    assert done.stdout == done.stderr == ""
    assert sorted(read_all(project)) == ["out.pdf", "ship.yaml"]
    assert (project / "out.pdf").read_text() == "old"
