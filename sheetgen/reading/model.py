"""The base of all definitions, and pydantic's findings turned into diagnostics.

A definition class says what may be written; its field descriptions become the JSON Schema and
the hints. Reading is strict: nothing is converted except a whole number where a text is
expected (a ship may be called 1701).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sheetgen.ground.diagnostics import (
    RULES,
    Diagnostic,
    Mend,
    Place,
    declare,
    find_nearest,
)
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.visible import find_hidden, is_blank
from sheetgen.reading.document import Document
from sheetgen.reading.field import After, Before, RefusedError, Schema
from sheetgen.reading.problem import MAX_PROBLEMS

UNKNOWN_KEY = declare(
    "unknown-key",
    "error",
    """A definition has a key that nothing reads.

    Why: It is usually a misspelt key, and its value would be missing from the sheet unnoticed.

    Example:
    mas: 12          # did you mean mass?
    """,
)
MISSING_KEY = declare(
    "missing-key",
    "error",
    """A definition lacks a key that it must have.

    Why: The sheet can't be made without it.

    Example:
    system: asfos
    name: Warrior    # the mass is missing
    """,
)
WRONG_TYPE = declare(
    "wrong-type",
    "error",
    """A value is not of the kind that its key takes.

    Why: A number written as `010` or `12:30`, or a text where a list belongs, is read as it is
    written; its meaning is not guessed.

    Example:
    mass: twelve     # mass takes a whole number
    """,
)
OUT_OF_RANGE = declare(
    "out-of-range",
    "error",
    """A number is smaller or larger than the game allows.

    Why: The rules give the range; a value outside it is nearly always a slip of the keyboard.

    Example:
    screens: 5       # electronic defences go from 0 to 4
    """,
)
WRONG_VALUE = declare(
    "wrong-value",
    "error",
    """A value is not one of those that its key takes.

    Why: Names of weapons, classes and the like come from the game; it has no rules for others.

    Example:
    special: {weapon: mass-drivr, count: 2}   # did you mean mass-driver?
    """,
)
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


class Model(BaseModel):
    """Base of every definition: strict, frozen, and without unknown keys."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)


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


def _read_colour(value: object) -> object:
    if not isinstance(value, str) or re.fullmatch(r"#(?:[0-9A-Fa-f]{3}){1,2}", value):
        return value
    from sheetgen.ground.colour import parse_opaque  # which a file of plain ones does without

    try:
        return parse_opaque(value)
    except ValueError as error:
        message, _, hint = str(error).partition("; ")
        better = re.fullmatch(r"did you mean (.*)\?", hint)
        raise RefusedError(WRONG_VALUE.name, message, hint, better[1] if better else "") from None


Colour = Annotated[
    str,
    Before(_read_colour, takes=str),
    Schema({"type": "string", "pattern": r"^#([0-9A-Fa-f]{3}){1,2}$|^[A-Za-z]+$|^(rgb|hsl)a?\("}),
]
"""A colour that hides what is below it, as `#rrggbb`, or by a name such as darkred."""

M = TypeVar("M", bound=Model)


_KEYS_HERE = "the keys here are"
_KEYS_ABOVE = "the keys that belong here are listed above"
MOST_NAMED = 20
"""Unknown keys of a document that are named; of the others, there is a number."""


class KeyAdvice(NamedTuple):
    """How to refuse an unknown key that has a meaning elsewhere."""

    message: str
    hint: str


def _advise_nothing(key: str) -> None:
    return None


def validate(
    model: type[M],
    document: Document,
    game: str = "",
    advise: Callable[[str], KeyAdvice | None] = _advise_nothing,
) -> tuple[M | None, list[Diagnostic]]:
    """The definition in a document, or every reason why it is not one, game rules included.

    `advise` says how to refuse some of the unknown keys.
    """
    try:
        return model.model_validate(document.data), []
    except ValidationError as error:
        errors = error.errors(include_url=False)
        unknown = [one for one in errors if _is_unknown(one)]
        if document.cells:  # whose headings are the same for all rows
            document.unknown |= {(model, _find_heading(document, one)) for one in unknown}
            left = []
        else:
            left = unknown[MOST_NAMED:]
            more = set(map(id, left))
            errors = [one for one in errors if id(one) not in more]
        found = [
            _refuse_key(document, one, advise) or _diagnose(model, document, one, game)
            for one in errors[:MAX_PROBLEMS]
        ]
        if left:
            place = document.key_place(_find_unknown(left[0]))
            found.append(_count_more(place, len(left)))
        return None, _list_keys_once(found)


