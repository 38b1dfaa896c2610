"""Calls: which function answers which request; whatever goes wrong becomes an answer as well."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any, get_type_hints

from sheetgen.definitions.collection import list_below
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.guard import StoppedError, check_wanted
from sheetgen.ground.textfile import FileError
from sheetgen.ground.worker import BusyError, Worker
from sheetgen.printing.options import ChoiceError
from sheetgen.project.project import open_folder
from sheetgen.studio.desk import DISK, Desk
from sheetgen.studio.gate import read_query
from sheetgen.studio.language import find_words, listen
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import LANGUAGE, Answer, AskError, Request, answer_json

Call = Callable[..., Any]
"""A function of the desk and, if it takes any, of the parameters; it has the desk for itself.

It returns JSON, another answer, or a function that says the rest while others use the desk.
"""

DRAWN = (
    ("GET", "preview"),
    ("GET", "portrait"),
    ("GET", "art"),
    ("POST", "print"),
    ("POST", "profiles"),
    ("POST", "download"),
    ("POST", "book"),
    ("POST", "book-pdf"),
    ("POST", "look"),
    ("POST", "chapter"),
    ("GET", "theme"),
    ("GET", "face"),
)
"""The calls that an easel answers, if there is one."""
CALLS = {
    ("GET", "project"): "shelf:show_project",
    ("GET", "shelf"): "shelf:show_shelf",
    ("GET", "form"): "form:show_form",
    ("GET", "file"): "edit:show_file",
    ("GET", "disk"): "edit:show_disk",
    ("GET", "preview"): "preview:show_preview",
    ("POST", "view"): "preview:show_view",
    ("GET", "portrait"): "preview:show_portrait",
    ("GET", "art"): "art:judge_art",
    ("POST", "art"): "art:take_picture",
    ("POST", "edit"): "edit:edit",
    ("POST", "undo"): "edit:undo",
    ("POST", "redo"): "edit:redo",
    ("POST", "discard"): "edit:discard",
    ("POST", "save"): "edit:save",
    ("POST", "new"): "creation:create",
    ("POST", "copy"): "creation:copy",
    ("POST", "rename"): "creation:rename",
    ("POST", "delete"): "bin:delete",
    ("POST", "restore"): "bin:restore",
    ("GET", "bin"): "bin:show_bin",
    ("POST", "compare"): "bookroom:show_comparison",
    ("POST", "duel"): "bookroom:hold_duel",
    ("POST", "print"): "printing:show_print",
    ("POST", "profiles"): "printing:list_profiles",
    ("POST", "download"): "printing:download",
    ("POST", "book"): "bookroom:show_book",
    ("POST", "book-pdf"): "bookroom:download_book",
    ("GET", "book-form"): "chapters:show_book_form",
    ("POST", "chapter"): "chapters:show_chapter",
    ("GET", "theme"): "chapters:show_theme",
    ("GET", "look-form"): "looks:show_look_form",
    ("GET", "face"): "looks:show_face",
    ("POST", "wear"): "looks:wear_look",
    ("POST", "sample"): "redraw:make_sample",
    ("POST", "adopt"): "redraw:adopt_sample",
    ("GET", "template"): "shelf:show_template",
    ("POST", "eject"): "shelf:eject",
    ("POST", "pack"): "imports:take_pack",
    ("POST", "import"): "imports:take_files",
    ("POST", "link"): "link:make_link",
    ("POST", "label"): "link:make_label",
    ("POST", "look"): "link:open_link",
    ("POST", "take-out"): "parcel:take_out",
    ("POST", "take-in"): "parcel:take_in",
    ("GET", "explain/"): "problems:explain",
}
"""The functions below `sheetgen/studio`, by method and path; a path in / takes what follows."""


def answer(desk: Desk, request: Request) -> Answer:
    """The answer to a request below `api/`. Never raises."""
    try:
        call = _find_call(request)
        if desk.easel and (request.method, request.path.removeprefix("api/")) in DRAWN:
            made: Answer = desk.easel.ask(request, patient=request.method != "GET")
            return made
        kind = get_type_hints(call).get("asked")
        given = [request if kind is Request else request.read(kind)] if kind else []
        with desk.lock:
            words = find_words(desk, request.query.get(LANGUAGE, ""))
        with listen(words):
            with desk.lock:
                check_wanted()  # while others had the desk, whoever asked may have gone
                told = call(desk, *given)
            told = told() if callable(told) else told
        return told if isinstance(told, Answer) else answer_json(told)
    except StoppedError:
        return answer_json({"error": "nobody waits for this any more"}, 410)
    except BusyError as error:
        piece = desk.name_file(str(error))
        return answer_json({"error": f"{piece} is still being drawn; try again soon"}, 503)
    except AskError as error:
        return answer_json({"error": error.message, **error.data}, error.status)
    except (FileError, OSError) as error:
        reason = getattr(error, "strerror", None) or f"it {error}"
        return answer_json({"error": f"a file can't be read: {reason}"}, 403)
    except ProblemError as error:
        told = "; ".join(problem.message for problem in error.diagnostics[:3])
        problems = list_problems(desk, error.diagnostics)
        return answer_json({"error": told, "problems": problems}, 400)
    except ChoiceError as error:
        return answer_json({"error": str(error)}, 400)


def _find_call(request: Request) -> Call:
    """The function that answers a request. Raises AskError."""
    name = request.path.removeprefix("api/")
    head = name.partition("/")[0] + "/" if "/" in name else name
    methods = [method for method, path in CALLS if path == head]
    if not request.path.startswith("api/") or not methods:
        raise AskError(404, "there is nothing here")
    if request.method not in methods:
        raise AskError(405, f"this takes {' or '.join(methods)} only")
    module, _, function = CALLS[request.method, head].partition(":")
    call: Call = getattr(import_module(f"sheetgen.studio.{module}"), function)
    return call


# The easel: the process that fills templates and draws, while the desk answers all the rest. It
# opens the project once more, and is sent the drafts of the desk as they change. So a template that
# never ends stops nobody: the process is ended and started again (`ground/worker.py`).


class Easel:
    """A desk in a process of its own, whose drafts are those of another."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def answer(self, request: Request) -> Answer:
        """The answer to a request, as the desk would give it."""
        return answer(self._desk, request)

    def learn(self, notes: Mapping[str, Any]) -> None:
        """Looks at the disk again if that has changed, and takes texts in place of files."""
        if DISK in notes:
            self._desk.refresh()
        for name, text in notes.items():
            if name != DISK:
                with suppress(AskError):
                    self._desk.take(name, text)


