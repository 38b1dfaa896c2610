"""Black Skies: star fighters in elements of two, moved by cards."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.black_skies.data import WEIGHTS
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.rules import CHECKS
from sheetgen.systems.black_skies.sheets import SHEETS
from sheetgen.systems.kit.starter import make_project, read_starter

FIGHTER = Kind(
    name="fighter",
    model=Fighter,
    columns=later(f"{__name__}.columns:FIGHTER"),
    checks=CHECKS,
    starter=read_starter(__file__),
    group=later(f"{__name__}.columns:name_class"),
    order=lambda fighter: list(WEIGHTS).index(fighter.weight),
    terms=later(f"{__name__}.columns:list_terms"),
    form=later(f"{__name__}.form:FIGHTER"),
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
    id="black-skies",
    name="Black Skies",
    about="star fighters in elements of two, moved by cards",
    kinds=(FIGHTER, FLEET, SCENARIO),
    sheets=SHEETS,
    project=make_project(FIGHTER, FLEET, "black-tiger", "First Flight"),
    combat=later(f"{__name__}.duel:COMBAT").load,
    table=later("sheetgen.systems.kit.scenario.board:lay_table").load,
)
