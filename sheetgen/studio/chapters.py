"""Books by hand: a book file as a form, and its chapters laid out alone as they are written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sheetgen.book.definition import Book, read_book
from sheetgen.book.publisher import Origins, Published
from sheetgen.book.theme import list_themes
from sheetgen.export.vector import write_svg
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.units import PAPERS
from sheetgen.pages.page import Page
from sheetgen.printing.options import BookOptions
from sheetgen.reading.schema import write_schema
from sheetgen.reading.source import parse
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.draft import Draft
from sheetgen.studio.form import list_groups, name_paper
from sheetgen.studio.language import translate
from sheetgen.studio.looks import list_looks, name_design
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import Answer, Asked, AskError
from sheetgen.systems.column import Form, Group, Option
from sheetgen.type.dress import BASE

FORM = Form(
    groups=(
        Group("The book", ("book", "subtitle", "author", "version", "date", "publisher")),
        Group("Look", ("theme", "look", "colour", "paper", "columns", "cover", "cover_text")),
        Group("Ships and fleets in it", ("fleets", "ships", "cutouts")),
        Group("Around the text", ("contents", "index", "notes", "numbers", "language", "back")),
        Group("Imprint", ("licence", "imprint", "about", "keywords", "credits")),
        Group("For a print shop", ("bleed", "signature", "pages", "isbn")),
    ),
    labels={
        "book": "Title",
        "author": "Authors",
        "version": "Edition",
        "cover": "Picture on the cover",
        "cover_text": "Title on the cover",
        "contents": "Table of contents",
        "notes": "Footnotes",
        "numbers": "Numbers of figures",
        "back": "Text on the back",
        "cutouts": "Cut-outs at the end",
        "fleets": "Fleets",
        "ships": "Further ships",
        "pages": "Number of pages",
        "isbn": "ISBN",
    },
    help={
        "author": "one or more, parted by commas",
        "date": "such as May 2027",
        "language": "of the text, for hyphens and quotation marks",
        "fleets": "their lists, and a page for each of their ships",
        "ships": "which are in none of these fleets",
        "paper": "of a page, after cutting",
        "licence": "what others may do with it",
        "bleed": "mm printed beyond the cut",
        "keywords": "by which it is found, parted by commas",
        "signature": "the number of pages is a multiple of this",
    },
    options={
        "columns": (Option(1, "One"), Option(2, "Two")),
        "notes": (Option("foot", "At the foot of pages"), Option("end", "After the chapter")),
        "cutouts": (
            Option("counters", "Counters"),
            Option("all", "Counters and displays"),
            Option("none", "None"),
        ),
        "language": tuple(
            Option(code, title)
            for code, title in {
                "en-GB": "English",
                "en-US": "American English",
                "de": "German",
                "fr": "French",
                "es": "Spanish",
                "it": "Italian",
                "pl": "Polish",
            }.items()
        ),
        "paper": tuple(Option(name, name_paper(name)) for name in PAPERS),
    },
)
_ELSEWHERE = "chapters", "appendix"
"""Keys that the form leaves out: chapters have a list of their own."""


def show_book_form(desk: Desk) -> dict[str, Any]:
    """GET api/book-form: the form of book files."""
    schema = write_schema(Book)
    for key in _ELSEWHERE:
        del schema["properties"][key]
    groups = list_groups(schema, FORM, "book")
    fields = {field["key"]: field for group in groups for field in group["fields"]}
    for key in ("author", "keywords"):  # which may be written as one text
        fields[key] |= {"type": "list", "item": {"type": "text"}, "minimum": None}
    for key in ("about", "licence", "imprint", "back"):
        fields[key]["type"] = "long"
    fields["colour"]["type"] = "colour"
    fields["language"]["default"] = "en-GB"  # which stands alone in its list
    for key in ("fleets", "ships"):
        fields[key]["item"] |= {"type": "reference", "refers": key}
    names = list_themes(desk.project.press().templates)
    choices = [{"value": name, "label": name_design(name), "cost": None} for name in names]
    fields["theme"] |= {"type": "theme", "choices": choices}
    looks = [{"value": o["id"], "label": o["title"], "cost": None} for o in list_looks(desk)]
    none = {"value": None, "label": translate("As the theme has it"), "cost": None}
    fields["look"] |= {"type": "theme", "choices": [none, *looks]}
    return {"id": "/book", "game": "", "kind": "book", "groups": groups}


def describe_book(desk: Desk, draft: Draft) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The document of a book file that could be read once, and the findings in it."""
    values, found = draft.good[0], list[Diagnostic]()
    try:
        read_book(draft.path, desk.project.files)
    except ProblemError as error:
        found += error.diagnostics
    title = str(values.get("book") or draft.path.stem)
    entry = {
        "id": draft.path.stem,
        "name": title,
        "game": "",
        "kind": "book",
        "file": draft.file,
        "document": 0,
        "own": is_own(draft.file),
        "note": "Book",
        "points": None,
        "problems": {},
        "portrait": None,
        "unsaved": draft.unsaved,
    }
    document: dict[str, Any] = {"entry": entry, "values": values, "form": "/book"}
    document |= {"budgets": [], "facts": [], "sheets": []}
    return {**document, "chapters": list_chapters(desk, draft)}, found


