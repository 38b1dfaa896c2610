"""Chapters: Markdown files whose Jinja is filled with ships, fleets and printables."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from sheetgen.book.manuscript.marking import PRIVATE, mark_block, mark_lines, read_lines
from sheetgen.book.manuscript.record import NoValueError
from sheetgen.book.problem import BAD_CHAPTER
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.template import Environment, escape_value


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
    text, found = (files or Files()).read_text(path, file, "a chapter")
    if found:
        raise ProblemError(found)
    text = PRIVATE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    placed: list[Any] = []
    functions = {name: _place(function, placed) for name, function in blocks.items()}
    environment = Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_write,
    )
    environment.globals = {**names, **functions, "range": jinja2.sandbox.safe_range}
    environment.callables = {*functions.values(), jinja2.sandbox.safe_range}
    try:
        marked = mark_lines(text, environment, file)
        plain = environment.overlay(trim_blocks=False, lstrip_blocks=False)
        plain.callables = environment.callables
        code = plain.compile(marked, file, file)
        template = jinja2.Template.from_code(plain, code, dict(plain.globals))
        filled = template.render()
    except (jinja2.TemplateError, AttributeError, ArithmeticError, LookupError, TypeError,
            ValueError, MemoryError, RecursionError) as error:  # fmt: skip
        raise ProblemError([_diagnose(error, file, [*names, *blocks])]) from None
    return Chapter(file, path.parent, *read_lines(filled), placed)


def _place(function: Callable[..., Any], placed: list[Any]) -> Callable[..., str]:
    def call(*arguments: Any, **options: Any) -> str:
        placed.append(function(*arguments, **options))
        return mark_block(len(placed) - 1)

    return call


def _write(value: Any) -> Any:
    """A value as text, numbers without needless digits."""
    return escape_value(value) if isinstance(value, float) else value


def _diagnose(error: Exception, file: str, names: list[str]) -> Diagnostic:
    place = Place(file, _find_line(error, file))
    if isinstance(error, NoValueError):
        near = find_nearest(error.missing, error.known)
        shown = ", ".join(error.known[:12]) + (" …" if len(error.known) > 12 else "")
        hint = f"did you mean {near}?" if near else f"there are {shown}"
        return BAD_CHAPTER.at(place, str(error), hint)
    if isinstance(error, jinja2.TemplateSyntaxError):
        return BAD_CHAPTER.at(place, f"this Jinja tag can't be read: {error.message}")
    if isinstance(error, jinja2.exceptions.SecurityError):
        return BAD_CHAPTER.at(place, f"chapters must not do this: {error}")
    if isinstance(error, jinja2.UndefinedError):
        word = str(error).split("'")[1] if "'" in str(error) else ""
        near = find_nearest(word, names)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}"
        return BAD_CHAPTER.at(place, f"this can't be filled: {error}", hint)
    message = str(error).replace("_place.<locals>.call", "this block")
    return BAD_CHAPTER.at(place, f"this can't be filled: {message}")


def _find_line(error: Exception, file: str) -> int:
    if isinstance(error, jinja2.TemplateSyntaxError):
        return error.lineno
    line = int(getattr(error, "line", 0) or 0)
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == file:
            line = number
    return line
