"""Ship sheets, filled or blank: half a page for small frames, a whole one for large frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.geometry import aim, trace_arc, trace_circle, trace_sector
from sheetgen.ground.record import record, replace
from sheetgen.ground.words import tr
from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import (
    ACTIONS,
    ALL,
    ARC_WIDTH,
    COLOUR,
    CRITICALS,
    FRAMES,
    HEADINGS,
    HIGHEST,
    ISLANDS,
    MODIFIERS,
    MOVEMENT,
    SUPER_CRITICALS,
    TO_HIT,
    spell_rules,
)
from sheetgen.systems.airships.member import list_members, list_wings
from sheetgen.systems.airships.silhouette import draw_ship
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.fleet import Member, flag_lost, name_yard
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.silhouette import Layer
from sheetgen.systems.kit.track import break_rows, measure_row

# The rose of a ship's arcs: where each weapon bears and how far, to scale from the disc under the
# ship; units of a box of 100 about (0, 0), with the bow up.


DISC, EDGE = 19.0, 41.0
"""The radii of the ship's disc and of the longest range."""
_STEP = 6  # inches between rings
_SCALE = 66.0, 56.0
"""The headings of every other ring's label in degrees, clear of the badges at 45° and at 90°."""
_SPREAD = 20.0  # degrees between badges of one arc


@record
class Ring:
    """A circle of equal range with its label."""

    radius: float
    label: str
    x: float
    y: float


@record
class RoseField:
    """The field that a weapon covers on the rose; `edge` is its far end, where its badge is.

    An `idle` weapon is jammed.
    """

    path: str
    edge: str
    number: int
    x: float
    y: float
    idle: bool


@record
class ArcDice:
    """The attack dice that bear on an arc up to a range, and how many a whole ship has there."""

    reach: int
    dice: int
    whole: int


@record
class ArcTotal:
    """The attack dice that bear on an arc up to each range, and how its name is turned."""

    arc: str
    dice: Sequence[ArcDice]
    turn: int


@record
class Rose:
    """The diagram."""

    rings: Sequence[Ring]
    fields: Sequence[RoseField]
    totals: Sequence[ArcTotal]
    disc: float
    edge: float


