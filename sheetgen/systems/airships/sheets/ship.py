"""Ship sheets, filled or blank: half a page for small frames, a whole one for large frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.colour import deepen
from sheetgen.ground.geometry import aim, trace_arc, trace_circle, trace_sector
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.data import (
    ACTIONS,
    CRITICALS,
    FRAMES,
    HIGHEST,
    ISLANDS,
    MOVEMENT,
    SUPER_CRITICALS,
    TO_HIT,
    AirshipWeapon,
    CommandAction,
    CriticalHit,
    ShipFrame,
    Slot,
    spell_rules,
)
from sheetgen.systems.airships.fleet import COLOUR, AirFleet, Airship, Damage, list_members
from sheetgen.systems.airships.sheets.counters import draw_ship
from sheetgen.systems.airships.ship import (
    ALL,
    ARC_WIDTH,
    HEADINGS,
    Arc,
    Ship,
    command,
    count_names,
    damage_control,
    find_arcs,
    has_torpedoes,
    list_modules,
    list_steps,
    list_wing_weapons,
    morale_checks,
)
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.fleet import flag_lost
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.silhouette import Layer
from sheetgen.systems.kit.track import break_rows, measure_row

# The rose of a ship's arcs: where each weapon bears and how far, to scale from the disc under the
# ship; units of a box of 100 about (0, 0), with the bow up.


DISC, EDGE = 19.0, 41.0
"""The radii of the ship's disc and of the longest range."""
_STEP = 6  # inches between rings
_SCALE = 66.0  # heading of the rings' labels in degrees, clear of the badges at 45° and about 90°
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
    """The field that a weapon covers on the rose; `edge` is its far end, where its badge is."""

    path: str
    edge: str
    number: int
    x: float
    y: float


@record
class ArcTotal:
    """The number of attack dice that bear on an arc, and how its name is turned.

    Launchers do not count: a torpedo is a unit that hits by contact, without dice.
    """

    arc: str
    dice: int
    turn: int


@record
class Rose:
    """The diagram."""

    rings: Sequence[Ring]
    fields: Sequence[RoseField]
    totals: Sequence[ArcTotal]
    disc: float
    edge: float


def draw_rose(weapons: Sequence[tuple[Slot, AirshipWeapon]], fine: bool) -> Rose:
    """The rose of these weapons, which are numbered from 1; with closer rings if `fine`."""
    farthest = max((w.range for _, w in weapons if w.range), default=2 * _STEP)
    most = -(-farthest // _STEP) * _STEP
    step = _STEP if most <= (30 if fine else 18) else 2 * _STEP

    def reach(inches: int | None) -> float:
        return EDGE if inches is None else DISC + (EDGE - DISC) * inches / most

    rings = [
        Ring(reach(inches), f"{inches}″", *aim(_SCALE, reach(inches)))
        for inches in range(step, most + 1, step)
    ]
    placed: dict[Arc | None, list[tuple[int, AirshipWeapon]]] = {}
    for number, (slot, weapon) in enumerate(weapons, start=1):
        arcs = find_arcs(slot, weapon)
        key = None if arcs == ALL else arcs[0]
        placed.setdefault(key, []).append((number, weapon))
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
            fields.append(RoseField(path, edge, number, *aim(heading, radius)))
    return Rose(rings, fields, _count_dice(weapons), DISC, EDGE)


def _count_dice(weapons: Sequence[tuple[Slot, AirshipWeapon]]) -> list[ArcTotal]:
    turns = {"forward": 0, "starboard": 90, "aft": 0, "port": -90}
    rolled = [(slot, weapon) for slot, weapon in weapons if not weapon.has("Torpedo")]
    return [
        ArcTotal(arc, sum(w.dice for slot, w in rolled if arc in find_arcs(slot, w)), turns[arc])
        for arc in ALL
    ]


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
    checks = morale_checks(hull)
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


def draw_levels(frame: ShipFrame) -> Sequence[Level]:
    """The levels of a frame's elevation track from the highest to the ground."""
    stall = HIGHEST + 1 if frame.stall is None else frame.stall
    low, high = ISLANDS
    return [
        Level(height, height >= stall, low <= height <= high) for height in range(HIGHEST, -1, -1)
    ]


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
    actions: Sequence[CommandAction]
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


def fill_ship(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
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


def _make_sheet(member: Airship, look: Look) -> ShipSheet:
    ship = member.ship
    frame, weapons, control = ship.build, ship.list_weapons(), damage_control(ship) or 0
    actions = [a for a in ACTIONS if has_torpedoes(ship) or not a.torpedo]
    design = f"{member.design} class · " if member.design else ""
    price = f"with {ship.frame_cost} for the frame" if ship.frame_cost else "no price for the frame"
    blank, state = _make_blank(frame, look), member.state
    modules = list_modules(ship)
    failed = flag_lost([module.id for module in modules], state.failed)
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


def _make_blank(frame: ShipFrame, look: Look) -> ShipSheet:
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


def _describe(frame: ShipFrame) -> str:
    moves = "" if frame.row == frame.size.lower() else f", moves as {frame.row}"
    return f"{frame.name} · {frame.size}{moves}"


def _list_stats(frame: ShipFrame, command: str, control: str) -> list[Stat]:
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


def show_weapon(slot: Slot, weapon: AirshipWeapon) -> WeaponRow:
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


def _show_critical(roll: int, critical: CriticalHit, frame: ShipFrame) -> CriticalRow:
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
