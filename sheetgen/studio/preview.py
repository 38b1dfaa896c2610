"""Previews: one sheet of a definition, drawn as it will be printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from math import inf
from typing import Any
from xml.sax.saxutils import quoteattr

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather
from sheetgen.definitions.piece import fill_sheet
from sheetgen.drawing.drawing import Drawing, FormField, map_box
from sheetgen.export.vector import write_svg
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.guard import StoppedError
from sheetgen.ground.number import fmt
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM
from sheetgen.ground.worker import BusyError
from sheetgen.pages.cutting import cut_pieces
from sheetgen.pages.layout import Duplex
from sheetgen.pages.page import Page, Placement, finish_page
from sheetgen.pages.presssheet import Item
from sheetgen.printing.options import ChoiceError, choose
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.reading.model import Model, list_keys
from sheetgen.studio.desk import Desk
from sheetgen.studio.language import translate
from sheetgen.studio.looks import draw_book, find_look, find_sample, is_book_sample
from sheetgen.studio.places import probe, write_place, write_places, write_rectangle
from sheetgen.studio.problems import list_problems, show_key
from sheetgen.studio.request import Answer, Asked, AskError, EntryOf, Request
from sheetgen.systems.column import Loss
from sheetgen.systems.contract import Kind, System
from sheetgen.systems.contract import Look as SheetLook

# Members of a fleet on its sheets: the owner of each piece, and boxes that a click strikes off


def write_members(definition: Definition, items: Sequence[Item], page: Page) -> Iterator[str]:
    """A rectangle over each piece of a page that belongs to a ship of a fleet."""
    form = definition.kind.form
    for placement, member in _find_members(definition, items, page):
        for key in form.refers if form else ():
            entries, *inner = key.split()
            path = [entries, member.at, *inner]
            box = map_box(
                placement.matrix, (0, 0, placement.drawing.width, placement.drawing.height)
            )
            yield write_place(box, page, {"place": show_key(path), "path": json.dumps(path)})


def _find_members(
    definition: Definition, items: Sequence[Item], page: Page
) -> Iterator[tuple[Placement, Any]]:
    """The pieces of a page that belong to a ship of a fleet, with that ship."""
    whose = dict(_list_owners(definition, items))
    for placement in page.placements:
        member = whose.get(placement.drawing)
        if member is not None:
            yield placement, member


def _list_owners(definition: Definition, items: Sequence[Item]) -> Iterator[tuple[Drawing, Any]]:
    """Each piece with the ship of a fleet that it belongs to, if it does."""
    found = {
        getattr(member, name, None): member
        for member in getattr(definition.values, "members", ())
        for name in ("mark", "id", "title")  # one of these is how its sheets say whose they are
    }
    for item in items:
        yield item.drawing, found.get(item.ship.rpartition("\n")[2] or None)


def _list_shown(
    definition: Definition, items: Sequence[Item], page: Page
) -> tuple[Sequence[Item], Sequence[str]]:
    """The pieces of the ships on a page, and the IDs of these; all pieces if some have no ID."""
    owners = [owner for _, owner in _list_owners(definition, items)]
    drawn = {placement.drawing for placement in page.placements}
    ids = [
        str(getattr(owner, "id", ""))
        for item, owner in zip(items, owners, strict=True)
        if item.drawing in drawn
    ]
    if not all(ids):
        return items, ()
    shown = [i for i, owner in zip(items, owners, strict=True) if getattr(owner, "id", "") in ids]
    return shown, list(dict.fromkeys(ids))


def write_losses(
    definition: Definition, items: Sequence[Item], page: Page, filled: Sequence[Item]
) -> Iterator[str]:
    """A rectangle over each box of a page that a ship of a fleet may lose.

    `filled` are the same pieces with the form fields of a PDF, which say where the boxes are.
    """
    form = definition.kind.form
    if form is None:
        return
    entries = next(iter(form.refers)).split()[0]
    fields = {
        item.drawing: other.drawing.fields for item, other in zip(items, filled, strict=False)
    }
    for placement, member in _find_members(definition, items, page):
        base = [entries, member.at, "state", *([member.id] if hasattr(member, "id") else [])]
        for name, loss in form.losses.items():
            boxes = [f for f in fields.get(placement.drawing, ()) if _is_of(f, name, loss)]
            for field, (value, title) in zip(
                boxes, _list_changes(loss, member, boxes), strict=False
            ):
                path = [*base, *loss.key.split("/")]
                change = {"path": path, "value": value} if value else {"path": path, "remove": True}
                data = {
                    "changes": json.dumps([change]),
                    "title": f"{member.id if hasattr(member, 'id') else member.title}: {title}",
                }
                yield write_place(map_box(placement.matrix, field.box), page, data)


def _is_of(field: FormField, name: str, loss: Loss) -> bool:
    if loss.steps or " " in name:
        return field.name == name
    return field.kind == "checkbox" and field.name.partition(" ")[0] == name


def _list_changes(loss: Loss, member: Any, boxes: Sequence[FormField]) -> Iterator[tuple[Any, str]]:
    """For each box, the value after a click on it, and what that means in words."""
    now: Any = member.state
    for key in loss.key.split("/"):
        if isinstance(now, Model):
            now = {k.title: getattr(now, name) for name, k in list_keys(type(now)).items()}
        now = now.get(key) if isinstance(now, dict) else getattr(now, key, None)
    if isinstance(now, Model):  # of a record that a number may stand for, all are counted
        now = sum(getattr(now, key) for key in list_keys(type(now)))
    if loss.value is not None:
        gone = now == loss.value
        return iter([(None if gone else loss.value, f"{'not ' * gone}{loss.title}")])
    if loss.things:
        return _list_things(loss, list(loss.things(member)), list(now or ()), len(boxes))
    if loss.steps:
        total = loss.total(member) if loss.total else 1
        after = (int(now or 0) + 1) % (total + 1)
        return iter([(after, f"{total - after} left of {loss.title}")])
    return _count(loss, member, int(now or 0), len(boxes))


def _list_things(
    loss: Loss, things: Sequence[tuple[object, str]], lost: list[object], boxes: int
) -> Iterator[tuple[Any, str]]:
    """The things that are lost after a click on the box of each of them."""
    left = list(lost)
    for code, title in things if len(things) == boxes else ():
        if code in left:
            left.remove(code)
            at = lost.index(code)
            yield lost[:at] + lost[at + 1 :], f"{title} not {loss.title}"
        else:
            yield [*lost, code], f"{title} {loss.title}"


def _count(loss: Loss, member: Any, lost: int, boxes: int) -> Iterator[tuple[Any, str]]:
    """The number that is lost after a click on each of the boxes."""
    gone = (loss.total(member) if loss.total else boxes) - boxes  # struck off in print
    for number in range(gone + 1, gone + boxes + 1):
        after = number - 1 if number == lost else number
        yield after, f"{fmt(after)} lost of {loss.title}"


def write_table(
    definition: Definition, press: Press, items: Sequence[Item], page: Page
) -> Iterator[str]:
    """A rectangle over the table of a map, on which the page lays what can be moved: its ships."""
    form = definition.kind.form
    if form is None or form.map is None:
        return
    look = SheetLook(
        "", definition.find_art, press.fonts, dress=press.find_dress(definition.system)
    )
    sheets = {sheet.title: sheet for sheet in definition.system.sheets}
    sheet = sheets.get(items[0].sheet)
    pieces = fill_sheet(sheet, definition, definition.values, look) if sheet else ()
    for placement in page.placements:
        for item, piece in zip(items, pieces, strict=False):
            hold = form.map(piece.data, definition.values) if hasattr(piece.data, "map") else None
            if hold and item.drawing is placement.drawing:
                left, top, wide, deep = (MM * length for length in hold.box)
                high = item.drawing.height - top
                area = map_box(placement.matrix, (left, high - deep, left + wide, high))
                ships = f" data-ships={quoteattr(json.dumps(hold.ships))}"
                yield write_rectangle(area, page, 'class="table" fill="none"', ships)


SVG = "image/svg+xml"
BRIEF = 1.0
"""Seconds after which a sheet is not waited for that is drawn for an edit."""
KEPT = 300
"""Seconds for which a browser keeps a portrait; one that changes gets another address."""


class View(Asked):
    """Which sheet of a definition is shown, how, and which of its pages (from 0).

    `file` is the file of the definition if another one, such as a template, is edited. With
    `places` it is found out which field shows where. `look` is one that it has instead of its own;
    where the file is a look, something is shown in that.
    """

    file: str = ""
    document: int = 0
    sheet: str = ""
    ink: str = "color"
    fillable: bool = False
    page: int = 0
    places: bool = False
    look: str = ""


class Preview(View):
    """The same by GET; `version` only makes the address another one."""

    version: str = ""


class PortraitView(EntryOf):
    """A definition whose portrait is shown."""

    version: str = ""


def show_preview(desk: Desk, asked: Preview) -> Answer:
    """GET api/preview: a sheet of a definition as SVG."""
    return _show(desk, find_definition(desk, asked.file, asked.document), asked)


def _show(desk: Desk, definition: Definition, view: View, keep: int = 0) -> Answer:
    """A sheet as a picture, which a browser may `keep` for so many seconds."""
    try:
        svg, _ = draw_view(desk, definition, view)
    except ProblemError as error:
        raise AskError(400, error.diagnostics[0].message) from None
    return Answer(200, SVG, svg.encode(), keep=keep)


def show_view(desk: Desk, asked: View) -> Callable[[], dict[str, Any]]:
    """POST api/view: a sheet as an edit shows it; on request with the places of all fields."""

    def finish() -> dict[str, Any]:
        told = begin_view(desk, asked)()
        if told["preview"] and asked.places and not desk.easel:
            find_places(desk, asked)
            told = begin_view(desk, asked)()
        return told

    return finish


def begin_view(desk: Desk, view: View, patient: bool = True) -> Callable[[], dict[str, Any]]:
    """Begins to draw a sheet at the easel; what is returned waits for it, and describes it.

    Without `patient`, what takes long is not waited for; its end is told to all who listen.
    StoppedError is raised for what is not wanted any more.
    """
    easel = desk.easel
    if easel is None:
        return partial(describe_view, desk, view)
    request = Request("POST", "api/view", {}, json.dumps(vars(view)).encode())

    def tell(done: Future[Any]) -> None:
        if not isinstance(done.exception(), StoppedError):
            desk.tell("template")

    def finish() -> dict[str, Any]:
        try:
            waited = easel.wait(coming, patient, inf if patient else BRIEF)
            told: dict[str, Any] = json.loads(waited.body)
            if "error" in told:
                raise AskError(400, told["error"])
            return told
        except BusyError as error:
            coming.add_done_callback(tell)
            return _describe_none(f"{desk.name_file(str(error))} is still being drawn")
        except ProblemError as error:
            return describe_failure(desk, error)

    try:
        coming = easel.send(request)
    except ProblemError as error:
        return partial(describe_failure, desk, error)
    return finish


def describe_view(desk: Desk, view: View) -> dict[str, Any]:
    """A sheet as SVG and how many pages it has, or why there is none."""
    with desk.lock:
        try:
            svg, pages = _draw_any(desk, view)
        except (AskError, ChoiceError) as error:
            return _describe_none(str(error))
        except ProblemError as error:
            return describe_failure(desk, error)
    return {"preview": svg, "preview_pages": pages, "preview_note": None}


def _draw_any(desk: Desk, view: View) -> tuple[str, int]:
    """A page of a sheet as SVG, or of what a look is shown with, and how many pages there are."""
    name = find_look(view.file)
    if not name:
        return draw_view(desk, find_definition(desk, view.file, view.document), view)
    if is_book_sample(view.sheet):
        return draw_book(desk, name, view.sheet, view.ink), 1
    definition, sheet = find_sample(desk, view.sheet)
    return draw_view(desk, definition, replace(view, sheet=sheet, look=name))


def describe_failure(desk: Desk, error: ProblemError) -> dict[str, Any]:
    """A sheet that can't be drawn, with all reasons."""
    told = _describe_none(f"this can't be drawn: {error.diagnostics[0].message}")
    return {**told, "preview_problems": list_problems(desk, error.diagnostics)}


