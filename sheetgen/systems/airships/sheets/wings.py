"""Wing cards: what a wing needs while it is out of its hangar; three to a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.data import (
    FRAMES,
    HIGHEST,
    ISLANDS,
    KEYWORDS,
    MOVEMENT,
    TORPEDO,
    AirshipWeapon,
)
from sheetgen.systems.airships.fleet import COLOUR, AirFleet, list_members
from sheetgen.systems.airships.sheets.counters import TORPEDOES, draw_torpedo, draw_wing
from sheetgen.systems.airships.sheets.ship import (
    HullBox,
    Level,
    WeaponRow,
    draw_hull,
    draw_levels,
    show_weapon,
)
from sheetgen.systems.airships.ship import Ship, list_wing_weapons
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.silhouette import Layer

WING = FRAMES["wing"]
BOX, GAP = 5.0, 1.6
"""A box of the hull, and the space after five of them, in millimetres."""
LONGEST = 80
"""The most letters of a ship's ID and name on the cards of what it carries, or only the ID."""
BLANKS = 9
"""Blank cards that fit a page."""


@record
class WingFact:
    """A value with its heading."""

    label: str
    value: str


@record
class WingCard:
    """A wing's card; texts are empty where a blank card leaves space to write."""

    id: str
    name: str
    home: str  # the ship that carries it
    points: str
    facts: Sequence[WingFact]
    hull: Sequence[HullBox]
    levels: Sequence[Level]
    guns: Sequence[WeaponRow]
    keywords: Sequence[WingFact]
    parts: Sequence[Layer]
    blank: bool
    colour: str
    art: str
    morale: str | None = None  # shaken or broken
    out: bool = False  # of the fight
    ensign: Ensign | None = None


def fill_wings(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
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
    id: str, name: str, home: str, weapons: Sequence[AirshipWeapon], cost: int, look: Look
) -> WingCard:
    movement = MOVEMENT[WING.row]
    evasive = next(word.number for word in WING.keywords if word.name == "Evasive")
    return WingCard(
        id=id,
        name=name,
        home=home,
        points=str(cost),
        facts=[
            WingFact("MOVE", f"{movement.move}″"),
            WingFact("PIVOT", f"{movement.pivot:g}°"),
            WingFact("SKILL", f"{WING.skill}+"),
            WingFact("MORALE", str(WING.morale)),
            WingFact("INERTIA", str(WING.inertia)),
        ],
        hull=draw_hull(WING.hull, BOX, GAP)[0],
        levels=list(reversed(draw_levels(WING))),
        guns=[show_weapon("mounts", weapon) for weapon in weapons],
        keywords=[
            WingFact(f"Evasive −{evasive}", KEYWORDS["Evasive"]),
            WingFact("Fragile", KEYWORDS["Fragile"]),
            WingFact("Flyover", KEYWORDS["Flyover"]),
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


# Torpedo cards: the hulls and heights of a launcher's torpedoes while they are on their way.


@record
class TorpedoCard:
    """The card of a launcher; its torpedoes are numbered as their counters are."""

    home: str  # the ship that launches them
    torpedoes: Sequence[str]
    hull: int
    levels: Sequence[Level]
    facts: Sequence[WingFact]
    words: Sequence[WingFact]
    parts: Sequence[Layer]
    colour: str
    ensign: Ensign | None


def fill_torpedo_cards(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
    """A card for every launcher of a ship or of a fleet's ships."""
    members, look = list_members(values, look)
    ensign = make_ensign(values, look, COLOUR)
    for member in members:
        launchers = sum(weapon.has("Torpedo") for _, weapon in member.ship.list_weapons())
        title = member.title
        home = member.id if member.id and len(title) > LONGEST else title
        for launcher in range(launchers):
            first = launcher * TORPEDOES + 1
            names = [f"T{number}" for number in range(first, first + TORPEDOES)]
            card = _make_torpedo(home, names, look, ensign)
            yield Print(card, f"{title}, torpedoes {names[0]} to {names[-1]}", ship=title)


def _make_torpedo(
    home: str, names: Sequence[str], look: Look, ensign: Ensign | None
) -> TorpedoCard:
    movement, (low, high) = MOVEMENT[TORPEDO.row], ISLANDS
    evasive = next(word.number for word in TORPEDO.keywords if word.name == "Evasive")
    return TorpedoCard(
        home=home,
        torpedoes=names,
        hull=TORPEDO.hull,
        levels=[Level(height, False, low <= height <= high) for height in range(HIGHEST + 1)],
        facts=[
            WingFact("MOVE", f"{movement.move}″"),
            WingFact("PIVOT", f"{movement.pivot:g}°"),
            WingFact("LIFT", str(TORPEDO.lift)),
            WingFact("DROP", str(TORPEDO.drop)),
            WingFact("INERTIA", str(TORPEDO.inertia)),
        ],
        words=[
            WingFact(
                "Contact.", f"It hits a ship that it touches: roll {TORPEDO.dice} damage dice."
            ),
            WingFact(f"Evasive −{evasive}.", KEYWORDS["Evasive"]),
            WingFact("Fragile.", KEYWORDS["Fragile"]),
        ],
        parts=draw_torpedo(),
        colour=deepen(look.colour or COLOUR),
        ensign=ensign,
    )


TORPEDO_CARDS = Sheet(
    name="torpedo-cards",
    title="Torpedo cards",
    about="a card for each launcher, with the hulls and heights of its four torpedoes",
    template="airships/torpedo-card.svg",
    kinds=("ship", "fleet"),
    fill=fill_torpedo_cards,
    default=("ship", "fleet"),
)
