"""Ink: what the sheets of the games cost to print, in color and in low ink."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageStat

import sheetgen

ROOT = Path(__file__).resolve().parent.parent
MAIN = {
    "asfos": ("ondaro-cast", "display", "DN1", 29),
    "black-skies": ("quarry-watch", "tactical-display", None, 36),
    "airships": ("tidemark-watch", "ship-sheet", "FR2", 28),
    "barsoom": ("canal-wardens", "ship-card", "C1", 26),
    "low-water": ("free-companies", "card", "R1", 40),
}
"""The shipped piece of a game that costs most, and what such pieces cost before they had a look."""
DECKS = {
    "black-skies": ("tiger-flight", "maneuver-deck", None),
    "barsoom": ("canal-wardens", "movement-deck", "S1"),
}


def spend(game: str, of: str, sheet: str, only: str | None, ink: str) -> dict[str, float]:
    """The pieces of a sheet by their names, with their cyan, magenta and yellow added up.

    These are in per cent of a piece's area. Hairlines are as wide as a pixel at least.
    """
    folder = ROOT / ("games" if game == "low-water" else "ships") / game
    project = sheetgen.open_project(folder)
    ship = [only] if only else []
    pieces = project.render(of, sheet=[sheet], only=ship, ink=ink).cut("png", dpi=300)
    costs = {}
    for name, data in pieces.items():
        with Image.open(BytesIO(data)) as picture:
            page = Image.new("RGBA", picture.size, "white")
            page.alpha_composite(picture.convert("RGBA"))
        costs[name] = sum(255 - level for level in ImageStat.Stat(page.convert("RGB")).mean) / 2.55
    return costs


@pytest.mark.parametrize("game", MAIN)
def test_a_look_costs_little_more_in_color_and_nothing_in_low_ink(game: str) -> None:
    of, sheet, only, before = MAIN[game]
    for ink, most in (("color", 1.3 * before), ("low", before)):
        costs = spend(game, of, sheet, only, ink)
        assert costs and max(costs.values()) <= most, costs


@pytest.mark.parametrize("game", DECKS)
def test_the_back_of_a_card_covers_little_paper_in_low_ink(game: str) -> None:
    costs = spend(game, *DECKS[game], "low")
    backs = {name: cost for name, cost in costs.items() if "-back" in name}
    assert backs and max(backs.values()) <= 15, backs
