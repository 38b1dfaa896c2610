"""Pages for a press: mixed colours look like transparent ones, and nothing is left but ink."""

from __future__ import annotations

import io
import re
import zlib
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image as Pillow
from PIL import ImageChops, ImageCms
from pypdfium2 import PdfDocument

from sheetgen.drawing.drawing import Drawing, Image, Resources, Shading, SharedForm
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.prepress.item import Inks, mix_inks, outline
from sheetgen.export.prepress.picture import Converter, ProfileError, open_profile
from sheetgen.export.prepress.writer import InkPress, Standard, write_press_pdf
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.files import Files
from sheetgen.pages.page import Page, Placement
from sheetgen.shop.icc import choose_icc
from sheetgen.shop.plate import print_plates
from sheetgen.shop.preflight.document import preflight
from sheetgen.shop.preflight.problem import Demand, PageOrigin
from sheetgen.type.fonts import Fonts

SIZE = 120.0
STATES: dict[str, dict[str, Any]] = {
    "H": {"ca": 0.5, "CA": 0.5},
    "T": {"ca": 0.3, "CA": 0.6},
    "O": {"ca": 1.0, "CA": 1.0},
}
X1A = InkPress("cmyk", 240, Standard("x-1a:2003", "CGATS21_CRPC1"))


def make_image(mask: bool = False, mode: str = "RGB") -> Image:
    picture = Pillow.linear_gradient("L").resize((40, 40))
    bands = [picture, picture.transpose(Pillow.Transpose.ROTATE_90), picture]
    whole = Pillow.merge("RGB", bands) if mode == "RGB" else picture
    space = {"RGB": "DeviceRGB", "L": "DeviceGray"}[mode]
    soft = None
    if mask:
        alpha = Pillow.radial_gradient("L").resize((40, 40))
        soft = Image("M1", 40, 40, "DeviceGray", zlib.compress(alpha.tobytes()), "FlateDecode")
    return Image(
        f"I{mode}{mask}", 40, 40, space, zlib.compress(whole.tobytes()), "FlateDecode", soft
    )


def make_page(operators: str, **more: Any) -> Page:
    face = Fonts().find("sans-serif", 400, False) if "Tf" in operators else None
    resources = Resources(states=STATES, **more)
    if face:
        glyphs = {glyph.id: glyph.text for glyph in face.shape("WAVE")}
        resources.faces[face.name], resources.glyphs[face.name] = face, glyphs
        code = "".join(f"{glyph.id:04X}" for glyph in face.shape("WAVE"))
        operators = operators.replace("FACE", f"/{face.name}").replace("WAVE", f"<{code}>")
    return Page(SIZE, SIZE, (Placement(Drawing(SIZE, SIZE, operators, resources), 0, 0),))


def draw(pdf: bytes) -> Pillow.Image:
    picture: Pillow.Image = PdfDocument(pdf)[0].render(scale=3).to_pil().convert("RGB")
    return picture


def compare(page: Page, slack: int = 80) -> None:
    """The page without transparency looks as it did with it, but for edges' pixels."""
    flat = write_press_pdf([page], Facts(), InkPress("rgb")).pdf
    lost = ImageChops.difference(draw(write_pdf([page], Facts())), draw(flat)).convert("L")
    histogram = lost.histogram()
    assert sum(histogram[slack:]) <= 0.009 * sum(histogram), lost.getextrema()
    assert b"/ca" not in flat
    assert b"/SMask" not in flat


