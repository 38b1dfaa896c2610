"""How a fleet's counters are made: what may be written under `counters:`."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Before, Field, Schema
from sheetgen.systems.kit.counters import Counters as BaseCounters
from sheetgen.systems.kit.counters import spell_size

INCHES = {"3/4": 0.75, "1": 1.0, "1.25": 1.25, "1.5": 1.5}
"""The sizes of counters, in inches."""

LIVERIES = ("light", "dark", "light-striped", "dark-striped")
"""The order in which the sides of a battle get them."""


class Counters(BaseCounters):
    """How the counters of a fleet's fighters look."""

    size: Annotated[
        Literal["3/4", "1", "1.25", "1.5"],
        Before(spell_size(INCHES)),
        Schema({"enum": [*INCHES, *INCHES.values()]}),
    ] = Field("1", description="3/4, 1, 1.25 or 1.5 inches")
    shape: Literal["hex", "square"] = Field("hex", description="hex (a flat side ahead) or square")
    back: Literal["none", "name", "crippled"] = Field(
        "none", description="none, name (of the pilot, or the element), or crippled"
    )

    @property
    def inches(self) -> float:
        """The distance from the front of a counter to its rear."""
        return INCHES[self.size]
