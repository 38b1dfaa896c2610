"""Freezing: in Pyodide, run by node, a site's modules are compiled and its first answers drawn."""

from __future__ import annotations

import compileall
import json
import os
import shutil
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any
from urllib.parse import urlencode

from sheetgen.ground.words import LANGUAGES

STANDARD, PYTHON, PROJECT, MADE = "/std", "/python", "/project", "/made"
"""Folders here: Python's own modules, all others, the one of the project, and what is made."""
CACHES = "/caches"
"""Where sheetgen keeps what it made for its next start, here and in a browser."""
SPOKEN = ("", *(f"?language={code}" for code in LANGUAGES[1:]))
"""The text that follows a question, in each language of the page."""
MOST = 12
"""Definitions of the project whose form and sheet are ready before Python is."""


def freeze() -> None:
    """Compiles all modules; writes `caches` and `first.json`, answers by their questions."""
    os.chmod("/", 0o755)  # noqa: PTH101  # or nothing is kept
    os.environ["XDG_CACHE_HOME"] = CACHES
    how = PycInvalidationMode.UNCHECKED_HASH  # files have no times in a browser
    compileall.compile_dir(STANDARD, 20, quiet=2, legacy=True, invalidation_mode=how)
    compileall.compile_dir(PYTHON, 20, quiet=2, invalidation_mode=how)
    first = dict(_ask_all())
    Path(MADE, "first.json").write_text(json.dumps(first, separators=(",", ":")), "utf-8")
    shutil.copytree(CACHES, f"{MADE}/caches")


def _ask_all() -> Any:
    """Yield the questions of a page that is opened, and their answers `[status, type, text]`."""
    from sheetgen.studio.calls import open_inside

    [project] = Path(PROJECT).iterdir()
    carry = open_inside(str(project))

    def ask(method: str, path: str, body: Any = None) -> tuple[str, list[Any]]:
        said = "" if body is None else json.dumps(body, separators=(",", ":"))
        status, kind, made, _ = carry(method, path, said)
        return f"{method} {path} {said}", [status, kind, made.decode()]

    for more in SPOKEN:
        yield ask("GET", f"api/project{more}")
        yield ask("GET", f"api/shelf{more}")
    shelf = ask("GET", "api/shelf")
    entries = json.loads(shelf[1][2])["entries"]
    own = [entry for entry in entries if entry["own"]][:MOST]
    samples: dict[str, Any] = {}
    for entry in entries:
        if entry["portrait"] and not entry["own"] and entry["kind"] not in ("fleet", "scenario"):
            samples.setdefault(entry["game"], entry)
    for entry in [*own, *samples.values()]:
        if entry["portrait"]:
            yield ask("GET", entry["portrait"])
    for entry in own:
        yield from _open(ask, entry)
    for entry in samples.values():  # for what is kept of their templates
        ask("POST", "api/view", {"file": entry["file"], "document": entry["document"]})


def _open(ask: Any, entry: dict[str, Any]) -> Any:
    """Yield what is asked as an entry of the shelf is opened."""
    asked = urlencode({"file": entry["file"]})
    file = ask("GET", f"api/file?{asked}")
    for more in SPOKEN:
        yield ask("GET", f"api/file?{asked}{more.replace('?', '&')}")
    document = json.loads(file[1][2])["documents"][entry["document"]]
    if document["form"]:
        game, kind = document["form"].split("/")
        for more in SPOKEN:
            asked = urlencode({"game": game, "kind": kind})
            yield ask("GET", f"api/form?{asked}{more.replace('?', '&')}")
    sheets = document["sheets"]
    sheet = next((one["id"] for one in sheets if one["default"]), None)
    if sheet:
        look = {"ink": "color", "fillable": False, "page": 0}
        view = {"file": entry["file"], "document": entry["document"], "sheet": sheet, **look}
        yield ask("POST", "api/view", view)
