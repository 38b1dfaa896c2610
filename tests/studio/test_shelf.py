"""The shelf: what is there, made, copied, renamed, deleted and brought back."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.ground import assets
from sheetgen.studio.desk import Desk
from tests.studio.conftest import FLEET, KESTREL, Studio

FREE = ("free-companies", "fleet")
SHIP = "ships/kestrel.yaml"


def list_own(studio: Studio) -> dict[str, Any]:
    """The project's own entries by their files."""
    return {e["file"]: e for e in studio.get("shelf")["entries"] if e["own"]}


def test_the_project_says_what_can_be_chosen(studio: Studio) -> None:
    project = studio.get("project")
    assert project["title"] == "fleet"
    assert project["games"][0]["id"] == "asfos"
    papers = {paper["id"]: paper["title"] for paper in project["papers"]}
    assert (papers["a5"], papers["6x9"], papers["letter"]) == ("A5", "6 × 9 in", "US Letter")
    assert (project["inks"], project["packs"]) == (
        ["color", "grey", "low"],
        ["tight", "ship", "sheet"],
    )


def test_everything_is_on_the_shelf(studio: Studio) -> None:
    studio.write("ships/broken.yaml", "system: asfos\nname: [Broken\n")
    studio.write("ships/wrong.yaml", "system: asfos\nname: Wrong\n")
    studio.write("book.yaml", "book: Our Book\nchapters: []\n")
    own = list_own(studio)
    assert own[SHIP] == {
        "id": "kestrel",
        "name": "Kestrel",
        "game": "asfos",
        "kind": "ship",
        "file": SHIP,
        "document": 0,
        "own": True,
        "note": "Heavy Cruiser",
        "points": "~14",
        "problems": {"error": 0, "warning": 0, "hint": 0},
        "portrait": "api/portrait?file=ships%2Fkestrel.yaml&document=0",
        "unsaved": False,
    }
    assert (own["fleet.yaml"]["note"], own["fleet.yaml"]["points"]) == ("3 ships", "64 / 100")
    assert (own["ships/broken.yaml"]["name"], own["ships/broken.yaml"]["kind"]) == ("broken", "")
    wrong = own["ships/wrong.yaml"]
    assert (wrong["name"], wrong["kind"], wrong["problems"]["error"]) == ("Wrong", "ship", 3)
    shelf = studio.get("shelf")
    assert shelf["books"][0]["title"] == "Our Book"
    assert any(b["file"].startswith("shipped:books/") and not b["own"] for b in shelf["books"])
    shipped = [e for e in shelf["entries"] if not e["own"]]
    assert {"asfos", "airships", "barsoom", "black-skies"} == {e["game"] for e in shipped}
    for entry in shipped[:3]:
        assert studio.get("file", file=entry["file"])["documents"][0]["entry"] == entry
    portrait = studio.get("portrait", file=SHIP, document="0")
    assert portrait.body.startswith(b"<svg")
    size = re.search(rb'width="([\d.]+)mm" height="([\d.]+)mm"', portrait.body)
    assert size
    assert max(map(float, size.groups())) < 150, "the ship alone, not a page with it"


@pytest.mark.parametrize("alone", [False, True])
def test_ships_of_a_game_in_the_project_are_on_the_shelf(tmp_path: Path, alone: bool) -> None:
    folder = tmp_path / "water"
    home = folder if alone else folder / "games" / "low-water"
    shutil.copytree(assets.shipped("games") / "low-water", home)
    studio = Studio(folder, Desk(sheetgen.open_project(folder)))
    entries = [e for e in studio.get("shelf")["entries"] if e["own"]]
    assert [e["id"] for e in entries].count("midge") == 1
    assert {(e["id"], e["kind"]) for e in entries} >= {("heron-queen", "ship"), FREE}
    where = "" if alone else "games/low-water/"
    fleet = f"{where}ships/free-companies.yaml"
    assert studio.get("file", file=fleet)["documents"][0]["entry"]["own"]
    rules = studio.desk.open_own(f"{where}rules.md")  # which the game has read
    rules.change(f"{rules.text}\nThat is all.\n")
    studio.desk.save(rules)
    assert studio.read(f"{where}rules.md").endswith("That is all.\n")
    studio.post("rename", file=f"{where}ships/magpie.yaml", id="pica")
    assert "{ship: pica, count: 2" in studio.read(fleet)


