"""Redrawing: a sheet as it is printed, to be changed in a drawing program and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.piece import fill_blank
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.guard import Piece
from sheetgen.ground.record import NamedTuple
from sheetgen.printing.options import ChoiceError
from sheetgen.printing.press import list_sides
from sheetgen.project.project import Project
from sheetgen.systems.contract import Look, Sheet, System
from sheetgen.template.redraw.sample import Sample, adopt_sample, explain, make_sample

if TYPE_CHECKING:
    from sheetgen.template.redraw.adoption import Adopted


class Redrawn(NamedTuple):
    """A sample that was redrawn, the template that it becomes, and where that will be.

    `is_other` says that it was made from another template than there is here.
    """

    sample: Sample
    adopted: Adopted
    target: Path
    is_other: bool


def draw_sample(
    project: Project,
    template: str,
    name: str,
    folder: Path,
    shown: Sequence[Definition] | None = None,
) -> Sample | None:
    """A template filled to be redrawn in a folder; None if nothing is drawn from it.

    It is filled with what is `shown`, or what comes with its games. If it is that of several
    sheets, the one called `name` is meant. Raises ProblemError.
    """
    press = project.press()
    users = [
        (game, sheet)
        for game in project.order_games()
        for sheet in game.sheets
        if template in (sheet.template, sheet.back_template)
    ]
    pieces = _list_pieces(project, template, users, name, shown)
    dress = press.find_dress(users[0][0] if users else None)
    return make_sample(press.templates, template, pieces, folder, dress)


def _list_pieces(
    project: Project,
    template: str,
    users: Sequence[tuple[System, Sheet]],
    name: str,
    shown: Sequence[Definition] | None,
) -> Iterator[tuple[str, Any]]:
    """The ids and data of all pieces that are drawn from a template."""
    found = _list_shipped(project, [game for game, _ in users]) if shown is None else shown
    for definition, data in project.press().fill_template(found, template, name):
        yield definition.id, data
    for _, sheet in users if shown is None else ():
        for data in _list_blanks(project, sheet, template):
            yield "blank", data


def _list_shipped(project: Project, games: list[System]) -> list[Definition]:
    """The definitions that come with games, or, of a game without any, those of the project."""
    folders = [
        folder
        for game in dict.fromkeys(games)
        for folder in (
            assets.shipped("ships") / game.id,
            *(home / "ships" for home in project.systems.homes),
        )
        if assets.is_folder(folder)
    ]
    if not folders:
        return project.select().printed
    return [d for d in project.select(folders).printed if d.system in games]


def _list_blanks(project: Project, sheet: Sheet, template: str) -> Iterator[Any]:
    """The data of an empty sheet, if it can be printed empty."""
    if sheet.fill_blank is None:
        return
    for size in sheet.blank_sizes[:1]:
        for piece in fill_blank(sheet, size, Look(fonts=project.press().fonts), None):
            yield from list_sides(sheet, piece, template)


def read_redrawn(project: Project, drawing: str, name: str, folder: Path, home: Path) -> Redrawn:
    """The template that a redrawn sample becomes in the project of the folder `home`, unwritten.

    The drawing lies in a `folder`, and is called by a name in problems. Raises ProblemError, and
    ChoiceError for the sample of a template that there is not.
    """
    press, own = project.press(), home / "templates"
    with Piece(name):
        _, problems = press.drafter.draw_tree(drawing, folder, Path(name).stem)
    if problems:
        raise ProblemError([problem.diagnose(name) for problem in problems])
    sample, adopted = adopt_sample(drawing, name, folder, own)
    if sample.template not in press.templates.list_names():
        message = f"there is no template {sample.template} here; is a --system missing?"
        raise ChoiceError("FILE", message)
    paths = [folder / sample.template for folder in press.templates.folders]
    texts = [press.templates.read(path) for path in paths if path.is_file()]
    return Redrawn(sample, adopted, own / sample.template, sample.text not in texts)


def try_redrawn(project: Project, redrawn: Redrawn) -> None:
    """Draws with what will be the template, which is laid over its file from now on.

    Raises ProblemError with all that is wrong.
    """
    sample = redrawn.sample
    project.overlay(redrawn.target.absolute(), redrawn.adopted.text)
    press = project.press()
    own = [d for d in project.select().printed if d.path is not None]
    tried = list(own)
    if sample.ship and sample.ship != "blank" and sample.ship not in [d.id for d in own]:
        tried += project.select([sample.ship]).printed
    for definition, data in press.fill_template(tried, sample.template):
        try:
            press.draw(sample.template, data, definition.name, definition)
        except ProblemError as error:
            raise ProblemError([explain(problem) for problem in error.diagnostics]) from None
