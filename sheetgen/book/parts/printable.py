"""The blocks that chapters place: displays, counters, cards, sheets and tables of fleets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reportlab.platypus.flowables import PageBreak

from sheetgen.book.flow.figure import Figure, FigureRow
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import make_span
from sheetgen.book.flow.stack import ColumnBreak
from sheetgen.book.flow.style import Align, TextStyle
from sheetgen.book.flow.table import TableBlock
from sheetgen.book.library import Illustrator, Library
from sheetgen.book.manuscript.markdown import make_table
from sheetgen.book.problem import SMALL_PRINT, UNKNOWN_BLOCK
from sheetgen.book.theme import Design
from sheetgen.definitions.definition import Definition
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.units import MM
from sheetgen.systems.column import Spot, pick_values, tabulate_parts
from sheetgen.template import escape_value

LEAST_SCALE = 0.7
_NUMBER = re.compile(r"[~–-]?\d[\d.,()/″%+–-]*")
Maker = Callable[[Place], Iterator[Any]]
"""Makes the flowables of a block, given its place."""


class Blocks:
    """What chapters may call, and what it places."""

    def __init__(self, library: Library, studio: Illustrator, design: Design) -> None:
        self.library, self.studio, self.design = library, studio, design
        self.problems: list[Diagnostic] = []

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The blocks by the names that chapters use."""
        return {
            "display": lambda name, **o: self.sheet("display", name, **o),
            "counter": lambda name, **o: self.sheet("counter", name, **o),
            "card": lambda name, **o: self.sheet("card", name, **o),
            "reference": lambda name, **o: self.sheet("reference", name, **o),
            "portrait": lambda name, **o: self.sheet("portrait", name, **o),
            "sheet": self.sheet,
            "fleet_table": self.fleet_table,
            "ship_table": self.ship_table,
            "index": lambda term: str(term),
            "page_break": lambda: _break_page,
            "column_break": lambda: _break_column,
        }

    def sheet(
        self,
        sheet: str,
        name: str,
        scale: float = 1.0,
        piece: int | None = None,
        caption: str = "",
        wide: bool | None = None,
        align: str = "centre",
    ) -> Maker:
        """Places a sheet of a ship or fleet: one piece of it, or all."""

        def make(place: Place) -> Iterator[Any]:
            definition = self.library.find(name, place)
            chosen = self.studio.choose(definition, sheet)
            if chosen is None:
                raise ProblemError([self._miss(definition, sheet, place)])
            drawings = self.studio.draw(definition, chosen)
            if piece is not None:
                if not 1 <= piece <= len(drawings):
                    message = f"{name} has {len(drawings)} pieces of the sheet {sheet}"
                    hint = f"there is no piece {piece}: they count from 1"
                    raise ProblemError([UNKNOWN_BLOCK.at(place, message, hint)])
                drawings = [drawings[piece - 1]]
            step, depth = self.design.line, self.design.geometry.depth
            column = self.design.geometry.column
            small = all(d.trim_width * scale < column * 0.7 for d in drawings)
            if len(drawings) > 1 and small:
                row = FigureRow(drawings, scale, 4 * MM, step / 2, step)
                row.wide = bool(wide) if wide is not None else len(drawings) > 2
                yield row
                drawings = []
            for at, drawing in enumerate(drawings):
                text = caption if at == len(drawings) - 1 else ""
                figure = Figure(drawing, scale, self._caption(text), depth, step / 2, step, align)
                self._check(name, chosen.title, drawing, scale, wide, place)
                figure.wide = (
                    wide if wide is not None else drawing.trim_width * scale > column * 1.02
                )
                yield figure
            if small and caption and len(drawings) != 1:
                yield self._caption(caption, "left")

        return make

    def _check(
        self, name: str, title: str, drawing: Any, scale: float, wide: bool | None, place: Place
    ) -> None:
        """Warns of a sheet that the page makes too small to read."""
        geometry = self.design.geometry
        measure = geometry.column if wide is False else geometry.measure
        fitted = min(scale, measure / drawing.trim_width, geometry.depth / drawing.trim_height)
        if fitted < LEAST_SCALE:
            message = f"{title} of {name} is printed at {fitted:.0%} of its size"
            hint = "letters of 7 pt become smaller than 5 pt: use larger paper, or leave it out"
            self.problems.append(SMALL_PRINT.at(place, message, hint))

    def _caption(self, text: str, align: Align = "centre") -> Paragraph | None:
        if not text:
            return None
        style = replace(self.design.style("caption"), align=align)
        return Paragraph([make_span(text, style, style.colour)], style, self.design.setter)

    def _miss(self, definition: Definition, sheet: str, place: Place) -> Any:
        fitting = [s for s in definition.system.sheets if definition.kind.name in s.kinds]
        known = sorted({s.name for s in fitting} | {s.role for s in fitting if s.role})
        near = find_nearest(sheet, known)
        hint = f"did you mean {near}?" if near else f"it has {', '.join(known)}"
        message = f"there is no sheet '{sheet}' of {definition.id}, a {definition.kind.name}"
        return UNKNOWN_BLOCK.at(place, message, hint)

    def fleet_table(self, name: str) -> Maker:
        """Places the table of a fleet, with its totals."""

        def make(place: Place) -> Iterator[Any]:
            yield tabulate_fleet(self.library.find(name, place, fleets=True), self.design)

        return make

    def ship_table(self, *names: str) -> Maker:
        """Places a table that compares ships."""

        def make(place: Place) -> Iterator[Any]:
            found = [self.library.find(name, place) for name in names]
            groups: dict[Any, list[Definition]] = {}
            for definition in found:
                groups.setdefault(definition.kind, []).append(definition)
            for group in groups.values():
                yield tabulate_ships(group, self.design)

        return make


