"""Poor prints: coarse pictures and white grounds, told where a definition names the picture."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument

Run = Callable[..., Any]
SHIP = """\
system: {game}
name: Fox
{more}
art: {art}
"""
KEYS = {
    "asfos": "mass: 4\nhull: 3\nengine: 2\nprimaries: {forward: 4, left: 2, right: 2}\n"
    "secondaries: 4",
    "barsoom": "class: small\ncrew: 4",
}


def draw(path: Path, pixels: int, ground: str | None) -> None:
    """A picture of a grey square on a ground, or on none."""
    clear = (0, 0, 0, 0)
    picture = Image.new("RGB" if ground else "RGBA", (pixels, pixels), ground or clear)
    third = pixels // 3
    picture.paste((90, 90, 90), (third, third, 2 * third, 2 * third))
    picture.save(path)


@pytest.fixture
def tell(project: Path, run: Run) -> Callable[..., list[str]]:
    """The warnings of a print of a ship with a picture, without the excerpts."""

    def print_ship(art: str, *options: str, game: str = "asfos") -> list[str]:
        (project / "fox.yaml").write_text(SHIP.format(game=game, more=KEYS[game], art=art), "utf-8")
        outcome = run("render", "fox.yaml", "-o", "fox.pdf", *options)
        assert outcome.status == 0, outcome.stderr
        return [line for line in outcome.stderr.splitlines() if ": warning[" in line]

    return print_ship


def test_a_coarse_picture_is_told_at_its_largest_print(
    project: Path, tell: Callable[..., list[str]]
) -> None:
    draw(project / "fox.png", 90, None)
    (told,) = tell("fox.png", "--sheet", "display", "--sheet", "counters")
    assert told.startswith("fox.yaml:8:6: warning[low-resolution]: fox.png has ")
    assert " pixels to the inch at its printed width of " in told
    assert "white-ground" not in told


def test_the_resolution_is_that_of_the_print(project: Path, tell: Callable[..., list[str]]) -> None:
    draw(project / "fox.png", 450, None)  # 150 pixels without its margins
    assert tell("fox.png", "--sheet", "counters", "--counter-size", "0.75in") == []
    (told,) = tell("fox.png", "--sheet", "counters", "--counter-size", "2in")
    assert "low-resolution" in told


def test_a_portrait_of_a_book_is_told_where_the_ship_names_it(
    project: Path, run: Run, rasterize: Any
) -> None:
    ship = SHIP.format(game="asfos", more=KEYS["asfos"], art="fox.png")
    (project / "fox.yaml").write_text(ship, "utf-8")
    (project / "b.yaml").write_text("book: B\nships: [fox]\ncutouts: none\n", "utf-8")
    told = {}
    for pixels in (60, 3000):
        draw(project / "fox.png", pixels, "#ff00ff")
        outcome = run("book", "b.yaml", "-o", "b.pdf")
        assert outcome.status == 0, outcome.stderr
        told[pixels] = [line for line in outcome.stderr.splitlines() if ": warning[" in line]
    assert told[3000] == []
    (line,) = told[60]
    found = re.fullmatch(
        r"fox\.yaml:8:6: warning\[low-resolution\]: fox\.png has (\d+) pixels to the inch "
        r"at its printed width of (\d+) mm", line,
    )  # fmt: skip
    assert found
    data, widths = (project / "b.pdf").read_bytes(), list[float]()
    for page in range(len(PdfDocument(data))):
        red, green, blue = rasterize(data, page, 100).split()[:3]
        magenta = ImageChops.subtract(ImageChops.darker(red, blue), green).point(
            lambda tone: 255 * (tone > 200)
        )
        runs = re.findall(rb"\xff+", magenta.tobytes())
        widths += [len(max(runs, key=len)) / 100 * 25.4] if runs else []
    width = max(widths)
    assert float(found[2]) == pytest.approx(width, abs=1)
    assert float(found[1]) == pytest.approx(60 / (width / 25.4), abs=1)


@pytest.mark.parametrize("game", KEYS)
def test_a_white_ground_is_told_on_counters_only(
    project: Path, tell: Callable[..., list[str]], game: str
) -> None:
    draw(project / "fox.jpg", 1500, "white")
    place = 3 + len(KEYS[game].splitlines())
    (told,) = tell("fox.jpg", "--sheet", "counters", game=game)
    assert told.startswith(
        f"fox.yaml:{place}:6: warning[white-ground]: fox.jpg has a white background"
    )
    sheet = {"asfos": "display", "barsoom": "ship-card"}[game]
    assert tell("fox.jpg", "--sheet", sheet, game=game) == []


@pytest.mark.parametrize("ground", ["#445566", "#d0d0d0", None])
def test_other_grounds_are_as_they_were_drawn(
    project: Path, tell: Callable[..., list[str]], ground: str | None
) -> None:
    draw(project / "fox.png", 1500, ground)
    assert tell("fox.png", "--sheet", "counters") == []


def test_validate_tells_the_same(project: Path, run: Run) -> None:
    draw(project / "fox.jpg", 60, "white")
    ship = SHIP.format(game="asfos", more=KEYS["asfos"], art="fox.jpg")
    (project / "fox.yaml").write_text(ship, "utf-8")
    told = run("validate", "fox.yaml").stderr
    assert "fox.yaml:8:6: warning[low-resolution]" in told
    assert "white-ground" not in told  # a ship's usual sheet is its display
