"""docs/black-skies.md: its figures are the game's."""

from __future__ import annotations

import re
from pathlib import Path

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.black_skies.data import SKILLS, WEIGHTS
from sheetgen.systems.black_skies.maneuver import MANEUVERS, roll_needed, show_roll
from sheetgen.systems.black_skies.reference import tell_option
from sheetgen.systems.loading import Systems

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "black-skies.md").read_text("utf-8")
FIGHTERS = [
    d
    for d in gather([ROOT / "ships" / "black-skies"], Shelf(Systems())).definitions
    if d.kind.name == "fighter"
]


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def test_weights() -> None:
    for size in WEIGHTS.values():
        half, boost = size.hull // 2, size.afterburner
        cells = size.name, size.hardpoints, size.hull, size.die, half, size.acceleration, boost
        assert row(*cells) in TEXT


def test_maneuvers() -> None:
    rows = [
        row(m.card, m.name, o.name, o.difficulty, o.penalty, tell_option(o))
        for m in MANEUVERS
        for o in m.options
    ]
    assert "\n".join(rows) in TEXT


def test_rolls() -> None:
    for difficulty in (1, 2, 3, 4, 6, 8):
        rolls = [show_roll(roll_needed(difficulty, skill)) for skill in SKILLS]
        assert row(difficulty, *rolls) in TEXT


def test_fighters_that_come_along() -> None:
    told = re.findall(r"^\| `([\w-]+)` \| (\w+) \| ([\w, ]+) \| (\d) \|", TEXT, re.MULTILINE)
    own = [
        (
            d.id,
            d.values.record.weight,
            ", ".join(d.values.record.thrusters) or "none",
            str(d.derived["hardpoints_used"]),
        )
        for d in FIGHTERS
        if d.id != "black-tiger"
    ]
    assert sorted(told) == sorted(own)


def test_weapons_that_come_along() -> None:
    """Every weapon of the table with the figures that it has in the fighters, and none beside."""
    _, _, table = TEXT.partition("| weapon | arcs |")
    told = re.findall(
        r"^\| ([A-Z][\w ]+) \| [^|]+ \| (\d) \| ([\d/]+) \| (d\d+) \|$", table, re.MULTILINE
    )
    types = {w.name: w for d in FIGHTERS for w in d.values.record.weapons}
    assert "Laser Cannon" in types
    assert sorted(told) == sorted(
        (w.name, str(w.rate), "/".join(map(str, w.range)), w.damage) for w in types.values()
    )
