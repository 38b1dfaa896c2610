"""Movement decks: the cards of a ship with its own distances, and two cards of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.data import CARDS, DAMAGE, OPTIONS
from sheetgen.systems.barsoom.fleet import COLOUR, SkyFleet, Skyship, find_colour, list_members
from sheetgen.systems.barsoom.plan import DeckPlan, draw_plan, fit_scale
from sheetgen.systems.barsoom.sheets.ship_card import blank_ship
from sheetgen.systems.barsoom.ship import Ship, ascends, deck, reverses, speed, turns
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.deck import make_decks

PLAN = 26.0, 58.0
"""The place of a plan on a back, in millimetres."""
_LIST = 64.0  # the height of the list on a card of rules
_TIMES = ("", "one", "two", "three")


@record
class RuleLine:
    """A line on a card of rules; `die` marks it with the sign of the damage effect die."""

    text: str
    mark: str = ""
    die: bool = False


@record
class CardFront:
    """A card's front: a movement card, or, without `card`, a card of rules."""

    id: str
    ship: str
    width: float
    colour: str
    blank: bool
    name: str = ""
    card: str = ""
    value: str = ""
    text: str = ""
    lines: Sequence[RuleLine] = ()
    step: float = 0.0  # from one line to the next
    ensign: Ensign | None = None


@record
class DeckBack:
    """The back of all cards of a ship."""

    id: str
    ship: str
    class_name: str
    plan: DeckPlan
    art: str
    width: float
    colour: str
    ensign: Ensign | None = None


def fill_deck(values: Ship | SkyFleet, look: Look, width: float) -> Iterator[Print]:
    """The decks of a ship or of a fleet's ships, in cards of that width."""
    colour, ensign = find_colour(values, look), make_ensign(values, look, COLOUR)
    members = list_members(values)
    for member in members:
        yield from _print_deck(member, width, colour, look.art(member.ship), ensign)
    if isinstance(values, SkyFleet):
        first = members[0].ship
        plan = draw_plan(first, fit_scale(first, *PLAN))
        art = look.art(first)
        back = DeckBack("", values.name, "Rules", plan, art, width, deepen(colour), ensign)
        face = CardFront("", values.name, width, colour, blank=False, ensign=ensign)
        yield from _print_rules(face, back, [member.ship for member in members], "Rules")


def blank_deck(size: int, look: Look, width: float) -> Iterator[Print]:
    """A deck without a ship's name, for the class with that speed."""
    return _print_deck(Skyship("", "", blank_ship(size)), width, look.colour or COLOUR, "")


def _print_deck(
    member: Skyship, width: float, colour: str, art: str, ensign: Ensign | None = None
) -> Iterator[Print]:
    ship = member.ship
    class_name = ship.ship_class.name
    plan = draw_plan(ship, fit_scale(ship, *PLAN))
    back = DeckBack(member.id, member.name, class_name, plan, art, width, deepen(colour), ensign)
    front = CardFront(member.id, member.name, width, colour, blank=not member.name, ensign=ensign)
    whose = member.title or class_name
    bookmark = whose
    counts = deck(ship)
    for card in CARDS:
        if card.name in counts:
            value, text = describe(card.id, ship)
            face = replace(front, card=card.id, name=card.name, value=value, text=text)
            title = f"{whose}, {card.name}"
            yield Print(face, title, counts[card.name], back, bookmark=bookmark, ship=member.title)
            bookmark = ""
    if ensign is None:  # a ship on its own; a fleet has these cards once
        yield from _print_rules(front, back, [ship])


def _print_rules(
    front: CardFront, back: DeckBack, ships: Sequence[Ship], bookmark: str = ""
) -> Iterator[Print]:
    """The two cards of rules, for some ships."""
    for name, lines in (("Restrictions", list_restrictions(ships)), ("Damage", list_damage())):
        face = replace(front, name=name, lines=lines, step=_LIST / len(lines))
        title = (
            f"{' '.join(filter(None, (front.id, front.ship))) or back.class_name}, {name.lower()}"
        )
        yield Print(face, title, 1, back, bookmark=bookmark)
        bookmark = ""


def describe(card: str, ship: Ship) -> tuple[str, str]:
    """The contents of a ship's card: its figure, and what to remember."""
    inches, landing = f"{speed(ship)}″", _TIMES[ship.ship_class.descends]
    turn = "Up to 45°, after an Ahead or Reverse."
    if ship.handling.free_turns:
        turn = "Up to 45°, with or without a move before."
    elif turns(ship) > 1:
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


def list_restrictions(ships: Sequence[Ship]) -> list[RuleLine]:
    """List the limits on a ship's turn; where ships differ, the line names the card to look at."""
    rows = [
        f"{_TIMES[OPTIONS].capitalize()} options a turn, chosen before anybody moves.",
        _agree(map(_limit_turns, ships), "Turns as each ship’s Turn cards say."),
        "A Stop between Ahead and Reverse, both ways.",
        _agree(
            (f"No more than {_count(reverses(ship), 'Reverse')} a turn." for ship in ships),
            "Reverses as each ship’s card says.",
        ),
        _agree(
            (f"No more than {_count(ascends(ship), 'level')} up a turn." for ship in ships),
            "Levels up as each ship’s Ascend says.",
        ),
        "Optional: break one a turn, and roll damage at once.",
    ]
    return [RuleLine(text, str(at)) for at, text in enumerate(rows, start=1)]


def _agree(texts: Iterable[str], otherwise: str) -> str:
    """The text that is the same for all, or another."""
    known = set(texts)
    return known.pop() if len(known) == 1 else otherwise


def _limit_turns(ship: Ship) -> str:
    if ship.handling.free_turns:
        return "Turns need no move before."
    turn = {1: "One Turn", 2: "Up to two Turns", 3: "Up to three Turns"}[turns(ship)]
    return f"{turn} after each Ahead or Reverse."


def _count(number: int, what: str) -> str:
    return f"{_TIMES[number]} {what}{'s' if number > 1 else ''}"


def list_damage() -> list[RuleLine]:
    """The damage table in brief."""
    rows = [
        RuleLine(f"{d.name}, if twice in a turn" if d.twice else d.name, str(d.roll), d.die)
        for d in DAMAGE
    ]
    return [
        *rows,
        RuleLine("3–7 and 9 are repaired by three sixes."),
        RuleLine("Roll the damage effect die too.", die=True),
    ]


POKER_DECK, BRIDGE_DECK = make_decks(
    "movement-deck",
    "Movement deck",
    "a ship's movement cards with its own distances, poker size, nine to a page",
    template="barsoom/card.svg",
    back_template="barsoom/card-back.svg",
    kinds=("ship", "fleet"),
    fill=fill_deck,
    default=("ship", "fleet"),
    fill_blank=blank_deck,
    blank_sizes=(4, 6, 8),
)
