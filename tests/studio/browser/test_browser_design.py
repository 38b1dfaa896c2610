"""Tests of the studio in a browser: ships designed from nothing to PDF, mistakes, undo."""

import io
import re
import zipfile

import pypdfium2 as pdfium
import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from tests.studio.browser.window import FLEET, SHIP

# What is typed for each game, by the keys of its fields; a choice is chosen by its value.
DESIGNS = {
    "asfos": (
        {"mass": "6", "hull": "3", "engine": "2", "screens": "1", "primaries forward": "5"},
        {},
    ),
    "black-skies": ({"shields": "1"}, {"weight": "heavy"}),
    "airships": ({"frame_cost": "5"}, {"frame": "frigate"}),
    "barsoom": ({"crew others": "12", "bombs": "1"}, {"class": "small"}),
}


def test_a_ship_of_every_game_is_designed_from_nothing_to_pdf(open_studio, request):
    studio = open_studio({})
    every = request.config.getoption("--all")  # the starters of all go through tests/studio
    for game, (typed, chosen) in list(DESIGNS.items())[: None if every else 1]:
        design(studio, game, f"Star of {game}", typed, chosen)
        print_design(studio, f"Star of {game}")


def design(studio, game, name, typed, chosen):
    """Designs a ship in a studio's window and saves it."""
    page = studio.page
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(game)
    dialog.get_by_role("radio").first.check()
    dialog.get_by_label("What is it called?").fill(name)
    before = {*studio.folder.rglob("*.yaml")}
    dialog.get_by_role("button", name="Create").click()
    page.get_by_role("heading", name=name, exact=True, level=1).wait_for()
    page.locator("[data-preview] svg").wait_for()
    assert studio.field("name").input_value() == name

    for key, value in chosen.items():
        studio.field(key).select_option(value)
    for key, value in typed.items():
        studio.field(key).fill(value)
    expect(studio.status()).to_have_text("Not saved")
    page.get_by_role("button", name="Save").click()
    expect(studio.status()).to_have_text("Saved")
    made = {*studio.folder.rglob("*.yaml")} - before
    [file] = (path for path in made if path.name != "sheetgen.yaml")
    text = file.read_text("utf-8")
    for key, value in {**typed, **chosen}.items():
        assert re.search(rf"\b{key.split()[-1]}: *{value}\b", text), text


def print_design(studio, name):
    """Prints the ship that is open."""
    page = studio.page
    page.get_by_role("button", name="Print").click()
    page.locator(".pages img").first.wait_for()
    assert page.locator(".command").first.inner_text().startswith("sheetgen render ")
    with page.expect_download() as download:
        page.get_by_role("button", name="PDF").click()
    printed = pdfium.PdfDocument(io.BytesIO(download.value.path().read_bytes()))
    assert name in printed[0].get_textpage().get_text_range()


