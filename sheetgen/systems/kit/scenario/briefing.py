"""What a game's scenario sheet says in its own way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sheetgen.ground.record import record
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.scenario import LinkedScenario
from sheetgen.systems.kit.text import Fact

Linked = LinkedScenario[Any, Any]


@record
class Row:
    """What is aboard some ships of one design, in the table of a side."""

    count: int
    name: str
    code: str
    ids: Sequence[str]


@record
class Briefing:
    """What a game adds to the sheet of its scenarios.

    `game` is its name. `code` gives the code of a design, `points` those of a member of a fleet in
    games that have any,
    and `aboard` further rows below some ships of one design. `setup` are facts besides the table
    and the length, `scale` is what the bar below the map shows, and `words` stand in the rules of
    terrain.
    """

    game: str
    code: Callable[[Any], str]
    points: Callable[[Any], int] | None = None
    aboard: Callable[[Sequence[Any]], Iterable[Row]] = lambda members: ()
    setup: Callable[[Linked], Iterable[Fact]] = lambda linked: ()
    scale: Callable[[Linked], Scale | None] = lambda linked: None
    words: Callable[[Linked], Mapping[str, str]] = lambda linked: {}
