"""sheetgen.export.vector: a page as SVG, compared with the same page as PDF."""

from __future__ import annotations

import base64
import io
import random
import re
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from sheetgen import open_project
from sheetgen.drawing.drawing import Drawing, Resources, Shading, SharedForm
from sheetgen.drawing.drawing import Image as Picture
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.png import write_png
from sheetgen.export.vector import write_svg
from sheetgen.export.vector.painter import OPERATORS, PATHS, SETTINGS
from sheetgen.ground.colour import Ink
from sheetgen.ground.record import replace
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.type.fonts import Fonts

SIDE = 150.0  # points, which are a whole number of CSS pixels: both renderers then agree on them
ROOT = Path(__file__).parents[1]
NAMES = {"svg": "http://www.w3.org/2000/svg", "xlink": "http://www.w3.org/1999/xlink"}
HREF = f"{{{NAMES['xlink']}}}href"
FONTS = Fonts([])


def encode(picture, form, **options):
    file = io.BytesIO()
    picture.save(file, form, **options)
    return file.getvalue()


def data_uri(data, media):
    return f"data:image/{media};base64,{base64.b64encode(data).decode()}"


FADING = Image.merge(
    "RGBA", [Image.linear_gradient("L").resize((64, 64)).rotate(90 * turn) for turn in range(4)]
)
PHOTO = Image.merge(
    "RGB", [Image.linear_gradient("L"), Image.radial_gradient("L"), Image.new("L", (256, 256), 90)]
)
JPEG = encode(PHOTO, "JPEG")
CIRCLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle cx="2" r="2"/></svg>'

