"""Backs, bleed and fold lines: what lies where on both sides of the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.drawing.drawing import Drawing, FormField, Resources
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM, PAPERS
from sheetgen.pages.cropmarks import EDGE
from sheetgen.pages.imposition import Plan, impose
from sheetgen.pages.layout import Arrangement, Duplex, Layout, fold_over, turn_page
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item

Box = tuple[float, float, float, float]
NEAR = 0.02  # points
STRIP = Drawing(120 * MM, 5 * MM, "", Resources())


def draw(width: float, height: float, bleed: float = 0.0, operators: str = "") -> Drawing:
    """A drawing of so many millimetres when it is cut out."""
    size = (width + 2 * bleed) * MM, (height + 2 * bleed) * MM
    return Drawing(*size, operators, Resources(), bleed=bleed * MM)


def paint(red: float, green: float, blue: float, mark: str = "") -> Drawing:
    """20 × 10 mm in one colour to the end of 2 mm of bleed, with a mark drawn over that."""
    return draw(20, 10, 2, f"{red} {green} {blue} rg 0 0 200 200 re f {mark}")


def trim(placement: Placement) -> Box:
    bleed = placement.drawing.bleed
    x, y = placement.x, placement.y
    return x + bleed, y + bleed, x + placement.width - bleed, y + placement.height - bleed


def whole(placement: Placement) -> Box:
    x, y = placement.x, placement.y
    return x, y, x + placement.width, y + placement.height


def widen(box: Box, room: float) -> Box:
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room


def overlap(a: Box, b: Box) -> bool:
    across = min(a[2], b[2]) - max(a[0], b[0])
    up = min(a[3], b[3]) - max(a[1], b[1])
    return across > NEAR and up > NEAR


def inside(inner: Box, outer: Box) -> bool:
    return all(a >= b - NEAR for a, b in zip(inner[:2], outer[:2], strict=True)) and all(
        a <= b + NEAR for a, b in zip(inner[2:], outer[2:], strict=True)
    )


def turn_point(page: Page, edge: Duplex, x: float, y: float) -> tuple[float, float]:
    """Where a point of the front comes to lie when the paper is turned, seen from behind."""
    upright = page.height >= page.width
    if (edge is Duplex.LONG) == upright:
        return page.width - x, y
    return x, page.height - y


sides = st.floats(8, 60)
edges = st.sampled_from([Duplex.LONG, Duplex.SHORT])


@st.composite
def batches(draw_value: Any) -> list[Item]:
    items = []
    for _ in range(draw_value(st.integers(1, 6))):
        width, height, bleed = draw_value(st.tuples(sides, sides, st.sampled_from([0.0, 2.0, 3.2])))
        front = draw(width, height, bleed)
        back = draw(width, height, bleed) if draw_value(st.booleans()) else None
        copies = draw_value(st.integers(1, 12))
        items.append(Item(front, copies, back=back, fold=draw_value(st.booleans())))
    return items


layouts = st.builds(
    Layout,
    st.sampled_from([PAPERS["a4"], PAPERS["letter"], PAPERS["a3"]]),
    st.sampled_from([None, True, False]),
    margin=st.sampled_from([EDGE, 10 * MM]),
    marks=st.booleans(),
    duplex=st.sampled_from(Duplex),
)
arrangements = st.builds(
    Arrangement, st.sampled_from([0.0, 3 * MM, 6 * MM]), grid=st.booleans(), cut=st.booleans()
)


# Backs


@given(batches(), layouts, arrangements, edges)
def test_each_back_lies_behind_its_front(
    items: list[Item], layout: Layout, arrangement: Arrangement, edge: Duplex
) -> None:
    layout = Layout(layout.paper, layout.landscape, duplex=edge)
    pages = impose(items, layout, lambda number, count: STRIP, arrangement)
    backs = {id(item.drawing): item.back for item in items if not item.fold}
    check_backs(pages, backs, edge)


def check_backs(pages: list[Page], backs: dict[int, Drawing | None], edge: Duplex) -> None:
    """Each back is on the page after its front, behind it; `backs` are known by their fronts."""
    rest = iter(enumerate(pages))
    for at, front in rest:
        assert front.covered
        expected = [
            (back, put.turn, *turn_point(front, edge, *centre(put)))
            for put in front.placements
            if (back := backs.get(id(put.drawing)))
        ]
        if not expected:
            continue
        assert at % 2 == 0
        _, other = next(rest)
        assert not other.covered
        assert (front.width, front.height) == (other.width, other.height)
        assert len(other.placements) == len(expected)
        half = 0 if (edge is Duplex.LONG) == (front.height >= front.width) else 2
        for put, (back, turn, x, y) in zip(other.placements, expected, strict=True):
            assert put.drawing is back
            assert put.turn == (half - turn) % 4
            assert centre(put) == pytest.approx((x, y), abs=NEAR)


@given(batches(), batches(), layouts, arrangements, arrangements, edges)
def test_backs_of_packed_and_turned_pieces_lie_behind_their_fronts(
    items: list[Item],
    others: list[Item],
    layout: Layout,
    arrangement: Arrangement,
    other: Arrangement,
    edge: Duplex,
) -> None:
    layout = Layout(layout.paper, layout.landscape, duplex=edge)
    plan = Plan([(arrangement, items), (other, others)], layout, STRIP.height)
    pages = plan.make_pages(lambda number, count: STRIP)
    assert len(pages) == plan.page_count
    backs = {id(item.drawing): item.back for item in [*items, *others] if not item.fold}
    check_backs(pages, backs, edge)


@pytest.mark.parametrize("edge", [Duplex.LONG, Duplex.SHORT])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_back_reads_upright_when_its_piece_is_turned_over(
    rasterize: Callable[..., Any], edge: Duplex, turn: int
) -> None:
    """What is at the top of the front is at the top of the back, however the piece is turned."""
    top = draw(20, 10, 0, f"0 0 1 rg 0 {7 * MM} {20 * MM} {3 * MM} re f")
    left = draw(20, 10, 0, f"1 0 0 rg 0 0 {3 * MM} {10 * MM} re f")
    front = Placement(top, 30 * MM, 40 * MM, turn)
    page = Page(100 * MM, 150 * MM, (front,))
    over = turn_page(page, [(front, top)], edge, (0, 0))
    # Ink at the front's upper edge has ink behind it.
    pictures = [rasterize(write_pdf([p], Facts("x")), 0, 127) for p in (page, over)]
    fronts, backs = (find_ink(picture) for picture in pictures)
    turned = {
        (pictures[0].width - 1 - x, y) if edge is Duplex.LONG else (x, pictures[0].height - 1 - y)
        for x, y in backs
    }
    assert len(fronts & turned) > 0.9 * len(fronts)
    # Its left edge is behind the front's right edge.
    over = turn_page(page, [(front, left)], edge, (0, 0))
    right = draw(20, 10, 0, f"1 0 0 rg {17 * MM} 0 {3 * MM} {10 * MM} re f")
    page = Page(100 * MM, 150 * MM, (Placement(right, 30 * MM, 40 * MM, turn),))
    pictures = [rasterize(write_pdf([p], Facts("x")), 0, 127) for p in (page, over)]
    fronts, backs = (find_ink(picture) for picture in pictures)
    turned = {
        (pictures[0].width - 1 - x, y) if edge is Duplex.LONG else (x, pictures[0].height - 1 - y)
        for x, y in backs
    }
    assert len(fronts & turned) > 0.9 * len(fronts)


def find_ink(picture: Any) -> set[tuple[int, int]]:
    """The pixels that are not white."""
    grey = picture.convert("L")
    data = grey.tobytes()
    return {(at % grey.width, at // grey.width) for at, value in enumerate(data) if value < 200}


def centre(placement: Placement) -> tuple[float, float]:
    x0, y0, x1, y1 = trim(placement)
    return (x0 + x1) / 2, (y0 + y1) / 2


@pytest.mark.parametrize(
    ("paper", "edge", "corner", "turn"),
    [
        # A piece of 20 × 10 mm, 30 mm from the left and 40 mm from the bottom.
        ((210, 297), Duplex.LONG, (160, 40), 0),  # 210 - 30 - 20
        ((210, 297), Duplex.SHORT, (30, 247), 2),  # 297 - 40 - 10
        ((297, 210), Duplex.LONG, (30, 160), 2),  # lying, the long edge is the upper one
        ((297, 210), Duplex.SHORT, (247, 40), 0),
    ],
)
def test_a_page_is_turned_on_its_long_or_short_edge(
    paper: tuple[float, float], edge: Duplex, corner: tuple[float, float], turn: int
) -> None:
    piece = draw(20, 10)
    page = Page(paper[0] * MM, paper[1] * MM, (Placement(piece, 30 * MM, 40 * MM),))
    backs = [(page.placements[0], draw(20, 10))]
    (put,) = turn_page(page, backs, edge, (0, 0)).placements
    assert (put.x / MM, put.y / MM) == pytest.approx(corner)
    assert put.turn == turn
    (moved,) = turn_page(page, backs, edge, (0.5 * MM, -1 * MM)).placements
    assert (moved.x - put.x, moved.y - put.y) == pytest.approx((0.5 * MM, -1 * MM))


@pytest.mark.parametrize("edge", [Duplex.LONG, Duplex.SHORT])
def test_what_has_no_back_may_stand_anywhere_among_the_fronts(edge: Duplex) -> None:
    strip, plain = Placement(STRIP, 20 * MM, 5 * MM), Placement(draw(20, 10), 90 * MM, 40 * MM)
    fronts = [Placement(draw(20, 10), x * MM, 40 * MM) for x in (30, 60)]
    backs = [(front, draw(20, 10)) for front in fronts]
    expected = turn_page(Page(210 * MM, 297 * MM, (*fronts, strip)), backs, edge, (0, 0))
    for placements in [(strip, *fronts), (plain, strip, *reversed(fronts)), (*fronts, plain)]:
        page = Page(210 * MM, 297 * MM, placements)
        turned = turn_page(page, backs, edge, (0, 0))
        assert turned == expected
        for front, put in zip(fronts, turned.placements, strict=True):
            x0, y0, x1, y1 = trim(front)
            middle = turn_point(page, edge, (x0 + x1) / 2, (y0 + y1) / 2)
            assert middle == pytest.approx((put.x + put.width / 2, put.y + put.height / 2))


def test_backs_can_be_left_out() -> None:
    (page,) = impose(
        [Item(draw(30, 30), back=draw(30, 30))], Layout(PAPERS["a4"], duplex=Duplex.NONE)
    )
    assert len(page.placements) == 1


def test_margin_strips_count_the_backs() -> None:
    numbers: list[tuple[int, int]] = []

    def strip(number: int, count: int) -> Drawing:
        numbers.append((number, count))
        return STRIP

    front = draw(150, 150)
    impose([Item(front, 2, back=draw(150, 150))], Layout(PAPERS["a4"]), strip)
    assert numbers == [(1, 4), (3, 4)]


# Bleed


@given(batches(), layouts, arrangements)
def test_bleed_stays_off_every_other_piece_and_the_margin(
    items: list[Item], layout: Layout, arrangement: Arrangement
) -> None:
    for page in impose(items, layout, arrangement=arrangement):
        room = widen((0, 0, page.width, page.height), -layout.margin)
        for put in page.placements:
            assert inside(whole(put), room)
        for a, b in combinations(page.placements, 2):
            assert not overlap(whole(a), trim(b)) and not overlap(trim(a), whole(b))
            assert not overlap(whole(a), whole(b))


@given(batches(), layouts, arrangements)
def test_marks_stay_off_every_trim_and_outside_of_every_bleed(
    items: list[Item], layout: Layout, arrangement: Arrangement
) -> None:
    for page in impose(items, layout, lambda number, count: STRIP, arrangement):
        pieces = [put for put in page.placements if put.drawing is not STRIP]
        for x0, y0, x1, y1 in page.marks:
            line = (x0 - 0.05, y0 - 0.05, x1 + 0.05, y1 + 0.05)
            assert inside((x0, y0, x1, y1), widen((0, 0, page.width, page.height), -EDGE))
            for put in pieces:
                assert not overlap(line, widen(whole(put), -0.07))
                assert not overlap(line, widen(trim(put), 2 * MM - 0.07))


def test_the_gap_grows_with_the_bleed() -> None:
    (page,) = impose(
        [Item(draw(20, 20, 3.2), 2)], Layout(PAPERS["a4"]), arrangement=Arrangement(5 * MM)
    )
    a, b = (trim(put) for put in page.placements)
    assert (b[0] - a[2]) / MM == pytest.approx(6.4)


def test_what_fits_only_without_its_bleed_is_refused_with_its_whole_size() -> None:
    from sheetgen.ground.diagnostics import ProblemError

    impose([Item(draw(196, 100, 2))], Layout(PAPERS["a4"], False))
    with pytest.raises(ProblemError) as caught:
        impose([Item(draw(197, 100, 2))], Layout(PAPERS["a4"], False))
    assert "measures 201 × 104 mm" in caught.value.diagnostics[0].message


# Grids


@given(batches(), layouts, arrangements)
def test_rows_of_a_grid_hold_one_size(
    items: list[Item], layout: Layout, arrangement: Arrangement
) -> None:
    layout, grid = Layout(layout.paper, duplex=Duplex.NONE), replace(arrangement, grid=True)
    previous: tuple[float, float] | None = None
    for page in impose(items, layout, arrangement=grid):
        rows: dict[float, set[tuple[float, float]]] = {}
        for put in page.placements:
            x0, y0, x1, y1 = trim(put)
            rows.setdefault(round(y1, 1), set()).add((round(y1 - y0, 1), round(x1 - x0, 1)))
        assert all(len(sizes) == 1 for sizes in rows.values())
        for _, (size,) in sorted(rows.items(), reverse=True):
            assert previous is None or size[0] <= previous[0]  # the tallest come first
            previous = size


def test_marks_of_two_grids_are_not_taken_for_each_other() -> None:
    items = [Item(draw(30, 30), 2), Item(draw(20, 20), 2)]
    (page,) = impose(items, Layout(PAPERS["a4"], False), arrangement=Arrangement(grid=True))
    large, small = trim(page.placements[0]), trim(page.placements[2])
    assert (large[1] - small[3]) / MM == pytest.approx(10)  # twice 2 mm off and 3 mm long
    between = [m for m in page.marks if m[0] == m[2] and small[3] < m[1] < large[1]]
    lines = {round(m[0], 1): m[3] - m[1] for m in between}
    shared = lines.pop(round(large[0], 1))  # both begin at the left: one long mark for both
    assert shared / MM == pytest.approx(6, abs=0.01)
    assert list(lines.values()) == pytest.approx([3 * MM] * 6, abs=NEAR)


# Fold lines


def test_front_and_back_share_the_fold_line() -> None:
    joined = fold_over(draw(20, 10, 2), draw(20, 10, 2))
    sizes = [joined.trim_width, joined.trim_height, joined.bleed, joined.fold]
    assert [length / MM for length in sizes] == pytest.approx([20, 20, 2, 10])
    assert fold_over(front := draw(5, 5), back := draw(5, 5)) is fold_over(front, back)
    with pytest.raises(ValueError):
        fold_over(draw(20, 10), draw(20, 11))


def test_form_fields_are_turned_over_with_their_back() -> None:
    field = FormField("text", "name", (1.0, 2.0, 4.0, 3.0))
    back = Drawing(20.0, 10.0, "", Resources(), (field,))
    (turned,) = fold_over(Drawing(20.0, 10.0, "", Resources()), back).fields
    assert turned.box == (16.0, 17.0, 19.0, 18.0)


def test_a_back_stands_on_its_head_and_neither_side_bleeds_over_the_fold(
    rasterize: Callable[..., Any],
) -> None:
    corner = f"0 0 1 rg {2 * MM} {2 * MM} {5 * MM} {5 * MM} re f"  # lower left, in blue
    front, back = paint(1, 0, 0, corner), paint(0, 1, 0, corner)
    joined = fold_over(front, back)
    page = Page(joined.width, joined.height, (Placement(joined, 0, 0),))
    picture = rasterize(write_pdf([page], Facts("x")), 0, 254)  # ten pixels to the millimetre

    def look(x: float, y: float) -> tuple[int, ...]:
        """The colour at so many millimetres from the lower left corner of the bleed."""
        return tuple(picture.getpixel((round(10 * x), picture.height - 1 - round(10 * y))))

    red, green, blue = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    assert (joined.width / MM, joined.height / MM) == pytest.approx((24, 24))
    assert look(1, 1) == look(12, 11.5) == red
    assert look(12, 12.5) == look(23, 23) == green
    assert look(4, 4) == blue  # the front's corner
    assert look(20, 20) == blue and look(4, 20) == green  # the back's, turned by half a turn


def find_dashes(page: Page, y: float) -> list[Box]:
    return [m for m in page.marks if m[1] == m[3] == pytest.approx(y, abs=NEAR)]


def test_fold_lines_are_dashed_and_cut_lines_are_not() -> None:
    item = Item(draw(20, 10, 2), back=draw(20, 10, 2), fold=True)
    (page,) = impose([item], Layout(PAPERS["a4"]))
    x0, y0, x1, y1 = trim(page.placements[0])
    assert [len(find_dashes(page, y)) for y in (y0, (y0 + y1) / 2, y1)] == [2, 6, 2]
    level = [m for m in page.marks if m[1] == m[3]]
    assert all(m[0] >= x1 + 2 * MM - NEAR or m[2] <= x0 - 2 * MM + NEAR for m in level)


@pytest.mark.parametrize("duplex", list(Duplex))
def test_a_fold_over_piece_is_joined_unless_there_are_to_be_no_backs(duplex: Duplex) -> None:
    item = Item(draw(20, 10), back=draw(20, 10), fold=True)
    (page,) = impose([item], Layout(PAPERS["a4"], duplex=duplex))
    (put,) = page.placements
    joined = duplex is not Duplex.NONE
    assert put.drawing.height / MM == pytest.approx(20 if joined else 10)


def test_fold_joins_every_back() -> None:
    items = [Item(draw(20, 10), back=draw(20, 10)), Item(draw(20, 10))]
    (page,) = impose(items, Layout(PAPERS["a4"], duplex=Duplex.FOLD))
    heights: Sequence[float] = [put.height / MM for put in page.placements]
    assert heights == pytest.approx([20, 10])
