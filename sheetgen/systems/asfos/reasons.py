"""The arithmetic of power and points, term by term, for `show --why`."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Term, Why
from sheetgen.systems.asfos.data import POINTS, POWER, REASONS, SPECIALS
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import (
    defence_factor,
    estimate_points,
    list_firepower,
    power_available,
    power_used,
)
from sheetgen.systems.asfos.fleet import LinkedFleet


def explain_supply(ship: Ship) -> Why:
    """What the hull supplies."""
    formula = f"{ship.mass} hull boxes × {POWER['per_hull_box']} = {power_available(ship)}"
    return Why(formula, [Term("hull", "", power_available(ship), REASONS["per_hull_box"])])


def explain_power(ship: Ship) -> Why:
    """What engine and weapons draw."""
    terms = list(list_draws(ship))
    total = " + ".join(str(term.value) for term in terms)
    return Why(f"{total} = {power_used(ship)} of {power_available(ship)}", terms)


def list_draws(ship: Ship) -> Iterator[Term]:
    """What engine and weapons draw, one after the other."""
    each = POWER["per_engine_mass"]
    shown = f"{ship.mass} × rating {ship.engine} × {each}"
    yield Term("engine", shown, each * ship.mass * ship.engine, REASONS["per_engine_mass"])
    each = POWER["per_strength"]
    for what, strength in (("primaries", ship.primaries.total), ("secondaries", ship.secondaries)):
        yield Term(what, f"{strength} × {each}", strength * each, REASONS["per_strength"])
    each, count = POWER["per_special"], ship.special_count
    yield Term("specials", f"{count} × {each}", count * each, REASONS["per_special"])


def explain_points(ship: Ship) -> Why:
    """The estimate of its points."""
    terms = [
        Term(
            SPECIALS[key].name.lower() if key in SPECIALS else key,
            f"{count} × {POINTS[key] / 100:g}",
            f"{POINTS[key] * count / 100:g}",
            REASONS[key],
        )
        for key, count in list_firepower(ship)
    ]
    firepower = sum(POINTS[key] * count for key, count in list_firepower(ship)) / 100
    product = f"mass {ship.mass} × defence factor {defence_factor(ship)} × firepower {firepower:g}"
    root = (ship.mass * defence_factor(ship) * firepower) ** 0.5
    return Why(f"√({product}) = {root:.2f}, rounded {estimate_points(ship)}", terms)


def explain_fleet(linked: LinkedFleet) -> Why:
    """The points of a fleet: those of its ships."""
    terms = [
        Term(member.title, "", member.points, member.points_source) for member in linked.members
    ]
    return Why(f"{len(terms)} ships come to {linked.points}", terms)
