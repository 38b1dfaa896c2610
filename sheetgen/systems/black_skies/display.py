"""The tactical display of an element, or of a fighter: its hexagon, dice, pilots and weapons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians
from typing import Any

from sheetgen.ground.geometry import aim, trace
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.words import tr, tr_many
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import (
    ARCS,
    COLOUR,
    SKILLS,
    SUITS,
    TARGET_SPEEDS,
    TO_HIT,
    TOP_SPEED,
    WEIGHTS,
    Suit,
    Weight,
)
from sheetgen.systems.black_skies.maneuver import DIFFICULTIES, roll_needed, show_roll
from sheetgen.systems.black_skies.rules import name_cards
from sheetgen.systems.kit.aircraft import draw_fighter
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.fleet import LinkedFleet, name_yard
from sheetgen.systems.kit.silhouette import Layer
from sheetgen.systems.kit.text import sign

# The hexagon of a tactical display, in millimetres from its middle: six arcs of 60° and a ring for
# each weapon, the first outermost, lettered where it fires, so that no colours are needed.


REACH = 26.0
"""From the middle to the flat sides."""
FREE = 11.0
"""The distance from the middle that is free of rings, where the fighter is."""
LETTERS = "ABCDEFGHI"


class ArcCell(NamedTuple):
    """One arc of one weapon: its outline, and the place of its letter."""

    arc: str  # a key of ARCS
    letter: str
    path: str
    x: float
    y: float
    shade: int  # 0 or 1, so that neighbouring rings differ


class Hexagon(NamedTuple):
    """The hexagon drawn around the fighter; `letter` is the height of the letters."""

    outline: str
    spokes: str  # between the arcs
    rings: str  # between the weapons
    cells: tuple[ArcCell, ...]
    letter: float
    weapons: int  # how many

    @property
    def places(self) -> tuple[ArcCell, ...]:
        """Every arc of every weapon, also those into which it does not fire."""
        return tuple(_shade_arcs([tuple(ARCS)] * self.weapons, divide_rings(self.weapons)))


def draw_hexagon(weapons: Sequence[Sequence[str]]) -> Hexagon:
    """The hexagon for the arcs of each weapon, given as keys of ARCS."""
    bounds = divide_rings(len(weapons))
    room = (REACH - FREE) / max(len(bounds) - 1, 1)
    return Hexagon(
        outline=_trace_hexagon(REACH),
        spokes="".join(_trace_spoke(heading) for heading in range(30, 390, 60)),
        rings="".join(map(_trace_hexagon, bounds[1:])),
        cells=tuple(_shade_arcs(weapons, bounds)),
        letter=min(4.2, room * 0.78),
        weapons=len(weapons),
    )


def divide_rings(count: int) -> list[float]:
    """The distances of the flat sides of each ring's edges, from the outermost to the innermost."""
    return (
        [REACH - (REACH - FREE) * at / count for at in range(count + 1)] if count else [REACH, FREE]
    )


def _shade_arcs(weapons: Sequence[Sequence[str]], bounds: Sequence[float]) -> Iterator[ArcCell]:
    for at, arcs in enumerate(weapons):
        outer, inner = bounds[at], bounds[at + 1]
        for arc in arcs:
            heading = ARCS[arc].heading
            corners = [(outer, -30), (outer, 30), (inner, 30), (inner, -30)]
            points = [aim(heading + turn, _to_corner(reach)) for reach, turn in corners]
            x, y = aim(heading, (outer + inner) / 2)
            yield ArcCell(arc, LETTERS[at], trace(points), round(x, 2), round(y, 2), at % 2)


def _to_corner(reach: float) -> float:
    """The distance of a hexagon's corners, given that of its flat sides."""
    return reach / cos(radians(30))


def _trace_hexagon(reach: float) -> str:
    return trace(aim(heading, _to_corner(reach)) for heading in range(30, 390, 60))


def _trace_spoke(heading: float) -> str:
    ends = (aim(heading, _to_corner(reach)) for reach in (FREE, REACH))
    return trace(ends, close=False)


MINUS = "\N{MINUS SIGN}"
INCH = "\N{DOUBLE PRIME}"
DOUBLED = "difficulty × 2"


