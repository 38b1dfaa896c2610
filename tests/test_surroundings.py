"""What is around the program and not as it should be: streams, signals, memory, the environment."""

from __future__ import annotations

import errno
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sheetgen.ground import assets

Run = Callable[..., Any]

START = [sys.executable, "-m", "sheetgen"]
ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.whole
LIMITED = pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")


def start(folder: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs a command in a folder, as a process with other surroundings."""
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(
        [*options.pop("python", START), *arguments],
        cwd=folder,
        env={key: value for key, value in environment.items() if value is not None},
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=options.pop("stderr", subprocess.PIPE),
        text=True,
        errors="surrogateescape",
        check=False,
        **options,
    )


@pytest.fixture
def fleet(project: Path, write_ship: Callable[..., Path]) -> Path:
    """A project with a ship, a fleet of several of it, and a book."""
    write_ship()
    text = "system: asfos\nfleet: Band\nships: [{ship: ship, count: 6}]\n"
    (project / "band.yaml").write_text(text, "utf-8")
    (project / "book.yaml").write_text("book: A\nchapters: [one.md]\n", "utf-8")
    (project / "one.md").write_text("# One\n\nText.\n", "utf-8")
    return project


def list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ------------------------------------------------------------------------- streams and pipes


def close(*numbers: int) -> Callable[[], None]:
    """Closes standard streams of a process before it starts."""

    def act() -> None:
        for number in numbers:
            os.close(number)

    return act


def test_closed_streams(fleet: Path) -> None:
    done = start(fleet, "show", preexec_fn=close(1))
    assert (done.returncode, done.stderr) == (0, "")
    done = start(fleet, "render", "-o", "out.pdf", preexec_fn=close(0, 1, 2))
    assert done.returncode == 0
    assert (fleet / "out.pdf").read_bytes().startswith(b"%PDF")
    done = start(fleet, "show", "nothing", preexec_fn=close(0, 2))
    assert (done.returncode, done.stdout) == (1, "")
    done = start(fleet, "render", "-o", "-", "--format", "pdf", preexec_fn=close(1))
    assert done.returncode == 1
    assert "error[cant-write]: standard output can't be written: it is closed" in done.stderr


def test_a_stream_that_can_t_be_written(fleet: Path) -> None:
    with Path(os.devnull).open("rb") as nowhere:
        done = start(fleet, "show", stdout=nowhere)
        assert done.returncode == 1
        assert done.stderr.startswith("sheetgen: error[cant-write]: standard output can't be")
        assert start(fleet, "show", "nothing", stderr=nowhere).returncode == 1


@pytest.mark.parametrize("command", ["show", "validate --format json", "explain", "list ships"])
def test_nobody_reads_on(fleet: Path, command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = start(fleet, *command.split(), stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_nobody_reads_problems(fleet: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    assert start(fleet, "show", "nothing", stderr=writing).returncode == 141
    os.close(writing)


# ------------------------------------------------------------------------------ interruptions


def test_interrupted_at_any_time(fleet: Path, request: pytest.FixtureRequest) -> None:
    """Whenever Ctrl-C comes once our own code runs: no traceback, the usual status, no file."""
    waits = [0.02 * step for step in range(1, 16)]
    for wait in waits if request.config.getoption("--all") else waits[::3]:
        process = subprocess.Popen(
            [*START, "render", "-o", "out.pdf"],
            cwd=fleet,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        while not _runs_ours(process.pid) and process.poll() is None:
            time.sleep(0.002)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        assert process.returncode in (0, 130, -2), errors  # -2 is 130 to a shell
        assert errors == ""
        assert not [name for name in list_names(fleet) if name.startswith(".out")]


def _runs_ours(pid: int) -> bool:
    """Whether Python has started far enough to have loaded a library of ours."""
    try:
        return "_yaml" in Path(f"/proc/{pid}/maps").read_text("utf-8")
    except OSError:
        return sys.platform != "linux"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("end", [os.killpg, os.kill], ids=["the terminal", "one process"])
def test_a_duel_is_interrupted_with_its_workers(
    tmp_path: Path, end: Callable[[int, int], None]
) -> None:
    process = subprocess.Popen(
        [*START, "duel", "warrior", "warrior", "--duels", "1000000", "--jobs", "2"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not (workers := _list_children(process.pid)) and process.poll() is None:
        time.sleep(0.01)
    end(process.pid, signal.SIGINT)
    assert process.communicate() == ("", "")
    assert process.returncode in (130, -2)  # -2 is 130 to a shell
    assert workers
    for _ in range(500):
        if not any(Path(f"/proc/{pid}/maps").exists() for pid in workers):
            break
        time.sleep(0.01)
    else:
        pytest.fail(f"{workers} are still at work")


def _list_children(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
    except OSError:
        return []


def test_an_interruption_is_not_lost_where_python_can_only_print_it(tmp_path: Path) -> None:
    code = """
import signal, time, weakref
import sheetgen.cli
from sheetgen.ground.signals import watch_signals
class Thing: pass
thing = Thing()
held = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
with watch_signals():
    del thing
    time.sleep(60)
    print("it went on")
"""
    made = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True)
    assert (made.returncode, made.stdout, made.stderr) == (130, b"", b"")


def test_interrupted_while_it_imports(fleet: Path) -> None:
    code = """
import sys
import sheetgen.cli
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            raise KeyboardInterrupt
wanted = sys.argv.pop()
sys.meta_path.insert(0, Interrupt())
sheetgen.cli.main()
"""
    for module in (
        "sheetgen.cli.process",
        "sheetgen.cli.commands",
        "typer",
        "sheetgen.reading.model",
        "yaml",
    ):
        done = start(fleet, "show", module, python=[sys.executable, "-c", code])
        assert (done.returncode, done.stderr) == (130, ""), module


# ------------------------------------------------------------------------ memory and workers


@LIMITED
@pytest.mark.parametrize("command", ["render -o out.pdf", "book book.yaml -o out.pdf", "validate"])
def test_little_memory(fleet: Path, command: str) -> None:
    """With any limit, all of it works or one message says what is missing."""
    seen = set()
    for megabytes in (45, 60, 65, 70, 75, 100, 120, 145, 2000):
        size = megabytes * 1_000_000
        limit = lambda size=size: resource.setrlimit(resource.RLIMIT_AS, (size, size))  # noqa: E731
        done = start(fleet, *command.split(), preexec_fn=limit)
        seen.add(done.returncode)
        if done.returncode:
            assert done.returncode == 1
            lines = done.stderr.splitlines()
            assert [line[:36] for line in lines if "error" in line] == [
                "sheetgen: error[out-of-memory]: ther"
            ], done.stderr
            assert len(lines) == 2
            assert not (fleet / "out.pdf").exists()
    assert seen == {0, 1}


# ---------------------------------------------------------------------------- the environment


ODD: list[dict[str, str | None]] = [
    {"TERM": "dumb"}, {"TERM": ""}, {"TERM": "nonsense"}, {"COLUMNS": "1"}, {"COLUMNS": "0"},
    {"COLUMNS": "-5"}, {"COLUMNS": "abc"}, {"COLUMNS": "10000"}, {"HOME": "/nowhere"},
    {"HOME": None}, {"LANG": "C", "LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "cp1252"}, {"PYTHONIOENCODING": "utf-16"}, {"PYTHONUTF8": "0"},
    {"PYTHONWARNINGS": "error"}, {"SOURCE_DATE_EPOCH": "soon"}, {"SOURCE_DATE_EPOCH": "-1"},
    {"SOURCE_DATE_EPOCH": "9" * 30}, {"TMPDIR": "/nowhere"}, {"PATH": ""}, {"TZ": "nonsense"},
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_odd_environments(fleet: Path, run: Callable[..., Any], odd: dict[str, str | None]) -> None:
    assert run("render", "band.yaml", "-o", "plain.pdf").status == 0
    commands = ("render band.yaml -o out.pdf", "render --help", "book book.yaml -o book.pdf")
    for command in commands:
        done = start(fleet, *command.split(), env=odd)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
    assert (fleet / "out.pdf").read_bytes() == (fleet / "plain.pdf").read_bytes()


@pytest.mark.parametrize("words", [{}, {"COMP_WORDS": "sheetgen", "COMP_CWORD": "first"}])
def test_completion_without_a_shell(fleet: Path, words: dict[str, str]) -> None:
    code = "import sys; sys.argv = ['sheetgen']; from sheetgen import cli; cli.main()"
    environment = {"_SHEETGEN_COMPLETE": "complete_bash", **words}
    done = start(fleet, python=[sys.executable, "-c", code], env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "render" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_is_json_in_every_encoding(
    project: Path, write_ship: Callable[..., Path], encoding: str
) -> None:
    write_ship(name="Émeraude 戦艦")
    done = start(project, "show", "--json", env={"PYTHONIOENCODING": encoding})
    assert json.loads(done.stdout)[0]["name"] == "Émeraude 戦艦"


def test_documentation_without_docstrings(fleet: Path) -> None:
    """Under -OO, rules and commands have no docstrings, and are explained all the same."""
    python = [sys.executable, "-OO", "-m", "sheetgen"]
    for arguments in (["explain", "--markdown"], ["render", "--help"], ["--help"], ["show"]):
        bare, full = start(fleet, *arguments, python=python), start(fleet, *arguments)
        assert (bare.returncode, bare.stderr) == (0, "")
        assert bare.stdout == full.stdout
    done = start(fleet, "render", "-o", "out.pdf", python=python)
    assert done.returncode == 0, done.stderr


def test_isolated(fleet: Path) -> None:
    python = [sys.executable, "-I", "-m", "sheetgen"]
    assert start(fleet, "render", "-o", "out.pdf", python=python).returncode == 0


# ------------------------------------------------------------------------- folders and files


COMMANDS = [
    "show", "validate", "list ships", "render -o x.pdf", "new asfos X", "init y", "eject display",
    "blank display -o x.pdf", "book b.yaml -o x.pdf", "draw a.svg -o x.pdf",
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_the_folder_is_gone(tmp_path: Path, command: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()

    def leave() -> None:
        os.chdir(gone)
        gone.rmdir()

    done = start(tmp_path, *command.split(), preexec_fn=leave)
    assert done.returncode == 1
    first, hint = done.stderr.splitlines()
    assert first.startswith("sheetgen: error[no-folder]: ")
    assert "cd" in hint
    assert list_names(tmp_path) == []


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Makes a folder unreadable, which for root only a stand-in for the system can."""
    closed: set[str] = set()

    def close(look: Callable[..., Any]) -> Callable[..., Any]:
        def refuse(path: Any = ".") -> Any:
            if not isinstance(path, int) and os.path.abspath(path) in closed:  # noqa: PTH100 (bytes as well)
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return look(path)

        return refuse

    for name in ("listdir", "scandir"):
        monkeypatch.setattr(os, name, close(getattr(os, name)))

    def close_folder(folder: Path) -> None:
        closed.add(str(folder))
        if os.geteuid():
            folder.chmod(0)

    yield close_folder
    for folder in closed:
        Path(folder).chmod(0o700)


@pytest.mark.parametrize("folder", ["ships", "ships/deep", "templates/asfos", "templates"])
@pytest.mark.parametrize(
    "command", ["validate", "render -o out.pdf", "show", "render band.yaml -o out.pdf"]
)
def test_a_folder_that_can_t_be_read_is_reported(
    run: Run, fleet: Path, shut: Callable[[Path], None], folder: str, command: str
) -> None:
    """Never skipped: what is in it would be missing, or another ship or template used instead."""
    closed = fleet / folder
    closed.mkdir(parents=True, exist_ok=True)
    (fleet / "band.yaml").write_text("system: asfos\nfleet: B\nships: [{ship: warrior}]\n", "utf-8")
    assert run(*command.split()).status == 0
    (fleet / "out.pdf").unlink(missing_ok=True)
    shut(closed)
    outcome = run(*command.split())
    assert outcome.status == 1
    expected = f"{folder}: error[unreadable-folder]: this folder can't be searched: Permission"
    assert [line for line in outcome.stderr.splitlines() if "error[" in line] == [
        f"{expected} denied"
    ]
    assert not (fleet / "out.pdf").exists()


def test_names_that_are_no_utf_8(project: Path) -> None:
    text = (assets.shipped("ships") / "asfos" / "hobby.yaml").read_bytes()
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"/>'
    (project / os.fsdecode(b"caf\xe9")).mkdir()
    (project / os.fsdecode(b"caf\xe9/h\xffbby.yaml")).write_bytes(text)
    (project / os.fsdecode(b"bad\xff.yaml")).write_bytes(b"system: asfos\nname: 5\n")
    (project / os.fsdecode(b"dr\xff.svg")).write_bytes(svg)
    done = start(project, "validate", "--format", "json")
    assert done.returncode == 1
    assert {os.fsencode(row["file"]) for row in json.loads(done.stdout)} >= {b"bad\xff.yaml"}
    assert re.search("^bad[^\x7f-\uffff]*:1:1: error", start(project, "validate").stderr)
    done = start(project, "show", "--json", os.fsdecode(b"caf\xe9"))
    assert os.fsencode(json.loads(done.stdout)[0]["file"]) == b"caf\xe9/h\xffbby.yaml"
    for out in (b"\xffo.pdf", b"\xffo.svg"):
        done = start(project, "draw", os.fsdecode(b"dr\xff.svg"), "-o", os.fsdecode(out))
        assert done.returncode == 0, done.stderr
        assert (project / os.fsdecode(out)).exists()
    done = start(project, "render", os.fsdecode(b"caf\xe9"), "-o", os.fsdecode(b"\xff.pdf"))
    assert done.returncode == 0, done.stderr


def test_another_umask(fleet: Path) -> None:
    done = start(fleet, "render", "-o", "out.pdf", preexec_fn=lambda: os.umask(0o077) and None)
    assert done.returncode == 0
    assert (fleet / "out.pdf").stat().st_mode & 0o777 == 0o600


# ------------------------------------------------------------------------ what can't be seen


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ('" "', "nothing visible"),
        ('"\\u00a0\\u3000"', "nothing visible"),
        ('"\\u200b"', "nothing visible"),
        ('"\\u2800\\u3164"', "nothing visible"),
        ('"a\\u202ecod"', "U+202E"),
        ('"a\\u2066b"', "U+2066"),
        ('"a\\u200fb"', "U+200F"),
        ('"a\\x1b[31m"', "U+001B"),
        ('"a\\x9bb"', "U+009B"),
    ],
)
def test_names_that_nobody_can_read(
    run: Run, write_ship: Callable[..., Path], project: Path, name: str, words: str
) -> None:
    write_ship(name=name)
    (project / "band.yaml").write_text(f"system: asfos\nfleet: {name}\nships: [{{ship: hobby}}]\n")
    (project / "book.yaml").write_text(f"book: {name}\nchapters: []\n")
    outcome = run("validate", "--format", "short")
    assert outcome.status == 1
    lines = [line for line in outcome.stderr.splitlines() if "[hidden-text]" in line]
    assert [line.split(": ")[0] for line in lines] == [
        "band.yaml:2:8",
        "book.yaml:1:7",
        "ship.yaml:2:7",
    ]
    assert all(words in line for line in lines)


