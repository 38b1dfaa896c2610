"""Pieces of all sheets of a run on common pages: what is packed where, and what it costs."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.drawing.drawing import Drawing, FormField, Resources
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.units import MM, PAPERS
from sheetgen.pages.imposition import Plan
from sheetgen.pages.layout import Arrangement, Duplex, Layout, Pack
from sheetgen.pages.packing import PackedBlock, Packer, PackingKind, PackingRoom, Slot, StraightCut
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item
from sheetgen.project.project import Project

Box = tuple[float, float, float, float]
A4 = PAPERS["a4"]
SHIPS = Path(__file__).parents[1] / "ships"
NEAR = 0.05  # points

# The pages of the kits that come along, packed tightly and sheet by sheet.
KITS = {
    "asfos/the-green-veil": (9, 18),
    "asfos/the-ice-toll": (14, 22),
    "asfos/farthing-rock": (11, 19),
    "asfos/ondaro-cast": (6, 9),
    "asfos/threshold-watch": (6, 9),
    "airships/ember-concord": (6, 11),
    "airships/tidemark-watch": (6, 9),
    "black-skies/quarry-watch": (8, 10),
    "black-skies/tiger-flight": (6, 8),
    "black-skies/windward-squadron": (11, 12),
    "barsoom/drywell-company": (20, 23),
    "barsoom/canal-wardens": (15, 19),
}


def draw(width: float, height: float, bleed: float = 0.0) -> Drawing:
    size = (width + 2 * bleed) * MM, (height + 2 * bleed) * MM
    return Drawing(*size, "", Resources(), bleed=bleed * MM)


STRIP = draw(128, 5)
APART, GRID, READ = Arrangement(), Arrangement(grid=True), Arrangement(cut=False)


def pack(
    lots: Sequence[tuple[Arrangement, Sequence[Item]]], layout: Layout, strip: Drawing = STRIP
) -> list[Page]:
    return Plan(lots, layout, strip.height).make_pages(lambda number, count: strip)


def trim(placement: Placement) -> Box:
    b, x, y = placement.drawing.bleed, placement.x, placement.y
    return x + b, y + b, x + placement.width - b, y + placement.height - b


def list_pieces(page: Page) -> list[Placement]:
    return [put for put in page.placements if put.drawing is not STRIP]


def overlap(a: Box, b: Box) -> bool:
    across, up = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return across > NEAR and up > NEAR


def can_be_cut(boxes: Sequence[Box]) -> bool:
    """Whether straight cuts from edge to edge part all boxes from each other."""
    if len(boxes) < 2:
        return True
    for low, high in ((0, 2), (1, 3)):
        end = -1e9
        ordered = sorted(boxes, key=lambda box: box[low])
        for at, box in enumerate(ordered):
            if at and box[low] >= end - NEAR:
                return can_be_cut(ordered[:at]) and can_be_cut(ordered[at:])
            end = max(end, box[high])
    return False


# Properties

sizes = st.tuples(st.integers(8, 190), st.integers(8, 190), st.sampled_from([0.0, 0.0, 2.0]))
items = st.lists(
    st.builds(
        lambda size, copies, back: Item(draw(*size), copies, back=draw(*size) if back else None),
        sizes,
        st.integers(1, 9),
        st.booleans(),
    ),
    max_size=5,
)
uncut = st.lists(
    st.builds(lambda size: Item(draw(*size)), st.tuples(st.integers(8, 180), st.integers(8, 250))),
    max_size=4,
)  # what is not cut out has no bleed
lots = st.lists(
    st.tuples(st.sampled_from([APART, APART, GRID]), items) | st.tuples(st.just(READ), uncut),
    max_size=4,
)
layouts = st.builds(
    Layout,
    st.sampled_from([A4, PAPERS["letter"], PAPERS["a3"]]),
    st.sampled_from([None, None, True, False]),
    margin=st.sampled_from([5 * MM, 10 * MM]),
    marks=st.booleans(),
    pack=st.sampled_from([Pack.TIGHT, Pack.SHIP]),
)


@settings(max_examples=150)
@given(lots, layouts)
def test_packed_pages_are_sound(lots: list[tuple[Arrangement, list[Item]]], layout: Layout) -> None:
    try:
        pages = pack(lots, layout)
    except ProblemError:
        return  # larger than the paper, which has tests of its own
    fronts = [page for page in pages if page.covered]
    printed = Counter(id(put.drawing) for page in fronts for put in list_pieces(page))
    assert printed == Counter({id(item.drawing): item.copies for _, some in lots for item in some})
    reads = {id(item.drawing) for how, some in lots if not how.cut for item in some}
    for page in pages:
        puts = list_pieces(page)
        for put in page.placements:
            assert min(put.x, put.y) >= (layout.margin if put in puts else 5 * MM) - NEAR
            room = layout.margin if put.drawing is not STRIP else 5 * MM
            assert put.x + put.width <= page.width - room + NEAR
            assert put.y + put.height <= page.height - room + NEAR
        wholes = [(p.x, p.y, p.x + p.width, p.y + p.height) for p in page.placements]
        assert not any(overlap(a, b) for a, b in combinations(wholes, 2))
        for x0, y0, x1, y1 in page.marks:
            line = x0 - 0.1, y0 - 0.1, x1 + 0.1, y1 + 0.1
            assert not any(overlap(line, trim(put)) for put in puts)
            assert min(x0, y0) >= 5 * MM - NEAR
            assert max(x1 - page.width, y1 - page.height) <= -5 * MM + NEAR
    for page in fronts:
        puts = list_pieces(page)
        assert can_be_cut([trim(put) for put in puts])
        for put in puts:
            if id(put.drawing) in reads:
                assert put.turn == 0


@settings(max_examples=60)
@given(lots, layouts)
def test_pages_are_the_same_every_time(
    lots: list[tuple[Arrangement, list[Item]]], layout: Layout
) -> None:
    try:
        assert pack(lots, layout) == pack(lots, layout)
    except ProblemError:
        return


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(5, 90), st.integers(5, 90), st.integers(1, 30)), max_size=6))
def test_every_piece_has_a_place(found: list[tuple[int, int, int]]) -> None:
    kinds = [PackingKind(float(w), float(h)) for w, h, _ in found]
    packer = Packer(kinds, gap=0)
    rooms = ((PackingRoom(90.0, 120.0),), (PackingRoom(90.0, 120.0), PackingRoom(120.0, 90.0, 1)))
    pages = packer.pack([count for _, _, count in found], rooms)
    placed = Counter(slot.kind for page in pages for slot in page.slots)
    assert [placed[at] for at in range(len(found))] == [count for _, _, count in found]
    for page in pages:
        width, height = ((90, 120), (120, 90))[page.paper]
        boxes = [measure(slot, kinds) for slot in page.slots]
        assert all(b[2] <= width + NEAR and b[3] <= height + NEAR for b in boxes)
        assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
        assert can_be_cut(boxes)


def measure(slot: Slot, kinds: Sequence[PackingKind]) -> Box:
    width, height = kinds[slot.kind][:2]
    if slot.turn:
        width, height = height, width
    return slot.x, slot.drop, slot.x + width, slot.drop + height


# Examples


def count_pieces(pages: Iterable[Page]) -> list[int]:
    return [len(list_pieces(page)) for page in pages]


def test_five_displays_fill_a_page_and_share_their_cuts() -> None:
    pages = Plan([(APART, [Item(draw(188, 57.4), 10)])], Layout(A4)).make_pages()
    assert count_pieces(pages) == [5, 5]
    for page in pages:
        levels = {round(y / MM, 1) for put in list_pieces(page) for y in trim(put)[1::2]}
        assert len(levels) == 6
        # One mark on either side for each cut.
        assert len([mark for mark in page.marks if mark[1] == mark[3]]) == 12


@pytest.mark.parametrize(("spare", "space"), [(4.9, 0.0), (5.1, 5.1), (11.0, 10.0)])
@pytest.mark.parametrize("down", [True, False])
def test_neighbours_lie_apart_or_share_their_cut(spare: float, space: float, down: bool) -> None:
    """A strip of less than 5 mm between two cuts would only be hard to cut off."""
    blocks = tuple(PackedBlock(kind, 0, 1, 1, 1, 40 * MM, 40 * MM) for kind in (0, 1))
    across, up = ((80 + spare) * MM, 40 * MM) if down else (40 * MM, (80 + spare) * MM)
    cut = StraightCut(blocks, down, 80 * MM if down else 40 * MM, 40 * MM if down else 80 * MM)
    first, second = cut.place(0.0, 0.0, across, up, 10 * MM)
    apart = (second.x - first.x, second.drop - first.drop)
    assert apart[not down] / MM == pytest.approx(40 + space)
    assert apart[down] == 0


def test_a_piece_is_turned_where_that_saves_a_page() -> None:
    items = [Item(draw(188, 57.4), 4), Item(draw(57, 180))]
    (page,) = pack([(APART, items)], Layout(A4))
    assert sorted(put.turn for put in list_pieces(page)) == [0, 0, 0, 0, 1]


def test_a_piece_that_needs_it_is_turned_on_paper_of_one_orientation() -> None:
    (page,) = pack([(APART, [Item(draw(250, 60))])], Layout(A4, landscape=False))
    assert (page.height > page.width, list_pieces(page)[0].turn) == (True, 1)
    with pytest.raises(ProblemError):
        pack([(APART, [Item(draw(250, 60))])], Layout(A4, False, pack=Pack.SHEET))


def test_cards_stand_upright_nine_to_a_page_and_others_fill_the_last_one() -> None:
    card = draw(63.5, 88.9)
    items, chart = [Item(card, 20, back=draw(63.5, 88.9))], [Item(draw(90, 130), 2)]
    pages = pack([(Arrangement(0, grid=True), items), (APART, chart)], Layout(A4))
    assert count_pieces(pages) == [9, 9, 9, 9, 4, 2]
    assert not any(put.turn for page in pages for put in list_pieces(page) if put.drawing is card)


def test_pieces_keep_their_order_where_those_with_backs_leave_room_for_some() -> None:
    small = [draw(40, 40) for _ in range(60)]
    cards = [Item(draw(63.5, 88.9), back=draw(63.5, 88.9)) for _ in range(4)]
    pages = pack([(APART, [Item(drawing) for drawing in small]), (APART, cards)], Layout(A4))
    placed = [[put.drawing for put in list_pieces(page)] for page in pages]
    assert [drawing for page in placed for drawing in page if drawing in small] == small
    assert cards[0].drawing in placed[2] and small[-1] in placed[2]


def test_counters_of_one_size_stay_in_one_grid() -> None:
    counters = [Item(draw(19, 19, 2), 14), Item(draw(25.4, 25.4, 2), 7)]
    (page,) = pack([(GRID, counters), (APART, [Item(draw(188, 57.4), 3)])], Layout(A4))
    for item in counters:
        boxes = [trim(put) for put in list_pieces(page) if put.drawing is item.drawing]
        xs, ys = {round(box[0], 1) for box in boxes}, {round(box[1], 1) for box in boxes}
        assert len(boxes) <= len(xs) * len(ys) < len(boxes) + len(xs)


def test_short_pages_to_read_share_one_from_its_top() -> None:
    rosters = [Item(draw(190, 73)), Item(draw(190, 262)), Item(draw(190, 80))]
    first, second = pack([(READ, rosters[:2]), (READ, rosters[2:])], Layout(A4))
    assert [put.drawing for put in list_pieces(first)] == [rosters[0].drawing, rosters[2].drawing]
    top = max(put.y + put.height for put in list_pieces(first))
    assert (first.height - top) / MM == pytest.approx(10)
    assert count_pieces([second]) == [1]
    assert not first.marks


def test_the_ruler_stays_where_it_costs_no_page() -> None:
    """Eight need two pages with or without room for it; five fit on one only without."""
    eight, five = ([(APART, [Item(draw(200, 57.4), count)])] for count in (8, 5))
    pages = pack(eight, Layout(A4))
    assert [page.placements[-1].drawing is STRIP for page in pages] == [True, True]
    (page,) = pack(five, Layout(A4, landscape=False))
    assert page.placements[-1].drawing is not STRIP


@pytest.mark.parametrize(("apart", "lines"), [(0.34, 1), (0.6, 2)])
def test_marks_that_nearly_meet_are_one(apart: float, lines: int) -> None:
    rows = [Item(draw(100, 40)), Item(draw(100 + apart, 40))]
    (page,) = Plan([(APART, rows)], Layout(A4, False, pack=Pack.SHEET)).make_pages()
    right = {round(mark[0], 2) for mark in page.marks if mark[0] == mark[2] > page.width / 2}
    assert len(right) == lines
    if lines == 1:
        edges = [trim(put)[2] for put in page.placements]
        assert right == {round(sum(edges) / 2, 2)}


@pytest.mark.parametrize(
    ("duplex", "sides", "backs"),
    [("long", [1, 0], 4), ("short", [1, 0], 4), ("fold", [1, 1], 0), ("none", [1], 0)],
)
def test_sizes_backs_and_folds_are_packed_together(
    duplex: str, sides: list[int], backs: int
) -> None:
    cards = [Item(draw(63.5, 88.9), 4, back=draw(63.5, 88.9))]
    folded = [Item(draw(30, 25, 2), 5, back=draw(30, 25, 2), fold=True)]
    others = [Item(draw(150, 26), 2), Item(draw(90, 60))]
    lots = [(GRID, cards), (GRID, folded), (APART, others)]
    pages = pack(lots, Layout(A4, duplex=Duplex(duplex)))
    assert [int(page.covered > 0) for page in pages] == sides
    fronts = [put for page in pages if page.covered for put in list_pieces(page)]
    assert len(fronts) == 4 + 5 + 2 + 1
    joined = [put for put in fronts if put.drawing.fold]
    assert len(joined) == {"long": 5, "short": 5, "fold": 9, "none": 0}[duplex]
    assert not any(put.turn for put in joined)
    dashes = [m for page in pages for m in page.marks if 0 < abs(m[2] - m[0]) < 0.7 * MM]
    assert bool(dashes) == bool(joined)
    assert sum(len(page.placements) for page in pages if not page.covered) == backs


def make_ship(name: str) -> list[Item]:
    """A ship's display, chart and counter."""
    return [
        Item(draw(188, 57.4), bookmark=name, ship=name),
        Item(draw(90, 130), ship=name),
        Item(draw(25, 25), ship=name),
    ]


