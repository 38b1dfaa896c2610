"""Maneuver decks: an element's, a fighter's, the complete one; and all that is on their cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from sheetgen.ground.geometry import Point, aim, trace, trace_arc
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.words import tr
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import SKILLS, SUITS, WEIGHTS, Suit, Weight
from sheetgen.systems.black_skies.diagram import Diagram, draw_diagram
from sheetgen.systems.black_skies.maneuver import (
    MANEUVERS,
    Maneuver,
    ManeuverOption,
    list_maneuvers,
    roll_needed,
    show_roll,
)
from sheetgen.systems.black_skies.rules import (
    KING,
    Card,
    count_placeholders,
    deal_free,
    name_card,
)
from sheetgen.systems.kit.aircraft import draw_fighter
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.deck import BRIDGE, HEIGHT, POKER
from sheetgen.systems.kit.fleet import LinkedFleet, name_yard
from sheetgen.systems.kit.silhouette import Layer

EDGE = 4.0
"""The white edge of a card, in millimetres, where a stray cut or back does no harm."""
TOP = 15.2
"""Where the panel of the diagram begins, below the name, in millimetres."""
TURN = (
    ("", 2, "Before the game, stack a card for each element face down, the first to move on top."),
    ("1", 2, "The sides take turns. Show your top card; a King passes."),
    ("2", 2, "Choose an option, and roll a d6 for each pilot who needs a roll."),
    ("3", 2, "Move the element, then lower its speed by the penalty, rolls failed or not."),
    ("4", 1, "Fire at targets in arc and range."),
    ("5", 2, "Choose the element’s next card and put it face down under your deck."),
    (
        "!",
        5,
        "A fighter whose roll fails flies the easiest basic maneuver to that side instead, holds"
        " its fire, and doubles the difficulty of further checks this turn. Its wingman goes"
        " along, and may roll to fire.",
    ),
)
"""A turn in brief, for a separate card: number, lines that it takes, text."""
# Heights of the table's parts, in millimetres.
NAME, LEDGE, FACTS, HEADING, BAR, HIGH_BAR, ROLLS, GAP = 4.2, 0.7, 6.2, 3.4, 3.9, 7.6, 4.6, 1.4
SIGN = 1.8
"""How much higher a card ends that says whose it is: a line 3.2 mm from the cut, as shops ask."""
FREE = 5.4
"""The height of the words that nobody needs a roll."""
LONG = 32
"""The number of letters beyond which a pilot's name gets two lines."""


@record
class CourseColumn:
    """An option of a card's maneuver: a column of its table."""

    name: str  # empty if it is the card's own
    facts: Sequence[str]  # lines of difficulty and penalty


@record
class PilotRow:
    """Whoever flies: what to roll for each option, sound and crippled."""

    mark: str  # a fighter's number in its element, or a level of skill
    name: str
    note: str
    rolls: Sequence[tuple[str, str]]  # each empty where no roll is needed
    y: float = 0.0  # where it begins
    bar: float = 0.0  # the height of its name

    @property
    def is_free(self) -> bool:
        """Whether no option ever needs a roll."""
        return not any(roll for pair in self.rolls for roll in pair)


@record
class ManeuverCard:
    """The front of a card; lengths are in millimetres."""

    width: float
    colour: str
    rank: str
    suit: Suit
    deck: str  # empty for the first
    name: str
    about: str
    bottom: float  # of the panel; the columns begin there
    heading: float = 0.0  # the place of the heading of the rolls
    columns: Sequence[CourseColumn] = ()
    pilots: Sequence[PilotRow] = ()
    skills: Sequence[PilotRow] = ()
    is_free: bool = False  # whether nobody needs a roll for it, which is said once
    diagram: Diagram | None = None
    king: str = ""  # what a King is for; empty on other cards
    steps: Sequence[tuple[str, int, str]] = ()  # of the turn, on the card that explains it
    parts: Sequence[Layer] = ()  # of the fighter from above
    ensign: Ensign | None = None


@record
class CardBack:
    """The back of a card."""

    width: float
    colour: str
    field: str  # the colour of the deck
    suits: Sequence[Suit]  # those that it shows: its own, or all of a complete deck
    deck: str  # empty for the first
    side: str
    element: str
    pattern: str  # path data
    ensign: Ensign | None = None


