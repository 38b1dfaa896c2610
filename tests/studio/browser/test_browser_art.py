"""Tests of the studio in a browser: a picture of one's own for a ship, cropped and judged."""

import io

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from PIL import Image, ImageDraw
from playwright.sync_api import expect

from tests.studio.browser.window import SHIP


def draw_ship() -> bytes:
    """A picture 400 × 200 pixels large, red on its left half and blue on its right."""
    picture = Image.new("RGB", (400, 200), "red")
    ImageDraw.Draw(picture).rectangle((200, 0, 399, 199), fill="blue")
    made = io.BytesIO()
    picture.save(made, "PNG")
    return made.getvalue()


@pytest.mark.whole
def test_a_picture_is_chosen_cropped_judged_and_taken_back(open_studio):
    studio = open_studio({"kestrel.yaml": SHIP})
    studio.open("Kestrel")
    page = studio.page
    page.get_by_text("A picture of your own").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a picture …").click()
    sent = {"name": "Bird.png", "mimeType": "image/png", "buffer": draw_ship()}
    chooser.value.set_files([sent])

    # The right half is drawn with the mouse; the keyboard makes it narrower.
    dialog = page.get_by_role("dialog", name="Which part of the picture?")
    box = dialog.locator(".crop").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 20, box["y"] + box["height"] + 20, steps=3)
    page.mouse.up()
    expect(dialog).to_contain_text("200 × 199 pixels: sharp up to 25 mm across")
    dialog.get_by_role("group").press("Shift+ArrowLeft")
    expect(dialog).to_contain_text("192 × 199 pixels")
    dialog.get_by_role("button", name="Take this").click()

    expect(studio.field("art")).to_have_value("bird.png")
    with Image.open(studio.folder / "bird.png") as picture:
        assert picture.size == (192, 199)
        assert picture.convert("RGB").getpixel((4, 4)) == (0, 0, 255)
    art = page.locator(".art")
    expect(art).to_contain_text("pixels to the inch at its printed width")
    art.get_by_role("button", name="Without a picture").click()
    expect(studio.field("art")).to_have_value("")
    expect(art.locator(".remark")).to_have_count(0)
    with page.expect_download() as download:
        art.get_by_role("button", name="Save its drawing").click()
    assert download.value.suggested_filename == "kestrel.svg"
    drawing = download.value.path().read_bytes()
    assert b"<svg" in drawing

    # The same drawing in one click: a file of the project, which the ship names, and which prints.
    art.get_by_role("button", name="Use our silhouette").click()
    expect(studio.field("art")).to_have_value("kestrel.svg")
    assert (studio.folder / "kestrel.svg").read_bytes() == drawing
    expect(art).to_contain_text("It prints well at every size that is used.")
    expect(art.get_by_role("button", name="Use our silhouette")).to_have_count(0)
