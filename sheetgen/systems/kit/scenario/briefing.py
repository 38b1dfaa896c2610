"""What a game's scenario sheet says in its own way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.record import record
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.scenario import LinkedScenario
from sheetgen.systems.kit.text import Fact

Linked = LinkedScenario[Any, Any]


@record
class Row:
    """A row in the table of a side: some ships of one design, or what is `aboard` of them."""

    count: int
    name: str
    code: str
    ids: Sequence[str]
    points: str = ""
    aboard: bool = False


@record
class Briefing:
    """What a game adds to the sheet of its scenarios.

    `game` is its name. `rows` are the rows of a side's table. `setup` are facts besides the table
    and the length, `scale` is what the bar below the map shows, and `words` stand in the rules of
    terrain.
    """

    game: str
    rows: Callable[[Sequence[Any]], Iterable[Row]]
    setup: Callable[[Linked], Iterable[Fact]] = lambda linked: ()
    scale: Callable[[Linked], Scale | None] = lambda linked: None
    words: Callable[[Linked], Mapping[str, str]] = lambda linked: {}


def group_designs(
    code: Callable[[Any], str],
    points: Callable[[Any], int] | None = None,
    aboard: Callable[[Sequence[Any]], Iterable[Row]] = lambda members: (),
) -> Callable[[Sequence[Any]], Iterator[Row]]:
    """A function that makes the rows of a fleet's ships: one for each design.

    `code` gives the code of a design, `points` those of a ship in games that have any, and `aboard`
    the rows below some ships of one design.
    """

    def group(members: Sequence[Any]) -> Iterator[Row]:
        designs: dict[int, list[Any]] = {}
        for member in members:
            designs.setdefault(id(member.ship), []).append(member)
        for ships in designs.values():
            first = ships[0]
            worth = ""
            if points:
                worth = show_points(sum(map(points, ships)), getattr(first, "estimated", False))
            ids = [member.id for member in ships]
            yield Row(len(ships), first.ship.name, code(first.ship), ids, worth)
            yield from aboard(ships)

    return group


def show_points(points: int, estimated: bool) -> str:
    """Points as they are printed: estimates with a ~."""
    return f"~{points}" if estimated else str(points)
