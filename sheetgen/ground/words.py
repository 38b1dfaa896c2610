"""Words: what is printed, in the language of those who read it, from catalogues in gettext's form.

A catalogue, `languages/de.po`, has the English words with others in their place; the project's own
wins over its game's, and that over the shipped one. Words without any are printed in English. What
users write is never looked up here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache
from hashlib import blake2b
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError, declare
from sheetgen.ground.files import Files

BAD_CATALOGUE = declare(
    "bad-catalogue",
    "error",
    """A catalogue of words can't be read, or changes what stands in braces.

    Why: A catalogue is a file of gettext's form, such as languages/de.po. Below each `msgid`, the
    English words, stands a `msgstr`, those that are printed instead. Names in braces, such as
    {page}, stand for values, and must be the same in both.

    Example:
    # msgid "page {page} of {pages}"
    # msgstr "Seite {page}"          {pages} is missing
    """,
)
CODE = r"[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}"
"""A language as it may be written, such as de or en-GB."""
ENGLISH = "en"
LANGUAGES = ("en", "de", "fr", "es", "it", "pl")
"""The languages that come with sheetgen; a project may have others."""
MOST_LANGUAGES = 2
_LINE = r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?("(?:[^"\\]|\\.)*")\s*'
_VALUE = r"\{(\w*)\}"
_BRACES = r"\{([^{}]*)\}"
WORD = r"[^\W\d_]{2}"
"""The least that makes a text one with words: two letters."""
_DECIMAL = r"[~+−-]?\d+\.\d+(″|°| ?(cm|mm|in|pt|%))?"
_MEASURE = r"(?<![\w.])(\d+)\.(\d+)(?= ?(?:[″°%]|(?:cm|mm|in|pt)\b))"
"""A number with its unit within a text."""
_COMMAS = {"de", "fr", "es", "it", "pl"}
_QUOTES = {
    "de": "„“‚‘",
    "fr": "«»‹›",
    "es": "«»“”",
    "it": "«»“”",
    "pl": "„”‚’",
    "cs": "„“‚‘",
    "da": "»«›‹",
    "nl": "“”‘’",
    "sv": "””’’",
    "hu": "„”»«",
}
"""The quotation marks of languages, and those inside of them."""
_INNER = "‘([^‘’]+)’(?!\\w)"


class Message(NamedTuple):
    """An entry of a catalogue: its words, those of the plural, what is printed, and its line."""

    words: str
    plural: str
    printed: Sequence[str]
    line: int


def read_catalogue(text: str, file: str) -> list[Message]:
    """The entries of a catalogue that have been translated. Raises ProblemError."""
    entries: list[tuple[int, dict[str, str]]] = []
    key, is_vague = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            is_vague |= line.startswith("#,") and "fuzzy" in line
            continue
        match = re.fullmatch(_LINE, line.strip())
        if not match or not (match[1] or key):
            message, hint = "this is no line of a catalogue", 'msgid "hull" or msgstr "Rumpf"'
            raise ProblemError([BAD_CATALOGUE.at(Place(file, number, 1), message, hint)])
        if match[1] in ("msgctxt", "msgid") and key != "msgctxt":
            entries.append((number, {"#": "fuzzy"} if is_vague else {}))
            is_vague = False
        key = match[1] or key
        _, parts = entries[-1]
        parts[key] = parts.get(key, "") + loads(match[2], strict=False)
    found = []
    for number, parts in entries:
        printed = [text for name, text in parts.items() if name.startswith("msgstr")]
        if any(printed) and "#" not in parts:
            one = Message(parts.get("msgid", ""), parts.get("msgid_plural", ""), printed, number)
            if one.words and (fault := _find_fault(one)):
                raise ProblemError([BAD_CATALOGUE.at(Place(file, number, 1), fault)])
            found.append(one)
    return found


def _name_values(text: str) -> set[str]:
    """The names of values in a text; those without one are numbered."""
    found = re.findall(_BRACES, text)
    order = iter(map(str, range(len(found))))
    return {name or next(order) for name in found}


def _find_fault(message: Message) -> str:
    """The fault of the values in an entry; empty if there is none."""
    for printed in filter(None, message.printed):
        named, known = _name_values(printed), _name_values(message.words)
        known |= _name_values(message.plural)
        wrong = named - known or (set() if message.plural else known - named)
        if wrong:
            shown = ", ".join(f"{{{name}}}" for name in sorted(wrong))
            return f"{shown} {'is unknown' if named - known else 'is missing'} in '{printed[:60]}'"
    return ""


class Words:
    """The words of a language, from its catalogues; English where they have none.

    `key` is the same for the same words. With a `second` language, captions may show that too.
    """

    def __init__(
        self, language: str, catalogues: Iterable[Sequence[Message]], second: Words | None = None
    ) -> None:
        """The first of the `catalogues` that has a word wins."""
        self.language, self.second = language, second
        self._printed: dict[str, Sequence[str]] = {}
        self._plural = ""
        for one in [message for messages in catalogues for message in messages]:
            if one.words:
                self._printed.setdefault(one.words, one.printed)
                if one.plural:
                    self._printed.setdefault(one.plural, one.printed[-1:])
            elif not self._plural and (rule := re.search(r"plural=(.*?);", one.printed[0])):
                self._plural = rule[1]
        digest = blake2b(repr(self._printed).encode(), digest_size=8).hexdigest()
        self.key: str = f"{language}-{digest}" + (f"+{second.key}" if second else "")

    def join(self, others: Iterable[Words]) -> Words:
        """The same words, and those that others have besides."""
        joined = copy(self)
        for other in dict.fromkeys(others):
            joined._printed = {**other._printed, **joined._printed}
            joined.key += f"+{other.key}"
        return joined

    @property
    def is_foreign(self) -> bool:
        """Whether words may differ from those that are written in templates."""
        return bool(self._printed or self.second)

    def find(self, words: str) -> str:
        """Return what is printed for some words."""
        printed = self._printed.get(words)
        return printed[0] if printed else words

    def find_within(self, text: str) -> str:
        """Return what is printed for words with space around them, which stays."""
        core = text.strip()
        return text.replace(core, self.find(core)) if core else text

    def say(self, text: str, written: Collection[str] = ()) -> str:
        """Return what is printed for a value: the same for what is `written` by users."""
        if text in written:
            return text
        if printed := self._printed.get(text):
            return printed[0]
        if "." not in text or re.fullmatch(_DECIMAL, text):
            return self.write_decimal(text)
        return re.sub(_MEASURE, lambda found: self.write_decimal(found[0]), text)

    def say_value(self, text: str) -> str:
        """Return the same, for what is being printed."""
        return self.say(text, _written.get())

    def find_plural(self, one: str, many: str, number: Any) -> str:
        """Return what is printed for a number of things, which may be a text."""
        printed = self._printed.get(one)
        if not printed or len(printed) == 1:
            return self.find(one if str(number) == "1" else many)
        digits = re.sub(r"\D", "", str(number))
        return printed[_compile_plural(self._plural or "n != 1")(int(digits or 0))]

    def write_decimal(self, text: str) -> str:
        """Return a number as it is written, with the comma of the language."""
        return text.replace(".", ",") if self.language.split("-")[0] in _COMMAS else text

    def write_count(self, number: int) -> str:
        """Return a number with a mark at its thousands, which is no comma where that is decimal."""
        mark = "\u202f" if self.language.split("-")[0] in _COMMAS else ","
        return f"{number:,}".replace(",", mark)


@cache
def _compile_plural(rule: str) -> Callable[[int], int]:
    """The function of a number that a catalogue's rule is, as gettext writes it."""
    from gettext import c2py

    return c2py(rule)


