"""Contours, layers and hulls: boxes that hold all that is drawn, and halves that are mirrored."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.ground.geometry import Box, Point, mirror
from sheetgen.systems.kit import silhouette as o
from sheetgen.systems.kit.silhouette import (
    HALF,
    Hull,
    Layer,
    Outline,
    draw_engines,
    draw_hull,
    join,
    lay,
    read_hull,
)

COMMAND = re.compile(r"([MLQA])([^MLQAZ]*)")
coordinates = st.floats(-500, 500).map(lambda value: round(value, 2))
points = st.tuples(coordinates, coordinates)
lines = st.lists(points, min_size=2, max_size=8)
headings = st.floats(-360, 720)
lengths = st.floats(0, 90)
contours = st.one_of(
    st.builds(o.draw_outline, lines),
    st.builds(o.draw_line, lines),
    st.builds(o.draw_disc, lengths, points),
    st.builds(o.draw_bar, points, headings, lengths, lengths, lengths, lengths),
)


def list_ends(path: str) -> list[Point]:
    """Where the commands of path data end, with the tops and bottoms of its circles."""
    ends = []
    for letter, text in COMMAND.findall(path):
        *rest, x, y = map(float, text.split())
        ends.append((x, y))
        if letter == "A":
            ends += [(x, y - rest[0]), (x, y + rest[0])] if len(ends) < 2 else []
    return ends


def holds(box: Box, point: Point) -> bool:
    left, top, right, bottom = box
    x, y = point
    return left - 0.01 <= x <= right + 0.01 and top - 0.01 <= y <= bottom + 0.01


@given(contours)
def test_the_box_of_a_contour_holds_all_its_points(contour: o.Contour) -> None:
    ends = list_ends(contour.path)
    assert all(holds(contour.box, end) for end in ends)
    xs = [x for x, _ in ends]  # and no more than that
    assert (min(xs), max(xs)) == pytest.approx((contour.box[0], contour.box[2]), abs=0.01)


@given(lines, st.floats(0.1, 40))
def test_the_box_of_a_soft_outline_is_that_of_its_straight_sides(
    line: Sequence[Point], radius: float
) -> None:
    soft = o.draw_soft(line, radius)
    assert all(holds(soft.box, end) for end in list_ends(soft.path))


@given(st.lists(contours, min_size=1, max_size=5), st.lists(contours, min_size=1, max_size=5))
def test_layers_reach_as_far_as_all_their_contours(
    below: list[o.Contour], above: list[o.Contour]
) -> None:
    layers = [*lay("hull", below), *lay("gun", above)]
    assert [layer.kind for layer in layers] == ["hull", "gun"]
    assert [layer.path for layer in layers] == ["".join(c.path for c in x) for x in (below, above)]
    whole = join(layer.box for layer in layers)
    assert all(holds(whole, end) for layer in layers for end in list_ends(layer.path))
    assert whole == join(contour.box for contour in (*below, *above))


def test_there_is_no_layer_of_nothing() -> None:
    assert list(lay("gun", [])) == []


@given(lines.filter(lambda line: line[0][0] != 0))
def test_what_does_not_begin_on_the_centre_line_stands_on_both_sides(half: list[Point]) -> None:
    right, left = o.draw_halves([half])
    assert right == o.draw_outline(half)
    assert left == o.draw_outline(mirror(half))
    assert o.draw_outline(mirror(mirror(half))) == right
    assert (left.box[0], left.box[2]) == (-right.box[2], -right.box[0])


def test_what_begins_on_the_centre_line_is_one_outline() -> None:
    (whole,) = o.draw_halves([[(0, -5), (3, 0), (0, 5)]])
    assert whole == o.Contour("M0 -5L3 0L0 5L-3 0Z", (-3, -5, 3, 5))


@given(points, headings, st.floats(1, 20))
def test_a_turret_points_into_its_heading(place: Point, heading: float, radius: float) -> None:
    disc, *barrels = o.draw_turret(place, heading, radius, (radius / 2, radius / 3), radius, 0.2)
    assert len(barrels) == 2
    turned = o.draw_turret(place, heading + 180, radius, (radius / 2, radius / 3), radius, 0.2)
    assert turned[0] == disc
    for one, other in zip(barrels, turned[1:], strict=True):
        # Those of opposite headings are each other's images in the place.
        for at in (0, 1):
            edges = (one.box[at], one.box[at + 2], other.box[at], other.box[at + 2])
            assert sum(edges) / 4 == pytest.approx(place[at], abs=0.01)
    feet = [
        min(box[1] for _, box in o.draw_turret(place, at, 1, (2, 1), 5, 0.2)) for at in (0, 180)
    ]
    assert feet == pytest.approx([place[1] - 7, place[1] - 1], abs=0.01)


# Hulls

DART = Hull(
    outline=((0, -40), (8, 0), (8, 30), (0, 30)),
    decks=(((0, -10), (4, 0), (0, 10)),),
    trims=(((5, 0), (7, 0), (7, 10)),),
    lines=(((2, 0), (2, 20)),),
)


def reach(layers: Sequence[Layer], kind: str) -> float:
    return join(layer.box for layer in layers if layer.kind == kind)[2]


@given(st.floats(0.5, 2))
def test_a_hull_is_as_broad_on_both_sides(beam: float) -> None:
    layers = list(draw_hull(DART, beam, plates=[((0, 2), (3, 4), (0, 6))]))
    assert [layer.kind for layer in layers] == [
        "hull", "shade", "trim", "shade", "deck", "shade", "plate", "line"
    ]  # fmt: skip
    assert reach(layers, "hull") == pytest.approx(8 * beam)
    for layer in layers:
        left, _, right, _ = layer.box
        assert layer.kind == "shade" or left == pytest.approx(-right)


def test_a_hull_is_as_deep_from_the_side_as_it_is_broad() -> None:
    domes = [o.draw_disc(0.5, (-5, 10)), o.draw_disc(0.5, (5, -20))]
    turret = o.draw_turret((0, 0), 0, 1, (0.6, 0.36), 1.6, 0.2)
    shapes = list(o.draw_side([*draw_hull(DART), *lay("turret", turret), *lay("dome", domes)]))
    kinds = "line plain ports plain shade trim dark barrel barrel plain"
    assert [shape.kind for shape in shapes] == kinds.split()
    mast, storey, _, hull, *_, gun, _, _, dome = (shape.path for shape in shapes)
    # Half as broad as 8 amidships, its edge stands 1.2 + 0.24 × 8 = 3.12 above its middle there,
    # its keel 0.9 + 0.17 × 8 = 2.26 below it; the bow is 40 to the right, the stern 30 to the left.
    assert hull.startswith("M40 -1.2L0 -3.12L-30 -3.12L-30 -1.2")
    assert hull.endswith("L-30 0.9L-30 2.26L0 2.26L40 0.9Z")
    # A deck half as broad as 4 is 1.3 + 0.09 × 4 = 1.66 high, and the mast stands on it at -2.
    assert storey == "M-10 0L-9.2 -4.78L7.14 -4.78L9.4 -3.12L10 0Z"
    assert mast.startswith("M-2 -4.78v-5")
    assert gun == "M-1.1 -3.12L-0.8 -4.02H0.8L1.1 -3.12Z"
    # Of two domes one is on the far side. Where half the breadth is 4 the edge is at 2.16, and a
    # dome so far out as 5 stands 0.2 × 5 lower.
    assert dome == "M19.5 -1.16a0.5 0.5 0 1 1 1 0a0.5 0.5 0 1 1 -1 0Z"
    assert list(o.draw_side(list(lay("timber", domes)))) == []


def test_engines_glow_to_the_edge_of_the_box() -> None:
    glow, bells = draw_engines([(-5, 30), (5, 30)], 2)
    assert (glow.kind, bells.kind) == ("glow", "engine")
    assert glow.box[3] == HALF - 0.5
    assert bells.box == (-7, 28, 7, 33.5)
    assert list(draw_engines([], 2)) == []


@dataclass(frozen=True)
class Barge:
    outline: Outline
    decks: tuple[Outline, ...]
    mounts: dict[str, Outline]
    masts: tuple[float, ...]
    draught: float


def test_hulls_are_read_once_with_points_for_texts(tmp_path: Path) -> None:
    (tmp_path / "hulls.yaml").write_text(
        "barge:\n  outline: 0,-1.5 2,3\n  decks:\n    - 1,2 3,4\n    - 5,6\n"
        "  mounts:\n    bow: 0,1\n  masts: [0.2, 0.5]\n  draught: 3\n",
        "utf-8",
    )
    module = str(tmp_path / "silhouette.py")
    barge = read_hull(module, "barge", Barge)
    assert barge == Barge(
        outline=((0, -1.5), (2, 3)),
        decks=(((1, 2), (3, 4)), ((5, 6),)),
        mounts={"bow": ((0, 1),)},
        masts=(0.2, 0.5),
        draught=3,
    )
    assert read_hull(module, "barge", Barge) is barge
