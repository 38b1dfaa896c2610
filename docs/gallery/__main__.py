"""Writes the pictures and the page; run in docs/: `python -m gallery [GAME … | studio]`."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from gallery import DOCS, PICTURES, draw_all, screens, write_page


def save(file: Path, picture: Image.Image) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.save(file, "PNG", optimize=True)
    print(f"{file.relative_to(DOCS)}: {file.stat().st_size / 1000:.0f} kB, {picture.size}")


for file, picture in draw_all(*sys.argv[1:]):
    save(file, picture)
if not sys.argv[1:] or "studio" in sys.argv[1:]:
    fault = screens.find_fault()
    if fault:
        print(f"the pictures of the studio stay as they are: {fault}")
    for name, picture in [] if fault else screens.take_screens():
        save(PICTURES / "studio" / f"{name}.png", picture)
(DOCS / "gallery.md").write_text(write_page(), "utf-8")
