"""The diagram of a maneuver: bases, courses and turns to scale, in millimetres of a panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from sheetgen.ground.geometry import Point, aim, bound, trace, trace_arc
from sheetgen.ground.record import record, replace
from sheetgen.systems.black_skies.data import WEIGHTS, Weight
from sheetgen.systems.black_skies.maneuver import (
    ManeuverOption,
    Station,
    boost_speed,
    find_halfway,
    move_distance,
    plot_course,
)

LEAST_SPEED = 3
"""Slower fighters turn as if at this speed: below it, bases of half a move would overlap."""
ASIDE = 3.2
"""How far courses side by side are left of the middle of their columns, in millimetres."""
LARGEST_INCH = 7.5
"""The most millimetres on the card to an inch on the table."""
REACH = 0.58
"""From the centre of a hexagonal base of 1 inch to its corners, in inches."""
TURN = 0.84
"""How far from a base's centre the arrow of its turn runs, in inches."""
DISC = 1.75
"""The radius of a letter's disc, in millimetres."""
EDGE = 2.0
"""The space left free along the panel's edges, in millimetres."""


@record
class Base:
    """A fighter's base: where it starts, where it ends, or a place on the way."""

    kind: str  # start, end or way
    x: float
    y: float
    heading: float


@record
class TurnArrow:
    """The arrow of a turn on the spot, as path data: its shaft and its head."""

    shaft: str
    head: str


@record
class Label:
    """A few letters about a point."""

    x: float
    y: float
    text: str


@record
class Length:
    """A course's length at the speed of the diagram, and the words for it at any speed."""

    x: float
    y: float
    text: str
    words: Sequence[str]  # short lines


@record
class Diagram:
    """A diagram of how the options of a maneuver move, in a panel; lengths in millimetres."""

    width: float
    height: float
    inch: float  # the length of an inch on the table here
    speed: int  # for which it is drawn
    grid: str  # lines an inch apart, through the starting point
    bases: Sequence[Base]
    courses: Sequence[str]
    turns: Sequence[TurnArrow]
    halfway: Sequence[Point]
    letters: Sequence[Label]  # of options that start from one base
    lengths: Sequence[Length]  # of courses that differ in length, beside their ends
    drawn: int = 0  # the speed as which it is drawn, where that is another


@record
class _Track:
    """An option's course: in inches from its start, then in millimetres of the panel."""

    letter: str
    length: int  # at the speed of the diagram
    words: Sequence[str]
    stations: Sequence[Station]


@lru_cache  # all suits of a deck have the same ones
def draw_diagram(
    options: tuple[ManeuverOption, ...],
    speed: int,
    weight: Weight,
    width: float,
    height: float,
    anybody: bool = False,
) -> Diagram | None:
    """The diagram of a maneuver's options in a panel; None if none of them has steps.

    Where `anybody` may fly it, changes of speed are given for all weights.

    If all options fly straight ahead, they are side by side in columns of equal width; otherwise
    they start from one base.
    """
    flown = [(chr(65 + at), option) for at, option in enumerate(options) if option.steps]
    if not flown:
        return None
    straight = not any(step.turn or step.slip for _, option in flown for step in option.steps)
    drawn = speed if straight else max(speed, LEAST_SPEED)
    weights = list(WEIGHTS.values()) if anybody else [weight]
    tracks = [
        _Track(
            letter,
            move_distance(option, speed, weight),
            tell_speed(option, weights),
            plot_course(option.steps, move_distance(option, drawn, weight)),
        )
        for letter, option in flown
    ]
    tracks, inch = _scale_tracks(tracks, straight, width, height)
    bases = list(dict.fromkeys(_place_bases(tracks)))
    start = tracks[0].stations[0]
    lengths = _write_lengths(tracks, inch) if straight else []
    if straight and len(tracks) == 1 and tracks[0].length != speed:
        # Where the fighter would be without the boost.
        without = Base("way", start.x, round(start.y - drawn * inch, 3), 0)
        bases.insert(0, without)
        lengths.append(_write_length(without.x, without.y, speed, ("speed",), inch))
    halves = [point for track in tracks if (point := find_halfway(track.stations))]
    return Diagram(
        width=width,
        height=height,
        inch=inch,
        speed=speed,
        grid=_rule_grid(None if straight else start.x, start.y, inch, width, height),
        bases=bases,
        courses=[trace(_strip(track.stations), close=False) for track in tracks],
        turns=list(dict.fromkeys(_draw_turns(tracks, inch))),
        halfway=list(dict.fromkeys((round(x, 3), round(y, 3)) for x, y in halves)),
        letters=() if straight or len(tracks) == 1 else _place_letters(tracks, inch, width, height),
        lengths=lengths,
        drawn=drawn if drawn != speed else 0,
    )


