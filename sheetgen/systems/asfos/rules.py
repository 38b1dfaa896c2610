"""The code of A Sky Full of Ships: its ships seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.systems.kit.shipyard import Arms, ShipPlan, draw_warship

if TYPE_CHECKING:
    from sheetgen.systems.kit.silhouette import Layer


def draw_ship(
    code: str,
    beam: float,
    primaries: Any,
    engine: int,
    secondaries: int,
    weapon: str,
    guns: int,
    fleet: str,
) -> Sequence[Layer]:
    """Return the silhouette of a ship of a fleet; ships of the same build share one object.

    Its hull is that of a size class, at a share of its breadth; `primaries` are strengths by arcs.
    """
    arms = Arms(primaries.forward, primaries.left, primaries.right, primaries.rear)
    plan = ShipPlan(code, float(beam), arms, engine, secondaries, guns)
    return draw_warship("starship", plan, weapon, fleet)
