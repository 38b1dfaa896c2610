"""Pictures: files that a book shows, found, checked and drawn."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from sheetgen.book.flow.box import FullPage, Panel, PanelLook
from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.flowable import Align, Flowable, TextStyle
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.table import Rows, TableBlock, TableLook
from sheetgen.book.problem import BAD_PICTURE
from sheetgen.book.theme import Design
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.guard import Piece
from sheetgen.ground.number import fmt, shorten
from sheetgen.ground.record import replace
from sheetgen.ground.units import UNITS
from sheetgen.ground.words import tr
from sheetgen.printing.advice import judge_note
from sheetgen.printing.press import Press
from sheetgen.printing.resolution import judge
from sheetgen.svg.context import Room
from sheetgen.svg.paint import image
from sheetgen.svg.paint.image import ImageError
from sheetgen.svg.problem import Problem

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node


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
            raise ProblemError([_bad_picture(path, errors[0], place)])
        self.problems += [judge_note(note, path, place or Place()) for note in found]
        return drawing

    def _draw(self, text: str, path: Path, place: Place | None) -> Drawing:
        drawing, problems = self.press.drafter.draw(text, path.parent, path.stem)
        if problems:
            raise ProblemError([_bad_picture(path, problems[0], place)])
        return drawing


def _bad_picture(path: Path, problem: Problem, place: Place | None) -> Diagnostic:
    message = f"{path.name} can't be drawn: {problem.message}"
    return BAD_PICTURE.at(place, message, problem.hint)


# Plates: pictures in a chapter, as wide as they are asked to be, or a page of their own.


LEAST_WIDTH = 10.0
_WIDTH = re.compile(r"(\d+(?:\.\d+)?)\s*(%|mm|cm|in|pt)")


def make_plate(
    node: Node,
    design: Design,
    pictures: Pictures,
    base: Path,
    place: Place,
    write_caption: Callable[[TextStyle], Paragraph],
) -> Flowable:
    """`![Caption](file){width=60% .wide .bleed}`, the file seen from `base`. Raises ProblemError.

    `write_caption` sets the caption in a style, where there is one.
    """
    geometry = design.geometry
    classes = str(node.attrs.get("class", "")).split()
    name = str(node.attrs["src"])
    alt = node.content or f"{tr('picture')}: {Path(name).stem}"
    if "bleed" in classes:
        width = geometry.width + 2 * geometry.bleed
        height = geometry.height + 2 * geometry.bleed
        drawing, pixels = pictures.open(name, base, place, width)
        scale = max(width / drawing.trim_width, height / drawing.trim_height)
        pictures.check(name, pixels, drawing.trim_width * scale, place)
        return FullPage(drawing, scale, alt, place=place)
    wide = "wide" in classes
    measure = geometry.measure if wide else geometry.column
    width = _read_width(str(node.attrs.get("width", "100%")), measure, place)
    drawing, pixels = pictures.open(name, base, place, width)
    caption = None
    if node.children:
        align: Align = "left" if width > 0.99 * measure else "centre"
        caption = write_caption(replace(design.style("caption"), align=align))
    scale, step = width / drawing.trim_width, design.line
    room = geometry.depth, step / 2, step
    figure = Figure(drawing, scale, caption, *room, alt=alt, wide=wide, place=place)
    pictures.check(name, pixels, drawing.trim_width * figure.fit(measure), place)
    return figure


def _read_width(text: str, measure: float, place: Place) -> float:
    """The points of a width, which may be a share of the measure and is no more than that.

    Raises ProblemError.
    """
    asked = _WIDTH.fullmatch(text)
    number = float(asked[1]) if asked else 0.0
    unit = asked[2] if asked else "%"
    width = measure * number / 100 if unit == "%" else number * UNITS[unit]
    if width < LEAST_WIDTH:
        message = f"width={shorten(text)} is not a width that a picture can have"
        hint = f"write a share such as 60%, or a length such as 50mm, of {LEAST_WIDTH:g} pt or more"
        raise ProblemError([BAD_PICTURE.at(place, message, hint)])
    return min(measure, width)


# Tables and panels in the look of the book.


def make_table(design: Design, rows: Rows) -> TableBlock:
    """A table in the look of the book; it takes the whole measure where a column is too narrow."""
    step, column = design.line, design.geometry.column
    look = TableLook(
        rule=design.stroke("rule"),
        strong=design.stroke("accent"),
        stripe=design.tint("tint") if design.theme.striped else "",
        across=0.35 * design.geometry.size,
        down=0.14 * step,
        space=step / 2,
        step=step,
    )
    natural, narrowest = rows.measure(look.across)
    wide = natural > column * 1.15 or narrowest > column
    return TableBlock(rows, look, wide=wide)


def make_panel(design: Design, flow: Sequence[Flowable], bar: bool = True) -> Panel:
    """Flowables on the tint of the book, or in a frame where that is none."""
    step = design.line
    look = PanelLook(
        padding=step * 0.6,
        tint=design.tint("tint"),
        bar=design.tint("accent") if bar else "",
        frame=design.stroke("rule") if design.colour("tint") == "none" else "",
        space=step / 2,
        step=step,
    )
    return Panel(flow, look)
