"""studio: designs, checks, previews and prints in the browser."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, say
from sheetgen.ground.diagnostics import Place, ProblemError, declare

if TYPE_CHECKING:
    from socket import socket

    from sheetgen.project.project import Project

PORT_TAKEN = declare(
    "port-taken",
    "error",
    """The studio can't listen on a port.

    Why: Another program, perhaps another studio, listens there, or the system keeps the port for
    itself. Without `--port` a free one is taken.

    Example:
    # sheetgen studio --port 80
    """,
)
_PORTS = range(20000, 32000)
"""Ports that systems do not give to others by themselves."""
NOT_A_PROJECT = declare(
    "not-a-project",
    "error",
    """The studio does not open a home folder or a whole drive.

    Why: It shows and watches all definitions in a folder, so it opens the folder of a project, and
    not one that holds everything. `sheetgen init my-fleet` makes a project.

    Example:
    # sheetgen studio ~
    """,
)


def studio(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The project; by default, this folder.")
    ] = Path(),
    port: Annotated[
        int | None,
        typer.Option(
            help="The port to listen on, 0 for any free one; by default the same for a folder.",
            min=0,
            max=65535,
            show_default=False,
        ),
    ] = None,
    unopened: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="SITE",
            help="Write the studio as a folder of plain files that runs inside the browser.",
        ),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="With --export: the npm package pyodide, and wheels."),
    ] = None,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Designs, checks and prints ships in the browser; nothing leaves this computer.

    \b
    sheetgen studio my-fleet
    sheetgen studio --port 8080 --no-open
    sheetgen studio my-fleet --export site --pyodide pyodide
    """
    if export or pyodide:
        _export(folder, export, pyodide)
        return
    from secrets import token_urlsafe

    from sheetgen.studio.calls import make_easel
    from sheetgen.studio.desk import Desk
    from sheetgen.studio.draft import find_home
    from sheetgen.studio.gate import Gate
    from sheetgen.studio.server import serve

    project = _open(folder, fonts or [], system or [])
    sock = _listen(project.folder, port)
    port = sock.getsockname()[1]
    token = token_urlsafe(24)
    address = f"http://127.0.0.1:{port}/{token}/"
    say(address)
    sys.stdout.flush()
    if not os.access(project.folder, os.W_OK):
        say(f"{folder} can't be written to: you can look and print, but not save", err=True)
    say("Ctrl-C ends the studio", err=True)
    if not unopened:
        _open_browser(address)
    easel = make_easel(project.folder, system or [], fonts or [])
    easel.start()  # while the page is loaded
    try:
        serve(Desk(project, find_home(), easel), Gate(token, port), sock, _report)
    finally:
        easel.end()


def _listen(folder: Path, port: int | None) -> socket:
    """The socket of a port. Raises ProblemError.

    Without one, a folder always has the same port if it is free: by its address, a browser knows
    again how somebody likes to work, such as in the dark or on Letter.
    """
    from zlib import crc32

    from sheetgen.studio.server import listen

    if port is None:
        with suppress(OSError):
            return listen(_PORTS.start + crc32(str(folder.absolute()).encode()) % len(_PORTS))
    try:
        return listen(port or 0)
    except OSError as error:
        message = f"port {port} can't be used: {error.strerror or error}"
        hint = "leave out --port to use any free port"
        raise ProblemError([PORT_TAKEN.at(Place(), message, hint)]) from None


def _export(folder: Path, site: Path | None, pyodide: Path | None) -> None:
    """Writes the studio as a folder of plain files. Raises ProblemError."""
    from sheetgen.ground.assets import find_project
    from sheetgen.ground.delivery import FILE_EXISTS, create_files
    from sheetgen.studio.site import make_site

    if site is None or pyodide is None:
        fail_usage("--export and --pyodide belong together: where to write, and what runs there")
    if site.exists() and (not site.is_dir() or any(site.iterdir())):
        message, hint = f"{site} already exists and is not empty", "choose another name"
        raise ProblemError([FILE_EXISTS.at(Place(str(site)), message, hint)])
    files = make_site(find_project(folder), pyodide)
    create_files({site / name: data for name, data in files.items()})
    size = sum(map(len, files.values())) / 1e6
    say(f"{site} is written ({size:.0f} MB): put it on any web server, as it is")


def _open(folder: Path, fonts: list[Path], systems: list[Path]) -> Project:
    """The project of a folder. Raises ProblemError."""
    import gc

    from sheetgen.ground.assets import display_name, find_project, holds_everything
    from sheetgen.project.project import open_folder

    gc.enable()  # this command stays
    found = find_project(folder)
    if holds_everything(found):
        shown = display_name(folder)
        hint = "name the folder of a project; `sheetgen init my-fleet` makes one"
        message = "this is not the folder of a project"
        raise ProblemError([NOT_A_PROJECT.at(Place(shown), message, hint)])
    return open_folder(found if folder.is_dir() else folder, systems, fonts)


def _open_browser(address: str) -> None:
    """Opens the page, unless there is no screen for a browser."""
    import webbrowser
    from threading import Thread

    screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if screen or sys.platform in ("win32", "darwin"):
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _report(error: BaseException) -> None:
    """Shows a mistake of the program's own on the terminal."""
    import traceback

    for line in traceback.format_exception(error):
        for part in line.rstrip().splitlines():
            say(part, err=True)
