"""Airships: fleets of the air, from a page of rules whose heading is lost."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.airships.data import FRAMES
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.rules import CHECKS
from sheetgen.systems.airships.sheets import SHEETS
from sheetgen.systems.kit.starter import make_project, read_starter

SHIP = Kind(
    name="ship",
    model=Ship,
    columns=later(f"{__name__}.columns:SHIP"),
    checks=CHECKS,
    starter=read_starter(__file__),
    group=lambda ship: ship.build.name,
    order=lambda ship: list(FRAMES).index(ship.build.id),
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
    id="airships",
    name="Airships",
    about="airship fleets, from an untitled page of rules",
    kinds=(SHIP, FLEET, SCENARIO),
    sheets=SHEETS,
    project=make_project(SHIP, FLEET, "resolute"),
    combat=later(f"{__name__}.duel:COMBAT").load,
    table=later("sheetgen.systems.kit.scenario.board:lay_table").load,
)
