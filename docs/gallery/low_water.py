"""Low Water, a game without code."""

from __future__ import annotations

from gallery.picture import Picture
from sheetgen.ground.colour import Ink

OWN = {
    "aftermath.yaml": """\
system: low-water
fleet: Aftermath
colour: "#8a3b2a"
ships:
  - {ship: old-grudge, ids: [R1], state: {R1: {lost: 6, water: 4, spent: 1}}}
  - {ship: heron-queen}
  - {ship: magpie}
  - {ship: midge}
""",
}
"""Files that only the gallery has, by name; their texts are shown on its page."""

_SHIPS = "games/low-water/ships/"

SECTIONS: dict[str, tuple[Picture, ...]] = {
    "Cards": (
        Picture(
            "card",
            "A gunboat",
            "Four sections of hull with what is left in each, the water she takes, her torpedoes.",
            f"{_SHIPS}bittern.yaml",
            sheet="card",
            dpi=150,
        ),
        Picture(
            "losses",
            "After a battle",
            "A fleet says what its ships have lost, and it is crossed out.",
            "aftermath.yaml",
            sheet="card",
            paper="a4",
            dpi=72,
        ),
        Picture(
            "grey",
            "In greys",
            "A monitor in black ink only.",
            f"{_SHIPS}patience.yaml",
            sheet="card",
            ink=Ink.GREY,
            dpi=110,
        ),
        Picture(
            "blank",
            "Blank cards",
            "Of a launch and of a monitor: all that follows from the hull is there.",
            sizes=(4, 12),
            sheet="card",
            paper="a4",
            dpi=64,
        ),
    ),
    "For the table": (
        Picture(
            "counters",
            "Counters",
            "The four classes from above, with the quarters of their guns.",
            "aftermath.yaml",
            sheet="counters",
            paper="a4",
            dpi=80,
        ),
        Picture(
            "torpedo",
            "A torpedo",
            "One for each tube that is left.",
            f"{_SHIPS}magpie.yaml",
            sheet="torpedoes",
            dpi=150,
        ),
        Picture(
            "roster",
            "Roster",
            "The columns of the game, with what is added up.",
            f"{_SHIPS}sluice-wardens.yaml",
            sheet="roster",
            dpi=90,
        ),
        Picture(
            "rules",
            "The rules",
            "The first of two pages, from Markdown; its numbers come from the tables of the game.",
            f"{_SHIPS}sluice-wardens.yaml",
            sheet="rules",
            dpi=72,
        ),
    ),
    "Looks": (
        Picture(
            "low",
            "Low ink",
            "The Bittern with outlines and patterns in place of areas.",
            f"{_SHIPS}bittern.yaml",
            sheet="card",
            ink=Ink.LOW,
            dpi=120,
        ),
        Picture(
            "plain",
            "Another look",
            "The same in `plain`, which games that name no look have.",
            f"{_SHIPS}bittern.yaml",
            sheet="card",
            look="plain",
            dpi=120,
        ),
    ),
}
