"""The easel: the page is answered whatever a template does, and what is drawn is what is typed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

import sheetgen
from sheetgen.ground import guard, worker
from sheetgen.ground.worker import Worker
from sheetgen.studio import preview
from sheetgen.studio.calls import make_easel
from sheetgen.studio.desk import Desk
from tests import holes
from tests.studio.conftest import FLEET, KESTREL, Studio, open_studio

needs_bounds = pytest.mark.skipif(
    guard.ENDED is None or not Path("/proc/self/statm").exists(),
    reason="needs Linux, where a process can be bounded",
)
SHIP, TEMPLATE, BOOK = "ships/kestrel.yaml", "templates/asfos/display.svg", "book.yaml"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm"{}><rect width="9"/></svg>'
FILES = {
    SHIP: KESTREL,
    "fleet.yaml": FLEET,
    BOOK: "book: The fleet\nships: [kestrel]\nchapters: [intro.md]\n",
    "intro.md": "# Hello\n\nAll hands.\n",
}
VIEW = {"file": SHIP, "sheet": "display"}


def open_drawing(folder: Path, easel: Worker) -> Studio:
    """A studio whose sheets are drawn at an easel."""
    open_studio(folder, FILES)
    return Studio(folder, Desk(sheetgen.open_project(folder), None, easel))


@pytest.fixture
def drawing(tmp_path: Path) -> Iterator[Studio]:
    """A studio that draws as the command does."""
    easel = make_easel(tmp_path / "fleet", (), ())
    yield open_drawing(tmp_path / "fleet", easel)
    easel.end()


@pytest.fixture
def holed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """The same with holes in the counting."""
    monkeypatch.setattr(guard, "SECONDS", holes.SECONDS)
    monkeypatch.setattr(guard, "MEMORY", holes.MEMORY)
    easel = Worker("tests.holes:open_easel", tmp_path / "fleet", (), ())
    yield open_drawing(tmp_path / "fleet", easel)
    easel.end()


def test_every_call_is_answered_as_without_an_easel(drawing: Studio, tmp_path: Path) -> None:
    plain = open_studio(tmp_path / "plain" / "fleet", FILES)
    asked: list[tuple[str, str, Any, dict[str, str]]] = [
        ("GET", "preview", None, {"file": SHIP, "sheet": "display"}),
        ("GET", "preview", None, {"file": "nothing.yaml"}),
        ("GET", "portrait", None, {"file": SHIP}),
        ("POST", "view", VIEW, {}),
        ("POST", "view", {**VIEW, "places": True}, {}),
        ("POST", "view", {**VIEW, "sheet": "nothing"}, {}),
        ("POST", "view", {**VIEW, "nothing": 1}, {}),
        ("POST", "print", {"entries": [{"file": "fleet.yaml"}]}, {}),
        ("POST", "print", {"entries": [{"file": SHIP}], "options": {"ink": "pink"}}, {}),
        ("POST", "download", {"entries": [{"file": SHIP}]}, {}),
        ("POST", "download", {"entries": [{"file": SHIP}], "format": "pieces"}, {}),
        ("POST", "book", {"file": BOOK, "count": 2}, {}),
        ("POST", "book-pdf", {"file": BOOK}, {}),
        (
            "POST",
            "edit",
            {"file": SHIP, "version": 1, "changes": [{"path": ["mass"], "value": 7}]}
            | {"preview": {"sheet": "display"}},
            {},
        ),
        ("POST", "view", VIEW, {}),
    ]
    for method, path, body, query in asked:
        one, other = (s.ask(method, path, body, query) for s in (drawing, plain))
        assert (one.status, one.type, one.name, one.keep) == (
            other.status,
            other.type,
            other.name,
            other.keep,
        ), path
        assert one.body == other.body, path


def test_what_is_drawn_is_what_is_typed(drawing: Studio) -> None:
    def look() -> str:
        return str(drawing.post("view", **VIEW)["preview"])

    before = look()
    drawing.edit(SHIP, {"path": ["name"], "value": "Hawk"})
    typed = look()
    assert typed != before
    drawing.post("undo", file=SHIP)
    assert look() == before
    drawing.post("redo", file=SHIP)
    assert look() == typed
    version = drawing.get("file", file=SHIP)["version"]
    drawing.post("save", file=SHIP, version=version)
    assert look() == typed
    drawing.write(SHIP, KESTREL)
    assert look() == before
    drawing.post("eject", game="asfos", sheet="display")
    version = drawing.get("file", file=TEMPLATE)["version"]
    drawing.post("edit", file=TEMPLATE, version=version, text=SVG.format(""))
    assert look() not in (before, typed)
    drawing.post("discard", file=TEMPLATE)
    assert look() == before


def test_a_process_that_dies_is_followed_by_another(drawing: Studio) -> None:
    drawing.edit(SHIP, {"path": ["name"], "value": "Hawk"})
    before = drawing.post("view", **VIEW)
    run = find_run(drawing)
    run.kill()
    assert drawing.post("view", **VIEW) == before
    assert find_run(drawing) is not run
    for opening, kind, words in (
        ("sheetgen.studio.calls:open_easel", sheetgen.ProblemError, "no such folder"),
        ("tests.holes:fall", sheetgen.ProblemError, "the drawing process has ended: status 3"),
    ):
        worker = Worker(opening, Path("nowhere"), (), ())
        with pytest.raises(kind, match=words):
            worker.ask("anything")
        worker.end()


def find_run(studio: Studio) -> Any:
    """The process that draws for a studio."""
    assert studio.desk.easel
    assert studio.desk.easel._run
    return studio.desk.easel._run


@needs_bounds
@pytest.mark.parametrize("hole", [pytest.param("spin", marks=pytest.mark.whole), "burn"])
def test_the_page_is_answered_while_a_template_runs_away(
    holed: Studio, hole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "SECONDS", 4.0)  # in which all that is asked below is answered
    holed.post("view", **VIEW)  # so the process has started
    events: list[dict[str, Any]] = []
    holed.desk.listen(events.append)
    holed.write(TEMPLATE, SVG.format(f' id="{{{{ {hole}() }}}}"'))
    found: dict[str, Any] = {}

    def post(name: str, path: str, **body: Any) -> None:
        found[name] = json.loads(holed.ask("POST", path, body).body)

    threads = [
        Thread(target=post, args=("view", "view"), kwargs=VIEW),
        Thread(
            target=post,
            args=("print", "print"),
            kwargs={"entries": [{"file": SHIP}], "options": {"sheets": ["counters"]}},
        ),
    ]
    for thread in threads:
        thread.start()
        sleep(0.5)
    for path, query in (
        ("shelf", {}),
        ("project", {}),
        ("file", {"file": SHIP}),
        ("form", {"game": "asfos", "kind": "ship"}),
    ):
        assert holed.get(path, **query)
        assert "view" not in found  # all of them came before the end of what runs away
    state = holed.edit(SHIP, {"path": ["mass"], "value": 7}, preview={"sheet": "counters"})
    assert state["documents"][0]["values"]["mass"] == 7
    assert state["preview_note"] == f"{TEMPLATE} is still being drawn"
    assert holed.ask("GET", "portrait", None, {"file": SHIP}).status == 503
    assert "view" not in found
    for thread in threads:
        thread.join(120)
    told = found["view"]
    words = "drawing display.svg takes more than 4 seconds of the processor"
    assert told["preview_note"] == f"this can't be drawn: {words}"
    (problem,) = told["preview_problems"]
    assert (problem["rule"], problem["file"]) == ("runaway", TEMPLATE)
    assert found["print"]["total"] == 1  # which had nothing to do with it
    for _ in range(100):  # the sheet of the edit is asked for again, after what had to wait
        if {"event": "template"} in events:
            break
        sleep(0.1)
    assert {"event": "template"} in events
    assert holed.post("view", **VIEW) == told  # at once, until the template changes
    version = holed.get("file", file=TEMPLATE)["version"]
    mended = holed.post("edit", file=TEMPLATE, version=version, text=SVG.format(""), preview=VIEW)
    assert mended["preview"]


@needs_bounds
def test_what_nobody_wants_any_more_is_not_drawn(
    holed: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "SECONDS", 60.0)
    monkeypatch.setattr(worker, "GRACE", 0.3)
    holed.post("view", **VIEW)
    holed.write(TEMPLATE, SVG.format(' id="{{ burn() }}"'))
    easel, run = holed.desk.easel, find_run(holed)
    assert easel
    found: dict[str, Any] = {}
    wish, others = worker.Wish(), worker.Wish()

    def ask(name: str, wish: worker.Wish, sheet: str) -> None:
        with wish:
            found[name] = holed.ask("POST", "view", {**VIEW, "sheet": sheet})

    burning = Thread(target=ask, args=("burning", wish, "display"))
    burning.start()
    wait_for(lambda: run.piece)
    waiting = [Thread(target=ask, args=(str(at), others, "counters")) for at in range(3)]
    for thread in waiting:
        thread.start()
    wait_for(lambda: len(easel._asked) == 4)
    others.end()
    for thread in waiting:
        thread.join(10)
    assert [found[str(at)].status for at in range(3)] == [410] * 3
    assert "burning" not in found
    wish.end()
    burning.join(10)
    assert found["burning"].status == 410
    assert holed.post("view", **{**VIEW, "sheet": "counters"})["preview"]
    assert find_run(holed) is not run  # which went on with what nobody wanted
    assert easel._refused == []
    late = worker.Wish()
    late.end()
    ask("late", late, "counters")
    assert found["late"].status == 410


def test_a_book_that_nobody_wants_is_stopped_between_its_pages(drawing: Studio) -> None:
    drawing.post("view", **VIEW)
    drawing.write("intro.md", "# Hello\n\n" + "All hands are on deck, and wait.\n\n" * 20000)
    run, wish, found = find_run(drawing), worker.Wish(), list[int]()

    def ask() -> None:
        with wish:
            found.append(drawing.ask("POST", "book", {"file": BOOK}).status)

    thread = Thread(target=ask)
    thread.start()
    wait_for(lambda: run.piece.endswith("intro.md"))
    wish.end()
    thread.join(10)
    assert found == [410]
    assert drawing.post("view", **VIEW)["preview"]
    assert find_run(drawing) is run
    assert run.piece != "intro.md"


@needs_bounds
def test_the_newest_edit_wins(holed: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SECONDS", 60.0)
    monkeypatch.setattr(worker, "GRACE", 0.3)
    monkeypatch.setattr(preview, "BRIEF", 60.0)
    monkeypatch.setattr(worker, "LONG", 60.0)
    holed.post("view", **VIEW)
    text = SVG.format(" id=\"{{ burn() if sheet.name == 'Slow' }}\"")
    holed.write(TEMPLATE, text)
    run, found = find_run(holed), dict[str, Any]()

    def edit(name: str) -> None:
        found[name] = holed.edit(SHIP, {"path": ["name"], "value": name}, preview=VIEW)

    thread = Thread(target=edit, args=("Slow",))
    thread.start()
    wait_for(lambda: run.piece)
    edit("Hawk")
    thread.join(10)
    assert "preview" not in found["Slow"]  # the page keeps the sheet that it has
    assert found["Slow"]["documents"][0]["values"]["name"] == "Slow"
    assert found["Hawk"]["preview"]


@needs_bounds
def test_an_edit_does_not_wait_long_for_its_sheet(
    holed: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "SECONDS", 60.0)
    monkeypatch.setattr(preview, "BRIEF", 0.2)
    holed.write(TEMPLATE, SVG.format(' id="{{ burn() }}"'))
    state = holed.edit(SHIP, {"path": ["mass"], "value": 7}, preview={"sheet": "display"})
    assert state["preview_note"].endswith("still being drawn")
    assert state["documents"][0]["values"]["mass"] == 7


def wait_for(is_so: Callable[[], object]) -> None:
    """Waits until something is so."""
    for _ in range(300):
        if is_so():
            return
        sleep(0.1)
    raise AssertionError("this never came")


@needs_bounds
def test_memory_and_chapters_are_bounded(holed: Studio) -> None:
    holed.write(TEMPLATE, SVG.format(' id="{{ swell() }}"'))
    told = holed.post("view", **VIEW)
    size = f"{holes.MEMORY >> 20} MB of memory"
    assert (
        told["preview_note"] == f"this can't be drawn: drawing display.svg takes more than {size}"
    )
    holed.write(TEMPLATE, SVG.format(""))
    holed.write("intro.md", "# Hello\n\n{{ burn() }}\n")
    (problem,) = holed.refuse("book", file=BOOK)[1]["problems"]
    assert (problem["rule"], problem["file"]) == ("runaway", "intro.md")


@needs_bounds
def test_what_ended_a_process_is_not_drawn_again_for_another_value(holed: Studio) -> None:
    holed.write(TEMPLATE, SVG.format(' id="{{ burn() }}"'))
    told = holed.post("view", **VIEW)
    holed.post("view", **{**VIEW, "sheet": "counters"})
    run = find_run(holed)
    for name in ("Hawk", "Falcon", "Wren"):
        state = holed.edit(SHIP, {"path": ["name"], "value": name}, preview={"sheet": "display"})
        assert state["preview_note"] == told["preview_note"]
    assert find_run(holed) is run


@pytest.mark.whole
@needs_bounds
def test_the_page_does_not_wait_for_a_process_that_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "SECONDS", holes.SECONDS)
    easel = Worker("tests.holes:open_slow_easel", tmp_path / "fleet", (), ())
    studio = open_drawing(tmp_path / "fleet", easel)
    studio.write(TEMPLATE, SVG.format(' id="{{ burn() }}"'))
    thread = Thread(target=studio.post, args=("view",), kwargs=VIEW)
    thread.start()
    while not (easel._run and easel._run.piece):
        sleep(0.1)
    (tmp_path / "fleet" / "slow").touch()
    thread.join(120)
    answer = studio.ask("GET", "preview", None, {"file": SHIP, "sheet": "counters"})
    easel.end()
    assert answer.status == 503
    assert json.loads(answer.body)["error"] == "this is still being drawn; try again soon"
