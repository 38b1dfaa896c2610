"""Sheets: previews, places of fields, prints, downloads, books, templates, duels."""

from __future__ import annotations

import io
import json
import shlex
import zipfile
from collections import Counter
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import sheetgen
from sheetgen.studio import printing
from sheetgen.studio.places import join_boxes
from sheetgen.systems.loading import Systems
from tests.studio.conftest import Studio

SHIP = "ships/kestrel.yaml"


DRAWN = {
    "svg",
    "title",
    "defs",
    "clipPath",
    "path",
    "g",
    "use",
    "rect",
    "image",
    "linearGradient",
    "stop",
    "mask",
}
"""What may be in a preview."""


def find_rects(svg: str) -> list[dict[str, str]]:
    """The attributes of the places that lie over a preview."""
    return [e.attrib for e in ElementTree.fromstring(svg) if e.get("class") == "place"]


def test_an_edit_brings_the_sheet_along(studio: Studio) -> None:
    state = studio.edit(SHIP, {"path": ["name"], "value": "Falcon"}, preview={"sheet": "display"})
    assert state["preview_pages"] == 1
    assert state["preview"].startswith("<svg ")
    assert 'aria-label="FALCON"' in state["preview"]  # it is set in capitals
    shown = studio.get("preview", file=SHIP, sheet="display")
    assert shown.body.decode() == state["preview"]
    other = studio.post("view", file=SHIP, sheet="counters", ink="grey")
    assert other["preview"] != state["preview"]


@pytest.mark.parametrize(
    ("sheet", "on_paper"), [("roster", True), ("reference", True), ("arc-template", False)]
)
def test_what_is_not_cut_out_is_shown_on_its_paper(
    studio: Studio, sheet: str, on_paper: bool
) -> None:
    svg = studio.post("view", file="fleet.yaml", sheet=sheet)["preview"]
    width = float(ElementTree.fromstring(svg).get("viewBox", "").split()[2])
    assert (abs(width - 210 * 72 / 25.4) < 0.1) == on_paper


def test_a_fleet_is_shown_page_by_page(studio: Studio) -> None:
    many = {"path": ["ships", 0, "count"], "value": 20}
    studio.edit("fleet.yaml", many, {"path": ["points_limit"], "remove": True})
    first = studio.post("view", file="fleet.yaml", sheet="display")
    last = studio.post("view", file="fleet.yaml", sheet="display", page=99)
    assert first["preview_pages"] > 2
    assert first["preview"] != last["preview"]
    result = studio.desk.project.render("fleet", sheet=["display"])
    assert result.pages == first["preview_pages"]


def test_a_sheet_with_nothing_on_it_says_so(studio: Studio) -> None:
    made = studio.post("copy", file="shipped:airships/mistle.yaml")
    told = studio.post("view", file=made["file"], sheet="wing-cards")
    assert told == {
        "preview": None,
        "preview_pages": 0,
        "preview_note": "there is nothing of this to print on this sheet",
    }


def test_a_drawing_that_fails_is_a_problem(studio: Studio) -> None:
    long = "W" * 120
    state = studio.edit(SHIP, {"path": ["name"], "value": long}, preview={"sheet": "counters"})
    if state["preview"] is None:  # the name does not fit
        assert [p["severity"] for p in state["problems"]] == ["error"]


def test_the_picture_is_drawn_by_our_own_writer_and_runs_nothing(studio: Studio) -> None:
    studio.write(
        "ships/evil.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
        '<rect width="9" height="9" onload="alert(1)" fill="#f00"/></svg>',
    )
    for text in ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'):
        state = studio.edit(
            SHIP,
            {"path": ["art"], "value": "evil.svg"},
            {"path": ["name"], "value": text},
            preview={"sheet": "display"},
        )
        svg = studio.post("view", file=SHIP, sheet="display")["preview"] or ""
        for found in (state["preview"] or "<svg/>", svg or "<svg/>"):
            for element in ElementTree.fromstring(found).iter():
                assert element.tag.rpartition("}")[2] in DRAWN
                links = [v for k, v in element.attrib.items() if k.endswith("href")]
                assert all(link.startswith(("#", "data:image/")) for link in links)
                assert not any(name.startswith("on") for name in element.attrib)


