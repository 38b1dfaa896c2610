"""Draws the pictures of README and docs, and writes docs/gallery.md: `make gallery`.

Every picture is what the program prints, at a lower resolution and with few colours, so that all
of them together stay small. The same program draws the same files, so git shows what a change of
a template does to them; tests/test_docs.py tells when they are out of date.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps

from sheetgen.collection import read_definitions
from sheetgen.drawing import Drawing
from sheetgen.imposition import Layout
from sheetgen.page import Page, Placement
from sheetgen.pdf import Facts, write_pdf
from sheetgen.png import write_png
from sheetgen.press import MARGIN, MarginStrip, Order, Press
from sheetgen.svg.color import Ink
from sheetgen.systems import Systems
from sheetgen.units import PAPERS

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PICTURES = DOCS / "pictures"

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
"""Files that only the gallery has; their texts stand on its page."""

PRINTED = " ".join(
    f"ships/asfos/{name}.yaml" for name in ("calypso", "new-mars", "swordfish", "warrior")
)
"""The ships that the game itself prints."""


@dataclass(frozen=True)
class Picture:
    """A picture: what is printed for it, and what stands under it in the gallery."""

    name: str
    title: str
    caption: str
    paths: str = ""  # of definitions; without any, empty sheets of `sizes` are drawn
    sizes: tuple[int, ...] = ()
    sheet: str = "display"
    ink: Ink = Ink.COLOR
    colour: str = ""
    piece: int = 0  # which of a fleet's pieces is cut out
    paper: str = ""  # the whole page, with marks and ruler; without, only what is cut out of it
    dpi: int = 120

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return PICTURES / f"{self.name}.png"

    @property
    def command(self) -> str:
        """What prints it, as one types it in the checkout."""
        words = ["sheetgen render", self.paths] if self.paths else ["sheetgen blank", self.sheet]
        if self.sizes:
            words += ["--mass", *map(str, self.sizes)]
        if self.paths and self.sheet != "display":
            words += ["--sheet", self.sheet]
        if self.ink is not Ink.COLOR:
            words += ["--ink", self.ink.value]
        if self.colour:
            words += ["--colour", self.colour]
        if self.paper not in ("", "a4"):
            words += ["--paper", self.paper]
        return " ".join([*words, "-o", f"{self.name}.pdf"])


SECTIONS: dict[str, tuple[Picture, ...]] = {
    "Ship displays": (
        Picture(
            "warrior",
            "Warrior",
            "The display of a battleship. Strike off boxes from left to right, and read the"
            " numbers in the first box that is left.",
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
            "A dreadnaught of our own with a picture (`art:`) in place of the lines for notes."
            " More than 12 boxes go on in a second line.",
            "long-night.yaml",
        ),
    ),
    "Fleets": (
        Picture(
            "roster",
            "Roster",
            "All ships of a fleet, with their IDs and the total of points.",
            "emerald.yaml",
            sheet="roster",
            dpi=100,
        ),
        Picture(
            "losses",
            "A ship with losses",
            "In a fleet, ships get their IDs, names of their own, and the losses of earlier"
            " battles (`state:`).",
            "emerald.yaml",
            piece=2,
        ),
        Picture(
            "plotting-chart",
            "Plotting chart",
            "For the orders of a ship. Below it stand the points of a move at which a ship turns,"
            " with those that its engine allows in black.",
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
            "All tables of the game on one page, in the range bands of the fleet.",
            "emerald.yaml",
            sheet="reference",
            paper="a4",
            dpi=80,
        ),
        Picture(
            "arc-template",
            "Arc template",
            "The four arcs of fire and the 45° turns, to cut out and lay on a ship.",
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
            " one comes along for a first game; without `--sheet` the rosters, displays and"
            " charts of both sides follow it.",
            "ships/asfos/the-green-veil.yaml",
            sheet="scenario",
            dpi=80,
        ),
    ),
    "Other sizes": (
        Picture(
            "new-mars-compact",
            "Compact",
            "The same in less room, for large fleets.",
            "ships/asfos/new-mars.yaml",
            sheet="compact",
            dpi=130,
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
            " and turrets. The colour goes on beyond the cut.",
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
            "Greys with light areas, to save ink; lines and figures stay dark.",
            "ships/asfos/swordfish.yaml",
            ink=Ink.LOW,
            dpi=75,
        ),
        Picture(
            "ink-accent",
            "An accent of your own",
            "One colour for each side of a battle.",
            "ships/asfos/swordfish.yaml",
            colour="darkred",
            dpi=75,
        ),
    ),
}  # fmt: skip


def draw(picture: Picture) -> Image.Image:
    """The picture, in few colours."""
    systems = Systems()
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in OWN.items():
            (folder / file).write_text(text, "utf-8")
        press = Press(folder, picture.ink, systems=systems)
        layout = Layout(PAPERS[picture.paper or "a4"])
        title = "A Sky Full of Ships"
        order = Order(layout, sheets=(picture.sheet,), colour=picture.colour, title=title)
        if picture.paths:
            base = folder if picture.paths in OWN else ROOT
            paths = [base / path for path in picture.paths.split()]
            definitions = read_definitions(paths, systems).printed
            pieces = list(press.draw_sheets(definitions, order))
        else:
            sheets = {sheet.name: sheet for game in systems.all() for sheet in game.sheets}
            pieces = list(press.draw_blanks(sheets[picture.sheet], picture.sizes, order))
        if picture.paper:
            return _thin(_border(_rasterize(press.lay_out(pieces, order), picture.dpi)))
        return _thin(_rasterize([_frame(pieces[picture.piece][1].drawing)], picture.dpi))


def draw_ruler() -> Image.Image:
    """The strip in the margin of a page."""
    strip = MarginStrip("A Sky Full of Ships", 1, 2)
    drawing = Press(None).draw(MARGIN, strip, "margin")
    return _thin(ImageOps.expand(_rasterize([_frame(drawing)], 120), 12, "white"))


def _frame(drawing: Drawing) -> Page:
    """A page as large as the drawing."""
    return Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))


def _rasterize(pages: Sequence[Page], dpi: int) -> Image.Image:
    """The first page; it is drawn twice as large, which makes small letters clearer."""
    data = write_png(write_pdf(pages, Facts()), 0, 2 * dpi)
    return Image.open(io.BytesIO(data)).reduce(2)


def _border(picture: Image.Image) -> Image.Image:
    """A page with a thin line around it, so that it shows on white."""
    line = 160 if picture.mode == "L" else (160, 160, 160)
    return ImageOps.expand(picture, 1, line)


def _thin(picture: Image.Image) -> Image.Image:
    """The picture with at most 32 colours."""
    return picture.convert("RGB").quantize(32, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def draw_all() -> Iterator[tuple[Path, Image.Image]]:
    """Every picture with its file."""
    for pictures in SECTIONS.values():
        for picture in pictures:
            yield picture.file, draw(picture)
    yield PICTURES / "ruler.png", draw_ruler()


def write_page() -> str:
    """The page docs/gallery.md."""
    parts = [
        "# Gallery\n\n"
        "All of this is printed by sheetgen, mostly from the ships that come with it. The\n"
        "pictures are drawn by `make gallery`; those of single pieces are cut out of the page.\n"
        "Under each stands the command that prints it, typed in a checkout of sheetgen.\n"
    ]
    shown = dict(OWN)
    for section, pictures in SECTIONS.items():
        parts.append(f"\n## {section}\n")
        for picture in pictures:
            image = f"![{picture.title}](pictures/{picture.name}.png)"
            parts.append(f"\n### {picture.title}\n\n{picture.caption}\n\n{image}\n")
            parts.append(f"\n`{picture.command}`\n")
            if picture.paths in shown:
                parts.append(
                    f"\nwhere `{picture.paths}` is\n\n```yaml\n{shown.pop(picture.paths)}```\n"
                )
    parts.append(
        "\n## The ruler\n\nEvery page has it in its margin where there is room. Hold a real ruler"
        " against it: if 50 mm\nmeasure 50 mm, the print has its true size.\n\n"
        "![ruler](pictures/ruler.png)\n"
    )
    return "".join(parts)


def main() -> None:
    """Writes all pictures and the page."""
    PICTURES.mkdir(exist_ok=True)
    for file, picture in draw_all():
        picture.save(file, "PNG", optimize=True)
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB, {picture.size}")
    (DOCS / "gallery.md").write_text(write_page(), "utf-8")


if __name__ == "__main__":
    main()
