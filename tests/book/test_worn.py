"""Books in a look: the theme lays out, the look gives colours, faces and the logo on the cover."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from sheetgen.ground.colour import contrast, make_legible

Run = Callable[..., Any]
LOOK = """\
faces: {display: Vollkorn, text: EB Garamond}
palette: {ink: "#3a0b52", accent: "#e91e8c", ground: "#e8f7d8"}
logo: badge.png
"""
BOOK = "book: Tidewater\nchapters: [one.md]\nlook: odd\n"
CHAPTER = "# One\n\nWords of *some* length.\n\n!!! note\n\n    In a box.\n"


@pytest.fixture
def shelf(project: Path) -> Path:
    folder = project / "templates/looks/odd"
    folder.mkdir(parents=True)
    (folder / "look.yaml").write_text(LOOK)
    Image.new("RGB", (40, 40), (7, 250, 13)).save(folder / "badge.png")
    (project / "b.yaml").write_text(BOOK)
    (project / "one.md").write_text(CHAPTER)
    return project


def list_faces(file: Path) -> set[str]:
    """The names of the fonts in a PDF, each of which has its file in it."""
    found = set()
    with pikepdf.open(file) as pdf:
        for one in pdf.objects:
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor":
                assert {"/FontFile2", "/FontFile3"} & set(one.keys())
                found.add(str(one.FontName).split("+")[-1].split("-")[0])
    return found


def list_colours(file: Path, page: int) -> set[tuple[int, ...]]:
    """The colours of a page's pixels."""
    with pypdfium2.PdfDocument(file) as pdf:
        image = pdf[page].render(scale=1).to_pil().convert("RGB")
    return {colour for _, colour in image.getcolors(1 << 24)}


@pytest.mark.parametrize("theme", ["clean", "naval-archive", "low-ink"])
def test_a_theme_has_the_faces_colours_and_logo_of_a_look(
    shelf: Path, run: Run, theme: str
) -> None:
    assert run("book", "b.yaml", "--theme", theme, "-o", "b.pdf").status == 0
    assert {"Vollkorn", "EBGaramond"} <= list_faces(shelf / "b.pdf")
    assert not {"BarlowCondensed", "Marcellus", "Spectral"} & list_faces(shelf / "b.pdf")
    cover = list_colours(shelf / "b.pdf", 0)
    assert (7, 250, 13) in cover
    assert ((0x3A, 0x0B, 0x52) in cover) == (theme != "low-ink")


def test_grey_ink_prints_a_look_in_greys(shelf: Path, run: Run) -> None:
    assert run("book", "b.yaml", "--ink", "grey", "-o", "b.pdf").status == 0
    with pypdfium2.PdfDocument(shelf / "b.pdf") as pdf:
        count = len(pdf)
    for page in range(count):
        assert all(max(c) - min(c) <= 1 for c in list_colours(shelf / "b.pdf", page))


def test_a_look_may_come_from_the_project_or_the_run(shelf: Path, run: Run) -> None:
    (shelf / "b.yaml").write_text(BOOK.replace("look: odd\n", ""))
    run("book", "b.yaml", "-o", "b.pdf")
    assert "Vollkorn" not in list_faces(shelf / "b.pdf")
    run("book", "b.yaml", "--look", "odd", "-o", "c.pdf")
    assert "Vollkorn" in list_faces(shelf / "c.pdf")
    (shelf / "sheetgen.yaml").write_text("look: odd\n")
    run("book", "b.yaml", "-o", "d.pdf")
    assert "Vollkorn" in list_faces(shelf / "d.pdf")
    (shelf / "b.yaml").write_text(BOOK.replace("odd", "plain"))  # which leaves the theme as it is
    run("book", "b.yaml", "-o", "e.pdf")
    assert list_faces(shelf / "e.pdf") == list_faces(shelf / "b.pdf")


def test_a_look_that_is_not_there_is_reported_at_its_place(shelf: Path, run: Run) -> None:
    (shelf / "b.yaml").write_text(BOOK.replace("odd", "oddd"))
    outcome = run("book", "b.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "b.yaml:3:7: error[bad-look]: there is no look oddd" in outcome.stderr
    assert "did you mean odd?" in outcome.stderr
    assert not (shelf / "b.pdf").exists()


def test_an_accent_is_mixed_with_ink_until_it_can_be_read() -> None:
    made = make_legible("#ffd000", "#ffffff", "#000000", 4.5)
    assert contrast("#ffd000", "#ffffff") < 4.5 <= contrast(made, "#ffffff")
    assert make_legible("#1f4e79", "#ffffff", "#000000", 4.5) == "#1f4e79"
    assert contrast("black", "white") == pytest.approx(21)  # WCAG 2.2, the definition
