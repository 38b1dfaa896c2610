"""The quick reference: the game's tables on one page, in a fleet's unit and range bands."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.record import NamedTuple
from sheetgen.systems import Look, Print
from sheetgen.systems.asfos.data import (
    CHART,
    CRITICALS,
    RANGES,
    RATIOS,
    SPECIALS,
    SPEEDS,
    Speed,
)
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import least_attack, plan_courses
from sheetgen.systems.asfos.fleet import LinkedFleet, RangeBand
from sheetgen.systems.asfos.sheets.aids import find_band
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    TableLine,
    make_reference,
    print_parts,
)
from sheetgen.systems.kit.text import sign

DEFENCES = range(2, 10)
"""Defence factors from a weak hull without screens to an armoured one with the best."""


class Cell(NamedTuple):
    """A cell of the combat chart; `shade` is how strongly it is tinted, 0 to 1."""

    boxes: str
    shade: float


FORM = ReferenceForm(
    190,
    254,
    103,
    24,
    (
        ReferencePart("combat", 0, 24, 77, "left"),
        ReferencePart("columns", 0, 101, 76.5, "left"),
        ReferencePart("moving", 0, 177.5, 51.5, "left"),
        ReferencePart("specials", 0, 229, 30.5, "left"),
        ReferencePart("turn", 103, 24, 42, "right"),
        ReferencePart("weapons", 103, 66, 35.4, "right"),
        ReferencePart("modifiers", 103, 101.4, 63, "right"),
        ReferencePart("criticals", 103, 164.4, 70, "right"),
        ReferencePart("control", 103, 234.4, 23, "right"),
    ),
)


def fill_reference(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The page, with the lengths of the fleet that it is printed for."""
    band, colour = find_band(values, look)
    yield from print_parts(
        look,
        FORM,
        f"Range band {band.show(10)}",
        band=band.show(10),
        step=band.measure(1),  # of speed, for an engine point
        reach=band.show(5),  # of secondaries
        farthest=band.show(10 * len(RANGES)),
        ratios=RATIOS,
        chart=_show_chart(),
        defences=[_show_defence(defence) for defence in DEFENCES],
        speeds=[TableLine(s.name, [_show_speed(s, band), sign(s.modifier)]) for s in SPEEDS],
        ranges=[
            TableLine(r.name, [band.span(at, at + 1), sign(r.modifier), _show_shift(r.shift)])
            for at, r in enumerate(RANGES)
        ],
        criticals=CRITICALS,
        driver=SPECIALS["mass-driver"],
        cannon=SPECIALS["particle-cannon"],
        shifts=[r.shift for r in RANGES[1:]],  # columns at medium and at long range
        courses=plan_courses(None),
        colour=colour,
    )


def _show_chart() -> list[TableLine]:
    most = max(map(max, CHART))
    # A modified die may leave the chart, so its ends include everything beyond them.
    beyond = {0: " or less", len(CHART) - 1: " or more"}
    return [
        TableLine(
            f"{die}{beyond.get(die, '')}",
            [Cell(str(boxes) if boxes else "–", boxes / most) for boxes in row],
        )
        for die, row in enumerate(CHART)
    ]


def _show_defence(defence: int) -> TableLine:
    """The least attack for each column, empty where it also reaches the next column."""
    attacks = [least_attack(ratio, defence) for ratio in RATIOS]
    later = [*attacks[1:], 0]
    shown = ["" if a == b else str(a) for a, b in zip(attacks, later, strict=True)]
    return TableLine(str(defence), shown)


def _show_speed(speed: Speed, band: RangeBand) -> str:
    if speed.least is not None:
        return f"{band.measure(speed.least)} or more this turn"
    return f"{band.measure(speed.most)} or less this turn" if speed.most else "not moving"


def _show_shift(columns: int) -> str:
    return f"{columns} columns left" if columns else "no shift"


REFERENCE = make_reference(
    "asfos",
    "ship",
    "all tables of the game on one page, in the fleet's range bands",
    fill_reference,
)
