"""The code of Airships: the functions that its game.yaml calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

from sheetgen.ground.geometry import trace_sector

if TYPE_CHECKING:
    from sheetgen.systems.kit.scenario.text import BriefingRow


def name_wings(id: str, count: int) -> list[str]:
    """The IDs of the wings aboard a ship: its own with a letter."""
    return [f"{id}{letter}" if id else "" for letter in ascii_lowercase[:count]]


class RosterPlace(NamedTuple):
    """The place of a row on a roster: its page, from 1, and its distance from the first row."""

    page: int
    y: float


def stack(heights: list[float], room: float) -> list[RosterPlace]:
    """Rows of these heights on pages that have so much room for them, in millimetres."""
    from sheetgen.systems.kit.roster import stack_rows

    pages = stack_rows(heights, float, float(room))
    return [RosterPlace(number, y) for number, page in enumerate(pages, start=1) for y, _ in page]


def list_rows(members: Sequence[Any]) -> Iterator[BriefingRow]:
    """The rows of a table of forces: one for each design, each with those of its wings."""
    from sheetgen.systems.kit.scenario.text import group_designs

    return group_designs(
        code=lambda ship: str(ship.record.build.code),
        points=lambda member: int(member.cost),
        aboard=_list_wings,
    )(members)


def _list_wings(members: Sequence[Any]) -> Iterator[BriefingRow]:
    """The wings in the hangars of some ships, which are paid for with these."""
    from sheetgen.systems.airships.data import FRAMES
    from sheetgen.systems.kit.scenario.text import BriefingRow

    wings: dict[str, list[str]] = {}
    for member in members:
        aboard = member.record.wings
        for wing, id in zip(aboard, name_wings(member.id, len(aboard)), strict=True):
            wings.setdefault(wing.name, []).append(id)
    for name, ids in wings.items():
        yield BriefingRow(len(ids), name, FRAMES["wing"].code, ids, aboard=True)


def list_aboard(count: int, out: list[str]) -> list[int]:
    """The numbers of a ship's wings that are not out; the letters of their IDs count them."""
    lost = {id[-1:] for id in out}
    return [at for at, letter in enumerate(ascii_lowercase[:count], start=1) if letter not in lost]


def draw(frame: str, arms: Any, fleet: str) -> object:
    """A ship of a fleet from above, by its frame's id or name, with the weapons of its slots."""
    from sheetgen.systems.airships.silhouette import draw_ship

    return draw_ship(frame.lower(), arms, fleet)


def draw_bare(frame: str) -> object:
    """A frame from above, without weapons."""
    return draw(frame, [], "")


def draw_rose(arms: Any, idle: list[int], left: Any, whole: Any, fine: bool) -> object:
    """The rose of a ship's weapons with what losses leave of its dice."""
    from sheetgen.systems.airships import rose

    return rose.draw_rose(arms, idle, left, whole, fine)


def draw_empty_rose(fine: bool) -> object:
    """A rose to draw weapons on."""
    return draw_rose([], [], [], [], fine)


def draw_wing(fleet: str) -> object:
    """A wing of a fleet from above."""
    from sheetgen.systems.airships import silhouette

    return silhouette.draw_wing(fleet)


def draw_torpedo() -> object:
    """A torpedo from above."""
    from sheetgen.systems.airships import silhouette

    return silhouette.draw_torpedo()


def spell_rules(weapon: Any) -> str:
    """A weapon's rules in brief."""
    from sheetgen.systems.airships import data

    return data.spell_rules(weapon)


def trace_arc(heading: float) -> str:
    """An arc of fire as a sector of radius 100, around its middle in degrees from the bow."""
    return trace_sector(100, float(heading) - 45, float(heading) + 45)
