"""A Sky Full of Ships, 2nd edition: fleets of starships."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.asfos.rules import CHECKS
from sheetgen.systems.asfos.ship import Ship
from sheetgen.systems.kit.starter import make_kinds, make_project, name_sheets, read_starter

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

FLEET, SCENARIO = make_kinds(__name__, __file__)

_BOTH, _FLEETS, _SCENARIOS = ("ship", "fleet"), ("fleet",), ("scenario",)
SHEETS = name_sheets(
    __name__,
    ("scenario:SCENARIO", "scenario", _SCENARIOS, _SCENARIOS),
    ("sheets.roster:ROSTER", "roster", _FLEETS, _FLEETS),
    ("sheets.display:DISPLAY", "display", _BOTH, _BOTH),
    ("sheets.display:COMPACT_DISPLAY", "compact", _BOTH, ()),
    ("sheets.display:LARGE_DISPLAY", "large", _BOTH, ()),
    ("sheets.plotting:CONSOLE", "console", _BOTH, ()),
    ("sheets.plotting:PLOTTING", "plotting-chart", _BOTH, _FLEETS),
    ("sheets.counters:COUNTERS", "counters", _BOTH, _FLEETS),
    ("sheets.aids:TEMPLATE", "arc-template", _BOTH, _FLEETS),
    ("sheets.aids:RULER", "range-ruler", _BOTH, _FLEETS),
    ("sheets.aids:REFERENCE", "reference", _BOTH, _FLEETS),
    ("scenario:TERRAIN_SHEET", "terrain", _SCENARIOS, ()),
    ("sheets.aids:TOKENS", "tokens", _BOTH, ()),
    ("sheets.counters:PORTRAIT", "portrait", ("ship",), ()),
)
"""All sheets, in the order of a scenario's and a fleet's kit."""

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