PLAIN = Words(ENGLISH, ())
"""English, as everything is written."""
_spoken: ContextVar[Words] = ContextVar("words", default=PLAIN)
_OTHER_SMALL = {"left": "Left", "points": "Points"}
"""Headings that are something else with a small letter: what remains, and a number of points."""
_written: ContextVar[Collection[str]] = ContextVar("written", default=frozenset())


def load_words(languages: Sequence[str], folders: Sequence[Path], files: Files) -> Words:
    """The words of a language, or of two; the first of the `folders` wins. Raises ProblemError."""
    if not languages:
        return PLAIN
    code, others = languages[0], languages[1:]
    second = load_words(others, folders, files) if others else None
    names = dict.fromkeys([code, code.split("-")[0]])
    found = []
    for path in (folder / f"{name}.po" for folder in folders for name in names):
        if assets.is_there(path):
            shown = assets.display_name(path)
            text, problems = files.read_text(path, shown, "a catalogue of words")
            if problems:
                raise ProblemError(problems)
            found.append(read_catalogue(text, shown))
    return Words(code, found, second) if found or second or code != ENGLISH else PLAIN


def put_quotes(text: str, language: str) -> str:
    """A text with English quotation marks in those of its language; with others, as it is."""
    marks = _QUOTES.get(language.split("-")[0])
    if not marks or not re.search("[“”‘]", text) or re.search("[„‚«»‹›]", text):
        return text
    gap = "\u202f" if language.startswith("fr") else ""
    text = re.sub(_INNER, lambda found: f"{marks[2]}{gap}{found[1]}{gap}{marks[3]}", text)
    table = {"“": marks[0] + gap, "”": gap + marks[1]}
    return "".join(table.get(letter, letter) for letter in text)


