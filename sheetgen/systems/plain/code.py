"""The code of a game: the functions of its rules.py, which game.yaml calls by their names."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

from sheetgen.ground.diagnostics import ProblemError, find_nearest
from sheetgen.systems.fault import describe, locate, wants_traceback
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.problem import BAD_GAME


class GameCode:
    """The module beside a game.yaml that its `python:` names, imported when it is first needed.

    `package` is the name under which the game's folder is imported; empty for a game that merely
    lies in a project, whose code nobody has asked to run.
    """

    def __init__(self, desk: GameDesk, file: str | None, package: str) -> None:
        self.desk, self.file, self.package = desk, file, package
        if file is not None:
            self._check(file)

    def _check(self, file: str) -> None:
        """Reports a file that can't be the code of the game, or may not be run."""
        folder, path = self.desk.folder, self.desk.folder / file
        if not self.package:
            message = f"this game has code, {file[:60]}, which is only run if you name the game"
            hint = f"if you trust it: --system {folder.as_posix()}"
            self.desk.report(BAD_GAME, ("python",), message, hint)
        elif path.parent != folder or path.suffix != ".py" or not path.stem.isidentifier():
            message = f"{file[:60]} can't be the code of a game"
            self.desk.report(BAD_GAME, ("python",), message, "name a file beside it: rules.py")
        elif not path.is_file():
            message = f"there is no file {file[:60]} beside game.yaml"
            self.desk.report(BAD_GAME, ("python",), message)

    @cached_property
    def _module(self) -> ModuleType:
        assert self.file is not None
        try:
            return importlib.import_module(f"{self.package}.{Path(self.file).stem}")
        except ProblemError:
            raise
        except (Exception, SystemExit) as error:  # anybody's code may fail in any way
            if wants_traceback():
                raise
            place = locate(error, self.desk.folder)
            place = place or self.desk.document.place(("python",))
            message = f"{self.file} can't be run: {describe(error)}"
            raise ProblemError([BAD_GAME.at(place, message)]) from error

    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """The public functions of the module's own, by their names. Raises ProblemError."""
        if self.file is None:
            return {}
        own = self._module.__name__
        return {
            name: value
            for name, value in vars(self._module).items()
            if isfunction(value) and value.__module__ == own and not name.startswith("_")
        }

    def find(self, path: Path_, name: str) -> Callable[..., Any] | None:
        """The function that is named at a path of game.yaml; None if there is none, as reported.

        Raises ProblemError if the code can't be run.
        """
        if self.file is None:
            message = f"there is no code in which {name[:60]} could be"
            self.desk.report(BAD_GAME, path, message, "name its file: python: rules.py")
            return None
        found = getattr(self._module, name, None)
        if callable(found) and not name.startswith("_"):
            return found  # type: ignore[no-any-return]
        near = find_nearest(name, self.functions)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(self.functions)}"
        self.desk.report(BAD_GAME, path, f"{self.file} has no function {name[:60]}", hint)
        return None