def test_the_pieces_of_a_ship_stay_together() -> None:
    fleet = [make_ship(f"ship {at}") for at in range(6)]
    lots = [(APART, [ship[part] for ship in fleet]) for part in range(3)]
    whose = {id(item.drawing): item.ship for ship in fleet for item in ship}
    tight = pack(lots, Layout(A4))
    pages = pack(lots, Layout(A4, pack=Pack.SHIP))
    assert len(tight) < len(pages) == 3 or len(tight) == len(pages)
    seen: dict[str, set[int]] = {}
    for at, page in enumerate(pages):
        for put in list_pieces(page):
            seen.setdefault(whose[id(put.drawing)], set()).add(at)
    assert all(len(found) == 1 for found in seen.values())
    assert [min(seen[f"ship {at}"]) for at in range(6)] == sorted(min(s) for s in seen.values())


def test_thousands_of_equal_pieces_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    real = Packer._fill_page

    def search(packer: Packer, *found: Any) -> Any:
        searched.append(found)
        return real(packer, *found)

    monkeypatch.setattr(Packer, "_fill_page", search)
    items = [Item(draw(188, 57.4), 800), Item(draw(125, 57.4), 1200)]
    assert len(pack([(APART, items)], Layout(A4))) <= 333
    assert len(searched) < 100


