"""A PDF as a whole: its version, boxes, condition, and what it says about itself."""

from __future__ import annotations

import io
import re
from typing import Any

from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import shorten
from sheetgen.ground.units import MM, format_size
from sheetgen.shop.preflight.content import Inspector, TooDeepError, measure
from sheetgen.shop.preflight.problem import (
    BOX,
    DAMAGED,
    INTENT,
    LIVELY,
    LOCKED,
    METADATA,
    PAGES,
    VERSION,
    Breaches,
    Demand,
)

_SLACK = 0.5  # points
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
"""What Info and XMP both say."""
_XMP = {
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}
_MOST_XMP = 5_000_000


def preflight(data: bytes, file: str, demand: Demand) -> list[Diagnostic]:
    """Every breach in a PDF. A file that can't be read has one that says so."""
    from pikepdf import PasswordError, Pdf, PdfError

    breaches = Breaches(file)
    try:
        with Pdf.open(io.BytesIO(data)) as pdf:
            _check(pdf, data, demand, breaches)
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
    return breaches.report()


def _check(pdf: Any, data: bytes, demand: Demand, breaches: Breaches) -> None:
    if pdf.is_encrypted:
        breaches.add(LOCKED, "it is encrypted")
    if demand.standard:
        _check_version(pdf, data, demand, breaches)
        _check_intent(pdf, demand, breaches)
        _check_information(pdf, breaches)
    _check_catalog(pdf, breaches)
    inspector = Inspector(demand, breaches)
    sizes: list[tuple[float, float]] = []
    for number, page in enumerate(pdf.pages, start=1):
        try:
            sizes.append(_check_boxes(page, number, demand, breaches))
            _check_annotations(page, number, breaches)
            inspector.inspect(page, number)
        except (TooDeepError, MemoryError):
            raise
        except Exception as error:  # the other pages are still looked at
            message = f"a part of it can't be read ({type(error).__name__})"
            breaches.add(DAMAGED, message, f"page {number}")
    _check_pages(sizes, demand, breaches)


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


def _check_boxes(page: Any, number: int, demand: Demand, breaches: Breaches) -> tuple[float, float]:
    """Checks the boxes of a page; returns the size to which it is cut."""
    where = f"page {number}"
    media = _read_box(page, "/MediaBox") or (0.0, 0.0, 0.0, 0.0)
    trim, art = _read_box(page, "/TrimBox"), _read_box(page, "/ArtBox")
    if trim is None and art is None:
        if demand.standard:
            breaches.add(BOX, "no TrimBox", where)
    elif trim and art and demand.standard:
        breaches.add(BOX, "both a TrimBox and an ArtBox", where)
    cut = trim or art or media
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
    return size


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
    for number, size in enumerate(sizes, start=1):
        if demand.is_book and not _is_alike(size, sizes[0]):
            message = f"cut to {format_size(*size)}, and page 1 to {format_size(*sizes[0])}"
            breaches.add(PAGES, message, f"page {number}")
    if demand.pages and count > 1 and not demand.pages[0] <= count <= demand.pages[1]:
        least, most = demand.pages
        breaches.add(PAGES, f"{count} pages, and from {least} to {most} can be bound")
    if count > 1 and count % demand.multiple:
        breaches.add(PAGES, f"{count} pages, which is not a multiple of {demand.multiple}")