SAMPLES = {
    "shapes": """
      <rect x="5" y="5" width="40" height="30" rx="5" fill="#c33" stroke="#139" stroke-width="2"/>
      <rect x="60" y="60" width="15" height="15" transform="rotate(30 67 67)" fill="#f0f"/>
      <circle cx="75" cy="20" r="15" fill="gold" fill-opacity=".5"/>
      <ellipse cx="125" cy="20" rx="20" ry="12" fill="none" stroke="#000" stroke-opacity=".3"
        stroke-width="6"/>
      <path d="M30 100L50 140L10 115H50L15 140Z" fill="teal" fill-rule="evenodd"/>
      <path d="M80 100L100 140L60 115H100L65 140Z" fill="teal" stroke="red" fill-rule="evenodd"/>
      <path d="M110 130C110 100 140 150 140 125A15 10 30 0 1 120 145Z" fill="#888"/>
      <path d="M5 60Q30 30 50 60T90 50V55H10" fill="#9c9" stroke="#060" stroke-width=".5"/>""",
    "strokes": """
      <g fill="none" stroke="#222" stroke-width="6">
      <line x1="8" y1="10" x2="140" y2="15" stroke="purple" stroke-linecap="round"
        stroke-dasharray="1 9"/>
      <line x1="8" y1="25" x2="140" y2="25" stroke-dasharray="12 4 2" stroke-dashoffset="5"/>
      <line x1="8" y1="40" x2="140" y2="40" stroke-width="2.5" stroke-linecap="square"/>
      <polyline points="10 95 30 65 50 95 70 65" stroke-linejoin="round"/>
      <polyline points="90 95 110 65 130 95" stroke-linejoin="bevel"/>
      <polyline points="20 140 25 110 30 140" stroke-width="3" stroke-miterlimit="20"/>
      <polyline points="50 140 55 110 60 140" stroke-width="3" stroke-miterlimit="2"/>
      <g transform="translate(80 110) scale(3 1)"><rect width="15" height="30"/></g>
      </g>""",
    "clips": """
      <defs>
      <clipPath id="a"><circle cx="40" cy="40" r="30"/><rect x="65" y="65" width="20" height="9"/>
      </clipPath>
      <clipPath id="b" transform="rotate(45 110 40)">
        <path clip-rule="evenodd" d="M90 20h40v40h-40zM100 30h20v20h-20z"/></clipPath>
      <clipPath id="nothing"/>
      </defs>
      <g clip-path="url(#a)"><rect width="100" height="100" fill="orange"/>
        <circle cx="60" cy="40" r="20" fill="blue"/></g>
      <g clip-path="url(#b)"><rect width="150" height="100" fill="navy"/>
        <g clip-path="url(#a)" transform="translate(50 0)"><rect width="99" height="99"/></g></g>
      <rect width="150" height="150" clip-path="url(#nothing)"/>
      <svg x="10" y="90" width="60" height="50" viewBox="0 0 10 10">
        <rect width="100" height="5" fill="red"/><circle cx="5" cy="5" r="4"/></svg>
      <svg x="80" y="90" width="60" height="50" viewBox="0 0 10 10" preserveAspectRatio="none">
        <rect width="100" height="5" fill="red"/><circle cx="5" cy="5" r="4"/></svg>""",
    "gradients": """
      <defs>
      <linearGradient id="l"><stop stop-color="red"/><stop offset=".5" stop-color="#ff0"/>
        <stop offset="1" stop-color="blue"/></linearGradient>
      <linearGradient id="m" href="#l" x1="20" y1="60" x2="50" y2="80"
        gradientUnits="userSpaceOnUse"/>
      <linearGradient id="n" href="#l" gradientTransform="rotate(30)"/>
      <radialGradient id="r" fx=".3" fy=".3"><stop offset=".2" stop-color="#fff"/>
        <stop offset="1" stop-color="#111"/></radialGradient>
      <radialGradient id="s" cx="110" cy="80" r="20" fr="5" gradientUnits="userSpaceOnUse"
        gradientTransform="translate(0 -20) scale(1 1.2)"><stop offset="0" stop-color="#eee"/>
        <stop offset="1" stop-color="#333"/></radialGradient>
      </defs>
      <rect x="5" y="5" width="60" height="40" fill="url(#l)" stroke="#000" stroke-width="2"/>
      <circle cx="100" cy="25" r="20" fill="url(#r)"/>
      <path d="M5 55H65V95H5ZM20 65H50V85H20Z" fill-rule="evenodd" fill="url(#m)"/>
      <ellipse cx="110" cy="75" rx="35" ry="25" fill="url(#s)"/>
      <g transform="translate(75 125) rotate(20)">
        <rect x="-60" y="-10" width="120" height="25" fill="url(#n)" fill-opacity=".6"/></g>""",
    "groups": """
      <defs>
      <symbol id="s" viewBox="0 0 10 10"><rect width="20" height="10" fill="green"/>
        <circle cx="5" cy="5" r="3" fill="#fff"/></symbol>
      <g id="t"><path d="M0 0H20V20Z"/></g>
      </defs>
      <rect width="75" height="150" fill="#ddd"/>
      <g opacity=".5"><circle cx="50" cy="40" r="25" fill="red"/>
        <circle cx="80" cy="40" r="25" fill="blue" fill-opacity=".7"/>
        <g opacity=".5"><rect x="30" y="50" width="80" height="15"/></g></g>
      <use href="#s" x="10" y="90" width="20" height="20"/>
      <use href="#s" x="40" y="90" width="30" height="20" opacity=".4"/>
      <use href="#s" x="80" y="90" width="20" height="20" transform="rotate(10 80 90)"/>
      <use href="#t" x="110" y="90" fill="red"/><use href="#t" x="110" y="115" fill="blue"/>
      <g opacity=".3"><use href="#t" x="80" y="120"/>
        <text x="10" y="140" font-size="14">Faded Text</text></g>""",
    "text": """
      <text x="5" y="15" font-size="12">AVATAR To. “Wörld” &lt;&amp;"'</text>
      <text x="5" y="32" font-size="12" font-weight="700" font-family="Barlow Condensed">Линкор
        «Октябрь» Ёж</text>
      <text x="5" y="47" font-size="10" font-family="Fira Sans">Θάλασσα
        q\u0307\u0301 x\u0323</text>
      <text x="5" y="60" font-size="9" letter-spacing="1.5">Letter spaced</text>
      <text x="85" y="60" font-size="9" word-spacing="6">a b c d</text>
      <text x="5" y="75" font-size="10" textLength="70" lengthAdjust="spacingAndGlyphs">Squeezed and
        stretched</text>
      <text x="85" y="75" font-size="10" textLength="60">stretch</text>
      <g transform="translate(20 140) rotate(-60)">
        <text font-size="11" fill="#063">Rotated text</text></g>
      <text x="60" y="100" font-size="20" fill="none" stroke="#c00" stroke-width=".6">Outline</text>
      <text x="60" y="122" font-size="20" fill="#fd0" stroke="#000" stroke-width=".7">Both</text>
      <text x="105" y="122" font-size="20" fill="#fd0" stroke="#000" textLength="40"
        lengthAdjust="spacingAndGlyphs">Wide</text>
      <text x="60" y="138" font-size="8">mixed <tspan fill="red" font-weight="700">bold</tspan>
        <tspan font-style="italic" dy="3" dx="2">italic</tspan> end</text>""",
    "images": f"""
      <rect width="150" height="75" fill="#9cf"/>
      <image x="5" y="5" width="60" height="60" href="{data_uri(encode(FADING, "PNG"), "png")}"/>
      <image x="75" y="5" width="70" height="60" href="{data_uri(JPEG, "jpeg")}"/>
      <image x="5" y="80" width="40" height="60" preserveAspectRatio="xMidYMid slice"
        href="{data_uri(encode(PHOTO, "PNG"), "png")}"/>
      <image x="55" y="80" width="40" height="60" preserveAspectRatio="none" opacity=".5"
        href="{data_uri(encode(PHOTO.convert("L"), "PNG"), "png")}"/>
      <g transform="rotate(20 120 110)"><image x="100" y="90" width="40" height="40"
        href="{data_uri(encode(FADING.convert("LA"), "PNG"), "png")}"/></g>
      <image x="55" y="60" width="20" height="20" href="data:image/svg+xml,{quote(CIRCLE)}"/>""",
}


