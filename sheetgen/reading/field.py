"""Fields: what the keys of a definition take, and how others are refused in words of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from sheetgen.ground.diagnostics import declare, find_nearest
from sheetgen.ground.number import name_one
from sheetgen.ground.record import record
from sheetgen.ground.visible import find_hidden, is_blank
from sheetgen.ground.words import CODE, LANGUAGES, MOST_LANGUAGES

F = TypeVar("F", bound=Callable[..., None])


class RefusedError(ValueError):
    """Raised for a value that breaks a rule of the program or of the game.

    `better` is the value that was probably meant.
    """

    def __init__(self, rule: str, message: str, hint: str = "", better: str = "") -> None:
        super().__init__(message)
        self.rule, self.message, self.hint, self.better = rule, message, hint, better


@record(eq=False)
class Details:
    """The details of a key that its type leaves open; without a default it must be written."""

    default: Any
    default_factory: Callable[[], Any] | None
    alias: str
    description: str
    limits: Mapping[str, Any]


def Field(  # noqa: N802, PLR0913
    default: Any = ...,
    *,
    default_factory: Callable[[], Any] | None = None,
    alias: str = "",
    description: str = "",
    ge: float | None = None,
    gt: float | None = None,
    le: float | None = None,
    lt: float | None = None,
    min_length: int | None = None,
    max_length: int | None = None,
    pattern: str | None = None,
) -> Any:
    """A key: its default, the name that it has in files, what it means, and its limits.

    It stands behind the annotation of the key, or inside of an `Annotated`. The lengths are those
    of texts, lists and dictionaries; a pattern is a regular expression that a text has in it.
    """
    given = {
        "ge": ge, "gt": gt, "le": le, "lt": lt,
        "min_length": min_length, "max_length": max_length, "pattern": pattern,
    }  # fmt: skip
    limits = {name: limit for name, limit in given.items() if limit is not None}
    return Details(default, default_factory, alias, description, limits)


@record(eq=False)
class Before:
    """A function that a value goes through before its type is checked; it may raise ValueError.

    `takes` is the type that the JSON Schema shows.
    """

    function: Callable[[Any], Any]
    takes: Any = None


@record(eq=False)
class After:
    """A function that a value goes through afterwards; it may raise ValueError."""

    function: Callable[[Any], Any]


@record(eq=False)
class Schema:
    """The JSON Schema of a value, whatever its type."""

    schema: Mapping[str, Any]


def verify(key: str = "") -> Callable[[F], F]:
    """Marks a method that checks a whole definition, or the value that it gets, of one field.

    It may raise ValueError, best a RefusedError. A definition without that field is not checked.
    """

    def mark(method: F) -> F:
        method.verifies = key  # type: ignore[attr-defined]
        return method

    return mark


# Types that most definitions have.


HIDDEN_TEXT = declare(
    "hidden-text",
    "error",
    """A text has characters that nobody can see, or no others.

    Why: Control characters can't be printed, and those that turn the direction of writing make
    a text look like another one. A name of spaces leaves a hole on the sheet.

    Example:
    name: " "        # write what the ship is called
    """,
)


def _write_number(value: object) -> object:
    # A whole number looks the same as a text; a fraction might not (1.50).
    return str(value) if type(value) is int else value


def _refuse_hidden(text: str) -> str:
    if (text.isascii() and text.isprintable()) or not (found := find_hidden(text)):
        return text
    message = f"this text has U+{ord(found):04X} in it, {_name_hidden(found)}"
    raise RefusedError(HIDDEN_TEXT.name, message, "write it again by hand")


def _name_hidden(character: str) -> str:
    if character <= "\x9f":
        return "a control character"
    turns = "\u061c" <= character <= "\u2069"
    return "which turns the direction of writing" if turns else "which is not a character"


def _refuse_blank(text: str) -> str:
    if (text.isascii() and text.isprintable() and not text.isspace()) or not is_blank(text):
        return text
    message = "this text has nothing visible in it"
    raise RefusedError(HIDDEN_TEXT.name, message, "write a word, or a number")


Text = Annotated[
    str,
    Before(_write_number, takes=int | str),
    Field(min_length=1),
    After(_refuse_hidden),
    After(_refuse_blank),
]
"""A text of at least one visible character; a whole number is taken as its digits."""

Prose = Annotated[
    str,
    Before(_write_number, takes=int | str),
    Field(max_length=100_000),
    After(_refuse_hidden),
]
"""A longer text, such as Markdown for a book, that may also be empty."""


def _read_languages(value: object) -> object:
    given = value if isinstance(value, list) else [value]
    for name in given:
        if isinstance(name, str) and not re.fullmatch(CODE, name):
            hint = f"such as {', '.join(LANGUAGES)}"
            raise RefusedError("wrong-value", f"{name[:60]} is not the code of a language", hint)
    if len(given) > MOST_LANGUAGES:
        message = "at most two languages are printed side by side"
        raise RefusedError("wrong-value", message, "language: [de, en]")
    return given


Languages = Annotated[list[Text], Before(_read_languages, takes=Text | list[Text])]
"""The code of a language, or of two."""


def _read_colour(value: object) -> object:
    if not isinstance(value, str) or re.fullmatch(r"#(?:[0-9A-Fa-f]{3}){1,2}", value):
        return value
    from sheetgen.ground.colour import parse_opaque  # which a file of plain ones does without

    try:
        return parse_opaque(value)
    except ValueError as error:
        message, _, hint = str(error).partition("; ")
        better = re.fullmatch(r"did you mean (.*)\?", hint)
        raise RefusedError("wrong-value", message, hint, better[1] if better else "") from None


Colour = Annotated[
    str,
    Before(_read_colour, takes=str),
    Schema({"type": "string", "pattern": r"^#([0-9A-Fa-f]{3}){1,2}$|^[A-Za-z]+$|^(rgb|hsl)a?\("}),
]
"""A colour that hides what is below it, as `#rrggbb`, or by a name such as darkred."""


# Refusals in words of their own


def refuse_others(what: str, names: Sequence[str]) -> Callable[[object], object]:
    """Make the function that refuses any text but one of these, and suggests the nearest."""

    def check(value: object) -> object:
        if isinstance(value, str) and value not in names:
            near = find_nearest(value.replace(" ", "-").replace("_", "-"), names)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}"
            shown = value if len(value) <= 40 else f"{value[:39]}…"
            message = f"there is no {what} called '{shown}'"
            raise RefusedError("wrong-value", message, hint, near)
        return value

    return check


def check_span(key: str, what: str, least: int, most: int) -> Callable[[object], object]:
    """Make the function that refuses what is neither a number nor the lowest and the highest."""

    def check(value: object) -> object:
        both = value if isinstance(value, list) else [value, value]
        known = [one for one in both if isinstance(one, int) and not isinstance(one, bool)]
        if len(known) != len(both) or len(both) != 2:
            hint = f"one {what} such as 4, or the lowest and the highest, such as [2, 5]"
            message = f"{key}: this is not {name_one(what)}"
            raise RefusedError("wrong-type", message, f"{key}: {hint}")
        if not all(least <= one <= most for one in known):
            message = f"{key}: must be from {least} to {most}"
            raise RefusedError("out-of-range", message, "such as 4 or [2, 5]")
        if known[0] > known[1]:
            message = f"{key}: the lowest comes first"
            hint = f"did you mean [{known[1]}, {known[0]}]?"
            raise RefusedError("wrong-value", message, hint)
        return value

    return check
