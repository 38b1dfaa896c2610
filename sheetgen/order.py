"""An order: what is to be printed and how, and the batches that share its pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cache

from sheetgen.ground.record import record
from sheetgen.ground.units import MM, PAPERS
from sheetgen.pages.layout import Arrangement, Layout
from sheetgen.systems.contract import Sheet


@record
class Order:
    """An order: what is to be printed, and how."""

    layout: Layout = field(default_factory=lambda: Layout(PAPERS["a4"]))
    copies: int = 1
    sheets: Sequence[str] = ()  # none: the default sheets of each kind
    colour: str = ""
    title: str = ""
    only: Sequence[str] = ()  # ids; none: everything
    skip: Sequence[str] = ()  # names of sheets
    counter_size: float = 0.0  # in millimetres, 0 for the sizes of the definitions


@record
class Batch:
    """Pieces that share pages: those of one sheet and, where there are fleets, of one fleet."""

    system: str
    whose: str
    sheet: str
    title: str
    gap: float  # between pieces, in millimetres
    cut: bool
    grid: bool
    role: str = ""

    def arrange(self) -> Arrangement:
        """How its pieces are arranged on pages."""
        return Arrangement(self.gap * MM, self.grid, self.cut)


def make_batch(sheet: Sheet, system: str = "", whose: str = "") -> Batch:
    """The batch that a sheet's pieces belong to."""
    return Batch(
        system, whose, sheet.name, sheet.title, sheet.gap, sheet.cut, sheet.grid, sheet.role
    )


@cache
def find_room(layout: Layout) -> tuple[float, float]:
    """The space inside the margins of the paper when it is upright, in millimetres."""
    paper = layout.paper.portrait
    return (paper.width - 2 * layout.margin) / MM, (paper.height - 2 * layout.margin) / MM
