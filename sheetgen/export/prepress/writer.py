"""Pages → a PDF for a press: opaque, in its inks, and by a standard if one is asked for."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import partial
from hashlib import blake2b
from itertools import pairwise
from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import (
    IDENTITY,
    Drawing,
    Image,
    Resources,
    Shading,
    matrix_operator,
)
from sheetgen.export.pdf import (
    BASIC_FACTS,
    DUBLIN_CORE,
    PDF_FACTS,
    Facts,
    describe_facts,
    list_catalog,
    make_alternative,
    make_sequence,
    write_pdf,
    write_xmp,
)
from sheetgen.export.pdf.objects import (
    PlainObjects,
    add_font,
    add_image,
    array_of,
    dictionary,
    list_of,
    make_shading,
    text_of,
)
from sheetgen.export.prepress.flattener import Flattener, Patch
from sheetgen.export.prepress.interpreter import Interpreter, State
from sheetgen.export.prepress.item import RGB, Colour, Inks, Layer, PaintItem, Space, lay_over, meet
from sheetgen.export.prepress.picture import Converter, lay_on, pack, stand
from sheetgen.export.vector.defs import unpack
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.version import __version__
from sheetgen.pages.page import Composition, Page, Placement

# The standard and printing condition of a PDF/X, in Info and in XMP


DATE = "20260101000000Z"
"""When every PDF/X says that it was made, as the same input has to give the same bytes."""
_XMP_DATE = "2026-01-01T00:00:00Z"
_VERSIONS = {
    "x-1a:2001": ("PDF/X-1:2001", "PDF/X-1a:2001", "1.3"),
    "x-1a:2003": ("PDF/X-1a:2003", "", "1.4"),
}
"""The version and conformance that a standard has written, and the version of PDF it builds on."""
CONDITIONS = {
    "CGATS21_CRPC1": "CGATS 21-2, CRPC1 (universal cold-set news)",
    "FOGRA39": "Offset printing, ISO 12647-2, paper type 1 or 2",
}


class Standard(NamedTuple):
    """A standard of PDF/X, such as `x-1a:2003`, and the registered printing condition."""

    name: str
    condition: str

    @property
    def pdf_version(self) -> str:
        """The version of PDF that the file is."""
        return _VERSIONS[self.name][2]


def describe_intent(standard: Standard, colours: str = "") -> str:
    """The output intent: a condition of the ICC's registry, whose profile is left out.

    It also says how colours were converted.
    """
    about = CONDITIONS.get(standard.condition, standard.condition)
    return dictionary(
        Type="/OutputIntent",
        S="/GTS_PDFX",
        OutputConditionIdentifier=text_of(standard.condition),
        OutputCondition=text_of(about),
        RegistryName=text_of("http://www.color.org"),
        Info=text_of(f"{about}; colours were converted by {colours}" if colours else about),
    )


def write_information(facts: Facts, standard: Standard) -> str:
    """The Info dictionary."""
    version, conformance, _ = _VERSIONS[standard.name]
    texts = {
        "Title": facts.title or "sheetgen",
        "Author": facts.author,
        "Subject": facts.subject,
        "Keywords": facts.keywords,
        "Creator": f"sheetgen {__version__}",
        "Producer": f"sheetgen {__version__}",
        "CreationDate": f"D:{DATE}",
        "ModDate": f"D:{DATE}",
        "GTS_PDFXVersion": version,
        "GTS_PDFXConformance": conformance,
    }
    entries = {key: text_of(text) for key, text in texts.items() if text}
    return dictionary(**entries, Trapped="/False")


def write_packet(facts: Facts, standard: Standard) -> bytes:
    """The XMP packet, which says the same as Info."""
    version, conformance, _ = _VERSIONS[standard.name]
    made = f"sheetgen {__version__}"
    lines = [
        ("dc:format", "application/pdf"),
        ("dc:title", make_alternative(escape(facts.title or "sheetgen"))),
        ("dc:creator", make_sequence(escape(facts.author)) if facts.author else ""),
        ("dc:description", make_alternative(escape(facts.subject)) if facts.subject else ""),
        ("pdf:Keywords", escape(facts.keywords)),
        ("pdf:Producer", made),
        ("pdf:Trapped", "False"),
        ("xmp:CreatorTool", made),
        ("xmp:CreateDate", _XMP_DATE),
        ("xmp:ModifyDate", _XMP_DATE),
        ("xmp:MetadataDate", _XMP_DATE),
        ("pdfx:GTS_PDFXVersion", version),
        ("pdfx:GTS_PDFXConformance", conformance),
        ("pdfxid:GTS_PDFXVersion", version),
    ]
    return write_xmp(lines, _NAMESPACES)


_NAMESPACES = {
    "dc": DUBLIN_CORE,
    "pdf": PDF_FACTS,
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmp": BASIC_FACTS,
}


# Items → content streams, in the colours of the screen or the inks of a press


_STEPS = 8
"""Parts of a gradient in which it runs straight in the inks of a press."""


OVERPRINT = "Over"
"""The name of the state in which black is printed over what is below (ISO 32000-1 §11.7.4)."""


class Screen:
    """Writes items as they were, transparent and in RGB."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self.states: dict[str, dict[str, float]] = {}

    def write(self, items: Iterable[PaintItem]) -> str:
        """The operators that paint items."""
        return "\n".join(self._write(item) for item in items)

    def _write(self, item: PaintItem) -> str:
        name = f"A{round(item.alpha * 1000)}"
        self.states[name] = {"ca": item.alpha, "CA": item.alpha}
        if item.kind == "group":
            painted = f"{matrix_operator(item.matrix)} /{item.body[0]} Do"
        else:
            painted = write_item(item, write_rgb, lambda item: f"/{item.body[0]}")
        clips = "".join(clip.operators + "\n" for clip in item.clips)
        return f"q {clips}/{name} gs {painted} Q"


