"""The start of texts: the root and definitions, by which the machine for the rest is found."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sheetgen.svg.fragment import EMPTY
from sheetgen.svg.quick.machine import Machine
from sheetgen.svg.quick.splitter import NotSplitError, find_body
from sheetgen.svg.quick.trail import OpenGroup, Outer, Station, Step, UnfinishedError

_MOST_HEAD = 60_000
"""Characters before the drawing begins."""


class Finder(Protocol):
    """Finds the machine for texts that begin with these definitions."""

    def __call__(self, prefix: str, base: Path | None) -> Machine:
        """The machine for a prefix and the folder from which picture names start."""
        ...


class Entrance:
    """The start of texts, before the definitions that all of a machine's texts share are read."""

    def __init__(
        self, find_machine: Finder, base: Path | None, head: str = "", awaited: str = ""
    ) -> None:
        """`head` is what has been read, `awaited` the tag without which no drawing begins."""
        self.steps: dict[str, Step] = {}
        self._find_machine = find_machine
        self._base = base
        self._head, self._awaited = head, awaited

    def learn(self, piece: str, keep: bool) -> Step:
        """The step to the machine where the definitions end in this piece, else to go on."""
        text = self._head + piece
        body, awaited = None, self._awaited
        if not awaited or awaited in text[max(len(self._head) - len(awaited), 0) :]:
            body, awaited = find_body(text)
        if body is None:
            if not keep:
                raise NotSplitError
            if len(text) > _MOST_HEAD:
                raise UnfinishedError
            step = Step(EMPTY, Entrance(self._find_machine, self._base, text, awaited))
        else:
            machine = self._find_machine(text[:body], self._base)
            if keep and machine.is_whole:
                raise UnfinishedError
            # A step that is not kept must leave no traces in the places either.
            place = machine.place if keep else OpenGroup(machine.place.way)
            step = _Begin(machine, place, text[body:])
        if keep:
            self.steps[piece] = step
        return step


class _Begin(Step):
    """The step from the definitions to what is drawn."""

    __slots__ = ("_machine", "_place")

    def __init__(self, machine: Machine, place: OpenGroup, rest: str) -> None:
        super().__init__(EMPTY, machine.start, rest)
        self._machine = machine
        self._place = place

    def turn(self, place: OpenGroup, outer: Outer) -> tuple[Station, OpenGroup]:
        """The first station inside the drawing."""
        self._machine.begin()
        return self.station, self._place
