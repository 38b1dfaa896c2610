"""Wing cards: what a wing needs while it is out of its hangar; three to a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.data import FRAMES, KEYWORDS, MOVEMENT, Weapon
from sheetgen.systems.airships.definition import Ship, list_wing_weapons
from sheetgen.systems.airships.fleet import COLOUR, LinkedFleet, list_members
from sheetgen.systems.airships.sheets.ship import WeaponRow, show_weapon
from sheetgen.systems.airships.sheets.track import HullBox, Level, draw_hull, draw_levels
from sheetgen.systems.airships.silhouette import draw_wing
from sheetgen.systems.kit.ensign import Ensign, make_ensign
from sheetgen.systems.kit.silhouette import Layer

WING = FRAMES["wing"]
BOX, GAP = 5.0, 1.6
"""A box of the hull, and the space after five of them, in millimetres."""
LONGEST = 80
"""The most letters of a ship's ID and name on its wings' cards; beyond that, only the ID."""
BLANKS = 9
"""Blank cards that fit a page."""


@record
class Fact:
    """A value with its heading."""

    label: str
    value: str


@record
class Card:
    """A wing's card; texts are empty where a blank card leaves space to write."""

    id: str
    name: str
    home: str  # the ship that carries it
    points: str
    facts: Sequence[Fact]
    hull: Sequence[HullBox]
    levels: Sequence[Level]
    guns: Sequence[WeaponRow]
    keywords: Sequence[Fact]
    parts: Sequence[Layer]
    blank: bool
    colour: str
    art: str
    morale: str | None = None  # shaken or broken
    out: bool = False  # of the fight
    ensign: Ensign | None = None


def fill_wings(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The cards of the wings that a ship or a fleet's ships carry, and of wings on their own."""
    members, look = list_members(values, look)
    ensign = make_ensign(values, look, COLOUR)
    for member in members:
        title = member.title
        home = member.id if member.id and len(title) > LONGEST else title
        if member.ship.is_wing:
            weapons = [weapon for _, weapon in member.ship.list_weapons()]
            card = _make_card(member.id, member.name, "", weapons, member.cost, look)
            hull = draw_hull(WING.hull, BOX, GAP, member.state.hull)[0]
            card = replace(card, hull=hull, morale=member.state.morale)
            yield Print(
                replace(card, art=look.art(member.ship), ensign=ensign), title, ship=member.title
            )
        for aboard in member.wings:
            weapons = list_wing_weapons(aboard.wing.weapons)
            card = _make_card(aboard.id, aboard.wing.name, home, weapons, aboard.cost, look)
            card = replace(card, ensign=ensign, out=aboard.id in member.state.out)
            yield Print(card, f"{aboard.id} {aboard.wing.name}".strip(), ship=title)


def blank_wing(hull: int, look: Look) -> list[Print]:
    """An empty card. Raises ValueError for any hull but that of a wing."""
    if hull != WING.hull:
        raise ValueError(f"a wing has a hull of {WING.hull}, not {hull}")
    card = _make_card("", "", "", [], 0, look)
    guns = [WeaponRow("", "", "", "", "")] * WING.slots["mounts"].count
    card = replace(card, points="", guns=guns, blank=True)
    return [Print(card, "Blank wing card", copies=BLANKS)]


def _make_card(
    id: str, name: str, home: str, weapons: Sequence[Weapon], cost: int, look: Look
) -> Card:
    movement = MOVEMENT[WING.row]
    evasive = next(word.number for word in WING.keywords if word.name == "Evasive")
    return Card(
        id=id,
        name=name,
        home=home,
        points=str(cost),
        facts=[
            Fact("MOVE", f"{movement.move}″"),
            Fact("PIVOT", f"{movement.pivot:g}°"),
            Fact("SKILL", f"{WING.skill}+"),
            Fact("MORALE", str(WING.morale)),
            Fact("INERTIA", str(WING.inertia)),
        ],
        hull=draw_hull(WING.hull, BOX, GAP)[0],
        levels=list(reversed(draw_levels(WING))),
        guns=[show_weapon("mounts", weapon) for weapon in weapons],
        keywords=[
            Fact(f"Evasive −{evasive}", KEYWORDS["Evasive"]),
            Fact("Fragile", KEYWORDS["Fragile"]),
            Fact("Flyover", KEYWORDS["Flyover"]),
        ],
        parts=draw_wing(),
        blank=False,
        colour=look.colour or COLOUR,
        art="",
    )


WING_CARDS = Sheet(
    name="wing-cards",
    title="Wing cards",
    about="a card for each wing with hull, height and weapons, three to a row",
    template="airships/wing-card.svg",
    kinds=("ship", "fleet"),
    fill=fill_wings,
    default=("ship", "fleet"),
    fill_blank=blank_wing,
    blank_sizes=(WING.hull,),
)
