"""The roster of a fleet: its elements with their pilots, weapons and hulls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.geometry import trace_circle, trace_sector
from sheetgen.ground.number import join_words
from sheetgen.ground.record import record, replace
from sheetgen.ground.words import say, tr, tr_many
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import ARCS, COLOUR, SKILLS, SUITS, Suit
from sheetgen.systems.black_skies.maneuver import (
    list_maneuvers,
    roll_needed,
    show_roll,
)
from sheetgen.systems.black_skies.rules import count_placeholders, name_cards
from sheetgen.systems.kit import roster
from sheetgen.systems.kit.counters import make_ensign
from sheetgen.systems.kit.fleet import name_yard
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.silhouette import Layer
from sheetgen.systems.kit.text import TextWriter

HEIGHT = 254.0
"""The most that a page holds on A4 and Letter, in millimetres."""
WIDTH = 190.0
TOP, FOOT, GAP = 22.0, 6.0, 4.0
"""The space above the first element, below the last, and between two, in millimetres."""
HEAD, PILOT, ARMED, ARM = 10.4, 7.0, 5.2, 5.0
"""The heights of an element's headings, of a pilot, of the headings of weapons, and of a weapon."""
BESIDE, ABOVE, NAME, NAME_LINE = 26.0, 118.0, 3.3, 3.8
"""The widths of a pilot's name beside and above the rolls, its size, and the height of a line."""
MOST_LINES = 2
"""The most lines of a name beside the rolls."""
GUNS, GUN, GUN_LINE = 33.0, 3.0, 3.5
"""The width of a weapon's name, its size, and the height of a line."""
LEAST = 39.6
"""The least height of an element, for what is on its left."""


@record
class PilotLine:
    """A pilot with the rolls by difficulty, `sound` and `crippled`, from `y` to `end`.

    The name is `width` wide. A long one is above the rolls, which are at `low` then.
    """

    y: float
    low: float
    end: float
    width: float
    number: int
    name: str
    skill: int
    level: str
    left: int  # of its fighter's hull
    sound: Sequence[str]
    crippled: Sequence[str]


@record
class Arm:
    """Some weapons of one type, `y` down; `path` shades their arcs in a circle."""

    y: float
    name: str
    path: str
    arcs: str
    rate: int
    ranges: str
    damage: str


@record
class ElementRow:
    """An element, at its place on the page; `hull` counts down."""

    y: float
    height: float
    suit: Suit
    deck: str
    name: str
    fighter: str  # empty if the element has no other name
    facts: Sequence[str]
    difficulties: Sequence[int]
    pilots: Sequence[PilotLine]
    hull: Sequence[int]
    limit: int  # that of the hull at which it is crippled
    arms: Sequence[Arm]
    parts: Sequence[Layer]  # of a fighter from above


def fill_roster(linked: Any, look: Look, together: Sequence[Any] = ()) -> Iterator[Print]:
    """The pages of a fleet's roster, which is printed `together` with other fleets."""
    kings = count_placeholders(linked, together)
    elements = [element.record for element in linked.members]
    flown = [pair for e in elements for pair in zip(e.crew, e.hull_left, strict=True)]
    left = [pilot.skill for pilot, hull in flown if hull]
    fighters = tr_many("{} fighter", "{} fighters", len(flown))
    if len(left) < len(flown):
        fighters = tr("{} of {}", len(left), fighters)
    elements_told = tr_many("{} element", "{} elements", len(elements))
    summary = f"{elements_told} · {fighters} · {tr('pilot skill {}', sum(left))}"
    if kings:
        told = "{} placeholder in the movement deck", "{} placeholders in the movement deck"
        summary += f" · {tr_many(*told, kings)}"
    room = limit_height(look, WIDTH, HEIGHT) - TOP - FOOT
    writer = TextWriter(look.fonts, look.dress.faces.text)
    rows = [_show_element(element, writer, name_yard(linked)) for element in elements]
    stacked = roster.stack_rows(rows, lambda row: row.height, room, GAP)
    return roster.print_roster(
        linked,
        look,
        [[replace(row, y=TOP + y) for y, row in page] for page in stacked],
        summary=summary,
        hardpoints=sum(element.present.hardpoints for element in elements),
        whole=linked.record.hardpoints,
        limit=roster.write_limit(linked.record.hardpoints_limit),
        circle=trace_circle(_RADIUS),
        ensign=make_ensign(linked, look, COLOUR),
        foot=FOOT,
    )


