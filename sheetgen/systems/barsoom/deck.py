"""Movement decks: the cards of a ship with its own distances, and two cards of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record, replace
from sheetgen.ground.words import tr, tr_many
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.plan import COLOUR, DeckPlan, draw_plan, fit_scale, list_records
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.deck import BRIDGE, POKER
from sheetgen.systems.kit.fleet import Member, find_colour, name_yard
from sheetgen.systems.loading import load_shipped

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
    plan: DeckPlan | None = None  # of the ship that a movement card shows
    art: str = ""
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


def fill_poker(values: Any, look: Look, width: float = POKER) -> Iterator[Print]:
    """The decks of a ship or of a fleet's ships, in cards of that width."""
    colour, ensign = find_colour(values, look, COLOUR), make_ensign(values, look, COLOUR)
    ships = list(list_records(values))
    fleet = name_yard(values)
    for member, ship in ships:
        yield from _print_deck(member, ship, width, colour, look.art(member.ship), ensign, fleet)
    if hasattr(values, "members"):
        member, first = ships[0]
        plan = draw_plan(first, fit_scale(first, *PLAN), fleet=fleet)
        art = look.art(member.ship)
        back = DeckBack("", values.name, "Rules", plan, art, width, deepen(colour), ensign)
        face = CardFront("", values.name, width, colour, blank=False, ensign=ensign)
        yield from _print_rules(face, back, [ship for _, ship in ships], "Rules")


def fill_bridge(values: Any, look: Look) -> Iterator[Print]:
    """Fill the cards of a ship in bridge size."""
    return fill_poker(values, look, BRIDGE)


def blank_poker(size: int, look: Look, width: float = POKER) -> Iterator[Print]:
    """A deck without a ship's name, for the class with that speed."""
    model: Any = load_shipped("barsoom").kinds[0].model
    for key in ("capital", "medium", "small"):
        ship = model(**{"system": "barsoom", "name": "?", "class": key}).record
        if ship.speed == size:
            return _print_deck(Member("", "", None), ship, width, look.colour or COLOUR, "")
    raise ValueError(f"no ship has speed {size}; there are 4, 6, 8")


def blank_bridge(size: int, look: Look) -> Iterator[Print]:
    """A deck in bridge size without a ship's name, for the class with that speed."""
    return blank_poker(size, look, BRIDGE)


def _print_deck(
    member: Member,
    ship: Any,
    width: float,
    colour: str,
    art: str,
    ensign: Ensign | None = None,
    fleet: str = "",
) -> Iterator[Print]:
    class_name = ship.klass.name
    plan = draw_plan(ship, fit_scale(ship, *PLAN), fleet=fleet)
    back = DeckBack(member.id, member.name, class_name, plan, art, width, deepen(colour), ensign)
    front = CardFront(member.id, member.name, width, colour, blank=not member.name, ensign=ensign)
    moved = replace(front, plan=plan, art=art)
    whose = member.title or class_name
    bookmark = whose
    for card in ship.present.deck:
        id_ = card.name.lower().replace(" ", "-")
        value, text = describe(id_, ship)
        face = replace(moved, card=id_, name=card.name, value=value, text=text)
        title = f"{whose}, {card.name}"
        yield Print(face, title, card.count, back, bookmark=bookmark, ship=member.title)
        bookmark = ""
    if ensign is None:  # a ship on its own; a fleet has these cards once
        yield from _print_rules(front, back, [ship])


def _print_rules(
    front: CardFront, back: DeckBack, ships: Sequence[Any], bookmark: str = ""
) -> Iterator[Print]:
    """The two cards of rules, for some ships."""
    damage = list_damage(ships)
    for name, lines in (("Restrictions", list_restrictions(ships)), ("Damage", damage)):
        if any("*" in line.text for line in lines):
            lines.append(RuleLine("* a reading of ours"))
        face = replace(front, name=name, lines=lines, step=_LIST / len(lines))
        whose = " ".join(filter(None, (front.id, front.ship))) or back.class_name
        yield Print(face, f"{whose}, {tr(name).lower()}", 1, back, bookmark=bookmark)
        bookmark = ""


