"""Samples: eject --sample writes a sheet to be redrawn, and adopt takes it back as a template."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, say
from sheetgen.ground.number import count

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition
    from sheetgen.project import Project
    from sheetgen.sample.sample import Sample
    from sheetgen.systems.contract import Sheet, System


def eject_sample(
    project: Project, template: str, sheet: str, ship: str, output: Path | None
) -> None:
    """Writes a template filled with the values of a definition, for a person to draw in.

    If it is that of several sheets, those called `sheet` are meant, as it is written in a command.
    """
    from sheetgen.delivery.delivery import create_files
    from sheetgen.sample.sample import make_sample

    name = sheet.rpartition("/")[2]
    pieces, folder = (
        _list_pieces(project, template, name, ship),
        output.parent if output else Path(),
    )
    sample = make_sample(project.press().templates, template, pieces, folder)
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


def _list_pieces(
    project: Project, template: str, name: str, ship: str
) -> Iterator[tuple[str, Any]]:
    """The ids and data of all pieces drawn from a template: of one definition, or of the shipped.

    Raises ProblemError.
    """
    from sheetgen.cli.output import stop_on_errors

    users = [
        (game, sheet)
        for game in project.order_games()
        for sheet in game.sheets
        if template in (sheet.template, sheet.back_template)
    ]
    if ship:
        collection = project.select([ship])
        stop_on_errors(collection.diagnostics, project.files.texts)
        found = collection.printed
    else:
        found = _list_shipped(project, [game for game, _ in users])
    for definition, data in project.press().fill_template(found, template, name):
        yield definition.id, data
    for _, sheet in users if not ship else ():
        for data in _list_blanks(project, sheet, template):
            yield "blank", data


def _list_shipped(project: Project, games: list[System]) -> list[Definition]:
    """The definitions that come with games, or, of a game without any, those of the project."""
    from sheetgen.ground.assets import is_folder, shipped

    folders = [
        folder
        for game in dict.fromkeys(games)
        for folder in (shipped("ships") / game.id, *(h / "ships" for h in project.systems.homes))
        if is_folder(folder)
    ]
    if not folders:
        return project.select().printed
    return [d for d in project.select(folders).printed if d.system in games]


def _list_blanks(project: Project, sheet: Sheet, template: str) -> Iterator[Any]:
    """The data of an empty sheet, if it can be printed empty."""
    from sheetgen.definitions.piece import fill_blank
    from sheetgen.press import list_sides
    from sheetgen.systems.contract import Look

    if sheet.fill_blank is None:
        return
    for size in sheet.blank_sizes[:1]:
        for piece in fill_blank(sheet, size, Look(fonts=project.press().fonts), None):
            yield from list_sides(sheet, piece, template)


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
    from sheetgen.delivery.delivery import FILE_EXISTS, create_files, write_files
    from sheetgen.ground.assets import display_name, find_project
    from sheetgen.ground.diagnostics import Place, ProblemError
    from sheetgen.ground.files import Files
    from sheetgen.ground.guard import Piece
    from sheetgen.sample.sample import adopt_sample

    project = o.open_project((), o.load_systems(system))
    project.admit(file.absolute())
    name = display_name(file)
    drawing, found = project.files.read_text(file, name, "the sample")
    stop_on_errors(found, project.files.texts)
    with Piece(name):
        _, problems = project.press().drafter.draw_tree(drawing, file.parent, file.stem)
    stop_on_errors([problem.diagnose(name) for problem in problems], project.files.texts)
    own = find_project(Path()) / "templates"
    sample, adopted = adopt_sample(drawing, name, file.parent, own)
    templates = project.press().templates
    if sample.template not in templates.list_names():
        fail_usage(f"FILE: there is no template {sample.template} here; is a --system missing?")
    target = own / sample.template
    _warn(project, sample)
    if not adopted.changes:
        say(f"{name} is as it was made; nothing is written")
        return
    for line in adopted.changes:
        say(line)
    _try(project, target, sample, adopted.text)
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


def _warn(project: Project, sample: Sample) -> None:
    """Says so if a sample was made from another template than there is here."""
    templates = project.press().templates
    texts = []
    for folder in templates.folders:
        path = folder / sample.template
        if path.is_file():
            texts.append(templates.read(path))
    if sample.text not in texts:
        say(f"note: the sample was made from a different {sample.template} than the one here")


def _try(project: Project, target: Path, sample: Sample, text: str) -> None:
    """Fills and draws what will be the template. Raises ProblemError with all that is wrong."""
    from sheetgen.ground.diagnostics import ProblemError
    from sheetgen.sample.sample import explain

    project.overlay(target.absolute(), text)
    press = project.press()
    own = [d for d in project.select().printed if d.path is not None]
    tried = list(own)
    if sample.ship and sample.ship != "blank" and sample.ship not in [d.id for d in own]:
        tried += project.select([sample.ship]).printed
    found = []
    for definition, data in press.fill_template(tried, sample.template):
        try:
            press.draw(sample.template, data, definition.name, definition)
        except ProblemError as error:
            found += error.diagnostics
            break
    if found:
        raise ProblemError([explain(problem) for problem in found])
