"""A content stream being made: fragments one after the other, in groups."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from typing import Any

from sheetgen.drawing.drawing import (
    IDENTITY,
    FormField,
    Matrix,
    Resources,
    join_resources,
    map_box,
    matrix_operator,
    multiply,
)
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import NamedTuple, record

# Fragments: the operators of one element, ready to be put into any drawing. Each says which fill,
# stroke and font it expects, so that the stream that joins them writes these where they change.


Way = tuple[Matrix, ...]
"""The matrices from the place of something outwards, the innermost first.

They are multiplied only at the end and always in this order: in another, the product would not be
exactly the same, and a box around a turned box would be larger than its contents.
"""


class StreamSetting(NamedTuple):
    """The state that operators expect: in a text object or not, and what sets it (empty: any)."""

    is_text: bool = False
    fill: str = ""
    stroke: str = ""
    font: str = ""


PLAIN = StreamSetting()


@record(eq=False)
class Fragment:
    """The drawing of one element. Lengths are in the user units of its place, y downwards.

    `extents` are the boxes around its texts, by which text that leaves the drawing is found, each
    with the way from its place to here; `fields` are form fields, with their ways too. `weight`
    counts shapes and texts, counting those inside forms each time they are drawn; long outlines
    count more. Compared by identity, by which drawings find what they have in common.
    """

    operators: str
    state: StreamSetting = PLAIN
    extents: tuple[tuple[Way, Box], ...] = ()
    resources: tuple[Resources, ...] = ()
    fields: tuple[tuple[Way, FormField], ...] = ()
    weight: int = 1

    @property
    def code(self) -> str:
        """Its operators, after the one that sets the font which they expect."""
        return f"{self.state.font} {self.operators}"


EMPTY = Fragment("", weight=0)
MOST_WEIGHT = 100_000
"""Shapes and texts in a drawing, counting those of symbols each time; more choke a printer."""
TEXT_WEIGHT = 4
OUTLINE_WEIGHT = 32
"""Letters of an outline's operators that count as much as a shape."""


@lru_cache(maxsize=4096)
def join_way(way: Way) -> Matrix:
    """The product of all matrices of a way."""
    return reduce(multiply, way, IDENTITY)


def map_extents(extents: Iterable[tuple[Way, Box]], way: Way = ()) -> list[Box]:
    """The boxes around texts at the end of a further way."""
    return [map_box(join_way(inner + way), box) for inner, box in extents]


def map_field(field: FormField, way: Way) -> FormField:
    """A form field at the end of its way; rounded, as the operators are."""
    x0, y0, x1, y1 = map_box(join_way(way), field.box)
    return field._replace(box=(round(x0, 4), round(y0, 4), round(x1, 4), round(y1, 4)))


class StreamMark(NamedTuple):
    """Where a stream stood: its state, the lengths of its lists, its resources and its weight."""

    state: tuple[Way, bool, str, str, str]
    sizes: tuple[int, ...]
    resources: dict[Resources, None]
    weight: int