@record
class Deck:
    """For whom cards are to be made, and how."""

    width: float
    colour: str
    suit: str
    number: int
    speed: int
    weight: Weight | None  # none where any fighter may use them
    pilots: Sequence[tuple[str, str, int]]  # mark, name, skill; none: all levels of skill
    back: CardBack
    parts: Sequence[Layer]

    @property
    def end(self) -> float:
        """The place where a card's table ends, in millimetres from the top."""
        return HEIGHT - EDGE - (SIGN if self.back.ensign else 0.0)

    def make_front(self, maneuver: Maneuver) -> ManeuverCard:
        """The front of a maneuver's card."""
        pilots = [_make_row(maneuver, *pilot, bar=_measure_bar(pilot[1])) for pilot in self.pilots]
        skills = [_make_row(maneuver, str(level), name, level) for level, name in SKILLS.items()]
        columns = [_make_column(maneuver, option) for option in maneuver.options]
        # From the lower edge upwards: what the table leaves goes to the diagram.
        is_free = all(row.is_free for row in pilots or skills)
        rows = [] if is_free else _stack_rows(pilots or skills, self.end)
        heading = (rows[0].y if rows else self.end - FREE) - HEADING
        bottom = heading - FACTS
        bottom -= NAME if any(c.name for c in columns) else LEDGE
        weight = self.weight or WEIGHTS["medium"]
        room = self.width - 2 * EDGE, bottom - GAP - TOP
        return replace(
            self.make_king(""),
            rank=name_card(maneuver.card),
            name=maneuver.name,
            about=_describe(maneuver, self.weight),
            bottom=bottom,
            heading=heading,
            columns=columns,
            pilots=rows if pilots else (),
            skills=() if pilots else rows,
            is_free=is_free,
            parts=self.parts,
            diagram=draw_diagram(maneuver.options, self.speed, weight, *room, self.weight is None),
        )

    def make_king(self, use: str) -> ManeuverCard:
        """The front of a King, with what it is for."""
        return ManeuverCard(
            width=self.width,
            colour=self.colour,
            rank=name_card(KING),
            suit=SUITS[self.suit],
            deck=str(self.number) if self.number > 1 else "",
            name="Placeholder",
            about="no maneuver",
            bottom=self.end,
            king=use,
        )

    def print_card(self, front: ManeuverCard, bookmark: str = "") -> Print:
        """A card with its back; the first of an element has its bookmark."""
        title = (
            f"{self.back.side}, {tr(self.back.element)}, {tr(SUITS[self.suit].name)} {front.rank}"
        )
        front = replace(front, ensign=self.back.ensign)
        ship = f"{self.suit} {self.number}"
        return Print(front, title, back=self.back, bookmark=bookmark, ship=ship)


def _make_row(maneuver: Maneuver, mark: str, name: str, skill: int, bar: float = 0.0) -> PilotRow:
    rolls = [
        (_show_need(o.difficulty, skill), _show_need(2 * o.difficulty, skill))
        for o in maneuver.options
    ]
    return PilotRow(mark, name, f"{tr(SKILLS[skill])} {skill}", rolls, bar=bar)


def _show_need(difficulty: int, skill: int) -> str:
    """The roll that is needed, empty where none is."""
    roll = roll_needed(difficulty, skill)
    return "" if roll == 1 else show_roll(roll)


def _measure_bar(name: str) -> float:
    return HIGH_BAR if len(name) > LONG else BAR


def _stack_rows(rows: Sequence[PilotRow], end: float) -> list[PilotRow]:
    """The rows, each at its place, down to the end of the table."""
    y = end - sum(row.bar + ROLLS for row in rows)
    placed = []
    for row in rows:
        placed.append(replace(row, y=y))
        y += row.bar + ROLLS
    return placed


def _make_column(maneuver: Maneuver, option: ManeuverOption) -> CourseColumn:
    facts = [f"difficulty {option.difficulty}", f"penalty {option.penalty}"]
    if len(maneuver.options) <= 2:
        facts = [" · ".join(facts)]
    return CourseColumn(option.name if option.name != maneuver.name else "", facts)


_FLIERS = {
    "": "every fighter",
    "rear": "rear thrusters",
    "side": "side thrusters",
    "forward": "forward thrusters",
}
OWN = ("acceleration", "afterburner")
"""Boosts that weights differ in."""


def _describe(maneuver: Maneuver, weight: Weight | None) -> str:
    """Name the fighters that can fly a maneuver, and the order of speeds where weights differ."""
    who = tr(_FLIERS[maneuver.thrusters])
    own = any(option.boost in OWN for option in maneuver.options)
    return f"{who} · {tr('light/medium/heavy')}" if own and weight is None else who


# Patterns of card backs, as path data, which can be distinguished even without colours.