def _scale_tracks(
    tracks: Sequence[_Track], straight: bool, width: float, height: float
) -> tuple[list[_Track], float]:
    """The tracks in the middle of the panel, as large as it allows, and the length of an inch."""
    left, top, right, bottom = bound(_list_outline(tracks))
    across = width / len(tracks) if straight else width
    room_across, room_down = across - 2 * EDGE, height - 2 * EDGE
    inch = min(room_across / (right - left), room_down / (bottom - top), LARGEST_INCH)
    down = (height - (top + bottom) * inch) / 2
    middle = (width - (left + right) * inch) / 2
    placed = []
    for at, track in enumerate(tracks):
        aside = ASIDE if len(tracks) > 1 else 0.0
        x = across * (at + 0.5) - aside if straight else middle
        stations = [Station(x + s.x * inch, down + s.y * inch, s.heading) for s in track.stations]
        placed.append(replace(track, stations=stations))
    return placed, inch


def _list_outline(tracks: Iterable[_Track]) -> Iterator[Point]:
    """Points that bound all bases and arrows, in inches."""
    for track in tracks:
        for x, y, _ in track.stations:
            yield x - REACH, y - REACH
            yield x + REACH, y + REACH
        for at, swing in _list_turns(track):
            yield from _sweep(at, swing, TURN + 0.12)


def _list_turns(track: _Track) -> Iterator[tuple[Station, float]]:
    """Yield each place where a track turns, with the turn in degrees, negative to the left."""
    for before, after in pairwise(track.stations):
        if after.heading != before.heading:
            yield before, (after.heading - before.heading + 180) % 360 - 180


def _sweep(at: Station, swing: float, radius: float) -> Iterator[Point]:
    """Points along the arc of a turn."""
    for part in range(7):
        yield aim(at.heading + swing * part / 6, radius, (at.x, at.y))


def _strip(stations: Iterable[Station]) -> list[Point]:
    """The points of a course, without any that equals the one before."""
    return list(dict.fromkeys((s.x, s.y) for s in stations))


def _place_bases(tracks: Sequence[_Track]) -> Iterator[Base]:
    """Bases at the stations of all tracks, those on the way first."""
    ends = {(round(t.stations[-1].x, 3), round(t.stations[-1].y, 3)) for t in tracks}
    for track in tracks:
        for here in track.stations[1:-1]:
            place = (round(here.x, 3), round(here.y, 3))
            start = track.stations[0]
            if place not in ends and hypot(here.x - start.x, here.y - start.y) > 1e-6:
                yield Base("way", *place, here.heading)
    for kind, at in (("start", 0), ("end", -1)):
        for track in tracks:
            here = track.stations[at]
            yield Base(kind, round(here.x, 3), round(here.y, 3), here.heading)


def _draw_turns(tracks: Iterable[_Track], inch: float) -> Iterator[TurnArrow]:
    """An arrow for each turn on the spot."""
    radius, barb = TURN * inch, max(0.2 * inch, 0.75)
    for track in tracks:
        for at, swing in _list_turns(track):
            centre, side = (at.x, at.y), 1 if swing > 0 else -1
            end = at.heading + swing
            tip, foot = aim(end, radius, centre), end - side * 18
            head = [tip, aim(foot, radius + barb, centre), aim(foot, radius - barb, centre)]
            first, last = sorted((at.heading, foot))
            yield TurnArrow(trace_arc(radius, first, last, centre), trace(head))


