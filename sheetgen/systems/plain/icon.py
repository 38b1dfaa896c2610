"""Icons of a plain game: drawings that stand in texts as `[fire]`."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, find_nearest
from sheetgen.ground.record import record
from sheetgen.reading.document import Document
from sheetgen.systems.contract import Check, Finding
from sheetgen.systems.plain.desk import SLUG, GameDesk, Path_
from sheetgen.systems.plain.kindfile import FieldSpec
from sheetgen.systems.plain.problem import BAD_GAME, UNKNOWN_ICON

MOST_ICONS = 200
"""The most icons of a game."""
_FIRST = 0xE000
"""The first of the letters that Unicode leaves to everybody's own use."""
BRACKET = re.compile(r"\[\[|\[([A-Za-z][A-Za-z0-9' -]{0,40})\]")
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
        for sign in BRACKET.finditer(text):
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
