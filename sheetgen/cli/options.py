"""Options that several commands take, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional, TypeVar, cast

import typer

from sheetgen.cli.output import fail_usage, report, say

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Diagnostic
    from sheetgen.printing.options import PrintOptions
    from sheetgen.project.project import Project
    from sheetgen.systems.loading import Systems


E = TypeVar("E", bound=Enum)


InkName = StrEnum("InkName", ["color", "grey", "low"])
"""The values of --ink."""
DuplexName = StrEnum("DuplexName", ["long", "short", "fold", "none"])
"""The values of --duplex."""
PackName = StrEnum("PackName", ["tight", "ship", "sheet"])
"""The values of --pack."""
Format = StrEnum("Format", ["pdf", "svg", "png"])
"""The values of --format for printed results."""
TextName = StrEnum("TextName", ["outlines", "text"])
"""The values of --text."""
BookFormat = StrEnum("BookFormat", ["pdf", "svg", "png", "html", "epub"])
"""The values of --format for books."""
ShowFormat = StrEnum("ShowFormat", ["table", "text", "json"])
"""The values of --format for derived values."""
ReportFormat = StrEnum("ReportFormat", ["full", "short", "json"])
"""The values of --format for diagnostics."""


def read_choice(kind: type[E], option: str = "") -> Callable[[str], E]:
    """A function that reads the values of an option in any spelling."""

    def read(text: str) -> E:
        from sheetgen.printing.options import ChoiceError, choose

        try:
            return choose(kind, option, text)
        except ChoiceError as error:
            fail_usage(error.message)

    return read


def name_choices(kind: type[Enum], metavar: str = "") -> dict[str, Any]:
    """Return the settings of an option that takes a value of this enum, in any spelling."""
    names = [str(one) for one in kind]

    def list_choices(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete.lower())]

    return {
        "parser": read_choice(kind),
        "metavar": metavar or f"[{'|'.join(names)}]",
        "autocompletion": list_choices,
    }


def complete(what: str) -> Callable[[str], list[str]]:
    """A function that lists for a shell what begins like the word that is being typed."""

    def list_choices(incomplete: str) -> list[str]:
        from sheetgen.cli import completion

        return completion.list_choices(what, incomplete)

    return list_choices


def complete_parts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Lists for a shell the ids of what is printed: of definitions, and of ships in fleets."""
    from sheetgen.cli import completion

    return completion.list_parts([Path(one) for one in ctx.args], incomplete)


# Optional[...] and not `| None`, quoted nowhere: typer reads these at run time.
Paths = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Argument(
        metavar="PATHS",
        autocompletion=complete("ids"),
        help="Files or folders with definitions, or their ids; without any, this folder.",
    ),
]
Out = Annotated[
    Path, typer.Option("--output", "-o", help="The file to write; - writes to standard output.")
]
OwnOut = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--output",
        "-o",
        help="The file to write, - for standard output; by default, named after what is printed.",
        show_default=False,
    ),
]
Only = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--only",
        metavar="ID",
        autocompletion=complete_parts,
        help="Only the definition or ship with this id; may be repeated.",
    ),
]
Skip = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--skip",
        metavar="SHEET",
        autocompletion=complete("sheets"),
        help="A sheet not to print; may be repeated.",
    ),
]
CounterSize = Annotated[
    str,
    typer.Option(
        "--counter-size", metavar="SIZE", help='How wide counters are, such as 25mm, 1" or 5/8in.'
    ),
]
Watch = Annotated[
    bool, typer.Option("--watch", help="Print again whenever a file changes, until Ctrl-C.")
]
Pieces = Annotated[
    bool, typer.Option("--pieces", help="One file for each piece, cropped to the piece.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")]
