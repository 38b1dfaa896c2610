"""Edits: both sides agree, steps back, saving, and files that others change meanwhile."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.studio.desk import Desk
from sheetgen.systems.loading import Systems
from tests.studio.conftest import FLEET, KESTREL, Studio

SHIP = "ships/kestrel.yaml"


def test_a_value_changes_in_its_place_only(studio: Studio) -> None:
    state = studio.edit(SHIP, {"path": ["mass"], "value": 9})
    assert state["text"] == KESTREL.replace("mass: 6 ", "mass: 9 ")
    assert state["documents"][0]["values"]["mass"] == 9
    assert (state["version"], state["saved_version"], state["unsaved"]) == (2, 1, True)
    assert studio.read(SHIP) == KESTREL


def test_the_state_says_what_follows_from_the_values(studio: Studio) -> None:
    document = studio.get("file", file=SHIP)["documents"][0]
    assert document["form"] == "asfos/ship"
    assert document["facts"][:2] == ["Heavy Cruiser CA", "DF 4(3)"]
    [power] = document["budgets"]
    assert (power["title"], power["used"], power["total"], power["over"]) == (
        "Power",
        30,
        30,
        False,
    )
    assert sum(part["value"] for part in power["parts"]) == 30
    assert {"id": "display", "title": "Ship display", "default": True} in document["sheets"]
    assert document["entry"]["points"] == "~14"
    over = studio.edit(SHIP, {"path": ["engine"], "value": 3})["documents"][0]["budgets"][0]
    assert (over["used"], over["over"]) == (36, True)


def test_a_record_that_is_missing_is_made_with_what_it_needs(studio: Studio) -> None:
    studio.edit(SHIP, {"path": ["special"], "remove": True})
    state = studio.edit(SHIP, {"path": ["special", "weapon"], "value": "particle-cannon"})
    assert "special: {weapon: particle-cannon, count: 1}" in state["text"]
    assert not [p for p in state["problems"] if p["severity"] == "error"]


def test_a_shorthand_is_written_out_when_a_part_of_it_changes(studio: Studio) -> None:
    studio.edit("fleet.yaml", {"path": ["range_band"], "value": 12})
    values = studio.get("file", file="fleet.yaml")["documents"][0]["values"]
    assert values["range_band"] == {"size": 12, "unit": "in"}
    state = studio.edit("fleet.yaml", {"path": ["range_band", "unit"], "value": "cm"})
    assert "range_band: {size: 12, unit: cm}\n" in state["text"]


def test_lists_grow_shrink_and_are_put_in_order(studio: Studio) -> None:
    state = studio.edit("fleet.yaml", {"path": ["ships", 2], "insert": {"ship": "calypso"}})
    assert state["text"].endswith("ids: [BB1]}\n  - {ship: calypso}\n")
    state = studio.edit("fleet.yaml", {"path": ["ships", 2], "move": 0})
    assert [e["ship"] for e in state["documents"][0]["values"]["ships"]] == [
        "calypso", "kestrel", "warrior",
    ]  # fmt: skip
    state = studio.edit("fleet.yaml", {"path": ["ships", 0], "remove": True})
    assert state["text"] == FLEET


def test_broken_text_keeps_the_last_good_values(studio: Studio) -> None:
    text = KESTREL.replace("{forward", "[forward")
    state = studio.post("edit", file=SHIP, version=1, text=text, preview={"sheet": "display"})
    assert state["readable"] is False
    assert state["preview"] is None
    assert state["preview_note"] == "this definition has mistakes that must be fixed first"
    [document] = state["documents"] or [None]
    assert document["form"] == "asfos/ship"
    assert document["values"]["primaries"]["forward"] == 6
    [problem] = state["problems"]
    assert (problem["rule"], problem["line"]) == ("yaml-syntax", 8)
    status, told = studio.refuse(
        "edit", file=SHIP, version=2, changes=[{"path": ["mass"], "value": 1}]
    )
    assert (status, told["error"]) == (400, "the text has a mistake that must be fixed first")


def test_problems_know_their_field_and_what_mends_them(studio: Studio) -> None:
    text = KESTREL.replace("mass: 6 ", "mas: 6 ").replace("mass-driver", "mass-drivr")
    state = studio.post("edit", file=SHIP, version=1, text=text + "class: XX\n")
    found = {p["rule"]: p for p in state["problems"]}
    weapon = found["wrong-value"]
    assert weapon["key"] == "special weapon"
    assert weapon["fix"]["label"] == "Write mass-driver"
    assert (weapon["line"], weapon["end_column"] - weapon["column"]) == (10, len("mass-drivr"))
    while fixes := [p["fix"] for p in state["problems"] if p["fix"]]:
        state = studio.edit(SHIP, *fixes[0]["changes"])
    assert state["text"] == KESTREL + "class: CA\n"
    assert not state["problems"]


def test_a_problem_of_a_named_definition_names_its_file(studio: Studio) -> None:
    studio.edit(SHIP, {"path": ["class"], "value": "XX"})
    problems = studio.get("file", file="fleet.yaml")["problems"]
    assert [(p["rule"], p["file"], p["fix"]) for p in problems] == [("class-mismatch", SHIP, None)]


def test_steps_back_and_forth(studio: Studio) -> None:
    for number, merge in ((7, False), (8, True), (9, False)):
        version = studio.get("file", file=SHIP)["version"]
        change = {"path": ["mass"], "value": number}
        studio.post("edit", file=SHIP, version=version, changes=[change], merge=merge)
    masses = []
    for step in ("undo", "undo", "undo", "redo"):
        state = studio.post(step, file=SHIP)
        masses.append(state["documents"][0]["values"]["mass"])
    assert masses == [8, 6, 6, 8]
    assert (state["can_undo"], state["can_redo"]) == (True, True)
    assert studio.edit(SHIP, {"path": ["mass"], "value": 1})["can_redo"] is False


def test_an_old_version_is_answered_with_the_state(studio: Studio) -> None:
    studio.edit(SHIP, {"path": ["mass"], "value": 9})
    status, told = studio.refuse("edit", file=SHIP, version=1, text="system: asfos\n")
    assert status == 409
    assert told["state"]["version"] == 2
    assert studio.refuse("save", file=SHIP, version=1)[0] == 409


def test_saving_writes_the_text_as_it_is(studio: Studio) -> None:
    state = studio.edit(SHIP, {"path": ["mass"], "value": 9})
    saved = studio.post("save", file=SHIP, version=state["version"])
    assert (saved["unsaved"], saved["saved_version"]) == (False, 2)
    assert studio.read(SHIP) == KESTREL.replace("mass: 6 ", "mass: 9 ")
    assert not list(studio.folder.rglob(".sheetgen-*"))


def test_other_ends_of_lines_and_marks_stay(studio: Studio) -> None:
    path = studio.folder / SHIP
    path.write_bytes(b"\xef\xbb\xbf" + KESTREL.replace("\n", "\r\n").encode())
    studio.desk.refresh()
    typed = KESTREL.replace("Kestrel", "Falcon")  # a browser's text area knows no \r
    version = studio.get("file", file=SHIP)["version"]
    state = studio.post("edit", file=SHIP, version=version, text=typed)
    studio.post("save", file=SHIP, version=state["version"])
    assert path.read_bytes() == b"\xef\xbb\xbf" + typed.replace("\n", "\r\n").encode()


def test_a_file_changed_by_others_is_read_again(studio: Studio) -> None:
    told: list[dict[str, Any]] = []
    studio.get("file", file=SHIP)
    studio.desk.listen(told.append)
    studio.write(SHIP, KESTREL.replace("mass: 6 ", "mass: 5 "))
    state = studio.get("file", file=SHIP)
    assert (state["documents"][0]["values"]["mass"], state["unsaved"]) == (5, False)
    assert {"event": "shelf"} in told
    assert [e["version"] for e in told if e["event"] == "file"] == [2]
    assert studio.post("undo", file=SHIP)["text"] == KESTREL  # nothing is lost


def test_a_conflict_asks_and_nothing_is_lost(studio: Studio) -> None:
    state = studio.edit(SHIP, {"path": ["mass"], "value": 9})
    other = KESTREL.replace("mass: 6 ", "mass: 5 ")
    studio.write(SHIP, other)
    assert studio.get("file", file=SHIP)["conflict"] is True
    status, told = studio.refuse("save", file=SHIP, version=state["version"])
    assert status == 409
    assert told["conflict"] == {"disk": other, "draft": state["text"]}
    assert studio.read(SHIP) == other
    assert studio.get("disk", file=SHIP) == {"disk": other, "draft": state["text"]}
    studio.post("save", file=SHIP, version=state["version"], force=True)
    assert studio.read(SHIP) == state["text"]


def test_discarding_goes_back_to_the_disk_and_can_be_undone(studio: Studio) -> None:
    state = studio.edit(SHIP, {"path": ["mass"], "value": 9})
    assert studio.post("discard", file=SHIP)["text"] == KESTREL
    assert studio.post("undo", file=SHIP)["text"] == state["text"]


def test_a_file_that_others_delete_stays_while_it_is_not_saved(studio: Studio) -> None:
    state = studio.edit(SHIP, {"path": ["mass"], "value": 9})
    (studio.folder / SHIP).unlink()
    studio.desk.refresh()
    assert studio.get("file", file=SHIP)["conflict"] is True
    studio.post("save", file=SHIP, version=state["version"], force=True)
    assert studio.read(SHIP) == state["text"]
    (studio.folder / SHIP).unlink()
    studio.desk.refresh()
    assert studio.ask("GET", "file", query={"file": SHIP}).status == 404


def test_what_is_shipped_is_looked_at_but_not_changed(studio: Studio) -> None:
    file = "shipped:asfos/warrior.yaml"
    state = studio.get("file", file=file)
    assert state["own"] is False
    assert studio.refuse("edit", file=file, version=1, text="")[0] == 403
    assert studio.refuse("save", file=file, version=1)[0] == 403


def test_several_definitions_in_a_file_have_their_own_problems(studio: Studio) -> None:
    text = KESTREL + "---\n" + KESTREL.replace("mass: 6 ", "mass: 7 ") + "id: b\nclass: XX\n"
    state = studio.post("edit", file=SHIP, version=1, text=text)
    assert [d["entry"]["problems"]["error"] for d in state["documents"]] == [1, 1]
    found = {p["rule"]: p for p in state["problems"]}
    assert [found[rule]["document"] for rule in ("missing-id", "class-mismatch")] == [0, 1]
    state = studio.edit(SHIP, *found["missing-id"]["fix"]["changes"])
    state = studio.edit(SHIP, *found["class-mismatch"]["fix"]["changes"])
    assert "id: kestrel" in state["text"]
    assert "class: BC" in state["text"]
    assert [d["entry"]["id"] for d in state["documents"]] == ["kestrel", "b"]


def test_a_table_is_changed_as_text_only(studio: Studio) -> None:
    studio.write("ships/more.csv", "system,name,mass,hull,engine\nasfos,Finch,2,3,1\n")
    state = studio.get("file", file="ships/more.csv")
    assert state["documents"][0]["entry"]["name"] == "Finch"
    changes = [{"path": ["mass"], "value": 3}]
    told = studio.refuse("edit", file="ships/more.csv", version=1, changes=changes)
    assert told == (400, {"error": "this file is changed as text"})


@pytest.mark.parametrize("game", Systems().all(), ids=lambda game: game.id)
def test_every_starter_goes_through_the_studio(studio: Studio, game: Any) -> None:
    """Each kind of each game: made, shown, changed at each plain field, undone."""
    for kind in game.kinds:
        made = studio.post("new", game=game.id, kind=kind.name, name=f"A {kind.name}")
        state = studio.get("file", file=made["file"])
        [document] = state["documents"]
        assert document["form"] == f"{game.id}/{kind.name}"
        assert not [p for p in state["problems"] if p["severity"] == "error"]
        form = studio.get("form", game=game.id, kind=kind.name)
        for field in (field for group in form["groups"] for field in group["fields"]):
            if field["type"] not in ("integer", "choice", "flag") or field.get("inside"):
                continue
            value = field["minimum"] if field["type"] == "integer" else True
            if field["type"] == "choice":
                value = field["choices"][-1]["value"]
            state = studio.edit(made["file"], {"path": field["path"], "value": value})
            found = state["documents"][0]["values"]
            for step in field["path"]:
                found = found[step]
            assert found == value, field["key"]
            studio.post("undo", file=made["file"])
        assert studio.get("file", file=made["file"])["text"] == studio.read(made["file"])


def test_a_game_without_code_has_forms_and_budgets(tmp_path: Path, run_in: Any) -> None:
    run_in(tmp_path, "init", "river", "--game", "low-water")
    studio = Studio(tmp_path / "river", Desk(sheetgen.open_project(tmp_path / "river")))
    form = studio.get("form", game="low-water", kind="ship")
    fields = {f["key"]: f for group in form["groups"] for f in group["fields"]}
    assert (fields["hull"]["type"], fields["hull"]["minimum"], fields["hull"]["maximum"]) == (
        "integer", 4, 16,
    )  # fmt: skip
    assert fields["dice bow"]["arc"] == "forward"
    assert [c["value"] for c in fields["calibre"]["choices"]] == ["light", "middling", "heavy"]
    fleet = studio.get("form", game="low-water", kind="fleet")
    [ships] = [f for g in fleet["groups"] for f in g["fields"] if f["key"] == "ships"]
    assert ships["item"]["fields"][0]["kind"] == "ship"
    own = [e for e in studio.get("shelf")["entries"] if e["own"] and e["kind"] == "fleet"]
    [points] = studio.get("file", file=own[0]["file"])["documents"][0]["budgets"]
    assert points["title"] == "Points"
    assert points["used"] == sum(part["value"] for part in points["parts"])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop"])
def test_what_is_no_file_any_more_is_said(studio: Studio, kind: str) -> None:
    path = studio.folder / SHIP
    version = studio.get("file", file=SHIP)["version"]
    studio.write("art.svg", "<svg/>")
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path.name)
    told = [
        studio.refuse("save", file=SHIP, version=version),
        studio.refuse("save", file=SHIP, version=version, force=True),
        studio.refuse("discard", file=SHIP),
    ]
    for status, words in told:
        assert status in (403, 409)
        assert words["error"].startswith(("this file can't be read: ", "this is a link"))
    made = studio.ask("GET", "disk", None, {"file": SHIP})
    assert made.status == 403


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop"])
def test_a_picture_that_is_no_file_any_more_is_not_copied(studio: Studio, kind: str) -> None:
    art = studio.folder / "art.svg"
    studio.write("art.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    studio.write(SHIP, studio.read(SHIP) + "art: ../art.svg\n")
    studio.get("file", file=SHIP)
    art.unlink()
    if kind == "pipe":
        os.mkfifo(art)
    elif kind == "folder":
        art.mkdir()
    else:
        art.symlink_to(art.name)
    status, words = studio.refuse("copy", file=SHIP)
    assert status in (400, 403)
    assert words["error"]


def test_a_variant_tells_what_it_says_itself_and_what_follows(studio: Studio) -> None:
    at = studio.post("copy", file=SHIP, name="Merlin", variant=True)
    assert studio.read(at["file"]) == "system: asfos\nname: Merlin\nlike: kestrel\n"
    state = studio.edit(at["file"], {"path": ["primaries", "forward"], "value": 7})
    base = state["documents"][0]["base"]
    assert (base["name"], base["file"]) == ("Kestrel", SHIP)
    lines = {line["key"]: line for line in base["lines"]}
    assert lines["primaries forward"] == {
        "key": "primaries forward", "label": "Primaries forward", "before": "6", "now": "7 (+1)",
        "path": ["primaries", "forward"],
    }  # fmt: skip
    assert lines["power_used"]["path"] is None
    assert "mass" not in lines
