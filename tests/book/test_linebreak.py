"""Lines of paragraphs: every item once and in order, no line too long, the best breaks of all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import inf, isclose

from hypothesis import example, given
from hypothesis import strategies as st

from sheetgen.type.linebreak import SHRINK, STRETCH, BrokenLine, LineElement, break_lines

END = LineElement(0.0, penalty=-inf)


def make(widths: list[float], space: float = 3.0) -> list[LineElement]:
    """Words of these widths, with a space between each two."""
    items: list[LineElement] = []
    for width in widths:
        items += [LineElement(width), LineElement(space, glue=True)]
    return [*items[:-1], END]


def natural(items: list[LineElement], line: BrokenLine) -> float:
    return sum(i.width for i in items[line.start : line.end] if i.penalty is None)


def test_words_that_fit_make_one_line() -> None:
    assert break_lines(make([10, 10]), lambda _: 30) == [BrokenLine(0, 3, False, True)]


def test_a_line_ends_where_it_is_told_to() -> None:
    items = [LineElement(5), END, LineElement(5), END]
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
    hyphen = LineElement(2.0, penalty=50.0, hyphen=True)
    items = [
        LineElement(40),
        LineElement(3, glue=True),
        LineElement(10),
        hyphen,
        LineElement(30),
        END,
    ]
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


# Every way of breaking, weighed one after the other as Knuth and Plass say

HYPHEN = LineElement(2.0, penalty=50.0, hyphen=True)
JOINT = LineElement(2.0, penalty=10.0)


def join(words: list[list[int]], mark: LineElement = HYPHEN) -> list[LineElement]:
    """Words of parts of these widths, which may be divided between their parts."""
    items: list[LineElement] = []
    for parts in words:
        for width in parts:
            items += [LineElement(float(width)), mark]
        items[-1] = LineElement(3.0, glue=True)
    return [*items[:-1], END]


def list_breaks(
    items: list[LineElement], measure: float, most: float = 1.2
) -> Iterator[list[BrokenLine]]:
    """All lines that are stretched by no more than `most`."""
    places = [at for at, item in enumerate(items[:-1]) if item.glue or item.penalty is not None]
    end = len(items) - 1
    for count in range(len(places) + 1):
        for chosen in combinations(places, count):
            starts = [0, *(at + 1 for at in chosen)]
            lines = [
                BrokenLine(start, at, items[at].hyphen, at == end)
                for start, at in zip(starts, [*chosen, end], strict=True)
            ]
            if all(-1 <= ratio <= most for ratio in find_ratios(items, lines, measure)):
                yield lines


def find_ratios(items: list[LineElement], lines: list[BrokenLine], measure: float) -> list[float]:
    """How far the spaces of each line are stretched or shrunk, the last one never stretched."""
    found = []
    for line in lines:
        spaces = sum(i.width for i in items[line.start : line.end] if i.glue)
        spare = measure - natural(items, line) - (items[line.end].width if line.hyphen else 0)
        ease = spaces * (STRETCH if spare >= 0 else SHRINK)
        ratio = spare / ease if ease else (0.0 if spare == 0 else inf * spare)
        found.append(min(ratio, 0.0) if line.last else ratio)
    return found


def weigh(items: list[LineElement], lines: list[BrokenLine], measure: float) -> float:
    """The demerits of lines: badness, hyphens, hyphens in a row, and one before the last line."""
    ratios = find_ratios(items, lines, measure)
    total = sum((10 + 100 * abs(ratio) ** 3) ** 2 for ratio in ratios)
    total += 60**2 * sum(line.hyphen for line in lines)
    total += 6_000 * sum(a.hyphen and b.hyphen for a, b in pairwise(lines))
    return total + 9_000 * (len(lines) > 1 and lines[-2].hyphen)


WORDS = st.lists(st.integers(4, 24), min_size=1, max_size=2)


@example([[13], [4], [24], [6, 6], [4, 16], [12], [6]], 60)
@given(st.lists(WORDS, min_size=3, max_size=6), st.integers(40, 70))
def test_no_other_lines_are_better(words: list[list[int]], measure: int) -> None:
    items = join(words)
    possible = list(list_breaks(items, measure))
    if possible:
        lines = break_lines(items, lambda _: measure)
        best = min(possible, key=lambda other: weigh(items, other, measure))
        if ends_alone(items, best):  # what is looser by some is better
            looser = list_breaks(items, measure, 1.6)
            possible = [lines for lines in looser if not ends_alone(items, lines)] or possible
        least = min(weigh(items, other, measure) for other in possible)
        assert isclose(weigh(items, lines, measure), least)


def ends_alone(items: list[LineElement], lines: list[BrokenLine]) -> bool:
    """Whether a word, or the end of one, is all there is in the last of several lines."""
    last = items[lines[-1].start : lines[-1].end]
    return len(lines) > 1 and not any(item.glue for item in last)


def test_a_paragraph_ends_in_more_than_a_word_where_spaces_can_stretch() -> None:
    """Eleven words of 14 fill 184.5; with ten, 17.5 fall on nine spaces of 3."""
    ends = [line.end for line in break_lines(join([[14]] * 12), lambda _: 184.5)]
    assert ends == [19, 23], "17.5 / (9 × 1.5) = 1.30"
    few = [line.end for line in break_lines(join([[30], [30], [30], [10]]), lambda _: 97)]
    assert few == [5, 7], "34 on one space would be a hole"


def test_a_line_is_as_bad_as_the_cube_of_its_stretch() -> None:
    """Two lines stretched by 0.6 are better than one by 0 and one by 0.73, and only so if cubed."""
    joint = LineElement(0.0, penalty=10.0)
    first = [LineElement(50), LineElement(10, glue=True), LineElement(37)]
    second = [
        LineElement(18),
        LineElement(45, glue=True),
        LineElement(20.5),
        LineElement(3, glue=True),
    ]
    items = [*first, joint, LineElement(3), joint, *second, LineElement(60), END]
    assert [line.end for line in break_lines(items, lambda _: 100)] == [3, 9, 11]


def test_a_hyphen_has_its_price() -> None:
    """A line that fits is not worth a hyphen where a somewhat loose one can be had without."""
    words = [[8]] * 7 + [[1, 20]] + [[12]] * 4 + [[30]]
    for mark, at in ((JOINT, 15), (HYPHEN, 13)):
        first = break_lines(join(words, mark), lambda _: 80)[0]
        assert first.end == at
