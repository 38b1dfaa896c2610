"""Drawings as whole files: each case is an .svg beside an .ops file with what becomes of it.

`pytest --golden tests/svg` writes the .ops files anew. Look at what is drawn before you do:
`python tests/svg/show_cases.py OUT.png` puts all of them on one picture.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.files import Files
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.type.fonts import Fonts

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(FOLDER.glob("*.svg"))
FONTS = Fonts()
SHARED = Drafter(FONTS, files=Files([FOLDER]))


def draft(path, drafter=None, tree=False):
    drafter = drafter or Drafter(FONTS, files=Files([FOLDER]))
    draw = drafter.draw_tree if tree else drafter.draw
    return draw(path.read_text("utf-8"), path.parent)


def describe(drawing: Drawing, problems) -> str:
    """A drawing and its problems as text."""
    lines = [f"size {fmt(drawing.width)} {fmt(drawing.height)}"]
    for problem in problems:
        place = f"{problem.line}:{problem.column}"
        lines.append(f"{place} {problem.rule.severity}[{problem.rule.name}] {problem.message}")
        lines += [f"    {problem.hint}"] if problem.hint else []
    if not problems:
        lines += [drawing.operators, *describe_resources(drawing.resources)]
        lines += [f"field {show(field)}" for field in drawing.fields]
    return "\n".join(lines) + "\n"


def describe_resources(resources: Resources, indent: str = "") -> list[str]:
    lines = []
    for name, face in sorted(resources.faces.items()):
        assert face.name == name
        used = sorted(resources.glyphs[name].items())
        lines.append(f"face {name} {' '.join(f'{glyph}={text!r}' for glyph, text in used)}")
    for name, state in sorted(resources.states.items()):
        lines.append(f"state {name} {show(state)}")
    for name, shading in sorted(resources.shadings.items()):
        lines.append(f"shading {name} {shading.kind} {show(shading.coords)} {show(shading.stops)}")
    for name, image in sorted(resources.images.items()):
        mask = f" mask {image.mask.width} {image.mask.height}" if image.mask else ""
        size = f"{image.width} {image.height}"
        lines.append(f"image {name} {size} {image.space} {image.codec}{mask}")
    for name, form in sorted(resources.forms.items()):
        lines.append(f"form {name} {show(form.box)}{' group' * form.group}")
        lines += ["  " + line for line in form.operators.splitlines()]
        lines += ["  " + line for line in describe_resources(form.resources)]
    return lines


def show(thing) -> str:
    if isinstance(thing, float | int):
        return fmt(thing)
    if isinstance(thing, dict):
        return " ".join(f"{key} {show(value)}" for key, value in thing.items())
    if isinstance(thing, tuple):
        inner = " ".join(map(show, thing))
        return f"({inner})"
    return repr(thing)


def hide_image_names(text: str) -> str:
    """Numbers for the names of images, which depend on the library that decodes them."""
    names: dict[str, str] = {}
    return re.sub(
        r"\bI[0-9a-f]{12}\b", lambda m: names.setdefault(m[0], f"I{len(names) + 1}"), text
    )


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_case(case, golden):
    golden(case.with_suffix(".ops"), hide_image_names(describe(*draft(case))))


def test_every_reference_has_its_case():
    assert {p.stem for p in FOLDER.glob("*.ops")} == {p.stem for p in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_both_routes_come_to_the_same(case):
    fresh = describe(*draft(case))
    assert describe(*draft(case, tree=True)) == fresh
    for _ in range(2):  # with all that was compiled for the cases before, and for this one
        assert describe(*draft(case, SHARED)) == fresh
        SHARED._drawings.clear()


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_problem_cases_have_problems_and_others_none(case):
    _, problems = draft(case)
    assert bool(problems) == case.stem.startswith("problem-")


def test_every_case_leaves_ink(rasterize):
    for case in CASES:
        drawing, problems = draft(case)
        if problems:
            continue
        page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
        picture = rasterize(write_pdf([page], Facts(case.stem)))
        assert picture.getextrema() != ((255, 255),) * 3, case.stem
