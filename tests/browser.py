"""Chromium, where it is installed: pictures of SVG files, and what can be found in them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed")
_QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars"
    " --disable-background-networking --disable-component-update --disable-sync"
)


def photograph(svg: str, width: int, height: int, scale: float) -> Image.Image:
    """A picture of an SVG file; the size is in CSS pixels, `scale` is pixels per one of them."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "page.svg", Path(folder) / "page.png"
        file.write_text(svg, "utf-8")
        _start(
            folder,
            file,
            f"--screenshot={out}",
            f"--window-size={width},{height}",
            f"--force-device-scale-factor={scale:g}",
        )
        return Image.open(out).convert("RGB")


def photograph_page(
    page: str, width: int, height: int, fonts: Iterable[str], family: str
) -> Image.Image:
    """A picture of an HTML page, in whose texts no fonts are known but those in the files.

    `family` is the one that stands for the general names.
    """
    folders = "".join(f"<dir>{each}</dir>" for each in sorted({str(Path(f).parent) for f in fonts}))
    alias = "".join(
        f"<alias binding='same'><family>{name}</family>"
        f"<prefer><family>{family}</family></prefer></alias>"
        for name in ("sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui")
    )
    with tempfile.TemporaryDirectory() as folder:
        file, out, known = (Path(folder) / name for name in ("page.html", "page.png", "fonts.conf"))
        cache = f"<cachedir>{folder}/cache</cachedir>"
        known.write_text(f"<fontconfig>{folders}{cache}{alias}</fontconfig>", "utf-8")
        file.write_text(page, "utf-8")
        size = f"--window-size={width},{height}"
        _start(folder, file, f"--screenshot={out}", size, FONTCONFIG_FILE=str(known))
        return Image.open(out).convert("RGB")


def ask(svg: str, script: str) -> Any:
    """The value of a JavaScript expression in a page that shows the SVG file."""
    page = (
        f'<!doctype html><meta charset="utf-8"><body>{svg}<script>'
        f"document.fonts.ready.then(() => {{ const found = {script};"
        'const text = document.createElement("pre"); text.textContent = JSON.stringify(found);'
        "document.body.replaceChildren(text) })</script>"
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(page, "utf-8")
        shown = _start(folder, file, "--virtual-time-budget=5000", "--dump-dom")
    found = shown.partition("<pre>")[2].partition("</pre>")[0]
    return json.loads(found.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def _start(folder: str, file: Path, *options: str, **surroundings: str) -> str:
    assert PROGRAM is not None
    line = [PROGRAM, *_QUIET.split(), f"--user-data-dir={folder}/user", *options, file.as_uri()]
    around = {**os.environ, **surroundings}
    done = subprocess.run(line, capture_output=True, check=True, timeout=120, env=around)
    return done.stdout.decode()
