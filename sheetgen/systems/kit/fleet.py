"""Fleets of ships: an ID and a name for each, in every game alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from sheetgen.systems.contract import Finding, Lookup


class Entry(Protocol):
    """What a fleet's entry has in every game: a ship's id, how many, their IDs and names."""

    @property
    def ship(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def ids(self) -> Sequence[str] | None: ...
    @property
    def names(self) -> Sequence[str] | None: ...


class Called(NamedTuple):
    """A ship that was called up, by the place of its entry in the fleet's `ships`."""

    at: int
    ship: Any
    id: str
    name: str


def call_ships(
    entries: Sequence[Entry], lookup: Lookup, code: Callable[[Any], str]
) -> Iterator[Called]:
    """Every ship of a fleet with its ID and name; those that are not found are left out.

    Ships without an ID are numbered by their `code`.
    """
    found = [lookup.find(("ships", at, "ship"), entry.ship) for at, entry in enumerate(entries)]
    number = number_ships({identity for entry in entries for identity in entry.ids or ()})
    for at, (entry, ship) in enumerate(zip(entries, found, strict=True)):
        if ship is None:
            continue
        ids, names = entry.ids or (), entry.names or ()
        for place in range(entry.count):
            identity = ids[place] if place < len(ids) else number(code(ship))
            name = names[place] if place < len(names) else ship.name
            yield Called(at, ship, identity, name)


def number_ships(taken: set[str]) -> Callable[[str], str]:
    """Gives IDs by code: BB1, BB2, CA1 …, past those that are taken."""
    series: dict[str, Iterator[str]] = {}

    def count(code: str) -> Iterator[str]:
        number = 1
        while True:
            if f"{code}{number}" not in taken:
                yield f"{code}{number}"
            number += 1

    return lambda code: next(series.setdefault(code, count(code)))


def find_mismatches(entries: Sequence[Entry], given: str = "are given") -> Iterator[Finding]:
    """IDs and names that are not one for each ship, and IDs that stand twice."""
    seen: set[str] = set()
    for at, entry in enumerate(entries):
        for key, values in (("ids", entry.ids), ("names", entry.names)):
            if values is not None and len(values) != entry.count:
                message = f"{key}: {len(values)} {given} for {entry.count} ships"
                hint = f"give one for each, or leave {key} out"
                yield Finding(("ships", at, key), message, hint)
        for place, identity in enumerate(entry.ids or ()):
            if identity in seen:
                message = f"the ID {identity} stands twice in this fleet"
                yield Finding(("ships", at, "ids", place), message, "each ship has its own")
            seen.add(identity)
