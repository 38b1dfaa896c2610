"""Figures: drawings and pictures with captions, as Platypus flowables."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from reportlab.platypus.flowables import Flowable

from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.problem import BAD_PICTURE, LOW_RESOLUTION
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.number import fmt
from sheetgen.ground.units import INCH
from sheetgen.press import Press

LEAST_DPI = 200


class Figure(Flowable):  # type: ignore[misc]
    """A drawing at a scale, made smaller where it is larger than its place, with a caption.

    `most` is the highest that it may be, `step` the leading that heights go by.
    """

    keep = False

    def __init__(
        self,
        drawing: Drawing,
        scale: float,
        caption: Paragraph | None,
        most: float,
        space: float = 0.0,
        step: float = 0.0,
        align: str = "centre",
    ) -> None:
        super().__init__()
        self.drawing, self.full, self.caption = drawing, scale, caption
        self.most, self.space, self.step, self.align = most, space, step, align
        self.wide = False
        self.scale = scale

    def getSpaceBefore(self) -> float:  # noqa: N802
        return self.space

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.space

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        drawing = self.drawing
        below = self.caption.wrap(width, 1e6)[1] + 3 if self.caption else 0.0
        limits = (width / drawing.trim_width, (self.most - below) / drawing.trim_height)
        self.scale = min(self.full, *limits)
        self.width = width
        self.height = drawing.trim_height * self.scale + below
        if self.step:
            self.height = min(self.most, -(-round(self.height, 3) // self.step) * self.step)
        return width, self.height

    def draw(self) -> None:
        size = self.drawing.trim_width * self.scale
        shift = {"left": 0.0, "centre": 0.5, "right": 1.0}[self.align]
        top = self.height - self.drawing.trim_height * self.scale
        self.canv.place(self.drawing, (self.width - size) * shift, top, self.scale)
        if self.caption:
            self.caption.wrap(self.width, 1e6)
            self.caption.drawOn(self.canv, 0, top - 3 - self.caption.height)


class FigureRow(Flowable):  # type: ignore[misc]
    """Drawings side by side at one scale, in as many rows as they need."""

    keep = False

    def __init__(
        self, drawings: list[Drawing], scale: float, gap: float, space: float, step: float
    ) -> None:
        super().__init__()
        self.drawings, self.scale, self.gap = drawings, scale, gap
        self.space, self.step = space, step
        self.wide = False

    def getSpaceBefore(self) -> float:  # noqa: N802
        return self.space

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.space

    def _lay(self, width: float) -> list[list[Drawing]]:
        rows: list[list[Drawing]] = []
        used = 0.0
        for drawing in self.drawings:
            size = drawing.trim_width * self.scale
            if not rows or used + self.gap + size > width:
                rows.append([])
                used = -self.gap
            rows[-1].append(drawing)
            used += self.gap + size
        return rows

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        rows = self._lay(width)
        tall = [max(d.trim_height for d in row) * self.scale for row in rows]
        self.width = width
        self.height = sum(tall) + self.gap * (len(rows) - 1)
        self.height = (
            -(-round(self.height, 3) // self.step) * self.step if self.step else self.height
        )
        return width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        rows = self._lay(width)
        taken: list[Drawing] = []
        used = -self.gap
        for row in rows:
            used += self.gap + max(d.trim_height for d in row) * self.scale
            if used > height:
                break
            taken += row
        if not taken or len(taken) == len(self.drawings):
            return []
        looks = (self.scale, self.gap, self.space, self.step)
        first = FigureRow(taken, *looks)
        first.step = 0.0
        return [first, FigureRow(self.drawings[len(taken) :], *looks)]

    def draw(self) -> None:
        top = self.height
        for row in self._lay(self.width):
            x = 0.0
            tall = max(d.trim_height for d in row) * self.scale
            for drawing in row:
                high = drawing.trim_height * self.scale
                self.canv.place(drawing, x, top - (tall + high) / 2, self.scale)
                x += drawing.trim_width * self.scale + self.gap
            top -= tall + self.gap


class Pictures:
    """Opens the pictures that a book shows."""

    def __init__(self, press: Press, project: Path) -> None:
        self.press, self.project = press, project.resolve()
        self.problems: list[Diagnostic] = []

    def open(
        self, name: str, base: Path, place: Place | None, measure: float
    ) -> tuple[Drawing, float]:
        """A picture's drawing, and its width in pixels (0 where it has none).

        It is drawn `measure` points wide, with no more than 300 pixels to the inch. Raises
        ProblemError.
        """
        path = self.locate(name, base, place)
        if path.suffix.lower() == ".svg":
            return self._draw(path.read_text("utf-8-sig"), path, place), 0.0
        from PIL import Image

        try:
            with Image.open(path) as picture:
                width, height = picture.size
                if picture.getexif().get(0x0112, 1) >= 5:  # lying on its side
                    width, height = height, width
        except (OSError, ValueError, Image.DecompressionBombError):
            message = f"{name} is no picture that can be read"
            raise ProblemError([BAD_PICTURE.at(place, message)]) from None
        across, up = fmt(measure), fmt(measure * height / width)
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}pt" height="{up}pt" '
            f'viewBox="0 0 {across} {up}"><image href={quoteattr(path.name)} width="{across}" '
            f'height="{up}" data-dpi="300"/></svg>'
        )
        return self._draw(text, path, place), float(width)

    def locate(self, name: str, base: Path, place: Place | None) -> Path:
        """The file of a picture. Raises ProblemError."""
        from urllib.parse import unquote

        tries = [base / unquote(name), base / name]
        try:
            path = next((p for p in tries if p.is_file()), tries[0]).resolve()
            there = path.is_file()
        except (OSError, ValueError):
            raise ProblemError(
                [BAD_PICTURE.at(place, f"no picture can be called {name}")]
            ) from None
        if "://" in name:
            hint = "save it beside the chapter"
            message = f"pictures are not fetched from the web: {name}"
            raise ProblemError([BAD_PICTURE.at(place, message, hint)])
        if not path.is_relative_to(self.project):
            message = f"the picture {name} lies outside the project folder"
            hint = "copy it beside the chapter"
            raise ProblemError([BAD_PICTURE.at(place, message, hint)])
        if not there:
            others = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
            near = find_nearest(path.name, others)
            where = f"it is looked up in {assets.display_name(path.parent)}"
            hint = f"did you mean {near}?" if near else where
            raise ProblemError([BAD_PICTURE.at(place, f"there is no picture {name}", hint)])
        if path.suffix.lower() not in (".png", ".jpg", ".jpeg", ".svg"):
            message = f"{name} is no PNG, JPEG or SVG picture"
            raise ProblemError([BAD_PICTURE.at(place, message)])
        return path

    def check(self, name: str, pixels: float, width: float, place: Place | None) -> None:
        """Warns of a picture with too few pixels for `width` points."""
        dpi = pixels / (width / INCH) if pixels else LEAST_DPI
        if dpi < LEAST_DPI - 0.5:
            message = (
                f"{name} has {dpi:.0f} pixels to the inch at its printed width of "
                f"{fmt(width / INCH * 25.4, 0)} mm"
            )
            wanted = round(width / INCH * 300)
            hint = f"200 is the least, 300 is good: {wanted} pixels across"
            self.problems.append(LOW_RESOLUTION.at(place, message, hint))

    def _draw(self, text: str, path: Path, place: Place | None) -> Drawing:
        drawing, problems = self.press.drafter.draw(text, path.parent, path.stem)
        if problems:
            hint = problems[0].hint
            message = f"{path.name} can't be drawn: {problems[0].message}"
            raise ProblemError([BAD_PICTURE.at(place, message, hint)])
        return drawing
