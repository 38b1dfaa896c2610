"""Aids: the wedge for turns, the dial of arcs, rulers, tokens, and the quick reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheetgen.ground.geometry import Point, bound, move, scale, trace, turn
from sheetgen.ground.record import read_values, record, replace
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import (
    ARCS,
    ARMOUR,
    DICE,
    FORMATION,
    SKILLS,
    TARGET_SPEEDS,
    TO_HIT,
    TOP_SPEED,
    WEAPONS,
    WEIGHTS,
    TargetSpeed,
)
from sheetgen.systems.black_skies.fighter import Fighter, lower_die
from sheetgen.systems.black_skies.fleet import FighterFleet
from sheetgen.systems.black_skies.maneuver import (
    MANEUVERS,
    Maneuver,
    ManeuverOption,
    Step,
    boost_afterburner,
    name_card,
    plot_course,
    roll_needed,
    show_roll,
)
from sheetgen.systems.kit import ruler as protractor
from sheetgen.systems.kit.deck import make_tokens, read_tokens
from sheetgen.systems.kit.fleet import find_colour
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    TableLine,
    make_reference,
    print_parts,
)
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.ruler import (
    Band,
    Dial,
    Ruler,
    RulerMark,
    Way,
    check_length,
    limit_strip,
    make_fan,
    make_sheet,
    print_strips,
)
from sheetgen.systems.kit.text import sign

TURN = 60
"""Degrees of a turn, a slip and an arc of fire."""
REACH = 48.0
"""From the middle of the dial to its sides, in millimetres."""
Ranges = tuple[int, int, int]


@record(kw_only=True)
class Wedge(protractor.Fan):
    """The template for turns; its edges are `units` inches long."""

    units: int


def fill_ruler(values: Fighter | FighterFleet, look: Look) -> list[Print]:
    """A ruler for each set of ranges that weapons of these fighters have."""
    if isinstance(values, Fighter):
        fighters = [values]
    else:
        fighters = [element.fighter for element in values.elements]
        look = replace(look, colour=look.colour or values.fleet.colour)
    names: dict[Ranges, list[str]] = {}
    for fighter in fighters:
        for weapon in fighter.weapons:
            names.setdefault(weapon.type.range, []).append(weapon.type.name)
    return [
        piece
        for ranges, weapons in sorted(names.items())
        for piece in _print_ruler(ranges, list(dict.fromkeys(weapons)), look)
    ]


def blank_ruler(size: int, look: Look) -> list[Print]:
    """A ruler of so many inches, whose range bands are a third of it each."""
    if size % 3:
        raise ValueError(f"{size} inches can't be divided into three range bands")
    third = check_length(size) // 3
    weapons = [w.name for w in WEAPONS.values() if w.range == (third, 2 * third, size)]
    return _print_ruler((third, 2 * third, size), weapons, look)


def _print_ruler(ranges: Ranges, weapons: list[str], look: Look) -> list[Print]:
    name = f"Ranges {'/'.join(map(str, ranges))}″"
    ruler = Ruler(
        total=ranges[-1],
        bands=[
            Band(start, end, band.name, f"{band.number}+", f"{start}–{end}″")
            for start, end, band in zip((0, *ranges), ranges, TO_HIT, strict=False)
        ],
        lanes=[[RulerMark(FORMATION, f"element: {FORMATION}″ at most")]],
        titles=[", ".join(weapons), f"{len(weapons)} weapons", name],
        colour=look.colour,
        longest=limit_strip(look),
    )
    return print_strips(ruler.cut(), name)


def _print_wedge(colour: str) -> list[Print]:
    fan = make_fan(TURN / 2, FORMATION, [Way(0, "middle of the arc")], colour)
    return [Print(Wedge(**read_values(fan), units=FORMATION), "60° and 6″")]


def _print_dial(colour: str) -> list[Print]:
    headings = [entry.heading - 360 * (entry.heading > 180) for entry in ARCS.values()]
    arcs = [
        Way(heading, entry.name.upper())
        for heading, entry in zip(headings, ARCS.values(), strict=True)
    ]
    ways = [Way(heading, f"{abs(heading)}°" if heading else "ahead") for heading in headings]
    dial = Dial(sides=len(arcs), reach=REACH, arcs=arcs, ways=ways, colour=colour)
    return [Print(dial, "Arcs of 60°")]


TEMPLATE = protractor.make_protractor(
    "black-skies",
    "fighter",
    "turning-template",
    "a wedge for turns, slips and arcs of 60°, with edges of 6″, to cut out",
    _print_wedge,
    TURN,
)
ARC_TEMPLATE = protractor.make_protractor(
    "black-skies",
    "fighter",
    "arc-template",
    "the six arcs of fire around a fighter, to cut out",
    _print_dial,
    TURN,
)
RULER = make_sheet(
    "black-skies",
    "fighter",
    "the range bands of each weapon in strips to cut out and glue together",
    fill_ruler,
    blank_ruler,
    max(weapon.range[-1] for weapon in WEAPONS.values()),
)


# Tokens: a set for everybody, from tokens.yaml.


TOKENS = make_tokens("fighter", read_tokens(__file__), "#2b3f55")


# The quick reference: maneuvers, checks, shooting and damage on one page.


SIZE = 4.0
"""How far the small pictures of courses reach, in millimetres; each has its own scale."""
SHIELDS = range(1, 5)


@record
class ManeuverRow:
    """An option of a maneuver; `way` and `nose` draw its course about the middle of its place."""

    card: str  # empty if the row above has the same
    name: str
    how: str
    difficulty: int
    penalty: int
    way: str
    nose: str
    start: Point
    alike: bool  # whether it belongs to the row above


@record
class ManeuverGroup:
    """The maneuvers that need the same thrusters."""

    title: str
    rows: Sequence[ManeuverRow]


_RIGHT = (
    ReferencePart("turn", 105, 24, 69, "right"),
    ReferencePart("piloting", 105, 93, 72.8, "right"),
    ReferencePart("shooting", 105, 165.8, 49, "right"),
    ReferencePart("damage", 105, 214.8, 43, "right"),
)
_LEFT = (
    ReferencePart("fighters", 0, 192.6, 37, "left"),
    ReferencePart("decks", 0, 232.4, 26, "left"),
)
_WHOLE = (ReferencePart("maneuvers", 0, 24, 168.6, "left"),)
_PARTED = (
    ReferencePart("maneuvers", 0, 24, 80, "left"),
    ReferencePart("maneuvers-2", 0, 24, 97, "left"),
)
FORM = ReferenceForm(190, 254, 105, 24, (*_WHOLE, *_LEFT, *_RIGHT))
SMALL = FORM._replace(parts=(*_PARTED, *_LEFT, *_RIGHT))
"""The same for small paper: the table of maneuvers is in two parts."""


def fill_reference(values: Fighter | FighterFleet, look: Look) -> Iterator[Print]:
    """The page, in the colour of the side for which it is printed."""
    groups = [_group(name, title) for name, title in _TITLES.items()]
    is_small = limit_height(look, FORM.width, FORM.height) < FORM.height
    names = [part.name for part in (_PARTED if is_small else _WHOLE)]
    shares = [groups[:1], groups[1:]] if is_small else [groups]
    yield from print_parts(
        look,
        SMALL if is_small else FORM,
        "Black Skies",
        tables=list(zip(names, shares, strict=True)),
        skills=SKILLS,
        checks=_list_checks(),
        speeds=[_span(speed) for speed in _order_speeds()],
        modifiers=[sign(speed.modifier) for speed in _order_speeds()],
        bands=[
            TableLine(band.name, [_show_hit(band.number - s.modifier) for s in _order_speeds()])
            for band in TO_HIT
        ],
        dice=DICE,
        shields=[TableLine(str(n), [lower_die(die, n) for die in DICE]) for n in SHIELDS],
        armour=", ".join(f"{a.name} −{a.levels}" for a in ARMOUR.values() if a.levels),
        weights=[
            TableLine(
                size.name,
                [
                    str(size.hardpoints),
                    f"{size.hull} ({size.die})",
                    f"{size.hull // 2} or less",
                    f"+{size.acceleration}",
                    f"+{boost_afterburner(size)}",
                ],
            )
            for size in WEIGHTS.values()
        ],
        formation=FORMATION,
        top=TOP_SPEED,
        colour=find_colour(values, look),
    )


_DART = ((-0.75, 0.95), (0.0, -1.3), (0.75, 0.95), (0.0, 0.45))
_TITLES = {
    "": "Every fighter",
    "rear": "Rear thrusters",
    "side": "Side thrusters",
    "forward": "Forward thrusters",
}


def _group(thrusters: str, title: str) -> ManeuverGroup:
    fitting = [maneuver for maneuver in MANEUVERS if maneuver.thrusters == thrusters]
    rows = [_show_option(m, o, at) for m in fitting for at, o in enumerate(m.options)]
    return ManeuverGroup(title, rows)


def _show_option(maneuver: Maneuver, option: ManeuverOption, at: int) -> ManeuverRow:
    way, nose, start = draw_course(option.steps)
    return ManeuverRow(
        card=name_card(maneuver.card) if at == 0 else "",
        name=name_option(maneuver, option),
        how=tell_option(option),
        difficulty=option.difficulty,
        penalty=option.penalty,
        way=way,
        nose=nose,
        start=start,
        alike=at > 0,
    )


def name_option(maneuver: Maneuver, option: ManeuverOption) -> str:
    """Name an option on its own: `Break Left`, but `Snake, left first`."""
    if option.name.endswith(" first"):
        return f"{maneuver.name}, {option.name[0].lower()}{option.name[1:]}"
    return option.name


def tell_option(option: ManeuverOption) -> str:
    """Say how an option is flown, in a few words."""
    if not option.steps:
        return "not in the published rules"
    boosts = {"acceleration": "speed up, then ", "afterburner": "afterburner, then "}
    boost = boosts.get(str(option.boost), "1 slower, then " if option.boost else "")
    return boost + ", ".join(_tell_step(option.steps))


def _tell_step(steps: Iterable[Step]) -> Iterable[str]:
    for step in steps:
        if step.turn:
            yield f"{abs(step.turn)}° {'left' if step.turn < 0 else 'right'}"
        if step.forward:
            much = "full move" if step.forward == 1 else "half"
            side = "" if not step.slip else " slip left" if step.slip < 0 else " slip right"
            yield much + side


def draw_course(steps: Sequence[Step]) -> tuple[str, str, Point]:
    """A small course: its line, the nose at its end, and its start; all empty without steps."""
    stations = plot_course(steps)
    if len(stations) == 1:
        return "", "", (0.0, 0.0)
    points = [(station.x, station.y) for station in stations]
    left, top, right, bottom = bound(points)
    points = move(points, -(left + right) / 2, -(top + bottom) / 2)
    points = scale(points, SIZE / max(right - left, bottom - top))
    x, y = points[-1]
    nose = move(turn(_DART, stations[-1].heading), x, y)
    return trace(points, close=False), trace(nose), points[0]


def _list_checks() -> list[TableLine]:
    """The rolls for every difficulty that exists, as it is and doubled."""
    plain = {o.difficulty for m in MANEUVERS for o in m.options} - {0}
    every = sorted({*plain, *(2 * difficulty for difficulty in plain)})
    return [TableLine(str(d), [show_roll(roll_needed(d, s.level)) for s in SKILLS]) for d in every]


def _order_speeds() -> list[TargetSpeed]:
    """The speeds of targets from the slowest up, including those that change nothing."""
    slow = [speed for speed in TARGET_SPEEDS if speed.most is not None]
    fast = [speed for speed in TARGET_SPEEDS if speed.least is not None]
    usual = TargetSpeed(
        "", 0, max(s.most or 0 for s in slow) + 1, min(s.least or 0 for s in fast) - 1
    )
    ordered = sorted(slow, key=lambda speed: speed.most or 0)
    first = [
        TargetSpeed(
            speed.name, speed.modifier, (ordered[at - 1].most or 0) + 1 if at else 0, speed.most
        )
        for at, speed in enumerate(ordered)
    ]
    return [*first, usual, *fast]


def _span(speed: TargetSpeed) -> str:
    least, most = speed.least or 0, TOP_SPEED if speed.most is None else speed.most
    return str(least) if least == most else f"{least}–{most}"


def _show_hit(number: int) -> str:
    return f"{number}+"


REFERENCE = make_reference(
    "black-skies",
    "fighter",
    "turn, maneuvers, checks, shooting and damage on one page",
    fill_reference,
)