def test_fields_know_their_places(studio: Studio) -> None:
    assert not find_rects(studio.post("view", file=SHIP, sheet="display")["preview"])
    found = find_rects(studio.post("view", file=SHIP, sheet="display", places=True)["preview"])
    keys = {rect["data-place"] for rect in found}
    assert {
        "name", "mass", "hull", "screens", "engine", "primaries forward", "primaries left",
        "primaries right", "primaries rear", "secondaries", "special weapon", "special count",
        "points",
    } <= keys  # fmt: skip
    assert json.loads(next(r["data-path"] for r in found if r["data-place"] == "primaries forward"))
    forward = [r for r in found if r["data-place"] == "primaries forward"]
    tops = Counter(r["y"] for r in forward)
    assert tops.most_common(1)[0][1] == 6  # one in each weapons box; others show what follows
    left = [float(r["x"]) for r in found if r["data-place"] == "primaries left"]
    right = [float(r["x"]) for r in found if r["data-place"] == "primaries right"]
    assert all(a < b for a, b in zip(sorted(left), sorted(right), strict=True))
    areas = [float(r["width"]) * float(r["height"]) for r in found]
    assert areas == sorted(areas, reverse=True)  # the smallest are on top
    again = studio.edit(SHIP, {"path": ["hull"], "value": 4}, preview={"sheet": "display"})
    assert len(find_rects(again["preview"])) == len(found)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", Systems().all(), ids=lambda game: game.id)
def test_every_games_ship_knows_the_place_of_its_name(studio: Studio, game: Any) -> None:
    kind = game.kinds[0]
    made = studio.post("new", game=game.id, kind=kind.name, name="Marten")
    shown = studio.post("view", file=made["file"], places=True)
    assert "name" in {rect["data-place"] for rect in find_rects(shown["preview"])}


def test_looking_for_places_prints_nothing_else(studio: Studio) -> None:
    """Printed bytes are the same before and after."""
    before = studio.desk.project.render("fleet").pdf()
    studio.post("view", file="fleet.yaml", sheet="display", places=True)
    assert studio.desk.project.render("fleet").pdf() == before
    assert sheetgen.open_project(studio.folder).render("fleet").pdf() == before


def test_boxes_near_each_other_share_a_place() -> None:
    row = [(x, 0.0, x + 10.0, 5.0) for x in (0.0, 12.0, 24.0)]
    assert join_boxes([*row, (100.0, 0.0, 101.0, 1.0)]) == [
        (0.0, 0.0, 34.0, 5.0),
        (100.0, 0.0, 101.0, 1.0),
    ]
    assert join_boxes([]) == []


def test_a_click_on_a_box_of_a_fleet_strikes_it_off(studio: Studio) -> None:
    shown = studio.post("view", file="fleet.yaml", sheet="display")
    rects = find_rects(shown["preview"])
    assert [r["data-place"] for r in rects if "data-place" in r] == [
        "ships 2 ship", "ships 1 ship", "ships 1 ship",
    ]  # fmt: skip
    losses = {r["data-title"]: r["data-changes"] for r in rects if "data-changes" in r}
    assert len([title for title in losses if title.startswith("BB1")]) == 12 + 12 + 6
    changes = json.loads(losses["BB1: 3 lost of the hull boxes"])
    state = studio.edit("fleet.yaml", *changes)
    assert "  - {ship: warrior, ids: [BB1], state: {BB1: {hull: 3}}}\n" in state["text"]
    state = studio.edit("fleet.yaml", *json.loads(losses["CA2: Engine hit"]))
    assert "{ship: kestrel, count: 2, state: {CA2: {criticals: [E]}}}   # the wing" in state["text"]
    assert not [p for p in state["problems"] if p["severity"] == "error"]
    shown = studio.post("view", file="fleet.yaml", sheet="display")
    again = {r["data-title"]: r["data-changes"] for r in find_rects(shown["preview"])[3:]}
    back = studio.edit("fleet.yaml", *json.loads(again["CA2: Engine not hit"]))
    assert "criticals" not in back["text"]


