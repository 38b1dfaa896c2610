"""Formulas of a game: their text, where that stands, and the Python that they become.

That is expressions of a frame, compiled when one is first worked out. On a blank sheet some values
are left open. An expression takes no notice of that until one of them is needed; then it is worked
out again with care, and what needs such a value is left open too. Both forms are of one text, in
which marks enclose what belongs to one of them alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.record import NamedTuple, read_values, replace
from sheetgen.ground.words import PLAIN, Words
from sheetgen.systems.plain.formula.parser import (
    Binary,
    Call,
    Choice,
    Constant,
    Each,
    FormulaPart,
    Listing,
    Name,
    Node,
    RecordParts,
    list_chains,
    list_names,
    parse,
)
from sheetgen.systems.plain.formula.problem import (
    FORMULA_FAILS,
    FailureError,
)
from sheetgen.systems.plain.formula.value import (
    PENDING,
    BlankError,
    Code,
    Frame,
    Number,
    Run,
    Type,
    leave_blank,
    write_number,
)

_PASSING = ("capital", "lower", "upper", "unique", "join", "sorted", "reversed", "first")


# The texts in a formula that are printed. Texts that are put together with others are, and so is
# whatever a formula in a phrase gives; texts that are compared, or that find a line of a table, are
# not.


def turn_texts(node: Node, change: Callable[[str], str], printed: bool = False) -> Node:
    """The tree of a formula with its printed texts changed; all of it may be `printed`."""
    if isinstance(node, Constant):
        text = node.value
        return replace(node, value=change(text)) if printed and isinstance(text, str) else node
    changes: dict[str, Any] = {}
    for key, value in read_values(node).items():
        several = value if isinstance(value, (list, tuple)) else (value,)
        if not several or not isinstance(several[0], Node):
            continue
        made = tuple(
            turn_texts(one, change, _is_printed(node, key, at, printed))
            for at, one in enumerate(several)
        )
        changes[key] = made if several is value else made[0]
    return replace(node, **changes) if changes else node


def _is_printed(node: Node, key: str, at: int, printed: bool) -> bool:
    """Whether a part of a node is printed, where that itself is or not."""
    if isinstance(node, Binary):  # lists that are added up are no texts
        is_list = isinstance(getattr(node, key), (Listing, Each))
        return node.operator == "+" and (printed or not is_list)
    if isinstance(node, Call):
        if call_words(node):
            return at > 0 or isinstance(node.arguments[0], (Choice, Call))
        return _is_argument_printed(node, at, printed)
    if isinstance(node, (Choice, Each)):
        return printed and key in ("yes", "no", "item")
    return printed and isinstance(node, (Listing, RecordParts))


def call_words(call: Call) -> bool:
    """Whether a call is one of `tr`, which looks its words up when they are filled in."""
    return call.name in ("tr", "tr_many")


def _is_argument_printed(call: Call, at: int, printed: bool) -> bool:
    if call.name == "switch":
        return printed and at > 0 and (at % 2 == 0 or at == len(call.arguments) - 1)
    passes = call.name in _PASSING or (call.name == "either" and at == 1)
    return call.name == "join" or (printed and passes)


def list_texts(node: Node, printed: bool = False) -> list[str]:
    """The printed texts in the tree of a formula."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text.strip())
        return text

    turn_texts(node, note, printed)
    return found


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

    def __init__(self, workers: Mapping[str, Any], words: Words = PLAIN) -> None:
        """Texts that are printed are in the `words`."""
        self.words = words
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

    def __init__(
        self,
        text: str,
        place: Callable[[int], Place],
        words: Words = PLAIN,
        is_printed: bool = False,
    ) -> None:
        """Its texts are in the `words`, those that are put together or all if it `is_printed`."""
        self.text, self.place = text, place
        self._words, self._is_printed = words, is_printed
        self.code: Code | None = None
        self._expression: Expression | None = None
        self._known: dict[str, KnownNames] = {}

    @cached_property
    def tree(self) -> Node:
        """The tree of the text, which is read when it is first asked for. Raises FormulaError."""
        tree = parse(self.text)
        if not self._words.is_foreign:
            return tree

        return turn_texts(tree, self._words.find_within, self._is_printed)

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
