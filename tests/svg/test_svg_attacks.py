"""Drawings made to do harm are refused, and quickly."""

from __future__ import annotations

import base64
import io
import struct
import time
import zlib

import pytest
from PIL import Image

from sheetgen.ground.files import Files
from sheetgen.svg.cascade import MOST_PROBLEMS
from sheetgen.svg.drafter import Drafter
from sheetgen.type.fonts import Fonts

FONTS = Fonts()
ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90">'
MOST_SECONDS = 60  # of the processor; coverage makes it several times slower


def multiply(make, levels, start='<rect width="1" height="1"/>'):
    """Groups that use each other: level i holds what `make(i)` says."""
    groups = [f'<g id="s0">{start}</g>']
    groups += [f'<g id="s{i}">{make(i)}</g>' for i in range(1, levels)]
    return f'<defs>{"".join(groups)}</defs><use href="#s{levels - 1}"/>'


def restyle(i):
    """Two uses of the level below that never have the same style."""
    use = f'<use href="#s{i - 1}" stroke-width="{i}.'
    return f'{use}1"/>{use}2" stroke-miterlimit="{i + 1}"/>'


def nest_pictures(levels):
    text = f"{ROOT}<rect/></svg>"
    for _ in range(levels):
        data = base64.b64encode(text.encode()).decode()
        uri = f"data:image/svg+xml;base64,{data}"
        text = f'{ROOT}<image width="9" height="9" href="{uri}"/></svg>'
    return text


ENTITIES = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
BODIES = {
    "symbols that multiply": multiply(lambda i: f'<use href="#s{i - 1}"/>' * 10, 24),
    "styles that multiply": multiply(restyle, 23),
    "fields that multiply": multiply(
        lambda i: f'<use href="#s{i - 1}"/>' * 2,
        24,
        '<rect width="1" height="1" fill="none" data-field="text"/>',
    ),
    "texts that multiply": multiply(
        lambda i: f'<use href="#s{i - 1}"/>' * 2, 24, '<text font-size="1" y="5">a</text>'
    ),
    "symbols in symbols": multiply(
        lambda i: "<g>" * 30 + f'<use href="#s{i - 1}"/>' + "</g>" * 30, 22
    ),
    "groups in groups": "<g>" * 100_000 + "</g>" * 100_000,
    "a symbol of itself": '<g id="a"><use href="#a"/></g>',
    "a clip path of thousands": '<clipPath id="c">'
    + "".join(f'<rect x="{i * 2}" width="1" height="1"/>' for i in range(3000))
    + '</clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
    "gradients without end": "".join(
        f'<linearGradient id="g{i}" href="#g{i + 1}"/>' for i in range(3000)
    )
    + '<rect width="5" height="5" fill="url(#g0)"/>' * 300,
    "a gradient of thousands": f'<linearGradient id="g">{"<stop/>" * 20_000}</linearGradient>'
    + '<rect width="5" height="5" fill="url(#g)"/>' * 300,
    "rules by the thousand": f"<style>{'a{b:c}' * 100_000}</style>",
    "comments that do not end": f"<style>{'/*' * 300_000}</style>",
    "a text like a book": f'<text y="9">{"word " * 100_000}</text>',
    "a text to be fitted": f'<text inline-size="50" data-height="40">{"word " * 3900}</text>',
    "tspans to be wrapped": f'<text inline-size="60">{"<tspan>a</tspan>" * 15_000}</text>',
    "attributes by the thousand": "<rect " + " ".join(f"a{i}=''" for i in range(50_000)) + "/>",
    "references by the thousand": "".join(f'<g id="abc{i}"/>' for i in range(5000))
    + "".join(f'<use href="#abd{i}x"/>' for i in range(5000)),
    "faults by the thousand": "<foo/>" * 100_000,
    "brackets that do not close": f'<g transform="{"rotate(" * 200_000}"/>',
    "a declaration of brackets": f'<rect style="{"(" * 300_000}"/>',
    "a path of segments": f'<path d="M0 0{"L1 1" * 300_000}"/>',
    "a polygon of points": f'<polygon points="{"1 1 " * 300_000}"/>',
    "paths that are long together": f'<path d="M0 0{"L1 1" * 200_000}"/>' * 9,
    "shapes by the hundred thousand": '<rect width="5" height="5"/>' * 110_000,
    "texts by the thousand": '<text y="9" font-size="1">a</text>' * 30_000,
    "texts that are long together": f'<text inline-size="50">{"ab " * 6000}</text>' * 40,
    "a path of signs": f'<path d="M{"-" * 500_000}"/>',
    "a path of arcs": f'<path d="M0 0A{"1 1 0 1 1 5 5 " * 50_000}x"/>',
    "elements that do not close": "".join(f"<a{i}>" for i in range(100_000)),
    "a number of digits": f'<rect width="{"1" * 500_000}" height="1"/>',
}


def draw(text):
    """The problems of a drawing, which are the same by both routes."""
    start = time.process_time()
    drafter = Drafter(FONTS)
    _, problems = drafter.draw(text)
    assert drafter.draw_tree(text)[1] == problems
    assert time.process_time() - start < MOST_SECONDS
    return problems