def _describe_none(why: str) -> dict[str, Any]:
    return {"preview": None, "preview_pages": 0, "preview_note": why}


def find_places(desk: Desk, view: View) -> None:
    """Finds out which field shows where on a sheet, and notes it for all later drawings."""
    if find_look(view.file):
        return
    with desk.lock:
        definition = find_definition(desk, view.file, view.document)
        ink, sheet = _choose(definition, view)

    def is_stale() -> bool:
        now = desk.project.shelf.read(desk.folder.find(view.file)).definitions
        return not any(d.written is definition.written for d in now)

    def draw(one: Definition) -> Page | None:
        pages, _ = _draw_pages(desk, one, sheet, ink, keep=False)
        return pages[view.page] if 0 <= view.page < len(pages) else None

    places = probe(desk, definition, draw, is_stale)
    if places is not None:
        desk.places[_name_view(view, sheet)] = places


def show_portrait(desk: Desk, asked: PortraitView) -> Answer:
    """GET api/portrait: what a ship looks like, as SVG."""
    definition = find_definition(desk, asked.file, asked.document)
    sheets = [s.name for s in definition.system.sheets if s.role == "portrait"]
    if not sheets:
        raise AskError(404, "ships of this game have no portraits")
    return _show(desk, definition, View(sheet=sheets[0]), KEPT)


