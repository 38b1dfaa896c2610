"""Items: what is drawn of a text, element by element, and drawings known by them."""

from __future__ import annotations

from typing import Any

from sheetgen.drawing.drawing import IDENTITY, Drawing, Field, Joined, Matrix, Resources
from sheetgen.ground.record import record
from sheetgen.svg.fragment import Fragment, map_field
from sheetgen.svg.frame import Frame
from sheetgen.svg.read.style import Style
from sheetgen.svg.stream import Stream


class Item:
    """A fragment, compared by identity: the same element has the same one in every drawing."""

    __slots__ = ("fragment", "resources", "weight")

    def __init__(self, fragment: Fragment) -> None:
        self.fragment = fragment
        self.resources = fragment.resources
        self.weight = fragment.weight


Items = tuple[Item, ...]


@record
class Opening:
    """The start of a group: how it is entered, and what is known inside it."""

    style: Style
    matrix: Matrix
    clip: str

    @property
    def is_entered(self) -> bool:
        """Whether the content stream has a group for it too."""
        return bool(self.clip) or self.matrix != IDENTITY


def join_group(matrix: Matrix, clip: str, items: Items) -> Item:
    """A group with everything in it as one item, written as it would be in the whole tree."""
    stream = Stream()
    stream.save(matrix, clip)
    for item in items:
        stream.add(item.fragment)
    stream.restore()
    return Item(stream.take())


class PlannedDrawing(Drawing):
    """A drawing known by its items, whose contents are put together only when needed.

    Drawings filled from one template have most of their items in common.
    """

    __slots__ = ("_frame", "items")
    _frame: Frame
    items: Items

    def __new__(cls, *values: Any, **named: Any) -> Any:
        """A plain drawing, which is what `dataclasses.replace` makes of this one."""
        return Drawing(*values, **named)

    @classmethod
    def plan(cls, frame: Frame, title: str, items: Items) -> PlannedDrawing:
        """The drawing of these items in a frame."""
        self: PlannedDrawing = object.__new__(cls)
        set_value = object.__setattr__  # drawings are frozen
        set_value(self, "width", frame.width)
        set_value(self, "height", frame.height)
        set_value(self, "title", title)
        set_value(self, "bleed", frame.bleed)
        set_value(self, "fold", 0.0)
        set_value(self, "cut", frame.cut)
        set_value(self, "items", items)
        set_value(self, "_frame", frame)
        return self

    @property
    def operators(self) -> str:
        """The content stream."""
        stream = Stream()
        for item in self.items:
            stream.add(item.fragment)
        return "\n".join(filter(None, (self._frame.prelude, stream.finish())))

    @property
    def resources(self) -> Resources:
        """Everything that the operators name."""
        return Joined(self.items)

    @property
    def fields(self) -> tuple[Field, ...]:
        """Form fields in their places."""
        way = (self._frame.matrix,)
        return tuple(
            map_field(field, inner + way)
            for item in self.items
            for inner, field in item.fragment.fields
        )
