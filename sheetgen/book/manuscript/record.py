"""Values as chapters see them: `ships.warrior.points`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class NoValueError(AttributeError):
    """A chapter asks for a value that does not exist; `known` are those that do."""

    def __init__(self, name: str, whose: str, known: list[str]) -> None:
        self.missing, self.whose, self.known = name, whose, known
        super().__init__(f"there is no {name} in {whose}")


class Record:
    """Named values; keys may be written with `_` for `-`. It prints as its name."""

    __slots__ = ("_kept", "_name", "_values")

    def __init__(self, values: Mapping[str, Any], name: str) -> None:
        self._values, self._name = values, name
        self._kept: dict[str, Any] = {}  # what was asked for, since a list takes long to wrap

    def __getattr__(self, key: str) -> Any:
        values = self._values
        if key in self._kept:
            return self._kept[key]
        for wanted in (key, key.replace("_", "-"), key.replace("-", "_")):
            if wanted in values:
                found = self._kept[key] = wrap(values[wanted], f"{self._name}.{key}")
                return found
        raise NoValueError(key, self._name, [str(known) for known in values])

    def __getitem__(self, key: str) -> Any:
        return self.__getattr__(str(key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return str(self._values.get("name", self._name))


def wrap(value: Any, name: str) -> Any:
    """A value with its parts as records."""
    if isinstance(value, Mapping):
        return Record(value, name)
    if isinstance(value, (list, tuple)):
        return [wrap(item, f"{name}[{at}]") for at, item in enumerate(value, start=1)]
    return value
