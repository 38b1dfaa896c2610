"""The printed page of a matrix: a heat map with numbers, readable in grey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.definitions.definition import Definition
from sheetgen.duel.matrix import Matrix
from sheetgen.systems.battle import Combat, Setting, Stance
from sheetgen.systems.contract import Print, Sheet

LEFT, RIGHT, MOST_WIDTH = 46.0, 24.0, 180.0
"""Millimetres that names and totals take, and what a page has."""
LEAST_CELL, MOST_CELL = 3.6, 8.0
LINE = 3.25
LIGHT_INK = 0.62
"""The win rate above which white is easier to read on a cell than black: 4 to 1 and 5 to 1."""
LETTERS = 118
"""Letters of the note in a line of 180 mm; a rough measure is enough for the space below."""


@dataclass(frozen=True)
class Cell:
    """A cell: its ground and ink as CSS colours, and wins in a hundred."""

    text: str
    fill: str
    ink: str
    mirror: bool


@dataclass(frozen=True)
class Row:
    """A contender with its duels."""

    name: str
    cells: list[Cell]
    mean: str
    worth: str


@dataclass(frozen=True)
class Heatmap:
    """What the template prints of a matrix; lengths are in millimetres."""

    title: str
    condition: str
    rows: list[Row]
    note: str
    currency: str
    has_worth: bool
    cell: float
    width: float
    foot: float


def describe_setting(setting: Setting, combat: Combat) -> str:
    """The conditions in words."""
    stances = [_describe_stance(stance) for stance in setting.stances]
    shown = stances[0] if stances[0] == stances[1] else " against ".join(stances)
    criticals = ", with critical hits" if setting.criticals else ""
    parts = [f"range {setting.range} ({combat.unit})", shown]
    return ", ".join(filter(None, parts)) + criticals


def _describe_stance(stance: Stance) -> str:
    speed = f"speed {stance.speed}" if stance.speed else ""
    return ", ".join(filter(None, (stance.face, speed, stance.maneuver)))


def fill_page(
    title: str, matrix: Matrix, contenders: Sequence[Definition], combat: Combat
) -> Heatmap:
    """What the template prints of a matrix."""
    size = len(contenders)
    cell = max(LEAST_CELL, min(MOST_CELL, (MOST_WIDTH - LEFT - RIGHT) / size))
    width = max(LEFT + size * cell + RIGHT, 120.0)
    worth = combat.worth
    duels = matrix.tallies[0, 0].duels
    margin = 98 / duels**0.5  # the half width of a 95 % interval at one half, in per cent
    note = (
        f"{duels:,} duels a pair, so a number is within about {margin:.1f} of the true one."
        " In a dashed cell everyone meets a copy: 50 is fair dice."
        f" Not played: {'; '.join(combat.limits)}."
    )
    rows = [
        Row(
            contender.name,
            [_fill_cell(matrix, a, b) for b in range(size)],
            f"{100 * matrix.find_mean(a):.0f}",
            str(worth(contender.values)) if worth else "",
        )
        for a, contender in enumerate(contenders)
    ]
    lines = -(-len(note) // int(LETTERS * width / MOST_WIDTH)) + 1
    return Heatmap(
        title,
        describe_setting(matrix.setting, combat),
        rows,
        note,
        combat.currency,
        worth is not None,
        cell,
        width,
        lines * LINE,
    )


def fill_pages(
    title: str, matrices: Sequence[Matrix], contenders: Sequence[Definition], combat: Combat
) -> list[Print]:
    """The pieces of some matrices, a table each."""
    tables = [fill_page(title, matrix, contenders, combat) for matrix in matrices]
    return [Print(table, table.condition) for table in tables]


SHEET = Sheet(
    name="duels",
    title="Duels",
    about="who wins how often against whom",
    template="common/duel-matrix.svg",
    kinds=(),
    fill=lambda values, look: (),
    cut=False,
)


def _fill_cell(matrix: Matrix, a: int, b: int) -> Cell:
    rate = matrix.find_rate(a, b)
    # From almost white to dark, so that a grey print shows the same order.
    light = [
        round(start + (end - start) * rate) for start, end in ((244, 20), (246, 66), (248, 107))
    ]
    fill = "#" + "".join(f"{part:02x}" for part in light)
    return Cell(f"{100 * rate:.0f}", fill, "#fff" if rate > LIGHT_INK else "#111", a == b)
