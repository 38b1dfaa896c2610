"""Black Skies: star fighters in elements of two, moved by cards."""

from __future__ import annotations

from sheetgen.systems import Combat, Kind, System
from sheetgen.systems.black_skies import columns
from sheetgen.systems.black_skies.data import WEIGHTS
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.fleet import Fleet, link_fleet
from sheetgen.systems.black_skies.fleet_rules import FLEET_CHECKS
from sheetgen.systems.black_skies.rules import CHECKS
from sheetgen.systems.black_skies.sheets import SHEETS
from sheetgen.systems.kit.starter import make_project, read_starter

FIGHTER = Kind(
    name="fighter",
    model=Fighter,
    columns=columns.FIGHTER,
    checks=CHECKS,
    starter=read_starter(__file__),
    group=columns.name_class,
    order=lambda fighter: list(WEIGHTS).index(fighter.weight),
    terms=columns.list_terms,
)

FLEET = Kind(
    name="fleet",
    model=Fleet,
    columns=columns.FLEET,
    checks=FLEET_CHECKS,
    marker="fleet",
    link=link_fleet,
    starter=read_starter(__file__, "fleet"),
)


def _load_combat() -> Combat:
    from sheetgen.systems.black_skies.dogfight import COMBAT

    return COMBAT


SYSTEM = System(
    id="black-skies",
    name="Black Skies",
    about="star fighters in elements of two, moved by cards",
    kinds=(FIGHTER, FLEET),
    sheets=SHEETS,
    project=make_project(FIGHTER, FLEET, "black-tiger", "First Flight"),
    combat=_load_combat,
)
