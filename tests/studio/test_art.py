"""Art in the studio: pictures that are copied into the project, and how well they print."""

from __future__ import annotations

import io
from base64 import b64encode
from typing import Any

from PIL import Image

from tests.studio.conftest import Studio

SHIP = "ships/kestrel.yaml"


def draw(width: int, form: str = "PNG") -> bytes:
    """A picture of so many pixels across."""
    made = io.BytesIO()
    Image.new("RGB", (width, width // 2), "white").save(made, form)
    return made.getvalue()


def send(studio: Studio, name: str, data: bytes) -> Any:
    return studio.post("art", file=SHIP, name=name, data=b64encode(data).decode())


def test_a_picture_is_copied_beside_its_ship_under_a_free_name(studio: Studio) -> None:
    assert send(studio, "My Ship.PNG", draw(40)) == {"art": "my-ship.png"}
    assert (studio.folder / "ships" / "my-ship.png").read_bytes() == draw(40)
    assert send(studio, "my-ship.jpeg", draw(40, "JPEG"))["art"] == "my-ship.jpg"
    assert send(studio, "my-ship.png", draw(40))["art"] == "my-ship.png"
    assert send(studio, "my-ship.png", draw(60))["art"] == "my-ship-2.png"
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    assert send(studio, "../a b.svg", svg)["art"] == "a-b.svg"


def test_a_look_has_no_picture_of_the_name_of_its_parts(studio: Studio) -> None:
    file = "templates/looks/mine/look.yaml"
    studio.post("new", game="", kind="look", name="Mine")
    svg = b64encode(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').decode()
    for name, kept in (("frame.svg", "logo-frame.svg"), ("Logo 2.svg", "logo-2.svg")):
        assert studio.post("art", file=file, name=name, data=svg) == {"art": kept}
        assert (studio.folder / file).with_name(kept).exists()


def test_what_is_no_picture_is_refused(studio: Studio) -> None:
    body = {"file": SHIP, "name": "kestrel.png", "data": b64encode(b"GIF89a").decode()}
    assert studio.refuse("art", **body) == (
        400, {"error": "kestrel.png is not a PNG, JPEG or SVG picture"}
    )  # fmt: skip
    assert studio.refuse("art", **{**body, "data": "?"})[0] == 400
    assert studio.refuse("art", **{**body, "file": "shipped:asfos/warrior.yaml"})[0] == 403
    assert not [*(studio.folder / "ships").glob("*.png")]


def test_a_picture_is_judged_as_it_prints(studio: Studio) -> None:
    def judge(name: str) -> list[str]:
        studio.edit(SHIP, {"path": ["art"], "value": name})
        problems = studio.get("art", file=SHIP)["problems"]
        return sorted(problem["rule"] for problem in problems)

    assert judge(send(studio, "small.jpg", draw(60, "JPEG"))["art"]) == [
        "low-resolution", "white-ground"
    ]  # fmt: skip
    assert judge(send(studio, "large.png", draw(3000))["art"]) == ["white-ground"]


def test_the_picture_on_a_cover_is_judged_at_the_size_of_a_page_with_its_bleed(
    studio: Studio,
) -> None:
    (studio.folder / "book.yaml").write_text("book: Lights\npaper: 120x120mm\n", "utf-8")

    def judge(width: int, **keys: object) -> list[str]:
        data = draw(width, "JPEG")
        sent = b64encode(data).decode()
        name = studio.post("art", file="book.yaml", name="c.jpg", data=sent)["art"]
        changes = [{"path": [key], "value": value} for key, value in keys.items()]
        studio.edit("book.yaml", {"path": ["cover"], "value": name}, *changes)
        problems = studio.get("art", file="book.yaml")["problems"]
        assert {problem["rule"] for problem in problems} <= {"low-resolution"}
        return [problem["message"] for problem in problems]

    # Pictures are twice as wide as high here: one that fills a square page is 240 mm wide.
    [told] = judge(800)
    assert told == "c.jpg has 85 pixels to the inch at its printed width of 240 mm"
    assert judge(1900) == []
    [told] = judge(1900, bleed=5)
    assert told.endswith("has 186 pixels to the inch at its printed width of 260 mm")
