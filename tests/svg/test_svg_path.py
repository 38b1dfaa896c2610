"""sheetgen.svg.read.path: path data and basic shapes as PDF operators, and their bounds."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sheetgen.drawing.outline import operators_box
from sheetgen.svg.paint.outline import (
    circle_operators,
    ellipse_operators,
    line_operators,
    poly_operators,
    rect_operators,
)
from sheetgen.svg.read.path import path_operators

EIGHTHS = st.integers(-800, 800).map(lambda n: n / 8)  # exact in binary, so sums are too


def read_operators(operators):
    """[(operator, [numbers])] of a piece of content."""
    found: list[tuple[str, list[float]]] = []
    operands: list[float] = []
    for token in operators.split():
        if token.isalpha():
            found.append((token, operands))
            operands = []
        else:
            operands.append(float(token))
    assert not operands
    return found


def sample(operators, steps=40):
    """Points on everything that the operators draw."""
    at = start = (0.0, 0.0)
    for name, v in read_operators(operators):
        if name == "m":
            at = start = v[0], v[1]
        elif name == "l":
            yield from (at, (v[0], v[1]))
            at = v[0], v[1]
        elif name == "h":
            yield from (at, start)
            at = start
        elif name == "re":
            start = at = v[0], v[1]
            yield from (at, (v[0] + v[2], v[1] + v[3]))
        else:
            for i in range(steps + 1):
                yield bezier(at, v, i / steps)
            at = v[4], v[5]


def bezier(at, v, t):
    s = 1 - t
    return tuple(
        s**3 * at[i] + 3 * s * s * t * v[i] + 3 * s * t * t * v[2 + i] + t**3 * v[4 + i]
        for i in (0, 1)
    )


@pytest.mark.parametrize(
    ("d", "operators"),
    [
        ("", ""),
        (" \n ", ""),
        ("M1 2", "1 2 m"),
        ("M 1 2 L 3 4", "1 2 m 3 4 l"),
        ("m1,2 3,4 5,6", "1 2 m 4 6 l 9 12 l"),
        ("M1 2 3 4 5 6", "1 2 m 3 4 l 5 6 l"),
        ("M0 0H5V6h1v-2", "0 0 m 5 0 l 5 6 l 6 6 l 6 4 l"),
        ("M0 0H5 6", "0 0 m 5 0 l 6 0 l"),
        ("M0 0l.5.5-.5-.5", "0 0 m 0.5 0.5 l 0 0 l"),
        ("M1 1C2 2 3 3 4 4", "1 1 m 2 2 3 3 4 4 c"),
        ("M1 1c1 1 2 2 3 3", "1 1 m 2 2 3 3 4 4 c"),
        ("M0 0C0 1 1 2 3 2S5 5 6 6", "0 0 m 0 1 1 2 3 2 c 5 2 5 5 6 6 c"),
        ("M0 0S5 5 6 6", "0 0 m 0 0 5 5 6 6 c"),
        ("M0 0Q3 3 6 0S5 5 6 6", "0 0 m 2 2 4 2 6 0 c 6 0 5 5 6 6 c"),
        ("M0 0Q3 3 6 0", "0 0 m 2 2 4 2 6 0 c"),
        ("M0 0q3 3 6 0t6 0", "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c"),
        ("M0 0q3 3 6 0T12 0 18 0", "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c 14 2 16 2 18 0 c"),
        ("M0 0T6 0", "0 0 m 0 0 2 0 6 0 c"),
        ("M0 0L1 0z", "0 0 m 1 0 l h"),
        ("M1 1l1 0zzZ", "1 1 m 2 1 l h"),
        ("M1 1l1 0zl0 5", "1 1 m 2 1 l h 1 1 m 1 6 l"),
        ("M1 1l1 0zm1 1l1 0", "1 1 m 2 1 l h 2 2 m 3 2 l"),
        ("M0 0A0 5 0 0 1 3 4", "0 0 m 3 4 l"),
        ("M0 0A5 5 0 0 1 0 0", "0 0 m 0 0 l"),
    ],
)
def test_path_examples(d, operators):
    assert path_operators(d) == operators


@pytest.mark.parametrize(
    ("d", "words"),
    [
        ("L 1 1", "'L' at character 1 cannot begin a path; it begins with M or m"),
        ("  5 5", "'5' at character 3 cannot begin a path"),
        ("M0 0 L5 5 x", "'x' at character 11 is not a command; the commands are M L H"),
        ("M0 0e", "'e' at character 5 is not a command"),
        ("M0 0,L1 1", "at character 5 is not a command"),
        ("M", "M at character 1 takes 2 numbers at a time, but has 0"),
        ("M0 0 H", "H at character 6 takes 1 number at a time, but has 0"),
        ("M0 0 C1 1 2 2 3", "C at character 6 takes 6 numbers at a time, but has 5"),
        ("M0 0 z 5", "z at character 6 takes no numbers, but has 1"),
        ("M0 0 A5 5 0 2 0 1 1", "at character 7 is not an arc"),
        ("M0 0 A5 5 0 1 0 1", "is not an arc; an arc is rx ry rotation flag flag x y"),
        ("M0 0 A", "A at character 6 takes 7 numbers at a time, but has 0"),
        ("M0 0 A5 5 0 0 1 1 1,", "',' at character 20 is not an arc"),
        ("M0 0 L1e13 0", "'1e13' is too large"),
        ("M0 0 ſ 1 1 2 2", "'ſ' at character 6 is not a command"),
    ],
)
def test_path_errors(d, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        path_operators(d)


@given(st.text() | st.text("MmLlHhVvCcSsQqTtAaZz0123456789+-.eE, x\n", max_size=60))
@settings(max_examples=300)
def test_path_raises_nothing_but_value_error(d):
    try:
        operators = path_operators(d)
    except ValueError as error:
        assert str(error)
    else:
        operators_box(operators)


# ------------------------------------------------------------- relative and absolute

COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@st.composite
def commands(draw):
    """[(letter, absolute numbers)], beginning with a moveto."""
    letters = draw(st.lists(st.sampled_from(sorted(COUNTS)), max_size=12))
    found = []
    for letter in ["M", *letters]:
        values = draw(st.lists(EIGHTHS, min_size=COUNTS[letter], max_size=COUNTS[letter]))
        if letter == "A":
            values[3:5] = draw(st.tuples(st.integers(0, 1), st.integers(0, 1)))
        found.append((letter, values))
    return found


def make_relative(path):
    x = y = 0.0
    start = (0.0, 0.0)
    for letter, v in path:
        if letter == "H":
            yield "h", [v[0] - x]
            x = v[0]
        elif letter == "V":
            yield "v", [v[0] - y]
            y = v[0]
        elif letter == "Z":
            yield "z", []
            x, y = start
        else:
            fixed = 5 if letter == "A" else 0
            rest = [value - (x, y)[i % 2] for i, value in enumerate(v[fixed:])]
            yield letter.lower(), [*v[:fixed], *rest]
            x, y = v[-2:]
            if letter == "M":
                start = x, y


def write(path):
    return "".join(letter + " ".join(map(str, v)) for letter, v in path)


@given(commands())
def test_relative_and_absolute_forms_are_the_same(path):
    assert path_operators(write(make_relative(path))) == path_operators(write(path))


@given(st.lists(st.tuples(EIGHTHS, EIGHTHS), min_size=2, max_size=8))
def test_repeats_are_implicit(points):
    numbers = [f"{x},{y}" for x, y in points]
    explicit = path_operators("M" + "L".join(numbers))
    assert path_operators("M" + " ".join(numbers)) == explicit
    assert path_operators(f"M{numbers[0]}L" + " ".join(numbers[1:])) == explicit
    assert poly_operators(" ".join(numbers), close=False) == explicit
    assert poly_operators(" ".join(numbers), close=True) == explicit + " h"


@given(*[EIGHTHS] * 6, st.floats(0, 1))
def test_a_quadratic_is_raised_exactly(x0, y0, qx, qy, x, y, t):
    (_, at), (_, v) = read_operators(path_operators(f"M{x0} {y0}Q{qx} {qy} {x} {y}"))
    s = 1 - t
    expected = (s * s * x0 + 2 * s * t * qx + t * t * x, s * s * y0 + 2 * s * t * qy + t * t * y)
    assert bezier(at, v, t) == pytest.approx(expected, abs=2e-4)


# ------------------------------------------------------------------------------ arcs


def test_a_quarter_circle():
    assert path_operators("M1 0A1 1 0 0 1 0 1") == "1 0 m 1 0.5523 0.5523 1 0 1 c"
    assert path_operators("M1 0A1 1 0 0 0 0 1") == "1 0 m 0.4477 0 0 0.4477 0 1 c"


def test_the_large_arc_goes_round_the_other_way():
    assert len(read_operators(path_operators("M1 0A1 1 0 1 0 0 1"))) == 4
    assert len(read_operators(path_operators("M1 0A1 1 0 0 0 0 1"))) == 2
    assert operators_box(path_operators("M1 0A1 1 0 1 0 0 1")) == pytest.approx((-1, -1, 1, 1))


def test_arc_flags_may_be_compact():
    spaced = path_operators("M0 0 a1 1 0 0 1 5 5 a1 1 0 1 0 -5 5")
    assert path_operators("M0 0 a1 1 0 01 5 5 1 1 0 10-5 5") == spaced
    assert path_operators("M0 0 a1 1 0 015 5,1,1,0,1,0,-5,5") == spaced


def test_small_and_negative_radii():
    assert path_operators("M0 0A1 1 0 0 1 10 0") == path_operators("M0 0A5 5 0 0 1 10 0")
    assert path_operators("M0 0A-5 5 0 0 1 10 0") == path_operators("M0 0A5 5 0 0 1 10 0")


@given(
    st.tuples(EIGHTHS, EIGHTHS),
    st.tuples(EIGHTHS, EIGHTHS),
    st.tuples(st.floats(1, 200), st.floats(1, 200)),
    st.floats(-360, 360),
    st.booleans(),
    st.booleans(),
)
def test_arc_ends_are_right_and_points_lie_on_the_ellipse(start, end, radii, turn, large, sweep):
    assume(math.dist(start, end) > 1)
    rx, ry = radii
    d = f"M{start[0]} {start[1]}A{rx!r} {ry!r} {turn!r} {large:d} {sweep:d} {end[0]} {end[1]}"
    (first, at), *curves = read_operators(path_operators(d))
    assert first == "m"
    assert 1 <= len(curves) <= 4
    assert curves[-1][1][4:] == [pytest.approx(end[0], abs=1e-4), pytest.approx(end[1], abs=1e-4)]

    # In the ellipse's own space everything lies on a unit circle around one centre.
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def unit(x, y):
        return (cos * x + sin * y) / rx, (cos * y - sin * x) / ry

    chord = math.dist(unit(*start), unit(*end))
    grow = max(1.0, chord / 2)
    points = []
    for _, v in curves:
        points += [bezier(at, v, i / 8) for i in range(9)]
        at = v[4:]
    places = [(u / grow, w / grow) for u, w in (unit(*p) for p in points)]
    centres = find_centres(places[0], places[-1])
    errors = [max(abs(math.dist(c, p) - 1) for p in places) for c in centres]
    tolerance = 5e-4 + 4e-3 / min(rx, ry)
    assert min(errors) < tolerance

    # The sense and the length of the way, from the turn around that centre.
    if chord < 1.9 and chord / grow > 0.2:
        centre = centres[errors.index(min(errors))]
        angles = [math.atan2(p[1] - centre[1], p[0] - centre[0]) for p in places]
        way = sum((b - a + math.pi) % math.tau - math.pi for a, b in pairwise(angles))
        assert (way > 0) == sweep
        assert (abs(way) > math.pi) == large


def find_centres(p, q):
    mx, my = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
    dx, dy = (q[0] - p[0]) / 2, (q[1] - p[1]) / 2
    half = math.hypot(dx, dy)
    away = math.sqrt(max(0.0, 1 - half * half)) / half
    return (mx - dy * away, my + dx * away), (mx + dy * away, my - dx * away)


# ---------------------------------------------------------------------------- shapes


def test_shapes():
    assert rect_operators(1, 2, 3, 4) == "1 2 3 4 re"
    assert rect_operators(1, 2, 3, 4, 1, 0) == "1 2 3 4 re"
    assert rect_operators(1, 2, 0, 4) == ""
    assert line_operators(1, 2, 3.5, 4) == "1 2 m 3.5 4 l"
    assert circle_operators(0, 0, 0) == ""
    assert ellipse_operators(0, 0, 3, 0) == ""
    assert ellipse_operators(1, 2, 3, 4).startswith("4 2 m 4 4.2091 2.6569 6 1 6 c -0.6569 6 ")
    assert circle_operators(1, 2, 3) == ellipse_operators(1, 2, 3, 3)
    assert poly_operators("", close=True) == ""
    assert poly_operators("1,2 3,4 5,6", close=True) == "1 2 m 3 4 l 5 6 l h"


def test_a_rounded_rectangle():
    operators = rect_operators(0, 0, 10, 8, 2, 1)
    assert operators.startswith("2 0 m 8 0 l 9.1046 0 10 0.4477 10 1 c 10 7 l ")
    assert operators.endswith(" 0 1 l 0 0.4477 0.8954 0 2 0 c h")
    assert rect_operators(0, 0, 10, 8, 99, 99) == rect_operators(0, 0, 10, 8, 5, 4)


@given(EIGHTHS, EIGHTHS, st.floats(0.1, 500), st.floats(0.1, 500), st.floats(0.1, 90))
def test_shapes_fill_their_boxes(x, y, w, h, r):
    box = pytest.approx((x, y, x + w, y + h), abs=2e-4)
    assert operators_box(rect_operators(x, y, w, h)) == box
    assert operators_box(rect_operators(x, y, w, h, r, r)) == box
    assert operators_box(ellipse_operators(x + w / 2, y + h / 2, w / 2, h / 2)) == box


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (lambda: rect_operators(0, 0, -1, 2), "width is -1; it must be 0 or more"),
        (lambda: rect_operators(0, 0, 1, -2), "height is -2"),
        (lambda: rect_operators(0, 0, 1, 2, -1), "rx is -1"),
        (lambda: circle_operators(0, 0, -3), "r is -3"),
        (lambda: ellipse_operators(0, 0, 1, math.nan), "ry is nan"),
        (lambda: line_operators(0, 0, math.inf, 0), "must be a finite number"),
        (lambda: poly_operators("1 2 3", close=False), "points: 3 numbers; they come in pairs"),
        (lambda: poly_operators("1 2 a", close=False), "'a' at character 5 is not a number"),
        (lambda: operators_box("1 2 w"), "'w' is not a number"),
        (lambda: operators_box("1 l"), "operators: l takes 2 numbers, but has 1"),
    ],
)
def test_shape_errors(draw, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        draw()


# ---------------------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    ("operators", "box"),
    [
        ("", None),
        ("5 5 m", None),
        ("9 9 m 0 0 m 1 2 l", (0, 0, 1, 2)),
        ("1 2 m 3 1 l 9 9 m", (1, 1, 3, 2)),
        ("5 5 m h", (5, 5, 5, 5)),
        ("1 2 3 4 re", (1, 2, 4, 6)),
        ("4 6 -3 -4 re", (1, 2, 4, 6)),
        ("0 0 m 0 4 4 4 4 0 c", (0, 0, 4, 3)),
        ("0 0 m 4 0 4 4 0 4 c", (0, 0, 3, 4)),
        ("0 0 m 9 9 m 10 9 l h 9 5 9 5 10 9 c", (9, 6, 10, 9)),
    ],
)
def test_box_examples(operators, box):
    assert operators_box(operators) == (box and pytest.approx(box))


@given(commands())
def test_the_box_contains_the_curve_and_is_tight(path):
    operators = path_operators(write(path))
    box = operators_box(operators)
    points = list(sample(operators))
    if box is None:
        assert not points
        return
    x0, y0, x1, y1 = box
    assert all(x0 - 1e-9 <= x <= x1 + 1e-9 and y0 - 1e-9 <= y <= y1 + 1e-9 for x, y in points)
    reach = 1e-2 * (1 + max(abs(float(t)) for t in operators.split() if not t.isalpha()))
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(box, abs=reach)