SQUARES = "1 0 0 rg 10 10 60 60 re f 0 0 1 rg 40 40 60 60 re f "
WORD = "BT FACE 40 Tf 1 0 0 1 5 45 Tm WAVE Tj ET"
CASES = {
    "a shape on paper": "/H gs 0 0.5 0 rg 20 20 50 50 re f",
    "a shape on shapes": SQUARES + "/H gs 0 0.8 0 rg 20 20 m 110 30 l 60 100 l h f",
    "shapes on each other": SQUARES + "/H gs 0 g 60 60 40 40 re f /T gs 1 0 1 rg 30 30 60 60 re f",
    "a shape of two rules": SQUARES + "/H gs 0 g 20 20 80 80 re 40 40 40 40 re f*",
    "a line on shapes": SQUARES + "/H gs 6 w 0 1 0 RG 5 5 m 110 110 l S",
    "a line on lines": SQUARES + "4 w 0 1 0 RG 5 60 m 115 60 l S /H gs 9 w 0 G 60 5 m 60 115 l S",
    "dashes on dashes": (
        "[9 5] 3 d 8 w 1 0 0 RG 5 60 m 115 60 l S /H gs 0 0 1 RG 1 J 60 5 m 60 115 l S"
    ),
    "a circle's line on a curve": (
        "5 w 0 0 1 RG 10 60 m 10 100 110 100 110 60 c S "
        "/T gs 1 0 0 RG 8 w 60 20 m 100 20 100 110 60 110 c 20 110 20 20 60 20 c h S"
    ),
    "filled and drawn": SQUARES + "/T gs 5 w 0 1 0 rg 0 G 30 30 50 40 re B",
    "a clip": SQUARES + "q 20 20 m 100 20 l 60 110 l h W n /H gs 0 g 0 0 120 120 re f Q",
    "a turned shape": SQUARES + "q 0.8 0.6 -0.6 0.8 40 0 cm /H gs 0 g 10 10 60 40 re f Q",
    "below letters": SQUARES + "/H gs 1 1 0 rg 0 0 120 80 re f /O gs 0 g " + WORD,
    "on letters": SQUARES + "0 g " + WORD + " /H gs 1 1 0 rg 0 50 120 80 re f",
    "a line on letters": "0 g " + WORD + " /H gs 9 w 1 0 0 RG 0 55 m 120 60 l S",
    "letters": SQUARES + "/H gs 0 g BT FACE 40 Tf 90 Tz 1 0 0 1 5 45 Tm WAVE Tj ET",
    "letters of two colours": (
        SQUARES + "/H gs BT 0 g FACE 30 Tf 1 0 0 1 5 75 Tm WAVE Tj "
        "1 0 0 rg 1 0 0 1 5 35 Tm WAVE Tj ET"
    ),
    "outlined letters": SQUARES + "/H gs BT 2 Tr 3 w 0 G FACE 40 Tf 1 0 0 1 5 45 Tm WAVE Tj ET",
    "on a picture": "q 80 0 0 80 20 20 cm /I Do Q /H gs 1 0 0 rg 0 50 120 80 re f",
    "a line on a picture": "q 80 0 0 80 20 20 cm /I Do Q /H gs 9 w 1 0 0 RG 0 0 m 120 120 l S",
    "a faded picture": "0 0 1 rg 0 0 120 120 re f /H gs q 80 0 0 80 20 20 cm /I Do Q",
    "a faded picture on shapes": SQUARES + "/H gs q 80 0 0 80 20 20 cm /I Do Q",
    "a soft picture": "0.2 0.6 0.2 rg 0 0 120 120 re f q 80 0 0 80 20 20 cm /IM Do Q",
    "a soft picture on shapes": SQUARES + "q 80 0 0 80 20 20 cm /IM Do Q",
    "a shape on a soft picture": (
        SQUARES + "q 80 0 0 80 20 20 cm /IM Do Q /H gs 1 0 0 rg 30 30 60 60 re f"
    ),
    "a gradient": "0 0 1 rg 0 0 120 120 re f /H gs q 20 20 80 80 re W n /S sh Q",
    "on a gradient": "q 20 20 80 80 re W n /S sh Q /H gs 0 g 10 40 100 30 re f",
    "a group": SQUARES + "/H gs /G Do",
    "a group with letters of its own opacity": SQUARES + "/H gs /GT Do",
    "a form": "/H gs 0.5 0 0 0.5 0 0 cm /F Do /F Do",
}  # fmt: skip


