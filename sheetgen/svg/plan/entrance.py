"""The start of texts: the root and definitions, by which the plan for the rest is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from sheetgen.svg.plan.maker import WholeError
from sheetgen.svg.plan.plan import DrawingPlan, UnfinishedError
from sheetgen.svg.plan.token import find_body

_MOST_HEAD = 60_000
"""Characters before the drawing begins."""


class Entrance(dict[str, Any]):
    """Where the pieces lead before the definitions have been read that all of a plan's texts share.

    That is another entrance, or a plan and what is left of the piece.
    """

    __slots__ = ("_awaited", "_find_plan", "_head")

    def __init__(
        self, find_plan: Callable[[str], DrawingPlan], head: str = "", awaited: str = ""
    ) -> None:
        """`head` is what has been read, `awaited` the tag without which no drawing begins."""
        self._find_plan = find_plan
        self._head, self._awaited = head, awaited

    def __missing__(self, piece: str) -> Any:
        text = self._head + str(piece)  # a Markup would escape what it is added to
        body, awaited = None, self._awaited
        if not awaited or awaited in text[max(len(self._head) - len(awaited), 0) :]:
            body, awaited = find_body(text)
        if body is not None:
            step: Any = self._find_plan(text[:body]), text[body:]
        elif len(text) > _MOST_HEAD:
            raise UnfinishedError
        else:
            step = Entrance(self._find_plan, text, awaited)
        self[piece] = step
        return step

    def enter(self, pieces: Iterable[str]) -> tuple[DrawingPlan, Iterable[str]]:
        """The plan for a text in pieces, and the pieces that come after its definitions.

        Raises WholeError, FaultError, DrawingError.
        """
        here, left = self, iter(pieces)
        for piece in left:
            here = here[piece]
            if type(here) is tuple:
                plan, rest = here
                if plan.is_whole:
                    raise UnfinishedError
                return plan, chain((rest,), left)
        raise WholeError
