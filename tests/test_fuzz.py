"""Whatever is in a file, it is printed or told: never a traceback, and never half a result.

Hypothesis looks for small inputs here; `make fuzz` breaks thousands of large ones, and the first of
these are tried here as well.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sheetgen.ground import assets
from tests.fuzz.__main__ import list_jobs
from tests.fuzz.case import KINDS, make_case
from tests.fuzz.verdict import FINE
from tests.fuzz.worker import Job, run_jobs

Run = Callable[..., Any]

pytestmark = pytest.mark.whole
bounded = settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
FRIGATE = (assets.shipped("ships") / "asfos" / "hobby.yaml").read_text("utf-8")
SHIPS = [
    path.read_text("utf-8")
    for path in sorted(assets.shipped("ships").glob("*/*.yaml"))
    if path.parent.name != "books"  # those are not rendered but published
]
FLEET = """\
system: asfos
fleet: Squadron
colour: "#123456"
points_limit: 400
range_band: {size: 8, unit: cm}
ships:
  - {ship: warrior, count: 2, ids: [A, B], state: {A: {hull: 3, criticals: [Br]}}}
  - {ship: calypso, names: [One]}
"""
TEMPLATE = (assets.shipped("templates") / "asfos" / "compact.svg").read_text("utf-8")
_CASES = 10
"""How many cases of each kind of `make fuzz` are tried in each run of the tests."""


@pytest.fixture
def check(run_in: Run, tmp_path: Path) -> Callable[[bytes], None]:
    """Feeds a file to validate and render, and holds them to their word."""

    def feed(content: bytes) -> None:
        folder = tmp_path / "project"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "templates").mkdir(parents=True)
        (folder / "ship.yaml").write_bytes(content)
        checked = run_in(folder, "validate")
        assert checked.status in (0, 1)
        assert ("error[" in checked.stderr) is bool(checked.status)
        assert sorted(p.name for p in folder.iterdir()) == ["ship.yaml", "templates"]
        printed = run_in(folder, "render", "-o", "out.pdf", "--paper", "2000x2000mm")
        assert printed.status == checked.status, printed.stderr
        assert (folder / "out.pdf").exists() is (printed.status == 0)

    return feed


@bounded
@given(st.binary(max_size=200))
def test_any_bytes(check: Any, content: bytes) -> None:
    check(content)


@bounded
@given(st.text(max_size=200))
@example('system: asfos\nname: "\\e\\a\\u200b"\nmass: 1\nhull: 2\nengine: 0\n')
@example('system: asfos\nname: "\\uffff"\nmass: 1\nhull: 2\nengine: 0\n')
def test_any_text(check: Any, content: str) -> None:
    check(content.encode("utf-8", "surrogatepass"))


@bounded
@given(st.sampled_from([*SHIPS, FLEET]), st.data())
def test_a_definition_with_slips_of_the_keyboard(
    check: Any, text: str, data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 12, len(text))))
        middle = data.draw(st.text("abz019:-[]{}'\"\\#&*!|>,. \n\téΩ戦\u0301", max_size=6))
        text = text[:start] + middle + text[end:]
    check(text.encode())


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=130)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 500),
    st.sampled_from([10**17, -(10**17), 10**30]),
    st.floats(),
    names,
    st.sampled_from(["010", "12:30", "on", "mass-driver", "#fff", "warrior", "../x.png"]),
)
keys = st.sampled_from(["weapon", "count", "forward", "left", "ship", "ids", "hull", "unit", "z"])
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


@bounded
@given(st.sampled_from([*SHIPS, FLEET]), st.data())
def test_a_definition_with_other_values(check: Any, text: str, data: st.DataObject) -> None:
    content = yaml.safe_load(text)
    for key in data.draw(st.lists(st.sampled_from([*content, "art", "id", "zz"]), max_size=3)):
        if key != "system":
            content[key] = data.draw(values)
    check(yaml.safe_dump(content, allow_unicode=data.draw(st.booleans())).encode())


@settings(bounded, max_examples=10)
@given(
    name=names,
    mass=st.integers(1, 40),
    strength=st.integers(0, 999),
    screens=st.integers(0, 4),
    points=st.none() | st.integers(0, 10**9),
)
def test_any_legal_ship(check: Any, **given: Any) -> None:
    ship = {
        "system": "asfos",
        "name": given["name"],
        "mass": given["mass"],
        "hull": 3,
        "engine": 2,
        "screens": given["screens"],
        "primaries": {"forward": given["strength"], "rear": given["strength"] // 3},
    }
    if given["points"] is not None:
        ship["points"] = given["points"]
    check(yaml.safe_dump(ship, allow_unicode=True).encode())


@bounded
@given(st.data())
def test_a_template_with_slips_of_the_keyboard(
    run_in: Run, tmp_path: Path, data: st.DataObject
) -> None:
    text = TEMPLATE
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 8, len(text))))
        middle = data.draw(st.text("aZ09%{}<>/!-\"'=.,:;#() \né", max_size=5))
        text = text[:start] + middle + text[end:]
    folder = tmp_path / "project"
    template = folder / "templates" / "asfos" / "compact.svg"
    template.parent.mkdir(parents=True, exist_ok=True)
    template.write_text(text, "utf-8")
    (folder / "ship.yaml").write_text(FRIGATE, "utf-8")
    (folder / "out.pdf").unlink(missing_ok=True)
    outcome = run_in(folder, "render", "-o", "out.pdf", "--sheet", "compact")
    assert outcome.status in (0, 1)
    assert (folder / "out.pdf").exists() is (outcome.status == 0)
    assert ("error[" in outcome.stderr) is bool(outcome.status)


@bounded
@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_as_a_drawing(run_in: Run, tmp_path: Path, content: bytes, framed: bool) -> None:
    head = b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    (tmp_path / "drawing.svg").write_bytes(head + content + b"</svg>" if framed else content)
    assert run_in(tmp_path, "draw", "drawing.svg", "-o", "out.pdf").status in (0, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_broken_inputs(kind: str) -> None:
    """The first cases of `make fuzz`; how to see one again stands beside what came of it."""
    failed = {
        str(job): f"{verdict.outcome}: {verdict.cause}\n{verdict.text}"
        for job, verdict in run_jobs(list_jobs([kind], 1, _CASES), 1)
        if verdict.outcome not in FINE
    }
    assert not failed


def test_a_case_is_always_the_same() -> None:
    for kind in KINDS:
        for number in range(12):
            assert make_case(kind, 7, number) == make_case(kind, 7, number)
    files = {tuple(make_case(kind, seed, 3).files.values()) for kind in KINDS for seed in (1, 2)}
    assert len(files) == 2 * len(KINDS)


@pytest.mark.parametrize(
    ("command", "outcome"),
    [
        ("raise KeyError", "traceback"),
        ("while True: pass", "hang"),
        ("bytearray(10**10)", "memory"),
        ("import faulthandler, os; faulthandler.disable(); os.abort()", "crash"),
        ("open('out.pdf', 'w').write('%PDF')", "torn"),
        ("open('.rest', 'w').write('x')", "torn"),
        ("raise SystemExit(1)", "silence"),
    ],
)
def test_the_harness_finds(monkeypatch: pytest.MonkeyPatch, command: str, outcome: str) -> None:
    monkeypatch.setattr("tests.fuzz.worker.MOST_SECONDS", 0.3)
    monkeypatch.setattr("sheetgen.cli.main", lambda: exec(command))
    ((_, verdict),) = run_jobs([Job("svg", 1, 1)], 1)
    assert verdict.outcome == outcome, verdict
