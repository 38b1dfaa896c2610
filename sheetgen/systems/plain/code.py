"""The code of a game: the functions of its Python file, which game.yaml calls by their names."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import get_annotations, isfunction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from sheetgen.ground.diagnostics import ProblemError, find_nearest
from sheetgen.ground.number import name_one
from sheetgen.systems.fault import describe, locate, wants_traceback
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.problem import (
    FORMULA_TYPE,
    FailureError,
    FormulaError,
    refuse_count,
)
from sheetgen.systems.plain.formula.value import (
    BLANK,
    DRAWING,
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    BlankError,
    Code,
    ListOf,
    RecordType,
    Type,
    fits,
    read_float,
)
from sheetgen.systems.plain.problem import BAD_GAME

if TYPE_CHECKING:
    from sheetgen.systems.plain.formula.compiler import Compiler
    from sheetgen.systems.plain.formula.parser import Call


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

    def find_function(self, name: str) -> CodeFunction | None:
        """The function of the code that formulas call by a name; None if it has none.

        Raises ProblemError if the code can't be run.
        """
        # The code is only run for a function that it seems to have.
        if name not in self._written:
            return None
        function = self.functions.get(name)
        return CodeFunction(name, function) if function else None

    @cached_property
    def _written(self) -> Mapping[str, str]:
        return _list_functions(self.desk.folder / self.file) if self.file else {}

    def find(self, path: Path_, name: str) -> Callable[..., Any] | None:
        """The function that is named at a path of game.yaml; None if there is none, as reported.

        Raises ProblemError if the code can't be run.
        """
        if self.file is None:
            message = f"there is no code in which {name[:60]} could be"
            self.desk.report(BAD_GAME, path, message, "name its file: python: rules.py")
            return None
        if "." in name:
            return self._find_beside(path, *name.split(".", 1))
        found = getattr(self._module, name, None)
        if callable(found) and not name.startswith("_"):
            return found  # type: ignore[no-any-return]
        near = find_nearest(name, self.functions)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(self.functions)}"
        self.desk.report(BAD_GAME, path, f"{self.file} has no function {name[:60]}", hint)
        return None

    def _find_beside(self, path: Path_, module: str, name: str) -> Callable[..., Any] | None:
        """A function of another file beside game.yaml, which is imported when it is called."""
        file = self.desk.folder / f"{module}.py"
        right = module.isidentifier() and file.is_file()
        takes = _list_functions(file).get(name) if right else None
        if takes is None:
            message = f"there is no function {name[:60]} in {module[:60]}.py"
            self.desk.report(BAD_GAME, path, message, "name a function of a file beside game.yaml")
            return None

        def call(*given: Any) -> Any:
            return getattr(importlib.import_module(f"{self.package}.{module}"), name)(*given)

        def call_beside(values: Any, look: Any, together: Sequence[Any] = ()) -> Any:
            return call(values, look, together)

        return call_beside if re.search(r"\btogether\b", takes) else call


def _list_functions(file: Path) -> dict[str, str]:
    """The functions of a file of code, each with what stands between its brackets."""
    return dict(re.findall(r"(?m)^def (\w+)\(([^)]*)", file.read_text("utf-8", "replace")))


class CodeFunction:
    """A function of a game's code as formulas call it: its annotations say what it takes."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name, self.function = name, function

    def compile(self, compiler: Compiler, call: Call, given: Sequence[Code]) -> Code:
        """The code of a call. Raises FormulaError."""
        notes = {key: self._read(note) for key, note in get_annotations(self.function).items()}
        result = notes.pop("return", None)
        takes = [_find_type(note) for note in notes.values()]
        gives = _find_type(result) or DRAWING
        usage = f"{self.name}({', '.join(notes)})"
        if len(given) != len(takes):
            raise refuse_count(self.name, call.at, len(given), usage)
        for node, code, form in zip(call.arguments, given, takes, strict=True):
            if form and not fits(code.type, form):
                message = f"{self.name} needs {form} here, not {code.type}"
                raise FormulaError(FORMULA_TYPE, node.at, message, f"it is written {usage}")
        work, convert = self.function, _make_exact(gives)

        def run(*values: Any) -> Any:
            if any(value is BLANK for value in values):
                raise BlankError
            try:
                made = work(*values)
            except ValueError as error:
                raise FailureError(call.at, str(error)) from None
            return convert(made) if convert else made

        texts = ", ".join(code.text for code in given)
        return Code(gives, f"{compiler.writer.bind(run)}({texts})")

    def _read(self, note: Any) -> Any:
        """An annotation; None for what is only known when types are checked."""
        try:
            return eval(note, self.function.__globals__) if isinstance(note, str) else note
        except NameError:
            return None


_PLAIN = {int: WHOLE, float: NUMBER, str: TEXT, bool: FLAG}


def _find_type(note: Any) -> Type | None:
    """The type of values with an annotation; None for one that formulas know nothing of."""
    if note in _PLAIN:
        return _PLAIN[note]
    if get_origin(note) is list:
        item = _find_type(get_args(note)[0])
        return ListOf.make(item or DRAWING)
    if hasattr(note, "_fields"):
        parts = {key: _find_type(part) or DRAWING for key, part in get_type_hints(note).items()}
        return RecordType(name_one(note.__name__.lower()), parts=parts, make=note)
    return None


def _make_exact(form: Type) -> Callable[[Any], Any] | None:
    """Make the function by which numbers of a type become exact; None if there are none in it."""
    if form == NUMBER:
        return read_float
    if isinstance(form, ListOf):
        inner = _make_exact(form.item)
        return (lambda values: [inner(value) for value in values]) if inner else None
    if isinstance(form, RecordType):
        exact = {name: _make_exact(part) for name, part in form.parts.items()}
        if any(exact.values()):
            return lambda value: value._replace(
                **{name: make(getattr(value, name)) for name, make in exact.items() if make}
            )
    return None
