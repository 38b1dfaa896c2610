"""The output that the commands share: diagnostics, files, progress, tables."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NoReturn, TypeVar

import typer

from sheetgen.ground.diagnostics import (
    Diagnostic,
    choose_worst,
    declare,
    raise_severity,
    render_full,
    render_json,
    render_short,
    sort_diagnostics,
)
from sheetgen.ground.files import SHARED
from sheetgen.ground.visible import measure, show, write_json

GONE = declare(
    "no-folder",
    "error",
    """The current folder was deleted.

    Why: Definitions are looked up in it, and results are written into it.

    Example:
    # cd my-fleet; rm -r ../my-fleet; sheetgen validate
    """,
)
declare(
    "out-of-memory",
    "error",
    """The computer does not have enough memory for this.

    Why: The whole print is kept in memory until it is written, so that nothing is ever half
    written. Nothing that was there before is touched.

    Example:
    # sheetgen render ships -o ships.png --dpi 1200    print fewer ships at once, or at 300 dpi
    """,
)

T = TypeVar("T")


MOST_SHOWN = 500
"""How many problems are shown in full on a terminal, whose reader mends a few and looks again."""


def report(
    found: Iterable[Diagnostic], texts: Mapping[str, str] | None = None, form: str = "full"
) -> None:
    """Prints diagnostics: JSON on standard output, the other forms on standard error.

    `texts` are those that the run has read, by the names of their files, for excerpts; those of
    games are known.
    """
    ordered = sort_diagnostics(found)
    if form == "json":
        sys.stdout.write(render_json(ordered))
    elif form == "short":
        sys.stderr.write(render_short(ordered))
    else:
        terminal = sys.stderr.isatty()
        shown = choose_worst(ordered, MOST_SHOWN) if terminal else ordered
        known = {**SHARED.texts, **(texts or {})}
        sys.stderr.write(render_full(shown, known, color=has_color(terminal)))
        if more := len(ordered) - len(shown):
            say(f"… and {more} more; `sheetgen validate --format short` shows all", err=True)


def say(text: str, err: bool = False) -> None:
    """Prints one line, whatever the values in it contain."""
    typer.echo(show(text), err=err)


def say_text(text: str) -> None:
    """Prints a text of several lines."""
    for line in text.splitlines():
        say(line)


def say_json(value: object) -> None:
    """Prints a value as JSON, for other programs."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    text = write_json(value) if encoding == "utf8" else json.dumps(value, indent=2) + "\n"
    typer.echo(text, nl=False)


def has_color(terminal: bool) -> bool:
    """Whether to use colour, by the terminal and the NO_COLOR and FORCE_COLOR conventions."""
    if os.environ.get("NO_COLOR"):
        return False
    return terminal or bool(os.environ.get("FORCE_COLOR"))


def stop_on_errors(
    found: Sequence[Diagnostic],
    texts: Mapping[str, str],
    hints: bool = False,
    strict: bool = False,
) -> None:
    """Prints what was found, and exits with 1 on an error; if `strict`, on a warning too.

    Hints are left out unless they are asked for, or would be errors under --strict.
    """
    if strict:
        found = raise_severity(found)
    shown = [d for d in found if hints or d.severity != "hint" or d.is_raised]
    report(shown, texts)
    if any(d.is_error for d in found):
        raise typer.Exit(1)


def fail_usage(message: str) -> NoReturn:
    """Exits with status 2: the command was not used as intended."""
    raise typer.BadParameter(show(message))


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
                from rich.markup import escape
                from rich.progress import Progress

                progress = Progress(console=Console(stderr=True), transient=True)
                task = progress.add_task(escape(show(label)), total=total)
                progress.start()
            if progress is not None and task is not None:
                progress.update(task, completed=done)
    finally:
        if progress is not None:
            progress.stop()


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """Prints a table with aligned columns, numbers to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    heads = [_cell(heading) for heading in headings]
    if title:
        say(title)
    widths = [max(measure(row[at]) for row in [heads, *cells]) for at in range(len(heads))]
    numeric = [
        all(_is_number(row[at]) for row in cells) and bool(cells) for at in range(len(heads))
    ]
    for row in [heads, *cells] if any(heads) else cells:
        line = map(_pad, row, widths, numeric)
        say("  ".join(line).rstrip())


def _cell(value: object) -> str:
    return "" if value is None else show(str(value))


def _pad(text: str, width: int, right: bool) -> str:
    """A cell filled up to a width in cells of the terminal, which wide letters take two of."""
    space = " " * (width - measure(text))
    return space + text if right else text + space


def _is_number(text: str) -> bool:
    parts = text.split(" → ")  # what losses leave of a number stands behind it
    return not text or all(
        part.lstrip("-").replace(",", ".").replace(".", "", 1).isdigit() for part in parts
    )
