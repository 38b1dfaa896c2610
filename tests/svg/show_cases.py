"""Puts the drawings of all cases on one picture, to be looked at.

python tests/svg/show_cases.py OUT.png [CASE …]
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw
from pypdfium2 import PdfDocument

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.files import Files
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.type.fonts import Fonts

FOLDER = Path(__file__).parent / "cases"
WIDTH, HEIGHT, HEAD, ACROSS = 300, 200, 16, 5


def main(out: str, *names: str) -> None:
    """Draws the cases, or those named, into the PNG file `out`."""
    drafter = Drafter(Fonts(), files=Files([FOLDER]))
    tiles = []
    for path in sorted(FOLDER.glob("*.svg")):
        if names and path.stem not in names:
            continue
        drawing, problems = drafter.draw(path.read_text("utf-8"), path.parent)
        tile = Image.new("RGB", (WIDTH, HEIGHT + HEAD), "#ddd")
        ImageDraw.Draw(tile).text((4, 2), path.stem, fill="black")
        if problems:
            words = "\n".join(f"{p.line}: {p.message}" for p in problems)
            ImageDraw.Draw(tile).text((4, HEAD), words, fill="#900")
        else:
            page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
            scale = min(WIDTH / drawing.width, HEIGHT / drawing.height)
            with PdfDocument(write_pdf([page], Facts(path.stem))) as document:
                tile.paste(document[0].render(scale=scale).to_pil(), (0, HEAD))
        tiles.append(tile)
    down = -(-len(tiles) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * (WIDTH + 4), down * (HEIGHT + HEAD + 4)), "white")
    for at, tile in enumerate(tiles):
        sheet.paste(tile, (at % ACROSS * (WIDTH + 4), at // ACROSS * (HEIGHT + HEAD + 4)))
    sheet.save(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
