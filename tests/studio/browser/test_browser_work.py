"""Tests that no work is lost in the studio: reloads, other programs, other windows, no server."""

import json
import re
import signal
from base64 import b64encode

import pytest
import yaml

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from sheetgen.packs.packing import pack
from tests.exchange.test_import import FLEET as FLEETS
from tests.exchange.test_import import GAME, make_ship
from tests.studio.browser.window import FLEET, SHIP, Command, find_field, find_port

MERLIN = SHIP.replace("Kestrel", "Merlin").replace("system: asfos", "id: merlin\nsystem: asfos")
TWO = f"{SHIP}---\n{MERLIN}"
SCENARIO = """\
system: asfos
scenario: The Narrows
table: {width: 4, depth: 4, unit: ft}
terrain:
  - {type: asteroids, name: The Teeth, at: [12, 24], size: 6}  # from the chart
sides:
  - {name: Blue, fleet: fleet}
  - {name: Red, ships: [{ship: kestrel}]}
deployment:
  - {side: Blue, area: {edge: left, within: 6}}
  - {side: Red, area: {edge: right, within: 6}}
"""
HOSTILE = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>"


@pytest.mark.whole
def test_unsaved_work_survives_a_reload_and_the_end_of_the_server(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP}, Command)
    page = studio.page
    studio.open("Kestrel")
    studio.field("mass").fill("9")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(page.locator(".item.on small")).to_contain_text("Battle")
    page.reload()
    expect(studio.field("mass")).to_have_value("9")
    expect(studio.status()).to_have_text("Not saved")

    port = find_port(studio.address)
    studio.stop()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    studio.field("mass").fill("10")
    studio.start(port)
    page.goto(studio.address + "#/design/kestrel.yaml/0")
    page.get_by_role("button", name="Put it back").click()
    expect(studio.field("mass")).to_have_value("10")
    assert (studio.folder / "kestrel.yaml").read_text("utf-8") == SHIP


@pytest.mark.whole
def test_unsaved_work_is_there_when_the_studio_was_killed_and_starts_again(
    open_studio, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    book = "book: Harbour Lights\nauthor: A. Keeper\nchapters: []\n"
    studio = open_studio({"kestrel.yaml": SHIP, "book.yaml": book}, Command)
    studio.open("Kestrel")
    studio.field("mass").fill("9")
    expect(studio.page.get_by_role("button", name="Undo")).to_be_enabled()
    studio.page.get_by_role("link", name="Harbour Lights").click()
    author = find_field(studio.page, "author")
    expect(author).to_have_value("A. Keeper")
    with studio.page.expect_response("**/api/edit"):
        author.fill("B. Keeper")
    studio.stop(signal.SIGKILL)
    studio.start()
    studio.page.close()
    # A new window, which remembers nothing itself.
    studio.page = page = studio.open_window()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator(".item[data-file='kestrel.yaml'] .unsaved")).to_be_visible()
    studio.open("Kestrel")
    expect(studio.field("mass")).to_have_value("9")
    expect(studio.status()).to_have_text("Not saved")
    page.get_by_role("link", name="Harbour Lights").click()
    expect(find_field(page, "author")).to_have_value("B. Keeper")
    studio.open("Kestrel")
    page.get_by_role("button", name="Undo").click()
    expect(studio.field("mass")).to_have_value("6")