def describe(card: str, ship: Any) -> tuple[str, str]:
    """The contents of a ship's card: its figure, and what to remember."""
    inches, landing = f"{ship.speed}″", _spell(ship.descends)
    turn = "Up to 45°, after an Ahead or Reverse."
    if ship.handling.free_turns:
        turn = "Up to 45°, with or without a move before."
    elif ship.turns > 1:
        turn = tr("Up to 45°. {} of them may follow an Ahead or Reverse.*", _begin(ship.turns))
    back = tr("once a turn") if ship.reverses == 1 else tr("{} times a turn", _spell(ship.reverses))
    climb = tr("once a turn")
    if ship.ascends != 1:
        climb = tr("{} a turn at most", _spell(ship.ascends))
    return {
        "ahead": (inches, "Straight ahead. Stop before a Reverse."),
        "reverse": (inches, tr("{}. Stop before an Ahead.", back[:1].upper() + back[1:])),
        "turn-left": ("45°", turn),
        "turn-right": ("45°", turn),
        "stop": ("0″", "Between Ahead and Reverse."),
        "descend": ("−1", tr("One level down. To land unharmed, {} a turn at most.*", landing)),
        "ascend": ("+1", tr("One level up, {}.", climb)),
        "extra-ascend": ("+1", tr("One level up, {}.", climb)),
    }[card]


def list_restrictions(ships: Sequence[Any]) -> list[RuleLine]:
    """List the limits on a ship's turn; where ships differ, the line names the card to look at.

    An asterisk marks a reading of ours.
    """
    levels = "A ship on water has no levels." if all(ship.nautical for ship in ships) else ""
    rows = [
        tr("{} options a turn, chosen before anybody moves.", _begin(ships[0].choices)),
        _agree(map(_limit_turns, ships), "As many Turns after a move as its Turn cards say.*"),
        "A Stop between Ahead and Reverse, both ways.",
        _agree(
            (tr_many(*_REVERSES, ship.reverses, _spell(ship.reverses)) for ship in ships),
            "As many Reverses a turn as the ship’s Reverse card says.",
        ),
        levels
        or _agree(
            (tr_many(*_ASCENDS, ship.ascends, _spell(ship.ascends)) for ship in ships),
            "As many levels up a turn as the ship’s Ascend cards say.",
        ),
        "Optional: break one a turn, and roll damage at once.",
    ]
    return [RuleLine(text, str(at)) for at, text in enumerate(rows, start=1)]


_REVERSES = "No more than {1} Reverse a turn.", "No more than {1} Reverses a turn."
_ASCENDS = "No more than {1} level up a turn.", "No more than {1} levels up a turn."


def _agree(texts: Iterable[str], otherwise: str) -> str:
    """The text that is the same for all, or another."""
    known = set(texts)
    return known.pop() if len(known) == 1 else otherwise


def _limit_turns(ship: Any) -> str:
    if ship.handling.free_turns:
        return "Turns need no move before."
    turn = {1: "One Turn", 2: "Up to two Turns", 3: "Up to three Turns"}[ship.turns]
    return tr("{} after each Ahead or Reverse.*", tr(turn))


def _spell(number: int) -> str:
    return tr(_TIMES[number])


def _begin(number: int) -> str:
    """A number as the first word of a sentence."""
    return _spell(number).capitalize()


def list_damage(ships: Sequence[Any]) -> list[RuleLine]:
    """The damage table in brief, for some ships; those on water are named where others are not."""
    afloat = [ship for ship in ships if ship.nautical]
    flying = [ship for ship in ships if not ship.nautical]
    rows = [
        RuleLine(
            tr("{}, if twice in a turn", tr(d.name)) if d.twice else d.name, str(d.roll), d.die
        )
        for d in (flying or afloat)[0].results
    ]
    repaired = "3, 5–7" if not flying else "3–7"
    if afloat and flying:
        rows.append(RuleLine("On water 2 is nothing, and 4 only the die.*"))
    return [
        *rows,
        RuleLine(tr("{} and 9 are repaired by three sixes.", repaired)),
        RuleLine("Roll the damage effect die too.", die=True),
    ]
