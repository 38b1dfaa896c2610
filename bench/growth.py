"""How cost grows with the number of definitions: measured, and drawn for docs/dev/performance.md.

python bench/growth.py
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from child import BENCH, Taken, make_fleet, run, run_python

PICTURE = BENCH.parent / "docs" / "pictures" / "growth.png"
COUNTS = (1, 10, 100, 1_000, 10_000, 40_000)
TIMES = (0.1, 1.0, 10.0, 100.0)
SIZES = (10.0, 100.0, 1000.0)
WIDTH, HEIGHT = 62.0, 42.0  # of a graph, in mm

HEAD = """<svg xmlns="http://www.w3.org/2000/svg" width="168mm" height="64mm" viewBox="0 0 168 64"
     font-family="Barlow" font-size="2.8" fill="#1a1a1a">
<style>
  .grid { fill: none; stroke: #d5d9de; stroke-width: 0.15 }
  .line { fill: none; stroke: #1f4e79; stroke-width: 0.6; stroke-linejoin: round }
  .dot { fill: #1f4e79 }
  .value { font-weight: 600; text-anchor: end; fill: #1f4e79 }
  .number { text-anchor: end; fill: #555 }
  .count { text-anchor: middle; fill: #555 }
  .head { font-size: 3.4px; font-weight: 700 }
</style>
<rect width="168" height="64" fill="#fff"/>
"""


def main() -> None:
    """Measures whole processes that print mixed ships, and draws what they took."""
    with TemporaryDirectory(prefix="sheetgen-growth-") as name:
        folder = Path(name)
        taken = [print_ships(folder, count) for count in COUNTS]
        for count, one in zip(COUNTS, taken, strict=True):
            print(f"{count:>6,} definitions: {one.busy:6.2f} s, {one.megabytes:4.0f} MB")
        seconds, sizes = [one.busy for one in taken], [one.megabytes for one in taken]
        drawing = folder / "growth.svg"
        graphs = (
            draw_graph(14, "YAML to PDF, seconds of processor", seconds, TIMES),
            draw_graph(98, "Peak memory, megabytes", sizes, SIZES),
        )
        drawing.write_text(f"{HEAD}{''.join(graphs)}</svg>\n", "utf-8")
        run((sys.executable, "-m", "sheetgen", "draw", drawing, "-o", PICTURE, "--dpi", "144"))
    print(PICTURE)


def print_ships(folder: Path, count: int) -> Taken:
    """What it takes to print so many mixed ships; the best of three for few of them."""
    ships = make_fleet(folder / f"{count}.yaml", count)
    command = ("-m", "sheetgen", "render", ships, "-o", folder / "out.pdf")
    runs = [run_python(*command) for _ in range(3 if count <= 100 else 1)]
    return min(runs, key=lambda one: one.busy)


def draw_graph(left: float, title: str, values: Sequence[float], marks: Sequence[float]) -> str:
    """A graph with logarithmic axes whose left side is at `left`, in mm."""

    def across(count: float) -> float:
        return round(left + 7 + (WIDTH - 7) * math.log(count) / math.log(COUNTS[-1]), 2)

    def down(value: float) -> float:
        low, high = math.log(marks[0]), math.log(marks[-1])
        return round(12 + HEIGHT * (1 - (math.log(value) - low) / (high - low)), 2)

    parts = [f'<text class="head" x="{left}" y="6">{title}</text>']
    for mark in marks:
        y = down(mark)
        parts.append(f'<path class="grid" d="M{left} {y}h{WIDTH}"/>')
        parts.append(f'<text class="number" x="{left - 1.5}" y="{y + 1}">{mark:g}</text>')
    places = [(across(n), down(v)) for n, v in zip(COUNTS, values, strict=True)]
    parts.append(f'<path class="line" d="M{"L".join(f"{x} {y}" for x, y in places)}"/>')
    for count, value, (x, y) in zip(COUNTS, values, places, strict=True):
        shown = f"{value:.2f}" if value < 10 else f"{value:.0f}"
        parts.append(f'<circle class="dot" cx="{x}" cy="{y}" r="0.9"/>')
        parts.append(f'<text class="value" x="{x - 1.2}" y="{y - 1.6}">{shown}</text>')
        number = str(count) if count < 10_000 else f"{count // 1000}k"
        parts.append(f'<text class="count" x="{x}" y="{12 + HEIGHT + 5}">{number}</text>')
    return "\n".join(parts)


if __name__ == "__main__":
    main()
