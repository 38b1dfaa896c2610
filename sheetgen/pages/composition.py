"""Pages → content streams with shared resources, from which every exporter starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from sheetgen.drawing.drawing import Drawing, Form, Joined, Resources, TextResources
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.pages.page import MARK_WIDTH, Page
from sheetgen.svg.read.transform import matrix_operator

Marks = tuple[Box, ...]
"""Lines, each from x, y to x, y."""


class Composition:
    """Pages that go into one file.

    A drawing placed on them more than once becomes a form, and so do marks that pages share.

    `resources` are those of all pages, including these forms.
    """

    def __init__(self, pages: Sequence[Page]) -> None:
        self.resources = gather_resources(pages)
        uses = Counter(placement.drawing for page in pages for placement in page.placements)
        self._shared = {
            drawing: share_drawing(drawing, self.resources)
            for drawing, count in uses.items()
            if count > 1
        }
        self._marks = {
            marks: _share_marks(marks, self.resources) if count > 1 else write_marks(marks)
            for marks, count in Counter(page.marks for page in pages).items()
            if marks
        }

    def compose(self, page: Page) -> str:
        """The operators of one of the pages."""
        parts = []
        for placement in page.placements:
            place, name = matrix_operator(placement.matrix), self._shared.get(placement.drawing)
            if name:
                parts.append(f"q {place} /{name} Do Q")
            else:
                parts.append(f"q {place}\n{placement.drawing.operators}\nQ")
        if page.marks:
            parts.append(self._marks[page.marks])
        return "\n".join(parts)


def gather_resources(pages: Sequence[Page]) -> Resources:
    """The joined resources of all drawings and of the forms inside them."""
    joined = Resources()
    seen: set[object] = set()
    for page in pages:
        for placement in page.placements:
            _gather(placement.drawing.resources, joined, seen)
    return joined


def _gather(resources: Resources, joined: Resources, seen: set[object]) -> None:
    """Adds what has not been seen yet."""
    if isinstance(resources, Joined):
        for part in resources.parts:
            if part not in seen:
                seen.add(part)
                for own in part.resources:
                    _gather(own, joined, seen)
    elif resources not in seen:
        seen.add(resources)
        joined.add(resources)
        if not isinstance(resources, TextResources):
            for form in resources.forms.values():
                _gather(form.resources, joined, seen)


def write_marks(marks: Marks) -> str:
    """The operators that draw crop marks."""
    lines = [f"{fmt(x)} {fmt(y)} m {fmt(x1)} {fmt(y1)} l" for x, y, x1, y1 in marks]
    return f"q 0 G {MARK_WIDTH} w {' '.join(lines)} S Q"


def share_drawing(drawing: Drawing, resources: Resources) -> str:
    """Makes a form of a drawing; returns its resource name."""
    box = (0.0, 0.0, drawing.width, drawing.height)
    return _add_form(resources, box, drawing.operators, drawing.resources)


def _share_marks(marks: Marks, resources: Resources) -> str:
    """Makes a form of crop marks; returns the operators that draw it."""
    xs = [x for mark in marks for x in mark[::2]]
    ys = [y for mark in marks for y in mark[1::2]]
    w = MARK_WIDTH
    box = (min(xs) - w, min(ys) - w, max(xs) + w, max(ys) + w)
    return f"/{_add_form(resources, box, write_marks(marks), Resources())} Do"


def _add_form(resources: Resources, box: Box, operators: str, inner: Resources) -> str:
    """Adds a form, named after what it draws; returns its resource name."""
    name = "D" + blake2b(operators.encode("latin-1"), digest_size=6).hexdigest()
    if name not in resources.forms:
        resources.forms[name] = Form(name, box, operators, inner)
    return name
