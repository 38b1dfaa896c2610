"""Fixtures of many tests: a project folder, the command line, references, pictures of pages."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, closing, redirect_stderr, redirect_stdout, suppress
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from unittest.mock import patch

import pypdfium2.raw as raw
import pytest
from hypothesis import HealthCheck, settings

from sheetgen import cli
from sheetgen.ground import cache
from sheetgen.ground.units import MM
from sheetgen.svg.drafter import Drafter

# No test depends on the clock: a busy machine may take its time over an example. New examples are
# tried in every run, after those that failed before, from .hypothesis; where others wait for the
# result, the examples are always the same. A failure prints how to repeat it.
settings.register_profile(
    "house", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("house"), derandomize=True)

# A failure in a game's code is reported to users; here it is a mistake to find by its traceback.
os.environ.setdefault("SHEETGEN_TRACEBACK", "1")

# Bytecode is kept, whatever the machine says: hundreds of processes start, and each would compile
# the whole program, as each worker would these tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

SHIP: dict[str, object] = {
    "system": "asfos",
    "name": "Swordfish",
    "mass": 6,
    "hull": 3,
    "screens": 1,
    "engine": 2,
    "primaries": "{forward: 5, left: 3, right: 3}",
    "secondaries": 3,
    "special": "{weapon: mass-driver, count: 1}",
}
"""A ship without a fault: 30 of 30 power."""

# A shell that starts tests in the background ignores Ctrl-C, which all that they start inherits.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # under nohup
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Outcome(NamedTuple):
    """The outcome of a command: its exit status and what it printed."""

    status: int
    stdout: str
    stderr: str
    output: bytes = b""  # standard output before it was decoded


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden", action="store_true", help="write the reference files of golden tests again"
    )
    parser.addoption("--all", action="store_true", help="run what takes long, too")
    parser.addoption(
        "--release",
        metavar="FOLDER",
        help="try the sdist and wheel in FOLDER in clean environments",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Has more examples tried where everything is."""
    most = 100 if config.getoption("--all") else 25
    name = "ci" if os.environ.get("CI") else "house"
    settings.register_profile("run", settings.get_profile(name), max_examples=most)
    settings.load_profile("run")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Runs first what forks its process, as that takes long once the process has grown.

    What takes long is left out, unless it is asked for, or its file is named; of many cases of one
    kind, the first of every few are tried.
    """
    named = any(".py" in argument for argument in config.args)
    if not (config.getoption("--all") or config.getoption("--release") or named):
        cases: Counter[str] = Counter()
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            sampled, test = item.get_closest_marker("sampled"), item.nodeid.partition("[")[0]
            every = sampled.args[0] if sampled else 1
            long = item.get_closest_marker("whole") or cases[test] % every
            cases[test] += 1
            (left if long else kept).append(item)
        items[:] = kept
        config.hook.pytest_deselected(items=left)
    items.sort(key=lambda item: item.get_closest_marker("forks") is None)


def pytest_collection_finish() -> None:
    """Sets aside what is loaded, which stays, and need not be looked through for what has gone."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says which tests were left out: for want of time, or of something that is not installed."""
    if not terminalreporter.config.getoption("--all"):
        terminalreporter.write_line("left out: what takes long, which `make test-all` runs")
    reasons = [str(report.longrepr) for report in terminalreporter.getreports("skipped")]
    wanted = r"Skipped: (needs [^'\"]*|[^'\"]* is not installed)"
    found = (re.search(wanted, reason) for reason in reasons)
    for reason, count in Counter(match[1] for match in found if match).items():
        terminalreporter.write_line(f"left out: {count} tests, as {reason}", yellow=True)


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache for the tests in place of the user's, which all workers share.

    Each test makes projects and looks of its own, so it keeps more files than a user's does.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "caches"
    folder.mkdir(mode=0o700, exist_ok=True)
    most = patch.object(cache, "_MOST", 20_000)
    with patch.dict(os.environ, {"XDG_CACHE_HOME": str(folder)}), most:
        yield


_DRAFTERS: list[Drafter] = []
"""Those that the running test has made."""


@pytest.fixture(scope="session", autouse=True)
def _pupils() -> Iterator[None]:
    """Notes what draws in a test, so that what it learns is left to the tests that follow.

    A print does so too, but what only checks or shows does not, and each test has a project of its
    own: nearly half of a check is learning what the one before it had learned.
    """
    begin = Drafter.__init__

    def note(drafter: Drafter, *arguments: Any, **options: Any) -> None:
        begin(drafter, *arguments, **options)
        _DRAFTERS.append(drafter)

    with patch.object(Drafter, "__init__", note):
        yield


@pytest.hookimpl(trylast=True)  # once its servers have ended
def pytest_runtest_teardown() -> None:
    """Keeps what was learned in a test."""
    for drafter in _DRAFTERS:
        with suppress(RuntimeError):  # a thread that nobody waits for may still be drawing
            drafter.keep()
    _DRAFTERS.clear()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with its reference file; with --golden writes the file instead."""

    def compare(file: Path, text: str) -> None:
        if request.config.getoption("--golden"):
            file.write_text(text, "utf-8")
        assert file.exists(), f"{file} is missing: look at what is drawn, then run pytest --golden"
        assert text == file.read_text("utf-8"), f"{file.name} differs (pytest --golden rewrites it)"

    return compare


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project folder, with a space in its name."""
    folder = tmp_path / "my fleet"
    (folder / "templates").mkdir(parents=True)
    return folder


