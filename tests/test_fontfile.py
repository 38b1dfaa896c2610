"""Fonts of every kind: OTF, variable ones, collections; what they say, and how they print."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.type.face import Face
from sheetgen.type.fontfile import FontMember, Slope, list_members
from sheetgen.type.fonts import Fonts
from tests.foundry import (
    Axis,
    cast,
    make_collection,
    make_postscript,
    make_truetype,
    make_variable,
    make_variable_postscript,
    save,
)

TEXT = "AVE Wario flÉé1’"
FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="120mm" height="12mm" viewBox="0 0 120 12">'
    '<text x="2" y="9" font-size="8" font-family="Star Title" {}>{}</text></svg>'
)


def print_text(folder: Path, attributes: str = "", text: str = TEXT) -> bytes:
    """The PDF of a line of text in the fonts of a folder, which must all be usable."""
    fonts = Fonts([folder])
    assert fonts.diagnostics == []
    drawing, problems = Drafter(fonts).draw(FRAME.format(attributes, text))
    assert problems == []
    return write_pdf([Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))], Facts())


def render(pdf: bytes) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil().convert("L")


def read_text(pdf: bytes) -> str:
    return str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range())


def measure_difference(some: bytes, other: bytes) -> float:
    """The mean difference of two pages, of 255."""
    difference = ImageChops.difference(render(some), render(other))
    return float(ImageStat.Stat(difference).mean[0])


def measure_ink(pdf: bytes) -> int:
    """How far the ink of a page reaches, in pixels."""
    box = ImageChops.invert(render(pdf)).point(lambda v: 255 * (v > 60)).getbbox()
    assert box is not None
    return int(box[2] - box[0])


@contextmanager
def open_font(pdf: bytes) -> Iterator[tuple[Any, Any]]:
    """The only font of a page, and its descriptor."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        (font,) = file.pages[0].Resources.Font.values()
        (inner,) = font.DescendantFonts
        yield inner, inner.FontDescriptor


def list_faces(path: Path) -> list[FontMember]:
    return list_members(path, path.read_bytes())


# OTF


@pytest.mark.parametrize(
    ("upem", "cids"), [(1000, False), (2048, False), (1000, True)], ids=["1000", "2048", "cids"]
)
def test_postscript_outlines_print_as_the_same_truetype_ones(
    tmp_path: Path, upem: int, cids: bool
) -> None:
    save(make_truetype(upem), tmp_path / "a" / "Title.ttf")
    save(make_postscript(upem, cids), tmp_path / "b" / "Title.otf")
    plain, made = (print_text(tmp_path / name) for name in "ab")
    assert measure_difference(plain, made) < 0.5
    assert measure_difference(plain, print_text(tmp_path / "a", text="AVE Wario flÉé")) > 0.5
    assert read_text(made).strip() == TEXT


def test_a_postscript_font_is_embedded_as_one(tmp_path: Path) -> None:
    """ISO 32000-1, table 126; a CID is then the id of a glyph in the file (9.7.4.2)."""
    save(make_postscript(), tmp_path / "Title.otf")
    with open_font(print_text(tmp_path, text="AV")) as (inner, descriptor):
        assert inner.Subtype == "/CIDFontType0"
        assert "/CIDToGIDMap" not in inner
        assert descriptor.FontFile3.Subtype == "/CIDFontType0C"
        assert "/FontFile2" not in descriptor
        assert inner.BaseFont == descriptor.FontName
        data = descriptor.FontFile3.read_bytes()
    cff = CFFFontSet()
    cff.decompile(io.BytesIO(data), None)
    order = TTFont(tmp_path / "Title.otf").getGlyphOrder()
    drawn = cff[0].CharStrings.charStringsIndex
    programs = [drawn[at].bytecode for at in range(len(drawn))]
    assert {at for at, program in enumerate(programs) if len(program) > 3} == {
        0,
        order.index("A"),
        order.index("V"),
    }


def test_the_numbers_of_glyphs_become_their_ids(tmp_path: Path) -> None:
    save(make_postscript(cids=True), tmp_path / "Title.otf")
    with open_font(print_text(tmp_path, text="AV")) as (_, descriptor):
        data = descriptor.FontFile3.read_bytes()
    cff = CFFFontSet()
    cff.decompile(io.BytesIO(data), None)
    names = cff[0].charset
    assert names[1:] == [f"cid{at:05}" for at in range(1, len(names))]


