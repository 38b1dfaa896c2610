"""render and blank: turns definitions, or sizes, into printed sheets."""

# Annotations are not postponed here, as typer would compile each of them four times.

from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.files import name_print, write_print
from sheetgen.cli.output import fail_usage, stop_on_errors, track

if TYPE_CHECKING:
    from sheetgen.definitions.collection import Collection
    from sheetgen.printing.options import Choices
    from sheetgen.printing.result import Result
    from sheetgen.project.project import Project


def render(
    context: typer.Context,
    paths: o.Paths = None,
    output: o.OwnOut = None,
    sheet: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(
            "--sheet",
            autocompletion=o.complete("sheets"),
            help="A sheet to print; may be repeated; see `list sheets`.",
        ),
    ] = None,
    only: o.Only = None,
    skip: o.Skip = None,
    counter_size: o.CounterSize = "",
    pieces: o.Pieces = False,
    watch: o.Watch = False,
    profile: o.For = "",
    icc: o.Icc = "",
    url: o.Url = "",
    link: o.LabelLink = "",
    cutlines: o.Cutlines = False,
    corner: o.Corner = "",
    format: o.FormatOption = None,
    paper: o.PaperName = "a4",
    landscape: o.Landscape = None,
    copies: o.Copies = 1,
    ink: o.InkOption = o.InkName.color,
    look: o.LookOption = "",
    language: o.LanguageOption = "",
    marks: o.Marks = True,
    bleed: o.Bleed = None,
    duplex: o.DuplexOption = o.DuplexName.long,
    pack: o.PackOption = o.PackName.tight,
    back_offset: o.BackOffset = "",
    fillable: o.Fillable = False,
    text: o.TextOption = o.TextName.outlines,
    dpi: o.Dpi = 300,
    jobs: o.Jobs = None,
    colour: o.Colour = "",
    title: o.Title = "",
    author: o.Author = "",
    strict: o.Strict = False,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Prints sheets of the ships and fleets in files and folders.

    \b
    sheetgen render -o fleet.pdf                      everything in this folder
    sheetgen render warrior -o warrior.png            one ship as a picture
    sheetgen render ships -o ships.pdf --sheet compact --paper letter --ink grey
    sheetgen render fleet.yaml --only BB1 --skip counters    one ship once more, as fleet.pdf
    sheetgen render fleet.yaml --sheet counters --pieces -o pictures
    """
    from sheetgen.printing.options import Choices

    form = o.choose_format(output, format, fillable, pieces, text, profile, duplex)
    systems = o.load_systems(system, paths=paths or ())
    with o.refuse_choices():
        choices = Choices(o.take_choices(context))
    project = o.open_project(paths or (), systems, fonts)

    def work() -> list[Path]:
        collection = _select(project, paths or (), strict)
        # Named first: a project that prints once lets go of its definitions while it does.
        name = name_print(collection, paths or ())
        result = _print(project, collection, choices, not pieces, strict)
        return write_print(project, result, output, name, form, pieces, profile, dpi, jobs, text)

    do(project, work, watch)


def _select(project: "Project", paths: Sequence[Path], strict: bool) -> "Collection":
    """The definitions that are named; exits with what is wrong."""
    collection = project.select(paths)
    texts = project.files.texts
    found = [*collection.diagnostics, *project.press().fonts.diagnostics]
    stop_on_errors(found, texts, strict=strict)
    if collection.books and not collection.definitions:
        file = collection.books[0]
        fail_usage(f"{file} is a book file: `sheetgen book {file}` publishes it")
    return collection


def _print(
    project: "Project", collection: "Collection", choices: "Choices", whole: bool, strict: bool
) -> "Result":
    """The print of some definitions; exits with what is wrong."""
    from sheetgen.ground.diagnostics import ProblemError

    try:
        known = [*collection.diagnostics, *project.press().fonts.diagnostics]
        with o.refuse_choices():
            result = project.print(collection, choices, track, whole)
        fresh = [problem for problem in result.warnings if problem not in known]
        stop_on_errors(fresh, project.files.texts, strict=strict)
        return result
    except ProblemError as error:
        stop_on_errors(error.diagnostics, project.files.texts)
        raise


def blank(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="SHEET",
            autocompletion=o.complete("blanks"),
            help="Which sheet; see `list sheets`.",
        ),
    ],
    output: o.OwnOut = None,
    size: Annotated[
        Optional[list[int]],  # noqa: UP045
        typer.Option("--mass", "--size", help="For these masses; may be repeated.", min=1, max=400),
    ] = None,
    more: Annotated[
        Optional[list[int]],  # noqa: UP045
        typer.Argument(metavar="MORE", help="More masses, as in --mass 4 6 12.", min=1, max=400),
    ] = None,
    pieces: o.Pieces = False,
    profile: o.For = "",
    icc: o.Icc = "",
    url: o.Url = "",
    cutlines: o.Cutlines = False,
    corner: o.Corner = "",
    format: o.FormatOption = None,
    paper: o.PaperName = "a4",
    landscape: o.Landscape = None,
    copies: o.Copies = 1,
    ink: o.InkOption = o.InkName.color,
    look: o.LookOption = "",
    language: o.LanguageOption = "",
    marks: o.Marks = True,
    bleed: o.Bleed = None,
    duplex: o.DuplexOption = o.DuplexName.long,
    pack: o.PackOption = o.PackName.tight,
    back_offset: o.BackOffset = "",
    fillable: o.Fillable = False,
    text: o.TextOption = o.TextName.outlines,
    dpi: o.Dpi = 300,
    jobs: o.Jobs = None,
    colour: o.Colour = "",
    watch: o.Watch = False,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Prints empty sheets to fill in by hand.

    \b
    sheetgen blank display                            the usual sizes, as display.pdf
    sheetgen blank display --mass 4 6 12 -o blank.pdf --copies 3
    """
    form = o.choose_format(output, format, fillable, pieces, text, profile, duplex)
    project = o.open_project((), o.load_systems(system), fonts)

    def work() -> list[Path]:
        stop_on_errors(project.press().fonts.diagnostics, {})
        with o.refuse_choices():
            sizes = (*(size or ()), *(more or ()))
            result = project.blank(what, *sizes, **o.take_choices(context))
        known = project.press().fonts.diagnostics
        stop_on_errors([w for w in result.warnings if w not in known], project.files.texts)
        name = PurePath(what).name
        return write_print(project, result, output, name, form, pieces, profile, dpi, jobs, text)

    do(project, work, watch)


def do(project: "Project", work: Callable[[], list[Path]], watch: bool) -> None:
    """Does some work that writes files, once or, to `watch`, again after each change."""
    if watch:
        from sheetgen.cli.watch import repeat

        repeat(project, work)
    else:
        work()
