"""The tables of docs/balance.md, by fighting; run in docs/: `python -m gallery.balance`.

The same dice are thrown each time, so the tables change only with the rules or the ships.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log
from pathlib import Path
from statistics import mean, stdev

from gallery import DOCS
from sheetgen.definitions.definition import Definition
from sheetgen.duel.match import arrange, choose_setting, find_combat
from sheetgen.duel.worth import Bench, Worth
from sheetgen.project.project import Project
from sheetgen.systems.loading import Systems

PAGE = DOCS / "balance.md"
MARK = "<!-- what follows is written by `make balance` -->\n"
DUELS, FLEET_DUELS = 200, 2_000
CONDITIONS = (("bow", 10), ("bow", 20), ("broadside", 10))
FLEETS = ("threshold-watch", "ondaro-cast")


def write_page() -> str:
    """The page with its tables measured again."""
    project = Project(Path(), Systems())
    head = PAGE.read_text("utf-8").split(MARK)[0]
    return head + MARK + "".join(f"{line}\n" for line in (*_tell_ships(project), *_tell_fleets()))


def list_ships(project: Project) -> list[Definition]:
    """The shipped ships of A Sky Full of Ships, the cheapest first."""
    found = [d for d in project.shelf.list_all(None) if d.system.id == "asfos"]
    ships = [d for d in found if d.kind.name == "ship"]
    worth = find_combat(ships)[0].worth
    assert worth is not None
    return sorted(ships, key=lambda d: worth(d.values))


def measure_ships(
    ships: list[Definition], face: str, distance: int, tried: list[Definition]
) -> list[Worth | None]:
    """The worth of each ship that is tried, by all the others."""
    combat, game = find_combat(ships)
    assert combat.worth is not None
    setting = choose_setting(combat, {"face": face, "range": distance})
    bench = Bench(combat, game, setting, DUELS, 1, 30)
    found = []
    for one in tried:
        known = [(d.values, combat.worth(d.values)) for d in ships if d.id != one.id]
        found += bench.try_all([one.values], known, 0)
    return found


def _tell_ships(project: Project) -> Iterator[str]:
    ships = list_ships(project)
    combat, _ = find_combat(ships)
    assert combat.worth is not None
    columns = [measure_ships(ships, face, at, ships) for face, at in CONDITIONS]
    heads = [f"{face}, {distance}″" for face, distance in CONDITIONS]
    yield "\n## The shipped ships\n"
    yield f"| ship | points | | {' | '.join(heads)} |"
    yield f"|---|--:|---|{'--:|' * len(heads)}"
    for at, ship in enumerate(ships):
        stated = combat.worth(ship.values)
        source = ship.derived["points_source"]
        cells = " | ".join(_show(column[at]) for column in columns)
        yield f"| {ship.name} | {stated} | {source} | {cells} |"
    yield ""
    for (face, distance), column in zip(CONDITIONS, columns, strict=True):
        ratios = [
            log(worth.points / combat.worth(ship.values))
            for ship, worth in zip(ships, column, strict=True)
            if worth
        ]
        yield (
            f"- {face}, {distance}″: by fighting, {len(ratios)} ships are worth"
            f" {100 * exp(mean(ratios)):.0f} % of their points on average,"
            f" give or take {100 * (exp(stdev(ratios)) - 1):.0f} % from ship to ship."
        )


def _show(worth: Worth | None) -> str:
    return f"{worth.points:.1f} ({worth.low:.1f}–{worth.high:.1f})" if worth else "—"


def _tell_fleets() -> Iterator[str]:
    project = Project(Path(), Systems())
    first, second = (project.select([id]).definitions[0] for id in FLEETS)
    yield f"\n## {first.name} against {second.name}\n"
    yield f"| range | {first.name} shows | {second.name} shows | {first.name} wins |"
    yield "|--:|---|---|--:|"
    for distance in (5, 10, 20, 30):
        for faces in ("bow", "broadside", "broadside,bow"):
            match = arrange([first], [second], face=faces, range=distance)
            tally = match.fight({"duels": FLEET_DUELS})
            low, high = (100 * end for end in tally.interval)
            stances = " | ".join(stance.face for stance in match.setting.stances)
            yield (
                f"| {distance}″ | {stances} | {100 * tally.win_rate:.0f} % ({low:.0f}–{high:.0f}) |"
            )


if __name__ == "__main__":
    PAGE.write_text(write_page(), "utf-8")
