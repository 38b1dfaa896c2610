"""Terrain at true size: tiles that cover a piece and fit on paper."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sheetgen
from sheetgen.ground.units import MM
from sheetgen.printing.press import Press
from sheetgen.systems.kit.terrain import (
    DEEPEST,
    GLUE,
    KINDS,
    WIDEST,
    cut_length,
    draw,
    print_terrain,
)

PRESS = Press(None)


@given(st.floats(1, 6000))
def test_tiles_cover_a_length_and_overlap_by_the_glue(length: float) -> None:
    spans = cut_length(length, WIDEST)
    assert spans[0][0] == 0 and spans[-1][1] == pytest.approx(length)
    assert all(end - start <= WIDEST + 1e-9 for start, end in spans)
    for (_, end), (start, _) in pairwise(spans):
        assert end - start == pytest.approx(min(GLUE, length - start))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(20.0, 20.0), (150.0, 90.0), (500.0, 300.0)])
def test_every_kind_is_drawn_at_true_size(kind: str, size: tuple[float, float]) -> None:
    pieces = list(print_terrain(kind, "irregular", "N" * 60, size))
    for piece in pieces:
        drawing = PRESS.draw("common/terrain.svg", piece.data, piece.title)
        assert drawing.trim_width / MM == pytest.approx(piece.data.width)
        assert drawing.trim_height / MM == pytest.approx(piece.data.height)
    assert (len(pieces) > 1) == (size[0] > WIDEST or size[1] > DEEPEST)


def test_kinds_are_drawn_differently() -> None:
    arts = [draw(kind, "round", "Rock", (0, 0), (30, 20)) for kind in KINDS]
    shown = [(art.edge, art.strokes, art.dots, kind) for art, kind in zip(arts, KINDS, strict=True)]
    for edge, strokes, dots, kind in shown:
        assert edge.endswith("Z"), kind
        lines = bool(strokes) + bool(dots) + (kind in ("asteroids", "debris", "ruins"))
        assert lines, kind
    assert len({strokes + dots for _, strokes, dots, _ in shown if strokes + dots}) == 8


@pytest.mark.parametrize("size", [(60.0, 60.0), (300.0, 120.0), (300.0, 400.0), (900.0, 100.0)])
def test_a_piece_has_its_name_once(size: tuple[float, float]) -> None:
    """Clear of the strip for glue, wherever its middle is."""
    pieces = list(print_terrain("island", "irregular", "The Hammer", size, "heights 6 to 8"))
    labels = [(piece.data, piece.data.label) for piece in pieces if piece.data.label]
    ((tile, label),) = labels
    right = tile.width - GLUE * any(seam.side == "right" for seam in tile.seams)
    assert label.across / 2 <= label.x <= right - label.across / 2
    assert 0 < label.y < tile.height


def test_each_seam_has_its_letter_on_both_tiles() -> None:
    seams = [
        (seam.letter, seam.side)
        for piece in print_terrain("debris", "irregular", "D", (500.0, 600.0))
        for seam in piece.data.seams
    ]
    letters = {letter for letter, _ in seams}
    assert len(seams) == 2 * len(letters) == 2 * (3 * 2 + 2 * 3)
    for letter in letters:
        sides = {side for known, side in seams if known == letter}
        assert sides in ({"left", "right"}, {"top", "bottom"})


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_scenarios_terrain_is_printed_in_its_own_unit(paper: str, project: Path) -> None:
    text = "system: asfos\nscenario: S\ntable: {width: 120, depth: 120, unit: cm}\n"
    text += "terrain: [{type: planet, size: 40}, {type: marker, size: 5}]\n"
    text += "sides: [{name: A, ships: [{ship: warrior}]}, {name: B, ships: [{ship: warrior}]}]\n"
    (project / "s.yaml").write_text(text, "utf-8")
    result = sheetgen.open_project(project).render("s.yaml", sheet=["terrain"], paper=paper)
    assert result.pieces == 3 * 2 + 1


def test_a_piece_too_large_or_small_is_refused(run: Any) -> None:
    for game in ("asfos", "airships"):
        outcome = run("blank", f"{game}/terrain", "--size", "25", "-o", "t.pdf")
        assert outcome.status == 2 and "1 to 24 inches" in outcome.stderr


@pytest.mark.parametrize("room", [(138.0, 200.0), (186.0, 236.0), (60.0, 80.0), (10.0, 10.0)])
def test_tiles_fit_small_paper(room: tuple[float, float]) -> None:
    pieces = list(print_terrain("island", "irregular", "Rock", (300.0, 250.0), room=room))
    for piece in pieces:
        assert piece.data.width <= max(room[0], 60.0) + 1e-6
        assert piece.data.height <= max(room[1], 60.0) + 1e-6
    assert len(pieces) >= 4
