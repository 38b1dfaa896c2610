"""Takes the pictures of the studio, with Chromium; where there is none, the old ones stay."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

CHROMIUM = Path("/usr/bin/chromium")
SIZE = (1400, 880)
COLOURS = 256

KESTREL = """\
# A light cruiser of the home squadron. The crew call her Kes.
system: asfos
name: Kestrel
mass: 4
hull: 3
screens: 1
engine: 2
primaries: {forward: 4, left: 2, right: 2}
secondaries: 2
"""
GANNET = """\
# Heavy, slow, and hard to sink.
system: asfos
name: Gannet
mass: 6            # hull boxes: 5-6 is a heavy cruiser
hull: 4
screens: 1
engine: 1
primaries: {forward: 6, left: 3, right: 3}   # nothing looks back
secondaries: 3
special: {weapon: mass-driver, count: 1}
"""
SQUADRON = """\
system: asfos
fleet: Home Squadron
colour: "#1f4e79"
points_limit: 80
ships:
  - {ship: warrior, names: [Prince Consort], ids: [BB1]}
  - {ship: kestrel, count: 3, names: [Kestrel, Merlin, Hobby], ids: [K1, K2, K3]}
  - {ship: swordfish, ids: [CA1], state: {CA1: {hull: 2, weapons: 1}}}
"""
NARROWS = """\
system: asfos
scenario: The Narrows
about: The convoy has to be through before the wall closes behind it.
table: {width: 6, depth: 4, unit: ft}
turns: 10
terrain:
  - {type: asteroids, name: The Teeth, at: [30, 34], size: [14, 8]}
  - {type: planet, name: Ember, at: [50, 14], size: 7}
  - {type: gas-cloud, name: The Shawl, at: [20, 12], size: [12, 9]}
sides:
  - {name: Home, fleet: home-squadron}
  - {name: Threshold, fleet: threshold-watch}
deployment:
  - {side: Home, area: {edge: left, within: 8, width: 36}, facing: right}
  - {side: Threshold, area: {edge: right, within: 6, width: 36}, facing: left}
victory: The side with more points left on the table after turn 10 wins.
"""
FILES = {
    "ships/kestrel.yaml": KESTREL,
    "ships/gannet.yaml": GANNET,
    "home-squadron.yaml": SQUADRON,
    "the-narrows.yaml": NARROWS,
}


def find_fault() -> str | None:
    """Why no pictures can be taken; None if they can."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "the package playwright is missing"
    return None if CHROMIUM.exists() else "Chromium is missing (apt install chromium)"


def take_screens() -> Iterator[tuple[str, Image.Image]]:
    """The pictures of the studio by their names."""
    with TemporaryDirectory() as name, _open(Path(name) / "my fleet") as page:
        yield "design", _design(page)
        yield "mistakes", _show_mistakes(page)
        yield "fleet", _show_fleet(page)
        yield "map", _show_map(page)
        yield "print", _show_print(page)
        yield "compare", _compare(page)


def _design(page: Any) -> Image.Image:
    _open_definition(page, "Kestrel")
    page.locator("[data-key=engine]").focus()
    return _take(page)


def _show_mistakes(page: Any) -> Image.Image:
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    _open_definition(page, "Gannet")
    page.get_by_role("button", name="Text").click()
    area = page.get_by_role("textbox", name="YAML text")
    area.fill(GANNET.replace("secondaries", "secondries"))
    page.locator(".remark.error").first.wait_for()
    picture = _take(page)
    page.get_by_role("button", name="Text").click()
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return picture


def _show_fleet(page: Any) -> Image.Image:
    _open_definition(page, "Home Squadron")
    page.get_by_role("tab", name="Ship display").click()
    page.locator("[data-preview] .place[data-changes]").first.wait_for()
    page.locator('[data-key="ships.1.ship"]').focus()
    return _take(page)


def _show_map(page: Any) -> Image.Image:
    _open_definition(page, "The Narrows")
    page.get_by_role("button", name="The Teeth, asteroids").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    return _take(page)


def _show_print(page: Any) -> Image.Image:
    _open_definition(page, "Home Squadron")
    page.get_by_role("button", name="Print").click()
    page.locator(".pages img").nth(1).wait_for()
    return _take(page)


def _compare(page: Any) -> Image.Image:
    _open_definition(page, "Kestrel")
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("Add to the comparison").select_option(label="Goshawk · Heavy Cruiser")
    page.get_by_role("button", name="Duel").click()
    page.locator(".verdict").wait_for(timeout=60_000)
    return _take(page)


def _open_definition(page: Any, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()
    page.get_by_role("heading", name=name, level=1).wait_for()
    page.locator("[data-preview]:not(.stale) svg").wait_for()


def _take(page: Any) -> Image.Image:
    """What the window shows once everything is there, in few colours."""
    page.wait_for_timeout(1500)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


@contextmanager
def _open(folder: Path) -> Iterator[Any]:
    """A window that looks at a studio for a folder with FILES."""
    from playwright.sync_api import sync_playwright

    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    words = [sys.executable, "-m", "sheetgen", "studio", str(folder), "--no-open"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu", "--disable-sync"]
        )
        width, height = SIZE
        page = browser.new_page(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        page.goto(address)
        yield page
        browser.close()
    server.send_signal(signal.SIGINT)
    server.wait(timeout=20)
