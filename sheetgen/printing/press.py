"""Joins the stages: definitions → sheet data → SVG text → drawings → pages → bytes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from contextvars import copy_context
from copy import copy
from functools import cache, partial
from pathlib import Path
from threading import RLock
from typing import Any

from sheetgen.definitions.definition import Definition, list_all
from sheetgen.definitions.linking import tell_apart
from sheetgen.definitions.piece import fill_blank, fill_sheet, list_sheets, speak_for
from sheetgen.drawing.drawing import Drawing, LaterDrawing, finish
from sheetgen.ground import assets
from sheetgen.ground.cache import Cache, find_folder
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.files import Files
from sheetgen.ground.guard import Piece
from sheetgen.ground.record import record, replace
from sheetgen.ground.textfile import Offset
from sheetgen.ground.units import MM
from sheetgen.pages.imposition import Plan, Start, find_large, make_lots
from sheetgen.pages.layout import Pack, Scheme
from sheetgen.pages.page import Bookmark, Page
from sheetgen.pages.presssheet import Item, judge_large, warn_large
from sheetgen.printing.advice import have_one_size, judge_back, judge_bleed, judge_source
from sheetgen.printing.order import (
    GREY,
    LEAST,
    SLIP,
    Batch,
    Order,
    Wanted,
    find_room,
    list_kit,
    make_batch,
    share,
    sort_kit,
)
from sheetgen.reading.document import Document
from sheetgen.svg.drafter import Drafter
from sheetgen.svg.read.tree import parse_tree
from sheetgen.systems.contract import Companion, Look, Print, Sheet, System
from sheetgen.systems.loading import Systems
from sheetgen.template.templates import Templates
from sheetgen.template.wardrobe import Wardrobe
from sheetgen.type.dress import Dress
from sheetgen.type.fonts import Fonts

MARGIN = "common/margin.svg"
BLEED = 2 * MM
_TITLE, _SMALLEST = 68.0, 2.3
"""The room of a title in the margin, and the least size of its letters, in millimetres."""
_SURELY = 24
"""Letters of a title for which there is room however wide they are."""
_MOST = 20_000
"""How many sheets of definitions are kept before all are forgotten."""


@record
class MarginStrip:
    """The text in a page's margin, beside the ruler."""

    title: str
    page: int
    pages: int
    narrow: bool = False  # where the title has too many letters, or too wide ones


