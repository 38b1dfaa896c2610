"""Requests and answers as plain values, so that the same handlers run with and without a server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from math import isfinite
from typing import Any, TypeVar, get_args

from sheetgen.ground.record import record
from sheetgen.reading.document import read_word
from sheetgen.reading.model import MismatchError, Model, list_keys, read
from sheetgen.reading.refusal import explain_value
from sheetgen.type.fonts import Fonts

A = TypeVar("A", bound="Asked")

LANGUAGE = "language"
"""The parameter in the query of any request that names the page's language."""
MOST_BYTES = 9_000_000
"""Bytes of a request's body: the longest text of a file (8 MB), and what is said about it."""


class AskError(Exception):
    """A request that can't be answered; `data` goes along with the words."""

    def __init__(self, status: int, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.data = status, message, data or {}


class Asked(Model):
    """The parameters of a request."""


class EntryOf(Asked):
    """A definition by its place."""

    file: str
    document: int = 0


@record
class Request:
    """A request: its method, its path below the token, and what was sent along."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    def read(self, kind: type[A]) -> A:
        """Return the parameters in the query of a GET or the JSON of a POST. Raises AskError."""
        try:
            is_query = self.method == "GET"
            data = _read_query(kind, self.query) if is_query else read_json(self.body)
            return read(kind, data)
        except MismatchError as error:
            raise AskError(400, _explain(error)) from None


@record
class Answer:
    """An answer: its status, type and body.

    `name` is that of a file to download, `keep` for how many seconds a browser may keep it.
    """

    status: int
    type: str
    body: bytes
    name: str | None = None
    keep: int = 0


def answer_json(value: object, status: int = 200) -> Answer:
    """An answer of JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Answer(status, "application/json", text.encode("utf-8", "replace"))


def read_json(body: bytes) -> Any:
    """The value that a JSON text means; numbers that are none are refused. Raises AskError."""
    try:
        return json.loads(
            body.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_read_float
        )
    except (ValueError, RecursionError):  # UnicodeDecodeError and JSONDecodeError are such
        raise AskError(400, "this is not JSON in UTF-8 that makes sense here") from None


def _refuse_constant(text: str) -> Any:
    raise ValueError(text)


def _read_float(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value


def _read_query(kind: type[Asked], query: Mapping[str, str]) -> dict[str, Any]:
    """The parameters in a query, in which all are texts."""
    taken = {key.title: get_args(key.annotation)[0] for key in list_keys(kind).values()}
    return {
        name: text if taken.get(name) is str else read_word(text)
        for name, text in query.items()
        if name != LANGUAGE
    }


def _explain(error: MismatchError) -> str:
    first = error.mismatches[0]
    key = ".".join(str(part)[:40] for part in first.path[:6]) or "the request"
    words = {"missing-key": "this is missing", "unknown-key": "there is no such key"}
    return f"{key}: {words.get(first.rule) or explain_value(first)}"


# Typefaces of the page: those that sheetgen prints with, so nothing is loaded from elsewhere


FACES = {
    "barlow-400": ("Barlow", 400),
    "barlow-500": ("Barlow", 500),
    "barlow-600": ("Barlow", 600),
    "barlow-700": ("Barlow", 700),
    "barlow-condensed-600": ("Barlow Condensed", 600),
    "ibm-plex-mono-400": ("IBM Plex Mono", 400),
}
"""Families and weights by the names of their files."""
FOLDER, ENDING = "fonts/", ".ttf"
KEPT = 3600
"""Seconds for which a browser keeps a face."""


@cache
def find_typeface(path: str) -> Answer:
    """The face `fonts/NAME.ttf`. Raises AskError."""
    name = path.removeprefix(FOLDER).removesuffix(ENDING)
    known = FACES.get(name)
    face = Fonts().find(*known, False) if known and path == f"{FOLDER}{name}{ENDING}" else None
    if face is None:
        raise AskError(404, "there is nothing here")
    return Answer(200, "font/ttf", face.data, keep=KEPT)
