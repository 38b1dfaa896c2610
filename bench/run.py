"""The benchmark, as `make bench` runs it: sheetgen against the same display written by hand.

    python bench/run.py [--quick]

Sheetgen and its rivals take turns, so that a machine that becomes slower affects both alike. Times
are medians of the rounds, memory is the best of them.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from child import ENVIRONMENT
from many import STAGES, compare, compare_processes, measure_masses, show_prints, show_stages
from plain import compare_plain
from project import measure_book, measure_changes, measure_loading
from rival import compare_pictures, compare_typst
from start import compare_starts
from studio import measure_studio
from table import HEADS, print_table


def main() -> None:
    """Measures everything and prints the tables."""
    parser = argparse.ArgumentParser(description="Measures sheetgen against a handwritten script.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less certain figures")
    quick = parser.parse_args().quick
    rounds, few = (3, 1) if quick else (5, 3)
    with TemporaryDirectory(prefix="sheetgen-bench-") as name:
        folder = Path(name)
        # Modules come compiled, as they do where sheetgen is installed.
        ENVIRONMENT["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        ENVIRONMENT["XDG_CACHE_HOME"] = str(folder / "caches")
        prints = compare(folder, rounds)
        rows = [*show_prints(prints), *compare_starts(folder, 3 if quick else 7)]
        rows += compare_processes(folder, few)
        rows += measure_changes(folder, few, prints[2000][1]["seconds"] / 2000)
        rows += measure_book(folder, few)
        rows += measure_studio(folder)
        rows += compare_pictures(folder, few)
        rows += compare_typst(folder, few)
        rows += measure_loading(folder, few)
        rows += measure_masses(folder, prints)
        rows += compare_plain(folder / "plain", few)
    print_table(HEADS, rows)
    print_table(("stages of ours, ms a display", *STAGES, "all"), show_stages(prints))
    print(f"medians of {rounds} rounds, both without garbage collector; both 4 displays a page,")
    print("ours with crop marks, ruler and bookmarks; 1 display includes opening the fonts but no")
    print("imports, a whole process includes everything; theirs is the handwritten script, where")
    print("no other rival is named; times are those of the processor")
    print(f"load of the last minute {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
