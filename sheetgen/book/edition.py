"""Editions: books as they are asked for, with as many pages as they should have, and folded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import lcm
from pathlib import Path
from typing import Any

from sheetgen.book.binding import Wrapping
from sheetgen.book.definition import Book, read_book
from sheetgen.book.problem import PAGES_MISSED
from sheetgen.book.publisher import BookFit, Published, Publisher
from sheetgen.book.report import draw_report
from sheetgen.book.theme import read_theme, wear
from sheetgen.definitions.shelf import Shelf
from sheetgen.export.pdf import write_pdf
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.number import count
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM, parse_paper
from sheetgen.ground.words import Words, speak
from sheetgen.pages.imposition import QUARTER, Folding, fold
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
from sheetgen.printing.result import Result
from sheetgen.reading.document import Document
from sheetgen.template.wardrobe import BAD_LOOK


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
    if not press.keeps:  # this is the only book, and the next run may be of the same
        press.drafter.keep()
    pages = fold(made.pages, folding) if folding else made.pages

    def report() -> bytes:
        with press.lock:
            return draw_report(write_pdf(made.pages, made.facts), made.measured)

    return Result(
        pages, made.facts, press.lock, warnings=made.warnings, files=made.files, report=report
    )


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
    if book.look and not options.get("look"):
        wardrobe = make_press(ink, None).wardrobe
        if not wardrobe.has(book.look):
            message, hint = f"there is no look {book.look}", wardrobe.suggest(book.look)
            raise ProblemError([BAD_LOOK.at(document.place(("look",)), message, hint)])
    make_press = partial(make_press, look=options.get("look") or book.look or "")
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


def set_for_screens(book: Book) -> dict[str, Any]:
    """The keys of a book that differ on screens, which are as wide as sheets in their true size."""
    paper = parse_paper(book.paper)
    larger = max(1.0, _SCREEN / paper.width)
    size = f"{paper.width * larger / MM:.1f}x{paper.height * larger / MM:.1f}mm"
    return {"paper": size, "columns": 1, "bleed": 0.0, "appendix": False, "pages": None}


_SCREEN = 297 * MM


# How closely a book is set


_CLOSER = BookFit(0.97), BookFit(0.95), BookFit(0.95, -1)
_WIDER = BookFit(1.03), BookFit(1.06), BookFit(1.06, 1)


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


# How it is folded


_PAPER = 0.1
"""Millimetres that a sheet of ordinary paper of 80 g is thick."""
_MOST_FOLDED = 200


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
