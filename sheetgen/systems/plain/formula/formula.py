"""A formula of a game: its text, where that stands, and what it was compiled to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.systems.plain.formula.compiler import Compiler, Names
from sheetgen.systems.plain.formula.frame import Code, Frame
from sheetgen.systems.plain.formula.number import Number, write_number
from sheetgen.systems.plain.formula.parser import parse
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS, FailureError
from sheetgen.systems.plain.formula.tree import Name, Node, Part, list_chains, list_names

if TYPE_CHECKING:
    from sheetgen.systems.plain.formula.type import Type

_SHORT = 40


class Formula:
    """A formula; `place` finds the place of a character of its text."""

    def __init__(self, text: str, place: Callable[[int], Place]) -> None:
        self.text, self.place = text, place
        self.tree: Node | None = None
        self.code: Code | None = None
        self._slots: dict[str, int] = {}

    def parse(self) -> None:
        """Reads the text. Raises FormulaError."""
        self.tree = parse(self.text)

    def compile(self, compiler: Compiler) -> None:
        """Compiles the tree. Raises FormulaError."""
        assert self.tree is not None
        self.code = compiler.build(self.tree)
        self._note(compiler.names)

    def _note(self, names: Names) -> None:
        self._slots = {
            name.name: known.slot
            for name in self.names
            if (known := names.known.get(name.name)) and known.slot
        }

    @property
    def type(self) -> Type:
        """The type of its value."""
        assert self.code is not None
        return self.code.type

    @cached_property
    def names(self) -> Sequence[Name]:
        """The names that it uses."""
        return list(list_names(self.tree)) if self.tree else ()

    def work_out(self, frame: Frame, whose: str) -> Any:
        """Its value. Raises ProblemError, which says for `whose` definition it failed."""
        assert self.code is not None
        try:
            return self.code.run(frame)
        except FailureError as error:
            known = [
                f"{name} is {shown}"
                for name, slot in self._slots.items()
                if (shown := show_value(frame[slot]))
            ]
            where = f"it was working on {whose}" + f", where {', '.join(known)}" * bool(known)
            hint = f"{error.hint}; {where}" if error.hint else where
            place = self.place(error.at)
            raise ProblemError([FORMULA_FAILS.at(place, error.message, hint)]) from None

    def substitute(self, frame: Frame) -> str:
        """Its text with the values of its names in place of the names, as far as they are short."""
        assert self.tree is not None
        text, end = [], 0
        for node in sorted(list_chains(self.tree), key=lambda node: node.at):
            shown = show_value(self._look_up(node, frame))
            if shown:
                text += [self.text[end : node.at], shown]
                end = node.end
        return "".join([*text, self.text[end:]])

    def _look_up(self, node: Node, frame: Frame) -> Any:
        """The value of a name, or of a part of one; None for tables and functions."""
        if isinstance(node, Part):
            return getattr(self._look_up(node.of, frame), node.name, None)
        slot = self._slots.get(node.name) if isinstance(node, Name) else None
        return frame[slot] if slot else None


def show_value(value: Any) -> str:
    """A value in a formula; empty if it has no short form."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return write_number(value)
    if isinstance(value, str):
        return f"'{value}'" if len(value) <= _SHORT else ""
    if isinstance(value, list):
        items = [show_value(item) for item in value[:_SHORT]]
        whole = f"[{', '.join(items)}]"
        return whole if all(items) and len(value) <= _SHORT and len(whole) <= 60 else ""
    return ""
