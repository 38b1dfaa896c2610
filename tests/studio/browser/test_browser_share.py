"""Tests of the studio in Chromium: to a printer, as a link, and as a zip."""

import zipfile

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from tests.studio.browser.window import SHIP

STAND_IN = """
() => {
  navigator.clipboard.writeText = async (text) => { window.copied = text; };
  Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
    get() { return { focus() {}, print: () => { window.printed = this.src; } }; },
  });
}
"""
"""What a browser without a screen can't do: print, and copy."""


@pytest.mark.whole
def test_a_print_goes_to_the_printer_a_ship_goes_as_a_link_and_all_as_a_zip(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    studio.open("Kestrel")
    page.evaluate(STAND_IN)
    page.get_by_role("button", name="Print", exact=True).click()
    expect(page.locator(".pages img").first).to_be_visible()
    page.get_by_role("button", name="Printer").click()
    expect(page.locator("iframe.printed")).to_have_attribute("src", page.evaluate(URL))

    page.get_by_role("searchbox").fill("Warrior")
    page.get_by_role("button", name="More for Warrior").first.click()
    page.get_by_role("menuitem", name="Link").click()
    page.get_by_label("Site that opens it").fill("https://example.org/fleet/")
    page.get_by_role("button", name="Copy the link").click()
    shown = page.get_by_role("dialog")
    expect(shown).to_contain_text("The link is copied")
    expect(shown.get_by_role("img")).to_be_visible()
    shown.get_by_role("button", name="Print this code").click()
    expect(page.locator("iframe.printed")).not_to_have_attribute("src", page.evaluate(URL))
    with page.expect_download() as made:
        shown.get_by_role("button", name="Save as SVG").click()
    assert made.value.suggested_filename == "warrior-label.svg"
    shown.get_by_role("button", name="Close").click()
    site, _, letters = page.evaluate("window.copied").partition("#")
    assert site == "https://example.org/fleet/"
    page.goto(f"{studio.address}#{letters}")
    expect(page.locator("#panel")).to_contain_text("Nothing of it is kept yet")
    expect(page.locator("#stage .pages img").first).to_be_visible()
    assert [path.name for path in studio.folder.glob("*.yaml")] == ["kestrel.yaml"]
    page.get_by_role("button", name="Keep it …").click()
    page.get_by_role("button", name="Take in", exact=True).click()
    expect(page.locator(".notices")).to_contain_text("taken in")
    assert (studio.folder / "warrior.yaml").is_file()

    page.get_by_role("button", name="Whole project").click()
    with page.expect_download() as made:
        page.get_by_role("menuitem", name="Save it as a zip").click()
    names = zipfile.ZipFile(made.value.path()).namelist()
    assert names == ["kestrel.yaml", "warrior.yaml"]


URL = """
async () => {
  for (let tries = 0; tries < 100 && !window.printed; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return window.printed;
}
"""
"""The address of what was printed."""
