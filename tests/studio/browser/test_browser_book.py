"""Tests that a book is written in the studio by somebody who knows neither Markdown nor YAML."""

import re

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from PIL import Image
from playwright.sync_api import expect

from tests.studio.browser.window import FLEET, SHIP

BOOK = """\
book: Harbour Lights
chapters: [one.md, two.md]  # in this order
fleets: [fleet]
"""
FILES = {
    "book.yaml": BOOK,
    "one.md": "# The light\n\nIt burns.\n",
    "two.md": "# The dark\n\nIt does not.\n",
    "kestrel.yaml": SHIP,
    "fleet.yaml": FLEET,
}


def open_chapter(page, title):
    """Opens a chapter of the book; returns its text."""
    page.get_by_role("link", name="Harbour Lights").click()
    page.get_by_role("button", name=title, exact=True).click()
    expect(page.locator(".leaf img").first).to_be_visible()
    return page.get_by_role("textbox", name="text of the chapter")


def test_a_chapter_is_added_named_and_written_with_a_ship_in_it(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    page.get_by_role("link", name="Harbour Lights").click()
    page.get_by_role("button", name="Add chapter").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What is it called?").fill("The keepers")
    dialog.get_by_role("button", name="Add").click()
    title = page.get_by_role("textbox", name="Title of the chapter")
    expect(title).to_have_value("The keepers")
    area = page.get_by_role("textbox", name="text of the chapter")
    expect(area).to_have_value("")
    area.click()
    page.keyboard.type("They never sleep")
    page.keyboard.press("Control+Shift+ArrowLeft")
    page.get_by_role("button", name="Bold").click()
    page.keyboard.press("End")
    page.get_by_role("button", name="Insert").click()
    page.get_by_role("menuitem", name="A ship …").click()
    dialog.get_by_placeholder("Find by name").fill("kestr")
    dialog.get_by_text("Its display").click()
    dialog.get_by_role("button", name="Insert").click()
    expect(area).to_have_value('They never **sleep**\n\n{{ display("kestrel") }}\n\n')
    # What the caret is in is lit on the page, and large: a display.
    band = page.locator(".leaf .band")
    expect(band).to_be_visible()
    expect(band).to_have_css("height", re.compile(r"([6-9]\d|\d{3})(\.\d+)?px"))
    title.fill("The keepers of the light")
    expect(page.locator(".chapters .name").last).to_have_text("The keepers of the light")
    page.keyboard.press("Control+s")
    expect(studio.status()).to_have_text("Saved")
    written = (studio.folder / "book/the-keepers.md").read_text("utf-8")
    assert written.startswith("# The keepers of the light\n\nThey never **sleep**\n\n{{ display(")
    book = (studio.folder / "book.yaml").read_text("utf-8")
    assert book == BOOK.replace("two.md]", "two.md, book/the-keepers.md]")


@pytest.mark.whole
def test_chapters_are_ordered_by_dragging_and_by_keys_and_taken_out(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    open_chapter(page, "The dark")
    names = page.locator(".chapters .name")
    dark, light = (page.locator(f".chapters li[data-file='{one}.md']") for one in ("two", "one"))
    start, end = dark.bounding_box(), light.bounding_box()
    page.mouse.move(start["x"] + 120, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 120, end["y"] + 4, steps=5)
    page.mouse.up()
    expect(names).to_have_text(["The dark", "The light"])
    text = (studio.folder / "book.yaml").read_text("utf-8")
    assert text == BOOK  # until it is saved
    dark.get_by_role("button", name="The dark", exact=True).focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(names).to_have_text(["The light", "The dark"])
    expect(dark.get_by_role("button", name="The dark", exact=True)).to_be_focused()
    page.keyboard.press("Delete")
    expect(names).to_have_text(["The light"])
    expect(page.get_by_role("heading", name="Harbour Lights", level=1)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(names).to_have_text(["The light", "The dark"])


def test_the_order_of_chapters_stays_while_an_older_one_is_answered(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    open_chapter(page, "The dark")
    names = page.locator(".chapters .name")
    held: list = []
    page.route("**/api/edit", lambda route: held.append(route))
    page.locator(".chapters").get_by_role("button", name="The dark", exact=True).focus()
    with page.expect_request("**/api/edit"):
        page.keyboard.press("Alt+ArrowUp")
    expect(names).to_have_text(["The dark", "The light"])
    page.keyboard.press("Alt+ArrowDown")
    with page.expect_request("**/api/edit"):  # that of the second, once the first is answered
        held[0].continue_()
    assert names.all_inner_texts() == ["The light", "The dark"]
    page.keyboard.press("Delete")
    page.unroute("**/api/edit")  # which lets go what is held
    expect(names).to_have_text(["The light"])


def test_a_mistake_in_a_chapter_is_shown_at_its_line_and_undone(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    area = open_chapter(page, "The light")
    expect(area).to_have_value("It burns.\n")
    area.fill("It burns.\n\n{{ display('nobody') }}\n")
    expect(page.locator(".remark.error")).to_contain_text("nobody")
    expect(page.locator(".layer .line").nth(2).locator(".under.error")).to_have_count(1)
    page.get_by_role("button", name="Text").click()
    expect(area).to_have_value("# The light\n\nIt burns.\n\n{{ display('nobody') }}\n")
    expect(page.locator(".gutter .error")).to_have_text("5")
    page.get_by_role("button", name="Text").click()
    page.get_by_role("button", name="Undo").click()
    expect(area).to_have_value("It burns.\n")
    expect(page.locator(".remark.error")).to_have_count(0)
    area.fill("It burns all night.\n")
    (studio.folder / "one.md").write_text("# The light\n\nIt is out.\n", "utf-8")
    page.keyboard.press("Control+s")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("It burns all night.")
    expect(dialog).to_contain_text("It is out.")
    dialog.get_by_role("button", name="Keep mine").click()
    expect(studio.status()).to_have_text("Saved")
    text = (studio.folder / "one.md").read_text("utf-8")
    assert text == "# The light\n\nIt burns all night.\n"


def test_a_book_is_described_in_a_form_and_dressed_by_pictures(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    page.get_by_role("link", name="Harbour Lights").click()
    title = studio.field("book")
    title.fill("Harbour Nights")
    themes = page.get_by_role("radiogroup", name="Theme")
    expect(themes.get_by_role("radio", name="Clean")).to_be_checked()
    picture = themes.locator("img").first
    picture.scroll_into_view_if_needed()
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    themes.get_by_role("radio", name="Naval archive").check()
    page.get_by_role("combobox", name="Fleets").select_option(label="Home Squadron · 2 ships")
    expect(page.locator(".pages:not(.stale) figure").first).to_be_visible()
    area = studio.show_text()
    wanted = BOOK.replace("Lights", "Nights").replace("[fleet]", "[fleet, fleet]")
    expect(area).to_have_value(wanted.replace("chapters", "theme: naval-archive\nchapters"))


@pytest.mark.whole
@pytest.mark.parametrize("stays", ["mine", "theirs"])
def test_a_conflict_of_a_chapter_that_is_not_open_asks_when_the_book_is_saved(stays, open_studio):
    studio = open_studio(FILES)
    page = studio.page
    area = open_chapter(page, "The light")
    area.fill("It burns low.")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.get_by_role("button", name="The dark", exact=True).click()
    expect(area).to_have_value("It does not.\n")
    other = FILES["one.md"].replace("burns", "burns bright")
    (studio.folder / "one.md").write_text(other, "utf-8")
    page.keyboard.press("Control+s")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("one.md was changed by another program")
    expect(dialog).to_contain_text("It burns low.")
    expect(dialog).to_contain_text("It burns bright.")
    name = {"mine": "Keep mine", "theirs": "Take the one on disk"}[stays]
    dialog.get_by_role("button", name=name).click()
    expect(studio.status()).to_have_text("Saved")
    written = (studio.folder / "one.md").read_text("utf-8")
    assert ("low" in written) == (stays == "mine")
    assert (written == other) == (stays == "theirs")
    page.get_by_role("button", name="The light", exact=True).click()
    word = {"mine": "low", "theirs": "bright"}[stays]
    expect(area).to_have_value(re.compile(f"It burns {word}"))
    expect(page.locator(".notice.error")).to_have_count(0)


@pytest.mark.whole
def test_what_another_window_writes_in_the_chapter_that_is_typed_asks_which_stays(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    area = open_chapter(page, "The light")

    def come_first(route):
        """Answers as sheetgen does when the other window's change came a moment before."""
        changed = {**route.request.post_data_json, "text": "# The light\n\nIt blinks.\n"}
        route.fetch(post_data=changed)
        route.fulfill(response=route.fetch())

    page.route("**/api/edit", come_first, times=1)
    area.fill("It glows.")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("one.md was changed in another window")
    expect(dialog).to_contain_text("It blinks.")
    dialog.get_by_role("button", name="Keep mine").click()
    expect(area).to_have_value("It glows.")
    page.keyboard.press("Control+s")
    expect(studio.status()).to_have_text("Saved")
    assert "It glows." in (studio.folder / "one.md").read_text("utf-8")


def test_the_picture_on_a_cover_is_judged_in_the_form_of_the_book(open_studio):
    studio = open_studio({**FILES, "book.yaml": f"{BOOK}cover: sea.png\n"})
    Image.new("RGB", (400, 600), "navy").save(studio.folder / "sea.png")
    page = studio.page
    page.get_by_role("link", name="Harbour Lights").click()
    art = page.locator(".art")
    expect(art).to_contain_text("sea.png has 48 pixels to the inch at its printed width of 210 mm")
    art.get_by_role("button", name="Without a picture").click()
    expect(art.locator(".remark")).to_have_count(0)


def test_a_book_that_opens_does_not_show_the_form_of_what_was_open_before(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    studio.open("Kestrel")
    title = page.locator("#panel h1")
    expect(title).to_have_text("Kestrel")
    held = []
    page.route("**/api/book-form", lambda route: held.append(route))
    page.get_by_role("link", name="Harbour Lights").click()
    expect(page.locator(".book-slot > .form")).to_be_attached()
    expect(title).to_have_count(0)
    expect(page.locator("#panel fieldset")).to_have_count(0)
    held[0].continue_()
    expect(title).to_have_text("Harbour Lights")
    expect(page.get_by_role("textbox", name="Title", exact=True)).to_have_value("Harbour Lights")


@pytest.mark.whole
def test_themes_are_drawn_two_at_a_time_and_once_they_are_in_sight(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    drawn, most = set(), [0]

    def begin(request):
        if "api/theme" in request.url:
            drawn.add(request)
            most.append(len(drawn))

    def end(request):
        drawn.discard(request)

    page.on("request", begin)
    page.on("requestfinished", end)
    page.get_by_role("link", name="Harbour Lights").click()
    shown = page.locator(".covers img")
    expect(shown.first).to_be_attached()
    count = shown.count()
    expect(page.locator(".foot .sum").last).to_contain_text("pages")
    assert len(most) - 1 < count
    shown.last.scroll_into_view_if_needed()
    expect(shown.last).to_have_attribute("src", re.compile("^blob:"))
    assert max(most) == 2
    page.remove_listener("request", begin)
    page.remove_listener("requestfinished", end)