LOSSES = {
    "ships: [{ship: warrior, ids: [BB1]}]": (
        ("asfos", "display", "BB1"),
        {
            "3 lost of the hull boxes": "hull: 3",
            "2 lost of the weapons boxes": "weapons: 2",
            "Engine hit": "criticals: [E]",
            "Bridge hit": "criticals: [E, Br]",
        },
        {"2 lost of the hull boxes": "hull: 2", "Engine not hit": "criticals: [Br]"},
    ),
    "ships: [{ship: resolute, ids: [FR1]}]": (
        ("airships", "ship-sheet", "FR1"),
        {
            "9 lost of the hull boxes": "hull: 9",
            "weapon 2, Flak Cannon jammed": "jammed: [2]",
            "Hangar failed": "failed: [hangar]",
            "Hornets out": "out: [FR1a]",
            "shaken": "morale: shaken",
            "2 lost of the boxes of Speed Loss": "criticals: {Speed Loss: 2}",
            "1 lost of the boxes of On Fire": "criticals: {Speed Loss: 2, On Fire: 1}",
        },
        {"8 lost of the hull boxes": "hull: 8", "broken": "morale: broken", "Hornets not out": ""},
    ),
    "ships: [{ship: high-water, ids: [C1]}]": (
        ("barsoom", "ship-card", "C1"),
        {
            "7 lost of the crew": "crew: 7",
            "1 lost of the bombs": "bombs: 1",
            "port Pulse gun lost": "weapons: {port: [Pulse gun]}",
            "2 lost of the boxes of Turn lost": "damage: {Turn lost: 2}",
            "2 of 3 options lost": "damage: {Turn lost: 2, Control lost: 2}",
        },
        {"1 lost of the boxes of Turn lost": "Turn lost: 1", "0 lost of the bombs": ""},
    ),
    "ships: [{ship: lock-keeper, ids: [M1]}]": (
        ("barsoom", "ship-card", "M1"),
        {
            "1 lost of the helmsman": "crew: {helmsman: 1}",
            "2 lost of the gunners": "crew: {helmsman: 1, gunners: 2}",
            "3 lost of the others": "crew: {helmsman: 1, gunners: 2, others: 3}",
        },
        {"0 lost of the helmsman": "gunners: 2, others: 3"},
    ),
    "elements: [{fighter: black-tiger}]": (
        ("black-skies", "tactical-display", "Black Tiger, spades"),
        {
            "5 left of the leader’s hull": "state: {leader: {hull: 1}}",
            "5 left of the wingman’s hull": "wingman: {hull: 1}",
        },
        {"4 left of the leader’s hull": "leader: {hull: 2}"},
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ships", LOSSES)
def test_what_the_display_of_every_game_ticks_can_be_clicked(
    ships: str, open_project: Callable[[dict[str, str]], Studio]
) -> None:
    (game, sheet, who), clicks, more = LOSSES[ships]
    studio = open_project({"fleet.yaml": f"system: {game}\nfleet: Hurt\n{ships}\n"})
    for title, written in {**clicks, **more}.items():
        shown = studio.post("view", file="fleet.yaml", sheet=sheet)["preview"]
        found = {r["data-title"]: r["data-changes"] for r in find_rects(shown) if "data-title" in r}
        state = studio.edit("fleet.yaml", *json.loads(found[f"{who}: {title}"]))
        assert written in state["text"], state["text"]
        assert [p for p in state["problems"] if p["severity"] == "error"] == []
        assert studio.post("view", file="fleet.yaml", sheet=sheet)["preview"] != shown


def test_a_print_is_the_same_as_on_the_command_line(
    studio: Studio, run_in: Callable[..., Any]
) -> None:
    options = {"ink": "grey", "paper": "letter", "sheets": ["display"], "marks": False}
    entries = [{"file": "fleet.yaml"}]
    shown = studio.post("print", entries=entries, options=options)
    assert shown["command"] == (
        "sheetgen render fleet.yaml --sheet display --paper letter --ink grey --no-marks"
        " -o fleet.pdf"
    )
    assert shown["paper"].startswith("3 pieces on 1 page of US Letter, ")
    assert (len(shown["pages"]), shown["problems"]) == (1, [])
    pdf = studio.post("download", entries=entries, options=options, format="pdf")
    assert (pdf.type, pdf.name) == ("application/pdf", "home-squadron.pdf")
    words = shlex.split(shown["command"])
    assert run_in(studio.folder, *words[1:]).status == 0
    assert (studio.folder / "fleet.pdf").read_bytes() == pdf.body


def test_a_long_print_comes_page_by_page(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "SLICE", 0.0)
    entries = [{"file": "fleet.yaml"}]
    whole = studio.post("print", entries=entries)
    assert len(whole["pages"]) == whole["total"] > 2
    first = studio.post("print", entries=entries, brief=True)
    assert (len(first["pages"]), first["total"]) == (1, whole["total"])
    assert (first["names"], first["sheets"]) == (["1"], whole["sheets"])
    pages = list(first["pages"])
    while len(pages) < first["total"]:
        more = studio.post("print", entries=entries, brief=True, start=len(pages))
        assert (more["start"], more["laid"]) == (len(pages), first["laid"])
        pages += more["pages"]
    assert pages == whole["pages"]
    result = sheetgen.open_project(studio.folder).render("fleet.yaml")
    assert pages == [page.decode() for page in result.svg()]
    studio.edit(SHIP, {"path": ["name"], "value": "Hawk"})
    assert studio.post("print", entries=entries, start=1)["laid"] != first["laid"]


def test_what_is_wrong_on_any_page_is_said_of_the_whole_print(studio: Studio) -> None:
    studio.post("eject", game="asfos", sheet="display")
    template = studio.folder / "templates" / "asfos" / "display.svg"
    text = template.read_text("utf-8")
    studio.write(
        template.relative_to(studio.folder).as_posix(), text.replace("</svg>", "<nonsense/></svg>")
    )
    entries = [{"file": "fleet.yaml"}]
    whole = studio.post("print", entries=entries)
    brief = studio.post("print", entries=entries, brief=True, start=1)
    assert whole["pages"] == []
    assert whole["problems"]
    assert brief["problems"] == whole["problems"]


@pytest.mark.parametrize("form", ["pdf", "png", "svg", "pieces"])
def test_a_long_download_is_made_step_by_step(
    studio: Studio, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {"entries": [{"file": "fleet.yaml"}], "format": form, "dpi": 72}
    whole = studio.post("download", **asked)
    monkeypatch.setattr(printing, "SLICE", 0.0)
    done = []
    while (made := studio.ask("POST", "download", {**asked, "brief": True})).status == 202:
        told = json.loads(made.body)
        assert told["done"] <= told["total"]
        done.append(told["done"])
    assert len(done) > 2
    assert done == sorted(done)
    assert (made.body, made.name, made.type) == (whole.body, whole.name, whole.type)


def test_downloads_are_files_or_bundles_of_them(studio: Studio) -> None:
    entries = [{"file": "fleet.yaml"}]
    one = studio.post("download", entries=[{"file": SHIP}], format="png", dpi=72)
    assert (one.type, one.name, one.body[:4]) == ("image/png", "kestrel.png", b"\x89PNG")
    for form, ending in (("svg", ".svg"), ("pieces", ".png")):
        made = studio.post("download", entries=entries, format=form, dpi=72)
        assert made.type == "application/zip"
        names = zipfile.ZipFile(io.BytesIO(made.body)).namelist()
        assert len(names) > 3
        assert all(name.endswith(ending) for name in names)
        assert made.body == studio.post("download", entries=entries, format=form, dpi=72).body


def test_a_profile_makes_what_a_print_shop_takes(studio: Studio) -> None:
    profiles = {one["id"]: one["title"] for one in studio.get("project")["profiles"]}
    assert {"home", "tgc-chit-half"} <= profiles.keys()
    assert "lulu-book" not in profiles
    entries, options = [{"file": "fleet.yaml"}], {"profile": "tgc-chit-half"}
    shown = studio.post("print", entries=entries, options=options)
    assert shown["command"] == (
        "sheetgen render fleet.yaml --for tgc-chit-half -o 'fleet tgc-chit-half'"
    )
    made = studio.post("download", entries=entries, options=options, format="pdf")
    assert (made.type, made.name) == ("application/zip", "home-squadron-tgc-chit-half.zip")
    assert "manifest.csv" in zipfile.ZipFile(io.BytesIO(made.body)).namelist()
    assert all("front" in name for name in shown["names"])
    needs = {one["id"]: one["needs"] for one in studio.post("profiles", entries=entries)}
    assert not any(needs[name] for name in ("home", "tgc-chit-half", "panda", "tts", "table"))
    assert needs["tgc-poker"] == "cards of 63.5 × 88.9 mm"  # its game has none
    assert "lulu-book" not in needs


def test_what_can_not_be_printed_is_told(studio: Studio) -> None:
    entries = [{"file": SHIP}]
    for options, word in (
        ({"paper": "a99"}, "paper"),
        ({"ink": "pink"}, "ink"),
        ({"sheets": ["nothing"]}, "sheet"),
        ({"copies": 0}, "copies"),
        ({"counter_size": "1km"}, "counter_size"),
        ({"profile": "nothing"}, "nothing"),
    ):
        status, told = studio.refuse("print", entries=entries, options=options)
        assert (status, word in told["error"]) == (400, True), told
    studio.edit(SHIP, {"path": ["class"], "value": "XX"})
    shown = studio.post("print", entries=entries)
    assert (shown["pages"], [p["rule"] for p in shown["problems"]]) == ([], ["class-mismatch"])
    studio.edit(SHIP, {"path": ["mass"], "remove": True})
    status, told = studio.refuse("print", entries=entries)
    assert (status, [p["rule"] for p in told["problems"]]) == (400, ["missing-key"])


def test_one_of_several_definitions_is_printed_alone(studio: Studio) -> None:
    text = studio.read(SHIP)
    studio.write("ships/two.yaml", f"id: a\n{text}---\nid: b\n{text}")
    entries = [{"file": "ships/two.yaml", "document": 1}]
    shown = studio.post("print", entries=entries, options={"sheets": ["display"]})
    assert shown["pieces"] == 1
    assert "--only b" in shown["command"]


def test_a_book_is_laid_out_and_its_mistakes_told(studio: Studio) -> None:
    studio.write("book.yaml", "book: Ours\nchapters: [one.md]\nfleets: [fleet]\n")
    studio.write("one.md", "# The beginning\n\nWords.\n")
    shown = studio.post("book", file="book.yaml", count=2)
    assert (shown["title"], shown["start"], len(shown["pages"])) == ("Ours", 0, 2)
    assert shown["total"] > 2
    assert shown["command"] == "sheetgen book book.yaml -o book.pdf"
    pdf = studio.post("book-pdf", file="book.yaml")
    assert pdf.body == studio.desk.project.publish("book.yaml").pdf()
    state = studio.get("file", file="one.md")
    text = state["text"] + "\n{{ ships.nothing.name }}\n"
    studio.post("edit", file="one.md", version=1, text=text)
    broken = studio.post("book", file="book.yaml")
    assert broken["pages"] == []
    assert {(p["file"], p["line"]) for p in broken["problems"]} == {("one.md", 5)}


def test_a_template_is_ejected_edited_and_seen_at_once(studio: Studio) -> None:
    told = studio.get("template", game="asfos", sheet="display")
    assert (told["own"], told["template"]) == (False, "asfos/display.svg")
    before = studio.post("view", file=SHIP, sheet="display")["preview"]
    made = studio.post("eject", game="asfos", sheet="display")
    assert made["file"] == "templates/asfos/display.svg"
    assert studio.refuse("eject", game="asfos", sheet="display")[0] == 409
    state = studio.get("file", file=made["file"])
    assert state["text"] == told["text"]
    assert studio.post("view", file=SHIP, sheet="display")["preview"] == before
    view = {"file": SHIP, "sheet": "display"}
    for text, good in ((told["text"].replace(">HULL<", ">HOLE<"), True), ("<svg", False)):
        state = studio.get("file", file=made["file"])
        state = studio.post(
            "edit", file=made["file"], version=state["version"], text=text, preview=view
        )
        assert bool(state["preview"]) == good
    assert "HOLE" not in before
    assert {p["file"] for p in state["problems"]} == {made["file"]}
    # As a drawing program would: from outside, while nobody looks.
    studio.post("discard", file=made["file"])
    studio.write(made["file"], told["text"].replace(">HULL<", ">HOLE<"))
    assert "HOLE" in studio.post("view", file=SHIP, sheet="display")["preview"]


def test_designs_side_by_side(studio: Studio) -> None:
    entries = [{"file": SHIP}, {"file": "shipped:asfos/warrior.yaml"}]
    shown = studio.post("compare", entries=entries)
    assert [column["name"] for column in shown["columns"]] == ["Kestrel", "Warrior"]
    rows = {row["title"]: row for row in shown["rows"]}
    assert rows["mass"] == {"title": "mass", "cells": ["6", "12 (+6)"], "differs": True}
    assert rows["hull"]["differs"] is False
    assert studio.refuse("compare", entries=[{"file": SHIP}, {"file": "fleet.yaml"}])[0] == 400
    assert studio.refuse("compare", entries=entries[:1])[0] == 400


def test_a_duel_is_that_of_the_command_line(studio: Studio, run: Callable[..., Any]) -> None:
    a, b = {"file": "shipped:asfos/warrior.yaml"}, {"file": "shipped:asfos/new-mars.yaml"}
    told = studio.post("duel", a=a, b=b, options={"duels": 200, "seed": 7})
    out = run("duel", "warrior", "new-mars", "--duels", "200", "--seed", "7", "--json").stdout
    printed = json.loads(out)
    assert {key: told[key] for key in printed} == printed
    assert told["faces"] == ["bow", "broadside", "stern"]
    assert told["summary"][1].startswith("Warrior wins ")
    barsoom = {"file": "shipped:barsoom/windhover.yaml"}
    status, words = studio.refuse("duel", a=barsoom, b=barsoom)
    assert (status, "no duels" in words["error"]) == (400, True)
    assert studio.refuse("duel", a=a, b=b, options={"duels": 10**9})[0] == 400


def test_rules_are_explained(studio: Studio) -> None:
    told = studio.get("explain/over-power")
    assert told["what"].endswith("supplies.")
    assert told["why"] and told["example"]
    assert studio.ask("GET", "explain/nothing").status == 404
