"""A studio and a browser for it: Debian's Chromium, led by Playwright; tests skip without them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread
from typing import Any

import pytest

from sheetgen.project.project import open_folder
from sheetgen.studio.desk import Desk
from sheetgen.studio.gate import Gate
from sheetgen.studio.server import App, listen, make_server, run

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
BLANK = "about:blank"
SIZE = {"width": 1400, "height": 900}
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


class Server:
    """A studio that is served from this process, where everything has been loaded before."""

    def __init__(self, folder: Path, port: int) -> None:
        sock = listen(port)
        token = token_urlsafe(24)
        port = sock.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/{token}/"
        self.mistakes: list[BaseException] = []
        desk = Desk(open_folder(folder, (), ()))
        app = App(desk, Gate(token, port), self.mistakes.append)
        self._server = make_server(app)
        self._thread = Thread(target=asyncio.run, args=(run(app, self._server, sock),), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends it as Ctrl-C would."""
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


class Command:
    """A studio that a command has started, in a process of its own."""

    def __init__(self, folder: Path, port: int, **more: str) -> None:
        words = [sys.executable, "-m", "sheetgen", "studio", str(folder)]
        words += ["--no-open", "--port", str(port)]
        self._process = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "100", **more},
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        self.mistakes: list[BaseException] = []

    def stop(self, number: int = signal.SIGINT) -> None:
        """Ends it by a signal, that of Ctrl-C as a rule."""
        self._process.send_signal(number)
        self._process.communicate(timeout=20)


class Studio:
    """A running studio for a folder; `page` is the window that looks at it.

    The first window is that of the studio before it, as a new one takes twice as long to show a
    page: nothing of that studio is left in it, whose address was another.
    """

    def __init__(self, folder: Path, context: Any, kind: Callable[[Path, int], Any]) -> None:
        self.folder, self.kind, self.context = folder, kind, context
        self.failures: list[str] = []
        self._leads: list[Any] = []
        self.server: Any = None
        self.start()
        self.page = self.open_window()

    def start(self, port: int = 0) -> None:
        """Starts its server; again on the same port after it was stopped."""
        self.server = self.kind(self.folder, port)
        self.address = self.server.address
        assert self.address.startswith("http://127.0.0.1:"), self.address

    def stop(self, *how: Any) -> None:
        """Ends its server as Ctrl-C does."""
        self.server.stop(*how)
        self.failures += map(repr, self.server.mistakes)
        self.server = None

    def open_window(self) -> Any:
        """Another window of the same browser; the first one is there already."""
        free = [page for page in self.context.pages if page.url == BLANK]
        page = free[0] if free else self.context.new_page()
        page.on("pageerror", self._note)
        page.on("console", self._hear)
        page.goto(self.address)
        page.locator(".items h2").first.wait_for()
        return page

    def lead(self) -> Any:
        """Chromium's own protocol for the window, which ends with the studio."""
        self._leads.append(self.context.new_cdp_session(self.page))
        return self._leads[-1]

    def _note(self, error: Any) -> None:
        self.failures.append(str(error))

    def _hear(self, message: Any) -> None:
        # What a browser says of answers that refuse is no mistake of the page.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.failures.append(message.text)

    def open(self, name: str) -> None:
        """Opens a definition by a click on its name."""
        self.page.get_by_role("link", name=name, exact=True).first.click()
        self.page.get_by_role("heading", name=name, exact=True, level=1).wait_for()
        self.page.locator("[data-preview] svg").wait_for()

    def status(self) -> Any:
        """Where the page says whether all is saved."""
        return self.page.locator(".status")

    def field(self, key: str) -> Any:
        """The field of a key."""
        return find_field(self.page, key)

    def show_text(self) -> Any:
        """Shows the YAML text; returns its field."""
        self.page.get_by_role("button", name="Text").click()
        return self.page.get_by_role("textbox", name="YAML text")

    def close(self) -> None:
        """Ends all of it, and leaves one window as it was found."""
        for lead in self._leads:
            lead.detach()
        first, *others = self.context.pages
        for other in others:
            other.close()
        self.context.unroute_all(behavior="wait")
        first.unroute_all()  # what a test has held back stays so
        first.evaluate("localStorage.clear()")
        first.goto(BLANK)
        first.remove_listener("pageerror", self._note)
        first.remove_listener("console", self._hear)
        first.set_viewport_size(SIZE)
        first.emulate_media(color_scheme="null", reduced_motion="reduce")
        if self.server:
            self.stop()


def find_field(page: Any, key: str) -> Any:
    """The field of a key, such as `ships 1 count`, in a window."""
    return page.locator(f"[data-key='{key.replace(' ', '.')}']")


def find_port(address: str) -> int:
    """The port of an address."""
    return int(address.split(":")[2].split("/")[0])
