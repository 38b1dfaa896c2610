"""Tests of books by hand: a book file as a form, and chapters that are laid out alone."""

from __future__ import annotations

import pytest

from tests.studio.conftest import Studio

BOOK = "book: Ours  # all of it\nchapters: [one.md, two.md, gone.md]\nfleets: [fleet]\n"
ONE = "# The beginning\n\nWords.\n\n## Later\n\nMore words of a {{ ships.kestrel.name }}.\n"


@pytest.fixture
def book(studio: Studio) -> Studio:
    """A studio with a book that lacks a chapter."""
    studio.write("book.yaml", BOOK)
    studio.write("one.md", ONE)
    studio.write("two.md", "No title.\n")
    return studio


def test_a_book_is_a_document_with_a_form_and_chapters(book: Studio) -> None:
    state = book.get("file", file="book.yaml")
    (document,) = state["documents"]
    assert document["entry"]["name"] == "Ours"
    assert document["values"]["fleets"] == ["fleet"]
    chapters = [(c["title"], c["at"], c["missing"]) for c in document["chapters"]]
    assert chapters == [("The beginning", 0, False), ("two.md", 1, False), ("gone.md", 2, True)]
    form = book.get("book-form")
    fields = {field["key"]: field for group in form["groups"] for field in group["fields"]}
    assert fields["book"]["label"] == "Title"
    assert [one["value"] for one in fields["theme"]["choices"]] == [
        "clean", "low-ink", "naval-archive",
    ]  # fmt: skip
    types = [fields[key]["type"] for key in ("author", "fleets", "colour", "back", "index")]
    assert types == ["list", "list", "colour", "long", "flag"]
    assert "chapters" not in fields


def test_a_book_is_changed_by_its_fields_and_its_mistakes_are_at_them(book: Studio) -> None:
    state = book.get("file", file="book.yaml")
    changes = [{"path": ["chapters", 2], "remove": True}, {"path": ["theme"], "value": "clean"}]
    changes += [{"path": ["paper"], "value": "a4x"}]
    state = book.post("edit", file="book.yaml", version=state["version"], changes=changes)
    assert state["text"] == (
        "book: Ours  # all of it\npaper: a4x\ntheme: clean\nchapters: [one.md, two.md]\n"
        "fleets: [fleet]\n"
    )
    (problem,) = state["problems"]
    assert (problem["key"], problem["line"]) == ("paper", 2)
    assert book.post("undo", file="book.yaml")["text"] == BOOK


def test_a_chapter_is_laid_out_alone_and_tells_where_its_lines_are(book: Studio) -> None:
    shown = book.post("chapter", file="book.yaml", chapter="one.md", line=7)
    assert (shown["start"], shown["total"], len(shown["pages"])) == (0, 1, 1)
    assert shown["problems"] == []  # of other chapters nothing is said
    tops = {mark["line"]: mark["box"][1] for mark in shown["marks"]}
    assert sorted(tops) == [1, 3, 5, 7]
    assert 0 < tops[1] < tops[3]
    assert tops[5] < tops[7] < 0.6  # in the other column
    text = ONE + "\nAnd {{ ships.nobody.name }}.\n"
    book.post("edit", file="one.md", version=1, text=text)
    broken = book.post("chapter", file="book.yaml", chapter="one.md")
    assert broken["pages"] == []
    assert [(p["file"], p["line"]) for p in broken["problems"]] == [("one.md", 9)]
    assert book.refuse("chapter", file="book.yaml", chapter="three.md")[0] == 404


def test_the_pages_around_the_caret_of_a_long_chapter(book: Studio) -> None:
    book.write("two.md", "".join("Line.\n\n{{ page_break() }}\n\n" for _ in range(9)))
    shown = book.post("chapter", file="book.yaml", chapter="two.md", line=29)
    assert (shown["start"], shown["total"], len(shown["pages"])) == (3, 9, 6)


def test_a_theme_is_shown_by_the_cover_and_a_page_of_the_book(book: Studio) -> None:
    pages = {
        (theme, page): book.get("theme", file="book.yaml", theme=theme, page=page).body
        for theme in ("clean", "naval-archive")
        for page in ("false", "true")
    }
    assert len(set(pages.values())) == 4
    assert all(page.startswith(b"<svg ") for page in pages.values())
    mine = {"file": "book.yaml", "theme": "mine"}
    assert book.ask("GET", "theme", query=mine).status == 400


def test_a_chapter_is_begun_in_the_folder_of_its_book(book: Studio) -> None:
    made = book.post("new", kind="chapter", file="book.yaml", name="The End?")
    assert made == {"file": "book/the-end.md", "name": "book/the-end.md"}
    assert book.get("file", file=made["file"])["text"] == "# The End?\n\n"
    again = book.post("new", kind="chapter", file="book.yaml", name="The End")
    assert again["file"] == "book/the-end-2.md"
    assert book.refuse("new", kind="chapter", file="shipped:books/the-ice-toll.yaml", name="X")
