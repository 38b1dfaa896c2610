"""import and export: definitions from files of other programs, and tables for them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, report, say
from sheetgen.ground.number import count

if TYPE_CHECKING:
    from sheetgen.project.intake import Intake


def import_files(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="JSON, XML, CSV, XLSX, YAML, text; or folders."),
    ],
    mapping: Annotated[
        str,
        typer.Option(
            "--map",
            metavar="MAPPING",
            help="A mapping: a YAML file, or the name of one in a game.yaml.",
        ),
    ] = "",
    game: Annotated[
        str,
        typer.Option(
            metavar="ID", autocompletion=o.complete("games"), help="The game whose mapping it is."
        ),
    ] = "",
    sketch: Annotated[
        bool, typer.Option("--sketch", help="Write a first mapping and a first game for the file.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="A folder for one file each, or a .yaml file for all; by default, a folder named"
            " after the file.",
        ),
    ] = None,
    system: o.Games = None,
) -> None:
    """Makes definitions and fleets of a file of another program, by a mapping.

    \b
    sheetgen export ships -o fleet.json             such a file as other programs write
    sheetgen import fleet.json -o copies            again: only what has changed there
    sheetgen import fleet.json --sketch -o my-game  a first game, and a mapping to go on from
    """
    from sheetgen.ground.delivery import write_files

    if sketch:
        _write_sketch(files, output or Path(files[0].stem))
        return
    project = o.open_project((), o.load_systems(system))
    with o.refuse_choices():
        made = project.import_files(*files, mapping=mapping, game=game, output=output)
    report(made.problems, project.files.texts)
    if made.files:
        write_files({path: text.encode() for path, text in made.files.items()}, project.files, True)
    _summarize(made)


_FORMS = ("csv", "xlsx", "json")


def export(
    paths: o.Paths = None,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="The file: .csv, .xlsx or .json; - for CSV on stdout."),
    ] = Path("-"),
    system: o.Games = None,
) -> None:
    """Writes definitions as a table with one row each, or as JSON, to be read again.

    \b
    sheetgen export ships -o ships.csv
    sheetgen export fleet.yaml ships -o fleet.json
    """
    from sheetgen.ground.delivery import write_files

    is_stdout = str(output) == "-"
    form = "csv" if is_stdout else output.suffix.lower().lstrip(".")
    if form not in _FORMS:
        fail_usage(f"-o {output}: end it with .csv, .xlsx or .json")
    project = o.open_project(paths or (), o.load_systems(system, is_stdout, paths or ()))
    made = project.export(*(paths or ()), form=form)
    if is_stdout:
        sys.stdout.buffer.write(made.removeprefix(b"\xef\xbb\xbf"))
        return
    write_files({output: made}, project.files)
    say(f"{output} is written")


def _write_sketch(files: list[Path], folder: Path) -> None:
    """Writes a first game and a mapping into a project, and imports the files with these."""
    from sheetgen.ground.delivery import create_files, write_files

    project = o.open_project((), o.load_systems(None))
    with o.refuse_choices():
        made = project.sketch_game(*files)
    create_files({folder / name: text.encode() for name, text in made.files.items()}, [])
    say(f"{folder / next(iter(made.files))} is written: a first game, with a mapping of the file")
    project = o.open_project([folder], o.load_systems(None, paths=[folder]))
    with o.refuse_choices():
        taken = project.import_files(*files, game=made.id, output=folder / "ships")
    report(taken.problems, project.files.texts)
    write_files({path: text.encode() for path, text in taken.files.items()}, project.files, True)
    _summarize(taken)
    out = shlex.quote(f"{made.id}.pdf")
    say(f"`sheetgen render {shlex.quote(str(folder))} -o {out}` prints it")


def _summarize(made: Intake) -> None:
    """Tells what was written, and which keys of the source were not used."""
    from sheetgen.exchange.merge import LOCK
    from sheetgen.project.intake import spell_ignored

    things = ", ".join(count(number, kind) for kind, number in made.counts.items())
    changed = sum(path.name != LOCK for path in made.files)
    wrote = f"{count(changed, 'file')} written" if changed else "nothing has changed"
    say(f"{made.folder}: {things or 'no definitions'}, {wrote}")
    if made.ignored:
        say(f"ignored: {spell_ignored(made.ignored)}")
