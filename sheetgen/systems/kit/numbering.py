"""IDs: ships are numbered by a code, on from one side to the next, skipping IDs that were written.

A fleet here is whatever has `members`. Of these, ships have an `id`, and the `code` by which they
are numbered, or None where their ID was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from sheetgen.ground.record import replace
from sheetgen.systems import Finding, check

N = TypeVar("N", bound=Any)


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


def number_sides(fleets: Sequence[Any]) -> list[tuple[str, ...]]:
    """The IDs of each fleet's ships where fleets meet: the numbers go on from fleet to fleet.

    IDs that were written stay, and no fleet counts them. A member without any ID has an empty one.
    """
    give = number_ships({identity for fleet in fleets for identity in list_written(fleet)})
    return [tuple(_name_member(member, give) for member in fleet.members) for fleet in fleets]


def _name_member(member: Any, give: Callable[[str], str]) -> str:
    code, identity = getattr(member, "code", None), getattr(member, "id", "")
    return identity if code is None else give(code)


def give_ids(fleet: N, ids: Sequence[str]) -> N:
    """The fleet with these IDs for its ships; the same object if they have them already."""
    pairs = list(zip(fleet.members, ids, strict=True))
    members = tuple(m if getattr(m, "id", "") == own else replace(m, id=own) for m, own in pairs)
    return fleet if members == fleet.members else replace(fleet, members=members)


def list_written(fleet: Any) -> dict[str, Any]:
    """The ships of a fleet whose IDs were written, by their IDs."""
    written = (member for member in fleet.members if getattr(member, "code", "") is None)
    return {member.id: member for member in written}


@check("shared-id", "warning", beside=True)
def shared_ids(fleet: Any, before: Sequence[Any]) -> Iterator[Finding]:
    """Two sides that meet have ships with the same ID.

    Why: An order for CA1 should be for one ship only, so the numbers of ships without `ids` go on
    from one side to the next. IDs that you write stay, even if another side has them too.

    Example:
    ships: [{ship: kestrel, ids: [K1]}]    # and K1 is written in the other fleet too
    """
    taken = {identity: other for other in reversed(before) for identity in list_written(other)}
    for identity, member in list_written(fleet).items():
        if identity in taken:
            ids = fleet.fleet.ships[member.at].ids or ()
            place = ("ids", ids.index(identity)) if identity in ids else ()
            message = f"the ID {identity} is taken by a ship of {taken[identity].name}"
            hint = "write another ID for one of the two"
            yield Finding(("ships", member.at, *place), message, hint)