def find_resources() -> dict[str, Any]:
    stops = ((0.0, (1.0, 0.0, 0.0)), (0.5, (1.0, 1.0, 0.0)), (1.0, (0.0, 0.5, 0.5)))
    states = Resources(states=STATES)
    group = "1 0 0 rg 20 20 60 60 re f 1 1 0 rg 40 40 70 50 re f"
    return {
        "images": {"I": make_image(), "IM": make_image(mask=True)},
        "shadings": {"S": Shading("S", 2, (20, 20, 100, 100), stops)},
        "forms": {
            "G": SharedForm("G", (0, 0, 100, 100), group, Resources(), group=True),
            "GT": SharedForm("GT", (0, 0, 99, 99), f"/T gs {group}", states, group=True),
            "F": SharedForm("F", (0, 0, 90, 90), group, Resources()),
        },
    }


@pytest.mark.parametrize("name", CASES)
def test_mixed_colours_look_as_transparent_ones_did(name: str) -> None:
    compare(make_page(CASES[name], **find_resources()))


@pytest.mark.parametrize("name", CASES)
def test_every_page_passes_the_preflight(name: str) -> None:
    page = make_page(CASES[name], **find_resources())
    made = write_press_pdf([page], Facts("T"), X1A).pdf
    found = preflight(made, "f.pdf", Demand())
    assert [str(d) for d in found if d.rule != "low-resolution"] == []


def test_only_what_cannot_be_mixed_becomes_a_picture() -> None:
    flat = {
        name
        for name, operators in CASES.items()
        if write_press_pdf([make_page(operators, **find_resources())], Facts(), X1A).patches
    }
    assert flat == {
        "letters of two colours", "outlined letters", "a faded picture on shapes",
        "a soft picture on shapes", "a shape on a soft picture",
        "a group with letters of its own opacity",
    }  # fmt: skip


def test_a_patch_is_as_large_as_what_cannot_be_mixed_in_whole_pixels() -> None:
    page = make_page(CASES["a soft picture on shapes"], **find_resources())
    [box] = write_press_pdf([page], Facts(), X1A).patches[0]
    assert box == pytest.approx((20, 20, 100, 100), abs=0.25)
    pdf = pikepdf.open(io.BytesIO(write_press_pdf([page], Facts(), X1A).pdf))
    [image] = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/Width" in o]
    assert image.Width == round((box[2] - box[0]) / 72 * 300)


def test_inks_of_colours() -> None:
    assert mix_inks((0, 0, 0)) == (0, 0, 0, 1)
    assert mix_inks((0.5, 0.5, 0.5)) == pytest.approx((0, 0, 0, 0.5))
    assert mix_inks((0.5, 0.51, 0.5))[:3] == (0, 0, 0)  # a grey to anybody's eye
    assert mix_inks((1, 0, 0)) == (0, 1, 1, 0)
    assert mix_inks((0.5, 0.25, 0)) == pytest.approx((0, 0.5, 1, 0.5))


def test_text_that_is_nearly_black_is_printed_with_black_alone() -> None:
    inks = Inks("cmyk", 240)
    assert inks.write((0.1, 0.1, 0.2), False, is_text=True) == "0 0 0 1 k"
    assert inks.mix((0.1, 0.1, 0.2)) != (0, 0, 0, 1)
    assert Inks("grey").write((0.1, 0.1, 0.2), False, is_text=True) == "0 g"
    assert inks.write((1, 1, 1), True) == "0 0 0 0 K"


def test_black_text_overprints_where_a_shop_wants_it() -> None:
    press = InkPress("cmyk", 300, X1A.standard, overprint=True)
    letters = SQUARES + "0.1 g " + WORD + " 1 0 0 rg " + WORD
    pdf = pikepdf.open(io.BytesIO(write_press_pdf([make_page(letters)], Facts("T"), press).pdf))
    code = pdf.pages[0].Contents.read_bytes()
    assert code.count(b"/Over gs") == 1
    assert code.index(b"/Over gs") < code.index(b"0 0 0 1 k") < code.rindex(b"0 1 1 0 k")
    assert pdf.pages[0].Resources.ExtGState.Over.OPM == 1
    plain = write_press_pdf([make_page(letters)], Facts("T"), X1A).pdf
    assert b"OPM" not in plain


