"""SVG files whose text stays text: its fonts, its places, and what a browser makes of it."""

from __future__ import annotations

import base64
import io
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.png import write_png
from sheetgen.export.vector import write_svg
from sheetgen.export.vector.defs import Webfonts
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.type.face import Face
from sheetgen.type.fontfile import FaceError
from sheetgen.type.fonts import Fonts
from tests.browser import ask, needs_chromium, photograph
from tests.foundry import make_postscript, make_truetype, make_variable, save
from tests.test_vector import SAMPLES, draw, place, rasterize

SVG = "{http://www.w3.org/2000/svg}"


def write(body: str, title: str = "") -> ET.Element:
    """The SVG file of a drawing, with its text kept."""
    return ET.fromstring(write_svg(place(draw(body)), title, text=True))


def list_texts(root: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def read_fonts(root: ET.Element) -> dict[str, TTFont]:
    """The fonts of a file by the classes of the texts that are set in them."""
    style = root.findtext(f"{SVG}style", "")
    families = {
        family: TTFont(io.BytesIO(base64.b64decode(data)))
        for family, data in re.findall(
            r"@font-face\{font-family:'([^']+)'.*?base64,([^)]+)\)", style
        )
    }
    classes = re.findall(r"\.(f\d+)\{font-family:'([^']+)'", style)
    return {name: families[family] for name, family in classes}


def find_barlow(weight: int = 400) -> Face:
    face = Fonts().find("Barlow", weight)
    assert face is not None
    return face


# Letters and their places


def test_a_text_stays_one() -> None:
    root = write('<text x="5" y="20" font-size="10">Kestrel &amp; &lt;Sons&gt;</text>')
    assert list_texts(root) == ["Kestrel & <Sons>"]
    assert root.find(f".//{SVG}use") is None
    assert "aria-label" not in ET.tostring(root, "unicode")


def test_outlines_are_usual() -> None:
    svg = write_svg(place(draw('<text x="5" y="20" font-size="10">Kestrel</text>')))
    assert "<text" not in svg
    assert "font-face" not in svg


def test_each_letter_stands_where_the_page_has_it() -> None:
    (text,) = write('<text x="5" y="20" font-size="10">AVA To</text>').iter(f"{SVG}text")
    face, x, places = find_barlow(), 5.0, []
    for glyph in face.shape("AVA To"):
        places.append(x)
        x += glyph.advance / 100
    found = [float(number) for number in text.get("x", "").split()]
    assert found == pytest.approx(places, abs=0.006)
    assert found[1] < 5 + face.advance(face.find_glyph(ord("A"))) / 100 - 0.1  # kerned
    assert text.get("y") == "20"


def test_letter_spacing_and_raised_letters_are_places() -> None:
    root = write(
        '<text x="5" y="20" font-size="10" letter-spacing="2">ab</text>'
        '<text x="5" y="40" font-size="10">m<tspan baseline-shift="super" font-size="6">2</tspan>'
        "</text>"
    )
    spaced, raised = root.iter(f"{SVG}text")
    first, second = (float(x) for x in spaced.get("x", "").split())
    assert second - first == pytest.approx(find_barlow().measure("a") / 100 + 2, abs=0.006)
    letters = list(raised)
    assert ["".join(part.itertext()) for part in letters] == ["m", "2"]
    assert [float(part.get("y", "")) for part in letters] == pytest.approx([40, 36.6])
    assert [part.get("font-size") for part in letters] == ["10", "6"]


def test_words_in_several_fonts_are_one_text() -> None:
    body = (
        '<text x="5" y="20" font-size="10">Wörld Щит <tspan fill="red" font-weight="700">bold'
        "</tspan> end</text>"
    )
    root = write(body)
    (text,) = root.iter(f"{SVG}text")
    assert "".join(text.itertext()) == "Wörld Щит bold end"
    fills = {"".join(part.itertext()): part.get("fill") for part in text}
    assert fills["bold"] == "#f00"
    assert fills[" end"] is None
    assert len(read_fonts(root)) == 3


def test_texts_apart_are_texts_of_their_own() -> None:
    root = write('<text x="5" y="20" font-size="10">one<tspan x="60">two</tspan></text>')
    assert list_texts(root) == ["one", "two"]


def test_turned_and_squeezed_text_has_a_transform() -> None:
    root = write(
        '<text x="5" y="20" font-size="10" textLength="90" lengthAdjust="spacingAndGlyphs">ab'
        "</text>"
    )
    (text,) = root.iter(f"{SVG}text")
    assert re.fullmatch(r"matrix\([\d.]+ 0 0 1 5 20\)", text.get("transform", ""))


@pytest.mark.parametrize(
    "body",
    [
        '<text x="5" y="20" font-size="10">x\u0303</text>',
        '<text x="5" y="20" font-size="10" stroke="red" textLength="90"'
        ' lengthAdjust="spacingAndGlyphs">ab</text>',
    ],
    ids=["mark", "stretched stroke"],
)
def test_what_a_browser_would_place_otherwise_is_drawn(body: str) -> None:
    root = write(body)
    assert list_texts(root) == []
    assert [e.get("aria-label") for e in root.iter() if e.get("aria-label")]


def test_writing_to_the_left_is_drawn(tmp_path: Path) -> None:
    """A browser would turn the order of its letters a second time."""
    font = make_truetype()
    cmap = font["cmap"].tables[0].cmap
    for table in font["cmap"].tables:
        table.cmap = {**cmap, 0x5D0: cmap[ord("A")], 0x5D1: cmap[ord("V")]}
    save(font, tmp_path / "Title.ttf")
    drawing, problems = Drafter(Fonts([tmp_path])).draw(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90pt" height="30pt" viewBox="0 0 90 30">'
        '<text x="5" y="20" font-size="10" font-family="Star Title">\u05d0\u05d1</text></svg>'
    )
    assert problems == []
    root = ET.fromstring(write_svg(place(drawing), text=True))
    assert list_texts(root) == []
    assert [e.get("aria-label") for e in root.iter() if e.get("aria-label")] == ["\u05d1\u05d0"]


def test_what_is_painted_twice_is_one_text() -> None:
    root = write(
        '<text x="5" y="20" font-size="10" stroke="red" fill-opacity=".5" paint-order="stroke">ab'
        "</text>"
    )
    assert list_texts(root) == ["ab"]


def test_equal_texts_in_groups_are_both_text() -> None:
    group = '<g transform="translate({} 9)"><text x="5" y="20" font-size="10">Start</text></g>'
    assert list_texts(write(group.format(5) + group.format(70))) == ["Start", "Start"]


def test_text_of_a_symbol_can_be_found_wherever_it_is_used() -> None:
    root = write(
        '<defs><g id="a"><text y="9" font-size="9">Hull</text></g>'
        '<g id="b"><rect width="5" height="5"/></g></defs>'
        '<use href="#a" x="5" y="5"/><use href="#a" x="60" y="5"/>'
        '<use href="#b" x="5" y="50"/><use href="#b" x="60" y="50"/>'
    )
    assert list_texts(root) == ["Hull", "Hull"]
    definitions = root.find(f"{SVG}defs")
    assert definitions is None or definitions.find(f".//{SVG}text") is None
    assert len(list(root.iter(f"{SVG}use"))) == 2


def test_nothing_but_spaces_leaves_nothing() -> None:
    assert list_texts(write('<text x="5" y="20" xml:space="preserve">   </text>')) == []


def test_same_page_same_file() -> None:
    page = place(*(draw(SAMPLES[name]) for name in SAMPLES))
    assert write_svg(page, "a", text=True) == write_svg(page, "a", text=True)


@pytest.mark.parametrize("name", SAMPLES)
def test_it_is_well_formed(name: str) -> None:
    write(SAMPLES[name], "Fish & <Chips>")


# Fonts


def test_a_font_has_the_letters_and_no_others() -> None:
    (font,) = read_fonts(write('<text x="5" y="20" font-size="10">AVA é</text>')).values()
    assert {chr(code) for code in font.getBestCmap()} == set("AV é")
    assert font["maxp"].numGlyphs < 12
    assert not {"GSUB", "GPOS", "kern"}.intersection(font.keys())
    whole, names = TTFont(find_barlow().path), TTFont(find_barlow().path).getBestCmap()
    for code, name in font.getBestCmap().items():
        pens = [DecomposingRecordingPen(f.getGlyphSet()) for f in (font, whole)]
        font.getGlyphSet()[name].draw(pens[0])
        whole.getGlyphSet()[names[code]].draw(pens[1])
        assert pens[0].value == pens[1].value
        assert font["hmtx"][name] == whole["hmtx"][names[code]]


def test_a_font_file_sums_up() -> None:
    """As the OpenType specification has it: to 0xB1B0AFBA, which checksums of tables make."""
    root = write('<text x="5" y="20" font-size="10">AV</text>')
    style = root.findtext(f"{SVG}style", "")
    (data,) = (base64.b64decode(found) for found in re.findall(r"base64,([^)]+)\)", style))
    words = [int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4)]
    assert sum(words) % 2**32 == 0xB1B0AFBA
    TTFont(io.BytesIO(data), checkChecksums=2).ensureDecompiled()


