"""Sheets redrawn in a drawing program: their samples, and the templates that these become."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sheetgen.ground.diagnostics import ProblemError
from sheetgen.printing.options import ChoiceError
from sheetgen.project.redrawing import draw_sample, read_redrawn, try_redrawn
from sheetgen.studio.desk import Desk, check_name
from sheetgen.studio.preview import find_definition
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import Answer, Asked, AskError
from sheetgen.studio.shelf import SheetOf, find_template


class SampleOf(SheetOf):
    """A sheet of a definition."""

    file: str
    document: int = 0


class SampleBack(Asked):
    """A sample that was redrawn: its name, and its text."""

    name: str
    text: str


def make_sample(desk: Desk, asked: SampleOf) -> Answer:
    """POST api/sample: a sheet as it is printed for a definition, to be redrawn."""
    template = find_template(desk, asked)
    definition = find_definition(desk, asked.file, asked.document)
    sample = draw_sample(desk.project, template, asked.sheet, desk.folder.path, [definition])
    if sample is None:
        raise AskError(400, f"{definition.name} has no sheet that is drawn from {template}")
    name = f"{Path(template).stem}-{definition.id}.svg"
    return Answer(200, "image/svg+xml", sample.drawing.encode(), name)


def adopt_sample(desk: Desk, asked: SampleBack) -> dict[str, Any]:
    """POST api/adopt: a redrawn sample becomes the template of the project, over one of its own."""
    project, home = desk.project, desk.folder.path
    name = check_name(Path(asked.name).name)
    try:
        redrawn = read_redrawn(project, asked.text, name, home, home)
    except ChoiceError as error:
        raise AskError(400, error.message) from None
    sample, adopted, target, is_other = redrawn
    told = {"changes": adopted.changes, "template": sample.template, "is_other": is_other}
    if not adopted.changes:
        return told
    file = desk.folder.name(target) or ""
    desk.folder.find_own(file)
    draft = desk.open(file) if target.is_file() else None
    if draft and draft.unsaved:
        raise AskError(409, f"{file} has changes that are not saved; save or undo them first")
    try:
        try_redrawn(project, redrawn)
    except ProblemError as error:
        problems = list_problems(desk, error.diagnostics)
        raise AskError(400, error.diagnostics[0].message, {"problems": problems}) from None
    finally:
        project.overlay(target, None)
    if draft:
        draft.change(adopted.text)
        desk.save(draft)
    else:
        desk.create({target: adopted.text.encode()})
    desk.tell("template", file=file)
    return told
