"""Tests of the studio in a browser: the page in the language of whoever looks at it."""

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from tests.studio.browser.window import FLEET, SHIP, find_field


def test_the_page_speaks_the_language_that_is_chosen(open_studio):
    studio = open_studio({"ships/kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    page.get_by_label("Language of this page").select_option("de")
    page.get_by_role("button", name="Drucken").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.get_by_role("link", name="Home Squadron", exact=True).click()
    limit = page.get_by_label("Punktgrenze")
    expect(limit).to_have_value("60")
    assert limit.get_attribute("data-key") == "points_limit"
    described = limit.get_attribute("aria-describedby").split()
    words = [page.locator(f"[id='{one}']").text_content() for one in described]
    assert "points_limit" in words
    expect(page.locator(".chips")).to_have_text("2 Schiffe28 Punkte")
    # What users have written stays as it is.
    assert find_field(page, "fleet").input_value() == "Home Squadron"
    limit.fill("20")
    expect(page.get_by_text("1 Warnung").first).to_be_visible()