class Stream:
    """Joins fragments, writing fill, stroke and font where they change.

    A group knows nothing of the colours around it, so it is written the same wherever it is.
    What is needed of texts and fields only at the end is kept with the way from its place.
    """

    def __init__(self, way: Way = (), base: Way = ()) -> None:
        """`base` is the way from what this stream becomes a part of, outwards."""
        self.parts: list[str] = []
        self.way = way
        self.base = base
        self.weight = 0
        self._state: StreamSetting | None = None  # of what was written last
        self._in_text, self._fill, self._stroke, self._font = PLAIN
        self._saved: list[tuple[Way, str, str, str]] = []
        self._resources: dict[Resources, None] = {}  # each once, in order
        self._extents: list[tuple[Way, tuple[tuple[Way, Box], ...]]] = []
        self._fields: list[tuple[Way, tuple[tuple[Way, FormField], ...]]] = []

    def add(self, fragment: Fragment) -> None:
        """Draws a fragment."""
        self.write(fragment)
        self.weight += fragment.weight
        if fragment.extents:
            self._extents.append((self.way, fragment.extents))
        for part in fragment.resources:
            self._resources[part] = None
        if fragment.fields:
            self._fields.append((self.way, fragment.fields))

    def write(self, fragment: Fragment) -> None:
        """Writes the operators of a fragment of which nothing else is needed."""
        if fragment.operators:
            if fragment.state is not self._state:
                self._switch(fragment.state)
            self.parts.append(fragment.operators)

    def save(self, matrix: Matrix = IDENTITY, clip: str = "") -> None:
        """Begins a group with the coordinates of `matrix`, which may be clipped."""
        self._switch(PLAIN)
        self._saved.append((self.way, self._fill, self._stroke, self._font))
        self.parts.append("q")
        if matrix != IDENTITY:
            self.parts.append(matrix_operator(matrix))
            self.way = (matrix, *self.way)
        if clip:
            self.parts.append(clip)
        self._fill = self._stroke = self._font = ""

    def restore(self) -> None:
        """Ends the latest group."""
        self._switch(PLAIN)
        self.parts.append("Q")
        self.way, self._fill, self._stroke, self._font = self._saved.pop()

    @property
    def whole_way(self) -> Way:
        """The way from here to the drawing itself, through all that this will be a part of."""
        return (*self.way, *self.base)

    def mark(self) -> StreamMark:
        """Where it stands, to be able to take back what comes after."""
        saved = (self.way, self._in_text, self._fill, self._stroke, self._font)
        lists: tuple[list[Any], ...] = (self.parts, self._saved, self._extents, self._fields)
        sizes = tuple(len(each) for each in lists)
        return StreamMark(saved, sizes, dict(self._resources), self.weight)

    def take_back(self, mark: StreamMark) -> None:
        """Forgets what was drawn since a mark."""
        (self.way, self._in_text, self._fill, self._stroke, self._font), sizes, used, weight = mark
        lists: tuple[list[Any], ...] = (self.parts, self._saved, self._extents, self._fields)
        for each, size in zip(lists, sizes, strict=True):
            del each[size:]
        self._resources, self.weight, self._state = used, weight, None

    @property
    def depth(self) -> int:
        """The number of open groups."""
        return len(self._saved)

    @property
    def texts(self) -> int:
        """The number of fragments with texts so far."""
        return len(self._extents)

    def map_extents(self, start: int = 0) -> list[Box]:
        """The boxes around texts in their places, from the `start`-th fragment with texts on."""
        return [b for way, extents in self._extents[start:] for b in map_extents(extents, way)]

    def map_fields(self) -> tuple[FormField, ...]:
        """The form fields, in their places."""
        return tuple(
            map_field(field, inner + way) for way, fields in self._fields for inner, field in fields
        )

    def finish(self) -> str:
        """The operators so far, as text."""
        self._switch(PLAIN)
        return "\n".join(self.parts)

    def join_resources(self) -> Resources:
        """Everything that the operators name."""
        return join_resources(self._resources)

    def fragment(self) -> Fragment:
        """All of it as one fragment, in the coordinates of its own start."""
        self._switch(PLAIN)
        if not (self._fields or any(self.parts)):
            return EMPTY
        extents = tuple((inner + way, box) for way, each in self._extents for inner, box in each)
        fields = tuple((inner + way, field) for way, each in self._fields for inner, field in each)
        operators = "\n".join(self.parts)
        return Fragment(operators, PLAIN, extents, tuple(self._resources), fields, self.weight)

    def _switch(self, state: StreamSetting) -> None:
        """Writes the operators that bring about a state."""
        is_text, fill, stroke, font = state
        parts = self.parts
        if is_text != self._in_text:
            parts.append("BT" if is_text else "ET")
            self._in_text = is_text
        if fill and fill != self._fill:
            parts.append(fill)
            self._fill = fill
        if stroke and stroke != self._stroke:
            parts.append(stroke)
            self._stroke = stroke
        if font and font != self._font:
            parts.append(font)
            self._font = font
        self._state = state
