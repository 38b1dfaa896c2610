"""A studio without a server: a project on a desk, and requests as plain values."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import sheetgen
from sheetgen.studio.calls import answer
from sheetgen.studio.desk import Desk
from sheetgen.studio.request import Answer, Request

KESTREL = """\
# Our first ship.
system: asfos
name: Kestrel
mass: 6      # hull boxes
hull: 3
screens: 1
engine: 2
primaries: {forward: 6, left: 3, right: 3}
secondaries: 2
special: {weapon: mass-driver, count: 1}
"""
FLEET = """\
system: asfos
fleet: Home Squadron
points_limit: 100
ships:
  - {ship: kestrel, count: 2}   # the wing
  - {ship: warrior, ids: [BB1]}
"""


class Studio(NamedTuple):
    """A desk with a project in a folder."""

    folder: Path
    desk: Desk

    def get(self, path: str, **query: str) -> Any:
        """The JSON of an answer that is right, or the answer itself."""
        return _read(self.ask("GET", path, query=query))

    def post(self, path: str, **body: Any) -> Any:
        """The same for what changes something."""
        return _read(self.ask("POST", path, body))

    def ask(
        self, method: str, path: str, body: Any = None, query: dict[str, str] | None = None
    ) -> Answer:
        """Any answer."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return answer(self.desk, Request(method, f"api/{path}", query or {}, data))

    def refuse(self, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        """The status and the words of a refusal."""
        made = self.ask("POST", path, body)
        assert 400 <= made.status < 500
        return made.status, json.loads(made.body)

    def edit(self, file: str, *changes: dict[str, Any], **more: Any) -> Any:
        """The state of a file after changes of values."""
        version = self.get("file", file=file)["version"]
        return self.post("edit", file=file, version=version, changes=list(changes), **more)

    def read(self, file: str) -> str:
        """What a file says on the disk."""
        return (self.folder / file).read_text("utf-8")

    def write(self, file: str, text: str) -> None:
        """Writes a file as another program would."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        self.desk.refresh()


def _read(made: Answer) -> Any:
    assert made.status == 200, made.body
    return json.loads(made.body) if made.type == "application/json" else made


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    """A project with a ship, and a fleet of it and of a shipped one."""
    return open_studio(tmp_path / "fleet", {"ships/kestrel.yaml": KESTREL, "fleet.yaml": FLEET})


@pytest.fixture
def open_project(tmp_path: Path) -> Callable[[dict[str, str]], Studio]:
    """Opens a project with any files."""
    return lambda files: open_studio(tmp_path / "project", files)


def open_studio(folder: Path, files: dict[str, str]) -> Studio:
    """A studio of a folder with files, which are written first."""
    for name in ("templates", "ships"):
        (folder / name).mkdir(parents=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return Studio(folder, Desk(sheetgen.open_project(folder)))
