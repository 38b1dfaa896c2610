"""The quick reference: maneuvers, checks, shooting and damage on one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheetgen.ground.geometry import Point, bound, move, scale, trace, turn
from sheetgen.ground.record import record
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
    Speed,
)
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import lower_die
from sheetgen.systems.black_skies.fleet import LinkedFleet
from sheetgen.systems.black_skies.maneuver import (
    MANEUVERS,
    Maneuver,
    Option,
    Step,
    boost_afterburner,
    name_card,
    plot_course,
    roll_needed,
    show_roll,
)
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    TableLine,
    make_reference,
    print_parts,
)
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


@record
class Group:
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


def fill_reference(values: Fighter | LinkedFleet, look: Look) -> Iterator[Print]:
    """The page, in the colour of the side for which it is printed."""
    colour = values.fleet.colour if isinstance(values, LinkedFleet) else ""
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
        colour=look.colour or colour,
    )


_DART = ((-0.75, 0.95), (0.0, -1.3), (0.75, 0.95), (0.0, 0.45))
_TITLES = {
    "": "Every fighter",
    "rear": "Rear thrusters",
    "side": "Side thrusters",
    "forward": "Forward thrusters",
}


def _group(thrusters: str, title: str) -> Group:
    fitting = [maneuver for maneuver in MANEUVERS if maneuver.thrusters == thrusters]
    rows = [_show_option(m, o, at) for m in fitting for at, o in enumerate(m.options)]
    return Group(title, rows)


def _show_option(maneuver: Maneuver, option: Option, at: int) -> ManeuverRow:
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


def name_option(maneuver: Maneuver, option: Option) -> str:
    """Name an option on its own: `Break Left`, but `Snake, left first`."""
    if option.name.endswith(" first"):
        return f"{maneuver.name}, {option.name[0].lower()}{option.name[1:]}"
    return option.name


def tell_option(option: Option) -> str:
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


def _order_speeds() -> list[Speed]:
    """The speeds of targets from the slowest up, including those that change nothing."""
    slow = [speed for speed in TARGET_SPEEDS if speed.most is not None]
    fast = [speed for speed in TARGET_SPEEDS if speed.least is not None]
    usual = Speed("", 0, max(s.most or 0 for s in slow) + 1, min(s.least or 0 for s in fast) - 1)
    ordered = sorted(slow, key=lambda speed: speed.most or 0)
    first = [
        Speed(speed.name, speed.modifier, (ordered[at - 1].most or 0) + 1 if at else 0, speed.most)
        for at, speed in enumerate(ordered)
    ]
    return [*first, usual, *fast]


def _span(speed: Speed) -> str:
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
