"""Pages → a PDF for a press: opaque, in its inks, and by a standard if one is asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from sheetgen.drawing.drawing import IDENTITY, Drawing, Image, Resources
from sheetgen.export.pdf import Facts, describe_facts, write_pdf
from sheetgen.export.pdf.font import add_font
from sheetgen.export.pdf.label import number_pages
from sheetgen.export.pdf.objects import PlainObjects, array_of, dictionary, list_of, text_of
from sheetgen.export.pdf.resource import add_image, make_shading
from sheetgen.export.prepress.flattener import Flattener, Patch
from sheetgen.export.prepress.ink import RGB, Inks, Space
from sheetgen.export.prepress.interpreter import Interpreter, State
from sheetgen.export.prepress.item import Item, meet
from sheetgen.export.prepress.picture import Converter, pack
from sheetgen.export.prepress.standard import (
    Standard,
    describe_intent,
    write_information,
    write_xmp,
)
from sheetgen.export.prepress.writing import OVERPRINT, PressWriter, Screen
from sheetgen.ground.geometry import Box
from sheetgen.pages.composition import Composition
from sheetgen.pages.page import Page, Placement

_DPI = 300
"""Pixels to the inch of parts of pages that become pictures, at least."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a press asks for: `limit` is the ink its paper takes, in percent.

    `profile` is the ICC file of the user's own by which pictures are converted. With `overprint`,
    black text is printed over what is below it, so that no paper shows at its edges.
    """

    space: Space = "rgb"
    limit: int | None = None
    standard: Standard | None = None
    profile: bytes | None = None
    dpi: int = _DPI
    overprint: bool = False


@dataclass(slots=True)
class Printed:
    """A PDF, and what was done to its pages, by their numbers from 0.

    `patches` are parts that became pictures, `excess` colours that needed more ink than the paper
    takes, with what they needed, and `soaked` what pictures needed.
    """

    pdf: bytes = b""
    patches: dict[int, list[Box]] = field(default_factory=dict)
    excess: dict[int, dict[RGB, float]] = field(default_factory=dict)
    soaked: dict[int, int] = field(default_factory=dict)


def write_press_pdf(pages: Sequence[Page], facts: Facts, press: Press) -> Printed:
    """The PDF of pages for a press. The same pages always give the same bytes.

    Raises ProfileError for a profile that can't be used.
    """
    printed = Printed()
    inks = Inks(press.space, press.limit)
    converter = Converter(press.space, press.limit, press.profile)
    composition = Composition(pages)
    source = composition.resources
    writer = PressWriter(source, inks, converter, press.overprint and press.space == "cmyk")
    standard = press.standard
    objects = PlainObjects(standard.pdf_version if standard else "1.4")
    tree = objects.reserve()
    contents: dict[Page, str] = {}
    references = []
    for number, page in enumerate(pages):
        known = contents.get(page)
        if known is None:
            inks.excess, converter.most = {}, 0
            known = contents[page] = _add_content(
                objects, page, composition, writer, press, number, printed
            )
            if inks.excess:
                printed.excess[number] = inks.excess
            if press.limit and converter.most > press.limit + 1:
                printed.soaked[number] = converter.most
        references.append(objects.add(_describe_page(page, tree, objects.resources, known)))
    objects.add(dictionary(Type="/Pages", Count=len(pages), Kids=list_of(references)), tree)
    writer.resources.faces, writer.resources.glyphs = source.faces, source.glyphs
    objects.add(_list_resources(objects, writer.resources), objects.resources)
    printed.pdf = _finish(objects, pages, tree, facts, standard)
    return printed


def _add_content(
    objects: PlainObjects,
    page: Page,
    composition: Composition,
    writer: PressWriter,
    press: Press,
    number: int,
    printed: Printed,
) -> str:
    """Writes what is on a page; returns the reference to it."""
    box = (0.0, 0.0, page.width, page.height)
    items = Interpreter(composition.resources, State(IDENTITY, box)).read(composition.compose(page))
    dpi = max(press.dpi, _DPI)
    flattener = Flattener(box, partial(snap, page=box, dpi=dpi))
    opaque = flattener.flatten(items)
    if flattener.patches:
        printed.patches[number] = [patch.box for patch in flattener.patches]
        writer.patches = [
            rasterise(page, items, patch, composition.resources, dpi) for patch in flattener.patches
        ]
        writer.forget_patches()
    return objects.add_stream(writer.write(opaque).encode("latin-1"))


def rasterise(
    page: Page, items: Sequence[Item], patch: Patch, resources: Resources, dpi: int
) -> Image:
    """The part of a page that a patch names, as a picture of everything up to its item."""
    from sheetgen.export.png import open_page

    screen = Screen(resources)
    operators = screen.write(items[: patch.raw])
    x0, y0, x1, y1 = patch.box
    named = Resources(
        resources.faces,
        resources.glyphs,
        resources.images,
        resources.forms,
        {**resources.states, **screen.states},
        resources.shadings,
    )
    drawing = Drawing(page.width, page.height, operators, named)
    part = Page(x1 - x0, y1 - y0, (Placement(drawing, -x0, -y0),))
    with open_page(write_pdf([part], Facts()), 0) as sheet:
        picture = sheet.render(scale=dpi / 72).to_pil().convert("RGB")
    # PDFium rounds each side up by itself.
    return pack(picture.crop((0, 0, round((x1 - x0) * dpi / 72), round((y1 - y0) * dpi / 72))))


def snap(box: Box, page: Box, dpi: int) -> Box:
    """A box widened to whole pixels, counted from the page's upper left corner."""
    unit, high = 72 / dpi, page[3]
    x0, y0, x1, y1 = meet(box, page)
    return (
        math.floor(x0 / unit) * unit,
        high - math.ceil((high - y0) / unit) * unit,
        math.ceil(x1 / unit) * unit,
        high - math.floor((high - y1) / unit) * unit,
    )


