"""Checks of every scenario, and those of fleets for the ships that sides list themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sheetgen.ground.colour import weigh
from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.number import count
from sheetgen.systems.contract import Check, Finding, check
from sheetgen.systems.kit.counters import ALIKE, alike_in_grey, choose_livery
from sheetgen.systems.kit.scenario.scenario import (
    LinkedScenario,
    LinkedSide,
    call_ship,
    find_deployments,
)
from sheetgen.systems.kit.scenario.table import Box, GamingTable, ShipPlace, overlap

Linked = LinkedScenario

MOST_DIFFERENCE = 10
"""By how many per cent one side's points may exceed another's without a warning."""


@check("outside-table", "error")
def outside_table(linked: Linked) -> Iterator[Finding]:
    """A piece of terrain, a deployment area or the place of a ship lies beyond the table.

    Why: Nobody could set it up. Places are measured in inches from the table's bottom left corner
    (in centimetres on a table in centimetres or metres), and sizes all the way across.

    Example:
    table: {width: 4, depth: 4, unit: ft}                  # 48 by 48 inches
    terrain: [{type: marker, at: [46, 24], size: 6}]       # reaches to 49
    """
    table = linked.scenario.table
    size = f"the table measures {table.show(table.box.x1)} by {table.show(table.box.y1)}"
    for at, piece in enumerate(linked.scenario.terrain):
        if not table.box.holds(piece.bound(table)):
            x0, y0, x1, y1 = piece.bound(table)
            message = f"{piece.title} lies between ({x0:g}, {y0:g}) and ({x1:g}, {y1:g})"
            yield Finding(("terrain", at, "at"), f"{message}, partly off the table", size)
    for at, deployment in enumerate(linked.scenario.deployment):
        if not table.box.holds(deployment.area.bound(table)):
            message = f"the area of {deployment.side} reaches beyond the table"
            yield Finding(("deployment", at, "area"), message, size)
    for side, name, place in _list_places(linked):
        if not _is_on(table, place):
            message = f"{name} stands {place.describe_at()}, which is off the table"
            yield Finding(("sides", side.at, "places", name, "at"), message, size)


def _list_places(linked: Linked) -> Iterator[tuple[LinkedSide, str, ShipPlace]]:
    """The places of ships, with their sides and what they are called."""
    for side in linked.sides:
        known = {call_ship(member) for member in side.fleet.members}
        yield from ((side, name, place) for name, place in side.places.items() if name in known)


def _is_on(table: GamingTable, place: ShipPlace) -> bool:
    return table.box.holds(Box(*place.point, *place.point))


@check("unknown-place", "error")
def unknown_place(linked: Linked) -> Iterator[Finding]:
    """A side gives a place to a ship that it does not have.

    Why: Places are given by ID, and IDs are numbered on from side to side. With a slip in one, the
    map would show a ship where it does not begin.

    Example:
    sides:
      - {name: Blue, ships: [{ship: kestrel, ids: [K1]}], places: {K2: {at: [6, 4]}}}
      - {name: Red, fleet: home}                         # Blue has no K2
    """
    for side in linked.sides:
        known = [call_ship(member) for member in side.fleet.members]
        for name in side.places:
            if name not in known:
                near = find_nearest(name, known)
                hint = f"there are {', '.join(known)}"
                message = f"{side.name} has no ship {name}"
                where = ("sides", side.at, "places", name)
                yield Finding(where, message, f"did you mean {near}?" if near else hint)


@check("outside-deployment", "warning")
def outside_deployment(linked: Linked) -> Iterator[Finding]:
    """A ship begins outside the areas in which its side deploys.

    Why: The map would show two different things. If it is meant, as with a ship that is there
    already, say so in a special rule.

    Example:
    sides:
      - {name: Blue, ships: [{ship: kestrel, ids: [K1]}], places: {K1: {at: [6, 14]}}}
      - {name: Red, fleet: home}
    deployment: [{side: Blue, area: {edge: bottom, within: 6}}]    # K1 is 14 inches from it
    """
    table = linked.scenario.table
    for side, name, place in _list_places(linked):
        areas = [one.area for one in find_deployments(linked, side.name)]
        if not areas or not _is_on(table, place):
            continue
        if not any(area.holds(place.point, table) for area in areas):
            message = f"{name} stands {place.describe_at()}, where {side.name} does not deploy"
            hint = "; or ".join(area.describe(table) for area in areas)
            yield Finding(("sides", side.at, "places", name, "at"), message, hint)


@check("on-terrain", "warning")
def on_terrain(linked: Linked) -> Iterator[Finding]:
    """A ship begins on terrain that no ship can enter.

    Why: It could not be set up there. Which terrain is solid, the game says; where a ship can fly
    above or below it, none is.

    Example:
    terrain: [{type: planet, at: centre, size: 6}]
    sides:
      - {name: Blue, ships: [{ship: kestrel, ids: [K1]}], places: {K1: {at: [24, 24]}}}
      - {name: Red, fleet: home}                         # [24, 24] is the middle of the table
    """
    table = linked.scenario.table
    solid = [piece for piece in linked.scenario.terrain if piece.stuff.solid]
    for side, name, place in _list_places(linked):
        for piece in solid:
            if piece.covers(place.point, table):
                message = f"{name} stands {place.describe_at()}, on {piece.title}"
                hint = f"move it away from {piece.title}, which no ship can enter"
                yield Finding(("sides", side.at, "places", name, "at"), message, hint)


@check("side-names", "error")
def side_names(linked: Linked) -> Iterator[Finding]:
    """The names of a scenario's sides do not fit together.

    Why: A deployment refers to its side by name, so it has to name one, and no two sides can have
    the same name.

    Example:
    sides: [{name: Blue, fleet: a}, {name: Red, fleet: b}]
    deployment: [{side: Bleu, area: {edge: top, within: 6}}]    # did you mean Blue?
    """
    names = [side.name for side in linked.scenario.sides]
    for at, name in enumerate(names):
        if name in names[:at]:
            message = f"two sides are called {name}"
            yield Finding(("sides", at, "name"), message, "give each a different name")
    for at, deployment in enumerate(linked.scenario.deployment):
        if deployment.side not in names:
            near = find_nearest(deployment.side, names)
            hint = f"did you mean {near}?" if near else f"the sides are {', '.join(names)}"
            message = f"there is no side called '{deployment.side}'"
            yield Finding(("deployment", at, "side"), message, hint)


@check("deployment-overlap", "warning")
def deployment_overlap(linked: Linked) -> Iterator[Finding]:
    """The deployment areas of two sides overlap.

    Why: Ships of both sides could start on the same spot; usually an area is larger than intended.

    Example:
    table: {width: 3, depth: 3}
    deployment:
      - {side: Blue, area: {edge: bottom, within: 20}}
      - {side: Red, area: {edge: top, within: 20}}         # 36 inches are too few for both
    """
    scenario = linked.scenario
    for (_, one), (at, two) in combinations(enumerate(scenario.deployment), 2):
        if one.side != two.side and overlap(one.area, two.area, scenario.table):
            message = f"the areas of {one.side} and {two.side} overlap"
            yield Finding(("deployment", at, "area"), message, "make them smaller or move one")


@check("no-deployment", "hint")
def no_deployment(linked: Linked) -> Iterator[Finding]:
    """A side has no place to deploy.

    Why: The map can't show where its ships start. That may be intended, as with a fleet that
    arrives later; a special rule should then say how.

    Example:
    sides: [{name: Blue, fleet: a}, {name: Red, fleet: b}]
    deployment: [{side: Blue, area: {edge: bottom, within: 6}}]    # and Red?
    """
    placed = {deployment.side for deployment in linked.scenario.deployment}
    for at, side in enumerate(linked.scenario.sides):
        if side.name not in placed:
            hint = f"deployment: [{{side: {side.name}, area: {{edge: top, within: 6}}}}]"
            yield Finding(("sides", at), f"{side.name} has no place to deploy", hint)


@check("uneven-sides", "hint")
def uneven_sides(linked: Linked) -> Iterator[Finding]:
    """One side's points exceed another's by more than 10 %.

    Why: Points measure strength, so the larger side will usually win. Victory conditions or
    special rules may make up for it. What a side has lost already counts no more.

    Example:
    sides:
      - {name: Blue, ships: [{ship: kestrel, count: 3}]}    # 108 points
      - {name: Red, ships: [{ship: kestrel, count: 2}]}     # 72 points
    """
    linked = linked.present or linked
    if linked.per_cent > MOST_DIFFERENCE:
        most = max(linked.sides, key=lambda side: side.points)
        least = min(linked.sides, key=lambda side: side.points)
        unit = linked.unit.removesuffix("s")
        message = (
            f"{most.name} has {count(most.points, unit)}, {linked.per_cent} % more than"
            f" {least.name} with {least.points}"
        )
        yield Finding(("sides",), message, f"{count(linked.difference, unit)} apart")


def _check_own_ships(fleet_check: Check) -> Check:
    """A check of fleets, applied to the ships that sides list themselves.

    Fleets named by their id are checked where they are defined.
    """

    def find(linked: Linked) -> Iterator[Finding]:
        own = [at for at, side in enumerate(linked.scenario.sides) if side.ships is not None]
        for at in own:
            for path, message, hint, _ in fleet_check.find(linked.sides[at].fleet):
                yield Finding(("sides", at, *path), message, hint)

    return Check(fleet_check.rule, find)


def _compare_sides(fleet_check: Check) -> Check:
    """A check that compares fleets, applied to each side beside those before it."""

    def find(linked: Linked) -> Iterator[Finding]:
        fleets = [side.fleet for side in linked.sides]
        for at, side in enumerate(linked.scenario.sides):
            for path, message, hint, _ in fleet_check.find(fleets[at], fleets[:at]):
                own = path if side.ships is not None else ("fleet",)
                yield Finding(("sides", at, *own), message, hint)

    return Check(fleet_check.rule, find)


def _compare_looks(linked: Linked) -> Iterator[Finding]:
    """The findings of `alike_in_grey` for the sides as they are printed."""
    looks = [(choose_livery(side.fleet), weigh(side.colour)) for side in linked.sides]
    for at, (livery, light) in enumerate(looks):
        for other, (known, weight) in zip(linked.sides, looks[:at], strict=False):
            if known == livery and abs(light - weight) < ALIKE:
                message = f"in grey, the counters look like those of {other.name}"
                hint = "choose another livery for one of the two fleets, or leave it out"
                yield Finding(("sides", at), message, hint)
                break


def list_checks(*own: Check, measured: bool = True) -> tuple[Check, ...]:
    """List the checks of a scenario.

    `own` are checks of fleets: a side's own ships go through them, and those that compare fleets
    compare the sides. Sides of a game that has no points are not `measured`.
    """
    return (
        outside_table,
        side_names,
        unknown_place,
        outside_deployment,
        on_terrain,
        deployment_overlap,
        no_deployment,
        *([uneven_sides] if measured else []),
        *(_compare_sides(check) if check.beside else _check_own_ships(check) for check in own),
        Check(alike_in_grey.rule, _compare_looks),
    )