@contextmanager
def speak(words: Words, written: Collection[str] = frozenset()) -> Iterator[None]:
    """The time while what is printed is in some words, but for what users have `written`."""
    tokens = _spoken.set(words), _written.set(written)
    try:
        yield
    finally:
        _spoken.reset(tokens[0])
        _written.reset(tokens[1])


def find_spoken() -> Words:
    """Return the words of what is being printed."""
    return _spoken.get()


def say(value: Any) -> Any:
    """A value as it is printed: words of ours in their language, numbers with its comma."""
    words = _spoken.get()
    if not words.is_foreign:
        return value
    if isinstance(value, str):
        return words.say_value(str(value))
    if isinstance(value, (list, tuple)):
        return [*map(say, value)]
    return words.write_decimal(f"{value:.10g}") if isinstance(value, float) else value


def say_key(key: str) -> str:
    """A key or heading as it is printed: with a capital, but in English."""
    words = _spoken.get()
    if not words.is_foreign:
        return key
    stem = key.rstrip("0123456789 ")
    number = key[len(stem) :]
    stem = _OTHER_SMALL.get(stem, stem)
    printed = words.find(stem)
    if printed == stem:
        capital = stem[:1].upper() + stem[1:]
        printed = words.find(capital)
    return f"{printed[:1].upper()}{printed[1:]}{number}"


def say_count(number: int) -> str:
    """A number of things, with its thousands apart."""
    return _spoken.get().write_count(number)


def tr(words: str, *values: Any, **named: Any) -> str:
    """Words in the language of the print, with values for what stands in braces."""
    return fill_values(_spoken.get().find(words), values, named)


def tr_many(one: str, many: str, number: Any, *values: Any) -> str:
    """Words for a number of things; the first `{}` in them is the number."""
    return fill_values(_spoken.get().find_plural(one, many, number), (number, *values), {})


def fill_values(text: str, values: Sequence[Any], named: Mapping[str, Any]) -> str:
    """A text with values for what stands in braces: `{}` in order, `{0}` and `{name}` by name."""
    if not (values or named):
        return text
    order = iter(values)

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        value = next(order) if not name else values[int(name)] if name.isdigit() else named[name]
        is_number = isinstance(value, float) or re.fullmatch(_DECIMAL, str(value))
        return str(say(value) if is_number else value)

    return re.sub(_VALUE, fill, text)
