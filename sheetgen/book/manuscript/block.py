"""Tables and panels in the look of the book."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.book.flow.box import Panel, PanelLook
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.flow.table import Rows, TableBlock, TableLook
from sheetgen.book.theme import Design


def make_table(design: Design, rows: Rows) -> TableBlock:
    """A table in the look of the book; it takes the whole measure where a column is too narrow."""
    step, column = design.line, design.geometry.column
    look = TableLook(
        rule=design.stroke("rule"),
        strong=design.stroke("accent"),
        stripe=design.tint("tint") if design.theme.striped else "",
        across=0.35 * design.geometry.size,
        down=0.14 * step,
        space=step / 2,
        step=step,
    )
    natural, narrowest = rows.measure(look.across)
    wide = natural > column * 1.15 or narrowest > column
    return TableBlock(rows, look, wide=wide)


def make_panel(design: Design, flow: Sequence[Flowable], bar: bool = True) -> Panel:
    """Flowables on the tint of the book, or in a frame where that is none."""
    step = design.line
    look = PanelLook(
        padding=step * 0.6,
        tint=design.tint("tint"),
        bar=design.tint("accent") if bar else "",
        frame=design.stroke("rule") if design.colour("tint") == "none" else "",
        space=step / 2,
        step=step,
    )
    return Panel(flow, look)
