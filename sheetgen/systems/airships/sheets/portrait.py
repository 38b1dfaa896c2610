"""Portraits: a ship seen from above, for books."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.silhouette import draw_ship
from sheetgen.systems.kit.portrait import make_portrait
from sheetgen.systems.kit.silhouette import Layer


def _draw(ship: Ship) -> Sequence[Layer]:
    return draw_ship(ship.frame, ship.list_weapons())


PORTRAIT = make_portrait("airships", "ship", _draw, "#1f4e79")
