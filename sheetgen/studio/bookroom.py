"""Books: their laid-out pages, their chapters, and what is wrong with them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from sheetgen.choices import BookOptions
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.slug import make_id
from sheetgen.reading.source import parse
from sheetgen.result import Result
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.draft import Draft
from sheetgen.studio.printing import MIME
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import Answer, Asked, AskError, Request, answer_json

MOST_PAGES = 24
"""Pages of a book in one answer; the others are asked for as one turns them."""


class Book(Asked):
    """A book file, how it is published, and the first page that is shown (from 0)."""

    file: str
    theme: str = ""
    paper: str = ""
    ink: str = "color"
    start: int = 0
    count: int = MOST_PAGES


class BookFile(Asked):
    """A book to download."""

    file: str
    theme: str = ""
    paper: str = ""
    ink: str = "color"


def show_book(desk: Desk, request: Request) -> Answer:
    """POST api/book: pages of a book."""
    asked = request.read(Book)
    with desk.lock:
        draft = desk.open(asked.file)
        told: dict[str, Any] = {
            "chapters": _list_chapters(desk, draft),
            "command": _write_command(asked, draft),
            "pages": [],
            "title": draft.path.stem,
            "total": 0,
            "start": 0,
        }
        try:
            result = _publish(desk, draft, asked)
        except ProblemError as error:
            return answer_json({**told, "problems": list_problems(desk, error.diagnostics)})
        told |= {"total": result.pages, "title": result.title}
        told["start"] = start = max(0, min(asked.start, result.pages - 1))
        result.sides = result.sides[start : start + max(1, min(asked.count, MOST_PAGES))]
        told["pages"] = [page.decode() for page in result.svg()]
        return answer_json({**told, "problems": list_problems(desk, result.warnings)})


def download_book(desk: Desk, request: Request) -> Answer:
    """POST api/book-pdf: a book as PDF."""
    asked = request.read(BookFile)
    with desk.lock:
        result = _publish(desk, desk.open(asked.file), asked)
        name = make_id(result.title) or "book"
        return Answer(200, MIME["pdf"], result.pdf(), f"{name}.pdf")


def _publish(desk: Desk, draft: Draft, asked: Book | BookFile) -> Result:
    """The book. Raises ProblemError and ChoiceError."""
    options: BookOptions = {"ink": asked.ink}
    if asked.theme:
        options["theme"] = asked.theme
    if asked.paper:
        options["paper"] = asked.paper
    return desk.project.publish(draft.path, **options)


def _list_chapters(desk: Desk, draft: Draft) -> list[dict[str, str]]:
    """The chapters that a book file names."""
    documents = parse(draft.text, "").documents
    data = documents[0].data if documents else {}
    named = data.get("chapters") if isinstance(data, Mapping) else None
    found = []
    for name in named if isinstance(named, list) else []:
        file = desk.folder.name(draft.path.parent / str(name))
        if not file:
            continue
        try:
            text = desk.open(file).text
        except AskError:
            text = ""
        first = next((line for line in text.splitlines() if line.startswith("# ")), "")
        found.append({"file": file, "title": first.lstrip("# ").strip() or str(name)})
    return found


def _write_command(asked: Book, draft: Draft) -> str:
    words = ["sheetgen", "book", asked.file if is_own(asked.file) else str(draft.path)]
    for key in ("theme", "paper"):
        if value := getattr(asked, key):
            words += [f"--{key}", value]
    words += ["--ink", asked.ink] if asked.ink != "color" else []
    output = f"{make_id(asked.file.rpartition('/')[2].partition('.')[0]) or 'book'}.pdf"
    return " ".join(shlex.quote(word) for word in (*words, "-o", output))
