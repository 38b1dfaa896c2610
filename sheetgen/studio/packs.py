"""Packs in the studio: what is in one that is dropped on the window, and putting it in."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from sheetgen.packs.archive import read_archive
from sheetgen.packs.contents import inspect
from sheetgen.packs.installation import check
from sheetgen.packs.installation import install as put
from sheetgen.studio.desk import Desk
from sheetgen.studio.request import Asked, AskError


class Dropped(Asked):
    """A pack as the page sends it: the name of its file, and its bytes in Base64."""

    name: str
    data: str
    install: bool = False


def take_pack(desk: Desk, asked: Dropped) -> dict[str, Any]:
    """POST api/pack: what is in a pack and what it changes; with `install`, it is put in."""
    try:
        data = b64decode(asked.data, validate=True)
    except ValueError:
        raise AskError(400, "this pack did not arrive whole") from None
    contents = inspect(read_archive(data, asked.name), asked.name)
    plan = check(contents, desk.folder.path)
    if asked.install and not plan.is_done:
        put(contents, desk.folder.path)
        desk.refresh()
    return {
        "label": plan.label,
        "facts": [[name, text] for name, text in plan.facts.items()],
        "changes": [*plan.changes, *(f"{d.place}: {d.message}" for d in plan.spoilt)],
        "done": plan.is_done,
    }
