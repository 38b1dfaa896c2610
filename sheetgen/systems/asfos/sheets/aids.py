"""Aids to cut out: the template for turns and arcs, and the range ruler in strips."""

from __future__ import annotations

from sheetgen.ground.record import read_values, record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import RANGES
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.fleet import LinkedFleet, RangeBand
from sheetgen.systems.kit import ruler
from sheetgen.systems.kit.deck import make_tokens, read_tokens
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
class Strip(ruler.RulerStrip):
    """A strip of the ruler, with the reach of secondaries."""

    reach: str  # written where its bar has room for it
    reach_end: float  # where that bar ends; 0 if there is none
    reach_ends: bool  # whether it ends inside the strip


def fill_template(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The template, with the fleet's reach of secondaries."""
    return _print_template(*find_band(values, look))


def fill_ruler(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The strips of a ruler for the fleet's range bands."""
    band, colour = find_band(values, look)
    return _print_ruler(band, replace(look, colour=colour))


def blank_template(size: int, look: Look) -> list[Print]:
    """The template for range bands of so many inches."""
    return _print_template(RangeBand(size=ruler.check_length(size)), look.colour)


def blank_ruler(size: int, look: Look) -> list[Print]:
    """The strips of a ruler for range bands of so many inches."""
    return _print_ruler(RangeBand(size=ruler.check_length(size)), look)


def find_band(values: Ship | LinkedFleet, look: Look) -> tuple[RangeBand, str]:
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
            Strip(
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