def test_a_new_ship_gets_a_file_of_its_own(studio: Studio) -> None:
    made = studio.post("new", game="asfos", kind="ship", name="Iron: Duke")
    assert made == {"file": "ships/iron-duke.yaml", "document": 0}
    assert '\nname: "Iron: Duke"\n' in studio.read("ships/iron-duke.yaml")
    again = studio.post("new", game="asfos", kind="ship", name="Iron Duke")
    assert again["file"] == "ships/iron-duke-2.yaml"
    assert studio.post("new", game="asfos", kind="fleet", name="Home")["file"] == "home.yaml"
    named = studio.post("new", game="asfos", kind="ship", name="CON")
    assert named["file"] == "ships/con-ship.yaml"  # no file may be called con on Windows


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 121, "\u202eevil", "\x07"])
def test_names_that_nobody_can_read_are_refused(studio: Studio, name: str) -> None:
    before = sorted(studio.folder.rglob("*"))
    assert studio.refuse("new", game="asfos", kind="ship", name=name)[0] == 400
    assert sorted(studio.folder.rglob("*")) == before


def test_a_shipped_ship_is_copied_with_its_notes(studio: Studio) -> None:
    file = "shipped:asfos/warrior.yaml"
    made = studio.post("copy", file=file)
    assert made["file"] == "ships/warrior.yaml"
    assert studio.read("ships/warrior.yaml") == studio.get("file", file=file)["text"]
    other = studio.post("copy", file=file, name="Kestrel II")
    assert studio.get("file", file=other["file"])["documents"][0]["entry"]["id"] == "kestrel-ii"


def test_one_of_several_definitions_is_copied_alone(studio: Studio) -> None:
    text = f"id: a\n{KESTREL}---\n# second\nid: b\n{KESTREL}"
    studio.write("ships/both.yaml", text)
    made = studio.post("copy", file="ships/both.yaml", document=1, name="Falcon")
    assert studio.read(made["file"]) == "# second\n" + KESTREL.replace("Kestrel", "Falcon")


