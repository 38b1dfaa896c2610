"""The reference of Barsoom: what is a reading of ours is marked so."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

import sheetgen

READINGS = (
    "* a reading of ours",
    "One Turn may follow each Ahead or Reverse*",
    "a second 2 is ignored.*",
    "it crashes.*",
    "Below 1 is 1, above 10 is 10*",
    "the ship makes a Stop.*",
)


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_readings_are_marked(project: Path, paper: str) -> None:
    text = "system: barsoom\nfleet: Home\nships: [{ship: windhover}]\n"
    (project / "home.yaml").write_text(text, "utf-8")
    result = sheetgen.open_project(project).render("home", sheet="reference", paper=paper)
    pages = [page.get_textpage().get_text_range() for page in PdfDocument(result.pdf())]
    words = " ".join(" ".join(pages).split()).lower()
    assert [reading for reading in READINGS if reading.lower() not in words] == []