def open_easel(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Easel:
    """An easel for the project in a folder. Raises ProblemError."""
    desk = Desk(open_folder(folder, systems, fonts))
    Thread(target=_read_all, args=(desk,), daemon=True).start()
    return Easel(desk)


def _read_all(desk: Desk) -> None:
    """Reads all definitions before they are asked for, one by one between questions."""
    for path in list_below(desk.folder.path, desk.project.files, []):
        with suppress(FileError, OSError), desk.lock:
            desk.project.shelf.read(path)


def make_easel(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Worker:
    """The process of an easel, which starts when something is to be drawn."""
    return Worker("sheetgen.studio.calls:open_easel", folder, systems, fonts)


# The studio inside a browser: the same handlers, asked by a worker instead of a server


_LACKING = {
    "PIL": "this page can't read PNG and JPEG pictures; sheetgen on a computer can",
    "pypdfium2": "this page can't make PNG pictures; take SVG or PDF",
}
"""Faults of a browser that lacks a library, by the library's name."""

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


# A stand-in for Pillow where there is none: whatever reads no picture works without it. ReportLab,
# which lays out books, imports Pillow whether or not a book has pictures.


_PILLOW = "PIL"


class _Missing(ModuleType):
    """A module that has nothing, and says what it lacks."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError(f"there is no Pillow here, so no {name}", name=_PILLOW)


def stand_in() -> None:
    """Puts a module in Pillow's place if that is missing, and a user where there is only one."""
    if sys.platform == "emscripten":
        os.__dict__.setdefault("geteuid", lambda: 0)  # whoever keeps something is asked for
    if importlib.util.find_spec(_PILLOW) is None:
        package, image = _Missing(_PILLOW), _Missing(f"{_PILLOW}.Image")
        package.__dict__.update(__path__=[], Image=image)
        sys.modules.update({_PILLOW: package, f"{_PILLOW}.Image": image})
