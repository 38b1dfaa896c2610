"""How form fields look: their strikes, the texts that are in them from the start, their font."""

from __future__ import annotations

from functools import cached_property

from sheetgen.drawing.drawing import Field
from sheetgen.export.pdf.objects import Objects, array_of, dictionary
from sheetgen.ground.number import fmt

_PAD = 2.0
"""The space that readers leave on each side of a text, in points."""
_LINE = 1.156
"""The distance of two lines of Helvetica in readers, in font sizes."""
_FEW = 20
"""How many font sizes wide a line is on which few words fit."""
_SMALL, _LARGE = 6.0, 14.0
"""The least and the largest size of what is typed on several lines, in points."""
_LEAST, _MOST = 4.0, 20.0
"""The sizes, in points, between which a text is fitted into its field."""
_TURNS = {1: "[0 1 -1 0 0 0]", 2: "[-1 0 0 -1 0 0]", 3: "[0 -1 1 0 0 0]"}


class FieldLook:
    """The looks of a document's fields, each in the file once."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.is_left_to_reader = False
        """Whether a text is left to the reader to draw, as the font has not all its letters."""
        self._known: dict[tuple[object, ...], str] = {}

    @cached_property
    def font(self) -> str:
        """Helvetica, which every reader has, with the letters of Western Europe."""
        return self.objects.add(
            dictionary(
                Type="/Font",
                Subtype="/Type1",
                Name="/Helv",
                BaseFont="/Helvetica",
                Encoding="/WinAnsiEncoding",
            )
        )

    def draw_cross(self, width: float, height: float) -> str:
        """A ticked box: a pencil cross over the whole box."""
        least = min(width, height)
        inset, weight = 0.15 * least, max(0.9, min(1.7, 0.1 * least))
        x, y, i = fmt(width - inset), fmt(height - inset), fmt(inset)
        cross = f"q 1 J {fmt(weight)} w {i} {i} m {x} {y} l {i} {y} m {x} {i} l S Q"
        return self._add(cross, width, height)

    def leave_free(self, width: float, height: float, turn: int = 0) -> str:
        """Nothing, so that what is printed shows."""
        return self._add("", width, height, turn)

    def choose_size(self, width: float, height: float, lines: int) -> float:
        """The size of what is typed, or 0 for a single line, which readers fit to its field.

        Several lines are as far apart as they are ruled, or half as far where few words fit
        or letters would be large.
        """
        if lines == 1:
            return 0.0
        size = height / lines / _LINE
        half = (width < _FEW * size or size > _LARGE) and size >= 2 * _SMALL
        return round(size / 2 if half else size, 2)

    def draw_text(
        self, field: Field, value: str, width: float, height: float, turn: int
    ) -> str | None:
        """A text in its field; None where that is left to the reader."""
        if not value:
            return self.leave_free(width, height, turn)
        try:
            letters = value.encode("cp1252")
        except UnicodeEncodeError:
            letters = b""
        if not letters or field.lines > 1:
            self.is_left_to_reader = True
            return None
        wide = _measure(value)
        size = max(_LEAST, min(_MOST, 0.72 * height, (width - 2 * _PAD) / wide))
        room = width - wide * size
        x = {"center": room / 2, "end": room - _PAD}.get(field.align, _PAD)
        y = (height - 0.718 * size) / 2  # the height of a capital letter
        text = f"BT /Helv {fmt(size)} Tf 0 g {fmt(x)} {fmt(y)} Td <{letters.hex()}> Tj ET"
        return self._add(f"/Tx BMC q {text} Q EMC", width, height, turn, self.font)

    def _add(self, content: str, width: float, height: float, turn: int = 0, font: str = "") -> str:
        key = (content, fmt(width), fmt(height), turn)
        if key not in self._known:
            self._known[key] = self.objects.add_stream(
                content.encode(),
                Type="/XObject",
                Subtype="/Form",
                BBox=array_of(0, 0, width, height),
                Matrix=_TURNS.get(turn),
                Resources=dictionary(Font=dictionary(Helv=font)) if font else None,
            )
        return self._known[key]


def _measure(text: str) -> float:
    """The width of a text in Helvetica, in font sizes."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return max(float(stringWidth(text, "Helvetica", 1)), 0.1)