class Press:
    """Prints for one project: its templates and fonts before the shipped ones.

    With `keeps`, a definition that is the same object is drawn once. Several threads may use it;
    one of them works at a time.
    """

    def __init__(
        self,
        project: Path | None,
        ink: Ink = Ink.COLOR,
        fonts: Sequence[Path] = (),
        systems: Systems | None = None,
        bleed: float | None = None,
        projects: Sequence[Path] = (),
        files: Files | None = None,
    ) -> None:
        """`bleed` is how far sheets that have a bleed are printed beyond the cut, in points.

        A sheet with less is an error. Without `bleed`, 2 mm are printed, or as much as there is.
        Pictures may also lie in `projects` other than the one whose templates are used.
        """
        own = [project / "templates"] if project else []
        homes = systems.homes if systems else []
        self.lock = RLock()
        self.files = files or Files()
        folders = [*own, *(home / "templates" for home in homes)]
        near = systems.list_packs(project) if systems and project else ()
        packs = [pack.root for pack in near if pack.root != project]
        # What a pack has under a name that is taken is used for its own prints only.
        self.templates = Templates(folders, {}, self.files, [one / "templates" for one in packs])
        self.files.admit([*([project] if project else []), *projects, *fonts, *packs])
        self.files.trust(homes)
        faces = [project / "fonts"] if project else []
        others = [one / "fonts" for one in packs]
        self.fonts = Fonts([*faces, *fonts], self.files, others)
        self.wardrobe = Wardrobe(self.templates, self.fonts)
        self._set_look(ink, bleed)

    def _set_look(self, ink: Ink, bleed: float | None, fillable: bool = False) -> None:
        self.bleed, self.fillable = bleed or 0.0, fillable
        most = BLEED if bleed is None else bleed
        self.drafter = Drafter(self.fonts, ink, self.files, most, Cache(find_folder()))
        self.keeps = False
        self._drawn: dict[Hashable, tuple[list[Item], Any]] = {}

    def change_look(
        self,
        ink: Ink,
        bleed: float | None,
        fillable: bool = False,
        wardrobe: Wardrobe | None = None,
    ) -> Press:
        """A press with another ink, bleed and wardrobe that shares templates, fonts and lock.

        With `fillable`, its templates leave out what the form fields of a PDF show.
        """
        other = copy(self)
        other.wardrobe = wardrobe or self.wardrobe
        other._set_look(ink, bleed, fillable)
        return other

    def find_dress(self, game: System | None) -> Dress:
        """Return the dress of a game's sheets, or of those of none. Raises ProblemError."""
        return self.wardrobe.find(game, self.drafter.ink.value)

    def draw(
        self,
        template: str,
        sheet: Any,
        title: str,
        whose: Definition | Document | None = None,
        ship: str = "",
        game: System | None = None,
    ) -> Drawing:
        """The drawing of a template filled with a sheet's data. Raises ProblemError.

        `title` says what is being printed, `whose` is the definition that it is of,
        or the document of the words in it, `ship` the one of its ships. Without a definition,
        `game` says whose look it has.
        """
        near = speak_for(whose) if isinstance(whose, Definition) else nullcontext()
        with self.lock, Piece(self.templates.find(template) or template), near:
            dress = self.find_dress(getattr(whose, "system", game))
            return self._draw(template, dress, sheet, title, whose, ship)

    def measure(
        self,
        template: str,
        sheet: Any,
        title: str,
        whose: Definition | None = None,
        ship: str = "",
        game: System | None = None,
    ) -> Drawing:
        """The same, drawn only once its content is needed.

        What is wrong with it is raised then, or here where its size can't be told.
        """
        # The words of today are those in which it is drawn.
        spoken = copy_context()

        def draw() -> Drawing:
            return spoken.run(self.draw, template, sheet, title, whose, ship, game)

        near = speak_for(whose) if whose else nullcontext()
        with self.lock, Piece(self.templates.find(template) or template), near:
            dress = self.find_dress(getattr(whose, "system", game))
            values = {"sheet": sheet, "fillable": self.fillable}
            head = self.templates.fill_head(template, dress, **values)
            frame = self.drafter.measure(head) if head else None
        if frame is None or 0 < frame.bleed < self.bleed - 0.01:
            return draw()
        return LaterDrawing.measure((frame.width, frame.height), frame.bleed, frame.cut, draw)

    def _draw(
        self,
        template: str,
        dress: Dress,
        sheet: Any,
        title: str,
        whose: Definition | Document | None,
        ship: str,
    ) -> Drawing:
        values = {"sheet": sheet, "fillable": self.fillable}
        pieces = self.templates.fill_pieces(template, dress=dress, **values)
        path = self.templates.find(template)
        base = _find_folder(path) if path else None
        drawing, problems = self.drafter.draw(pieces, base, title)
        if not problems:
            if 0 < drawing.bleed < self.bleed - 0.01:
                place = self._find_root(template)
                raise ProblemError([judge_bleed(place, drawing.bleed, self.bleed)])
            return drawing
        # Only now is it worth knowing where each element is in its template.
        marked = self.templates.fill(template, marked=True, dress=dress, **values)
        _, placed = self.drafter.draw_tree(marked, base, title, self.templates.places)
        file = self._name_file(template)
        found = placed or problems
        raise ProblemError([judge_source(problem, file, title, whose, ship) for problem in found])

    def _name_file(self, template: str) -> str:
        """Return the name of a template's file in messages."""
        path = self.templates.find(template)
        return assets.display_name(path) if path else template

    def _find_root(self, template: str) -> Place:
        """Where a template's root element is, which says how large it is drawn."""
        path = self.templates.find(template)
        root = parse_tree(self.templates.read(path)) if path else None
        return root.place._replace(file=self._name_file(template)) if root else Place(template)

    def draw_sheets(
        self, definitions: Iterable[Definition], order: Order, spent: list[Definition] | None = None
    ) -> Iterator[tuple[Batch, Item]]:
        """Every piece of every definition and sheet, with the batch that it belongs to.

        At the end, raises ProblemError with the problems of all of them. What is kept may be drawn
        `later`, by the order; its problems come then. `spent` is a list of the
        definitions that nobody else needs: it is emptied, they are let go of one by one, and those
        with problems come back into it.
        """
        found: list[Diagnostic] = []
        printed: set[tuple[str, str] | None] = set()
        definitions = tell_apart(list(definitions))
        spent = spent or []
        spent.clear()
        sheets = list_sheets(definitions, order.sheets, order.skip)
        if order.only:
            from sheetgen.definitions.selection import narrow_all

            definitions, sheets = narrow_all(definitions, order.only, order.sheets, order.skip)
        together: dict[str, list[Any]] = {}
        for definition in definitions:
            together.setdefault(definition.system.id, []).append(definition.values)
        del definitions
        batches = cache(
            make_batch
        )  # they are compared again and again, quickly if they are the same
        wanted: list[Any] = list(sheets)
        shared = share(wanted, together, order, self.fonts)
        for at, (definition, part, sheet) in enumerate(wanted):
            system = definition.system.id
            batch = batches(sheet, definition.system, part.name)
            try:
                beside = together[system]
                for item in self._draw_wanted(wanted[at], beside, order, shared.get(at)):
                    key = (sheet.template, _describe(item)) if sheet.once else None
                    if key not in printed:
                        printed.update([key] if key else ())
                        yield batch, item
            except ProblemError as error:
                found += error.diagnostics
                spent.append(definition)
            wanted[at] = None
        if found:
            raise ProblemError(found)

    def _draw_wanted(
        self,
        wanted: Wanted,
        beside: Sequence[Any],
        order: Order,
        kept: Sequence[tuple[int, bool]] | None,
    ) -> Iterable[Item]:
        """The pieces of a sheet for a definition or a part of one, or those that are `kept`."""
        definition, part, sheet = wanted
        if kept is None:
            return self._draw_items(definition, part, sheet, beside, order)
        drawn = {
            is_grey: list(
                self._draw_items(
                    definition, part, sheet, beside, replace(order, colour=GREY if is_grey else "")
                )
            )
            for is_grey in {is_grey for _, is_grey in kept}
        }
        return [drawn[is_grey][number] for number, is_grey in kept]

    def _draw_items(
        self,
        definition: Definition,
        part: Companion,
        sheet: Sheet,
        beside: Sequence[Any],
        order: Order,
    ) -> Iterable[Item]:
        """The pieces of a sheet for a definition, or for a part of it. Raises ProblemError."""
        values, size, square = part.values, order.counter_size, order.square
        room = find_room(order.layout)
        dress = self.find_dress(definition.system)
        look = Look(order.colour, definition.find_art, self.fonts, size, square, room, dress=dress)

        def draw() -> Iterator[Item]:
            for piece in fill_sheet(sheet, definition, values, look, beside):
                ship = f"{part.name or definition.name}\n{piece.ship}"
                yield self._draw_piece(sheet, piece, order, definition, ship)

        if not self.keeps:
            return draw()
        made_of = [values, *(beside if sheet.beside else ())]
        key = (definition, *map(id, made_of), sheet, look.colour, order.copies, size, square, room)
        with self.lock:
            if key not in self._drawn:
                if len(self._drawn) >= _MOST:
                    self._drawn.clear()
                self._drawn[key] = list(draw()), made_of  # whose ids are taken while it is kept
            items = self._drawn[key][0]
        return items if order.later else map(_finish, items)

    def forget(self) -> None:
        """Forgets what was drawn of definitions: what that is done with has changed."""
        self._drawn.clear()

    def _draw_piece(
        self,
        sheet: Sheet,
        piece: Print,
        order: Order,
        whose: Definition | None = None,
        ship: str = "",
        game: System | None = None,
    ) -> Item:
        self._find_templates(sheet, piece, whose)
        draw = self.measure if self.keeps and whose else self.draw
        drawing = draw(sheet.template, piece.data, piece.title, whose, piece.ship, game)
        back = self._draw_back(sheet, piece, drawing, whose, game)
        where: Place | Offset | None = whose.offset if whose else None
        mark = piece.bookmark
        if mark is None:
            mark = "" if sheet.grid else piece.title
        of = whose.id if whose else f"blank-{sheet.name}"
        if whose and piece.ship and _is_large(drawing, find_room(order.layout)):
            from sheetgen.definitions.piece import find_ship  # of which most runs need none

            where = find_ship(whose, piece.ship) or where
        copies = order.copies * piece.copies
        return Item(
            drawing, copies, mark, piece.title, where, back, piece.fold, ship, of, sheet.title
        )

    def _find_templates(self, sheet: Sheet, piece: Print, whose: Definition | None) -> None:
        """Raises ProblemError for a template of a piece that is missing, where its game names it.

        That of a game with code is reported at the definition, with the sheet.
        """
        back = sheet.back_template if piece.back is not None else ""
        for name in (sheet.template, back):
            if name and self.templates.find(name) is None:
                place = whose.place if whose else None
                missing = self.templates.miss(name, place)
                if sheet.place_template:
                    file, line, column = sheet.place_template(name)
                    missing = replace(missing, file=file, line=line, column=column)
                elif whose:
                    shown = f"the sheet {sheet.name} of the game {whose.system.id}"
                    message = f"{missing.message}, from which {shown} is drawn"
                    missing = replace(missing, message=message)
                raise ProblemError([missing])

    def _draw_back(
        self,
        sheet: Sheet,
        piece: Print,
        front: Drawing,
        whose: Definition | None,
        game: System | None,
    ) -> Drawing | None:
        if piece.back is None:
            return None
        template = sheet.back_template or sheet.template
        title = f"{piece.title}, back"
        draw = self.measure if self.keeps and whose else self.draw
        back = draw(template, piece.back, title, whose, piece.ship, game)
        if not have_one_size(front, back):
            raise ProblemError([judge_back(piece.title, self._find_root(template), front, back)])
        return back

    def fill_template(
        self, definitions: Iterable[Definition], template: str, name: str = ""
    ) -> Iterator[tuple[Definition, Any]]:
        """The data of every piece of definitions that a template is filled with, on either side.

        Those of the sheet called `name` alone, if it is drawn from it. Raises ProblemError.
        """
        definitions = tell_apart(list(definitions))
        names = [
            sheet.name
            for system in dict.fromkeys(d.system for d in definitions)
            for sheet in system.sheets
            if template in (sheet.template, sheet.back_template)
        ]
        names = [name] if name in names else names
        beside = [definition.values for definition in definitions]
        for definition, part, sheet in list_sheets(definitions, names) if names else ():
            dress = self.find_dress(definition.system)
            look = Look("", definition.find_art, self.fonts, dress=dress)
            for piece in fill_sheet(sheet, definition, part.values, look, beside):
                for data in list_sides(sheet, piece, template):
                    yield definition, data

    def try_sheets(self, definitions: Sequence[Definition]) -> list[Diagnostic]:
        """The problems of the default sheets, apart from the paper."""
        try:
            found = self.find_poor_art(self.draw_sheets(definitions, Order()), definitions)
            if definitions:
                self._draw_strip(Order(title=definitions[0].name), 1, 1)
            return found
        except ProblemError as error:
            return error.diagnostics

    def find_poor_art(
        self, pieces: Iterable[tuple[Batch, Item]], definitions: Sequence[Definition]
    ) -> list[Diagnostic]:
        """Warnings of art that prints badly on some pieces of these definitions."""
        if not any(getattr(d.written, "art", None) for d in list_all(definitions)):
            for _ in pieces:
                pass
            return []
        from sheetgen.printing.resolution import find_poor_art

        return find_poor_art(((b.role, item) for b, item in pieces), definitions, self.files)

    def draw_blanks(
        self, sheet: Sheet, sizes: Sequence[int], order: Order, system: System | None = None
    ) -> Iterator[tuple[Batch, Item]]:
        """The pieces for each size of a sheet that can be printed empty.

        Raises ValueError for a size that makes no sense, ProblemError for anything else.
        """
        room, dress = find_room(order.layout), self.find_dress(system)
        look = Look(order.colour, fonts=self.fonts, room=room, dress=dress)
        for size in sizes:
            yield from self.draw_pieces(sheet, fill_blank(sheet, size, look, system), order, system)

    def draw_pieces(
        self,
        sheet: Sheet,
        pieces: Iterable[Print],
        order: Order,
        game: System | None = None,
        whose: Definition | None = None,
    ) -> Iterator[tuple[Batch, Item]]:
        """Pieces of a sheet that no game has, of a definition or of none. Raises ProblemError."""
        batch = make_batch(sheet, whose.system if whose else None)
        for piece in pieces:
            item = self._draw_piece(sheet, piece, order, whose, game=game)
            yield batch, item if order.later else _finish(item)

    def lay_out(self, pieces: Iterable[tuple[Batch, Item]], order: Order) -> list[Page]:
        """The pages of an order. Raises ProblemError for anything that does not fit on a page."""
        batches = sort_kit(_gather(pieces))
        strip = partial(self._draw_strip, order)
        lots = [(batch.arrange(), items) for batch, items in batches.items()]
        plan = Plan(lots, order.layout, strip(1, 1).height, self._draw_slip(batches, order))
        pages = plan.make_pages(strip, marked=False)
        marks = _list_bookmarks(batches, plan.starts, pages)
        return [replace(pages[0], bookmarks=marks), *pages[1:]] if pages else []

    def leave_out(
        self, pieces: Sequence[tuple[Batch, Item]], order: Order, told: bool
    ) -> tuple[Sequence[tuple[Batch, Item]], list[Diagnostic]]:
        """The pieces that the paper has room for, with a warning of each sheet that has others.

        Raises ProblemError for those of sheets that the user named, if any were, or if there is
        nothing else.
        """
        batches = _gather(pieces)
        lots = make_lots([(batch.arrange(), its) for batch, its in batches.items()], order.layout)
        large: dict[str, list[tuple[Item, Scheme]]] = {}
        kept: list[tuple[Batch, Item]] = []
        for (batch, items), lot in zip(batches.items(), lots, strict=True):
            if found := find_large(lot):
                large.setdefault(batch.sheet, []).extend(found)
            gone = {id(item) for item, _ in found}
            pairs = zip(items, lot.items, strict=True)
            kept += ((batch, item) for item, laid in pairs if id(laid) not in gone)
        if large and (told or not kept):
            rest = {batch.sheet for batch in batches} - large.keys()
            found = [one for items in large.values() for one in items]
            raise ProblemError([judge_large(found, large if rest else ())])
        return kept, [warn_large(items) for items in large.values()]

    def _draw_slip(self, batches: Mapping[Batch, Sequence[Item]], order: Order) -> Item | None:
        """The slip of a kit; None where it is not wanted, or what is printed is no kit."""
        if len(batches) < LEAST or "slip" in order.skip or order.layout.pack is not Pack.TIGHT:
            return None
        game = next(iter(batches)).game
        slip = list_kit(batches, self.fonts, self.find_dress(game))
        return Item(self.draw(SLIP, slip, "slip", game=game)) if slip else None

    def _draw_strip(self, order: Order, page: int, pages: int) -> Drawing:
        """The margin strip of a page."""
        title = order.title if len(order.title) <= 60 else order.title[:59] + "…"
        narrow = len(title) > 44
        if len(title) > _SURELY:
            from sheetgen.systems.kit.text import TextWriter

            narrow |= TextWriter(self.fonts).measure(title, _SMALLEST, bold=True) > _TITLE
            title = TextWriter(self.fonts, "Barlow Condensed").cut(
                title, _SMALLEST, _TITLE, bold=True
            )
        draw = self.measure if order.later else self.draw
        return draw(MARGIN, MarginStrip(title, page, pages, narrow), "margin")


