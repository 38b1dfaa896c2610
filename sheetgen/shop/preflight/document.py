"""Orders: a PDF as a whole, its version, boxes and condition, and the files that go with it."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import unquote

from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import join_words, shorten
from sheetgen.ground.units import INCH, MM, format_size
from sheetgen.shop.inspection import find_short_sides, inspect_cuts
from sheetgen.shop.preflight.content import Inspector, TooDeepError, measure
from sheetgen.shop.preflight.problem import (
    BOX,
    COLOUR,
    DAMAGED,
    HOME,
    INTENT,
    LIVELY,
    LOCKED,
    METADATA,
    MIXED,
    PAGES,
    SPINE,
    VERSION,
    Breaches,
    Demand,
    demand,
)
from sheetgen.shop.problem import SHORT_OF_BLEED
from sheetgen.shop.profile import Wanted

_SLACK = 0.5  # points
_CUT = 1.5  # points by which a cover may differ
_MOST_PAGES = 1000  # of a book where a shop says nothing
_EXAMPLES = 4
_VERSIONS = {
    "x-1a:2001": (1.4, "PDF/X-1:2001", "PDF/X-1a:2001"),
    "x-1a:2003": (1.4, "PDF/X-1a:2003", ""),
}
_NEEDED = ("Title", "CreationDate", "ModDate", "Creator", "Producer")
_PAIRS = {
    "Title": "dc:title",
    "Author": "dc:creator",
    "Subject": "dc:description",
    "Keywords": "pdf:Keywords",
    "Creator": "xmp:CreatorTool",
    "Producer": "pdf:Producer",
    "CreationDate": "xmp:CreateDate",
    "ModDate": "xmp:ModifyDate",
    "Trapped": "pdf:Trapped",
    "GTS_PDFXVersion": "pdfx:GTS_PDFXVersion",
}
"""The properties that Info and XMP both have."""
_XMP = {
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}
_MOST_XMP = 5_000_000


def preflight(data: bytes, file: str, demand: Demand) -> list[Diagnostic]:
    """Every breach in a PDF. A file that can't be read has one that says so."""
    return inspect(data, demand)[0].report(file)


def inspect(data: bytes, demand: Demand) -> tuple[Breaches, list[Box]]:
    """Every breach in a PDF, and the boxes that its pages are cut to."""
    from pikepdf import PasswordError, Pdf, PdfError

    breaches = Breaches()
    cuts: list[Box | None] = []
    try:
        with Pdf.open(io.BytesIO(data)) as pdf:
            if demand.is_home:
                pass
            elif _is_for_home(pdf):
                shop = demand.name or "a profile of `sheetgen list profiles`"
                breaches.add(HOME, f"made for a printer at home; print it with --for {shop}")
            else:
                cuts = _check(pdf, data, demand, breaches)
                inspect_cuts(data, cuts, demand, breaches)
    except PasswordError:
        breaches.add(LOCKED, "it is encrypted, and opens with a password only")
    except TooDeepError as error:
        breaches.add(DAMAGED, f"it is not meant to be printed: {error}")
    except PdfError as error:
        text = re.sub(r"^.*?: ", "", str(error))
        breaches.add(DAMAGED, f"it is not a PDF that can be read ({shorten(text, 80)})")
    except MemoryError:
        raise
    except Exception as error:  # strangers' files fail in any way
        breaches.add(DAMAGED, f"a part of it can't be read ({type(error).__name__})")
    return breaches, list(filter(None, cuts))


def _is_for_home(pdf: Any) -> bool:
    """Whether it is a PDF of ours that no profile of a shop made: one without a TrimBox."""
    info = pdf.docinfo
    is_ours = str(info.get("/Producer", "")).startswith("sheetgen ")
    return (
        is_ours
        and "/GTS_PDFXVersion" not in info
        and any("/TrimBox" not in p.obj for p in pdf.pages)
    )


