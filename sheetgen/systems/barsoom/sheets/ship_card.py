"""Ship cards: everything about one ship that a player keeps beside the table, filled or blank."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.data import (
    CLASSES,
    DAMAGE,
    LEVELS,
    OPTIONS,
    RANGES,
    REPAIR_TIMES,
    WEAPONS,
    DamageResult,
)
from sheetgen.systems.barsoom.fleet import COLOUR, SkyFleet, Skyship, find_colour, list_members
from sheetgen.systems.barsoom.plan import Battery, DeckPlan, arrange, draw_plan, fit_scale
from sheetgen.systems.barsoom.ship import (
    Ship,
    Side,
    Weapon,
    ascends,
    bombs,
    count_boxes,
    deck,
    modify,
    most_bombs,
    reverses,
    speed,
    turns,
)
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.text import sign

# Range bands in words, as several sheets print them.


@record
class ZoneWords:
    """A range band: its limits, and what it adds to the roll to hit."""

    span: str
    modifier: str


def list_zones() -> Sequence[ZoneWords]:
    """The range bands from the nearest to the farthest."""
    ends = [0, *(band.most for band in RANGES)]
    zones = []
    for start, band in zip(ends, RANGES, strict=False):
        span = f"{start}–{band.most}″"
        if not start:
            span = f"under {band.most}″"
        elif band is RANGES[-1]:
            span = f"over {start}″"
        zones.append(ZoneWords(span, sign(band.modifier)))
    return zones


_PLAN_WIDTH = 22.0
_UNKNOWN_CREW = 42


@record
class CardFact:
    """A figure at the head of the card with two lines of label; empty for a player to write."""

    label: tuple[str, str]
    value: str


@record
class Hit:
    """The damage roll for a hit by a type of weapons."""

    label: str
    value: str


@record
class DamageLine:
    """A result of the damage table, with a box for each time that it can strike."""

    damage: DamageResult
    boxes: range
    struck: int = 0


@record
class Boxes:
    """Boxes in rows; `pitch` is the distance from one to the next, in millimetres."""

    count: int
    columns: int
    pitch: float


@record
class ShipCard:
    """A ship card; texts are empty where a blank card leaves space to write."""

    id: str
    name: str
    design: str  # the ship's type, where the ship has a different name
    class_name: str
    facts: Sequence[CardFact]
    levels: range
    battery: Battery
    plan: DeckPlan
    art: str
    losses: Sequence[DamageLine]
    control: DamageResult
    weapon: DamageResult
    repairs: range
    hits: Sequence[Hit]
    zones: Sequence[ZoneWords]
    options: Sequence[str]
    crew: str
    crew_boxes: Boxes
    crew_lost: int
    bombs: range
    bombs_gone: int
    no_control: int  # how many options are lost, the last ones first
    weapons: bool  # whether it has any
    reloads: bool  # whether any of them has to
    bomb_die: str  # the die to roll for their number
    blank: bool
    colour: str
    ensign: Ensign | None = None


def fill_cards(values: Ship | SkyFleet, look: Look) -> list[Print]:
    """The cards of a ship or of a fleet's ships."""
    colour, ensign = find_colour(values, look), make_ensign(values, look, COLOUR)
    cards = ((_make_card(m, colour, look.art(m.ship)), m.title) for m in list_members(values))
    return [Print(replace(card, ensign=ensign), title, ship=title) for card, title in cards]


def blank_ship(size: int) -> Ship:
    """A ship without a name, of the class with that speed. Raises ValueError if there is none."""
    for name, entry in CLASSES.items():
        if entry.speed == size:
            return Ship(**{"system": "barsoom", "name": entry.name, "class": name})
    speeds = ", ".join(f"{entry.speed} {entry.name.lower()}" for entry in CLASSES.values())
    raise ValueError(f"no class has a speed of {size}; the speeds are {speeds}")


def blank_cards(size: int, look: Look) -> list[Print]:
    """An empty card for the class with that speed."""
    ship = blank_ship(size)
    card = _make_card(Skyship("", "", ship), look.colour or COLOUR, "", blank=True)
    return [Print(card, f"Blank ship card, {ship.ship_class.name.lower()}")]


def _make_card(member: Skyship, colour: str, art: str, blank: bool = False) -> ShipCard:
    ship = member.ship
    size = ship.ship_class
    state = member.state
    battery = arrange(_reserve(ship) if blank else ship, state.weapons)
    carried = bombs(ship)
    results = {damage.roll: damage for damage in DAMAGE}
    return ShipCard(
        id=member.id,
        name=member.name,
        design="" if blank else member.design,
        class_name=size.name,
        facts=(
            CardFact(("speed of", "each move"), "" if blank else f"{speed(ship)}″"),
            CardFact(("levels up", "a turn"), str(ascends(ship))),
            CardFact(("levels down", "safe to land"), str(size.descends)),
            CardFact(("turns need", "no move"), "free")
            if ship.handling.free_turns
            else CardFact(("turns after", "each move"), str(turns(ship))),
            CardFact(("reverses", "a turn"), str(reverses(ship))),
            CardFact(("cards in", "its deck"), str(sum(deck(ship).values()))),
        ),
        levels=range(LEVELS, -1, -1),
        battery=battery,
        plan=draw_plan(ship, fit_scale(ship, _PLAN_WIDTH, battery.plan_height - 2)),
        art=art,
        losses=[
            DamageLine(d, range(count_boxes(ship, d)), state.damage.get(d.name, 0))
            for d in DAMAGE
            if d.repair and not d.options
        ],
        control=results[6],
        weapon=results[8],
        repairs=range(REPAIR_TIMES),
        hits=[
            Hit(type_.name, modify(size.hits[name]) if name in size.hits else "no harm")
            for name, type_ in WEAPONS.items()
        ],
        zones=list_zones(),
        options=("First option", "Second option", "Third option")[:OPTIONS],
        crew="" if ship.crew is None else str(ship.crew),
        crew_boxes=_arrange_crew(ship.crew),
        crew_lost=state.crew,
        bombs=range(most_bombs(ship)),
        bombs_gone=state.bombs,
        no_control=state.damage.get(results[6].name, 0),
        weapons=any(block.guns for block in battery.blocks),
        reloads=any(gun.reloads for block in battery.blocks for gun in block.guns),
        bomb_die=carried if isinstance(carried, str) else "",
        blank=blank,
        colour=colour,
    )


def _reserve(ship: Ship) -> Ship:
    """The ship with nameless weapons, for which an empty card has lines to write on."""
    counts: dict[Side, int] = {"bow": 2, "port": 3, "starboard": 3, "turret": 2, "stern": 2}
    weapons = [
        replace(Weapon(name="?", type="heavy", side=side, count=3), name=" ")
        for side, count in counts.items()
        for _ in range(count)
    ]
    return replace(ship, weapons=weapons)


def _arrange_crew(crew: int | None) -> Boxes:
    count = _UNKNOWN_CREW if crew is None else crew
    return Boxes(count, 14, 4.8) if count <= 56 else Boxes(count, 17, 4.0)


SHIP_CARD = Sheet(
    name="ship-card",
    title="Ship card",
    about="a ship's plan with its weapons, levels, damage and repairs, crew; two to a page",
    template="barsoom/ship-card.svg",
    kinds=("ship", "fleet"),
    fill=fill_cards,
    default=("ship", "fleet"),
    fill_blank=blank_cards,
    blank_sizes=(4, 6, 8),
    role="display",
)
