"""Lines of text on a plain game's sheets, as wide as they are in the faces of the print.

A text may have bold words, as in `**Range** 6`, and icons, as in `[fire]`.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from sheetgen.systems.kit.text import TextWriter, WrittenRun
from sheetgen.systems.plain.formula.function import LINE, PART
from sheetgen.systems.plain.formula.value import Number
from sheetgen.systems.plain.icon import SIGN, Icons

_STAND_IN = "\ufffc"
"""A letter in place of an icon, while lines are broken."""


class IconWriter(TextWriter):
    """A writer for which an icon is as wide as the letters are high."""

    def measure(self, text: str, size: float, bold: bool = False, italic: bool = False) -> float:
        """The width of a text, or of one icon."""
        return size if text == _STAND_IN else super().measure(text, size, bold, italic)


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
        runs, pictures = self._read(text)
        lines = []
        for line in writer.break_runs(runs, float(width), high) or [[]]:
            x, plain, parts = 0.0, "", []
            for words, bold, _ in line:
                for piece in re.split(f"({_STAND_IN})", words):
                    if not piece:
                        continue
                    icon = pictures.pop(0) if piece == _STAND_IN else ""
                    wide = writer.measure(piece, high, bold)
                    word = piece.lstrip() if x else piece  # an SVG text begins with no space
                    shift = wide - writer.measure(word, high, bold)
                    here, own = round(x + shift, 3), round(wide - shift, 3)
                    if word:
                        parts.append(PART.make(here, own, "" if icon else word, icon, bold))
                    plain += "" if icon else piece
                    x += wide
            lines.append(LINE.make(plain, round(x, 3), parts))
        return lines

    def _read(self, text: str) -> tuple[list[WrittenRun], list[str]]:
        """A text in runs, with letters in place of its icons, and the pictures of these."""
        runs: list[WrittenRun] = []
        pictures: list[str] = []
        bold, end = False, 0
        for sign in [*SIGN.finditer(text), None]:
            before = text[end : sign.start()] if sign else text[end:]
            runs.append(WrittenRun(before.replace("\n", " ").replace(_STAND_IN, ""), bold))
            if sign is None:
                break
            end = sign.end()
            if sign[0] == "**":
                bold = not bold
            elif sign[0] == "[[" or self._icons is None:
                runs.append(WrittenRun(sign[0] if sign[1] else "[", bold))
            else:
                for _, message, hint in self._icons.list_unknown(sign[0]):
                    raise ValueError(f"{message}; {hint}")
                pictures.append(self._icons.find(sign[1]))
                runs.append(WrittenRun(_STAND_IN, bold))
        return [run for run in runs if run.text], pictures
