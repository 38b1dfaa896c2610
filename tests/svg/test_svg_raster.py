"""Parts of drawings from elsewhere as pictures: where they are, and what they may do."""

from __future__ import annotations

import base64
import importlib.util
import io
import subprocess
import sys

import pytest
from PIL import Image

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.vector import write_svg
from sheetgen.ground.colour import Ink
from sheetgen.ground.files import Files
from sheetgen.pages.page import Page, Placement
from sheetgen.svg import cascade
from sheetgen.svg.context import Room
from sheetgen.svg.drafter import Drafter
from sheetgen.svg.problem import DRAWN_AS_PICTURE
from sheetgen.svg.raster import raster
from sheetgen.svg.raster import raster as bitmap
from sheetgen.svg.read import vocabulary
from sheetgen.type.fonts import Fonts

FONTS = Fonts()
BLUR = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'


def wrap(body, size='width="200" height="100" viewBox="0 0 200 100"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'


def draw(body, folder=None, ink=Ink.COLOR, room=None):
    drafter = Drafter(FONTS, ink, Files([folder] if folder else ()))
    return drafter.draw_art(wrap(body), folder, room=room or Room())


def list_images(drawing):
    return list(drawing.resources.images.values())


def rasterize(drawing, scale=1.0):
    import pypdfium2

    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    with pypdfium2.PdfDocument(write_pdf([page], Facts("x"))) as document:
        return document[0].render(scale=scale * 4 / 3).to_pil().convert("RGB")


def test_only_the_element_concerned_becomes_a_picture():
    drawing, (hint,) = draw(
        f'{BLUR}<rect width="40" height="40" fill="lime"/>'
        '<g transform="translate(100 20)"><rect id="a" width="50" height="50" fill="red" '
        'filter="url(#f)"/></g><text y="90" font-size="20">Still text</text>'
    )
    assert hint.rule is DRAWN_AS_PICTURE
    assert hint.severity is None
    assert "a part of the drawing is printed as a picture of 600 dpi" in hint.message
    assert "filter" in hint.message
    (image,) = list_images(drawing)
    # 50 px and the blur around them are about 0.7 in, and edges lie on multiples of 4 px.
    assert 350 < image.width < 520
    assert image.mask
    assert drawing.resources.faces
    picture = rasterize(drawing)
    assert picture.getpixel((20, 20)) == (0, 255, 0)
    assert picture.getpixel((125, 45)) == (255, 0, 0)
    assert picture.getpixel((80, 45)) == (255, 255, 255)


def test_its_opacity_clip_and_turn_are_those_of_its_groups():
    drawing, _ = draw(
        f'{BLUR}<clipPath id="c"><rect width="125" height="100"/></clipPath>'
        '<g opacity="0.5" clip-path="url(#c)"><g transform="rotate(90 125 50)" fill="red">'
        '<rect x="100" y="25" width="50" height="50" filter="url(#f)"/></g></g>'
    )
    picture = rasterize(drawing)
    assert picture.getpixel((115, 50)) == pytest.approx((255, 127, 127), abs=2)
    assert picture.getpixel((135, 50)) == (255, 255, 255)


def test_a_drawing_of_many_such_parts_is_one_picture():
    many = "".join(f'<rect x="{9 * i}" width="5" height="9" filter="url(#f)"/>' for i in range(12))
    drawing, (hint,) = draw(BLUR + many)
    assert "the drawing is printed as a picture" in hint.message
    assert len(list_images(drawing)) == 1


def test_blends_need_the_whole_drawing():
    drawing, (hint,) = draw(
        '<rect width="99" height="99" fill="red"/>'
        '<rect width="99" height="99" fill="lime" style="mix-blend-mode:multiply"/>'
    )
    assert "the drawing is printed as a picture" in hint.message
    assert rasterize(drawing).getpixel((50, 50)) == (0, 0, 0)


def test_what_is_transparent_leaves_nothing():
    drawing, problems = draw(f'{BLUR}<rect width="9" height="9" fill="none" filter="url(#f)"/>')
    assert not list_images(drawing)
    assert [p.rule for p in problems] == [DRAWN_AS_PICTURE]


def test_the_resolution_is_that_on_paper():
    body = f'{BLUR}<rect x="50" y="20" width="50" height="50" filter="url(#f)"/>'
    whole = list_images(draw(body)[0])[0]
    half = list_images(draw(body, room=Room(75.0, 37.5))[0])[0]
    assert half.width == pytest.approx(whole.width / 2, abs=1)


def test_the_resolution_is_lowered_where_there_would_be_too_many_pixels(monkeypatch):
    monkeypatch.setattr(raster, "MOST_PIXELS", 1_100_000)
    body = f'{BLUR}<rect width="200" height="100" filter="url(#f)"/>'
    drawing, (hint,) = draw(body, room=Room(600.0, 300.0))
    (image,) = list_images(drawing)
    assert image.width * image.height <= 1_110_000
    assert "of 168 dpi, as more than 1 million pixels would be too many" in hint.message


def test_what_takes_too_long_has_fewer_pixels(monkeypatch):
    real, sizes = bitmap.draw_bitmap, []

    def draw_slowly(svg, width, height, letters, seconds):
        sizes.append(width)
        if width > 1000:
            raise bitmap.TooSlowError("it takes too long to draw")
        return real(svg, width, height, letters, seconds)

    monkeypatch.setattr(raster, "draw_bitmap", draw_slowly)
    body = f'{BLUR}<rect width="200" height="100" filter="url(#f)"/>'
    drawing, (hint,) = draw(body)
    assert "a picture of 150 dpi, as more would take too long to draw" in hint.message
    (image,) = list_images(drawing)
    assert image.width == sizes[-1] == pytest.approx(sizes[-2] / 4, abs=1)
    monkeypatch.setattr(raster, "_COARSER", 1)
    _, problems = draw(body)
    assert "can't be made a picture either: it takes too long to draw" in problems[0].message
    assert problems[0].is_error


@pytest.mark.parametrize("ink", [Ink.GREY, Ink.LOW])
def test_pictures_are_printed_in_the_ink(ink):
    body = f'{BLUR}<rect x="50" y="20" width="50" height="50" fill="blue" filter="url(#f)"/>'
    drawing, _ = draw(body, ink=ink)
    assert [image.space for image in list_images(drawing)] == ["DeviceGray"]
    red, green, blue = rasterize(drawing).getpixel((75, 45))
    assert red == green == blue
    assert (red > 100) is (ink is Ink.LOW)


def test_edges_do_not_darken():
    drawing, _ = draw(
        f'{BLUR}<rect x="50" y="20" width="50" height="50" fill="yellow" filter="url(#f)"/>'
    )
    picture = rasterize(drawing)
    for x in range(200):
        red, green, _ = picture.getpixel((x, 45))
        assert min(red, green) > 250


# What strangers may do


def test_no_file_is_opened_for_a_stranger(tmp_path):
    secret = tmp_path / "secret.png"
    Image.new("RGB", (9, 9), "red").save(secret)
    inside = tmp_path / "project"
    inside.mkdir()
    for name in (str(secret), "../secret.png", f"file://{secret}", "http://localhost/secret.png"):
        body = f'{BLUR}<g filter="url(#f)"><image width="90" height="90" href="{name}"/></g>'
        drawing, problems = draw(body, inside)
        assert any(problem.is_error for problem in problems), name
        assert not list_images(drawing)
    inner = wrap(f'<image width="90" height="90" href="{secret}"/>')
    data = base64.b64encode(inner.encode()).decode()
    image = f'<image width="90" height="90" href="data:image/svg+xml;base64,{data}"/>'
    element = f"<feImage href='{secret}'/>"
    for body in (f'<g filter="url(#f)">{image}</g>', f'<g filter="url(#f)">{element}<path/></g>'):
        drawing, problems = draw(BLUR + body, inside)
        assert any(problem.is_error for problem in problems)


def test_all_pictures_of_a_drawing_share_one_time(monkeypatch):
    """Half of it is kept for the whole, which is drawn at once when the parts have had theirs."""
    spent = []

    def draw_slowly(svg, width, height, letters, seconds):
        spent.append(seconds)
        clock[0] += 2 * bitmap._WAITED
        return real(svg, width, height, letters, seconds)

    real, clock = bitmap.draw_bitmap, [0.0]
    monkeypatch.setattr(raster, "draw_bitmap", draw_slowly)
    monkeypatch.setattr(bitmap, "monotonic", lambda: clock[0])
    monkeypatch.setattr(bitmap, "_measure_processes", lambda: 0.0)
    each = "".join(f'<rect x="{9 * i}" width="5" height="5" filter="url(#f)"/>' for i in range(8))
    inner = base64.b64encode(wrap(BLUR + each).encode()).decode()
    pictures = f'<image width="90" height="90" href="data:image/svg+xml;base64,{inner}"/>'
    _, problems = draw(BLUR + each + pictures)
    assert bitmap.SECONDS == 16
    assert spent[:3] == [8, 7, 6]
    assert len(spent) == 8  # two for each of three parts, then two for the whole
    assert "the drawing is printed as a picture" in problems[-1].message or problems[0].is_error


def test_no_more_hints_are_looked_for_than_are_told(monkeypatch):
    """A hint takes a thousand times as long as reading the name that it is for."""
    asked = []

    def find(word, known):
        asked.append(word)
        return ""

    for module in (cascade, vocabulary):
        monkeypatch.setattr(module, "find_nearest", find)
    names = [f"zz{i}" for i in range(20_000)]
    attributes = " ".join(f'{name}="1"' for name in names)
    properties = ";".join(f"{name}:1" for name in names)
    for body in (
        f'<rect width="9" height="9" {attributes}/>',
        f'<rect width="9" height="9" style="{properties}"/>',
        f'<rect width="9" height="9" style="{properties[:900]}"/>' * 1000,
        f'<style>rect{{{properties}}}</style><rect width="9" height="9"/>',
        "".join(f"<{name}/>" for name in names),
    ):
        asked.clear()
        _, problems = draw(body)
        assert len(problems) == 99
        assert len(asked) <= 400


def test_what_resvg_is_given_names_no_file(monkeypatch, tmp_path):
    texts = []
    real = subprocess.run

    def watch(command, **options):
        texts.append(options["input"].decode())
        return real(command, **options)

    monkeypatch.setattr(subprocess, "run", watch)
    Image.new("RGB", (9, 9), "red").save(tmp_path / "dot.png")
    drawing, problems = draw(
        f'{BLUR}<style>@import "x.css"; rect{{fill:url(y.svg#g)}}</style><script>x()</script>'
        '<g filter="url(#f)" onclick="x()"><use href="z.svg#a"/><image width="50" height="50" '
        'href="dot.png"/><rect width="9" height="9" style="fill:url(\'/etc/passwd\')"/>'
        "</g>",
        tmp_path,
    )
    assert list_images(drawing)
    assert not any(problem.is_error for problem in problems)
    assert len(texts) == 2
    for text in texts:
        for word in ("x.css", "y.svg", "z.svg", "dot.png", "passwd", "script", "onclick"):
            assert word not in text
        assert "data:image/png;base64," in text


def test_a_picture_that_can_not_be_made_is_an_error(monkeypatch):
    def fail(*_):
        raise bitmap.BitmapError("it takes too long to draw")

    monkeypatch.setattr(raster, "draw_bitmap", fail)
    _, problems = draw(f'{BLUR}<rect width="9" height="9" filter="url(#f)"/>')
    (error,) = (problem for problem in problems if problem.is_error)
    assert "filter" in error.message
    assert "it can't be made a picture either: it takes too long to draw" in error.message


def run_worker(order):
    command = [sys.executable, "-I", "-S", str(bitmap._WORKER)]
    return subprocess.run(command, input=order.encode(), capture_output=True, timeout=60)


def test_the_worker_says_why_it_fails():
    assert run_worker("nonsense").returncode == 1
    with pytest.raises(bitmap.BitmapError, match="root node"):
        bitmap.draw_bitmap("<svg", 9, 9, None)


def test_a_hang_and_a_missing_library_are_told(monkeypatch):
    def hang(*_, **__):
        raise subprocess.TimeoutExpired("x", 1)

    monkeypatch.setattr(subprocess, "run", hang)
    with pytest.raises(bitmap.BitmapError, match="too long"):
        bitmap.draw_bitmap(wrap(""), 9, 9, None)

    def refuse(*_, **__):
        raise OSError(11, "no more processes")

    monkeypatch.setattr(subprocess, "run", refuse)
    with pytest.raises(bitmap.BitmapError, match="no more processes"):
        bitmap.draw_bitmap(wrap(""), 9, 9, None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(bitmap.BitmapError, match="not installed"):
        bitmap.draw_bitmap(wrap(""), 9, 9, None)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_the_worker_is_bounded(monkeypatch):
    monkeypatch.setattr(bitmap, "_MEMORY", 300_000_000)
    with pytest.raises(bitmap.BitmapError):
        bitmap.draw_bitmap(wrap("<rect width='9' height='9'/>"), 20_000, 20_000, None)


def test_the_same_in_svg_as_in_pdf():
    import resvg_py

    drawing, _ = draw(
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="red" '
        'stop-opacity="0"/></linearGradient><mask id="m"><rect width="99" height="99" fill="gray"/>'
        '</mask><rect width="99" height="99" fill="url(#g)"/><rect x="100" width="50" height="50" '
        'fill="blue" mask="url(#m)"/><circle cx="150" cy="75" r="15" fill="none" stroke="url(#g)" '
        'stroke-width="9"/>'
    )
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    mine = rasterize(drawing)
    png = resvg_py.svg_to_bytes(
        svg_string=write_svg(page), dpi=96, width=mine.width, height=mine.height
    )
    other = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    ground = Image.new("RGBA", other.size, "white")
    ground.alpha_composite(other)
    ground = ground.convert("RGB")
    for place in ((5, 50), (50, 50), (90, 50), (110, 20), (136, 75), (160, 85)):
        assert mine.getpixel(place) == pytest.approx(ground.getpixel(place), abs=9)


# What is reported, and where


def test_what_was_made_of_pictures_is_told_where_they_are_named(project, run, write_ship):
    write_ship(art="a.svg")
    (project / "a.svg").write_text(wrap(f'{BLUR}<rect width="9" height="9" filter="url(#f)"/>'))
    folder = project / "templates" / "asfos"
    folder.mkdir()
    (folder / "inner.svg").write_text(wrap('<rect width="9" height="9" fil="red"/>'))
    art = "{{ sheet.art }}"
    (folder / "portrait.svg").write_text(
        wrap(f'<image width="90" height="90" href="{art}"/><image width="9" href="inner.svg"/>')
    )
    outcome = run("render", "--sheet", "portrait", "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr
    rows = [row for row in outcome.stderr.splitlines() if "[" in row]
    assert len(rows) == 2
    assert rows[0].startswith("ship.yaml:10:6: hint[drawn-as-picture]: a part of the drawing")
    assert rows[0].endswith("(a.svg:1:146)")
    assert rows[1].startswith("templates/asfos/inner.svg:1:88: warning[unsupported-property]")
    strict = run("render", "--sheet", "portrait", "-o", "b.pdf", "--strict")
    assert strict.status == 1
    assert strict.stderr.count("error[") == 2
    assert not (project / "b.pdf").exists()


def test_a_book_tells_what_was_made_of_its_pictures(project, run):
    (project / "a.svg").write_text(wrap(f'{BLUR}<rect width="9" height="9" filter="url(#f)"/>'))
    (project / "one.md").write_text("# One\n\n![A crest](a.svg)\n")
    (project / "book.yaml").write_text("book: B\nauthor: M\nlicence: N.\nchapters: [one.md]\n")
    outcome = run("book", "book.yaml", "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr
    (row,) = (row for row in outcome.stderr.splitlines() if "[" in row and "hint" in row)
    assert row.startswith("one.md:3:10: hint[drawn-as-picture]")
    assert run("book", "book.yaml", "-o", "b.pdf", "--strict").status == 1
    (project / "a.svg").write_text(wrap('<image width="9" height="9" href="none.png"/>'))
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "one.md:3:10: error[bad-picture]: a.svg can't be drawn" in outcome.stderr
