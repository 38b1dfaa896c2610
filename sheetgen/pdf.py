"""Pages → PDF bytes. No decisions are taken here.

ReportLab's object layer writes the file. All pages and forms share one resource dictionary,
which is safe because resource names are derived from what they name (see drawing.py).
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b, md5
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFObjectReference,
    PDFStream,
    PDFString,
)

from sheetgen import __version__
from sheetgen.drawing import Drawing, Field, Form, Image, Resources, Shading, map_box
from sheetgen.face import Face
from sheetgen.page import MARK_WIDTH, Page
from sheetgen.svg.number import fmt
from sheetgen.svg.transform import matrix_operator


@dataclass(frozen=True, slots=True)
class Facts:
    """What a PDF says about itself."""

    title: str = ""
    author: str = ""
    subject: str = ""


def write_pdf(pages: Sequence[Page], facts: Facts, fillable: bool = False) -> bytes:
    """The PDF file of the pages; with `fillable`, drawings' fields become form fields.

    The same pages and facts always give the same bytes.
    """
    return _Writer(facts, fillable).write(pages)


class _Flate:
    """A stream filter: zlib at level 6, the best trade of size against time here."""

    pdfname = "FlateDecode"

    def encode(self, content: bytes | str) -> bytes:
        data = content.encode("latin-1") if isinstance(content, str) else content
        return zlib.compress(data, 6)


_FLATE = [_Flate()]


class _Writer:
    def __init__(self, facts: Facts, fillable: bool) -> None:
        self.facts = facts
        self.fillable = fillable
        self.document = PDFDocument(compression=1, invariant=1, dummyoutline=1, pdfVersion=(1, 7))
        self.resources = Resources()
        self.shared = PDFObjectReference("resources")
        self.names: Counter[str] = Counter()
        self.widgets: list[Any] = []

    def write(self, pages: Sequence[Page]) -> bytes:
        uses = Counter(id(p.drawing) for page in pages for p in page.placements)
        repeated = {key for key, count in uses.items() if count > 1}
        self._gather(pages)
        references = [self._add_page(at, page, repeated) for at, page in enumerate(pages)]
        tree = self._dictionary(Type="/Pages", Count=len(references), Kids=PDFArray(references))
        self._register(tree, "pages")
        self._register(self._resource_dictionary(), "resources")
        self.document.Catalog = self._catalog(pages, references)
        self.document.info = self._information()
        data: bytes = self._format()
        return data

    def _format(self) -> bytes:
        document = self.document
        # The identifier follows from what is printed, so it is the same for the same file.
        seed = md5(usedforsecurity=False)
        for oid in sorted(document.idToObject):
            content = getattr(document.idToObject[oid], "content", b"")
            seed.update(content if isinstance(content, bytes) else content.encode("latin-1"))
        mark = f"<{seed.hexdigest()}>".encode()
        document._ID = b"[" + mark + mark + b"]"
        return bytes(document.format())

    def _gather(self, pages: Sequence[Page]) -> None:
        """Joins the resources of all drawings and of the forms inside them."""
        seen: set[int] = set()
        pending = [p.drawing.resources for page in pages for p in page.placements]
        while pending:
            resources = pending.pop()
            if id(resources) in seen:
                continue
            seen.add(id(resources))
            self.resources.add(resources)
            pending += [form.resources for form in resources.forms.values()]

    def _add_page(self, at: int, page: Page, repeated: set[int]) -> Any:
        name = f"page{at}"
        parts = []
        for placement in page.placements:
            drawing = placement.drawing
            place = matrix_operator(placement.matrix)
            if id(drawing) in repeated:
                parts.append(f"q {place} /{self._share(drawing)} Do Q")
            else:
                parts.append(f"q {place}\n{drawing.operators}\nQ")
        if page.marks:
            lines = [
                f"{fmt(x0)} {fmt(y0)} m {fmt(x1)} {fmt(y1)} l" for x0, y0, x1, y1 in page.marks
            ]
            parts.append(f"q 0 G {MARK_WIDTH} w {' '.join(lines)} S Q")
        content = self._stream("\n".join(parts).encode("latin-1"))
        entry = self._dictionary(
            Type="/Page",
            Parent=PDFObjectReference("pages"),
            MediaBox=_array(0, 0, page.width, page.height),
            Resources=self.shared,
            Contents=self._register(content, f"{name}.content"),
        )
        if self.fillable:
            fields = self._add_fields(page, name)
            if fields:
                entry["Annots"] = PDFArray(fields)
        return self._register(entry, name)

    def _share(self, drawing: Drawing) -> str:
        """Makes a form of a drawing that is printed more than once; its resource name."""
        key = blake2b(drawing.operators.encode("latin-1"), digest_size=6).hexdigest()
        name = f"D{key}"
        if name not in self.resources.forms:
            box = (0.0, 0.0, drawing.width, drawing.height)
            self.resources.forms[name] = Form(name, box, drawing.operators, drawing.resources)
        return name

    def _resource_dictionary(self) -> Any:
        found = self.resources
        sections: dict[str, dict[str, Any]] = {
            "Font": {n: self._add_font(f, found.glyphs[n]) for n, f in sorted(found.faces.items())},
            "XObject": {n: self._add_form(f) for n, f in sorted(found.forms.items())}
            | {n: self._add_image(i) for n, i in sorted(found.images.items())},
            "ExtGState": {
                n: self._dictionary(**{k: fmt(v) for k, v in state.items()})
                for n, state in sorted(found.states.items())
            },
            "Shading": {n: self._add_shading(s) for n, s in sorted(found.shadings.items())},
        }
        return self._dictionary(**{k: PDFDictionary(v) for k, v in sections.items() if v})

    def _add_form(self, form: Form) -> Any:
        stream = self._stream(form.operators.encode("latin-1"))
        stream.dictionary["Type"] = "/XObject"
        stream.dictionary["Subtype"] = "/Form"
        stream.dictionary["BBox"] = _array(*form.box)
        stream.dictionary["Resources"] = self.shared
        if form.group:
            stream.dictionary["Group"] = self._dictionary(S="/Transparency")
        return self._register(stream, form.name)

    def _add_image(self, image: Image) -> Any:
        if image.name in self.document.idToObject:
            return PDFObjectReference(image.name)
        # The pixels come compressed already.
        stream = PDFStream(content=image.pixels, filters=[])
        values = {
            "Type": "/XObject",
            "Subtype": "/Image",
            "Width": image.width,
            "Height": image.height,
            "ColorSpace": f"/{image.space}",
            "BitsPerComponent": 8,
            "Filter": f"/{image.codec}",
        }
        for key, value in values.items():
            stream.dictionary[key] = value
        if image.mask:
            stream.dictionary["SMask"] = self._add_image(image.mask)
        return self._register(stream, image.name)

    def _add_shading(self, shading: Shading) -> Any:
        space = "/DeviceGray" if len(shading.stops[0][1]) == 1 else "/DeviceRGB"
        return self._dictionary(
            ShadingType=shading.kind,
            ColorSpace=space,
            Coords=_array(*shading.coords),
            Extend=PDFArray(["true", "true"]),
            Function=self._stitch(shading.stops),
        )

    def _stitch(self, stops: Sequence[tuple[float, tuple[float, ...]]]) -> Any:
        """The function from offset to colour: straight between each two stops."""
        if len(stops) == 1:
            stops = [(0.0, stops[0][1]), (1.0, stops[0][1])]
        stops = list(stops)
        if stops[0][0] > 0:
            stops.insert(0, (0.0, stops[0][1]))
        if stops[-1][0] < 1:
            stops.append((1.0, stops[-1][1]))
        parts = [
            self._dictionary(FunctionType=2, Domain=_array(0, 1), C0=_array(*a), C1=_array(*b), N=1)
            for (_, a), (_, b) in pairwise(stops)
        ]
        if len(parts) == 1:
            return parts[0]
        return self._dictionary(
            FunctionType=3,
            Domain=_array(0, 1),
            Functions=PDFArray(parts),
            Bounds=_array(*(offset for offset, _ in stops[1:-1])),
            Encode=_array(*([0, 1] * len(parts))),
        )

    def _add_font(self, face: Face, glyphs: dict[int, str]) -> Any:
        ids = sorted(glyphs)
        tag_number = int.from_bytes(blake2b(repr(ids).encode(), digest_size=4).digest(), "big")
        tag = "".join(chr(65 + tag_number // 26**place % 26) for place in range(6))
        base = f"/{tag}+{face.name}"
        data = face.subset(set(ids))
        file = self._stream(data)
        file.dictionary["Length1"] = len(data)
        descriptor = self._dictionary(
            Type="/FontDescriptor",
            FontName=base,
            Flags=4 | (64 if face.italic else 0),
            FontBBox=_array(*face.box),
            ItalicAngle=fmt(face.slant),
            Ascent=fmt(face.ascent),
            Descent=fmt(face.descent),
            CapHeight=fmt(face.cap_height),
            StemV=fmt(50 + face.weight / 8),
            FontFile2=self._register(file, f"{face.name}.file"),
        )
        inner = self._dictionary(
            Type="/Font",
            Subtype="/CIDFontType2",
            BaseFont=base,
            CIDSystemInfo="<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>",
            FontDescriptor=self._register(descriptor, f"{face.name}.descriptor"),
            CIDToGIDMap="/Identity",
            DW=1000,
            W=_widths(face, ids),
        )
        unicode_map = self._stream(_unicode_map(glyphs).encode("ascii"))
        font = self._dictionary(
            Type="/Font",
            Subtype="/Type0",
            BaseFont=base,
            Encoding="/Identity-H",
            DescendantFonts=PDFArray([self._register(inner, f"{face.name}.cid")]),
            ToUnicode=self._register(unicode_map, f"{face.name}.unicode"),
        )
        return self._register(font, f"{face.name}.font")

    def _add_fields(self, page: Page, page_name: str) -> list[Any]:
        references = []
        for placement in page.placements:
            drawing = placement.drawing
            for field in drawing.fields:
                box = map_box(placement.matrix, field.box)
                name = f"{drawing.title or 'sheet'} {field.name}".replace(".", " ")
                self.names[name] += 1
                if self.names[name] > 1:
                    name = f"{name} #{self.names[name]}"
                widget = self._widget(field, box, name, page_name)
                references.append(self._register(widget, f"field{len(self.widgets)}"))
                self.widgets.append(references[-1])
        return references

    def _widget(self, field: Field, box: tuple[float, ...], name: str, page_name: str) -> Any:
        x0, y0, x1, y1 = box
        widget = self._dictionary(
            Type="/Annot",
            Subtype="/Widget",
            Rect=_array(*box),
            T=PDFString(name),
            TU=PDFString(field.tooltip or name),
            F=4,  # printed with the page
            P=PDFObjectReference(page_name),
        )
        if field.kind == "checkbox":
            on, off = (self._mark(x1 - x0, y1 - y0, drawn) for drawn in (True, False))
            states = self._dictionary(On=on, Off=off)
            for key, value in {"FT": "/Btn", "V": "/Off", "AS": "/Off"}.items():
                widget[key] = value
            widget["AP"] = self._dictionary(N=states)
        else:
            size = max(6.0, min(12.0, (y1 - y0) * 0.75))
            widget["FT"] = "/Tx"
            widget["V"] = PDFString(field.value)
            widget["DA"] = PDFString(f"/Helv {fmt(size)} Tf 0 g")
        return widget

    def _mark(self, width: float, height: float, drawn: bool) -> Any:
        """The look of a checkbox: a pencil's cross over the whole box, or nothing."""
        name = f"mark{fmt(width)}x{fmt(height)}{'on' if drawn else 'off'}"
        if name in self.document.idToObject:
            return PDFObjectReference(name)
        inset = 0.15 * min(width, height)
        x, y = fmt(width - inset), fmt(height - inset)
        i = fmt(inset)
        cross = f"q 1 J 1.2 w {i} {i} m {x} {y} l {i} {y} m {x} {i} l S Q" if drawn else ""
        stream = self._stream(cross.encode() or b" ")
        stream.dictionary["Type"] = "/XObject"
        stream.dictionary["Subtype"] = "/Form"
        stream.dictionary["BBox"] = _array(0, 0, width, height)
        return self._register(stream, name)

    def _catalog(self, pages: Sequence[Page], references: Sequence[Any]) -> Any:
        catalog = self._dictionary(
            Type="/Catalog",
            Pages=PDFObjectReference("pages"),
            ViewerPreferences="<< /PrintScaling /None /DisplayDocTitle true >>",
        )
        marks = [
            (mark, ref)
            for page, ref in zip(pages, references, strict=True)
            for mark in page.bookmarks
        ]
        if marks:
            catalog["Outlines"] = self._add_outline(marks)
            catalog["PageMode"] = "/UseOutlines"
        if self.widgets:
            helvetica = self._dictionary(
                Type="/Font", Subtype="/Type1", BaseFont="/Helvetica", Encoding="/WinAnsiEncoding"
            )
            fonts = self._dictionary(Helv=self._register(helvetica, "Helv"))
            catalog["AcroForm"] = self._dictionary(
                Fields=PDFArray(self.widgets),
                NeedAppearances="true",
                DR=self._dictionary(Font=fonts),
                DA=PDFString("/Helv 9 Tf 0 g"),
            )
        return catalog

    def _add_outline(self, marks: Sequence[tuple[Any, Any]]) -> Any:
        """The outline tree: headings, each with the entries that follow it at level 1."""
        heads: list[list[int]] = []
        for at, (mark, _) in enumerate(marks):
            if mark.level == 0 or not heads:
                heads.append([at])
            else:
                heads[-1].append(at)
        self._chain([head[0] for head in heads], "outlines", marks)
        for head, *below in heads:
            if below:
                entry = self._chain(below, f"mark{head}", marks)
                entry["Count"] = -len(below)  # closed at first: headings alone fit the window
        outline = self._dictionary(
            Type="/Outlines",
            First=PDFObjectReference(f"mark{heads[0][0]}"),
            Last=PDFObjectReference(f"mark{heads[-1][0]}"),
            Count=len(heads),
        )
        return self._register(outline, "outlines")

    def _chain(self, ids: Sequence[int], parent: str, marks: Sequence[tuple[Any, Any]]) -> Any:
        """Makes outline entries that are neighbours under `parent`; gives the parent's entry."""
        for place, at in enumerate(ids):
            mark, page = marks[at]
            entry = self._dictionary(
                Title=PDFString(mark.title),
                Parent=PDFObjectReference(parent),
                Dest=PDFArray([page, "/XYZ", fmt(mark.x), fmt(mark.y), "null"]),
            )
            if place:
                entry["Prev"] = PDFObjectReference(f"mark{ids[place - 1]}")
            if place + 1 < len(ids):
                entry["Next"] = PDFObjectReference(f"mark{ids[place + 1]}")
            self._register(entry, f"mark{at}")
        above = self.document.idToObject.get(parent)
        if above is not None:
            above["First"] = PDFObjectReference(f"mark{ids[0]}")
            above["Last"] = PDFObjectReference(f"mark{ids[-1]}")
        return above

    def _information(self) -> Any:
        values = {
            "Title": self.facts.title,
            "Author": self.facts.author,
            "Subject": self.facts.subject,
        }
        entries = {key: PDFString(text) for key, text in values.items() if text}
        entries["Creator"] = PDFString(f"sheetgen {__version__}")
        entries["Producer"] = PDFString("ReportLab")
        return PDFDictionary(entries)

    def _dictionary(self, **values: Any) -> Any:
        return PDFDictionary(values)

    def _stream(self, content: bytes) -> Any:
        return PDFStream(content=content, filters=_FLATE)

    def _register(self, thing: Any, name: str) -> Any:
        return self.document.Reference(thing, name)


def _array(*values: float) -> Any:
    return PDFArray([fmt(v) for v in values])


def _widths(face: Face, ids: Iterable[int]) -> Any:
    """The W array: runs of neighbouring glyph ids, each with its list of widths."""
    parts: list[str] = []
    start = previous = -2
    for glyph in ids:
        if glyph != previous + 1:
            if start >= 0:
                parts.append("]")
            parts.append(f"{glyph} [")
            start = glyph
        parts.append(fmt(face.advance(glyph)))
        previous = glyph
    return PDFArray([*parts, "]"] if parts else [])


def _unicode_map(glyphs: dict[int, str]) -> str:
    """The ToUnicode CMap: which text a glyph stands for, so that it can be searched and copied."""
    rows = [
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for glyph, text in sorted(glyphs.items())
        if text
    ]
    blocks = [
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"
        for block in (rows[at : at + 100] for at in range(0, len(rows), 100))
    ]
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        + "\n".join(blocks)
        + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )
