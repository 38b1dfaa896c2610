"""Wing cards: what a wing needs while it is out of its hangar; three to a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record, replace
from sheetgen.ground.words import tr
from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import (
    ALL,
    COLOUR,
    FRAMES,
    HIGHEST,
    ISLANDS,
    KEYWORDS,
    MOVEMENT,
    TORPEDO,
)
from sheetgen.systems.airships.member import find_home, list_members, list_wings
from sheetgen.systems.airships.ship import (
    HullBox,
    Level,
    WeaponRow,
    draw_hull,
    draw_levels,
    show_weapon,
    tell_both,
)
from sheetgen.systems.airships.silhouette import draw_torpedo, draw_wing
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.silhouette import Layer

WING = FRAMES["wing"]
BOX, GAP = 5.0, 1.6
"""A box of the hull, and the space after five of them, in millimetres."""


@record
class Mounted:
    """A weapon on a mount of a wing."""

    weapon: Any
    slot: str = "mounts"
    arcs: Sequence[str] = ALL


BLANKS = 9
"""Blank cards that fit a page."""


@record
class WingFact:
    """A value with its heading."""

    label: str
    value: str
    of: str = ""  # what it was whole


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


def fill_wings(values: Any, look: Look) -> Iterator[Print]:
    """The cards of the wings that a ship or a fleet's ships carry, and of wings on their own."""
    members, look = list_members(values, look)
    ensign = make_ensign(values, look, COLOUR)
    for member in members:
        ship = member.record
        if ship.is_wing:
            card = _make_card(member.id, member.name, "", ship.arms, ship.points, look)
            hull = draw_hull(WING.hull, BOX, GAP, ship.state.hull)[0]
            facts = [replace(fact, **_find_left(ship, fact.label)) for fact in card.facts]
            card = replace(card, hull=hull, morale=ship.state.morale, facts=facts)
            card = replace(card, art=look.art(member.ship), ensign=ensign)
            yield Print(card, member.title, ship=member.id)
        for aboard in list_wings(member):
            wing = aboard.wing
            arms = [Mounted(weapon) for weapon in wing.arms]
            card = _make_card(aboard.id, wing.name, find_home(member), arms, wing.cost, look)
            card = replace(card, ensign=ensign, out=aboard.out)
            yield Print(card, f"{aboard.id} {wing.name}".strip(), ship=member.id)


def _find_left(ship: Any, label: str) -> dict[str, str]:
    """Return what losses leave of a fact on the card of a wing with its own definition."""
    forms = {"MOVE": "{:g}″", "PIVOT": "{:g}°", "SKILL": "{:g}+", "MORALE": "{:g}"}
    if label not in forms:
        return {}
    return dict(zip(("value", "of"), tell_both(ship, label.lower(), forms[label]), strict=True))


def blank_wing(hull: int, look: Look) -> list[Print]:
    """An empty card. Raises ValueError for any hull but that of a wing."""
    if hull != WING.hull:
        raise ValueError(f"a wing has a hull of {WING.hull}, not {hull}")
    card = _make_card("", "", "", [], 0, look)
    guns = [WeaponRow("", "", "", "", "")] * WING.slots[0].count
    card = replace(card, points="", guns=guns, blank=True)
    return [Print(card, "Blank wing card", copies=BLANKS)]


def _make_card(
    id: str, name: str, home: str, arms: Sequence[Any], cost: int, look: Look
) -> WingCard:
    movement = MOVEMENT[WING.row]
    return WingCard(
        id=id,
        name=name,
        home=home,
        points=str(cost),
        facts=[
            WingFact("MOVE", f"{movement.move}″"),
            WingFact("PIVOT", f"{float(movement.pivot):g}°"),
            WingFact("SKILL", f"{WING.skill}+"),
            WingFact("MORALE", str(WING.morale)),
            WingFact("INERTIA", str(WING.inertia)),
        ],
        hull=draw_hull(WING.hull, BOX, GAP)[0],
        levels=list(reversed(draw_levels(WING))),
        guns=[show_weapon(arm) for arm in arms],
        keywords=[
            WingFact(tr("Evasive −{}", WING.evasive), KEYWORDS["Evasive"]),
            WingFact("Fragile", KEYWORDS["Fragile"]),
            WingFact("Flyover", KEYWORDS["Flyover"]),
        ],
        parts=draw_wing(),
        blank=False,
        colour=look.colour or COLOUR,
        art="",
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


def fill_torpedo_cards(values: Any, look: Look) -> Iterator[Print]:
    """A card for every launcher of a ship or of a fleet's ships."""
    members, look = list_members(values, look)
    ensign = make_ensign(values, look, COLOUR)
    for member in members:
        title = member.title
        for launcher in range(member.record.launchers):
            first = launcher * TORPEDO.salvo + 1
            names = [f"T{number}" for number in range(first, first + TORPEDO.salvo)]
            card = _make_torpedo(find_home(member), names, look, ensign)
            yield Print(
                card, tr("{}, torpedoes {} to {}", title, names[0], names[-1]), ship=member.id
            )


def _make_torpedo(
    home: str, names: Sequence[str], look: Look, ensign: Ensign | None
) -> TorpedoCard:
    movement, (low, high) = MOVEMENT["torpedo"], ISLANDS
    return TorpedoCard(
        home=home,
        torpedoes=names,
        hull=TORPEDO.hull,
        levels=[Level(height, False, low <= height <= high) for height in range(HIGHEST + 1)],
        facts=[
            WingFact("MOVE", f"{movement.move}″"),
            WingFact("PIVOT", f"{float(movement.pivot):g}°"),
            WingFact("LIFT", str(TORPEDO.lift)),
            WingFact("DROP", str(TORPEDO.drop)),
            WingFact("INERTIA", str(TORPEDO.inertia)),
        ],
        words=[
            WingFact(
                "Turning.",
                tr("It pivots only after {}″, or its full move if greater.", TORPEDO.inertia),
            ),
            WingFact(
                "Contact.",
                tr("It hits the ship it touches: {} damage dice, and is gone.", TORPEDO.dice),
            ),
            WingFact(tr("Evasive −{}.", TORPEDO.evasive), KEYWORDS["Evasive"]),
            WingFact("Fragile.", KEYWORDS["Fragile"]),
        ],
        parts=draw_torpedo(),
        colour=deepen(look.colour or COLOUR),
        ensign=ensign,
    )
