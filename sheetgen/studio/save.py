"""Saving: a draft becomes its file, unless the file has changed on the disk since."""

from __future__ import annotations

from sheetgen.studio.desk import Desk
from sheetgen.studio.edit import Save
from sheetgen.studio.request import Answer, AskError, Request, answer_json
from sheetgen.studio.state import describe_state


def save(desk: Desk, request: Request) -> Answer:
    """POST api/save: writes the text of a file."""
    asked = request.read(Save)
    with desk.lock:
        draft = desk.open_own(asked.file)
        if asked.version != draft.version:
            state = describe_state(desk, draft)
            raise AskError(409, "this was changed somewhere else in the meantime", {"state": state})
        disk = desk.read_disk(draft.path)
        if disk != draft.saved and disk != draft.text and not asked.force:
            draft.conflict = True
            conflict = {"conflict": {"disk": disk, "draft": draft.text}}
            raise AskError(409, "the file has changed on the disk since", conflict)
        desk.write(draft.path, draft.text)
        draft.mark_saved()
        desk.lay(draft)
        return answer_json(describe_state(desk, draft))
