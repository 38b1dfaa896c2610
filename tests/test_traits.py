"""Which face of a family CSS takes for what is asked (CSS Fonts 4, 5.2)."""

from __future__ import annotations

import pytest

from sheetgen.type.fontfile import WIDTHS, Slope, Traits, choose

ALL = [Traits(weight) for weight in range(100, 1000, 100)]


@pytest.mark.parametrize(
    ("weights", "asked", "taken"),
    [
        ((300, 700), 400, 300),
        ((300, 500, 700), 400, 500),
        ((300, 400), 500, 400),
        ((300, 600), 450, 300),
        ((600, 900), 450, 600),
        ((300, 500), 350, 300),
        ((400, 500), 350, 400),
        ((400, 800), 600, 800),
        ((200, 500), 600, 500),
        ((400, 600, 900), 600, 600),
        ((450, 480), 420, 450),
    ],
)
def test_weights(weights: tuple[int, ...], asked: int, taken: int) -> None:
    assert choose([Traits(w) for w in weights], Traits(asked)).weight == taken


@pytest.mark.parametrize(
    ("widths", "asked", "taken"),
    [
        ((75, 125), 100, 75),
        ((87.5, 75, 112.5), 100, 87.5),
        ((112.5, 150), 100, 112.5),
        ((62.5, 100), 75, 62.5),
        ((87.5, 100), 75, 87.5),
        ((100, 150), 125, 150),
        ((75, 100), 125, 100),
        ((100, 112.5), 100.5, 112.5),
    ],
)
def test_widths(widths: tuple[float, ...], asked: float, taken: float) -> None:
    assert choose([Traits(400, 0, w) for w in widths], Traits(400, 0, asked)).width == taken


@pytest.mark.parametrize(
    ("slopes", "asked", "taken"),
    [
        ("NI", "O", "I"),
        ("NO", "I", "O"),
        ("NIO", "I", "I"),
        ("NIO", "O", "O"),
        ("IO", "N", "O"),
        ("N", "I", "N"),
    ],
)
def test_slopes(slopes: str, asked: str, taken: str) -> None:
    known = {slope.name[0]: slope for slope in Slope}
    found = choose([Traits(400, known[s]) for s in slopes], Traits(400, known[asked]))
    assert found.slope is known[taken]


def test_the_width_decides_before_the_slope_and_the_slope_before_the_weight() -> None:
    narrow, leaning, bold = Traits(400, 0, 75), Traits(400, 1), Traits(700)
    assert choose([narrow, leaning, bold], Traits(700, 1, 75)) == narrow
    assert choose([leaning, bold], Traits(700, 1)) == leaning


def test_true_is_italic() -> None:
    assert Traits(400, True) == Traits(400, Slope.ITALIC)
    assert Traits(400, True).style == "italic"


def test_a_face_that_is_there_is_taken() -> None:
    known = [Traits(w, s, p) for w in (300, 400, 600) for s in Slope for p in WIDTHS.values()]
    assert [choose(known, traits) for traits in known] == known
