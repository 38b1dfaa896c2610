"""Draws an SVG text with resvg, in a process of its own that has bounds of time and memory.

It is run as a script by raster.py: an order as JSON comes in, a PNG picture goes out. resvg reads
no file but the fonts that are named, as the text that it is given names none.
"""

from __future__ import annotations

import contextlib
import json
import sys
from typing import Any


def bound(seconds: int, memory: int) -> None:
    """Lets this process take so much time of a processor, and so many bytes of memory."""
    try:
        import resource
    except ImportError:  # Windows has none of this; there, only the caller's clock counts
        return
    for what, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, memory)):
        with contextlib.suppress(ValueError, OSError):  # an outer bound is tighter still
            resource.setrlimit(what, (most, most))


def draw(order: dict[str, Any]) -> bytes:
    """The PNG picture of an order. Raises whatever resvg does."""
    bound(order["seconds"], order["memory"])
    sys.path.insert(0, order["library"])
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=order["svg"], skip_system_fonts=True, **order["options"]))


if __name__ == "__main__":
    try:
        picture = draw(json.load(sys.stdin))
    except BaseException as error:  # resvg's own panics are no exceptions of Python's
        sys.stderr.write(str(error))
        sys.exit(1)
    sys.stdout.buffer.write(picture)