COUNT = 4
"""The number of patterns."""
CELL = 3.8
"""The sides of the honeycomb's cells, in millimetres; other patterns are sized to match."""


@lru_cache
def draw_pattern(number: int, width: float, height: float) -> str:
    """The pattern `number`, from 0, over a card of that size in millimetres, around its middle."""
    draw = (_draw_honeycomb, _draw_chevrons, _draw_lattice, _draw_scales)[number % COUNT]
    return "".join(draw(width / 2, height / 2))


def _count_cells(across: float, down: float, middle: Point) -> Iterator[Point]:
    """Points in rows around the middle; every other row is half a step to the side."""
    x, y = middle
    columns, rows = int(x / across) + 2, int(y / down) + 2
    for row in range(-rows, rows + 1):
        shift = across / 2 if row % 2 else 0.0
        for column in range(-columns, columns + 1):
            yield x + column * across + shift, y + row * down


def _draw_honeycomb(x: float, y: float) -> Iterator[str]:
    """Three sides of every hexagon; its neighbours have the other three."""
    for centre in _count_cells(3 * CELL, CELL * 3**0.5 / 2, (x, y)):
        yield trace([aim(heading, CELL, centre) for heading in (270, 330, 30, 90)], close=False)


def _draw_chevrons(x: float, y: float) -> Iterator[str]:
    rise, step = 0.3 * x, 2.6
    for row in range(-int(y / step) - 4, int(y / step) + 5):
        high, low = y + row * step - rise, y + row * step + rise
        yield trace([(0, low), (x / 2, high), (x, low), (1.5 * x, high), (2 * x, low)], close=False)


def _draw_lattice(x: float, y: float) -> Iterator[str]:
    for at in range(-30, 31):
        for lean in (-y, y):
            yield trace([(x + at * 3.6 - lean, 0), (x + at * 3.6 + lean, 2 * y)], close=False)


def _draw_scales(x: float, y: float) -> Iterator[str]:
    for centre in _count_cells(6.8, 3.4, (x, y)):
        for radius in (3.4, 1.7):
            yield trace_arc(radius, -90, 90, centre)


# Maneuver decks: an element's, a fighter's, and the complete deck of four suits.


COLOURS = (
    "#1f4e79", "#8c1c2b", "#1f6b45", "#6a3a8c", "#a35a12", "#11707a", "#4a4f57", "#6b4226",
    "#9c2f6e",
)  # fmt: skip
"""The backs of decks 1 to 9, where a side has no colour."""
ROLES = ("Lead", "Wingman")
"""The names for pilots without one."""
SPEED = 6
"""The speed at which diagrams are drawn on cards that belong to no element."""


def fill_bridge(values: Any, look: Look, together: Sequence[Any] = ()) -> Iterator[Print]:
    """The decks on narrower cards."""
    return fill_deck(values, look, together, BRIDGE)


def fill_deck(
    values: Any, look: Look, together: Sequence[Any] = (), width: float = POKER
) -> Iterator[Print]:
    """The decks of a fleet's elements, printed `together` with others, or a fighter's cards."""
    for hand in list_hands(values, look, together, width):
        fronts = [hand.deck.make_front(maneuver) for maneuver in hand.maneuvers]
        fronts += [hand.deck.make_king(hand.king)] if hand.king else []
        for at, front in enumerate(fronts):
            yield hand.deck.print_card(front, "" if at else hand.bookmark)
    if isinstance(values, LinkedFleet):
        yield _print_turn(values, look, width)


class Hand(NamedTuple):
    """The maneuvers of an element, or none for a mere King; `king` says what it is for, if any."""

    deck: Deck
    maneuvers: Sequence[Maneuver]
    king: str = ""
    bookmark: str = ""


def list_hands(
    values: Any, look: Look, together: Sequence[Any], width: float = POKER
) -> Iterator[Hand]:
    """The hands of a fleet that is printed `together` with others, or that of a fighter."""
    if not isinstance(values, LinkedFleet):
        yield _make_own(values, look, width)
        return
    for element in values.members:
        own = element.record
        deck = _make_deck(values, own, look, width)
        flown = list_maneuvers(own.fighter.thrusters) if deck.pilots else ()
        yield Hand(deck, flown, tell_loss(own), element.title)
    yield from _list_kings(values, look, width, count_placeholders(values, together))


def tell_loss(element: Any) -> str:
    """Say what the King of an element is for."""
    if not any(element.hull_left):
        return "This element is lost; it takes its place in the deck."
    text = "Once both fighters of this element are lost, it takes their place in the deck."
    if element.fighters == 1:
        text = "Once this fighter is lost, it takes its place in the deck."
    return tr(text)


