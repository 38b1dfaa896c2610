"""The files that a print is written into: their names, their contents, what is said of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, say, track
from sheetgen.cli.process import is_closed
from sheetgen.ground.number import count
from sheetgen.ground.record import replace

if TYPE_CHECKING:
    from sheetgen.definitions.collection import Collection
    from sheetgen.printing.result import Result
    from sheetgen.project.project import Project

_MOST_NAMED = 3


def write_for(
    project: Project, result: Result, out: Path, profile: str, is_named: bool = True
) -> list[Path]:
    """Writes what a profile made: several files into a folder, or one PDF."""
    from sheetgen.ground.delivery import write_files

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
    inside = count(result.pieces, "piece") if result.pieces else ", ".join(result.files)
    say(f"{folder}: {count(len(made), 'file')}, {inside}")
    return list(made)


def write_result(
    project: Project,
    result: Result,
    out: Path,
    form: o.Format,
    dpi: int = 300,
    jobs: int | None = None,
    text: o.TextName = o.TextName.outlines,
    numbers: Sequence[int] | None = None,
) -> list[Path]:
    """Writes a result as one PDF, or one file per page; returns the files, none for stdout.

    Of pages it writes only those with these numbers, if there are any.
    """
    from sheetgen.ground.delivery import write_files

    total = result.pages
    if numbers:
        # Links may lead to pages that are left out.
        result.sides = [replace(result.sides[at - 1], links=(), bookmarks=()) for at in numbers]
        result.pages = len(numbers)
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
        write_stdout(project, contents[0])
        return []
    files = number_files(out, form, total if numbers else len(contents))
    files = [files[at - 1] for at in numbers] if numbers else files
    cutlines = {out.with_name(f"{out.stem}-{name}"): d for name, d in result.cutlines().items()}
    write_files({**dict(zip(files, contents, strict=True)), **cutlines}, project.files)
    return files


def write_screens(project: Project, result: Result, out: Path) -> list[Path]:
    """Writes a book for screens, and says what only pages have."""
    from sheetgen.ground.delivery import write_files

    [data] = (result.files or {}).values()
    if str(out) == "-":
        write_stdout(project, data)
        return []
    write_files({out: data}, project.files)
    say(f"{out}: {result.title}; without cut-outs, back cover and pages, which only paper has")
    return [out]


def write_stdout(project: Project, data: bytes) -> None:
    """Writes bytes to standard output. Raises ProblemError if it is closed."""
    from sheetgen.ground.delivery import CANT_WRITE, protect_stdout
    from sheetgen.ground.diagnostics import ProblemError

    protect_stdout(project.files)
    if is_closed(sys.stdout):
        message = "standard output can't be written: it is closed"
        raise ProblemError([CANT_WRITE.at(None, message, "name a file with -o")])
    sys.stdout.buffer.write(data)


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
    from sheetgen.ground.delivery import write_files

    if str(out) == "-":
        fail_usage("-o -: pieces can't go to standard output; name a folder")
    is_pattern = out.suffix.lower() in {f".{known}" for known in o.Format}
    contents = result.cut(form, dpi, text is o.TextName.text)
    files = {
        out.with_name(f"{out.stem}-{name}") if is_pattern else out / name: data
        for name, data in contents.items()
    }
    write_files(files, project.files, folders=True)
    return list(files)


def write_print(
    project: Project,
    result: Result,
    out: Path | None,
    name: str,
    form: o.Format,
    pieces: bool,
    profile: str,
    dpi: int,
    jobs: int | None,
    text: o.TextName,
) -> list[Path]:
    """Writes a print as it is wanted, and says so; without `out`, in the current folder."""
    path = out or Path(f"{name} pieces" if pieces else f"{name}.{form}")
    if profile:
        return write_for(project, result, path, profile, bool(out))
    write = write_pieces if pieces else write_result
    files = write(project, result, path, form, dpi, jobs, text)
    summarize(files, result)
    return files


def name_print(collection: Collection, paths: Sequence[Path]) -> str:
    """The name of a file that is called after what is printed."""
    printed = collection.printed
    if len(printed) == 1:
        name = printed[0].id
    elif len(paths) > _MOST_NAMED:
        name = f"{paths[0].stem} and {len(paths) - 1} more"
    else:
        places = [path if path.is_file() else path.resolve() for path in paths or [Path()]]
        name = " and ".join(path.stem if path.is_file() else path.name for path in places)
    return re.sub(r"[/\\:*?\"<>|\x00-\x1f]+", "-", name).strip(". ") or "sheets"


def number_files(out: Path, form: o.Format, number: int) -> list[Path]:
    """The files for so many results: `out` itself, or `out-1`, `out-2` … before its ending."""
    if number == 1:
        return [out]
    digits = len(str(number))
    suffix = out.suffix or f".{form}"
    return [out.with_name(f"{out.stem}-{at:0{digits}}{suffix}") for at in range(1, number + 1)]


def summarize(files: Sequence[Path], result: Result) -> None:
    """Reports what was written where, and how much of the paper is used."""
    if not files:
        return
    shown = str(files[0]) if len(files) == 1 else f"{files[0]} to {files[-1].name}"
    counts = f"{count(result.pieces, 'piece')} on {count(result.pages, 'page')}"
    say(f"{shown}: {counts}, {result.used:.0%} of the paper used".replace("%", " %"))
    backs = [at for at, page in enumerate(result.sides, start=1) if not page.covered]
    if backs and len(backs) * 2 < result.pages:
        say(f"pages {backs[0] - 1} to {backs[-1]} are for both sides of the paper")
