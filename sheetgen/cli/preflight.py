"""preflight: reports what a print shop would refuse in a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, report, say

_MOST_BYTES = 1_000_000_000


def preflight(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The PDF to check, whoever made it.")
    ],
    profile: o.For = "",
    format: Annotated[
        o.ReportFormat, typer.Option("--format", help="How problems are shown.")
    ] = o.ReportFormat.full,
) -> None:
    """Reports what a print shop would refuse in a PDF.

    \b
    sheetgen preflight cards.pdf                      as PDF/X-1a:2003
    sheetgen preflight cards.pdf --for drivethru-cards
    """
    from sheetgen.ground import assets
    from sheetgen.ground.files import Files
    from sheetgen.ground.textfile import FileError
    from sheetgen.shop.preflight.document import preflight as inspect
    from sheetgen.shop.preflight.problem import demand
    from sheetgen.shop.shop import PIECES, choose_profile

    files, name = Files(), assets.display_name(file)
    wanted = None
    if profile:
        with o.refuse_choices():
            wanted = choose_profile(profile, assets.find_project(file), files, [*PIECES, "books"])
        if wanted.asks.makes not in ("cards", "book"):
            fail_usage(f"--for {profile}: it does not take PDFs for a press")
    files.name(file)
    try:
        data = files.read_bytes(file, _MOST_BYTES, "the PDF")
    except FileError as error:
        fail_usage(f"{name} {error}")
    except (OSError, ValueError) as error:
        fail_usage(f"{name} can't be read: {getattr(error, 'strerror', None) or error}")
    found = inspect(data, name, demand(wanted))
    report(found, {}, format.value)
    errors = sum(d.is_error for d in found)
    if format is not o.ReportFormat.json:
        against = profile or "PDF/X-1a:2003"
        others = len(found) - errors
        words = [_count(errors, "breach", "breaches")] if errors else []
        words += [_count(others, "warning", "warnings")] if others else []
        say(f"{name}, as {against}: {', '.join(words) or 'all is well'}", err=True)
    if errors:
        raise typer.Exit(1)


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