def _make_own(fighter: Any, look: Look, width: float) -> Hand:
    colour = look.colour or COLOURS[0]
    back = _make_back(width, colour, (SUITS["spades"],), 1, fighter.name)
    weight = WEIGHTS[fighter.record.weight]
    parts = fighter.record.silhouette
    deck = Deck(width, colour, "spades", 1, SPEED, weight, (), back, parts)
    return Hand(deck, list_maneuvers(fighter.record.thrusters))


def _make_deck(side: LinkedFleet, element: Any, look: Look, width: float) -> Deck:
    roles = ROLES if element.fighters > 1 else ("Pilot",)
    crew = enumerate(zip(roles, element.crew, element.hull_left, strict=True), 1)
    pilots = [
        (str(at) if element.fighters > 1 else "", pilot.name or role, pilot.skill)
        for at, (role, pilot, left) in crew
        if left
    ]
    suit, number = element.card
    back = _mark_side(side, suit, number, look, width)
    return Deck(
        width=width,
        colour=back.colour,
        suit=suit,
        number=number,
        speed=element.speed,
        weight=WEIGHTS[element.fighter.weight],
        pilots=pilots,
        back=replace(back, element=element.name),
        parts=element.fighter.drawing(fleet=name_yard(side)),
    )


def _mark_side(side: LinkedFleet, suit: str, deck: int, look: Look, width: float) -> CardBack:
    """The back of a side's cards, before it says what they are for."""
    colour = look.colour or side.fleet.colour or COLOURS[0]
    fields = [colour, *(c for c in COLOURS if c != colour.lower())]
    pattern = side.place + deck - 1
    back = _make_back(width, colour, (SUITS[suit],), deck, side.name, pattern)
    ensign = make_ensign(side, look, COLOURS[0])
    return replace(back, field=fields[deck - 1], ensign=ensign)


def _make_back(
    width: float, colour: str, suits: tuple[Suit, ...], deck: int, side: str, pattern: int = 0
) -> CardBack:
    return CardBack(
        width=width,
        colour=colour,
        field=colour,
        suits=suits,
        deck=str(deck) if deck > 1 else "",
        side=side,
        element="Maneuvers",
        pattern=draw_pattern(pattern, width, HEIGHT),
    )


def _list_kings(side: LinkedFleet, look: Look, width: float, count: int) -> Iterator[Hand]:
    """The Kings of a side with fewer elements than the other."""
    free = deal_free([Card(*element.record.card) for element in side.members])
    use = "From the first turn on, it makes up for an element that the other side has more."
    for at in range(count):
        suit, number = next(free)
        back = replace(_mark_side(side, suit, number, look, width), element="Placeholder")
        deck = Deck(width, back.colour, suit, number, SPEED, None, (), back, ())
        yield Hand(deck, (), use, "" if at else "Placeholders")


def _print_turn(side: LinkedFleet, look: Look, width: float) -> Print:
    """A card that explains the turn, for the side."""
    suit = side.members[0].record.card.suit
    back = replace(_mark_side(side, suit, 1, look, width), suits=tuple(SUITS.values()))
    deck = Deck(width, back.colour, suit, 1, SPEED, None, (), replace(back, element="Turn"), ())
    front = replace(deck.make_king(""), rank="", name="The turn", about="", steps=TURN)
    return deck.print_card(front, "The turn")


def fill_complete_bridge(number: int, look: Look) -> Iterator[Print]:
    """The 52 cards of a deck, narrower."""
    return fill_complete(number, look, BRIDGE)


def fill_complete(number: int, look: Look, width: float = POKER) -> Iterator[Print]:
    """The 52 cards of deck `number`, for any fighter. Raises ValueError above 9."""
    if number > len(COLOURS):
        raise ValueError(f"there are decks 1 to {len(COLOURS)}, not {number}")
    colour = look.colour if look.colour and number == 1 else COLOURS[number - 1]
    suits = tuple(SUITS.values())
    back = _make_back(width, colour, suits, number, "Black Skies", pattern=number - 1)
    parts = draw_fighter("medium", ())
    for suit in SUITS:
        deck = Deck(width, colour, suit, number, SPEED, None, (), back, parts)
        bookmark = SUITS[suit].name
        for maneuver in MANEUVERS:
            yield deck.print_card(deck.make_front(maneuver), bookmark)
            bookmark = ""
        use = "It takes the place of a lost element, or of one that the other side has more."
        yield deck.print_card(deck.make_king(use))
