"""Tests of the studio in a browser: looks of one's own, and sheets redrawn in a drawing program."""

import re

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from tests.studio.browser.window import FLEET, SHIP

LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
    '<circle cx="10" cy="10" r="9" fill="#c2185b"/></svg>'
)
LOOK = "templates/looks/night-watch/look.yaml"


@pytest.mark.whole
def test_a_look_is_made_judged_and_worn(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "home.yaml": FLEET})
    page = studio.page
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog", name="Something new")
    dialog.get_by_role("radio", name="Look").check()
    dialog.get_by_label("What does it start from?").select_option("bridge")
    dialog.get_by_label("What is it called?").fill("Night watch")
    dialog.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Night watch")).to_be_visible()
    expect(studio.field("palette.ink")).to_have_value("#15222d")

    # The sheet follows; a colour that can hardly be read is marked at its field until it is back.
    sheet = page.locator("[data-preview]")
    expect(sheet.get_by_role("img", name="Ship display of Night watch")).to_be_visible()
    studio.field("palette.ink").fill("#e0b0ff")
    expect(page.locator(".contrasts summary")).to_contain_text("Hard to read: Ink on Paper")
    field = page.locator(".field", has=page.locator("[data-key='palette.ink']"))
    expect(field).to_contain_text("ink on paper has a contrast of 1.8")
    expect(sheet.locator("[fill='#e0b0ff']").first).to_be_attached()
    page.get_by_role("button", name="Ink as in Bridge").click()
    expect(studio.field("palette.ink")).to_have_value("#15222d")
    expect(page.locator(".contrasts summary")).to_contain_text("All colours can be read")

    # Faces are chosen with the keyboard, from names that are written in them.
    studio.field("palette.accent").fill("#c2185b")
    page.get_by_label("Names and headings: choose a face").press("Enter")
    face = page.get_by_role("radiogroup", name="Names and headings").get_by_role(
        "radio", name="Vollkorn", exact=True
    )
    face.press("Space")
    expect(page.get_by_label("Names and headings: choose a face")).to_have_text("Vollkorn")
    expect(page.locator(".pick.face img").first).to_have_attribute("src", re.compile("^blob:"))

    page.get_by_text("A logo of your own").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a picture …").click()
    sent = {"name": "Badge.svg", "mimeType": "image/svg+xml", "buffer": LOGO.encode()}
    chooser.value.set_files([sent])
    expect(studio.field("logo")).to_have_value("logo-badge.svg")
    expect(page.locator(".look")).to_contain_text("The logo stands on: Fleet roster, Ship display")
    assert (studio.folder / LOOK).with_name("logo-badge.svg").read_text() == LOGO

    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Night watch is saved.")).to_be_visible()
    with page.expect_response("**/api/wear*"):
        page.get_by_label("All sheets and books of this project have it").check()
    text = (studio.folder / LOOK).read_text()
    assert "look: bridge" in text
    assert 'accent: "#c2185b"' in text
    assert "logo: logo-badge.svg" in text
    assert "look: night-watch" in (studio.folder / "sheetgen.yaml").read_text()


@pytest.mark.whole
def test_looks_are_chosen_from_pictures_to_print(open_studio):
    studio = open_studio(
        {"kestrel.yaml": SHIP, LOOK: 'look: enamel\npalette: {ink: "#3a0b52"}\n'},
    )
    studio.open("Kestrel")
    page = studio.page
    page.get_by_role("button", name="Print", exact=True).click()
    looks = page.get_by_role("group", name="Look")
    expect(looks.get_by_role("radio")).to_have_count(8)
    expect(looks.get_by_role("radio", name="As each game has it")).to_be_checked()
    looks.get_by_role("radio", name="Night watch").check()
    expect(page.get_by_label("Command line")).to_contain_text("--look night-watch")
    for shown in looks.locator("img").all()[:3]:
        shown.scroll_into_view_if_needed()
        expect(shown).not_to_have_js_property("naturalWidth", 0, timeout=60_000)


@pytest.mark.whole
def test_a_sheet_is_redrawn_and_given_back(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    page.goto(f"{page.url.split('#')[0]}#/template/asfos/display")
    page.get_by_text("Redraw in a drawing program").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the sheet").click()
    assert download.value.suggested_filename == "display-kestrel.svg"
    drawing = download.value.path().read_text("utf-8")
    assert ">Kestrel</text>" in drawing

    def bring(text: str) -> None:
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Bring it back …").click()
        name = "display-kestrel.svg"
        sent = {"name": name, "mimeType": "image/svg+xml", "buffer": text.encode()}
        chooser.value.set_files([sent])

    # What can't be taken is shown where it is, and nothing is written.
    editor = page.get_by_role("textbox", name="text of the template")
    bring(drawing.replace(">Kestrel</text>", ">Buzzard</text>"))
    expect(page.locator(".adopted")).to_contain_text("display-kestrel.svg could not be taken")
    expect(editor).to_have_value(re.compile("Buzzard"))
    remarks = page.get_by_role("region", name="Problems in the text of the template")
    expect(remarks).to_contain_text("comes from", ignore_case=True)
    assert not (studio.folder / "templates").exists()
    page.get_by_role("button", name="Back to the template").click()
    expect(editor).to_have_value(re.compile(r"\{\{ sheet.name \}\}"))

    bring(drawing.replace(">ENGINE<", ">DRIVE<"))
    expect(page.locator(".adopted")).to_contain_text("the text 'ENGINE': now reads 'DRIVE'")
    expect(editor).to_have_value(re.compile(">DRIVE<"))
    assert ">DRIVE<" in (studio.folder / "templates/asfos/display.svg").read_text("utf-8")

    page.get_by_role("button", name="Use sheetgen’s again").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Make it mine")).to_be_visible()
    assert not (studio.folder / "templates/asfos/display.svg").exists()
