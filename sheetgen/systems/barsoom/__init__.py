"""Sky Ships of Barsoom: flying ships under the feet of skirmish figures."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.barsoom.data import CLASSES
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.rules import CHECKS
from sheetgen.systems.barsoom.sheets import SHEETS
from sheetgen.systems.kit.starter import make_project, read_starter

SHIP = Kind(
    name="ship",
    model=Ship,
    columns=later(f"{__name__}.columns:SHIP"),
    checks=CHECKS,
    starter=read_starter(__file__),
    group=later(f"{__name__}.columns:name_class"),
    order=lambda ship: list(CLASSES).index(ship.class_name),
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
    id="barsoom",
    name="Sky Ships of Barsoom",
    about="flying ships as moving terrain for skirmish figures",
    kinds=(SHIP, FLEET, SCENARIO),
    sheets=SHEETS,
    project=make_project(SHIP, FLEET, "windhover"),
    combat="its ships have no points, and are terrain for figures rather than warships",
    table=later("sheetgen.systems.kit.scenario.board:lay_table").load,
)
