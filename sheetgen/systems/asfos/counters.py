"""How a fleet's counters are made: what may be written under `counters:`."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Before, Field, Schema
from sheetgen.systems.kit.counters import Counters as BaseCounters
from sheetgen.systems.kit.counters import spell_size

INCHES = {"1/2": 0.5, "5/8": 0.625, "3/4": 0.75, "1": 1.0, "1.25": 1.25, "1.5": 1.5}
"""The sizes of counters, in inches."""

BY_CLASS = {
    "FF": "1/2",
    "DD": "5/8",
    "CL": "3/4",
    "CA": "3/4",
    "BC": "1",
    "BB": "1",
    "DN": "1.25",
    "SDN": "1.25",
    "T": "1.5",
}
"""The size of each size class's counter, unless a fleet has one size for all."""


class Counters(BaseCounters):
    """How the counters of a fleet's ships look."""

    size: Annotated[
        Literal["by-class", "1/2", "5/8", "3/4", "1", "1.25", "1.5"],
        Before(spell_size(INCHES)),
        Schema({"enum": ["by-class", *INCHES, *INCHES.values()]}),
    ] = Field("by-class", description="1/2, 5/8, 3/4, 1, 1.25 or 1.5 inches, or by-class")
    shape: Literal["square", "round", "hex"] = Field(
        "square", description="square, round or hex (with a flat side ahead)"
    )
    back: Literal["none", "name", "damaged"] = Field(
        "none", description="none, name, or damaged (the ship with fires burning)"
    )

    def inches(self, code: str) -> float:
        """The size of the counter of a ship of this size class."""
        return INCHES[BY_CLASS[code] if self.size == "by-class" else self.size]