def test_postscript_faces_are_kerned(tmp_path: Path) -> None:
    face = Face.from_file(save(make_postscript(), tmp_path / "Title.otf"))
    assert face.measure("AV") == face.measure("A") + face.measure("V") - 80
    assert face.is_postscript


def test_letters_that_it_lacks_come_from_other_fonts(tmp_path: Path) -> None:
    save(make_postscript(), tmp_path / "Title.otf")
    pdf = print_text(tmp_path, text="AV Щит")
    with pikepdf.open(io.BytesIO(pdf)) as file:
        names = [str(font.BaseFont)[8:] for font in file.pages[0].Resources.Font.values()]
    assert names == ["FiraSans-Regular", "StarTitle-Regular"]
    assert read_text(pdf).strip() == "AV Щит"


@pytest.mark.parametrize("tag", ["CFF ", "CFF2"])
def test_outlines_that_are_nonsense_are_refused(tmp_path: Path, tag: str) -> None:
    data = bytearray(cast(make_postscript() if tag == "CFF " else make_variable_postscript()))
    start = TTFont(io.BytesIO(data)).reader.tables[tag]
    data[start.offset : start.offset + start.length] = random.Random(1).randbytes(start.length)
    (tmp_path / "Title.otf").write_bytes(data)
    fonts = Fonts([tmp_path])
    assert [d.rule for d in fonts.diagnostics] == ["bad-font"]
    assert "star title" not in fonts.families


@pytest.mark.parametrize(
    ("upem", "unit", "right"),
    [
        (2048, 1 / 2048, True),
        (2048, None, False),
        (2048, 0.001, False),
        (1000, None, True),
        (1000, 1.5e-3, False),
        (1000, 1, False),
    ],
)
def test_the_size_of_outlines_is_that_of_widths(
    tmp_path: Path, upem: int, unit: float | None, right: bool
) -> None:
    """PDF readers take it from the outlines; others from elsewhere, and letters would differ."""
    font = make_postscript(upem)
    top = font["CFF "].cff.topDictIndex[0]
    if unit is None:
        top.rawDict.pop("FontMatrix", None)
        vars(top).pop("FontMatrix", None)
    else:
        top.FontMatrix = [unit, 0, 0, unit, 0, 0]
    save(font, tmp_path / "Title.otf")
    told = [d.message for d in Fonts([tmp_path]).diagnostics]
    reason = "its outlines and its widths differ in size (FontMatrix, unitsPerEm)"
    assert told == ([] if right else [reason])


# Variable fonts


@pytest.mark.parametrize(("weight", "wider"), [(400, 1.0), (600, 4 / 3), (700, 1.5), (900, 1.5)])
def test_a_weight_is_the_named_instance(tmp_path: Path, weight: int, wider: float) -> None:
    save(make_variable(), tmp_path / "Title.ttf")
    regular = print_text(tmp_path, text="AEA")
    made = print_text(tmp_path, f'font-weight="{weight}"', "AEA")
    assert measure_ink(made) == pytest.approx(measure_ink(regular) * wider, rel=0.02)
    assert read_text(made).strip() == "AEA"


def test_instances_are_found_by_their_weights(tmp_path: Path) -> None:
    path = save(make_variable(), tmp_path / "Title.ttf")
    found = {member.traits.weight: member for member in list_faces(path)}
    assert sorted(found) == [300, 400, 600, 700]
    face = Fonts([tmp_path]).find("Star Title", 600)
    assert face is not None
    assert (face.name, face.weight) == ("StarTitle-SemiBold", 600)
    assert dict(face.member.axes) == {"wght": 600}


def test_an_instance_has_no_axes_left_in_the_document(tmp_path: Path) -> None:
    save(make_variable(), tmp_path / "Title.ttf")
    with open_font(print_text(tmp_path, 'font-weight="600"')) as (_, descriptor):
        tables = TTFont(io.BytesIO(descriptor.FontFile2.read_bytes())).keys()
    assert "glyf" in tables
    assert not {"fvar", "gvar", "HVAR"}.intersection(tables)


@pytest.mark.parametrize("upem", [1000, 2048])
def test_variable_postscript_outlines_become_plain_ones(tmp_path: Path, upem: int) -> None:
    """A PDF knows no CFF2. The letters are those of the TrueType font with the same axis."""
    save(make_variable_postscript(upem), tmp_path / "a" / "Title.otf")
    save(make_variable(), tmp_path / "b" / "Title.ttf")
    for weight in (400, 600, 700):
        made, plain = (print_text(tmp_path / n, f'font-weight="{weight}"', "W") for n in "ab")
        with open_font(made) as (_, descriptor):
            assert descriptor.FontFile3.Subtype == "/CIDFontType0C"
        assert measure_difference(made, plain) < 0.5
    assert measure_difference(made, print_text(tmp_path / "a", text="W")) > 0.5