def test_a_character_with_two_glyphs_has_two_fonts() -> None:
    fonts, face = Webfonts(), find_barlow()
    first = fonts.choose(face, [("A", 5), ("V", 6)])
    second = fonts.choose(face, [("A", 7)])
    third = fonts.choose(face, [("V", 6), ("B", 8)])
    assert first is third
    assert first is not second
    assert (first.glyphs, second.glyphs) == ({"A": 5, "V": 6, "B": 8}, {"A": 7})
    assert fonts.choose(find_barlow(700), [("A", 5)]) not in (first, second)


def test_a_font_says_what_it_is_so_that_nothing_is_made_up() -> None:
    root = write('<text x="5" y="20" font-weight="600" font-style="italic">a</text>')
    style = root.findtext(f"{SVG}style", "")
    told = "font-weight:600;font-style:italic;font-stretch:100%"
    assert style.count(told) == 2
    assert "'Barlow-SemiBoldItalic-1','Barlow';" in style


@pytest.mark.parametrize("kind", ["postscript", "cids", "variable"])
def test_fonts_of_every_kind_come_along(tmp_path: Path, kind: str) -> None:
    made = {
        "postscript": make_postscript,
        "cids": lambda: make_postscript(cids=True),
        "variable": make_variable,
    }[kind]
    page = draw_title(save(made(), tmp_path / "Title.otf"), 600)
    (font,) = read_fonts(ET.fromstring(write_svg(page, text=True))).values()
    assert {chr(code) for code in font.getBestCmap()} == set("AVE")
    assert ("CFF " in font) is (kind != "variable")
    assert "fvar" not in font


