"""A Sky Full of Ships."""

from __future__ import annotations

from gallery.picture import Picture
from sheetgen.ground.colour import Ink

OWN = {
    "long-night.yaml": """\
system: asfos
name: Long Night
class: DN
mass: 16
hull: 4
screens: 2
engine: 1
primaries: {forward: 20, left: 12, right: 12, rear: 4}
secondaries: 8
special: {weapon: mass-driver, count: 2}
art: long-night.svg
""",
    "emerald.yaml": """\
system: asfos
fleet: Emerald Squadron
points_limit: 120
ships:
  - {ship: warrior, count: 2}
  - ship: swordfish
    count: 3
    names: [Pike, Marlin, Sailfish]
    state: {CA1: {hull: 3, weapons: 2, criticals: [E]}}
""",
    "all-classes.yaml": """\
{system: asfos, id: ff, name: Spark, mass: 1, hull: 2, engine: 3, primaries: {forward: 2}}
---
{system: asfos, id: dd, name: Ember, mass: 2, hull: 2, engine: 3,
 primaries: {forward: 2, left: 1, right: 1}}
---
{system: asfos, id: cl, name: Lantern, mass: 4, hull: 3, engine: 2,
 primaries: {forward: 4, left: 2, right: 2}, secondaries: 4}
---
{system: asfos, id: ca, name: Torch, mass: 6, hull: 3, engine: 2,
 primaries: {forward: 5, left: 3, right: 3}, secondaries: 3,
 special: {weapon: mass-driver, count: 1}}
---
{system: asfos, id: bc, name: Comet, mass: 9, hull: 3, engine: 3,
 primaries: {forward: 8, left: 2, right: 2}, secondaries: 6}
---
{system: asfos, id: bb, name: Pyre, mass: 12, hull: 3, engine: 1,
 primaries: {forward: 16, left: 8, right: 8}, secondaries: 8,
 special: {weapon: mass-driver, count: 2}}
---
{system: asfos, id: dn, name: Volcano, mass: 18, hull: 4, engine: 1,
 primaries: {forward: 20, left: 14, right: 14, rear: 4}, secondaries: 12,
 special: {weapon: particle-cannon, count: 2}}
---
{system: asfos, id: sdn, name: Nova, mass: 24, hull: 4, engine: 1,
 primaries: {forward: 24, left: 18, right: 18, rear: 8}, secondaries: 16,
 special: {weapon: mass-driver, count: 3}}
---
{system: asfos, id: t, name: Corona, mass: 30, hull: 5, engine: 1,
 primaries: {forward: 30, left: 28, right: 28, rear: 10}, secondaries: 24}
---
system: asfos
id: all-classes
fleet: All Classes
ships:
  - {ship: t}
  - {ship: sdn}
  - {ship: dn, count: 2}
  - {ship: bb, count: 2}
  - {ship: bc, count: 2}
  - {ship: ca, count: 2}
  - {ship: cl, count: 3}
  - {ship: dd, count: 5}
  - {ship: ff, count: 7}
""",
    "folded.yaml": """\
system: asfos
fleet: Scarlet Squadron
colour: "#9c1f2e"
counters: {size: 1, shape: hex, back: damaged, fold: true}
ships:
  - {ship: warrior, count: 2}
  - {ship: swordfish, count: 4}
  - {ship: calypso, count: 2}
""",
    "long-night.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="30mm" viewBox="0 0 60 30">
  <path d="M4 15L20 11L24 5H40L44 9L55 7L57 11V19L55 23L44 21L40 25H24L20 19Z" fill="#1f4e79"/>
  <path d="M9 15L22 13H46V17H22Z" fill="#fff" fill-opacity="0.35"/>
  <circle cx="34" cy="9" r="1.6" fill="#fff"/>
  <circle cx="34" cy="21" r="1.6" fill="#fff"/>
</svg>
""",
}
"""Files that only the gallery has, by name; their texts are shown on its page."""

PRINTED = " ".join(
    f"ships/asfos/{name}.yaml" for name in ("calypso", "new-mars", "swordfish", "warrior")
)
"""The ships that the game itself prints."""


SECTIONS: dict[str, tuple[Picture, ...]] = {
    "Ship displays": (
        Picture(
            "warrior",
            "Warrior",
            "The display of a battleship. Strike off boxes from left to right, and read the"
            " numbers in the first box that remains.",
            "ships/asfos/warrior.yaml",
        ),
        Picture(
            "swordfish",
            "Swordfish",
            "A heavy cruiser. Ships of up to 7 boxes leave room for notes.",
            "ships/asfos/swordfish.yaml",
        ),
        Picture(
            "long-night",
            "Long Night",
            "Our own dreadnaught with a picture (`art:`) in place of the lines for notes. More"
            " than 12 boxes continue on a second line.",
            "long-night.yaml",
        ),
    ),
    "Fleets": (
        Picture(
            "roster",
            "Roster",
            "All ships of a fleet, with their IDs and the total points.",
            "emerald.yaml",
            sheet="roster",
            dpi=100,
        ),
        Picture(
            "losses",
            "A ship with losses",
            "In a fleet, ships get their IDs, their own names, and their losses from earlier"
            " battles (`state:`).",
            "emerald.yaml",
            piece=2,
        ),
        Picture(
            "plotting-chart",
            "Plotting chart",
            "For the orders of a ship. At the bottom are the points of a move at which a ship"
            " turns; those that its engine allows are black.",
            "emerald.yaml",
            sheet="plotting-chart",
            piece=2,
            dpi=90,
        ),
    ),
    "Aids": (
        Picture(
            "reference",
            "Quick reference",
            "All tables of the game on one page, with the range bands of the fleet.",
            "emerald.yaml",
            sheet="reference",
            paper="a4",
            dpi=80,
        ),
        Picture(
            "arc-template",
            "Arc template",
            "The four arcs of fire and the 45° turns, to cut out and lay over a ship.",
            "emerald.yaml",
            sheet="arc-template",
            dpi=90,
        ),
        Picture(
            "range-ruler",
            "Range ruler",
            "The range bands in strips, to cut out and glue together.",
            "emerald.yaml",
            sheet="range-ruler",
            paper="a4",
            dpi=72,
        ),
    ),
    "Scenarios": (
        Picture(
            "scenario",
            "Scenario",
            "A map drawn to scale, how to set up, the forces, the rules, and room for notes. This"
            " scenario is included for a first game; without `--sheet`, the rosters, displays and"
            " charts of both sides are printed too.",
            "ships/asfos/the-green-veil.yaml",
            sheet="scenario",
            dpi=80,
        ),
    ),
    "Other sizes": (
        Picture(
            "new-mars-compact",
            "Compact",
            "The same in less space, for large fleets.",
            "ships/asfos/new-mars.yaml",
            sheet="compact",
            dpi=130,
        ),
        Picture(
            "new-mars-console",
            "Console",
            "The display with its plotting chart, on half a page.",
            "ships/asfos/new-mars.yaml",
            sheet="console",
            dpi=110,
        ),
        Picture(
            "new-mars-large",
            "Large print",
            "Half as large again, for tired eyes and long tables.",
            "ships/asfos/new-mars.yaml",
            sheet="large",
            dpi=90,
        ),
    ),
    "Ship counters": (
        Picture(
            "counters",
            "All nine classes",
            "A counter for each ship of a fleet, larger for larger classes, with its own engines"
            " and turrets. The colour continues beyond the cut.",
            "all-classes.yaml",
            sheet="counters",
            paper="a5",
            dpi=110,
        ),
        Picture(
            "counters-folded",
            "To fold over",
            "Fronts and damaged sides of one size, as hexes, joined at a fold line.",
            "folded.yaml",
            sheet="counters",
            paper="a5",
            dpi=80,
        ),
    ),
    "Blank displays": (
        Picture(
            "blank",
            "Three sizes on one page",
            "Empty displays for masses of 4, 6 and 12, to fill in by hand.",
            sizes=(4, 6, 12),
            paper="a4",
            dpi=72,
        ),
    ),
    "Whole pages": (
        Picture(
            "page",
            "A4",
            "Four ships on a page, with crop marks and a ruler at its foot.",
            PRINTED,
            paper="a4",
            dpi=72,
        ),
        Picture(
            "page-compact",
            "Letter, compact",
            "The paper is turned by itself where that saves pages or gives wider margins.",
            PRINTED,
            sheet="compact",
            paper="letter",
            dpi=72,
        ),
    ),
    "Ink": (
        Picture(
            "ink-color",
            "Colour",
            "As the template has it.",
            "ships/asfos/swordfish.yaml",
            dpi=75,
        ),
        Picture(
            "ink-grey",
            "Grey",
            "Every colour becomes a grey, printed with black ink alone.",
            "ships/asfos/swordfish.yaml",
            ink=Ink.GREY,
            dpi=75,
        ),
        Picture(
            "ink-low",
            "Low",
            "Greys with light areas, to save ink; lines and numbers stay dark.",
            "ships/asfos/swordfish.yaml",
            ink=Ink.LOW,
            dpi=75,
        ),
        Picture(
            "ink-accent",
            "Your own accent",
            "One colour for each side of a battle.",
            "ships/asfos/swordfish.yaml",
            colour="darkred",
            dpi=75,
        ),
    ),
    "Looks": (
        Picture(
            "plain",
            "Another look",
            "The same in `plain`, which games that name no look have.",
            "ships/asfos/warrior.yaml",
            look="plain",
            dpi=120,
        ),
    ),
}  # fmt: skip
