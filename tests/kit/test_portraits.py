"""Portraits: as high as what is drawn, with the accent of the run or of the game."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from sheetgen.systems.contract import Look
from sheetgen.systems.kit.silhouette import Portrait, draw_bar, draw_disc, lay, make_portrait

SHIP = SimpleNamespace(name="Kestrel")
LAYERS = (*lay("hull", [draw_bar((0, 20), 0, 0, 40, 7)]), *lay("gun", [draw_disc(3, (9, 0))]))


def portray(look: Look, **options: object) -> Portrait:
    sheet = make_portrait("regatta", "ship", lambda ship: LAYERS, "#1f4e79", **options)  # type: ignore[arg-type]
    assert (sheet.template, sheet.kinds, sheet.role) == (
        "regatta/portrait.svg",
        ("ship",),
        "portrait",
    )
    (piece,) = sheet.fill(SHIP, look)
    assert piece.title == "Kestrel"
    assert isinstance(piece.data, Portrait)
    return piece.data


def test_the_place_is_as_high_as_the_ship_reaches_to_its_wider_side() -> None:
    portrait = portray(Look())
    assert portrait.box == pytest.approx((-7, -20, 12, 20))
    assert portrait.beam == 2 * 12 + 4
    assert (portrait.parts, portrait.colour) == (LAYERS, "#1f4e79")

    left = make_portrait(
        "regatta", "ship", lambda ship: [*lay("gun", [draw_disc(3, (-9, 0))])], "red"
    )
    (piece,) = left.fill(SHIP, Look())
    assert piece.data.beam == 2 * 12 + 4


def test_a_picture_has_a_place_of_its_own() -> None:
    look = Look(art=lambda values: "kestrel.png")
    assert (portray(look).beam, portray(look).art) == (62, "kestrel.png")
    assert portray(look, art_height=70.0).beam == 70


def test_the_accent_of_the_run_wins_and_is_shaded() -> None:
    assert portray(Look(colour="#abc")).colour == "#abc"
    assert portray(Look(colour="#abc"), shade=str.upper).colour == "#ABC"
