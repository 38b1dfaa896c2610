"""Publishes a book: front matter, body and back matter, one after the other.

The body is laid out first, because the contents before it and the index after it name its pages;
front matter is numbered separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import lcm
from pathlib import Path

from sheetgen.book.binding import Binding, Wrapping, wrap
from sheetgen.book.definition import Appendix, Book, read_book
from sheetgen.book.flow.box import Opening
from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.flow.flowable import Flowable, References, resolve
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.book.library import Illustrator, Library, is_fleet
from sheetgen.book.manuscript.inline import Terms
from sheetgen.book.manuscript.picture import Pictures
from sheetgen.book.paginator import Paginator
from sheetgen.book.parts.furniture import Furniture
from sheetgen.book.parts.matter import (
    draw_back,
    draw_cover,
    invert,
    list_imprint,
    open_chapter,
    open_cutouts,
    write_contents,
    write_credits,
    write_half_title,
    write_index,
)
from sheetgen.book.parts.section import cut_out, list_terms, show_fleets, show_ships
from sheetgen.book.problem import NO_PLACE, UNKNOWN_BLOCK
from sheetgen.book.scribe import Scribe
from sheetgen.book.theme import Design, Geometry, Theme, lay_page, read_theme
from sheetgen.definitions.definition import Definition, list_all
from sheetgen.definitions.linking import compare
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.color import Ink
from sheetgen.export.pdf import Facts
from sheetgen.export.pdf.navigation import write_roman
from sheetgen.ground.diagnostics import Diagnostic, Names, Place, ProblemError
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import MM, parse_paper
from sheetgen.pages.page import Page
from sheetgen.printing.advice import judge_drawings
from sheetgen.printing.options import BookOptions, check_names, choose, choose_paper, measure_bleed
from sheetgen.printing.press import Press
from sheetgen.printing.result import Result
from sheetgen.reading.document import Document

# The ships and fleets of a book, and the colours of the ships by their fleets.


class Muster:
    """The definitions that a book shows; missing ones become `problems`."""

    def __init__(self, book: Book, source: Document, library: Library) -> None:
        self.problems: list[Diagnostic] = []
        self._source, self._library = source, library
        self.fleets = library.meet(self._find("fleets", book.fleets, True))
        self.problems += compare(self.fleets)
        own = self._find("ships", book.ships, False)
        linked = [ship for fleet in self.fleets for ship in fleet.links if not is_fleet(ship)]
        unique: dict[tuple[str, str], Definition] = {}
        for ship in (*linked, *own):
            unique.setdefault((ship.system.id, ship.id), ship)
        self.ships = list(unique.values())
        """The ships of the fleets, and those named on their own."""

    def _find(self, key: str, names: Sequence[str], fleets: bool) -> list[Definition]:
        found = []
        for at, name in enumerate(names):
            try:
                found.append(self._library.find(name, self._source.place((key, at)), fleets))
            except ProblemError as error:
                self.problems += error.diagnostics
        return list(dict.fromkeys(found))

    @property
    def all(self) -> list[Definition]:
        """Every fleet, and the ships that no fleet has."""
        inside = {ship for fleet in self.fleets for ship in fleet.links}
        return [*self.fleets, *(ship for ship in self.ships if ship not in inside)]

    @property
    def colours(self) -> dict[Definition, str]:
        """The colour of each ship: that of the first fleet with this ship."""
        colours: dict[Definition, str] = {}
        for fleet in self.fleets:
            colour = getattr(fleet.written, "colour", "")
            for ship in fleet.links:
                colours.setdefault(ship, colour)
        return colours

    def list_terms(self) -> Terms:
        """The words by which the index knows them. Raises ProblemError where a game fails."""
        exact: dict[str, str] = {}
        loose: dict[str, str] = {}
        for definition in (*self.ships, *self.fleets):
            exact[definition.name] = invert(definition.name)
            first, _, rest = definition.name.partition(" ")
            if first == "The" and rest:
                exact[rest] = invert(definition.name)
            loose |= {term: term for term in list_terms(definition)}
        return Terms(exact, loose)


_MOST_PASSES = 4


Origins = Sequence[tuple[Box, Place]]


@record
class Published:
    """A book's pages, what its PDF says about itself, and the warnings about it.

    `place` is that of its title. The whole `cover` is apart where the book is wrapped. `origins`
    are those of each page, and at last of the cover: boxes with the places of what is in them.
    """

    pages: list[Page]
    facts: Facts
    warnings: list[Diagnostic]
    place: Place
    cover: Page | None = None
    origins: Sequence[Origins] = ()


def publish(
    path: Path,
    options: BookOptions,
    shelf: Shelf,
    make_press: Callable[[Ink, float | None], Press],
    language: str = "",
) -> Result:
    """Lays out the book in a file. Raises ProblemError, and ChoiceError for a wrong option.

    `language` is that of a book that names none.
    """
    press, made = lay_out(path, options, shelf, make_press, language)
    return Result(made.pages, made.facts, press.lock, warnings=made.warnings)


def lay_out(
    path: Path,
    options: BookOptions,
    shelf: Shelf,
    make_press: Callable[[Ink, float | None], Press],
    language: str = "",
    wrapping: Wrapping | None = None,
) -> tuple[Press, Published]:
    """The press and the pages of the book in a file, `wrapping` its cover apart where asked.

    Raises ProblemError and ChoiceError.
    """
    check_names(options, ("paper", "theme", "ink", "bleed", "profile", "icc", "spine", "look"))
    ink = choose(Ink, "ink", options.get("ink", "color"))
    if options.get("paper"):
        choose_paper(options["paper"])
    measure_bleed(options.get("bleed"))
    written, document = read_book(path, shelf.files)
    changes = {key: options.get(key) for key in ("paper", "theme", "bleed")}
    changes["language"] = language if "language" not in document.data else ""
    book = replace(written, **{k: v for k, v in changes.items() if v not in ("", None)})
    press = make_press(ink, None)
    place = document.place(("theme",))
    theme, folder = read_theme(book.theme, press.templates, press.fonts, place)
    if ink is Ink.COLOR and theme.ink == "low":  # its own colours stay as they are written
        press = make_press(Ink.LOW, None)
    art = make_press(ink, float(book.bleed) * MM)
    safe = wrapping.safe if wrapping else 0.0
    publisher = Publisher(book, document, path, (theme, folder), press, art, shelf, safe)
    return press, publisher.publish(wrapping)


class Publisher:
    """Makes one book."""

    def __init__(
        self,
        book: Book,
        source: Document,
        path: Path,
        look: tuple[Theme, str],
        press: Press,
        art: Press,
        shelf: Shelf,
        safe: float = 0.0,
    ) -> None:
        """`press` draws sheets, `art` the theme's own drawings with the bleed of the book.

        `look` is the theme, and the name of its folder. Texts keep `safe` points from the cut.
        """
        self.book, self.source, self.path, self.art = book, source, path, art
        theme, folder = look
        geometry = self._lay_page(theme, safe)
        self.setter = Typesetter(press.fonts, art.drafter.ink, book.language)
        self.setter.place = source.place(("book",))
        self.design = Design(theme, folder, geometry, self.setter, book.colour or "")
        self.pictures = Pictures(art)
        room = geometry.measure / MM, geometry.depth / MM
        self.studio = Illustrator(press, self.design.accent, room)
        self.library = Library(path, shelf)
        self.muster = Muster(book, source, self.library)
        self.problems = [*press.fonts.diagnostics, *self.muster.problems]
        self.references = References()
        self.scribe = Scribe(
            book,
            source,
            path,
            self.library,
            self.studio,
            self.pictures,
            self.design,
            self.muster.list_terms(),
        )

    def _lay_page(self, theme: Theme, safe: float) -> Geometry:
        """The page of the book. Raises ProblemError."""
        book = self.book
        try:
            return lay_page(theme, parse_paper(book.paper), book.bleed * MM, book.columns, safe)
        except ValueError as error:
            key = "columns" if book.columns == 2 else "paper"
            message = f"no text has room on the paper {book.paper}: {error}"
            hint = "choose larger paper, a single column, or a theme with smaller margins"
            raise ProblemError([NO_PLACE.at(self.source.place((key,)), message, hint)]) from None

    def publish(self, wrapping: Wrapping | None = None) -> Published:
        """The whole book; `wrapping` its cover is apart from its pages.

        Raises ProblemError with everything that prevents it.
        """
        self._stop()
        body = self._lay_body(self._write_body())
        opening = self._furniture(write_roman)
        cover = draw_cover(self.book, opening, self.pictures, self.path, self.source)
        back = self._lay_back(body)
        first = self._lay_half_title() if wrapping else cover
        front = self._lay_front(first, body, back)
        furniture = self._furniture(str)
        binding = Binding(furniture)
        binding.add(front, write_roman)
        binding.add([*body, *back], str)
        last = self._draw_back(wrapping)
        if wrapping:
            multiple = lcm(self.book.signature, wrapping.multiple, 2)
            binding.finish(multiple, None, wrapping.least)
        else:
            binding.finish(self.book.signature, last)
        self.problems += binding.check(self.scribe.links)
        self.problems += self.library.problems()
        self.problems += judge_drawings(self.studio.press.drafter.notes, list_all(self.muster.all))
        whole = None
        origins: list[Origins] = [leaf.origins for leaf in binding.leaves]
        if wrapping and last:
            covers = (cover, last)
            whole = wrap(covers, self.book, furniture, wrapping, len(binding.leaves))
            origins.append(self._trace_cover(whole))
        self._stop()
        place = self.source.place(("book",))
        facts, problems = self._state_facts(), self._list_problems()
        return Published(binding.pages, facts, problems, place, whole, origins)

    def _trace_cover(self, cover: Page) -> Origins:
        """Trace what is on a whole cover to its source: what is on the back, and all the rest."""
        geometry, high = self.design.geometry, cover.height
        front = "cover" if self.book.cover else "book"
        places = [self.source.place((key,)) for key in (front, "back")]
        boxes = (0.0, 0.0, cover.width, high), (0.0, 0.0, geometry.width, high)
        return list(zip(boxes, places, strict=True))

    def _list_problems(self) -> list[Diagnostic]:
        found = (self.problems, self.scribe.problems, self.setter.problems, self.pictures.problems)
        return list(dict.fromkeys(problem for some in found for problem in some))

    def _stop(self) -> None:
        """Raises ProblemError if there are errors."""
        found = self._list_problems()
        if any(problem.is_error for problem in found):
            raise ProblemError(found)

    def _furniture(self, label: Callable[[int], str]) -> Furniture:
        return Furniture(self.design, self.art, self.book.book, self.source, label)

    def _write_body(self) -> list[Flowable]:
        """Chapters, ships and fleets. Raises ProblemError with the problems of all of them."""
        flow: list[Flowable] = []
        try:
            flow += self._write_parts()
        except ProblemError as error:
            self.problems += error.diagnostics
        self._stop()
        return flow

    def _write_parts(self) -> Iterator[Flowable]:
        muster, design, describe = self.muster, self.design, self.scribe.describe
        yield from self.scribe.write_chapters()
        if muster.ships:
            yield from show_ships(
                muster.ships, self.book, design, self.studio, describe, muster.colours
            )
        if muster.fleets:
            yield from open_chapter("Fleet lists", design, "fleets")
            yield from show_fleets(muster.fleets, design, describe)

    def _lay_body(self, flow: Sequence[Flowable]) -> list[Leaf]:
        """The leaves of the body, laid out again until references name the right pages."""
        flow = flow or list(open_chapter(self.book.book, self.design, "book"))
        for _ in range(_MOST_PASSES):
            body = Paginator(self._furniture(str)).make(resolve(flow, self.references))
            if not self.references.learn(body):
                break
        return body

    def _lay_half_title(self) -> Leaf:
        flow: list[Flowable] = [Opening("bare"), *write_half_title(self.book, self.design)]
        paginator = Paginator(self._furniture(write_roman), style="bare")
        return paginator.make(resolve(flow, self.references))[0]

    def _lay_front(self, cover: Leaf, body: Sequence[Leaf], back: Sequence[Leaf]) -> list[Leaf]:
        """Cover, imprint and contents, which name the pages of the rest."""
        furniture = self._furniture(write_roman)
        flow: list[Flowable] = [Opening("bare")]
        flow += list_imprint(self.book, self.design, self.scribe.write_text)
        if self.book.contents:
            flow += write_contents(body, back, self.design)
        paginator = Paginator(furniture, first=2, style="bare")
        leaves = [cover, *paginator.make(resolve(flow, self.references))]
        if len(leaves) % 2:  # the body begins on a right-hand page
            leaves.append(furniture.make_blank(len(leaves) + 1))
        return leaves

    def _lay_back(self, body: Sequence[Leaf]) -> list[Leaf]:
        """Index, cut-outs and credits, with the numbering of the body continued."""
        book, design = self.book, self.design
        leaves: list[Leaf] = []

        def paginate(style: str = "text") -> Paginator:
            return Paginator(self._furniture(str), len(body) + len(leaves) + 1, style)

        if book.index and (index := write_index(body, design)):
            leaves += paginate().make(index)
        shown = self.muster.all
        if isinstance(book.appendix, Appendix):
            self._check_appendix(book.appendix, shown)
        if cutouts := list(cut_out(shown, book, self.studio, design.geometry, self.problems)):
            leaves += paginate().make(list(open_cutouts(design)))
            leaves += paginate("cutout").print_pages(cutouts)
        if named := list(write_credits(book, design, self.library.list_packs())):
            leaves += paginate().make(named)
        return leaves

    def _check_appendix(self, chosen: Appendix, shown: Sequence[Definition]) -> None:
        """Reports names of sheets that none of the definitions has."""
        every = {s.name for d in shown for s in d.system.sheets if d.kind.name in s.kinds}
        names = Names(every)
        for at, name in enumerate(chosen.sheets if shown else []):
            if name not in every:
                place = self.source.place(("appendix", "sheets", at))
                near = names.find(name)
                hint = f"did you mean {near}?" if near else f"there are {', '.join(sorted(every))}"
                message = f"none of the book's ships and fleets has a sheet '{name}'"
                self.problems.append(UNKNOWN_BLOCK.at(place, message, hint))

    def _draw_back(self, wrapping: Wrapping | None) -> Leaf | None:
        if not (self.book.back or wrapping):
            return None
        flow = self.scribe.write_text(self.book.back, "back", "lead") if self.book.back else []
        place = self.source.place(("back",))
        shown = resolve(flow, self.references)
        free = wrapping.free if wrapping else 0.0
        return draw_back(shown, self.book, self._furniture(str), place, free)

    def _state_facts(self) -> Facts:
        book = self.book
        return Facts(
            title=book.book,
            author=", ".join(book.author),
            subject=book.about or book.subtitle or "",
            keywords=", ".join(book.keywords),
            language=book.language,
            spreads=True,
        )