def draw(body, ink=Ink.COLOR, side=SIDE):
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}pt" height="{side}pt"'
        f' viewBox="0 0 {side} {side}" font-family="Barlow">{body}</svg>'
    )
    drawing, problems = Drafter(FONTS, ink).draw(text)
    assert problems == []
    return drawing


def place(*drawings, side=SIDE):
    return Page(side, side, tuple(Placement(d, 0, 0) for d in drawings))


def make(operators, **resources):
    """A page with one drawing of hand-written operators."""
    return place(Drawing(SIDE, SIDE, operators, Resources(**resources)))


def rasterize(svg, dpi):
    # Its own default for `dpi` is 0, which would make of millimetres nothing at all.
    png = resvg_py.svg_to_bytes(
        svg_string=svg, dpi=96, zoom=dpi / 96, background="#fff", skip_system_fonts=True
    )
    return Image.open(io.BytesIO(png)).convert("RGB")


def measure(svg, pdf, at=0, dpi=288, blur=6):
    """How far SVG and PDF lie apart: on average, and at most in any square of `blur` pixels.

    Renderers set edges a fraction of a pixel apart, PDFium sets glyphs on whole pixels; over a
    square that evens out, while a wrong place, colour or shape does not.
    """
    one = rasterize(svg, dpi)
    other = Image.open(io.BytesIO(write_png(pdf, at, dpi))).convert("RGB")
    assert one.size == other.size
    mean = max(ImageStat.Stat(ImageChops.difference(one, other)).mean)
    squares = ImageChops.difference(one.reduce(blur), other.reduce(blur))
    bands: Any = squares.getextrema()
    return mean, max(high for _, high in bands)


def differ(page, **options):
    """The same for a page."""
    return measure(write_svg(page), write_pdf([page], Facts()), **options)


def parse(svg):
    root = ET.fromstring(svg)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert find_uses(svg) <= set(ids)
    return root


def find_uses(svg):
    """The ids that anything refers to."""
    return set(re.findall(r'(?:href="|url\()#(\w+)', svg))