Fonts = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Option(
        "--fonts",
        metavar="FOLDER",
        help="A folder of fonts (TTF or OTF) that win over the shipped ones.",
    ),
]
Games = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Option(
        "--system",
        metavar="FOLDER",
        help="A folder with a game of your own; if it has code, that is run.",
    ),
]
PaperName = Annotated[
    str,
    typer.Option(
        metavar="PAPER",
        autocompletion=complete("papers"),
        help="a4, letter, a3, legal, tabloid, a5, 6x9, square, or a size such as 200x300mm.",
    ),
]
Landscape = Annotated[
    Optional[bool],  # noqa: UP045
    typer.Option(
        "--landscape/--portrait", help="Which way the paper lies; by default, the better fit."
    ),
]
InkOption = Annotated[
    InkName,
    typer.Option(
        "--ink",
        **name_choices(InkName),
        help="Colours as they are, greys, or greys that save ink.",
    ),
]
LookOption = Annotated[
    str,
    typer.Option(
        "--look",
        metavar="NAME",
        autocompletion=complete("looks"),
        help="The look of all that is printed, such as bridge; see `list looks`.",
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        help="The language of all words that are printed: en, de, fr, es, it or pl; de,en for two.",
    ),
]
FormatOption = Annotated[
    Optional[Format],  # noqa: UP045
    typer.Option(
        "--format",
        **name_choices(Format),
        help="What to write; by default, by the ending of the output.",
    ),
]
TextOption = Annotated[
    TextName,
    typer.Option(
        "--text",
        case_sensitive=False,
        help="Letters of SVG files: outlines, which look the same everywhere, or text to select and"
        " search, with its fonts in the file.",
    ),
]
Dpi = Annotated[int, typer.Option(help="Resolution of PNG pages.", min=20, max=2400)]
Copies = Annotated[int, typer.Option(help="How many of each sheet.", min=1, max=1000)]
Marks = Annotated[bool, typer.Option("--marks/--no-marks", help="Crop marks for cutting.")]
Bleed = Annotated[
    Optional[float],  # noqa: UP045
    typer.Option(
        help="Millimetres printed beyond the cut of pieces that have bleed; by default, 2.",
        min=0,
        max=10,
    ),
]
DuplexOption = Annotated[
    DuplexName,
    typer.Option(
        "--duplex",
        **name_choices(DuplexName),
        help="Backs on the other side of the paper, turned on its long or short edge; or joined"
        " with their fronts to fold over; or none.",
    ),
]
PackOption = Annotated[
    PackName,
    typer.Option(
        "--pack",
        **name_choices(PackName),
        help="All pieces on as few pages as possible; those of a ship together; or those of each"
        " sheet by themselves.",
    ),
]
BackOffset = Annotated[
    str,
    typer.Option(
        metavar="X,Y", help="Millimetres by which backs are moved right and up, such as 0.5,-1."
    ),
]
Fillable = Annotated[
    bool,
    typer.Option("--fillable", help="What a pencil would write becomes a form field of the PDF."),
]
For = Annotated[
    str,
    typer.Option(
        "--for",
        metavar="PROFILE",
        autocompletion=complete("profiles"),
        help="A print shop or virtual tabletop, such as tgc-poker: sets sizes, bleed, colour and"
        " files together; see `list profiles`.",
    ),
]
Icc = Annotated[
    str,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="With --for: the ICC profile by which colours are converted to CMYK, a file or a name"
        " of `list icc`.",
    ),
]
Url = Annotated[
    str,
    typer.Option(
        "--url",
        metavar="BASE",
        help="With --for tts: the address of the folder on the web that the pictures will be in.",
    ),
]
LabelLink = Annotated[
    str,
    typer.Option(
        "--link",
        metavar="BASE",
        help="Also a label for each ship and fleet, with a QR code of its link; BASE is the address"
        " of a studio without a server.",
    ),
]
Cutlines = Annotated[
    bool,
    typer.Option(
        "--cutlines",
        help="Also the lines to cut along, as SVG and DXF for cutting machines, with marks on the"
        " pages by which the machine finds them.",
    ),
]
Corner = Annotated[
    str, typer.Option("--corner", metavar="RADIUS", help="Round corners of pieces, such as 3mm.")
]
Jobs = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(help="How many PNG pages are made at the same time.", min=1, max=64),
]
Title = Annotated[str, typer.Option(help="The PDF's title, also in the page margin.")]
Author = Annotated[str, typer.Option(help="The PDF's author.")]
Colour = Annotated[
    str,
    typer.Option(
        "--colour", "--color", metavar="COLOUR", help="Accent colour, such as '#1f4e79' or darkred."
    ),
]