WIDTH: Axis = ("wdth", 75, 75, 100, "Width")
SLANT: Axis = ("slnt", -10, 0, 0, "Slant")
CASUAL: Axis = ("CASL", 0, 0, 1, "Casual")
WEIGHT: Axis = ("wght", 200, 400, 700, "Weight")


def describe(members: list[FontMember]) -> set[tuple[str, int, str, float]]:
    return {(m.families[0], m.traits.weight, m.traits.style, m.traits.width) for m in members}


def test_a_font_without_instances_has_one_for_each_hundred_of_weight(tmp_path: Path) -> None:
    path = save(make_variable({}, [WEIGHT]), tmp_path / "Title.ttf")
    weights = [member.traits.weight for member in list_faces(path)]
    assert sorted(weights) == [200, 300, 400, 500, 600, 700]


def test_an_axis_of_widths_without_instances_has_one_for_each_named_width(tmp_path: Path) -> None:
    path = save(make_variable({}, [WIDTH]), tmp_path / "Title.ttf")
    widths = {member.traits.width: member.name for member in list_faces(path)}
    assert sorted(widths) == [75, 87.5, 100]
    names = {face.name for face in map(Face, list_faces(path))}
    assert len(names) == 3


def test_slanted_instances_are_oblique(tmp_path: Path) -> None:
    instances = {"Regular": {"slnt": 0.0}, "Italic": {"slnt": -10.0}}
    path = save(make_variable(instances, [SLANT]), tmp_path / "Title.ttf")
    assert describe(list_faces(path)) == {
        ("Star Title", 400, "normal", 100),
        ("Star Title", 400, "oblique", 100),
    }
    italic = Fonts([tmp_path]).find("Star Title", 400, Slope.ITALIC)
    assert italic is not None
    assert italic.traits.slope is Slope.OBLIQUE
    assert italic.member.axes == (("slnt", -10.0),)


def test_what_has_no_name_in_css_makes_a_family_of_its_own(tmp_path: Path) -> None:
    instances = {
        "Casual Bold": {"wght": 700.0, "CASL": 1.0},
        "Bold": {"wght": 700.0, "CASL": 0.0},
        "Regular": {"wght": 400.0, "CASL": 0.0},
    }
    path = save(make_variable(instances, [WEIGHT, CASUAL]), tmp_path / "Title.ttf")
    assert describe(list_faces(path)) == {
        ("Star Title", 400, "normal", 100),
        ("Star Title", 700, "normal", 100),
        ("Star Title Casual", 700, "normal", 100),
    }
    casual = Fonts([tmp_path]).find("Star Title Casual", 400)
    plain = Fonts([tmp_path]).find("Star Title", 700)
    assert casual is not None
    assert plain is not None
    assert casual.member.axes == (("wght", 700.0), ("CASL", 1.0))
    assert plain.member.axes == (("wght", 700.0), ("CASL", 0.0))


def test_of_two_instances_with_equal_traits_the_usual_one_is_taken(tmp_path: Path) -> None:
    instances = {"Bold": {"wght": 700.0, "CASL": 1.0}, "BOLD": {"wght": 700.0, "CASL": 0.0}}
    save(make_variable(instances, [WEIGHT, CASUAL]), tmp_path / "Title.ttf")
    face = Fonts([tmp_path]).find("Star Title", 700)
    assert face is not None
    assert dict(face.member.axes) == {"wght": 700, "CASL": 0}


