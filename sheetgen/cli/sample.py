"""Samples: eject --sample writes a sheet to be redrawn, and adopt takes it back as a template."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, say
from sheetgen.ground.number import count

if TYPE_CHECKING:
    from sheetgen.project.project import Project


def eject_sample(
    project: Project, template: str, sheet: str, ship: str, output: Path | None
) -> None:
    """Writes a template filled with the values of a definition, for a person to draw in.

    If it is that of several sheets, those called `sheet` are meant, as it is written in a command.
    """
    from sheetgen.cli.output import stop_on_errors
    from sheetgen.ground.delivery import create_files
    from sheetgen.project.redrawing import draw_sample

    shown = None
    if ship:
        collection = project.select([ship])
        stop_on_errors(collection.diagnostics, project.files.texts)
        shown = collection.printed
    folder = output.parent if output else Path()
    sample = draw_sample(project, template, sheet.rpartition("/")[2], folder, shown)
    if sample is None:
        whose = ship or "nothing that is shipped"
        fail_usage(f"--sample: {whose} has no sheet that is drawn from {template}")
    path = output or Path(f"{Path(template).stem}-{sample.ship}.svg")
    create_files({path: sample.drawing.encode()})
    say(f"{path} is written: {template} as it is printed for {sample.ship}")
    if sample.hidden:
        hidden = count(sample.hidden, "part")
        stay = "stays as it is" if sample.hidden == 1 else "stay as they are"
        say(f"{hidden} not shown here, such as those of blank sheets, {stay}")
    say(f"draw in it, with Inkscape for example, then `sheetgen adopt {path}`")


def adopt(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The sample that was redrawn.")],
    force: Annotated[
        bool, typer.Option("--force", help="Replace the project's own template.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Makes a sample that was redrawn, by hand or in Inkscape, the template of this project.

    \b
    sheetgen eject display --sample warrior
    sheetgen adopt display-warrior.svg
    """
    from sheetgen.cli.output import stop_on_errors
    from sheetgen.ground.assets import display_name, find_project
    from sheetgen.ground.delivery import FILE_EXISTS, create_files, write_files
    from sheetgen.ground.diagnostics import Place, ProblemError
    from sheetgen.ground.files import Files
    from sheetgen.project.redrawing import read_redrawn, try_redrawn

    project = o.open_project((), o.load_systems(system))
    project.admit(file.absolute())
    name = display_name(file)
    drawing, found = project.files.read_text(file, name, "the sample")
    stop_on_errors(found, project.files.texts)
    with o.refuse_choices():
        redrawn = read_redrawn(project, drawing, name, file.parent, find_project(Path()))
    sample, adopted, target, is_other = redrawn
    if is_other:
        say(f"note: the sample was made from a different {sample.template} than the one here")
    if not adopted.changes:
        say(f"{name} is as it was made; nothing is written")
        return
    for line in adopted.changes:
        say(line)
    try_redrawn(project, redrawn)
    shown = display_name(target)
    if force:
        write_files({target: adopted.text.encode()}, Files(), folders=True)
    elif target.exists():
        message = f"{shown} already exists"
        hint = "`--force` replaces it by this one"
        raise ProblemError([FILE_EXISTS.at(Place(shown), message, hint)])
    else:
        create_files({target: adopted.text.encode()})
    say(f"{shown} is written, and used from now on in this project")


def eject(
    sheet: Annotated[
        str,
        typer.Argument(
            metavar="SHEET",
            autocompletion=o.complete("sheets"),
            help="A sheet, a template such as common/margin.svg, or a theme.",
        ),
    ],
    ship: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            autocompletion=o.complete("ids"),
            help="With --sample: what the sheet is filled with; by default, something shipped.",
            show_default=False,
        ),
    ] = "",
    sample: Annotated[
        bool,
        typer.Option("--sample", help="Write the sheet filled with values, to redraw it by mouse."),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="With --sample: the file; by default, from the names."),
    ] = None,
    system: o.Games = None,
) -> None:
    """Copies a template into this project's templates/, where it wins over the shipped one.

    \b
    sheetgen eject display
    sheetgen eject book/clean                 a theme of books, all of it
    sheetgen eject display --sample           a filled sheet, to redraw and then `adopt`
    sheetgen eject display --sample warrior
    """
    from sheetgen.ground.assets import display_name, find_project
    from sheetgen.ground.delivery import create_files

    if (ship or output) and not sample:
        fail_usage(f"{'ID' if ship else '--output'} goes with --sample")
    project = o.open_project((), o.load_systems(system))
    templates = project.press().templates
    names = _find_templates(sheet, project)
    if sample:
        if len(names) > 1 or names[0].startswith("book/"):
            fail_usage("--sample: what a theme draws follows from the book, so there is no sample")
        eject_sample(project, names[0], sheet, ship, output)
        return
    files: dict[Path, bytes] = {}
    for name in names:
        path = templates.find(name)
        assert path is not None
        target = find_project(Path()) / "templates" / name
        if target.resolve() == path.resolve():
            fail_usage(f"{name} is already a template of this project: {display_name(target)}")
        files[target] = templates.read(path).encode()
    create_files(files)
    for target in files:
        shown = display_name(target)
        say(f"{shown} is written, and used from now on in this project")


def _find_templates(sheet: str, project: Project) -> list[str]:
    """The template with that name, or all files of a book theme."""
    from sheetgen.ground.diagnostics import find_nearest
    from sheetgen.printing.options import list_some

    templates = project.press().templates.list_names()
    theme = sheet if sheet.startswith("book/") else f"book/{sheet}"
    files = [name for name in templates if name.startswith(f"{theme}/")]
    if files:
        return [f"{theme}/theme.yaml", *sorted(files)]
    names = {f"{name.removesuffix('.svg')}": name for name in templates}
    names |= {name: name for name in templates}
    for game in reversed(project.order_games()):
        for known in game.sheets:
            names[f"{game.id}/{known.name}"] = known.template
            names[known.name] = known.template
    if sheet not in names and find_nearest(sheet, names) == "":
        plain = sorted(name for name in names if "/" not in name)
        message = f"there is no sheet or template {sheet}; there are {list_some(plain)}"
        fail_usage(f"{message}; `sheetgen list templates` shows all")
    return [names[o.check_names([sheet], sorted(names), "SHEET")[0]]]