@pytest.mark.whole
def test_the_form_the_text_and_the_sheet_agree(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    preview = page.locator("[data-preview]")
    before = preview.inner_html()

    studio.field("mass").fill("7")
    expect(preview.get_by_text("Kestrel")).to_have_count(1)
    area = studio.show_text()
    expect(area).to_have_value(SHIP.replace("mass: 6", "mass: 7"))
    assert preview.inner_html() != before

    area.fill(area.input_value().replace("engine: 2", "engine: 1"))
    expect(studio.field("engine")).to_have_value("1")
    expect(page.locator(".line", has_text="engine").locator(".key")).to_have_text("engine")


def test_a_mistake_is_explained_at_its_field_and_its_line_and_mended(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    studio.show_text()
    mass = studio.field("mass")
    mass.fill("many")
    field = page.locator(".field", has=mass)
    remark = field.locator(".remark.error")
    remark.wait_for()
    assert mass.get_attribute("aria-invalid") == "true"
    expect(page.locator(".layer .under.error")).to_have_text("many")
    # The last sheet that could be drawn is still there.
    expect(page.locator("[data-preview].stale svg")).to_have_count(1)

    remark.get_by_role("button", name="Why?").click()
    remark.locator(".why p").first.wait_for()
    mass.fill("6")
    remark.wait_for(state="detached")
    expect(page.locator(".under.error")).to_have_count(0)
    expect(page.locator("[data-preview].stale")).to_have_count(0)


def test_a_mistake_is_mended_by_a_click(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP.replace("secondaries", "secondries")})
    page = studio.page
    page.get_by_role("link", name="Kestrel", exact=True).click()
    area = studio.show_text()
    page.locator(".remark.error .deeds .strong").first.click()
    expect(area).to_have_value(SHIP)
    expect(page.locator(".remark.error")).to_have_count(0)


@pytest.mark.whole
def test_what_comes_along_is_changed_in_a_copy(open_studio):
    studio = open_studio({})
    page = studio.page
    studio.open("Warrior")
    studio.field("mass").fill("11")
    page.get_by_role("dialog").get_by_role("button", name="Change a copy").click()
    expect(studio.field("mass")).to_have_value("11")
    page.get_by_role("button", name="Save").click()
    expect(studio.status()).to_have_text("Saved")
    [file] = studio.folder.rglob("warrior.yaml")
    assert "mass: 11" in file.read_text("utf-8")


def test_a_text_that_can_not_be_read_leaves_the_form_as_it_was(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    area = studio.show_text()
    area.fill(SHIP.replace("special: {", "special: {{"))
    page.locator(".remark.error").first.wait_for()
    assert studio.field("mass").input_value() == "6"
    area.fill(SHIP)
    expect(page.locator(".remark.error")).to_have_count(0)
    assert studio.field("mass").input_value() == "6"


def test_steps_are_taken_back_and_again(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    studio.field("mass").fill("8")
    studio.field("engine").fill("1")
    studio.field("name").click()
    page.keyboard.press("End")
    page.keyboard.type(" of Home")
    expect(studio.field("name")).to_have_value("Kestrel of Home")
    page.keyboard.press("Control+z")
    expect(studio.field("name")).to_have_value("Kestrel")
    page.get_by_role("button", name="Undo").click()
    expect(studio.field("engine")).to_have_value("2")
    page.get_by_role("button", name="Undo").click()
    expect(studio.field("mass")).to_have_value("6")
    page.get_by_role("button", name="Redo").click()
    expect(studio.field("mass")).to_have_value("8")
    page.keyboard.press("Control+Shift+z")
    expect(studio.field("engine")).to_have_value("1")


def test_a_click_on_the_sheet_leads_to_the_field_and_a_field_to_its_place(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    page.locator("[data-preview] .place[data-place=engine]").first.click()
    expect(studio.field("engine")).to_be_focused()
    studio.field("name").focus()
    lit = page.locator("[data-preview] .place.lit")
    assert {one.get_attribute("data-place") for one in lit.all()} == {"name"}


def test_a_ship_joins_a_fleet_by_being_dragged_or_by_a_menu(open_studio):
    studio = open_studio(
        {
            "kestrel.yaml": SHIP,
            "merlin.yaml": SHIP.replace("Kestrel", "Merlin"),
            "fleet.yaml": FLEET,
        }
    )
    studio.open("Home Squadron")
    page = studio.page
    page.locator(".item[data-file='merlin.yaml']").drag_to(page.locator(".dropzone"))
    expect(studio.field("ships 2 ship")).to_have_value("merlin")

    page.get_by_role("link", name="Merlin", exact=True).first.focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Add to Home Squadron").press("Enter")
    expect(studio.field("ships 2 count")).to_have_value("2")

    # A ship that is let go of elsewhere, or given up with Escape, joins nothing.
    page.locator(".item[data-file='kestrel.yaml']").drag_to(page.locator(".bar"))
    page.locator(".item[data-file='kestrel.yaml']").hover()
    page.mouse.down()
    page.locator(".dropzone").hover()
    expect(page.locator(".dropzone.over")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    expect(studio.field("ships 1 count")).to_have_value("2")
    expect(page.get_by_role("heading", name="Home Squadron", level=1)).to_be_visible()


@pytest.mark.whole
def test_a_ship_is_dragged_with_a_finger_and_the_shelf_still_scrolls(open_studio):
    ships = {f"ship-{at}.yaml": SHIP.replace("Kestrel", f"Merlin {at}") for at in range(30)}
    studio = open_studio({**ships, "fleet.yaml": FLEET.replace("kestrel", "ship-1")})
    studio.open("Home Squadron")
    page = studio.page
    expect(page.locator(".item.on small")).to_contain_text("2 ships")
    page.evaluate("document.fonts.ready")  # their widths decide where everything lies
    touch = studio.lead()
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def swipe(start, *way):
        places = [(start["x"] + 20, start["y"] + 10), *way]
        for at, (x, y) in enumerate(places):
            kind = "touchMove" if at else "touchStart"
            touch.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            )
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    ship = page.locator(".item[data-file='ship-10.yaml']").bounding_box()
    zone = page.locator(".dropzone").bounding_box()
    x, y = ship["x"] + 20, ship["y"] + 10
    swipe(ship, (x + 20, y), (x + 60, y + 2), (zone["x"] + 30, zone["y"] + 20))
    expect(studio.field("ships 2 ship")).to_have_value("ship-10")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.get_by_role("heading", name="Home Squadron", level=1)).to_be_visible()
    # The shelf is drawn anew with the ship that has joined; a swipe before that would be lost.
    expect(page.locator(".item.on small")).to_contain_text("3 ships")

    low = page.locator(".item[data-file='ship-15.yaml']").bounding_box()
    swipe(low, *[(low["x"] + 20, low["y"] - step) for step in range(5, 130, 15)])
    expect(page.locator(".item[data-file='fleet.yaml']")).not_to_be_in_viewport()
    expect(page.locator(".dropzone.over")).to_have_count(0)
    expect(studio.field("ships 3 ship")).to_have_count(0)


@pytest.mark.whole
def test_rows_are_added_moved_and_taken_away(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    studio.open("Home Squadron")
    page = studio.page
    page.get_by_role("button", name="Add ship").click()
    expect(studio.field("ships 2 ship")).to_be_focused()
    studio.field("ships 2 ship").select_option(label="Warrior · Battleship")
    studio.field("ships 2 names").fill("Old Iron")
    expect(page.locator(".chips")).to_contain_text("3 ships")
    page.get_by_role("button", name="Move Ships 2 up").click()
    expect(studio.field("ships 1 ship")).to_have_value("warrior")
    page.get_by_role("button", name="Remove Ships 2").click()
    expect(page.locator(".chips")).to_contain_text("1 ship")
    page.get_by_role("button", name="Save").click()
    expect(studio.status()).to_have_text("Saved")
    text = (studio.folder / "fleet.yaml").read_text("utf-8")
    assert "{ship: warrior, names: [Old Iron]}" in text
    assert "kestrel" not in text


@pytest.mark.whole
def test_options_of_a_print_are_those_of_the_command_that_is_shown(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    studio.open("Home Squadron")
    page = studio.page
    page.get_by_role("button", name="Print").click()
    page.get_by_label("Paper", exact=True).select_option("US Letter")
    page.get_by_label("Ink", exact=True).select_option("Grey")
    page.get_by_role("group", name="Look").get_by_role("radio", name="Enamel").check()
    page.get_by_label("Crop marks").uncheck()
    page.get_by_role("checkbox", name="Ship display", exact=True).uncheck()
    command = page.locator(".command").first
    for words in ("--paper letter", "--ink grey", "--look enamel", "--no-marks", "--skip display"):
        expect(command).to_contain_text(words)
    page.get_by_role("checkbox", name="Compact ship display").check()
    expect(command).to_contain_text("--sheet compact")
    expect(command).not_to_contain_text("--skip")
    page.get_by_role("checkbox", name="Compact ship display").uncheck()
    page.get_by_role("checkbox", name="Ship display", exact=True).check()
    expect(command).not_to_contain_text("display")
    page.get_by_text("Only some of it").click()
    page.get_by_role("checkbox", name="K2 Kestrel").check()
    expect(command).to_contain_text("--only K2")
    page.get_by_label("Width of counters").fill("3 feet")
    page.get_by_label("Width of counters").press("Enter")
    expect(page.locator(".desk .remark.error")).to_contain_text("3 feet")
    page.get_by_label("Width of counters").fill("25mm")
    page.get_by_label("Width of counters").press("Enter")
    expect(command).to_contain_text("--counter-size 25mm")
    expect(page.locator(".foot .sum").first).to_contain_text("of US Letter")
    page.get_by_label("Pieces as").select_option("SVG")
    with page.expect_download() as download:
        page.get_by_role("button", name="Pieces").click()
    packed = zipfile.ZipFile(download.value.path()).namelist()
    assert {"fleet-display.svg", "fleet-counters.svg"} <= set(packed)
    expect(command).to_contain_text("--pieces --format svg -o fleet-pieces")


@pytest.mark.whole
def test_fields_are_called_as_people_call_them_and_carry_their_keys(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    studio.open("Home Squadron")
    limit = page.get_by_label("Points limit", exact=True)
    expect(limit).to_have_attribute("data-key", "points_limit")
    expect(limit).to_have_accessible_description(re.compile("points_limit"))
    expect(page.get_by_label("Ships 1 Count", exact=True)).to_have_attribute(
        "data-key", "ships.1.count"
    )
    unit = page.get_by_label("Range band unit")
    assert unit.locator("option").all_inner_texts()[1:] == ["Inches", "Centimetres"]
    studio.open("Kestrel")
    forward = page.get_by_label("Primaries Forward", exact=True)
    expect(forward).to_have_attribute("data-key", "primaries.forward")
    forward.fill("many")
    # Also where a mistake leads to its field, and where the sheet says what a click on it does.
    expect(page.locator(".tally button")).to_have_text("Primaries Forward")
    title = page.locator("[data-preview] .place[data-place='primaries forward'] title")
    forward.fill("4")
    expect(title.first).to_have_text("Primaries Forward")
    page.get_by_role("button", name="Print").click()
    papers = page.get_by_label("Paper", exact=True).locator("option").all_inner_texts()
    assert {"A5", "6 × 9 in", "US Letter"} <= set(papers)
    for label in page.locator("label:visible, legend:visible, .label:visible").all_inner_texts():
        assert "_" not in label, label


@pytest.mark.whole
def test_a_fleet_over_its_limit_says_so_and_is_printed(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET.replace("60", "27")})
    page = studio.page
    studio.open("Home Squadron")
    field = page.locator(".field", has=studio.field("points_limit"))
    expect(field.locator(".remark.warning")).to_contain_text("the limit is 27")
    page.get_by_role("button", name="Print").click()
    expect(page.locator(".pages img").first).to_be_visible()
    expect(page.locator(".desk .remark.warning")).to_contain_text("28 points")


def test_an_id_that_another_fleet_has_is_told_in_the_form(open_studio):
    other = FLEET.replace("Home Squadron", "Red Oak Group")
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "red.yaml": other})
    page = studio.page
    studio.open("Red Oak Group")
    expect(page.locator(".groups .remark.warning").first).to_contain_text("the ID K1 is taken")


@pytest.mark.whole
def test_two_fleets_that_are_begun_warn_of_nothing(open_studio):
    studio = open_studio({})
    page = studio.page
    for name in ("First Watch", "Red Oak Group"):
        page.get_by_role("button", name="New …").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("radio", name="Fleet").check()
        dialog.get_by_label("What is it called?").fill(name)
        dialog.get_by_role("button", name="Create").click()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(page.locator(".item[data-file='red-oak-group.yaml']")).to_be_visible()
    expect(page.locator(".item[data-file='red-oak-group.yaml'] .flag")).to_have_count(0)


def test_ships_that_a_fleet_takes_from_sheetgen_stand_on_the_shelf_once(open_studio):
    fleet = FLEET.replace("{ship: kestrel, count: 2, ids: [K1, K2]}", "{ship: warrior}")
    studio = open_studio({"fleet.yaml": fleet})
    page = studio.page
    page.get_by_label("Find on the shelf").fill("warrior")
    item = page.locator(".item", has=page.get_by_role("link", name="Warrior", exact=True))
    expect(item).to_have_count(1)
    expect(item.locator("img")).to_have_count(1)


def test_two_ships_of_one_name_are_told_apart(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Ship").check()
    dialog.get_by_label("What is it called?").fill("kestrel")
    expect(dialog).to_contain_text("There is one called Kestrel already")
    dialog.get_by_label("What is it called?").fill("Kestrel")
    dialog.get_by_role("button", name="Create").click()
    notes = page.locator(".item[data-document]:has(a:text-is('Kestrel')) small span:first-child")
    expect(notes).to_have_text([re.compile("· kestrel$"), re.compile("· kestrel$|· kestrel-2$")])


@pytest.mark.whole
def test_who_uses_a_ship_is_said_before_it_is_deleted(open_studio):
    book = "book: Harbour Lights\nchapters: []\nships: [kestrel]\n"
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "book.yaml": book})
    page = studio.page
    page.get_by_role("link", name="Kestrel", exact=True).focus()
    page.keyboard.press("Delete")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Home Squadron and Harbour Lights can’t be printed without it.")
    dialog.get_by_role("button", name="Keep").click()
    page.get_by_role("link", name="Home Squadron", exact=True).focus()
    page.keyboard.press("Delete")
    expect(dialog).to_contain_text("bin")
    expect(dialog).not_to_contain_text("printed")


@pytest.mark.whole
def test_a_print_begins_at_its_top_and_forgets_its_shop(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    studio.open("Home Squadron")
    panel = page.locator("#panel")
    panel.evaluate("node => node.scrollTop = 400")
    page.get_by_role("button", name="Print").click()
    expect(page.locator(".pages img").first).to_be_visible()
    assert panel.evaluate("node => node.scrollTop") == 0
    page.get_by_label("For", exact=True).select_option('The Game Crafter, square chits of 1"')
    expect(page.locator(".pages img")).to_have_count(2)
    expect(page.locator(".pages figcaption").first).to_contain_text("k1-kestrel")
    for image in page.locator(".pages img").all():  # and something is on them
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("node => node.naturalWidth") > 100
    expect(page.locator(".foot .sum").first).to_have_text("2 pieces in 3 files")
    box, words = page.locator(".same .told"), page.locator(".same .command")
    assert box.bounding_box()["height"] >= words.bounding_box()["height"] >= 40
    page.go_back()
    expect(page.get_by_role("heading", name="Home Squadron", level=1)).to_be_visible()
    assert panel.evaluate("node => node.scrollTop") == 400
    studio.open("Kestrel")
    page.get_by_role("button", name="Print").click()
    expect(page.get_by_label("For", exact=True)).to_have_value("As set below")


def test_only_what_is_open_is_marked_on_the_shelf(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    expect(page.locator(".item")).not_to_have_count(0)
    expect(page.locator(".item.on")).to_have_count(0)
    studio.open("Kestrel")
    expect(page.locator(".item.on a")).to_have_text("Kestrel")
    page.evaluate("location.hash = '#/template/asfos/display'")
    expect(page.locator(".item.on a")).to_have_text("Ship display")
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".item.on")).to_have_count(0)


def test_the_shelf_finds_renames_and_copies(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    page.get_by_label("Find on the shelf").fill("home")
    expect(page.locator(".item")).to_have_count(1)
    page.get_by_label("Find on the shelf").fill("")
    link = page.get_by_role("link", name="Kestrel", exact=True)
    link.focus()
    page.keyboard.press("F2")
    page.get_by_role("dialog").get_by_role("textbox").fill("Falcon")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Falcon", exact=True)).to_be_visible()
    expect(link).to_have_count(0)

    page.get_by_role("link", name="Falcon", exact=True).focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Copy").press("Enter")
    page.get_by_role("dialog").get_by_role("textbox").fill("Hawk")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hawk", level=1)).to_be_visible()
    assert "# The pride of the squadron" in next(studio.folder.rglob("hawk.yaml")).read_text()


@pytest.mark.whole
def test_print_shops_are_offered_by_name_and_say_what_they_need(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    studio.open("Home Squadron")
    page.get_by_role("button", name="Print").click()
    shops = page.get_by_label("For", exact=True)
    poker = shops.get_by_role("option", name="The Game Crafter, poker cards")
    expect(poker).to_be_disabled()
    expect(poker).to_have_text("The Game Crafter, poker cards – needs cards of 63.5 × 88.9 mm")
    expect(shops.get_by_role("option", name="Lulu")).to_have_count(0)
    shops.select_option('The Game Crafter, square chits of 1"')
    expect(page.locator(".pages figcaption").first).to_contain_text("front.png")
    expect(page.locator(".command").first).to_contain_text("--for tgc-chit-one")
