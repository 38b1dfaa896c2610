"""Typefaces of the page: those that sheetgen prints with, so nothing is loaded from elsewhere."""

from __future__ import annotations

from functools import cache

from sheetgen.studio.request import Answer, AskError
from sheetgen.type.fonts import Fonts

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
