"""What drawings from elsewhere do as browsers do, and templates otherwise."""

from __future__ import annotations

import base64
import io

import pypdfium2
import pytest
from PIL import Image

from sheetgen.drawing.outline import has_area, measure_length
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.vector import write_svg
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.svg.problem import DRAWN_AS_PICTURE
from sheetgen.type.fonts import Fonts

FONTS = Fonts()


def wrap(body, head=""):
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100">'
    return f"{head}{root}{body}</svg>"


def draw(body, head=""):
    drawing, problems = Drafter(FONTS).draw_art(wrap(body, head))
    assert not any(problem.is_error for problem in problems), problems
    return drawing, problems


def open_pdf(drawing):
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    return pypdfium2.PdfDocument(write_pdf([page], Facts("x")))


def rasterize(drawing):
    with open_pdf(drawing) as document:
        return document[0].render(scale=4 / 3).to_pil().convert("RGB")


def list_glyphs(drawing, family="Spectral"):
    (name,) = (name for name in drawing.resources.glyphs if family in name)
    return drawing.resources.glyphs[name]


def write_text(words, more=""):
    return f'<text x="5" y="50" font-size="30" font-family="Spectral" {more}>{words}</text>'


# Letters


def test_letters_are_joined_and_still_found():
    drawing, problems = draw(write_text("office"))
    assert not problems
    assert "ffi" in list_glyphs(drawing).values()
    with open_pdf(drawing) as document:
        assert document[0].get_textpage().get_text_bounded().strip() == "office"
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    assert 'aria-label="office"' in write_svg(page, text=True)


@pytest.mark.parametrize(
    "more", ['letter-spacing="2"', 'style="font-variant-ligatures:none"', "class='a'"]
)
def test_letters_with_space_between_them_or_by_wish_stay_apart(more):
    style = "<style>.a{font-variant-ligatures: no-common-ligatures}</style>"
    drawing, problems = draw(style + write_text("office", more))
    assert not problems
    assert "ffi" not in list_glyphs(drawing).values()


def test_templates_join_no_letters():
    drawing, problems = Drafter(FONTS).draw(wrap(write_text("office")))
    assert not problems
    assert set(list_glyphs(drawing).values()) == set("ofice")


def test_letters_of_two_styles_that_join_are_a_picture():
    _, (hint,) = draw(write_text('of<tspan fill="red">fice</tspan>'))
    assert hint.rule is DRAWN_AS_PICTURE
    assert "letters of several styles that are joined" in hint.message
    _, problems = draw(write_text('o<tspan fill="red">ff</tspan>ense'))
    assert not problems


def test_only_the_letters_that_a_font_lacks_come_from_another():
    drawing, _ = draw('<text x="5" y="50" font-family="Barlow">aЩb</text>')
    names = {name: set(found.values()) for name, found in drawing.resources.glyphs.items()}
    assert names == {"Barlow-Regular": {"a", "b"}, "FiraSans-Regular": {"Щ"}}
    whole, _ = Drafter(FONTS).draw(wrap('<text x="5" y="50" font-family="Barlow">aЩb</text>'))
    assert list(whole.resources.glyphs) == ["FiraSans-Regular"]


def test_a_first_shift_moves_a_whole_line():
    plain, moved = (
        rasterize(draw(write_text("Text", f'text-anchor="middle" {more}'))[0])
        for more in ('transform="translate(105 0)"', 'transform="translate(95 0)" dx="10"')
    )
    assert plain.tobytes() == moved.tobytes()


# Pictures


def encode(picture):
    data = io.BytesIO()
    picture.save(data, "PNG")
    return f"data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}"


def test_large_pixels_flow_into_each_other():
    data = Image.new("L", (2, 1), "white")
    data.putpixel((0, 0), 0)
    image = f'<image width="200" height="100" preserveAspectRatio="none" href="{encode(data)}"'
    soft = rasterize(draw(f"{image}/>")[0])
    assert 60 < soft.getpixel((100, 50))[0] < 200
    for crisp in ('image-rendering="pixelated"', 'style="image-rendering: optimizeSpeed"'):
        assert rasterize(draw(f"{image} {crisp}/>")[0]).getpixel((97, 50)) == (0, 0, 0)
    template, _ = Drafter(FONTS).draw(wrap(f"{image}/>"))
    assert not any(image.smooth for image in template.resources.images.values())


def test_small_pixels_and_masks():
    data = Image.new("LA", (2000, 1000), (0, 99))
    image = f'<image width="{{}}" height="100" href="{encode(data)}"/>'
    (fine,) = draw(image.format(200))[0].resources.images.values()
    assert not fine.smooth
    (none,) = draw(f'<image href="{encode(data.resize((4, 4)))}"/>')[0].resources.images.values()
    assert none.smooth
    assert none.mask.smooth


