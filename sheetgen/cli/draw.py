"""draw: turns one SVG drawing into PDF, SVG or PNG, as a browser would draw it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import stop_on_errors


def draw(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The SVG drawing.")],
    output: o.Out = ...,  # type: ignore[assignment]
    format: o.FormatOption = None,
    ink: o.InkOption = o.InkName.color,
    fillable: o.Fillable = False,
    text: o.TextOption = o.TextName.outlines,
    dpi: o.Dpi = 300,
    watch: o.Watch = False,
    strict: o.Strict = False,
    fonts: o.Fonts = None,
) -> None:
    """Draws an SVG file as a browser would; the page is as large as the drawing.

    \b
    sheetgen draw badge.svg -o badge.pdf
    sheetgen draw badge.svg -o badge.pdf --strict    as strictly as a template is read
    """
    from threading import RLock

    from sheetgen.cli.files import write_result
    from sheetgen.cli.render import do
    from sheetgen.drawing.color import Ink
    from sheetgen.export.pdf import Facts
    from sheetgen.ground import assets
    from sheetgen.ground.guard import Piece
    from sheetgen.pages.page import Page, Placement
    from sheetgen.result import Result
    from sheetgen.systems.catalogue import Systems

    form = o.choose_format(output, format, fillable, text=text)
    project = o.open_project([file], Systems(), fonts)
    project.admit(file.absolute())
    press = project.press(Ink(ink.value))
    name = assets.display_name(file)

    def work() -> list[Path]:
        source, found = project.files.read_text(file, name, "the drawing")
        stop_on_errors([*found, *press.fonts.diagnostics], project.files.texts)
        with Piece(name):
            drawing, problems = press.drafter.draw_art(source, file.parent, file.stem)
        stop_on_errors([p.diagnose(name) for p in problems], project.files.texts, strict=strict)
        page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
        result = Result([page], Facts(file.stem), RLock(), fillable=fillable)
        return write_result(project, result, output, form, dpi, text=text)

    do(project, work, watch)
