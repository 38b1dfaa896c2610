"""Language: the words of the page, its forms and its lists, in the language of whoever looks at it.

What is printed has a language of its own (`ground/words.py`), which this never touches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import SHARED
from sheetgen.ground.words import LANGUAGES, PLAIN, Words, fill_values, load_words, read_catalogue
from sheetgen.studio.request import Answer, AskError

if TYPE_CHECKING:
    from sheetgen.studio.desk import Desk

CATALOGUES = "languages"
HOME = Path(__file__).parent / CATALOGUES
"""The catalogues of the page and of the forms of shipped games."""
FOLDER, ENDING = "words/", ".js"
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_heard: ContextVar[Words] = ContextVar("heard", default=PLAIN)


def find_catalogue(path: str) -> Answer:
    """The page's catalogue `words/CODE.js`: English words to others. Raises AskError."""
    code = path.removeprefix(FOLDER).removesuffix(ENDING)
    if code not in LANGUAGES[1:] or path != f"{FOLDER}{code}{ENDING}":
        raise AskError(404, "there is nothing here")
    file = HOME / f"{code}.po"
    text, _ = SHARED.read_text(file, file.name)
    printed = {one.words: one.printed for one in read_catalogue(text, file.name) if one.words}
    script = f"export default {json.dumps(printed, ensure_ascii=False)};\n"
    return Answer(200, "text/javascript; charset=utf-8", script.encode())


def find_words(desk: Desk, code: str) -> Words:
    """The words of a language: those of the project, of the page, and of all games."""
    if code not in LANGUAGES[1:]:
        return PLAIN
    if code not in desk.words:
        games = [game.folder / CATALOGUES for game in desk.project.systems.all() if game.folder]
        shipped = [HOME, assets.shipped(CATALOGUES), *games]
        try:
            own = desk.folder.path / CATALOGUES
            desk.words[code] = load_words([code], [own, *shipped], SHARED)
        except ProblemError:  # the project's own can't be read, which its prints say
            desk.words[code] = load_words([code], shipped, SHARED)
    return desk.words[code]


@contextmanager
def listen(words: Words) -> Iterator[None]:
    """The time while answers to the page are in a language."""
    token = _heard.set(words)
    try:
        yield
    finally:
        _heard.reset(token)


def translate(text: str, *values: Any) -> str:
    """A text as the page shows it, with values for what stands in braces."""
    return fill_values(_heard.get().find(text), values, {})


def translate_many(one: str, many: str, number: Any, *values: Any) -> str:
    """The same for a number of things; the first `{}` is the number."""
    return fill_values(_heard.get().find_plural(one, many, number), (number, *values), {})


def translate_fact(text: str) -> str:
    """A text that a game made of words and numbers, if its words are known: `{} crew units`."""
    words = _heard.get()
    if words is PLAIN or (known := words.find(text)) != text:
        return text if words is PLAIN else known
    shape = _NUMBER.sub("{}", text)
    known = words.find(shape)
    return text if known == shape else fill_values(known, _NUMBER.findall(text), {})
