"""Fixtures of the studio's tests in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browser.window import PATIENCE, SIZE, Server, Studio, open_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with open_browser() as opened:
        from playwright.sync_api import expect

        expect.set_options(timeout=PATIENCE)
        yield opened


@pytest.fixture(scope="session")
def context(browser: Any) -> Any:
    """What the windows of all tests share: a profile that nothing is left in."""
    opened = browser.new_context(viewport=SIZE, accept_downloads=True, reduced_motion="reduce")
    opened.set_default_timeout(PATIENCE)
    return opened


@pytest.fixture
def open_studio(context: Any, tmp_path: Path) -> Iterator[Callable[..., Studio]]:
    """Opens a studio for files by their names; no window of it may have had a mistake.

    It is served from here, or by the command in a process of its own if it is of that `kind`.
    """
    opened: list[Studio] = []

    def open_studio(files: Mapping[str, str], kind: Callable[[Path, int], Any] = Server) -> Studio:
        folder = tmp_path / "harbour"
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        folder.mkdir(exist_ok=True)
        opened.append(Studio(folder, context, kind))
        return opened[-1]

    yield open_studio
    for studio in opened:
        studio.close()
    assert [failure for studio in opened for failure in studio.failures] == []
