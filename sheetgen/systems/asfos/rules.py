"""The code of A Sky Full of Ships: its ships seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.systems.kit.shipyard import Arms, ShipPlan, draw_warship

if TYPE_CHECKING:
    from sheetgen.systems.kit.silhouette import Layer


def draw_ship(
    code: str,
    above: int,
    span: int,
    primaries: Any,
    engine: int,
    secondaries: int,
    weapon: str,
    guns: int,
) -> Sequence[Layer]:
    """Return the silhouette of a ship; ships of the same build share one object.

    Its hull is that of a size class: 0.92 of its breadth for the lightest, 1 for a ship whose mass
    is `above` that by the whole `span`. `primaries` are strengths by arcs.
    """
    beam = 0.92 + 0.08 * above / span if span > 0 else 1.0
    arms = Arms(primaries.forward, primaries.left, primaries.right, primaries.rear)
    plan = ShipPlan(code, beam, arms, engine, secondaries, guns)
    return draw_warship("starship", plan, weapon)
