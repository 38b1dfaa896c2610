"""Form fields of `--fillable`: boxes to tick and lines to write in."""

from __future__ import annotations

from collections import Counter
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFObjectReference, PDFString

from sheetgen.drawing import Field, map_box
from sheetgen.page import Page
from sheetgen.pdf.objects import Objects, array_of, dictionary, stream_of
from sheetgen.svg.number import fmt


class Form:
    """The fields of a document, each with a name of its own."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.names: Counter[str] = Counter()
        self.widgets: list[Any] = []

    def add_page(self, page: Page, page_name: str) -> list[Any]:
        """The fields of a page's drawings; references to their widgets."""
        references = []
        for placement in page.placements:
            drawing = placement.drawing
            for field in drawing.fields:
                box = map_box(placement.matrix, field.box)
                name = name_of(drawing.title, field)
                self.names[name] += 1
                if self.names[name] > 1:
                    name = f"{name} #{self.names[name]}"
                widget = self._widget(field, box, name, page_name)
                references.append(self.objects.register(widget, f"field{len(self.widgets)}"))
                self.widgets.append(references[-1])
        return references

    def _widget(self, field: Field, box: tuple[float, ...], name: str, page_name: str) -> Any:
        x0, y0, x1, y1 = box
        widget = dictionary(
            Type="/Annot",
            Subtype="/Widget",
            Rect=array_of(*box),
            T=PDFString(name),
            TU=PDFString(field.tooltip or name),
            F=4,  # printed with the page
            P=PDFObjectReference(page_name),
        )
        if field.kind == "checkbox":
            on, off = (self._mark(x1 - x0, y1 - y0, drawn) for drawn in (True, False))
            states = dictionary(On=on, Off=off)
            for key, value in {"FT": "/Btn", "V": "/Off", "AS": "/Off"}.items():
                widget[key] = value
            widget["AP"] = dictionary(N=states)
        else:
            size = max(6.0, min(12.0, (y1 - y0) * 0.75))
            widget["FT"] = "/Tx"
            widget["V"] = PDFString(field.value)
            widget["DA"] = PDFString(f"/Helv {fmt(size)} Tf 0 g")
        return widget

    def _mark(self, width: float, height: float, drawn: bool) -> Any:
        """The look of a checkbox: a pencil's cross over the whole box, or nothing."""
        name = f"mark{fmt(width)}x{fmt(height)}{'on' if drawn else 'off'}"
        if self.objects.find(name):
            return PDFObjectReference(name)
        inset = 0.15 * min(width, height)
        x, y = fmt(width - inset), fmt(height - inset)
        i = fmt(inset)
        cross = f"q 1 J 1.2 w {i} {i} m {x} {y} l {i} {y} m {x} {i} l S Q" if drawn else ""
        stream = stream_of(cross.encode() or b" ")
        stream.dictionary["Type"] = "/XObject"
        stream.dictionary["Subtype"] = "/Form"
        stream.dictionary["BBox"] = array_of(0, 0, width, height)
        return self.objects.register(stream, name)

    def describe(self) -> Any:
        """The document's form dictionary."""
        helvetica = dictionary(
            Type="/Font", Subtype="/Type1", BaseFont="/Helvetica", Encoding="/WinAnsiEncoding"
        )
        fonts = dictionary(Helv=self.objects.register(helvetica, "Helv"))
        return dictionary(
            Fields=PDFArray(self.widgets),
            NeedAppearances="true",
            DR=dictionary(Font=fonts),
            DA=PDFString("/Helv 9 Tf 0 g"),
        )


def name_of(title: str, field: Field) -> str:
    """A field's name: what is printed, and which box of it; a dot would make it a part of one."""
    return f"{title or 'sheet'} {field.name}".replace(".", " ")
