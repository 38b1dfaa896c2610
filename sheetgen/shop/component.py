"""Components: the pieces of a print that a shop cuts to one size, on pages with their bleed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.number import fmt
from sheetgen.ground.slug import make_id
from sheetgen.ground.units import MM, format_size
from sheetgen.pages.cutting import LONGEST, take_name
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item
from sheetgen.shop.problem import LEFT_OUT
from sheetgen.shop.profile import TOLERANCE, Wanted

_CUT = 0.2 * MM
"""How wide a cut is."""


@dataclass(frozen=True, slots=True)
class Component:
    """A piece with its other side, under a name that no other one has; printed `count` times."""

    name: str
    title: str
    sheet: str
    front: Page
    back: Page | None
    count: int
    place: Place | None = None

    @property
    def sides(self) -> Iterator[tuple[str, Page]]:
        """Its pages, each with the name of its file."""
        yield f"{self.name}-front", self.front
        if self.back:
            yield f"{self.name}-back", self.back


def make_components(
    pieces: Iterable[tuple[str, Item]], wanted: Wanted
) -> tuple[list[Component], list[Diagnostic]]:
    """The pieces of the size of a profile, and a warning for each sheet with others.

    `pieces` come with the names of their sheets. Pieces that look alike are one component.
    """
    fitting: dict[tuple[str, str, str], tuple[str, Item]] = {}
    others: dict[str, list[Item]] = {}
    for sheet, item in pieces:
        if not fits(item.drawing, wanted):
            others.setdefault(sheet, []).append(item)
            continue
        look = (sheet, item.drawing.operators, item.back.operators if item.back else "")
        known = fitting.get(look)
        copies = item.copies + (known[1].copies if known else 0)
        fitting[look] = sheet, replace(known[1] if known else item, copies=copies)
    made = [
        Component(
            name,
            item.title or item.name,
            sheet,
            lay_component(item.drawing, wanted),
            lay_component(item.back, wanted) if item.back else None,
            item.copies,
            item.place,
        )
        for name, (sheet, item) in name_all(list(fitting.values()))
    ]
    return made, [_tell_left_out(sheet, items, wanted) for sheet, items in others.items()]


def fits(drawing: Drawing, wanted: Wanted) -> bool:
    """Whether a drawing has the size that a profile cuts, upright or across."""
    if wanted.size is None:
        return True
    own, size = sorted((drawing.trim_width, drawing.trim_height)), sorted(wanted.size)
    return all(abs(a - b) <= TOLERANCE for a, b in zip(own, size, strict=True))


def lay_component(drawing: Drawing, wanted: Wanted) -> Page:
    """The page of a drawing with the bleed of a profile, turned to stand as the profile does."""
    own = drawing.trim_width, drawing.trim_height
    across, up = wanted.size or own
    turn = int((own[0] > own[1]) != (across > up) and wanted.size is not None)
    bleed = wanted.bleed
    if bleed and not drawing.bleed:
        drawing = trim_marks(drawing)
    width, height = across + 2 * bleed, up + 2 * bleed
    placed = Placement(drawing, 0.0, 0.0, turn)
    placed = replace(placed, x=(width - placed.width) / 2, y=(height - placed.height) / 2)
    trim = (bleed, bleed, width - bleed, height - bleed)
    return Page(width, height, (placed,), trim=trim, covered=width * height)


@lru_cache(maxsize=4096)
def trim_marks(drawing: Drawing) -> Drawing:
    """A drawing without what is printed on its cut, such as marks for scissors."""
    edge, width, height = _CUT / 2, drawing.width - _CUT, drawing.height - _CUT
    clip = f"{fmt(edge)} {fmt(edge)} {fmt(width)} {fmt(height)} re W n"
    return replace(drawing, operators=f"{clip}\n{drawing.operators}")


def _tell_left_out(sheet: str, items: Sequence[Item], wanted: Wanted) -> Diagnostic:
    size = format_size(items[0].drawing.trim_width, items[0].drawing.trim_height)
    count = sum(item.copies for item in items)
    pieces = "piece" if count == 1 else "pieces"
    asked = format_size(*(wanted.size or (0.0, 0.0)))
    message = (
        f"{count} {pieces} of the sheet {sheet} ({size}) are left out: {wanted.name} takes {asked}"
    )
    return LEFT_OUT.at(items[0].place, message, f"print them at home, with --sheet {sheet}")


def name_all(pieces: Sequence[tuple[str, Item]]) -> Iterator[tuple[str, tuple[str, Item]]]:
    """Every piece under the name of its definition and its sheet, and where needed its title."""
    alike = Counter((item.of, sheet) for sheet, item in pieces)
    taken: set[str] = set()
    for sheet, item in pieces:
        name = f"{make_id(item.of)[:LONGEST]}-{sheet}".lstrip("-")
        if alike[item.of, sheet] > 1:
            title = make_id(item.title).removeprefix(f"{make_id(item.of)}-")
            name = f"{name}-{title[:LONGEST]}".rstrip("-")
        yield take_name(name, taken), (sheet, item)
