"""Shows drawings that differ from resvg's beside resvg's and Chromium's pictures of them.

python tests/svg/show_drawings.py OUT.png: ours, resvg's and, where it is installed, Chromium's;
it prints the names of those that are as Chromium draws them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.svg.comparison import LIMIT, measure_difference
from tests.svg.test_svg_drawings import CASES, draft, draw_reference, name, rasterize

SIDE = 200
_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
    "--disable-background-networking --disable-component-update --hide-scrollbars"
)


def shoot(path):
    """Chromium's picture of a drawing; None where it is not installed."""
    program = shutil.which("chromium")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder) / "page.html", Path(folder) / "shot.png"
        place = f"position:absolute;left:0;top:0;width:{SIDE}px;height:{SIDE}px"
        page.write_text(f'<body style="margin:0"><img style="{place}" src="file://{path}">')
        size = f"--window-size={SIDE},{SIDE}"
        more = [f"--user-data-dir={folder}/user", size, f"--screenshot={shot}", f"file://{page}"]
        subprocess.run([program, *_OPTIONS.split(), *more], capture_output=True, timeout=60)
        return Image.open(shot).convert("RGB").copy() if shot.exists() else None


def main(out):
    rows = []
    for path in CASES:
        drawing, problems = draft(path)
        if any(problem.is_error for problem in problems):
            continue
        mine = rasterize(drawing)
        reference = draw_reference(path.read_text("utf-8"), mine.size)
        if reference is None or measure_difference(mine, reference) <= LIMIT:
            continue
        browser = shoot(path.resolve())
        if browser and measure_difference(mine, browser) <= LIMIT:
            print(f"{name(path)}: as Chromium")
            continue
        print(name(path))
        rows.append([mine, reference, *([browser] if browser else [])])
    sheet = Image.new("RGB", (3 * (SIDE + 10), max(1, len(rows)) * (SIDE + 10)), "gray")
    for at, row in enumerate(rows):
        for column, picture in enumerate(row):
            sheet.paste(picture.resize((SIDE, SIDE)), (column * (SIDE + 10), at * (SIDE + 10)))
    sheet.save(out)


if __name__ == "__main__":
    main(sys.argv[1])
