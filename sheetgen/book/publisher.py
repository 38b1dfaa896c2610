"""Publishes a book: front matter, body and back matter, one after the other.

The body is laid out first, because the contents before it and the index after it name its pages;
front matter is numbered separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import product
from math import lcm
from pathlib import Path

from sheetgen.book.binding import Binding, Wrapping, check_links, wrap
from sheetgen.book.definition import Appendix, Book
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
from sheetgen.book.problem import NO_PLACE, SMALL_PRINT, UNKNOWN_BLOCK
from sheetgen.book.report import Measured
from sheetgen.book.scribe import Scribe
from sheetgen.book.theme import Design, Geometry, Theme, lay_page
from sheetgen.definitions.definition import Definition, list_all
from sheetgen.definitions.linking import compare
from sheetgen.definitions.piece import list_written
from sheetgen.definitions.shelf import Shelf
from sheetgen.export.pdf import Facts
from sheetgen.export.pdf.structure import write_roman
from sheetgen.ground.diagnostics import Diagnostic, Names, Place, ProblemError
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.units import MM, parse_paper
from sheetgen.ground.words import Words, speak, tr
from sheetgen.pages.page import Page
from sheetgen.printing.advice import judge_drawings
from sheetgen.printing.press import Press
from sheetgen.printing.resolution import LOW_RESOLUTION, judge_prints
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


_OF_PRINT = LOW_RESOLUTION.name, SMALL_PRINT.name
"""Rules about what is printed."""


class BookFit(NamedTuple):
    """How closely a book is set: the share of the theme's leading, and lines more a paragraph.

    Texts keep `safe` points from the cut.
    """

    share: float = 1.0
    looser: int = 0
    safe: float = 0.0


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
