"""The studio: how long it takes from a key to the sheet, without a browser and in one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from child import ENVIRONMENT, make_fleet
from table import Row, at_most, make_row

KEYS = 100
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


def measure_studio(folder: Path) -> list[Row]:
    """The rows of a hundred keys in a ship's name, and in a fleet's whose page is shown."""
    home = folder / "studio"
    make_fleet(home / "battleship.yaml", 1, "--mass", "12")
    (home / "fleet.yaml").write_text(FLEET, "utf-8")
    (home / "templates").mkdir()
    rows = []
    for file, key, target in (("battleship.yaml", "name", 100), ("fleet.yaml", "fleet", 250)):
        what = "a ship" if key == "name" else "a fleet's page"
        for where, times in (
            ("handlers", type_keys(home, file, key)),
            ("Chromium", type_in_browser(home, file, key)),
        ):
            if times:
                taken = 1000 * median(times)
                name = f"studio, a key to the sheet of {what}, {where}: ms"
                rows.append(make_row(name, f"{taken:.0f}", target=at_most(taken, target, " ms")))
    return rows


def type_keys(folder: Path, file: str, key: str) -> list[float]:
    """Seconds of each edit with its preview, by the handlers alone."""
    import sheetgen
    from sheetgen.studio.calls import answer
    from sheetgen.studio.desk import Desk
    from sheetgen.studio.request import Request

    desk = Desk(sheetgen.open_project(folder))
    version, times = 1, []
    for at in range(KEYS):
        asked: dict[str, Any] = {
            "file": file,
            "version": version,
            "changes": [{"path": [key], "value": f"Kestrel {at}"}],
            "preview": {"sheet": "display"},
        }
        start = perf_counter()
        made = answer(desk, Request("POST", "api/edit", {}, json.dumps(asked).encode()))
        state = json.loads(made.body)
        times.append(perf_counter() - start)
        assert state["preview"], state
        version = state["version"]
    return times


def type_in_browser(folder: Path, file: str, key: str) -> list[float]:
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
            times = _type(page, find_name(folder / file, key), key)
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


def _type(page: Any, name: str, key: str) -> list[float]:
    """Seconds from each key in a field to the painted sheet."""
    page.get_by_text(name, exact=True).first.click()
    page.locator("[data-preview] svg").first.wait_for()
    page.evaluate(_WATCH)
    page.locator(f'[data-key="{key}"]').first.focus()
    for at in range(KEYS):
        before = page.evaluate("window.painted.length")
        page.keyboard.press("abcdefghij"[at % 10] if at % 20 < 10 else "Backspace")
        for _ in range(2000):  # the page's policy does not let Playwright wait for a function
            if page.evaluate("window.painted.length") > before:
                break
            page.wait_for_timeout(5)
    return [one / 1000 for one in page.evaluate("window.painted")]
