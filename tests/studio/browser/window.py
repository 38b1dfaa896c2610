"""A studio and a browser for it: Debian's Chromium, led by Playwright; tests skip without them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 15_000
"""Milliseconds that a test waits for what it expects; on a busy machine, much takes its time."""

SHIP = """\
# The pride of the squadron
system: asfos
name: Kestrel  # after the bird
mass: 6
hull: 3
screens: 1
engine: 2
primaries: {forward: 5, left: 3, right: 3}
secondaries: 3
special: {weapon: mass-driver, count: 1}
"""
FLEET = """\
system: asfos
fleet: Home Squadron
colour: "#1f4e79"
points_limit: 60
ships:
  - {ship: kestrel, count: 2, ids: [K1, K2]}
"""


@contextmanager
def open_browser() -> Iterator[Any]:
    """A browser; skips the test where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("needs the package playwright, to try the studio's page")
    if not CHROMIUM.exists():
        pytest.skip("needs Chromium (apt install chromium), to try the studio's page")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


class Studio:
    """A running studio for a folder; `page` is the window that looks at it."""

    def __init__(self, folder: Path, browser: Any) -> None:
        self.folder = folder
        self.context = browser.new_context(
            viewport={"width": 1400, "height": 900}, accept_downloads=True, reduced_motion="reduce"
        )
        self.context.set_default_timeout(PATIENCE)
        self.failures: list[str] = []
        self.start()
        self.page = self.open_window()

    def start(self, port: int = 0) -> None:
        """Starts its server; again on the same port after it was stopped."""
        words = [sys.executable, "-m", "sheetgen", "studio", str(self.folder)]
        words += ["--no-open", "--port", str(port)]
        quiet = {**os.environ, "COLUMNS": "100"}
        self.server = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=quiet
        )
        assert self.server.stdout is not None
        self.address = self.server.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address

    def stop(self) -> None:
        """Ends its server as Ctrl-C does."""
        self.server.send_signal(signal.SIGINT)
        self.server.communicate(timeout=20)

    def open_window(self) -> Any:
        """Another window of the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.failures.append(str(error)))
        page.on("console", self._hear)
        page.goto(self.address)
        page.locator(".items h2").first.wait_for()
        return page

    def _hear(self, message: Any) -> None:
        # What a browser says of answers that refuse is no mistake of the page.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.failures.append(message.text)

    def open(self, name: str) -> None:
        """Opens a definition by a click on its name."""
        self.page.get_by_role("link", name=name, exact=True).first.click()
        self.page.locator("[data-preview] svg").wait_for()

    def status(self) -> Any:
        """Where the page says whether all is saved."""
        return self.page.locator(".status")

    def field(self, key: str) -> Any:
        """The field of a key."""
        return self.page.get_by_label(key, exact=True)

    def show_text(self) -> Any:
        """Shows the YAML text; returns its field."""
        self.page.get_by_role("button", name="Text").click()
        return self.page.get_by_role("textbox", name="YAML text")

    def close(self) -> None:
        """Ends all of it."""
        self.context.close()
        if self.server.poll() is None:
            self.stop()


def find_port(address: str) -> int:
    """The port of an address."""
    return int(address.split(":")[2].split("/")[0])
