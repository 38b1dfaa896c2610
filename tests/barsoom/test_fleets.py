"""Fleets of sky ships, what comes along, and what the commands make of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.units import PAPERS
from sheetgen.pages.layout import Layout
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.loading import Systems
from tests.barsoom.game import SYSTEM

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "ships" / "barsoom"
LONG = "The Extraordinarily Long-Winded Ambassador of Far Harmonies"
Run = Callable[..., Any]


@pytest.fixture
def read(project: Path) -> Callable[[str], Collection]:
    """Reads a fleet of the given ships."""

    def make(ships: str) -> Collection:
        path = project / "home.yaml"
        path.write_text(f"system: barsoom\nfleet: Home\nships: {ships}\n", "utf-8")
        return gather([path], Shelf(Systems()))

    return make


def list_members(collection: Collection) -> list[tuple[str, str]]:
    assert not [d for d in collection.diagnostics if d.is_error], collection.diagnostics
    return [(m.id, m.name) for m in collection.definitions[0].values.members]


# IDs and names


def test_ships_are_numbered_by_class(read: Callable[[str], Collection]) -> None:
    found = read("[{ship: sandpiper, count: 2}, {ship: high-water}, {ship: tinderbox}]")
    assert list_members(found) == [
        ("S1", "Sandpiper"), ("S2", "Sandpiper"), ("C1", "High Water"), ("S3", "Tinderbox"),
    ]  # fmt: skip


def test_given_ids_are_not_given_twice(read: Callable[[str], Collection]) -> None:
    found = read("[{ship: windhover, count: 2}, {ship: dust-devil, ids: [M1], names: [Imp]}]")
    assert list_members(found) == [("M2", "Windhover"), ("M3", "Windhover"), ("M1", "Imp")]


def test_a_fleet_is_summed_up(read: Callable[[str], Collection]) -> None:
    collection = read("[{ship: high-water}, {ship: sandpiper, count: 2}]")
    of = collection.definitions[0].derived
    # crew 36 + 2 × 5; cards 15 + 2 × 16; High Water has 1 + 2 + 6 + 4 + 1 = 14 guns, a Sandpiper 2
    assert (of["crew"], of["cards"], of["guns"], of["count"]) == (46, 47, 18, 3)
    assert (of["capital"], of["medium"], of["small"]) == (1, 0, 2)
    assert [row["id"] for row in of["ships"]] == ["C1", "S1", "S2"]


# What comes along


def test_what_comes_along() -> None:
    collection = gather([SHIPPED], Shelf(Systems()))
    assert not collection.diagnostics
    ships = [d.values for d in collection.definitions if d.kind.name == "ship"]
    classes = sorted(ship.record.class_name for ship in ships)
    assert classes == ["capital", *["medium"] * 3, *["small"] * 3]
    assert all(ship.description for ship in ships)
    assert [d.id for d in collection.printed] == ["last-well", "lock-keeper"]


EXTREMES = f"""\
system: barsoom
id: most
name: {LONG}
class: capital
speed: 36
handling: {{ascends: 3, reverses: 3, turns: 3}}
crew: 90
length: 60
beam: 7
weapons:
  - {{name: Thirty-six letters are the most here, type: heavy, side: bow, count: 3, rolls: 6}}
  - {{name: Thirty-six letters are the most here, type: heavy, side: bow, count: 3}}
  - {{name: Thirty-six letters are the most here, type: medium, side: port, count: 5}}
  - {{name: Thirty-six letters are the most here, type: heavy, side: port, count: 3}}
  - {{name: Thirty-six letters are the most here, type: light, side: port, automatic: true}}
  - {{name: Thirty-six letters are the most here, type: light, side: starboard, count: 9}}
  - {{name: Thirty-six letters are the most here, type: heavy, side: turret, count: 4}}
  - {{name: Thirty-six letters are the most here, type: heavy, side: stern, count: 4}}
---
{{system: barsoom, id: least, name: Wee, class: small, speed: 1, crew: 0, bombs: 0, length: 4,
 beam: 7, handling: {{ascends: 1, turns: 1}}}}
---
system: barsoom
id: fleet
fleet: {LONG}
ships:
  - {{ship: most, count: 2, ids: [Flagship 123, C], names: [{LONG}, Öde Ἀργώ & Шторм]}}
  - {{ship: least, count: 4}}
