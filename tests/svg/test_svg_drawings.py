"""Drawings from elsewhere, compared with what resvg makes of them.

Each is an .svg in drawings/KIND/; drawings/KIND.txt says how it comes out: as vectors or with
pictures in it, with warnings or without, and whether it differs from what resvg draws. `pytest
--golden tests/svg` writes these lists; what is drawn as Chromium draws it is noted in them by hand,
after `python tests/svg/show_drawings.py` has shown it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
import resvg_py

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.files import Files
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.svg.problem import DRAWN_AS_PICTURE
from sheetgen.svg.raster import raster
from sheetgen.svg.raster.raster import find_lettering
from sheetgen.type.fonts import Fonts
from tests.svg.comparison import LIMIT, measure_difference, open_flat

FOLDER = Path(__file__).parent / "drawings"
CASES = sorted(FOLDER.glob("*/*.svg"))
KINDS = sorted({path.parent.name for path in CASES})
FONTS = Fonts()
LETTERS = find_lettering(["Spectral", "Barlow Condensed", "Marcellus"], FONTS)
CHROMIUM = "as Chromium"
"""What is said of a drawing that resvg draws otherwise, and Chromium as it is drawn here."""


def draft(path):
    return Drafter(FONTS, files=Files([FOLDER])).draw_art(path.read_text("utf-8"), path.parent)


def rasterize(drawing):
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    with pypdfium2.PdfDocument(write_pdf([page], Facts("drawing"))) as document:
        return document[0].render(scale=4 / 3).to_pil().convert("RGB")


def draw_reference(text, size):
    """What resvg draws; None for what it refuses."""
    try:
        png = resvg_py.svg_to_bytes(
            svg_string=text,
            skip_system_fonts=True,
            font_files=list(LETTERS.files),
            font_family=LETTERS.sans,
            sans_serif_family=LETTERS.sans,
            serif_family=LETTERS.serif,
            width=size[0],
            height=size[1],
        )
    except ValueError:
        return None
    return open_flat(bytes(png))


def judge(path):
    """How a drawing comes out, in words."""
    drawing, problems = draft(path)
    if any(problem.is_error for problem in problems):
        return "refused"
    kinds = {problem.rule for problem in problems}
    words = ["pictures" if DRAWN_AS_PICTURE in kinds else "vectors"]
    words += ["with warnings"] * bool(kinds - {DRAWN_AS_PICTURE})
    mine = rasterize(drawing)
    other = draw_reference(path.read_text("utf-8"), mine.size)
    if other is not None and measure_difference(mine, other) > LIMIT:
        words.append("differs")
    return ", ".join(words)


def name(path):
    return path.relative_to(FOLDER).with_suffix("").as_posix()


def read_list(kind):
    text = (FOLDER / f"{kind}.txt").read_text("utf-8") if (FOLDER / f"{kind}.txt").exists() else ""
    rows = (line.partition(": ") for line in text.splitlines())
    return {key: value for key, _, value in rows}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(  # most filters are drawn as pictures, by many processes
    "kind", [pytest.param(k, marks=pytest.mark.whole) if k == "filter" else k for k in KINDS]
)
def test_each_drawing_comes_out_as_it_is_listed(kind, golden, request, monkeypatch):
    if not request.config.getoption("--all"):  # pictures take half the time, and look the same
        monkeypatch.setattr(raster, "DPI", 150)
    known, lines = read_list(kind), []
    for path in (path for path in CASES if path.parent.name == kind):
        how, before = judge(path), known.get(path.stem, "")
        same = f" ({CHROMIUM})" if CHROMIUM in before and "differs" in how else ""
        lines.append(f"{path.stem}: {how}{same}\n")
    golden(FOLDER / f"{kind}.txt", "".join(lines))


def test_nine_of_ten_drawings_are_right():
    found = {f"{kind}/{key}": how for kind in KINDS for key, how in read_list(kind).items()}
    assert found.keys() == {name(path) for path in CASES}
    wrong = [key for key, how in found.items() if how.endswith(("differs", "refused"))]
    assert len(wrong) < 0.02 * len(found), wrong
    silent = [key for key in wrong if found[key] == "vectors, differs"]
    assert len(silent) < 0.01 * len(found), silent
    vectors = [how for how in found.values() if how.startswith("vectors")]
    assert len(vectors) > 0.85 * len(found)


def test_the_same_drawing_always_comes_out_the_same():
    path = FOLDER / "filter" / "on-group.svg"
    first, second = (write_page(draft(path)[0]) for _ in range(2))
    assert first == second


def write_page(drawing):
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    return write_pdf([page], Facts("drawing"))


def test_names_say_what_a_drawing_is_about():
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", path.stem) for path in CASES)
    assert len(CASES) > 600
