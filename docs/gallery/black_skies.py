"""Black Skies."""

from __future__ import annotations

from gallery.picture import Picture
from sheetgen.ground.colour import Ink

OWN = {
    "hammer.yaml": """\
system: black-skies
id: maul
name: Maul
weight: heavy
thrusters: [side]
weapons:
  - {name: Long Lance, arcs: [forward], rate: 1, range: [8, 16, 24], damage: d8}
  - {name: Flak, arcs: [forward, forward-right, forward-left], rate: 2, range: [2, 4, 6],
     damage: d4}
  - {name: Stinger, arcs: [rear], rate: 2, range: [3, 6, 9], damage: d4}
armour: light
---
system: black-skies
id: hammer
fleet: Hammer Flight
colour: "#a8322a"
elements:
  - fighter: maul
    name: Hammer
    suit: clubs
    speed: 5
    pilots: [{name: Oda Brandt, skill: 4}, {name: Little Finn, skill: 2}]
""",
    "mixed.yaml": """\
system: black-skies
fleet: Mixed Flight
colour: "#5b3a86"
counters: {size: 1, shape: hex, back: crippled, fold: true}
elements:
  - {fighter: squall, suit: spades}
  - {fighter: black-tiger, suit: hearts}
  - {fighter: gabbro, suit: clubs}
""",
}
"""Files that only the gallery has, by name; their texts are shown on its page."""

SECTIONS: dict[str, tuple[Picture, ...]] = {
    "Tactical displays": (
        Picture(
            "hammer",
            "Three weapons",
            "Each weapon has its own ring around the fighter, shaded in the arcs that it fires"
            " into; the letters are those of the table.",
            "hammer.yaml",
            sheet="tactical-display",
        ),
        Picture(
            "squadron",
            "A side",
            "Four elements to a page.",
            "ships/black-skies/windward-squadron.yaml",
            sheet="tactical-display",
            paper="a4",
            dpi=72,
        ),
        Picture(
            "blank",
            "Blank",
            "One for each weight, to fill in by hand.",
            sheet="tactical-display",
            sizes=(4, 6, 8),
            paper="letter",
            dpi=72,
        ),
    ),
    "Maneuver cards": (
        Picture(
            "maneuver-deck",
            "A page of cards",
            "The deck of each element, with the rolls of its own pilots. The diagrams are to scale"
            " for the element's initial speed.",
            "ships/black-skies/tiger-flight.yaml",
            sheet="maneuver-deck",
            paper="a4",
            dpi=100,
        ),
        Picture(
            "card",
            "A card",
            "Three options from one base; the ring is half the distance, bent arrows are turns.",
            "ships/black-skies/windward-squadron.yaml",
            sheet="maneuver-deck",
            piece=1,
            dpi=130,
        ),
        Picture(
            "card-back",
            "Its back",
            "Side, element and suit.",
            "ships/black-skies/windward-squadron.yaml",
            sheet="maneuver-deck",
            piece=1,
            back=True,
            dpi=130,
        ),
        Picture(
            "complete-deck",
            "The complete deck",
            "Four suits for any fighter, with the rolls of every skill, here in grey.",
            sheet="complete-deck",
            ink=Ink.GREY,
            paper="letter",
            dpi=80,
        ),
    ),
    "Fighter counters": (
        Picture(
            "counters",
            "Three weights to fold over",
            "Lead and wingman of each element, with their crippled sides.",
            "mixed.yaml",
            sheet="counters",
            paper="a5",
            dpi=90,
        ),
    ),
    "Rosters and reference": (
        Picture(
            "roster",
            "Roster",
            "Elements with their suits, pilots and the rolls that they need, weapons with their"
            " arcs, and hulls to strike off.",
            "ships/black-skies/windward-squadron.yaml",
            sheet="roster",
            dpi=100,
        ),
        Picture(
            "reference",
            "Quick reference",
            "All maneuvers with small drawings of their courses, and every table of the game.",
            "ships/black-skies/quarry-watch.yaml",
            sheet="reference",
            paper="a4",
            dpi=80,
        ),
    ),
    "Scenarios": (
        Picture(
            "scenario",
            "Scenario",
            "A map drawn to scale, deployment, the elements of both sides with their suits and"
            " speeds, and the rules. This one is included.",
            "ships/black-skies/the-mail-run.yaml",
            sheet="scenario",
            dpi=72,
        ),
    ),
    "Aids": (
        Picture(
            "turning-template",
            "Turning template",
            "A wedge for turns, slips and arcs of 60°; its edges are 6 inches long.",
            "ships/black-skies/quarry-watch.yaml",
            sheet="turning-template",
            dpi=90,
        ),
        Picture(
            "arc-template",
            "Arc template",
            "The six arcs of fire around a fighter.",
            "ships/black-skies/quarry-watch.yaml",
            sheet="arc-template",
            dpi=90,
        ),
        Picture(
            "range-ruler",
            "Range rulers",
            "One for each set of ranges in the fleet, with the rolls to hit.",
            "ships/black-skies/quarry-watch.yaml",
            sheet="range-ruler",
            paper="a4",
            dpi=72,
        ),
    ),
    "Looks": (
        Picture(
            "low",
            "Low ink",
            "Hammer with outlines and patterns in place of areas.",
            "hammer.yaml",
            sheet="tactical-display",
            ink=Ink.LOW,
            dpi=120,
        ),
        Picture(
            "plain",
            "Another look",
            "The same in `plain`, which games that name no look have.",
            "hammer.yaml",
            sheet="tactical-display",
            look="plain",
            dpi=120,
        ),
    ),
}