def _check(pdf: Any, data: bytes, demand: Demand, breaches: Breaches) -> list[Box | None]:
    """Checks everything but what is near the cut; returns the box to which each page is cut."""
    if pdf.is_encrypted:
        breaches.add(LOCKED, "it is encrypted")
    if demand.standard:
        _check_version(pdf, data, demand, breaches)
        _check_intent(pdf, demand, breaches)
        _check_information(pdf, breaches)
    _check_catalog(pdf, breaches)
    inspector = Inspector(demand, breaches)
    cuts: list[Box | None] = []
    for number, page in enumerate(pdf.pages, start=1):
        try:
            cuts.append(None)
            cuts[-1] = _check_boxes(page, number, demand, breaches)
            _check_annotations(page, number, breaches)
            inspector.inspect(page, number)
        except (TooDeepError, MemoryError):
            raise
        except Exception as error:  # the other pages are still looked at
            message = f"a part of it can't be read ({type(error).__name__})"
            breaches.add(DAMAGED, message, f"page {number}")
    _check_pages([(c[2] - c[0], c[3] - c[1]) for c in cuts if c], demand, breaches)
    return cuts


def _check_version(pdf: Any, data: bytes, demand: Demand, breaches: Breaches) -> None:
    most, name, conformance = _VERSIONS[demand.standard]
    if float(pdf.pdf_version) > most:
        breaches.add(VERSION, f"PDF {pdf.pdf_version}, where {name} is up to {most}")
    for mark, what in ((rb"/Type\s*/ObjStm", "objects"), (rb"/Type\s*/XRef", "a table of objects")):
        if re.search(mark, data):
            breaches.add(VERSION, f"{what} packed into streams, as of PDF 1.5")
    info = pdf.docinfo
    said = str(info.get("/GTS_PDFXVersion", ""))
    if said != name:
        breaches.add(VERSION, f"it says that it is {said or 'of no standard'}, and not {name}")
    elif conformance and str(info.get("/GTS_PDFXConformance", "")) != conformance:
        breaches.add(VERSION, f"it does not conform to {conformance}, by its own words")
    if "/ID" not in pdf.trailer:
        breaches.add(METADATA, "it has no /ID")


def _check_intent(pdf: Any, demand: Demand, breaches: Breaches) -> None:
    intents = pdf.Root.get("/OutputIntents")
    ours = [one for one in intents or () if str(one.get("/S", "")) == "/GTS_PDFX"]
    if len(ours) != 1:
        count = f"{len(ours)} OutputIntents" if ours else "no OutputIntent"
        breaches.add(INTENT, f"{count} of PDF/X, where there must be one")
        return
    [intent] = ours
    name = str(intent.get("/OutputConditionIdentifier", ""))
    if not name:
        breaches.add(INTENT, "the OutputIntent names no condition")
    elif demand.condition and name != demand.condition:
        breaches.add(INTENT, f"the condition is {name}, and {demand.condition} is asked for")
    profile = intent.get("/DestOutputProfile")
    if profile is None and not str(intent.get("/RegistryName", "")):
        breaches.add(INTENT, "the OutputIntent has neither a registry nor a profile")
    if profile is not None and int(profile.get("/N", 0)) == 3:
        breaches.add(INTENT, "the profile of the OutputIntent is one for RGB")


def _check_information(pdf: Any, breaches: Breaches) -> None:
    info = pdf.docinfo
    for key in _NEEDED:
        if not str(info.get(f"/{key}", "")):
            breaches.add(METADATA, f"Info has no {key}")
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        breaches.add(METADATA, "Info does not say whether it is Trapped, /True or /False")
    stream = pdf.Root.get("/Metadata")
    if stream is None:
        return
    measure(stream)
    said = read_xmp(bytes(stream.get_stream_buffer()))
    if said is None:
        breaches.add(METADATA, "its XMP can't be read")
        return
    for key, name in _PAIRS.items():
        ours, theirs = str(info.get(f"/{key}", "")).lstrip("/"), said.get(name, "")
        if key.endswith("Date"):
            ours, theirs = _fold_date(ours), _fold_date(theirs)
        if theirs != ours and (theirs or key in ("Title", "CreationDate", "ModDate")):
            here, there = shorten(ours, 40) or "nothing", shorten(theirs, 40) or "nothing"
            breaches.add(METADATA, f"{key} is '{here}' in Info, and '{there}' in XMP")


