"""book: publishes a fleet book from its book file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.files import write_for, write_result, write_screens
from sheetgen.cli.output import fail_usage, say, stop_on_errors
from sheetgen.cli.render import do
from sheetgen.ground.number import count

if TYPE_CHECKING:
    from sheetgen.printing.result import Result
    from sheetgen.project.project import Project


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
    language: o.LanguageOption = "",
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
    format: Annotated[
        Optional[o.BookFormat],  # noqa: UP045
        typer.Option(
            "--format",
            **o.name_choices(o.BookFormat),
            help="What to write; by default, by the ending of the output.",
        ),
    ] = None,
    page: Annotated[
        str,
        typer.Option(metavar="FROM-TO", help="With pictures: which pages, such as 1-6 or 3,7-9."),
    ] = "",
    dpi: o.Dpi = 300,
    pages: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(help="How many pages the book should have.", min=1, max=5000),
    ] = None,
    report: Annotated[
        bool,
        typer.Option("--report", help="A picture of all pages too, with how full each of them is."),
    ] = False,
    booklet: Annotated[
        bool,
        typer.Option("--booklet", help="Two pages a side, in the order of folded sheets."),
    ] = False,
    signature: Annotated[
        int,
        typer.Option(metavar="PAGES", help="With --booklet: the pages folded together; 0 for all."),
    ] = 0,
    creep: Annotated[
        float,
        typer.Option(metavar="MM", help="With --booklet: how thick a sheet is.", min=0, max=1),
    ] = 0.1,
    watch: o.Watch = False,
    strict: o.Strict = False,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Publishes a book of ships and fleets as a PDF, or for screens.

    \b
    sheetgen book book.yaml -o book.pdf
    sheetgen book book.yaml -o book.epub                      for e-readers; book.html for a browser
    sheetgen book the-ice-toll --report
    sheetgen book book.yaml --format png --page 1-6           pictures for a shop
    sheetgen book book.yaml --paper a5 --booklet              to fold and staple
    sheetgen book book.yaml --for lulu-book -o lulu           its interior and its cover
    sheetgen book book.yaml -o home.pdf --theme low-ink --ink grey
    """
    from sheetgen.ground.diagnostics import ProblemError
    from sheetgen.printing.options import BookOptions

    out, form = _choose_output(output, format, file, profile)
    shown = _read_pages(page, form)
    start = file.parent if file.is_dir() else file  # the book meant may lie beside a folder
    project = o.open_project([start], o.load_systems(system, paths=[start]), fonts)
    options: BookOptions = {"paper": paper, "theme": theme, "bleed": bleed, "ink": ink}
    options |= {"look": look, "language": language}
    options |= {"profile": profile, "icc": icc, "spine": spine, "pages": pages}
    options["format"] = _name_screens(form, report)
    if booklet or signature:
        options |= {"booklet": booklet, "signature": signature, "creep": creep}

    def work() -> list[Path]:
        try:
            with o.refuse_choices():
                result = project.publish(file, **options)
        except ProblemError as error:
            stop_on_errors(error.diagnostics, error.texts)
            raise
        stop_on_errors(result.warnings, project.files.texts, strict=strict)
        if profile and result.files is not None:
            return write_for(project, result, out, profile, bool(output))
        files = _write_book(project, result, out, form, dpi, shown)
        if report:
            files += [_write_report(project, result, out)]
        return files

    do(project, work, watch)


def _write_book(
    project: Project,
    result: Result,
    out: Path,
    form: o.BookFormat,
    dpi: int,
    shown: list[tuple[int, int]],
) -> list[Path]:
    """Writes a book, or those of its pages that are in some ranges."""
    if result.files is not None:
        return write_screens(project, result, out)
    if form is o.BookFormat.pdf:
        o.require_pdf(out)
    printed = o.Format(form)
    files = write_result(project, result, out, printed, dpi, numbers=_pick(result.pages, shown))
    if files and form is o.BookFormat.pdf:
        say(f"{out}: {result.title}, {count(result.pages, 'page')}")
    elif files:
        last = f" to {files[-1].name}" if len(files) > 1 else ""
        say(f"{files[0]}{last}: {result.title}, {count(len(files), 'page')}")
    return files


def _name_screens(form: o.BookFormat, report: bool) -> str:
    """The format of a book for screens, empty for one with pages; a usage error for a report."""
    from sheetgen.printing.options import SCREENS

    if form not in SCREENS:
        return ""
    if report:
        fail_usage(f"--report: it is about pages, which a book as {form.upper()} has not")
    return form


def _choose_output(
    output: Path | None, format: o.BookFormat | None, file: Path, profile: str
) -> tuple[Path, o.BookFormat]:
    """The file of a book, and its format; a usage error if they do not fit."""
    usual = format or o.BookFormat.pdf
    out = output or Path(f"{file.stem or 'book'}.{usual}")
    if profile or format is o.BookFormat.pdf or not (format or out.suffix):
        return out, o.BookFormat.pdf
    try:
        return out, format or o.BookFormat(out.suffix.lower().lstrip("."))
    except ValueError:
        fail_usage(f"-o {out}: end it with .pdf, .epub, .html, .svg or .png, or use --format")


def _read_pages(text: str, form: o.BookFormat) -> list[tuple[int, int]]:
    """The ranges of pages in a text such as `1-6,9`; a usage error for another one."""
    if not text:
        return []
    if form not in (o.BookFormat.png, o.BookFormat.svg):
        fail_usage("--page: this has all pages of a book; write pictures, --format png")
    found = [
        re.fullmatch(r"\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})\s*)?", part) for part in text.split(",")
    ]
    ranges = [(int(one[1]), int(one[2] or one[1])) for one in found if one]
    if len(ranges) < len(found) or any(not 1 <= first <= last for first, last in ranges):
        fail_usage(f"--page {text}: write pages such as 1-6, or 3,7-9; they count from 1")
    return ranges


def _pick(total: int, ranges: list[tuple[int, int]]) -> list[int] | None:
    """The numbers of the pages in ranges, None for all; a usage error if none is there."""
    if not ranges:
        return None
    wanted = [at for first, last in ranges for at in range(first, min(last, total) + 1)]
    if not wanted:
        fail_usage(f"--page: this book has {count(total, 'page')}")
    return sorted(set(wanted))


def _write_report(project: Project, result: Result, out: Path) -> Path:
    """Writes the picture of all pages beside the book."""
    from sheetgen.ground.delivery import write_files

    if str(out) == "-":
        fail_usage("--report: it is a picture beside the book; name a file with -o")
    path = out.with_name(f"{out.stem}-report.png")
    write_files({path: result.report()}, project.files)
    say(f"{path}: how full each page is")
    return path


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

    from sheetgen.export.pdf import Facts
    from sheetgen.ground import assets
    from sheetgen.ground.colour import Ink
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
        page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0, alt=file.stem),))
        result = Result([page], Facts(file.stem), RLock(), fillable=fillable)
        return write_result(project, result, output, form, dpi, text=text)

    do(project, work, watch)