@pytest.fixture(scope="session")
def run_in() -> Callable[..., Outcome]:
    """Runs a command line in this process, in a folder."""
    return _run


@pytest.fixture
def run(project: Path) -> Callable[..., Outcome]:
    """Runs a command line in this process, in the project folder."""
    return lambda *arguments, **options: _run(project, *arguments, **options)


def _run(folder: Path, *arguments: object, **environment: str) -> Outcome:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    argv = ["sheetgen", *map(str, arguments)]
    status: Any = 0
    with (
        chdir(folder),
        patch.object(sys, "argv", argv),
        patch.dict(os.environ, {"COLUMNS": "100", "TERM": "dumb", **environment}),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(gc, "freeze"),  # this process goes on, and what the command made has to go
    ):
        try:
            cli.main()
        except SystemExit as end:
            status = end.code or 0
        finally:
            gc.enable()
    output, errors = (_content(stream) for stream in (out, err))
    return Outcome(status, output.decode("utf-8", "replace"), errors.decode("utf-8"), output)


def _content(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


@pytest.fixture
def spawn(project: Path) -> Callable[..., Outcome]:
    """Runs `python -m sheetgen` as a process of its own, in the project folder."""

    def start(*arguments: object, **environment: str) -> Outcome:
        command = [sys.executable, "-m", "sheetgen", *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=project,
            env={**os.environ, **environment},
            capture_output=True,
            check=False,
        )
        out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        return Outcome(done.returncode, out, err, done.stdout)

    return start


@pytest.fixture
def write_ship(project: Path) -> Callable[..., Path]:
    """Writes a ship's definition into the project; keywords change keys, None removes one."""

    def write(file: str = "ship.yaml", **changes: object) -> Path:
        path = project / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_spell(changes), "utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def effort(request: pytest.FixtureRequest) -> float:
    """The share of its throws that a test of chances makes: all where everything is tried."""
    return 1 if request.config.getoption("--all") else 0.4


@pytest.fixture(scope="session")
def spell_ship() -> Callable[..., str]:
    """The YAML text of a ship; keywords change keys, None removes one."""
    return lambda **changes: _spell(changes)


def _spell(changes: Mapping[str, object]) -> str:
    values = {**SHIP, **{key.rstrip("_"): value for key, value in changes.items()}}
    return "".join(f"{key}: {value}\n" for key, value in values.items() if value is not None)


@pytest.fixture(scope="session")
def rasterize() -> Callable[..., Any]:
    """Makes a picture of a PDF's page, in RGB on white."""
    from pypdfium2 import PdfDocument

    def draw(pdf: bytes, page: int = 0, dpi: int = 72) -> Any:
        with closing(PdfDocument(pdf)) as document:
            return document[page].render(scale=dpi / 72, rev_byteorder=True).to_pil().convert("RGB")

    return draw


def _list_rules(page: Any, least: float) -> Iterator[tuple[float, float, float]]:
    """The horizontal lines of a page, at least `least` points long, as left, right and height."""
    for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
        matrix = thing.get_matrix()
        points = []
        for at in range(raw.FPDFPath_CountSegments(thing)):
            segment = raw.FPDFPath_GetPathSegment(thing, at)
            x, y = ctypes.c_float(), ctypes.c_float()
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            straight = raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO
            points.append((straight, matrix.on_point(x.value, y.value)))
        for (_, (x0, y0)), (straight, (x1, y1)) in pairwise(points):
            if straight and abs(y1 - y0) < 0.01 and abs(x1 - x0) >= least:
                yield min(x0, x1), max(x0, x1), y0


@pytest.fixture
def find_struck() -> Callable[[Any], list[str]]:
    """The characters of a PDFium page that a horizontal line of 10 mm or more runs through."""

    def find(page: Any) -> list[str]:
        rules = list(_list_rules(page, 10 * MM))
        assert rules
        text = page.get_textpage()
        struck = []
        for at in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(at)
            middle = (left + right) / 2
            if any(x0 < middle < x1 and bottom + 0.2 < y < top - 0.2 for x0, x1, y in rules):
                struck.append(text.get_text_range(at, 1))
        return struck

    return find


@pytest.fixture
def race() -> Iterator[Callable[[Callable[[int], None], int], list[BaseException]]]:
    """Does work in several threads that take turns often, each told its number; what failed."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def run(work: Callable[[int], None], count: int) -> list[BaseException]:
        failed: list[BaseException] = []

        def attempt(turn: int) -> None:
            try:
                work(turn)
            except BaseException as error:
                failed.append(error)

        threads = [Thread(target=attempt, args=(turn,)) for turn in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return failed

    yield run
    sys.setswitchinterval(interval)