LONG = [
    "paths that are long together",
    "texts that are long together",
    "shapes by the hundred thousand",
    "texts by the thousand",  # the budget that texts that multiply use up
]
"""Those that take seconds, up to the end of a budget."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.whole) if n in LONG else n for n in BODIES]
)
def test_it_is_refused(name):
    problems = draw(f"{ROOT}{BODIES[name]}</svg>")
    assert 1 <= len(problems) <= MOST_PROBLEMS
    assert all(len(p.message) < 500 for p in problems)


@pytest.mark.parametrize(
    "doctype",
    [
        f'<!DOCTYPE svg [<!ENTITY a0 "ha">{ENTITIES}]>',
        f'<!DOCTYPE svg [<!ENTITY a11 "{"x" * 100_000}">]>',
        '<!DOCTYPE svg [<!ENTITY a11 SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE svg [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>',
        '<!DOCTYPE svg SYSTEM "file:///etc/passwd" [<!ATTLIST svg a CDATA "b">]>',
    ],
)
def test_entities_are_refused(doctype):
    (problem,) = draw(f"{doctype}{ROOT}<text>{'&a11;' * 10_000}</text></svg>")
    assert problem.rule.name == "xml-entity"
    assert problem.line == 1


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    ("subset", "reason"),
    [
        (f'<!ENTITY a0 "ha">{LAUGHS}', "the entity a1 consists of others"),
        (f'<!ENTITY a11 "{"x" * 100_000}">', "the entities become more than 1,000,000 letters"),
        ('<!ENTITY a11 "&a11;">', "the entity a11 consists of others"),
        ('<!ENTITY a11 SYSTEM "file:///etc/passwd">', "are not read"),
        ('<!ENTITY a11 PUBLIC "x" "file:///etc/passwd" NDATA y>', "are not read"),
        ('<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;', "are not read"),
        ('<!ENTITY % a "b">', "are not read"),
        ("%a;", "are not read"),
        ('<!ENTITY a11 "b"><!ATTLIST svg a CDATA "&a11;">', "are not read"),
        ("<!ATTLIST svg" + " a CDATA 'b'" * 101 + ">", "more than 100 attributes"),
        ("<!ELEMENT svg ANY>", "are not read"),
        ("".join(f'<!ENTITY b{n} "">' for n in range(101)), "more than 100 entities"),
        ('<!ENTITY b "c">', "an entity that XML does not know"),
    ],
)
def test_entities_of_drawings_from_elsewhere_have_bounds(subset, reason):
    start = time.process_time()
    text = f"<!DOCTYPE svg [{subset}]>{ROOT}<text>{'&a11;' * 10_000}</text></svg>"
    _, (problem,) = Drafter(FONTS).draw_art(text)
    assert problem.is_error
    assert reason in problem.message
    assert problem.line == 1
    assert time.process_time() - start < MOST_SECONDS


def test_an_outer_file_declares_no_entities():
    head = '<!DOCTYPE svg PUBLIC "-//W3C//DTD" "http://localhost/svg.dtd" [<!ENTITY a "b">]>'
    _, (problem,) = Drafter(FONTS).draw_art(f"{head}{ROOT}<text>&nbsp;</text></svg>")
    assert problem.is_error
    assert "an entity that XML does not know" in problem.message


@pytest.mark.parametrize(
    "text",
    [
        " " * 1_000_000,
        "<!--" * 200_000,
        f"{ROOT}</svg>{' ' * 1_000_000}x",
        f"{'<!-- a -->' * 100_000}{ROOT}</svg",
        f"<svg {'a' * 1_000_000}",
    ],
)
def test_much_ado_about_nothing_is_refused(text):
    (problem,) = draw(text)
    assert problem.rule.name == "xml-syntax"


@pytest.mark.parametrize(
    "body",
    ["<g opacity='.9'>" * 55 + "<rect/>" + "</g>" * 55, '<rect width="5" height="5"/>' * 20_000],
)
def test_what_is_only_large_is_drawn(body):
    assert not draw(f"{ROOT}{body}</svg>")


# ---------------------------------------------------------------------------------- pictures


def show(reference, folder, base=None, ink=None):
    text = f'{ROOT}<image width="9" height="9" href="{reference}"/></svg>'
    return [p.message for p in Drafter(FONTS, files=Files([folder])).draw(text, base or folder)[1]]


def make_png(width, height):
    """The start of a PNG file that says it is so large."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def test_pictures_outside_the_folder_are_refused(tmp_path):
    inside, outside = tmp_path / "project", tmp_path / "elsewhere"
    inside.mkdir()
    outside.mkdir()
    Image.new("RGB", (2, 2)).save(outside / "a.png")
    Image.new("RGB", (2, 2)).save(inside / "my ship.png")
    (inside / "link.png").symlink_to(outside / "a.png")
    (inside / "folder.png").symlink_to(outside)
    (inside / "round.png").symlink_to(inside / "round.png")
    assert show("my ship.png", inside) == show("my%20ship.png", inside) == []
    for reference in ("../elsewhere/a.png", f"{outside}/a.png", "link.png", "folder.png/a.png"):
        (message,) = show(reference, inside)
        assert "outside the project folder" in message, reference
    for reference in ("round.png", "x" * 5000, ".", "no.png", "//a/b.png", "a.png?x=1", "~/a.png"):
        assert len(show(reference, inside)) == 1, reference
    (message,) = show("file:///etc/passwd", inside)
    assert "path, relative to the drawing" in message


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (make_png(60_000, 60_000), "million pixels"),
        (make_png(10_000, 10_000), "million pixels"),
        (make_png(200, 200), "damaged"),
        (b"GIF89a" + b"\0" * 50, "not a PNG or JPEG"),
        (b"", "not a PNG or JPEG"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 50, ""),
    ],
)
def test_bombs_and_broken_pictures_are_refused(tmp_path, data, words):
    (tmp_path / "a.png").write_bytes(data)
    (message,) = show("a.png", tmp_path)
    assert words in message
    uri = "data:image/png;base64," + base64.b64encode(data).decode()
    (message,) = show(uri, tmp_path)
    assert words in message


