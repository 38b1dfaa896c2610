"""Writes the pictures and the page; run in docs/: `python -m gallery [GAME …]`."""

from __future__ import annotations

import sys

from gallery import DOCS, draw_all, write_page

for file, picture in draw_all(*sys.argv[1:]):
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.save(file, "PNG", optimize=True)
    print(f"{file.relative_to(DOCS)}: {file.stat().st_size / 1000:.0f} kB, {picture.size}")
(DOCS / "gallery.md").write_text(write_page(), "utf-8")
