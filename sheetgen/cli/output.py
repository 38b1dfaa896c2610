"""The output that the commands share: diagnostics, files, progress, tables."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

import typer

from sheetgen.ground.diagnostics import (
    Diagnostic,
    render_full,
    render_json,
    render_short,
    sort_diagnostics,
)

T = TypeVar("T")


def report(
    found: Iterable[Diagnostic], texts: Mapping[str, str] | None = None, form: str = "full"
) -> None:
    """Prints diagnostics: JSON on standard output, the other forms on standard error."""
    ordered = sort_diagnostics(found)
    if form == "json":
        sys.stdout.write(render_json(ordered))
    elif form == "short":
        sys.stderr.write(render_short(ordered))
    else:
        from sheetgen.ground.textfile import read_text

        known = dict(texts or {})
        for file in {d.file for d in ordered} - set(known):
            known[file], _ = read_text(Path(file), file)
        sys.stderr.write(render_full(ordered, known, color=has_color(sys.stderr.isatty())))


def has_color(terminal: bool) -> bool:
    """Whether to use colour, by the terminal and the NO_COLOR and FORCE_COLOR conventions."""
    if os.environ.get("NO_COLOR"):
        return False
    return terminal or bool(os.environ.get("FORCE_COLOR"))


def stop_on_errors(
    found: Sequence[Diagnostic], texts: Mapping[str, str], hints: bool = False
) -> None:
    """Prints what was found, without hints unless asked for, and exits with 1 on an error."""
    shown = [d for d in found if hints or d.severity != "hint"]
    report(shown, texts)
    if any(d.is_error for d in found):
        raise typer.Exit(1)


def fail_usage(message: str) -> NoReturn:
    """Exits with status 2: the command was not used as intended."""
    raise typer.BadParameter(message)


def track(things: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Passes things on; on a terminal, with a progress bar after more than a second."""
    if not sys.stderr.isatty():
        yield from things
        return
    start = time.monotonic()
    progress = None
    task = None
    try:
        for done, thing in enumerate(things, start=1):
            yield thing
            if progress is None and time.monotonic() - start > 1:
                from rich.console import Console
                from rich.progress import Progress

                progress = Progress(console=Console(stderr=True), transient=True)
                task = progress.add_task(label, total=total)
                progress.start()
            if progress is not None and task is not None:
                progress.update(task, completed=done)
    finally:
        if progress is not None:
            progress.stop()


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """Prints a table with aligned columns, numbers to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    if title:
        typer.echo(title)
    widths = [max(len(row[at]) for row in [list(headings), *cells]) for at in range(len(headings))]
    numeric = [
        all(_is_number(row[at]) for row in cells) and bool(cells) for at in range(len(headings))
    ]
    for row in [list(headings), *cells] if any(headings) else cells:
        line = (
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        )
        typer.echo("  ".join(line).rstrip())


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def _is_number(text: str) -> bool:
    return not text or text.lstrip("-").replace(".", "", 1).isdigit()
