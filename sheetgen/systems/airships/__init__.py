"""Airships: fleets of the air, from a page of rules whose heading is lost."""

from __future__ import annotations

from sheetgen.systems import Combat, Kind, System
from sheetgen.systems.airships import columns
from sheetgen.systems.airships.data import FRAMES
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.fleet import Fleet, link_fleet
from sheetgen.systems.airships.fleet_rules import FLEET_CHECKS
from sheetgen.systems.airships.rules import CHECKS
from sheetgen.systems.airships.sheets import SHEETS
from sheetgen.systems.kit.starter import make_project, read_starter

SHIP = Kind(
    name="ship",
    model=Ship,
    columns=columns.SHIP,
    checks=CHECKS,
    starter=read_starter(__file__),
    group=lambda ship: ship.build.name,
    order=lambda ship: list(FRAMES).index(ship.build.id),
    terms=columns.list_terms,
)

FLEET = Kind(
    name="fleet",
    model=Fleet,
    columns=columns.FLEET,
    checks=FLEET_CHECKS,
    marker="fleet",
    link=link_fleet,
    starter=read_starter(__file__, "fleet"),
)


def _load_combat() -> Combat:
    from sheetgen.systems.airships.engagement import COMBAT

    return COMBAT


SYSTEM = System(
    id="airships",
    name="Airships",
    about="airship fleets, from an untitled page of rules",
    kinds=(SHIP, FLEET),
    sheets=SHEETS,
    project=make_project(SHIP, FLEET, "resolute"),
    combat=_load_combat,
)
