"""book: a fleet book from its book file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import stop_on_errors, write_files

if TYPE_CHECKING:
    from sheetgen.book.publisher import Published
    from sheetgen.ground.diagnostics import Diagnostic
    from sheetgen.systems.catalogue import Systems


def book(
    file: Annotated[Path, typer.Argument(metavar="BOOK", help="The book file.")],
    output: o.Out = ...,  # type: ignore[assignment]
    paper: Annotated[
        str, typer.Option(help="Another paper than the book's: a4, letter, a5, 6x9, square …")
    ] = "",
    theme: Annotated[str, typer.Option(help="Another theme than the book's.")] = "",
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
    from sheetgen.export.pdf import write_pdf
    from sheetgen.ground.diagnostics import ProblemError

    systems = o.load_systems(system)
    o.keep_inputs(output, [file])
    if paper:
        o.parse_paper(paper)
    options: dict[str, object] = {"paper": paper, "theme": theme, "bleed": bleed}
    changes = {key: value for key, value in options.items() if value not in ("", None)}
    try:
        published = publish(file, changes, ink, fonts, systems)
    except ProblemError as error:
        stop_on_errors(error.diagnostics, {})
        raise
    stop_on_errors(published.warnings, {})
    data = write_pdf(published.pages, published.facts)
    if str(output) == "-":
        sys.stdout.buffer.write(data)
        return
    write_files({output: data})
    typer.echo(f"{output}: {published.facts.title}, {len(published.pages)} pages")


def publish(
    file: Path,
    changes: dict[str, object],
    ink: o.InkName,
    fonts: Sequence[Path] | None,
    systems: Systems,
) -> Published:
    """The book in a file, with some of its keys changed. Raises ProblemError."""
    from sheetgen.book.publisher import Publisher
    from sheetgen.book.read import read_book

    written, document = read_book(file)
    chosen = written.model_copy(update=changes)
    press = o.make_press([file], ink, fonts, systems)
    art = o.make_press([file], ink, fonts, systems, bleed=float(chosen.bleed))
    if press.fonts.diagnostics:
        from sheetgen.ground.diagnostics import ProblemError

        raise ProblemError(press.fonts.diagnostics)
    return Publisher(chosen, document, file, press, art, systems).publish()


def try_book(file: Path, fonts: Sequence[Path] | None, systems: Systems) -> list[Diagnostic]:
    """Everything that there is to say about a book."""
    from sheetgen.ground.diagnostics import ProblemError

    try:
        return publish(file, {}, o.InkName.color, fonts, systems).warnings
    except ProblemError as error:
        return error.diagnostics
