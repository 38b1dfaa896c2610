"""Ship sheets, filled or blank: half a page for small frames, a whole one for large frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.contrast import deepen
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.arcs import ALL, find_arcs
from sheetgen.systems.airships.data import (
    ACTIONS,
    CRITICALS,
    FRAMES,
    MOVEMENT,
    SUPER_CRITICALS,
    TO_HIT,
    Action,
    Critical,
    Frame,
    Slot,
    Weapon,
    spell_rules,
)
from sheetgen.systems.airships.definition import Ship, list_wing_weapons
from sheetgen.systems.airships.derive import (
    command,
    count_names,
    damage_control,
    has_torpedoes,
    list_modules,
    list_steps,
    morale_checks,
)
from sheetgen.systems.airships.fleet import COLOUR, Damage, LinkedFleet, Member, list_members
from sheetgen.systems.airships.sheets.rose import Rose, draw_rose
from sheetgen.systems.airships.sheets.track import HullBox, Level, draw_hull, draw_levels
from sheetgen.systems.airships.silhouette import draw_ship
from sheetgen.systems.kit.ensign import Ensign, make_ensign
from sheetgen.systems.kit.losses import tell_lost
from sheetgen.systems.kit.room import limit_height
from sheetgen.systems.kit.silhouette import Layer

WHOLE = ("carrier", "dreadnought")
"""The frames whose sheets take a whole page."""
WIDTH, HEIGHT = 190.0, 254.0
"""The size of a whole page's sheet, in millimetres."""
GAP = 1.2
"""The space between five boxes of the hull and the next five, in millimetres."""


@record
class Stat:
    """A value of the stat block; empty if a player writes it in."""

    label: str
    value: str
    note: str


@record
class WeaponRow:
    """A weapon, or a slot for one on a blank sheet."""

    slot: str
    name: str
    dice: str
    range: str
    rules: str
    jammed: bool = False


@record
class ModuleRow:
    """A module, or a utility slot on a blank sheet."""

    name: str
    effect: str
    failed: bool = False


@record
class WingRow:
    """A wing in a hangar."""

    id: str
    name: str
    weapons: str
    out: bool = False


@record
class CriticalRow:
    """A result of a table of critical hits; `steps` are the values after each further one."""

    roll: int
    name: str
    effect: str
    steps: Sequence[str]
    final: bool
    struck: int = 0  # how many of its boxes


@record
class ShipSheet:
    """A ship's sheet; texts are empty where a blank sheet leaves space to write."""

    id: str
    name: str
    frame: str
    about: str
    points: str
    price: str  # a note on the frame's price
    stats: Sequence[Stat]
    hull: Sequence[Sequence[HullBox]]
    box: float  # the length of a hull box's side, in millimetres
    checks: str
    levels: Sequence[Level]
    stall: str
    weapons: Sequence[WeaponRow]
    modules: Sequence[ModuleRow]
    wings: Sequence[WingRow]
    command: Sequence[int]
    actions: Sequence[Action]
    criticals: Sequence[CriticalRow]
    super_criticals: Sequence[CriticalRow]
    control: str
    rose: Rose
    parts: Sequence[Layer]
    whole: bool
    blank: bool
    colour: str
    art: str
    morale: str | None = None  # shaken or broken
    ensign: Ensign | None = None
    part: int = 0  # of the two that a whole page has on small paper, 0 for all in one


