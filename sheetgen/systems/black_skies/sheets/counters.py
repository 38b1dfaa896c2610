"""Fighters seen from above: their silhouettes, and the counters and portraits that show these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sheetgen.ground.geometry import Point, complete, mirror, orient
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import ARCS, ARMOUR, SUITS, Suit
from sheetgen.systems.black_skies.fighter import Fighter
from sheetgen.systems.black_skies.fleet import COLOUR, LIVERIES, Counters, FighterFleet, FighterPair
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.silhouette import (
    Hull,
    Layer,
    Outline,
    draw_bar,
    draw_engines,
    draw_hull,
    draw_outline,
    draw_turret,
    lay,
    make_portrait,
    read_hull,
)


@record
class FighterHull(Hull):
    """A hull, and where weapons, engines and thrusters are: hulls.yaml explains the keys."""

    canopy: Outline
    plates: tuple[Outline, ...]
    nozzles: Outline
    nozzle: float
    pairs: Outline
    centre: Outline
    bore: float
    barrel: float
    rear: Outline
    side: Outline
    forward: Outline


def find_hull(weight: str) -> FighterHull:
    """The hull of a weight: light, medium or heavy."""
    return read_hull(__file__, weight, FighterHull)


class Mount(NamedTuple):
    """A weapon in its place; `heading` is None where it is fixed and fires straight ahead."""

    place: Point
    heading: float | None


Arms = tuple[tuple[tuple[str, ...], int], ...]


def draw_silhouette(fighter: Fighter) -> Sequence[Layer]:
    """The silhouette of a fighter; fighters of the same build share one object."""
    arms = tuple((weapon.type.arcs, weapon.count) for weapon in fighter.weapons)
    thrusters = tuple(sorted(set(fighter.thrusters)))
    return _draw(fighter.weight, arms, thrusters, ARMOUR[fighter.armour].levels)


def draw_bare(weight: str) -> Sequence[Layer]:
    """The silhouette of a weight with nothing mounted on it."""
    return _draw(weight, (), (), 0)


@lru_cache(maxsize=256)
def _draw(weight: str, arms: Arms, thrusters: Sequence[str], armour: int) -> Sequence[Layer]:
    hull = find_hull(weight)
    mounts = list(mount_weapons(hull, arms))
    return (
        *draw_engines([*hull.nozzles, *mirror(hull.nozzles)], hull.nozzle),
        *_draw_thrusters(hull, thrusters),
        *_draw_barrels(hull, mounts),
        *draw_hull(hull, plates=hull.plates[:armour]),
        *lay("canopy", [draw_outline(complete(hull.canopy))]),
        *_draw_turrets(mounts),
    )


def _draw_thrusters(hull: FighterHull, thrusters: Sequence[str]) -> Iterator[Layer]:
    """A pair of nozzles for each kind: aft, sideways, or ahead beside the nose."""
    places = {"rear": (hull.rear, 180.0), "side": (hull.side, 90.0), "forward": (hull.forward, 0.0)}
    corners = ((-2, -1.5), (3, -2.6), (3, 2.6), (-2, 1.5))
    bells = [
        orient(corners, heading, place)
        for (place,), heading in (places[kind] for kind in thrusters)
    ]
    return lay("thruster", (draw_outline(side) for bell in bells for side in (bell, mirror(bell))))


def mount_weapons(hull: FighterHull, arms: Arms) -> Iterator[Mount]:
    """Two weapons of a type form a pair, a single one goes on the centre line if that is free.

    `arms` are the arcs and the number of each type. Weapons with no place left are not drawn.
    """
    pairs, singles = list(hull.pairs), list(hull.centre)
    for arcs, count in arms:
        left = count
        while left > 1 and pairs:
            x, y = pairs.pop(0)
            yield _point((x, y), arcs)
            yield _point((-x, y), arcs)
            left -= 2
        while left:
            if not singles and pairs:
                x, y = pairs.pop(0)
                singles = [(x, y), (-x, y)]
            if not singles:
                return
            yield _point(singles.pop(0), arcs)
            left -= 1


def _point(place: Point, arcs: Sequence[str]) -> Mount:
    """The weapon, turned into its arc that points most to its own side of the fighter."""
    if set(arcs) == {"forward"}:
        return Mount(place, None)
    outwards = 0 if not place[0] else 90 if place[0] > 0 else 270
    headings = [ARCS[arc].heading for arc in arcs]
    return Mount(place, min(headings, key=lambda h: abs((h - outwards + 180) % 360 - 180)))


def _draw_barrels(hull: FighterHull, mounts: Sequence[Mount]) -> Iterator[Layer]:
    """Fixed weapons: from their places ahead, out of the hull; on the centre line from the nose."""
    nose = hull.outline[0][1] + 4
    bars = []
    for (x, y), heading in mounts:
        if heading is None:
            foot = (x, y if x else nose)
            bars.append(draw_bar(foot, 0, 0, hull.barrel if x else 7.5, hull.bore))
            bars.append(draw_bar(foot, 0, 0, 4, hull.bore * (1.7 if x else 1)))
    return lay("barrel", bars)


def _draw_turrets(mounts: Sequence[Mount]) -> Iterator[Layer]:
    turned = [(place, heading) for place, heading in mounts if heading is not None]
    turrets = [draw_turret(place, heading, 4, (3, 1.5), 6, 0.8) for place, heading in turned]
    return lay("turret", (contour for turret in turrets for contour in turret))


# Fighter counters: silhouettes or the user's pictures, with suit, number and heading.


_ROLES = ("lead", "wingman")
_SCALES = {"light": 0.9, "medium": 0.96, "heavy": 1.0}  # beside each other on the table


@record(kw_only=True)
class FighterCounter(kit.Counter):
    """One side of a counter: front, name or crippled.

    Its name is the pilot's, or the element's if the pilot has none.
    """

    number: int  # 1 the lead, 2 the wingman
    suit: Suit | None  # its element's, if it flies in one
    deck: int  # 0 if one deck of cards is enough


def fill_counters(values: Fighter | FighterFleet, look: Look) -> Iterator[Print]:
    """The two counters of a fighter's element, or of each element of a fleet."""
    colour, made = look.colour, Counters()
    flights: list[tuple[Fighter, FighterPair | None]] = []
    if isinstance(values, Fighter):
        flights = [(values, None)]
    else:
        colour, made = colour or values.fleet.colour, values.fleet.counters
        flights = [(element.fighter, element) for element in values.elements]
    livery = kit.choose_livery(values, LIVERIES)
    # Smaller counters need their room for the pilots' names.
    fleet = kit.fit_name(values, look, made.inches * kit.INCH * 0.8) if made.inches >= 1 else ""
    size = look.counter_size or made.inches * kit.INCH
    sign = kit.sign_counter(values, look, colour or COLOUR, size, made.shape)
    for fighter, element in flights:
        name, art = element.name if element else fighter.name, look.art(fighter)
        ship = f"{element.suit} {element.deck}" if element else ""
        for number, role in enumerate(_ROLES, start=1):
            front = FighterCounter(
                number=number,
                suit=SUITS[element.suit] if element else None,
                deck=element.deck if element and element.deck > 1 else 0,
                name=(element and element.pilots[number - 1].name) or name,
                size=size,
                shape=made.shape,
                parts=draw_silhouette(fighter),
                scale=1.0 if art else _SCALES[fighter.weight],
                light=livery.light,
                striped=livery.striped,
                colour=colour or COLOUR,
                art=art,
                fleet=fleet,
                sign=sign,
            )
            yield kit.print_counter(front, f"{name}, {role}", made.back, made.fold, ship)


COUNTERS = kit.counter_sheet(
    title="Fighter counters",
    about="lead and wingman of each element, seen from above; back sides if wanted",
    template="black-skies/counter.svg",
    kinds=("fighter", "fleet"),
    fill=fill_counters,
)


# Portraits: a fighter seen from above, for books.


PORTRAIT = make_portrait("black-skies", "fighter", draw_silhouette, "#5b3a86", art_height=70.0)
