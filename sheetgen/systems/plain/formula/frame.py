"""What a formula works on: the values of its names, and how much work is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sheetgen.ground.row import NamedTuple
from sheetgen.systems.plain.formula.problem import FailureError
from sheetgen.systems.plain.formula.type import ListOf, Record, Type

Frame = list[Any]
"""The values of all names by their slots; the first is the Work."""
Run = Callable[[Frame], Any]

MOST_WORK = 50_000
"""Items that the values of one definition may work through, and each check, column or sheet."""
LONGEST = 10_000
"""Items of one list, and characters of one text."""


class Code(NamedTuple):
    """A compiled formula: the type of its value, and the function that works it out."""

    type: Type
    run: Run


class Work:
    """How much work is left."""

    __slots__ = ("left",)

    def __init__(self, most: int = MOST_WORK) -> None:
        self.left = most

    def spend(self, items: int, at: int) -> None:
        """Counts items worked through. Raises FailureError if there were too many."""
        self.left -= items
        if self.left < 0 or items > LONGEST:
            most = LONGEST if items > LONGEST else MOST_WORK
            raise FailureError(at, f"this takes too much work: more than {most:,} items")


def weigh(value: Any) -> int:
    """The number of items in a value, with those inside its items."""
    if isinstance(value, (list, range)):
        return len(value) + sum(map(weigh, value)) if isinstance(value, list) else len(value)
    return 1 + len(value) // 100 if isinstance(value, str) else 1


class BlankError(Exception):
    """A value that a blank sheet leaves to be filled in by hand is needed to work on."""


class Blank:
    """A value that is left to be filled in by hand: whatever works on it is left out too."""

    __slots__ = ()

    def _refuse(self, *_: Any) -> Any:
        raise BlankError

    __bool__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __ne__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuse
    __neg__ = __abs__ = __iter__ = __len__ = __contains__ = __getitem__ = __hash__ = _refuse
    __getattr__ = _refuse


BLANK = Blank()


def leave_blank(form: Type) -> Any:
    """What a blank sheet has for a value of a type that is not known."""
    if isinstance(form, ListOf):
        return []
    if isinstance(form, Record):
        return form.make(*map(leave_blank, form.parts.values()))
    return BLANK
