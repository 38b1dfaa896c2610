"""Airships: fleets of the air, from a page of rules whose head is lost."""

from __future__ import annotations

from pathlib import Path

from sheetgen.systems import Kind, System
from sheetgen.systems.airships.book import (
    compare_ships,
    list_terms,
    name_class,
    rank,
    roll_fleet,
    tell_facts,
)
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.derive import derive_ship, read_ship
from sheetgen.systems.airships.fleet import Fleet, derive_fleet, link_fleet
from sheetgen.systems.airships.fleet_rules import FLEET_CHECKS
from sheetgen.systems.airships.rules import CHECKS
from sheetgen.systems.airships.sheets import SHEETS

_FOLDER = Path(__file__).parent
_SHIP = (_FOLDER / "starter.yaml").read_text("utf-8")
_FLEET = (_FOLDER / "starter-fleet.yaml").read_text("utf-8")

SHIP = Kind(
    name="ship",
    model=Ship,
    derive=derive_ship,
    checks=CHECKS,
    table={
        "Frame": "frame",
        "Hull": "hull",
        "Move": "movement",
        "Skill": "skill",
        "Morale": "morale",
        "CMD": "command",
        "DC": "damage_control",
        "Points": "points",
        "Frame price": "frame_price",
    },
    starter=_SHIP,
    read_out=read_ship,
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
    table={"Hull": "hull", "CMD": "command", "Points": "points", "Limit": "points_limit"},
    link=link_fleet,
    starter=_FLEET,
    roll=roll_fleet,
)

SYSTEM = System(
    id="airships",
    name="Airships",
    about="airship fleets, from an untitled page of rules",
    kinds=(SHIP, FLEET),
    sheets=SHEETS,
    project={
        "ships/first-ship.yaml": _SHIP.replace("@NAME@", "First Ship"),
        "fleet.yaml": _FLEET.replace("@NAME@", "First Fleet").replace("resolute", "first-ship"),
    },
)
