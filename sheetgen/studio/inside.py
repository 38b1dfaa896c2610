"""The studio inside a browser: the same handlers, asked by a worker instead of a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sheetgen.project import open_folder
from sheetgen.studio.calls import answer
from sheetgen.studio.desk import Desk
from sheetgen.studio.gate import read_query
from sheetgen.studio.request import AskError, Request, answer_json
from sheetgen.studio.standin import stand_in

_LACKING = {
    "PIL": "this page can't read PNG and JPEG pictures; sheetgen on a computer can",
    "pypdfium2": "this page can't make PNG pictures; take SVG or PDF",
}
"""What a browser has no library for, by the names of those."""

Carried = tuple[int, str, bytes, str | None]
"""Status, type, body and the name of a file to download."""


def open_inside(folder: str) -> Callable[[str, str, str], Carried]:
    """Opens a project; what is returned answers a method, an address and a body, and never raises.

    The address is one as the page writes it, such as `api/file?file=fleet.yaml`.
    """
    stand_in()
    desk = Desk(open_folder(Path(folder), (), ()))

    def carry(method: str, address: str, body: str) -> Carried:
        path, _, query = address.partition("?")
        try:
            asked = Request(method, path, read_query(query.encode("ascii")), body.encode())
            made = answer(desk, asked)
        except AskError as error:
            made = answer_json({"error": error.message}, error.status)
        except ImportError as error:
            words = _LACKING.get(error.name or "", f"this page was made without {error.name}")
            made = answer_json({"error": words}, 400)
        except Exception as error:
            words = f"this is a mistake in sheetgen: {type(error).__name__}"
            made = answer_json({"error": words}, 500)
        return made.status, made.type, made.body, made.name

    return carry
