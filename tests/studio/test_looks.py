"""Looks in the studio: their form, what they are shown with, and who wears them; redrawn sheets."""

from __future__ import annotations

import re
from typing import Any

from tests.studio.conftest import Studio

FILE = "templates/looks/night/look.yaml"


def start(studio: Studio) -> Any:
    """A look that starts from bridge."""
    assert studio.post("new", kind="look", name="Night", like="bridge")["file"] == FILE
    return studio.get("file", file=FILE)


def edit(studio: Studio, state: Any, *changes: Any, sheet: str = "asfos/display") -> Any:
    return studio.post(
        "edit", file=FILE, version=state["version"], changes=changes, preview={"sheet": sheet}
    )


def test_a_look_shows_what_it_starts_from_and_what_differs(studio: Studio) -> None:
    state = start(studio)
    assert state["text"] == "look: bridge\n"
    [document] = state["documents"]
    assert document["values"]["palette"]["ink"] == "#15222d"
    assert document["base"]["lines"] == []
    state = edit(studio, state, {"path": ["palette", "ink"], "value": "#3a0b52"})
    assert state["text"] == 'look: bridge\npalette: {ink: "#3a0b52"}\n'
    [line] = state["documents"][0]["base"]["lines"]
    told = line["before"], line["now"], line["path"]
    assert told == ("#15222d", "#3a0b52", ["palette", "ink"])
    assert "#3a0b52" in state["preview"]
    state = edit(studio, state, {"path": ["palette", "ink"], "remove": True})
    assert "#3a0b52" not in state["preview"]


def test_a_colour_that_can_hardly_be_read_is_told_at_its_field(studio: Studio) -> None:
    state = edit(studio, start(studio), {"path": ["palette", "grey"], "value": "#cccccc"})
    found = {(p["rule"], p["key"]) for p in state["problems"]}
    assert found == {("low-contrast", "palette grey")}
    poor = [c for c in state["documents"][0]["contrasts"] if not c["good"]]
    assert {c["label"] for c in poor} == {"Captions"}


def test_a_fault_is_told_and_the_form_stays(studio: Studio) -> None:
    state = edit(studio, start(studio), {"path": ["faces", "text"], "value": "Nowhere"})
    assert [(p["rule"], p["key"]) for p in state["problems"]] == [("unknown-font", "faces text")]
    assert state["documents"][0]["form"] == "/look"
    assert state["preview"] is None


def test_a_book_follows_a_look(studio: Studio) -> None:
    state = start(studio)
    before = edit(studio, state, {"path": ["about"], "value": "x"}, sheet="book/cover")
    change = {"path": ["palette", "ink"], "value": "#3a0b52"}
    after = edit(studio, before, change, sheet="book/cover")
    assert "#3a0b52" in after["preview"]
    assert "#3a0b52" not in before["preview"]


def test_the_form_offers_all_roles_and_faces(studio: Studio) -> None:
    groups = studio.get("look-form")["groups"]
    fields = {field["key"]: field for group in groups for field in group["fields"]}
    assert fields["palette side4"]["type"] == "colour"
    names = [choice["value"] for choice in fields["faces text"]["choices"]]
    assert {"Barlow", "EB Garamond"} <= set(names)
    for name in names:
        assert studio.ask("GET", "face", query={"family": name}).status == 200
    assert studio.ask("GET", "face", query={"family": "Nowhere"}).status == 404


def test_a_project_wears_a_look_and_takes_it_off(studio: Studio) -> None:
    start(studio)
    mark = studio.folder / "sheetgen.yaml"
    studio.post("wear", look="night")
    assert "look: night" in mark.read_text()
    assert studio.get("file", file=FILE)["documents"][0]["worn"] is True
    studio.post("wear", look="")
    assert "look" not in re.sub("#.*", "", mark.read_text())
    assert studio.refuse("wear", look="nothing")[0] == 404
    mark.write_text("look:\n  palette: {ink: navy}\n")
    studio.desk.refresh()
    assert studio.refuse("wear", look="night")[0] == 409
    assert "navy" in mark.read_text()


def test_names_of_looks_are_taken_once(studio: Studio) -> None:
    start(studio)
    assert studio.refuse("new", kind="look", name="Night", like="plain")[0] == 409
    assert studio.refuse("new", kind="look", name="!", like="plain")[0] == 400
    assert studio.refuse("new", kind="look", name="Other", like="nothing")[0] == 404


def test_a_sheet_is_redrawn_as_on_the_command_line(studio: Studio) -> None:
    where = {"game": "asfos", "sheet": "display", "file": "ships/kestrel.yaml", "document": 0}
    answer = studio.ask("POST", "sample", where)
    assert (answer.status, answer.name) == (200, "display-kestrel.svg")
    text = answer.body.decode()
    target = studio.folder / "templates/asfos/display.svg"

    status, told = studio.refuse("adopt", name="a.svg", text="<svg")
    assert (status, bool(told["problems"])) == (400, True)
    typed = text.replace(">Kestrel</text>", ">Hawk</text>")
    status, told = studio.refuse("adopt", name="a.svg", text=typed)
    assert (status, told["problems"][0]["rule"]) == (400, "cant-adopt")
    assert told["problems"][0]["line"] > 1
    assert studio.post("adopt", name="a.svg", text=text)["changes"] == []
    assert not target.exists()

    drive = text.replace(">ENGINE<", ">DRIVE<")
    [change] = studio.post("adopt", name="a.svg", text=drive)["changes"]
    assert change.endswith("the text 'ENGINE': now reads 'DRIVE'")
    assert ">DRIVE<" in target.read_text("utf-8")
    again = text.replace(">ENGINE<", ">MOTOR<")
    studio.post("adopt", name="a.svg", text=again)
    assert ">MOTOR<" in target.read_text("utf-8")
