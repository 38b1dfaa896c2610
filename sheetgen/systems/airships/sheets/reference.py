"""The quick reference: the game's tables and rules on two pages, in our own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.data import (
    ACTIONS,
    CRITICALS,
    FRAMES,
    KEYWORDS,
    MODULES,
    MOVEMENT,
    SUPER_CRITICALS,
    TORPEDO,
    WEAPONS,
    WORDS,
    Action,
    Critical,
    Module,
    Torpedo,
)
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.derive import morale_checks
from sheetgen.systems.airships.fleet import LinkedFleet


@dataclass(frozen=True, slots=True)
class Move:
    """A row of the movement table."""

    name: str
    move: str
    pivot: str


@dataclass(frozen=True, slots=True)
class FrameRow:
    """A row of the table of frames."""

    name: str
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """A row of the tables of weapons; the first of a size has the name of the size."""

    size: str
    name: str
    range: str
    dice: str
    cost: str
    rules: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A word and what it means."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Reference:
    """One of the two pages."""

    page: int
    actions: Sequence[Action]
    criticals: Sequence[Critical]
    super_criticals: Sequence[Critical]
    moves: Sequence[Move]
    frames: Sequence[FrameRow]
    weapons: Sequence[WeaponLine]
    words: Sequence[Rule]
    keywords: Sequence[Rule]
    modules: Sequence[Module]
    torpedo: Torpedo
    torpedo_move: str
    colour: str


def fill_reference(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The two pages, in the colour of the run; equal ones are printed once."""
    movement = MOVEMENT[TORPEDO.row]
    for page in (1, 2):
        reference = Reference(
            page=page,
            actions=ACTIONS,
            criticals=CRITICALS,
            super_criticals=SUPER_CRITICALS,
            moves=[
                Move(row.capitalize(), f"{m.move}″", f"{m.pivot:g}°") for row, m in MOVEMENT.items()
            ],
            frames=list(_list_frames()),
            weapons=list(_list_weapons()),
            words=[
                Rule(f"{name}(x)" if "x" in word.spoken.split(" ")[0] else name, word.about)
                for name, word in WORDS.items()
                if word.about
            ],
            keywords=[Rule(name, about) for name, about in KEYWORDS.items()],
            modules=tuple(MODULES.values()),
            torpedo=TORPEDO,
            torpedo_move=f"{movement.move}″ a turn, pivot {movement.pivot:g}°",
            colour=look.colour or "#1f4e79",
        )
        yield Print(reference, f"Quick reference, page {page} of 2")


def _list_frames() -> Iterator[FrameRow]:
    for frame in FRAMES.values():
        heights = (frame.lift, frame.drop, frame.stall)
        checks = "/".join(map(str, morale_checks(frame.hull)))
        values = [
            f"{frame.size}",
            str(frame.hull),
            checks,
            f"{frame.skill}+",
            str(frame.morale),
            str(frame.command),
            "–" if frame.damage_control is None else str(frame.damage_control),
            *("–" if height is None else str(height) for height in heights),
            str(frame.inertia),
        ]
        yield FrameRow(frame.name, values)


def _list_weapons() -> Iterator[WeaponLine]:
    for size, weapons in WEAPONS.items():
        for at, weapon in enumerate(weapons.values()):
            yield WeaponLine(
                size.capitalize() if at == 0 else "",
                weapon.name,
                "∞" if weapon.range is None else f"{weapon.range}″",
                str(weapon.dice),
                str(weapon.cost),
                ", ".join(map(str, weapon.rules)),
            )


REFERENCE = Sheet(
    name="reference",
    title="Quick reference",
    about="the rules in short and all tables on two pages",
    template="airships/reference.svg",
    kinds=("ship", "fleet"),
    fill=fill_reference,
    default=("fleet",),
    cut=False,
    once=True,
    role="reference",
)
