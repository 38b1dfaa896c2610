"""Comparisons: what several definitions of a kind say, and what follows, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.narration import join
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import say, say_key, tr
from sheetgen.reading.model import write_data

_LEFT_OUT = ("system", "id", "like", "name", "description", "art")


class ComparisonLine(NamedTuple):
    """A value of every definition, None where one has none.

    `key` is what `show --json` calls it, `primaries.forward` for a value within a value. Rows that
    were worked out, and have the name of written ones, begin with `derived.`.
    """

    key: str
    values: tuple[Any, ...]

    @property
    def differs(self) -> bool:
        """Whether not all of the values are equal."""
        return any(value != self.values[0] for value in self.values)


def compare(definitions: Sequence[Definition]) -> list[ComparisonLine]:
    """Return a line for each written or derived value, with one cell for each definition.

    Raises ProblemError if a game's code fails.
    """
    written = [_list_written(d) for d in definitions]
    # A list of rows that was worked out is told apart from a written one of that name.
    doubled = {
        key
        for definition, own in zip(definitions, written, strict=True)
        for key, value in definition.derived.items()
        if _is_table(value) and isinstance(own.get(key), list)
    }
    found = []
    for definition, own in zip(definitions, written, strict=True):
        derived = {
            f"derived.{key}" if key in doubled else key: value
            for key, value in definition.derived.items()
        }
        found.append({**dict(flatten(derived)), **dict(flatten(own))})
    keys = dict.fromkeys(key for own in written for key, _ in flatten(own))
    keys |= dict.fromkeys(key for values in found for key in values)
    return [ComparisonLine(key, tuple(values.get(key) for values in found)) for key in keys]


def _list_written(definition: Definition) -> dict[str, Any]:
    """Return the values written in a definition, without those that name or describe it."""
    written = write_data(definition.written)
    left_out = (*_LEFT_OUT, definition.kind.marker)
    return {key: value for key, value in written.items() if key not in left_out}


def _is_table(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def flatten(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every value within values, by keys with dots between them; rows of tables by number."""
    for key, value in values.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping):
            yield from flatten(value, f"{name}.")
        elif _is_table(value):
            for at, row in enumerate(value, start=1):
                yield f"{name}.{at}", row
        else:
            yield name, value


def spell(key: str) -> str:
    """A key in words of the language that is spoken."""
    return " ".join(map(say_key, key.replace("_", " ").split(".")))


def show_values(line: ComparisonLine) -> list[str]:
    """Each value in words; a number that differs from the first one with the difference."""
    first = line.values[0]
    return [
        f"{_show(value)} ({say(f'{value - first:+g}')})"
        if _is_number(value) and _is_number(first) and value != first
        else _show(value)
        for value in line.values
    ]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _show(value: Any) -> str:
    if value is None or value == []:
        return "—"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, dict):
        return " ".join(_show(part) for part in value.values())
    if isinstance(value, (list, tuple)):
        return ", ".join(_show(part) for part in value)
    return str(join(value))