# Fields of turned pieces


@pytest.mark.parametrize(
    ("turn", "box"),
    [(0, (31, 42, 35, 43)), (1, (37, 41, 38, 45)), (2, (45, 47, 49, 48)), (3, (32, 55, 33, 59))],
)
def test_a_field_is_turned_with_its_piece(turn: int, box: Box) -> None:
    """A field 4 × 1 large, 1 from the left and 2 from the bottom of a piece of 20 × 10."""
    fields = (FormField("text", "name", (1, 2, 5, 3)), FormField("checkbox", "box", (1, 2, 5, 3)))
    piece = Drawing(20.0, 10.0, "", Resources(), fields)
    page = Page(100.0, 100.0, (Placement(piece, 30, 40, turn),))
    with pikepdf.open(io.BytesIO(write_pdf([page], Facts("x"), fillable=True))) as document:
        text, tick = document.pages[0].Annots
        assert [round(float(v)) for v in text.Rect] == list(box)
        assert [round(float(v)) for v in tick.Rect] == list(box)
        look = text.get("/MK")
        assert (0 if look is None else int(look.R)) == turn * 90
        assert set(tick.AP.N.On.BBox[2:]) == {box[2] - box[0], box[3] - box[1]}


# The kits that come along


@pytest.fixture(scope="module")
def shipped() -> Project:
    return sheetgen.open_project(SHIPS)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kit", KITS)
