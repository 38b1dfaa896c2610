"""Costs: how the steps of a filter, test or method grow with the sizes of what it is given.

Each entry of the vocabulary has one, and they are counted here, before anything is done. So they
don't depend on how the code of a template is written.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sheetgen.ground.record import NamedTuple
from sheetgen.template.sandbox.work import Work

_LOOKED_UP = 10  # steps in which a value's own value is looked up by its name
_PAIRS = 6  # a step compares two to the power of this many pairs of letters


class Cost(NamedTuple):
    """How many steps a call takes.

    The size of a text is an eighth of its letters, that of a list its items with those in them.
    What is short, and every number, is handled in the step that asked for it.
    """

    rate: int = 1
    """Steps for each unit of the size of all that is given."""
    sorts: bool = False
    """Whether the values are compared again each time that their number doubles."""
    names: bool = False
    """Whether a path of names may be looked up in each of the values."""
    pairs: bool = False
    """Whether each letter of the text may be compared with each of another text."""

    def charge(self, work: Work, value: Any, others: Collection[Any] = ()) -> None:
        """Counts the steps of a call for `value` with `others`. Raises TooMuchError."""
        if not self.rate:
            return
        before = work.steps
        for one in (value, *others):
            work.weigh(one)
        times = self.rate - 1
        if self.sorts:
            times += len(value).bit_length()
        work.spend((work.steps - before) * times)
        texts = [one for one in others if isinstance(one, str)]
        if self.names:
            names = sum(text.count(".") + 1 for text in texts)
            work.spend(len(value) * names * _LOOKED_UP)
        if self.pairs and isinstance(value, str):
            work.spend(len(value) * sum(map(len, texts)) >> _PAIRS)


NONE = Cost(0)
"""The cost of looking at no more than the first value, or at how many there are."""
SIZE = Cost()
SPLITS = Cost(32)
"""Each letter may become a text of its own."""
NAMES = Cost(names=True)
SORTS = Cost(sorts=True, names=True)
PAIRS = Cost(pairs=True)
