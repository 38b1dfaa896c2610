"""The forces of a scenario's sides: tables of their ships, a row for each design."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from sheetgen.ground.contrast import deepen
from sheetgen.ground.record import record
from sheetgen.systems.kit.scenario.briefing import Briefing, Linked, show_points
from sheetgen.systems.kit.scenario.scenario import LinkedSide
from sheetgen.systems.kit.text import Writer

HEAD, ROW = 8.6, 5.2
"""The height of a table's heading and of each row, in millimetres."""

AROUND = 36.0  # what the number of a side, and its points, take beside its name
SMALLEST = 2.2  # the size of letters at which its fleet's name is still read

BESIDE, INDENT = 58.0, 3.0
"""What a row takes beside the name of a design, and what it is set in if that is aboard."""

_DESIGNS = 42  # rows of one table
_LONGEST = 18  # letters of a row's IDs


@record
class Group:
    """The ships of one design on one side, or what is aboard them."""

    count: int
    name: str
    code: str
    ids: str
    points: str
    aboard: bool = False
    lines: Sequence[str] = ()  # of a name that is too long for one line


@record
class Force:
    """A side's table of ships, at its place."""

    number: int
    name: str
    fleet: str
    colour: str
    points: str
    groups: Sequence[Group]
    width: float
    x: float
    y: float = 0.0
    lines: Sequence[str] = ()  # of a name that is too long for one line

    @property
    def height(self) -> float:
        """In millimetres."""
        return HEAD + ROW * len(self.groups)


def pair_forces(
    linked: Linked, briefing: Briefing, width: float, gutter: float, writer: Writer
) -> Iterator[Sequence[Force]]:
    """The sides' tables in twos; a table of very many designs continues in another."""
    tables = [
        list(_split_force(at, side, briefing, width, gutter, writer))
        for at, side in enumerate(linked.sides)
    ]
    for at in range(0, len(tables), 2):
        for rank in zip_longest(*tables[at : at + 2]):
            yield [force for force in rank if force]


def _split_force(
    at: int, side: LinkedSide[Any], briefing: Briefing, width: float, gutter: float, writer: Writer
) -> Iterator[Force]:
    groups = [
        Group(
            row.count,
            row.name,
            row.code,
            shorten_ids(row.ids),
            row.points,
            row.aboard,
            break_name(row.name, width - BESIDE - INDENT * row.aboard, writer),
        )
        for row in briefing.rows(side.fleet.members)
    ]
    own = side.fleet.name
    both = f"{side.name} · {own}"
    fits = writer.measure(both, SMALLEST, bold=True) <= width - AROUND
    fleet = own if own != side.name and fits else ""
    lines = break_name(side.name, width - AROUND, writer, bold=True)
    unit = side.fleet.unit.removesuffix("s" if side.points == 1 else "")
    points = f"{show_points(side.points, side.estimated)} {unit}" if unit else ""
    x = at % 2 * (width + gutter)
    for start in range(0, len(groups), _DESIGNS):
        part = groups[start : start + _DESIGNS]
        colour = deepen(side.colour)
        yield Force(at + 1, side.name, fleet, colour, points, part, width, x, lines=lines)


def break_name(name: str, width: float, writer: Writer, bold: bool = False) -> Sequence[str]:
    """The two narrow lines of a name that no line can hold, with … for what is left over."""
    if writer.measure(name, SMALLEST, bold) <= width:
        return ()
    narrow = Writer(writer.fonts, "Barlow Condensed")
    texts = ("", name) if bold else (name, "")
    first, *others = ["".join(line) for line in narrow.break_lines(*texts, width, SMALLEST)]
    second = " ".join(line.strip() for line in others)
    lines = [line.strip() for line in (first, second) if line]
    return tuple(narrow.cut(line, SMALLEST, width, bold) for line in lines)


def shorten_ids(ids: Sequence[str]) -> str:
    """IDs in a row: `BB1, BB2`, `CA1–CA3` for a run, and only the two ends of a long row."""
    runs: list[list[str]] = []
    for identity in ids:
        if runs and _follows(runs[-1][-1], identity):
            runs[-1].append(identity)
        else:
            runs.append([identity])
    shown = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)
    return shown if len(shown) <= _LONGEST else f"{ids[0]} … {ids[-1]}"


def _follows(one: str, two: str) -> bool:
    a, b = (re.fullmatch(r"(.*?)(\d+)", identity) for identity in (one, two))
    return bool(a and b and a[1] == b[1] and int(b[2]) == int(a[2]) + 1)
