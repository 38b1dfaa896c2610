"""sheetgen.export.png: pages of a PDF as pictures."""

from __future__ import annotations

import io
import re
import subprocess
import sys

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.export import png
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.png import MOST_PIXELS, TOO_MANY_PIXELS, write_png, write_pngs
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.units import PAPERS
from sheetgen.pages.page import Page, Placement


def make(*pages, width=72.0, height=36.0):
    """A PDF whose pages have these operators."""
    drawings = [Drawing(width, height, operators, Resources()) for operators in pages]
    made = [Page(width, height, (Placement(drawing, 0, 0),)) for drawing in drawings]
    return write_pdf(made, Facts())


def read(data):
    return Image.open(io.BytesIO(data))


BLACK = "0 g 18 0 18 36 re f"
RED = "1 0 0 rg 18 0 18 36 re f"


@pytest.mark.parametrize("dpi", [20, 72, 96, 300, 601])
def test_size_and_resolution(dpi):
    picture = read(write_png(make(BLACK), 0, dpi))
    assert picture.format == "PNG"
    assert picture.size == (dpi, -(-dpi // 2))
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_a_page_is_white_where_nothing_is_printed():
    picture = read(write_png(make(BLACK), 0, 72))
    assert [picture.getpixel((x, 10)) for x in (5, 20, 30, 40, 71)] == [255, 0, 0, 255, 255]


def test_a_page_without_colour_becomes_greyscale():
    data = make(BLACK, RED, "", "0.5 g 0 0 36 36 re f 0.5 0.5 0.5 rg 36 0 36 36 re f")
    assert [read(write_png(data, at, 96)).mode for at in range(4)] == ["L", "RGB", "L", "L"]
    assert read(write_png(data, 1, 96)).getpixel((40, 20)) == (255, 0, 0)
    assert read(write_png(data, 3, 96)).getextrema() in ((127, 127), (128, 128))


@pytest.mark.parametrize("y", [0, 35.5])
def test_a_speck_of_colour_is_kept(y):
    data = make(f"{BLACK} 0 0.4 1 rg 71.5 {y} 0.5 0.5 re f")
    assert read(write_png(data, 0, 1200)).mode == "RGB"


def test_the_same_page_gives_the_same_bytes():
    data = make(BLACK, RED)
    for at in (0, 1):
        assert len({write_png(data, at, 150) for _ in range(3)}) == 1


@pytest.mark.parametrize("jobs", [None, 1, 3])
def test_all_pages_are_those_written_one_by_one(jobs):
    data = make(BLACK, RED, "", RED, BLACK)
    assert [*write_pngs(data, 150, jobs)] == [write_png(data, at, 150) for at in range(5)]


def test_pixels_are_those_of_pdfium():
    data = make(f"{RED} 0 0 1 RG 2 w 3 3 m 60 30 l S", "0.3 g 5 5 20 20 re f", width=71.3)
    document = PdfDocument(data)
    for at in range(2):
        theirs = document[at].render(scale=133 / 72, rev_byteorder=True).to_pil()
        assert read(write_png(data, at, 133)).convert("RGB").tobytes() == theirs.tobytes()


def test_a_page_that_is_too_large_stops_them_all(monkeypatch):
    monkeypatch.setattr(png, "MOST_PIXELS", 10_000)
    with pytest.raises(ProblemError):
        next(write_pngs(make(BLACK, RED), 150))


def test_pictures_are_made_one_at_a_time_where_memory_is_short(monkeypatch):
    monkeypatch.setattr(png, "measure_memory", lambda: 0)
    assert len([*write_pngs(make(BLACK, RED), 20)]) == 2


def test_pages_are_counted_from_0():
    data = make(BLACK, RED)
    for page in (-1, 2):
        with pytest.raises(IndexError, match=f"no page {page} among 2"):
            write_png(data, page, 72)


@pytest.mark.parametrize(
    ("width", "height", "dpi"),
    [
        (PAPERS["a4"].width, PAPERS["a4"].height, 1200),
        (PAPERS["a3"].width, PAPERS["a3"].height, 2400),
        (14000.0, 14000.0, 72),
        (14000.0, 60.0, 1200),
    ],
)
def test_too_many_pixels(width, height, dpi):
    data = make("", width=width, height=height)
    with pytest.raises(ProblemError) as caught:
        write_png(data, 0, dpi)
    (found,) = caught.value.diagnostics
    assert (found.rule, found.is_error) == (TOO_MANY_PIXELS.name, True)
    assert found.message.startswith(f"at {dpi} dpi a page has ")
    advice = re.fullmatch(r"use --dpi (\d+) or less", found.hint)
    assert advice
    best = int(advice[1])
    assert 0.9 < width * height * (best / 72) ** 2 / MOST_PIXELS < 1
    assert best < dpi


def test_what_the_hint_says_can_be_done(monkeypatch):
    monkeypatch.setattr(png, "MOST_PIXELS", 1_000_000)
    data = make(BLACK, width=700.0, height=500.0)
    with pytest.raises(ProblemError) as caught:
        write_png(data, 0, 300)
    best = int(caught.value.diagnostics[0].hint.split()[2])
    picture = read(write_png(data, 0, best))
    assert 900_000 < picture.width * picture.height <= 1_000_000


@pytest.mark.parametrize("module", ["png", "vector"])
def test_importing_it_is_quick(module):
    """`--help` and `explain` import the rules, but must not wait for PDFium or Pillow."""
    code = f"import sys, sheetgen.export.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"PIL", "pypdfium2", "reportlab"} & set(done.stdout.split())
