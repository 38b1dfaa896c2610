"""Sky Ships of Barsoom: flying ships under the feet of skirmish figures."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.barsoom.data import CLASSES
from sheetgen.systems.barsoom.rules import CHECKS
from sheetgen.systems.barsoom.ship import Ship
from sheetgen.systems.kit.starter import make_kinds, make_project, name_sheets, read_starter

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

FLEET, SCENARIO = make_kinds(__name__, __file__)

_BOTH, _FLEETS, _SCENARIOS = ("ship", "fleet"), ("fleet",), ("scenario",)
SHEETS = name_sheets(
    __name__,
    ("scenario:SCENARIO", "scenario", _SCENARIOS, _SCENARIOS),
    ("sheets.roster:ROSTER", "roster", _FLEETS, _FLEETS),
    ("sheets.ship_card:SHIP_CARD", "ship-card", _BOTH, _BOTH),
    ("sheets.deck:POKER_DECK", "movement-deck", _BOTH, _BOTH),
    ("sheets.deck:BRIDGE_DECK", "movement-deck-bridge", _BOTH, ()),
    ("sheets.aids:DIE", "damage-die", _BOTH, _FLEETS),
    ("sheets.counters:COUNTERS", "counters", _BOTH, _FLEETS),
    ("sheets.counters:PLAN", "deck-plan", _BOTH, ()),
    ("sheets.counters:PLAN_PAGE", "deck-plan-page", _BOTH, ()),
    ("sheets.counters:PORTRAIT", "portrait", ("ship",), ()),
    ("sheets.aids:REFERENCE", "reference", _BOTH, _FLEETS),
    ("sheets.aids:TEMPLATE", "turning-template", _BOTH, ()),
    ("sheets.aids:RULER", "range-ruler", _BOTH, ()),
    ("scenario:TERRAIN_SHEET", "terrain", _SCENARIOS, ()),
    ("sheets.aids:TOKENS", "tokens", _BOTH, ()),
)
"""All sheets, in the order of a scenario's and a fleet's kit."""

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
