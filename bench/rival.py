"""Rivals that may be installed: pdftoppm for pictures, typst for displays."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from child import BENCH, make_fleet, run_python, take_turns
from table import Row, at_most, make_row

PAGES = 30


def compare_pictures(folder: Path, rounds: int) -> list[Row]:
    """The row of pages at 300 dpi on two cores, against pdftoppm; none without pdftoppm."""
    tool = shutil.which("pdftoppm")
    if tool is None:
        return [make_row("pictures: pdftoppm is not installed", "")]
    ships, pdf = make_fleet(folder / "pages.yaml", 4 * PAGES, "--mass", "12"), folder / "pages.pdf"
    run_python("-m", "sheetgen", "render", ships, "-o", pdf)
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(mine)[:2])  # children inherit it
    try:
        found = take_turns(
            {
                "ours": (
                    *(sys.executable, "-m", "sheetgen", "render", ships),
                    *("-o", folder / "ours.png", "--dpi", "300"),
                ),
                "theirs": (tool, "-r", "300", "-png", pdf, folder / "theirs"),
            },
            rounds,
        )
    finally:
        os.sched_setaffinity(0, mine)
    ours, theirs = found["ours"]["seconds"], found["theirs"]["seconds"]
    name = f"{PAGES} pages as PNG at 300 dpi, two cores, pdftoppm: s"
    ratio = ours / theirs
    return [make_row(name, f"{ours:.1f}", f"{theirs:.1f}", ratio, at_most(ratio, 0.5, "×"))]


def compare_typst(folder: Path, rounds: int) -> list[Row]:
    """The rows of displays set by typst; it is not needed for anything else."""
    if find_spec("typst") is None:
        return [make_row("typst is not installed: pip install typst", "")]
    rows: list[Row] = []
    for count in (1, 2000):
        ships = make_fleet(folder / f"typst-{count}.yaml", count, "--mass", "12")
        same = make_fleet(folder / f"typst-{count}.json", count, "--mass", "12")
        out = folder / "typst.pdf"
        found = take_turns(
            {
                "ours": (sys.executable, "-m", "sheetgen", "render", ships, "-o", out),
                "theirs": (sys.executable, BENCH / "typeset.py", same, out),
            },
            rounds,
        )
        ours, theirs = (1000 * found[name]["seconds"] for name in ("ours", "theirs"))
        name = f"{count:,} display{'s' * (count > 1)}, whole process, typst: ms"
        rows.append(make_row(name, f"{ours:.0f}", f"{theirs:.0f}", ours / theirs))
    return rows