---
system: barsoom
id: scenario
scenario: {LONG}
table: {{width: 20, depth: 20}}
turns: 99
terrain:
  - {{type: rock, name: {LONG}, at: [9, 9], size: [18, 3], top: 12}}
  - {{type: ruins, name: {LONG}, size: [3, 18]}}
  - {{type: marker, size: 0.5, top: 0}}
sides:
  - {{name: {LONG[:40].strip()}, fleet: fleet}}
  - {{name: R, ships: [{{ship: least, count: 20}}]}}
deployment:
  - {{side: {LONG[:40].strip()}, area: {{edge: left, within: 99}}, level: 12}}
  - {{side: R, area: {{corner: top-right, within: 1}}, level: 0}}
"""


@pytest.mark.whole
def test_every_sheet_of_extreme_ships_is_printed_on_both_papers(project: Path) -> None:
    file = project / "extremes.yaml"
    file.write_text(EXTREMES, "utf-8")
    collection = gather([file], Shelf(Systems()))
    assert not [d for d in collection.diagnostics if d.is_error], collection.diagnostics
    press = Press(project)
    for sheet in SYSTEM.sheets:
        fitting = [d for d in collection.definitions if d.kind.name in sheet.kinds]
        for paper in ("a4", "letter"):
            order = Order(Layout(PAPERS[paper]), sheets=[sheet.name])
            assert press.lay_out(list(press.draw_sheets(fitting, order)), order), sheet.name


# Commands


def test_a_ship_by_itself_prints_its_card_and_deck(run: Run) -> None:
    outcome = run("render", "tinderbox", "-o", "ship.pdf", "--duplex", "none")
    assert (outcome.status, outcome.stdout) == (
        0,
        "ship.pdf: 19 pieces on 3 pages, 68 % of the paper used\n",
    )


def test_a_card_can_be_filled_on_a_screen(run: Run, project: Path) -> None:
    outcome = run("render", "tinderbox", "-o", "s.pdf", "--fillable", "--sheet", "ship-card")
    assert outcome.status == 0, outcome.stderr
    with pikepdf.open(project / "s.pdf") as pdf:
        fields = [str(field.TU).removeprefix("Tinderbox, ") for field in pdf.pages[0].Annots]
    # 12 damages on the card and 3 on the options, each with three sixes
    assert sum(" damage" in name for name in fields) == 15
    assert sum(" six" in name for name in fields) == 45
    assert {"turn lost damage 4", "turn lost six 12", "first option six 3"} <= set(fields)
    assert [name for name in fields if "crew" in name][:2] == ["crew left", "crew 1"]
    assert sum(name.startswith("crew") for name in fields) == 7
    assert sum(name.endswith(("lost", "lost 1", "lost 2")) for name in fields) == 3
    assert sum(name.startswith("level") for name in fields) == 13
    assert {"first option", "second option", "third option", "notes"} <= set(fields)


def test_show_json_has_the_keys_of_the_contract(run: Run) -> None:
    (row,) = json.loads(run("show", "sandpiper", "--json").stdout)
    assert (row["system"], row["kind"], row["definition"]["class"]) == ("barsoom", "ship", "small")
    keys = "speed deck cards options_per_turn bombs descend_levels ascend_levels weapons"
    assert row["derived"].keys() >= set(keys.split())
    assert row["derived"]["deck"]["Extra Ascend"] == 1
    assert [weapon["range"] for weapon in row["derived"]["weapons"]] == [60, 48]


@pytest.mark.parametrize("kind", ["ship", "fleet", "scenario"])
def test_new_definitions_are_right(run: Run, project: Path, kind: str) -> None:
    assert run("new", "barsoom", "Iron & Air", "--kind", kind).status == 0
    outcome = run("validate", "--strict")
    assert outcome.status == 0, outcome.stdout + outcome.stderr
    outcome = run("render", "-o", "new.pdf")
    assert outcome.status == 0, outcome.stderr
    with closing(PdfDocument(project / "new.pdf")) as document:
        assert "Iron & Air" in document[0].get_textpage().get_text_range()


def test_a_new_project_prints(run: Run) -> None:
    assert run("init", "terns", "--game", "barsoom").status == 0
    assert run("validate", "terns", "--strict").status == 0
    assert run("render", "terns", "-o", "terns.pdf").status == 0
