"""Black Skies: star fighters in elements of two, moved by cards."""

from __future__ import annotations

from pathlib import Path

from sheetgen.systems import Kind, System
from sheetgen.systems.black_skies.book import (
    compare_fighters,
    list_terms,
    name_class,
    rank,
    roll_fleet,
    tell_facts,
)
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import derive_fighter, read_out_fighter
from sheetgen.systems.black_skies.fleet import (
    Fleet,
    derive_fleet,
    link_fleet,
    read_out_fleet,
)
from sheetgen.systems.black_skies.fleet_rules import FLEET_CHECKS
from sheetgen.systems.black_skies.rules import CHECKS
from sheetgen.systems.black_skies.sheets import SHEETS

_FOLDER = Path(__file__).parent
_FIGHTER = (_FOLDER / "starter.yaml").read_text("utf-8")
_FLEET = (_FOLDER / "starter-fleet.yaml").read_text("utf-8")

FIGHTER = Kind(
    name="fighter",
    model=Fighter,
    derive=derive_fighter,
    checks=CHECKS,
    table={
        "Weight": "weight",
        "Hull": "hull",
        "Weapons": "weapons",
        "Hardpoints": "hardpoints_used",
        "of": "hardpoints_available",
    },
    starter=_FIGHTER,
    read_out=read_out_fighter,
    group=name_class,
    order=rank,
    facts=tell_facts,
    terms=list_terms,
    compare=compare_fighters,
)

FLEET = Kind(
    name="fleet",
    model=Fleet,
    derive=derive_fleet,
    checks=FLEET_CHECKS,
    marker="fleet",
    table={"Hardpoints": "hardpoints", "Limit": "hardpoints_limit"},
    link=link_fleet,
    starter=_FLEET,
    read_out=read_out_fleet,
    roll=roll_fleet,
)

SYSTEM = System(
    id="black-skies",
    name="Black Skies",
    about="star fighters in elements of two, moved by cards",
    kinds=(FIGHTER, FLEET),
    sheets=SHEETS,
    project={
        "ships/first-fighter.yaml": _FIGHTER.replace("@NAME@", "First Fighter"),
        "fleet.yaml": _FLEET.replace("@NAME@", "First Flight").replace(
            "black-tiger", "first-fighter"
        ),
    },
)
