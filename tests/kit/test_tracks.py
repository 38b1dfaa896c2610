"""Tracks: rows of boxes as equal as they can be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.kit.track import break_rows, measure_row


@given(st.integers(1, 400), st.integers(1, 8), st.integers(1, 10))
def test_rows_hold_all_boxes_and_no_more_than_fit(count: int, groups: int, group: int) -> None:
    most = groups * group
    length = measure_row(count, most, group)
    assert group <= length <= most and length % group == 0
    rows = break_rows(range(count), length)
    assert [box for row in rows for box in row] == [*range(count)]
    # There are no more rows than there must be, and they can't be more equal.
    assert len(rows) <= -(-count // most)
    assert (length - group) * -(-count // most) < count


def test_rows_of_whole_groups() -> None:
    assert measure_row(55, 40, 5) == 30
    assert measure_row(13, 12) == 7
    assert break_rows("abcde", 2) == ["ab", "cd", "e"]
