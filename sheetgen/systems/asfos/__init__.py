"""A Sky Full of Ships, 2nd edition: fleets of starships."""

from __future__ import annotations

from pathlib import Path

from sheetgen.systems import Kind, System
from sheetgen.systems.asfos.book import (
    compare_ships,
    list_terms,
    name_class,
    rank,
    roll_fleet,
    tell_facts,
)
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import derive_ship
from sheetgen.systems.asfos.fleet import Fleet, derive_fleet, link_fleet
from sheetgen.systems.asfos.fleet_rules import FLEET_CHECKS
from sheetgen.systems.asfos.rules import CHECKS
from sheetgen.systems.asfos.scenario import Scenario, derive_scenario, link_scenario, list_parts
from sheetgen.systems.asfos.scenario_rules import SCENARIO_CHECKS
from sheetgen.systems.asfos.sheets import SHEETS

_FOLDER = Path(__file__).parent
_SHIP = (_FOLDER / "starter.yaml").read_text("utf-8")
_FLEET = (_FOLDER / "starter-fleet.yaml").read_text("utf-8")

SHIP = Kind(
    name="ship",
    model=Ship,
    derive=derive_ship,
    checks=CHECKS,
    table={
        "Class": "class_code",
        "DF": "defence_factor",
        "Crew units": "crew_units",
        "Power": "power_used",
        "of": "power_available",
        "Points": "points",
        "from": "points_source",
    },
    starter=_SHIP,
    group=name_class,
    order=rank,
    facts=tell_facts,
    terms=list_terms,
    compare=compare_ships,
)

FLEET = Kind(
    name="fleet",
    model=Fleet,
    derive=derive_fleet,
    checks=FLEET_CHECKS,
    marker="fleet",
    table={"Mass": "mass", "Points": "points", "Limit": "points_limit"},
    link=link_fleet,
    starter=_FLEET,
    roll=roll_fleet,
)

SCENARIO = Kind(
    name="scenario",
    model=Scenario,
    derive=derive_scenario,
    checks=SCENARIO_CHECKS,
    marker="scenario",
    table={"Table": "table", "Points": "points", "Difference": "difference"},
    link=link_scenario,
    starter=(_FOLDER / "starter-scenario.yaml").read_text("utf-8"),
    parts=list_parts,
)

SYSTEM = System(
    id="asfos",
    name="A Sky Full of Ships",
    about="starship fleets, 2nd edition, basic rules",
    kinds=(SHIP, FLEET, SCENARIO),
    sheets=SHEETS,
    project={
        "ships/first-ship.yaml": _SHIP.replace("@NAME@", "First Ship"),
        "fleet.yaml": _FLEET.replace("@NAME@", "First Fleet").replace("swordfish", "first-ship"),
    },
    rank=0,
)
