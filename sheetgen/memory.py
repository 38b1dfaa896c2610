"""The memory of a press: what it has drawn, kept from one run to the next."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, overload

from sheetgen.ground.row import NamedTuple
from sheetgen.pages.presssheet import Item

_MOST = 20_000
"""How many sheets of definitions are kept before all are forgotten."""


class Together(Sequence[Any]):
    """Everything printed together in a run; it notes whether a sheet has looked at it."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = tuple(values)
        self.is_asked = False

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        self.is_asked = True
        return self.values[at]

    def __len__(self) -> int:
        self.is_asked = True
        return len(self.values)


class Memory:
    """Pieces by what they were made from; the same object, unchanged, makes the same pieces."""

    def __init__(self) -> None:
        self.keeps = False
        self._known: dict[Hashable, _Kept] = {}

    def recall(self, key: Hashable, together: Together) -> list[Item] | None:
        """The pieces made from this, if they are still right for what is printed together."""
        together.is_asked = False
        made = self._known.get(key)
        return made.items if made and made.beside in (None, together.values) else None

    def keep(self, key: Hashable, together: Together, values: Any, items: list[Item]) -> None:
        """Keeps the pieces made from values, which `key` may name by their `id` alone."""
        if len(self._known) >= _MOST:
            self._known.clear()
        beside = together.values if together.is_asked else None
        self._known[key] = _Kept(values, beside, items)

    def forget(self) -> None:
        """Forgets everything: what the pieces are drawn with has changed."""
        self._known.clear()


class _Kept(NamedTuple):
    """Pieces, the values that they were made from, and what else was looked at."""

    values: Any
    beside: tuple[Any, ...] | None
    items: list[Item]