def read_xmp(data: bytes) -> dict[str, str] | None:
    """Read the values of an XMP packet, by prefix and name; None if it is no XML."""
    from xml.parsers import expat

    if len(data) > _MOST_XMP:
        return None
    prefixes = {uri: prefix for prefix, uri in _XMP.items()}
    found: dict[str, str] = {}
    path: list[str] = []
    parser = expat.ParserCreate(namespace_separator=" ")

    def name_of(name: str) -> str:
        uri, _, own = name.rpartition(" ")
        return f"{prefixes[uri]}:{own}" if uri in prefixes else ""

    def start(name: str, attributes: dict[str, str]) -> None:
        path.append(name_of(name))
        for key, value in attributes.items():
            if name_of(key):
                found[name_of(key)] = value

    def read(text: str) -> None:
        own = next((one for one in reversed(path) if one), "")
        if own:
            found[own] = found.get(own, "") + text

    def refuse(*_: object) -> None:
        raise ValueError("XMP declares entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: path.pop() and None
    parser.CharacterDataHandler = read
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError):
        return None
    return {key: value.strip() for key, value in found.items()}


def _fold_date(text: str) -> str:
    """The digits of a date in UTC or of no zone; the zone's where it has one."""
    digits = re.sub(r"\D", "", text)
    return digits.ljust(14, "0") if digits else ""


def _check_catalog(pdf: Any, breaches: Breaches) -> None:
    root = pdf.Root
    form = root.get("/AcroForm")
    if form is not None and len(form.get("/Fields", ())):
        breaches.add(LIVELY, "it has form fields")
    names = root.get("/Names")
    if names is not None and "/JavaScript" in names:
        breaches.add(LIVELY, "it has scripts")
    if names is not None and "/EmbeddedFiles" in names:
        breaches.add(LIVELY, "it has other files inside")
    if "/OCProperties" in root:
        breaches.add(LIVELY, "it has layers")
    for key in ("/OpenAction", "/AA"):
        action = root.get(key)
        if action is not None and hasattr(action, "keys"):
            breaches.add(LIVELY, f"it does something when it is opened ({key})")


def _read_box(page: Any, name: str) -> Box | None:
    """A box of a page, perhaps inherited."""
    node, depth = page.obj, 0
    while node is not None and depth < 30:
        found = node.get(name)
        if found is not None and len(found) == 4:
            x0, y0, x1, y1 = (float(value) for value in found)
            return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        node, depth = (node.get("/Parent"), depth + 1) if name == "/MediaBox" else (None, 0)
    return None


def _check_boxes(page: Any, number: int, demand: Demand, breaches: Breaches) -> Box:
    """Checks the boxes of a page; returns the one to which it is cut."""
    where = f"page {number}"
    media = _read_box(page, "/MediaBox") or (0.0, 0.0, 0.0, 0.0)
    trim, art = _read_box(page, "/TrimBox"), _read_box(page, "/ArtBox")
    if trim is None and art is None:
        if demand.standard:
            breaches.add(BOX, "no TrimBox", where)
    elif trim and art and demand.standard:
        breaches.add(BOX, "both a TrimBox and an ArtBox", where)
    cut = trim or art or media
    if not (trim or art or demand.standard):  # it comes with its bleed, as the shop says
        spare = demand.bleed
        cut = media[0] + spare, media[1] + spare, media[2] - spare, media[3] - spare
    bleed = _read_box(page, "/BleedBox") or (media if not demand.standard else cut)
    for name, inner, outer in (("TrimBox", cut, bleed), ("BleedBox", bleed, media)):
        if not _lies_in(inner, outer):
            breaches.add(BOX, f"the {name} reaches out of the box around it", where)
    room = min(cut[0] - bleed[0], cut[1] - bleed[1], bleed[2] - cut[2], bleed[3] - cut[3])
    if trim and room < demand.bleed - _SLACK:
        asked = f"{demand.bleed / MM:.1f} mm are asked for"
        breaches.add(BOX, f"a bleed of {max(0.0, room) / MM:.1f} mm, and {asked}", where)
    size = cut[2] - cut[0], cut[3] - cut[1]
    if demand.size and not _is_alike(size, demand.size):
        message = f"cut to {format_size(*size)}, and {format_size(*demand.size)} is asked for"
        breaches.add(PAGES, message, where)
    return cut


