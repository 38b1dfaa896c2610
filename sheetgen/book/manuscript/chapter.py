"""Chapters: Markdown files whose Jinja is filled with ships, fleets and printables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from sheetgen.book.manuscript.call import CallError, check_calls
from sheetgen.book.manuscript.marking import (
    MARKS,
    Spot,
    find_spot,
    mark_block,
    mark_lines,
    read_lines,
)
from sheetgen.book.manuscript.origin import Origin
from sheetgen.book.manuscript.record import NoValueError
from sheetgen.book.problem import BAD_CHAPTER
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.sandbox.environment import Environment, find_marks
from sheetgen.sandbox.limit import TooMuchError
from sheetgen.sandbox.syntax import ExcessError, RefusedError, UnsafeError, find_place
from sheetgen.template import explain, suggest_name

MOST_LETTERS = 300_000
"""Letters of a filled chapter, which are some 150 pages."""
_CALL = 5_000
"""The steps of placing a block: a thousand of them are enough for any chapter."""


class Chapter(NamedTuple):
    """A chapter's Markdown, the source line of each of its lines, the blocks placed in it.

    `source` is the text of its file, before it was filled.
    """

    file: str
    base: Path
    text: str
    lines: list[int]
    blocks: list[Any]
    source: str = ""


def read_chapter(
    path: Path, names: Mapping[str, Any], blocks: Mapping[str, Any], files: Files | None = None
) -> Chapter:
    """The chapter in a file, filled. Raises ProblemError.

    `names` are values; `blocks` are functions whose results are placed where they are called.
    """
    file = assets.display_name(path)
    text, found = (files or Files()).read_text(path, file, "a chapter")
    if found:
        raise ProblemError(found)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    refused = MARKS.search(text)
    if refused:
        place = Origin(file, text).find(text.count("\n", 0, refused.start()), refused[0])
        message = f"the character U+{ord(refused[0]):04X} means nothing in a text"
        raise ProblemError([BAD_CHAPTER.at(place, message, "leave it out")])
    placed: list[Any] = []
    functions = {name: (_place(name, function, placed), _CALL) for name, function in blocks.items()}
    environment = Environment(names, functions, MOST_LETTERS)
    try:
        environment.parse(text, file, file)  # while places are still those of the file
        marked, spots = mark_lines(text, environment, file)
    except jinja2.TemplateSyntaxError as error:
        place = Place(file, *find_place(text, error.lineno))
        raise ProblemError([_diagnose(error, place, [*names, *blocks])]) from None
    plain = environment.overlay(trim_blocks=False, lstrip_blocks=False)
    try:
        code = plain.compile(marked, file, file)
        template = jinja2.Template.from_code(plain, code, dict(plain.globals))
        filled = "".join(plain.fill(template, {}))
    except (ProblemError, MemoryError):
        raise
    except Exception as error:  # the values may be a stranger's, and fail in any way
        place = Place(file, *_find_place(error, text, spots))
        raise ProblemError([_diagnose(error, place, [*names, *blocks])]) from None
    return Chapter(file, path.parent, *read_lines(filled), placed, text)


def _place(name: str, function: Callable[..., Any], placed: list[Any]) -> Callable[..., str]:
    checked = check_calls(name, function)

    def call(*arguments: Any, **options: Any) -> str:
        placed.append(checked(*arguments, **options))
        return mark_block(len(placed) - 1)

    return call


def _diagnose(error: Exception, place: Place, names: list[str]) -> Diagnostic:
    if isinstance(error, (TooMuchError, ExcessError, RecursionError)):
        return explain(error, place, names)
    if isinstance(error, NoValueError):
        near = find_nearest(error.missing, error.known)
        shown = ", ".join(error.known[:12]) + (" …" if len(error.known) > 12 else "")
        hint = f"did you mean {near}?" if near else f"there are {shown}"
        return BAD_CHAPTER.at(place, str(error), hint)
    if isinstance(error, UnsafeError):
        return BAD_CHAPTER.at(place, f"chapters must not do this: {error.message}")
    if isinstance(error, RefusedError):
        return BAD_CHAPTER.at(place, str(error.message), error.hint)
    if isinstance(error, jinja2.TemplateSyntaxError):
        return BAD_CHAPTER.at(place, f"this Jinja tag can't be read: {error.message}")
    if isinstance(error, jinja2.exceptions.SecurityError):
        return BAD_CHAPTER.at(place, f"chapters must not do this: {error}")
    if isinstance(error, jinja2.UndefinedError):
        hint = suggest_name(error, names)
        return BAD_CHAPTER.at(place, f"this can't be filled: {error}", hint)
    hint = str(getattr(error, "hint", ""))
    message = str(error) if isinstance(error, CallError) else f"this can't be filled: {error}"
    return BAD_CHAPTER.at(place, message, hint)


def _find_place(error: Exception, text: str, spots: list[Spot]) -> tuple[int, int]:
    """Where a chapter is wrong: the name that is missing, or else what was being filled."""
    mark = _find_mark(error, spots)
    words = [error.missing] if isinstance(error, NoValueError) else []
    if isinstance(error, jinja2.UndefinedError):
        words = str(error).split("'")[1:2]
    for word in filter(None, words):
        at = text.find(word, mark - 1, text.find("\n", mark) % (len(text) + 1))
        mark = at + 1 if at >= 0 else mark
    return find_place(text, mark)


def _find_mark(error: Exception, spots: list[Spot]) -> int:
    """Where in the chapter an error was made, counted from 1."""
    mark = error.lineno if isinstance(error, jinja2.TemplateSyntaxError) else 1
    for _, at in find_marks(error):
        mark = at
    return find_spot(spots, mark - 1) + 1