def test_an_instance_that_can_not_be_made_stops_the_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the first instance is looked at before it is asked for."""
    from sheetgen.type import fontfile
    from sheetgen.type.fontfile import FaceError

    save(make_variable(), tmp_path / "Title.ttf")
    fonts = Fonts([tmp_path])
    assert fonts.diagnostics == []

    def fail(*_: Any) -> Any:
        raise FaceError("its glyphs can't be embedded: its tables are damaged")

    monkeypatch.setattr(fontfile, "cut_face", fail)
    with pytest.raises(ProblemError) as caught:
        fonts.find("Star Title", 600)
    (found,) = caught.value.diagnostics
    assert (found.rule, found.severity) == ("bad-font", "error")
    assert found.file.endswith("Title.ttf")


# A font as it is published, with thirteen axes


def test_a_published_variable_font(tmp_path: Path) -> None:
    """Roboto Flex is the package fontpkg-roboto-flex, which `pip install sheetgen[dev]` brings."""
    package = pytest.importorskip(
        "fontpkg_roboto_flex", reason="fontpkg-roboto-flex is not installed"
    )
    (file,) = (Path(package.__file__).parent / "files").glob("*.ttf")
    (tmp_path / file.name).write_bytes(file.read_bytes())
    fonts = Fonts([tmp_path])
    assert fonts.diagnostics == []
    members = fonts.families["roboto flex"].members
    assert {traits.weight for traits in members} == {*range(100, 1001, 100)}
    assert {traits.width for traits in members} >= {50, 75, 100, 150}
    widths = [
        face.measure("Warrior 12")
        for width in (50, 75, 100, 150)
        if (face := fonts.find("Roboto Flex", 600, 0, width))
    ]
    assert widths == sorted(set(widths))
    assert widths[3] > 1.15 * widths[0]
    light, bold = (fonts.find("Roboto Flex", weight) for weight in (300, 700))
    assert light is not None
    assert bold is not None
    assert light.outline(40) != bold.outline(40)


# Collections


def test_each_face_of_a_collection_is_one(tmp_path: Path) -> None:
    fonts = make_truetype(), make_postscript(family="Other", weight=700, style="Bold")
    path = save(make_collection(*fonts), tmp_path / "Both.ttc")
    assert describe(list_faces(path)) == {
        ("Star Title", 400, "normal", 100),
        ("Other", 700, "normal", 100),
    }
    found = Fonts([tmp_path])
    assert found.diagnostics == []
    faces = [found.find(name, 400) for name in ("Star Title", "Other")]
    assert [face and face.is_postscript for face in faces] == [False, True]
    save(make_truetype(), tmp_path / "alone" / "Title.ttf")
    assert measure_difference(print_text(tmp_path), print_text(tmp_path / "alone")) == 0


# Widths, slopes and names


def test_widths_of_a_family_are_told_apart(tmp_path: Path) -> None:
    """As DejaVu Serif has it, where old programs know each width as a family."""
    usual = save(make_truetype(), tmp_path / "Title.ttf")
    narrow = save(
        make_postscript(width=3, style="Condensed", legacy="Star Title Condensed"),
        tmp_path / "TitleCondensed.otf",
    )
    fonts = Fonts([tmp_path])
    assert fonts.diagnostics == []

    def find(family: str, width: float) -> Path:
        face = fonts.find(family, 400, 0, width)
        assert face is not None
        return face.path

    assert [find("Star Title", width) for width in (50, 75, 100, 200)] == [
        narrow,
        narrow,
        usual,
        usual,
    ]
    assert find("Star Title Condensed", 100) == narrow


@pytest.mark.parametrize(
    ("value", "narrow"),
    [("condensed", True), ("75%", True), ("normal", False), ("100%", False), ("expanded", False)],
)
@pytest.mark.parametrize("attribute", ['font-stretch="{}"', 'style="font-width: {}"'])
def test_a_template_asks_for_a_width(attribute: str, value: str, narrow: bool) -> None:
    svg = FRAME.replace("Star Title", "Barlow").format(attribute.format(value), "Kestrel")
    drawing, problems = Drafter(Fonts()).draw(svg)
    assert problems == []
    assert list(drawing.resources.faces) == [f"Barlow{'Condensed' * narrow}-Regular"]


@pytest.mark.parametrize("value", ["narrow", "75", "-20%", "0%"])
def test_a_width_that_is_none_is_told(value: str) -> None:
    svg = FRAME.replace("Star Title", "Barlow").format(f'font-stretch="{value}"', "a")
    _, problems = Drafter(Fonts()).draw(svg)
    assert len(problems) == 1
    assert problems[0].diagnose("a.svg").rule == "bad-value"
    assert f"font-stretch: '{value}'" in problems[0].message


@pytest.mark.parametrize(
    ("selection", "style"), [(0x40, "normal"), (0x1, "italic"), (0x200, "oblique")]
)
def test_a_slope_is_read_from_the_file(tmp_path: Path, selection: int, style: str) -> None:
    path = save(make_truetype(selection=selection), tmp_path / "Title.ttf")
    assert Face.from_file(path).traits.style == style


def test_a_template_asks_for_oblique_letters(tmp_path: Path) -> None:
    save(make_truetype(), tmp_path / "a.ttf")
    save(make_truetype(selection=0x1, style="Italic"), tmp_path / "b.ttf")
    save(make_truetype(selection=0x200, style="Oblique"), tmp_path / "c.ttf")
    for style in ("Italic", "Oblique"):
        with open_font(print_text(tmp_path, f'font-style="{style.lower()}"', "A")) as (font, _):
            assert str(font.BaseFont).endswith(f"+StarTitle-{style}")


def test_of_two_files_with_the_same_face_the_second_is_told(tmp_path: Path) -> None:
    first = save(make_truetype(), tmp_path / "One.ttf")
    save(make_postscript(), tmp_path / "Two.otf")
    fonts = Fonts([tmp_path])
    (found,) = fonts.diagnostics
    assert (found.rule, found.severity) == ("bad-font", "warning")
    assert found.file.endswith("Two.otf")
    assert found.message == "One.ttf has the same family, weight, style and width"
    face = fonts.find("Star Title", 400)
    assert face is not None
    assert face.path == first


def test_an_otf_and_a_ttf_of_one_name_are_no_mistake(tmp_path: Path) -> None:
    save(make_truetype(), tmp_path / "Title.ttf")
    save(make_postscript(), tmp_path / "Title.otf")
    assert Fonts([tmp_path]).diagnostics == []


# What makers allow


@pytest.mark.parametrize(
    ("permissions", "restricted"),
    [(0, False), (0x2, True), (0x4, False), (0x8, False), (0x6, False), (0x200, True)],
)
def test_a_font_that_may_not_be_embedded_is_told(
    tmp_path: Path, permissions: int, restricted: bool
) -> None:
    save(make_postscript(permissions=permissions), tmp_path / "Bought.otf")
    fonts = Fonts([tmp_path])
    told = [(d.rule, d.severity, Path(d.file).name) for d in fonts.diagnostics]
    assert told == [("restricted-font", "warning", "Bought.otf")] * restricted
    assert fonts.find("Star Title", 400) is not None


def test_a_restricted_font_prints_with_a_warning(
    project: Path, run: Callable[..., Any], write_ship: Callable[..., Path]
) -> None:
    write_ship()
    save(make_truetype(permissions=2), project / "fonts" / "Bought.ttf")
    outcome = run("render", "-o", "out.pdf")
    assert outcome.status == 0
    told = "the maker of this font does not allow it to be embedded"
    assert f"fonts/Bought.ttf: warning[restricted-font]: {told}" in outcome.stderr


@pytest.mark.parametrize("make", [make_truetype, make_postscript])
def test_a_font_that_is_to_stay_whole_does(tmp_path: Path, make: Callable[..., TTFont]) -> None:
    save(make(permissions=0x100), tmp_path / "Title.otf")
    whole = Face.from_file(tmp_path / "Title.otf")
    save(make(), tmp_path / "Title.otf")
    part = Face.from_file(tmp_path / "Title.otf")
    assert len(whole.subset({1})) > 2 * len(part.subset({1}))
    assert whole.subset({1}) == part.subset(set(range(part.glyph_count)))


# Text that can be searched


def test_a_letter_with_a_mark_is_copied_as_it_is(tmp_path: Path) -> None:
    """The x of x̃ is the same glyph as any other x, and stands for nothing but itself."""
    svg = FRAME.replace("Star Title", "Barlow").format("", "x\u0303 x ex")
    drawing, problems = Drafter(Fonts()).draw(svg)
    assert problems == []
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    text = read_text(write_pdf([page], Facts()))
    assert text.count("\u0303") == 1
    assert text.replace("\u0303", "").strip() == "x x ex"


# The list


def test_the_list_of_fonts(project: Path, run: Callable[..., Any]) -> None:
    save(make_variable(), project / "fonts" / "Title.ttf")
    save(
        make_postscript(family="Old Sign", weight=700, style="Bold"), project / "more" / "Sign.otf"
    )
    rows = [
        " ".join(line.split())
        for line in run("list", "fonts", "--fonts", "more").stdout.splitlines()
    ]
    assert rows[0] == "family weight style width scripts file"
    assert "Star Title 300 400 600 700 normal 100 % symbols fonts/Title.ttf" in rows
    assert "Old Sign 700 normal 100 % symbols more/Sign.otf" in rows
    hundreds = "100 200 300 400 500 600 700 800 900"
    assert f"Barlow {hundreds} italic 100 75 % Latin shipped" in rows
    assert f"Fira Sans {hundreds} normal 100 75 % Latin, Greek, Cyrillic shipped" in rows
