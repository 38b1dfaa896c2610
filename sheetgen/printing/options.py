"""The options of a print or a book, named as on the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, TypedDict, TypeVar

from sheetgen.ground.colour import Ink, parse_opaque
from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.units import MM, Paper, parse_length, parse_paper
from sheetgen.ground.visible import find_hidden
from sheetgen.ground.words import CODE, LANGUAGES, MOST_LANGUAGES
from sheetgen.pages.layout import Duplex, Layout, Pack

E = TypeVar("E", bound=Enum)


class ChoiceError(ValueError):
    """An option has a value that it does not take."""

    def __init__(self, option: str, message: str) -> None:
        self.option, self.message = option, message
        super().__init__(f"{option}: {message}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Lets it pass between processes."""
        return type(self), (self.option, self.message)


class PrintOptions(TypedDict, total=False):
    """How sheets are printed; each option means what it means on the command line.

    `bleed` and `back_offset` are in millimetres, and so are `counter_size` and `corner` without a
    unit. `profile` is that of `--for`, `icc` the file or name of `--profile`.
    """

    sheet: Sequence[str]
    only: Sequence[str]
    skip: Sequence[str]
    counter_size: str | float
    paper: str
    landscape: bool | None
    copies: int
    ink: str
    marks: bool
    bleed: float | None
    duplex: str
    pack: str
    back_offset: str | tuple[float, float]
    fillable: bool
    colour: str
    title: str
    author: str
    profile: str
    icc: str
    url: str
    cutlines: bool
    corner: str | float
    look: str
    language: str | Sequence[str]
    link: str


class BookOptions(TypedDict, total=False):
    """How a book is published; the book decides what is left out.

    `bleed` is in millimetres, and so is `creep`, for each sheet of a `booklet`; `signature` is the
    number of pages that are folded together, 0 for all. The `format` is `html` or `epub` for a book
    without pages.
    """

    format: str
    booklet: bool
    signature: int
    creep: float
    pages: int | None
    paper: str
    theme: str
    ink: str
    bleed: float | None
    profile: str
    icc: str
    spine: str | float
    look: str
    language: str | Sequence[str]


_PRINT = PrintOptions(
    sheet=(),
    only=(),
    skip=(),
    counter_size="",
    paper="a4",
    landscape=None,
    copies=1,
    ink="color",
    marks=True,
    bleed=None,
    duplex="long",
    pack="tight",
    back_offset="",
    fillable=False,
    colour="",
    title="",
    author="",
    profile="",
    icc="",
    url="",
    cutlines=False,
    corner="",
    look="",
    language=(),
    link="",
)
_SPELLINGS = {"gray": "grey", "colour": "color"}
_MOST_LISTED = 24
_COUNTERS = 8.0, 100.0  # millimetres: what fingers hold, and what packs
_MOST_BLEED, _MOST_OFFSET, _MOST_CORNER, _MOST_COPIES = 10.0, 10.0, 20.0, 1000


def check_url(url: str) -> str:
    """The address of a folder on the web, with a slash at its end. Raises ChoiceError."""
    if not url:
        return ""
    if not re.fullmatch(r"https?://[^\s\"'<>\\?#]+", url):
        message = f"{url!r} is not the address of a folder, such as https://example.org/game/"
        raise ChoiceError("url", message)
    return url.rstrip("/") + "/"


def check_link(site: str) -> str:
    """The address of a studio without a server, as links begin with it. Raises ChoiceError."""
    if site and not re.fullmatch(r"https?://[^\s\"'<>\\#]+", site):
        message = f"{site!r} is not the address of a studio, such as https://example.org/fleet/"
        raise ChoiceError("link", message)
    return site


class Choices:
    """The options of a print, checked. Raises ChoiceError, and TypeError for unknown names."""

    def __init__(self, options: PrintOptions) -> None:
        check_names(options, _PRINT)
        chosen: PrintOptions = {**_PRINT, **options}
        self.sheets = list(dict.fromkeys(_list_names(chosen["sheet"])))
        self.only = list(dict.fromkeys(_list_names(chosen["only"])))
        self.skip = list(dict.fromkeys(_list_names(chosen["skip"])))
        self.counter_size = measure("counter_size", chosen["counter_size"], *_COUNTERS)
        self.square = False  # of counters: only a profile of chits asks for it
        self.ink = choose(Ink, "ink", chosen["ink"])
        self.bleed = measure_bleed(chosen["bleed"])
        self.fillable = chosen["fillable"]
        self.title = check_text("title", chosen["title"])
        self.author = check_text("author", chosen["author"])
        self.profile = chosen["profile"]
        self.icc = chosen["icc"]
        self.url = check_url(chosen["url"])
        self.link = check_link(chosen["link"])
        self.cutlines = chosen["cutlines"]
        self.corner = measure("corner", chosen["corner"], 0.0, _MOST_CORNER) * MM
        self.look = chosen["look"]
        self.languages = choose_languages(chosen["language"])
        self.copies = chosen["copies"]
        if type(self.copies) is not int:
            raise ChoiceError("copies", f"{self.copies!r} is not a whole number")
        if not 1 <= self.copies <= _MOST_COPIES:
            raise ChoiceError("copies", f"{self.copies} is not from 1 to {_MOST_COPIES}")
        self.colour = check_colour(chosen["colour"])
        self.layout = Layout(
            choose_paper(chosen["paper"]),
            chosen["landscape"],
            marks=chosen["marks"],
            duplex=choose(Duplex, "duplex", chosen["duplex"]),
            back_offset=measure_offset(chosen["back_offset"]),
            pack=choose(Pack, "pack", chosen["pack"]),
            registered=self.cutlines,
            upright=self.fillable,  # nobody types sideways
        )