def test_the_picture_of_a_ship_is_copied_with_it(studio: Studio) -> None:
    studio.write("art/pic.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    studio.write("art/finch.yaml", KESTREL.replace("Kestrel", "Finch") + "art: pic.svg\n")
    made = studio.post("copy", file="art/finch.yaml", name="Finch 2")
    assert made["file"] == "art/finch-2.yaml"
    assert not studio.get("file", file=made["file"])["problems"]


def test_a_shipped_book_is_copied_with_its_chapters(studio: Studio) -> None:
    made = studio.post("copy", file="shipped:books/the-ice-toll.yaml")
    assert made["file"] == "the-ice-toll.yaml"
    assert (studio.folder / "the-ice-toll/the-mews.md").is_file()


def test_renaming_changes_those_that_name_it(studio: Studio) -> None:
    studio.write("book.yaml", "book: B\nships: [kestrel]  # ours\n")
    made = studio.post("rename", file=SHIP, name="Falcon", id="falcon")
    assert made == {"file": "ships/falcon.yaml", "document": 0}
    assert studio.read("ships/falcon.yaml") == KESTREL.replace("Kestrel", "Falcon")
    assert studio.read("fleet.yaml") == FLEET.replace("kestrel", "falcon")
    assert studio.read("book.yaml") == "book: B\nships: [falcon]  # ours\n"
    assert not (studio.folder / SHIP).exists()
    assert not studio.get("file", file="fleet.yaml")["problems"]


def test_renaming_keeps_work_that_is_not_saved(studio: Studio) -> None:
    state = studio.edit("fleet.yaml", {"path": ["points_limit"], "value": 90})
    ship = studio.edit(SHIP, {"path": ["mass"], "value": 7})
    studio.post("rename", file=SHIP, id="falcon")
    assert studio.read("fleet.yaml") == FLEET
    now = studio.get("file", file="fleet.yaml")
    assert now["text"] == state["text"].replace("kestrel", "falcon")
    assert now["unsaved"]
    moved = studio.get("file", file="ships/falcon.yaml")
    assert (moved["text"], moved["unsaved"]) == (ship["text"], True)


def test_an_id_that_is_taken_or_no_id_is_refused(studio: Studio) -> None:
    assert studio.refuse("rename", file=SHIP, id="warrior")[0] == 409
    for id in ("Big", "a b", "../x", "a/b", "ä"):
        assert studio.refuse("rename", file=SHIP, id=id)[0] == 400
    assert studio.read(SHIP) == KESTREL


def test_an_id_that_is_written_changes_in_the_file(studio: Studio) -> None:
    studio.write("ships/two.yaml", f"id: a\n{KESTREL}---\nid: b\n{KESTREL}")
    made = studio.post("rename", file="ships/two.yaml", document=1, id="c")
    assert made == {"file": "ships/two.yaml", "document": 1}
    assert studio.read("ships/two.yaml") == f"id: a\n{KESTREL}---\nid: c\n{KESTREL}"


def test_what_is_deleted_is_in_the_bin_until_it_is_brought_back(studio: Studio) -> None:
    state = studio.edit(SHIP, {"path": ["mass"], "value": 7})
    gone = studio.post("delete", file=SHIP)
    assert not (studio.folder / SHIP).exists()
    assert SHIP not in list_own(studio)
    [kept] = studio.get("bin")["entries"]
    assert (kept["id"], kept["name"], kept["file"]) == (gone["id"], "Kestrel", SHIP)
    studio.write(SHIP, KESTREL)
    assert studio.post("restore", id=kept["id"])["file"] == "ships/kestrel-2.yaml"
    assert studio.read("ships/kestrel-2.yaml") == state["text"]
    assert studio.get("bin")["entries"] == []
    assert studio.refuse("restore", id=kept["id"])[0] == 404


def test_one_of_several_definitions_is_deleted_alone(studio: Studio) -> None:
    for index in (0, 1, 2):
        parts = [f"# {name}\nid: {name}\n{KESTREL}" for name in "abc"]
        studio.write("ships/all.yaml", "---\n".join(parts))
        studio.post("delete", file="ships/all.yaml", document=index)
        left = [part for at, part in enumerate(parts) if at != index]
        assert studio.read("ships/all.yaml") == "---\n".join(left)
        [kept, *_] = studio.get("bin")["entries"]
        studio.post("restore", id=kept["id"])
        restored = studio.read("ships/all-2.yaml")
        assert restored.removeprefix("---\n") == parts[index]
        (studio.folder / "ships/all-2.yaml").unlink()


def test_a_bin_that_others_have_filled_restores_nothing(studio: Studio) -> None:
    for number, file in enumerate(("../out.yaml", "shipped:asfos/warrior.yaml", ".hidden.yaml")):
        studio.write(f".sheetgen/bin/{number}/deleted.json", f'{{"file": "{file}", "when": ""}}')
    studio.write(".sheetgen/bin/9/deleted.json", "[")
    assert studio.get("bin")["entries"] == []


def test_a_bin_that_is_a_link_is_not_followed(studio: Studio) -> None:
    outside = studio.folder.parent / "outside"
    outside.mkdir()
    (studio.folder / ".sheetgen").symlink_to(outside)
    assert studio.refuse("delete", file=SHIP)[0] == 403
    assert studio.read(SHIP) == KESTREL
    assert not list(outside.iterdir())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_closed_folder_is_reported(studio: Studio) -> None:
    (studio.folder / "ships").chmod(0o500)
    try:
        state = studio.edit(SHIP, {"path": ["mass"], "value": 7})
        assert studio.refuse("save", file=SHIP, version=state["version"])[0] == 403
    finally:
        (studio.folder / "ships").chmod(0o700)
