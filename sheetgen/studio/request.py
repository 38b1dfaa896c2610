"""Requests and answers as plain values, so that the same handlers run with and without a server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from math import isfinite
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from sheetgen.ground.record import record
from sheetgen.type.fonts import Fonts

A = TypeVar("A", bound="Asked")

MOST_BYTES = 9_000_000
"""Bytes of a request's body: the longest text of a file (8 MB), and what is said about it."""


class AskError(Exception):
    """A request that can't be answered; `data` goes along with the words."""

    def __init__(self, status: int, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.data = status, message, data or {}


class Asked(BaseModel):
    """The parameters of a request; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


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
            if self.method == "GET":
                return kind.model_validate(dict(self.query))
            return kind.model_validate(read_json(self.body), strict=True)
        except ValidationError as error:
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
    if len(body) > MOST_BYTES:
        raise AskError(413, "this is larger than 9 MB")
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


def _explain(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_input=False)[0]
    where: Sequence[str | int] = found["loc"]
    key = ".".join(str(part)[:40] for part in where[:6]) or "the request"
    return f"{key}: {found['msg'].lower()}"


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