def find_definition(desk: Desk, file: str, document: int) -> Definition:
    """A definition by its place, linked. Raises AskError."""
    path = desk.folder.find(file)
    if not desk.project.files.is_file(path):
        raise AskError(404, f"there is no file {file}")
    for definition in gather([path], desk.project.shelf).definitions:
        if definition.document.index == document:
            return definition
    raise AskError(400, "this definition has mistakes that must be fixed first")


def draw_view(desk: Desk, definition: Definition, view: View) -> tuple[str, int]:
    """A page of a sheet as SVG, and how many pages there are. Raises ProblemError, AskError."""
    ink, sheet = _choose(definition, view)
    pages, items = _draw_pages(desk, definition, sheet, ink, view.fillable, look=view.look)
    page = pages[max(0, min(view.page, len(pages) - 1))]
    svg = write_svg(finish_page(page), definition.name)
    if view.look:  # which is looked at, not worked with
        return svg, len(pages)
    over = list(write_members(definition, items, page))
    over += write_table(definition, desk.project.press(ink, None, False), items, page)
    over += write_places(desk.places.get(_name_view(view, sheet), ()), page)
    form = definition.kind.form
    if form and form.losses:
        shown, ids = _list_shown(definition, items, page)
        filled = shown
        if not view.fillable:
            order = Order(sheets=[sheet], title=definition.name, only=ids)
            press = desk.project.press(ink, None, True)
            filled = [item for _, item in press.draw_sheets([definition], order)]
        over += write_losses(definition, shown, page, filled)
    if view.fillable:
        over += _write_fields(page)
    return svg.removesuffix("</svg>\n") + "\n".join([*over, "</svg>\n"]), len(pages)


