"""Checks of a ship: what the game does not allow, and what is unusual."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.number import count
from sheetgen.systems import Finding, check
from sheetgen.systems.barsoom.plan import has_room
from sheetgen.systems.barsoom.ship import Ship, guns


@check("too-many-bombs", "error")
def too_many_bombs(ship: Ship) -> Iterator[Finding]:
    """A ship carries more bombs than its class can.

    Why: A capital ship carries D6 bombs, a medium ship D3, a small craft one. A number of bombs in
    the definition replaces that roll, so it can't be higher than the die.

    Example:
    class: medium
    bombs: 4         # D3 gives 3 at most
    """
    size = ship.ship_class
    if ship.bombs is not None and ship.bombs > size.most_bombs:
        die = "" if size.bombs.isdigit() else f" ({size.bombs})"
        message = f"bombs: {ship.bombs} is more than the {size.most_bombs}{die} of a "
        message += size.name.lower()
        hint = f"write {size.most_bombs} or less, or leave bombs out to use those of its class"
        yield Finding(("bombs",), message, hint)


@check("wrong-trait", "error")
def wrong_trait(ship: Ship) -> Iterator[Finding]:
    """A weapon has a trait that weapons of its type can't have.

    Why: Only heavy weapons make more than one damage roll for a hit. Automatic weapons, which jam
    when two of their dice show 1, are medium or light; a heavy one reloads after each shot anyway.

    Example:
    weapons: [{name: Gatling gun, type: light, side: bow, rolls: 2}]
    """
    for at, weapon in enumerate(ship.weapons):
        if weapon.rolls > 1 and weapon.type != "heavy":
            message = f"{weapon.name} is {weapon.type} and makes {weapon.rolls} damage rolls"
            hint = "only heavy weapons make more than one: leave rolls out, or write type: heavy"
            yield Finding(("weapons", at, "rolls"), message, hint)
        if weapon.automatic and weapon.type == "heavy":
            message = f"{weapon.name} is heavy and automatic"
            hint = "automatic weapons are medium or light: leave automatic out"
            yield Finding(("weapons", at, "automatic"), message, hint)


@check("crowded-ship", "error")
def crowded_ship(ship: Ship) -> Iterator[Finding]:
    """A ship has more kinds of weapons than its card has room for.

    Why: Every weapon is printed large enough to read, with a box to strike it off. Identical
    weapons share a line.

    Example:
    weapons:         # three lines for one; better {…, count: 3}
      - {name: Pulse gun, type: medium, side: port}
      - {name: Pulse gun, type: medium, side: port}
      - {name: Pulse gun, type: medium, side: port}
    """
    if not has_room(ship):
        message = f"the ship card has no room for {guns(ship)} weapons on so many lines"
        hint = "join identical weapons with count:, or leave some out"
        yield Finding(("weapons",), message, hint)


@check("short-handed", "hint")
def short_handed(ship: Ship) -> Iterator[Finding]:
    """A ship has fewer crew than weapons.

    Why: A weapon fires when the figure that serves it acts. With fewer figures than weapons, and
    one figure at the helm, some weapons stay silent. That is legal.

    Example:
    weapons: [{name: Pulse gun, type: medium, side: port, count: 4}]
    crew: 3
    """
    total = guns(ship)
    if ship.crew is not None and ship.crew < total:
        message = f"{count(total, 'weapon')}, but a crew of {ship.crew}"
        yield Finding(("crew",), message, "each weapon fires when the figure at it acts")


@check("harmless", "hint")
def harmless(ship: Ship) -> Iterator[Finding]:
    """A ship has no weapon that harms ships.

    Why: Light weapons only hit crew; the only ships they harm are small craft. Such a ship fights
    by boarding and ramming, which may be intended.

    Example:
    weapons: [{name: Machine gun, type: light, side: bow}]
    """
    if ship.weapons and all(weapon.type == "light" for weapon in ship.weapons):
        message = "all its weapons are light: they harm crew, but among ships only small craft"
        yield Finding(("weapons",), message, "medium and heavy weapons harm every ship")


CHECKS = (too_many_bombs, wrong_trait, crowded_ship, short_handed, harmless)
