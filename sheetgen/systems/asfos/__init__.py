"""A Sky Full of Ships, 2nd edition: fleets of starships."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.rules import CHECKS
from sheetgen.systems.asfos.sheets import SHEETS
from sheetgen.systems.kit.starter import make_project, read_starter

SHIP = Kind(
    name="ship",
    model=Ship,
    columns=later(f"{__name__}.columns:SHIP"),
    checks=CHECKS,
    starter=read_starter(__file__),
    group=later(f"{__name__}.columns:name_class"),
    order=lambda ship: ship.mass,
    terms=later(f"{__name__}.columns:list_terms"),
    form=later(f"{__name__}.form:SHIP"),
)

FLEET = Kind(
    name="fleet",
    model=later(f"{__name__}.fleet:Fleet"),
    columns=later(f"{__name__}.columns:FLEET"),
    checks=later(f"{__name__}.fleet:FLEET_CHECKS"),
    marker="fleet",
    link=later(f"{__name__}.fleet:link_fleet"),
    starter=read_starter(__file__, "fleet"),
    form=later(f"{__name__}.form:FLEET"),
)

SCENARIO = Kind(
    name="scenario",
    model=later(f"{__name__}.scenario:Scenario"),
    columns=later(f"{__name__}.columns:SCENARIO"),
    checks=later(f"{__name__}.scenario:SCENARIO_CHECKS"),
    marker="scenario",
    link=later(f"{__name__}.scenario:link_scenario"),
    starter=read_starter(__file__, "scenario"),
    parts=later("sheetgen.systems.kit.scenario.scenario:list_parts"),
    form=later(f"{__name__}.form:SCENARIO"),
)


SYSTEM = System(
    id="asfos",
    name="A Sky Full of Ships",
    about="starship fleets, 2nd edition, basic rules",
    kinds=(SHIP, FLEET, SCENARIO),
    sheets=SHEETS,
    project=make_project(SHIP, FLEET, "swordfish"),
    rank=0,
    combat=later(f"{__name__}.duel:COMBAT").load,
    table=later("sheetgen.systems.kit.scenario.board:lay_table").load,
)
