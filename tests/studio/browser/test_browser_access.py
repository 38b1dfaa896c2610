"""Tests that everybody can use the studio: axe, labels, keys alone, widths, light and dark."""

import re

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")
pytest.importorskip("axe_playwright_python", reason="needs the package axe-playwright-python")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.studio.browser.window import FLEET, SHIP

BOOK = """\
book: Harbour Lights
author: A. Keeper
chapters: [light.md]
"""
SCENARIO = """\
system: asfos
scenario: Lamp Rock
table: {width: 4, depth: 4}
sides: [{name: Red, fleet: fleet}, {name: Blue, fleet: fleet}]
terrain: [{type: asteroids, at: [24, 24], size: 6}]
"""
FILES = {
    "lamp.yaml": SCENARIO,
    "kestrel.yaml": SHIP,
    "merlin.yaml": SHIP.replace("Kestrel", "Merlin").replace("mass: 6", "mass: many"),
    "fleet.yaml": FLEET,
    "book.yaml": BOOK,
    "light.md": "# The light\n\nIt burns.\n",
}


def check_access(page):
    """What axe finds wrong; in the dark, only colours differ."""
    for scheme, only in (("dark", {"runOnly": ["color-contrast"]}), ("light", {})):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(page, options={"resultTypes": ["violations"], **only})
        told = [
            f"{scheme}: {rule['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
            for rule in found.response["violations"]
            for node in rule["nodes"]
        ]
        assert told == []


@pytest.mark.whole
def test_axe_finds_nothing_where_ships_are_designed(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    check_access(page)
    studio.open("Kestrel")
    studio.show_text()
    check_access(page)


@pytest.mark.whole
def test_axe_finds_nothing_where_something_is_wrong_or_a_fleet_is_designed(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    page.get_by_role("link", name="Merlin", exact=True).first.click()
    expect(page.locator(".remark.error").first).to_be_visible()
    check_access(page)
    studio.open("Home Squadron")
    check_access(page)
    studio.open("Lamp Rock")
    check_access(page)
    page.get_by_role("button", name="New …").click()
    check_access(page)


@pytest.mark.whole
def test_axe_finds_nothing_in_the_other_views(open_studio):
    studio = open_studio(FILES)
    page = studio.page
    studio.open("Home Squadron")
    page.get_by_role("button", name="Print").click()
    expect(page.locator(".pages img").first).to_be_visible()
    check_access(page)
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("Add to the comparison").select_option(index=1)
    expect(page.locator(".comparison")).to_be_visible()
    check_access(page)
    page.get_by_role("link", name="Harbour Lights").click()
    expect(page.locator(".pages img").first).to_be_visible()
    check_access(page)
    page.evaluate("location.hash = '#/template/asfos/display'")
    expect(page.locator(".paper.one img")).to_have_attribute("src", re.compile("blob:"))
    check_access(page)
    page.keyboard.press("F6")
    page.get_by_role("button", name="Keys and help").click()
    check_access(page)


def test_a_ship_is_designed_and_printed_without_a_mouse(open_studio):
    studio = open_studio({})
    page = studio.page
    page.get_by_role("button", name="New ship").first.wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # past the bar and the shelf
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="New ship").first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("Kestrel")
    page.keyboard.press("Enter")
    expect(studio.field("name")).to_be_focused()
    expect(page.locator("[data-preview] svg")).to_be_visible()
    page.keyboard.press("/")  # typed into the name
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+k")
    page.keyboard.type("kestrel")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Kestrel", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.field") == "mass":
            break
    mass = studio.field("mass")
    expect(mass).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(mass).to_have_value("7")
    page.keyboard.press("Control+s")
    expect(studio.status()).to_have_text("Saved")
    assert "mass: 7" in (studio.folder / "ships/kestrel.yaml").read_text("utf-8")

    page.keyboard.press("F6")
    expect(page.get_by_role("tab", selected=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Compact ship display")).to_have_attribute(
        "aria-selected", "true"
    )
    expect(page.get_by_role("tab", selected=True)).to_be_focused()

    page.keyboard.press("Control+p")
    expect(page.locator(".pages img").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="PDF")).to_be_focused()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "kestrel.pdf"
    expect(page.get_by_role("button", name="PDF")).to_be_focused()


@pytest.mark.whole
def test_nothing_is_cut_off_at_any_width(open_studio, request):
    name = "The Most Serene and Unsinkable Duchess of Farthing Rock"
    studio = open_studio({"kestrel.yaml": SHIP.replace("Kestrel", name), "fleet.yaml": FLEET})
    page = studio.page
    studio.open(name)
    studio.show_text()
    sizes = [(1920, 1080), (1024, 768), (640, 400), (320, 640)]
    if request.config.getoption("--all"):
        sizes += [(1400, 900), (820, 1180), (390, 844)]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate(
            "[...document.querySelectorAll('.bar, #panel, .form, .text-pane, #stage, .foot')]"
            ".filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.className)"
        )
        assert wide == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        rare = ("Text", "Keys and help") if width > 480 else ("More",)
        for word in ("Save", "Print", "Undo", "Redo", "True size", *rare):
            box = page.get_by_role("button", name=word, exact=True).last.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, word


