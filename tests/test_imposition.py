from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.ground.diagnostics import RULES, Place, ProblemError
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM, PAPERS, Paper, parse_paper
from sheetgen.pages.imposition import impose
from sheetgen.pages.layout import Arrangement, Layout
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item

A4 = PAPERS["a4"]
SQUARE = Layout(parse_paper("100x100mm"))
NEAR = 0.02  # points: what floats and the 0.01 pt of tolerance in fits may cost


def draw(width: float, height: float) -> Drawing:
    return Drawing(width * MM, height * MM, "", Resources())


STRIP = draw(120, 5)


def add_strip(number: int, count: int) -> Drawing:
    return STRIP


def millimetres(*lengths: float) -> tuple[float, ...]:
    return tuple(round(length / MM, 2) + 0.0 for length in lengths)


def corners(page: Page) -> list[tuple[float, ...]]:
    """Each placement's left and bottom in mm."""
    return [millimetres(p.x, p.y) for p in page.placements]


def size(page: Page) -> tuple[float, ...]:
    return millimetres(page.width, page.height)


def counts(pages: list[Page]) -> list[int]:
    return [len(page.placements) for page in pages]


# How much fits, worked by hand: (200 + 6) / (width + 6) columns and (287 + 6) / (height + 6) rows
# in portrait, (287 + 6) and (200 + 6) in landscape.


@pytest.mark.parametrize(
    ("width", "height", "landscape", "a_page"),
    [
        (125, 60, False, 1 * 4),
        (125, 60, True, 2 * 3),
        (188, 60, False, 1 * 4),
        (188, 60, True, 1 * 3),
        (97, 42, False, 2 * 6),  # exactly 200 mm wide
        (97, 42, True, 2 * 4),
        (15, 15, False, 9 * 13),
        (15, 15, True, 13 * 9),
        (200, 287, False, 1),  # all there is
    ],
)
def test_a_page_holds(width: float, height: float, landscape: bool, a_page: int) -> None:
    item = Item(draw(width, height), copies=2 * a_page + 1)
    assert counts(impose([item], Layout(A4, landscape))) == [a_page, a_page, 1]


def test_displays_stand_in_the_middle_and_a_last_page_keeps_their_origin() -> None:
    full, last = impose([Item(draw(125, 60), 5)], Layout(A4, landscape=False))
    # (210 - 125) / 2 = 42.5; the block is 4 × 60 + 3 × 6 = 258 high, its margin (297 - 258) / 2
    assert corners(full) == [(42.5, 217.5), (42.5, 151.5), (42.5, 85.5), (42.5, 19.5)]
    assert corners(last) == [(42.5, 217.5)]


def test_a_page_with_other_cut_lines_is_centred_by_itself() -> None:
    items = [Item(draw(125, 60), 4), Item(draw(97, 60))]
    _, last = impose(items, Layout(A4, landscape=False))
    assert corners(last) == [(56.5, 118.5)]


def test_a_mix_keeps_its_order_in_rows_as_high_as_their_tallest() -> None:
    items = [Item(draw(97, 42), 1), Item(draw(15, 15), 2), Item(draw(125, 60)), Item(draw(15, 20))]
    (page,) = impose(items, Layout(A4, landscape=False))
    # Rows: 97 + 15 + 15 (the display finds no room there), then 125 + 15; 42 + 6 + 60 = 108 high
    # and 125 + 6 + 15 = 146 wide: from 32 mm on the left and 202.5 mm at the top.
    assert corners(page) == [
        (32, 160.5),
        (135, 187.5),
        (156, 187.5),
        (32, 94.5),
        (163, 134.5),
    ]


def test_a_tall_component_leaves_a_row_that_it_would_push_off_the_page() -> None:
    paper = parse_paper("100x100mm")
    items = [Item(draw(80, 60)), Item(draw(20, 20)), Item(draw(20, 40))]
    assert counts(impose(items, Layout(paper))) == [2, 1]


