"""The forms of ships, fleets and scenarios in the studio."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.number import count
from sheetgen.ground.record import replace
from sheetgen.systems.asfos.columns import list_draws
from sheetgen.systems.asfos.data import CLASSES, CRITICALS, POWER, SPECIALS
from sheetgen.systems.asfos.scenario import TERRAIN
from sheetgen.systems.asfos.ship import (
    Ship,
    crew_units,
    defence_factor,
    estimate_points,
    power_available,
    power_used,
    size_class,
)
from sheetgen.systems.column import WORDS, Budget, Form, FormPart, Group, Loss, Option
from sheetgen.systems.kit.fleet_form import make_fleet_form
from sheetgen.systems.kit.scenario.columns import make_scenario_form


def _list_budgets(ship: Ship) -> Iterator[Budget]:
    parts = [FormPart(draw.what, int(str(draw.value))) for draw in list_draws(ship)]
    yield Budget("Power", power_used(ship), power_available(ship), parts)


def _list_facts(ship: Ship) -> Iterator[str]:
    size = size_class(ship.mass)
    yield f"{size.name} {size.code}"
    yield f"DF {defence_factor(ship)}({ship.hull})"
    yield count(crew_units(ship.mass), "crew unit")
    estimate = estimate_points(ship)
    if ship.points is None:
        yield f"about {count(estimate, 'point')}"
    else:
        yield count(ship.points, "point")
        if ship.points != estimate:
            yield f"estimate {estimate}"


_HULLS = {2: "weak", 3: "average", 4: "strong", 5: "armoured"}

SHIP = Form(
    groups=(
        Group("Ship", ("name", "class", "points")),
        Group("Hull", ("mass", "hull", "screens", "engine")),
        Group("Weapons", ("primaries", "secondaries", "special")),
        WORDS,
    ),
    labels={
        "hull": "Hull strength",
        "special weapon": "Special weapon",
        "special count": "How many",
        "points": "Published points",
    },
    help={
        "class": "follows from the mass; a class that does not fit is a mistake",
        "points": "leave it empty to print the estimate",
        "mass": "the number of hull boxes, and of weapons boxes",
        "hull": "natural hull strength: " + ", ".join(f"{n} {w}" for n, w in _HULLS.items()),
        "special weapon": "at most one type of special weapon",
    },
    units={
        "mass": "boxes",
        "primaries forward": "strength",
        "primaries left": "strength",
        "primaries right": "strength",
        "primaries rear": "strength",
        "secondaries": "strength",
        "points": "points",
    },
    options={
        "class": [Option(size.code, f"{size.code}, {size.name}") for size in CLASSES],
        "special weapon": [
            Option(key, special.name, f"{POWER['per_special']} power each")
            for key, special in SPECIALS.items()
        ],
    },
    budgets=_list_budgets,
    facts=_list_facts,
)

_BAND_LABELS = {"range_band size": "Range band", "range_band inch": "Centimetres for an inch"}
_BAND = {
    "range_band": "the length of a range band: a number of inches, or a size with a unit",
    "start_speed": "speed at the start of the game",
}
_FLEET = make_fleet_form(
    unit="points",
    more=("start_speed", "range_band"),
    extra=[Group("Other readings of the rules", ("power", "points"))],
)
FLEET = replace(
    _FLEET,
    labels={**_FLEET.labels, **_BAND_LABELS},
    help={**_FLEET.help, **_BAND},
    options={"ships state criticals": [Option(c.code, c.name) for c in CRITICALS]},
    losses={
        "hull": Loss("hull", "the hull boxes", lambda member: member.ship.mass),
        "weapons": Loss("weapons", "the weapons boxes", lambda member: member.ship.mass),
        "critical": Loss(
            "criticals", "hit", things=lambda _: [(c.code, c.name) for c in CRITICALS]
        ),
    },
)


_SCENARIO = make_scenario_form(TERRAIN, ("start_speed", "range_band"), _BAND)
_CRITICALS = {f"sides {key}": options for key, options in FLEET.options.items()}
SCENARIO = replace(
    _SCENARIO,
    labels={**_SCENARIO.labels, **_BAND_LABELS},
    options={**_SCENARIO.options, **_CRITICALS},
)
