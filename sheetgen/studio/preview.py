"""Previews: one sheet of a definition, drawn as it will be printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheetgen.choices import ChoiceError, choose
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather
from sheetgen.drawing.color import Ink
from sheetgen.export.vector import write_svg
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.pages.cutting import cut_pieces
from sheetgen.pages.duplex import Duplex
from sheetgen.pages.page import Page
from sheetgen.press import Order
from sheetgen.studio.desk import Desk
from sheetgen.studio.request import Answer, Asked, AskError, Request
from sheetgen.systems.contract import Kind, System

SVG = "image/svg+xml"


class View(Asked):
    """Which sheet of a definition is shown, how, and which of its pages (from 0).

    `file` is the file of the definition if another one, such as a template, is edited.
    """

    file: str = ""
    document: int = 0
    sheet: str = ""
    ink: str = "color"
    fillable: bool = False
    page: int = 0


class Preview(View):
    """The same in a file; `version` only makes the address another one."""

    version: str = ""


class Portrait(Asked):
    """A definition whose portrait is shown."""

    file: str
    document: int = 0
    version: str = ""


def show_preview(desk: Desk, request: Request) -> Answer:
    """GET api/preview: a sheet of a definition as SVG."""
    asked = request.read(Preview)
    with desk.lock:
        definition = find_definition(desk, asked.file, asked.document)
        try:
            svg, _ = draw_view(desk, definition, asked)
        except ProblemError as error:
            raise AskError(400, error.diagnostics[0].message) from None
    return Answer(200, SVG, svg.encode())


def show_portrait(desk: Desk, request: Request) -> Answer:
    """GET api/portrait: what a ship looks like, as SVG."""
    asked = request.read(Portrait)
    with desk.lock:
        definition = find_definition(desk, asked.file, asked.document)
        sheets = [s.name for s in definition.system.sheets if s.role == "portrait"]
        if not sheets:
            raise AskError(404, "ships of this game have no portraits")
        try:
            svg, _ = draw_view(desk, definition, View(sheet=sheets[0]))
        except ProblemError as error:
            raise AskError(400, error.diagnostics[0].message) from None
    return Answer(200, SVG, svg.encode())


def find_definition(desk: Desk, file: str, document: int) -> Definition:
    """A definition by its place, linked. Raises AskError."""
    path = desk.folder.find(file)
    if not desk.project.files.is_file(path):
        raise AskError(404, f"there is no file {file}")
    for definition in gather([path], desk.project.shelf).definitions:
        if definition.document.index == document:
            return definition
    raise AskError(400, "this definition has mistakes that have to be mended first")


def draw_view(desk: Desk, definition: Definition, view: View) -> tuple[str, int]:
    """A page of a sheet as SVG, and how many pages there are. Raises ProblemError, AskError."""
    try:
        ink = choose(Ink, "ink", view.ink)
    except ChoiceError as error:
        raise AskError(400, str(error)) from None
    pages = _draw_pages(desk, definition, view.sheet or find_sheet(definition), ink)
    page = pages[max(0, min(view.page, len(pages) - 1))]
    return write_svg(page, definition.name), len(pages)


def _draw_pages(desk: Desk, definition: Definition, sheet: str, ink: Ink) -> Sequence[Page]:
    """A piece that is alone by itself, several as they lie on paper."""
    order = Order(sheets=[sheet], title=definition.name)
    press = desk.project.press(ink)
    pieces = list(press.draw_sheets([definition], order))
    if not pieces:
        raise AskError(404, f"there is nothing to print on the sheet {sheet}")
    if len(pieces) == 1:
        return list(cut_pieces([(sheet, pieces[0][1])], Duplex.LONG).values())
    return press.lay_out(pieces, order)


def find_sheet(definition: Definition) -> str:
    """The sheet that is shown first: the one to play with, or the first one."""
    sheets = list_sheets(definition.system, definition.kind)
    for sheet in sheets:
        if sheet["default"]:
            return str(sheet["id"])
    if not sheets:
        raise AskError(404, "there is no sheet for this")
    return str(sheets[0]["id"])


def list_sheets(system: System, kind: Kind) -> list[dict[str, Any]]:
    """The sheets that definitions of a kind can be printed on."""
    return [
        {"id": s.name, "title": s.title, "default": kind.name in s.default}
        for s in system.sheets
        if kind.name in s.kinds
    ]
