"""Several files come into place together or not at all, at whatever moment a run is ended.

The runs that are ended are processes of their own, which count what they ask of the system, and
send themselves a signal at one of these moments after the other.
"""

from __future__ import annotations

import json
import os
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sheetgen.delivery import journal
from sheetgen.delivery.delivery import create_files, write_files
from sheetgen.delivery.journal import Journal, tidy
from sheetgen.delivery.signals import watch_signals
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import Files

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


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
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


def test_after_a_killed_run_the_next_puts_all_in_order(tmp_path: Path) -> None:
    seen: set[object] = set()
    for moment in range(1, 1000):
        folder = tmp_path / str(moment)
        fill(folder, OLD)
        ended = run_apart(lambda: deliver(folder, NEW), moment, signal.SIGKILL)  # noqa: B023
        if ended == 77:
            break
        assert ended == -signal.SIGKILL
        before = read_all(folder)
        deliver(folder, {"next.pdf": "next"})
        left = read_all(folder)
        assert left.pop("next.pdf") == "next"
        assert left in (OLD, NEW), (moment, before)
        seen.add((left == NEW, set(before) <= set(NEW)))
        broken = {name: text for name, text in before.items() if not name.startswith(".")}
        seen.add("torn" if broken not in (OLD, NEW) else "whole")
    assert moment > 30
    assert {"torn", "whole", (True, False), (False, False)} <= seen


def test_what_puts_in_order_may_be_killed_too(tmp_path: Path) -> None:
    for moment in range(1, 1000):
        folder = tmp_path / str(moment)
        fill(folder, OLD)
        with patch.object(Journal, "commit", lambda _: os.kill(os.getpid(), signal.SIGKILL)):
            run_apart(lambda: deliver(folder, NEW), 10_000, signal.SIGKILL)  # noqa: B023
        assert {k: v for k, v in read_all(folder).items() if k in NEW} == NEW
        ended = run_apart(lambda: tidy(folder), moment, signal.SIGKILL)  # noqa: B023
        tidy(folder)
        assert read_all(folder) == OLD, moment
        if ended == 77:
            break
    assert moment > 10


def test_a_new_project_is_whole_or_not_there(tmp_path: Path) -> None:
    for moment in range(1, 1000):
        folder = tmp_path / str(moment)
        files = {folder / name: text.encode() for name, text in DEEP.items()}
        ended = run_apart(lambda: create_files(files), moment, signal.SIGTERM)  # noqa: B023
        if ended == 77:
            break
        assert ended == 143
        assert not folder.exists() or read_all(folder) == DEEP
    for moment in range(1, 1000):
        folder = tmp_path / f"killed-{moment}"
        files = {folder / name: text.encode() for name, text in DEEP.items()}
        ended = run_apart(lambda: create_files(files), moment, signal.SIGKILL)  # noqa: B023
        if ended == 77:
            break
        tidy(folder)
        assert read_all(folder) in ({}, DEEP), moment


def test_what_a_living_run_is_doing_is_left_alone(tmp_path: Path) -> None:
    living = Journal(tmp_path, ["p.png", "q.png"])
    living.begin()
    living.write(0, b"new")
    before = read_all(tmp_path)
    deliver(tmp_path, {"other.png": "other"})
    left = read_all(tmp_path)
    assert left.pop("other.png") == "other"
    assert left == before
    living.write(1, b"new")
    living.keep_old()
    living.move(create=False)
    living.commit()
    living.end()
    assert read_all(tmp_path) == {"other.png": "other", "p.png": "new", "q.png": "new"}


def test_what_was_changed_after_a_killed_run_stays(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    fill(folder, OLD)
    with patch.object(Journal, "commit", lambda _: os.kill(os.getpid(), signal.SIGKILL)):
        run_apart(lambda: deliver(folder, NEW), 10_000, signal.SIGKILL)
    (folder / "p-1.png").write_text("by hand")
    (folder / "p-4.png").unlink()
    tidy(folder)
    assert read_all(folder) == {"p-1.png": "by hand", "p-2.png": "old 2"}


@pytest.mark.parametrize(
    "names",
    [
        ["../victim"],
        ["sub/../../victim"],
        ["{outside}/victim"],
        ["way/victim"],
        [".."],
        [""],
        "x",
        [7],
    ],
)
def test_a_strangers_journal_reaches_nothing_else(tmp_path: Path, names: Any) -> None:
    """It comes with a folder, and wants a file elsewhere to be replaced or removed."""
    folder, outside = tmp_path / "folder", tmp_path
    folder.mkdir()
    (folder / "way").symlink_to(outside)
    victim = outside / "victim"
    victim.write_text("mine")
    state = victim.stat()
    token = "0" * 12
    names = [str(name).format(outside=outside) for name in names]
    lines = [names, [[state.st_size, state.st_mtime_ns]] * len(names)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    for old in (True, False):
        (folder / f".sheetgen-{token}.journal").write_text(text)
        if old:
            (folder / f".sheetgen-{token}.0.old").write_text("theirs")
        tidy(folder)
        assert victim.read_text() == "mine"
        assert read_all(folder) == {}


def test_a_journal_that_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f".sheetgen-{'0' * 12}.journal")
    (tmp_path / f".sheetgen-{'1' * 12}.journal").symlink_to("/dev/zero")
    (tmp_path / f".sheetgen-{'2' * 12}.journal").mkdir()
    (tmp_path / f".sheetgen-{'3' * 12}.journal").write_bytes(b"\xff\n\n\n")
    (tmp_path / ".sheetgen-notes.txt").write_text("mine")
    deliver(tmp_path, {"out.pdf": "new"})
    assert (tmp_path / "out.pdf").read_text() == "new"
    assert (tmp_path / ".sheetgen-notes.txt").read_text() == "mine"


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


def test_moving_back_that_fails_is_left_to_the_next_run(tmp_path: Path) -> None:
    fill(tmp_path / "folder", OLD)
    broken = OSError(5, "Input/output error")
    with (
        patch.object(Journal, "commit", side_effect=broken),
        patch.object(Journal, "undo", side_effect=broken),
        pytest.raises(ProblemError),
    ):
        deliver(tmp_path / "folder", NEW)
    assert len(read_all(tmp_path / "folder")) > 4
    tidy(tmp_path / "folder")
    assert read_all(tmp_path / "folder") == OLD


def test_files_in_several_folders(tmp_path: Path) -> None:
    for name in ("a", "b"):
        fill(tmp_path / name, {"p.png": "old"})
    links = {tmp_path / f"{name}.png": b"new" for name in ("a", "b")}
    for path in links:
        path.symlink_to(tmp_path / path.stem / "p.png")
    real = Journal.move

    def fail(one: Journal, create: bool) -> None:
        if one.folder.name == "b":
            raise OSError(28, "No space left on device")
        real(one, create)

    with patch.object(Journal, "move", fail), pytest.raises(ProblemError):
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
        "from sheetgen import cli, press\n"
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


def test_without_locks_nothing_is_taken_for_abandoned(tmp_path: Path) -> None:
    path = tmp_path / f".sheetgen-{'0' * 12}.journal"
    path.write_text('["p.png"]\n')
    with patch.object(journal, "lock", lambda *_, **__: False):
        tidy(tmp_path)
    assert path.exists()