def fill_ship(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The sheets of a ship or of a fleet's ships; wings get cards instead."""
    members, look = list_members(values, look)
    ensign = make_ensign(values, look, COLOUR)
    for member in members:
        if not member.ship.is_wing:
            sheet = replace(_make_sheet(member, look), ensign=ensign)
            yield from _part_sheet(sheet, member.title, look)


def _part_sheet(sheet: ShipSheet, title: str, look: Look) -> Iterator[Print]:
    """A sheet, in two parts if it takes a whole page and the paper is small."""
    if sheet.whole and limit_height(look, WIDTH, HEIGHT) < HEIGHT:
        for part in (1, 2):
            yield Print(replace(sheet, part=part), f"{title}, part {part} of 2", ship=title)
    else:
        yield Print(sheet, title, ship=title)


def blank_ship(hull: int, look: Look) -> list[Print]:
    """An empty sheet for the frame with that hull. Raises ValueError if there is none."""
    frame = next((f for f in FRAMES.values() if f.hull == hull and f.id != "wing"), None)
    if frame is None:
        known = ", ".join(f"{f.hull} {f.id}" for f in FRAMES.values() if f.id != "wing")
        raise ValueError(f"no frame has a hull of {hull}; there are {known}")
    blank = _make_blank(frame, look)
    return [
        replace(piece, ship="")
        for piece in _part_sheet(blank, f"Blank ship sheet, {frame.name}", look)
    ]


def _make_sheet(member: Member, look: Look) -> ShipSheet:
    ship = member.ship
    frame, weapons, control = ship.build, ship.list_weapons(), damage_control(ship) or 0
    actions = [a for a in ACTIONS if has_torpedoes(ship) or not a.torpedo]
    design = f"{member.design} class · " if member.design else ""
    price = f"with {ship.frame_cost} for the frame" if ship.frame_cost else "no price for the frame"
    blank, state = _make_blank(frame, look), member.state
    modules = list_modules(ship)
    failed = tell_lost([module.id for module in modules], state.failed)
    return replace(
        blank,
        id=member.id,
        name=member.name,
        about=f"{design}{_describe(frame)}",
        points=str(member.cost),
        price=price,
        stats=_list_stats(frame, str(command(ship)), str(control)),
        hull=draw_hull(frame.hull, blank.box, GAP, state.hull),
        weapons=[
            replace(show_weapon(slot, weapon), jammed=number in state.jammed)
            for number, (slot, weapon) in enumerate(weapons, start=1)
        ],
        modules=[
            ModuleRow(m.name, m.effect, gone) for m, gone in zip(modules, failed, strict=True)
        ],
        wings=[
            WingRow(
                w.id,
                w.wing.name,
                count_names(list_wing_weapons(w.wing.weapons)),
                w.id in state.out,
            )
            for w in member.wings
        ],
        morale=state.morale,
        criticals=_strike(blank.criticals, state),
        super_criticals=_strike(blank.super_criticals, state),
        command=range(command(ship)),
        actions=actions,
        control=str(control),
        rose=draw_rose(weapons, fine=frame.id in WHOLE),
        parts=draw_ship(frame.id, weapons),
        blank=False,
        art=look.art(ship),
    )


def _make_blank(frame: Frame, look: Look) -> ShipSheet:
    whole = frame.id in WHOLE
    box = 4.3 if whole else 4.05
    rooms = [slot for slot, room in frame.slots.items() for _ in range(room.count)]
    half, quarter = morale_checks(frame.hull)
    return ShipSheet(
        id="",
        name="",
        frame=frame.name,
        about=_describe(frame),
        points="",
        price="",
        stats=_list_stats(frame, "", ""),
        hull=draw_hull(frame.hull, box, GAP),
        box=box,
        checks=f"{half} and {quarter}",
        levels=draw_levels(frame),
        stall=str(frame.stall),
        weapons=[WeaponRow(slot.capitalize(), "", "", "", "") for slot in rooms],
        modules=[ModuleRow("", "")] * frame.utilities,
        wings=[],
        command=range(frame.command + frame.utilities),
        actions=ACTIONS,
        criticals=[_show_critical(at, c, frame) for at, c in enumerate(CRITICALS, start=1)],
        super_criticals=[
            _show_critical(at, c, frame) for at, c in enumerate(SUPER_CRITICALS, start=1)
        ],
        control="",
        rose=draw_rose([], fine=whole),
        parts=draw_ship(frame.id, []),
        whole=whole,
        blank=True,
        colour=deepen(look.colour or COLOUR),  # the numbers on it are white
        art="",
    )


def _describe(frame: Frame) -> str:
    moves = "" if frame.row == frame.size.lower() else f", moves as {frame.row}"
    return f"{frame.name} · {frame.size}{moves}"


def _list_stats(frame: Frame, command: str, control: str) -> list[Stat]:
    movement, best, worst = MOVEMENT[frame.row], TO_HIT["best"], TO_HIT["worst"]
    return [
        Stat("HULL", str(frame.hull), "boxes"),
        Stat("MOVE", f"{movement.move}″", "a turn"),
        Stat("PIVOT", f"{movement.pivot:g}°", "at most"),
        Stat("SKILL", f"{frame.skill}+", f"to hit, {best}+ to {worst}+"),
        Stat("MORALE", str(frame.morale), "or less on 2d6"),
        Stat("CMD", command, "each turn"),
        Stat("DC", control, "dice, 5+ each"),
        Stat("LIFT", str(frame.lift), f"{frame.lift}″ for a level up"),
        Stat("DROP", str(frame.drop), f"+{frame.drop}″ a level down"),
        Stat("STALL", str(frame.stall), f"sinks 1 from {frame.stall} on"),
        Stat("INERTIA", str(frame.inertia), f"{frame.inertia}″ before a turn"),
    ]


def show_weapon(slot: Slot, weapon: Weapon) -> WeaponRow:
    """A weapon in its slot as sheets and cards show it."""
    text = spell_rules(weapon.rules)
    if find_arcs(slot, weapon) == ALL and slot == "turret":
        text += ", fires all round"
    return WeaponRow(
        slot=slot.capitalize(),
        name=weapon.name,
        dice=str(weapon.dice),
        range="∞" if weapon.range is None else f"{weapon.range}″",
        rules=text,
    )


def _show_critical(roll: int, critical: Critical, frame: Frame) -> CriticalRow:
    steps = list_steps(critical, frame)
    return CriticalRow(roll, critical.name, critical.effect, steps, critical.final)


def _strike(rows: Sequence[CriticalRow], state: Damage) -> list[CriticalRow]:
    """The critical hits with the boxes struck off that a ship has taken."""
    return [replace(row, struck=state.criticals.get(row.name, 0)) for row in rows]


SHIP_SHEET = Sheet(
    name="ship-sheet",
    title="Ship sheets",
    about="all that a ship needs in play: hull, heights, arcs, weapons, command, critical hits",
    template="airships/ship-sheet.svg",
    kinds=("ship", "fleet"),
    fill=fill_ship,
    default=("ship", "fleet"),
    fill_blank=blank_ship,
    blank_sizes=tuple(frame.hull for frame in FRAMES.values() if frame.id != "wing"),
    role="display",
)