SCREENS = "html", "epub"
"""Formats of books for screens."""


def choose_screen(options: BookOptions) -> str:
    """Return the format of a book for screens; empty for one with pages. Raises ChoiceError."""
    form = options.get("format", "")
    if form not in ("", *SCREENS):
        raise ChoiceError("format", f"{form} is not one of {', '.join(SCREENS)}")
    for key, name in {"booklet": "booklet", "pages": "pages", "profile": "for"}.items():
        if form and options.get(key):
            raise ChoiceError(name, f"it is for pages, which a book as {form.upper()} has not")
    return form


def check_names(options: Any, known: Any) -> None:
    """Makes sure that all options are known. Raises TypeError."""
    for name in options:
        if name not in known:
            near = find_nearest(name, known)
            advice = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
            raise TypeError(f"there is no option {name}; {advice}")


def list_some(names: Sequence[str]) -> str:
    """Names one after the other, and how many more there are than people would read."""
    shown = ", ".join(names[:_MOST_LISTED])
    more = len(names) - _MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown


def choose(choices: type[E], option: str, text: str) -> E:
    """The member of an enumeration with a value, in any spelling. Raises ChoiceError."""
    folded = text.strip().lower()
    try:
        return choices(_SPELLINGS.get(folded, folded))
    except ValueError:
        known = ", ".join(str(choice.value) for choice in choices)
        raise ChoiceError(option, f"{text!r} is not one of {known}") from None


def choose_paper(text: str) -> Paper:
    """The paper of that name or size. Raises ChoiceError."""
    try:
        return parse_paper(text)
    except ValueError as error:
        raise ChoiceError("paper", str(error)) from None


def check_text(option: str, text: str) -> str:
    """A text that can be printed, or none. Raises ChoiceError."""
    if found := find_hidden(text):
        raise ChoiceError(option, f"it has U+{ord(found):04X} in it, which can't be seen")
    return text


def choose_languages(given: str | Sequence[str]) -> list[str]:
    """One language or two, such as `de` or `de,en`; none if none is given. Raises ChoiceError."""
    names = _list_names(given.split(",") if isinstance(given, str) else given)
    names = [name.strip() for name in names if name.strip()]
    for name in names:
        if not re.fullmatch(CODE, name):
            message = f"{name[:60]!r} is no language such as de; there are {', '.join(LANGUAGES)}"
            raise ChoiceError("language", message)
    if len(names) > MOST_LANGUAGES:
        raise ChoiceError("language", f"{', '.join(names)}: at most two are printed side by side")
    return list(dict.fromkeys(names))


def check_colour(text: str) -> str:
    """An accent colour as `#rrggbb`, or none. Raises ChoiceError."""
    try:
        return parse_opaque(text) if text else ""
    except ValueError as error:
        raise ChoiceError("colour", str(error)) from None


def measure(option: str, given: str | float, least: float, most: float) -> float:
    """A length in millimetres, from one with a unit or from a number; 0 for none.

    Raises ChoiceError.
    """
    if given == "":
        return 0.0
    try:
        length = parse_length(given) / MM if isinstance(given, str) else float(given)
    except (TypeError, ValueError) as error:
        raise ChoiceError(option, str(error)) from None
    if not least <= length <= most:
        raise ChoiceError(option, f"{given} is not from {least:g} to {most:g} mm")
    return length


def measure_bleed(millimetres: float | None) -> float | None:
    """A bleed in points; None where none is chosen. Raises ChoiceError."""
    if millimetres is None:
        return None
    if not isinstance(millimetres, (int, float)):
        raise ChoiceError("bleed", f"{millimetres!r} is not a number of millimetres")
    if not 0 <= millimetres <= _MOST_BLEED:
        raise ChoiceError("bleed", f"{millimetres} is not from 0 to {_MOST_BLEED:g}")
    return millimetres * MM


def measure_offset(given: str | tuple[float, float]) -> tuple[float, float]:
    """An offset in points, from two numbers of millimetres or `x,y`. Raises ChoiceError."""
    if not given:
        return 0.0, 0.0
    try:
        x, y = map(float, given.split(",") if isinstance(given, str) else given)
        if not (abs(x) <= _MOST_OFFSET and abs(y) <= _MOST_OFFSET):  # nan is in no order
            raise ValueError
    except (TypeError, ValueError):
        message = f"{given} is not two numbers up to {_MOST_OFFSET:g}, such as 0.5,-1"
        raise ChoiceError("back_offset", message) from None
    return x * MM, y * MM


def choose_names(names: Sequence[str], known: Sequence[str], option: str) -> list[str]:
    """The names as they are known, which may be written in capital or small letters.

    Raises ChoiceError, which suggests the nearest one.
    """
    folded = {one.casefold(): one for one in reversed(known)}
    found = []
    for name in names:
        if name in known:
            found.append(name)
        elif name.casefold() in folded:
            found.append(folded[name.casefold()])
        else:
            near = find_nearest(name, known)
            advice = f"did you mean {near}?" if near else f"there are {list_some(known)}"
            raise ChoiceError(option, f"there is no {name}; {advice}")
    return found


def _list_names(given: Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given
