"""A picture: what is printed for it, and its text in the gallery."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sheetgen.ground.colour import Ink


@dataclass(frozen=True)
class Picture:
    """A picture: what is printed for it, and its text in the gallery."""

    name: str
    title: str
    caption: str
    paths: str = ""  # of definitions; without any, empty sheets of `sizes` are drawn
    sizes: tuple[int, ...] = ()  # none: the sheet's usual ones
    sheet: str = "display"  # of a blank also `game/sheet`, where several games have one
    ink: Ink = Ink.COLOR
    colour: str = ""
    look: str = ""  # another than the game's own
    piece: int = 0  # which of a fleet's pieces is cut out
    back: bool = False  # whether it is turned over
    paper: str = ""  # shows the whole page, with marks and ruler; without it, one piece
    dpi: int = 120

    @property
    def command(self) -> str:
        """The command that prints it; shipped definitions are named by their ids."""
        known = ("ships/", "games/")
        names = [Path(p).stem if p.startswith(known) else p for p in self.paths.split()]
        words = ["sheetgen render", *names] if names else ["sheetgen blank", self.sheet]
        if self.sizes:
            words += ["--size", *map(str, self.sizes)]
        if self.paths and self.sheet != "display":
            words += ["--sheet", self.sheet]
        if self.ink is not Ink.COLOR:
            words += ["--ink", self.ink.value]
        if self.colour:
            words += ["--colour", self.colour]
        if self.look:
            words += ["--look", self.look]
        if self.paper not in ("", "a4"):
            words += ["--paper", self.paper]
        return " ".join([*words, "-o", f"{self.name}.pdf"])