def write_rgb(rgb: RGB, stroke: bool, is_text: bool = False) -> str:
    """The operator that sets an RGB colour."""
    return f"{' '.join(fmt(part, 4) for part in rgb)} {'RG' if stroke else 'rg'}"


class PressWriter:
    """Writes opaque items in the inks of a press; `resources` are what they name."""

    def __init__(
        self, source: Resources, inks: Inks, converter: Converter, overprint: bool = False
    ) -> None:
        """With `overprint`, text in pure black is printed over what is below."""
        self.source, self.inks, self.converter = source, inks, converter
        self.overprint = overprint
        self.resources = Resources()
        self.patches: list[Image] = []
        self._images: dict[tuple[str, tuple[Layer, ...], RGB | None], str] = {}

    def write(self, items: Iterable[PaintItem]) -> str:
        """The operators that paint items."""
        lines: list[str] = []
        clips: object = None
        for item in items:
            if item.clips != clips:
                if clips:
                    lines.append("Q")
                clips = item.clips
                if clips:
                    lines += ["q", *(clip.operators for clip in item.clips)]
            painted = write_item(item, self.inks.write, self._name)
            if self.overprint and item.kind == "text" and self._is_black(item):
                self.resources.states[OVERPRINT] = {}
                painted = f"q /{OVERPRINT} gs {painted} Q"
            lines.append(painted)
        if clips:
            lines.append("Q")
        return "\n".join(lines)

    def _is_black(self, item: PaintItem) -> bool:
        colours = [
            lay_over(part.rgb, item.layers) for part in item.body if isinstance(part, Colour)
        ]
        return all(self.inks.mix(rgb, is_text=True) == (0, 0, 0, 1) for rgb in colours)

    def forget_patches(self) -> None:
        """Makes room for the patches of the next page, which have numbers of their own."""
        self._images = {key: v for key, v in self._images.items() if key[0][:6] != "raster"}

    def _name(self, item: PaintItem) -> str:
        name = str(item.body[0])
        if item.kind == "shade":
            return f"/{self._shade(self.source.shadings[name], item.layers)}"
        key = (f"{item.kind} {name}", item.layers, item.ground)
        known = self._images.get(key)
        if known is None:
            known = self._images[key] = self._convert(item, name)
        return f"/{known}"

    def _convert(self, item: PaintItem, name: str) -> str:
        """Adds a picture in the inks of the press; returns its name."""
        is_patch = item.kind == "raster"
        image = self.patches[int(name)] if is_patch else self.source.images[name]
        picture = unpack(image)
        if item.ground is not None:
            mask = unpack(image.mask) if image.mask else None
            picture = stand(picture, mask, item.ground)
        # Flat colours at the edge of a patch go on beside it.
        made = pack(self.converter.convert(lay_on(picture, item.layers), is_patch))
        self.resources.images[made.name] = made
        return made.name

    def _shade(self, shading: Shading, layers: tuple[Layer, ...]) -> str:
        """Adds a gradient in the inks of the press; returns its name."""
        stops = [(at, _widen(colour)) for at, colour in shading.stops]
        fine = stops[:1]
        for (begin, first), (end, last) in pairwise(stops):
            for step in range(1, _STEPS + 1):
                t = step / _STEPS
                r, g, b = (p + (q - p) * t for p, q in zip(first, last, strict=True))
                fine.append((begin + (end - begin) * t, (r, g, b)))
        mixed = tuple((at, self.inks.mix(lay_over(rgb, layers))) for at, rgb in fine)
        if len({len(colour) for _, colour in mixed}) > 1:  # greys among RGB
            mixed = tuple((at, colour * 3 if len(colour) == 1 else colour) for at, colour in mixed)
        key = repr((shading.kind, shading.coords, mixed)).encode()
        name = "S" + blake2b(key, digest_size=6).hexdigest()
        self.resources.shadings[name] = Shading(name, shading.kind, shading.coords, mixed)
        return name


