"""Sky Ships of Barsoom."""

from __future__ import annotations

from gallery.picture import Picture
from sheetgen.ground.colour import Ink

OWN = {
    "night-mail.yaml": """\
system: barsoom
name: Night Mail
class: medium
speed: 8
handling: {turns: 2}
crew: 9
bombs: 0
weapons:
  - {name: Swivel gun, type: light, side: port}
  - {name: Swivel gun, type: light, side: starboard}
length: 16
beam: 3.5
""",
}
"""Files that only the gallery has, by name; their texts are shown on its page."""

WARDENS = "ships/barsoom/canal-wardens.yaml"
COMPANY = "ships/barsoom/drywell-company.yaml"

SECTIONS: dict[str, tuple[Picture, ...]] = {
    "Ship cards": (
        Picture(
            "high-water",
            "High Water",
            "The card of a capital ship: level, weapons around the plan, damage with the sixes of"
            " its repairs, crew. Movement cards are laid against the three options at the bottom.",
            WARDENS,
            sheet="ship-card",
        ),
        Picture(
            "night-mail",
            "Night Mail",
            "Our own ship, which is faster than its class, turns twice, and is shorter and"
            " narrower.",
            "night-mail.yaml",
            sheet="ship-card",
        ),
        Picture(
            "lock-keeper",
            "Lock-keeper",
            "A ship on the water has no levels. Its weapons are of the catalogue, and figures with"
            " a role have its letter.",
            "ships/barsoom/lock-keeper.yaml",
            sheet="ship-card",
        ),
        Picture(
            "blank",
            "Blank",
            "A card for each class to fill in by hand; `--size` is the usual speed of the class.",
            sizes=(4,),
            sheet="ship-card",
        ),
    ),
    "Movement decks": (
        Picture(
            "deck",
            "A page of cards",
            "Nine cards of the High Water, with its own distances. Their backs are on the page"
            " that follows.",
            WARDENS,
            sheet="movement-deck",
            paper="a4",
            dpi=72,
        ),
        Picture(
            "extra-ascend",
            "Extra Ascend",
            "A card of a small craft.",
            "ships/barsoom/sandpiper.yaml",
            sheet="movement-deck",
            piece=7,
            dpi=90,
        ),
        Picture(
            "back",
            "A back",
            "The back of all cards of a ship, in the colour of its side.",
            COMPANY,
            sheet="movement-deck",
            back=True,
            dpi=90,
        ),
        Picture(
            "restrictions",
            "Restrictions",
            "Each side has a card with its restrictions, and one with the damage table.",
            "ships/barsoom/sandpiper.yaml",
            sheet="movement-deck",
            piece=8,
            dpi=90,
        ),
    ),
    "For the table": (
        Picture(
            "damage-die",
            "Damage effect die",
            "The net of a cube of 16 mm. Opposite faces are of the same kind.",
            COMPANY,
            sheet="damage-die",
        ),
        Picture(
            "reference",
            "Quick reference",
            "Turn, movement, weapons, damage, repairs and boarding on one page.",
            COMPANY,
            sheet="reference",
            paper="a4",
            dpi=80,
        ),
        Picture(
            "roster",
            "Roster",
            "All ships of a side, and room for their fate.",
            COMPANY,
            sheet="roster",
            dpi=100,
        ),
        Picture(
            "counters",
            "Ship counters",
            "Small counters for games without models. The back shows the ship out of control.",
            COMPANY,
            sheet="counters",
            paper="a5",
            dpi=100,
        ),
        Picture(
            "level-markers",
            "Level markers",
            "Six for each ship, to lie beside it; the next level is on the back.",
            COMPANY,
            sheet="level-markers",
            paper="a5",
            dpi=100,
        ),
    ),
    "Deck plans": (
        Picture(
            "deck-plan",
            "At true size",
            "The first page of a deck for figures, with a one-inch grid and a tab for the next"
            " page.",
            COMPANY,
            sheet="deck-plan",
            paper="a4",
            dpi=60,
        ),
        Picture(
            "deck-plan-page",
            "On one page",
            "The same, reduced to one page.",
            "ships/barsoom/high-water.yaml",
            sheet="deck-plan-page",
            dpi=70,
        ),
    ),
    "Scenarios": (
        Picture(
            "scenario",
            "Scenario",
            "A map drawn to scale with the range bands, the levels of rocks, deployment, the ships"
            " of both sides and the rules. This one is included.",
            "ships/barsoom/last-well.yaml",
            sheet="scenario",
            dpi=72,
        ),
    ),
    "Aids": (
        Picture(
            "turning-template",
            "Turning template",
            "Turns of up to 45°, and how far guns reach up and down.",
            "ships/barsoom/drywell-company.yaml",
            sheet="turning-template",
            dpi=90,
        ),
        Picture(
            "range-ruler",
            "Range ruler",
            "The first five of eight strips, with the range bands.",
            "ships/barsoom/drywell-company.yaml",
            sheet="range-ruler",
            paper="a4",
            dpi=72,
        ),
    ),
    "Looks": (
        Picture(
            "low",
            "Low ink",
            "The Lock Keeper with outlines and patterns in place of areas.",
            "ships/barsoom/lock-keeper.yaml",
            sheet="ship-card",
            ink=Ink.LOW,
            dpi=110,
        ),
        Picture(
            "plain",
            "Another look",
            "The same in `plain`, which games that name no look have.",
            "ships/barsoom/lock-keeper.yaml",
            sheet="ship-card",
            look="plain",
            dpi=110,
        ),
    ),
}
