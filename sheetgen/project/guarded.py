"""A guarded project: it prints in a process of its own, which is ended by what takes too much.

A program that opens other people's projects can't be stopped by one of their templates so. The
process opens the project once more (`ground/worker.py`), and keeps the results; here are proxies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, Unpack
from weakref import finalize

from sheetgen.definitions.selection import Name
from sheetgen.export.pdf import Facts
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.guard import RUNAWAY
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.worker import Worker
from sheetgen.printing.options import BookOptions, PrintOptions
from sheetgen.printing.result import Result
from sheetgen.project.project import Project, open_folder

_DISK = ""
"""The note that files may have changed."""


class Told(NamedTuple):
    """A summary of a result that another process keeps under a number."""

    number: int
    facts: Facts
    pages: int
    pieces: int
    used: float
    fillable: bool
    warnings: list[Diagnostic]
    files: dict[str, bytes] | None


class Printer:
    """Prints a project for another process, and keeps the results for as long as it wants them."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._results: dict[int, Result] = {}

    def answer(self, dropped: Sequence[int], act: str, *given: Any) -> Any:
        """Prints, or gives what a result or the project holds."""
        for number in dropped:
            self._results.pop(number, None)
        if act == "ask":
            number, name, arguments, options = given
            if number not in self._results:
                message = "these pages were lost when another print was stopped"
                raise ProblemError([RUNAWAY.at(Place(), message, "print them again")])
            return getattr(self._results[number], name)(*arguments, **options)
        if act == "read":
            return getattr(self._project, given[0])
        number, names, options = given
        result = getattr(self._project, act)(*names, **options)
        self._results[number] = result
        shape = result.pages, result.pieces, result.used, result.fillable
        return Told(number, result.facts, *shape, result.warnings, result.files)

    def learn(self, notes: Mapping[str, Any]) -> None:
        """Looks at the disk again if it may have changed, and takes texts in place of files."""
        if _DISK in notes:
            self._project.refresh()
        for name, text in notes.items():
            if name != _DISK:
                self._project.overlay(name, text)


def _forward(name: str) -> Callable[..., Any]:
    """The method of a result that has the other process do what its method of that name does."""

    def ask(self: KeptResult, *arguments: Any, **options: Any) -> Any:
        return self._ask("ask", self._number, name, arguments, options)

    return wraps(getattr(Result, name))(ask)


class KeptResult(Result):
    """A result that lies in another process, which makes files of it."""

    def __init__(self, told: Told, ask: Callable[..., Any]) -> None:
        self.facts, self.pages, self.pieces, self.used = told.facts, *told[2:5]
        self.fillable, self.warnings, self.files = told.fillable, told.warnings, told.files
        self.sides, self.plain = (), None
        self._number, self._ask = told.number, ask

    place = _forward("place")
    pdf = _forward("pdf")
    svg = _forward("svg")
    png = _forward("png")
    cut = _forward("cut")
    cutlines = _forward("cutlines")
    flatten = _forward("flatten")


class GuardedProject(Project):
    """A project that prints, and looks for problems, in a process of its own."""

    def __init__(self, worker: Worker, *given: Any) -> None:
        super().__init__(*given)
        self._worker, self._dropped, self._count = worker, list[int](), 0
        finalize(self, worker.end)

    @property
    def problems(self) -> list[Diagnostic]:
        """As `Project.problems`."""
        found: list[Diagnostic] = self._ask("read", "problems")
        return found

    @property
    def inputs(self) -> list[Path]:
        """As `Project.inputs`."""
        return sorted({*super().inputs, *self._ask("read", "inputs")})

    def render(self, *names: Name, **options: Unpack[PrintOptions]) -> Result:
        """As `Project.render`. Raises ProblemError for a piece that takes too much as well."""
        return self._make("render", names, options)

    def blank(self, name: str, /, *sizes: int, **options: Unpack[PrintOptions]) -> Result:
        """As `Project.blank`. Raises as `render` does."""
        return self._make("blank", (name, *sizes), options)

    def publish(self, book: Name, **options: Unpack[BookOptions]) -> Result:
        """As `Project.publish`. Raises as `render` does."""
        return self._make("publish", (book,), options)

    def overlay(self, path: Name, text: str | None) -> None:
        """As `Project.overlay`."""
        super().overlay(path, text)
        self._worker.note(str(self.base / path), text)
        self._worker.forgive()

    def refresh(self) -> None:
        """As `Project.refresh`."""
        super().refresh()
        self._worker.note(_DISK, True)
        self._worker.forgive()

    def _make(self, act: str, names: Sequence[Any], options: Mapping[str, Any]) -> Result:
        self._count += 1
        result = KeptResult(self._ask(act, self._count, names, options), self._ask)
        finalize(result, self._dropped.append, result._number)
        return result

    def _ask(self, *question: Any) -> Any:
        dropped, self._dropped[:] = list(self._dropped), []
        return self._worker.ask(dropped, *question)


def open_printer(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Printer:
    """Return a printer of a folder's project, for another process. Raises ProblemError."""
    return Printer(open_folder(folder, systems, fonts))


def open_guarded(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Project:
    """Opens the project in a folder, guarded. Raises ProblemError."""
    given = folder.absolute(), [p.absolute() for p in systems], [p.absolute() for p in fonts]
    worker = Worker("sheetgen.project.guarded:open_printer", *given)
    return open_folder(folder, systems, fonts, partial(GuardedProject, worker))