def draw_title(font: Path, weight: int = 400) -> Page:
    drawing, problems = Drafter(Fonts([font.parent])).draw(
        '<svg xmlns="http://www.w3.org/2000/svg" width="150pt" height="150pt"'
        f' viewBox="0 0 150 150"><text x="9" y="60" font-size="40" font-weight="{weight}"'
        ' font-family="Star Title">AVE</text></svg>'
    )
    assert problems == []
    return Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))


def test_a_font_that_can_not_be_brought_along_stops_the_print(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any) -> Any:
        raise FaceError("its tables are damaged")

    monkeypatch.setattr(Face, "renumber", fail)
    with pytest.raises(ProblemError) as caught:
        write('<text x="5" y="20" font-size="10">a</text>')
    (found,) = caught.value.diagnostics
    assert (found.rule, found.severity) == ("bad-font", "error")
    assert found.file.endswith("Barlow-Regular.ttf")


# The command line


@pytest.mark.parametrize(
    "command", ["render -o out.svg", "blank display --mass 4 -o out.svg", "draw a.svg -o out.svg"]
)
def test_the_option_text(
    command: str, project: Path, run: Callable[..., Any], write_ship: Callable[..., Path]
) -> None:
    write_ship()
    (project / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90pt" height="30pt" viewBox="0 0 90 30">'
        '<text x="5" y="20" font-size="10">Engine</text></svg>'
    )
    assert run(*command.split(), "--text", "text").status == 0
    kept = (project / "out.svg").read_text("utf-8")
    assert any(text.lower() == "engine" for text in list_texts(ET.fromstring(kept)))
    assert run(*command.split(), "--text", "outlines").status == 0
    outlines = (project / "out.svg").read_text("utf-8")
    assert "<text" not in outlines
    assert run(*command.split()).status == 0
    assert (project / "out.svg").read_text("utf-8") == outlines


def test_pieces_keep_their_text(
    project: Path, run: Callable[..., Any], write_ship: Callable[..., Path]
) -> None:
    write_ship()
    assert run("render", "--pieces", "--format", "svg", "-o", "out", "--text", "text").status == 0
    files = list((project / "out").glob("*.svg"))
    assert files
    assert all("<text" in file.read_text("utf-8") for file in files)


