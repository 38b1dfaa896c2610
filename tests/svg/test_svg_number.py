"""sheetgen.ground.number: numbers for PDF content and from SVG attributes."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.ground.number import fmt, numbers, read_number

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (-0.00001, "0"),
        (7.0, "7"),
        (-12, "-12"),
        (0.5, "0.5"),
        (-0.25, "-0.25"),
        (1 / 3, "0.3333"),
        (2 / 3, "0.6667"),
        (99.99999, "100"),
        (1e-7, "0"),
        (100.5, "100.5"),
        (1e20, "100000000000000000000"),
    ],
)
def test_fmt_examples(value, text):
    assert fmt(value) == text


def test_fmt_takes_other_precisions():
    assert fmt(1 / 3, 6) == "0.333333"
    assert fmt(0.5, 3) == "0.5"
    assert fmt(1 / 3, 1) == "0.3"
    assert fmt(100.4, 0) == "100"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_fmt_refuses_what_is_not_finite(value):
    with pytest.raises(ValueError, match="must be a finite number"):
        fmt(value)


@given(st.floats(min_value=-1e6, max_value=1e6))
def test_fmt_round_trip(value):
    assert abs(float(fmt(value)) - value) <= 5e-5 + 1e-9


@given(FINITE)
def test_fmt_is_a_short_pdf_number(value):
    text = fmt(value)
    assert re.fullmatch(r"-?\d+(\.\d{0,3}[1-9])?", text)
    assert text != "-0"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", []),
        ("  \n", []),
        ("1", [1]),
        ("1 2,3 , 4\t5", [1, 2, 3, 4, 5]),
        ("1-2.5.5e3", [1, -2.5, 500]),
        ("+.5-.5", [0.5, -0.5]),
        ("1.5.5.5", [1.5, 0.5, 0.5]),
        ("1e2 1E-2 5.", [100, 0.01, 5]),
        ("007", [7]),
    ],
)
def test_numbers_examples(text, values):
    assert numbers(text) == values


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 x 3", "'x' at character 5 is not a number"),
        ("1px", "'px' at character 2"),
        ("1,,2", "',,2' at character 2"),
        (",1", "',1' at character 1"),
        ("1,", "',' at character 2"),
        ("- 1", "'-' at character 1"),
        ("1e999", "'1e999' is too large"),
        ("0 -1e13", "'-1e13' is too large"),
        ("٣", "is not a number"),
    ],
)
def test_numbers_errors(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        numbers(text)


@given(st.lists(st.floats(-1e9, 1e9)))
def test_numbers_reads_what_fmt_writes(values):
    texts = [fmt(v) for v in values]
    assert numbers(" ".join(texts)) == [float(t) for t in texts]
    assert numbers(",".join(texts)) == [float(t) for t in texts]


@given(st.lists(st.floats(-1e9, 1e9).filter(lambda v: v < 0)))
def test_a_sign_begins_the_next_number(values):
    assert numbers("".join(map(repr, values))) == values


@given(st.text() | st.text("0123456789+-.eE, x\n"))
def test_numbers_raises_nothing_but_value_error(text):
    try:
        values = numbers(text)
    except ValueError as error:
        assert str(error)
    else:
        assert all(map(math.isfinite, values))


def test_read_number():
    assert read_number("-.5e1") == -5
    with pytest.raises(ValueError, match="'1 2' is not a number"):
        read_number("1 2")
    with pytest.raises(ValueError, match="'nan' is not a number"):
        read_number("nan")


def test_a_hostile_text_is_read_in_linear_time():
    with pytest.raises(ValueError, match="is not a number"):
        numbers("0" * 100_000 + "x")
    with pytest.raises(ValueError, match="is not a number"):
        numbers("1." * 50_000 + "x")
