"""Joins the stages: definitions → sheet data → SVG text → drawings → pages → bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sheetgen import assets
from sheetgen.definition import Definition, locate_art
from sheetgen.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.drawing import Drawing
from sheetgen.fonts import Fonts
from sheetgen.imposition import Item, Layout, impose
from sheetgen.page import Page
from sheetgen.svg.color import Ink
from sheetgen.svg.drafter import Drafter
from sheetgen.systems import Look, Sheet, System, Systems
from sheetgen.template import Templates
from sheetgen.units import PAPERS

MARGIN = "common/margin.svg"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed, and how."""

    layout: Layout = field(default_factory=lambda: Layout(PAPERS["a4"]))
    copies: int = 1
    sheets: Sequence[str] = ()  # none: each kind's default ones
    colour: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class MarginStrip:
    """What stands in a page's margin beside the ruler."""

    title: str
    page: int
    pages: int


class Press:
    """Prints for one project: its templates and fonts before the shipped ones."""

    def __init__(
        self,
        project: Path | None,
        ink: Ink = Ink.COLOR,
        fonts: Sequence[Path] = (),
        systems: Systems | None = None,
    ) -> None:
        own = [project / "templates"] if project else []
        self.templates = Templates([*own, *(systems.folders if systems else ())], {})
        self.fonts = Fonts([*([project / "fonts"] if project else []), *fonts])
        roots = [*([project] if project else []), assets.shipped("ships")]
        self.drafter = Drafter(self.fonts, ink, [*roots, *self.templates.folders])

    def draw(self, template: str, sheet: Any, title: str, place: Place | None = None) -> Drawing:
        """The drawing of a template filled with a sheet's data. Raises ProblemError.

        `title` says what is being printed, `place` where that is defined.
        """
        text = self.templates.fill(template, sheet=sheet)
        path = self.templates.find(template)
        base = path.parent if path else None
        drawing, problems = self.drafter.draw(text, base, title)
        if not problems:
            return drawing
        # Only now is it worth knowing where each element stands in its template.
        marked = self.templates.fill(template, marked=True, sheet=sheet)
        _, problems = self.drafter.draw_tree(marked, base, title)
        file = assets.display_name(path) if path else template
        found = [problem.diagnose(file) for problem in problems]
        raise ProblemError([_tell_source(diagnostic, title, place) for diagnostic in found])

    def draw_sheets(
        self, definitions: Iterable[Definition], order: Order
    ) -> Iterator[Item]:
        """An item for every definition and sheet. Raises ProblemError with all problems."""
        found: list[Diagnostic] = []
        for definition in definitions:
            for sheet in choose_sheets(definition.system, definition.kind.name, order.sheets):
                try:
                    yield self._draw_sheet(definition, sheet, order)
                except ProblemError as error:
                    found += error.diagnostics
        if found:
            raise ProblemError(found)

    def _draw_sheet(self, definition: Definition, sheet: Sheet, order: Order) -> Item:
        art = locate_art(definition.values, definition.path)
        look = Look(colour=order.colour, art=str(art) if art else "")
        data = sheet.fill(definition.values, look)
        title = definition.name
        drawing = self.draw(sheet.template, data, title, definition.place)
        name = f"{title}, {sheet.title.lower()}"
        return Item(drawing, order.copies, title, name, definition.place)

    def try_sheets(self, definitions: Iterable[Definition]) -> list[Diagnostic]:
        """What would stop the default sheets from being printed, apart from the paper."""
        found: list[Diagnostic] = []
        for definition in definitions:
            for sheet in choose_sheets(definition.system, definition.kind.name, ()):
                try:
                    self._draw_sheet(definition, sheet, Order())
                except ProblemError as error:
                    found += error.diagnostics
        return found

    def draw_blanks(self, sheet: Sheet, sizes: Sequence[int], order: Order) -> list[Item]:
        """An item for each size of a sheet that can be printed empty."""
        assert sheet.fill_blank is not None
        items = []
        for size in sizes:
            title = f"Blank {sheet.title.lower()}, {size}"
            drawing = self.draw(sheet.template, sheet.fill_blank(size), title)
            items.append(Item(drawing, order.copies, title, title))
        return items

    def lay_out(self, items: Sequence[Item], order: Order) -> list[Page]:
        """The pages of an order. Raises ProblemError for what fits no page."""

        title = order.title if len(order.title) <= 60 else order.title[:59] + "…"

        def strip(page: int, pages: int) -> Drawing:
            return self.draw(MARGIN, MarginStrip(title, page, pages), "margin")

        return impose(items, order.layout, strip)


def choose_sheets(system: System, kind: str, names: Sequence[str]) -> list[Sheet]:
    """The sheets of a system for a kind: those named, or the default ones."""
    fitting = [sheet for sheet in system.sheets if kind in sheet.kinds]
    if names:
        return [sheet for name in names for sheet in fitting if sheet.name == name]
    return [sheet for sheet in fitting if sheet.default]


def _tell_source(diagnostic: Diagnostic, title: str, place: Place | None) -> Diagnostic:
    """Adds to a template's diagnostic whose sheet was being drawn."""
    if place is None:
        return diagnostic
    whose = f"while printing {title} ({place.file}:{place.line})"
    if diagnostic.rule in ("overflow", "missing-glyph", "bad-image"):
        # These come from the definition's own words: that is where they are mended.
        template = f"in {diagnostic.place}"
        hint = f"{diagnostic.hint} ({template})" if diagnostic.hint else template
        return replace(
            diagnostic, hint=hint, file=place.file, line=place.line, column=place.column
        )
    hint = f"{diagnostic.hint}; {whose}" if diagnostic.hint else whose
    return replace(diagnostic, hint=hint)