def _break_page(place: Place) -> Iterator[Any]:
    yield PageBreak()


def _break_column(place: Place) -> Iterator[Any]:
    yield ColumnBreak()


def tabulate_fleet(definition: Definition, design: Design) -> TableBlock:
    """What a fleet is made of, with totals."""
    for table in definition.apply(tabulate_parts):
        return tabulate(design, table.headings, table.rows, table.totals)
    return tabulate_ships(definition.links, design)


def tabulate_ships(
    definitions: Sequence[Definition], design: Design, link: bool = False
) -> TableBlock:
    """Definitions of one kind with their statistics, a row each; names may lead to their pages."""
    values = [compare(definition) for definition in definitions]
    headings = list(dict.fromkeys(heading for row in values for heading in row))
    rows = [
        [d.name, *(row.get(heading) for heading in headings)]
        for d, row in zip(definitions, values, strict=True)
    ]
    made = tabulate(design, ["Name", *headings], rows)
    if link:
        accent = design.fill("accent")
        for definition, row in zip(definitions, made.rows, strict=True):
            name = row[0]
            target = f"#ship-{definition.id}"
            name.spans = [replace(span, link=target, colour=accent) for span in name.spans]
    return made


def compare(definition: Definition) -> Mapping[str, Any]:
    """What a table of several definitions has of each."""
    return _choose_values(definition, "compare")


def tabulate(
    design: Design,
    headings: Sequence[str],
    rows: Sequence[Sequence[Any]],
    totals: Sequence[Any] | None = None,
    stretch: bool = True,
) -> TableBlock:
    """A table of values, numbers to the right."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(headings)
    right = [all(map(_is_number, column)) and any(column) for column in columns]
    cell, head = design.style("cell"), design.style("cell-head")
    strong = replace(cell, weight=max(cell.weight, 700))

    def make(values: Sequence[Any], style: TextStyle) -> list[Paragraph]:
        made = []
        for value, number in zip(values, right, strict=True):
            own = replace(style, align="right" if number else "left")
            text = (
                ""
                if value is None
                else str(escape_value(value) if isinstance(value, float) else value)
            )
            made.append(Paragraph([make_span(text, own, own.colour)], own, design.setter))
        return made

    return make_table(
        design,
        make(headings, head),
        [make(row, cell) for row in rows],
        make(totals, strong) if totals else None,
        stretch,
    )


def _is_number(value: Any) -> bool:
    """Whether a value is read as a number, such as 12, 6(4) or 18″."""
    if value is None or value == "":
        return True
    if isinstance(value, str):
        return _NUMBER.fullmatch(value) is not None
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def list_facts(definition: Definition) -> Mapping[str, Any]:
    """The statistics of a definition's page."""
    return _choose_values(definition, "fact")


def _choose_values(definition: Definition, spot: Spot) -> Mapping[str, Any]:
    """What the game chose for books, or else the row that `show` prints."""
    chosen: Mapping[str, Any] = definition.apply(pick_values, spot)
    return chosen or definition.apply(pick_values, "table")
