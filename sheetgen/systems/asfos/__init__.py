"""A Sky Full of Ships, 2nd edition: fleets of starships."""

from __future__ import annotations

from pathlib import Path

from sheetgen.systems import Kind, System
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import derive_ship
from sheetgen.systems.asfos.fleet import Fleet, derive_fleet, link_fleet
from sheetgen.systems.asfos.fleet_rules import FLEET_CHECKS
from sheetgen.systems.asfos.rules import CHECKS
from sheetgen.systems.asfos.sheets import SHEETS


def _start(name: str) -> str:
    text = Path(__file__).with_name("starter.yaml").read_text("utf-8")
    return text.replace("@NAME@", name)


SHIP = Kind(
    name="ship",
    model=Ship,
    derive=derive_ship,
    checks=CHECKS,
    table={
        "Class": "class_code",
        "DF": "defence_factor",
        "Crew units": "crew_units",
        "Power": "power_used",
        "of": "power_available",
        "Points": "points",
        "from": "points_source",
    },
)

FLEET = Kind(
    name="fleet",
    model=Fleet,
    derive=derive_fleet,
    checks=FLEET_CHECKS,
    marker="fleet",
    table={"Mass": "mass", "Points": "points", "Limit": "points_limit"},
    link=link_fleet,
)

SYSTEM = System(
    id="asfos",
    name="A Sky Full of Ships",
    about="starship fleets, 2nd edition, basic rules",
    kinds=(SHIP, FLEET),
    sheets=SHEETS,
    starter=_start,
)