@pytest.mark.parametrize(
    ("out", "why"), [("out.pdf", "in a PDF it always is"), ("out.png", "a PNG has none")]
)
def test_only_an_svg_has_a_choice(
    project: Path, run: Callable[..., Any], write_ship: Callable[..., Path], out: str, why: str
) -> None:
    write_ship()
    outcome = run("render", "-o", out, "--text", "text")
    assert outcome.status == 2
    assert why in " ".join(outcome.stderr.split())
    assert run("render", "-o", out, "--text", "outlines").status == 0


def test_python_asks_for_text(project: Path, write_ship: Callable[..., Path]) -> None:
    import sheetgen

    write_ship()
    result = sheetgen.open_project(project).render()
    assert b"<text" in result.svg(text=True)[0]
    assert b"<text" not in result.svg()[0]
    assert b"<text" in next(iter(result.cut("svg", text=True).values()))


# In a browser


SCALE = 3
DPI = 96 * SCALE


def compare(page: Page, svg: str, blur: int = 12) -> tuple[float, float]:
    """How far Chromium's picture and the PDF's lie apart: on average, and at most in a square."""
    width, height = (math.ceil(side / 72 * 96) for side in (page.width, page.height))
    one = photograph(svg, width, height, SCALE)
    other = Image.open(io.BytesIO(write_png(write_pdf([page], Facts()), 0, DPI))).convert("RGB")
    size = min(one.width, other.width), min(one.height, other.height)
    assert size > (other.width - SCALE, other.height - SCALE)
    one, other = one.crop((0, 0, *size)), other.crop((0, 0, *size))
    mean = max(ImageStat.Stat(ImageChops.difference(one, other)).mean)
    squares: Any = ImageChops.difference(one.reduce(blur), other.reduce(blur)).getextrema()
    return mean, max(high for _, high in squares)


@needs_chromium
@pytest.mark.parametrize("ink", [Ink.COLOR, Ink.GREY])
def test_text_looks_like_the_pdf_in_chromium(ink: Ink) -> None:
    page = place(draw(SAMPLES["text"], ink))
    mean, most = compare(page, write_svg(page, text=True))
    assert mean < 2
    assert most < 40


@needs_chromium
@pytest.mark.parametrize("text", [False, True])
def test_a_display_looks_like_the_pdf_in_chromium(
    project: Path, write_ship: Callable[..., Path], text: bool
) -> None:
    import sheetgen

    write_ship()
    result = sheetgen.open_project(project).render(sheet="display")
    (svg,) = result.svg(text)
    mean, most = compare(result.sides[0], svg.decode())
    assert mean < 1
    assert most < 40


@needs_chromium
@pytest.mark.parametrize("make", [make_postscript, make_variable])
def test_fonts_of_ones_own_look_like_the_pdf_in_chromium(
    tmp_path: Path, make: Callable[[], TTFont]
) -> None:
    page = draw_title(save(make(), tmp_path / "Title.otf"), 600)
    mean, most = compare(page, write_svg(page, text=True))
    assert mean < 1
    assert most < 40


def test_without_the_fonts_it_would_look_different() -> None:
    """The bounds above tell a wrong font: this is what a viewer without fonts shows."""
    page = place(draw(SAMPLES["text"]))
    bare = rasterize(write_svg(page, text=True), 288)  # resvg reads no fonts from stylesheets
    whole = rasterize(write_svg(page), 288)
    assert max(ImageStat.Stat(ImageChops.difference(bare, whole)).mean) > 4


@needs_chromium
def test_chromium_finds_and_copies_words() -> None:
    svg = write_svg(place(draw(SAMPLES["text"])), text=True)
    words = ["AVATAR To. “Wörld” <&", "Линкор «Октябрь» Ёж", "Letter spaced", "mixed bold", "Both"]
    found = ask(
        svg,
        f"{words!r}.map(word => {{ getSelection().removeAllRanges();"
        " return window.find(word, true, false, true) })",
    )
    assert found == [True] * len(words)
    copied = ask(
        svg,
        '(getSelection().selectAllChildren(document.querySelector("svg")),'
        " getSelection().toString())",
    )
    lines = [" ".join(line.split()) for line in copied.splitlines()]
    assert "AVATAR To. “Wörld” <&\"'" in lines
    assert "a b c d" in lines
    assert "Both" in lines


@needs_chromium
def test_chromium_takes_every_font() -> None:
    """None is refused by the check of fonts in browsers."""
    svg = write_svg(place(draw(SAMPLES["text"])), text=True)
    states = ask(svg, "[...document.fonts].map(font => font.status)")
    assert len(states) >= 4
    assert set(states) == {"loaded"}