def test_pictures_in_masks_are_as_bright_as_their_colours():
    green = encode(Image.new("RGB", (9, 9), (0, 255, 0)))
    drawn = [
        rasterize(
            draw(f'<mask id="m">{body}</mask><rect width="90" height="90" mask="url(#m)"/>')[0]
        )
        for body in (
            f'<image width="90" height="90" href="{green}"/>',
            '<rect width="90" height="90" fill="lime"/>',
        )
    ]
    one, other = (picture.getpixel((45, 45))[0] for picture in drawn)
    assert one == pytest.approx(other, abs=2)


# Outlines


@pytest.mark.parametrize(
    ("operators", "inside"),
    [
        ("0 0 m 9 9 l", False),
        ("0 0 m 9 9 l 5 5 l h", False),
        ("0 0 m 3 9 l 1 3 l 0 0 m 4 8 l", False),
        ("0 0 m 3 9 l 1 3.1 l", True),
        ("0 0 m 3 3 6 6 9 9 c", False),
        ("0 0 m 3 3 6 5 9 9 c", True),
        ("1 1 2 2 re", True),
        ("5 5 m 5 5 l h", False),
    ],
)
def test_what_is_nothing_but_lines_is_not_filled(operators, inside):
    assert has_area(operators) is inside


def test_the_length_of_outlines():
    assert measure_length("0 0 m 3 4 l 3 0 l h") == 12
    assert measure_length("1 1 2 5 re") == 14
    kappa = 0.5522847498
    circle = f"1 0 m 1 {kappa} {kappa} 1 0 1 c"
    assert measure_length(f"{circle} 0 9 l") == pytest.approx(3.14159 / 2 + 8, rel=1e-3)


def test_dashes_are_measured_by_the_length_that_is_given():
    line = '<path d="M0 50H200" stroke="red" stroke-width="20" {}/>'
    picture = rasterize(draw(line.format('pathLength="4" stroke-dasharray="1"'))[0])
    assert [picture.getpixel((x, 50)) == (255, 0, 0) for x in (25, 75, 125, 175)] == [1, 0, 1, 0]
    for text, message in (("-1", "must be 0 or more"), ("a", "pathLength: ")):
        _, (problem,) = draw(line.format(f'pathLength="{text}" stroke-dasharray="9"'))
        assert message in problem.message


# What is chosen, and what an element is seen through


def test_what_other_languages_draw_is_left_to_the_next_child():
    drawing, problems = draw(
        '<switch><foreignObject width="9" height="9"/><rect width="200" height="100" fill="red"/>'
        '</switch><rect systemLanguage="xx" width="200" height="100" fill="blue"/>'
    )
    assert not problems
    assert rasterize(drawing).getpixel((100, 50)) == (255, 0, 0)


def test_a_use_of_what_it_stands_in_draws_nothing():
    drawing, (problem,) = draw(
        '<g id="a"><rect width="50" height="50"/><use href="#a" x="60"/></g>'
    )
    assert "#a uses itself" in problem.message
    assert rasterize(drawing).getpixel((70, 20)) == (255, 255, 255)


@pytest.mark.parametrize("how", ['clip-path="url(#c)"', 'mask="url(#c)"'])
def test_what_has_a_view_is_clipped_inside_it(how):
    tag = how.split("=")[0].replace("clip-path", "clipPath")
    body = f'<{tag} id="c"><rect width="5" height="5" fill="#fff"/></{tag}>'
    inner = f'<svg x="100" width="100" height="100" viewBox="0 0 10 10" {how}>'
    drawing, (hint,) = draw(f'{body}{inner}<rect width="10" height="10" fill="red"/></svg>')
    assert hint.rule is DRAWN_AS_PICTURE
    picture = rasterize(drawing)
    assert picture.getpixel((125, 25)) == (255, 0, 0)
    assert picture.getpixel((175, 75)) == (255, 255, 255)


def test_entities_of_a_drawing_mean_what_it_says():
    subset = """<!ENTITY c "red"><!ENTITY r '<circle r="9"/>'>"""
    subset += '<!ATTLIST svg xmlns:x CDATA #FIXED "a>b">  <!ATTLIST rect fill CDATA "blue">'
    head = f'<!DOCTYPE svg PUBLIC "a" "b" [{subset}]>'
    drawing, problems = draw('<rect width="200" height="100" fill="&c;"/>&r;', head)
    assert not problems
    assert rasterize(drawing).getpixel((100, 50)) == (255, 0, 0)
    assert rasterize(drawing).getpixel((2, 2)) == (0, 0, 0)
