"""Portraits: as high as what is drawn, with room for a picture of one's own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from sheetgen.systems.contract import Look
from sheetgen.systems.kit.silhouette import Portrait, draw_bar, draw_disc, lay, print_portrait

SHIP = SimpleNamespace(name="Kestrel")
LAYERS = (*lay("hull", [draw_bar((0, 20), 0, 0, 40, 7)]), *lay("gun", [draw_disc(3, (9, 0))]))


def portray(look: Look, height: float = 62.0) -> Portrait:
    piece = print_portrait(SHIP, LAYERS, look, "#1f4e79", height)
    assert piece.title == "Kestrel"
    assert isinstance(piece.data, Portrait)
    return piece.data


def test_the_place_is_as_high_as_the_ship_reaches_to_its_wider_side() -> None:
    portrait = portray(Look())
    assert portrait.box == pytest.approx((-7, -20, 12, 20))
    assert portrait.beam == 2 * 12 + 4
    assert (portrait.parts, portrait.colour) == (LAYERS, "#1f4e79")

    left = [*lay("gun", [draw_disc(3, (-9, 0))])]
    assert print_portrait(SHIP, left, Look(), "red").data.beam == 2 * 12 + 4


def test_a_picture_has_a_place_of_its_own() -> None:
    look = Look(art=lambda values: "kestrel.png")
    assert (portray(look).beam, portray(look).art) == (62, "kestrel.png")
    assert portray(look, 70.0).beam == 70