def load_systems(
    games: Sequence[Path] | None, quiet: bool = False, paths: Sequence[Path] = ()
) -> Systems:
    """All games, with those of --system, whose code is run; unless `quiet`, that is reported.

    Games without code are found in the projects of the paths, or of the current folder.
    """
    from sheetgen.ground.assets import find_project
    from sheetgen.systems.loading import Systems, has_code

    for folder in games or ():
        if not quiet and has_code(folder):
            say(f"running the game in {folder} (its code runs on this computer)", err=True)
    projects = [find_project(path) for path in paths or [Path()]]
    return Systems(list(games or ()), projects, leave_out)


def leave_out(
    found: Sequence[Diagnostic], what: str = "game", texts: Mapping[str, str] | None = None
) -> None:
    """Shows what is wrong with something that is not needed, and goes on without it."""
    report(found, texts)
    say(f"this {what} is left out until that is fixed", err=True)


def open_project(
    paths: Sequence[Path],
    systems: Systems,
    fonts: Sequence[Path] | None = None,
) -> Project:
    """The project of the first path, or of the current folder, seen from the current folder."""
    from sheetgen.ground.assets import find_project
    from sheetgen.project.project import Project

    for folder in fonts or ():
        if not folder.is_dir():
            fail_usage(f"--fonts: there is no folder {folder}")
    projects = [find_project(path) for path in paths or [Path()]]
    return Project(projects[0], systems, fonts or (), Path(), projects)


@contextmanager
def refuse_choices() -> Iterator[None]:
    """Turns a wrong value of an option into a usage error."""
    from sheetgen.printing.options import ChoiceError

    try:
        yield
    except ChoiceError as error:
        option = error.option.replace("_", "-")
        fail_usage(f"{option if option.isupper() else f'--{option}'}: {error.message}")


def choose_format(
    out: Path | None,
    form: Format | None,
    fillable: bool = False,
    pieces: bool = False,
    text: TextName = TextName.outlines,
    profile: str = "",
    duplex: DuplexName = DuplexName.long,
) -> Format:
    """The format from --format or from the output's ending; a usage error if neither gives one.

    Without an output it is a PDF. For pieces the output may be a folder, for PNG pictures. A
    profile decides it, and some other options too.
    """
    if profile:
        given = {"--format": form, "--pieces": pieces, "--fillable": fillable}
        given["--duplex"] = duplex is not DuplexName.long
        for name, value in given.items():
            if value:
                fail_usage(f"{name}: --for decides that; leave one of them out")
        return Format.pdf
    usual = Format.png if pieces else Format.pdf
    try:
        chosen = form or (Format(out.suffix.lower().lstrip(".")) if out else usual)
    except ValueError:
        if not (pieces and out and str(out) != "-"):
            fail_usage(f"-o {out}: end it with .pdf, .svg or .png, or use --format")
        chosen = usual
    if text is TextName.text and chosen is not Format.svg:
        why = "in a PDF it always is" if chosen is Format.pdf else "a PNG has none"
        fail_usage(f"--text text: text is kept in SVG files, {why}; end -o with .svg")
    if fillable and chosen is not Format.pdf:
        name = chosen.upper()
        fail_usage(f"--fillable: only a PDF has form fields, {name} has none; end -o with .pdf")
    return chosen


def require_pdf(out: Path) -> None:
    """Makes sure that a book is not written under the name of something else, or a usage error."""
    if out.suffix and out.suffix.lower() != ".pdf":
        fail_usage(f"-o {out}: a book is a PDF; end it with .pdf")


def take_choices(context: typer.Context) -> PrintOptions:
    """The options of a command that say how it prints; the others say what, and where to."""
    from sheetgen.printing.options import PrintOptions

    known = PrintOptions.__annotations__
    given = {name: value for name, value in context.params.items() if value is not None}
    return cast("PrintOptions", {name: given[name] for name in given if name in known})


def check_names(names: Sequence[str], known: Sequence[str], option: str) -> list[str]:
    """The names as they are known, or a usage error that suggests the nearest one."""
    from sheetgen.printing.options import choose_names

    with refuse_choices():
        return choose_names(names, known, option)
    return []
