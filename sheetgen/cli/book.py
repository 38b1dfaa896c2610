"""book: publishes a fleet book from its book file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import say, stop_on_errors
from sheetgen.cli.render import do, write_result


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
    bleed: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(help="Millimetres printed beyond the cut, for print shops.", min=0, max=10),
    ] = None,
    watch: o.Watch = False,
    strict: o.Strict = False,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Publishes a book of ships and fleets as a PDF.

    \b
    sheetgen book fleet-book.yaml -o fleet-book.pdf
    sheetgen book the-ice-toll
    sheetgen book fleet-book.yaml -o shop.pdf --paper 6x9 --bleed 3.2
    sheetgen book fleet-book.yaml -o home.pdf --theme low-ink --ink grey
    """
    from sheetgen.choices import BookOptions
    from sheetgen.ground.diagnostics import ProblemError

    output = output or Path(f"{file.stem or 'book'}.pdf")
    o.require_pdf(output)
    project = o.open_project([file], o.load_systems(system, paths=[file]), fonts)
    options: BookOptions = {"paper": paper, "theme": theme, "bleed": bleed, "ink": ink.value}

    def work() -> list[Path]:
        try:
            with o.refuse_choices():
                result = project.publish(file, **options)
        except ProblemError as error:
            stop_on_errors(error.diagnostics, error.texts)
            raise
        stop_on_errors(result.warnings, project.files.texts, strict=strict)
        files = write_result(project, result, output, o.Format.pdf)
        if files:
            say(f"{output}: {result.title}, {result.pages} pages")
        return files

    do(project, work, watch)