class Need(NamedTuple):
    """Return what a d6 must show for a difficulty."""

    difficulty: int
    roll: str


@record
class Seat:
    """A pilot with the hull that is left; `skill` is 0 where it is to be marked."""

    number: int
    role: str  # empty for the pilot of a single fighter
    name: str
    skill: int
    level: str
    left: int
    needs: Sequence[Need] = ()


@record
class WeaponLine:
    """A line of the weapon table."""

    letter: str  # its key in the hexagon
    name: str
    count: str
    arcs: str
    rate: str
    ranges: tuple[str, str, str]
    damage: str


@record(kw_only=True)
class TacticalDisplay:
    """A tactical display; anything empty is left to a pencil."""

    name: str = ""
    fighter: str = ""  # where the element has a different name
    number: str = ""  # of the element in its fleet
    weight: str
    suits: Sequence[Suit]  # one, or all of them to mark one
    deck: int = 0  # 0 if one deck of cards is enough
    speed: str = ""
    top_speed: int = TOP_SPEED
    die: str  # that tracks the hull integrity
    hull: int
    crippled_at: int
    sound: str  # what it can do
    crippled: str  # and then
    acceleration: int
    afterburner: str
    armour: str = ""
    shields: str = ""
    thrusters: Sequence[str] = ()
    cards: str = ""
    seats: Sequence[Seat]
    levels: Sequence[int] = tuple(SKILLS)
    hexagon: Hexagon  # on a blank display only the letters, each in its ring
    weapons: Sequence[WeaponLine]
    parts: Sequence[Layer]
    art: str = ""
    bands: Sequence[str]  # the ranges with the required rolls
    modifiers: str
    blank: bool = False
    colour: str
    ensign: Ensign | None = None


def fill_display(values: Any, look: Look) -> Iterator[Print]:
    """The display of each element of a fleet, or of a fighter whose pilots are not known."""
    if not isinstance(values, LinkedFleet):
        yield Print(_make_display(values, None, look, ""), values.name)
        return
    look = replace(look, colour=look.colour or values.fleet.colour)
    ensign = make_ensign(values, look, COLOUR)
    for element in values.members:
        display = _make_display(element.ship, element, look, name_yard(values))
        yield Print(replace(display, ensign=ensign), element.title, ship=element.mark)


def _list_bands() -> list[str]:
    return [f"{tr(band.name).upper()} {band.number}+" for band in TO_HIT]


def _list_modifiers() -> str:
    speeds = [(tr(speed.name), sign(speed.modifier)) for speed in TARGET_SPEEDS if speed.name]
    return tr("target {}; less the maneuver’s penalty", ", ".join(map(" ".join, speeds)))


def _make_display(ship: Any, element: Any, look: Look, fleet: str) -> TacticalDisplay:
    fighter, flown = ship.record, element.record if element else None
    size, deck = fighter.size, flown.card.deck if flown else 1
    return TacticalDisplay(
        name=element.name if element else ship.name,
        fighter=ship.name if element and ship.name != element.name else "",
        number=str(element.number) if element else "",
        weight=size.name,
        suits=[SUITS[flown.card.suit]] if flown else [*SUITS.values()],
        deck=deck if deck > 1 else 0,
        speed=str(flown.speed) if flown else "",
        die=size.die,
        hull=size.hull,
        crippled_at=fighter.crippled_at,
        bands=_list_bands(),
        modifiers=_list_modifiers(),
        sound=_count_weapons(fighter.mounted),
        crippled=f"{_count_weapons(fighter.mounted_crippled)}, {tr(DOUBLED)}",
        acceleration=size.acceleration,
        afterburner=f"+{fighter.afterburner}" if "rear" in fighter.thrusters else "",
        armour=f"{MINUS}{fighter.levels}" if fighter.levels else "none",
        shields=str(fighter.shields) if fighter.shields else "none",
        thrusters=_name_thrusters(fighter.thrusters),
        cards=name_cards(flown.present.cards if flown else fighter.cards),
        seats=_seat_crew(flown) if flown else _leave_seats(size.hull),
        hexagon=draw_hexagon([weapon.arcs for weapon in fighter.weapons]),
        weapons=list(_list_weapons(fighter.weapons)),
        parts=fighter.drawing(fleet=fleet),
        art=look.art(ship),
        colour=look.colour,
    )


