"""Chapters: Markdown files whose Jinja is filled with ships, fleets and printables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from sheetgen.book.manuscript.marking import (
    PRIVATE,
    Origin,
    find_origin,
    mark_block,
    mark_lines,
    read_lines,
)
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
    """A chapter's Markdown, the source line of each of its lines, and the blocks placed in it."""

    file: str
    base: Path
    text: str
    lines: list[int]
    blocks: list[Any]


def read_chapter(
    path: Path, names: Mapping[str, Any], blocks: Mapping[str, Any], files: Files | None = None
) -> Chapter:
    """The chapter in a file, filled. Raises ProblemError.

    `names` are values; `blocks` are functions whose results are placed where they are called.
    """
    file = assets.display_name(path)
    text, found = (files or Files()).read_text(path, file)
    if found:
        raise ProblemError(found)
    text = PRIVATE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    placed: list[Any] = []
    functions = {name: (_place(function, placed), _CALL) for name, function in blocks.items()}
    environment = Environment(names, functions, MOST_LETTERS)
    try:
        environment.parse(text, file, file)  # while places are still those of the file
        marked, origins = mark_lines(text, environment, file)
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
        place = Place(file, *find_place(text, _find_mark(error, origins)))
        raise ProblemError([_diagnose(error, place, [*names, *blocks])]) from None
    return Chapter(file, path.parent, *read_lines(filled), placed)


def _place(function: Callable[..., Any], placed: list[Any]) -> Callable[..., str]:
    def call(*arguments: Any, **options: Any) -> str:
        placed.append(function(*arguments, **options))
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
    message = str(error).replace("_place.<locals>.call", "this block")
    hint = str(getattr(error, "hint", ""))
    return BAD_CHAPTER.at(place, f"this can't be filled: {message}", hint)


def _find_mark(error: Exception, origins: list[Origin]) -> int:
    """Where in the chapter an error was made, counted from 1."""
    mark = error.lineno if isinstance(error, jinja2.TemplateSyntaxError) else 1
    for _, at in find_marks(error):
        mark = at
    return find_origin(origins, mark - 1) + 1
