"""The easel: the process that fills templates and draws, while the desk answers all the rest.

It opens the project once more, and is sent the drafts of the desk as they change. So a template
that never ends stops nobody: the process is ended and started again (`ground/worker.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sheetgen.ground.worker import Worker
from sheetgen.project.project import open_folder
from sheetgen.studio.calls import answer
from sheetgen.studio.desk import DISK, Desk
from sheetgen.studio.request import Answer, AskError, Request


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
    return Easel(Desk(open_folder(folder, systems, fonts)))


def make_easel(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Worker:
    """The process of an easel, which starts when something is to be drawn."""
    return Worker("sheetgen.studio.easel:open_easel", folder, systems, fonts)