def test_a_kit_takes_so_many_pages(kit: str, shipped: Project) -> None:
    tight, apart = (shipped.render(f"{kit}.yaml", pack=name) for name in ("tight", "sheet"))
    assert (tight.pages, apart.pages) == KITS[kit]
    assert tight.pieces == apart.pieces
    assert tight.used >= apart.used
    together = shipped.render(f"{kit}.yaml", pack="ship")
    assert tight.pages <= together.pages
    assert together.pieces == tight.pieces


def test_both_sides_share_what_is_the_same_in_grey(shipped: Project) -> None:
    """Two squadrons in blue and in red have one reference, and one set of rulers."""
    project = shipped
    aids = ["reference", "range-ruler", "arc-template"]
    both = project.render("asfos/the-green-veil.yaml", sheet=aids)
    one = project.render("asfos/ondaro-cast.yaml", sheet=aids)
    assert both.pieces == one.pieces == 6
    assert not find_colours(both)
    assert find_colours(one)
    chosen = project.render("asfos/the-green-veil.yaml", sheet=aids, colour="darkred")
    assert chosen.pieces == 6
    assert find_colours(chosen)


def find_colours(result: Any) -> set[tuple[int, int, int]]:
    """The colours of a result that are not greys."""
    found = set()
    for data in result.png(dpi=40):
        pixels = Image.open(io.BytesIO(data)).convert("RGB").tobytes()
        colours = set(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
        found |= {colour for colour in colours if max(colour) - min(colour) > 24}
    return found


def test_a_kit_is_in_the_order_in_which_it_is_used(shipped: Project) -> None:
    """What is read lies on top, the roster before the displays, and terrain comes last."""
    document = PdfDocument(shipped.render("asfos/the-green-veil.yaml").pdf())
    marks = [mark.get_title().rpartition(": ")[2] for mark in document.get_toc(max_depth=1)]
    headings = [title for title in marks if title in ORDER]
    assert headings == sorted(headings, key=ORDER.index)
    assert set(headings) == set(ORDER)


def test_a_slip_stands_where_paper_is_free(shipped: Project) -> None:
    kit = "black-skies/quarry-watch.yaml"
    with_slip, without = read(shipped.render(kit)), read(shipped.render(kit, skip=["slip"]))
    assert "IN THIS KIT" in with_slip and "Fighter counters" in with_slip
    assert "d4, d6, d8 and d12" in with_slip
    assert "IN THIS KIT" not in without
    assert "IN THIS KIT" not in read(shipped.render(kit, sheet=["roster", "counters"]))


ORDER = ["Scenario", "Quick reference", "Fleet roster", "Ship counters", "Tokens", "Terrain"]


def read(result: Any) -> str:
    """The words of a result."""
    return "".join(page.get_textpage().get_text_range() for page in PdfDocument(result.pdf()))


def test_render_reports_the_paper(run: Callable[..., Any], project: Path) -> None:
    kit = SHIPS / "black-skies" / "quarry-watch.yaml"
    outcome = run("render", kit, "-o", "out.pdf")
    pages, _ = KITS["black-skies/quarry-watch"]
    first, second = outcome.stdout.splitlines()
    assert first == f"out.pdf: 33 pieces on {pages} pages, 79 % of the paper used"
    assert second == "pages 3 to 8 are for both sides of the paper"
    assert run("render", kit, "-o", "out.pdf", "--pack", "loose").status == 2


def test_a_page_that_goes_on_with_another_comes_after_it() -> None:
    short, first, second = (Item(draw(180, high), title=str(high)) for high in (60, 250, 100))
    texts = Plan([(READ, [short]), (READ, [first, second])], Layout(A4), STRIP.height)
    pages = texts.make_pages(lambda page, pages: STRIP, marked=False)
    placed = [[p.drawing for p in page.placements if p.drawing is not STRIP] for page in pages]
    assert placed == [[first.drawing], [short.drawing, second.drawing]]
