"""render and blank: turns definitions, or sizes, into printed sheets."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, say, stop_on_errors, track
from sheetgen.cli.process import is_closed

if TYPE_CHECKING:
    from sheetgen.choices import Choices
    from sheetgen.definitions.collection import Collection
    from sheetgen.project import Project
    from sheetgen.result import Result


_MOST_NAMED = 3


def render(
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
    cutlines: o.Cutlines = False,
    corner: o.Corner = "",
    format: o.FormatOption = None,
    paper: o.PaperName = "a4",
    landscape: o.Landscape = None,
    copies: o.Copies = 1,
    ink: o.InkOption = o.InkName.color,
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
    sheetgen render warrior.yaml -o warrior.png       one ship as a picture
    sheetgen render ships -o ships.pdf --sheet compact --paper letter --ink grey
    sheetgen render fleet.yaml --only BB1 --skip counters    one ship once more, as fleet.pdf
    sheetgen render fleet.yaml --sheet counters --pieces -o pictures
    """
    from sheetgen.choices import Choices

    if profile:
        o.refuse_with_profile(format, pieces, fillable, duplex.value)
        form = o.Format.pdf
    else:
        form = o.choose_format(output, format, fillable, pieces, text)
    systems = o.load_systems(system, paths=paths or ())
    with o.refuse_choices():
        choices = Choices(
            {
                "sheet": sheet or (),
                "only": only or (),
                "skip": skip or (),
                "counter_size": counter_size,
                "paper": paper,
                "landscape": landscape,
                "copies": copies,
                "ink": ink.value,
                "marks": marks,
                "bleed": bleed,
                "duplex": duplex.value,
                "pack": pack.value,
                "back_offset": back_offset,
                "fillable": fillable,
                "colour": colour,
                "title": title,
                "author": author,
                "profile": profile,
                "icc": icc,
                "cutlines": cutlines,
                "corner": corner,
            }
        )
    project = o.open_project(paths or (), systems, fonts)

    def work() -> list[Path]:
        collection = _select(project, paths or (), strict)
        # Named first: a project that prints once lets go of its definitions while it does.
        out = output or name_output(collection, paths or (), form, pieces)
        result = _print(project, collection, choices, not pieces, strict)
        if profile:
            return write_for(project, result, output or out, profile, bool(output))
        write = write_pieces if pieces else write_result
        files = write(project, result, out, form, dpi, jobs, text)
        summarize(files, result)
        return files

    do(project, work, watch)


