"""Small paper: what has a form for it, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.systems.contract import Look
from sheetgen.systems.kit.reference import (
    GAP,
    NEXT,
    ReferenceForm,
    ReferencePart,
    _cut_stack,
    _share_parts,
    _stack_parts,
)
from sheetgen.systems.kit.roster import limit_height, limit_width

Run = Callable[..., Any]
SHIPS = Path(__file__).resolve().parents[2] / "ships"
A5 = (138.0, 200.0)
KITS = (
    "asfos/the-green-veil", "airships/tidemark-watch", "barsoom/drywell-company",
    "black-skies/windward-squadron",
)  # fmt: skip


@pytest.mark.parametrize(
    ("room", "width", "height", "most"),
    [
        (None, 190, 254, 254),
        ((200, 287), 190, 254, 254),
        (A5, 190, 254, 138),  # across
        (A5, 130, 254, 200),  # upright
        (A5, 130, 90, 90),
        (A5, 210, 254, 254),  # does not fit, and is reported
    ],
)
def test_height_on_a_paper(room: Any, width: float, height: float, most: float) -> None:
    assert limit_height(Look(room=room), width, height) == most


@pytest.mark.parametrize(
    ("room", "width", "most"),
    [
        ((168, 240), 190, 254),  # reduced a little
        ((176, 177), 190, 191.07),
        ((118, 168), 190, 133.46),  # on its side
        ((118, 168), 100, 168),
        ((90, 130), 190, 254),  # does not fit, and is reported
    ],
)
def test_height_in_a_book(room: Any, width: float, most: float) -> None:
    assert limit_height(Look(room=room, least=0.85), width, 254) == pytest.approx(most, abs=0.02)


@pytest.mark.parametrize(
    ("room", "least", "width"),
    [
        (None, 1, 190),
        (A5, 1, 190),  # across
        ((110, 180), 1, 110),
        ((90, 180), 1, 190),  # no column fits either
        ((118.06, 195), 0.85, 118),
        ((90, 180), 0.85, 97),
        ((176, 177), 0.85, 190),
    ],
)
def test_one_column_or_two(room: Any, least: float, width: float) -> None:
    assert limit_width(Look(room=room, least=least), 190, 97) == width


@given(st.lists(st.floats(10, 190), min_size=1, max_size=14), st.floats(100, 200))
def test_parts_below_each_other_fill_few_pages_in_their_order(
    heights: list[float], most: float
) -> None:
    parts = [ReferencePart(f"p{at}", 0, 0, high) for at, high in enumerate(heights)]
    form = ReferenceForm(190, 254, 98, 24, parts)
    pages = list(_stack_parts(form, most))
    names = [name for places, _ in pages for name in places]
    assert sorted(names) == sorted(part.name for part in parts)
    in_order = len(_cut_stack(form, most))
    assert len(pages) <= in_order
    assert len(pages) < in_order or names == [part.name for part in parts]
    for number, (places, high) in enumerate(pages):
        spots = list(places.values())
        assert spots[0].y == (NEXT if number else form.top)
        ends = [s.y + parts[int(name[1:])].height for name, s in places.items()]
        assert all(abs(end - spot.y) < 0.01 for end, spot in zip(ends, spots[1:], strict=False))
        assert high <= most + 0.01
        assert ends[-1] - GAP <= high + 0.02 or len(places) == 1


@given(
    st.lists(
        st.tuples(st.floats(10, 120), st.sampled_from(["left", "right", "any", "wide"])),
        min_size=1,
        max_size=14,
    )
)
def test_parts_of_a_reference_share_pages_without_overlapping(sizes: list[Any]) -> None:
    parts = [ReferencePart(f"p{at}", 0, 0, high, column) for at, (high, column) in enumerate(sizes)]
    form = ReferenceForm(190, 254, 98, 24, parts)
    pages = _share_parts(form, 138.0, parts)
    assert sorted(name for page in pages for name in page) == sorted(p.name for p in parts)
    known = {part.name: part for part in parts}
    for number, page in enumerate(pages):
        columns: dict[float, list[tuple[float, float]]] = {0: [], 98: []}
        for name, spot in page.items():
            part = known[name]
            assert spot.y >= (NEXT if number else form.top)
            assert spot.y + part.height - GAP <= 138 + 0.01 or spot.y <= form.top
            sides = (0, 98) if part.column == "wide" else (spot.x,)
            for side in sides:
                columns[side].append((spot.y, spot.y + part.height))
            if part.column in ("left", "right"):
                assert spot.x == {"left": 0, "right": 98}[part.column]
        for spans in columns.values():
            spans.sort()
            assert all(one[1] <= two[0] + 0.01 for one, two in pairwise(spans))


@pytest.mark.whole
@pytest.mark.parametrize("kit", KITS)
def test_whole_kits_are_printed_on_a5(kit: str, project: Path, run: Run) -> None:
    outcome = run("render", SHIPS / f"{kit}.yaml", "--paper", "a5", "-o", "kit.pdf")
    assert outcome.status == 0, outcome.stderr
    document = PdfDocument(project / "kit.pdf")
    assert {tuple(sorted(map(round, page.get_size()))) for page in document} == {(420, 595)}


@pytest.mark.parametrize("kit", KITS)
def test_a_reference_says_the_same_on_a5(kit: str, project: Path, run: Run) -> None:
    words = {}
    for paper in ("a4", "a5"):
        path = SHIPS / f"{kit}.yaml"
        run("render", path, "--paper", paper, "--sheet", "reference", "-o", f"{paper}.pdf")
        pages = PdfDocument(project / f"{paper}.pdf")
        text = " ".join(page.get_textpage().get_text_range() for page in pages)
        words[paper] = set(re.findall(r"[A-Za-z′″°]{4,}", text)) - {"continued", "page"}
    assert words["a4"] - words["a5"] == set()
