"""Lines of text on a plain game's sheets, as wide as they are in the faces of the print.

A text may have bold words, as in `**Range** 6`, and icons, as in `[fire]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from sheetgen.ground.record import NamedTuple
from sheetgen.systems.kit.text import Runs, TextWriter, WrittenRun
from sheetgen.systems.plain.formula.function import LINE, PART
from sheetgen.systems.plain.formula.value import Number
from sheetgen.systems.plain.icon import BRACKET, Icons

_LETTERS = re.compile("([\ue000-\ue0ff])")
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
        return size if _LETTERS.fullmatch(text) else super().measure(text, size, bold, italic)

    def place_runs(self, runs: Runs, size: float) -> Iterator[PlacedRun]:
        """Place the words and icons of a line one after the other, none of them after a space."""
        x = 0.0
        for run in runs:
            wide = self.measure(run.text, size, *run[1:])
            word = run.text.lstrip() if x else run.text  # an SVG text begins with no space
            shift = wide - self.measure(word, size, *run[1:])
            icon = word if _LETTERS.fullmatch(word) else ""
            if word:
                own = run._replace(text="" if icon else word)
                yield PlacedRun(round(x + shift, 3), round(wide - shift, 3), own, icon)
            x += wide


def has_icons(runs: Runs) -> bool:
    """Whether letters in runs stand for icons."""
    return any(_LETTERS.fullmatch(run.text) for run in runs)


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
        for part in _LETTERS.split(BRACKET.sub(mark, _LETTERS.sub("", run.text)))
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
            plain = "".join(_LETTERS.sub("", run.text) for run in line)
            lines.append(LINE.make(plain, round(writer.measure_runs(line, high), 3), parts))
        return lines

    def _read(self, text: str) -> Runs:
        """A text in runs, every other one bold, with letters in place of its icons."""
        words = text.replace("\n", " ").split("**")
        runs = [WrittenRun(part, bool(at % 2)) for at, part in enumerate(words)]
        return mark_icons(runs, self._icons)
