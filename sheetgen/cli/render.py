"""render and blank: definitions, or sizes, to printed sheets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, stop_on_errors, track, write_files

if TYPE_CHECKING:
    from sheetgen.export.pdf import Facts
    from sheetgen.pages.page import Page
    from sheetgen.systems.catalogue import Systems
    from sheetgen.systems.contract import Sheet, System


def render(
    paths: o.Paths = None,
    output: o.Out = ...,  # type: ignore[assignment]
    sheet: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--sheet", help="A sheet to print, may be repeated; see `list sheets`."),
    ] = None,
    format: o.FormatOption = None,
    paper: o.PaperName = "a4",
    landscape: o.Landscape = None,
    copies: o.Copies = 1,
    ink: o.InkOption = o.InkName.color,
    marks: o.Marks = True,
    bleed: o.Bleed = None,
    duplex: o.DuplexOption = o.DuplexName.long,
    back_offset: o.BackOffset = "",
    fillable: o.Fillable = False,
    dpi: o.Dpi = 300,
    jobs: o.Jobs = 1,
    colour: o.Colour = "",
    title: o.Title = "",
    author: o.Author = "",
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Prints sheets of the ships and fleets in files and folders.

    \b
    sheetgen render -o fleet.pdf                      everything in this folder
    sheetgen render warrior.yaml -o warrior.png       one ship as a picture
    sheetgen render ships -o ships.pdf --sheet compact --paper letter --ink grey
    """
    from sheetgen.definitions.collection import read_definitions
    from sheetgen.export.pdf import Facts
    from sheetgen.ground.diagnostics import ProblemError
    from sheetgen.press import Order, list_sheets

    form = o.choose_format(output, format)
    systems = o.load_systems(system)
    where = paths or [Path()]
    layout = o.make_layout(paper, landscape, marks, duplex, back_offset)
    press = o.make_press(where, ink, fonts, systems, bleed)
    collection = read_definitions(o.find_inputs(where, systems), systems)
    names = list(dict.fromkeys(sheet or ()))
    games = list(dict.fromkeys(d.system for d in collection.definitions))
    if games:
        o.check_names(names, sorted({s.name for g in games for s in g.sheets}), "--sheet")
    stop_on_errors([*collection.diagnostics, *press.fonts.diagnostics], collection.texts)
    if collection.books and not collection.definitions:
        file = collection.books[0]
        fail_usage(f"{file} is a book file: `sheetgen book {file} -o …` publishes it")
    o.keep_inputs(output, [d.path for d in collection.definitions if d.path])
    if not title:
        printed = collection.printed
        title = printed[0].name if len(printed) == 1 else " and ".join(g.name for g in games)
    order = Order(layout, copies, names, o.check_colour(colour), title)
    total = sum(1 for _ in list_sheets(collection.printed, names))
    try:
        pieces = list(track(press.draw_sheets(collection.printed, order), total, "Drawing"))
        if not pieces:
            fail_usage(f"--sheet {' '.join(names)}: none of these definitions has such a sheet")
        pages = press.lay_out(pieces, order)
    except ProblemError as error:
        stop_on_errors(error.diagnostics, collection.texts)
        raise
    files = write_pages(pages, output, form, Facts(title, author), fillable, dpi, jobs)
    _summarize(files, len(pages), sum(item.copies for _, item in pieces))