def test_pictures_that_are_large_together_are_refused(tmp_path):
    """Each is small when it is printed, but all of it has to be read."""
    names = [f"{at}.png" for at in range(3)]
    for name in names:
        Image.new("1", (6000, 6000)).save(tmp_path / name)
    images = "".join(f'<image width="9" height="9" data-dpi="9" href="{n}"/>' for n in names)
    drafter = Drafter(FONTS, files=Files([tmp_path]))
    (problem,) = drafter.draw(f"{ROOT}{images}</svg>", tmp_path)[1]
    assert "may have 100 million pixels together" in problem.message
    twice = images.replace("2.png", "1.png") * 9
    assert not drafter.draw(f"{ROOT}{twice}</svg>", tmp_path)[1]
    for name in names:
        one = f'<image width="9" height="9" data-dpi="9" href="{name}"/>'
        assert not drafter.draw([ROOT, one, "</svg>"], tmp_path)[1]


def test_a_drawing_in_itself_is_refused(tmp_path):
    text = f'{ROOT}<image width="9" height="9" href="a.svg"/></svg>'
    (tmp_path / "a.svg").write_text(text * 1)
    (message,) = show("a.svg", tmp_path)
    assert "it contains itself" in message
    other = text.replace("a.svg", "b.svg")
    (tmp_path / "a.svg").write_text(
        other.replace("</svg>", '<image href="b.svg"/>' * 500 + "</svg>")
    )
    (tmp_path / "b.svg").write_text(
        text.replace("</svg>", '<image href="a.svg"/>' * 500 + "</svg>")
    )
    messages = show("a.svg", tmp_path)
    assert 1 <= len(messages) <= 100
    assert all("it contains itself" in message for message in messages)
    assert len(draw(nest_pictures(4))) == 0
    assert "nested too deep" in draw(nest_pictures(6))[0].message


def test_pictures_that_multiply_are_refused(tmp_path):
    body = multiply(lambda i: f'<use href="#s{i - 1}"/>' * 10, 6)
    (tmp_path / "a.svg").write_text(f"{ROOT}{body}</svg>")
    assert show("a.svg", tmp_path) == []
    (tmp_path / "b.svg").write_text(ROOT + "<image href='a.svg'/>" * 9 + "</svg>")
    (message,) = show("b.svg", tmp_path)
    assert "repeats itself too often" in message


def test_pictures_of_every_kind_are_read(tmp_path):
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        Image.new(mode, (3, 2)).save(tmp_path / "a.png")
        assert show("a.png", tmp_path) == [], mode
    for mode in ("L", "RGB", "CMYK"):
        Image.new(mode, (3, 2)).save(tmp_path / "a.jpg")
        assert show("a.jpg", tmp_path) == [], mode


def test_sixteen_bits_are_not_cut_off(tmp_path):
    Image.new("I;16", (1, 1), 0x8000).save(tmp_path / "a.png")
    text = f'{ROOT}<image width="9" height="9" href="a.png"/></svg>'
    drawing, _ = Drafter(FONTS, files=Files([tmp_path])).draw(text, tmp_path)
    (image,) = drawing.resources.images.values()
    assert zlib.decompress(image.pixels) == b"\x7f"


def test_a_turned_photograph_stands_upright(tmp_path):
    photograph = Image.new("RGB", (4, 2))
    exif = Image.Exif()
    exif[0x0112] = 6
    file = io.BytesIO()
    photograph.save(file, "JPEG", exif=exif)
    (tmp_path / "a.jpg").write_bytes(file.getvalue())
    text = f'{ROOT}<image width="9" height="9" href="a.jpg"/></svg>'
    drawing, _ = Drafter(FONTS, files=Files([tmp_path])).draw(text, tmp_path)
    (image,) = drawing.resources.images.values()
    assert (image.width, image.height) == (2, 4)