def fold_unknown(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings of a table, of whose unknown headings no more than the first few are named."""
    unknown = sorted((one for one in found if one.rule == UNKNOWN_KEY.name), key=lambda d: d.column)
    left = dict.fromkeys(unknown[MOST_NAMED:])
    kept = _list_keys_once([one for one in found if one not in left])
    if left:
        first = next(iter(left))
        kept.append(_count_more(Place(first.file, first.line, first.column), len(left)))
    return kept


def _list_keys_once(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, each once; among those that list the same keys, only the first does."""
    first: dict[str, Diagnostic] = {}
    kept = list(dict.fromkeys(found))
    for one in sorted(kept, key=lambda d: (d.line, d.column)):
        if one.hint.startswith(_KEYS_HERE):
            first.setdefault(one.hint, one)
    return [
        one if first.get(one.hint, one) is one else replace(one, hint=_KEYS_ABOVE) for one in kept
    ]


def drop_told(found: Sequence[Diagnostic], told: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings about a file without those about values that were told to be unreadable."""
    places = {(one.line, one.column) for one in told if one.is_error}
    return [
        one for one in found if one.rule == MISSING_KEY.name or (one.line, one.column) not in places
    ]


def list_unknown(model: type[Model], data: Mapping[str, Any]) -> list[str]:
    """The keys of data that a model does not have."""
    known = set(_keys_of(model, ()))
    return [key for key in data if key not in known]


def _count_more(place: Place, count: int) -> Diagnostic:
    message = f"and {count:,} more {'key' if count == 1 else 'keys'} that nothing reads"
    return UNKNOWN_KEY.at(place, message, "the hints above name the keys that exist")


def _is_unknown(error: Mapping[str, Any]) -> bool:
    """Whether one of pydantic's findings is about a key of a model, or of a dict."""
    return bool(error["type"] == "extra_forbidden" or error["loc"][-1:] == ("[key]",))


def _find_unknown(error: Mapping[str, Any]) -> tuple[str | int, ...]:
    """The path of the unknown key that one of pydantic's findings is about."""
    path = tuple(error["loc"])
    return path if error["type"] == "extra_forbidden" else path[:-1]


def _find_heading(document: Document, error: Mapping[str, Any]) -> tuple[str | int, ...]:
    """Return the path that the heading names, or its beginning, for one of pydantic's findings."""
    path = _find_unknown(error)
    below = (cell for at, cell in document.cells.items() if at[: len(path)] == path)
    cell = next(below, None)
    return cell.heading[: len(path)] if cell else path


def explain_value(error: Mapping[str, Any]) -> str:
    """Return the fault of a value in plain words, from one of pydantic's findings."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind in ("too_short", "too_long") and isinstance(value, str):
        kind = f"string_{kind}"  # pydantic's word for it depends on the order of validators
    if kind in _LIMITS:
        return f"{_show(value)} {_LIMITS[kind][1].format(context.get(_LIMITS[kind][0]))}"
    if kind in ("int_type", "float_type") and isinstance(value, str) and _is_huge(value):
        return f"{_show(value)} is a larger number than anything here can be"
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, got {_show(value)}"
    options = _options(context)
    return f"{_show(value)} is not one of {', '.join(options)}" if options else str(error["msg"])


def _refuse_key(
    document: Document, error: Mapping[str, Any], advise: Callable[[str], KeyAdvice | None]
) -> Diagnostic | None:
    """The diagnostic of an unknown key of the whole definition on which there is advice."""
    path = _find_unknown(error) if _is_unknown(error) else ()
    given = advise(str(path[0])) if len(path) == 1 else None
    return given and UNKNOWN_KEY.at(document.key_place(path), given.message, given.hint)


def _diagnose(
    model: type[Model], document: Document, error: Mapping[str, Any], game: str
) -> Diagnostic:
    kind, path, value = error["type"], tuple(error["loc"]), error["input"]
    context = error.get("ctx", {})
    key = _show_path(path)
    place = document.place(path)
    if _is_unknown(error):
        path = _find_unknown(error)
        names = _keys_of(model, path[:-1]) or _options(context)
        near = find_nearest(str(path[-1]), names)
        hint = f"did you mean {near}?" if near else f"{_KEYS_HERE} {', '.join(names)}"
        message = f"there is no key {_show_path(path)} here"
        mends = [Mend(path, near, "rename")] if near else []
        return UNKNOWN_KEY.at(document.key_place(path), message, hint, mends)
    if kind == "missing":
        about = _describe(model, path)
        # In a table, a key is the heading of all rows.
        find_place = document.place if document.cells else document.key_place
        return MISSING_KEY.at(find_place(path[:-1]), f"the key {key} is missing", about)
    if rule := RULES.get(f"{game}/{kind}") or RULES.get(kind):
        # The definition's own validator names the rule.
        better = context.get("better")
        mends = [Mend(path, better)] if better else []
        return rule.at(place, str(error["msg"]), str(context.get("hint", "")), mends)
    if kind.removeprefix("string_") in ("too_short", "too_long") or kind in _LIMITS:
        return OUT_OF_RANGE.at(place, f"{key}: {explain_value(error)}", _describe(model, path))
    if kind in ("literal_error", "enum", "string_pattern_mismatch"):
        options = _options(context)
        near = find_nearest(str(value), options)
        hint = f"did you mean {near}?" if near else _describe(model, path)
        message = (
            f"{key}: {_show(value)} is not one of {', '.join(options)}"
            if options
            else f"{key}: {_show(value)} can't be read"
        )
        return WRONG_VALUE.at(place, message, hint, [Mend(path, near)] if near else [])
    if kind in ("value_error", "assertion_error"):  # what a validator raised
        said = str(context.get("error", "")) or "this value is refused"
        return WRONG_VALUE.at(place, f"{key}: {said}", _describe(model, path))
    if kind not in _EXPECTED:  # a type that few games use: pydantic's own words
        return WRONG_TYPE.at(place, f"{key}: {error['msg']}", _describe(model, path))
    message = f"{key}: {explain_value(error)}"
    advice = _advise(kind, value) or _advise_keys(model, kind, path, value)
    number = _guess_number(kind, value)
    mends = [] if number is None else [Mend(path, number)]
    return WRONG_TYPE.at(place, message, advice or _describe(model, path), mends)


_DECIMAL_COMMA = r"(-?\d{1,9}),(\d{1,9})"
_QUOTED = r"[“”„‘’‚«»'\"](-?\d{1,9}(?:\.\d{1,9})?)[“”„‘’‚«»'\"]"
_LIMITS = {
    "greater_than_equal": ("ge", "is less than {}"),
    "greater_than": ("gt", "is not more than {}"),
    "less_than_equal": ("le", "is more than {}"),
    "less_than": ("lt", "is not less than {}"),
    "too_short": ("min_length", "has fewer than {} entries"),
    "too_long": ("max_length", "has more than {} entries"),
    "string_too_short": ("min_length", "is shorter than {} character"),
    "string_too_long": ("max_length", "is longer than {} characters"),
}
_EXPECTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a number that is not infinite",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "keys with values",
    "model_type": "keys with values",
    "model_attributes_type": "keys with values",
}


def _is_huge(text: str) -> bool:
    return re.fullmatch(r"-?\d{19,}", text, re.ASCII) is not None


def _advise_keys(model: type[Model], kind: str, path: Sequence[str | int], value: object) -> str:
    """How to write a text that is alone where keys belong: most lists name things by one key."""
    if kind not in ("model_type", "model_attributes_type") or not isinstance(value, str):
        return ""
    here = next(_models_in(resolve(model, path)), None)
    fields = here.model_fields.items() if here else ()
    needed = [field.alias or name for name, field in fields if field.is_required()]
    if here is None or len(needed) != 1 or len(value) > 60:
        return ""
    try:
        here.model_validate({needed[0]: value})
    except ValueError:  # it would be refused there as well
        return ""
    return f"write {{{needed[0]}: {value}}}"


def _guess_number(kind: str, value: object) -> int | float | None:
    """The number that a text in place of one was probably meant to be; None if that is open."""
    if not isinstance(value, str) or kind not in ("int_type", "float_type"):
        return None
    text = value.strip().replace("_", "").lstrip("+")
    if match := re.fullmatch(_QUOTED, text, re.ASCII):
        text = match[1]
    elif (match := re.fullmatch(_DECIMAL_COMMA, text, re.ASCII)) and kind == "float_type":
        text = f"{match[1]}.{match[2]}"
    if re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        return int(text)
    is_decimal = kind == "float_type" and re.fullmatch(r"-?\d{1,9}\.\d{1,9}", text, re.ASCII)
    return float(text) if is_decimal else None


def _advise(kind: str, value: object) -> str:
    if kind in ("int_type", "float_type") and isinstance(value, str):
        if match := re.fullmatch(_DECIMAL_COMMA, value, re.ASCII):
            if kind == "int_type":
                return f"write a number without decimals, such as {match[1]}"
            return f"write {match[1]}.{match[2]}: decimals follow a point, not a comma"
        if match := re.fullmatch(_QUOTED, value, re.ASCII):
            return f"write {match[1]} without quotes"
    if kind == "int_type" and isinstance(value, str):
        digits = value.strip().replace("_", "").lstrip("+")
        plain = digits.lstrip("0") or "0"
        if digits.isdecimal() and digits.isascii() and len(plain) < 10:
            return f"write {plain}"
    if kind == "string_type" and isinstance(value, (bool, float)):
        return "put it in quotes to make it a text"
    if kind == "string_type" and value is None:
        return "write the text after the colon; null and ~ need quotes"
    if kind == "list_type" and value is not None:
        return "write it as a list: [ … ]"
    return ""


def _options(context: Mapping[str, Any]) -> list[str]:
    expected = str(context.get("expected", ""))
    parts = (part.strip(" '") for part in expected.replace(" or ", ", ").split(", "))
    return [part for part in parts if part]


def _show(value: object) -> str:
    """A value as it would be written in YAML, shortened."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return f"'{value}'" if len(value) <= 40 else f"'{value[:39]}…'"
    if isinstance(value, (list, tuple)):
        return "a list"
    return "keys with values" if isinstance(value, Mapping) else f"'{value}'"[:60]


def _show_path(path: Sequence[str | int]) -> str:
    shown = ""
    for part in path:
        shown += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if shown else part
    return shown or "the definition"


def resolve(model: type[Model], path: Sequence[str | int]) -> Any:
    """The annotation that governs the value at a path; None if it can't be determined."""
    current: Any = model
    for part in path:
        current = next(_models_in(current), current) if not isinstance(part, int) else current
        if isinstance(part, int):
            arguments = get_args(_strip(current))
            current = arguments[0] if arguments else None
        elif isinstance(current, type) and issubclass(current, Model):
            field = _field(current, part)
            current = field.annotation if field else None
        elif get_origin(_strip(current)) is dict:
            current = get_args(_strip(current))[1]
        else:
            return None
    return current


def _strip(annotation: Any) -> Any:
    """An annotation without `| None` and `Annotated`."""
    if get_origin(annotation) is Annotated:
        return _strip(get_args(annotation)[0])
    inner = [a for a in get_args(annotation) if a is not type(None)]
    if len(inner) == 1 and get_origin(annotation) not in (list, dict, tuple):
        return _strip(inner[0])
    return annotation


def _models_in(annotation: Any) -> Iterator[type[Model]]:
    plain = _strip(annotation)
    if isinstance(plain, type) and issubclass(plain, Model):
        yield plain


def _field(model: type[Model], key: str) -> Any:
    for name, field in model.model_fields.items():
        if key in (name, field.alias):
            return field
    return None


def _keys_of(model: type[Model], path: Sequence[str | int]) -> list[str]:
    here = next(_models_in(resolve(model, path)), None)
    return [f.alias or name for name, f in here.model_fields.items()] if here else []


def _describe(model: type[Model], path: Sequence[str | int]) -> str:
    """The description of the key at a path, as a hint."""
    if not path or isinstance(path[-1], int):
        return ""
    here = next(_models_in(resolve(model, path[:-1])), None)
    field = _field(here, path[-1]) if here else None
    return f"{path[-1]}: {field.description}" if field and field.description else ""
