"""Pages → content streams, with the resources that they share. What every exporter starts from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

from sheetgen.drawing import Drawing, Form, Joined, Resources
from sheetgen.page import MARK_WIDTH, Page
from sheetgen.svg.number import fmt
from sheetgen.svg.transform import matrix_operator


class Composition:
    """Pages that go into one file. A drawing placed on them more than once becomes a form.

    `resources` are those of all pages, these forms among them.
    """

    def __init__(self, pages: Sequence[Page]) -> None:
        self.resources = gather_resources(pages)
        uses = Counter(placement.drawing for page in pages for placement in page.placements)
        self._shared = {
            drawing: share_drawing(drawing, self.resources)
            for drawing, count in uses.items()
            if count > 1
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
            parts.append(write_marks(page.marks))
        return "\n".join(parts)


def gather_resources(pages: Sequence[Page]) -> Resources:
    """The resources of all drawings and of the forms inside them, joined."""
    joined = Resources()
    seen: set[Resources] = set()
    pending = [p.drawing.resources for page in pages for p in page.placements]
    while pending:
        resources = pending.pop()
        if resources in seen:
            continue
        seen.add(resources)
        if isinstance(resources, Joined):
            pending += resources.parts
        else:
            joined.add(resources)
            pending += [form.resources for form in resources.forms.values()]
    return joined


@lru_cache(maxsize=64)  # most pages have the same ones
def write_marks(marks: tuple[tuple[float, float, float, float], ...]) -> str:
    """The operators of a page's marks."""
    lines = [f"{fmt(x)} {fmt(y)} m {fmt(x1)} {fmt(y1)} l" for x, y, x1, y1 in marks]
    return f"q 0 G {MARK_WIDTH} w {' '.join(lines)} S Q"


def share_drawing(drawing: Drawing, resources: Resources) -> str:
    """Makes a form of a drawing; its resource name."""
    name = "D" + blake2b(drawing.operators.encode("latin-1"), digest_size=6).hexdigest()
    if name not in resources.forms:
        box = (0.0, 0.0, drawing.width, drawing.height)
        resources.forms[name] = Form(name, box, drawing.operators, drawing.resources)
    return name
