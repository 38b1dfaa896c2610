"""new and init: files to start from."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.listing import find_game
from sheetgen.cli.output import fail_usage, say
from sheetgen.ground.visible import find_hidden, is_blank, make_id

if TYPE_CHECKING:
    from sheetgen.systems.contract import System
    from sheetgen.systems.loading import Systems

_ABOUT = {
    "sheetgen.yaml": "marks this folder as a project, and says what that is called",
    "ships": "your ships: open one in any text editor, the notes in it explain each line",
    "fleet.yaml": "your fleet, which names its ships",
    "book.yaml": "a book about your ships and fleets; its chapters are in book/",
    "games": "the rules of your game: its game.yaml, its templates and its own ships",
    "templates": "templates that you change (sheetgen eject copies one here to start from)",
    "fonts": "your own fonts (TTF or OTF)",
}
"""The purposes of a project's parts, as its README.txt gives them."""
_BREAKS = "\n\t\u2028\u2029"
"""Characters that a starter's name must not contain, though a text may."""
MOST_COPIED = 40 * 1024 * 1024
"""Bytes of the largest file that `init` copies from a game."""


def new(
    game: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM", autocompletion=o.complete("games"), help="The game, such as asfos."
        ),
    ],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name on the sheet.", show_default=False)
    ] = "",
    kind: Annotated[str, typer.Option(help="ship, fleet …: a kind of the game.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file; by default, from the name.")
    ] = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="A table for a spreadsheet, with the keys as headings.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Writes a definition with notes to start from.

    \b
    sheetgen new asfos "Iron Duke"                writes iron-duke.yaml
    sheetgen new asfos "Grand Fleet" --kind fleet
    sheetgen new asfos --csv                      writes asfos.csv, for many ships
    """
    from sheetgen.ground.delivery import create_files

    name = name or ("Example" if csv else "")
    if is_blank(name):
        fail_usage("NAME: a ship needs a name")
    if hidden := find_hidden(name) or "".join(c for c in name if c in _BREAKS)[:1]:
        fail_usage(f"NAME: it has U+{ord(hidden):04X} in it, which can't be seen on a sheet")
    found = find_game(game, o.load_systems(system))
    starters = {k.name: k.starter for k in found.kinds if k.starter}
    if not starters:
        fail_usage(f"the game {found.id} has no definitions to start from (Kind.starter)")
    chosen = kind or next(iter(starters))
    [chosen] = o.check_names([chosen], list(starters), "kind")
    text = starters[chosen].replace("@NAME@", quote_name(name))
    path = output or Path(f"{found.id}.csv" if csv else f"{make_id(name) or 'ship'}.yaml")
    create_files({path: (_write_table(found, chosen, text) if csv else text).encode()})
    result = shlex.quote(f"{path.with_suffix('.pdf').name}")
    command = f"sheetgen render {shlex.quote(str(path))} -o {result}{_name_systems(system)}"
    program = "a spreadsheet" if csv else "an editor"
    say(f"{path} is written: open it in {program}, then `{command}`")


def _write_table(game: System, kind: str, starter: str) -> str:
    """The table of a kind's keys, with its starter as the example."""
    from sheetgen.reading.source import parse
    from sheetgen.reading.table import write_headings

    model = next(known.model for known in game.kinds if known.name == kind)
    return write_headings(model, parse(starter, "").documents[0].data)


def init(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to create.")],
    game: Annotated[
        str,
        typer.Option(
            "--game",
            autocompletion=o.complete("games"),
            help="The game, or the folder of one without code, which is copied; by default that of"
            " --system, or the first one.",
        ),
    ] = "",
    book: Annotated[
        bool,
        typer.Option("--book", help="Starts a book about the ships of a folder that you have."),
    ] = False,
    system: o.Games = None,
) -> None:
    """Creates a project folder with a first ship and fleet, and folders for templates and fonts.

    \b
    sheetgen init my-fleet
    sheetgen init ships --book                a book about all that is in ships
    """
    from sheetgen.definitions.mark import write_mark
    from sheetgen.ground.assets import MARK, is_folder
    from sheetgen.ground.delivery import create_files

    systems = o.load_systems(system, paths=[folder])
    if book and is_folder(folder) and any(folder.iterdir()):
        _add_book(folder, systems)
        return
    copied = _copy_game(game) if game and game not in systems.names else None
    if copied:
        found, copy = copied
        systems.add(found)
    else:
        usual = systems.named[0] if systems.named else systems.all()[0].id
        found, copy = find_game(game or usual, systems), {}
    files = {**(found.project or _start_project(found))}
    _check_free(folder)
    files = {**files, **_start_book(folder, files, systems)}
    files[MARK] = write_mark(folder.absolute().name)
    files["README.txt"] = _write_read_me([*files, *copy], _name_systems(system, folder))
    contents = {folder / name: text.encode() for name, text in files.items()}
    contents |= {folder / name: data for name, data in copy.items()}
    create_files(contents, [folder / "templates", folder / "fonts"])
    command = f"sheetgen render {shlex.quote(str(folder))} -o fleet.pdf{_name_systems(system)}"
    say(f"{folder} is ready: `{command}` prints it")


