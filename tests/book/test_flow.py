"""What is poured into pages: what stays together, where it parts, and what hangs out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.book.flow.box import (
    ColumnBreak,
    Columns,
    Note,
    Panel,
    PanelLook,
    Space,
    draw,
    lead_height,
    measure,
    pour,
    spread,
)
from sheetgen.book.flow.canvas import Leaf, Recorder
from sheetgen.book.flow.figure import Figure, FigureRow
from sheetgen.book.flow.flowable import Align, Flowable, References, TextStyle, make_span
from sheetgen.book.flow.galley import Galley
from sheetgen.book.flow.paragraph import ContentsEntry, Paragraph
from sheetgen.book.flow.table import Rows, TableBlock, TableLook
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.book.paginator import arrange
from sheetgen.book.theme import Geometry
from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.ground.record import replace
from sheetgen.type.fonts import Fonts

SETTER = Typesetter(Fonts([]))
BODY = TextStyle("serif", 10.0, 12.0, "0 g", align="left", hyphenate=False)
HEAD = replace(BODY, keep=True)
WIDTH = 200.0
LINE = BODY.leading


def write(lines: int, style: TextStyle = BODY, **options: bool) -> Paragraph:
    """A paragraph of so many lines."""
    return say("\n".join(["word"] * lines), style, **options)


def say(text: str, style: TextStyle = BODY, **options: bool) -> Paragraph:
    return Paragraph([make_span(text, style, style.colour)], style, SETTER, **options)  # type: ignore[arg-type]


def make_drawing(width: float, height: float) -> Drawing:
    return Drawing(width, height, "", Resources())


def make_figure(height: float) -> Figure:
    return Figure(make_drawing(50.0, height), 1.0, most=400.0)


def record(flow: Sequence[Flowable], width: float = WIDTH) -> Leaf:
    """The page on which flowables are drawn from a height of 500 pt downwards."""
    canvas = Recorder((width, 600.0), SETTER.resources, 1, lambda _: make_drawing(10.0, 10.0))
    draw(flow, canvas, 0.0, 500.0, width)
    canvas.showPage()
    return canvas.leaves[0]


def count_lines(flow: Sequence[Flowable]) -> list[float]:
    return [round(flowable.wrap(WIDTH, 1e6)[1] / LINE) for flowable in flow]


# What stays together


def test_a_heading_goes_to_the_next_column_with_its_text() -> None:
    body, head, text = write(5), write(1, HEAD), write(4)
    assert pour([body, head, text], WIDTH, 7 * LINE) == ([body], [head, text])
    taken, rest = pour([body, head, text], WIDTH, 8 * LINE)
    assert taken[:2] == [body, head]
    assert count_lines([*taken, *rest]) == [5, 1, 2, 2]


def test_several_headings_stay_together() -> None:
    body, heads, text = write(5), [write(1, HEAD), write(1, HEAD)], write(2)
    assert pour([body, *heads, text], WIDTH, 8 * LINE) == ([body], [*heads, text])


def make_up(flow: Sequence[Flowable], lines: float) -> list[Any]:
    """The pages of so many lines each."""
    pages: list[Any] = []
    rest: list[Any]
    pages, rest = [], [Galley(flow, LINE, "0 G")]
    while rest:
        page, *rest = rest[0].split(WIDTH, lines * LINE)
        pages.append(page)
    return pages


def list_pages(flow: Sequence[Flowable], lines: float) -> list[list[Flowable]]:
    return [list(page.flowables) for page in make_up(flow, lines)]


def test_a_page_ends_before_a_heading_whose_text_has_no_room() -> None:
    body, head, text = write(5), write(1, HEAD), write(4)
    assert list_pages([body, head, text], 7.5) == [[body], [head, text]]
    first, _ = list_pages([body, head, text], 8)
    assert count_lines(first) == [5, 1, 2]


def test_a_heading_takes_two_rows_of_its_table_with_it() -> None:
    body, head, table = write(5), write(1, HEAD), make_table(12)
    rows = table.lay(WIDTH).heights
    least = (6 * LINE + sum(rows[:3])) / LINE  # with the heading of the table
    galley = Galley([body, head, table], LINE, "0 G")
    assert list(galley.split(WIDTH, least * LINE - 1)[0].flowables) == [body]
    *_, rows_here = galley.split(WIDTH, least * LINE + 1)[0].flowables
    assert len(rows_here.rows.body) == 2


def test_a_line_below_a_heading_is_too_little_to_stand_alone() -> None:
    body, head, one, table = write(5), write(1, HEAD), write(1), make_table(4)
    high = table.wrap(WIDTH, 1e6)[1] / LINE
    assert list_pages([body, head, one, table], 6.9 + high) == [[body], [head, one, table]]


def test_a_part_s_title_stays_where_the_part_begins() -> None:
    space, head, table = Space(5 * LINE, opens=True), write(1, HEAD), make_table(6)
    high = table.wrap(WIDTH, 1e6)[1] / LINE
    assert list_pages([space, head, table], high + 1) == [[space, head], [table]]


def test_text_flows_on_past_a_figure_that_stands_on_the_next_page() -> None:
    figure = replace(make_figure(5 * LINE), floats=True)
    later = replace(make_figure(2 * LINE), floats=True)
    flow = [write(6), figure, write(3), later, write(8)]
    first, second, _ = list_pages(flow, 10)
    assert count_lines(first) == [6, 3], "the later one waits for the one before it"
    assert second[:2] == [figure, later]
    assert list_pages(flow[:3], 15) == [flow[:3]], "where it has room it stays"


def test_a_figure_above_a_few_lines_stands_at_the_foot() -> None:
    figure = replace(make_figure(5 * LINE), floats=True)
    first, second = make_up([write(6), figure, write(8)], 15)
    assert [first.foot, count_lines(first.flowables)] == [1, [6, 4, 5]]
    assert count_lines(second.flowables) == [4]
    assert list_pages([write(6), figure, write(8)], 18)[0][1] is figure, "there is room for seven"
    first, _ = make_up([write(6), figure, write(1, HEAD), write(8)], 15)
    assert [first.foot, first.flowables[1]] == [0, figure], "no heading goes above it"


def test_of_two_figures_one_stands_at_the_head_and_one_at_the_foot() -> None:
    tall, low = (replace(make_figure(high * LINE), floats=True) for high in (8, 4))
    first, second, _ = make_up([write(25), tall, low, write(40)], 28)
    assert first.foot == 0
    assert [second.foot, second.flowables[0], second.flowables[-1]] == [1, tall, low]
    assert sum(count_lines(second.flowables)) == 28


def test_columns_flow_on_past_a_figure_below_them() -> None:
    figure = replace(make_figure(6 * LINE), floats=True, wide=True)
    columns = [Columns([write(8)], 2, 10.0, LINE), Columns([write(8)], 2, 10.0, LINE)]
    first, second = list_pages([columns[0], figure, columns[1]], 8)
    assert [len(first), count_lines(first)] == [1, [8]]
    assert second == [figure]
    (page, _) = make_up([columns[0], figure, Columns([write(20)], 2, 10.0, LINE)], 13)
    assert [page.foot, count_lines(page.flowables)] == [1, [7, 6]], "few lines go above it"


def test_a_note_stands_on_the_page_of_its_mark() -> None:
    note = write(2)
    marked = make_span("word\nword", BODY, BODY.colour)
    text = Paragraph([replace(marked, notes=(note,))], BODY, SETTER)
    plain = write(6)
    pages = make_up([plain, text], 8)
    assert [list(page.notes) for page in pages] == [[], [note]], "there is no room for both"
    (page,) = make_up([plain, text], 12)
    assert (list(page.flowables), list(page.notes)) == ([plain, text], [note])
    assert page.used == pytest.approx(11 / 12), "with a line's space above the notes"


def test_notes_that_are_too_long_go_on_at_the_foot_of_the_next_page() -> None:
    marked = replace(make_span("word\n" * 3, BODY, BODY.colour), notes=(write(30),))
    pages = make_up([Paragraph([marked], BODY, SETTER), write(3)], 10)
    assert sum(sum(count_lines(page.notes)) for page in pages) == 30
    assert len(pages) > 3


def test_a_short_page_is_spread_to_its_last_line() -> None:
    spaced = replace(BODY, before=LINE)
    flow = [write(2), write(2, spaced), write(2, spaced)]
    assert spread(flow, WIDTH, 10 * LINE, LINE) == pytest.approx([0, LINE, LINE])
    assert spread(flow, WIDTH, 20 * LINE, LINE) == [], "gaps that would show are not made"


def test_what_is_noted_goes_with_what_follows() -> None:
    note, text = Note("here"), write(3)
    assert pour([note, text], WIDTH, LINE) == ([], [note, text])


def test_a_figure_is_made_lower_to_stand_below_its_heading() -> None:
    figure = make_figure(400.0)
    ((head, lower),) = list_pages([write(2, HEAD), figure], 25)
    assert head.wrap(WIDTH, 1e6)[1] + lower.wrap(WIDTH, 1e6)[1] <= 300.0
    assert figure.wrap(WIDTH, 1e6)[1] == 400.0


def test_a_heading_above_a_wide_table_is_wide_too() -> None:
    geometry = Geometry(500, 700, 50, 50, 50, 50, 0, 10, 12, 2, 16)
    text, head, table = write(3), write(1, HEAD), write(3, wide=True)
    columns, *others = arrange([text, head, table], geometry)
    assert isinstance(columns, Columns)
    assert columns.flowables == (text,)
    assert others == [head, table]
    assert arrange([text, head], geometry)[0].flowables == (text, head)


def test_pictures_in_a_row_stay_with_their_caption() -> None:
    drawings = [make_drawing(80.0, 30.0) for _ in range(5)]
    row = FigureRow(drawings, 1.0, 10.0, 0.0, 0.0, write(1))
    assert row.wrap(WIDTH, 1e6)[1] == pytest.approx(110.0 + 3 + LINE)
    first, rest = row.split(WIDTH, 112.0)  # all rows fit, but not the caption
    assert (len(first.drawings), first.caption) == (4, None)
    assert (len(rest.drawings), rest.caption) == (1, row.caption)


# Where it parts


@given(st.integers(1, 12), st.floats(0, 13))
def test_no_line_of_a_paragraph_stands_alone(lines: int, room: float) -> None:
    parts = write(lines).split(WIDTH, room * LINE)
    counts = count_lines(parts)
    if len(parts) == 2:
        assert min(counts) >= 2
        assert sum(counts) == lines
        assert counts[0] <= room + 0.01
    elif not parts:
        assert room < 2 or lines < 4
    else:
        assert lines <= room + 0.01


def test_parts_of_parts_have_every_line_once() -> None:
    text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight"
    first, rest = say(text).split(WIDTH, 3 * LINE)
    second, third = rest.split(WIDTH, 3 * LINE)
    shown = [len(re.findall("Tj|TJ", record([part]).operators)) for part in (first, second, third)]
    assert count_lines([first, second, third]) == [3, 3, 2]
    assert shown == [3, 3, 2]


def test_only_the_first_part_has_what_belongs_to_the_start() -> None:
    spans = [make_span("word\n" * 7 + "word", BODY, "0 g")]
    whole = Paragraph(spans, BODY, SETTER, lead=spans[:0], anchors=["here"], head="Here", level=1)
    first, rest = whole.split(WIDTH, 4 * LINE)
    leaves = record([first]), record([rest])
    assert [list(leaf.anchors) for leaf in leaves] == [["here"], []]
    assert [[heading.title for heading in leaf.headings] for leaf in leaves] == [["Here"], []]


def test_the_room_around_a_paragraph_is_around_all_of_its_parts() -> None:
    whole = write(9, replace(BODY, before=5.0, after=7.0))
    first, rest = whole.split(WIDTH, 6 * LINE)
    assert [(p.before, p.after) for p in (whole, first, rest)] == [(5, 7), (5, 0), (0, 7)]
    upper, lower = first.split(WIDTH, 3 * LINE)
    assert [(p.before, p.after) for p in (upper, lower)] == [(5, 0), (0, 0)]


def make_table(rows: int) -> TableBlock:
    return TableBlock(Rows([say("head")], [[write(1)] for _ in range(rows)]), TableLook("", ""))


def test_a_short_table_is_not_parted() -> None:
    assert make_table(8).split(WIDTH, 6 * 16.0) == []


@pytest.mark.parametrize(("room", "counts"), [(3.5, [2, 8]), (9.5, [8, 2]), (10.5, [8, 2])])
def test_no_row_of_a_table_stands_alone(room: float, counts: list[int]) -> None:
    parts = make_table(10).split(WIDTH, room * 16.0)
    assert [len(part.rows.body) for part in parts] == counts
    assert all(part.rows.heading for part in parts)


def test_stripes_go_on_over_pages() -> None:
    look = TableLook("", "", stripe="0.9 g")
    table = TableBlock(Rows(None, [[write(1)] for _ in range(11)]), look)
    parts = table.split(WIDTH, 3.5 * 16.0)
    striped = [record([part]).operators.count("0.9 g") for part in (table, *parts)]
    assert striped == [5, 1, 4]


def test_stripes_go_on_where_an_odd_number_of_rows_stood() -> None:
    look = TableLook("", "", stripe="0.9 g")
    table = TableBlock(Rows(None, [[write(1)] for _ in range(11)]), look)
    first, rest = table.split(WIDTH, 3.5 * 16.0)
    assert len(first.rows.body) == 3
    head = record([rest]).operators.split("ET")[0]
    assert "0.9 g" in head, "the fourth row has a stripe on the next page too"


def test_a_table_higher_than_a_page_is_parted_however_few_rows_it_has() -> None:
    rows = [[write(9)] for _ in range(3)]
    table = TableBlock(Rows(None, rows), TableLook("", "", down=0.0))
    assert not table.split(WIDTH, 10 * LINE)
    table.tall = True
    first, rest = table.split(WIDTH, 10 * LINE)
    assert count_lines([first, rest]) == [9, 18]
    assert len(rest.split(WIDTH, 10 * LINE)) == 2


def find_words(width: float, text: str, style: TextStyle = BODY) -> list[str]:
    """The lines of a paragraph as they are drawn, without any problem."""
    paragraph = say(text, style)
    paragraph.wrap(width, 1e6)
    broken = paragraph._break(width)
    before = len(SETTER.problems)
    record([paragraph], width)
    assert len(SETTER.problems) == before
    return ["".join(run for _, run in paragraph._runs(broken, line)) for line in broken.lines]


@pytest.mark.parametrize("align", ["left", "justify", "centre", "right"])
def test_a_word_wider_than_its_column_is_divided(align: Align) -> None:
    """Between syllables where that is enough, else between any two letters."""
    style = replace(BODY, align=align)
    assert find_words(60.0, "incomprehensibilities", style)[0].endswith("-")
    lines = find_words(60.0, "W" * 40, style)
    assert "".join(lines) == "W" * 40 and len(lines) > 4
    assert find_words(400.0, "incomprehensibilities", style) == ["incomprehensibilities"]


def test_a_paragraph_is_laid_out_anew_where_there_is_more_room() -> None:
    paragraph = say("W" * 40)
    assert paragraph.count(60.0) > 4
    assert paragraph.count(1000.0) == 1


def test_a_table_s_letters_are_made_smaller_until_its_words_fit() -> None:
    words = [[say("incomprehensibilities") for _ in range(3)]]
    table = TableBlock(Rows(None, words), TableLook("", "", across=2.0))
    laid = table.lay(WIDTH)
    (row,) = laid.rows.every
    assert row[0].style.size < BODY.size
    assert all(cell.count(width - 4) == 1 for cell, width in zip(row, laid.columns, strict=True))
    assert words[0][0].style.size == BODY.size
    (small,) = table.lay(20.0).rows.every
    assert small[0].style.size == 6.0, "letters are never smaller than this"


def test_columns_go_to_the_next_page_with_their_first_lines() -> None:
    columns = Columns([write(1, HEAD), write(4), write(4)], 2, 10.0, LINE)
    assert columns.split(WIDTH, 2 * LINE) == []
    assert len(columns.split(WIDTH, 3 * LINE)) == 2


def test_columns_part_only_where_both_parts_have_something() -> None:
    above = Columns([write(1, HEAD), ColumnBreak(), write(4)], 2, 10.0, LINE)
    assert above.split(WIDTH, 2 * LINE) == [], "a heading would stand alone"
    coarse = Columns([write(4)], 2, 10.0, 3 * LINE)
    assert coarse.split(WIDTH, 2.5 * LINE) == [], "no whole step has room"
    assert coarse.split(WIDTH, 100 * LINE) == [], "nothing would remain"


def test_a_large_letter_takes_the_room_of_its_lines() -> None:
    text = say("Words and words, and then some more of them. " * 8)
    large = text.start_large("serif", 2)
    assert large.initial is not None
    assert large.initial.span.text == "W"
    starts = re.findall(r"1 0 0 1 (\S+) \S+ Tm", record([large]).operators)
    inset = pytest.approx(large.initial.width, abs=0.01)
    assert [float(x) for x in starts[:5]] == [0, inset, inset, 0, 0]  # the letter comes first
    assert say("Too short.").start_large("serif", 2).initial is None
    assert say("“Quoted.” " * 40).start_large("serif", 2).initial is None


def test_columns_are_equally_high() -> None:
    columns = Columns([write(4), write(4), write(4)], 3, 10.0, LINE)
    assert columns.wrap(WIDTH, 1e6)[1] == pytest.approx(4 * LINE)
    assert count_lines(columns.split(WIDTH, 2 * LINE)) == [2, 2]


def test_a_break_ends_its_column() -> None:
    columns = Columns([write(1), ColumnBreak(), write(5)], 2, 10.0, LINE)
    assert columns.wrap(WIDTH, 1e6)[1] == pytest.approx(5 * LINE)


def test_a_panel_s_parts_have_the_look_of_the_whole() -> None:
    panel = Panel([write(10)], PanelLook(4.0, "0.9 g", step=LINE))
    assert panel.wrap(WIDTH, 1e6)[1] == pytest.approx(11 * LINE)
    first, rest = panel.split(WIDTH, 5.5 * LINE)
    assert first.wrap(WIDTH, 1e6)[1] == pytest.approx(4 * LINE + 8)
    assert all("0.9 g" in record([part]).operators for part in (first, rest))


def test_rows_of_figures_part_between_rows() -> None:
    drawings = [make_drawing(80.0, 30.0) for _ in range(5)]
    first, rest = FigureRow(drawings, 1.0, 10.0, 0.0, 0.0).split(WIDTH, 75.0)
    assert [len(part.drawings) for part in (first, rest)] == [4, 1]


# What hangs out of the measure


def find_start(text: str, align: Align = "justify") -> float:
    """Where the first line of a paragraph begins."""
    operators = record([say(text, replace(BODY, align=align))], 100.0).operators
    found = re.search(r"1 0 0 1 (\S+) \S+ Tm", operators)
    assert found
    return float(found[1])


def test_a_quotation_mark_hangs_out_at_the_left() -> None:
    span = make_span("“", BODY, "")
    assert find_start("“Word.") == pytest.approx(-0.4 * SETTER.width(span, "“"), abs=0.01)
    assert find_start("“Word.", "left") == 0
    assert find_start("Word.") == 0


@pytest.mark.parametrize("mark", [".", ",", "-", "’", "”"])
def test_marks_hang_out_at_the_right(mark: str) -> None:
    """The first line is stretched by its spaces until its mark stands out of the measure."""
    style = replace(BODY, align="justify")
    text = f"Two words{mark} incomprehensibilities of the"
    span = make_span(text, style, style.colour)
    paragraph = Paragraph([span], style, SETTER)
    width = SETTER.width(span, f"Two words{mark}") + 4
    leaf = record([paragraph], width)
    first = leaf.operators.split("ET")[0]
    share = {"’": 0.5, "”": 0.4}.get(mark, 0.6)
    added = 4 + share * SETTER.width(span, mark)
    bare = SETTER.show(span, f"Two words{mark}", added)
    assert bare in first


# References, and what stays as it was made


def refer(text: str = "See ", target: str = "#there") -> Paragraph:
    span = make_span(text, BODY, BODY.colour)
    reference = replace(span, text="page 00", link=target, refers="page")
    return Paragraph([span, reference, replace(span, text=".")], BODY, SETTER)


def learn(**pages: int) -> References:
    references = References()
    references.learn([Leaf(page, anchors={name: 0.0}) for name, page in pages.items()])
    return references


def hold(paragraph: Paragraph) -> list[Flowable]:
    """Everything that may hold a paragraph."""
    table = TableBlock(Rows([say("head")], [[paragraph]], [say("foot")]), TableLook("", ""))
    figure = Figure(make_drawing(20.0, 20.0), 1.0, paragraph)
    panel = Panel([say("x"), paragraph], PanelLook(4.0, ""))
    columns = Columns([paragraph, say("x")], 2, 10.0, LINE)
    return [paragraph, table, figure, panel, columns, Panel([columns], PanelLook(4.0, ""))]


def show(flowable: Flowable) -> str:
    return record([flowable]).operators


@pytest.mark.parametrize("at", range(6))
def test_references_are_resolved_wherever_they_stand(at: int) -> None:
    one, plain = hold(refer())[at], hold(say("See page 12."))[at]
    before = show(one)
    assert SETTER.show(refer().spans[1], "page 00") in before
    assert SETTER.show(refer().spans[1], "page 12") in show(one.resolve(learn(there=12)))
    assert show(one) == before, "the flowable itself stays as it is"
    assert plain.resolve(learn(there=12)) is plain


def test_references_learn_until_nothing_changes() -> None:
    references, leaves = References(), [Leaf(3, anchors={"there": 0.0, "else": 0.0})]
    assert not references.learn(leaves), "nothing refers to any of them"
    assert references.name_page("#there") == "page 3"
    assert references.name_page("#nowhere") == "page 00"
    assert not references.learn([replace_number(leaves[0], 3)])
    assert references.learn([replace_number(leaves[0], 4)])
    assert references.name_page("#there") == "page 4"


def test_the_first_of_two_places_of_a_name_counts() -> None:
    references = References()
    references.learn([Leaf(2, anchors={"there": 0.0}), Leaf(5, anchors={"there": 0.0})])
    assert references.name_page("#there") == "page 2"


def replace_number(leaf: Leaf, number: int) -> Leaf:
    return Leaf(number, anchors=leaf.anchors)


def test_what_is_laid_out_can_be_laid_out_again() -> None:
    long = say("Incomprehensibilities are characterised. " * 20, replace(BODY, align="justify"))
    for flowable in (*hold(refer()), *hold(long), make_table(12), make_figure(30.0)):
        first = show(flowable)
        flowable.split(WIDTH, 60.0)
        measure([flowable], 120.0)
        lead_height([flowable], 90.0)
        flowable.lower(10.0)
        flowable.widen()
        assert show(flowable) == first


def test_widening_makes_another_one() -> None:
    narrow = write(2)
    wide = narrow.widen()
    assert (narrow.wide, wide.wide) == (False, True)
    assert wide.widen() is wide
    assert show(wide) == show(narrow)


def test_a_line_of_the_contents_leads_from_its_title_to_its_page() -> None:
    leaf = record([ContentsEntry("The wall", "12", "#page-12-0", BODY, SETTER)])
    (title, number) = leaf.links
    assert title[1] == number[1] == "#page-12-0"
    assert number[0][2] == pytest.approx(WIDTH, abs=0.01)
    dots = [float(x) for x in re.findall(r"1 0 0 1 (\S+) \S+ Tm", leaf.operators)][2:]
    assert dots == sorted(dots)
    assert title[0][2] < dots[0]
    assert dots[-1] < number[0][0]