def _finish(item: Item) -> Item:
    """The piece as it is printed. Raises ProblemError."""
    if not any(isinstance(side, LaterDrawing) for side in (item.drawing, item.back)):
        return item
    back = item.back and finish(item.back)
    return replace(item, drawing=finish(item.drawing), back=back)


def list_sides(sheet: Sheet, piece: Print, template: str) -> Iterator[Any]:
    """The data of those sides of a piece that are drawn from a template."""
    if sheet.template == template:
        yield piece.data
    if piece.back is not None and template == (sheet.back_template or sheet.template):
        yield piece.back


def _is_large(drawing: Drawing, room: tuple[float, float]) -> bool:
    """Whether a drawing is larger than upright paper has room for, in millimetres, either way."""
    short, long = sorted((drawing.trim_width / MM, drawing.trim_height / MM))
    return short > room[0] or long > room[1]


@cache
def _find_folder(template: Path) -> Path:
    """The folder of a template: one object for all its drawings, as paths are large and slow."""
    return template.parent


def _gather(pieces: Iterable[tuple[Batch, Item]]) -> dict[Batch, list[Item]]:
    """The pieces of each batch, in their order."""
    batches: dict[Batch, list[Item]] = {}
    for batch, item in pieces:
        batches.setdefault(batch, []).append(item)
    return batches


def _describe(item: Item) -> str:
    """A key that is the same for pieces that look the same.

    The drawings would not do: once one is forgotten, an equal one is a different object.
    """
    return "\n".join(side.operators for side in (item.drawing, item.back) if side)


def _list_bookmarks(
    batches: Mapping[Batch, Sequence[Item]],
    starts: Sequence[Sequence[Start]],
    pages: Sequence[Page],
) -> tuple[Bookmark, ...]:
    """The outline, wherever the pieces are: they are listed below a heading for their batch."""
    marks: list[Bookmark] = []
    level = int(len(batches) > 1)
    for (batch, items), places in zip(batches.items(), starts, strict=True):
        if level:
            title = f"{batch.whose}: {batch.title}" if batch.whose else batch.title
            page = places[0].page
            marks.append(Bookmark(title, 0, pages[page].height, page=page))
        for item, (page, x, top) in zip(items, places, strict=True):
            if item.bookmark:
                marks.append(Bookmark(item.bookmark, x, top, level, page))
    return tuple(marks)
