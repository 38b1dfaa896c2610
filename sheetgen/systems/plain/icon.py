"""Icons of a plain game, drawings that stand in texts as `[fire]`, and lines of text with them.

A line is as wide as it is in the faces of the print. It may have bold words, as in `**Range** 6`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, find_nearest
from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading.document import Document
from sheetgen.systems.contract import Check, Finding
from sheetgen.systems.kit.text import Runs, TextWriter, WrittenRun
from sheetgen.systems.plain.desk import SLUG, GameDesk, Path_
from sheetgen.systems.plain.formula.function import LINE, PART
from sheetgen.systems.plain.formula.value import Number
from sheetgen.systems.plain.kindfile import FieldSpec
from sheetgen.systems.plain.problem import BAD_GAME, UNKNOWN_ICON

MOST_ICONS = 200
"""The most icons of a game."""
_FIRST = 0xE000
"""The first of the letters that Unicode leaves to everybody's own use."""
BRACKET = r"\[\[|\[([A-Za-z][A-Za-z0-9' -]{0,40})\]"
"""A bracket that stands for itself, or an icon."""


def spell_icon(written: str) -> str:
    """Return the name of the icon that is written so in a text: `front-arc` for `Front Arc`."""
    return re.sub(r"[ -]+", "-", written.lower().replace("'", "")).strip("-")


class Icons:
    """The icons of a game by their names; each is read when it is first drawn."""

    def __init__(self, desk: GameDesk, names: Mapping[str, str]) -> None:
        self.names, self._desk = names, desk
        self.letters = {name: chr(_FIRST + at) for at, name in enumerate(names)}
        """A letter that stands for each icon while lines are broken."""
        self.find = cache(self._find)

    def _find(self, letter: str) -> str:
        """The picture of an icon, for an `<image>`. Raises ValueError if it can't be read."""
        name = [*self.names][ord(letter) - _FIRST]
        file = self.names[name]
        text, wrong = self._desk.files.read_text(
            self._desk.folder / file, file, "an icon of a game"
        )
        if wrong:
            raise ValueError(f"the icon {name} can't be read: {wrong[0].message}")
        return f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"

    def mark(self, sign: str) -> str:
        """Return the letter that stands for `[name]`. Raises ValueError if there is none."""
        for _, message, hint in self.list_unknown(sign):
            raise ValueError(f"{message}; {hint}")
        return self.letters[spell_icon(sign[1:-1])]

    def list_unknown(self, text: str) -> Iterator[tuple[int, str, str]]:
        """The icons in a text that do not exist: the place of each, what is wrong, and a hint."""
        for sign in re.finditer(BRACKET, text):
            name = sign[1] and spell_icon(sign[1])
            if name and name not in self.names:
                near = find_nearest(name, self.names)
                hint = f"did you mean [{near}]?" if near else f"there are {', '.join(self.names)}"
                yield sign.start(), f"there is no icon {name}", f"{hint}; [[ is a bracket"


def read_icons(desk: GameDesk, folder: str | None) -> Icons | None:
    """The icons in a folder of the game; None if it names none. What is wrong is reported."""
    if folder is None:
        return None
    path = desk.folder / folder
    if not assets.is_folder(path) or not desk.files.lies_inside(path):
        message, hint = (
            f"there is no folder {folder[:60]} beside game.yaml",
            "make it: icons/fire.svg",
        )
        desk.report(BAD_GAME, ("icons",), message, hint)
        return None
    found = {}
    for name in assets.list_names(path):
        stem, _, ending = name.rpartition(".")
        if ending != "svg":
            continue
        if not SLUG.fullmatch(stem):
            message = f"{folder}/{name} can't be an icon"
            desk.report(BAD_GAME, ("icons",), message, "use letters, digits and hyphens: fire.svg")
        found[stem] = f"{folder}/{name}"
    if not 1 <= len(found) <= MOST_ICONS:
        message = f"there are {len(found)} icons in {folder[:60]}, not 1 to {MOST_ICONS}"
        desk.report(BAD_GAME, ("icons",), message, "an icon is an SVG file: fire.svg")
    return Icons(desk, found)


def check_tables(desk: GameDesk, icons: Icons, data: Any, path: Path_ = ("tables",)) -> None:
    """Reports icons that do not exist in the texts of tables that stand in game.yaml."""
    if isinstance(data, str):
        for at, message, hint in icons.list_unknown(data):
            desk.found.append(BAD_GAME.at(desk.document.place_inside(path, at), message, hint))
    elif isinstance(data, (dict, list)):
        for step, one in data.items() if isinstance(data, dict) else enumerate(data):
            check_tables(desk, icons, one, (*path, step))


