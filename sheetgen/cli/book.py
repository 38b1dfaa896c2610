"""book: publishes a fleet book from its book file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import say, stop_on_errors
from sheetgen.cli.render import write_result


def book(
    file: Annotated[Path, typer.Argument(metavar="BOOK", help="The book file.")],
    output: o.Out = ...,  # type: ignore[assignment]
    paper: Annotated[
        str, typer.Option(help="A paper other than the book's: a4, letter, a5, 6x9, square …")
    ] = "",
    theme: Annotated[str, typer.Option(help="A theme other than the book's.")] = "",
    ink: o.InkOption = o.InkName.color,
    bleed: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(help="Millimetres printed beyond the cut, for print shops.", min=0, max=10),
    ] = None,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Publishes a book of ships and fleets as a PDF.

    \b
    sheetgen book fleet-book.yaml -o fleet-book.pdf
    sheetgen book fleet-book.yaml -o shop.pdf --paper 6x9 --bleed 3.2
    sheetgen book fleet-book.yaml -o home.pdf --theme low-ink --ink grey
    """
    from sheetgen.choices import BookOptions
    from sheetgen.ground.diagnostics import ProblemError

    o.require_pdf(output)
    project = o.open_project([file], o.load_systems(system, paths=[file]), fonts)
    options: BookOptions = {"paper": paper, "theme": theme, "bleed": bleed, "ink": ink.value}
    try:
        with o.refuse_choices():
            result = project.publish(file, **options)
    except ProblemError as error:
        stop_on_errors(error.diagnostics, error.texts)
        raise
    stop_on_errors(result.warnings, project.files.texts)
    if write_result(project, result, output, o.Format.pdf):
        say(f"{output}: {result.title}, {result.pages} pages")
