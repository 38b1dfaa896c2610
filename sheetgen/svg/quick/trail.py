"""The way of a text through a machine: its steps, and the groups in which they were taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, overload

from sheetgen.drawing.drawing import IDENTITY, Drawing, Field, Joined, Matrix, Resources
from sheetgen.ground.geometry import Box
from sheetgen.svg.fragment import EMPTY, MOST_WEIGHT, Fragment, Way, map_extents, map_field
from sheetgen.svg.frame import Frame


class UnfinishedError(Exception):
    """An element is too long to be read in pieces; the whole text then becomes one piece."""


class Station(Protocol):
    """A point on the way through a text; its known `steps` are found by the next piece."""

    steps: dict[str, Step]

    def learn(self, piece: str, keep: bool) -> Step:
        """The step that a piece leads to, which is remembered if `keep` is set.

        Raises NotSplitError, UnfinishedError, FaultError, DrawingError, ValueError.
        """
        ...


Outer = list[tuple[Station, "OpenGroup"]]
"""Where to go on after each of the open groups."""
Steps = tuple["Step", ...]
Run = tuple["OpenGroup | Step", ...]
"""A group, and steps that were taken in it one after the other."""


class Step:
    """What a piece leads to: a fragment of the drawing, and the next station.

    A step that turns into another group or out of one ends before its piece does; `rest` is what
    is left of the piece, and None for all other steps.
    """

    __slots__ = (
        "draws", "extents", "fields", "is_plain", "operators", "resources", "rest", "station",
        "weight",
    )  # fmt: skip

    def __init__(self, fragment: Fragment, station: Station, rest: str | None = None) -> None:
        self.draws = fragment is not EMPTY
        self.operators, _, self.extents, self.resources, self.fields, self.weight = fragment
        self.station = station
        self.rest = rest
        self.is_plain = self.draws and rest is None

    def add(self, after: Step) -> None:
        """Draws what another step draws, too."""
        self.operators = "\n".join(filter(None, (self.operators, after.operators)))
        self.extents += after.extents
        self.resources = tuple(dict.fromkeys(self.resources + after.resources))
        self.fields += after.fields
        self.weight += after.weight

    def turn(self, place: OpenGroup, outer: Outer) -> tuple[Station, OpenGroup]:
        """The station after the step, and the group that it is in."""
        return self.station, place


class Enter(Step):
    """A step into a group, after whose end the way goes on from the station `back`."""

    __slots__ = ("back", "matrix")

    def __init__(
        self, fragment: Fragment, station: Station, rest: str, back: Station, matrix: Matrix
    ) -> None:
        super().__init__(fragment, station, rest)
        self.back = back
        self.matrix = matrix

    def turn(self, place: OpenGroup, outer: Outer) -> tuple[Station, OpenGroup]:
        """The first station in the group."""
        outer.append((self.back, place))
        return self.station, place.enter(self)


class Leave(Step):
    """A step out of a group."""

    __slots__ = ()

    def turn(self, place: OpenGroup, outer: Outer) -> tuple[Station, OpenGroup]:
        """The station where the group was entered."""
        return outer.pop()


class OpenGroup:
    """A group in its place in the drawing: the way out of it, and the groups in it.

    As the first of a run, it draws nothing.
    """

    __slots__ = ("_inner", "heaviest", "known", "seen", "way")
    operators, fields = "", ()
    resources: tuple[Resources, ...] = ()

    def __init__(self, way: Way) -> None:
        self.way = way
        self._inner: dict[Enter, OpenGroup] = {}
        self.known: dict[Run, Run] = {}  # once for all drawings
        self.seen: set[Step] = set()  # steps whose texts stay within the drawing
        self.heaviest = 0  # the most weight that one of these has

    def enter(self, step: Enter) -> OpenGroup:
        """The group that a step leads into from here."""
        known = self._inner.get(step)
        if known is None:
            way = self.way if step.matrix == IDENTITY else (step.matrix, *self.way)
            known = self._inner[step] = OpenGroup(way)
        return known

    def keep(self, run: Run, edge: Box, tolerance: float) -> Run | None:
        """A run of steps taken here, the same object for all drawings.

        None if a text of theirs reaches over the edge of the drawing.
        """
        left, bottom, right, top = edge
        fresh: Any = {*run[1:]} - self.seen
        for step in fresh:
            for x0, y0, x1, y1 in map_extents(step.extents, self.way):
                if max(left - x0, bottom - y0, x1 - right, y1 - top) > tolerance:
                    return None
            self.seen.add(step)
            self.heaviest = max(self.heaviest, step.weight)
        self.known[run] = run
        return run

    def forget(self) -> None:
        """Forgets what was learned here; drawings that were made keep the group itself."""
        for group in self._inner.values():
            group.forget()
        for step in self.seen:
            step.extents = ()  # of drawings that were made, nothing reaches over the edge
        self._inner.clear()
        self.known.clear()
        self.seen.clear()


class Trail:
    """The steps of one text, with the places where they were taken."""

    def __init__(self, entrance: Station, pieces: Iterable[str], keep: bool) -> None:
        """Follows the pieces from an entrance and learns what is new, keeping it if `keep` is set.

        Raises what Station.learn does.
        """
        self.is_kept = keep
        station, place = entrance, OpenGroup(())
        here: list[Any] = [place]
        self.parts = [here]
        outer: Outer = []
        for piece in pieces:
            try:
                step = station.steps[piece]
            except KeyError:
                step = station.learn(piece, keep)
            if step.is_plain:
                here.append(step)
                station = step.station
                continue
            while True:
                if step.draws:
                    here.append(step)
                if step.rest is None:
                    break
                station, place = step.turn(place, outer)
                here = [place]
                self.parts.append(here)
                step = station.steps.get(step.rest) or station.learn(step.rest, keep)
            station = step.station
        self.end = station

    def make_drawing(self, frame: Frame, title: str, tolerance: float) -> TracedDrawing | None:
        """The drawing of a text that was read to its end.

        None if a text reaches over its edge, or if it has too many shapes and texts.
        """
        runs = []
        weight = 0  # or less, which most often is enough to know
        for here in self.parts:
            if len(here) == 1:
                continue
            place, run = here[0], tuple(here)
            known = place.known.get(run) or place.keep(run, frame.edge, tolerance)
            if known is None:
                return None
            runs.append(known)
            weight += len(run) * place.heaviest
        if weight > MOST_WEIGHT and self.weight > MOST_WEIGHT:
            return None
        return TracedDrawing.trace(frame, title, tuple(runs), self.is_kept)

    @property
    def weight(self) -> int:
        """The number of shapes and texts."""
        return sum([step.weight for here in self.parts for step in here[1:]])


class TracedDrawing(Drawing):
    """A drawing known by its steps, whose contents are put together only when needed.

    Drawings filled from one template have most of their steps in common, and most `runs` of steps
    too. If the steps were kept (`is_kept`), an equal text takes the same ones.
    """

    __slots__ = ("_frame", "is_kept", "runs")
    _frame: Frame
    runs: tuple[Run, ...]
    is_kept: bool

    def __new__(cls, *values: Any, **named: Any) -> Any:
        """A plain drawing, which is what `dataclasses.replace` makes of this one."""
        return Drawing(*values, **named)

    @classmethod
    def trace(
        cls,
        frame: Frame,
        title: str,
        runs: tuple[Run, ...],
        is_kept: bool,
    ) -> TracedDrawing:
        """The drawing with these runs of steps."""
        self: TracedDrawing = object.__new__(cls)
        set_value = object.__setattr__  # drawings are frozen
        set_value(self, "width", frame.width)
        set_value(self, "height", frame.height)
        set_value(self, "title", title)
        set_value(self, "bleed", frame.bleed)
        set_value(self, "fold", 0.0)
        set_value(self, "cut", frame.cut)
        set_value(self, "runs", runs)
        set_value(self, "is_kept", is_kept)
        set_value(self, "_frame", frame)
        return self

    @property
    def operators(self) -> str:
        """The content stream."""
        parts = filter(None, [step.operators for run in self.runs for step in run])
        return "\n".join([self._frame.prelude, *parts])

    @property
    def resources(self) -> Resources:
        """Everything that the operators name."""
        return Joined(self.runs)

    @property
    def fields(self) -> Sequence[Field]:
        """Form fields in their places."""
        return Fields(self.runs)


class Fields(Sequence[Field]):
    """Form fields that are put into their places on first access."""

    __slots__ = ("_found", "_runs")

    def __init__(self, runs: tuple[Run, ...]) -> None:
        self._runs = runs
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
        if isinstance(other, Fields) and self._runs == other._runs:
            return True
        return isinstance(other, Sequence) and self._find() == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def _find(self) -> tuple[Field, ...]:
        if self._found is None:
            self._found = tuple(
                map_field(field, inner + run[0].way)  # type: ignore[union-attr]
                for run in self._runs
                for step in run
                for inner, field in step.fields
            )
        return self._found
