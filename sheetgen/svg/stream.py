"""A content stream in the making: fragments one after the other, in groups."""

from __future__ import annotations

from typing import Any

from sheetgen.drawing import IDENTITY, Field, Matrix, Resources
from sheetgen.svg.fragment import (
    EMPTY,
    PLAIN,
    Box,
    Fragment,
    Glyphs,
    State,
    Way,
    map_extents,
    map_field,
)
from sheetgen.svg.transform import matrix_operator


class Stream:
    """Joins fragments, writing fill, stroke and font where they change.

    A group knows nothing of the colours around it, so it is written alike wherever it stands.
    What is asked of texts and fields only in the end is kept with the way from its place.
    """

    def __init__(self, way: Way = ()) -> None:
        self.parts: list[str] = []
        self.way = way
        self.weight = 0
        self._state: State | None = None  # of the last fragment, unless a group came between
        self._fill = self._stroke = self._font = ""
        self._in_text = False
        self._saved: list[tuple[Way, str, str, str]] = []
        self._glyphs: list[Glyphs] = []
        self._resources: list[Resources] = []
        self._extents: list[tuple[Way, tuple[tuple[Way, Box], ...]]] = []
        self._fields: list[tuple[Way, tuple[tuple[Way, Field], ...]]] = []

    def add(self, fragment: Fragment) -> None:
        """Draws a fragment."""
        operators, state, glyphs, extents, resources, fields, weight = fragment
        if operators:
            if state is not self._state:
                self._switch(state)
            self.parts.append(operators)
        self.weight += weight
        if glyphs is not None:
            self._glyphs.append(glyphs)
        if extents:
            self._extents.append((self.way, extents))
        if resources is not None:
            self._resources.append(resources)
        if fields:
            self._fields.append((self.way, fields))

    def save(self, matrix: Matrix = IDENTITY, clip: str = "") -> None:
        """Begins a group whose own coordinates are those of `matrix`, and which may be clipped."""
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
        """Ends the group begun last."""
        self._switch(PLAIN)
        self.parts.append("Q")
        self.way, self._fill, self._stroke, self._font = self._saved.pop()

    @property
    def depth(self) -> int:
        """How many groups are open."""
        return len(self._saved)

    @property
    def texts(self) -> int:
        """How many fragments with texts there were."""
        return len(self._extents)

    def map_extents(self, start: int = 0) -> list[Box]:
        """The boxes around texts, from the `start`-th fragment with texts on, as they stand."""
        return [b for way, extents in self._extents[start:] for b in map_extents(extents, way)]

    def map_fields(self) -> tuple[Field, ...]:
        """The form fields, where they stand."""
        return tuple(
            map_field(field, inner + way) for way, fields in self._fields for inner, field in fields
        )

    def finish(self) -> str:
        """The operators so far, as text."""
        self._switch(PLAIN)
        return "\n".join(self.parts)

    def join_resources(self) -> Resources:
        """Everything that the operators name."""
        joined = Resources()
        for part in {id(part): part for part in self._resources}.values():
            joined.add(part)
        for face, used in self.join_glyphs().items():
            joined.faces[face.name] = face
            joined.glyphs.setdefault(face.name, {}).update(used)
        return joined

    def join_glyphs(self) -> Glyphs:
        """The glyphs of all texts, without those inside forms."""
        joined: Glyphs = {}
        for part in {id(part): part for part in self._glyphs}.values():
            for face, used in part.items():
                if face in joined:
                    joined[face].update(used)
                else:
                    joined[face] = dict(used)
        return joined

    def fragment(self) -> Fragment:
        """All of it as one fragment, in the coordinates of its own start."""
        operators = self.finish()
        if not (operators or self._fields):
            return EMPTY
        kept: dict[str, Any] = {}
        if self._glyphs:
            kept["glyphs"] = self.join_glyphs()
        if self._resources:
            resources = Resources()
            for part in self._resources:
                resources.add(part)
            kept["resources"] = resources
        extents = tuple((inner + way, box) for way, each in self._extents for inner, box in each)
        fields = tuple((inner + way, field) for way, each in self._fields for inner, field in each)
        return Fragment(operators, extents=extents, fields=fields, weight=self.weight, **kept)

    def _switch(self, state: State) -> None:
        """Brings about a state."""
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
