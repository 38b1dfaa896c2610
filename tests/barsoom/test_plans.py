"""Deck plans and counters: true to scale, whole, and on paper that everybody has."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.ground.units import MM
from sheetgen.printing.press import Press
from sheetgen.systems.barsoom.deckplan import INCH, LONGEST, WIDEST, find_ratio, split_plan
from sheetgen.systems.barsoom.plan import draw_plan, fit_scale
from tests.barsoom.game import CLASSES, SIDES, WEAPONS, fill, make_ship

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def gun(side: str, type_: str = "medium", count: int = 1) -> dict[str, Any]:
    return {"name": "Ray", "side": side, "type": type_, "count": count}


def bounds(path: str) -> tuple[float, float, float, float]:
    """The box of a path without arcs."""
    numbers = [float(n) for n in _NUMBER.findall(path)]
    xs, ys = numbers[0::2], numbers[1::2]
    return min(xs), min(ys), max(xs), max(ys)


# The plan of a ship


@given(
    st.sampled_from(sorted(CLASSES)),
    st.lists(st.builds(gun, st.sampled_from(SIDES), st.sampled_from(sorted(WEAPONS))), max_size=5),
    st.floats(4, 60),
    st.floats(2, 7),
)
@settings(max_examples=40)
def test_a_plan_has_the_size_of_its_ship(
    class_: str, weapons: list[Any], length: float, beam: float
) -> None:
    ship = make_ship(class_, weapons=weapons, length=length, beam=beam)
    plan = draw_plan(ship.record, 10, planks=True)
    assert (plan.length, plan.beam) == (pytest.approx(10 * length), pytest.approx(10 * beam))
    for part in plan.parts:
        if part.kind in ("hull", "deck", "fin", "plank", "raised", "hatch"):
            left, top, right, bottom = bounds(part.path)
            assert left >= -5 * beam - 0.1
            assert right <= 5 * beam + 0.1
            assert top >= -0.1
            assert bottom <= 10 * length + 0.1
    for x, y, _ in plan.mounts:
        assert abs(x) <= 5 * beam
        assert 0 < y < 10 * length


@pytest.mark.parametrize("class_", sorted(CLASSES))
def test_a_plan_is_the_same_on_both_sides(class_: str) -> None:
    plan = draw_plan(make_ship(class_, weapons=[gun("port"), gun("starboard")]).record, 10)
    for part in plan.parts:
        if part.kind in ("hull", "deck", "fin", "raised", "hatch"):
            left, _, right, _ = bounds(part.path)
            assert left == pytest.approx(-right, abs=0.02)
    words = [(round(abs(x), 6), y) for x, y, label in plan.mounts if label == "M"]
    assert len(words) == 2
    assert words[0] == words[1]


@pytest.mark.parametrize(
    ("side", "shown"), [("bow", 2), ("port", 4), ("starboard", 4), ("turret", 3), ("stern", 2)]
)
def test_weapons_stand_on_the_plan(side: str, shown: int) -> None:
    plan = draw_plan(make_ship("capital", weapons=[gun(side, "medium", shown)]).record, 10)
    assert sum(part.kind == "gun" for part in plan.parts) == shown


def test_what_there_is_no_room_for_is_left_out() -> None:
    plan = draw_plan(make_ship("small", weapons=[gun("turret", "heavy", 9)]).record, 10)
    assert sum(part.kind == "gun" for part in plan.parts) == 4


def test_a_plan_fits_its_place() -> None:
    assert fit_scale(make_ship("medium").record, 100, 36) == 2  # 18 inches long
    assert fit_scale(make_ship("medium").record, 5, 100) == 1  # 5 inches broad


# Deck plans


@pytest.mark.parametrize(("class_", "pages"), [("capital", 3), ("medium", 2), ("small", 1)])
def test_pages_of_a_true_plan(class_: str, pages: int) -> None:
    ship = make_ship(class_)
    pieces = list(fill("deck-plan", ship))
    assert len(pieces) == pages
    tiles = [piece.data for piece in pieces]
    assert (tiles[0].start, tiles[-1].end) == (0, pytest.approx(CLASSES[class_]["length"] * INCH))
    assert all(a.end == b.start for a, b in pairwise(tiles))
    assert [tile.tab > 0 for tile in tiles] == [True] * (pages - 1) + [False]
    assert [tile.head > 0 for tile in tiles] == [True] + [False] * (pages - 1)


@given(st.floats(4, 60))
def test_every_part_fits_a4_and_letter(length: float) -> None:
    spans = split_plan(length * INCH)
    for at, (start, end) in enumerate(spans):
        head = 14 if at == 0 else 0
        tab = 10 if at < len(spans) - 1 else 0
        assert head + end - start + tab <= LONGEST + 1e-6


@pytest.mark.parametrize(
    ("keys", "ratio"),
    [
        ({"class_": "small"}, 1),  # 9 inches are 229 mm
        ({"class_": "medium"}, 2),  # 18 inches are 457 mm
        ({"class_": "capital"}, 3),  # 28 inches are 711 mm
        ({"length": 60}, 7),  # 1524 mm
        ({"length": 8, "beam": 7}, 1),  # 178 mm broad
    ],
)
def test_the_scale_of_a_plan_on_a_page(keys: dict[str, Any], ratio: int) -> None:
    ship = make_ship(**keys)
    assert find_ratio(ship.record) == ratio
    (piece,) = fill("deck-plan-page", ship)
    told = "true size" if ratio == 1 else f"scale 1:{ratio}"
    assert told in piece.data.about
    assert piece.data.end + piece.data.head <= LONGEST
    assert piece.data.width <= WIDEST


def test_squares_are_inches() -> None:
    (piece,) = fill("deck-plan-page", make_ship("small"))
    across = {float(x) for x in re.findall(r"M(-?[\d.]+) 0L", piece.data.grid)}
    assert across == {-25.4, 0, 25.4}
    assert "M-44.45 203.2L44.45 203.2" in piece.data.grid


# Counters


@pytest.mark.parametrize("class_", sorted(CLASSES))
def test_size_of_a_counter(class_: str) -> None:
    (piece,) = fill("counters", make_ship(class_))
    assert piece.back.side == "wild"
    for side in (piece.data, piece.back):
        drawing = Press(None).draw("barsoom/counter.svg", side, "counter")
        trims = (drawing.trim_width / MM, drawing.trim_height / MM)
        assert trims == pytest.approx((CLASSES[class_]["wide"], CLASSES[class_]["high"]))
        plan = side.plan
        assert plan.beam <= trims[0]
        assert plan.length <= trims[1]


@pytest.mark.parametrize("count", [0, 1, 2, 6])
def test_seams_cut_no_guns(count: int) -> None:
    guns = [gun(side, "heavy", count) for side in ("port", "starboard", "turret") if count]
    plan = draw_plan(make_ship("capital", weapons=guns).record, INCH)
    assert len(plan.guns) >= count
    spans = split_plan(plan.length, plan.guns)
    assert (spans[0][0], spans[-1][1]) == (0.0, plan.length)
    for start, end in spans:
        assert end - start <= LONGEST
    for _, seam in spans[:-1]:
        assert all(not top < seam < bottom for top, bottom in plan.guns)