@record
class IconCheck(Check):
    """A check that finds icons which do not exist; its paths end with the number of a letter."""

    def report(self, found: Finding, document: Document) -> Diagnostic:
        """Return the diagnostic at the letter of the text."""
        *path, at = found.path
        assert isinstance(at, int)
        return self.rule.at(document.place_inside(path, at), found.message, found.hint)


def check_icons(icons: Icons | None, fields: Mapping[str, FieldSpec]) -> Iterator[Check]:
    """The check of the texts that are written under some fields, if a game has icons."""
    if icons is None:
        return

    def find(values: Any) -> Iterator[Finding]:
        for name in fields:
            for path, text in _list_texts((name,), getattr(values, f"f_{name}", None)):
                for at, message, hint in icons.list_unknown(text):
                    yield Finding((*path, at), message, hint)

    yield IconCheck(UNKNOWN_ICON, find)


def _list_texts(path: Path_, value: Any) -> Iterator[tuple[Path_, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, (list, tuple)):
        for at, item in enumerate(value):
            yield from _list_texts((*path, at), item)
    elif hasattr(value, "__dict__"):
        for name, one in vars(value).items():
            yield from _list_texts((*path, name.removeprefix("f_")), one)


# Lines of text on sheets.


_LETTERS = "([\ue000-\ue0ff])"
"""The letters that stand for icons."""


class PlacedRun(NamedTuple):
    """A stretch of a line at its place: words, or the `icon` that a letter stands for."""

    x: float
    width: float
    run: WrittenRun
    icon: str = ""


class IconWriter(TextWriter):
    """A writer for which an icon is as wide as the letters are high."""

    def measure(self, text: str, size: float, bold: bool = False, italic: bool = False) -> float:
        """The width of a text, or of one icon."""
        return size if re.fullmatch(_LETTERS, text) else super().measure(text, size, bold, italic)

    def place_runs(self, runs: Runs, size: float) -> Iterator[PlacedRun]:
        """Place the words and icons of a line one after the other, none of them after a space."""
        x = 0.0
        for run in runs:
            wide = self.measure(run.text, size, *run[1:])
            word = run.text.lstrip() if x else run.text  # an SVG text begins with no space
            shift = wide - self.measure(word, size, *run[1:])
            icon = word if re.fullmatch(_LETTERS, word) else ""
            if word:
                own = run._replace(text="" if icon else word)
                yield PlacedRun(round(x + shift, 3), round(wide - shift, 3), own, icon)
            x += wide


def has_icons(runs: Runs) -> bool:
    """Whether letters in runs stand for icons."""
    return any(re.fullmatch(_LETTERS, run.text) for run in runs)


def mark_icons(runs: Runs, icons: Icons | None) -> Runs:
    """Put letters in place of the icons in runs, each letter in a run of its own.

    Raises ValueError for an icon that is not there.
    """

    def mark(sign: re.Match[str]) -> str:
        if sign[1] is None:
            return "["
        return icons.mark(sign[0]) if icons else sign[0]

    return [
        run._replace(text=part)
        for run in runs
        for part in re.split(_LETTERS, re.sub(BRACKET, mark, re.sub(_LETTERS, "", run.text)))
        if part
    ]


class LineWriter:
    """Breaks the texts of a sheet into lines, in the faces of a run."""

    def __init__(self, fonts: Any, icons: Icons | None) -> None:
        self._icons = icons
        self._faces: dict[str, IconWriter] = {}
        self._make = partial(IconWriter, fonts)

    def _open(self, face: str) -> IconWriter:
        writer = self._faces.get(face)
        if writer is None:
            writer = self._faces[face] = self._make(face)
            if not writer.fonts.list_faces(face, 400):
                raise ValueError(f"there is no face {face[:60]}")
        return writer

    def break_text(self, text: str, width: Number, size: Number, face: str) -> list[Any]:
        """The lines of a text. Raises ValueError."""
        if not (0 < size <= 100 and 0 < width <= 5000):
            raise ValueError("lines have a width of up to 5,000, and letters are up to 100 high")
        writer, high = self._open(face), float(size)
        lines = []
        for line in writer.break_runs(self._read(text), float(width), high) or [[]]:
            parts = [
                PART.make(
                    one.x,
                    one.width,
                    one.run.text,
                    self._icons.find(one.icon) if self._icons and one.icon else "",
                    one.run.bold,
                )
                for one in writer.place_runs(line, high)
            ]
            plain = "".join(re.sub(_LETTERS, "", run.text) for run in line)
            lines.append(LINE.make(plain, round(writer.measure_runs(line, high), 3), parts))
        return lines

    def _read(self, text: str) -> Runs:
        """A text in runs, every other one bold, with letters in place of its icons."""
        words = text.replace("\n", " ").split("**")
        runs = [WrittenRun(part, bool(at % 2)) for at, part in enumerate(words)]
        return mark_icons(runs, self._icons)
