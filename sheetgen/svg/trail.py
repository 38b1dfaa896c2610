"""The way of a text through a machine: its steps, and the groups in which they were taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Protocol, overload

from sheetgen.drawing import IDENTITY, Field, Joined, Matrix, Resources
from sheetgen.svg.fragment import Box, Fragment, Way, map_extents, map_field


class Station(Protocol):
    """Where one stands on the way through a text, with the known `steps` on, by the next piece."""

    steps: dict[str, Step]

    def learn(self, piece: str, keep: bool) -> Step:
        """The step that a piece leads to, which is remembered if it is to be kept.

        Raises NotSplitError, UnfinishedError, FaultError, DrawingError, ValueError.
        """
        ...


Outer = list[tuple[Station, "Place"]]
"""Where to go on after each of the groups that one is in."""


class Step:
    """What a piece leads to: a fragment of the drawing, and the station after it.

    A step that turns into another group or out of one ends before its piece does; `rest` is what
    is left of that, and None for all other steps.
    """

    __slots__ = ("fragment", "operators", "rest", "station")

    def __init__(self, fragment: Fragment, station: Station, rest: str | None = None) -> None:
        self.fragment = fragment
        self.operators = fragment.operators
        self.station = station
        self.rest = rest

    def turn(self, place: Place, outer: Outer) -> tuple[Station, Place]:
        """The station after the step, and the group that it is in."""
        return self.station, place


class Enter(Step):
    """A step into a group, after whose end one goes on from the station `back`."""

    __slots__ = ("back", "matrix")

    def __init__(
        self, fragment: Fragment, station: Station, rest: str, back: Station, matrix: Matrix
    ) -> None:
        super().__init__(fragment, station, rest)
        self.back = back
        self.matrix = matrix

    def turn(self, place: Place, outer: Outer) -> tuple[Station, Place]:
        """The first station in the group."""
        outer.append((self.back, place))
        return self.station, place.enter(self)


class Leave(Step):
    """A step out of a group."""

    __slots__ = ()

    def turn(self, place: Place, outer: Outer) -> tuple[Station, Place]:
        """The station where the group was entered."""
        return outer.pop()


class Place:
    """A group as it stands in the drawing: the way out of it, and the groups in it."""

    __slots__ = ("_fields", "_inner", "_seen", "way")

    def __init__(self, way: Way) -> None:
        self.way = way
        self._inner: dict[Enter, Place] = {}
        self._seen: set[Step] = set()  # steps whose texts stay within the drawing
        self._fields: dict[Step, tuple[Way, Step]] = {}

    def enter(self, step: Enter) -> Place:
        """The group that a step leads into from here."""
        known = self._inner.get(step)
        if known is None:
            way = self.way if step.matrix == IDENTITY else (step.matrix, *self.way)
            known = self._inner[step] = Place(way)
        return known

    def holds(self, steps: Sequence[Step], edge: Box, tolerance: float) -> bool:
        """Whether no text of the steps, taken here, reaches over the edge of the drawing."""
        if self._seen.issuperset(steps):
            return True
        left, bottom, right, top = edge
        for step in steps:
            if step not in self._seen:
                for x0, y0, x1, y1 in map_extents(step.fragment.extents, self.way):
                    if max(left - x0, bottom - y0, x1 - right, y1 - top) > tolerance:
                        return False
                self._seen.add(step)
        return True

    def lead_out(self, step: Step) -> tuple[Way, Step]:
        """A step that was taken here with the way from here, the same object each time."""
        known = self._fields.get(step)
        if known is None:
            known = self._fields[step] = (self.way, step)
        return known


class Trail:
    """The steps of one text, by the places where they were taken."""

    def __init__(self, entrance: Station, pieces: Iterable[str], keep: bool) -> None:
        """Follows the pieces from an entrance, learning what is new, to be kept or not.

        Raises what Station.learn does.
        """
        station, place = entrance, Place(())
        here: list[Step] = []
        self.parts = [(place, here)]
        outer: Outer = []
        for piece in pieces:
            rest: str | None = piece
            while rest is not None:
                step = station.steps.get(rest)
                if step is None:
                    step = station.learn(rest, keep)
                here.append(step)
                rest = step.rest
                if rest is None:
                    station = step.station
                else:
                    station, place = step.turn(place, outer)
                    here = []
                    self.parts.append((place, here))
        self.end = station

    def fits(self, edge: Box, tolerance: float) -> bool:
        """Whether all texts stay within the edge."""
        return all(place.holds(here, edge, tolerance) for place, here in self.parts)

    @property
    def weight(self) -> int:
        """How many shapes and texts there are."""
        return sum(step.fragment.weight for _, here in self.parts for step in here)

    @property
    def operators(self) -> str:
        """All operators, as text."""
        return "\n".join([s.operators for _, here in self.parts for s in here if s.operators])

    @property
    def resources(self) -> Resources:
        """Everything that the operators name."""
        steps = dict.fromkeys(chain.from_iterable([here for _, here in self.parts]))
        return Joined(dict.fromkeys([part for step in steps for part in step.fragment.resources]))

    @property
    def fields(self) -> Sequence[Field]:
        """The form fields, where they stand."""
        return Fields(
            [place.lead_out(s) for place, here in self.parts for s in here if s.fragment.fields]
        )


class Fields(Sequence[Field]):
    """Form fields that are put in their places when somebody asks for them."""

    __slots__ = ("_found", "_steps")

    def __init__(self, steps: Iterable[tuple[Way, Step]]) -> None:
        self._steps = tuple(steps)
        self._found: tuple[Field, ...] | None = None

    @overload
    def __getitem__(self, at: int) -> Field: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Field, ...]: ...
    def __getitem__(self, at: int | slice) -> Field | tuple[Field, ...]:
        return self._find()[at]

    def __len__(self) -> int:
        return len(self._find())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._find() == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def _find(self) -> tuple[Field, ...]:
        if self._found is None:
            self._found = tuple(
                map_field(field, inner + way)
                for way, step in self._steps
                for inner, field in step.fragment.fields
            )
        return self._found
