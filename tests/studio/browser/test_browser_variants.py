"""Tests of the studio in a browser: what something new starts from, and variants of a ship."""

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from tests.studio.browser.window import SHIP


@pytest.mark.whole
def test_a_variant_says_what_is_different_and_takes_it_back(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("asfos")
    dialog.get_by_label("What does it start from?").select_option("kestrel.yaml#0")
    dialog.get_by_label("As a variant").check()
    dialog.get_by_label("What is it called?").fill("Merlin")
    dialog.get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="Merlin", level=1).wait_for()
    expect(studio.field("mass")).to_have_value("6")

    studio.field("primaries forward").fill("4")
    variant = page.locator(".variant")
    expect(variant.get_by_role("row", name="forward")).to_contain_text("4 (-1)")
    expect(page.locator(".field.varied")).to_have_count(1)
    page.get_by_role("button", name="Save").click()
    expect(studio.status()).to_have_text("Saved")
    assert (studio.folder / "merlin.yaml").read_text("utf-8") == (
        "system: asfos\nname: Merlin\nlike: kestrel\nprimaries: {forward: 4}\n"
    )
    variant.get_by_role("button", name="as in Kestrel").click()
    expect(studio.field("primaries forward")).to_have_value("5")
    expect(page.locator(".field.varied")).to_have_count(0)
    variant.get_by_role("button", name="Kestrel", exact=True).click()
    page.get_by_role("heading", name="Kestrel", level=1).wait_for()


def test_something_new_starts_from_nothing(open_studio):
    studio = open_studio({})
    page = studio.page
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("barsoom")
    dialog.get_by_label("What does it start from?").select_option("empty")
    dialog.get_by_label("What is it called?").fill("Dejah")
    dialog.get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="Dejah", level=1).wait_for()
    text = (studio.folder / "ships" / "dejah.yaml").read_text("utf-8")
    assert text == "system: barsoom\nname: Dejah\nclass: capital\n"
