"""The studio: how long it takes from a key to the sheet, without a browser and in one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from child import ENVIRONMENT, make_fleet
from table import Row, at_most, make_row

Ask = Callable[[str, str, Any], Any]

KEYS, MANY = 100, 200
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
FLEET = "system: asfos\nfleet: Home\nships:\n  - {ship: swordfish, count: 9}\n  - {ship: warrior}\n"

_WATCH = """
() => {
  window.painted = [];
  window.pressed = 0;
  const sheet = document.querySelector("[data-preview]");
  document.addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    if (window.pressed) window.painted.push(performance.now() - window.pressed);
    window.pressed = 0;
  }))).observe(sheet, { childList: true, subtree: true });
}
"""


class Keys(NamedTuple):
    """Keys that are typed: in which project, file and field, and the milliseconds asked for."""

    what: str
    home: str
    file: str
    key: str
    target: float
    strokes: int = KEYS


TYPED = (
    Keys("a ship", "studio", "battleship.yaml", "name", 100),
    Keys("a fleet's page", "studio", "fleet.yaml", "fleet", 250),
    Keys("a ship among 200", "harbour", "ship-1.yaml", "name", 150, 30),
    Keys("a page of a fleet of 200", "harbour", "all.yaml", "fleet", 400, 30),
)


def measure_studio(folder: Path) -> list[Row]:
    """The rows of keys in names of ships and fleets, of the shelf, and of a print, of 200 ships."""
    home, harbour = folder / "studio", folder / "harbour"
    make_fleet(home / "battleship.yaml", 1, "--mass", "12")
    (home / "fleet.yaml").write_text(FLEET, "utf-8")
    (home / "templates").mkdir()
    make_fleet(harbour, MANY)
    listed = "".join(f"  - {{ship: {file.stem}}}\n" for file in sorted(harbour.iterdir()))
    (harbour / "all.yaml").write_text(f"system: asfos\nfleet: All\nships:\n{listed}", "utf-8")
    rows = []
    for typed in TYPED:
        for where, times in (
            ("handlers", type_keys(folder / typed.home, typed)),
            ("Chromium", type_in_browser(folder / typed.home, typed)),
        ):
            if times:
                taken = 1000 * median(times)
                name = f"studio, a key to the sheet of {typed.what}, {where}: ms"
                rows.append(
                    make_row(name, f"{taken:.0f}", target=at_most(taken, typed.target, " ms"))
                )
    return [*rows, *measure_many(harbour)]


def measure_many(folder: Path) -> list[Row]:
    """The rows of the shelf and of prints of 200 ships, by the handlers alone, undrawn before."""
    ask = open_desk(folder)
    ask("GET", "api/shelf", None)
    version = ask("GET", "api/file?file=ship-1.yaml", None)["version"]
    changes = [{"path": ["name"], "value": "Kestrel"}]
    ask("POST", "api/edit", {"file": "ship-1.yaml", "version": version, "changes": changes})
    everything = {"entries": [{"file": "all.yaml"}], "brief": True}
    displays = {**everything, "options": {"sheets": ["display"]}}
    grey = {**everything, "options": {"sheets": ["display"], "ink": "grey"}}
    rows = []
    for name, work, target in (
        ("shelf of 200 ships, one changed", lambda: ask("GET", "api/shelf", None), 300),
        ("first page of 200 displays", lambda: ask("POST", "api/print", displays), 1000),
        ("all pages of 200 displays", lambda: show_all(ask, displays), 4000),
        ("PDF of 200 displays", lambda: download(ask, grey), 4000),
        (
            "first page of all sheets of 200 ships",
            lambda: ask("POST", "api/print", everything),
            1000,
        ),
    ):
        start = perf_counter()
        work()
        taken = 1000 * (perf_counter() - start)
        target_told = at_most(taken, target, " ms")
        rows.append(make_row(f"studio, {name}: ms", f"{taken:.0f}", target=target_told))
    return rows


def show_all(ask: Ask, asked: Any) -> None:
    """Asks for the pages of a print as the page does, a few at a time."""
    at, total = 0, 1
    while at < total:
        told = ask("POST", "api/print", {**asked, "start": at})
        at, total = at + len(told["pages"]), told["total"]


def download(ask: Ask, asked: Any) -> None:
    """Asks for a file as the page does, until it is made."""
    while ask("POST", "api/download", asked):
        pass


def open_desk(folder: Path) -> Ask:
    """A function that asks the handlers of a project for an answer, read if it is JSON."""
    from sheetgen.studio.calls import open_inside

    carry = open_inside(str(folder))

    def ask(method: str, path: str, body: Any) -> Any:
        status, kind, made, _ = carry(method, path, "" if body is None else json.dumps(body))
        assert status in (200, 202), made
        return json.loads(made) if "json" in kind else None

    return ask


def type_keys(folder: Path, typed: Keys) -> list[float]:
    """Seconds of each edit with its preview, by the handlers alone."""
    ask = open_desk(folder)
    version, times = 1, []
    for at in range(typed.strokes):
        asked: dict[str, Any] = {
            "file": typed.file,
            "version": version,
            "changes": [{"path": [typed.key], "value": f"Kestrel {at}"}],
            "preview": {"sheet": "display"},
        }
        start = perf_counter()
        state = ask("POST", "api/edit", asked)
        times.append(perf_counter() - start)
        assert state["preview"], state
        version = state["version"]
    return times


def type_in_browser(folder: Path, typed: Keys) -> list[float]:
    """Seconds from each key to the painted sheet; none without Chromium and Playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return []
    if not CHROMIUM.exists():
        return []
    command = [sys.executable, "-m", "sheetgen", "studio", str(folder), "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT, text=True)
    try:
        assert server.stdout
        address = server.stdout.readline().strip()
        with sync_playwright() as player:
            browser = player.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            page.set_default_timeout(15_000)
            page.goto(address)
            times = _type(page, find_name(folder / typed.file, typed.key), typed)
            browser.close()
    finally:
        server.kill()
        server.wait()
    return times


def find_name(file: Path, key: str) -> str:
    """What a definition is called."""
    lines = file.read_text("utf-8").splitlines()
    return next(line.partition(": ")[2] for line in lines if line.startswith(f"{key}: ")).strip(
        "\"'"
    )


def _type(page: Any, name: str, typed: Keys) -> list[float]:
    """Seconds from each key in a field to the painted sheet."""
    page.get_by_text(name, exact=True).first.click()
    page.locator("[data-preview] svg").first.wait_for()
    page.evaluate(_WATCH)
    page.locator(f'[data-key="{typed.key}"]').first.focus()
    for at in range(typed.strokes):
        before = page.evaluate("window.painted.length")
        page.keyboard.press("abcdefghij"[at % 10] if at % 20 < 10 else "Backspace")
        for _ in range(2000):  # the page's policy does not let Playwright wait for a function
            if page.evaluate("window.painted.length") > before:
                break
            page.wait_for_timeout(5)
    return [one / 1000 for one in page.evaluate("window.painted")]
