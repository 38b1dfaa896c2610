"""Publishes a book: front matter, body and back matter, one after the other.

The body is laid out first, because the contents before it and the index after it name its pages;
front matter is numbered separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

from sheetgen.book.binding import Binding, Wrapping, check_links, wrap
from sheetgen.book.definition import Appendix, Book, read_book
from sheetgen.book.flow.box import Opening
from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.flow.flowable import Flowable, References, resolve
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.book.library import Illustrator, Library, is_fleet
from sheetgen.book.manuscript.inline import Terms
from sheetgen.book.manuscript.picture import Pictures
from sheetgen.book.paginator import Paginator, divide
from sheetgen.book.parts.furniture import Furniture
from sheetgen.book.parts.matter import (
    draw_back,
    draw_cover,
    invert,
    join_part,
    list_imprint,
    open_chapter,
    open_cutouts,
    paint_cover,
    write_contents,
    write_credits,
    write_half_title,
    write_index,
)
from sheetgen.book.parts.section import (
    cut_out,
    list_terms,
    share_cutouts,
    show_fleets,
    show_ships,
)
from sheetgen.book.problem import NO_PLACE, PAGES_MISSED, SMALL_PRINT, UNKNOWN_BLOCK
from sheetgen.book.report import Measured, draw_report
from sheetgen.book.scribe import Scribe
from sheetgen.book.theme import Design, Geometry, Theme, lay_page, read_theme, wear
from sheetgen.definitions.definition import Definition, list_all
from sheetgen.definitions.linking import compare
from sheetgen.definitions.piece import list_written
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.color import Ink
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.pdf.navigation import write_roman
from sheetgen.ground.diagnostics import Diagnostic, Names, Place, ProblemError
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import count
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.units import MM, parse_paper
from sheetgen.ground.words import Words, speak, tr
from sheetgen.pages.booklet import QUARTER, Folding, fold
from sheetgen.pages.page import Page
from sheetgen.printing.advice import judge_drawings
from sheetgen.printing.options import (
    BookOptions,
    ChoiceError,
    check_names,
    choose,
    choose_languages,
    choose_paper,
    choose_screen,
    measure_bleed,
)
from sheetgen.printing.press import Press
from sheetgen.printing.resolution import LOW_RESOLUTION, judge_prints
from sheetgen.printing.result import Result
from sheetgen.reading.document import Document
from sheetgen.template.wardrobe import BAD_LOOK

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
    `measured` tells how full each page is. A book for screens is one file, with the name that it
    usually has.
    """

    pages: list[Page]
    facts: Facts
    warnings: list[Diagnostic]
    place: Place
    cover: Page | None = None
    origins: Sequence[Origins] = ()
    measured: Sequence[Measured] = ()
    files: dict[str, bytes] | None = None


def publish(
    path: Path,
    options: BookOptions,
    shelf: Shelf,
    make_press: Callable[..., Press],
    languages: Sequence[str] = (),
) -> Result:
    """Lays out the book in a file. Raises ProblemError, and ChoiceError for a wrong option.

    `languages` are those of a book that names none.
    """
    folding = choose_folding(options)
    press, made = lay_out(path, options, shelf, make_press, languages)
    press.drafter.keep()
    pages = fold(made.pages, folding) if folding else made.pages

    def report() -> bytes:
        with press.lock:
            return draw_report(write_pdf(made.pages, made.facts), made.measured)

    return Result(
        pages, made.facts, press.lock, warnings=made.warnings, files=made.files, report=report
    )


