"""Options that several commands take, and what they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sheetgen.cli.output import fail_usage

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Diagnostic
    from sheetgen.ground.units import Paper
    from sheetgen.pages.layout import Layout
    from sheetgen.press import Press
    from sheetgen.systems.catalogue import Systems
    from sheetgen.systems.contract import System


class InkName(StrEnum):
    """The values of --ink."""

    color = "color"
    grey = "grey"
    low = "low"


class DuplexName(StrEnum):
    """The values of --duplex."""

    long = "long"
    short = "short"
    fold = "fold"
    none = "none"


class Format(StrEnum):
    """The values of --format for printed results."""

    pdf = "pdf"
    svg = "svg"
    png = "png"


class ReportFormat(StrEnum):
    """The values of --format for diagnostics."""

    full = "full"
    short = "short"
    json = "json"


# Optional[...] and not `| None`, quoted nowhere: typer reads these at run time.
Paths = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Argument(
        metavar="PATHS",
        help="Files or folders with definitions, or their ids; without, this folder.",
    ),
]
Out = Annotated[
    Path, typer.Option("--output", "-o", help="The file to write; - writes to standard output.")
]
Fonts = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Option("--fonts", help="A folder of TTF fonts that win over the shipped ones."),
]
Games = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Option("--system", help="A folder that holds a game of your own; its code is run."),
]
PaperName = Annotated[
    str, typer.Option(help="a4, letter, a3, legal, tabloid, a5, or a size such as 200x300mm.")
]
Landscape = Annotated[
    Optional[bool],  # noqa: UP045
    typer.Option(
        "--landscape/--portrait", help="Which way the paper lies; without, the better fit."
    ),
]
InkOption = Annotated[
    InkName, typer.Option("--ink", help="Colours as they are, greys, or greys that save ink.")
]
FormatOption = Annotated[
    Optional[Format],  # noqa: UP045
    typer.Option("--format", help="What to write; without, by the ending of the output."),
]
Dpi = Annotated[int, typer.Option(help="Resolution of PNG pages.", min=20, max=2400)]
Copies = Annotated[int, typer.Option(help="How many of each sheet.", min=1, max=1000)]
Marks = Annotated[bool, typer.Option("--marks/--no-marks", help="Crop marks for cutting.")]
Bleed = Annotated[
    Optional[float],  # noqa: UP045
    typer.Option(
        help="Millimetres printed beyond the cut of pieces that have bleed; without, 2.",
        min=0,
        max=10,
    ),
]
DuplexOption = Annotated[
    DuplexName,
    typer.Option(
        "--duplex",
        help="Backs on the other side of the paper, turned on its long or short edge; or joined"
        " with their fronts to fold over; or none.",
    ),
]
BackOffset = Annotated[
    str,
    typer.Option(
        metavar="X,Y", help="Millimetres by which backs are moved right and up, such as 0.5,-1."
    ),
]
Fillable = Annotated[
    bool, typer.Option("--fillable", help="Boxes become form fields to tick on a screen.")
]
Jobs = Annotated[int, typer.Option(help="How many processes turn pages into PNG.", min=1, max=64)]
Title = Annotated[str, typer.Option(help="The PDF's title, also in the page margin.")]
Author = Annotated[str, typer.Option(help="The PDF's author.")]
Colour = Annotated[str, typer.Option(help="Accent colour, such as '#1f4e79' or darkred.")]


def parse_paper(text: str) -> Paper:
    """The paper of --paper, or a usage error."""
    from sheetgen.ground import units

    try:
        return units.parse_paper(text)
    except ValueError as error:
        fail_usage(f"--paper: {error}")


def make_layout(
    paper: str,
    landscape: bool | None,
    marks: bool,
    duplex: DuplexName = DuplexName.long,
    back_offset: str = "",
) -> Layout:
    """How pages are laid out, or a usage error."""
    from sheetgen.pages.duplex import Duplex
    from sheetgen.pages.layout import Layout

    return Layout(
        parse_paper(paper),
        landscape,
        marks=marks,
        duplex=Duplex(duplex.value),
        back_offset=parse_offset(back_offset),
    )


def parse_offset(text: str) -> tuple[float, float]:
    """The points of --back-offset, which is in millimetres, or a usage error."""
    from sheetgen.ground.units import MM

    if not text:
        return 0.0, 0.0
    try:
        x, y = map(float, text.split(","))
        if not max(abs(x), abs(y)) <= 10:
            raise ValueError
    except ValueError:
        fail_usage(f"--back-offset: {text} is not two numbers up to 10, such as 0.5,-1")
    return x * MM, y * MM


def find_inputs(paths: Sequence[Path], systems: Systems) -> list[Path]:
    """The paths, with the file of a definition's id where there is no such file here.

    Raises ProblemError for what is nearly such an id.
    """
    from sheetgen.ground.assets import is_there
    from sheetgen.ground.diagnostics import find_nearest

    found: list[Path] = []
    wrong: list[Diagnostic] = []
    known: dict[str, Path] = {}
    for path in paths:
        if not is_there(path) and len(path.parts) == 1 and not path.suffix:
            known = known or _list_ids(systems)
            near = find_nearest(str(path), known)
            if str(path) in known:
                path = known[str(path)]
            elif near:
                from sheetgen.ground.diagnostics import Place
                from sheetgen.ground.textfile import NO_FILE

                message = "there is no such file, and no definition with this id"
                wrong.append(NO_FILE.at(Place(str(path)), message, f"did you mean {near}?"))
        found.append(path)
    if wrong:
        from sheetgen.ground.diagnostics import ProblemError

        raise ProblemError(wrong)
    return found


def _list_ids(systems: Systems) -> dict[str, Path]:
    """The files of definitions by their ids, where fleets look them up too; one's own win."""
    from sheetgen.definitions.collection import SUFFIXES
    from sheetgen.ground.assets import find_project, shipped

    own = [Path(), Path("ships"), find_project(Path()) / "ships"]
    found: dict[str, Path] = {}
    for folder in [*own, *systems.stock, *sorted(shipped("ships").iterdir())]:
        for file in sorted(folder.glob("*.y*ml")):
            if file.suffix in SUFFIXES:
                found.setdefault(file.stem, file)
    return found


