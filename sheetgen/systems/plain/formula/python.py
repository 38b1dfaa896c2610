"""The Python that formulas become: expressions of a frame, compiled when one is first worked out.

On a blank sheet some values are left open. An expression takes no notice of that until one of them
is needed; then it is worked out again with care, and what needs such a value is left open too. Both
forms are of one text, in which marks enclose what belongs to one of them alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from sheetgen.systems.plain.formula.value import (
    BlankError,
    Code,
    Frame,
    Run,
    Type,
    leave_blank,
)

_QUICK = re.compile("\x01[^\x02]*\x02|[\x03\x04]")
_CAREFUL = re.compile("\x03[^\x04]*\x04|[\x01\x02]")
_LONG = 1000
"""Characters of an expression of its own: Python nests no brackets more than 200 deep."""


def _only_careful(text: str) -> str:
    return f"\x01{text}\x02"


def _only_quick(text: str) -> str:
    return f"\x03{text}\x04"


RUN = _only_quick("run") + _only_careful("run_carefully")
"""The name of the method that works something out in the same form."""


class Expression:
    """An expression of the frame `f`, whose other names are those of a space."""

    def __init__(self, text: str, space: dict[str, Any]) -> None:
        self.text, self.space = text, space

    def work_out(self, frame: Frame) -> Any:
        """Return its value in a frame. Raises BlankError and FailureError."""
        try:
            return self.run(frame)
        except BlankError:
            return self.run_carefully(frame)

    @cached_property
    def run(self) -> Run:
        """Return what works it out in a frame, or raises BlankError at what is left open."""
        return self._compile(_QUICK)

    @cached_property
    def run_carefully(self) -> Run:
        """Return a function that works it out as far as it does not need what is left open."""
        return self._compile(_CAREFUL)

    def _compile(self, other: re.Pattern[str]) -> Run:
        made: Run = eval(f"lambda f: {other.sub('', self.text)}", self.space)
        return made


class PythonWriter:
    """Writes the expressions of a kind, and knows what the names in them stand for."""

    def __init__(self, workers: Mapping[str, Any]) -> None:
        self.space: dict[str, Any] = {"__builtins__": {}, **workers}
        self._names: dict[int, str] = {}

    def bind(self, value: Any) -> str:
        """The name of something in expressions; numbers and texts stand for themselves."""
        if isinstance(value, (str, int)) and type(value) in (str, int, bool):
            return repr(value)
        name = self._names.get(id(value))
        if name is None:
            name = self._names[id(value)] = f"k{len(self._names)}"
            self.space[name] = value
        return name

    def shorten(self, code: Code) -> Code:
        """The same code, as an expression of its own if it is long."""
        if len(code.text) < _LONG:
            return code
        name = self.bind(Expression(code.text, self.space))
        return code._replace(text=f"{name}.{RUN}(f)")

    def catch_blank(self, code: Code) -> str:
        """The text of a code that is blank where it needs what is left open."""
        start, end = "catch_blank(lambda: (", f"), {self.bind(code.type)})"
        return _only_careful(start) + code.text + _only_careful(end)

    def loop(self, slot: int, source: str, item: Code, test: Code | None) -> str:
        """The text of a list of what an item is for each of a source's, in a slot, that fits."""
        if test is None:
            return f"[{self.catch_blank(item)} for f[{slot}] in {source}]"
        return "".join(
            (
                f"[x for f[{slot}] in {source}",
                _only_quick(" if ") + _only_careful(" for x in choose(lambda: ("),
                test.text,
                _only_quick(" for x in (") + _only_careful("), lambda: ("),
                item.text,
                _only_quick(",)]") + _only_careful(f"), {self.bind(item.type)})]"),
            )
        )


def catch_blank(run: Callable[[], Any], form: Type) -> Any:
    """A value, or a blank one of the same type."""
    try:
        return run()
    except BlankError:
        return leave_blank(form)


def choose(test: Callable[[], Any], run: Callable[[], Any], form: Type) -> tuple[Any, ...]:
    """A value if a test is true; a blank one where that is not known."""
    try:
        return (run(),) if test() else ()
    except BlankError:
        return (leave_blank(form),)
