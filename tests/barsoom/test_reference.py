"""The reference of Barsoom: what is a reading of ours is marked so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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


def read(project: sheetgen.Project, *of: str, **options: Any) -> str:
    """All words that a run prints, in one line."""
    pages = PdfDocument(project.render(*of, title="x", **options).pdf())
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())


def test_what_is_for_en_garde_says_so(project: Path) -> None:
    """The modifiers by range, and the 2D6−6 of hits on ships, are of En Garde! alone."""
    opened = sheetgen.open_project(project)
    reference = read(opened, "windhover", sheet="reference")
    assert "Hits on ships in En Garde!: roll 2D6−6" in reference
    assert "To hit En Garde! under 18″ 0" in reference
    assert "RANGE En Garde! under 18″ 0" in read(opened, "windhover", sheet="ship-card")
    ruler = read(opened, "canal-wardens", sheet="range-ruler")
    assert ruler.count("0 to hit in En Garde!") == 2
    assert ruler.count("−2 to hit in En Garde!") == 2
    assert "En Garde!: 0 to hit" in read(opened, "last-well", sheet="scenario")


@pytest.mark.parametrize(
    ("sheet", "reading"),
    [
        ("ship-card", "levels down safe to land*"),
        ("ship-card", "mark one below, right first*"),
        ("ship-card", "* our reading"),
        ("movement-deck", "To land unharmed, one a turn at most.*"),
        ("movement-deck", "One Turn after each Ahead or Reverse.*"),
        ("movement-deck", "* a reading of ours"),
        ("damage-die", "The ship makes a Stop. It counts as one between Ahead and Reverse.*"),
        ("damage-die", "* Our reading: the rules only name the faces."),
    ],
)
def test_readings_are_marked_where_they_are_printed(
    project: Path, sheet: str, reading: str
) -> None:
    assert reading in read(sheetgen.open_project(project), "windhover", sheet=sheet)


def test_the_kit_of_the_shipped_scenario_has_what_its_table_needs(project: Path) -> None:
    opened = sheetgen.open_project(project)
    kit = read(opened, "last-well")
    for word, count in {
        "Barrel": 6, "Sealed": 1, "Taken": 4, "Out of control": 4, "Reloading": 6,
    }.items():  # fmt: skip
        assert kit.count(f"{word} ") >= count, word
    for name in (
        "The Needle top at level 4",
        "LEVEL 1 2",
        "true size, one square",
        "Point at the middle of the ship",
    ):
        assert name in kit, name
    assert "strip 8 of 8" in kit
    fleet = read(opened, "canal-wardens")
    for name in ("Reloading", "LEVEL 1 2", "Point at the middle of the ship"):
        assert name not in fleet.replace("reloading", "")
