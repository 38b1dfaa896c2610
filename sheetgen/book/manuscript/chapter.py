"""Chapters: Markdown files whose Jinja is filled with ships, fleets and printables."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_type_hints

import jinja2

from sheetgen.book.problem import BAD_CHAPTER
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading.document import Document
from sheetgen.reading.model import MismatchError, make_reader
from sheetgen.reading.refusal import explain_value
from sheetgen.template.sandbox.environment import Environment, find_marks
from sheetgen.template.sandbox.syntax import ExcessError, RefusedTagError, UnsafeError, find_place
from sheetgen.template.sandbox.work import TooMuchError
from sheetgen.template.templates import explain, suggest_name

# Calls of blocks in a chapter, checked by the signatures of the blocks.


class CallError(ValueError):
    """A block is called with something that it does not take."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


def check_calls(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which raises CallError for values other than its annotations allow."""
    form = signature(function)
    hints = get_type_hints(function, include_extras=True)
    readers = {key: make_reader(hints.get(key, Any)) for key in form.parameters}

    def call(*values: Any, **options: Any) -> Any:
        try:
            given = form.bind(*values, **options)
        except TypeError:
            raise _explain(name, list(form.parameters.values()), values, options) from None
        for key, value in given.arguments.items():
            read = readers[key]
            try:
                if form.parameters[key].kind is Parameter.VAR_POSITIONAL:
                    given.arguments[key] = tuple(map(read, value))
                else:
                    given.arguments[key] = read(value)
            except MismatchError as error:
                first = error.mismatches[0]
                advice = 'put it in quotes: an id such as "warrior", or a text'
                hint = advice if first.takes is str else ""
                raise CallError(f"{name}(), {key}: {explain_value(first)}", hint) from None
        return function(*given.args, **given.kwargs)

    return call


def _explain(
    name: str, parameters: list[Parameter], values: Sequence[Any], options: Mapping[str, Any]
) -> CallError:
    """Return the fault of a call whose values do not go with the parameters."""
    is_open = any(one.kind is Parameter.VAR_POSITIONAL for one in parameters)
    known = [one.name for one in parameters if one.kind is not Parameter.VAR_POSITIONAL]
    placed = [one.name for one in parameters if one.kind is Parameter.POSITIONAL_OR_KEYWORD]
    for key in options:
        if key not in known:
            near = find_nearest(key, known)
            hint = f"did you mean {near}?" if near else f"it takes {', '.join(known) or 'nothing'}"
            return CallError(f"{name}() has no option {key}", hint)
        if key in placed[: len(values)]:
            return CallError(f"{name}() is given {key} twice")
    if len(values) > len(placed) and not is_open:
        names = ", ".join(one.name for one in parameters) or "nothing"
        return CallError(f"{name}() takes fewer values", f"it takes {names}")
    left = (one.name for one in parameters if one.default is Parameter.empty)
    key = next(key for key in left if key not in (*placed[: len(values)], *options))
    return CallError(f"{name}() is missing 1 required value: {key}", f'write {name}("…")')


# Markers in a chapter's text, for the lines of its parts and the places of blocks: characters that
# Unicode keeps for use inside programs, so chapters with one of them are refused.


Spot = tuple[int, int]
"""A place in a marked text, and where it was in its source; both are counted from 0."""

_LINE = re.compile("\ufdd0([0-9]{1,9})\ufdd1")
_START = re.compile("(?:\ufdd0[0-9]+\ufdd1|\\s)*")
BLOCK = re.compile("\ufdd2([0-9]{1,9})\ufdd3")
MARKS = re.compile("[\ufdd0-\ufdd4]")
_NAMED = re.compile(r"\{#(?=[A-Za-z][\w:.-]*(?:[ \t][^{}#\n]*)?\})")
_HIDDEN = "{\ufdd4"
"""How `{#id}` is written while the chapter is filled, because Jinja's comments begin with `{#`."""


def mark_lines(source: str, environment: Any, name: str) -> tuple[str, list[Spot]]:
    """A Jinja source that writes the number of each of its lines into the filled text.

    With it, where in the source each of its tags and words was, for `find_spot`.
    """
    parts: list[str] = ["\ufdd01\ufdd1"]
    made = len(parts[0])
    spots: list[Spot] = []
    written = 1
    begins = False  # whether the tag before this text took the end of its line with it
    at = 0
    for line, kind, value in environment.lexer.tokeniter(source, name):
        at = max(source.find(value, at), at)
        known = len(parts)
        if kind == "data":
            first, *others = value.split("\n")
            parts.append(f"\ufdd0{line}\ufdd1{first}" if begins else first)
            for number, piece in enumerate(others, start=line + 1):
                parts.append(f"\n\ufdd0{number}\ufdd1{piece}")
        elif kind.endswith("_end"):
            # A line end that goes with its tag is kept inside it, so that lines still count.
            tag = value.rstrip()
            parts += [value[len(tag) :], tag]
        else:
            missing = line - written if kind.endswith("_begin") else 0
            parts += [value, "\n" * missing]
            written += missing
            spots.append((made, at))
        made += sum(map(len, parts[known:]))
        at += len(value)
        written += value.count("\n")
        begins = kind.endswith("_end") and value.endswith("\n")
    return "".join(parts), spots


def find_spot(spots: Sequence[Spot], start: int) -> int:
    """Return the place in the source of a place in the text that `mark_lines` made of it."""
    found = bisect_right(spots, (start, sys.maxsize)) - 1
    if found < 0:
        return 0
    marked, source = spots[found]
    return source + start - marked


def read_lines(text: str) -> tuple[str, list[int]]:
    """A filled text without its marks, and for each of its lines the line of the source."""
    lines, numbers, last = [], [], 1
    for line in text.split("\n"):
        # Tags that print nothing still leave the marks of their lines before the text.
        start = _START.match(line)
        found = _LINE.findall(start[0]) if start else []
        last = int(found[-1]) if found else last
        lines.append(_LINE.sub("", line))
        numbers.append(last)
    return "\n".join(lines), numbers


# Places of the parts of a text in the file that it comes from.


_FAR = 200  # lines that are searched for a word of a paragraph


@record
class Origin:
    """Finds the parts of a text in its file, which may have been filled in, or be YAML.

    `source` is the text of the file, `lines` the number in it of each line of the text.
    """

    file: str
    source: str
    lines: Sequence[int] = ()

    def find(self, line: int, *words: str, end: int = 0) -> Place:
        """Find one of some `words` in the text's lines from `line` (from 0) up to `end`.

        Where none of them is there as it is written, this is where the first line begins.
        """
        rows = _split(self.source)
        first = self._number(line)
        last = min(self._number(end - 1), first + _FAR) if end else first
        for wanted in filter(None, words):
            for number in range(first, last + 1):
                at = rows[number - 1].find(wanted) if number <= len(rows) else -1
                if at >= 0:
                    return Place(self.file, number, at + 1)
        row = rows[first - 1] if first <= len(rows) else ""
        return Place(self.file, first, len(row) - len(row.lstrip()) + 1)

    def _number(self, line: int) -> int:
        lines = self.lines
        return lines[min(line, len(lines) - 1)] if lines else line + 1


def find_value(document: Document, key: str, text: str) -> Origin:
    """The origin of a text that is the value of a key in a YAML document."""
    place = document.place((key,))
    row = _split(document.text)[place.line - 1]
    block = row[place.column - 1 : place.column] in ("|", ">")  # its text begins one line below
    first = place.line + block
    return Origin(document.file, document.text, range(first, first + text.count("\n") + 1))


@lru_cache(maxsize=4)
def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


# Values as chapters see them: `ships.warrior.points`.


class NoValueError(AttributeError):
    """A chapter asks for a value that does not exist; `known` are those that do."""

    def __init__(self, name: str, whose: str, known: list[str]) -> None:
        self.missing, self.whose, self.known = name, whose, known
        super().__init__(f"there is no {name} in {whose}")


class ChapterRecord:
    """Named values; keys may be written with `_` for `-`. It prints as its name."""

    __slots__ = ("_kept", "_name", "_values")

    def __init__(self, values: Mapping[str, Any], name: str) -> None:
        self._values, self._name = values, name
        self._kept: dict[str, Any] = {}  # what was asked for, since a list takes long to wrap

    def __getattr__(self, key: str) -> Any:
        values = self._values
        if key in self._kept:
            return self._kept[key]
        for wanted in (key, key.replace("_", "-"), key.replace("-", "_")):
            if wanted in values:
                found = self._kept[key] = wrap(values[wanted], f"{self._name}.{key}")
                return found
        raise NoValueError(key, self._name, [str(known) for known in values])

    def __getitem__(self, key: str) -> Any:
        return self.__getattr__(str(key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return str(self._values.get("name", self._name))


def wrap(value: Any, name: str) -> Any:
    """A value with its parts as records."""
    if isinstance(value, Mapping):
        return ChapterRecord(value, name)
    if isinstance(value, (list, tuple)):
        return [wrap(item, f"{name}[{at}]") for at, item in enumerate(value, start=1)]
    return value


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
    text = _NAMED.sub(_HIDDEN, text)
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
    filled = filled.replace(_HIDDEN, "{#")
    source = text.replace(_HIDDEN, "{#")
    return Chapter(file, path.parent, *read_lines(filled), placed, source)


def _place(name: str, function: Callable[..., Any], placed: list[Any]) -> Callable[..., str]:
    checked = check_calls(name, function)

    def call(*arguments: Any, **options: Any) -> str:
        placed.append(checked(*arguments, **options))
        return f"\ufdd2{len(placed) - 1}\ufdd3"  # as BLOCK finds it

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
    if isinstance(error, RefusedTagError):
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
    """Find the place where a chapter is wrong: a missing name, or else what was being filled."""
    mark = error.lineno if isinstance(error, jinja2.TemplateSyntaxError) else 1
    for _, at in find_marks(error):
        mark = at
    mark = find_spot(spots, mark - 1) + 1
    words = [error.missing] if isinstance(error, NoValueError) else []
    if isinstance(error, jinja2.UndefinedError):
        words = str(error).split("'")[1:2]
    for word in filter(None, words):
        at = text.find(word, mark - 1, text.find("\n", mark) % (len(text) + 1))
        mark = at + 1 if at >= 0 else mark
    return find_place(text, mark)