def _rule_grid(x: float | None, y: float, inch: float, width: float, height: float) -> str:
    """Lines an inch apart through a point; without x, only those across."""
    lines = [[(0.0, v), (width, v)] for v in _count_up(y, inch, height)]
    if x is not None:
        lines += [[(u, 0.0), (u, height)] for u in _count_up(x, inch, width)]
    return "".join(trace(line, close=False) for line in lines)


def _count_up(through: float, step: float, end: float) -> Iterator[float]:
    """Values between 0 and `end`, a step apart, one of them `through`."""
    here = through % step
    while here < end:
        yield here
        here += step


def _place_letters(
    tracks: Sequence[_Track], inch: float, width: float, height: float
) -> list[Label]:
    """A letter for each option where it is nearest to its own end and least in the way."""
    obstacles = [p for t in tracks for p in _list_obstacles(t, inch)]
    places = [s for t in tracks for s in t.stations]
    middle = sum(s.x for s in places) / len(places), sum(s.y for s in places) / len(places)
    labels: list[Label] = []
    for track in tracks:
        here = _find_own_place(track, tracks)
        best = (-1.0, 0.0, 0.0)
        for step in range(36):
            for off in (REACH * inch + DISC + 0.3, TURN * inch + DISC + 0.6):
                x, y = aim(10 * step, off, (here.x, here.y))
                if not (DISC < x < width - DISC and DISC + 0.8 < y < height - DISC):
                    continue
                room = min(hypot(x - u, y - v) - r for u, v, r in obstacles)
                room = min([room, *(hypot(x - b.x, y - b.y) - DISC for b in labels)])
                # Once there is some space, nearer is better, and so is outside the whole.
                outside = hypot(x - middle[0], y - middle[1]) / 30
                score = min(room, DISC + 0.8) - off / 50 + outside
                best = max(best, (round(score, 1), y, x))
        labels.append(Label(best[2], best[1], track.letter))
    return labels


def _find_own_place(track: _Track, tracks: Sequence[_Track]) -> Station:
    """The last station of a track where no other one ends."""
    for here in reversed(track.stations):
        others = (t.stations[-1] for t in tracks if t is not track)
        if all(hypot(here.x - o.x, here.y - o.y) > 1e-3 for o in others):
            return here
    return track.stations[-1]


def _list_obstacles(track: _Track, inch: float) -> Iterator[tuple[float, float, float]]:
    """Yield the points that letters must keep clear of, each with a radius."""
    for here in track.stations:
        yield here.x, here.y, REACH * inch
    for before, here in pairwise(track.stations):
        for part in range(25):
            share = part / 24
            yield (
                before.x + (here.x - before.x) * share,
                before.y + (here.y - before.y) * share,
                0.3,
            )
    for at, swing in _list_turns(track):
        for x, y in _sweep(at, swing, TURN * inch):
            yield x, y, 0.6


def tell_speed(option: ManeuverOption, weights: Sequence[Weight]) -> tuple[str, ...]:
    """Say how far an option moves at any speed, in short lines: `speed`, `up to`, `+4`.

    The value is given for each of the weights that differ.
    """
    if not option.boost:
        return ("speed",)
    first, *rest = dict.fromkeys(boost_speed(option, weight) for weight in weights)
    shown = "/".join([f"+{first}" if first > 0 else f"−{-first}", *map(str, rest)])
    speed = "speed"
    return (speed, "up to", shown) if option.boost == "acceleration" else (speed, shown)


def _write_lengths(tracks: Sequence[_Track], inch: float) -> list[Length]:
    """The length of each track, to the right of its end."""
    ends = [(track.stations[-1], track) for track in tracks]
    return [_write_length(end.x, end.y, track.length, track.words, inch) for end, track in ends]


def _write_length(x: float, y: float, length: int, words: Sequence[str], inch: float) -> Length:
    """A length beside a base; in the middle of the course it would seem to mean half the way."""
    return Length(x + REACH * inch + 0.7, y, f"{length}″", words)