def _lies_in(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - _SLACK
        and inner[1] >= outer[1] - _SLACK
        and inner[2] <= outer[2] + _SLACK
        and inner[3] <= outer[3] + _SLACK
    )


def _is_alike(size: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(sorted(size), sorted(other), strict=True))


def _check_annotations(page: Any, number: int, breaches: Breaches) -> None:
    box = _read_box(page, "/BleedBox") or _read_box(page, "/MediaBox") or (0, 0, 0, 0)
    for annotation in page.obj.get("/Annots") or ():
        kind = str(annotation.get("/Subtype", "/Unknown")).lstrip("/")
        if kind in ("TrapNet", "PrinterMark"):
            continue
        x0, y0, x1, y1 = (float(value) for value in annotation.get("/Rect", (0, 0, 0, 0)))
        left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        if left <= box[2] and right >= box[0] and low <= box[3] and high >= box[1]:
            breaches.add(LIVELY, f"an annotation of the kind {kind}", f"page {number}")


def _check_pages(sizes: list[tuple[float, float]], demand: Demand, breaches: Breaches) -> None:
    count = len(sizes)
    if not count:
        breaches.add(PAGES, "it has no pages")
        return
    kinds = [sizes[0]]
    for number, size in enumerate(sizes, start=1):
        if not any(_is_alike(size, kind) for kind in kinds):
            kinds.append(size)
        if demand.is_book and not _is_alike(size, sizes[0]):
            message = f"cut to {format_size(*size)}, and page 1 to {format_size(*sizes[0])}"
            breaches.add(PAGES, message, f"page {number}")
    if len(kinds) > 1 and not (demand.is_book or demand.size):
        known = [format_size(*kind) for kind in kinds[:_EXAMPLES]]
        known += ["others"] * (len(kinds) > _EXAMPLES)
        message = f"the pages are cut to {len(kinds)} sizes: {join_words(known)}"
        breaches.add(MIXED, message, hint="print each kind with --sheet, or --only, into a file")
    if demand.trims and not _find_spines(sizes[0], demand, count == 1):
        trims = join_words([format_size(*size) for size in demand.trims])
        what = "a cover" if count == 1 else "a book"
        message = f"{what} of {format_size(*sizes[0])} can't be bound; its pages can have {trims}"
        breaches.add(PAGES, message)
    if demand.pages and count > 1 and not demand.pages[0] <= count <= demand.pages[1]:
        least, most = demand.pages
        breaches.add(PAGES, f"{count} pages, and from {least} to {most} can be bound")
    if count > 1 and count % demand.multiple:
        breaches.add(PAGES, f"{count} pages, which is not a multiple of {demand.multiple}")


def _find_spines(size: tuple[float, float], demand: Demand, is_cover: bool) -> list[float]:
    """The spines that a cover may have, by the sizes of books; 0 for a page of such a size."""
    most = (demand.pages[1] if demand.pages else _MOST_PAGES) / 2 * demand.leaf + demand.board
    spines = [0.0 for trim in demand.trims if _is_alike(size, trim)]
    if is_cover:
        wide, high = size
        fitting = [w for w, h in demand.trims if abs(h - high) <= _CUT]
        spines += [wide - 2 * w for w in fitting if -_CUT <= wide - 2 * w <= most + _CUT]
    return spines


