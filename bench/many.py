"""Many displays: against the handwritten script, and as many as a club has."""

from __future__ import annotations

import sys
from pathlib import Path

from child import BENCH, Figures, make_fleet, measure, run_python, sum_up, take_turns
from table import Row, at_most, make_row

COUNTS = (1, 200, 2000)
STAGES = ("fill", "draw", "impose", "write")

Prints = dict[int, tuple[Figures, Figures]]


def compare(folder: Path, rounds: int) -> Prints:
    """Figures of sheetgen and of the handwritten script for different battleships, by number."""
    found: Prints = {}
    for count in COUNTS:
        ships = make_fleet(folder / f"battleships-{count}.yaml", count, "--mass", "12")
        cases: dict[str, list[Figures]] = {"ours": [], "handwritten": []}
        for _ in range(rounds if count > 1 else 2 * rounds + 1):
            for case, figures in cases.items():
                figures.append(measure(case, ships, folder / f"{case}.pdf"))
        found[count] = sum_up(cases["ours"]), sum_up(cases["handwritten"])
    return found


def show_prints(prints: Prints) -> list[Row]:
    """The rows of numbers of displays; the targets are for many."""
    rows: list[Row] = []
    for count, (ours, theirs) in prints.items():
        name = f"{count:,} display{'s' * (count > 1)}"
        ratio = ours["seconds"] / theirs["seconds"]
        size = ours["bytes"] / count / 1000
        times = [f"{1000 * figures['seconds'] / count:.3f}" for figures in (ours, theirs)]
        sizes = [f"{figures['bytes'] / count / 1000:.3f}" for figures in (ours, theirs)]
        memory = [f"{figures['megabytes']:.1f}" for figures in (ours, theirs)]
        small = ours["megabytes"]
        aims = (at_most(ratio, 0.2, "×"), at_most(small, 80, " MB"), at_most(size, 0.6, " kB"))
        time, room, weight = aims if count == COUNTS[-1] else (("", False),) * 3
        rows += [
            make_row(f"{name}: ms a display", times[0], times[1], ratio, time),
            make_row(f"{name}: peak memory, MB", memory[0], memory[1], None, room),
            make_row(f"{name}: kB a display", sizes[0], sizes[1], None, weight),
        ]
    return rows


def show_stages(prints: Prints) -> list[Row]:
    """Sheetgen's times by stage for each number of displays, in milliseconds a display."""
    keys = (*STAGES, "seconds")
    return [
        (f"{count:,}", *(f"{1000 * ours[key] / count:.3f}" for key in keys))
        for count, (ours, _) in prints.items()
    ]


def compare_processes(folder: Path, rounds: int) -> list[Row]:
    """The row of 2,000 definitions from YAML to PDF, as whole processes."""
    ships = make_fleet(folder / "whole.yaml", COUNTS[-1], "--mass", "12")
    out = str(folder / "whole.pdf")
    found = take_turns(
        {
            "ours": _python("-m", "sheetgen", "render", ships, "-o", out),
            "theirs": _python(BENCH / "handwritten.py", ships, out),
        },
        rounds,
    )
    ours, theirs = (found[name]["busy"] for name in ("ours", "theirs"))
    ratio = ours / theirs
    name = "2,000 definitions, YAML to PDF, whole process: s"
    return [make_row(name, f"{ours:.2f}", f"{theirs:.2f}", ratio, at_most(ratio, 0.25, "×"))]


def measure_masses(folder: Path, prints: Prints) -> list[Row]:
    """The rows of 20,000 displays in one PDF, and of 40,000 mixed ships in one file.

    The handwritten script would take as long for each of 40,000 as for each of 2,000.
    """
    ships = make_fleet(folder / "twenty.yaml", 20_000, "--mass", "12")
    twenty = measure("ours", ships, folder / "twenty.pdf")
    mixed = make_fleet(folder / "forty.yaml", 40_000)
    out = folder / "forty.pdf"
    forty = run_python("-m", "sheetgen", "render", mixed, "-o", out)
    memory, each = twenty["megabytes"], twenty["seconds"] / 20
    theirs = prints[COUNTS[-1]][1]["seconds"] / COUNTS[-1] * 40_000
    ratio = forty.busy / theirs
    return [
        make_row("20,000 displays in one PDF: ms a display", f"{each:.3f}"),
        make_row(
            "20,000 displays in one PDF: peak memory, MB",
            f"{memory:.0f}",
            target=at_most(memory, 400, " MB"),
        ),
        make_row(
            "40,000 ships in one file, whole process: s of processor",
            f"{forty.busy:.1f}",
            f"{theirs:.0f}",
            ratio,
            at_most(ratio, 0.16, "×"),
        ),
        make_row(
            "40,000 ships in one file: peak memory, MB",
            f"{forty.megabytes:.0f}",
            target=at_most(forty.megabytes, 225, " MB"),
        ),
    ]


def _python(*arguments: str | Path) -> tuple[str | Path, ...]:
    return (sys.executable, *arguments)
