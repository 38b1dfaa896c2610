"""Makes fleets of different, legal ships for the benchmark: the same seed gives the same ships.

Every ship uses exactly its power (house reading, see systems/asfos/game.yaml) and fires into at
least two arcs, so that reading it finds nothing to report but the escorts' hint.

    python bench/fleet.py 2000 fleet.yaml --mass 12      one file of 12-box battleships
    python bench/fleet.py 10000 ships/                   a folder of mixed ships, one file each
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Ship = dict[str, Any]

CLASSES = (
    ("FF", 1), ("DD", 2), ("CL", 4), ("CA", 6), ("BC", 9), ("BB", 12), ("DN", 18), ("SDN", 24),
)  # fmt: skip
# A fleet is mostly cruisers, with a few large ships.
WEIGHTS = {1: 2, 2: 6, 3: 12, 4: 16, 5: 12, 6: 16, 7: 6, 8: 7, 9: 7, 10: 3, 12: 9, 16: 2, 20: 2}

_FIRST = (
    "Ardent",
    "Bold",
    "Crimson",
    "Daring",
    "Emerald",
    "Fearless",
    "Gallant",
    "Hidden",
    "Iron",
    "Jade",
    "Kindred",
    "Lasting",
)
_SECOND = (
    "Anvil",
    "Bastion",
    "Comet",
    "Dagger",
    "Eagle",
    "Falcon",
    "Garrison",
    "Harbour",
    "Javelin",
    "Knight",
    "Lantern",
    "Mountain",
)


def make_ships(count: int, seed: int = 1, mass: int = 0) -> list[Ship]:
    """`count` different ships, of mixed masses or all of `mass`."""
    chance = random.Random(seed)
    masses = [mass] * count if mass else chance.choices([*WEIGHTS], [*WEIGHTS.values()], k=count)
    return [_make_ship(chance, at, boxes) for at, boxes in enumerate(masses, start=1)]


def _make_ship(chance: random.Random, number: int, mass: int) -> Ship:
    engine = chance.randint(0, 3)
    power = (5 - engine) * mass
    ship: Ship = {
        "system": "asfos",
        "id": f"ship-{number}",
        "name": f"{chance.choice(_FIRST)} {chance.choice(_SECOND)} {number}",
        "class": next(code for code, most in CLASSES if mass <= most),
        "mass": mass,
        "hull": chance.randint(2, 5),
        "screens": chance.randint(0, 4),
        "engine": engine,
    }
    if power >= 8 and chance.random() < 0.7:
        count = chance.randint(1, max(1, power // 16))
        ship["special"] = {
            "weapon": chance.choice(("mass-driver", "particle-cannon")),
            "count": count,
        }
        power -= 4 * count
    ship["secondaries"] = chance.randint(0, power // 3)
    power -= ship["secondaries"]
    side = chance.randint(1, max(1, power // 4)) if power >= 4 else 0
    rear = chance.randint(1 if not side else 0, power // 6 or 1)
    forward = power - 2 * side - rear
    ship["primaries"] = {"forward": forward, "left": side, "right": side, "rear": rear}
    return ship


def write_ship(ship: Ship) -> str:
    """The ship's definition as YAML text, the way people write it."""
    inner = {
        key: "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
        for key, value in ship.items()
        if isinstance(value, dict)
    }
    return "".join(f"{key}: {inner.get(key, value)}\n" for key, value in ship.items())


def write_file(ships: Iterable[Ship], path: Path) -> None:
    """Writes one file with all the ships."""
    path.write_text("---\n".join(map(write_ship, ships)), "utf-8")


def write_folder(ships: Sequence[Ship], folder: Path) -> None:
    """Writes a folder with a file for each ship."""
    folder.mkdir(parents=True, exist_ok=True)
    for ship in ships:
        (folder / f"{ship['id']}.yaml").write_text(write_ship(ship), "utf-8")


def main() -> None:
    """Writes a fleet, as a script."""
    parser = argparse.ArgumentParser(description="Writes different ships to a file or folder.")
    parser.add_argument("count", type=int)
    parser.add_argument("path", type=Path, help="a .yaml or .json file, or a folder")
    parser.add_argument("--mass", type=int, default=0, help="of all ships; without it, mixed")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    ships = make_ships(given.count, given.seed, given.mass)
    if given.path.suffix == ".json":
        given.path.write_text(json.dumps(ships), "utf-8")
    elif given.path.suffix == ".yaml":
        write_file(ships, given.path)
    else:
        write_folder(ships, given.path)


if __name__ == "__main__":
    main()
