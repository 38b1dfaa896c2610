"""A parade: ships one below the other, two or three to a page, with nothing left half empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sheetgen.book.flow.box import Note
from sheetgen.book.flow.flowable import NO_END, Flowable, locate
from sheetgen.book.flow.reference import References
from sheetgen.book.flow.stack import TOLERANCE
from sheetgen.book.parts.shippage import Profile
from sheetgen.ground.diagnostics import Place

MOST_SHIPS = 3
"""On a page; the portraits of more would be too small."""
_MOST_GAP = 2.5
"""Lines by which the ships of a page move apart when no portrait may grow any more."""


class Entrant(NamedTuple):
    """A ship of a parade, with what the index notes of it."""

    note: Note
    profile: Profile

    def resolve(self, references: References) -> Entrant:
        """One whose texts print the pages of their references."""
        return self._replace(profile=self.profile.resolve(references))


class Parade(Flowable):
    """Ships that share pages: as few as possible, and equally full.

    The portraits of a page grow until it is full.
    """

    def __init__(self, entrants: Sequence[Entrant], line: float, depth: float) -> None:
        """`line` is the space between ships, `depth` the height of a page."""
        super().__init__(wide=True, before=line, after=line)
        self.entrants: Final = tuple(entrants)
        self.line: Final = line
        self.depth: Final = depth
        self._shown: list[Entrant] = []
        self._gap = line
        self._planned: tuple[float, Sequence[tuple[int, float]]] | None = None

    def resolve(self, references: References) -> Parade:
        """One whose texts print the pages of their references."""
        made = [entrant.resolve(references) for entrant in self.entrants]
        if all(new.profile is old.profile for new, old in zip(made, self.entrants, strict=True)):
            return self
        return Parade(made, self.line, self.depth)

    def locate(self) -> Place | None:
        """The place of the first ship."""
        return locate(entrant.profile for entrant in self.entrants)

    def least_height(self, width: float) -> float:
        """The height of the first ship, with the smallest portrait."""
        return self._measure(width, 0, 1)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """As wide as its place, and as high if all of it fits; otherwise it is to be split."""
        self.width = width
        if height >= NO_END:
            self.height = self._measure(width, 0, len(self.entrants))
        elif self._count(width, height) < len(self.entrants):
            self.height = NO_END
        else:
            self.height = self._fill(width, height)
        return width, self.height

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """The ships of this page, and the others."""
        count = self._count(width, height)
        if not 0 < count < len(self.entrants):
            return []
        here, later = (
            Parade(part, self.line, self.depth)
            for part in (self.entrants[:count], self.entrants[count:])
        )
        later._planned = width, self._plan_pages(width)[count:]
        return [here, later]

    def draw(self) -> None:
        """Draws its ships downwards, and notes each where it stands."""
        top = self.height
        for entrant in self._shown:
            for flowable in entrant:
                top -= flowable.wrap(self.width, NO_END)[1]
                flowable.drawOn(self.canv, 0, top)
            top -= self._gap

    def _measure(self, width: float, first: int, after: int) -> float:
        """The height of some of the ships, with the smallest portraits."""
        heights = [e.profile.wrap(width, NO_END)[1] for e in self.entrants[first:after]]
        return sum(heights) + self.line * (len(heights) - 1)

    def _count(self, width: float, height: float) -> int:
        """How many of the ships go on this page, so that few pages are filled equally well."""
        total, best = len(self.entrants), self._plan_pages(width)
        here = [
            (best[count][0], best[count][1] + (height - used) ** 2, count)
            for count in range(1, min(MOST_SHIPS, total) + 1)
            if (used := self._measure(width, 0, count)) <= height + TOLERANCE
        ]
        return min([*here, (best[0][0], best[0][1] + height**2, 0)])[2]

    def _plan_pages(self, width: float) -> Sequence[tuple[int, float]]:
        """From each ship on, on pages of their own: how many, and the squares of what they lack."""
        if self._planned is None or self._planned[0] != width:
            heights = [entrant.profile.wrap(width, NO_END)[1] for entrant in self.entrants]
            best = [(0, 0.0)] * (len(heights) + 1)
            for first in reversed(range(len(heights))):
                options = [
                    (1 + best[after][0], best[after][1] + (self.depth - used) ** 2)
                    for after in range(first + 1, min(first + MOST_SHIPS, len(heights)) + 1)
                    if (used := sum(heights[first:after]) + self.line * (after - first - 1))
                    <= self.depth + TOLERANCE
                ]
                best[first] = min(options, default=(1 + best[first + 1][0], best[first + 1][1]))
            self._planned = width, best
        return self._planned[1]

    def _fill(self, width: float, height: float) -> float:
        """Lets the portraits grow into a height; returns how much of it is used."""
        profiles = [entrant.profile for entrant in self.entrants]
        rooms = [profile.wrap(width, NO_END)[1] for profile in profiles]
        limits = [profile.limit(width) for profile in profiles]
        gaps = len(profiles) - 1
        for _ in profiles:  # in each round, what one of them may not take goes to the others
            spare = height - sum(rooms) - self.line * gaps
            growing = [at for at, room in enumerate(rooms) if room < limits[at]]
            for at in growing:
                rooms[at] += min(limits[at] - rooms[at], spare / len(growing))
        self._shown = [
            entrant._replace(profile=entrant.profile.grow(room))
            for entrant, room in zip(self.entrants, rooms, strict=True)
        ]
        used = sum(entrant.profile.wrap(width, NO_END)[1] for entrant in self._shown)
        apart = (height - used) / gaps if gaps else 0.0
        self._gap = min(apart, self.line * (1 + _MOST_GAP))
        return used + self._gap * gaps
