"""The start: whole processes that print little or nothing, beside the handwritten script."""

from __future__ import annotations

import sys
from pathlib import Path
from secrets import token_hex

from child import BENCH, make_fleet, take_turns
from table import Row, at_most, make_row


def compare_starts(folder: Path, rounds: int) -> list[Row]:
    """The rows of Python alone, `--help`, one display each way, and a kit."""
    ship = make_fleet(folder / "battleship.yaml", 1, "--mass", "12")
    out = str(folder / "one.pdf")
    sheetgen = (sys.executable, "-m", "sheetgen")
    kit = (*sheetgen, "render", "ondaro-cast", "-o", out)
    found = take_turns(
        {
            "python": (sys.executable, "-c", "pass"),
            "help": (*sheetgen, "--help"),
            "ours": (*sheetgen, "render", str(ship), "-o", out),
            "kit": kit,
            # In a colour that was never seen, nearly nothing is known from an earlier run.
            "new": lambda: (*kit, "--colour", f"#{token_hex(3)}"),
            "handwritten": (sys.executable, str(BENCH / "handwritten.py"), str(ship), out),
        },
        rounds,
    )
    took = {name: 1000 * figures["busy"] for name, figures in found.items()}
    theirs = took["handwritten"]
    one, again, new = (took[name] / theirs for name in ("ours", "kit", "new"))
    return [
        make_row("Python alone: ms", f"{took['python']:.0f}"),
        make_row(
            "sheetgen --help: ms", f"{took['help']:.0f}", target=at_most(took["help"], 100, " ms")
        ),
        make_row(
            "one display, whole process: ms",
            f"{took['ours']:.0f}",
            f"{theirs:.0f}",
            one,
            at_most(one, 1.7, "×"),
        ),
        make_row(
            "kit of 31 sheets, against one display by hand: ms",
            f"{took['kit']:.0f}",
            f"{theirs:.0f}",
            again,
            at_most(again, 3, "×"),
        ),
        make_row(
            "the same kit in a new colour, against one display by hand: ms",
            f"{took['new']:.0f}",
            f"{theirs:.0f}",
            new,
            at_most(new, 4, "×"),
        ),
    ]
