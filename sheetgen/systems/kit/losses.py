"""Losses: what a fleet says that its ships have lost, by their IDs, and whether they had it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from sheetgen.ground.record import replace
from sheetgen.ground.row import NamedTuple
from sheetgen.systems import Finding, check
from sheetgen.systems.kit.fleet import LinkedFleet, Member


class Count(NamedTuple):
    """Something of which a ship has lost a number: where that is written, and how many it had."""

    path: tuple[str | int, ...]
    lost: int
    total: int
    what: str


class Names(NamedTuple):
    """Things that a ship has lost by name, what they are, and the names of all that it had.

    What it had twice may go twice.
    """

    path: tuple[str | int, ...]
    what: str
    lost: Sequence[object]
    known: Sequence[object]


class Loser(Protocol):
    """What a fleet says of one of its ships."""

    def list_lost(self, member: Any) -> Iterator[Count | Names]:
        """All that it says of a member that it has lost."""


M = TypeVar("M", bound=Member)


def read_state(entries: Sequence[Any], called: Sequence[M]) -> Iterator[tuple[M, Any]]:
    """The ships of a fleet with what each has lost, None for nothing.

    The ID of one that has lost something is written, and stays.
    """
    for member in called:
        state = entries[member.at].state.get(member.id)
        yield (replace(member, code=None) if state else member), state


def tell_lost(known: Sequence[object], lost: Sequence[object]) -> list[bool]:
    """Which of the things that a ship has are lost, the first ones of the same name first."""
    left = list(lost)
    gone = []
    for name in known:
        gone.append(name in left)
        if gone[-1]:
            left.remove(name)
    return gone


@check("ship-state", "error")
def ship_state(linked: LinkedFleet[Any, Any]) -> Iterator[Finding]:
    """The losses of a ship in a fleet are impossible.

    Why: A ship can't lose more boxes than it has, and losses are given by the ID of a ship of the
    entry.

    Example:
    ships: [{ship: warrior, state: {BB1: {hull: 13}}}]    # a Warrior has 12 hull boxes
    """
    for at, entry in enumerate(linked.fleet.ships):
        members = {m.id: m for m in linked.members if m.at == at}
        for identity, state in entry.state.items():
            path = ("ships", at, "state", identity)
            if identity not in members:
                message = f"state: {identity} is not a ship of this entry"
                yield Finding(path, message, f"its ships are {', '.join(members)}")
                continue
            for lost in state.list_lost(members[identity]):
                for inner, message, hint in _find_wrong(identity, lost):
                    yield Finding((*path, *inner), message, hint)


def _find_wrong(
    identity: str, lost: Count | Names
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Where something was never there to be lost, what is wrong, and what would be right."""
    if isinstance(lost, Count):
        if lost.lost > lost.total:
            message = f"{identity} has lost {lost.lost} {lost.what}, but it has {lost.total}"
            yield lost.path, message, ""
        return
    left = list(lost.known)
    for place, name in enumerate(lost.lost):
        if name in left:
            left.remove(name)
            continue
        again = " that is not lost already" if name in lost.known else ""
        hint = f"it has {', '.join(map(str, lost.known)) or 'none'}"
        yield (*lost.path, place), f"{identity} has no {lost.what} {name}{again}", hint