def check_spine(cover: Box, pages: Sequence[Box], demand: Demand) -> str:
    """Why the spine of a cover is none for these pages; nothing if it may be."""
    spine = cover[2] - cover[0] - 2 * (pages[0][2] - pages[0][0])
    fair = len(pages) / 2 * demand.leaf + demand.board
    if 0.5 * fair - MM <= spine <= 2 * fair + MM:
        return ""
    made = f"{len(pages)} pages make about {fair / MM:.1f} mm"
    return f"the cover has a spine of {spine / MM:.1f} mm, and {made}"


# Orders as they were written: a PDF, a picture, or a folder of what belongs together


PICTURES = (".png", ".jpg", ".jpeg")
ENDINGS = (".pdf", *PICTURES, ".svg", ".json", ".vmod", ".csv")
_LINK = re.compile(r'"[A-Za-z]*URL": "(file:///[^"]+)"')
_MOST_PIXELS = 100_000_000


def check_order(files: Mapping[str, bytes], wanted: Wanted | None) -> Iterator[Diagnostic]:
    """Every breach in the files of an order, which come by their paths."""
    asked = demand(wanted)
    cuts: dict[str, list[Box]] = {}
    for name, data in files.items():
        path = PurePath(name)
        ending = path.suffix.lower()
        if ending == ".pdf":
            breaches, cuts[path.name] = inspect(data, asked)
            inside = cuts.get("interior.pdf")
            if path.name == "cover.pdf" and inside and cuts[path.name]:
                odd = check_spine(cuts[path.name][0], inside, asked)
                if odd:
                    breaches.add(SPINE, odd)
            yield from breaches.report(name)
        elif ending in PICTURES and wanted:
            yield from _check_picture(name, data, wanted)
        elif ending in (".json", ".vmod", ".csv"):
            yield from _check_links(path, data, {PurePath(other).name for other in files})


def _check_picture(name: str, data: bytes, wanted: Wanted) -> Iterator[Diagnostic]:
    """The faults that a shop would find in a picture of a side; `render` alone knows its texts."""
    from PIL import Image

    place, asks = Place(name), wanted.asks
    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                raise ValueError("it has too many pixels")
            picture.load()
    except (OSError, ValueError, SyntaxError) as error:
        yield DAMAGED.at(place, f"it is no picture that can be read ({shorten(str(error), 80)})")
        return
    if asks.pixels and sorted(picture.size) != sorted(asks.pixels):
        sizes = ["x".join(map(str, size)) for size in (picture.size, asks.pixels)]
        yield PAGES.at(place, f"it has {sizes[0]} pixels, and {sizes[1]} are asked for")
        return
    if asks.makes == "pictures" and picture.mode not in ("RGB", "RGBA", "L", "P"):
        yield COLOUR.at(place, f"its colours are {picture.mode}, and RGB is asked for")
    short = find_short_sides(picture.convert("RGB"), round(wanted.bleed / INCH * asks.dpi))
    if short:
        yield SHORT_OF_BLEED.at(place, f"colour ends at the cut ({', '.join(short)})")


def _check_links(path: PurePath, data: bytes, there: set[str]) -> Iterator[Diagnostic]:
    """The files that another one names, and that are not beside it or in it."""
    place = Place(str(path))
    try:
        if path.suffix.lower() == ".vmod":
            with zipfile.ZipFile(io.BytesIO(data)) as module:
                build = module.read("buildFile.xml").decode()
                known = {name.removeprefix("images/") for name in module.namelist()}
            named = set(re.findall(r"[\w-]+\.png", build))
        elif path.suffix.lower() == ".json":
            text = data.decode()
            json.loads(text)
            named, known = {PurePath(unquote(url)).name for url in _LINK.findall(text)}, there
        else:
            rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
            named = {row.get(side) or "" for row in rows for side in ("front", "back")} - {""}
            known = there
    except (ValueError, KeyError, zipfile.BadZipFile, csv.Error) as error:
        yield DAMAGED.at(place, f"it can't be read ({shorten(str(error), 80)})")
        return
    for name in sorted(named - known):
        yield DAMAGED.at(place, f"it names {shorten(name, 80)}, which is not there")
