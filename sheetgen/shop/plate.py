"""Plates: the PDF that a print shop prints from, and what had to be changed for it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.prepress.item import RGB
from sheetgen.export.prepress.picture import ProfileError
from sheetgen.export.prepress.writer import InkPress, PrintedPage, Standard, write_press_pdf
from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.files import Files
from sheetgen.pages.page import Page
from sheetgen.printing.options import ChoiceError
from sheetgen.shop.component import Component
from sheetgen.shop.icc import InkConversion, choose_icc
from sheetgen.shop.inspection import inspect_cuts
from sheetgen.shop.preflight.problem import Breaches, PageOrigin, demand
from sheetgen.shop.problem import FLATTENED, TOO_MUCH_INK
from sheetgen.shop.profile import Wanted

if TYPE_CHECKING:
    from PIL.Image import Image

_EXAMPLES = 3


def choose_press(
    wanted: Wanted, icc: str, project: Path, files: Files, grey: bool = False
) -> InkPress:
    """Choose the inks and the PDF standard of a profile, with the name of an ICC profile.

    With `grey` it has black alone, whatever the shop could print. Raises ChoiceError.
    """
    asks = wanted.asks
    space = "grey" if grey and asks.colour != "rgb" else asks.colour
    if icc and space != "cmyk":
        message = f"it is for CMYK, and this is printed for {wanted.name} in {space}"
        raise ChoiceError("profile", message)
    standard = Standard(asks.standard, asks.condition or "") if asks.standard else None
    colours = InkConversion(None, "")
    if space == "cmyk":
        colours = choose_icc(icc or asks.icc or "", project, files)
    return InkPress(space, asks.ink, standard, *colours, asks.dpi, asks.overprint)


def print_plates(
    pages: Sequence[Page],
    names: Sequence[PageOrigin],
    facts: Facts,
    press: InkPress,
) -> tuple[bytes, list[Diagnostic]]:
    """The PDF of pages, which come from somewhere, and what had to be changed.

    Raises ChoiceError for an ICC profile that can't be used.
    """
    try:
        printed = write_press_pdf(pages, facts, press)
    except ProfileError as error:
        raise ChoiceError("profile", str(error)) from None
    return printed.pdf, [
        *_find_excess_ink(printed, names, press),
        *_find_patches(printed, names, press),
    ]


def _find_excess_ink(
    printed: PrintedPage, names: Sequence[PageOrigin], press: InkPress
) -> list[Diagnostic]:
    """A warning for each page that has too much ink."""
    found = []
    limit = press.limit
    for number, colours in printed.excess.items():
        name, place, *_ = names[number]
        ranked = sorted(colours, key=lambda rgb: -colours[rgb])
        shown = ", ".join(f"{_write(rgb)} {colours[rgb]:.0%}" for rgb in ranked[:_EXAMPLES])
        message = f"{name} has colours that need more than {limit} % of ink: {shown}"
        hint = "their coloured inks are reduced to fit; a lighter or greyer colour stays as it is"
        found.append(TOO_MUCH_INK.at(place, message.replace("%", " %").replace("  ", " "), hint))
    for number, most in printed.soaked.items():
        name, place, *_ = names[number]
        message = f"a picture of {name} needs up to {most} % of ink, and the paper takes {limit} %"
        hint = "its dark parts are reduced to fit; a lighter picture stays as it is"
        found.append(TOO_MUCH_INK.at(place, message, hint))
    return found


def _write(rgb: RGB) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb)


def _find_patches(
    printed: PrintedPage, names: Sequence[PageOrigin], press: InkPress
) -> list[Diagnostic]:
    """A hint about parts of pages that became pictures."""
    if not printed.patches:
        return []
    number, boxes = next(iter(printed.patches.items()))
    name, place, *_ = names[number]
    parts = f"{len(boxes)} parts" if len(boxes) > 1 else "a part"
    more = len(printed.patches) - 1
    others = f", and on {more} more pages" if more > 1 else ", and on one more" if more else ""
    message = f"on {name} {parts} became a picture of {press.dpi} dpi{others}"
    hint = "something transparent lies there over what it can't be mixed with, such as a picture"
    return [FLATTENED.at(place, message, hint)]


# Pictures for print shops: each side of a component at the exact pixels, and a manifest.


MANIFEST = "manifest.csv"
_HEADINGS = ("front", "back", "name", "sheet", "quantity", "width px", "height px")


def paint_components(
    components: Sequence[Component], wanted: Wanted
) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """The files of a shop that takes pictures, by their names, and what it would object to."""
    files: dict[str, bytes] = {}
    rows: list[list[object]] = []
    sides = [(one, name, page) for one in components for name, page in one.sides]
    if not sides:
        return {}, []
    pdf = write_pdf([page for _, _, page in sides], Facts())
    across, up = wanted.asks.pixels or (0, 0)
    breaches = Breaches()
    inspect_cuts(pdf, [page.trim for _, _, page in sides], demand(wanted), breaches)
    for at, (_, name, _) in enumerate(sides):
        picture = paint_page(pdf, at, (across, up))
        files[f"{name}.png"] = encode_picture(picture, wanted.asks.dpi)
    for component in components:
        names = [f"{name}.png" for name, _ in component.sides]
        rows.append(
            [*(names if len(names) == 2 else [*names, ""]), component.title, component.sheet,
             component.count, across, up]
        )  # fmt: skip
    files[MANIFEST] = write_table([_HEADINGS, *rows])
    return files, breaches.tell([one.origin for one, _, _ in sides])


def paint_page(pdf: bytes, page: int, size: tuple[int, int]) -> Image:
    """A page of a PDF as an RGB picture of exactly so many pixels."""
    from sheetgen.export.png import open_page

    with open_page(pdf, page) as sheet:
        drawn: Any = sheet.render(
            scale=max(size[0] / sheet.get_width(), size[1] / sheet.get_height())
        )
        picture: Image = drawn.to_pil().convert("RGB")
    if picture.size != size:
        # PDFium rounds each side up by itself; a row or column at the edge of the bleed is cut.
        left, top = ((have - want) // 2 for have, want in zip(picture.size, size, strict=True))
        if min(left, top) >= 0:
            picture = picture.crop((left, top, left + size[0], top + size[1]))
        else:
            picture = picture.resize(size, 1)  # Pillow's LANCZOS
    return picture


def encode_picture(picture: Image, dpi: int) -> bytes:
    """A PNG file of an RGB picture, with its resolution."""
    made = io.BytesIO()
    picture.save(made, "PNG", dpi=(dpi, dpi), optimize=False, compress_level=6)
    return made.getvalue()


def write_table(rows: Sequence[Sequence[object]]) -> bytes:
    """A CSV file that spreadsheets open."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode("utf-8-sig")
