"""Draws the pictures: what the program prints, with less detail and few colours."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps

from gallery.picture import Picture
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.drawing import Drawing
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.png import write_png
from sheetgen.ground.units import PAPERS
from sheetgen.pages.layout import Layout
from sheetgen.pages.page import Page, Placement
from sheetgen.press import MARGIN, MarginStrip, Order, Press
from sheetgen.systems.catalogue import Systems

ROOT = Path(__file__).resolve().parents[2]


def draw(picture: Picture, game: str, own: Mapping[str, str]) -> Image.Image:
    """The picture of a game, in few colours; `own` are files that only the gallery has."""
    systems = Systems()
    system = systems.get(game)
    assert system is not None
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in own.items():
            (folder / file).write_text(text, "utf-8")
        press = Press(folder, picture.ink, systems=systems)
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
            pieces = list(press.draw_blanks(sheet, picture.sizes or sheet.blank_sizes, order))
        if picture.paper:
            return _thin(_border(_rasterize(press.lay_out(pieces, order), picture.dpi)))
        item = pieces[picture.piece][1]
        drawing = item.back if picture.back and item.back else item.drawing
        return _thin(_rasterize([_frame(drawing)], picture.dpi))


def draw_cards() -> Image.Image:
    """The two cards of docs/add-a-game.md, whose game is in tests/homebrew."""
    home = ROOT / "tests" / "homebrew"
    systems = Systems([home])
    with TemporaryDirectory() as name:
        heron = Path(name) / "heron.yaml"
        heron.write_text("system: regatta\nname: Heron\nplanks: 6\nsail: 5\nballast: 3\n", "utf-8")
        definitions = gather([home / "ships" / "dabchick.yaml", heron], Shelf(systems)).printed
    press = Press(None, systems=systems)
    cards = [item.drawing for _, item in press.draw_sheets(definitions, Order())]
    gap, wide = 12.0, sum(card.width for card in cards)
    placed = [Placement(card, at * (card.width + gap), 0) for at, card in enumerate(cards)]
    page = Page(wide + gap * (len(cards) - 1), cards[0].height, tuple(placed))
    return _thin(ImageOps.expand(_rasterize([page], 110), 4, "white"))


def draw_ruler() -> Image.Image:
    """The strip in the margin of a page."""
    strip = MarginStrip("Tonight’s game", 1, 2)
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
