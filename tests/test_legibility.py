"""Legibility: whatever names a fleet has, no letter is over another, and none is below 6 points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pypdfium2.raw as raw
import pytest
from pypdfium2 import PdfDocument, PdfPage

import sheetgen

LONG = "Her Imperial Majesty’s Own Unconquerable Bartholomew Fairley"
WIDE = "WOMMWELL MAMMOTH WOMMWELL MAMMOTH WOMMWELL MAMMOTH WOMMWELLW"
WORD = "Donaudampfschifffahrtsgesellschaftskapitänswitwenkassenwart"
NAMES = {"short": "Ada", "long": LONG, "wide": WIDE, "word": WORD}
SHIPS = {
    "asfos": """\
id: a
mass: 1
hull: 2
engine: 5
---
id: b
mass: 12
hull: 3
screens: 2
engine: 1
primaries: {forward: 16, left: 8, right: 8}
secondaries: 8
special: {weapon: particle-cannon, count: 12}
---
id: c
mass: 100
hull: 20
engine: 5
primaries: {forward: 999, left: 999, right: 999, rear: 999}
secondaries: 999
special: {weapon: mass-driver, count: 99}
""",
    "airships": """\
id: a
frame: scout
---
id: b
frame: frigate
weapons: {forward: [torpedo-launcher], port: [flak-cannon], starboard: [flak-cannon]}
modules: [hangar, signal-array]
wings: [{name: NAME, weapons: [machine-guns, bombs, rockets]}]
---
id: c
frame: dreadnought
frame_cost: 10000
weapons:
  forward: [siege-lance]
  port: [dreadnought-battery, mega-flak-array]
  starboard: [dreadnought-battery, mega-flak-array]
  aft: [mega-flak-array]
modules: [dc-center, armored-bridge, hangar]
wings: [{name: NAME}]
""",
    "barsoom": """\
id: a
class: small
crew: 0
---
id: b
class: capital
crew: 90
weapons:
  - {name: Quadruple heavy disintegration lance, type: heavy, side: bow, rolls: 6, count: 9}
  - {name: Quadruple heavy disintegration lance, type: medium, side: port, count: 9}
  - {name: Gun, type: light, side: stern, count: 3, automatic: true}
  - {name: Lance, type: heavy, side: turret, rolls: 2}
---
id: c
class: medium
speed: 36
handling: {ascends: 3, reverses: 3, free_turns: true}
""",
    "black-skies": """\
id: a
weight: light
thrusters: [rear]
weapons: [{weapon: laser-cannon, count: 2}]
---
id: b
weight: heavy
thrusters: [rear, side, forward]
weapons:
  - {name: Hyperluminal quadruple pulse mangler, arcs: [forward, rear-right, rear-left], rate: 4,
     range: [6, 12, 18], damage: d12}
  - {weapon: laser-cannon, count: 3}
---
id: c
weight: medium
thrusters: [rear, side]
weapons: []
""",
}
MORE = {
    "asfos": ("compact", "large"),
    "airships": ("torpedo-cards",),
    "barsoom": ("movement-deck-bridge",),
    "black-skies": ("maneuver-deck-bridge",),
}
SHARE = 0.25
"""How much of a letter's box may be another's: slanted and kerned letters lie over the next."""


class Letter(NamedTuple):
    at: int
    left: float
    bottom: float
    right: float
    top: float
    size: float  # in points


def list_letters(page: PdfPage) -> Iterator[Letter]:
    text, matrix = page.get_textpage(), raw.FS_MATRIX()
    for at in range(text.count_chars()):
        if not chr(raw.FPDFText_GetUnicode(text, at)).isalnum():
            continue
        raw.FPDFText_GetMatrix(text, at, matrix)
        size = raw.FPDFText_GetFontSize(text, at) * (matrix.b**2 + matrix.d**2) ** 0.5
        left, bottom, right, top = text.get_charbox(at)
        yield Letter(at, left, bottom, right, top, size)


def collide(one: Letter, other: Letter) -> bool:
    if abs(one.at - other.at) < 3:  # slanted neighbours
        return False
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.top, other.top) - max(one.bottom, other.bottom)
    areas = [(a.right - a.left) * (a.top - a.bottom) for a in (one, other)]
    return width > 0 and height > 0 and width * height > SHARE * min(areas)


def find_collisions(page: PdfPage) -> Iterator[str]:
    cells = defaultdict(list)
    for letter in list_letters(page):
        for x in range(int(letter.left // 9), int(letter.right // 9) + 1):
            for y in range(int(letter.bottom // 9), int(letter.top // 9) + 1):
                cells[x, y].append(letter)
    text = page.get_textpage()
    for cell in cells.values():
        for pair in combinations(cell, 2):
            if collide(*pair):
                yield " over ".join(text.get_text_range(max(0, a.at - 9), 20) for a in pair)


@pytest.mark.parametrize("length", NAMES)
@pytest.mark.parametrize("game", SHIPS)
def test_letters_are_apart_and_large_enough(game: str, length: str, project: Path) -> None:
    name = NAMES[length]
    head = f"system: {game}\nname: {name}\n"
    documents = [head + ship.replace("NAME", name) for ship in SHIPS[game].split("---\n")]
    (project / "ships.yaml").write_text("---\n".join(documents), "utf-8")
    crew = (
        f"ships: [{{ship: a, names: [Bo]}}, {{ship: b, count: 2, names: [{name}, X]}}, {{ship: c}}]"
    )
    if game == "black-skies":
        pilots = f"pilots: [{{name: {name}}}, {{name: {name}, skill: 4}}]"
        crew = "elements:\n" + "".join(f"  - {{fighter: {one}, {pilots}}}\n" for one in "abc")
    fleet = f"system: {game}\nfleet: {name}\ncolour: '#ffffe0'\n{crew}\n"
    (project / "fleet.yaml").write_text(fleet, "utf-8")
    opened = sheetgen.open_project(project)
    for sheets in ((), MORE[game]):
        for page in PdfDocument(opened.render("fleet", sheet=sheets).pdf()):
            assert min(letter.size for letter in list_letters(page)) >= 5.99
            assert not list(find_collisions(page))
