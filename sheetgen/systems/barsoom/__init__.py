"""Sky Ships of Barsoom: flying ships under the feet of skirmish figures."""

from __future__ import annotations

from pathlib import Path

from sheetgen.systems import Kind, System
from sheetgen.systems.barsoom.book import (
    compare_ships,
    list_terms,
    name_class,
    rank,
    roll_fleet,
    tell_facts,
)
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import derive_ship, read_out_ship
from sheetgen.systems.barsoom.fleet import Fleet, derive_fleet, link_fleet
from sheetgen.systems.barsoom.fleet_rules import FLEET_CHECKS
from sheetgen.systems.barsoom.rules import CHECKS
from sheetgen.systems.barsoom.sheets import SHEETS

_FOLDER = Path(__file__).parent
_SHIP = (_FOLDER / "starter.yaml").read_text("utf-8")
_FLEET = (_FOLDER / "starter-fleet.yaml").read_text("utf-8")

SHIP = Kind(
    name="ship",
    model=Ship,
    derive=derive_ship,
    checks=CHECKS,
    table={
        "Class": "class_name",
        "Speed": "speed",
        "Cards": "cards",
        "Crew": "crew",
        "Bombs": "bombs",
        "Guns": "guns",
    },
    starter=_SHIP,
    read_out=read_out_ship,
    group=name_class,
    order=rank,
    facts=tell_facts,
    compare=compare_ships,
    terms=list_terms,
)

FLEET = Kind(
    name="fleet",
    model=Fleet,
    derive=derive_fleet,
    checks=FLEET_CHECKS,
    marker="fleet",
    table={
        "Ships": "count",
        "Capital": "capital",
        "Medium": "medium",
        "Small": "small",
        "Crew": "crew",
        "Guns": "guns",
    },
    link=link_fleet,
    starter=_FLEET,
    roll=roll_fleet,
)

SYSTEM = System(
    id="barsoom",
    name="Sky Ships of Barsoom",
    about="flying ships as moving terrain for skirmish figures",
    kinds=(SHIP, FLEET),
    sheets=SHEETS,
    project={
        "ships/first-ship.yaml": _SHIP.replace("@NAME@", "First Ship"),
        "fleet.yaml": _FLEET.replace("@NAME@", "First Fleet").replace("windhover", "first-ship"),
    },
)
