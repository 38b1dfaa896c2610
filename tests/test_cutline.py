"""Lines for cutting machines, round corners, and the calibration page."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.drawing.outline import join_outlines, operators_box
from sheetgen.ground.units import MM
from sheetgen.pages.cutting import list_registration, round_corners

Run = Callable[..., Any]
SVG = "{http://www.w3.org/2000/svg}"
BAND = """\
system: asfos
fleet: Band
ships: [{ship: warrior, count: 2}]
counters: {shape: SHAPE, back: damaged, fold: FOLD}
"""


def cut(project: Path, run: Run, *options: str, shape: str = "square", fold: str = "false") -> Any:
    text = BAND.replace("SHAPE", shape).replace("FOLD", fold)
    (project / "band.yaml").write_text(text, "utf-8")
    outcome = run("render", "band.yaml", "-o", "b.pdf", "--cutlines", *options)
    assert (outcome.status, outcome.stderr) == (0, "")
    return {path.name: path for path in project.glob("b-cut*")}


def read_layers(path: Path) -> dict[str, list[str]]:
    root = ElementTree.fromstring(path.read_text("utf-8"))
    return {
        str(g.get("id")): [str(p.get("d")) for p in g.iter(f"{SVG}path")]
        for g in root.iter(f"{SVG}g")
    }


def test_each_page_that_is_cut_has_its_files(project: Path, run: Run) -> None:
    files = cut(project, run, "--sheet", "roster", "--sheet", "counters")
    texts = [page.get_textpage().get_text_bounded() for page in PdfDocument(project / "b.pdf")]
    at = next(at for at, text in enumerate(texts, start=1) if "Total" not in text)
    assert sorted(files) == [f"b-cut-{at}.dxf", f"b-cut-{at}.svg"]  # the roster is not cut
    layers = read_layers(files[f"b-cut-{at}.svg"])
    assert {name: len(paths) for name, paths in layers.items()} == {"registration": 5, "cut": 2}


def test_the_lines_are_where_the_pieces_are(project: Path, run: Run, rasterize: Any) -> None:
    """Counters are dark squares on white, and their lines run around them."""
    files = cut(project, run, "--sheet", "counters", "--bleed", "0")
    page = rasterize((project / "b.pdf").read_bytes(), 0, 254).convert("L")
    ring = 0
    for path in read_layers(files["b-cut-1.svg"])["cut"]:
        values = [float(v) for v in re.findall(r"-?[\d.]+", path)]
        x0, x1 = min(values[::2]), max(values[::2])
        y0, y1 = min(values[1::2]), max(values[1::2])
        assert x1 - x0 == pytest.approx(y1 - y0, abs=0.01)
        inside = page.getpixel((round(x0 * 10) + 4, round(y0 * 10) + 4))
        outside = page.getpixel((round(x0 * 10) - 5, round(y0 * 10) - 5))
        assert (inside < 120, outside) == (True, 255)
        ring += 1
    assert ring == 2


def test_dxf_is_read_by_another_program(project: Path, run: Run) -> None:
    files = cut(project, run, "--sheet", "counters", "--corner", "2mm", shape="hex", fold="true")
    document = ezdxf.readfile(next(p for n, p in files.items() if n.endswith(".dxf")))  # type: ignore[attr-defined]
    assert not document.audit().errors
    assert document.units == 4  # millimetres
    assert document.header["$MEASUREMENT"] == 1  # which Inkscape asks for
    lines = list(document.modelspace().query("POLYLINE"))
    layers = [line.dxf.layer for line in lines]
    assert {name: layers.count(name) for name in set(layers)} == {
        "REGISTRATION": 5,
        "CUT": 2,
        "FOLD": 2,
    }
    for line in lines:
        if line.dxf.layer == "CUT":
            xs, ys = zip(*((p.x, p.y) for p in line.points()), strict=True)
            assert line.is_closed
            assert len(xs) == 10  # two hexagons without the edge that they share
            assert (max(ys) - min(ys)) == pytest.approx(2 * 25.4, abs=0.1)


def test_corners_are_round(project: Path, run: Run) -> None:
    plain = cut(project, run, "--sheet", "counters")
    path = next(p for n, p in plain.items() if n.endswith(".svg"))
    assert not any("C" in d for d in read_layers(path)["cut"])
    rounded = cut(project, run, "--sheet", "counters", "--corner", "3mm")
    path = next(p for n, p in rounded.items() if n.endswith(".svg"))
    assert all(d.count("C") == 4 for d in read_layers(path)["cut"])
    outcome = run(
        "render", "band.yaml", "--sheet", "counters", "--pieces", "--corner", "3", "-o", "pieces"
    )
    assert outcome.status == 2
    assert "--corner: '3' is not a length; write it as 25mm" in outcome.stderr
    line = ["render", "band.yaml", "--sheet", "counters", "--pieces", "--corner", "3mm"]
    assert run(*line, "-o", "pieces").status == 0
    with Image.open(next((project / "pieces").glob("*.png"))) as picture:
        alpha = picture.convert("RGBA").getchannel("A")
        assert (alpha.getpixel((2, 2)), alpha.getpixel((60, 2))) == (0, 255)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["--corner", "30mm"], "--corner: 30mm is not from 0 to 20 mm"),
        (["--corner", "round"], "--corner: 'round' is not a length"),
    ],
)
def test_wrong_corners(project: Path, run: Run, option: list[str], words: str) -> None:
    outcome = run("render", "warrior", "-o", "w.pdf", *option)
    assert outcome.status == 2
    assert words in outcome.stderr


def test_a_corner_is_a_quarter_of_a_circle() -> None:
    drawing = round_corners(Drawing(100.0, 60.0, "", Resources(), bleed=5.0), 10.0)
    assert operators_box(drawing.cut) == pytest.approx((5, 5, 95, 55))
    assert drawing.cut.count("c") == 4
    assert round_corners(drawing, 3.0) is drawing  # it has a shape of its own
    wide = round_corners(Drawing(100.0, 10.0, "", Resources()), 50.0)
    assert operators_box(wide.cut) == pytest.approx((0, 0, 100, 10))


def test_outlines_that_meet_are_one() -> None:
    lower, upper = "0 0 m 4 0 l 4 3 l 0 3 l h", "4 6 m 0 6 l 0 3 l 4 3 l h"
    joined = join_outlines(lower, upper, 3.0)
    assert joined.count("m") == joined.count("h") == 1
    assert operators_box(joined) == (0, 0, 4, 6)
    assert joined.count("l") == 6
    assert join_outlines("0 0 m 1 1 l 2 0 l h", upper, 3.0).count("m") == 2
    assert join_outlines("", "", 3.0) == ""


def test_marks_are_those_of_silhouette() -> None:
    """Its type 1: 10 mm in, a square of 5 mm at the upper left, two angles of 20 by 0.5 mm."""
    found = [[round(v / MM, 2) for v in box] for box in list_registration(210 * MM, 297 * MM)]
    assert found == [
        [10, 282, 15, 287],
        [180, 286.5, 200, 287],
        [199.5, 267, 200, 287],
        [10, 10, 30, 10.5],
        [10, 10, 10.5, 30],
    ]


def test_the_knife_goes_to_and_fro_and_folds_come_first(project: Path, run: Run) -> None:
    files = cut(project, run, "--sheet", "counters", "--copies", "12", "--pack", "tight")
    path = next(p for n, p in files.items() if n.endswith(".svg"))
    starts = []
    for d in read_layers(path)["cut"]:
        values = [float(v) for v in re.findall(r"-?[\d.]+", d)]
        starts.append((min(values[::2]), round(min(values[1::2]))))
    rows = list(dict.fromkeys(y for _, y in starts))
    assert len(rows) > 2
    assert rows == sorted(rows)
    for at, y in enumerate(rows):
        row = [x for x, own in starts if own == y]
        assert row == sorted(row, reverse=bool(at % 2))


@pytest.mark.whole
@pytest.mark.skipif(not shutil.which("inkscape"), reason="Inkscape is not installed")
def test_inkscape_reads_the_lines_at_true_size(project: Path, run: Run) -> None:
    """Its import of DXF needs a display, so that is read by ezdxf above."""
    files = cut(project, run, "--sheet", "counters")
    file = next(p for n, p in files.items() if n.endswith(".svg"))
    query = ["inkscape", "--query-all", str(file)]
    told = subprocess.run(query, check=True, capture_output=True, timeout=120, text=True)
    sizes = [tuple(map(float, row.split(",")[3:])) for row in told.stdout.splitlines()]
    squares = [s for s in sizes if s == pytest.approx((96, 96), abs=0.6)]  # an inch
    assert len(squares) == 2, sizes


def test_calibration_is_read_where_the_offset_is_given(project: Path, run: Run) -> None:
    """The cross of the front, seen through the paper, is at the zero of the back's grid."""
    for offset in ("0,0", "2,-1"):
        line = ["blank", "calibration", "-o", "c.pdf", "--back-offset", offset]
        assert run(*line).status == 0
        document = PdfDocument((project / "c.pdf").read_bytes())
        assert len(document) == 2
        boxes = []
        for page, words in zip(document, ("Calibration: front", "Calibration: back"), strict=True):
            text = page.get_textpage()
            assert words in text.get_text_bounded()
            found = text.search("Calibration")
            index, count = found.get_next()
            assert count
            boxes.append((page.get_width(), text.get_charbox(index)))
        (width, front), (_, back) = boxes
        right, up = map(float, offset.split(","))
        # Titles stand at the left of both sides, so the space between them is symmetrical.
        left = (width - 186 * MM) / 2
        assert front[0] - left == pytest.approx(back[0] - left - right * MM, abs=0.6)
        assert back[1] - front[1] == pytest.approx(up * MM, abs=0.1)


def test_calibration_fits_letter(project: Path, run: Run) -> None:
    assert run("blank", "calibration", "-o", "c.pdf", "--paper", "letter").status == 0
    assert "calibration" in run("list", "sheets").stdout