def labels(root):
    return [e.get("aria-label") for e in root.iter() if e.get("aria-label")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("name", SAMPLES)
def test_it_looks_like_the_pdf(name, ink):
    mean, most = differ(place(draw(SAMPLES[name], ink)))
    assert mean < 2
    assert most < (60 if name == "images" else 25)  # PDFium leaves a turned picture's edge jagged


def read_operators(resources, operators):
    """The operators of a content stream and of the forms it may use."""
    found = {t for t in re.sub(r"<[^>]*>|/\S+", " ", operators).split() if t[0].isalpha()}
    for form in resources.forms.values():
        found |= read_operators(form.resources, form.operators)
    return found


def test_the_samples_hold_every_operator():
    drawings = [draw(body, ink) for body in SAMPLES.values() for ink in Ink]
    found = set().union(*(read_operators(d.resources, d.operators) for d in drawings))
    assert found == {*OPERATORS, *PATHS, *SETTINGS}


@pytest.mark.parametrize("operators", ["0 0 m 1 1 l s", "0 0 5 5 re b*", "BT T* ET", "BX", "'"])
def test_an_unknown_operator_is_an_error(operators):
    with pytest.raises(AssertionError, match="the SVG writer does not know the operator"):
        write_svg(make(operators))


@pytest.mark.parametrize("operators", ["q", "0 0 5 5", "q 1 0 0 1 5 5 cm"])
def test_an_unfinished_stream_is_an_error(operators):
    form = SharedForm("F", (0, 0, 9, 9), operators, Resources())
    with pytest.raises(AssertionError, match="ends in the middle"):
        write_svg(make("/F Do", forms={"F": form}))


def test_turned_and_repeated_drawings_and_marks():
    drawing = draw(SAMPLES["text"] + SAMPLES["shapes"])
    places = tuple(
        Placement(drawing, 10 + 170 * (turn % 2), 10 + 170 * (turn // 2), turn) for turn in range(4)
    )
    other = Placement(draw(SAMPLES["gradients"]), 355, 20)
    page = Page(525, 345, (*places, other), ((0, 170, 525, 170), (345, 0, 345, 345)))
    mean, most = differ(page)
    assert mean < 2
    assert most < 45
    root = parse(write_svg(page))
    assert labels(root).count("Outline") == 1  # defined once, used four times
    whole = [e.get("id") for e in root.iter() if any(c.get("aria-label") for c in e.iter())]
    uses = [e.get(HREF)[1:] for e in root.iter() if e.get(HREF)]
    assert max(uses.count(name) for name in whole if name) == 4
    marks = root.findall("./svg:g/svg:path", NAMES)
    assert [(m.get("stroke"), m.get("stroke-width"), m.get("fill")) for m in marks] == [
        ("#000", "0.25", "none")
    ]


def test_a_page_without_anything():
    root = parse(write_svg(Page(SIDE, SIDE)))
    assert root.find("svg:defs", NAMES) is None


def test_the_size_is_given_in_millimetres():
    root = parse(write_svg(Page(595.2756, 841.8898)))
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 595.2756 841.8898"


def test_texts_are_labelled_and_their_glyphs_shared():
    body = """<text x="5" y="20">Anna &amp; "Ha\u0301nna" &lt;3</text><text x="5" y="50"> </text>
      <text x="5" y="40">an <tspan font-weight="700">Ann</tspan>a</text>"""
    root = parse(write_svg(place(draw(body))))
    assert labels(root) == ['Anna & "Hánna" <3', "an", "Ann", "a"]
    outlines = [e.get("d") for e in root.findall("svg:defs/svg:path", NAMES)]
    assert len(outlines) == len(set(outlines)) == len('An&"Há<3a') + len("An")
    assert root.find(".//svg:text", NAMES) is None


def test_a_title_is_escaped():
    root = parse(write_svg(Page(9, 9), 'Fish & <Chips> "\x07\ud800"'))
    assert root.findtext("svg:title", namespaces=NAMES) == 'Fish & <Chips> ""'


def test_the_same_page_gives_the_same_text():
    texts = {write_svg(place(*(draw(SAMPLES[name]) for name in SAMPLES))) for _ in range(2)}
    assert len(texts) == 1


@pytest.mark.parametrize("name", SAMPLES)
def test_it_is_well_formed_and_its_numbers_are_short(name):
    svg = write_svg(place(draw(SAMPLES[name])))
    parse(svg)
    assert find_uses(svg) == set(re.findall(r' id="(\w+)"', svg))
    pictures_apart = re.sub(r'"data:[^"]*"', "", svg)
    for number in re.findall(r"-?\d[\d.e+-]*", pictures_apart.split("<defs>")[-1]):
        assert re.fullmatch(r"-?\d+(\.\d{0,7}[1-9])?", number), number


def test_a_form_takes_over_the_colours_around_it():
    form = SharedForm("F", (0, 0, SIDE, SIDE), "10 10 40 40 re f 30 30 40 40 re S", Resources())
    twice = "1 0 0 rg 5 w /F Do q 1 0 0 1 60 60 cm {} g 0 0 1 RG /F Do Q /F Do"
    for grey, count in (("0.5", 2), ("0", 2)):
        page = make(twice.format(grey), forms={"F": form})
        assert differ(page)[1] < 25
        assert len(parse(write_svg(page)).findall("svg:defs/svg:g", NAMES)) == count
    page = make("0.5 g /F Do q 1 0 0 1 60 60 cm /F Do Q", forms={"F": form})
    assert len(parse(write_svg(page)).findall("svg:defs/svg:g", NAMES)) == 1


def test_transparency_of_forms_and_groups():
    shapes = "10 10 60 60 re f 1 0 0 rg 40 40 60 60 re f"
    forms = {
        "F": SharedForm("F", (0, 0, 90, 90), shapes, Resources()),
        "G": SharedForm("G", (0, 0, 90, 90), shapes, Resources(), group=True),
    }
    states = {"A": {"ca": 0.5, "CA": 0.5}}
    page = make("/A gs /F Do q 1 0 0 1 50 50 cm /G Do Q", forms=forms, states=states)
    assert differ(page)[1] < 25
    uses = parse(write_svg(page)).findall(".//svg:use", NAMES)
    assert [use.get("opacity") for use in uses] == [None, "0.5"]


def test_a_run_ends_where_its_paint_changes():
    drawing = draw('<text x="20" y="60" font-size="30">AVA</text>')
    found = re.search(r"\[(.*)\] TJ", drawing.operators)
    assert found
    shown = found[1]
    split = shown.replace("><", ">] TJ 1 0 0 rg [<").replace(">", ">] TJ 1 0 0 rg [", 1)
    operators = drawing.operators.replace(shown, split)
    page = place(replace(drawing, operators=operators))
    assert differ(page)[1] < 25
    assert labels(parse(write_svg(page))) == ["A", "VA"]


def test_groups_without_ink_are_left_out():
    operators = "q 0 0 5 5 re W n 2 0 0 2 0 0 cm Q 1 1 m 5 5 l n BT 0 0 0 rg ET"
    root = parse(write_svg(make(operators)))
    assert list(root.find("svg:g", NAMES)) == []


def test_a_form_without_ink_is_left_out():
    form = SharedForm("F", (0, 0, 9, 9), "q 2 0 0 2 0 0 cm Q", Resources())
    assert "<use" not in write_svg(make("/F Do", forms={"F": form}))


def test_a_jpeg_stays_as_it_is():
    svg = write_svg(place(draw(f'<image width="50" height="50" href="{data_uri(JPEG, "jpeg")}"/>')))
    assert f'xlink:href="{data_uri(JPEG, "jpeg")}"' in svg


def test_a_picture_keeps_its_pixels_and_its_alpha():
    href = data_uri(encode(FADING, "PNG"), "png")
    bodies = [f'<image width="{size}" height="50" href="{href}"/>' for size in (50, 10)]
    root = parse(write_svg(place(*map(draw, bodies))))
    (image,) = root.findall("svg:defs/svg:image", NAMES)
    media, _, text = image.get(HREF).partition(",")
    assert media == "data:image/png;base64"
    picture = Image.open(io.BytesIO(base64.b64decode(text)))
    assert (picture.mode, picture.tobytes()) == ("RGBA", FADING.tobytes())


@pytest.mark.parametrize("space", ["DeviceGray", "DeviceRGB", "DeviceCMYK"])
@pytest.mark.parametrize("masked", [False, True])
def test_pictures_of_every_kind(space, masked):
    mode = {"DeviceGray": "L", "DeviceRGB": "RGB", "DeviceCMYK": "CMYK"}[space]
    pixels = encode(PHOTO.convert(mode), "JPEG")
    mask = None
    if masked:  # a mask may have its own size
        grey = Image.linear_gradient("L").resize((32, 32))
        mask = Picture("M", 32, 32, "DeviceGray", zlib.compress(grey.tobytes()), "FlateDecode")
    picture = Picture("I", 256, 256, space, pixels, "DCTDecode", mask)
    page = make("q 100 0 0 100 20 20 cm /I Do Q", images={"I": picture})
    text = parse(write_svg(page)).find("svg:defs/svg:image", NAMES).get(HREF)
    assert text.startswith("data:image/png" if masked else "data:image/jpeg")
    if space != "DeviceCMYK":  # renderers do not agree on its colours
        assert differ(page)[1] < 25


def test_a_gradient_in_flat_coordinates_draws_nothing():
    body = """<linearGradient id="l"><stop stop-color="red"/></linearGradient>
      <path d="M10 10H90" fill="url(#l)"/>"""
    root = parse(write_svg(place(draw(body))))
    assert root.find(".//svg:rect", NAMES) is None


MATRICES = st.tuples(*[st.sampled_from([-2, -1, -0.5, 0, 0.5, 1, 1.5])] * 4).filter(
    lambda m: abs(m[0] * m[3] - m[1] * m[2]) > 0.2
)
STEPS = st.one_of(
    st.sampled_from(["10 10 30 20 re f", "1 0 0 rg", "0 0 1 RG", "5 5 m 40 9 l 20 60 l h B"]),
    st.sampled_from(["5 5 90 90 re W n", "0 0 m 90 0 l 0 90 l h W* n", "/S sh", "[4 2] 1 d"]),
    MATRICES.map(lambda m: "{} {} {} {} 20 10 cm".format(*m)),
    st.just("nest"),
)


def nest(steps, rng):
    """The steps with each `nest` wrapping a part of what follows it."""
    parts = []
    while steps:
        step, *steps = steps
        if step == "nest":
            cut = rng.randint(0, len(steps))
            parts.append(f"q {nest(steps[:cut], rng)} Q")
            steps = steps[cut:]
        else:
            parts.append(step)
    return " ".join(parts)


# The same examples every time: where shears pile up, the two renderers join strokes differently.
@settings(max_examples=40, derandomize=True, database=None)
@given(st.lists(STEPS, max_size=12), st.integers(0, 99))
def test_groups_clips_and_gradients_nest_as_in_the_pdf(steps, seed):
    stops = ((0.0, (1.0, 1.0, 0.0)), (1.0, (0.0, 0.5, 0.5)))
    shading = Shading("S", 2, (0.0, 0.0, 80.0, 40.0), stops)
    page = make(nest(["0 0 150 150 re W n", *steps], random.Random(seed)), shadings={"S": shading})
    parse(write_svg(page))
    assert differ(page, dpi=96, blur=10)[1] < 40


KITS = {
    "airships": "ember-concord",
    "asfos": "the-green-veil",
    "barsoom": "canal-wardens",
    "black-skies": "tiger-flight",
}


def test_there_is_a_kit_of_every_game():
    assert KITS.keys() == {p.name for p in (ROOT / "ships").iterdir()} - {"books"}


@pytest.mark.whole
@pytest.mark.parametrize("system", KITS)
def test_shipped_sheets_look_like_their_pdf(system, request):
    """The first page and the middle one, of which the games take turns unless all is run."""
    # On this paper a page is a whole number of CSS pixels.
    fleet = open_project(ROOT / "ships" / system)
    result = fleet.render(KITS[system], paper="9x12in", duplex="none")
    data, svgs = result.pdf(), [page.decode() for page in result.svg()]
    assert len(svgs) == len(PdfDocument(data))
    looked_at = [0, len(svgs) // 2]
    if system == "barsoom":
        looked_at = [0]  # resvg takes minutes for any other: they show one part in many places
    elif not request.config.getoption("--all"):
        looked_at = [looked_at[[*KITS].index(system) % 2]]
    for at, svg in enumerate(svgs):
        parse(svg)
        if at in looked_at:
            mean, most = measure(svg, data, at)
            assert mean < 2.5
            assert most < 75  # many small letters, which PDFium sets on whole pixels