def test_too_much_ink_is_reduced_and_told() -> None:
    inks = Inks("cmyk", 240)
    c, m, y, k = inks.mix((0.1, 0.0, 0.0))
    assert (c, k) == (0, 0.9)
    assert m == y == pytest.approx(0.75)
    assert inks.excess == {(0.1, 0.0, 0.0): pytest.approx(2.9)}
    page = make_page("0.1 0 0 rg 0 0 120 120 re f")
    assert write_press_pdf([page], Facts(), X1A).excess == {0: {(0.1, 0, 0): pytest.approx(2.9)}}


def test_pictures_follow_the_same_formula_as_flat_colours() -> None:
    inks, converter = Inks("cmyk", 240), Converter("cmyk", 240)
    for rgb in ((200, 100, 50), (25, 0, 0), (13, 13, 13), (0, 0, 0), (255, 255, 255), (0, 90, 255)):
        made = converter.convert(Pillow.new("RGB", (2, 2), rgb)).getpixel((0, 0))
        wanted = inks.mix((rgb[0] / 255, rgb[1] / 255, rgb[2] / 255))
        assert made == pytest.approx([255 * part for part in wanted], abs=2), rgb
    assert converter.most == 290
    assert Converter("grey").convert(Pillow.new("RGB", (1, 1), (255, 0, 0))).mode == "L"


def test_colours_follow_an_icc_profile_and_greys_stay_black() -> None:
    data = choose_icc("", Path(), Files()).profile
    assert data is not None
    press = Converter("cmyk", 200, data)
    picture = Pillow.new("RGB", (4, 4), (30, 60, 30))
    made: Any = press.convert(picture).getpixel((0, 0))
    assert made != Converter("cmyk", 400).convert(picture).getpixel((0, 0))
    assert sum(made) <= 510
    assert sum(Converter("cmyk", 400, data).convert(picture).tobytes()[:4]) > 510
    whole = Converter("cmyk", 400, data)
    flat = [round(255 * part) for part in whole.mix((30 / 255, 60 / 255, 30 / 255))]
    assert flat == list(whole.convert(picture).getpixel((0, 0)))  # type: ignore[arg-type]
    assert press.mix((0.5, 0.5, 0.5)) == (0, 0, 0, 0.5)
    patch = press.convert(Pillow.new("RGB", (1, 1), (128, 128, 128)), is_patch=True)
    assert patch.getpixel((0, 0)) == (0, 0, 0, 127)


def test_other_profiles_are_refused() -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    with pytest.raises(ProfileError, match="a profile for RGB, and not for CMYK"):
        open_profile(srgb)
    with pytest.raises(ProfileError, match=r"not an? (usable )?ICC profile"):
        open_profile(b"no profile")


def test_a_pdf_says_what_it_is_as_the_standard_wants_it() -> None:
    facts = Facts("A <title> & more", "Ada", "About", "a, b", "en-GB")
    made = write_press_pdf([make_page("0 g 0 0 9 9 re f")], facts, X1A).pdf
    assert made.startswith(b"%PDF-1.4\n")
    assert re.search(rb"xref\n0 \d+\n0000000000 65535 f \n", made)
    assert b"/ObjStm" not in made
    pdf = pikepdf.open(io.BytesIO(made))
    assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
    assert pdf.docinfo["/Trapped"] == pikepdf.Name("/False")
    with pdf.open_metadata() as xmp:
        assert xmp["dc:title"] == facts.title
        assert xmp["dc:creator"] == ["Ada"]
        assert xmp["pdf:Trapped"] == "False"
    [intent] = pdf.Root.OutputIntents
    assert str(intent.OutputConditionIdentifier) == "CGATS21_CRPC1"
    assert pdf.pages[0].TrimBox == [0, 0, SIZE, SIZE]
    old = X1A.__class__("cmyk", 240, Standard("x-1a:2001", "CGATS21_CRPC1"))
    made = write_press_pdf([make_page("0 g 0 0 9 9 re f")], facts, old).pdf
    assert made.startswith(b"%PDF-1.3\n")
    assert b"(PDF/X-1a:2001)" in made
    assert b"(PDF/X-1:2001)" in made


