"""A Sky Full of Ships, 2nd edition: fleets of starships."""

from __future__ import annotations

from sheetgen.systems import Combat, Kind, System
from sheetgen.systems.asfos import columns
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.fleet import Fleet, link_fleet
from sheetgen.systems.asfos.fleet_rules import FLEET_CHECKS
from sheetgen.systems.asfos.rules import CHECKS
from sheetgen.systems.asfos.scenario import Scenario, link_scenario, list_parts
from sheetgen.systems.asfos.scenario_rules import SCENARIO_CHECKS
from sheetgen.systems.asfos.sheets import SHEETS
from sheetgen.systems.kit.starter import make_project, read_starter

SHIP = Kind(
    name="ship",
    model=Ship,
    columns=columns.SHIP,
    checks=CHECKS,
    starter=read_starter(__file__),
    group=columns.name_class,
    order=lambda ship: ship.mass,
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

SCENARIO = Kind(
    name="scenario",
    model=Scenario,
    columns=columns.SCENARIO,
    checks=SCENARIO_CHECKS,
    marker="scenario",
    link=link_scenario,
    starter=read_starter(__file__, "scenario"),
    parts=list_parts,
)


def _load_combat() -> Combat:
    from sheetgen.systems.asfos.joust import COMBAT

    return COMBAT


SYSTEM = System(
    id="asfos",
    name="A Sky Full of Ships",
    about="starship fleets, 2nd edition, basic rules",
    kinds=(SHIP, FLEET, SCENARIO),
    sheets=SHEETS,
    project=make_project(SHIP, FLEET, "swordfish"),
    rank=0,
    combat=_load_combat,
)
