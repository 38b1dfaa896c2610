"""PDFs to be filled in: what is a field, how fields look, and what is worked out from them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest

import sheetgen
from sheetgen.drawing.drawing import Drawing, FormField, Resources
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.pages.page import Page, Placement

SHIPPED = Path(__file__).parents[1] / "ships"
LOST = """
system: asfos
fleet: Hurt
ships: [{ship: warrior, ids: [BB1], state: {BB1: {weapons: 2, hull: 3, criticals: [Br, E]}}}]
"""


def write(*fields: FormField, title: str = "Pike", turn: int = 0) -> pikepdf.Pdf:
    """The PDF of one piece of 100 × 50 points with these fields."""
    drawing = Drawing(100.0, 50.0, "", Resources(), fields, title)
    page = Page(200.0, 200.0, (Placement(drawing, 10, 10, turn),))
    return open_pdf(write_pdf([page], Facts("x"), fillable=True))


@cache
def open_pdf(data: bytes) -> pikepdf.Pdf:
    """The PDF, kept open as its objects die with it."""
    return pikepdf.open(io.BytesIO(data))


def read(data: bytes) -> dict[str, Any]:
    """The widgets of all fields by their whole names."""
    return dict(walk(open_pdf(data)))


def walk(pdf: pikepdf.Pdf) -> Iterator[tuple[str, Any]]:
    for page in pdf.pages:
        for widget in page.get("/Annots", []):
            parts: list[str] = []
            at: Any = widget
            while at is not None:
                parts.append(str(at.T))
                at = at.get("/Parent")
            yield ".".join(reversed(parts)), widget


def text(name: str, value: str = "", **more: Any) -> FormField:
    return FormField("text", name, (1, 2, 61, 14), value, **more)


def box(name: str, value: str = "", at: float = 0) -> FormField:
    return FormField("checkbox", name, (at, 0, at + 10, 10), value)


# Names


def test_a_name_has_the_piece_the_thing_and_a_number_where_there_are_several() -> None:
    pdf = write(text("name"), box("hull"), box("hull", at=20), text("notes"))
    assert [name for name, _ in walk(pdf)] == [
        "Pike.name",
        "Pike.hull.1",
        "Pike.hull.2",
        "Pike.notes",
    ]
    assert [str(w.TU) for _, w in walk(pdf)][1] == "Pike, hull 1"


def test_the_parts_of_a_name_have_no_dots() -> None:
    pdf = write(text("F.3"), title="H.M.S. Pike")
    assert [name for name, _ in walk(pdf)] == ["H M S  Pike.F 3"]


def test_copies_are_told_apart_as_a_whole() -> None:
    drawing = Drawing(10.0, 10.0, "", Resources(), (text("a"), box("b"), box("b", at=20)), "Pike")
    other = Drawing(10.0, 10.0, "", Resources(), (text("c"),), "Pike")
    pages = [Page(9.0, 9.0, (Placement(drawing, 0, 0), Placement(drawing, 0, 0)))]
    pages.append(Page(9.0, 9.0, (Placement(other, 0, 0),)))
    names = list(read(write_pdf(pages, Facts("x"), fillable=True)))
    assert names[:3] == ["Pike.a", "Pike.b.1", "Pike.b.2"]
    assert names[3:6] == ["Pike (2).a", "Pike (2).b.1", "Pike (2).b.2"]
    assert names[6:] == ["Pike.c"]


def test_fields_are_in_the_order_of_the_template() -> None:
    """That is the order in which the Tab key goes through them."""
    data = sheetgen.open_project(SHIPPED).blank("asfos/display", 4, fillable=True).pdf()
    order = [name.partition(".")[2] for name in read(data)]
    assert order[:4] == ["ID", "name", "DF", "hull strength"]
    assert order.index("weapons.1") < order.index("forward.1") < order.index("weapons.2")
    assert order[-3:] == ["special weapon", "points", "engine"]


# Ticked from the start


def test_a_box_that_is_lost_is_ticked_and_can_be_unticked() -> None:
    ticked, free = (widget for _, widget in walk(write(box("hull", "on"), box("hull", at=20))))
    assert (ticked.V, ticked.AS, ticked.DV) == ("/On", "/On", "/On")
    assert (free.V, free.AS) == ("/Off", "/Off")
    assert b" l S" in ticked.AP.N.On.read_bytes()
    assert ticked.AP.N.Off.read_bytes() == b""


def test_what_lies_on_a_field_of_its_name_takes_its_place() -> None:
    pdf = write(box("hull"), box("hull", at=20), box("hull", "on"), box("crew", at=20))
    found = [(name, str(widget.V)) for name, widget in walk(pdf)]
    assert found == [("Pike.hull.1", "/On"), ("Pike.hull.2", "/Off"), ("Pike.crew", "/Off")]


@pytest.mark.parametrize("sheet", ["display", "compact", "large"])
def test_losses_are_in_the_fields_and_not_in_the_ink(
    project: Path, rasterize: Callable[..., Any], sheet: str
) -> None:
    (project / "hurt.yaml").write_text(LOST, "utf-8")
    (project / "whole.yaml").write_text(re.sub(", state.*", "}]", LOST), "utf-8")
    opened = sheetgen.open_project(project)
    hurt, whole = (
        opened.render(f"{name}.yaml", sheet=sheet, fillable=True) for name in ("hurt", "whole")
    )
    ticked = [name for name, w in read(hurt.pdf()).items() if w.get("/V") == "/On"]
    assert [name.partition(".")[2] for name in ticked] == [
        *("weapons.1", "hull.1", "weapons.2", "hull.2", "hull.3", "critical Br", "critical E")
    ]
    pictures = [draw_without_fields(result.pdf()) for result in (hurt, whole)]
    assert pictures[0] == pictures[1]
    assert hurt.png(50) == opened.render("hurt.yaml", sheet=sheet).png(50)
    assert hurt.png(50) != whole.png(50)
    assert hurt.svg() == opened.render("hurt.yaml", sheet=sheet).svg()


def draw_without_fields(data: bytes) -> bytes:
    from pypdfium2 import PdfDocument

    return PdfDocument(data)[0].render(may_draw_forms=False, draw_annots=False).to_pil().tobytes()


# Texts


def test_a_text_is_drawn_in_its_field() -> None:
    pdf = write(text("name", "Größe 8"), text("other", "8", align="end"), text("free"))
    first, second, free = (widget for _, widget in walk(pdf))
    assert first.V == first.DV == "Größe 8"
    drawn = first.AP.N.read_bytes()
    assert "Größe 8".encode("cp1252").hex().encode() in drawn
    assert first.AP.N.Resources.Font.Text.Encoding == "/WinAnsiEncoding"
    assert (second.Q, first.get("/Q")) == (2, None)
    starts = [float(w.AP.N.read_bytes().split()[9]) for w in (first, second)]
    assert starts[0] == 2 < 40 < starts[1] < 60
    assert "/V" not in free and free.AP.N.read_bytes() == b""
    assert "/NeedAppearances" not in pdf.Root.AcroForm


def test_letters_that_the_font_lacks_are_left_to_the_reader() -> None:
    pdf = write(text("name", "Гроза"))
    ((_, widget),) = walk(pdf)
    assert str(widget.V) == "Гроза"
    assert "/AP" not in widget
    assert pdf.Root.AcroForm.NeedAppearances


def test_a_text_fits_into_its_field() -> None:
    ((_, widget),) = walk(write(text("name", "A name that is rather long")))
    size = float(re.search(rb"/Text ([\d.]+) Tf", widget.AP.N.read_bytes())[1])  # type: ignore[index]
    assert 4 < size < 6


@pytest.mark.parametrize(("turn", "matrix"), [(1, [0, 1, -1, 0, 0, 0]), (3, [0, -1, 1, 0, 0, 0])])
def test_a_text_is_turned_with_its_piece(turn: int, matrix: list[int]) -> None:
    ((_, widget),) = walk(write(text("name", "Pike"), turn=turn))
    assert [int(v) for v in widget.AP.N.Matrix] == matrix
    assert [float(v) for v in widget.AP.N.BBox] == [0, 0, 60, 12]
    assert int(widget.MK.R) == turn * 90


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        (200, 40, 8.33),  # as the lines are ruled
        (60, 60, 6.25),  # two lines to each that is ruled, as few words fit on one
        (500, 80, 8.33),  # the same, as letters would be large
        (60, 40, 8.33),  # letters would be too small
    ],
)
def test_notes_have_as_many_lines_as_are_ruled(width: float, height: float, size: float) -> None:
    field = FormField("text", "notes", (0, 0, width, height), lines=4)
    ((_, widget),) = walk(write(field))
    assert widget.Ff == 1 << 12 | 1 << 23  # several lines, and no more than there is room for
    assert float(str(widget.DA).split()[1]) == pytest.approx(size, abs=0.01)


# What follows


def test_the_boxes_that_are_left_are_counted() -> None:
    boxes = [box("hull", "on" if at < 2 else "", at * 12.0) for at in range(5)]
    pdf = write(text("hull left", left="hull"), *boxes, box("crew", at=80))
    widget = dict(walk(pdf))["Pike.hull left"]
    assert widget.V == "3"
    assert widget.Ff == 1
    script = str(widget.AA.C.JS)
    assert re.findall(r'"(Pike[^"]*)"', script) == [f"Pike.hull.{at}" for at in range(1, 6)]
    assert [one.objgen for one in pdf.Root.AcroForm.CO] == [widget.objgen]


@pytest.mark.parametrize(
    ("values", "total", "shown", "follows"),
    [
        (("46", "15", "10"), "71", "71", True),
        (("46", "15", "10"), "", "71", True),
        (("~46", "15", ""), "61", "61", True),
        (("~46", "15,5", "x"), "", "~61.5", True),
        (("46", "15", "10"), "70", "70", False),  # it counts something else too
        (("46", "15", "10"), "all", "all", False),
        ((), "71", "71", False),
    ],
)
def test_a_total_is_the_sum_of_its_fields(
    values: tuple[str, ...], total: str, shown: str, follows: bool
) -> None:
    fields = [text("points", value) for value in values]
    fields = [f._replace(box=(0, at * 9, 9, at * 9 + 9)) for at, f in enumerate(fields)]
    pdf = write(*fields, text("total", total, sum="points"))
    widget = dict(walk(pdf))["Pike.total"]
    assert str(widget.V) == shown
    assert ("/AA" in widget) == follows
    assert ("/CO" in pdf.Root.AcroForm) == follows
    assert widget.get("/Ff", 0) == (1 if follows else 0)


# Sheets


def test_every_arc_of_every_weapon_can_be_marked() -> None:
    result = sheetgen.open_project(SHIPPED).blank("black-skies/tactical-display", 8, fillable=True)
    arcs = [name.partition(".")[2] for name, w in read(result.pdf()).items() if w.FT == "/Btn"]
    marked = [name for name in arcs if name.startswith("weapon ")]
    assert len(marked) == 6 * 4
    assert {"weapon A forward", "weapon D rear-left"} <= set(marked)


def test_everything_that_a_pencil_writes_on_a_blank_is_a_field() -> None:
    project = sheetgen.open_project(SHIPPED)
    counts = {}
    for sheet in (
        *("asfos/display", "asfos/compact", "asfos/plotting-chart", "airships/ship-sheet"),
        *("airships/wing-cards", "barsoom/ship-card", "black-skies/tactical-display"),
    ):
        fields = read(project.blank(sheet, fillable=True).pdf()).values()
        counts[sheet] = sum(field.FT == "/Tx" for field in fields)
    # strengths of 4 + 6 + 12 boxes, then ID, name, DF and its hull, weapon, points, engine, left
    assert counts["asfos/display"] == 22 * 6 + 3 * 8 + 2
    assert counts["asfos/compact"] == 22 * 6 + 3 * 8 + 3
    assert counts["asfos/plotting-chart"] % (4 + 10 * 3) == 0  # for each chart of ten turns
    assert counts["airships/wing-cards"] == 9 * (3 + 3 * 4)  # a page of them
    assert counts["barsoom/ship-card"] == 57 + 3
    assert counts["airships/ship-sheet"] > 80
    assert counts["black-skies/tactical-display"] > 95


@pytest.mark.parametrize(
    "fleet", ["asfos/threshold-watch", "airships/ember-concord", "asfos/the-green-veil"]
)
def test_a_roster_adds_up(fleet: str) -> None:
    result = sheetgen.open_project(SHIPPED).render(f"{fleet}.yaml", sheet="roster", fillable=True)
    totals = {name: w for name, w in read(result.pdf()).items() if name.endswith("total")}
    assert totals
    assert all("/AA" in widget for widget in totals.values())


def test_a_form_stands_upright_on_the_screen() -> None:
    project = sheetgen.open_project(SHIPPED)
    turns = [
        {p.turn for page in result.sides for p in page.placements if p.drawing.fields}
        for result in (
            project.render("airships/ember-concord.yaml", fillable=fillable)
            for fillable in (True, False)
        )
    ]
    assert turns[0] == {0} < turns[1]


def test_a_form_is_turned_if_it_fits_only_so() -> None:
    project = sheetgen.open_project(SHIPPED)
    options: Any = {"sheet": "ship-card", "paper": "142x215mm", "fillable": True}
    with pytest.raises(sheetgen.ProblemError):
        project.render("barsoom/tinderbox.yaml", paper="130x210mm", sheet="ship-card")
    result = project.render("barsoom/tinderbox.yaml", landscape=False, **options)
    assert {p.turn for p in result.sides[0].placements if p.drawing.fields} == {1}


def test_the_same_form_has_the_same_bytes() -> None:
    made = {
        sheetgen.open_project(SHIPPED).blank("asfos/display", 4, 6, fillable=True).pdf()
        for _ in range(2)
    }
    assert len(made) == 1