def test_the_same_pages_give_the_same_bytes_and_alike_pages_are_written_once() -> None:
    page = make_page(SQUARES)
    once, twice = (write_press_pdf([page, page], Facts("T"), X1A).pdf for _ in range(2))
    assert once == twice
    pdf = pikepdf.open(io.BytesIO(once))
    assert pdf.pages[0].Contents.objgen == pdf.pages[1].Contents.objgen


def test_an_outline_is_as_wide_as_its_line() -> None:
    path = outline("10 10 m 50 10 l", (2, 0, 0, 2, 0, 0), 3, "0 J")
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path)]
    assert (min(numbers[::2]), max(numbers[::2])) == (20, 100)
    assert (min(numbers[1::2]), max(numbers[1::2])) == (17, 23)
    square = outline("10 10 m 50 10 l", (1, 0, 0, 1, 0, 0), 4, "2 J")
    assert "8 " in square
    assert " 52 " in f" {square}" or "52 " in square


def test_an_unknown_operator_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="does not know the operator v"):
        write_press_pdf([make_page("1 1 2 2 v")], Facts(), X1A)


def test_patches_that_lie_together_are_one() -> None:
    soft = "q 30 0 0 30 {} 20 cm /IM Do Q "
    near = SQUARES + soft.format(20) + soft.format(45)
    far = SQUARES + soft.format(20) + "0 1 0 rg 10 10 100 100 re f 1 0 0 rg 60 30 9 9 re f "
    pages = [make_page(text, **find_resources()) for text in (near, far + soft.format(45))]
    found = write_press_pdf(pages, Facts(), X1A).patches
    assert [len(boxes) for boxes in found.values()] == [1, 2]
    for page in pages:
        compare(page)


def test_something_transparent_over_very_many_things_becomes_a_picture() -> None:
    dots = " ".join(f"{n % 30 * 4} {n // 30 * 4} 2 2 re f" for n in range(700))
    page = make_page(f"0 0 1 rg {dots} /H gs 1 0 0 rg 0 0 120 120 re f")
    assert len(write_press_pdf([page], Facts(), X1A).patches[0]) == 1
    compare(page, slack=120)  # hundreds of edges, which are drawn a little differently


def test_patches_and_soaked_pictures_are_told_with_their_names() -> None:
    page = make_page(CASES["a soft picture on shapes"], **find_resources())
    place = Place("ship.yaml", 3, 1)
    names = [PageOrigin("Kite, card", place), PageOrigin("Swan, card", None)]
    _, found = print_plates([page, make_page(""), page], [*names, names[1]], Facts(), X1A)
    [told] = [d for d in found if d.rule == "flattened"]
    assert told.message == "on Kite, card a part became a picture of 300 dpi"
    assert (told.file, told.line, told.column) == place
    other = make_page(CASES["letters of two colours"] + " ", **find_resources())
    _, found = print_plates([page, other], names, Facts(), X1A)
    [told] = [d for d in found if d.rule == "flattened"]
    assert told.message.endswith("300 dpi, and on one more")


def test_a_picture_with_too_much_ink_is_told() -> None:
    dark = Image("D", 1, 1, "DeviceRGB", zlib.compress(bytes((25, 0, 0))), "FlateDecode")
    page = make_page("q 50 0 0 50 9 9 cm /D Do Q", images={"D": dark})
    assert write_press_pdf([page], Facts(), X1A).soaked == {0: 290}


def test_grey_pages_have_no_colour() -> None:
    pages = [make_page(operators, **find_resources()) for operators in CASES.values()]
    made = write_press_pdf(pages, Facts("T"), InkPress("grey", 240, X1A.standard)).pdf
    found = preflight(made, "f.pdf", Demand(colour="grey"))
    assert [str(d) for d in found if d.rule != "low-resolution"] == []