def _show_element(element: Any, writer: TextWriter, fleet: str) -> ElementRow:
    fighter = element.fighter
    options = [o for maneuver in list_maneuvers(fighter.thrusters) for o in maneuver.options]
    difficulties = sorted({option.difficulty for option in options} - {0})
    pilots, y = list[PilotLine](), HEAD
    crew = zip(element.crew, element.hull_left, strict=True)
    for number, (pilot, left) in enumerate(crew, start=1):
        pilots.append(_show_pilot(number, pilot, left, difficulties, y, writer))
        y = pilots[-1].end
    arms, y = list[Arm](), y + ARMED
    for weapon in fighter.weapons:
        arms.append(_show_arm(weapon, y))
        y += ARM + GUN_LINE * (len(writer.break_lines("", arms[-1].name, GUNS, GUN)) - 1)
    return ElementRow(
        y=0.0,
        height=max(LEAST, y + 1.4),
        suit=SUITS[element.card.suit],
        deck=str(element.card.deck) if element.card.deck > 1 else "",
        name=element.name,
        fighter=fighter.name if fighter.name != element.name else "",
        facts=[*element.facts, tr("Cards {}", name_cards(element.present.cards))],
        difficulties=difficulties,
        pilots=pilots,
        hull=range(fighter.size.hull, 0, -1),
        limit=fighter.crippled_at,
        arms=arms,
        parts=fighter.drawing(fleet=fleet),
    )


def _show_arm(weapon: Any, y: float) -> Arm:
    return Arm(
        y=y,
        name=f"{weapon.count} × {say(weapon.name)}",
        path=_shade_arcs(weapon.arcs),
        arcs=name_arcs(weapon.arcs),
        rate=weapon.rate,
        ranges="/".join(map(str, weapon.range)) + "″",
        damage=weapon.damage,
    )


def _show_pilot(
    number: int, pilot: Any, left: int, difficulties: Sequence[int], y: float, writer: TextWriter
) -> PilotLine:
    name = pilot.name
    lines, width, low = len(writer.break_lines(name, "", BESIDE, NAME)), BESIDE, y
    end = y + PILOT + NAME_LINE * max(0, lines - 1)
    if lines > MOST_LINES:
        width = ABOVE
        low = y + 1.0 + NAME_LINE * len(writer.break_lines(name, "", width, NAME))
        end = low + PILOT
    return PilotLine(
        y=y,
        low=low,
        end=end,
        width=width,
        number=number,
        name=name,
        skill=pilot.skill,
        level=SKILLS[pilot.skill],
        left=left,
        sound=[show_roll(roll_needed(d, pilot.skill)) for d in difficulties],
        crippled=[show_roll(roll_needed(2 * d, pilot.skill)) for d in difficulties],
    )


_RADIUS = 1.9


def _shade_arcs(arcs: Sequence[str]) -> str:
    headings = [ARCS[arc].heading for arc in arcs]
    return "".join(trace_sector(_RADIUS, at - 30, at + 30) for at in headings)


def name_arcs(arcs: Sequence[str]) -> str:
    """Arcs in words, clockwise: up to three by name, more by those that are left out."""
    given = [arc for arc in ARCS if arc in arcs]
    if len(given) == len(ARCS):
        return tr("all round")
    if len(given) <= len(ARCS) // 2:
        return _join_clockwise(given)
    return tr("all but {}", _join_clockwise([arc for arc in ARCS if arc not in arcs]))


def _join_clockwise(arcs: Sequence[str]) -> str:
    """The names of some arcs, those side by side from left to right."""
    circle = list(ARCS)
    start = next(at for at, arc in enumerate(circle) if arc in arcs and circle[at - 1] not in arcs)
    shown = [tr(ARCS[arc].name) for arc in circle[start:] + circle[:start] if arc in arcs]
    return join_words(shown, tr("and"))
