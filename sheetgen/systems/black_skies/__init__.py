"""Black Skies: star fighters in elements of two, moved by cards."""

from __future__ import annotations

from sheetgen.systems import Kind, System, later
from sheetgen.systems.black_skies.data import WEIGHTS
from sheetgen.systems.black_skies.fighter import Fighter
from sheetgen.systems.black_skies.rules import CHECKS
from sheetgen.systems.kit.starter import make_kinds, make_project, name_sheets, read_starter

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

FLEET, SCENARIO = make_kinds(__name__, __file__)

_BOTH, _FLEETS, _SCENARIOS = ("fighter", "fleet"), ("fleet",), ("scenario",)
SHEETS = name_sheets(
    __name__,
    ("scenario:SCENARIO", "scenario", _SCENARIOS, _SCENARIOS),
    ("sheets.roster:ROSTER", "roster", _FLEETS, _FLEETS),
    ("sheets.display:DISPLAY", "tactical-display", _BOTH, _BOTH),
    ("sheets.deck:MANEUVER_DECK", "maneuver-deck", _BOTH, _FLEETS),
    ("sheets.deck:MANEUVER_BRIDGE", "maneuver-deck-bridge", _BOTH, ()),
    ("sheets.deck:COMPLETE_DECK", "complete-deck", (), ()),
    ("sheets.deck:COMPLETE_BRIDGE", "complete-deck-bridge", (), ()),
    ("sheets.counters:COUNTERS", "counters", _BOTH, _FLEETS),
    ("sheets.aids:REFERENCE", "reference", _BOTH, _FLEETS),
    ("sheets.aids:TEMPLATE", "turning-template", _BOTH, ()),
    ("sheets.aids:ARC_TEMPLATE", "arc-template", _BOTH, ()),
    ("sheets.aids:RULER", "range-ruler", _BOTH, ()),
    ("scenario:TERRAIN_SHEET", "terrain", _SCENARIOS, ()),
    ("sheets.aids:TOKENS", "tokens", _BOTH, ()),
    ("sheets.counters:PORTRAIT", "portrait", ("fighter",), ()),
)
"""All sheets, in the order of a scenario's and a fleet's kit."""

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
