"""Refusals: what is wrong with a definition as diagnostics, in the words of those who wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sheetgen.ground.diagnostics import (
    RULES,
    Diagnostic,
    Mend,
    Place,
    declare,
    find_nearest,
)
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.reading.document import Document
from sheetgen.reading.field import RefusedError
from sheetgen.reading.model import M, Mismatch, MismatchError, Model, list_keys, read
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
        return read(model, document.data), []
    except MismatchError as error:
        wrong = error.mismatches
    unknown = [one for one in wrong if one.rule == UNKNOWN_KEY.name]
    left: list[Mismatch] = []
    if document.cells:  # whose headings are the same for all rows
        document.unknown |= {(model, _find_heading(document, one.path)) for one in unknown}
    else:
        left = unknown[MOST_NAMED:]
        more = set(map(id, left))
        wrong = [one for one in wrong if id(one) not in more]
    found = [_diagnose(document, one, game, advise) for one in wrong[:MAX_PROBLEMS]]
    if left:
        found.append(_count_more(document.key_place(left[0].path), len(left)))
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


def drop_reported(found: Sequence[Diagnostic], reported: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings about a file without those about values that were reported as unreadable."""
    places = {(one.line, one.column) for one in reported if one.is_error}
    return [
        one for one in found if one.rule == MISSING_KEY.name or (one.line, one.column) not in places
    ]


def _count_more(place: Place, count: int) -> Diagnostic:
    message = f"and {count:,} more {'key' if count == 1 else 'keys'} that nothing reads"
    return UNKNOWN_KEY.at(place, message, "the hints above name the keys that exist")


def _find_heading(document: Document, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the path that the heading of an unknown key names, or its beginning."""
    below = (cell for at, cell in document.cells.items() if at[: len(path)] == path)
    cell = next(below, None)
    return cell.heading[: len(path)] if cell else path


def explain_value(one: Mismatch) -> str:
    """Return the fault of a value in plain words."""
    shown = _show(one.value)
    if one.takes in (int, float) and isinstance(one.value, str) and _is_huge(one.value):
        return f"{shown} is a larger number than anything here can be"
    if one.takes:
        return f"expected {_EXPECTED.get(one.takes, 'keys with values')}, got {shown}"
    if one.options:
        return f"{shown} is not one of {', '.join(one.options)}"
    if one.refusal:
        return str(one.refusal) or "this value is refused"
    return f"{shown} {one.limit}"


def _diagnose(
    document: Document, one: Mismatch, game: str, advise: Callable[[str], KeyAdvice | None]
) -> Diagnostic:
    path, key = one.path, _show_path(one.path)
    if isinstance(one.refusal, RefusedError):
        return _refuse(document, one, one.refusal, game)
    if one.rule == UNKNOWN_KEY.name:
        return _refuse_key(document, one, advise)
    if one.rule == MISSING_KEY.name:
        # In a table, a key is the heading of all rows.
        find_place = document.place if document.cells else document.key_place
        return MISSING_KEY.at(find_place(path[:-1]), f"the key {key} is missing", one.about)
    hint: str = one.about
    better: Any = None
    if one.options:
        better = find_nearest(str(one.value), one.options) or None
        hint = f"did you mean {better}?" if better else hint
    elif one.takes:
        better = _guess_number(one.takes, one.value)
        hint = _advise(one.takes, one.value) or hint
    mends = [] if better is None else [Mend(path, better)]
    place = document.place(path)
    return RULES[one.rule].at(place, f"{key}: {explain_value(one)}", hint, mends)


def _refuse(document: Document, one: Mismatch, refusal: RefusedError, game: str) -> Diagnostic:
    """The diagnostic of a value against which a function has raised something of its own."""
    place = document.place(one.path)
    mends = [Mend(one.path, refusal.better)] if refusal.better else []
    if rule := RULES.get(f"{game}/{one.rule}") or RULES.get(one.rule):
        return rule.at(place, refusal.message, refusal.hint, mends)
    message = f"{_show_path(one.path)}: {refusal.message}"
    return WRONG_TYPE.at(place, message, one.about)


def _refuse_key(
    document: Document, one: Mismatch, advise: Callable[[str], KeyAdvice | None]
) -> Diagnostic:
    """The diagnostic of an unknown key; there may be advice on one of the whole definition."""
    path, place = one.path, document.key_place(one.path)
    if len(path) == 1 and (given := advise(str(path[0]))):
        return UNKNOWN_KEY.at(place, given.message, given.hint)
    near = find_nearest(str(path[-1]), one.options)
    hint = f"did you mean {near}?" if near else f"{_KEYS_HERE} {', '.join(one.options)}"
    mends = [Mend(path, near, "rename")] if near else []
    return UNKNOWN_KEY.at(place, f"there is no key {_show_path(path)} here", hint, mends)


_DECIMAL_COMMA = r"(-?\d{1,9}),(\d{1,9})"
_QUOTED = r"[“”„‘’‚«»'\"](-?\d{1,9}(?:\.\d{1,9})?)[“”„‘’‚«»'\"]"
_EXPECTED = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
}


def _is_huge(text: str) -> bool:
    return re.fullmatch(r"-?\d{19,}", text, re.ASCII) is not None


def _guess_number(takes: Any, value: object) -> int | float | None:
    """The number that a text in place of one was probably meant to be; None if that is open."""
    if not isinstance(value, str) or takes not in (int, float):
        return None
    text = value.strip().replace("_", "").lstrip("+")
    if match := re.fullmatch(_QUOTED, text, re.ASCII):
        text = match[1]
    elif (match := re.fullmatch(_DECIMAL_COMMA, text, re.ASCII)) and takes is float:
        text = f"{match[1]}.{match[2]}"
    if re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        return int(text)
    is_decimal = takes is float and re.fullmatch(r"-?\d{1,9}\.\d{1,9}", text, re.ASCII)
    return float(text) if is_decimal else None


def _advise(takes: Any, value: object) -> str:
    """Advice on a value of the wrong type."""
    if takes in (int, float) and isinstance(value, str):
        if match := re.fullmatch(_DECIMAL_COMMA, value, re.ASCII):
            if takes is int:
                return f"write a number without decimals, such as {match[1]}"
            return f"write {match[1]}.{match[2]}: decimals follow a point, not a comma"
        if match := re.fullmatch(_QUOTED, value, re.ASCII):
            return f"write {match[1]} without quotes"
    if takes is int and isinstance(value, str):
        digits = value.strip().replace("_", "").lstrip("+")
        plain = digits.lstrip("0") or "0"
        if digits.isdecimal() and digits.isascii() and len(plain) < 10:
            return f"write {plain}"
    if takes is str and isinstance(value, (bool, float)):
        return "put it in quotes to make it a text"
    if takes is str and value is None:
        return "write the text after the colon; null and ~ need quotes"
    if takes is list and value is not None:
        return "write it as a list: [ … ]"
    is_definition = isinstance(takes, type) and issubclass(takes, Model)
    return _advise_key(takes, value) if is_definition and isinstance(value, str) else ""


def _advise_key(model: type[Model], text: str) -> str:
    """How to write a text that is alone where keys belong: most lists name things by one key."""
    needed = [key.title for key in list_keys(model).values() if key.make is None]
    if len(needed) != 1 or len(text) > 60:
        return ""
    try:
        read(model, {needed[0]: text})
    except MismatchError:  # it would be refused there as well
        return ""
    return f"write {{{needed[0]}: {text}}}"


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
