"""Publishes a book: front matter, body and back matter, one after the other.

The body comes first: the pages before it are numbered apart, so that the contents can tell its
page numbers; and the index behind it knows where everything stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sheetgen.book.binding import Binding
from sheetgen.book.definition import Appendix, Book
from sheetgen.book.flow.box import Note, Space
from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.flow.columns import Columns
from sheetgen.book.flow.figure import Pictures
from sheetgen.book.flow.opening import Opening
from sheetgen.book.flow.ornament import FullPage
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.book.library import Illustrator, Library, is_fleet
from sheetgen.book.manuscript.chapter import read_chapter
from sheetgen.book.manuscript.inline import Terms
from sheetgen.book.manuscript.markdown import Anchors, Markdown
from sheetgen.book.paginator import Paginator
from sheetgen.book.parts.cutout import cut_out
from sheetgen.book.parts.furniture import Furniture
from sheetgen.book.parts.index import gather_terms, invert, list_entries
from sheetgen.book.parts.matter import draw_back, draw_cover, list_imprint
from sheetgen.book.parts.printable import Blocks
from sheetgen.book.parts.section import (
    list_contents,
    list_credits,
    list_terms,
    open_chapter,
    show_fleets,
    show_ships,
    write,
)
from sheetgen.book.read import read_book
from sheetgen.book.theme import Design, lay_page, read_theme
from sheetgen.choices import BookOptions, check_names, choose, choose_paper, measure_bleed
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.color import Ink
from sheetgen.export.pdf import Facts
from sheetgen.export.pdf.label import write_roman
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.textfile import NO_FILE
from sheetgen.ground.units import MM, parse_paper
from sheetgen.pages.page import Page
from sheetgen.press import Press
from sheetgen.reading.source import Document
from sheetgen.result import Result

_MOST_PASSES = 4


@dataclass(frozen=True, slots=True)
class Published:
    """A book's pages, what its PDF says about itself, and what there is to say about it."""

    pages: list[Page]
    facts: Facts
    warnings: list[Diagnostic]


def publish(
    path: Path,
    options: BookOptions,
    shelf: Shelf,
    make_press: Callable[[Ink, float | None], Press],
) -> Result:
    """Lays out the book in a file. Raises ProblemError, and ChoiceError for a wrong option."""
    check_names(options, ("paper", "theme", "ink", "bleed"))
    ink = choose(Ink, "ink", options.get("ink", "color"))
    if options.get("paper"):
        choose_paper(options["paper"])
    measure_bleed(options.get("bleed"))
    written, document = read_book(path, shelf.files)
    changes = {key: options.get(key) for key in ("paper", "theme", "bleed")}
    book = written.model_copy(update={k: v for k, v in changes.items() if v not in ("", None)})
    press, art = make_press(ink, None), make_press(ink, float(book.bleed) * MM)
    if press.fonts.diagnostics:
        raise ProblemError(press.fonts.diagnostics)
    made = Publisher(book, document, path, press, art, shelf).publish()
    return Result(made.pages, made.facts, press.lock, warnings=made.warnings)