@pytest.mark.whole
def test_what_another_program_writes_appears(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    studio.open("Kestrel")
    (studio.folder / "kestrel.yaml").write_text(SHIP.replace("mass: 6", "mass: 11"), "utf-8")
    expect(studio.field("mass")).to_have_value("11")
    (studio.folder / "swift.yaml").write_text(SHIP.replace("Kestrel", "Swift"), "utf-8")
    expect(page.get_by_role("link", name="Swift", exact=True)).to_be_visible()
    (studio.folder / "swift.yaml").unlink()
    expect(page.get_by_role("link", name="Swift", exact=True)).to_have_count(0)


@pytest.mark.parametrize("stays", ["mine", pytest.param("theirs", marks=pytest.mark.whole)])
def test_a_conflict_asks_and_loses_nothing(stays, open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    file = studio.folder / "kestrel.yaml"
    studio.open("Kestrel")
    studio.field("mass").fill("8")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    file.write_text(SHIP.replace("engine: 2", "engine: 3"), "utf-8")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("mass: 8")
    expect(dialog).to_contain_text("engine: 3")
    # Each line that differs is there in both texts, on a line of its own and in sight.
    changed = dialog.locator(".sides mark")
    assert [one.strip() for one in changed.all_inner_texts()] == [
        "+ mass: 8", "+ engine: 2", "+ mass: 6", "+ engine: 3",
    ]  # fmt: skip
    tops = [one.bounding_box()["y"] for one in changed.all()]
    assert tops[0] < tops[1]
    assert tops[2] < tops[3]
    assert all("\n" not in text.rstrip("\n") for text in changed.all_text_contents())
    if stays == "mine":
        dialog.get_by_role("button", name="Keep mine").click()
        expect(studio.status()).to_have_text("Saved")
        assert file.read_text("utf-8") == SHIP.replace("mass: 6", "mass: 8")
    else:
        dialog.get_by_role("button", name="Take the one on disk").click()
        expect(studio.field("engine")).to_have_value("3")
        expect(studio.field("mass")).to_have_value("6")
        assert file.read_text("utf-8") == SHIP.replace("engine: 2", "engine: 3")


@pytest.mark.whole
def test_a_rename_on_the_shelf_is_no_news_from_elsewhere(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    studio.open("Kestrel")
    said = page.evaluate_handle(
        "() => { const said = []; new MutationObserver(() => said.push(document.querySelector"
        "('.notices').textContent)).observe(document.querySelector('.notices'),"
        " {childList: true}); return said }"
    )
    for name in ("Falcon", "Hawk", "Merlin", "Saker"):
        page.locator(".item[data-file='kestrel.yaml'] a").focus()
        page.keyboard.press("F2")
        page.get_by_role("dialog").get_by_role("textbox").fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        expect(studio.field("name")).to_have_value(name)
        expect(page.locator("[data-preview]").get_by_text(name, exact=True)).to_have_count(1)
    page.wait_for_timeout(700)  # what another program does is told after half a second
    assert said.json_value() == []
    # What is open follows the ships that are in it.
    studio.open("Home Squadron")
    page.locator(".item[data-file='kestrel.yaml'] a").focus()
    page.keyboard.press("F2")
    page.get_by_role("dialog").get_by_role("textbox").fill("Osprey")
    page.keyboard.press("Enter")
    expect(page.locator("[data-preview] [data-text*='Osprey' i]").first).to_be_attached()


@pytest.mark.whole
def test_what_is_typed_while_nobody_answers_stays_where_it_is(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    studio.open("Kestrel")
    studio.field("mass").fill("7")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    portrait = page.locator(".masthead .portrait")
    expect(portrait).to_have_attribute("src", re.compile("^blob:"))
    page.context.route("**/api/**", lambda route: route.abort())
    studio.field("mass").fill("8")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    studio.field("engine").fill("3")
    studio.field("name").focus()
    page.wait_for_timeout(1500)  # a portrait follows its ship after a second
    expect(studio.field("mass")).to_have_value("8")
    expect(studio.field("engine")).to_have_value("3")
    assert portrait.evaluate("node => node.naturalWidth") > 0
    page.context.unroute("**/api/**")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator(".chips")).to_contain_text("Battle Cruiser")
    expect(studio.field("mass")).to_have_value("8")
    expect(studio.field("engine")).to_have_value("3")
    assert portrait.evaluate("node => node.naturalWidth") > 0


@pytest.mark.whole
def test_a_conflict_can_be_put_off_until_one_saves(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    studio.open("Kestrel")
    studio.field("mass").fill("8")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    (studio.folder / "kestrel.yaml").write_text(SHIP.replace("engine: 2", "engine: 3"), "utf-8")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Decide later").click()
    studio.field("mass").fill("7")
    expect(page.locator(".item.on small")).to_contain_text("Battle Cruiser")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("mass: 7")


@pytest.mark.whole
def test_two_windows_agree(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    other = studio.open_window()
    other.get_by_role("link", name="Kestrel", exact=True).click()
    expect(other.locator("[data-preview] svg")).to_be_visible()
    studio.field("mass").fill("9")
    expect(find_field(other, "mass")).to_have_value("9")
    find_field(other, "engine").fill("1")
    expect(studio.field("engine")).to_have_value("1")
    other.get_by_role("button", name="Undo").click()
    expect(studio.field("engine")).to_have_value("2")
    expect(studio.field("mass")).to_have_value("9")


def test_a_file_is_saved_although_another_window_was_a_moment_quicker(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    studio.open("Kestrel")
    studio.field("mass").fill("7")
    refused: list[object] = []

    def refuse_once(route):
        if refused:
            return route.continue_()
        state = page.request.get(f"{studio.address}api/file?file=kestrel.yaml").json()
        refused.append(state)
        return route.fulfill(status=409, json={"error": "newer", "state": state})

    page.route("**/api/save*", refuse_once)
    page.get_by_role("button", name="Save").click()
    expect(studio.status()).to_have_text("Saved")
    assert refused
    assert "mass: 7" in (studio.folder / "kestrel.yaml").read_text("utf-8")


def test_comments_and_the_order_of_keys_stay_when_something_is_saved(open_studio):
    studio = open_studio({"ships.yaml": TWO})
    page = studio.page
    page.get_by_role("link", name="Merlin", exact=True).first.click()
    expect(page.locator("[data-preview] svg")).to_be_visible()
    studio.field("primaries forward").fill("4")
    studio.field("primaries rear").fill("1")
    page.get_by_role("button", name="Save").click()
    expect(studio.status()).to_have_text("Saved")
    head, _, tail = TWO.rpartition("primaries: {forward: 5, left: 3, right: 3}")
    changed = "primaries: {forward: 4, left: 3, right: 3, rear: 1}"
    assert (studio.folder / "ships.yaml").read_text("utf-8") == f"{head}{changed}{tail}"


def test_what_is_deleted_can_be_brought_back(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    link = page.get_by_role("link", name="Kestrel", exact=True)
    link.focus()
    page.keyboard.press("Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(link).to_have_count(0)
    assert not (studio.folder / "kestrel.yaml").exists()
    page.get_by_role("button", name="Bring back").click()
    expect(link).to_be_visible()
    assert (studio.folder / "kestrel.yaml").read_text("utf-8") == SHIP


def test_losses_are_noted_by_a_click_on_the_display(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    studio.open("Home Squadron")
    page.get_by_role("tab", name="Ship display").click()
    page.locator("[data-preview] .place[data-title='K1: 2 lost of the hull boxes']").click()
    expect(studio.field("ships 1 state K1 hull")).to_have_value("2")


def test_terrain_is_moved_and_drawn_on_the_map(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "narrows.yaml": SCENARIO})
    page = studio.page
    studio.open("The Narrows")
    rock = page.get_by_role("button", name="The Teeth, asteroids")
    rock.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    area = studio.show_text()
    expect(area).to_have_value(SCENARIO.replace("[12, 24]", "[13, 24.25]"))

    board = page.locator(".board").bounding_box()
    inch = board["width"] / 48
    box = rock.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 10 * inch, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(area).to_have_value(SCENARIO.replace("[12, 24]", "[23, 24]"))

    page.mouse.move(board["x"] + 3 * inch, board["y"] + 40 * inch)
    page.mouse.down()
    page.mouse.move(board["x"] + 6 * inch, board["y"] + 40 * inch, steps=3)
    page.mouse.up()
    expect(studio.field("deployment 1 area within")).to_have_value("9")

    page.get_by_role("button", name="Gas cloud").click()
    page.mouse.move(board["x"] + 31 * inch, board["y"] + 31 * inch)
    page.mouse.down()
    page.mouse.move(board["x"] + 37 * inch, board["y"] + 35 * inch, steps=4)
    page.mouse.up()
    expect(studio.field("terrain 2 type")).to_have_value("gas-cloud")
    expect(studio.field("terrain 2 size")).to_have_value("6 × 4")


@pytest.mark.whole
def test_terrain_is_moved_and_taken_away_by_keys_after_a_click(open_studio):
    two = SCENARIO.replace(
        "sides:", "  - {type: planet, name: Ward, at: [30, 30], size: 8}\nsides:", 1
    )
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "narrows.yaml": two})
    page = studio.page
    studio.open("The Narrows")
    area = studio.show_text()
    rock = page.get_by_role("button", name="The Teeth, asteroids")
    rock.click()
    expect(rock).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(area).to_have_value(two.replace("[12, 24]", "[13, 24]"))
    expect(rock).to_be_focused()
    ward = page.get_by_role("button", name="Ward, planet")
    page.keyboard.press("Tab")
    expect(ward).to_be_focused()
    page.keyboard.press("Delete")
    expect(ward).to_have_count(0)
    expect(rock).to_be_focused()
    page.keyboard.press("Delete")
    expect(rock).to_have_count(0)
    expect(page.get_by_role("button", name="Gas cloud")).to_be_focused()


def drag(page, start, way, steps=4):
    """Drags with the mouse from a place on the window, so far to the right and down."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + way[0], start[1] + way[1], steps=steps)
    page.mouse.up()


def find_middle(node):
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def read_places(area):
    """What the file says of the places of ships, side by side."""
    text = yaml.safe_load(area.input_value())
    return [side.get("places") for side in text["sides"]]


@pytest.mark.whole
def test_ships_are_dragged_and_turned_on_the_map(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "narrows.yaml": SCENARIO})
    page = studio.page
    studio.open("The Narrows")
    area = studio.show_text()
    inch = page.locator(".board .ground").bounding_box()["width"] / 48
    ship = page.get_by_role("button", name="K1 Kestrel, at")
    box = ship.locator(".hold").bounding_box()
    drag(page, find_middle(ship.locator(".hold")), (2 * inch, -10 * inch))
    expect(ship).to_be_focused()
    expect(area).to_have_value(re.compile("places: "))
    [(x, y)] = [place["at"] for place in read_places(area)[0].values()]
    ground = page.locator(".board .ground").bounding_box()
    left = (box["x"] + box["width"] / 2 - ground["x"]) / inch
    assert abs(x - left - 2) <= 0.5, "it is where it was dragged to, to the inch"
    assert x == round(x)
    assert y == round(y)
    expect(page.locator("[data-preview] svg")).to_contain_text("K1")  # its name is printed now

    knob = find_middle(ship.locator(".turn"))
    drag(page, knob, (-3 * inch, -8 * inch))
    expect(area).to_have_value(re.compile("facing: "))
    facing = read_places(area)[0]["K1"]["facing"]
    assert facing % 15 == 0
    ship.press("r")
    expect(area).to_have_value(re.compile(f"facing: {(facing + 15) % 360}\\b"))
    ship.press("ArrowRight")
    expect(area).to_have_value(re.compile(rf"at: \[{x + 1}, {y}\]"))
    expect(ship).to_be_focused()
    with page.expect_response("**/api/save"):
        page.get_by_role("button", name="Save").click()
    saved = yaml.safe_load((studio.folder / "narrows.yaml").read_text("utf-8"))
    assert saved["sides"][0]["places"]["K1"] == {"at": [x + 1, y], "facing": (facing + 15) % 360}
    ship.press("Delete")
    expect(area).to_have_value(SCENARIO)  # the ship is back where its side deploys
    expect(ship).to_be_visible()


@pytest.mark.whole
def test_a_ship_and_terrain_are_dragged_by_a_finger(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "narrows.yaml": SCENARIO})
    page = studio.page
    studio.open("The Narrows")
    area = studio.show_text()
    lead = studio.lead()
    lead.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    inch = page.locator(".board .ground").bounding_box()["width"] / 48
    for name in ("CA1 Kestrel, at", "The Teeth, asteroids"):
        x, y = find_middle(page.get_by_role("button", name=name).locator(".hold"))
        for kind, way in (("touchStart", 0), ("touchMove", -4), ("touchMove", -8)):
            at = [{"x": x + way * inch, "y": y}]
            lead.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        lead.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(area).to_have_value(re.compile(r"at: \[4, 24\], size: 6"))
    assert list(read_places(area)[1]) == ["CA1"]
    # The ship is outside of where its side deploys now, which is said at its place.
    expect(page.locator("main")).to_contain_text("where Red does not deploy")


@pytest.mark.whole
def test_a_ship_that_the_map_has_no_room_for_is_placed_by_a_button(open_studio):
    text = SCENARIO[: SCENARIO.index("deployment:")]
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "narrows.yaml": text})
    page = studio.page
    studio.open("The Narrows")
    area = studio.show_text()
    page.get_by_role("group", name="Place ships").get_by_role("button", name="K2 Kestrel").click()
    expect(area).to_have_value(re.compile(r"places: \{K2: \{at: \[24, 24\]\}\}"))
    expect(page.get_by_role("button", name="K2 Kestrel, at 24, 24")).to_be_focused()


def test_the_map_is_the_sheet(open_studio):
    """What is taken hold of lies where the sheet shows it, whatever is shown of the sheet."""
    corner = SCENARIO.replace("{edge: left, within: 6}", "{corner: bottom-left, within: 12}")
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "narrows.yaml": corner})
    page = studio.page
    studio.open("The Narrows")
    zone = page.locator("[data-preview] .board .zone").first.locator("path")
    # A quarter of a disc: the far corner of its square is outside.
    corners = zone.evaluate(
        "node => [[1, 47], [11, 37]].map(([x, y]) => node.isPointInFill(new DOMPoint(x, y)))"
    )
    assert corners == [True, False]
    table = page.locator("[data-preview] .table").bounding_box()
    ground = page.locator(".board .ground").bounding_box()
    assert [round(ground[key]) for key in ground] == [round(table[key]) for key in table]
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".board")).to_have_count(0)
    page.get_by_role("tab", name="Scenario").click()
    expect(page.get_by_role("button", name="The Teeth, asteroids")).to_be_visible()


def test_a_strangers_project_runs_nothing_in_the_page(open_studio):
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
        '<rect width="20" height="20" fill="red"/></svg>'
    )
    text = SHIP.replace("name: Kestrel", f"name: '{HOSTILE}'") + "art: evil.svg\n"
    studio = open_studio({"kestrel.yaml": text, "evil.svg": art, "fleet.yaml": FLEET})
    page = studio.page
    link = page.locator(".item[data-file='kestrel.yaml'] a")
    expect(link).to_have_text(HOSTILE)
    link.click()
    expect(page.locator("h1")).to_have_text(HOSTILE)
    studio.show_text()
    page.get_by_role("button", name="Print").click()
    expect(page.locator(".command").first).to_contain_text("sheetgen")
    assert page.evaluate("window.hurt") is None
    assert page.locator("main script, main img[onerror]").count() == 0


def test_designs_are_compared_and_fight(open_studio):
    studio = open_studio(
        {
            "kestrel.yaml": SHIP,
            "hawk.yaml": SHIP.replace("Kestrel", "Hawk").replace("hull: 3", "hull: 2"),
        }
    )
    page = studio.page
    studio.open("Kestrel")
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("Add to the comparison").select_option("hawk.yaml#0")
    row = page.get_by_role("row", name="hull", exact=False).filter(has=page.locator(".sign"))
    expect(row.first).to_contain_text("≠")
    page.get_by_label("Duels", exact=True).fill("200")
    page.get_by_role("button", name="Duel").click()
    expect(page.locator(".verdict")).to_contain_text("Kestrel wins")


@pytest.mark.whole
def test_a_book_is_begun_copied_and_deleted(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Book").check()
    dialog.get_by_label("What is it called?").fill("Harbour Lights: a Yearbook")
    dialog.get_by_role("button", name="Create").click()
    expect(page.locator(".foot .sum").last).to_contain_text("pages")
    text = (studio.folder / "harbour-lights-a-yearbook.yaml").read_text("utf-8")
    assert "book: 'Harbour Lights: a Yearbook'" in text or 'book: "Harbour' in text
    assert "fleets: [fleet]" in text
    page.get_by_role("button", name="Introduction", exact=True).click()
    area = page.get_by_role("textbox", name="text of the chapter")
    expect(area).to_have_value(re.compile("Tell your readers"))
    with page.expect_download() as download:
        page.get_by_role("button", name="PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")

    link = page.get_by_role("link", name="Harbour Lights: a Yearbook", exact=True)
    link.focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Delete").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(link).to_have_count(0)
    expect(page.locator(".welcome h1")).to_be_visible()
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_role("heading", name="Harbour Lights: a Yearbook", level=1)).to_be_visible()


def test_a_template_saved_by_a_drawing_program_is_seen_at_once(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    studio.open("Kestrel")
    page.evaluate("location.hash = '#/template/asfos/display'")
    page.get_by_role("button", name="Make it mine").click()
    file = studio.folder / "templates" / "asfos" / "display.svg"
    expect(page.locator(".form.template .soft")).to_contain_text("templates/asfos/display.svg")
    picture = page.locator(".paper.one img")
    before = picture.get_attribute("src")
    file.write_text(file.read_text("utf-8").replace("stroke: #1a1a1a", "stroke: #aa0000"), "utf-8")
    expect(page.get_by_role("textbox", name="text of the template")).to_have_value(
        file.read_text("utf-8")
    )
    expect(picture).not_to_have_attribute("src", before)


@pytest.mark.whole
def test_the_map_of_a_scenario_of_airships(open_studio):
    text = SCENARIO.replace("asfos", "airships").replace("fleet: fleet", "ships: [{ship: vesper}]")
    text = text.replace("kestrel", "resolute").replace("asteroids", "cloud")
    text = text.replace("within: 6}}", "within: 6}, height: 4}", 1)
    studio = open_studio({"narrows.yaml": text.replace("height: 4", "height: [3, 4]")})
    page = studio.page
    studio.open("The Narrows")
    expect(studio.field("deployment 1 height")).to_have_value("3–4")
    studio.field("deployment 1 height").fill("4")
    cloud = page.get_by_role("button", name="The Teeth, cloud")
    cloud.focus()
    page.keyboard.press("ArrowLeft")
    area = studio.show_text()
    expect(area).to_have_value(text.replace("[12, 24]", "[11, 24]"))
    studio.field("terrain 1 height").fill("2-5")
    studio.field("terrain 1 height").press("Tab")

    page.locator(".board").scroll_into_view_if_needed()
    board = page.locator(".board").bounding_box()
    inch = board["width"] / 48
    page.get_by_role("button", name="Floating island").click()
    page.mouse.move(board["x"] + 31 * inch, board["y"] + 31 * inch)
    page.mouse.down()
    page.mouse.move(board["x"] + 37 * inch, board["y"] + 35 * inch, steps=4)
    page.mouse.up()
    expect(studio.field("terrain 2 type")).to_have_value("island")
    expect(studio.field("terrain 2 size")).to_have_value("6 × 4")


_DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], name));
  const given = { dataTransfer: carried, bubbles: true, cancelable: true };
  window.dispatchEvent(new DragEvent("drop", given));
}"""


def test_a_pack_is_dropped_on_the_window(open_studio, tmp_path):
    source = tmp_path / "a pack"
    source.mkdir()
    (source / "heron.yaml").write_text(SHIP.replace("Kestrel", "Heron"), "utf-8")
    said = "pack: kai/patrol\nversion: 1.0.0\nlicence: CC-BY-4.0\nauthors: [Kai Ito]\n"
    (source / "pack.yaml").write_text(said, "utf-8")
    archive = pack(source).archive
    studio = open_studio({"kestrel.yaml": SHIP})
    page, home = studio.page, studio.folder
    data = b64encode(archive).decode()
    page.evaluate(_DROP, ["patrol.sheetpack", b64encode(archive[:-9]).decode()])
    expect(page.get_by_text("this is not a pack").first).to_be_visible()
    page.evaluate(_DROP, ["patrol.sheetpack", data])
    shown = page.get_by_role("dialog", name="Pack kai/patrol 1.0.0")
    expect(shown).to_contain_text("CC-BY-4.0")
    expect(shown).to_contain_text("Kai Ito")
    shown.get_by_role("button", name="Cancel").click()
    assert not (home / "packs").exists()
    page.evaluate(_DROP, ["patrol.sheetpack", data])
    expect(shown).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("kai/patrol 1.0.0 is installed.").first).to_be_visible()
    assert (home / "packs/kai/patrol/1.0.0/heron.yaml").is_file()
    expect(page.get_by_role("link", name="Heron", exact=True).first).to_be_visible()


def test_a_file_of_another_program_is_imported(open_studio, tmp_path):
    studio = open_studio({"kestrel.yaml": SHIP, "games/skies/game.yaml": GAME})
    page, home = studio.page, studio.folder
    source = tmp_path / "squadron.json"
    source.write_text(json.dumps(FLEETS, indent=1), "utf-8")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Import …").press("Enter")
    chosen.value.set_files(source)
    shown = page.get_by_role("dialog", name="Import squadron.json")
    expect(shown).to_contain_text("3 ships, 2 fleets. 5 files are written:")
    expect(shown).to_contain_text("Not used: guns.arc in 3")
    way = shown.get_by_label("How it is read")
    expect(way).to_be_focused()
    expect(way).to_have_value("builder (Skies)")
    way.select_option("Sketch a game from it")
    expect(shown).to_contain_text("games/squadron/game.yaml")
    way.select_option("builder (Skies)")
    expect(shown).not_to_contain_text("game.yaml")
    shown.get_by_label("Into").fill("north")
    page.keyboard.press("Tab")
    expect(shown).to_contain_text("north/roc.yaml")
    assert not (home / "north").exists()
    shown.get_by_role("button", name="Import", exact=True).press("Enter")
    expect(page.get_by_text("3 ships, 2 fleets imported into north.").first).to_be_visible()
    assert (home / "north/roc.yaml").is_file()
    expect(page.get_by_role("link", name="Roc", exact=True)).to_be_visible()

    wrong = json.dumps([{"name": "N", "ships": [make_ship("Roc", mass=90)]}])
    page.evaluate(_DROP, ["squadron.json", b64encode(wrong.encode()).decode()])
    expect(shown).to_contain_text("mass: 90 is more than 40")
    expect(shown).to_contain_text("squadron.json:1:")
    expect(shown.get_by_role("button", name="Import", exact=True)).to_be_disabled()
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    changed = json.dumps([{"name": "South", "ships": [make_ship("Roc", mass=31, points=38)]}])
    page.evaluate(_DROP, ["squadron.json", b64encode(changed.encode()).decode()])
    shown.get_by_label("Into").fill("north")
    page.keyboard.press("Enter")
    expect(shown).to_contain_text("+mass: 31")