def test_buttons_and_menus_have_room_beside_the_shelf(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    page = studio.page
    page.set_viewport_size({"width": 1024, "height": 768})
    studio.open("Kestrel")
    page.locator(".item.on").get_by_role("button").click()
    assert page.get_by_role("menu").bounding_box()["width"] < 300
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Print").click()
    panel = page.locator("#panel").bounding_box()
    for word in ("PDF", "Printer", "PNG", "SVG", "Pieces"):
        box = page.get_by_role("button", name=word, exact=True).bounding_box()
        assert box["x"] + box["width"] <= panel["x"] + panel["width"], word


_SMALL = """
[...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .map((node) => node.closest("label, .item") ?? node)
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".skip"))
  .map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
  // the browser's floats: a width of 44 may be said as 43.999992
  .map(([text, box]) => [text, ...[box.width, box.height].map((size) => +size.toFixed(2))])
  .filter(([, width, height]) => width && (width < 44 || height < 44))
  .map(([text, width, height]) => `${text}: ${width} x ${height}`)
"""


@pytest.mark.whole
def test_a_telephone_is_used_by_a_thumb_alone(open_studio, browser):
    """Nothing to tap is smaller than 44 by 44; the shelf is a drawer, the bar has a menu."""
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    held = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = held.new_page()
    page.goto(studio.page.url)
    shelf = page.get_by_role("button", name="Shelf")
    shelf.tap()
    expect(shelf).to_have_attribute("aria-expanded", "true")
    assert page.evaluate(_SMALL) == []
    page.get_by_role("link", name="Home Squadron", exact=True).tap()
    expect(page.get_by_role("heading", name="Home Squadron", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Home Squadron", exact=True)).not_to_be_visible()
    assert page.evaluate(_SMALL) == []
    shelf.tap()
    page.get_by_role("link", name="Kestrel", exact=True).tap()
    expect(page.locator("[data-preview] svg")).to_be_visible()
    assert page.evaluate(_SMALL) == []
    page.locator("#bar").get_by_role("button", name="More").tap()
    page.get_by_role("menuitem", name="Text").tap()
    expect(page.get_by_label("YAML text", exact=True)).to_be_visible()
    page.get_by_role("button", name="Print").tap()
    expect(page.locator(".pages img").first).to_be_visible()
    assert page.evaluate(_SMALL) == []
    assert page.evaluate("document.documentElement.scrollHeight") == 844
    held.close()


_NAMED = {
    *("button", "checkbox", "combobox", "dialog", "link", "menuitem", "radio", "radiogroup"),
    *("searchbox", "spinbutton", "tab", "tabpanel", "textbox"),
}


def read_tree(studio):
    """All that a screen reader gets: roles, names, and the properties of each."""
    tree = studio.page.context.new_cdp_session(studio.page).send("Accessibility.getFullAXTree")
    return [
        (
            node["role"]["value"],
            node.get("name", {}).get("value", ""),
            {one["name"]: one["value"].get("value") for one in node.get("properties", ())},
        )
        for node in tree["nodes"]
        if not node.get("ignored")
    ]


def list_places(tree):
    places = ("banner", "navigation", "main", "region", "contentinfo")
    return [(role, name) for role, name, _ in tree if role in places]


@pytest.mark.whole
def test_a_screen_reader_is_told_what_everything_is(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET, "lamp.yaml": SCENARIO})
    page = studio.page
    studio.open("Lamp Rock")
    nameless = [one for one in read_tree(studio) if one[0] in _NAMED and not one[1]]
    assert nameless == []

    studio.open("Kestrel")
    tree = read_tree(studio)
    assert [one for one in tree if one[0] in _NAMED and not one[1]] == []
    page_places = [("banner", ""), ("navigation", "Shelf"), ("main", "")]
    assert list_places(tree) == [*page_places, ("region", "Form"), ("region", "Sheet")]
    heads = [name for role, name, told in tree if role == "heading" and told["level"] == 1]
    assert heads == ["Kestrel"]
    [mass] = [told for role, name, told in tree if (role, name) == ("spinbutton", "Mass")]
    assert (mass["valuemin"], mass["valuetext"]) == (1, "6")
    assert ("image", "Ship display of Kestrel") in [one[:2] for one in tree]
    assert ("tabpanel", "Ship display") in [one[:2] for one in tree]

    studio.field("mass").fill("many")
    said = page.locator("[role=status]", has_text=re.compile(r"^\d errors?"))
    expect(said).to_be_attached()
    tree = read_tree(studio)
    [mass] = [told for role, name, told in tree if (role, name) == ("spinbutton", "Mass")]
    assert mass["invalid"] == "true"
    assert {told["live"] for role, _, told in tree if role == "status"} == {"polite"}

    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)  # it is typed into the field
    help_button = page.get_by_role("button", name="Keys and help")
    help_button.press("Enter")
    tree = read_tree(studio)
    assert list_places(tree) == [], "a dialog is all there is, while it is open"
    assert ("dialog", "Keys") in [one[:2] for one in tree]
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('dialog, body').tagName") != "MAIN"
    page.keyboard.press("Escape")
    expect(help_button).to_be_focused()


@pytest.mark.whole
def test_whatever_has_the_focus_shows_it(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP, "fleet.yaml": FLEET})
    page = studio.page
    studio.open("Home Squadron")
    page.evaluate("document.activeElement.blur()")
    met = []
    for _ in range(120):
        page.keyboard.press("Tab")
        met.append(
            page.evaluate(
                "(() => { const node = document.activeElement;"
                " const { outlineStyle, boxShadow } = getComputedStyle(node);"
                " return [node.outerHTML.slice(0, 120),"
                " outlineStyle !== 'none' || boxShadow !== 'none' || node === document.body]; })()"
            )
        )
        if len(met) > 1 and met[-1] == met[0]:
            break
    assert [node for node, seen in met if not seen] == []
    assert len({node for node, _ in met}) > 40, "the Tab key leads through the page"
