"""Tracks: rows of boxes as equal as they can be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.plain.formula.operation import measure_row


@given(st.integers(1, 400), st.integers(1, 80))
def test_rows_hold_all_boxes_and_no_more_than_fit(count: int, most: int) -> None:
    length = measure_row(count, most)
    assert 1 <= length <= most
    # There are no more rows than there must be, and they can't be more equal.
    assert -(-count // length) <= -(-count // most)
    assert (length - 1) * -(-count // most) < count