GAMES = {
    "asfos": "system: asfos\nname: X\nmass: 1\nhull: 2\nengine: 0\nid: @\n",
    "airships": (
        "system: airships\nname: X\nframe: frigate\nid: x\n"
        "wings: [{name: @, weapons: [machine-guns]}]\n"
    ),
    "barsoom": (
        "system: barsoom\nname: X\nclass: small\ncrew: 12\nid: x\n"
        "weapons: [{name: @, type: medium, side: port}]\n"
    ),
    "black-skies": (
        "system: black-skies\nfleet: F\nelements:\n"
        "  - {fighter: black-tiger, suit: spades, speed: 6, pilots: [{name: @, skill: 3}]}\n"
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_every_game(run: Run, project: Path, game: str) -> None:
    for name in ('" "', '"\\u202ea"'):
        (project / "x.yaml").write_text(GAMES[game].replace("@", name), "utf-8")
        outcome = run("validate", "--format", "short")
        assert outcome.status == 1
        assert "error[hidden-text]" in outcome.stderr


def test_names_of_letters_are_kept(run: Run, write_ship: Callable[..., Path]) -> None:
    for name in ("Émile", '"1701"', '"O\\u2019Neill"', '"a\\u200cb"', '"—"', '"A\\nB"'):
        write_ship(name=name)
        assert "hidden-text" not in run("validate").stderr


def test_new_refuses_what_would_be_refused(run: Run, project: Path) -> None:
    for name in ("a\x1bb", "a\nb", "a\u2028b", "\u202ea", " ", "\u200b", "\udcff"):
        outcome = run("new", "asfos", name, "-o", "new.yaml")
        assert outcome.status == 2 and "NAME" in outcome.stderr
        assert not (project / "new.yaml").exists()


# ---------------------------------------------------------------------------------------- art


DAMAGED = {
    "a.png": b"GIF89a nothing",
    "b.jpg": b"\xff\xd8\xff\xe0 cut off",
    "c.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="x"/>',
    "d.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="no.png"'
    b' width="5" height="5"/></svg>',
}


def test_validate_reads_art(run: Run, project: Path, write_ship: Callable[..., Path]) -> None:
    """All of it, of ships in a fleet as well, where it is named; and before anything is printed."""
    for name, data in DAMAGED.items():
        (project / name).write_bytes(data)
        write_ship(f"{name[0]}.yaml", art=name)
    ships = ", ".join(f"{{ship: {name[0]}}}" for name in DAMAGED)
    (project / "z.yaml").write_text(f"system: asfos\nfleet: Z\nships: [{ships}]\n", "utf-8")
    faults = dict.fromkeys(DAMAGED, "error[bad-art]")
    faults["c.svg"] = "warning[bad-value]"  # what a browser makes nothing of, it leaves out
    expected = [f"{name[0]}.yaml:10:6: {fault}" for name, fault in faults.items()]
    for arguments in (
        ["validate", "--format", "short"],
        ["validate", "z.yaml", "--format", "short"],
        ["render", "-o", "out.pdf"],
    ):
        outcome = run(*arguments)
        assert outcome.status == 1
        found = re.findall(r"^\S+: (?:error|warning)\[[\w-]+\]", outcome.stderr, re.MULTILINE)
        assert found == expected, outcome.stderr
        assert not (project / "out.pdf").exists()
