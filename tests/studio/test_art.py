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