def blank(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help="Which sheet; see `list sheets`.")],
    output: o.Out = ...,  # type: ignore[assignment]
    size: Annotated[
        Optional[list[int]],  # noqa: UP045
        typer.Option("--mass", "--size", help="For these masses; may be repeated.", min=1, max=400),
    ] = None,
    more: Annotated[
        Optional[list[int]],  # noqa: UP045
        typer.Argument(metavar="MORE", help="More masses, as in --mass 4 6 12.", min=1, max=400),
    ] = None,
    format: o.FormatOption = None,
    paper: o.PaperName = "a4",
    landscape: o.Landscape = None,
    copies: o.Copies = 1,
    ink: o.InkOption = o.InkName.color,
    marks: o.Marks = True,
    bleed: o.Bleed = None,
    duplex: o.DuplexOption = o.DuplexName.long,
    back_offset: o.BackOffset = "",
    fillable: o.Fillable = False,
    dpi: o.Dpi = 300,
    jobs: o.Jobs = 1,
    colour: o.Colour = "",
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Prints empty sheets to fill in by hand.

    \b
    sheetgen blank display -o blank.pdf               the usual sizes
    sheetgen blank display --mass 4 6 12 -o blank.pdf --copies 3
    """
    from sheetgen.export.pdf import Facts
    from sheetgen.press import Order

    form = o.choose_format(output, format)
    systems = o.load_systems(system)
    chosen, game = _find_blank(sheet, systems)
    layout = o.make_layout(paper, landscape, marks, duplex, back_offset)
    press = o.make_press([], ink, fonts, systems, bleed)
    stop_on_errors(press.fonts.diagnostics, {})
    title = f"{game.name}: {chosen.title}"
    order = Order(layout, copies, colour=o.check_colour(colour), title=title)
    sizes = [*(size or ()), *(more or ())] or chosen.blank_sizes
    try:
        pieces = list(press.draw_blanks(chosen, sizes, order, game))
    except ValueError as error:
        fail_usage(f"--size: {error}")
    pages = press.lay_out(pieces, order)
    files = write_pages(pages, output, form, Facts(title), fillable, dpi, jobs)
    _summarize(files, len(pages), sum(item.copies for _, item in pieces))


def _find_blank(name: str, systems: Systems) -> tuple[Sheet, System]:
    """The sheet called `name`, or `system/name`, that can be printed empty; or a usage error."""
    found = {
        label: (sheet, game)
        for game in reversed(o.order_games(systems))
        for sheet in game.sheets
        if sheet.fill_blank
        for label in (f"{game.id}/{sheet.name}", sheet.name)
    }
    o.check_names([name], sorted(n for n in found if ("/" in n) == ("/" in name)), "SHEET")
    return found[name]


def write_pages(
    pages: Sequence[Page],
    out: Path,
    form: o.Format,
    facts: Facts,
    fillable: bool,
    dpi: int,
    jobs: int,
) -> list[Path]:
    """Writes pages as one PDF, or as one file a page; the files, none for standard output."""
    if form is o.Format.svg:
        from sheetgen.export.vector import write_svg

        results = [write_svg(page, facts.title).encode() for page in pages]
    else:
        from sheetgen.export.pdf import write_pdf

        data = write_pdf(pages, facts, fillable and form is o.Format.pdf)
        results = [data] if form is o.Format.pdf else _rasterize(data, len(pages), dpi, jobs)
    if str(out) == "-":
        if len(results) > 1:
            fail_usage("-o -: several pages can't go to standard output; write them to files")
        sys.stdout.buffer.write(results[0])
        return []
    files = number_files(out, form, len(results))
    write_files(dict(zip(files, results, strict=True)))
    return files


def _rasterize(data: bytes, pages: int, dpi: int, jobs: int) -> list[bytes]:
    from sheetgen.export.png import write_png

    if jobs == 1 or pages == 1:
        return list(track((write_png(data, at, dpi) for at in range(pages)), pages, "Rasterising"))
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, pages)) as pool:
        done = pool.map(write_png, [data] * pages, range(pages), [dpi] * pages)
        return list(track(done, pages, "Rasterising"))


def number_files(out: Path, form: o.Format, count: int) -> list[Path]:
    """The files for `count` results: `out` itself, or `out-1`, `out-2` … before its ending."""
    if count == 1:
        return [out]
    digits = len(str(count))
    suffix = out.suffix or f".{form.value}"
    return [out.with_name(f"{out.stem}-{at:0{digits}}{suffix}") for at in range(1, count + 1)]


def _summarize(files: Sequence[Path], pages: int, sheets: int) -> None:
    if files:
        shown = str(files[0]) if len(files) == 1 else f"{files[0]} to {files[-1].name}"
        page_word, sheet_word = (
            "page" if pages == 1 else "pages",
            "sheet" if sheets == 1 else "sheets",
        )
        typer.echo(f"{shown}: {sheets} {sheet_word} on {pages} {page_word}")
