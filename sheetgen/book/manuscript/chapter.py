"""Chapters: Markdown files whose Jinja is filled with ships, fleets and printables."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from sheetgen.book.manuscript.call import CallError, check_calls
from sheetgen.book.manuscript.marking import MARKS, mark_block, mark_lines, read_lines
from sheetgen.book.manuscript.origin import Origin
from sheetgen.book.manuscript.record import NoValueError
from sheetgen.book.problem import BAD_CHAPTER
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.template import Environment, escape_value


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
    text, found = (files or Files()).read_text(path, file)
    if found:
        raise ProblemError(found)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    refused = MARKS.search(text)
    if refused:
        place = Origin(file, text).find(text.count("\n", 0, refused.start()), refused[0])
        message = f"the character U+{ord(refused[0]):04X} means nothing in a text"
        raise ProblemError([BAD_CHAPTER.at(place, message, "leave it out")])
    placed: list[Any] = []
    functions = {name: _place(name, function, placed) for name, function in blocks.items()}
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
        raise ProblemError([_diagnose(error, Origin(file, text), [*names, *blocks])]) from None
    return Chapter(file, path.parent, *read_lines(filled), placed, text)


def _place(name: str, function: Callable[..., Any], placed: list[Any]) -> Callable[..., str]:
    checked = check_calls(name, function)

    def call(*arguments: Any, **options: Any) -> str:
        placed.append(checked(*arguments, **options))
        return mark_block(len(placed) - 1)

    return call


def _write(value: Any) -> Any:
    """A value as text, numbers without needless digits."""
    return escape_value(value) if isinstance(value, float) else value


def _diagnose(error: Exception, origin: Origin, names: list[str]) -> Diagnostic:
    place = _find_place(error, origin)
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
    if isinstance(error, CallError):
        return BAD_CHAPTER.at(place, str(error), error.hint)
    return BAD_CHAPTER.at(place, f"this can't be filled: {error}")


def _find_place(error: Exception, origin: Origin) -> Place:
    """Where a chapter is wrong: the missing name, or the first tag of the line."""
    words = [error.missing] if isinstance(error, NoValueError) else []
    if isinstance(error, jinja2.UndefinedError):
        words = str(error).split("'")[1:2]
    line = max(1, _find_line(error, origin.file))
    return origin.find(line - 1, *words, "{{", "{%", "{#")


def _find_line(error: Exception, file: str) -> int:
    if isinstance(error, jinja2.TemplateSyntaxError):
        return error.lineno
    line = int(getattr(error, "line", 0) or 0)
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == file:
            line = number
    return line
