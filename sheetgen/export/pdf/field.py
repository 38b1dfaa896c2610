"""Form fields of `--fillable`: boxes to tick and lines to write in."""

from __future__ import annotations

from collections import Counter

from sheetgen.drawing.drawing import Field, map_box
from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of, text_of
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Page


class AcroForm:
    """The fields of a document, each with its own name."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.names: Counter[str] = Counter()
        self.widgets: list[str] = []
        self._marks: dict[tuple[str, str, bool], str] = {}

    def add_page(self, page: Page, page_reference: str) -> list[str]:
        """Adds the fields of a page's drawings; returns references to their widgets."""
        references = []
        for placement in page.placements:
            drawing = placement.drawing
            for field in drawing.fields:
                box = map_box(placement.matrix, field.box)
                name = name_of(drawing.title, field)
                self.names[name] += 1
                if self.names[name] > 1:
                    name = f"{name} #{self.names[name]}"
                widget = self._describe_field(field, box, name, page_reference, placement.turn)
                references.append(self.objects.add(widget))
                self.widgets.append(references[-1])
        return references

    def _describe_field(
        self, field: Field, box: tuple[float, ...], name: str, page: str, turn: int
    ) -> str:
        """A field at a box of its page; what is written in it is turned as its piece is."""
        x0, y0, x1, y1 = box
        if field.kind == "checkbox":
            on, off = (self._mark(x1 - x0, y1 - y0, drawn) for drawn in (True, False))
            states = dictionary(N=dictionary(On=on, Off=off))
            entries = {"FT": "/Btn", "V": "/Off", "AS": "/Off", "AP": states}
        else:
            height = x1 - x0 if turn % 2 else y1 - y0
            size = max(6.0, min(12.0, height * 0.75))
            look = text_of(f"/Helv {fmt(size)} Tf 0 g")
            entries = {"FT": "/Tx", "V": text_of(field.value), "DA": look}
        return dictionary(
            Type="/Annot",
            Subtype="/Widget",
            Rect=array_of(*box),
            T=text_of(name),
            TU=text_of(field.tooltip or name),
            F=4,  # printed with the page
            P=page,
            MK=dictionary(R=turn % 4 * 90) if turn % 4 else None,
            **entries,
        )

    def _mark(self, width: float, height: float, drawn: bool) -> str:
        """The look of a checkbox: a pencil cross over the whole box, or nothing."""
        key = (fmt(width), fmt(height), drawn)
        known = self._marks.get(key)
        if known is None:
            inset = 0.15 * min(width, height)
            x, y, i = fmt(width - inset), fmt(height - inset), fmt(inset)
            cross = f"q 1 J 1.2 w {i} {i} m {x} {y} l {i} {y} m {x} {i} l S Q" if drawn else " "
            known = self._marks[key] = self.objects.add_stream(
                cross.encode(),
                Type="/XObject",
                Subtype="/Form",
                BBox=array_of(0, 0, width, height),
            )
        return known

    def describe(self) -> str:
        """The document's form dictionary."""
        helvetica = dictionary(
            Type="/Font", Subtype="/Type1", BaseFont="/Helvetica", Encoding="/WinAnsiEncoding"
        )
        fonts = dictionary(Helv=self.objects.add(helvetica))
        return dictionary(
            Fields=list_of(self.widgets),
            NeedAppearances="true",
            DR=dictionary(Font=fonts),
            DA=text_of("/Helv 9 Tf 0 g"),
        )


def name_of(title: str, field: Field) -> str:
    """A field's name: what is printed, and which box of it, without dots, which mark parts."""
    return f"{title or 'sheet'} {field.name}".replace(".", " ")
