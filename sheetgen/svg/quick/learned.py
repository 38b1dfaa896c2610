"""What a machine learned in earlier runs, kept as plain values and unpacked step by step.

Most of a print has been printed before: the boxes, headings and numbers of a template. What a
piece of it leads to depends on nothing but the definitions at the start of the text, the fonts and
the ink, so it is the same in the next run. Pictures may change: no step near one is kept.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from typing import Any

from sheetgen.drawing.drawing import Field
from sheetgen.svg.fragment import EMPTY, PLAIN, Fragment
from sheetgen.svg.frame import Frame
from sheetgen.svg.quick.stock import Glyphs, Stock
from sheetgen.svg.quick.styles import OUTERMOST
from sheetgen.svg.quick.trail import Enter, Leave, Station, Step
from sheetgen.type.fonts import Fonts

Key = tuple[str, tuple[int, ...], int, tuple[bool, str, str, str], bool]
"""The properties of a station: its tail, styles, depth, state, and whether it is the end."""
Packed = tuple[Any, ...]
"""A step: its kind, what it draws, the key it leads to, what is left of its piece, and more."""

PICTURE = "<image"
"""What is in a text that shows a picture, and so depends on a file."""
_MOST = 400_000
"""Bytes that are kept of one machine."""
_NONE: Mapping[str, Packed] = {}
_STEP, _ENTER, _LEAVE = range(3)


class Learned:
    """The steps of one machine, by the key of the station where they begin and by their piece.

    `recipes` say how the styles of the stations are made; number 0 is that of the drawing.
    """

    def __init__(self, fonts: Fonts, glyphs: Glyphs, data: bytes = b"") -> None:
        """`glyphs` are those of all drawings with these fonts, `data` what `pack` returned."""
        saved = marshal.loads(data) if data else (None, [OUTERMOST], [], [], {})
        self._frame, self.recipes, faces, resources, self._points = saved
        self._stock = Stock(fonts, glyphs, faces, resources)
        self.count = sum(map(len, self._points.values()))

    @property
    def frame(self) -> Frame | None:
        """The frame of the drawings, None if nothing is known of them."""
        return self._frame and Frame(*self._frame)

    def find_steps(self, key: Key) -> Mapping[str, Packed]:
        """The steps from a station, by their piece."""
        found: Mapping[str, Packed] = self._points.get(key, _NONE)
        return found

    def unpack(self, packed: Packed, stand: Callable[[Key], Station]) -> Step | None:
        """A step; None if it needs a face that is not there any more.

        `stand` finds a station by its key.
        """
        kind, drawn, to, rest, back, matrix = packed
        fragment = self._make_fragment(*drawn) if drawn else EMPTY
        if fragment is None:
            return None
        if kind == _ENTER:
            return Enter(fragment, stand(to), rest, stand(back), matrix)
        return (Leave if kind == _LEAVE else Step)(fragment, stand(to), rest)

    def _make_fragment(
        self, operators: str, extents: Any, used: list[int], fields: Any, weight: int
    ) -> Fragment | None:
        resources = []
        for number in used:
            found = self._stock.find(number)
            if found is None:
                return None
            resources.append(found)
        placed = tuple([(way, Field(*values)) for way, values in fields])
        return Fragment(operators, PLAIN, extents, tuple(resources), placed, weight)

    def add(self, key: Key, piece: str, step: Step, to: Key, back: Key | None) -> None:
        """Keeps a step to the station `to`, unless it has to do with a picture."""
        steps = self._points.setdefault(key, {})
        if piece in steps or PICTURE in key[0] + piece:
            return
        drawn = None
        if step.draws:
            used = [self._stock.number(each) for each in step.resources]
            if None in used:
                return
            fields = [(way, tuple(field)) for way, field in step.fields]
            drawn = step.operators, step.extents, used, fields, step.weight
        kind, matrix = _STEP, None
        if isinstance(step, Enter):
            kind, matrix = _ENTER, step.matrix
        elif isinstance(step, Leave):
            kind = _LEAVE
        steps[piece] = kind, drawn, to, step.rest, back, matrix

    def pack(self, frame: Frame) -> bytes:
        """All of it as bytes; none if that is too much, or if something is no plain value."""
        size = frame.width, frame.height, frame.matrix, frame.view, frame.bleed, frame.cut
        stock = self._stock
        try:
            data = marshal.dumps((size, self.recipes, stock.faces, stock.packed, self._points))
        except ValueError:
            return b""
        return data if len(data) <= _MOST else b""
