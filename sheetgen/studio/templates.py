"""Templates: the SVG of a sheet, and a copy of it in the project that wins over the shipped one."""

from __future__ import annotations

from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.request import Answer, Asked, AskError, Request, answer_json
from sheetgen.systems.contract import Sheet


class SheetOf(Asked):
    """A sheet of a game."""

    game: str
    sheet: str


def show_template(desk: Desk, request: Request) -> Answer:
    """GET api/template: the template of a sheet."""
    asked = request.read(SheetOf)
    with desk.lock:
        return answer_json(_describe(desk, _find_sheet(desk, asked)))


def eject(desk: Desk, request: Request) -> Answer:
    """POST api/eject: copies the template of a sheet into the project."""
    asked = request.read(SheetOf)
    with desk.lock:
        sheet = _find_sheet(desk, asked)
        told = _describe(desk, sheet)
        if told["own"]:
            raise AskError(409, "the project has this template already")
        name = f"templates/{sheet.template}"
        path = desk.folder.find_own(name)
        desk.create({path: str(told["text"]).encode()})
        desk.tell("template", game=asked.game, sheet=asked.sheet)
        return answer_json({**told, "file": name, "own": True})


def _find_sheet(desk: Desk, asked: SheetOf) -> Sheet:
    """The sheet that is asked for. Raises AskError."""
    systems = desk.project.systems
    system = systems.get(asked.game) if asked.game in systems.names else None
    for sheet in system.sheets if system else ():
        if sheet.name == asked.sheet:
            return sheet
    raise AskError(404, "there is no such game with such a sheet")


def _describe(desk: Desk, sheet: Sheet) -> dict[str, object]:
    templates = desk.project.press().templates
    path = templates.find(sheet.template)
    if path is None:
        raise AskError(404, f"there is no template {sheet.template}")
    file = desk.folder.name(path)
    own = bool(file and is_own(file))
    told = {"template": sheet.template, "title": sheet.title, "about": sheet.about}
    return {**told, "file": file if own else None, "own": own, "text": templates.read(path)}
