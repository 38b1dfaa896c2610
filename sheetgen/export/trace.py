"""Traces: what the operators of a page draw, each mark with the box around it.

Two pages can be compared by their marks: those of one that the other lacks are what differs.
"""

from __future__ import annotations

from sheetgen.drawing.drawing import IDENTITY, Matrix, Resources, map_box, multiply, read_operators
from sheetgen.export.vector.run import place_glyphs
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import NamedTuple
from sheetgen.pages.page import Composition, Page

_ASCENT, _DESCENT = 0.75, -0.22
"""How far letters reach above and below their line, in ems; a rough measure is enough."""


class Mark(NamedTuple):
    """Something drawn: what it is and how it looks, as a text, and the box around it in points."""

    look: str
    box: Box


def trace_page(page: Page) -> list[Mark]:
    """Everything that is drawn on a page, in its order."""
    composition = Composition([page])
    tracer = _Tracer(composition.resources, IDENTITY)
    tracer.trace(composition.compose(page))
    return tracer.marks


class _Tracer:
    """Goes through a content stream. What it does not know is a part of the look of what follows.

    `looks` are the operands of the operators that change how things look, by their operators.
    """

    def __init__(self, resources: Resources, matrix: Matrix) -> None:
        self.resources, self.matrix = resources, matrix
        self.marks: list[Mark] = []
        self.looks: dict[str, str] = {}
        self.saved: list[tuple[Matrix, dict[str, str]]] = []
        self.path: list[str] = []
        self.points: list[float] = []
        self.pen = IDENTITY

    def trace(self, operators: str) -> None:
        """Notes the marks of a content stream."""
        for token, operands in read_operators(operators):
            method = _OPERATORS.get(token)
            if method:
                method(self, operands)
            elif token in _PAINTS:
                self.end_path(token)
            else:
                self.looks[token] = " ".join(operands)

    def save(self, operands: list[str]) -> None:
        self.saved.append((self.matrix, dict(self.looks)))

    def restore(self, operands: list[str]) -> None:
        self.matrix, self.looks = self.saved.pop()

    def transform(self, operands: list[str]) -> None:
        self.matrix = multiply(_read_matrix(operands), self.matrix)

    def add_points(self, operands: list[str]) -> None:
        """Continues the path; points that bend a curve count as if it reached them."""
        self.path += operands
        self.points += map(float, operands)

    def add_rectangle(self, operands: list[str]) -> None:
        x, y, width, height = map(float, operands)
        self.path += operands
        self.points += (x, y, x + width, y + height)

    def end_path(self, token: str) -> None:
        if self.points and token != "n":
            xs, ys = self.points[::2], self.points[1::2]
            self.add_mark(f"{token} {self.path}", (min(xs), min(ys), max(xs), max(ys)))
        self.path, self.points = [], []

    def begin_text(self, operands: list[str]) -> None:
        self.pen = IDENTITY

    def move_pen(self, operands: list[str]) -> None:
        self.pen = _read_matrix(operands)

    def show_text(self, operands: list[str]) -> None:
        name, _, size_text = self.looks.get("Tf", "/ 0").partition(" ")
        size = float(size_text)
        if not size:
            return
        stretch = float(self.looks.get("Tz", "100")) / 100
        spacing = float(self.looks.get("Tc", "0"))
        face = self.resources.faces[name[1:]]
        _, along = place_glyphs(face, operands[0], 0.0, spacing * 1000 / size)
        width = along * size * stretch / 1000
        box = map_box(self.pen, (0.0, _DESCENT * size, width, _ASCENT * size))
        self.add_mark(operands[0], box)
        self.pen = multiply((1, 0, 0, 1, width, 0), self.pen)

    def draw_object(self, operands: list[str]) -> None:
        form = self.resources.forms.get(operands[0][1:])
        if form is None:  # a picture, which fills the unit square
            self.add_mark(operands[0], (0.0, 0.0, 1.0, 1.0))
            return
        inner = _Tracer(self.resources, self.matrix)
        inner.looks = dict(self.looks)
        inner.trace(form.operators)
        self.marks += inner.marks

    def add_mark(self, what: str, box: Box) -> None:
        mapped = map_box(self.matrix, box)
        place = " ".join(f"{value:.1f}" for value in mapped)
        self.marks.append(Mark(f"{what} {self.looks} {place}", mapped))


_PAINTS = frozenset(("f", "f*", "S", "B", "B*", "n"))
_OPERATORS = {
    "q": _Tracer.save,
    "Q": _Tracer.restore,
    "cm": _Tracer.transform,
    "m": _Tracer.add_points,
    "l": _Tracer.add_points,
    "c": _Tracer.add_points,
    "h": lambda tracer, operands: None,
    "re": _Tracer.add_rectangle,
    "W": lambda tracer, operands: None,
    "W*": lambda tracer, operands: None,
    "BT": _Tracer.begin_text,
    "ET": lambda tracer, operands: None,
    "Tm": _Tracer.move_pen,
    "Tj": _Tracer.show_text,
    "TJ": _Tracer.show_text,
    "Do": _Tracer.draw_object,
}


def _read_matrix(operands: list[str]) -> Matrix:
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f
