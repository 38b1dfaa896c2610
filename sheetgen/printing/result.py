"""The result of a print: pages, ready to be written in any format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import RLock
from typing import TYPE_CHECKING

from sheetgen.export.pdf import Facts
from sheetgen.ground.record import replace
from sheetgen.pages.page import finish_page

if TYPE_CHECKING:
    from pathlib import Path

    from sheetgen.ground.diagnostics import Diagnostic
    from sheetgen.pages.cutting import CutPage
    from sheetgen.pages.page import Page


class Result:
    """Laid-out pages. The same pages always give the same bytes.

    `pages` and `pieces` are counts; `used` is the share of the paper that pieces cover, from 0 to
    1, not counting backs. A book has no pieces and covers its pages. `warnings` are the problems
    that did not stop the print. `files` are what a profile makes that is several files, by their
    names; None if it makes pages. `made` is the PDF of a profile that makes one.
    """

    def __init__(  # noqa: PLR0913 (what a print results in)
        self,
        sides: Sequence[Page],
        facts: Facts,
        lock: RLock,
        pieces: int = 0,
        used: float = 1.0,
        fillable: bool = False,
        warnings: Sequence[Diagnostic] = (),
        cut: Callable[[], dict[str, Page]] = dict,
        files: dict[str, bytes] | None = None,
        cutlines: Callable[[], list[CutPage]] = list,
        made: bytes | None = None,
        place: Callable[[dict[str, bytes], Path], dict[str, bytes]] | None = None,
        report: Callable[[], bytes] | None = None,
    ) -> None:
        self.sides, self.facts, self.fillable = sides, facts, fillable
        self.pages, self.pieces, self.used = len(sides), pieces, used
        self.plain: Result | None = None
        """The result that formats without form fields show in place of one to be filled in."""
        self.warnings = list(warnings)
        self.judge: Callable[[], list[Diagnostic]] = list
        """Finds the other warnings of a print whose pages were laid out before they are drawn."""
        self.files = files
        self._made = made
        self._find_cuts = cutlines
        self._place = place
        self._report = report
        self._cut = cut
        self._lock = lock

    @property
    def title(self) -> str:
        """The title that the files bear."""
        return self.facts.title

    def place(self, folder: Path) -> dict[str, bytes]:
        """The `files` as they are written into a folder; some name others by their whole path."""
        files = self.files or {}
        return self._place(files, folder) if self._place else files

    def report(self) -> bytes:
        """A PNG picture of all pages of a book with how full each is. ValueError for no book."""
        if self._report is None:
            raise ValueError("report: only the pages of a book are reported on")
        return self._report()

    def pdf(self) -> bytes:
        """All pages as one PDF."""
        from sheetgen.export.pdf import write_pdf

        if self._made is not None:
            return self._made
        with self._lock:
            return write_pdf(self.sides, self.facts, self.fillable)

    def svg(self, text: bool = False, start: int = 0, end: int | None = None) -> list[bytes]:
        """Each page as an SVG file, with letters as outlines, or as `text` with its fonts.

        The first one is that at the index `start`, the last one that before `end`. Raises
        ProblemError for a damaged font.
        """
        from sheetgen.export.vector import write_svg

        with self._lock:
            sides = map(finish_page, self._find_plain().sides[start:end])
            return [write_svg(page, self.facts.title, text).encode() for page in sides]

    def finish(self, number: int) -> None:
        """Draws a page, counted from 0, if it was laid out before. Raises ProblemError."""
        with self._lock:
            for result in filter(None, (self, self.plain)):
                for page in result.sides[number : number + 1]:
                    finish_page(page)

    def png(self, dpi: int = 300) -> list[bytes]:
        """Each page as a PNG picture. Raises ProblemError for pictures that are too large."""
        return list(self.walk_pngs(dpi))

    def walk_pngs(self, dpi: int = 300) -> Iterator[bytes]:
        """Yields the same one by one. Raises as `png` does."""
        from sheetgen.export.png import write_pngs

        with self._lock:
            data = self.flatten()
        yield from write_pngs(data, dpi)

    def cut(self, format: str = "png", dpi: int = 300, text: bool = False) -> dict[str, bytes]:
        """Every piece as a file of its own, cropped to the piece, by the name of the file.

        `format` is `png` (on a transparent ground), `pdf`, or `svg`, with `text` as in `svg()`.
        Raises ProblemError for pictures that are too large, and ValueError for another format.
        """
        return dict(self.walk_cuts(format, dpi, text))

    def walk_cuts(
        self, format: str = "png", dpi: int = 300, text: bool = False
    ) -> Iterator[tuple[str, bytes]]:
        """Yields the same one by one. Raises as `cut` does."""
        from sheetgen.export.pdf import write_pdf
        from sheetgen.export.png import write_pngs
        from sheetgen.export.vector import write_svg

        form = format.lower()
        if form not in ("png", "svg", "pdf"):
            raise ValueError(f"{format} is not one of png, svg, pdf")
        with self._lock:
            pages = (self if form == "pdf" else self._find_plain())._cut()
            data = write_pdf(list(pages.values()), self.facts) if form == "png" and pages else b""
        pictures = write_pngs(data, dpi, clear=True) if data else iter(())
        for name, page in pages.items():
            if form == "png":
                yield f"{name}.png", next(pictures)
                continue
            with self._lock:
                if form == "pdf":
                    made = write_pdf([page], replace(self.facts, title=name), self.fillable)
                else:
                    made = write_svg(page, name, text).encode()
            yield f"{name}.{form}", made

    def cutlines(self) -> dict[str, bytes]:
        """The lines to cut along, by endings of names: `cut-2.svg` and `cut-2.dxf` for page 2.

        Empty unless they were asked for.
        """
        with self._lock:
            pages = self._find_cuts()
        if not pages:
            return {}
        from sheetgen.export.cutfile import write_cut_dxf, write_cut_svg

        made: dict[str, bytes] = {}
        for page in pages:
            name = f"cut-{page.number}" if self.pages > 1 else "cut"
            made[f"{name}.svg"] = write_cut_svg(page)
            made[f"{name}.dxf"] = write_cut_dxf(page)
        return made

    def _find_plain(self) -> Result:
        """The same with all ink, which a PDF to be filled in leaves to its form fields."""
        if self.fillable and not self.plain:
            raise ValueError("fillable: only a PDF has form fields")
        return self.plain or self

    def flatten(self) -> bytes:
        """The PDF without form fields, from which pictures are made."""
        from sheetgen.export.pdf import write_pdf

        return write_pdf(self._find_plain().sides, self.facts)