def list_chapters(desk: Desk, draft: Draft) -> list[dict[str, Any]]:
    """The chapters that a book file names, each with its place in the list."""
    documents = parse(draft.text, "").documents
    data = documents[0].data if documents else {}
    named = data.get("chapters") if isinstance(data, Mapping) else None
    found = []
    for at, name in enumerate(named if isinstance(named, list) else []):
        file = desk.folder.name(draft.path.parent / str(name))
        if not file:
            continue
        try:
            chapter: Draft | None = desk.open(file)
        except AskError:
            chapter = None
        title = find_heading(chapter.text) if chapter else ""
        told = {"file": file, "title": title or str(name), "at": at}
        unsaved = bool(chapter and chapter.unsaved)
        found.append({**told, "missing": chapter is None, "unsaved": unsaved})
    return found


def find_heading(text: str) -> str:
    """The title of a chapter: its first heading."""
    first = next((line for line in text.splitlines() if line.startswith("# ")), "")
    return first.lstrip("# ").strip()


# One chapter as it is written, and what a theme makes of a book


MOST_SHOWN = 6
"""Pages of a chapter in one answer, around the one that is written."""


class ChapterView(Asked):
    """A chapter of a book, and the line of it that is being written."""

    file: str
    chapter: str
    line: int = 1


class ThemeView(Asked):
    """A book in a theme and a look: its cover, or a page; `version` is for browsers.

    The look `-` is what the book has without a look of its own.
    """

    file: str
    theme: str = ""
    look: str = ""
    page: bool = False
    version: str = ""


def show_chapter(desk: Desk, asked: ChapterView) -> dict[str, Any]:
    """POST api/chapter: the pages of a chapter around a line, and where each line is on them."""
    try:
        made, path = _lay_chapter(desk, asked.file, asked.chapter)
    except ProblemError as error:
        return {"pages": [], "problems": list_problems(desk, error.diagnostics)}
    file = assets.display_name(path)
    pages = zip(made.pages, made.origins, strict=True)
    marks = [mark for at, page in enumerate(pages) for mark in _list_marks(at, *page, file)]
    above = [mark for mark in marks if mark["line"] <= asked.line] or marks[:1]
    here = max(above, key=lambda mark: mark["line"])["page"] if above else 0
    start = max(0, min(here - 1, len(made.pages) - MOST_SHOWN))
    shown = made.pages[start : start + MOST_SHOWN]
    return {
        "pages": [write_svg(page, made.facts.title) for page in shown],
        "start": start,
        "total": len(made.pages),
        "marks": marks,
        "problems": list_problems(desk, made.warnings),
    }


def _lay_chapter(desk: Desk, file: str, chapter: str) -> tuple[Published, Path]:
    """The pages of a chapter, by the names of the page, and its path. Raises ProblemError."""
    path = desk.open(file).path
    book, _ = read_book(path, desk.project.files)
    for name in book.chapters:
        if desk.folder.name(path.parent / name) == chapter:
            return desk.project.lay_chapter(path, name), path.parent / name
    raise AskError(404, "this chapter is not in the book")


def _list_marks(at: int, page: Page, origins: Origins, file: str) -> list[dict[str, Any]]:
    """The boxes of a page in shares of its size, from its top, with the lines they show."""
    wide, high = page.width, page.height
    boxes = [(box, place.line) for box, place in origins if place.file == file and place.line]
    return [
        {"page": at, "line": line, "box": [x0 / wide, 1 - y1 / high, x1 / wide, 1 - y0 / high]}
        for (x0, y0, x1, y1), line in boxes
    ]


def show_theme(desk: Desk, asked: ThemeView) -> Answer:
    """GET api/theme: the cover of a book in a theme, or the first page of its first chapter."""
    path = desk.open(asked.file).path
    try:
        book, _ = read_book(path, desk.project.files)
        wish = desk.project.press().wardrobe.wish
        usual = (wish and wish.spec.look) or BASE
        look = usual if asked.look == "-" else asked.look
        options: BookOptions = {"theme": asked.theme, "look": look}
        name = book.chapters[0] if asked.page and book.chapters else ""
        made = desk.project.lay_chapter(path, name, **options)
    except ProblemError as error:
        raise AskError(400, error.diagnostics[0].message) from None
    return Answer(200, "image/svg+xml", write_svg(made.pages[0], made.facts.title).encode())