def load_systems(games: Sequence[Path] | None, quiet: bool = False) -> Systems:
    """All games, with those of --system, whose code is run and, unless `quiet`, said to be."""
    from sheetgen.systems.catalogue import Systems

    for folder in games or ():
        if not quiet and (folder / "__init__.py").is_file():
            typer.echo(f"running the game in {folder} (its code runs on this computer)", err=True)
    return Systems(list(games or ()))


def order_games(systems: Systems) -> list[System]:
    """All games, in the order in which the bare name of a sheet means one of theirs.

    First come those of --system, then those of the project's definitions, then the others.
    """
    from sheetgen.ground.assets import find_project

    project = find_project(Path())
    files = [*project.glob("*.y*ml"), *(project / "ships").glob("*.y*ml")]
    here = {game for path in files for game in _list_named(path)}
    return sorted(systems.all(), key=lambda game: (game.id not in systems.own, game.id not in here))


def _list_named(path: Path) -> set[str]:
    """The games that the definitions in a file name."""
    from sheetgen.reading import source

    data = [document.data for document in source.read(path).documents]
    return {
        str(values["system"]) for values in data if isinstance(values, dict) and "system" in values
    }


def make_press(
    paths: Sequence[Path],
    ink: InkName,
    fonts: Sequence[Path] | None,
    systems: Systems,
    bleed: float | None = None,
) -> Press:
    """The press for the project of the first path, or of the current folder."""
    from sheetgen.drawing.color import Ink
    from sheetgen.ground.assets import find_project
    from sheetgen.ground.units import MM
    from sheetgen.press import Press

    for folder in fonts or ():
        if not folder.is_dir():
            fail_usage(f"--fonts: there is no folder {folder}")
    projects = [find_project(path) for path in paths or [Path()]]
    points = None if bleed is None else bleed * MM
    return Press(projects[0], Ink(ink.value), fonts or (), systems, points, projects)


def keep_inputs(out: Path, inputs: Sequence[Path]) -> None:
    """Makes sure that the output does not replace what it is made from, or a usage error."""
    for path in inputs:
        if path.resolve() == out.resolve():
            fail_usage(f"-o {out}: this is what is to be printed; choose another name")


def check_colour(text: str) -> str:
    """The accent of --colour, or a usage error."""
    from sheetgen.drawing.color import parse_color

    try:
        if text:
            parse_color(text)
    except ValueError as error:
        fail_usage(f"--colour: {error}")
    return text


def choose_format(out: Path, form: Format | None) -> Format:
    """The format of --format, or by the output's ending; a usage error where neither tells."""
    if form is not None:
        return form
    try:
        return Format(out.suffix.lower().lstrip("."))
    except ValueError:
        fail_usage(f"-o {out}: end it with .pdf, .svg or .png, or say --format")


def check_names(names: Sequence[str], known: Sequence[str], option: str) -> None:
    """Makes sure that every name is known, or a usage error with the nearest one."""
    from sheetgen.ground.diagnostics import find_nearest

    for name in names:
        if name not in known:
            near = find_nearest(name, known)
            advice = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
            fail_usage(f"{option}: there is no {name}; {advice}")
