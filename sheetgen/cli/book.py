"""book: publishes a fleet book from its book file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.files import write_for, write_result
from sheetgen.cli.output import say, stop_on_errors
from sheetgen.cli.render import do
from sheetgen.ground.number import count


def book(
    file: Annotated[
        Path, typer.Argument(metavar="BOOK", help="The book file, or the name of a shipped book.")
    ],
    output: o.OwnOut = None,
    paper: Annotated[
        str,
        typer.Option(
            autocompletion=o.complete("papers"),
            help="A paper other than the book's: a4, letter, a5, 6x9, square …",
        ),
    ] = "",
    theme: Annotated[
        str,
        typer.Option(autocompletion=o.complete("themes"), help="A theme other than the book's."),
    ] = "",
    ink: o.InkOption = o.InkName.color,
    look: o.LookOption = "",
    bleed: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(help="Millimetres printed beyond the cut, for print shops.", min=0, max=10),
    ] = None,
    profile: o.For = "",
    icc: o.Icc = "",
    spine: Annotated[
        str,
        typer.Option(
            metavar="WIDTH",
            help="With --for: how wide the spine is, such as 9.5mm; without it, by its pages.",
        ),
    ] = "",
    watch: o.Watch = False,
    strict: o.Strict = False,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Publishes a book of ships and fleets as a PDF.

    \b
    sheetgen book book.yaml -o book.pdf
    sheetgen book the-ice-toll
    sheetgen book book.yaml --for lulu-book -o lulu           its interior and its cover
    sheetgen book book.yaml -o home.pdf --theme low-ink --ink grey
    """
    from sheetgen.ground.diagnostics import ProblemError
    from sheetgen.printing.options import BookOptions

    out = output or Path(f"{file.stem or 'book'}.pdf")
    if not profile:
        o.require_pdf(out)
    start = file.parent if file.is_dir() else file  # the book meant may lie beside a folder
    project = o.open_project([start], o.load_systems(system, paths=[start]), fonts)
    options: BookOptions = {"paper": paper, "theme": theme, "bleed": bleed, "ink": ink}
    options["look"] = look
    options |= {"profile": profile, "icc": icc, "spine": spine}

    def work() -> list[Path]:
        try:
            with o.refuse_choices():
                result = project.publish(file, **options)
        except ProblemError as error:
            stop_on_errors(error.diagnostics, error.texts)
            raise
        stop_on_errors(result.warnings, project.files.texts, strict=strict)
        if result.files is not None:
            return write_for(project, result, out, profile, bool(output))
        o.require_pdf(out)
        files = write_result(project, result, out, o.Format.pdf)
        if files:
            say(f"{out}: {result.title}, {count(result.pages, 'page')}")
        return files

    do(project, work, watch)


def draw(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The SVG drawing.")],
    output: o.Out = ...,  # type: ignore[assignment]
    format: o.FormatOption = None,
    ink: o.InkOption = o.InkName.color,
    look: o.LookOption = "",
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

    from sheetgen.drawing.color import Ink
    from sheetgen.export.pdf import Facts
    from sheetgen.ground import assets
    from sheetgen.ground.guard import Piece
    from sheetgen.pages.page import Page, Placement
    from sheetgen.printing.result import Result
    from sheetgen.systems.loading import Systems
    from sheetgen.type.dress import fill_variables

    form = o.choose_format(output, format, fillable, text=text)
    project = o.open_project([file], Systems(), fonts)
    project.admit(file.absolute())
    with o.refuse_choices():
        press = project.press(Ink(ink), look=look)
    name = assets.display_name(file)

    def work() -> list[Path]:
        source, found = project.files.read_text(file, name, "the drawing")
        stop_on_errors([*found, *press.fonts.diagnostics], project.files.texts)
        if "var(" in source:
            source = fill_variables(source, press.find_dress(None).list_variables())
        with Piece(name):
            drawing, problems = press.drafter.draw_art(source, file.parent, file.stem)
        stop_on_errors([p.diagnose(name) for p in problems], project.files.texts, strict=strict)
        page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
        result = Result([page], Facts(file.stem), RLock(), fillable=fillable)
        return write_result(project, result, output, form, dpi, text=text)

    do(project, work, watch)