def _select(project: Project, paths: Sequence[Path], strict: bool) -> Collection:
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
    project: Project, collection: Collection, choices: Choices, whole: bool, strict: bool
) -> Result:
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
    sheet: Annotated[
        str,
        typer.Argument(
            metavar="SHEET",
            autocompletion=o.complete("blanks"),
            help="Which sheet; see `list sheets`.",
        ),
    ],
    output: o.Out = ...,  # type: ignore[assignment]
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
    cutlines: o.Cutlines = False,
    corner: o.Corner = "",
    format: o.FormatOption = None,
    paper: o.PaperName = "a4",
    landscape: o.Landscape = None,
    copies: o.Copies = 1,
    ink: o.InkOption = o.InkName.color,
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
    sheetgen blank display -o blank.pdf               the usual sizes
    sheetgen blank display --mass 4 6 12 -o blank.pdf --copies 3
    """
    if profile:
        o.refuse_with_profile(format, pieces, fillable, duplex.value)
        form = o.Format.pdf
    else:
        form = o.choose_format(output, format, fillable, pieces, text)
    project = o.open_project((), o.load_systems(system), fonts)

    def work() -> list[Path]:
        stop_on_errors(project.press().fonts.diagnostics, {})
        with o.refuse_choices():
            result = project.blank(
                sheet,
                *(size or ()),
                *(more or ()),
                paper=paper,
                landscape=landscape,
                copies=copies,
                ink=ink.value,
                marks=marks,
                bleed=bleed,
                duplex=duplex.value,
                pack=pack.value,
                back_offset=back_offset,
                fillable=fillable,
                colour=colour,
                profile=profile,
                icc=icc,
                cutlines=cutlines,
                corner=corner,
            )
        known = project.press().fonts.diagnostics
        stop_on_errors([w for w in result.warnings if w not in known], project.files.texts)
        if profile:
            return write_for(project, result, output, profile)
        write = write_pieces if pieces else write_result
        files = write(project, result, output, form, dpi, jobs, text)
        summarize(files, result)
        return files

    do(project, work, watch)


def do(project: Project, work: Callable[[], list[Path]], watch: bool) -> None:
    """Does some work that writes files, once or, to `watch`, again after each change."""
    if watch:
        from sheetgen.cli.watch import repeat

        repeat(project, work)
    else:
        work()


def write_for(
    project: Project, result: Result, out: Path, profile: str, is_named: bool = True
) -> list[Path]:
    """Writes what a profile made: several files into a folder, or one PDF."""
    from sheetgen.delivery.delivery import write_files

    if result.files is None:
        if out.suffix.lower() != ".pdf":
            fail_usage(f"-o {out}: --for {profile} makes a PDF; end it with .pdf")
        files = write_result(project, result, out, o.Format.pdf)
        summarize(files, result)
        return files
    if str(out) == "-":
        fail_usage(f"-o -: --for {profile} makes several files; name a folder")
    folder = out if is_named else out.with_name(f"{out.stem} {profile}")
    made = {folder / name: data for name, data in result.place(folder).items()}
    only = next(iter(made)) if len(made) == 1 else None
    if only and out.suffix.lower() == only.suffix:  # a file of its own, under the name given
        folder, made = out, {out: made[only]}
    write_files(made, project.files, folders=True)
    count = "1 file" if len(made) == 1 else f"{len(made)} files"
    pieces = "piece" if result.pieces == 1 else "pieces"
    inside = f"{result.pieces} {pieces}" if result.pieces else ", ".join(result.files)
    say(f"{folder}: {count}, {inside}")
    return list(made)


def write_result(
    project: Project,
    result: Result,
    out: Path,
    form: o.Format,
    dpi: int = 300,
    jobs: int | None = None,
    text: o.TextName = o.TextName.outlines,
) -> list[Path]:
    """Writes a result as one PDF, or one file per page; returns the files, none for stdout."""
    from sheetgen.delivery.delivery import CANT_WRITE, protect_stdout, write_files
    from sheetgen.ground.diagnostics import ProblemError

    if form is o.Format.pdf:
        contents = [result.pdf()]
    elif form is o.Format.svg:
        contents = result.svg(text is o.TextName.text)
    else:
        from sheetgen.export.png import write_pngs

        pictures = write_pngs(result.flatten(), dpi, jobs)
        contents = list(track(pictures, result.pages, "Rasterising"))
    if str(out) == "-":
        if len(contents) > 1:
            fail_usage("-o -: several pages can't go to standard output; write them to files")
        protect_stdout(project.files)
        if is_closed(sys.stdout):
            message = "standard output can't be written: it is closed"
            raise ProblemError([CANT_WRITE.at(None, message, "name a file with -o")])
        sys.stdout.buffer.write(contents[0])
        return []
    files = number_files(out, form, len(contents))
    cutlines = {out.with_name(f"{out.stem}-{name}"): d for name, d in result.cutlines().items()}
    write_files({**dict(zip(files, contents, strict=True)), **cutlines}, project.files)
    return files


def write_pieces(
    project: Project,
    result: Result,
    out: Path,
    form: o.Format,
    dpi: int = 300,
    jobs: int | None = None,
    text: o.TextName = o.TextName.outlines,
) -> list[Path]:
    """Writes one file a piece, and returns them: into a folder, or with names that begin as `out`.

    `out` is a folder unless it has the ending of a picture or PDF.
    """
    from sheetgen.delivery.delivery import write_files

    if str(out) == "-":
        fail_usage("-o -: pieces can't go to standard output; name a folder")
    is_pattern = out.suffix.lower() in {f".{known.value}" for known in o.Format}
    contents = result.cut(form.value, dpi, text is o.TextName.text)
    files = {
        out.with_name(f"{out.stem}-{name}") if is_pattern else out / name: data
        for name, data in contents.items()
    }
    write_files(files, project.files, folders=True)
    return list(files)


def name_output(
    collection: Collection, paths: Sequence[Path], form: o.Format, pieces: bool = False
) -> Path:
    """The file in the current folder that is named after what is printed; a folder for pieces."""
    printed = collection.printed
    if len(printed) == 1:
        name = printed[0].id
    elif len(paths) > _MOST_NAMED:
        name = f"{paths[0].stem} and {len(paths) - 1} more"
    else:
        places = [path if path.is_file() else path.resolve() for path in paths or [Path()]]
        name = " and ".join(path.stem if path.is_file() else path.name for path in places)
    name = re.sub(r"[/\\:*?\"<>|\x00-\x1f]+", "-", name).strip(". ") or "sheets"
    return Path(f"{name} pieces" if pieces else f"{name}.{form.value}")


def number_files(out: Path, form: o.Format, count: int) -> list[Path]:
    """The files for `count` results: `out` itself, or `out-1`, `out-2` … before its ending."""
    if count == 1:
        return [out]
    digits = len(str(count))
    suffix = out.suffix or f".{form.value}"
    return [out.with_name(f"{out.stem}-{at:0{digits}}{suffix}") for at in range(1, count + 1)]


def summarize(files: Sequence[Path], result: Result) -> None:
    """Reports what was written where, and how much of the paper is used."""
    if not files:
        return
    shown = str(files[0]) if len(files) == 1 else f"{files[0]} to {files[-1].name}"
    pages = "page" if result.pages == 1 else "pages"
    pieces = "piece" if result.pieces == 1 else "pieces"
    counts = f"{result.pieces} {pieces} on {result.pages} {pages}"
    say(f"{shown}: {counts}, {result.used:.0%} of the paper used".replace("%", " %"))
    backs = [at for at, page in enumerate(result.sides, start=1) if not page.covered]
    if backs and len(backs) * 2 < result.pages:
        say(f"pages {backs[0] - 1} to {backs[-1]} are for both sides of the paper")
