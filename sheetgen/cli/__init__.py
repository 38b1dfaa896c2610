"""The command line: the only place that prints, exits and writes results.

Each command imports what it needs when it runs, so that `--help` answers immediately.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from typing import Annotated, Optional

import typer

from sheetgen.cli import book, check, draw, inspect, project, render
from sheetgen.ground.version import __version__

_EPILOG = (
    "A first print: `sheetgen init my-fleet`, then `sheetgen render my-fleet -o fleet.pdf`. "
    "`sheetgen COMMAND --help` shows examples."
)

app = typer.Typer(
    name="sheetgen",
    help="Prints ship displays and other sheets for tabletop games from YAML definitions.",
    epilog=_EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sheetgen {__version__}")
        raise typer.Exit


@app.callback()
def _start(
    version: Annotated[
        Optional[bool],  # noqa: UP045 - typer reads the annotation
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = None,
) -> None:
    pass


app.command("render", short_help="Print the sheets of ships and fleets.")(render.render)
app.command("blank", short_help="Print empty sheets to fill in by hand.")(render.blank)
app.command("validate", short_help="Report every problem, write nothing.")(check.validate)
app.command("show", short_help="Show derived values: points, power, boxes.")(inspect.show)
app.command("list", short_help="List games, ships, sheets, fonts, papers.")(inspect.list_things)
app.command("new", short_help="Write a definition to start from.")(project.new)
app.command("init", short_help="Create a project folder to start from.")(project.init)
app.command("book", short_help="Publish a book of ships and fleets.")(book.book)
app.command("draw", short_help="Draw one SVG file to PDF, PNG or SVG.")(draw.draw)
app.command("eject", short_help="Copy a template here to change it.")(project.eject)
app.command("explain", short_help="Explain what a rule means and why.")(check.explain)
app.command("schema", short_help="Print the JSON Schema for editors.")(inspect.schema)


def _close_output() -> None:
    """Discards what is still to be written, so that Python does not fail on it when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Runs the command line and exits with its status."""
    from sheetgen.cli.signals import watch_signals

    with watch_signals():
        _run()


def _run() -> None:
    from sheetgen.ground.diagnostics import ProblemError

    gc.disable()  # a command makes values and ends, so collecting would find nothing
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins is slow
    for stream in (sys.stdout, sys.stderr):
        # A pipe may not take all of UTF-8; a name in other letters must not end the command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
            gc.freeze()  # so there is nothing to search at exit either
    except ProblemError as error:
        from sheetgen.cli.output import report

        report(error.diagnostics)
        sys.exit(1)
    except BrokenPipeError:
        # The reader has closed our pipe; a second error at exit is of no use to anyone.
        _close_output()
        sys.exit(1)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
            raise
        # Files report this themselves, so what is left is standard output.
        from sheetgen.cli.delivery import CANT_WRITE
        from sheetgen.cli.output import report

        message = f"standard output can't be written: {error.strerror}"
        report([CANT_WRITE.at(None, message, "is the disk full?")])
        _close_output()
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
