"""Lines of paragraphs: every item once and in order, no line too long, the best breaks of all."""

from __future__ import annotations

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from sheetgen.type.linebreak import SHRINK, Element, Line, break_lines

END = Element(0.0, penalty=-inf)


def make(widths: list[float], space: float = 3.0) -> list[Element]:
    """Words of these widths, with a space between each two."""
    items: list[Element] = []
    for width in widths:
        items += [Element(width), Element(space, glue=True)]
    return [*items[:-1], END]


def natural(items: list[Element], line: Line) -> float:
    return sum(i.width for i in items[line.start : line.end] if i.penalty is None)


def test_words_that_fit_make_one_line() -> None:
    assert break_lines(make([10, 10]), lambda _: 30) == [Line(0, 3, False, True)]


def test_a_line_ends_where_it_is_told_to() -> None:
    items = [Element(5), END, Element(5), END]
    assert [(line.start, line.end) for line in break_lines(items, lambda _: 100)] == [
        (0, 1),
        (2, 3),
    ]


def test_the_whole_paragraph_is_weighed() -> None:
    """Filling line by line leaves the word of 40 alone in a line that can't be justified."""
    items = make([20, 20, 20, 40, 30])
    greedy = break_lines(items, lambda _: 66, ragged=True)
    best = break_lines(items, lambda _: 66)
    assert [natural(items, line) for line in greedy] == [66, 40, 30]
    assert [natural(items, line) for line in best] == [43, 63, 30]


def test_a_word_is_divided_only_where_that_helps() -> None:
    hyphen = Element(2.0, penalty=50.0, hyphen=True)
    items = [Element(40), Element(3, glue=True), Element(10), hyphen, Element(30), END]
    narrow = break_lines(items, lambda _: 55)
    assert [line.hyphen for line in narrow] == [True, False]
    assert len(break_lines(items, lambda _: 100)) == 1


def test_the_first_line_may_be_shorter() -> None:
    lines = break_lines(make([10] * 6), lambda line: 23 if line == 0 else 36)
    assert (lines[0].start, lines[0].end) == (0, 3)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=60), st.integers(45, 200), st.booleans())
def test_every_word_is_set_once_and_within_the_measure(
    widths: list[int], measure: int, ragged: bool
) -> None:
    items = make([float(w) for w in widths])
    lines = break_lines(items, lambda _: measure, ragged)
    set_ = [i.width for line in lines for i in items[line.start : line.end] if not i.glue]
    assert set_ == widths
    assert [line.last for line in lines] == [False] * (len(lines) - 1) + [True]
    for line in lines:
        spaces = sum(i.width for i in items[line.start : line.end] if i.glue)
        assert natural(items, line) - SHRINK * spaces <= measure + 0.02
