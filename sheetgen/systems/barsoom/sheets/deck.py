"""Movement decks: the cards of a ship with its own distances, and two cards of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sheetgen.ground.contrast import deepen
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.data import CARDS, DAMAGE, OPTIONS
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import ascends, deck, reverses, speed, turns
from sheetgen.systems.barsoom.fleet import COLOUR, LinkedFleet, Member, list_members
from sheetgen.systems.barsoom.plan import Plan, draw_plan, fit_scale
from sheetgen.systems.barsoom.sheets.ship_card import blank_ship, find_colour

POKER, BRIDGE = 63.5, 57.15
"""How wide the cards are, in millimetres; all are 88.9 high."""
_LIST = 64.0  # the height of the list on a card of rules
_TIMES = ("", "one", "two", "three")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card of rules; `die` marks it with the sign of the damage effect die."""

    text: str
    mark: str = ""
    die: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """A card's front: a movement card, or without `card` a card of rules."""

    card: str
    name: str
    value: str
    text: str
    lines: Sequence[Line]
    step: float  # from one line to the next
    id: str
    ship: str
    width: float
    colour: str
    blank: bool


@dataclass(frozen=True, slots=True)
class Back:
    """The back of all cards of a ship."""

    id: str
    ship: str
    class_name: str
    plan: Plan
    art: str
    width: float
    colour: str


def fill_deck(width: float) -> Callable[[Ship | LinkedFleet, Look], Iterator[Print]]:
    """What makes the decks of a ship or of a fleet's ships in cards so wide."""

    def fill(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
        for member in list_members(values):
            colour = find_colour(values, look)
            yield from _print_deck(member, width, colour, look.art(member.ship))

    return fill


def blank_deck(width: float) -> Callable[[int, Look], list[Print]]:
    """What makes a deck without a name for the class with that speed."""

    def fill(size: int, look: Look) -> list[Print]:
        member = Member("", "", blank_ship(size))
        return list(_print_deck(member, width, look.colour or COLOUR, ""))

    return fill


def _print_deck(member: Member, width: float, colour: str, art: str) -> Iterator[Print]:
    ship = member.ship
    class_name = ship.ship_class.name
    back = Back(
        id=member.id,
        ship=member.name,
        class_name=class_name,
        plan=draw_plan(ship, fit_scale(ship, 26, 58)),
        art=art,
        width=width,
        colour=deepen(colour),
    )
    whose = member.title or class_name
    bookmark = whose
    counts = deck(ship)
    for card in CARDS:
        if card.name in counts:
            value, text = describe(card.id, ship)
            face = _make_face(
                member, width, colour, card.name, card=card.id, value=value, text=text
            )
            title = f"{whose}, {card.name}"
            yield Print(face, title, counts[card.name], back, bookmark=bookmark)
            bookmark = ""
    for name, lines in (("Restrictions", list_restrictions(ship)), ("Damage", list_damage())):
        step = _LIST / len(lines)
        face = _make_face(member, width, colour, name, lines=lines, step=step)
        yield Print(face, f"{whose}, {name.lower()}", 1, back, bookmark="")


def _make_face(
    member: Member,
    width: float,
    colour: str,
    name: str,
    card: str = "",
    value: str = "",
    text: str = "",
    lines: Sequence[Line] = (),
    step: float = 0.0,
) -> Face:
    return Face(
        card=card,
        name=name,
        value=value,
        text=text,
        lines=lines,
        step=step,
        id=member.id,
        ship=member.name,
        width=width,
        colour=colour,
        blank=not member.name,
    )


def describe(card: str, ship: Ship) -> tuple[str, str]:
    """What stands on a ship's card: its figure, and what to remember."""
    inches, landing = f"{speed(ship)}″", _TIMES[ship.ship_class.descends]
    turn = "Up to 45°, after an Ahead or Reverse."
    if turns(ship) > 1:
        turn = (
            f"Up to 45°. {_TIMES[turns(ship)].capitalize()} of them may follow an Ahead or Reverse."
        )
    back = "Once a turn" if reverses(ship) == 1 else f"{_TIMES[reverses(ship)]} times a turn"
    climb = "once a turn" if ascends(ship) == 1 else f"{_TIMES[ascends(ship)]} a turn at most"
    return {
        "ahead": (inches, "Straight ahead. Stop before a Reverse."),
        "reverse": (inches, f"{back.capitalize()}. Stop before an Ahead."),
        "turn-left": ("45°", turn),
        "turn-right": ("45°", turn),
        "stop": ("0″", "Between Ahead and Reverse."),
        "descend": ("−1", f"One level down. To land unharmed, {landing} a turn at most."),
        "ascend": ("+1", f"One level up, {climb}."),
        "extra-ascend": ("+1", f"One level up, {climb}."),
    }[card]


def list_restrictions(ship: Ship) -> list[Line]:
    """What a ship may not do in a turn."""
    turn = {1: "One Turn", 2: "Up to two Turns", 3: "Up to three Turns"}[turns(ship)]
    rows = [
        f"{_TIMES[OPTIONS].capitalize()} options a turn, chosen before anybody moves.",
        f"{turn} after each Ahead or Reverse.",
        "A Stop between Ahead and Reverse, both ways.",
        f"No more than {_count(reverses(ship), 'Reverse')} a turn.",
        f"No more than {_count(ascends(ship), 'level')} up a turn.",
        "Optional: break one a turn, and roll damage at once.",
    ]
    return [Line(text, str(at)) for at, text in enumerate(rows, start=1)]


def _count(number: int, what: str) -> str:
    return f"{_TIMES[number]} {what}{'s' if number > 1 else ''}"


def list_damage() -> list[Line]:
    """The damage table in short."""
    rows = [Line(d.name, str(d.roll), d.die) for d in DAMAGE]
    return [
        *rows,
        Line("3–7 and 9 are repaired by three sixes."),
        Line("Roll the damage effect die too.", die=True),
    ]


def _deck(name: str, title: str, about: str, width: float, default: tuple[str, ...]) -> Sheet:
    return Sheet(
        name=name,
        title=title,
        about=about,
        template="barsoom/card.svg",
        back_template="barsoom/card-back.svg",
        kinds=("ship", "fleet"),
        fill=fill_deck(width),
        default=default,
        fill_blank=blank_deck(width),
        blank_sizes=(4, 6, 8),
        gap=0.0,
    )


DECKS = (
    _deck(
        "movement-deck",
        "Movement deck",
        "a ship's movement cards with its own distances, poker size, nine to a page",
        POKER,
        ("ship", "fleet"),
    ),
    _deck(
        "movement-deck-bridge",
        "Movement deck, bridge size",
        "the same in bridge size, 57 mm wide",
        BRIDGE,
        (),
    ),
)