def test_custom_paper_margin_and_gap() -> None:
    layout = Layout(parse_paper("100x60mm"), True, margin=10 * MM)
    pages = impose([Item(draw(19, 19), 9)], layout, arrangement=Arrangement(2 * MM))
    # 80 × 40 mm inside the margins: (80 + 2) / 21 = 3 columns, (40 + 2) / 21 = 2 rows
    assert counts(pages) == [6, 3]
    assert corners(pages[0])[0] == (19.5, 31)


def test_no_items_make_no_pages() -> None:
    assert impose([], Layout(A4), add_strip) == []


@pytest.mark.parametrize("copies", [0, -1])
def test_a_component_is_printed_at_least_once(copies: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        impose([Item(draw(10, 10), copies)], Layout(A4))


def test_margins_and_gaps_have_a_floor() -> None:
    with pytest.raises(ValueError, match=r"4\.9 mm: at least 5 mm"):
        Layout(A4, margin=4.9 * MM)
    with pytest.raises(ValueError, match="at least 0 mm"):
        Arrangement(gap=-1)


# Orientation


@pytest.mark.parametrize(
    ("width", "height", "copies", "expected"),
    [
        (125, 60, 6, (297, 210)),  # one page instead of two
        (188, 60, 4, (210, 297)),
        (15, 15, 117, (210, 297)),  # 9 × 13 or 13 × 9: a tie
        (90, 250, 2, (210, 297)),
        (250, 60, 1, (297, 210)),  # fits only so
    ],
)
def test_the_better_orientation(
    width: float, height: float, copies: int, expected: tuple[float, float]
) -> None:
    (page,) = impose([Item(draw(width, height), copies)], Layout(A4))
    assert size(page) == expected


def test_one_wide_component_turns_only_its_own_page() -> None:
    items = [Item(draw(188, 60), 8), Item(draw(250, 150)), Item(draw(188, 60), 4)]
    pages = impose(items, Layout(A4))
    portrait, landscape = (210, 297), (297, 210)
    assert [size(page) for page in pages] == [portrait, portrait, landscape, portrait]
    assert counts(pages) == [4, 4, 1, 4]


def test_small_components_share_a_turned_page() -> None:
    items = [Item(draw(90, 230), 2), Item(draw(250, 60)), Item(draw(15, 15), 3)]
    assert counts(impose(items, Layout(A4))) == [2, 4]


# Bookmarks


def test_the_first_copy_has_the_bookmark() -> None:
    items = [Item(draw(125, 60), 5, "Warrior"), Item(draw(125, 60), 1), Item(draw(125, 60), 1, "X")]
    first, second = impose(items, Layout(A4, landscape=False))
    (mark,) = first.bookmarks
    assert (mark.title, *millimetres(mark.x, mark.y)) == ("Warrior", 42.5, 277.5)
    (mark,) = second.bookmarks
    assert (mark.title, *millimetres(mark.x, mark.y)) == ("X", 42.5, 145.5)


# Crop marks


def marks(page: Page) -> list[tuple[float, ...]]:
    return [millimetres(*mark) for mark in page.marks]


def grid_marks(
    xs: list[int], ys: list[int], across: list[tuple[int, int]]
) -> list[tuple[int, ...]]:
    upright = [(x, a, x, b) for x in xs for a, b in [(22, 25), (49, 51), (75, 78)]]
    return sorted(upright + [(a, y, b, y) for y in ys for a, b in across])


def test_the_marks_of_a_grid() -> None:
    (page,) = impose([Item(draw(30, 20), 4)], SQUARE)
    # Components from 17 to 47 and 53 to 83 across, from 27 to 47 and 53 to 73 upwards.
    across = [(12, 15), (49, 51), (85, 88)]
    assert marks(page) == grid_marks([17, 47, 53, 83], [27, 47, 53, 73], across)


def test_no_marks_when_not_wanted() -> None:
    (page,) = impose([Item(draw(30, 20), 4)], Layout(A4, marks=False))
    assert page.marks == ()


def test_marks_end_at_the_printable_area_and_short_ones_are_left_out() -> None:
    # 4.5 mm beside the component leave a mark of 2.5 mm; 2.5 mm under it leave 0.5: too little.
    (page,) = impose([Item(draw(81, 85))], SQUARE)
    ends = [(5, 7.5), (92.5, 95)]
    assert marks(page) == [(a, y, b, y) for a, b in ends for y in (7.5, 92.5)]


def test_components_that_touch_have_marks_outside_only() -> None:
    (page,) = impose([Item(draw(40, 20), 4)], SQUARE, arrangement=Arrangement(0))
    # 2 × 2: each of the 3 + 3 cut lines has a mark at both ends, and shared lines have them once.
    assert len(page.marks) == 12


def test_marks_that_meet_in_a_wide_gap_are_one() -> None:
    (page,) = impose([Item(draw(30, 80), 2)], SQUARE, arrangement=Arrangement(10 * MM))
    # The gap is from 45 to 55 mm; 2 mm are kept on either side.
    assert [m for m in marks(page) if m[0] == 47] == [(47, 10, 53, 10), (47, 90, 53, 90)]


def test_marks_keep_off_a_wider_component_in_the_next_row() -> None:
    (page,) = impose([Item(draw(20, 20)), Item(draw(80, 20))], SQUARE)
    # The upper one ends at x = 30 and y = 53, the lower one's top is 47: 2 mm remain between.
    assert [m for m in marks(page) if m[0] == m[2] == 30] == [(30, 49, 30, 51), (30, 75, 30, 78)]


# The margin strip


def strip_of(page: Page) -> Placement | None:
    last = page.placements[-1]
    return last if last.drawing is STRIP else None


def test_the_strip_stands_under_the_block() -> None:
    pages = impose([Item(draw(125, 60), 5)], Layout(A4, landscape=False), add_strip)
    for page in pages:
        strip = strip_of(page)
        assert strip is not None
        assert (*millimetres(strip.x, strip.y), strip.turn) == (42.5, 5, 0)


def test_the_strip_moves_left_to_stay_on_the_paper() -> None:
    (page,) = impose([Item(draw(60, 250))], Layout(A4, landscape=False), add_strip)
    strip = strip_of(page)
    assert strip is not None
    assert millimetres(strip.x, strip.y) == (75, 5)  # the block starts at 75
    (page,) = impose([Item(draw(20, 250))], Layout(A4, landscape=False), add_strip)
    strip = strip_of(page)
    assert strip is not None
    assert millimetres(strip.x, strip.x + strip.width) == (85, 205)  # the block starts at 95


def test_the_block_moves_up_for_the_strip() -> None:
    (page,) = impose([Item(draw(200, 272))], Layout(A4, marks=False), add_strip)
    # 12.5 mm under it in the centre are enough; 7 + 5 are needed.
    assert corners(page) == [(5, 12.5), (5, 5)]
    (page,) = impose([Item(draw(200, 278))], Layout(A4, marks=False), add_strip)
    assert corners(page) == [(5, 12), (5, 5)]
    (page,) = impose([Item(draw(200, 282))], Layout(A4, marks=False), add_strip)
    assert corners(page) == [(5, 7.5)]


def test_the_strip_turns_where_there_is_no_room_below() -> None:
    layout = Layout(A4, landscape=False, marks=False)
    (page,) = impose([Item(draw(190, 287))], layout, add_strip)
    strip = strip_of(page)
    assert strip is not None
    # 210 - 5 - 5 - 2 - 190 = 8 mm on the left, instead of 10 in the centre
    assert corners(page) == [(8, 5), (200, 5)]
    assert (strip.turn, *millimetres(strip.width, strip.height)) == (1, 5, 120)


def test_a_full_page_has_no_strip() -> None:
    (page,) = impose([Item(draw(97, 42), 12)], Layout(A4), add_strip)
    assert strip_of(page) is None


def test_the_strip_goes_where_it_costs_no_marks() -> None:
    # In landscape 192 mm of 210 are taken: at most 8 mm are free below, enough for the strip but
    # not for marks as well.
    (page,) = impose([Item(draw(125, 60), 6)], Layout(A4), add_strip)
    (bare,) = impose([Item(draw(125, 60), 6)], Layout(A4))
    strip = strip_of(page)
    assert strip is not None
    assert strip.turn == 1
    assert marks(page) == marks(bare)


def test_marks_give_way_to_a_strip_that_has_no_other_place() -> None:
    # Nothing is free at the side; 297 - 10 - 278 = 9 mm will do below, and 2 mm remain above.
    (page,) = impose([Item(draw(200, 278))], Layout(A4, landscape=False), add_strip)
    assert corners(page) == [(5, 12), (5, 5)]
    # No mark under it at 5 mm, where the strip is; one at 205 mm, where it is not.
    assert marks(page) == [(205, 7, 205, 10)]


def test_the_strip_knows_its_page() -> None:
    asked: list[tuple[int, int]] = []

    def note(number: int, count: int) -> Drawing:
        asked.append((number, count))
        return STRIP

    impose([Item(draw(125, 60), 9)], Layout(A4, landscape=False), note)
    assert asked == [(1, 3), (2, 3), (3, 3)]


# What doesn't fit


def problems(items: list[Item], layout: Layout) -> list[tuple[str, str]]:
    with pytest.raises(ProblemError) as caught:
        impose(items, layout)
    assert {d.rule for d in caught.value.diagnostics} == {"does-not-fit"}
    return [(d.message, d.hint) for d in caught.value.diagnostics]


def test_what_does_not_fit_is_reported_once() -> None:
    items = [
        Item(draw(300, 60.5), title="Warrior", sheet="Display", where=Place("warrior.yaml", 3, 1)),
        Item(draw(15, 15), title="counter"),
        Item(draw(500, 500)),
    ]
    assert problems(items, Layout(A4)) == [
        (
            "Warrior, display measures 300 × 60.5 mm, but a4 paper has room for 200 × 287 mm"
            " inside its margins, and it does not fit in either orientation; nor does one other"
            " piece",
            "print a smaller variant of the sheet, or use a paper of 510x510mm or more",
        ),
    ]
    assert problems(items[:2], Layout(A4))[0][1] == (
        "the smallest paper it fits is legal (215.9 × 355.6 mm)"
    )
    ((message, hint),) = problems([items[0]] * 3, Layout(A4))
    assert message.endswith("; nor do 2 other pieces")
    assert hint == "the smallest paper they fit is legal (215.9 × 355.6 mm)"
    with pytest.raises(ProblemError) as caught:
        impose(items, Layout(A4))
    assert caught.value.diagnostics[0].place == "warrior.yaml:3:1"


def test_does_not_fit_knows_the_other_orientation_and_the_margin() -> None:
    ((message, hint),) = problems([Item(draw(250, 60))], Layout(A4, landscape=False))
    assert message.endswith("does not fit in this orientation")
    assert hint == "it fits this paper in the other orientation"
    ((message, hint),) = problems([Item(draw(188, 260))], Layout(A4, margin=20 * MM))
    assert "room for 170 × 257 mm" in message
    assert hint == "it fits this paper with a margin of 5 mm"


def test_does_not_fit_is_explained() -> None:
    rule = RULES["does-not-fit"]
    assert rule.severity == "error"
    assert rule.why
    assert rule.example


# Properties

lengths = st.floats(1, 170)
layouts = st.builds(
    Layout,
    st.builds(
        lambda w, h: Paper("custom", w * MM, h * MM), st.floats(200, 420), st.floats(200, 420)
    ),
    st.sampled_from([None, True, False]),
    st.sampled_from([5 * MM, 5 * MM, 15 * MM]),
    st.booleans(),
)
arrangements = st.builds(Arrangement, st.sampled_from([0.0, 1 * MM, 3 * MM, 6 * MM, 10 * MM]))
item_lists = st.lists(
    st.builds(Item, st.builds(draw, lengths, lengths), st.integers(1, 12)), max_size=8
)
strips = st.builds(draw, st.floats(20, 250), st.floats(3, 10))


def gap_between(p: Placement, q: Placement) -> float:
    """How far apart two placements are, across or upwards."""
    return max(
        q.x - p.x - p.width,
        p.x - q.x - q.width,
        q.y - p.y - p.height,
        p.y - q.y - q.height,
    )


def as_placement(mark: tuple[float, float, float, float]) -> Placement:
    x0, y0, x1, y1 = mark
    return Placement(Drawing(x1 - x0, y1 - y0, "", Resources()), x0, y0)


def test_a_page_to_read_is_turned_where_it_fits_no_other_way() -> None:
    tall, wide = Item(draw(190, 254)), Item(draw(190, 90))
    layout, read = Layout(A4, landscape=True), Arrangement(0, cut=False)
    assert [size(page) for page in impose([tall], layout, arrangement=read)] == [(210, 297)]
    assert [size(page) for page in impose([wide], layout, arrangement=read)] == [(297, 210)]
    with pytest.raises(ProblemError):
        impose([tall], layout, arrangement=replace(read, cut=True))


@pytest.mark.parametrize(
    ("copies", "pages"), [(9, [9]), (12, [9, 3]), (16, [9, 7]), (30, [9, 9, 9, 3])]
)
def test_cards_stand_nine_to_a_page(copies: int, pages: list[int]) -> None:
    """Eight a page lying would need as many pages, with wider margins."""
    card = Drawing(63.5 * MM, 88.9 * MM, "", Resources())
    cards = Arrangement(0, grid=True)
    assert counts(impose([Item(card, copies)], Layout(A4), arrangement=cards)) == pages


@settings(max_examples=150)
@given(item_lists, layouts, arrangements, strips)
def test_pages_are_sound(
    items: list[Item], layout: Layout, arrangement: Arrangement, strip: Drawing
) -> None:
    pages = impose(items, layout, lambda number, count: strip, arrangement)
    parts = [[p for p in page.placements if p.drawing is not strip] for page in pages]
    assert [p.drawing for part in parts for p in part] == [
        item.drawing for item in items for _ in range(item.copies)
    ]
    # The strip takes no component's place.
    assert [len(part) for part in parts] == counts(impose(items, layout, arrangement=arrangement))
    for page, part in zip(pages, parts, strict=True):
        for p, q in pairwise(part):
            same_row = abs(p.y + p.height - q.y - q.height) < NEAR
            assert q.x > p.x if same_row else q.y + q.height < p.y + NEAR
        for i, p in enumerate(part):
            assert min(p.x, p.y) >= layout.margin - NEAR
            assert p.x + p.width <= page.width - layout.margin + NEAR
            assert p.y + p.height <= page.height - layout.margin + NEAR
            assert all(gap_between(p, q) >= arrangement.gap - NEAR for q in part[:i])
        hairlines = [as_placement(mark) for mark in page.marks]
        for p in (*page.placements, *hairlines):
            assert min(p.x, p.y) >= 5 * MM - NEAR
            assert p.x + p.width <= page.width - 5 * MM + NEAR
            assert p.y + p.height <= page.height - 5 * MM + NEAR
        for mark in hairlines:
            assert max(mark.width, mark.height) >= 1 * MM - NEAR
            assert all(gap_between(mark, p) >= 2 * MM - NEAR for p in part)
        if len(part) < len(page.placements):
            placed = page.placements[-1]
            assert all(gap_between(placed, p) >= 2 * MM - NEAR for p in part)
            assert all(gap_between(placed, mark) >= 1 * MM - NEAR for mark in hairlines)
        assert list(page.marks) == sorted(set(page.marks))


@settings(max_examples=50)
@given(item_lists, layouts)
def test_pages_are_the_same_every_time(items: list[Item], layout: Layout) -> None:
    assert impose(items, layout, add_strip) == impose(items, layout, add_strip)


@settings(max_examples=50)
@given(lengths, lengths, st.integers(1, 60))
def test_the_chosen_orientation_is_never_the_longer_run(w: float, h: float, copies: int) -> None:
    item = Item(draw(w, h), copies)
    both = [len(impose([item], Layout(A4, way))) for way in (False, True)]
    assert len(impose([item], Layout(A4))) == min(both)


def test_what_is_read_starts_at_the_top_of_an_upright_page() -> None:
    (page,) = impose([Item(draw(190, 80))], Layout(A4), arrangement=Arrangement(cut=False))
    assert not page.marks
    assert page.height > page.width
    placement = page.placements[0]
    free = page.height - placement.y - placement.height
    assert free == pytest.approx(10 * MM)  # as much as at its left
    assert placement.x == pytest.approx(10 * MM)
