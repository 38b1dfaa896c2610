"""sheetgen.svg.read.transform: transform lists, viewBoxes and the operator for a matrix."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.drawing.drawing import IDENTITY, map_box, matrix_operator, multiply
from sheetgen.svg.drafter import Drafter
from sheetgen.svg.read.transform import parse_transform, viewbox_matrix
from sheetgen.type.fonts import Fonts

SMALL = st.integers(-400, 400).map(lambda n: n / 4)
CALLS = [
    ("matrix", 6), ("translate", 1), ("translate", 2), ("scale", 1), ("scale", 2), ("rotate", 1),
    ("rotate", 3), ("skewX", 1), ("skewY", 1),
]  # fmt: skip


FAR_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><g'
    ' transform="{}"><g opacity="0.5"><g transform="{}"><rect x="{}" width="5" height="5"/>'
    '<rect x="{}" width="5" height="5"/></g></g></g></svg>'
)


@pytest.mark.parametrize(
    ("outer", "inner", "x", "reach"),
    [
        ("translate(-5)", "", 5, 20_000),
        ("translate(-30000)", "", 30_000, 30_005),
        ("scale(.001)", "scale(100)", 900, 90_500),
    ],
)
def test_a_faded_group_is_as_large_as_what_it_draws(outer, inner, x, reach):
    """A form clips to its box, which is large enough for all but unusual coordinates."""
    drawing, problems = Drafter(Fonts()).draw(FAR_SVG.format(outer, inner, x, x + 1))
    assert problems == []
    (form,) = drawing.resources.forms.values()
    assert reach <= form.box[2] <= 2.1 * reach


def move(m, x, y):
    a, b, c, d, e, f = m
    return a * x + c * y + e, b * x + d * y + f


@st.composite
def calls(draw):
    name, count = draw(st.sampled_from(CALLS))
    values = draw(st.lists(SMALL, min_size=count, max_size=count))
    if name.startswith("skew"):
        values = [draw(st.integers(-80, 80))]
    return f"{name}({' '.join(map(str, values))})"


@pytest.mark.parametrize(
    ("text", "matrix"),
    [
        ("", IDENTITY),
        ("  ", IDENTITY),
        ("matrix(1 2 3 4 5 6)", (1, 2, 3, 4, 5, 6)),
        ("translate(3)", (1, 0, 0, 1, 3, 0)),
        ("translate(3,-4)", (1, 0, 0, 1, 3, -4)),
        ("translate(3-4)", (1, 0, 0, 1, 3, -4)),
        ("scale(2)", (2, 0, 0, 2, 0, 0)),
        ("scale( 2 , 3 )", (2, 0, 0, 3, 0, 0)),
        ("rotate(90)", (0, 1, -1, 0, 0, 0)),
        ("rotate(-90)", (0, -1, 1, 0, 0, 0)),
        ("rotate(180 5 5)", (-1, 0, 0, -1, 10, 10)),
        ("translate(10 20) scale(2)", (2, 0, 0, 2, 10, 20)),
        ("scale(2),translate(10 20)", (2, 0, 0, 2, 20, 40)),
        ("scale(2)translate (10 20)", (2, 0, 0, 2, 20, 40)),
    ],
)
def test_transform_examples(text, matrix):
    assert parse_transform(text) == matrix


def test_skews_and_odd_angles():
    assert parse_transform("skewX(45)") == pytest.approx((1, 0, 1, 1, 0, 0))
    assert parse_transform("skewY(45)") == pytest.approx((1, 1, 0, 1, 0, 0))
    half = math.sqrt(0.5)
    assert parse_transform("rotate(45)") == pytest.approx((half, half, -half, half, 0, 0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn(5)", "'turn' is not a transform; there are matrix, translate, scale"),
        ("rotate 5", "'rotate' at character 1 is not a transform; write, for instance, rotate(30)"),
        ("scale(2) 5", "'5' at character 10 is not a transform"),
        ("rotate(1 2)", "rotate takes 1 or 3 numbers, but has 2"),
        ("matrix(1)", "matrix takes 6 numbers, but has 1"),
        ("rotate(45deg)", "in rotate(45deg), 'deg' at character 3 is not a number"),
        ("scale(2),,scale(2)", "',scale(2)' at character 10 is not a transform"),
        ("scale(2),", "nothing follows the ',' at character 9"),
        (",scale(2)", "at character 1 is not a transform"),
        ("skewX(90)", "a skew by 90 degrees flattens everything"),
        ("scale(1e12)" * 40, "scales beyond any number"),
        ("rotate(5", "'rotate' at character 1"),
    ],
)
def test_transform_errors(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_transform(text)


@given(calls(), calls())
def test_transforms_compose_like_multiply(first, second):
    together = parse_transform(f"{first} {second}")
    assert together == multiply(parse_transform(second), parse_transform(first))


@given(calls(), calls(), SMALL, SMALL)
def test_the_last_transform_is_applied_first(first, second, x, y):
    inner = move(parse_transform(second), x, y)
    expected = move(parse_transform(first), *inner)
    assert move(parse_transform(first + second), x, y) == pytest.approx(expected, abs=1e-5)


@given(SMALL, SMALL, SMALL)
def test_a_rotation_keeps_its_centre(angle, x, y):
    assert move(parse_transform(f"rotate({angle},{x},{y})"), x, y) == pytest.approx((x, y))


@given(st.text() | st.text("matrixscaleskewX()0123456789.,- e", max_size=40))
def test_transform_raises_nothing_but_value_error(text):
    try:
        parse_transform(text)
    except ValueError as error:
        assert str(error)


def test_matrix_operator():
    assert matrix_operator(IDENTITY) == "1 0 0 1 0 0 cm"
    assert matrix_operator((1 / 3, 0, 0, -2 / 3, 1 / 3, 5)) == "0.333333 0 0 -0.666667 0.3333 5 cm"
    with pytest.raises(ValueError, match="finite"):
        matrix_operator((math.inf, 0, 0, 1, 0, 0))


@pytest.mark.parametrize(
    ("preserve", "box"),
    [  # where a viewBox of 10 × 10 lands in a viewport of 40 × 20
        ("none", (0, 0, 40, 20)),
        ("", (10, 0, 30, 20)),
        ("xMidYMid", (10, 0, 30, 20)),
        ("xMidYMid meet", (10, 0, 30, 20)),
        ("xMinYMax meet", (0, 0, 20, 20)),
        ("xMaxYMin", (20, 0, 40, 20)),
        ("xMidYMid slice", (0, -10, 40, 30)),
        ("xMinYMin slice", (0, 0, 40, 40)),
        ("xMidYMax slice", (0, -20, 40, 20)),
        ("none slice", (0, 0, 40, 20)),
    ],
)
def test_viewbox(preserve, box):
    m = viewbox_matrix((5, 7, 10, 10), 40, 20, preserve)
    assert map_box(m, (5, 7, 15, 17)) == pytest.approx(box)


def test_viewbox_has_a_default():
    assert viewbox_matrix((0, 0, 10, 10), 40, 20) == (2, 0, 0, 2, 10, 0)


@pytest.mark.parametrize("preserve", ["xmidymid", "xMid", "meet", "xMidYMid meet meet", "none x"])
def test_wrong_aspects(preserve):
    with pytest.raises(ValueError, match=f"preserveAspectRatio: '{preserve}' is neither none"):
        viewbox_matrix((0, 0, 1, 1), 1, 1, preserve)


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (-1, 1), (math.nan, 1)])
def test_a_viewbox_needs_a_size(size):
    with pytest.raises(ValueError, match="must be above 0 in both directions"):
        viewbox_matrix((0, 0, *size), 1, 1, "none")
