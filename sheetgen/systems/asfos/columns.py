"""The values of ships and fleets for `show`, rosters and books: each written once."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Column, Term, Why
from sheetgen.systems.asfos.data import POINTS, POWER, REASONS, SPECIALS
from sheetgen.systems.asfos.fleet import StarFleet, Starship
from sheetgen.systems.asfos.ship import (
    Ship,
    crew_unit_boxes,
    crew_units,
    defence_factor,
    estimate_points,
    list_firepower,
    points,
    power_available,
    power_used,
    size_class,
    weapons_boxes,
)
from sheetgen.systems.kit.fleet import MEMBER
from sheetgen.systems.kit.scenario.columns import make_columns

# The arithmetic of power and points, term by term, for `show --why`.


def explain_supply(ship: Ship) -> Why:
    """Explain the power that the hull supplies."""
    formula = f"{ship.mass} hull boxes × {POWER['per_hull_box']} = {power_available(ship)}"
    return Why(formula, [Term("hull", "", power_available(ship), REASONS["per_hull_box"])])


def explain_power(ship: Ship) -> Why:
    """Explain the power that engine and weapons draw."""
    terms = list(list_draws(ship))
    total = " + ".join(str(term.value) for term in terms)
    return Why(f"{total} = {power_used(ship)} of {power_available(ship)}", terms)


def list_draws(ship: Ship) -> Iterator[Term]:
    """Yield the power that the engine and each kind of weapon draw, as terms of a sum."""
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


def explain_fleet(linked: StarFleet) -> Why:
    """The points of a fleet: those of its ships."""
    terms = [
        Term(member.title, "", member.points, member.points_source) for member in linked.members
    ]
    return Why(f"{len(terms)} ships come to {linked.points}", terms)


def name_class(ship: Ship) -> str:
    """The size class, by which a book groups ships."""
    return size_class(ship.mass).name


def list_terms(ship: Ship) -> Iterator[str]:
    """The words under which the index lists a ship: its class and its special weapon."""
    yield name_class(ship)
    if ship.special:
        yield SPECIALS[ship.special.weapon].name


def _tell_defence(ship: Ship) -> str:
    return f"{defence_factor(ship)}({ship.hull})"


def _tell_primaries(ship: Ship) -> str:
    arcs = {"ahead": "forward", "left": "left", "right": "right", "astern": "rear"}
    strengths = {name: getattr(ship.primaries, arc) for name, arc in arcs.items()}
    return ", ".join(f"{value} {name}" for name, value in strengths.items() if value) or "none"


def _tell_special(ship: Ship) -> str:
    if ship.special is None:
        return "none"
    return f"{ship.special.count} × {SPECIALS[ship.special.weapon].name.lower()}"


def _shorten_special(member: Starship) -> str:
    special = member.ship.special
    return f"{special.count} {SPECIALS[special.weapon].short}" if special else "–"


SHIP = (
    Column("class_code", lambda s: size_class(s.mass).code, table="Class"),
    Column("class_name", name_class, compare="Class"),
    Column(value="mass", fact="Mass", compare="Mass"),
    Column(value="hull", fact="Hull strength"),
    Column(value="screens", fact="Screens"),
    Column("defence_factor", defence_factor, table="DF", fact="Defence factor"),
    Column(value=_tell_defence, compare="Defence"),
    Column(value="engine", fact="Engine rating", compare="Engine"),
    Column(value=_tell_primaries, fact="Primaries"),
    Column(value=lambda s: s.secondaries or "none", fact="Secondaries"),
    Column(value=_tell_special, fact="Special weapon"),
    Column("weapon_boxes", lambda s: [box._asdict() for box in weapons_boxes(s)]),
    Column("crew_units", lambda s: crew_units(s.mass), table="Crew units", fact="Crew units"),
    Column("crew_unit_boxes", lambda s: crew_unit_boxes(s.mass)),
    Column(value=power_used, table="Power"),
    Column(value=power_available, table="of"),
    Column("points", points, table="Points", compare="Points"),
    Column(value=lambda s: f"{points(s)}{' (estimate)' * (s.points is None)}", fact="Points"),
    Column("points_source", lambda s: Starship("", "", s).points_source, table="from"),
    Column("points_estimate", estimate_points, why=explain_points),
    Column("power_available", power_available, why=explain_supply),
    Column("power_used", power_used, why=explain_power),
)

MEMBERS = (
    *MEMBER,
    Column("class_code", lambda m: size_class(m.ship.mass).code, sheet="code"),
    Column(value=lambda m: name_class(m.ship), compare="Class"),
    Column("mass", "ship.mass", compare="Mass", sheet="mass", total=True),
    Column(value=lambda m: _tell_defence(m.ship), compare="Defence", sheet="defence"),
    Column(value="ship.engine", compare="Engine", sheet="engine"),
    Column(value=lambda m: "/".join(str(s) for _, s in m.ship.primaries), sheet="primaries"),
    Column(value="ship.secondaries", sheet="secondaries"),
    Column(value=_shorten_special, sheet="special"),
    Column(value=lambda m: crew_units(m.ship.mass), sheet="crew"),
    Column("points", compare="Points", sheet="points", total=True),
    Column(value="estimated", sheet="estimated"),
    Column("points_source"),
    Column("points_estimate", lambda m: estimate_points(m.ship, m.worth)),
    Column("power_used", lambda m: power_used(m.ship, m.power)),
    Column("power_available", lambda m: power_available(m.ship, m.power)),
)
"""The ships of a fleet."""


def _weigh(linked: StarFleet) -> int:
    return sum(member.ship.mass for member in linked.members)


FLEET = (
    Column("ships", "members", of=MEMBERS),
    Column(value=_weigh, table="Mass"),
    Column("points", table="Points", why=explain_fleet),
    Column("points_limit", "fleet.points_limit", table="Limit"),
    Column("mass", _weigh),
    Column("start_speed", "fleet.first_speed"),
    Column("range_band", lambda f: f"{f.fleet.range_band.size} {f.fleet.range_band.unit}"),
)

SCENARIO = make_columns(
    side=(
        Column("mass", lambda side: _weigh(side.fleet)),
        Column("points"),
        Column("points_source", lambda side: "estimate" if side.estimated else "published"),
        Column("start_speed", "fleet.fleet.first_speed"),
        Column("range_band", lambda side: side.fleet.fleet.range_band.show(10)),
    ),
    members=MEMBERS,
    keys=("id", "name", "ship", "class_code", "mass", "points"),
)