def _choose(definition: Definition, view: View) -> tuple[Ink, str]:
    """The ink and the sheet of a view. Raises AskError."""
    try:
        return choose(Ink, "ink", view.ink), view.sheet or find_sheet(definition)
    except ChoiceError as error:
        raise AskError(400, str(error)) from None


def _name_view(view: View, sheet: str) -> tuple[str, int, str, int]:
    return view.file, view.document, sheet, view.page


def _draw_pages(
    desk: Desk,
    definition: Definition,
    sheet: str,
    ink: Ink,
    fillable: bool = False,
    keep: bool = True,
    look: str = "",
) -> tuple[Sequence[Page], Sequence[Item]]:
    """A portrait, or a piece to cut out, alone; all else as it lies on paper; and the pieces."""
    order = Order(sheets=[sheet], title=definition.name, later=True)
    press = desk.project.press(ink, None, fillable, look)
    press.keeps = keep
    try:
        pieces = list(press.draw_sheets([definition], order))
    finally:
        press.keeps = True
    if not pieces:
        raise AskError(404, "there is nothing of this to print on this sheet")
    items = [item for _, item in pieces]
    batch = pieces[0][0]
    if len(pieces) == 1 and (batch.cut or batch.role == "portrait"):
        return list(cut_pieces([(sheet, items[0])], Duplex.LONG).values()), items
    return press.lay_out(pieces, order), items


def _write_fields(page: Page) -> list[str]:
    """Rectangles where a PDF for filling in has its fields."""
    looks = 'class="field" fill="#2f6fde" fill-opacity="0.16"'
    return [
        write_rectangle(map_box(placement.matrix, field.box), page, looks)
        for placement in page.placements
        for field in placement.drawing.fields
    ]


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
        {"id": s.name, "title": translate(s.title), "default": kind.name in s.default}
        for s in system.sheets
        if kind.name in s.kinds
    ]
