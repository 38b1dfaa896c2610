"""A formula of a game: its text, where that stands, and what it was compiled to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.record import NamedTuple
from sheetgen.systems.plain.formula.parser import (
    FormulaPart,
    Name,
    Node,
    list_chains,
    list_names,
    parse,
)
from sheetgen.systems.plain.formula.problem import (
    FORMULA_FAILS,
    FailureError,
)
from sheetgen.systems.plain.formula.python import Expression, PythonWriter
from sheetgen.systems.plain.formula.value import (
    PENDING,
    BlankError,
    Code,
    Frame,
    Number,
    Type,
    leave_blank,
    write_number,
)


class KnownNames(NamedTuple):
    """The meaning of a name: its type, and its slot or, for a table, its value.

    What follows from other names has a `formula`, which is worked out when it is asked for.
    """

    type: Type
    slot: int = 0
    value: Any = None
    formula: Formula | None = None

    def read(self, frame: Frame) -> Any:
        """The value of the name in a frame. Raises ProblemError where it can't be worked out."""
        if not self.slot:
            return self.value
        value = frame[self.slot]
        return work_out(frame, self.slot, self.formula) if value is PENDING else value


def work_out(frame: Frame, slot: int, formula: Formula | None) -> Any:
    """Work out a value that is pending, in the frame of its definition, where it is kept."""
    assert formula is not None
    base = frame[0].base or frame
    value = base[slot]
    if value is PENDING:
        try:
            value = formula.work_out(base, base[0].whose)
        except BlankError:
            value = leave_blank(formula.type)
        base[slot] = value
    frame[slot] = value
    return value


_SHORT = 40


class Formula:
    """A formula; `place` finds the place of a character of its text."""

    def __init__(self, text: str, place: Callable[[int], Place]) -> None:
        self.text, self.place = text, place
        self.code: Code | None = None
        self._expression: Expression | None = None
        self._known: dict[str, KnownNames] = {}

    @cached_property
    def tree(self) -> Node:
        """The tree of the text, which is read when it is first asked for. Raises FormulaError."""
        return parse(self.text)

    def settle(self, code: Code, writer: PythonWriter) -> None:
        """Takes over its code."""
        self.code, self._expression = code, Expression(code.text, writer.space)

    def note(self, known: Mapping[str, KnownNames]) -> None:
        """Keep what the names that it uses mean, to say so where it fails."""
        self._known = {
            name.name: meaning
            for name in self.names
            if (meaning := known.get(name.name)) and meaning.slot
        }

    @property
    def type(self) -> Type:
        """The type of its value."""
        assert self.code is not None
        return self.code.type

    @cached_property
    def names(self) -> Sequence[Name]:
        """The names that it uses."""
        return list(list_names(self.tree))

    def work_out(self, frame: Frame, whose: str) -> Any:
        """Work out the value. Raises ProblemError, which says for `whose` definition it failed."""
        assert self._expression
        try:
            return self._expression.work_out(frame)
        except FailureError as error:
            known = [
                f"{name} is {shown}"
                for name, name_known in self._known.items()
                if (shown := show_value(frame[name_known.slot]))
            ]
            where = f"it was working on {whose}" + f", where {', '.join(known)}" * bool(known)
            hint = f"{error.hint}; {where}" if error.hint else where
            place = error.place or self.place(error.at)
            raise ProblemError([FORMULA_FAILS.at(place, error.message, hint)]) from None

    def substitute(self, frame: Frame) -> str:
        """Write the formula with values in place of names, where the values are short."""
        text, end = [], 0
        for node in sorted(list_chains(self.tree), key=lambda node: node.at):
            shown = show_value(self._look_up(node, frame))
            if shown:
                text += [self.text[end : node.at], shown]
                end = node.end
        return "".join([*text, self.text[end:]])

    def _look_up(self, node: Node, frame: Frame) -> Any:
        """The value of a name, or of a part of one; None for tables and functions."""
        if isinstance(node, FormulaPart):
            return getattr(self._look_up(node.of, frame), node.name, None)
        known = self._known.get(node.name) if isinstance(node, Name) else None
        return known.read(frame) if known else None


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
