"""The benchmark, as `make bench` runs it: sheetgen against the same display written by hand.

    python bench/run.py [--quick]

Sheetgen and the handwritten script take turns, so that a machine that becomes slower affects both
alike. Times are medians of the rounds, memory is the best of them. Nothing heavy is imported here:
a child's peak memory counts from its parent's size when it was started.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from plain import CARDS, write_boats

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
COUNTS = (1, 200, 2000)
DEFINITIONS = 10_000
BOOK = 300
STAGES = ("fill", "draw", "impose", "write")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}

Figures = dict[str, float]
Row = Sequence[str]


def main() -> None:
    """Measures everything and prints the tables."""
    parser = argparse.ArgumentParser(description="Measures sheetgen against a handwritten script.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less certain figures")
    quick = parser.parse_args().quick
    rounds = 3 if quick else 5
    with TemporaryDirectory(prefix="sheetgen-bench-") as name:
        folder = Path(name)
        # Modules come compiled, as they do where sheetgen is installed.
        ENVIRONMENT["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)
        prints = {count: compare_printing(folder, count, rounds) for count in COUNTS}
        starts = compare_starts(folder, 3 if quick else 7)
        loads = measure_loading(folder, 1 if quick else 3)
        ship = make_fleet(folder / "warm" / "battleship.yaml", 1, "--mass", "12")
        warm = sum_up([measure("change", ship) for _ in range(rounds)])
        book = measure_book(folder / "book", 1 if quick else 3)
        plain = compare_plain(folder / "plain", rounds)
    rows = [row for count in COUNTS for row in show_printing(count, *prints[count])]
    rows += [*show_starts(starts), *show_loading(loads), *show_warm(warm), *show_book(book)]
    rows += show_plain(*plain)
    heads = ("12-box displays, all different", "ours", "handwritten", "ratio", "target", "met")
    print_table(heads, rows)
    print_table(("stages of ours, ms a display", *STAGES, "all"), show_stages(prints))
    print(f"medians of {rounds} rounds, both without garbage collector; both 4 displays a page,")
    print("ours with crop marks, ruler and bookmarks; 1 display includes opening the fonts but no")
    print("imports, a whole process includes everything")
    print(f"load of the last minute {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


# Measuring


def compare_printing(folder: Path, count: int, rounds: int) -> tuple[Figures, Figures]:
    """Figures of sheetgen and of the handwritten script for `count` different battleships."""
    ships = make_fleet(folder / f"battleships-{count}.yaml", count, "--mass", "12")
    cases: dict[str, list[Figures]] = {"ours": [], "handwritten": []}
    for _ in range(rounds if count > 1 else 2 * rounds + 1):
        for case, found in cases.items():
            found.append(measure(case, ships, folder / f"{case}.pdf"))
    return sum_up(cases["ours"]), sum_up(cases["handwritten"])


def compare_starts(folder: Path, rounds: int) -> Figures:
    """Seconds of whole processes, by name: Python alone, --help, and one display each way."""
    ship, out = make_fleet(folder / "battleship.yaml", 1, "--mass", "12"), str(folder / "one.pdf")
    commands = {
        "python": ("-c", "pass"),
        "help": ("-m", "sheetgen", "--help"),
        "ours": ("-m", "sheetgen", "render", str(ship), "-o", out),
        "handwritten": (str(BENCH / "handwritten.py"), str(ship), out),
    }
    found: dict[str, list[float]] = {name: [] for name in commands}
    for at in range(rounds + 1):
        for name, command in commands.items():
            start = perf_counter()
            run_python(command)
            if at:  # the first one compiles the modules and fills the disk's cache
                found[name].append(perf_counter() - start)
    return {name: median(times) for name, times in found.items()}


def measure_loading(folder: Path, rounds: int) -> dict[str, Figures]:
    """Figures of reading and checking mixed ships, from a folder of files and from one file."""
    sources = {
        f"{DEFINITIONS:,} definitions, a file each": make_fleet(folder / "ships", DEFINITIONS),
        f"{DEFINITIONS:,} definitions in one file": make_fleet(folder / "ships.yaml", DEFINITIONS),
    }
    found: dict[str, list[Figures]] = {name: [] for name in sources}
    for _ in range(rounds):
        for name, path in sources.items():
            found[name].append(measure("load", path))
    return {name: sum_up(figures) for name, figures in found.items()}


def measure_book(folder: Path, rounds: int) -> Figures:
    """Figures of publishing a book of mixed ships."""
    folder.mkdir()
    ships = make_fleet(folder / "ships.yaml", BOOK)
    return sum_up([measure("book", ships, folder / "book.pdf") for _ in range(rounds)])


def compare_plain(folder: Path, rounds: int) -> tuple[Figures, Figures]:
    """Figures of the cards of one game, without and with code."""
    write_boats(folder)
    found: dict[str, list[Figures]] = {"plain": [], "code": []}
    for _ in range(rounds):
        for case, figures in found.items():
            figures.append(json.loads(run_python((BENCH / "plain.py", folder, case))))
    return sum_up(found["plain"]), sum_up(found["code"])


def make_fleet(path: Path, count: int, *options: str) -> Path:
    """Writes a fleet to a file or folder, in a child to keep this process small."""
    path.parent.mkdir(exist_ok=True)
    run_python((str(BENCH / "fleet.py"), str(count), str(path), *options))
    return path


def measure(*arguments: str | Path) -> Figures:
    """The figures of one case, run in a process of its own."""
    figures: Figures = json.loads(run_python((BENCH / "measure.py", *arguments)))
    return figures


def run_python(arguments: Iterable[str | Path]) -> str:
    """The output of a Python process. Raises SystemExit with its errors if it fails."""
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def sum_up(found: Sequence[Figures]) -> Figures:
    """The median of each figure over the rounds; for memory, the best."""
    return {
        key: (min if key == "megabytes" else median)([figures[key] for figures in found])
        for key in found[0]
    }


# Showing


def show_printing(count: int, ours: Figures, theirs: Figures) -> list[Row]:
    """The rows of a number of displays; the targets are for many."""
    many = count == COUNTS[-1]
    name = f"{count:,} display{'s' * (count > 1)}"
    ratio = ours["seconds"] / theirs["seconds"]
    size = ours["bytes"] / count / 1000
    times = [f"{1000 * figures['seconds'] / count:.3f}" for figures in (ours, theirs)]
    memory = [f"{figures['megabytes']:.1f}" for figures in (ours, theirs)]
    sizes = [f"{figures['bytes'] / 1000:.1f}" for figures in (ours, theirs)]
    each = [f"{figures['bytes'] / count / 1000:.3f}" for figures in (ours, theirs)]
    return [
        (f"{name}: ms a display", *times, f"{ratio:.3f}", *judge(ratio, 0.15, "×", many)),
        (f"{name}: peak memory, MB", *memory, "", *judge(ours["megabytes"], 80, " MB", many)),
        (f"{name}: PDF, kB", *sizes, "", "", ""),
        (f"{name}: kB a display", *each, "", *judge(size, 0.6, " kB", many)),
    ]


def show_starts(starts: Mapping[str, float]) -> list[Row]:
    """The rows of whole processes."""
    milliseconds = {name: f"{1000 * seconds:.0f}" for name, seconds in starts.items()}
    ratio = starts["ours"] / starts["handwritten"]
    both = (milliseconds["ours"], milliseconds["handwritten"], f"{ratio:.2f}")
    met = judge(1000 * starts["help"], 150, " ms")
    return [
        ("python alone: ms", milliseconds["python"], "", "", "", ""),
        ("sheetgen --help: ms", milliseconds["help"], "", "", *met),
        ("one display, whole process: ms", *both, *judge(ratio, 1.6, "×")),
    ]


def show_loading(loads: Mapping[str, Figures]) -> list[Row]:
    """The rows of reading definitions."""
    rows: list[Row] = []
    for name, figures in loads.items():
        seconds = figures["seconds"]
        rows.append((f"{name}: s", f"{seconds:.2f}", "", "", *judge(seconds, 6, " s")))
        rows.append((f"{name}: peak memory, MB", f"{figures['megabytes']:.1f}", "", "", "", ""))
    return rows


def show_warm(warm: Figures) -> list[Row]:
    """The rows of one changed definition in a project that is open."""
    return [
        (
            f"one changed definition to {form.upper()}, warm: ms",
            f"{1000 * warm[form]:.1f}",
            *("", ""),
            *judge(1000 * warm[form], 5, " ms"),
        )
        for form in ("svg", "pdf")
    ]


def show_book(book: Figures) -> list[Row]:
    """The rows of publishing a book."""
    name = f"book of {BOOK} ships, {book['pages']:.0f} pages"
    seconds, memory = book["seconds"], book["megabytes"]
    return [
        (f"{name}: s", f"{seconds:.1f}", "", "", *judge(seconds, 20, " s")),
        (f"{name}: peak memory, MB", f"{memory:.0f}", "", "", *judge(memory, 300, " MB")),
        (f"{name}: PDF, kB", f"{book['bytes'] / 1000:.0f}", "", "", "", ""),
    ]


def show_plain(plain: Figures, code: Figures) -> list[Row]:
    """The row of a game without code beside the same game with code."""
    ratio = plain["seconds"] / code["seconds"]
    times = [f"{figures['seconds']:.2f}" for figures in (plain, code)]
    name = f"{CARDS:,} cards of a game without code (beside it: with code): s"
    return [(name, *times, f"{ratio:.2f}", *judge(ratio, 1.3, "×"))]


def show_stages(prints: Mapping[int, tuple[Figures, Figures]]) -> list[Row]:
    """Sheetgen's times by stage for each number of displays."""
    rows: list[Row] = []
    for count, (ours, _) in prints.items():
        keys = (*STAGES, "seconds")
        rows.append((f"{count:,}", *(f"{1000 * ours[key] / count:.3f}" for key in keys)))
    return rows


def judge(value: float, target: float, unit: str, applies: bool = True) -> tuple[str, str]:
    """A target as text, and whether a figure meets it; both empty if no target applies."""
    if not applies:
        return "", ""
    return f"≤ {target:g}{unit}", "yes" if value <= target else "NO"


def print_table(heads: Row, rows: Sequence[Row]) -> None:
    """Prints rows under their heads, figures to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, ["-" * width for width in widths], *rows):
        first, *others = row
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    print()


if __name__ == "__main__":
    main()
