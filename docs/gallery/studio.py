"""Draws the pictures: what the program prints, with less detail and few colours."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps

from gallery.picture import Picture
from sheetgen import open_project
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.drawing import Drawing
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.png import write_png
from sheetgen.ground.units import PAPERS
from sheetgen.pages.layout import Layout
from sheetgen.pages.page import Page, Placement
from sheetgen.printing.order import Order
from sheetgen.printing.press import MARGIN, MarginStrip, Press
from sheetgen.systems.loading import Systems

ROOT = Path(__file__).resolve().parents[2]
_GREY = (120, 120, 120)
_GAP = 5


def draw(
    picture: Picture, game: str, own: Mapping[str, str], home: Path | None = None
) -> Image.Image:
    """The picture of a game, in few colours; `own` are files that only the gallery has.

    `home` is the folder of a game that does not come along with its code.
    """
    systems = Systems([home] if home else [])
    system = systems.get(game)
    assert system is not None
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in own.items():
            (folder / file).write_text(text, "utf-8")
        press = Press(folder, picture.ink, systems=systems)
        if picture.look:
            press.wardrobe = press.wardrobe.change(picture.look)
        layout = Layout(PAPERS[picture.paper or "a4"])
        order = Order(layout, sheets=(picture.sheet,), colour=picture.colour, title=system.name)
        if picture.paths:
            base = folder if picture.paths in own else ROOT
            paths = [base / path for path in picture.paths.split()]
            definitions = gather(paths, Shelf(systems)).printed
            pieces = list(press.draw_sheets(definitions, order))
        else:
            name = picture.sheet.removeprefix(f"{game}/")
            sheet = next(sheet for sheet in system.sheets if sheet.name == name)
            sizes = picture.sizes or sheet.blank_sizes
            pieces = list(press.draw_blanks(sheet, sizes, order, system))
        if picture.paper:
            return thin(_border(rasterize(press.lay_out(pieces, order), picture.dpi)))
        item = pieces[picture.piece][1]
        drawing = item.back if picture.back and item.back else item.drawing
        return thin(rasterize([frame(drawing)], picture.dpi))


POND = """\
system: regatta
id: heron
name: Heron
planks: 6
sail: 5
ballast: 3
---
system: regatta
id: duck
fleet: Duck Pond
ships: [{ship: dabchick, count: 3, names: [Dab, Dibble, Dot]}, {ship: heron}]
---
system: regatta
id: lily
fleet: Lily Pond
ships: [{ship: dabchick, names: [Pip]}, {ship: heron}]
"""


def draw_pond() -> Image.Image:
    """Cards, roster and counters of docs/games.md, whose game is in tests/homebrew."""
    systems = Systems([ROOT / "tests" / "homebrew"])
    with TemporaryDirectory() as name:
        file = Path(name) / "pond.yaml"
        file.write_text(POND, "utf-8")
        definitions = gather([file], Shelf(systems)).printed
    found: dict[str, list[Drawing]] = {}
    for batch, item in Press(None, systems=systems).draw_sheets(definitions, Order()):
        found.setdefault(batch.sheet, []).append(item.drawing)
    cards, counters, roster = found["card"], found["counters"], found["roster"][0]
    gap, high, wide = 12.0, roster.height, cards[0].width + cards[3].width
    first, second = cards[0].width + gap, roster.width + gap
    places = [(cards[0], 0.0, high + gap), (cards[3], first, high + gap), (roster, 0.0, 0.0)]
    side = counters[0].height
    for at, counter in enumerate((*counters[2:4], *counters[4:6])):
        x, y = second + at % 2 * (side + 4), high - (at // 2 + 1) * side - at // 2 * 4
        places.append((counter, x, y))
    placed = [Placement(drawing, x, y) for drawing, x, y in places]
    page = Page(wide + gap, high + gap + cards[0].height, tuple(placed))
    return thin(ImageOps.expand(rasterize([page], 110), 4, "white"))


def draw_ruler() -> Image.Image:
    """The strip in the margin of a page."""
    strip = MarginStrip("Tonight’s game", 1, 2)
    drawing = Press(None).draw(MARGIN, strip, "margin")
    return thin(ImageOps.expand(rasterize([frame(drawing)], 120), 12, "white"))


def draw_fleet() -> Image.Image:
    """Pages of a fleet that comes with sheetgen, as README prints it first of all."""
    pdf = open_project(ROOT).render("threshold-watch").pdf()
    pages = [Image.open(io.BytesIO(write_png(pdf, at, 100))) for at in (0, 1, 2, 5)]
    return join([page.convert("RGB").reduce(2) for page in pages], len(pages))


def frame(drawing: Drawing) -> Page:
    """A page as large as the drawing."""
    return Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))


def rasterize(pages: Sequence[Page], dpi: int) -> Image.Image:
    """The first page; it is drawn twice as large, which makes small letters clearer."""
    data = write_png(write_pdf(pages, Facts()), 0, 2 * dpi)
    return Image.open(io.BytesIO(data)).reduce(2)


def join(pages: Sequence[Image.Image], across: int) -> Image.Image:
    """Pages side by side on a grey ground."""
    wide, high = pages[0].size
    rows = -(-len(pages) // across)
    size = (across * (wide + _GAP) + _GAP, rows * (high + _GAP) + _GAP)
    whole = Image.new("RGB", size, _GREY)
    for at, page in enumerate(pages):
        whole.paste(page, (_GAP + at % across * (wide + _GAP), _GAP + at // across * (high + _GAP)))
    return thin(whole)


def _border(picture: Image.Image) -> Image.Image:
    """A page with a thin line around it, so that it shows on white."""
    line = 160 if picture.mode == "L" else (160, 160, 160)
    return ImageOps.expand(picture, 1, line)


def thin(picture: Image.Image) -> Image.Image:
    """The picture with at most 32 colours."""
    return picture.convert("RGB").quantize(32, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
