"""The quick reference: the game's tables on one page, in a fleet's unit and range bands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.combat import least_attack
from sheetgen.systems.asfos.data import (
    CHART,
    CRITICALS,
    RANGES,
    RATIOS,
    SPECIALS,
    SPEEDS,
    Critical,
    Special,
    Speed,
)
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.fleet import LinkedFleet, RangeBand
from sheetgen.systems.asfos.sheets.aids import find_band, sign
from sheetgen.systems.asfos.turns import Course, plan_courses

DEFENCES = range(2, 10)
"""Defence factors from a weak hull without screens to an armoured one with the best."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the combat chart; `shade` is how strongly it is tinted, 0 to 1."""

    boxes: str
    shade: float


@dataclass(frozen=True, slots=True)
class DieRow:
    """A die's row of the combat chart."""

    die: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class DefenceRow:
    """The least attack for each column against a defence factor."""

    defence: int
    attacks: Sequence[str]  # empty where the next column is reached as well


@dataclass(frozen=True, slots=True)
class Modifier:
    """A line of the modifiers."""

    name: str
    when: str
    dice: str
    shift: str = ""  # of particle cannons


@dataclass(frozen=True, slots=True)
class Reference:
    """The page."""

    band: str
    mark: str
    reach: str  # of secondaries
    farthest: str  # of everything else
    ratios: Sequence[str]
    chart: Sequence[DieRow]
    defences: Sequence[DefenceRow]
    speeds: Sequence[Modifier]
    ranges: Sequence[Modifier]
    criticals: Sequence[Critical]
    driver: Special
    cannon: Special
    shifts: Sequence[int]  # columns at medium and at long range
    courses: Sequence[Course]
    colour: str


def fill_reference(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The page, with the lengths of the fleet that it is printed for."""
    band, colour = find_band(values, look)
    page = Reference(
        band=band.show(10),
        mark=band.mark,
        reach=band.show(5),
        farthest=band.show(10 * len(RANGES)),
        ratios=[str(ratio) for ratio in RATIOS],
        chart=_show_chart(),
        defences=_show_defences(),
        speeds=[Modifier(s.name, _show_speed(s, band), sign(s.modifier)) for s in SPEEDS],
        ranges=[
            Modifier(r.name, band.span(at, at + 1), sign(r.modifier), _show_shift(r.shift))
            for at, r in enumerate(RANGES)
        ],
        criticals=CRITICALS,
        driver=SPECIALS["mass-driver"],
        cannon=SPECIALS["particle-cannon"],
        shifts=[r.shift for r in RANGES[1:]],
        courses=plan_courses(None),
        colour=colour,
    )
    return [Print(page, f"Range band {band.show(10)}")]


def _show_chart() -> list[DieRow]:
    most = max(map(max, CHART))
    last = len(CHART) - 1
    return [
        DieRow(
            # A modified die may leave the chart: its ends stand for all beyond them.
            die=f"{die} or less" if not die else f"{die} or more" if die == last else str(die),
            cells=[Cell(str(boxes) if boxes else "–", boxes / most) for boxes in row],
        )
        for die, row in enumerate(CHART)
    ]


def _show_defences() -> list[DefenceRow]:
    rows = []
    for defence in DEFENCES:
        attacks = [least_attack(ratio, defence) for ratio in RATIOS]
        later = [*attacks[1:], 0]
        shown = ["" if a == b else str(a) for a, b in zip(attacks, later, strict=True)]
        rows.append(DefenceRow(defence, shown))
    return rows


def _show_speed(speed: Speed, band: RangeBand) -> str:
    if speed.least is not None:
        return f"{speed.least}{band.mark} or more this turn"
    return f"{speed.most}{band.mark} or less this turn" if speed.most else "not moving"


def _show_shift(columns: int) -> str:
    return f"{columns} columns left" if columns else "no shift"


REFERENCE = Sheet(
    name="reference",
    title="Quick reference",
    about="all tables of the game on one page, in the fleet's range bands",
    template="asfos/reference.svg",
    kinds=("ship", "fleet"),
    role="reference",
    fill=fill_reference,
    default=("fleet",),
    cut=False,
    once=True,
)