def choose_folding(options: BookOptions) -> Folding | None:
    """How a book is folded as a booklet, None for none. Raises ChoiceError."""
    size, creep = options.get("signature", 0), options.get("creep", _PAPER)
    if size % QUARTER or not 0 <= size <= _MOST_FOLDED:
        message = f"{size} is not a multiple of {QUARTER} up to {_MOST_FOLDED}"
        raise ChoiceError("signature", f"{message}: a folded sheet has {QUARTER} pages")
    if not 0 <= creep <= 1:
        raise ChoiceError("creep", f"{creep:g} is not from 0 to 1 mm")
    if options.get("booklet"):
        return Folding(size // QUARTER, creep * MM)
    if size or options.get("creep"):
        raise ChoiceError("signature" if size else "creep", "it is for a booklet: add --booklet")
    return None


def lay_out(
    path: Path,
    options: BookOptions,
    shelf: Shelf,
    make_press: Callable[..., Press],
    languages: Sequence[str] = (),
    wrapping: Wrapping | None = None,
) -> tuple[Press, Published]:
    """The press and the pages of the book in a file, `wrapping` its cover apart where asked.

    Raises ProblemError and ChoiceError.
    """
    form = choose_screen(options)
    book, document, words, press, make = _prepare(path, options, shelf, make_press, languages, form)

    def try_fit(fit: BookFit) -> Published:
        publisher = make(fit._replace(safe=wrapping.safe if wrapping else 0.0))
        with publisher.speak(words):
            return publisher.write(form) if form else publisher.publish(wrapping)

    with speak(words):
        made = try_fit(BookFit())
        return press, _fit_pages(book.pages, made, try_fit, document) if book.pages else made


def lay_chapter(
    path: Path,
    chapter: str,
    options: BookOptions,
    shelf: Shelf,
    make_press: Callable[..., Press],
    languages: Sequence[str] = (),
) -> Published:
    """The pages of one chapter of the book in a file, or without one its cover, as a first look.

    They are laid out once, whether or not the last one is nearly empty, and counted from 1. They
    have no bleed unless it is asked for. Raises ProblemError and ChoiceError.
    """
    options = {"bleed": 0.0, **options}
    *_, words, _, make = _prepare(path, options, shelf, make_press, languages, "")
    with speak(words):
        publisher = make(BookFit())
        with publisher.speak(words):
            return publisher.preview(chapter)


def _prepare(
    path: Path,
    options: BookOptions,
    shelf: Shelf,
    make_press: Callable[..., Press],
    languages: Sequence[str],
    form: str,
) -> tuple[Book, Document, Words, Press, Callable[[BookFit], Publisher]]:
    """A book as the options want it, its words, its press, and what makes its publisher.

    Raises ProblemError and ChoiceError.
    """
    check_names(options, BookOptions.__annotations__)
    ink = choose(Ink, "ink", options.get("ink", "color"))
    if options.get("paper"):
        choose_paper(options["paper"])
    measure_bleed(options.get("bleed"))
    written, document = read_book(path, shelf.files)
    changes: dict[str, Any] = {k: options.get(k) for k in ("paper", "theme", "bleed", "pages")}
    chosen = choose_languages(options.get("language", ()))
    changes["language"] = chosen or ("language" not in document.data and languages) or None
    if options.get("booklet"):
        changes["signature"] = lcm(written.signature, QUARTER)
    book = replace(written, **{k: v for k, v in changes.items() if v not in ("", None)})
    if form:
        book = replace(book, **set_for_screens(book))
    words, shelf = shelf.translate(book.language)
    worn = options.get("look") or book.look or ""
    press = make_press(ink, None)
    if worn and not press.wardrobe.has(worn) and not options.get("look"):
        message, hint = f"there is no look {worn}", press.wardrobe.suggest(worn)
        raise ProblemError([BAD_LOOK.at(document.place(("look",)), message, hint)])
    make_press = partial(make_press, look=worn)
    press = make_press(ink, None)
    place = document.place(("theme",))
    theme, folder = read_theme(book.theme, press.templates, press.fonts, place)
    theme = wear(theme, press.wardrobe.find_own())
    if ink is not Ink.COLOR:  # a tone of the paper would be nothing but dots of grey
        theme = replace(theme, colours=replace(theme.colours, paper="none"))
    elif theme.ink == "low":  # its own colours stay as they are written
        press = make_press(Ink.LOW, None)
    art = make_press(ink, float(book.bleed) * MM)

    def make(fit: BookFit) -> Publisher:
        return Publisher(book, document, path, (theme, folder), press, art, shelf, fit)

    return book, document, words, press, make


_OF_PRINT = LOW_RESOLUTION.name, SMALL_PRINT.name
"""Rules about what is printed."""


def set_for_screens(book: Book) -> dict[str, Any]:
    """The keys of a book that differ on screens, which are as wide as sheets in their true size."""
    paper = parse_paper(book.paper)
    larger = max(1.0, _SCREEN / paper.width)
    size = f"{paper.width * larger / MM:.1f}x{paper.height * larger / MM:.1f}mm"
    return {"paper": size, "columns": 1, "bleed": 0.0, "appendix": False, "pages": None}


_SCREEN = 297 * MM


class BookFit(NamedTuple):
    """How closely a book is set: the share of the theme's leading, and lines more a paragraph.

    Texts keep `safe` points from the cut.
    """

    share: float = 1.0
    looser: int = 0
    safe: float = 0.0


_CLOSER = BookFit(0.97), BookFit(0.95), BookFit(0.95, -1)
_WIDER = BookFit(1.03), BookFit(1.06), BookFit(1.06, 1)
_PAPER = 0.1
"""Millimetres that a sheet of ordinary paper of 80 g is thick."""
_MOST_FOLDED = 200


def _fit_pages(
    wanted: int, made: Published, try_fit: Callable[[BookFit], Published], source: Document
) -> Published:
    """The book with the number of pages nearest to the one wanted, and how near that came."""
    closer = len(made.pages) > wanted
    best = made
    for fit in (_CLOSER if closer else _WIDER) if len(made.pages) != wanted else ():
        made = try_fit(fit)
        if abs(len(made.pages) - wanted) < abs(len(best.pages) - wanted):
            best = made
        if (len(made.pages) <= wanted) == closer:
            break
    missed = len(best.pages) - wanted
    if not missed:
        return best
    message = f"this book has {count(len(best.pages), 'page')}, {abs(missed)} "
    message += f"{'more' if missed > 0 else 'fewer'} than the {wanted} asked for"
    hint = "its lines are as close as they may be" if missed > 0 else "its lines are as wide apart"
    hint = f"{hint}: shorten the text" if missed > 0 else f"{hint} as they may be: add some text"
    found = PAGES_MISSED.at(source.place(("pages",)), message, hint)
    return replace(best, warnings=[*best.warnings, found])


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
        fit: BookFit,
    ) -> None:
        """`press` draws sheets, `art` the theme's own drawings with the bleed of the book.

        `look` is the theme, and the name of its folder.
        """
        self.book, self.source, self.path, self.art = book, source, path, art
        theme, folder = look
        self.fit = fit
        geometry = self._lay_page(theme)
        self.setter = Typesetter(press.fonts, art.drafter.ink, book.language[0])
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

    def _lay_page(self, theme: Theme) -> Geometry:
        """The page of the book. Raises ProblemError."""
        book = self.book
        try:
            paper, bleed = parse_paper(book.paper), book.bleed * MM
            return lay_page(theme, paper, bleed, book.columns, self.fit.safe, self.fit.share)
        except ValueError as error:
            key = "columns" if book.columns == 2 else "paper"
            message = f"no text has room on the paper {book.paper}: {error}"
            hint = "choose larger paper, a single column, or a theme with smaller margins"
            raise ProblemError([NO_PLACE.at(self.source.place((key,)), message, hint)]) from None

    def speak(self, words: Words) -> AbstractContextManager[None]:
        """The time while it is written: in the words of the book, and of the games in it.

        The texts of its ships and fleets are their users' own.
        """
        if not words.is_foreign:
            return nullcontext()
        definitions = [*self.muster.ships, *self.muster.fleets]
        written = frozenset(text for one in definitions for text in list_written(one))
        return speak(words.join(one.system.words for one in definitions), written)

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
        leaves = [*binding.leaves, *(cover_leaf for cover_leaf in (cover, last) if cover_leaf)]
        prints = [("", *printed) for leaf in leaves for printed in leaf.prints]
        self.problems += judge_prints(prints, self.muster.all, self.library.shelf.files)
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
        pages = zip(binding.labels, binding.leaves, strict=True)
        measured = [Measured(label, leaf.fill) for label, leaf in pages]
        return Published(binding.pages, facts, problems, place, whole, origins, measured)

    def preview(self, chapter: str) -> Published:
        """A chapter alone, or the cover without one. Raises ProblemError."""
        self._stop()
        if chapter:
            flow = list(self.scribe.write_chapters(chapter))
            self._stop()
            leaves = self._lay_body(flow, quick=True)
        else:
            opening = self._furniture(write_roman)
            leaves = [draw_cover(self.book, opening, self.pictures, self.path, self.source)]
        self._stop()
        binding = Binding(self._furniture(str))
        binding.add(leaves, str)
        place = self.source.place(("book",))
        origins = [leaf.origins for leaf in binding.leaves]
        found = self._list_problems()
        return Published(binding.pages, self._state_facts(), found, place, origins=origins)

    def write(self, form: str) -> Published:
        """The book for screens, as `html` or `epub`. Raises ProblemError."""
        from sheetgen.book.ebook.bundle import write_book

        self._stop()
        book, design = self.book, self.design
        parts = [(f"part-{at}", *part) for at, part in enumerate(self._list_parts(), 1)]
        furniture = self._furniture(str)
        cover = paint_cover(book, furniture, self.pictures, self.path, self.source)
        numbers = self.scribe.anchors.numbers
        made = write_book(form, book, design, parts, cover, numbers)
        self.problems += check_links(self.scribe.links, made.targets)
        self.problems += self.library.problems()
        self._stop()
        place = self.source.place(("book",))
        name = f"{self.path.stem}.{form}"
        files = {name: made.data}
        found = [one for one in self._list_problems() if one.rule not in _OF_PRINT]
        return Published([], self._state_facts(), found, place, files=files)

    def _list_parts(self) -> Iterator[tuple[str, list[Flowable]]]:
        """The titles of all parts, and what they consist of."""
        design, convert = self.design, self.scribe.write_text
        named = write_credits(self.book, design, self.library.list_packs())
        imprint = [Opening(title=tr("Imprint")), *list_imprint(self.book, design, convert)]
        for part in divide([*self._write_body(), *named, *imprint]):
            heads = [one.head for one in part if isinstance(one, Paragraph) and one.level == 0]
            yield heads[0] if heads else part[0].title or self.book.book, part

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
            yield from open_chapter(tr("Fleet lists"), design, "fleets")
            yield from show_fleets(muster.fleets, design, describe)

    def _lay_body(self, flow: Sequence[Flowable], quick: bool = False) -> list[Leaf]:
        """The leaves of the body, laid out again until references name the right pages.

        A `quick` one has references as they come, and pages as empty as they come.
        """
        self.references.numbers = self.scribe.anchors.numbers
        flow = flow or list(open_chapter(self.book.book, self.design, "book"))
        for _ in range(_MOST_PASSES):
            document = Paginator(self._furniture(str), looser=self.fit.looser, quick=quick)
            body = document.make(flow, self.references)
            if quick or not self.references.learn(body):
                break
        return body

    def _lay_half_title(self) -> Leaf:
        flow: list[Flowable] = [Opening("bare"), *write_half_title(self.book, self.design)]
        paginator = Paginator(self._furniture(write_roman), style="bare")
        return paginator.make(flow, self.references)[0]

    def _lay_front(self, cover: Leaf, body: Sequence[Leaf], back: Sequence[Leaf]) -> list[Leaf]:
        """Cover, imprint and contents, which name the pages of the rest."""
        furniture = self._furniture(write_roman)
        flow: list[Flowable] = [Opening("bare")]
        flow += list_imprint(self.book, self.design, self.scribe.write_text)
        if self.book.contents:
            flow += write_contents(body, back, self.design)
        paginator = Paginator(furniture, first=2, style="bare")
        leaves = [cover, *paginator.make(flow, self.references)]
        if len(leaves) % 2:  # the body begins on a right-hand page
            leaves.append(furniture.make_blank(len(leaves) + 1))
        return leaves

    def _lay_back(self, body: Sequence[Leaf]) -> list[Leaf]:
        """Index, cut-outs and credits, with the numbering of the body continued."""
        book, design = self.book, self.design
        leaves: list[Leaf] = []

        def paginate(style: str = "text") -> Paginator:
            return Paginator(self._furniture(str), len(body) + len(leaves) + 1, style)

        shown = self.muster.all
        if isinstance(book.appendix, Appendix):
            self._check_appendix(book.appendix, shown)
        found = list(cut_out(shown, book, self.studio, design.geometry, self.problems))
        cutouts = share_cutouts(found)
        index = write_index(body, design) if book.index else []
        named = list(write_credits(book, design, self.library.list_packs()))
        parts = [index, named]
        parts += [list(open_cutouts(design))] if cutouts else []
        leaves += self._share_pages([part for part in parts if part], paginate)
        if cutouts:
            leaves += paginate("cutout").print_pages(cutouts)
        return leaves

    def _share_pages(
        self, parts: Sequence[list[Flowable]], paginate: Callable[[], Paginator]
    ) -> list[Leaf]:
        """The leaves of short parts, of which some go on where the one before ends.

        They take as few pages as possible, the last of each as full as possible.
        """
        tried: list[list[Leaf]] = []
        for begins in product((False, True), repeat=max(0, len(parts) - 1)):
            flow: list[Flowable] = []
            for part, apart in zip(parts, (True, *begins), strict=False):
                flow += part if apart else join_part(part, self.design)
            tried.append(paginate().make(flow, self.references) if flow else [])
        ends = [[leaf for leaf in leaves if leaf.ends] for leaves in tried]
        marks = [
            (len(leaves), -min((leaf.fill or 0.0 for leaf in last), default=1.0))
            for leaves, last in zip(tried, ends, strict=True)
        ]
        return tried[marks.index(min(marks))]

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
        if not (self.book.back or self.book.isbn or wrapping):
            return None
        flow = self.scribe.write_text(self.book.back, "back", "lead") if self.book.back else []
        place = self.source.place(("back",))
        shown = resolve(flow, self.references)
        # A barcode stands inside the frame that a theme may have.
        inset = 0.06 * self.design.geometry.width + 5 * MM
        room = (wrapping.free, wrapping.inset) if wrapping else (0.0, inset)
        return draw_back(shown, self.book, self._furniture(str), place, *room)

    def _state_facts(self) -> Facts:
        book = self.book
        return Facts(
            title=book.book,
            author=", ".join(book.author),
            subject=book.about or book.subtitle or "",
            keywords=", ".join(book.keywords),
            language=book.language[0],
            spreads=True,
        )
