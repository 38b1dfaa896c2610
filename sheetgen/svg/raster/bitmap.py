"""SVG texts → PNG pictures, by resvg in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic

from sheetgen.ground.row import NamedTuple
from sheetgen.type.fonts import Fonts

SECONDS = 16
"""Time of the processor that all pictures of a drawing may take."""
_WAITED = 2
"""How many times as long a process may take as the time of the processor that it is given."""
_MEMORY = 3_000_000_000
_WORKER = Path(__file__).with_name("worker.py")


class BitmapError(Exception):
    """resvg can't draw it; the text says why."""


class TooSlowError(BitmapError):
    """It takes too much time or memory; fewer pixels may do."""


class Lettering(NamedTuple):
    """The font files that a picture needs, and the families that stand for the general names."""

    files: tuple[str, ...]
    sans: str
    serif: str
    mono: str


def find_lettering(named: Iterable[str], fonts: Fonts) -> Lettering:
    """The files of the families in CSS lists, and of those that stand in for missing letters."""
    wanted = ("sans-serif", *named)
    files = dict.fromkeys(str(path) for family in wanted for path in fonts.list_files(family))
    sans = _name(fonts, "sans-serif")
    serif, mono = (_name(fonts, family, sans) for family in ("serif", "monospace"))
    return Lettering(tuple(files), sans, serif, mono)


def _name(fonts: Fonts, family: str, otherwise: str = "") -> str:
    face = fonts.find(family, 400, False)
    return face.family if face else otherwise


class Budget:
    """The seconds of the processor that all pictures of a drawing may take together."""

    def __init__(self) -> None:
        self.left = float(SECONDS)

    @property
    def is_half_spent(self) -> bool:
        """Whether only so much is left as is kept for a picture of the whole drawing."""
        return self.left < SECONDS / 2

    def spend(self, draw: Callable[[int], bytes], share: float = 1.0) -> bytes:
        """The picture that `draw` makes in a share of the seconds left. Raises BitmapError."""
        seconds = int(self.left * share)
        if not seconds:
            raise TooSlowError("the pictures of this drawing take too long to draw")
        before, started = _measure_processes(), monotonic()
        try:
            return draw(seconds)
        finally:
            waited = (monotonic() - started) / _WAITED
            self.left -= max(_measure_processes() - before, waited)


def _measure_processes() -> float:
    """The seconds that processes which have ended took; always 0 on Windows."""
    times = os.times()
    return times.children_user + times.children_system


def draw_bitmap(
    svg: str, width: int, height: int, letters: Lettering | None, seconds: int = SECONDS
) -> bytes:
    """The PNG picture of an SVG text, so many pixels large, in so much time. Raises BitmapError.

    The text must name no files: resvg would open them. Without `letters`, texts are left out.
    """
    library = importlib.util.find_spec("resvg_py")
    if library is None or library.origin is None:
        raise BitmapError("the library resvg-py is not installed")
    # Without a resolution, resvg takes millimetres and inches for nothing.
    options: dict[str, object] = {"width": width, "height": height, "dpi": 96.0}
    if letters:
        options |= {
            "font_files": list(letters.files),
            "font_family": letters.sans,
            "sans_serif_family": letters.sans,
            "serif_family": letters.serif,
            "monospace_family": letters.mono,
            "cursive_family": letters.sans,
            "fantasy_family": letters.sans,
        }
    order = {
        "svg": svg,
        "options": options,
        "library": str(Path(library.origin).parent.parent),
        "seconds": seconds,
        "memory": _MEMORY,
    }
    command = [sys.executable, "-I", "-S", str(_WORKER)]
    try:
        done = subprocess.run(
            command,
            input=json.dumps(order).encode(),
            capture_output=True,
            timeout=_WAITED * seconds,
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError("it takes too long to draw") from None
    except OSError as error:
        raise BitmapError(f"no process can be started for it: {error.strerror}") from None
    if done.returncode or not done.stdout:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if reason:
            raise BitmapError(reason[-1][:200])
        raise TooSlowError("it takes too much time or memory")
    return done.stdout
