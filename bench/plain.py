"""The cards of one game with and without code: Pond Regatta, its speeds a formula or a function.

    python bench/plain.py FOLDER plain|code

Each case is a process of its own, as in measure.py, and its time includes reading game and boats.
"""

from __future__ import annotations

import gc
import json
import re
import shutil
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from child import BENCH, run_python
from table import Row, at_most, make_row

HOMEBREW = Path(__file__).resolve().parent.parent / "tests" / "homebrew"
CARDS = 2000
GAME = """\
game: regatta
name: Pond Regatta
about: toy boats on a pond
kinds:
  boat:
    fields:
      planks: {type: int, min: 2, max: 12}
      sail: {type: int, min: 1, max: 9}
      ballast: {type: int, min: 0, max: 9, default: 0}
    values:
      speeds: "[max(sail - lost // 2, 0) for lost in 1..planks]"
    checks:
      - name: top-heavy
        severity: warning
        about: A boat carries more sail than its ballast can hold upright.
        when: sail > 2 * ballast
        at: sail
        says: a ballast of {ballast} holds a sail of {2 * ballast}, not of {sail}
        why: The first gust tips the boat over.
    columns: {Speed: sail, Ballast: ballast}
sheets:
  - {name: card, title: Card, template: card.svg}
"""
CODE = """\
def list_speeds(planks: int, sail: int) -> list[int]:
    return [max(sail - lost // 2, 0) for lost in range(1, planks + 1)]
"""


def write_boats(folder: Path) -> None:
    """Writes the game without code and with it, and boats that are all different."""
    homes = folder / "games" / "regatta", folder / "code"
    for home in homes:
        shutil.copytree(HOMEBREW / "templates", home / "templates")
        (home / "game.yaml").write_text(GAME, "utf-8")
    game = GAME.replace("kinds:", "python: rules.py\nkinds:", 1)
    formula = re.search('speeds: (".*")', game)
    assert formula
    game = game.replace(formula[1], "list_speeds(planks, sail)")
    (homes[1] / "game.yaml").write_text(game, "utf-8")
    (homes[1] / "rules.py").write_text(CODE, "utf-8")
    boats = [
        f"system: regatta\nid: b{at}\nname: Boat {at}\n"
        f"planks: {2 + at % 11}\nsail: {1 + at % 8}\nballast: 9\n"
        for at in range(CARDS)
    ]
    (folder / "boats.yaml").write_text("---\n".join(boats), "utf-8")


def compare_plain(folder: Path, rounds: int) -> list[Row]:
    """The row of the cards of one game, without code and with it."""
    write_boats(folder)
    found: dict[str, list[float]] = {"plain": [], "code": []}
    for _ in range(max(rounds, 3)):
        for case, times in found.items():
            taken = run_python(BENCH / "plain.py", folder, case)
            times.append(json.loads(taken.output)["seconds"])
    ours, theirs = (median(times) for times in found.values())
    ratio = ours / theirs
    name = f"{CARDS:,} cards of a game without code, against the same with code: s"
    return [make_row(name, f"{ours:.2f}", f"{theirs:.2f}", ratio, at_most(ratio, 1.3, "×"))]


def print_cards(folder: Path, case: str) -> dict[str, float]:
    """Prints all boats; seconds, and the size of the result."""
    from sheetgen.project.project import Project
    from sheetgen.systems.loading import Systems

    gc.disable()
    start = perf_counter()
    systems = Systems([folder / "code"]) if case == "code" else Systems([], [folder])
    result = Project(folder, systems).render("boats.yaml", sheet=["card"])
    size = len(result.pdf())
    return {"seconds": perf_counter() - start, "bytes": size}


if __name__ == "__main__":
    print(json.dumps(print_cards(Path(sys.argv[1]), sys.argv[2])))
