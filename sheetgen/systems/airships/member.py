"""The ships of a fleet as sheets and duels see them, with the wings in their hangars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.record import record
from sheetgen.systems.airships.data import FRAMES
from sheetgen.systems.airships.rules import name_wings
from sheetgen.systems.kit.fleet import Member
from sheetgen.systems.kit.scenario.text import BriefingRow, group_designs


@record
class Aboard:
    """A wing in a ship's hangar; its ID is that of the ship with a letter."""

    id: str
    wing: Any
    out: bool = False


def list_wings(member: Member) -> list[Aboard]:
    """The wings that a ship carries."""
    wings, out = member.record.wings, member.record.state.out
    ids = name_wings(member.id, len(wings))
    return [Aboard(id, wing, id in out) for id, wing in zip(ids, wings, strict=True)]


def list_rows(members: Sequence[Any]) -> Iterator[BriefingRow]:
    """The rows of a table of forces: one for each design, each with those of its wings."""
    return group_designs(
        code=lambda ship: str(ship.record.build.code),
        points=lambda member: int(member.cost),
        aboard=_list_aboard,
    )(members)


def _list_aboard(members: Sequence[Member]) -> Iterator[BriefingRow]:
    """The wings in the hangars of some ships, which are paid for with these."""
    wings: dict[str, list[str]] = {}
    for aboard in (aboard for member in members for aboard in list_wings(member)):
        wings.setdefault(aboard.wing.name, []).append(aboard.id)
    for name, ids in wings.items():
        yield BriefingRow(len(ids), name, FRAMES["wing"].code, ids, aboard=True)
