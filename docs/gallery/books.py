"""Books: pages of the shipped ones."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from gallery.studio import join
from sheetgen import open_project
from sheetgen.export.png import write_png
from sheetgen.ground.files import Files
from sheetgen.shop.profile import read_profile

ROOT = Path(__file__).resolve().parents[2]
_CUT, _FOLD, _SAFE = (230, 40, 40), (255, 255, 255), (60, 200, 80)


class Edition(NamedTuple):
    """A book as it is printed; without a theme, in its own."""

    book: str
    theme: str = ""
    ink: str = "color"

    @property
    def command(self) -> str:
        """The command that publishes it."""
        words = ["sheetgen book", self.book, "-o", f"{self.book}.pdf"]
        words += ["--theme", self.theme] if self.theme else []
        words += ["--ink", self.ink] if self.ink != "color" else []
        return " ".join(words)


class Spread(NamedTuple):
    """A picture of several pages side by side, counted from 1 in the PDF."""

    name: str
    title: str
    caption: str
    pages: tuple[tuple[Edition, int], ...]
    across: int
    dpi: int = 40

    @property
    def command(self) -> str:
        """The command that publishes the first of its books."""
        return self.pages[0][0].command


_TOLL = Edition("the-ice-toll")
_WINDWARD = Edition("windward-and-quarry")
SPREADS = (
    Spread(
        "the-ice-toll",
        "The Ice Toll",
        "A book about two fleets in the theme naval archive: cover, contents, chapter, ship pages.",
        ((_TOLL, 1), (_TOLL, 3), (_TOLL, 5), (_TOLL, 7), (_TOLL, 15), (_TOLL, 16)),
        3,
    ),
    Spread(
        "windward-and-quarry",
        "Windward and Quarry",
        "A book of 6 × 9 inches in the theme clean, with a table of a squadron and a card.",
        ((_WINDWARD, 1), (_WINDWARD, 5), (_WINDWARD, 7), (_WINDWARD, 14)),
        4,
        48,
    ),
    Spread(
        "themes",
        "The themes",
        "One page in the themes clean, naval archive and low ink, and in greys.",
        (
            (_WINDWARD, 5),
            (Edition("windward-and-quarry", "naval-archive"), 5),
            (Edition("windward-and-quarry", "low-ink"), 5),
            (Edition("windward-and-quarry", "naval-archive", "grey"), 5),
        ),
        4,
        48,
    ),
)


class Wrapped(NamedTuple):
    """A picture of a whole cover as a print shop has it, with lines where it cuts and folds."""

    name: str
    title: str
    caption: str
    book: str
    paper: str
    profile: str
    spine: float  # millimetres
    dpi: int = 50

    @property
    def command(self) -> str:
        """The command that makes it."""
        words = ["sheetgen book", self.book, "--for", self.profile]
        words += ["--paper", self.paper, "--spine", f"{self.spine:g}mm", "-o", "shop"]
        return " ".join(words)


COVERS = (
    Wrapped(
        "cover",
        "A cover in one piece",
        "The back, the spine and the front of The Ice Toll as a print shop asks for them. The "
        "lines are not printed: red is the cut, white are the folds, and texts stay inside the "
        "green box.",
        "the-ice-toll",
        "6x9",
        "lulu-book",
        12.0,
    ),
)


def draw_spreads() -> Iterator[tuple[str, Image.Image]]:
    """Every picture with its name."""
    for cover in COVERS:
        yield cover.name, _draw_cover(cover)
    for spread in SPREADS:
        pages = [_draw_page(edition, number, spread.dpi) for edition, number in spread.pages]
        yield spread.name, join(pages, spread.across)


def _draw_cover(cover: Wrapped) -> Image.Image:
    """A cover with the lines of the shop."""
    file = ROOT / "ships" / "books" / f"{cover.book}.yaml"
    project = open_project(file.parent)
    made = project.publish(file.name, paper=cover.paper, profile=cover.profile, spine=cover.spine)
    files = made.files or {}
    page = write_png(files["cover.pdf"], 0, 2 * cover.dpi)
    drawn = Image.open(io.BytesIO(page)).convert("RGB").reduce(2)
    asks = read_profile(cover.profile, file.parent, Files()).asks
    scale = cover.dpi / 25.4
    wide, high = drawn.size
    edge, safe = asks.bleed * scale, (asks.bleed + asks.safe) * scale
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((edge, edge, wide - edge, high - edge), outline=_CUT)
    pen.rectangle((safe, safe, wide - safe, high - safe), outline=_SAFE)
    for side in (-1, 1):
        x = round(wide / 2 + side * cover.spine * scale / 2)
        for y in range(0, high, 8):
            pen.line((x, y, x, y + 3), fill=_FOLD)
    return drawn.quantize(32, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _draw_page(edition: Edition, number: int, dpi: int) -> Image.Image:
    """A page; it is drawn twice as large, which makes small letters clearer."""
    data = write_png(_publish(edition), number - 1, 2 * dpi)
    return Image.open(io.BytesIO(data)).convert("RGB").reduce(2)


@cache
def _publish(edition: Edition) -> bytes:
    file = ROOT / "ships" / "books" / f"{edition.book}.yaml"
    project = open_project(file.parent)
    return project.publish(file.name, theme=edition.theme, ink=edition.ink).pdf()
