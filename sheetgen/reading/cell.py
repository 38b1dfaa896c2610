"""Cells of a table → values of the types that a definition's keys take.

A cell does not say whether `1.5` is a number or a text, or whether a word is the only entry of a
list; the definition's class does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from sheetgen.reading.document import Document, Path
from sheetgen.reading.model import Model, resolve
from sheetgen.reading.word import guess_value

_ENTRY = re.compile(r"[^|]+")
_NUMBERS = {int, float}
_READ = {str, bool, int}
_ZEROS = re.compile(r"(-?[0-9]+)\.0+")


def fit_cells(model: type[Model], document: Document) -> bool:
    """Gives each value of a document that comes from a table's cell the type that its key takes.

    Entries of a list are separated by `|`. What is below headings that are known to be no keys of
    the model is left out; then it returns False.
    """
    values: dict[Path, tuple[Any, Sequence[int]]] = {}
    is_whole = True
    for path, (text, start, heading) in document.cells.items():
        if document.unknown and (depth := _find_unknown(model, document, heading)):
            document.leave_out(path[:depth])
            is_whole = False
            continue
        taken, entry = _find_types(model, path)
        if list in taken and (str not in taken or "|" in text):
            values[path] = _split(text, start, entry)
        elif taken.keys() & _READ:
            values[path] = _read(text, taken), ()
    document.replace(values)
    return is_whole


def _find_unknown(model: type[Model], document: Document, heading: Path) -> int:
    """How many keys of a heading lead to the one that does not exist; 0 if all may exist."""
    depths = range(1, len(heading) + 1)
    return next((d for d in depths if (model, heading[:d]) in document.unknown), 0)


@lru_cache(maxsize=4096)
def _find_types(model: type[Model], path: Path) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """The types that a key takes, and those that the entries of its list take."""
    taken = dict(list_types(resolve(model, path)))
    return taken, dict(list_types(taken[list])) if list in taken else {}


def _split(text: str, start: int, taken: dict[Any, Any]) -> tuple[list[Any], list[int]]:
    """The entries of a list in a cell, and where each begins in the file."""
    found = [match for match in _ENTRY.finditer(text) if match[0].strip()]
    places = [start + m.start() + len(m[0]) - len(m[0].lstrip()) for m in found]
    return [_read(match[0].strip(), taken) for match in found], places


def _read(text: str, taken: dict[Any, Any]) -> Any:
    if bool in taken and text.lower() in ("true", "false"):  # spreadsheets write TRUE
        return text.lower() == "true"
    if int in taken and float not in taken and (match := _ZEROS.fullmatch(text)):
        text = match[1]  # spreadsheets write 4.0
    return text if str in taken and not _NUMBERS & taken.keys() else guess_value(text)


def list_types(annotation: Any) -> Iterator[tuple[Any, Any]]:
    """The plain types that an annotation takes; with list goes what its entries are."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from list_types(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for one in get_args(annotation):
            yield from list_types(one)
    elif origin is dict:
        yield dict, None
    elif origin in (list, tuple):
        yield list, (get_args(annotation) or (str,))[0]
    elif origin is Literal:
        yield from ((type(value), None) for value in get_args(annotation))
    elif isinstance(annotation, type):
        yield annotation, None