def draw_rose(ship: Any, fine: bool) -> Rose:
    """The rose of a ship's weapons, which are numbered from 1; with closer rings if `fine`.

    Without a ship it is empty.
    """
    arms = ship.arms if ship else ()
    idle = _list_idle(ship) if ship else ()
    farthest = max((arm.weapon.range or 0 for arm in arms), default=0) or 2 * _STEP
    most = -(-farthest // _STEP) * _STEP
    step = _STEP if most <= (30 if fine else 18) else 2 * _STEP

    def reach(inches: int | None) -> float:
        return EDGE if inches is None else DISC + (EDGE - DISC) * inches / most

    rings = [
        Ring(reach(inches), f"{inches}″", *aim(heading, reach(inches)))
        for heading, inches in zip(cycle(_SCALE), range(step, most + 1, step), strict=False)
    ]
    placed: dict[str | None, list[tuple[int, Any]]] = {}
    for number, arm in enumerate(arms, start=1):
        key = None if len(arm.arcs) == len(ALL) else arm.arcs[0]
        placed.setdefault(key, []).append((number, arm.weapon))
    fields = []
    for arc, mine in placed.items():
        for at, (number, weapon) in enumerate(mine):
            radius = reach(weapon.range)
            if arc is None:
                heading = (315.0, 225.0, 135.0, 45.0)[at % 4] + at // 4 * 9
                path = trace_circle(radius)
                edge = path
            else:
                middle = HEADINGS[arc]
                start, end = middle - ARC_WIDTH / 2, middle + ARC_WIDTH / 2
                heading = middle + (at - (len(mine) - 1) / 2) * _SPREAD
                path = trace_sector(radius, start, end, DISC)
                edge = trace_arc(radius, start, end)
            fields.append(RoseField(path, edge, number, *aim(heading, radius), number in idle))
    turns = {"forward": 0, "starboard": 90, "aft": 0, "port": -90}
    dice = {arc: _count_dice(ship, arc) if ship else [] for arc in ALL}
    totals = [ArcTotal(arc, dice[arc], turns[arc]) for arc in ALL]
    return Rose(rings, fields, totals, DISC, EDGE)


def _list_idle(ship: Any) -> Sequence[int]:
    """List the numbers of the weapons that can't fire."""
    down = any(hit.key == "Weapons Down" and hit.value for hit in ship.state.criticals)
    return range(1, len(ship.arms) + 1) if down else ship.state.jammed


def _count_dice(ship: Any, arc: str) -> list[ArcDice]:
    left, whole = (
        next(salvo.dice for salvo in salvos if salvo.arc == arc)
        for salvos in (ship.present.salvos, ship.salvos)
    )
    return [ArcDice(b.reach, a.dice, b.dice) for a, b in zip(left, whole, strict=True)]


# Tracks to strike off: the hull with its morale checks, and the heights with the stall.


MOST_BOXES = 40
"""Hull boxes per row."""
GROUP = 5


@record
class HullBox:
    """A box of the hull: the hull that is left while this is the first box not struck off."""

    hull: int
    x: float
    group: int  # which group of five in its row it belongs to
    counted: bool  # whether its number is printed above it
    check: bool  # whether its turn calls for a morale check
    depth: int  # how many morale checks have come so far, its own included
    struck: bool = False


@record
class Level:
    """A level of the elevation track."""

    height: int
    stall: bool
    island: bool


def draw_hull(hull: int, box: float, gap: float, lost: int = 0) -> list[list[HullBox]]:
    """The rows of a hull's boxes, from its full strength down to 1; the first `lost` are struck.

    `box` is the distance from box to box, `gap` the space between groups of five, in millimetres.
    Rows are as equal as whole groups allow.
    """
    checks = (hull - 1) // 2, (hull - 1) // 4  # the highest below a half and a quarter
    length = measure_row(hull, MOST_BOXES, GROUP)
    return [
        [
            HullBox(
                hull=left,
                x=at * box + at // GROUP * gap,
                group=at // GROUP,
                counted=at % GROUP == 0,
                check=left in checks,
                depth=sum(left <= check for check in checks),
                struck=hull - left < lost,
            )
            for at, left in enumerate(row)
        ]
        for row in break_rows(range(hull, 0, -1), length)
    ]


def draw_levels(frame: Any) -> Sequence[Level]:
    """The levels of a frame's elevation track from the highest to the ground."""
    stall = HIGHEST + 1 if frame.stall is None else frame.stall
    low, high = ISLANDS
    return [
        Level(height, height >= stall, low <= height <= high) for height in range(HIGHEST, -1, -1)
    ]


WIDTH, HEIGHT = 190.0, 254.0
"""The size of a whole page's sheet, in millimetres."""
GAP = 1.2
"""The space between five boxes of the hull and the next five, in millimetres."""


@record
class Stat:
    """A value of the stat block, empty if a player writes it in; `of` is what it was whole."""

    label: str
    value: str
    note: str
    of: str = ""


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
    idle: int  # command points that are lost
    actions: Sequence[Any]
    modifiers: Sequence[Any]
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


def fill_ship(values: Any, look: Look) -> Iterator[Print]:
    """The sheets of a ship or of a fleet's ships; wings get cards instead."""
    members, look = list_members(values, look)
    ensign = make_ensign(values, look, COLOUR)
    for member in members:
        if not member.record.is_wing:
            sheet = replace(_make_sheet(member, look, name_yard(values)), ensign=ensign)
            yield from _part_sheet(sheet, member.title, look, member.id)


def _part_sheet(sheet: ShipSheet, title: str, look: Look, ship: str = "") -> Iterator[Print]:
    """A sheet, in two parts if it takes a whole page and the paper is small."""
    if sheet.whole and limit_height(look, WIDTH, HEIGHT) < HEIGHT:
        for part in (1, 2):
            yield Print(replace(sheet, part=part), tr("{}, part {} of 2", title, part), ship=ship)
    else:
        yield Print(sheet, title, ship=ship)


def blank_ship(hull: int, look: Look) -> list[Print]:
    """An empty sheet for the frame with that hull. Raises ValueError if there is none."""
    frame = next((f for f in FRAMES.values() if f.hull == hull and f.id != "wing"), None)
    if frame is None:
        known = ", ".join(f"{f.hull} {f.id}" for f in FRAMES.values() if f.id != "wing")
        raise ValueError(f"no frame has a hull of {hull}; there are {known}")
    title = tr("Blank ship sheet, {}", tr(frame.name))
    return list(_part_sheet(_make_blank(frame, look), title, look))


def _make_sheet(member: Member, look: Look, fleet: str) -> ShipSheet:
    ship, state = member.record, member.record.state
    frame = ship.build
    design = tr("{} class", member.design) + " · " if member.design else ""
    price = (
        tr("with {} for the frame", ship.frame_cost)
        if ship.frame_cost
        else "no price for the frame"
    )
    blank = _make_blank(frame, look)
    failed = flag_lost(ship.modules, state.failed)
    return replace(
        blank,
        id=member.id,
        name=member.name,
        about=f"{design}{_describe(frame)}",
        points=tell(ship, "points"),
        price=price,
        stats=_list_stats(frame, ship),
        hull=draw_hull(frame.hull, blank.box, GAP, state.hull),
        weapons=[
            replace(show_weapon(arm), jammed=number in state.jammed)
            for number, arm in enumerate(ship.arms, start=1)
        ],
        modules=[
            ModuleRow(m.name, m.effect, gone) for m, gone in zip(ship.fitted, failed, strict=True)
        ],
        wings=[WingRow(w.id, w.wing.name, w.wing.arms_told, w.out) for w in list_wings(member)],
        morale=state.morale,
        criticals=_strike(blank.criticals, state),
        super_criticals=_strike(blank.super_criticals, state),
        command=range(ship.command),
        idle=ship.command - ship.present.command,
        actions=[a for a in ACTIONS if ship.launchers or not a.torpedo],
        control=tell(ship, "control"),
        rose=draw_rose(ship, fine=frame.whole),
        parts=draw_ship(ship.frame, ship.arms, fleet),
        blank=False,
        art=look.art(member.ship),
    )


def _make_blank(frame: Any, look: Look) -> ShipSheet:
    box = 4.3 if frame.whole else 4.05
    rooms = [room.slot for room in frame.slots for _ in range(room.count)]
    return ShipSheet(
        id="",
        name="",
        frame=frame.name,
        about=_describe(frame),
        points="",
        price="",
        stats=_list_stats(frame, None),
        hull=draw_hull(frame.hull, box, GAP),
        box=box,
        checks=tr("{} and {}", (frame.hull - 1) // 2, (frame.hull - 1) // 4),
        levels=draw_levels(frame),
        stall=str(frame.stall),
        weapons=[WeaponRow(tr(slot).capitalize(), "", "", "", "") for slot in rooms],
        modules=[ModuleRow("", "")] * frame.utilities,
        wings=[],
        command=range(frame.command + frame.utilities),
        idle=0,
        actions=ACTIONS,
        modifiers=MODIFIERS,
        criticals=[_show_critical(at, c, frame) for at, c in enumerate(CRITICALS, start=1)],
        super_criticals=[
            _show_critical(at, c, frame) for at, c in enumerate(SUPER_CRITICALS, start=1)
        ],
        control="",
        rose=draw_rose(None, fine=frame.whole),
        parts=draw_ship(frame.name.lower(), []),
        whole=frame.whole,
        blank=True,
        colour=deepen(look.colour or COLOUR),  # the numbers on it are white
        art="",
    )


def _describe(frame: Any) -> str:
    moves = "" if frame.row == frame.size.lower() else ", " + tr("moves as {}*", tr(frame.row))
    return f"{tr(frame.name)} · {tr(frame.size)}{moves}"


SHAKEN = "Shaken counted in"
"""The note on a Skill that is worse than it was."""


def tell(ship: Any, name: str, form: str = "{:g}") -> str:
    """A value as it is after losses, with what it was whole behind it if that differs."""
    return " of ".join(filter(None, tell_both(ship, name, form)))


def tell_both(ship: Any, name: str, form: str = "{:g}") -> tuple[str, str]:
    """The present value and the whole one; the latter is empty if they are equal."""
    whole, left = getattr(ship, name), getattr(ship.present, name)
    return form.format(float(left)), form.format(float(whole)) if left != whole else ""


def _list_stats(frame: Any, ship: Any) -> list[Stat]:
    """The stat block of a ship; without one, of its frame, with room for what modules change."""
    movement, best, worst = MOVEMENT[frame.row], TO_HIT["best"], TO_HIT["worst"]
    whole = {"hull": frame.hull, "move": movement.move, "pivot": movement.pivot}
    whole |= {"skill": frame.skill, "morale": frame.morale}

    def show(label: str, note: str, name: str, form: str = "{:g}") -> Stat:
        if ship:
            value, of = tell_both(ship, name, form)
            return Stat(label, value, SHAKEN if of and name == "skill" else note, of)
        return Stat(label, form.format(whole[name]) if name in whole else "", note)

    return [
        show("HULL", tr("boxes"), "hull"),
        show("MOVE", "a turn", "move", "{:g}″"),
        show("PIVOT", "at most", "pivot", "{:g}°"),
        show("SKILL", tr("to hit, {}+ to {}+", best, worst), "skill", "{:g}+"),
        show("MORALE", "or less on 2d6", "morale"),
        show("CMD", "each turn", "command"),
        show("DC", "dice, 5+ each", "control"),
        Stat("LIFT", str(frame.lift), tr("{}″ for a level up", frame.lift)),
        Stat("DROP", str(frame.drop), tr("+{}″ a level down", frame.drop)),
        Stat("STALL", str(frame.stall), tr("sinks 1 from {} on", frame.stall)),
        Stat("INERTIA", str(frame.inertia), tr("{}″ before a turn", frame.inertia)),
    ]


def show_weapon(arm: Any) -> WeaponRow:
    """A weapon in its slot as sheets and cards show it."""
    text = spell_rules(arm.weapon)
    if len(arm.arcs) == len(ALL) and arm.slot == "turret":
        text += ", " + tr("fires all round*")
    return WeaponRow(
        slot=tr(arm.slot).capitalize(),
        name=arm.weapon.name,
        dice=str(arm.weapon.dice),
        range="∞" if arm.weapon.range is None else f"{arm.weapon.range}″",
        rules=text,
    )


MOST_STEPS = {"movement": 5, "morale": 4}
"""Boxes for the steps of one kind of critical hit: the fastest ship comes to a stop in five."""


def list_steps(critical: Any, frame: Any) -> Sequence[str]:
    """List the value left after each further critical hit that deducts from it, down to 0."""
    values = {"movement": MOVEMENT[frame.row].move, "morale": frame.morale}
    steps: list[str] = []
    for key, most in MOST_STEPS.items():
        less, value = getattr(critical, key), values[key]
        while less and value > 0 and len(steps) < most:
            value = max(0, value - less)
            steps.append(f"{value}″" if key == "movement" else str(value))
    return steps


def _show_critical(roll: int, critical: Any, frame: Any) -> CriticalRow:
    steps = list_steps(critical, frame)
    return CriticalRow(roll, critical.name, critical.effect, steps, critical.final)


def _strike(rows: Sequence[CriticalRow], state: Any) -> list[CriticalRow]:
    """The critical hits with the boxes struck off that a ship has taken."""
    struck = {hit.key: hit.value for hit in state.criticals}
    return [replace(row, struck=struck.get(row.name, 0)) for row in rows]
