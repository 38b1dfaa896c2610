"""Range bands in words, as several sheets print them."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.record import record
from sheetgen.systems.barsoom.data import RANGES
from sheetgen.systems.kit.text import sign


@record
class Zone:
    """A range band: its limits, and what it adds to the roll to hit."""

    span: str
    modifier: str


def list_zones() -> Sequence[Zone]:
    """The range bands from the nearest to the farthest."""
    ends = [0, *(band.most for band in RANGES)]
    zones = []
    for start, band in zip(ends, RANGES, strict=False):
        span = f"{start}–{band.most}″"
        if not start:
            span = f"under {band.most}″"
        elif band is RANGES[-1]:
            span = f"over {start}″"
        zones.append(Zone(span, sign(band.modifier)))
    return zones
