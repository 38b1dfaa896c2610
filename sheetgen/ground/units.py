"""Lengths and papers. Inside sheetgen every length is a number of PDF points (1/72 in)."""

from __future__ import annotations

import re

from sheetgen.ground.record import record

INCH = 72.0
MM = 72.0 / 25.4
CM = 10 * MM

UNITS = {"mm": MM, "cm": CM, "in": INCH, "pt": 1.0, "pc": 12.0, "px": 0.75, "q": MM / 4}
"""Points per unit, for the units of CSS and SVG; a CSS px is 1/96 in."""


@record
class Paper:
    """A paper's name and its size in points; portrait unless its name says otherwise."""

    name: str
    width: float
    height: float

    @property
    def landscape(self) -> Paper:
        """The same paper lying on its longer side."""
        return Paper(self.name, max(self.width, self.height), min(self.width, self.height))

    @property
    def portrait(self) -> Paper:
        """The same paper standing on its shorter side."""
        return Paper(self.name, min(self.width, self.height), max(self.width, self.height))

    @property
    def size_text(self) -> str:
        """The size as people write it, such as `210 × 297 mm`."""
        return format_size(self.width, self.height)


PAPERS = {
    "a4": Paper("a4", 210 * MM, 297 * MM),
    "letter": Paper("letter", 8.5 * INCH, 11 * INCH),
    "a3": Paper("a3", 297 * MM, 420 * MM),
    "legal": Paper("legal", 8.5 * INCH, 14 * INCH),
    "tabloid": Paper("tabloid", 11 * INCH, 17 * INCH),
    "a5": Paper("a5", 148 * MM, 210 * MM),
    "6x9": Paper("6x9", 6 * INCH, 9 * INCH),
    "square": Paper("square", 8.5 * INCH, 8.5 * INCH),
}

# Compiled when they are used, as most runs read neither.
_CUSTOM = r"\s*(\d+\.?\d*)\s*[x×]\s*(\d+\.?\d*)\s*(mm|cm|in|pt)\s*"
_SMALLEST, _LARGEST = 20 * MM, 5000 * MM


def parse_paper(text: str) -> Paper:
    """The paper called `text`, or of the size `WxHmm` (also cm, in, pt). Raises ValueError."""
    known = PAPERS.get(text.strip().lower())
    if known:
        return known
    match = re.fullmatch(_CUSTOM, text, re.IGNORECASE)
    if not match:
        names = ", ".join(PAPERS)
        raise ValueError(f"'{text}' is not a paper; use {names}, or a size such as 200x300mm")
    unit = UNITS[match[3].lower()]
    width, height = float(match[1]) * unit, float(match[2]) * unit
    if min(width, height) < _SMALLEST or max(width, height) > _LARGEST:
        raise ValueError(f"paper {text} must measure between 20 mm and 5000 mm on each side")
    return Paper(text.strip(), width, height)


_LENGTH = r"""(?aix)\s*(?:(?P<whole>\d{1,4})(?:\s+|-)?(?=\d+\s*[/⁄]|[¼½¾⅛⅜⅝⅞]))?
    (?:(?P<top>\d{1,3})\s*[/⁄]\s*(?P<bottom>[1-9]\d{0,2})|(?P<sign>[¼½¾⅛⅜⅝⅞])
    |(?P<plain>\d{1,4}(?:[.,]\d{1,6})?|[.,]\d{1,6}))
    \s*(?P<unit>mm|cm|millimet(?:re|er)s?|centimet(?:re|er)s?|inch(?:es)?|in\.?|["″”“]|'')\s*"""
_SIGNS = dict(zip("¼½¾⅛⅜⅝⅞", (0.25, 0.5, 0.75, 0.125, 0.375, 0.625, 0.875), strict=True))


def parse_length(text: str) -> float:
    """A length in points, in any usual spelling: `25 mm`, `2,5cm`, `1"`, `5/8 inch`, `1 1/4in`.

    Raises ValueError.
    """
    match = re.fullmatch(_LENGTH, text)
    if match is None:
        raise ValueError(f"'{text}' is not a length; write it as 25mm, 1\" or 5/8 inch")
    value = float(match["whole"] or 0)
    if match["plain"]:
        value += float(match["plain"].replace(",", "."))
    else:
        value += _SIGNS.get(match["sign"], 0.0)
        value += int(match["top"] or 0) / int(match["bottom"] or 1)
    unit = match["unit"].lower()
    return value * (MM if unit.startswith("m") else CM if unit.startswith("c") else INCH)


def format_size(width: float, height: float) -> str:
    """A size in points, written in millimetres: `125 × 60 mm`."""
    return f"{width / MM:.1f} × {height / MM:.1f} mm".replace(".0 ", " ")
