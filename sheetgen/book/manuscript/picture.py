"""Pictures: files that a book shows, found, checked and drawn."""

from __future__ import annotations

import os
from pathlib import Path
from xml.sax.saxutils import quoteattr

from sheetgen.book.problem import BAD_PICTURE
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.guard import Piece
from sheetgen.ground.number import fmt, shorten
from sheetgen.press import Press
from sheetgen.proof import judge
from sheetgen.remedy import tell_note
from sheetgen.svg.context import Room
from sheetgen.svg.paint import image
from sheetgen.svg.paint.image import ImageError
from sheetgen.svg.problem import Problem


class Pictures:
    """Opens the pictures that a book shows."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self.problems: list[Diagnostic] = []

    def open(
        self, name: str, base: Path, place: Place | None, measure: float
    ) -> tuple[Drawing, float]:
        """A picture's drawing, and its width in pixels (0 where it has none).

        It is drawn `measure` points wide, with at most 300 pixels to the inch. Raises
        ProblemError.
        """
        path = self.locate(name, base, place)
        try:
            if path.suffix.lower() == ".svg":
                text = image.read_text(path, self.press.files)
                with Piece(path):
                    return self._draw_art(text, path, place, measure), 0.0
            width, height = image.measure_picture(path, self.press.files)
        except ImageError as error:
            message = f"the picture {shorten(name)} can't be printed: {error}"
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

        if name.lower().startswith(("data:", "file:")) or "://" in name:
            hint = "save it beside the chapter, and write the name of its file"
            message = f"pictures are files, not addresses: {shorten(name)}"
            raise ProblemError([BAD_PICTURE.at(place, message, hint)])
        tries = [base / unquote(name), base / name]
        try:
            path = next((p for p in tries if p.is_file()), tries[0]).resolve()
            there = os.path.lexists(path)
        except (OSError, ValueError):
            message = f"no picture can be called {shorten(name)}"
            raise ProblemError([BAD_PICTURE.at(place, message)]) from None
        if not self.press.files.lies_inside(path):
            message = f"the picture {shorten(name)} lies outside the project folder"
            hint = "copy it beside the chapter"
            raise ProblemError([BAD_PICTURE.at(place, message, hint)])
        if not there:
            near = find_nearest(path.name, assets.list_names(path.parent))
            where = f"it is looked up in {assets.display_name(path.parent)}"
            hint = f"did you mean {near}?" if near else where
            raise ProblemError(
                [BAD_PICTURE.at(place, f"there is no picture {shorten(name)}", hint)]
            )
        if path.suffix.lower() not in (".png", ".jpg", ".jpeg", ".svg"):
            message = f"{shorten(name)} is not a PNG, JPEG or SVG picture"
            raise ProblemError([BAD_PICTURE.at(place, message)])
        return path

    def check(self, name: str, pixels: float, width: float, place: Place | None) -> None:
        """Warns of a picture with too few pixels for `width` points."""
        found = judge(name, pixels, width, place) if pixels else None
        if found:
            self.problems.append(found)

    def _draw_art(self, text: str, path: Path, place: Place | None, measure: float) -> Drawing:
        """A drawing from elsewhere, `measure` points wide; what was made of it is noted."""
        drafter = self.press.drafter
        drawing, found = drafter.draw_art(text, path.parent, path.stem, Room(width=measure))
        errors = [problem for problem in found if problem.is_error]
        if errors:
            raise ProblemError([_tell_fault(path, errors[0], place)])
        self.problems += [tell_note(note, path, place or Place()) for note in found]
        return drawing

    def _draw(self, text: str, path: Path, place: Place | None) -> Drawing:
        drawing, problems = self.press.drafter.draw(text, path.parent, path.stem)
        if problems:
            raise ProblemError([_tell_fault(path, problems[0], place)])
        return drawing


def _tell_fault(path: Path, problem: Problem, place: Place | None) -> Diagnostic:
    message = f"{path.name} can't be drawn: {problem.message}"
    return BAD_PICTURE.at(place, message, problem.hint)
