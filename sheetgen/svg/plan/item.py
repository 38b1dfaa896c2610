"""Items: what is drawn of a text, element by element, and drawings known by them."""

from __future__ import annotations

from typing import Any

from sheetgen.drawing.drawing import IDENTITY, Drawing, FormField, Joined, Matrix, Resources
from sheetgen.svg.frame import Frame
from sheetgen.svg.stream import Fragment, Stream, Way, map_field


class PlanEntry:
    """The start of a group that has coordinates of its own, or a clip."""

    __slots__ = ("clip", "matrix")
    resources: tuple[Resources, ...] = ()
    code = ""

    def __init__(self, matrix: Matrix, clip: str) -> None:
        self.matrix, self.clip = matrix, clip


class Exit:
    """The end of the group that was entered last."""

    __slots__ = ()
    resources: tuple[Resources, ...] = ()
    code = ""


EXIT = Exit()
Items = tuple[Fragment, ...]
"""The drawing of an element: the same element has the same fragments in every drawing."""
Parts = tuple[Fragment | PlanEntry | Exit, ...]
"""The parts of a drawing, one after the other."""


class PlannedDrawing(Drawing):
    """A drawing known by its parts, which are only joined when they are needed.

    Drawings filled from one template have most of their parts in common.
    """

    __slots__ = ("_frame", "parts")
    _frame: Frame
    parts: Parts

    def __new__(cls, *values: Any, **named: Any) -> Any:
        """A plain drawing, which is what `dataclasses.replace` makes of this one."""
        return Drawing(*values, **named)

    @classmethod
    def plan(cls, frame: Frame, title: str, parts: Parts) -> PlannedDrawing:
        """The drawing of these parts in a frame."""
        self: PlannedDrawing = object.__new__(cls)
        set_value = object.__setattr__  # drawings are frozen
        set_value(self, "width", frame.width)
        set_value(self, "height", frame.height)
        set_value(self, "title", title)
        set_value(self, "bleed", frame.bleed)
        set_value(self, "fold", 0.0)
        set_value(self, "cut", frame.cut)
        set_value(self, "tags", ())
        set_value(self, "made_of", ())
        set_value(self, "parts", parts)
        set_value(self, "_frame", frame)
        return self

    @property
    def operators(self) -> str:
        """The content stream."""
        stream = Stream()
        for part in self.parts:
            if isinstance(part, Fragment):
                stream.write(part)
            elif isinstance(part, PlanEntry):
                stream.save(part.matrix, part.clip)
            else:
                stream.restore()
        return "\n".join(filter(None, (self._frame.prelude, stream.finish())))

    @property
    def resources(self) -> Resources:
        """Everything that the operators name."""
        return Joined(self.parts)

    @property
    def fields(self) -> tuple[FormField, ...]:
        """Form fields in their places."""
        found: list[FormField] = []
        ways: list[Way] = [(self._frame.matrix,)]
        for part in self.parts:
            if isinstance(part, PlanEntry):
                ways.append((part.matrix, *ways[-1]) if part.matrix != IDENTITY else ways[-1])
            elif isinstance(part, Exit):
                ways.pop()
            else:
                found += [map_field(field, inner + ways[-1]) for inner, field in part.fields]
        return tuple(found)