def _widen(colour: tuple[float, ...]) -> RGB:
    r, g, b = colour * 3 if len(colour) == 1 else colour
    return r, g, b


def write_item(
    item: PaintItem,
    write_colour: Callable[[RGB, bool, bool], str],
    name: Callable[[PaintItem], str],
) -> str:
    """The operators that paint an item, without its clips."""
    if item.kind == "text":
        parts = (
            write_colour(lay_over(part.rgb, item.layers), part.stroke, True)
            if isinstance(part, Colour)
            else part
            for part in item.body
        )
        # How letters are spaced and raised goes on after ET, until somebody says otherwise.
        return f"q BT {' '.join(parts)} ET Q"
    if item.kind == "raster":
        x0, y0, x1, y1 = item.box
        return f"q {fmt(x1 - x0, 6)} 0 0 {fmt(y1 - y0, 6)} {fmt(x0)} {fmt(y0)} cm {name(item)} Do Q"
    place = matrix_operator(item.matrix) if item.matrix != IDENTITY else ""
    if item.kind == "image":
        return f"q {place} {name(item)} Do Q"
    if item.kind == "shade":
        return f"q {place} {name(item)} sh Q"
    colour = write_colour(item.shown, item.kind == "stroke", False)
    if item.kind == "stroke":
        return f"q {place} {item.setup} {colour} {item.body[0]} S Q"
    paint = "f*" if item.even_odd else "f"
    return (
        f"q {place} {colour} {item.body[0]} {paint} Q"
        if place
        else f"{colour} {item.body[0]} {paint}"
    )


_DPI = 300
"""Pixels to the inch of parts of pages that become pictures, at least."""


@record
class InkPress:
    """The demands of a press: `limit` is the ink its paper takes, in percent.

    `profile` is the ICC file by which colours are converted, and `about` what the output intent
    says of that. With `overprint`, black text is printed over what is below it, so that no paper
    shows at its edges.
    """

    space: Space = "rgb"
    limit: int | None = None
    standard: Standard | None = None
    profile: bytes | None = None
    about: str = ""
    dpi: int = _DPI
    overprint: bool = False


@record(frozen=False)
class PrintedPage:
    """A PDF, and what was done to its pages, by their numbers from 0.

    `patches` are parts that became pictures, `excess` colours that needed more ink than the paper
    takes, with what they needed, and `soaked` what pictures needed.
    """

    pdf: bytes = b""
    patches: dict[int, list[Box]] = field(default_factory=dict)
    excess: dict[int, dict[RGB, float]] = field(default_factory=dict)
    soaked: dict[int, int] = field(default_factory=dict)


def write_press_pdf(pages: Sequence[Page], facts: Facts, press: InkPress) -> PrintedPage:
    """The PDF of pages for a press. The same pages always give the same bytes.

    Raises ProfileError for a profile that can't be used.
    """
    printed = PrintedPage()
    converter = Converter(press.space, press.limit, press.profile)
    inks = Inks(press.space, press.limit, converter.mix)
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
    printed.pdf = _finish(objects, pages, tree, facts, press)
    return printed


def _add_content(
    objects: PlainObjects,
    page: Page,
    composition: Composition,
    writer: PressWriter,
    press: InkPress,
    number: int,
    printed: PrintedPage,
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
    page: Page, items: Sequence[PaintItem], patch: Patch, resources: Resources, dpi: int
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
    objects: PlainObjects, pages: Sequence[Page], tree: str, facts: Facts, press: InkPress
) -> bytes:
    standard = press.standard
    entries = list_catalog(tree, pages, facts)
    if standard is None:
        return objects.finish(dictionary(**entries), describe_facts(facts))
    packet = write_packet(facts, standard)
    entries["Metadata"] = objects.add_packed(packet, Type="/Metadata", Subtype="/XML")
    entries["OutputIntents"] = list_of([describe_intent(standard, press.about)])
    return objects.finish(dictionary(**entries), write_information(facts, standard))
