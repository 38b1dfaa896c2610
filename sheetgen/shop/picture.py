"""Pictures for print shops: each side of a component at the exact pixels, and a manifest."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.units import INCH
from sheetgen.shop.component import Component
from sheetgen.shop.inspection import Fault, inspect_picture, inspect_texts, tell_faults
from sheetgen.shop.profile import Wanted

if TYPE_CHECKING:
    from PIL.Image import Image

MANIFEST = "manifest.csv"
_HEADINGS = ("front", "back", "name", "sheet", "quantity", "width px", "height px")


def paint_components(
    components: Sequence[Component], wanted: Wanted
) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """The files of a shop that takes pictures, by their names, and what it would object to."""
    files: dict[str, bytes] = {}
    found: list[Fault] = []
    rows: list[list[object]] = []
    sides = [(one, name, page) for one in components for name, page in one.sides]
    if not sides:
        return {}, []
    pdf = write_pdf([page for _, _, page in sides], Facts())
    across, up = wanted.asks.pixels or (0, 0)
    for at, (component, name, page) in enumerate(sides):
        picture = paint_page(pdf, at, (across, up))
        files[f"{name}.png"] = encode_picture(picture, wanted.asks.dpi)
        found += inspect_picture(picture, component, wanted)
        found += inspect_texts(pdf, at, page, component, wanted)
    for component in components:
        names = [f"{name}.png" for name, _ in component.sides]
        rows.append(
            [*(names if len(names) == 2 else [*names, ""]), component.title, component.sheet,
             component.count, across, up]
        )  # fmt: skip
    files[MANIFEST] = write_table([_HEADINGS, *rows])
    return files, tell_faults(found)


def inspect_components(components: Sequence[Component], wanted: Wanted) -> list[Diagnostic]:
    """What a shop that takes a PDF would object to."""
    sides = [(one, page) for one in components for _, page in one.sides]
    pdf = write_pdf([page for _, page in sides], Facts())
    found: list[Fault] = []
    for at, (component, page) in enumerate(sides):
        scale = wanted.asks.dpi / INCH
        size = (round(page.width * scale), round(page.height * scale))
        found += inspect_picture(paint_page(pdf, at, size), component, wanted)
        found += inspect_texts(pdf, at, page, component, wanted)
    return tell_faults(found)


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
