"""The quick reference: maneuvers, checks, shooting and damage on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.geometry import Point, bound, move, scale, trace, turn
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.words import tr
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import (
    ARMOUR,
    DICE,
    FORMATION,
    SKILLS,
    TARGET_SPEEDS,
    TO_HIT,
    TOP_SPEED,
    WEIGHTS,
    TargetSpeed,
    lower_die,
)
from sheetgen.systems.black_skies.maneuver import (
    DIFFICULTIES,
    MANEUVERS,
    Maneuver,
    ManeuverOption,
    Step,
    plot_course,
    roll_needed,
    show_roll,
)
from sheetgen.systems.black_skies.rules import name_card
from sheetgen.systems.kit.fleet import find_colour
from sheetgen.systems.kit.reference import ReferenceForm, ReferencePart, TableLine, print_parts
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.text import sign

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


class SkillHead(NamedTuple):
    """The heading of a column of rolls."""

    level: int
    name: str


@record
class ManeuverGroup:
    """The maneuvers that need the same thrusters."""

    title: str
    rows: Sequence[ManeuverRow]


_RIGHT = (
    ReferencePart("turn", 105, 24, 69.8, "right"),
    ReferencePart("piloting", 105, 93.8, 79.4, "right"),
    ReferencePart("shooting", 105, 173.2, 45.6, "right"),
    ReferencePart("damage", 105, 218.8, 38, "right"),
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


def fill_reference(values: Any, look: Look) -> Iterator[Print]:
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
        skills=[SkillHead(level, name) for level, name in SKILLS.items()],
        checks=_list_checks(),
        speeds=[_span(speed) for speed in TARGET_SPEEDS],
        modifiers=[sign(speed.modifier) for speed in TARGET_SPEEDS],
        bands=[
            TableLine(band.name, [f"{band.number - speed.modifier}+" for speed in TARGET_SPEEDS])
            for band in TO_HIT
        ],
        dice=list(DICE),
        shields=[TableLine(str(n), [lower_die(die, n) for die in DICE]) for n in SHIELDS],
        armour=", ".join(f"{tr(kind)} −{levels}" for kind, levels in ARMOUR.items() if levels),
        weights=[
            TableLine(
                size.name,
                [
                    str(size.hardpoints),
                    f"{size.hull} ({size.die})",
                    tr("{} or less", size.hull // 2),
                    f"+{size.acceleration}",
                    f"+{size.afterburner}",
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
        told = tr(option.name)
        return f"{tr(maneuver.name)}, {told[0].lower()}{told[1:]}"
    return option.name


def tell_option(option: ManeuverOption) -> str:
    """Say how an option is flown, in a few words."""
    if not option.course:
        return tr("not in the published rules")
    boosts = {"acceleration": "speed up", "afterburner": "afterburner", "slower": "1 slower"}
    course = tr(option.course)
    return tr("{}, then {}", tr(boosts[option.boost]), course) if option.boost else course


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
    return [
        TableLine(str(d), [show_roll(roll_needed(d, skill)) for skill in SKILLS])
        for d in DIFFICULTIES
    ]


def _span(speed: TargetSpeed) -> str:
    span = f"{speed.least}–{speed.most}"
    return span if speed.least < speed.most else str(speed.most)
