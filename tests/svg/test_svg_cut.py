"""The cut of a drawing that is no rectangle: `data-cut`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sheetgen.drawing.drawing import Drawing
from sheetgen.drawing.outline import operators_box
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM
from sheetgen.pages.layout import fold_over
from sheetgen.svg.drafter import Drafter
from sheetgen.type.fonts import Fonts

FONTS = Fonts()
ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10" '


def draw(attributes: str) -> Drawing:
    drawing, problems = Drafter(FONTS).draw(
        f'{ROOT}{attributes}><rect width="9" height="9"/></svg>'
    )
    assert not problems
    return drawing


def test_a_cut_is_in_points_from_the_corner_of_the_bleed() -> None:
    drawing = draw('data-bleed="2" data-cut="M5 0H15L20 10H0Z"')
    values = [float(v) / MM for v in drawing.cut.split() if v[-1].isdigit()]
    assert values == pytest.approx([7, 12, 17, 12, 22, 2, 2, 2], abs=0.01)
    assert drawing.outline == drawing.cut


def test_without_one_the_edges_are_cut() -> None:
    drawing = draw('data-bleed="2"')
    assert drawing.cut == ""
    box = operators_box(drawing.outline)
    assert box
    assert [v / MM for v in box] == pytest.approx([2, 2, 22, 12], abs=0.01)


def test_a_wrong_path_is_reported_where_it_stands() -> None:
    _, (problem,) = Drafter(FONTS).draw(f'{ROOT}data-cut="M5 0X"/>')
    assert (problem.rule.name, problem.line) == ("bad-value", 1)
    assert "'X' at character 5 is not a command" in problem.message


def test_a_fold_joins_the_cuts_of_both_sides() -> None:
    drawing = replace(draw('data-bleed="2" data-cut="M5 0H15L20 10H0Z"'))
    folded = fold_over(drawing, drawing)
    box = operators_box(folded.cut)
    assert box
    assert [v / MM for v in box] == pytest.approx([2, 2, 22, 22], abs=0.01)


@pytest.mark.parametrize("shape", ["square", "round", "hex"])
def test_pieces_are_cropped_to_their_cut(
    project: Path, run: Callable[..., Any], shape: str
) -> None:
    (project / "band.yaml").write_text(
        "system: asfos\nfleet: Band\nships: [{ship: warrior}]\n"
        f"counters: {{shape: {shape}, back: none}}\n"
    )
    line = [
        "render",
        "band.yaml",
        "--sheet",
        "counters",
        "--pieces",
        "--format",
        "png",
        "-o",
        "out",
    ]
    outcome = run(*line)
    assert outcome.status == 0, outcome.stderr
    (file,) = (project / "out").rglob("*.png")
    with Image.open(file) as image:
        alpha = image.convert("RGBA").getchannel("A")
        corner, middle = (
            alpha.getpixel((1, 1)),
            alpha.getpixel((alpha.width // 2, alpha.height // 2)),
        )
        assert middle == 255
        assert (corner == 255) == (shape == "square")