class Publisher:
    """Makes one book."""

    def __init__(
        self, book: Book, source: Document, path: Path, press: Press, art: Press, shelf: Shelf
    ) -> None:
        """`press` draws sheets, `art` the theme's own drawings with the bleed of the book."""
        self.book, self.source, self.path, self.press = book, source, path, press
        self.problems: list[Diagnostic] = []
        self.library = Library(path, shelf)
        theme, folder = read_theme(book.theme, press.templates, source.place(("theme",)))
        geometry = lay_page(theme, parse_paper(book.paper), book.bleed * MM, book.columns)
        self.setter = Typesetter(press.fonts, press.drafter.ink, book.language)
        self.design = Design(theme, folder, geometry, self.setter, book.colour or "")
        self.pictures = Pictures(art, assets.find_project(path))
        self.art = art
        self.studio = Illustrator(press, self.design.accent)
        self.fleets = self._find("fleets", book.fleets, True)
        self.ships = self._list_ships()
        self.terms = self._gather_terms()

    def publish(self) -> Published:
        """The whole book. Raises ProblemError with all that stops it."""
        self.stop()
        body = self._body = self._make_body()
        self.stop()
        binding = Binding(self._furniture(str))
        front = self._make_front(body)
        back = self._make_back(body)
        binding.add(front, write_roman)
        binding.add([*body, *back], str)
        binding.finish(self.book.signature, self._draw_back())
        self.problems += binding.check(self.links)
        self.problems += [*self.setter.problems, *self.pictures.problems, *self.library.problems()]
        self.stop()
        book = self.book
        facts = Facts(
            title=book.book,
            author=", ".join(book.author),
            subject=book.about or book.subtitle or "",
            keywords=", ".join(book.keywords),
            language=book.language,
            spreads=True,
        )
        return Published(binding.pages, facts, list(dict.fromkeys(self.problems)))

    def stop(self) -> None:
        """Raises ProblemError when there are errors."""
        if any(problem.is_error for problem in self.problems):
            found = [*self.problems, *self.setter.problems, *self.pictures.problems]
            raise ProblemError(list(dict.fromkeys(found)))

    def _find(self, key: str, names: Sequence[str], fleets: bool) -> list[Definition]:
        found = []
        for at, name in enumerate(names):
            try:
                found.append(self.library.find(name, self.source.place((key, at)), fleets))
            except ProblemError as error:
                self.problems += error.diagnostics
        return list(dict.fromkeys(found))

    def _list_ships(self) -> list[Definition]:
        """The ships of the fleets, and those named besides."""
        own = self._find("ships", self.book.ships, False)
        linked = [ship for fleet in self.fleets for ship in fleet.links if not is_fleet(ship)]
        unique: dict[tuple[str, str], Definition] = {}
        for ship in (*linked, *own):
            unique.setdefault((ship.system.id, ship.id), ship)
        return list(unique.values())

    def _gather_terms(self) -> Terms:
        exact: dict[str, str] = {}
        loose: dict[str, str] = {}
        for definition in (*self.ships, *self.fleets):
            exact[definition.name] = invert(definition.name)
            first, _, rest = definition.name.partition(" ")
            if first == "The" and rest:
                exact[rest] = invert(definition.name)
            loose |= {term: term for term in list_terms(definition)}
        return Terms(exact, loose)

    # The body

    def _make_body(self) -> list[Leaf]:
        pages: dict[str, str] = {}
        for _ in range(_MOST_PASSES):
            self.asked = False
            self.problems_before = len(self.problems)
            self.anchors = Anchors()
            self.links: list[tuple[str, Place]] = []
            body = self._lay_body(partial(self._refer, pages))
            found = {f"#{name}": str(leaf.number) for leaf in body for name in leaf.anchors}
            if not self.asked or found == pages:
                break
            pages = found
            del self.problems[self.problems_before :]
        return body

    def _refer(self, known: dict[str, str], target: str) -> str:
        self.asked = True
        return f"page {known.get(target, '00')}"

    def _lay_body(self, refer: Callable[[str], str]) -> list[Leaf]:
        flow: list[Any] = []
        self.refer = refer
        for number, name in enumerate(self.book.chapters, start=1):
            try:
                flow += self._make_chapter(self.path.parent / name, number)
            except ProblemError as error:
                self.problems += error.diagnostics
        if self.ships:
            flow += show_ships(
                self.ships, self.design, self.studio, self._describe, self._colours()
            )
        if self.fleets:
            flow += open_chapter("Fleet lists", self.design, "fleets")
            flow += show_fleets(self.fleets, self.design, self._describe)
        self.stop()
        if not flow:
            flow = list(open_chapter(self.book.book, self.design, "book"))
        return Paginator(self._furniture(str)).make(flow)

    def _furniture(self, label: Callable[[int], str]) -> Furniture:
        return Furniture(self.design, self.art, self.book.book, label)

    def _make_chapter(self, path: Path, number: int) -> Iterator[Any]:
        names = {
            "ships": self.library.names(fleets=False),
            "fleets": self.library.names(fleets=True),
            "book": _Facts(self.book),
        }
        blocks = Blocks(self.library, self.studio, self.design)
        place = self.source.place(("chapters", number - 1))
        if not path.is_file() or not path.resolve().is_relative_to(
            assets.find_project(self.path).resolve()
        ):
            message = f"there is no chapter {path.name}"
            hint = f"it is looked up in {assets.display_name(self.path.parent)}, inside the project"
            raise ProblemError([NO_FILE.at(place, message, hint)])
        chapter = read_chapter(path, names, blocks.functions, self.press.files)
        markdown = self._markdown(chapter.base)
        flow = markdown.convert(chapter.text, chapter.file, chapter.lines, chapter.blocks)
        self._take(markdown)
        self.problems += blocks.problems
        self._start_large(flow)
        opening = Opening("opener", self.design.theme.recto)
        if flow and isinstance(flow[0], FullPage):  # art that faces the chapter
            opening.art = flow.pop(0)
        yield opening
        yield Note(anchor=f"chapter-{path.stem}")
        yield Space(self.design.theme.sink * self.design.line, opens=True)
        titled = flow and isinstance(flow[0], Paragraph) and flow[0].level == 0
        if titled and self.design.theme.numbered:
            kicker = write(f"Chapter {number}", "kicker", self.design)
            kicker.style = replace(kicker.style, align=self.design.style("h1").align)
            kicker.wide = True
            yield kicker
        if not titled:
            title = path.stem.replace("-", " ").capitalize()
            yield write(title, "h1", self.design, self.anchors.name(title), level=0)
        yield from flow

    def _start_large(self, flow: Sequence[Any]) -> None:
        """Gives the first paragraph of a chapter a large letter, where the theme has that."""
        lines = self.design.theme.drop
        body = [f for f in flow if not isinstance(f, Note) and getattr(f, "level", -1) != 0]
        first = body[0] if body else None
        if lines and isinstance(first, Paragraph) and first.level < 0:
            # A short paragraph has no lines to stand beside it.
            long = sum(len(span.text) for span in first.spans) > 60 * (lines + 1)
            if long and not first.lead:
                first.start_large(self.design.family("title"), lines)

    def _markdown(self, base: Path) -> Markdown:
        return Markdown(self.design, self.pictures, base, self.terms, self.anchors, self.refer)

    def _take(self, markdown: Markdown) -> None:
        self.problems += markdown.problems
        self.links += markdown.links

    def _describe(self, definition: Definition) -> list[Any]:
        """The description of a definition."""
        text = getattr(definition.written, "description", None) or ""
        base = definition.path.parent if definition.path else self.path.parent
        markdown = self._markdown(base)
        line = definition.document.place(("description",)).line
        lines = [line + 1 + at for at in range(text.count("\n") + 1)]
        flow = markdown.convert(text, definition.document.file, lines)
        self._take(markdown)
        return flow

    def _colours(self) -> dict[Any, str]:
        """The colour of each ship: that of the first fleet that has it."""
        colours: dict[Any, str] = {}
        for fleet in self.fleets:
            colour = getattr(fleet.written, "colour", "")
            for ship in fleet.links:
                colours.setdefault(ship, colour)
        return colours

    # Front and back matter

    def _text(self, text: str, key: str, name: Any = "imprint") -> list[Any]:
        markdown = self._markdown(self.path.parent)
        line = self.source.place((key,)).line
        lines = [line + at for at in range(text.count("\n") + 1)]
        flow = markdown.convert(text, self.source.file, lines, body=name)
        self._take(markdown)
        return flow

    def _make_front(self, body: Sequence[Leaf]) -> list[Leaf]:
        self.refer = lambda target: ""
        furniture = self._furniture(write_roman)
        cover = draw_cover(self.book, furniture, self.pictures, self.path, self.source)
        flow: list[Any] = [Opening("bare")]
        flow += list_imprint(self.book, self.design, self._text)
        if self.book.contents:
            opened = open_chapter("Contents", self.design, "contents")
            # It begins further up than a chapter: most books then need a single page for it.
            room = Space(self.design.line * min(1.0, self.design.theme.sink), opens=True)
            flow += [Opening("opener", True, "Contents"), room, *list(opened)[2:]]
            flow += self._list_contents(body)
        document = Paginator(furniture, first=2, style="bare")
        leaves = [cover, *document.make(flow)]
        if len(leaves) % 2:  # the body begins on the right
            leaves.append(furniture.make_blank(len(leaves) + 1))
        return leaves

    def _list_contents(self, body: Sequence[Leaf]) -> list[Any]:
        for leaf in body:
            leaf.label = str(leaf.number)
        later = self._plan_back(len(body))
        entries = list(list_contents(body, self.design)) + later
        for entry in entries:
            entry.wide = self.design.geometry.columns == 1 or len(entries) < 30
        if len(entries) >= 30 and self.design.geometry.columns == 2:
            g = self.design.geometry
            return [Columns(entries, 2, g.gutter, g.leading)]
        return entries

    def _plan_back(self, pages: int) -> list[Any]:
        """The contents' entries for what follows the body, whose pages are made already."""
        self.back = self._lay_back(pages)
        for leaf in self.back:
            leaf.label = str(leaf.number)
        return list(list_contents(self.back, self.design, 0))

    def _make_back(self, body: Sequence[Leaf]) -> list[Leaf]:
        return self.back if self.book.contents else self._lay_back(len(body))

    def _lay_back(self, pages: int) -> list[Leaf]:
        leaves: list[Leaf] = []
        if self.book.index:
            terms = gather_terms(self._body)
            if terms:
                flow = list(open_chapter("Index", self.design, "index"))
                entries = list_entries(terms, self.design)
                g = self.design.geometry
                count = 3 if g.measure > 140 * MM else 2
                flow.append(Columns(entries, count, g.gutter, g.leading))
                leaves += Paginator(self._furniture(str), pages + 1).make(flow)
        leaves += self._lay_appendix(pages + len(leaves))
        if self.book.credits or self.book.author:
            flow = list(open_chapter("Credits", self.design, "credits"))
            flow += list_credits(self.book, self.design)
            leaves += Paginator(self._furniture(str), pages + len(leaves) + 1).make(flow)
        return leaves

    def _lay_appendix(self, pages: int) -> list[Leaf]:
        wanted = self.book.appendix
        things = [*self.fleets, *self._loose_ships()]
        if wanted is False or not things:
            return []
        chosen = wanted if isinstance(wanted, Appendix) else Appendix()
        parts = list(cut_out(things, chosen, self.studio, self.design.geometry, self.problems))
        if not parts:
            return []
        flow = list(open_chapter("Cut-outs", self.design, "cut-outs"))
        flow.append(write(_ADVICE, "lead", self.design))
        flow[-1].wide = True
        leaves = Paginator(self._furniture(str), pages + 1).make(flow)
        document = Paginator(self._furniture(str), pages + len(leaves) + 1, "cutout")
        return leaves + document.print_pages(parts)

    def _loose_ships(self) -> list[Definition]:
        """The ships that no fleet has."""
        inside = {ship for fleet in self.fleets for ship in fleet.links}
        return [ship for ship in self.ships if ship not in inside]

    def _draw_back(self) -> Leaf | None:
        if not self.book.back:
            return None
        self.refer = lambda target: ""
        flow = self._text(self.book.back, "back", "lead")
        return draw_back(flow, self.book, self._furniture(str))


_ADVICE = (
    "Copy these pages, or print them from the PDF at actual size, and cut along the marks. "
    "Everything on them has the size that it is played with."
)


class _Facts:
    """The book as its chapters see it."""

    def __init__(self, book: Book) -> None:
        self.title, self.subtitle = book.book, book.subtitle or ""
        self.author = ", ".join(book.author)
        self.version, self.date = book.version or "", book.date or ""