_ROLES = ("Lead", "Wingman")


def _seat_crew(flown: Any) -> list[Seat]:
    """The pilots of an element."""
    roles = _ROLES if flown.fighters > 1 else ("",)
    crew = zip(roles, flown.crew, flown.hull_left, strict=True)
    return [
        Seat(
            number, role, pilot.name, pilot.skill, SKILLS[pilot.skill], left,
            [*_list_needs(pilot.skill)],
        )
        for number, (role, pilot, left) in enumerate(crew, start=1)
    ]  # fmt: skip


def _list_needs(skill: int) -> Iterator[Need]:
    """Yield the rolls of a pilot for all difficulties that need one."""
    for difficulty in DIFFICULTIES:
        if (roll := roll_needed(difficulty, skill)) != 1:
            yield Need(difficulty, show_roll(roll))


def _leave_seats(hull: int) -> list[Seat]:
    return [Seat(at, role, "", 0, "", hull) for at, role in enumerate(_ROLES, start=1)]


def _list_weapons(weapons: Sequence[Any]) -> Iterator[WeaponLine]:
    for letter, weapon in zip(LETTERS, weapons, strict=False):
        near, medium, far = (f"{inches}{INCH}" for inches in weapon.range)
        yield WeaponLine(
            letter,
            weapon.name,
            str(weapon.count),
            name_arcs(weapon.arcs),
            str(weapon.rate),
            (near, medium, far),
            weapon.damage,
        )


def name_arcs(arcs: Sequence[str]) -> str:
    """Arcs in a few words: `all round`, `all but R`, `forward`, `F, RR`."""
    chosen = set(arcs)
    if chosen == set(ARCS):
        return "all round"
    if len(chosen) == 1:
        return ARCS[arcs[0]].name
    missing = [known.short for arc, known in ARCS.items() if arc not in chosen]
    if len(missing) == 1:
        return tr("all but {}", tr(missing[0]))
    return ", ".join(tr(known.short) for arc, known in ARCS.items() if arc in chosen)


def _count_weapons(count: int) -> str:
    return tr_many("{} weapon", "{} weapons", count) if count else tr("no weapons")


def _name_thrusters(thrusters: Sequence[str]) -> list[str]:
    kinds = ["rear", "side", "forward"]
    known = sorted(set(thrusters), key=kinds.index)
    return ["all three"] if known == kinds else known or ["none"]


def blank_display(size: int, look: Look) -> Iterator[Print]:
    """An empty display for the weight that tracks its hull on a die with that many sides."""
    found = [weight for weight in WEIGHTS.values() if weight.hull == size]
    if not found:
        known = ", ".join(f"{w.hull} for {w.name.lower()}" for w in WEIGHTS.values())
        raise ValueError(f"no fighter has a hull of {size}: {known}")
    yield Print(
        _make_blank(found[0], look), tr("Blank tactical display, {}", tr(found[0].name).lower())
    )


def _make_blank(size: Weight, look: Look) -> TacticalDisplay:
    key = next(key for key, weight in WEIGHTS.items() if weight is size)
    letters = LETTERS[: size.hardpoints]
    return TacticalDisplay(
        weight=size.name,
        suits=[*SUITS.values()],
        die=size.die,
        hull=size.hull,
        crippled_at=size.hull // 2,
        bands=_list_bands(),
        modifiers=_list_modifiers(),
        sound="all weapons",
        crippled=tr("half of them, {}", tr(DOUBLED)),
        acceleration=size.acceleration,
        afterburner=f"+{size.afterburner}",
        seats=_leave_seats(size.hull),
        hexagon=draw_hexagon([["forward"]] * size.hardpoints),
        weapons=[WeaponLine(letter, "", "", "", "", ("", "", ""), "") for letter in letters],
        parts=draw_fighter(key, ()),
        blank=True,
        colour=look.colour,
    )