def _describe_page(page: Page, tree: str, resources: str, content: str) -> str:
    whole = (0.0, 0.0, page.width, page.height)
    return dictionary(
        Type="/Page",
        Parent=tree,
        MediaBox=array_of(*whole),
        BleedBox=array_of(*(page.bleed or whole)),
        TrimBox=array_of(*(page.trim or whole)),
        Resources=resources,
        Contents=content,
    )


def _list_resources(objects: PlainObjects, found: Resources) -> str:
    known: dict[str, str] = {}
    sections = {
        "Font": {n: add_font(objects, f, found.glyphs[n]) for n, f in sorted(found.faces.items())},
        "XObject": {n: add_image(objects, i, known) for n, i in sorted(found.images.items())},
        "Shading": {n: make_shading(s) for n, s in sorted(found.shadings.items())},
    }
    if OVERPRINT in found.states:
        sections["ExtGState"] = {OVERPRINT: "<</OP true/op true/OPM 1>>"}
    return dictionary(**{key: dictionary(**some) for key, some in sections.items() if some})


def _finish(
    objects: PlainObjects, pages: Sequence[Page], tree: str, facts: Facts, standard: Standard | None
) -> bytes:
    labels = [page.label for page in pages]
    entries = {
        "Type": "/Catalog",
        "Pages": tree,
        "ViewerPreferences": "<</PrintScaling/None/DisplayDocTitle true>>",
        "PageLabels": number_pages(labels) if any(labels) else None,
        "Lang": text_of(facts.language) if facts.language else None,
        "PageLayout": "/TwoPageRight" if facts.spreads else None,
    }
    if standard is None:
        return objects.finish(dictionary(**entries), describe_facts(facts))
    packet = write_xmp(facts, standard)
    entries["Metadata"] = objects.add_packed(packet, Type="/Metadata", Subtype="/XML")
    entries["OutputIntents"] = list_of([describe_intent(standard)])
    return objects.finish(dictionary(**entries), write_information(facts, standard))
