"""The PDF as other programs see it: pages, texts, fonts, bookmarks, fields, colours, lengths."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.export.pdf.objects import _predict

MM = 72 / 25.4
Print = Callable[..., bytes]


@pytest.fixture(scope="module")
def print_ships(
    tmp_path_factory: pytest.TempPathFactory,
    run_in: Callable[..., Any],
    spell_ship: Callable[..., str],
) -> Print:
    """The PDF of ships with these names, or given by their YAML text."""

    @cache
    def make(*ships: str, options: tuple[str, ...] = ()) -> bytes:
        folder = tmp_path_factory.mktemp("print")
        (folder / "templates").mkdir()
        draw_picture(folder / "ship.png")
        for at, ship in enumerate(ships):
            text = ship if "\n" in ship else spell_ship(name=f'"{ship}"')
            (folder / f"{at}.yaml").write_text(text, "utf-8")
        sheets = () if "--sheet" in options else ("--sheet", "display")
        outcome = run_in(folder, "render", "-o", "-", "--format", "pdf", *sheets, *options)
        assert outcome.status == 0, outcome.stderr
        return bytes(outcome.output)

    return make


def draw_picture(path: Path) -> None:
    from PIL import Image

    picture = Image.new("RGBA", (40, 20), (200, 30, 30, 255))
    picture.putpixel((0, 0), (0, 0, 0, 0))
    picture.save(path)


@cache
def open_pdf(data: bytes) -> pikepdf.Pdf:
    """The PDF, kept open as its objects die with it."""
    return pikepdf.open(io.BytesIO(data))


def extract_text(data: bytes, page: int = 0) -> str:
    with closing(PdfDocument(data)) as document:
        return str(document[page].get_textpage().get_text_range())


def find_all(pdf: pikepdf.Pdf, kind: str) -> list[Any]:
    """The dictionaries of a PDF whose Type or Subtype is `kind`."""
    return [
        thing
        for thing in pdf.objects
        if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream))
        and kind in (str(thing.get("/Type", "")), str(thing.get("/Subtype", "")))
    ]


def walk_outline(pdf: pikepdf.Pdf) -> Iterator[tuple[str, int, float]]:
    """Title, page number and height of every bookmark."""
    pages = {page.objgen: at for at, page in enumerate(pdf.pages)}

    def walk(items: Sequence[Any]) -> Iterator[tuple[str, int, float]]:
        for item in items:
            destination = item.destination
            yield item.title, pages[destination[0].objgen], float(destination[3])
            yield from walk(item.children)

    with pdf.open_outline() as outline:
        yield from walk(outline.root)


# The file


@pytest.mark.parametrize(
    "options",
    [(), ("--fillable",), ("--ink", "grey"), ("--copies", "9"), ("--sheet", "compact")],
    ids=" ".join,
)
def test_the_file_is_valid(print_ships: Print, options: tuple[str, ...]) -> None:
    pdf = open_pdf(print_ships("Warrior", "Ἀργώ", options=options))
    assert pdf.check_pdf_syntax() == []
    assert pdf.get_warnings() == []


@pytest.mark.parametrize(
    ("options", "width", "height"),
    [
        ("--paper a4 --portrait", 210, 297),
        ("--paper letter --portrait", 215.9, 279.4),
        ("--paper a3 --portrait", 297, 420),
        ("--paper legal --portrait", 215.9, 355.6),
        ("--paper tabloid --portrait", 279.4, 431.8),
        ("--paper 200x300mm --portrait", 200, 300),
        ("--paper 8x12in --portrait", 203.2, 304.8),
        ("--paper a4 --landscape", 297, 210),
        ("--paper Letter --landscape", 279.4, 215.9),
        ("--paper 300x200mm --portrait", 200, 300),
    ],
)
def test_paper(print_ships: Print, options: str, width: float, height: float) -> None:
    (page,) = open_pdf(print_ships("Warrior", options=tuple(options.split()))).pages
    left, bottom, right, top = (float(value) / MM for value in page.mediabox)
    assert (left, bottom) == (0, 0)
    assert (right, top) == pytest.approx((width, height), abs=0.01)


def test_as_many_pages_as_are_needed(print_ships: Print) -> None:
    """Four displays of 125 × 57.4 mm to a page of A4 upright."""
    for copies, pages in ((4, 1), (5, 2), (9, 3)):
        options = ("--copies", str(copies), "--portrait", "--pack", "sheet")
        assert len(open_pdf(print_ships("Warrior", options=options)).pages) == pages


def test_the_printer_is_asked_not_to_scale(print_ships: Print) -> None:
    preferences = open_pdf(print_ships("Warrior")).Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.DisplayDocTitle


@pytest.mark.parametrize("title", ["Fleet", r"A (very) \ odd [title]", "Ὀδύσσεια – Гроза"])
def test_title_and_author(print_ships: Print, title: str) -> None:
    data = print_ships("Warrior", options=("--title", title, "--author", f"by {title}"))
    information = open_pdf(data).docinfo
    assert str(information.Title) == title
    assert str(information.Author) == f"by {title}"
    assert str(information.Creator).startswith("sheetgen ")


def test_the_title_of_one_ship_is_its_name(print_ships: Print) -> None:
    assert str(open_pdf(print_ships("Warrior")).docinfo.Title) == "Warrior"


# Texts and fonts


def test_text_can_be_searched(print_ships: Print) -> None:
    text = extract_text(print_ships("Émeraude"))
    for words in (
        "Émeraude",
        "Heavy Cruiser (CA) · mass 6",
        "4(3)",
        "Mass driver × 1",
        "14 points",
    ):
        assert words in text
    assert text.count("Br") == 1


def test_numbers_of_the_boxes_can_be_read(print_ships: Print, spell_ship: Any) -> None:
    ship = spell_ship(mass=2, primaries="{forward: 91, left: 93, right: 95, rear: 97}")
    found = re.findall(r"\d+", extract_text(print_ships(ship)))
    assert {"91", "93", "95", "97", "46", "47", "48", "49"} <= set(found)


@pytest.mark.parametrize("name", ["Ὀδυσσεύς Αἴας", "Щёлково Ыѣ", "Łódź Ångström", "fi ffl AV To."])
def test_names_in_other_scripts_come_back_as_written(print_ships: Print, name: str) -> None:
    assert name in extract_text(print_ships(name))


def test_every_font_is_embedded_as_a_subset(print_ships: Print) -> None:
    pdf = open_pdf(print_ships("Warrior Ἀργώ"))
    fonts = [font for font in find_all(pdf, "/Font") if font.get("/Subtype") == "/Type0"]
    assert len(fonts) >= 3
    for font in fonts:
        (inner,) = font.DescendantFonts
        assert re.fullmatch(r"/[A-Z]{6}\+[\w-]+", str(font.BaseFont))
        assert inner.FontDescriptor.FontName == inner.BaseFont == font.BaseFont
        data = inner.FontDescriptor.FontFile2.read_bytes()
        assert data.startswith(b"\0\1\0\0")
        assert len(data) < 20_000
        assert b"beginbfchar" in font.ToUnicode.read_bytes()


def test_no_font_is_left_to_the_reader(print_ships: Print) -> None:
    kinds = {str(font.Subtype) for font in find_all(open_pdf(print_ships("Warrior")), "/Font")}
    assert kinds == {"/Type0", "/CIDFontType2"}


def test_widths_are_those_of_the_font(print_ships: Print) -> None:
    """Else text would be selected beside where it stands."""
    from fontTools.ttLib import TTFont

    pdf = open_pdf(print_ships("Warrior"))
    for font in find_all(pdf, "/CIDFontType2"):
        file = TTFont(io.BytesIO(font.FontDescriptor.FontFile2.read_bytes()))
        scale = 1000 / file["head"].unitsPerEm
        metrics = list(file["hmtx"].metrics.values())
        items = list(font.W)
        for start, widths in zip(items[::2], items[1::2], strict=True):
            for at, width in enumerate(widths, start=int(start)):
                assert float(width) == pytest.approx(metrics[at][0] * scale, abs=0.6)


# Bookmarks


def test_bookmarks_lead_to_their_ship(print_ships: Print) -> None:
    names = [f"Ship {letter}" for letter in "ABCDEFGHI"]
    data = print_ships(*names, options=("--portrait", "--pack", "sheet"))
    marks = list(walk_outline(open_pdf(data)))
    assert [title for title, _, _ in marks] == names
    for title, page, height in marks:
        assert title.upper() in extract_text(data, page)  # names are set in capitals
        with closing(PdfDocument(data)) as document:
            text = document[page].get_textpage()
            place = text.get_charbox(text.get_text_range().index(title.upper()))
            assert 0 < height - place[3] < 30


def test_a_bookmark_is_read_in_any_script(print_ships: Print) -> None:
    ((title, _, _),) = walk_outline(open_pdf(print_ships("Гроза (Ὀ)")))
    assert title == "Гроза (Ὀ)"


def test_sheets_have_headings_among_the_bookmarks(print_ships: Print) -> None:
    options = ("--sheet", "display", "--sheet", "compact", "--pack", "sheet")
    marks = list(walk_outline(open_pdf(print_ships("Warrior", options=options))))
    assert [page for _, page, _ in marks] == [0, 0, 1, 1]
    assert marks[1][0] == marks[3][0] == "Warrior"


# Size


def test_what_is_repeated_is_in_the_file_once(print_ships: Print) -> None:
    pdf = open_pdf(print_ships("Warrior", options=("--copies", "4", "--portrait")))
    (page,) = pdf.pages
    drawn = [
        str(o.operands[0]) for o in pikepdf.parse_content_stream(page) if str(o.operator) == "Do"
    ]
    assert len(drawn) >= 4
    assert len(set(drawn)) == len(drawn) - 3
    assert b"Tj" in pdf.pages[0].Resources.XObject[drawn[0]].read_bytes()


def test_a_copy_costs_next_to_nothing(print_ships: Print) -> None:
    one, many = (
        len(print_ships("Warrior", options=("--copies", n, "--paper", "a4"))) for n in ("4", "400")
    )
    assert (many - one) / 396 < 200


def test_a_picture_is_in_the_file_once(print_ships: Print, spell_ship: Any) -> None:
    ships = [spell_ship(name=name, art="ship.png") for name in ("A", "B", "C")]
    images = find_all(open_pdf(print_ships(*ships)), "/Image")
    assert len([image for image in images if "/SMask" in image]) == 1
    assert len(images) == 2


# Fields


def read_fields(data: bytes) -> dict[str, Any]:
    return dict(walk_fields(open_pdf(data).Root.AcroForm.Fields))


def walk_fields(fields: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """The whole name of every field and its widget; names among those of one parent differ."""
    names = [str(field.T) for field in fields]
    assert len(set(names)) == len(names), "two fields have one name"
    for field, name in zip(fields, names, strict=True):
        assert "." not in name
        if "/Kids" in field:
            yield from walk_fields(field.Kids, f"{above}{name}.")
        else:
            yield above + name, field


def test_fillable_boxes(print_ships: Print) -> None:
    fields = read_fields(print_ships("Swordfish", options=("--fillable",)))
    kinds = [str(field.FT) for field in fields.values()]
    assert kinds.count("/Btn") == 6 + 6 + 6  # weapons, hull, criticals
    assert kinds.count("/Tx") == 3  # ID, notes, hull left
    assert [n for n in fields if "hull." in n] == [f"Swordfish.hull.{at}" for at in range(1, 7)]
    assert sum("weapons" in name for name in fields) == 6


def test_names_of_fields_are_unique_among_copies_and_namesakes(print_ships: Print) -> None:
    data = print_ships("Pike", "Pike", options=("--fillable", "--copies", "3"))
    assert len(read_fields(data)) == 2 * 3 * 21


def test_fields_stand_on_their_page(print_ships: Print) -> None:
    pdf = open_pdf(print_ships("Pike", options=("--fillable", "--copies", "8", "--portrait")))
    counts = [len(page.get("/Annots", [])) for page in pdf.pages]
    assert counts == [5 * 21, 3 * 21]  # a form is not turned to save paper
    for page in pdf.pages:
        _, _, width, height = map(float, page.mediabox)
        for field in page.Annots:
            left, bottom, right, top = map(float, field.Rect)
            assert 0 < left < right < width
            assert 0 < bottom < top < height
            assert field.P.objgen == page.objgen


def test_a_box_is_large_enough_for_a_pencil(print_ships: Print) -> None:
    for sheet in ("display", "compact", "large"):
        options = ("--fillable", "--sheet", sheet)
        for field in read_fields(print_ships("Pike", options=options)).values():
            if int(field.get("/Ff", 0)) & 1:
                continue  # it is worked out, and nobody writes there
            left, bottom, right, top = map(float, field.Rect)
            assert min(right - left, top - bottom) >= 3.5 * MM


def test_a_checkbox_is_off_and_can_be_on(print_ships: Print, rasterize: Any) -> None:
    fields = read_fields(print_ships("Pike", options=("--fillable",)))
    for field in fields.values():
        if field.FT == "/Btn":
            assert field.AS == field.V == "/Off"
            assert set(field.AP.N.keys()) == {"/On", "/Off"}
            assert b" l " in field.AP.N.On.read_bytes()


def test_over_an_id_that_is_printed_there_is_no_field(print_ships: Print) -> None:
    fleet = "system: asfos\nfleet: F\nships: [{ship: warrior, ids: [BB7]}]\n"
    options = ("--fillable", "--sheet", "display")
    data = print_ships(fleet, options=options)
    assert "BB7" in extract_text(data)
    texts = [name for name, field in read_fields(data).items() if field.FT == "/Tx"]
    assert texts == ["BB7 Warrior.hull left"]


def test_without_the_option_there_are_no_fields(print_ships: Print) -> None:
    pdf = open_pdf(print_ships("Warrior"))
    assert "/AcroForm" not in pdf.Root
    assert "/Annots" not in pdf.pages[0]


# Colours


def is_coloured(pdf: pikepdf.Pdf) -> bool:
    """Whether any content stream, picture or gradient has a colour that is no grey."""
    streams = [*pdf.pages, *find_all(pdf, "/Form")]
    for stream in streams:
        steps: Any = pikepdf.parse_content_stream(stream)
        for operands, operator in steps:
            if str(operator) in ("rg", "RG") and len(set(map(float, operands))) > 1:
                return True
            if str(operator) in ("k", "K", "sc", "SC", "scn", "SCN", "cs", "CS"):
                return True
    spaces = {str(image.ColorSpace) for image in find_all(pdf, "/Image")}
    spaces |= {str(thing.ColorSpace) for thing in pdf.objects if is_shading(thing)}
    return bool(spaces - {"/DeviceGray"})


def is_shading(thing: Any) -> bool:
    return isinstance(thing, pikepdf.Dictionary) and "/ShadingType" in thing


@pytest.mark.parametrize(("ink", "coloured"), [("color", True), ("grey", False), ("low", False)])
def test_ink(print_ships: Print, spell_ship: Any, ink: str, coloured: bool) -> None:
    ship = spell_ship(art="ship.png")
    options = ("--ink", ink, "--colour", "darkred", "--sheet", "display", "--sheet", "compact")
    assert is_coloured(open_pdf(print_ships(ship, options=options))) is coloured


def test_low_ink_is_lighter(print_ships: Print, spell_ship: Any, rasterize: Any) -> None:
    ship = spell_ship(art="ship.png")
    grey, low = (
        sum(rasterize(print_ships(ship, options=("--ink", ink))).convert("L").histogram()[:128])
        for ink in ("grey", "low")
    )
    assert low < grey


# Lengths on the page, at 300 dpi


def dark_spans(picture: Any, row: int) -> list[tuple[int, int]]:
    """Where a row of pixels is dark, as (first, last) columns."""
    dark = [x for x in range(picture.width) if min(picture.getpixel((x, row))) < 150]
    spans: list[tuple[int, int]] = []
    for x in dark:
        if spans and x == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], x)
        else:
            spans.append((x, x))
    return spans


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_is_50_mm_and_2_inches_long(
    print_ships: Print, rasterize: Any, paper: str
) -> None:
    options = ("--paper", paper, "--portrait", "--no-marks")
    picture = rasterize(print_ships("Warrior", options=options), dpi=300)
    pixel = 25.4 / 300
    for height, length in ((9.4, 50.0), (5.2, 50.8)):  # mm over the edge: where long ticks stand
        row = round(picture.height - height / pixel)
        (a, b), (c, d) = dark_spans(picture, row)[:2]
        assert (c + d - a - b) / 2 * pixel == pytest.approx(length, abs=0.13)


def test_a_display_has_its_true_size(print_ships: Print, rasterize: Any) -> None:
    picture = rasterize(print_ships("Warrior", options=("--portrait", "--no-marks")), dpi=300)
    strip = round(12 / 25.4 * 300)
    sheet = picture.crop((0, 0, picture.width, picture.height - strip)).convert("L")
    left, top, right, bottom = sheet.point(lambda level: 255 * (level < 150)).getbbox()
    size = (right - left) * 25.4 / 300, (bottom - top) * 25.4 / 300
    assert size == pytest.approx((125, 57.4), abs=0.2)


@pytest.mark.parametrize("sheet", ["display", "compact", "large"])
def test_nothing_is_printed_near_the_edge(print_ships: Print, rasterize: Any, sheet: str) -> None:
    names = [f"Ship {letter}" for letter in "ABCDEFGHIJKLM"]
    picture = rasterize(print_ships(*names, options=("--sheet", sheet)), dpi=72).convert("L")
    margin = int(4.7 * MM)
    for box in (
        (0, 0, picture.width, margin),
        (0, picture.height - margin, picture.width, picture.height),
        (0, 0, margin, picture.height),
        (picture.width - margin, 0, picture.width, picture.height),
    ):
        assert picture.crop(box).getextrema() == (255, 255)


def test_crop_marks_can_be_left_out(print_ships: Print) -> None:
    def count_lines(data: bytes) -> int:
        content = open_pdf(data).pages[0].Contents.read_bytes()
        return content.count(b" l")

    with_marks = print_ships("Warrior", options=("--marks",))
    assert count_lines(with_marks) > count_lines(print_ships("Warrior", options=("--no-marks",)))


@given(st.lists(st.binary(min_size=8, max_size=8), min_size=1))
def test_rows_of_the_table_are_the_sums_of_what_is_written(rows):
    """PNG's filter, as a reader undoes it: each byte is added to the one above."""
    written, above = _predict(rows), bytes(8)
    for at, row in enumerate(rows):
        kind, *bytes_of_row = written[9 * at : 9 * at + 9]
        above = bytes((a + b) & 255 for a, b in zip(bytes_of_row, above, strict=True))
        assert (kind, above) == (2, row)
    assert len(written) == 9 * len(rows)
