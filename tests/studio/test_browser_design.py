"""Tests of the studio in a browser: ships designed from nothing to PDF, mistakes, undo."""

import io
import re

import pypdfium2 as pdfium
import pytest

from tests.studio.browser import FLEET, SHIP

# What is typed for each game, by the keys of its fields; a choice is chosen by its value.
DESIGNS = {
    "asfos": (
        {"mass": "6", "hull": "3", "engine": "2", "screens": "1", "primaries forward": "5"},
        {},
    ),
    "black-skies": ({"shields": "1"}, {"weight": "medium"}),
    "airships": ({"frame_cost": "5"}, {"frame": "frigate", "modules": "signal-array"}),
    "barsoom": ({"crew": "12", "bombs": "1"}, {"class": "small"}),
}


@pytest.mark.parametrize("game", DESIGNS)
def test_a_ship_of_every_game_is_designed_from_nothing_to_pdf(game, open_studio):
    studio = open_studio({})
    page = studio.page
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(game)
    dialog.get_by_role("radio").first.check()
    dialog.get_by_label("What is it called?").fill("Morning Star")
    dialog.get_by_role("button", name="Create").click()
    page.locator("[data-preview] svg").wait_for()
    assert page.get_by_label("name", exact=True).input_value() == "Morning Star"

    typed, chosen = DESIGNS[game]
    for key, value in chosen.items():
        page.get_by_label(key, exact=True).select_option(value)
    for key, value in typed.items():
        page.get_by_label(key, exact=True).fill(value)
    page.wait_for_function("document.querySelector('.status').textContent === 'Not saved'")
    page.get_by_role("button", name="Save").click()
    page.wait_for_function("document.querySelector('.status').textContent === 'Saved'")
    [file] = studio.folder.rglob("*.yaml")
    text = file.read_text("utf-8")
    for key, value in {**typed, **chosen}.items():
        assert re.search(rf"{key.split()[-1]}: .*{value}|- {value}", text), text

    page.get_by_role("button", name="Print").click()
    page.locator(".pages img").first.wait_for()
    assert page.locator(".command").first.inner_text().startswith("sheetgen render ")
    with page.expect_download() as download:
        page.get_by_role("button", name="PDF").click()
    printed = pdfium.PdfDocument(io.BytesIO(download.value.path().read_bytes()))
    assert "Morning Star" in printed[0].get_textpage().get_text_range()


def test_the_form_the_text_and_the_sheet_agree(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    preview = page.locator("[data-preview]")
    before = preview.inner_html()

    page.get_by_label("mass", exact=True).fill("7")
    page.wait_for_function("before => document.querySelector('[data-preview]').innerHTML !== before", arg=before)
    page.get_by_role("button", name="Text").click()
    area = page.get_by_label("YAML text")
    assert area.input_value() == SHIP.replace("mass: 6", "mass: 7")

    area.fill(area.input_value().replace("engine: 2", "engine: 1"))
    page.wait_for_function("document.querySelector('[data-field=engine]').value === '1'")
    assert "7 crew" not in page.locator(".chips").inner_text()
    assert page.locator(".line", has_text="mass").locator(".key").inner_text() == "mass"


def test_a_mistake_is_explained_at_its_field_and_its_line_and_mended(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    page.get_by_role("button", name="Text").click()
    mass = page.get_by_label("mass", exact=True)
    mass.fill("many")
    field = page.locator(".field", has=mass)
    remark = field.locator(".remark.error")
    remark.wait_for()
    assert mass.get_attribute("aria-invalid") == "true"
    assert page.locator(".layer .under.error").inner_text() == "many"
    assert page.locator("[data-preview].stale svg").count() == 1  # the last sheet that could be drawn

    remark.get_by_role("button", name="Why?").click()
    remark.locator(".why p").first.wait_for()
    mass.fill("6")
    remark.wait_for(state="detached")
    assert page.locator(".under.error").count() == 0
    assert page.locator("[data-preview].stale").count() == 0


def test_a_text_that_can_not_be_read_leaves_the_form_as_it_was(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    page.get_by_role("button", name="Text").click()
    area = page.get_by_label("YAML text")
    area.fill(SHIP.replace("special: {", "special: {{"))
    page.locator(".remark.error").first.wait_for()
    assert page.get_by_label("mass", exact=True).input_value() == "6"
    area.fill(SHIP)
    page.wait_for_function("!document.querySelector('.remark.error')")
    assert page.get_by_label("mass", exact=True).input_value() == "6"


def test_steps_are_taken_back_and_again(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    assert page.get_by_role("button", name="Undo").is_disabled()
    mass = page.get_by_label("mass", exact=True)
    mass.fill("8")
    page.get_by_label("engine", exact=True).fill("1")
    page.get_by_label("name", exact=True).click()
    page.keyboard.press("End")
    page.keyboard.type(" of Home")
    value = "key => document.querySelector(`[data-field=${key[0]}]`).value === key[1]"
    page.keyboard.press("Control+z")
    page.wait_for_function(value, arg=["name", "Kestrel"])
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(value, arg=["engine", "2"])
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(value, arg=["mass", "6"])
    page.get_by_role("button", name="Redo").click()
    page.wait_for_function(value, arg=["mass", "8"])
    page.keyboard.press("Control+Shift+z")
    page.wait_for_function(value, arg=["engine", "1"])


def test_a_click_on_the_sheet_leads_to_the_field_and_a_field_to_its_place(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    page.locator("[data-preview] .place[data-key=engine]").first.click()
    assert page.evaluate("document.activeElement.dataset.field") == "engine"
    page.get_by_label("name", exact=True).focus()
    lit = page.locator("[data-preview] .place.lit")
    assert {one.get_attribute("data-key") for one in lit.all()} == {"name"}


def test_a_ship_joins_a_fleet_by_being_dragged_or_by_a_menu(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "merlin.yaml": SHIP.replace("Kestrel", "Merlin"), "fleet.yaml": FLEET})
    studio.open("Home Squadron")
    page = studio.page
    page.locator(".item", has_text="Merlin").drag_to(page.locator(".dropzone"))
    page.wait_for_function("document.querySelectorAll('[data-list=ships] > .rows > .row').length === 2")
    assert page.get_by_label("ships 2 ship", exact=True).input_value() == "merlin"

    page.get_by_role("link", name="Merlin", exact=True).first.focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Add to Home Squadron").press("Enter")
    page.wait_for_function("document.querySelector('[data-field=\"ships 2 count\"]')?.value === '2'")
