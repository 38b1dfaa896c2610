"""Airships: fleets of the air, from a page of rules whose heading is lost."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.airships.data import FRAMES
from sheetgen.systems.airships.rules import CHECKS
from sheetgen.systems.airships.ship import Ship
from sheetgen.systems.kit.starter import make_kinds, make_project, name_sheets, read_starter

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

FLEET, SCENARIO = make_kinds(__name__, __file__)

_BOTH, _FLEETS, _SCENARIOS = ("ship", "fleet"), ("fleet",), ("scenario",)
SHEETS = name_sheets(
    __name__,
    ("scenario:SCENARIO", "scenario", _SCENARIOS, _SCENARIOS),
    ("sheets.roster:ROSTER", "roster", _FLEETS, _FLEETS),
    ("sheets.ship:SHIP_SHEET", "ship-sheet", _BOTH, _BOTH),
    ("sheets.wings:WING_CARDS", "wing-cards", _BOTH, _BOTH),
    ("sheets.counters:COUNTERS", "counters", _BOTH, _FLEETS),
    ("sheets.counters:TORPEDO_COUNTERS", "torpedoes", _BOTH, _FLEETS),
    ("sheets.wings:TORPEDO_CARDS", "torpedo-cards", _BOTH, _BOTH),
    ("sheets.counters:PORTRAIT", "portrait", ("ship",), ()),
    ("sheets.aids:REFERENCE", "reference", _BOTH, _FLEETS),
    ("sheets.aids:TEMPLATE", "turning-template", _BOTH, ()),
    ("sheets.aids:RULER", "range-ruler", _BOTH, ()),
    ("scenario:TERRAIN_SHEET", "terrain", _SCENARIOS, ()),
    ("sheets.aids:TOKENS", "tokens", _BOTH, ()),
)
"""All sheets, in the order of a scenario's and a fleet's kit."""

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
