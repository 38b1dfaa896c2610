"""What a plan learned in earlier runs, kept as plain values and unpacked one by one.

Most of a print has been printed before: the boxes, headings and numbers of a template. What an
element of it draws depends on nothing but its text, its style, the definitions at the start of the
drawing, the fonts and the ink, so it is the same in the next run. Pictures may change: of these,
nothing is kept.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from typing import Any

from sheetgen.drawing.drawing import Field, Matrix
from sheetgen.svg.fragment import Fragment, Setting
from sheetgen.svg.frame import Frame
from sheetgen.svg.plan.item import Items
from sheetgen.svg.plan.stock import Glyphs, Stock
from sheetgen.svg.plan.styles import OUTERMOST
from sheetgen.type.fonts import Fonts

Packed = list[Any] | tuple[Any, ...] | None
"""The meaning of a tag or element: a list of fragments; of a group that is entered, its matrix, its
clip and the number of the style in it; None of one that is drawn as a whole."""

PICTURE = "<image"
"""What is in a text that shows a picture, and so depends on a file."""
_MOST = 400_000
"""Bytes that are kept of one plan."""
_NONE: Mapping[str, Packed] = {}


class Learned:
    """The meanings of one plan, by the number of the style around them and by their text.

    `recipes` say how the styles are made; number 0 is that of the drawing.
    """

    def __init__(self, fonts: Fonts, glyphs: Glyphs, data: bytes = b"") -> None:
        """`glyphs` are those of all drawings with these fonts, `data` what `pack` returned."""
        saved = marshal.loads(data) if data else (None, [OUTERMOST], [], [], {})
        self._frame, self.recipes, faces, resources, self._tables = saved
        self._stock = Stock(fonts, glyphs, faces, resources)
        self._settings: dict[Any, Setting] = {}
        self.count = sum(map(len, self._tables.values()))

    @property
    def frame(self) -> Frame | None:
        """The frame of the drawings, None if nothing is known of them."""
        return self._frame and Frame(*self._frame)

    def find(self, number: int) -> Mapping[str, Packed]:
        """What is known under the style with a number."""
        found: Mapping[str, Packed] = self._tables.get(number, _NONE)
        return found

    def unpack(self, packed: list[Any]) -> list[Fragment] | None:
        """The fragments of an element; None if a face of them is not there any more."""
        made = []
        for operators, state, extents, used, fields, weight in packed:
            resources = []
            for number in used:
                found = self._stock.find(number)
                if found is None:
                    return None
                resources.append(found)
            setting = self._settings.setdefault(state, Setting(*state))
            placed = tuple([(way, Field(*values)) for way, values in fields])
            made.append(Fragment(operators, setting, extents, tuple(resources), placed, weight))
        return made

    def add(self, number: int, token: str, items: Items | None) -> None:
        """Keeps what is drawn, unless it has to do with a picture; None for a whole group."""
        table = self._tables.setdefault(number, {})
        if token in table or PICTURE in token:
            return
        packed: list[Any] = []
        for item in items or ():
            operators, state, extents, resources, fields, weight = item.fragment
            used = [self._stock.number(each) for each in resources]
            if None in used:
                return
            plain = [(way, tuple(field)) for way, field in fields]
            packed.append((operators, tuple(state), extents, used, plain, weight))
        table[token] = None if items is None else packed

    def add_group(self, number: int, token: str, way: tuple[Matrix, str, int]) -> None:
        """Keeps how a group is entered: its matrix, its clip and the number of its style."""
        self._tables.setdefault(number, {})[token] = way

    def pack(self, frame: Frame) -> bytes:
        """All of it as bytes; none if that is too much, or if something is no plain value."""
        size = frame.width, frame.height, frame.matrix, frame.view, frame.bleed, frame.cut
        stock = self._stock
        try:
            data = marshal.dumps((size, self.recipes, stock.faces, stock.packed, self._tables))
        except ValueError:
            return b""
        return data if len(data) <= _MOST else b""
