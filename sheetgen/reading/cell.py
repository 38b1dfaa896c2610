"""Cells of a table → values of the types that a definition's keys take.

A cell does not say whether `1.5` is a number or a text, or whether a word is the only entry of a
list; the definition's class does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from sheetgen.reading.document import Document
from sheetgen.reading.model import Model, resolve
from sheetgen.reading.word import guess_value

_ENTRY = re.compile(r"[^|]+")
_NUMBERS = {int, float}


def fit_cells(model: type[Model], document: Document) -> None:
    """Gives each value of a document that comes from a table's cell the type that its key takes.

    Entries of a list are separated by `|`.
    """
    for path, (text, start) in document.cells.items():
        annotation = resolve(model, path)
        taken = dict(list_types(annotation))
        if list in taken and (str not in taken or "|" in text):
            document.replace(path, *_split(text, start, dict(list_types(taken[list]))))
        elif str in taken or bool in taken:
            document.replace(path, _read(text, taken))


def _split(text: str, start: int, taken: dict[Any, Any]) -> tuple[list[Any], list[int]]:
    """The entries of a list in a cell, and where each begins in the file."""
    found = [match for match in _ENTRY.finditer(text) if match[0].strip()]
    places = [start + m.start() + len(m[0]) - len(m[0].lstrip()) for m in found]
    return [_read(match[0].strip(), taken) for match in found], places


def _read(text: str, taken: dict[Any, Any]) -> Any:
    if bool in taken and text.lower() in ("true", "false"):  # spreadsheets write TRUE
        return text.lower() == "true"
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
