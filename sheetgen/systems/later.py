"""What a game names now and imports later: at first use, as most runs use little of a game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any


class _Later(str):
    """Where a value is found: `package.module:NAME`, or `package.module:NAME.attribute`."""

    __slots__ = ()

    def load(self) -> Any:
        """The value, for which its module is imported."""
        module, _, path = self.partition(":")
        value: Any = import_module(module)
        for name in path.split("."):
            value = getattr(value, name)
        return value


def later(home: str) -> Any:
    """Stands for the value at `package.module:NAME` in a Kind or a Sheet, until it is asked for."""
    return _Later(home)


class Patient:
    """A base of frozen dataclasses with slots, whose values may be given by `later`."""

    __slots__ = ("_homes",)

    def __post_init__(self) -> None:
        """Empties the slots of all values that are to come, so that asking for one is noticed."""
        homes = {}
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, _Later):
                homes[name] = value
                object.__delattr__(self, name)
        object.__setattr__(self, "_homes", homes)

    if not TYPE_CHECKING:  # or no misspelt name would be noticed

        def __getattr__(self, name: str) -> Any:
            """The value of an empty slot, from now on in its place."""
            homes = {} if name == "_homes" else self._homes
            if name not in homes:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = homes[name].load()
            object.__setattr__(self, name, value)
            return value
