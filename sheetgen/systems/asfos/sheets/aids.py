"""Aids: the template for turns and arcs, the range ruler, tokens, and the quick reference."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.record import NamedTuple, read_values, record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import (
    CHART,
    CRITICALS,
    RANGES,
    RATIOS,
    SPECIALS,
    SPEEDS,
    SpeedEffect,
)
from sheetgen.systems.asfos.fleet import RangeBand, StarFleet
from sheetgen.systems.asfos.ship import Ship, least_attack, plan_courses
from sheetgen.systems.kit import ruler
from sheetgen.systems.kit.deck import make_tokens, read_tokens
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    TableLine,
    make_reference,
    print_parts,
)
from sheetgen.systems.kit.ruler import UNITS, Band, Ruler
from sheetgen.systems.kit.text import sign

BAND = 12
"""The printed range band, in inches."""


@record
class Template:
    """The template for turns and arcs; `reach` is how far secondaries fire."""

    reach: str
    colour: str


@record(kw_only=True)
class BandStrip(ruler.RulerStrip):
    """A strip of the ruler, with the reach of secondaries."""

    reach: str  # written where its bar has room for it
    reach_end: float  # where that bar ends; 0 if there is none
    reach_ends: bool  # whether it ends inside the strip


def fill_template(values: Ship | StarFleet, look: Look) -> list[Print]:
    """The template, with the fleet's reach of secondaries."""
    return _print_template(*find_band(values, look))


def fill_ruler(values: Ship | StarFleet, look: Look) -> list[Print]:
    """The strips of a ruler for the fleet's range bands."""
    band, colour = find_band(values, look)
    return _print_ruler(band, replace(look, colour=colour))


def blank_template(size: int, look: Look) -> list[Print]:
    """The template for range bands of so many inches."""
    return _print_template(RangeBand(size=ruler.check_length(size)), look.colour)


def blank_ruler(size: int, look: Look) -> list[Print]:
    """The strips of a ruler for range bands of so many inches."""
    return _print_ruler(RangeBand(size=ruler.check_length(size)), look)


def find_band(values: Ship | StarFleet, look: Look) -> tuple[RangeBand, str]:
    """A fleet's range band and colour; 12 inches for a ship on its own."""
    if isinstance(values, Ship):
        return RangeBand(size=BAND), look.colour
    return values.fleet.range_band, look.colour or values.fleet.colour


def measure_bands(band: RangeBand, colour: str) -> Ruler:
    """The ruler for range bands of a length."""
    return Ruler(
        total=band.size * len(RANGES),
        unit=band.unit,
        band=band.size,
        bands=[
            Band(
                step * band.size,
                (step + 1) * band.size,
                entry.name,
                sign(entry.modifier),
                band.span(step, step + 1),
                f"particle cannons {entry.shift} columns left" if entry.shift else "",
            )
            for step, entry in enumerate(RANGES)
        ],
        colour=colour,
    )


def _print_template(band: RangeBand, colour: str) -> list[Print]:
    return [Print(Template(band.show(5), colour), f"Range band {band.show(10)}")]


def _print_ruler(band: RangeBand, look: Look) -> list[Print]:
    whole = replace(measure_bands(band, look.colour), longest=ruler.limit_strip(look))
    strips = []
    for (start, end), strip in zip(whole.split(), whole.cut(), strict=True):
        reach = min(band.size / 2, end) - start
        strips.append(
            BandStrip(
                **read_values(strip),
                reach=band.show(5),
                reach_end=max(0.0, reach * UNITS[band.unit]),
                reach_ends=start < band.size / 2 <= end,
            )
        )
    return ruler.print_strips(strips, f"Range band {band.show(10)}")


TEMPLATE = Sheet(
    name="arc-template",
    title="Arc template",
    about="the four arcs of fire and the 45° turns, to cut out",
    template="asfos/arc-template.svg",
    kinds=("ship", "fleet"),
    fill=fill_template,
    default=("fleet",),
    fill_blank=blank_template,
    blank_sizes=(BAND,),
    once=True,
)
RULER = ruler.make_sheet(
    "asfos",
    "ship",
    "the range bands in strips to cut out and glue together",
    fill_ruler,
    blank_ruler,
    BAND,
    default=("fleet",),
)


# Tokens: a set for everybody, from tokens.yaml.


TOKENS = make_tokens("ship", read_tokens(__file__), "#1f4e79")


# The quick reference: the game's tables on one page, in a fleet's unit and range bands.


DEFENCES = range(2, 10)
"""Defence factors from a weak hull without screens to an armoured one with the best."""


class ChartCell(NamedTuple):
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


def fill_reference(values: Ship | StarFleet, look: Look) -> Iterator[Print]:
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
            [ChartCell(str(boxes) if boxes else "–", boxes / most) for boxes in row],
        )
        for die, row in enumerate(CHART)
    ]


def _show_defence(defence: int) -> TableLine:
    """The least attack for each column, empty where it also reaches the next column."""
    attacks = [least_attack(ratio, defence) for ratio in RATIOS]
    later = [*attacks[1:], 0]
    shown = ["" if a == b else str(a) for a, b in zip(attacks, later, strict=True)]
    return TableLine(str(defence), shown)


def _show_speed(speed: SpeedEffect, band: RangeBand) -> str:
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