def _copy_game(name: str) -> tuple[System, dict[str, bytes]] | None:
    """A game without code, by its path or as it comes with sheetgen, and the files of a copy."""
    from sheetgen.systems.loading import Systems, find_example

    folder = find_example(name)
    if folder is None:
        return None
    systems = Systems([folder])
    game = systems.get(systems.named[0])
    assert game is not None
    names = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    shown = [name for name in names if not any(part[0] in "._" for part in name.parts)]
    return game, {f"games/{game.id}/{name.as_posix()}": _read_file(folder, name) for name in shown}


def _read_file(folder: Path, name: Path) -> bytes:
    """A file of a game to copy, which must really lie in its folder. Raises ProblemError."""
    from sheetgen.ground.assets import display_name
    from sheetgen.ground.diagnostics import Place, ProblemError
    from sheetgen.ground.files import Files
    from sheetgen.ground.textfile import NO_FILE, FileError

    path, files = folder / name, Files([folder])
    try:
        return files.read_bytes(path, MOST_COPIED, "a game")
    except (FileError, OSError) as error:
        shown = display_name(path)
        raise ProblemError([NO_FILE.at(Place(shown), f"this file {error}")]) from None


def _start_project(game: System) -> dict[str, str]:
    """The files of a project for a game that has no project of its own."""
    kind = next((kind for kind in game.kinds if kind.starter), None)
    if kind is None:
        fail_usage(f"the game {game.id} has no definitions to start from (Kind.starter)")
    text = kind.starter.replace("@NAME@", quote_name(f"First {kind.name.capitalize()}"))
    return {f"ships/first-{make_id(kind.name)}.yaml": text}


def _check_free(folder: Path) -> None:
    """Makes sure that a folder does not exist, or is empty. Raises ProblemError."""
    from sheetgen.ground.assets import is_folder
    from sheetgen.ground.delivery import FILE_EXISTS, tidy
    from sheetgen.ground.diagnostics import Place, ProblemError

    tidy(Path(os.path.realpath(folder)))
    if is_folder(folder) and not any(files for _, _, files in os.walk(folder)):
        return
    if os.path.lexists(folder):
        message = f"{folder} already exists and is not empty"
        raise ProblemError([FILE_EXISTS.at(Place(str(folder)), message, "choose another name")])


def _start_book(folder: Path, files: Mapping[str, str], systems: Systems) -> dict[str, str]:
    """A book of a new project's ships and fleets: its book file and a first chapter."""
    from sheetgen.book.definition import start_book
    from sheetgen.project.project import Project

    # The project is read before it is written, so that all of it can be written together.
    project = Project(folder.absolute(), systems)
    for name, text in files.items():
        project.overlay(name, text)
    return start_book(project.select(list(files)).definitions)


def _add_book(folder: Path, systems: Systems) -> None:
    """Writes a book file and a first chapter into a project that exists."""
    from sheetgen.book.definition import start_book
    from sheetgen.ground.delivery import create_files
    from sheetgen.project.project import Project

    found = Project(folder.absolute(), systems).select(()).definitions
    if not found:
        fail_usage(f"FOLDER: {folder} has no ships or fleets that a book could be about")
    files = start_book(found)
    create_files({folder / name: text.encode() for name, text in files.items()})
    path = shlex.quote(str(folder / "book.yaml"))
    say(f"{folder / 'book.yaml'} is written: `sheetgen book {path}` publishes it")


def _write_read_me(files: Iterable[str], systems: str) -> str:
    there = {name.partition("/")[0] for name in files} | {"ships", "templates", "fonts"}
    parts = {name: about for name, about in _ABOUT.items() if name in there}
    lines = [f"{name + '/' * ('.' not in name):15}{about}" for name, about in parts.items()]
    commands = {
        f"sheetgen validate{systems}": "check everything",
        f"sheetgen render -o fleet.pdf{systems}": "print everything",
        f"sheetgen book book.yaml -o book.pdf{systems}": "publish the book",
    }
    width = max(map(len, commands))
    lines += ["", *(f"{command:{width}}  {about}" for command, about in commands.items())]
    return "\n".join(["A sheetgen project.", "", *lines, ""])


def _name_systems(folders: Sequence[Path] | None, start: Path | None = None) -> str:
    """The --system options that a command needs again, with paths as seen from a folder."""
    text = ""
    for folder in folders or ():
        path = str(folder)
        if start:
            with suppress(ValueError):  # it is on another drive
                path = os.path.relpath(folder, start)
        text += f" --system {shlex.quote(path)}"
    return text


def quote_name(name: str) -> str:
    """A name as a YAML value, in quotes if it needs them."""
    plain = re.fullmatch(r"[^\W\d_][\w .'-]*", name) and name == name.strip()
    if plain and name.lower() not in ("null", "true", "false", "yes", "no", "on", "off"):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
