"""Turns a book's texts into flowables: chapters, descriptions, and those of its book file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheetgen.book.definition import Book
from sheetgen.book.flow.box import FullPage, Note, Opening, Space
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.library import Illustrator, Library
from sheetgen.book.manuscript.chapter import Origin, find_value, read_chapter
from sheetgen.book.manuscript.inline import Anchors, Block, Terms
from sheetgen.book.manuscript.markdown import Markdown
from sheetgen.book.manuscript.picture import Pictures
from sheetgen.book.parts.matter import write
from sheetgen.book.parts.printable import Blocks
from sheetgen.book.theme import Design, StyleName
from sheetgen.definitions.definition import Definition
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.guard import Piece
from sheetgen.ground.record import replace
from sheetgen.ground.textfile import NO_FILE, OUTSIDE_PROJECT, OutsideError
from sheetgen.ground.words import tr
from sheetgen.reading.document import Document


class Scribe:
    """Reads each text of a book once; gathers `problems`, and `links` to be checked at the end."""

    def __init__(
        self,
        book: Book,
        source: Document,
        path: Path,
        library: Library,
        studio: Illustrator,
        pictures: Pictures,
        design: Design,
        terms: Terms,
    ) -> None:
        self.book, self.source, self.path = book, source, path
        self.pictures, self.design, self.terms = pictures, design, terms
        self.files = library.shelf.files
        self.anchors = Anchors()
        self.problems: list[Diagnostic] = []
        self.links: list[tuple[str, Place]] = []
        self.blocks = Blocks(library, studio, design, self.problems)
        self.names = {
            "ships": library.names(fleets=False),
            "fleets": library.names(fleets=True),
            "book": _Facts(book),
        }

    def write_chapters(self, only: str = "") -> Iterator[Flowable]:
        """Write the chapters of the book; what stops one becomes a problem, and the next begins.

        `only` is the name of one, to write no other.
        """
        flows: list[list[Flowable]] = []
        for number, name in enumerate(self.book.chapters, start=1):
            if only not in ("", name):
                continue
            try:
                flows.append(list(self._write_chapter(self.path.parent / name, number)))
            except ProblemError as error:
                self.problems += error.diagnostics
        _start_large(flows, self.design)
        for flow in flows:
            yield from flow

    def _write_chapter(self, path: Path, number: int) -> Iterator[Flowable]:
        design, theme = self.design, self.design.theme
        self._find_chapter(path, number)
        with Piece(path, has_parts=True):
            chapter = read_chapter(path, self.names, self.blocks.functions, self.files)
        file, base, text, lines, blocks, source = chapter
        self.anchors.notes = 0
        origin = Origin(file, source, lines)
        flow = self._convert(text, base, origin, blocks)
        art = flow.pop(0) if flow and isinstance(flow[0], FullPage) else None
        yield Opening("opener", theme.recto, art=art)
        yield Note(f"chapter-{path.stem}")
        yield Space(theme.sink * design.line, opens=True)
        titled = flow and isinstance(flow[0], Paragraph) and flow[0].level == 0
        if titled and theme.numbered:
            kicker = write(tr("Chapter {}", number), "kicker", design, wide=True)
            yield replace(kicker, style=replace(kicker.style, align=design.style("h1").align))
        if not titled:
            title = path.stem.replace("-", " ").capitalize()
            yield write(title, "h1", design, self.anchors.name(title), level=0)
        yield from flow

    def _find_chapter(self, path: Path, number: int) -> None:
        """Makes sure that a chapter lies inside the project. Raises ProblemError."""
        place = self.source.place(("chapters", number - 1))
        try:
            self.files.check_inside(path)
        except OutsideError as error:
            message = f"the chapter {path.name} {error}"
            hint = "copy it beside the book file"
            raise ProblemError([OUTSIDE_PROJECT.at(place, message, hint)]) from None
        if not self.files.is_taken(path):
            message = f"there is no chapter {path.name}"
            hint = f"it is looked up in {assets.display_name(self.path.parent)}, inside the project"
            raise ProblemError([NO_FILE.at(place, message, hint)])

    def describe(self, definition: Definition) -> list[Flowable]:
        """The description of a definition."""
        text = getattr(definition.written, "description", None) or ""
        base = definition.path.parent if definition.path else self.path.parent
        return self._convert(text, base, find_value(definition.document, "description", text))

    def write_text(self, text: str, key: str, style: StyleName) -> list[Flowable]:
        """A text of the book file, given under that key."""
        return self._convert(text, self.path.parent, find_value(self.source, key, text), (), style)

    def _convert(
        self,
        text: str,
        base: Path,
        origin: Origin,
        blocks: Sequence[Block] = (),
        style: StyleName = "body",
    ) -> list[Flowable]:
        markdown = Markdown(self.design, self.pictures, base, self.terms, self.anchors, self.book)
        with Piece(origin.file, has_parts=True):
            flow = markdown.convert(text, origin, blocks, style)
        self.problems += markdown.problems
        self.links += markdown.links
        return flow


def _start_large(flows: Sequence[list[Flowable]], design: Design) -> None:
    """Begins the text of all chapters with a large letter, or of none, if the theme wants that."""
    made: list[tuple[list[Flowable], int, Paragraph]] = []
    for flow in flows if design.theme.drop else ():
        for at, thing in enumerate(flow):
            text = isinstance(thing, Paragraph) and not thing.keep
            if text and isinstance(thing, Paragraph) and not thing.lead:
                large = thing.start_large(design.family("title"), design.theme.drop)
                if large is thing:  # it is too short, so that no chapter has one
                    return
                made.append((flow, at, large))
            if not (thing.keep or thing.opens or isinstance(thing, Opening)):
                break
    for flow, at, large in made:
        flow[at] = large


class _Facts:
    """The book as its chapters see it."""

    def __init__(self, book: Book) -> None:
        self.title, self.subtitle = book.book, book.subtitle or ""
        self.author = ", ".join(book.author)
        self.version, self.date = book.version or "", book.date or ""
