"""Tests that nobody waits in the studio: pages come one by one, work can be ended, newest wins."""

from time import sleep

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from sheetgen.printing.result import Result
from sheetgen.studio import edit, preview, printing
from tests.studio.browser.window import FLEET, SHIP, Command

MANY = FLEET.replace("{ship: kestrel, count: 2, ids: [K1, K2]}", "{ship: kestrel, count: 24}")
FILES = {"kestrel.yaml": SHIP, "fleet.yaml": MANY}


@pytest.fixture
def slow(monkeypatch):
    """Has each page of a print take its time, and an answer of its own."""
    draw, finish = Result.svg, Result.finish

    def draw_slowly(*given, **named):
        sleep(0.15)
        return draw(*given, **named)

    def finish_slowly(*given):
        sleep(0.15)
        return finish(*given)

    monkeypatch.setattr(printing, "SLICE", 0.0)
    monkeypatch.setattr(Result, "svg", draw_slowly)
    monkeypatch.setattr(Result, "finish", finish_slowly)


def open_print(studio):
    """Opens the print of the fleet; returns its pages."""
    studio.open("Home Squadron")
    studio.page.get_by_role("button", name="Print", exact=True).click()
    return studio.page.locator(".pages figure")


@pytest.mark.whole
def test_the_pages_of_a_long_print_come_one_after_the_other(open_studio, slow):
    studio = open_studio(FILES)
    page, pages = studio.page, open_print(studio)
    pages.first.wait_for()
    cancel = page.get_by_role("button", name="Cancel")
    cancel.wait_for()
    bar = page.get_by_role("progressbar", name="Progress")
    total = int(bar.get_attribute("max") or bar.evaluate("one => one.max"))
    assert 0 < pages.count() < total
    expect(page.locator(".progress:visible")).to_contain_text(f"of {total} pages")
    cancel.focus()
    page.keyboard.press("Enter")
    expect(cancel).to_be_hidden()
    shown = pages.count()
    expect(page.locator(".notices")).to_contain_text(f"Stopped: {shown} of {total} pages.")
    sleep(0.6)
    assert pages.count() == shown < total
    assert page.evaluate("document.activeElement.className").startswith("pages")
    page.get_by_role("button", name="Show the rest").click()
    expect(pages).to_have_count(total)
    expect(cancel).to_be_hidden()
    names = page.locator(".pages figcaption").all_text_contents()
    assert names == [str(number) for number in range(1, total + 1)]


@pytest.mark.whole
def test_another_choice_begins_the_print_again(open_studio, slow):
    studio = open_studio(FILES)
    page, pages = studio.page, open_print(studio)
    expect(pages.nth(1)).to_be_visible()
    asked: list[str] = []
    note = asked.append
    page.on("request", lambda sent: note(sent.post_data) if "api/print" in sent.url else None)
    page.get_by_text("Only some of it").click()
    page.locator(".parts input").last.check()
    expect(page.locator(".sum")).to_contain_text("3 pieces on 1 page")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    expect(pages).to_have_count(int(page.locator(".pages figcaption").last.text_content()))
    chosen = ['"only"' in one for one in asked]
    assert any(chosen)
    assert chosen == sorted(chosen)  # nothing of the first print is asked for once there is another


@pytest.mark.whole
def test_a_download_can_be_cancelled_and_made_later(open_studio, slow):
    studio = open_studio(FILES)
    page, pages = studio.page, open_print(studio)
    pages.first.wait_for()
    page.locator(".sheet .progress").get_by_role("button", name="Cancel").click()
    pdf = page.locator(".downloads").get_by_role("button", name="PDF")
    pdf.click()
    making = page.locator(".form .progress")
    expect(making).to_contain_text("% done")
    making.get_by_role("button", name="Cancel").click()
    expect(making).to_be_hidden()
    expect(page.locator(".notices")).to_contain_text("The download is stopped.")
    expect(pdf).to_be_focused()
    with page.expect_download() as coming:
        pdf.click()
    assert coming.value.suggested_filename == "home-squadron.pdf"


def test_quick_typing_draws_the_last_value_and_not_all_before_it(open_studio, monkeypatch):
    studio = open_studio({"kestrel.yaml": SHIP})
    drawn, begin = [], preview.begin_view

    def begin_slowly(desk, view, patient=True):
        finish = begin(desk, view, patient)

        def finish_slowly():
            sleep(0.4)
            told = finish()
            drawn.append(told["preview"])
            return told

        return finish_slowly

    monkeypatch.setattr(edit, "begin_view", begin_slowly)
    studio.open("Kestrel")
    name = studio.field("name")
    name.fill("")
    name.press_sequentially("abcdefghij", delay=40)
    sheet = studio.page.locator("[data-preview]")
    expect(studio.page.get_by_role("heading", name="abcdefghij", level=1)).to_be_visible()
    expect(sheet.locator("svg title").first).to_have_text("abcdefghij")
    assert 1 < len(drawn) < 6


@pytest.mark.whole
def test_cancel_ends_a_book_in_the_process_that_draws(open_studio):
    chapter = "# Ships\n\n" + "They sail, and nobody knows where to.\n\n" * 4000
    names = ["one.md", "two.md", "three.md", "four.md"]
    files = {"book.yaml": f"book: The fleet\nchapters: [{', '.join(names)}]\n"}
    files |= dict.fromkeys(names, chapter)
    studio = open_studio({**files, "kestrel.yaml": SHIP}, Command)
    page = studio.page
    page.get_by_role("link", name="The fleet").first.click()
    cancel = page.get_by_role("button", name="Cancel")
    cancel.click()
    expect(page.locator(".sum")).to_have_text("Stopped.")
    studio.open("Kestrel")
    expect(page.locator("[data-preview] svg").first).to_be_visible()
