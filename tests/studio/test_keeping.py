"""Unsaved work that is kept for the next start of the studio."""

from __future__ import annotations

from pathlib import Path

import pytest

import sheetgen
from sheetgen.studio.desk import Desk
from tests.studio.conftest import FLEET, KESTREL, Studio

SHIP = "ships/kestrel.yaml"
CHANGE = {"path": ["mass"], "value": 7}
CHANGED = KESTREL.replace("mass: 6 ", "mass: 7 ")


@pytest.fixture
def home(tmp_path: Path, studio: Studio) -> Path:
    """Where the studio of the project keeps unsaved work."""
    return tmp_path / "home"


def start(studio: Studio, home: Path) -> Studio:
    """The studio as it is when it is started again."""
    return Studio(studio.folder, Desk(sheetgen.open_project(studio.folder), home))


def test_unsaved_work_is_there_when_the_studio_starts_again(studio: Studio, home: Path) -> None:
    start(studio, home).edit(SHIP, CHANGE)
    again = start(studio, home)
    state = again.get("file", file=SHIP)
    assert (state["text"], state["unsaved"], state["conflict"]) == (CHANGED, True, False)
    assert [e["file"] for e in again.get("shelf")["entries"] if e["unsaved"]] == [SHIP]
    assert again.read(SHIP) == KESTREL
    assert again.post("undo", file=SHIP)["text"] == KESTREL
    assert not start(studio, home).get("file", file=SHIP)["unsaved"]
    assert (home.stat().st_mode & 0o077, len(list(home.iterdir()))) == (0, 1)


@pytest.mark.parametrize("end", ["save", "discard"])
def test_what_was_saved_or_given_up_is_not_kept(end: str, studio: Studio, home: Path) -> None:
    now = start(studio, home)
    version = now.edit(SHIP, CHANGE)["version"]
    now.post(end, file=SHIP, **({"version": version} if end == "save" else {}))
    state = start(studio, home).get("file", file=SHIP)
    assert (state["unsaved"], state["can_undo"]) == (False, False)


def test_a_file_that_changed_meanwhile_is_a_conflict(studio: Studio, home: Path) -> None:
    start(studio, home).edit(SHIP, CHANGE)
    studio.write(SHIP, KESTREL.replace("hull: 3", "hull: 4"))
    state = start(studio, home).get("file", file=SHIP)
    assert (state["text"], state["conflict"]) == (CHANGED, True)


def test_work_on_a_file_that_is_gone_is_not_lost(studio: Studio, home: Path) -> None:
    start(studio, home).edit(SHIP, CHANGE)
    (studio.folder / SHIP).unlink()
    again = start(studio, home)
    state = again.get("file", file=SHIP)
    assert (state["text"], state["conflict"]) == (CHANGED, True)
    again.post("save", file=SHIP, version=state["version"], force=True)
    assert again.read(SHIP) == CHANGED


def test_projects_have_their_own(studio: Studio, home: Path) -> None:
    start(studio, home).edit(SHIP, CHANGE)
    other = studio.folder.parent / "other"
    (other / "ships").mkdir(parents=True)
    (other / "templates").mkdir()
    (other / SHIP).write_text(KESTREL, "utf-8")
    state = Studio(other, Desk(sheetgen.open_project(other), home)).get("file", file=SHIP)
    assert state["text"] == KESTREL


def test_what_others_wrote_there_is_not_read(studio: Studio, home: Path) -> None:
    start(studio, home).edit(SHIP, CHANGE)
    [file] = home.iterdir()
    file.write_bytes(file.read_bytes().replace(b"mass: 7", b"mass: 9"))
    assert start(studio, home).get("file", file=SHIP)["text"] == KESTREL
    home.chmod(0o777)
    start(studio, home).edit("fleet.yaml", {"path": ["points_limit"], "value": 5})
    home.chmod(0o700)
    assert start(studio, home).get("file", file="fleet.yaml")["text"] == FLEET
