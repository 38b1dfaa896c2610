"""The result of a print: pages, ready to be written in any format."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock
from typing import TYPE_CHECKING

from sheetgen.export.pdf import Facts

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Diagnostic
    from sheetgen.pages.page import Page


class Result:
    """Laid-out pages. The same pages always give the same bytes.

    `pages` and `pieces` are counts; `used` is the share of the paper that pieces cover, from 0 to
    1, not counting backs. A book has no pieces and covers its pages. `warnings` are the problems
    that did not stop the print.
    """

    def __init__(
        self,
        sides: Sequence[Page],
        facts: Facts,
        lock: RLock,
        pieces: int = 0,
        used: float = 1.0,
        fillable: bool = False,
        warnings: Sequence[Diagnostic] = (),
    ) -> None:
        self.sides, self.facts, self.fillable = sides, facts, fillable
        self.pages, self.pieces, self.used = len(sides), pieces, used
        self.warnings = list(warnings)
        self._lock = lock

    @property
    def title(self) -> str:
        """The title that the files bear."""
        return self.facts.title

    def pdf(self) -> bytes:
        """All pages as one PDF."""
        from sheetgen.export.pdf import write_pdf

        with self._lock:
            return write_pdf(self.sides, self.facts, self.fillable)

    def svg(self) -> list[bytes]:
        """Each page as an SVG file."""
        from sheetgen.export.vector import write_svg

        with self._lock:
            return [write_svg(page, self.facts.title).encode() for page in self.sides]

    def png(self, dpi: int = 300) -> list[bytes]:
        """Each page as a PNG picture. Raises ProblemError for pictures that are too large."""
        from sheetgen.export.png import write_pngs

        with self._lock:
            data = self.flatten()
        return list(write_pngs(data, dpi))

    def flatten(self) -> bytes:
        """The PDF without form fields, from which pictures are made."""
        from sheetgen.export.pdf import write_pdf

        return write_pdf(self.sides, self.facts)
