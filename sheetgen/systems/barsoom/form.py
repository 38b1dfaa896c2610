"""The forms of sky ships and their fleets in the studio."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.number import count
from sheetgen.ground.record import replace
from sheetgen.systems.barsoom.data import CLASSES, DAMAGE, OPTIONS, WEAPONS
from sheetgen.systems.barsoom.fleet import Skyship
from sheetgen.systems.barsoom.scenario import TERRAIN
from sheetgen.systems.barsoom.ship import (
    SIDES,
    Ship,
    Side,
    bombs,
    count_cards,
    guns,
    list_mounted,
    speed,
)
from sheetgen.systems.column import WORDS, Form, Group, Loss, Option
from sheetgen.systems.kit.fleet_form import make_fleet_form
from sheetgen.systems.kit.scenario.columns import make_scenario_form


def _list_facts(ship: Ship) -> Iterator[str]:
    yield ship.ship_class.name
    yield f"speed {speed(ship)}″"
    yield count(count_cards(ship), "card")
    yield count(guns(ship), "gun")
    yield f"bombs {bombs(ship)}"
    if ship.crew is not None:
        yield f"crew {ship.crew}"


SHIP = Form(
    groups=(
        Group("Ship", ("name", "class", "speed", "handling")),
        Group("Weapons", ("weapons", "bombs")),
        Group("Crew", ("crew",)),
        Group("Deck plan", ("length", "beam")),
        WORDS,
    ),
    help={
        "class": "says how fast it is, how it turns, and how hard it is to hurt",
        "weapons": "what it fires, and to which side",
        "weapons rolls": "damage rolls of a hit, for heavy weapons",
    },
    units={"speed": "inches", "crew": "figures", "length": "inches", "beam": "inches"},
    options={
        "class": [Option(key, size.name, f"speed {size.speed}″") for key, size in CLASSES.items()],
        "weapons type": [
            Option(key, type_.name, f"range {type_.range}″") for key, type_ in WEAPONS.items()
        ],
        "weapons side": [Option(side, side.capitalize()) for side in SIDES],
    },
    facts=_list_facts,
)

_FLEET = make_fleet_form()


def _lose_weapons(side: Side) -> Loss:
    def list_things(member: Skyship) -> list[tuple[str, str]]:
        return [(name, f"{side} {name}") for name in list_mounted(member.ship, side)]

    return Loss(f"weapons/{side}", "lost", things=list_things)


def _list_losses() -> Iterator[tuple[str, Loss]]:
    """Yield the boxes of a ship card by name, each with the loss that it strikes off."""
    yield "crew", Loss("crew", "the crew")
    yield "bomb", Loss("bombs", "the bombs")
    for side in SIDES:
        block = "turrets" if side == "turret" else side
        yield f"{block} weapon lost", _lose_weapons(side)
    for damage in DAMAGE:
        key, boxes = f"damage/{damage.name}", f"the boxes of {damage.name}"
        if damage.repair and not damage.options:
            yield f"{damage.name.lower()} damage", Loss(key, boxes)
        elif damage.options:
            for number, word in enumerate(("third", "second", "first"), start=1):
                title = f"{number} of {OPTIONS} options lost"
                yield f"{word} option damage", Loss(key, title, value=number)


FLEET = replace(
    _FLEET,
    help={**_FLEET.help, "fleet": "what the company is called"},
    options={
        "ships state weapons": [Option(side, side.capitalize()) for side in SIDES],
        "ships state damage": [Option(d.name, d.name) for d in DAMAGE if d.repair],
    },
    losses=dict(_list_losses()),
)

SCENARIO = make_scenario_form(
    TERRAIN,
    said={
        "terrain top": "how high a ship must be to pass over it",
        "deployment level": "the level at which its ships begin; 0 is the ground",
    },
)
