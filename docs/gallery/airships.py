"""Airships."""

from __future__ import annotations

from gallery.picture import Picture
from sheetgen.ground.colour import Ink

OWN = {
    "all-frames.yaml": """\
system: airships
fleet: All Five Frames
colour: "#5b4a86"
ships:
  - {ship: thunderhead}
  - {ship: cinderfall}
  - {ship: halcyon}
  - {ship: nightjar}
  - {ship: resolute, count: 2}
  - {ship: vesper, count: 2}
  - {ship: mistle, count: 2}
  - {ship: gadfly, count: 3}
""",
    "after-the-storm.yaml": """\
system: airships
fleet: After the Storm
colour: "#1f5f7a"
ships:
  - ship: resolute
    ids: [FR1]
    state:
      FR1: {hull: 9, jammed: [1], failed: [hangar], out: [FR1a], criticals: {Speed Loss: 2}}
""",
}
"""Files that only the gallery has, by name; their texts are shown on its page."""

SECTIONS: dict[str, tuple[Picture, ...]] = {
    "Ship sheets": (
        Picture(
            "vesper",
            "Vesper",
            "The sheet of a frigate, half a page: arcs and ranges to scale, heights with the"
            " stall, the hull with its two morale checks, command, and a box for every critical"
            " hit.",
            "ships/airships/vesper.yaml",
            sheet="ship-sheet",
            dpi=100,
        ),
        Picture(
            "thunderhead",
            "Thunderhead",
            "A dreadnought takes a whole page. Flak fires all round, the lance only ahead.",
            "ships/airships/thunderhead.yaml",
            sheet="ship-sheet",
            dpi=80,
        ),
        Picture(
            "halcyon",
            "Halcyon",
            "A carrier with its wings.",
            "ships/airships/halcyon.yaml",
            sheet="ship-sheet",
            dpi=64,
        ),
        Picture(
            "grey",
            "In greys",
            "The same frigate in black ink only.",
            "ships/airships/vesper.yaml",
            sheet="ship-sheet",
            ink=Ink.GREY,
            dpi=64,
        ),
        Picture(
            "losses",
            "After a battle",
            "What a fleet says of its losses is struck off, and all that follows from them is"
            " printed with the whole behind it.",
            "after-the-storm.yaml",
            sheet="ship-sheet",
            dpi=100,
        ),
    ),
    "Wings and counters": (
        Picture(
            "wing-card",
            "Wing card",
            "A wing with its hull, height and weapons. Three cards fit in a row.",
            "ships/airships/tidemark-watch.yaml",
            sheet="wing-cards",
            piece=1,
            dpi=130,
        ),
        Picture(
            "counters",
            "Counters",
            "All five frames from above, with the weapons that they carry. Arcs that no weapon"
            " covers are darker.",
            "all-frames.yaml",
            sheet="counters",
            paper="a4",
            dpi=80,
        ),
        Picture(
            "torpedoes",
            "Torpedo counters",
            "Four for each launcher.",
            "ships/airships/ember-concord.yaml",
            sheet="torpedoes",
            dpi=150,
        ),
        Picture(
            "heights",
            "Height markers",
            "They lie beside counters, so that everybody sees who is above whom.",
            "ships/airships/tidemark-watch.yaml",
            sheet="heights",
            paper="a5",
            dpi=80,
        ),
    ),
    "Fleets": (
        Picture(
            "roster",
            "Roster",
            "Ships with their wings, and what each part of them costs.",
            "ships/airships/tidemark-watch.yaml",
            sheet="roster",
            dpi=90,
        ),
        Picture(
            "reference",
            "Quick reference, the game",
            "The first of two pages.",
            "ships/airships/tidemark-watch.yaml",
            sheet="reference",
            dpi=72,
        ),
        Picture(
            "reference-tables",
            "Quick reference, the tables",
            "The second page.",
            "ships/airships/tidemark-watch.yaml",
            sheet="reference",
            piece=1,
            dpi=72,
        ),
    ),
    "Scenarios": (
        Picture(
            "scenario",
            "Scenario",
            "A map drawn to scale, with the heights of islands, deployment, the forces with their"
            " wings, and the rules. This one is included; without `--sheet`, the sheets of both"
            " sides are printed too.",
            "ships/airships/thunder-for-thunder.yaml",
            sheet="scenario",
            dpi=80,
        ),
    ),
    "Aids": (
        Picture(
            "turning-template",
            "Turning template",
            "Pivots of 22.5°, 45° and 90°, and the four arcs of fire.",
            "ships/airships/tidemark-watch.yaml",
            sheet="turning-template",
            dpi=90,
        ),
        Picture(
            "range-ruler",
            "Range ruler",
            "The ranges of the fleet’s weapons, its moves and other distances, in strips.",
            "ships/airships/tidemark-watch.yaml",
            sheet="range-ruler",
            paper="a4",
            dpi=72,
        ),
    ),
    "Blank sheets": (
        Picture(
            "blank",
            "A scout and a frigate",
            "Empty sheets of two frames, to fill in by hand: `--size` is the frame's hull.",
            sizes=(15, 35),
            sheet="ship-sheet",
            paper="a4",
            dpi=64,
        ),
    ),
    "Looks": (
        Picture(
            "low",
            "Low ink",
            "The frigate with outlines and patterns in place of areas.",
            "ships/airships/vesper.yaml",
            sheet="ship-sheet",
            ink=Ink.LOW,
            dpi=90,
        ),
        Picture(
            "plain",
            "Another look",
            "The same in `plain`, which games that name no look have.",
            "ships/airships/vesper.yaml",
            sheet="ship-sheet",
            look="plain",
            dpi=90,
        ),
    ),
}  # fmt: skip
