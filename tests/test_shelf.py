"""One order of look-up: own, games' stock, shipped; for fleets, books and commands alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sheetgen.definitions.linking import gather
from sheetgen.definitions.selection import select
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import assets
from sheetgen.systems.loading import Systems

Run = Callable[..., Any]
Writer = Callable[..., Path]
HOMEBREW = Path(__file__).parent / "homebrew"
FLEET = "system: asfos\nfleet: Emerald\nships: [{ship: kestrel}]\n"
BOAT = "system: regatta\nname: Heron\nplanks: 6\nsail: 5\nballast: 3\n"


def name_of(shelf: Shelf, id: str, start: Path | None) -> str:
    found = shelf.find(id, start)
    assert found is not None
    return found.name


def test_the_nearest_one_is_found_first(project: Path, write_ship: Writer) -> None:
    places = ["warrior.yaml", "a/warrior.yaml", "a/ships/blue/warrior.yaml"]
    for place in places:
        write_ship(place, name=place)
    own = Shelf(Systems())
    assert name_of(own, "warrior", project / "a") == places[1]
    assert name_of(own, "warrior", project) == places[0]
    (project / "a" / "warrior.yaml").unlink()
    assert own.refresh()
    assert name_of(own, "warrior", project / "a") == places[2]
    (project / "a" / "ships" / "blue" / "warrior.yaml").unlink()
    assert own.refresh()
    assert name_of(own, "warrior", project / "a") == places[0]
    (project / "warrior.yaml").unlink()
    assert own.refresh()
    assert name_of(own, "warrior", project / "a") == "Warrior"
    assert not own.refresh()


def test_a_large_folder_that_is_no_project_is_searched_for_names_in_part(
    project: Path, write_ship: Writer, run: Run
) -> None:
    for at in range(8):
        (project / f"{at}" / "deep").mkdir(parents=True)
    write_ship("7/kestrel.yaml", name="Near")
    write_ship("7/deep/warrior.yaml", name="Deep")
    with patch("sheetgen.definitions.shelf._MOST", 10):
        marked = run("show", "warrior")
        (project / "templates").rmdir()
        near, deep, wrong = (run("show", id) for id in ("kestrel", "warrior", "kestrle"))
        named = run("show", "7")
    assert (marked.stdout.splitlines()[0], marked.stderr) == ("Deep - A Sky Full of Ships", "")
    assert near.stdout.startswith("Near - ")
    assert deep.stdout.startswith("Warrior - ")
    expected = (
        ".: warning[partly-searched]: only the nearest 10 files and folders in here are"
        " searched for names\n  hint: change to the folder of your project; sheetgen.yaml marks one"
        " of any size\n"
    )
    assert (near.stderr, deep.stderr) == (expected, expected)
    assert (wrong.status, wrong.stderr.count("partly-searched")) == (1, 1)
    assert "did you mean kestrel?" in wrong.stderr
    assert "Deep" in named.stdout, "a folder that is named is searched whole"
    assert named.stderr == ""


def test_games_of_ones_own_come_before_the_shipped_ones(project: Path) -> None:
    systems = Systems([HOMEBREW])
    order = list(Shelf(systems).walk(project))
    stock = [path for path in order if path.is_relative_to(HOMEBREW)]
    shipped = [path for path in order if path.is_relative_to(assets.shipped("ships"))]
    assert stock
    assert shipped
    assert order.index(stock[-1]) < order.index(shipped[0])


@pytest.mark.parametrize("folder", [".", "ships"])
def test_a_fleet_finds_a_ship_in_a_folder_below(
    project: Path, write_ship: Writer, run: Run, folder: str
) -> None:
    """It is printed whether the folder or the fleet alone is named."""
    write_ship(f"{folder}/blue/kestrel.yaml", name="Kestrel")
    fleet = project / folder / "emerald.yaml"
    fleet.write_text(FLEET, "utf-8")
    for what in (folder, fleet):
        shown = run("show", what, "--json")
        assert shown.status == 0, shown.stderr
        assert "emerald" in {one["id"] for one in json.loads(shown.stdout)}
        assert run("render", what, "-o", "out.pdf").status == 0


def test_an_own_ship_comes_before_a_shipped_one_everywhere(
    project: Path, write_ship: Writer, run: Run
) -> None:
    write_ship("ships/warrior.yaml", name="Kestrel")
    (project / "emerald.yaml").write_text(FLEET.replace("kestrel", "warrior"), "utf-8")
    book = "book: B\nfleets: [emerald]\nships: [warrior]\nappendix: false\nchapters: [c.md]\n"
    (project / "book.yaml").write_text(book, "utf-8")
    (project / "c.md").write_text("# Only\n\n{{ ships.warrior.name }} sails.\n", "utf-8")
    assert json.loads(run("show", "warrior", "--json").stdout)[0]["name"] == "Kestrel"
    fleet = json.loads(run("show", "emerald", "--json").stdout)[0]
    assert [ship["name"] for ship in fleet["derived"]["ships"]] == ["Kestrel"]
    assert run("book", "book.yaml", "-o", "b.svg.pdf").status == 0
    from pypdfium2 import PdfDocument

    pdf = PdfDocument((project / "b.svg.pdf").read_bytes())
    text = "\n".join(page.get_textpage().get_text_range() for page in pdf)
    assert "Kestrel sails." in text
    assert "Warrior" not in text


def test_a_book_finds_the_ships_of_a_game_of_ones_own(project: Path, run: Run) -> None:
    """As `render` does, with the same --system."""
    (project / "heron.yaml").write_text(BOAT, "utf-8")
    book = "book: Pond\nships: [dabchick, heron]\nappendix: false\n"
    (project / "book.yaml").write_text(book, "utf-8")
    for command in ("render dabchick heron", "book book.yaml"):
        outcome = run(*command.split(), "-o", "out.pdf", "--system", HOMEBREW)
        assert outcome.status == 0, outcome.stderr


@pytest.mark.parametrize("command", ["render emerald.yaml", "book book.yaml"])
def test_an_own_ship_with_a_mistake_is_not_replaced_by_a_shipped_one(
    project: Path, write_ship: Writer, run: Run, command: str
) -> None:
    write_ship("ships/warrior.yaml", mass="heavy")
    (project / "emerald.yaml").write_text(FLEET.replace("kestrel", "warrior"), "utf-8")
    (project / "book.yaml").write_text("book: B\nfleets: [emerald]\n", "utf-8")
    outcome = run(*command.split(), "-o", "out.pdf")
    assert outcome.status == 1
    assert "ships/warrior.yaml:3:7: error[wrong-type]" in outcome.stderr
    assert not (project / "out.pdf").exists()


def test_what_is_given_together_is_found_wherever_it_lies(
    project: Path, tmp_path: Path, write_ship: Writer
) -> None:
    ship = write_ship("kestrel.yaml", name="Kestrel")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    fleet = elsewhere / "emerald.yaml"
    fleet.write_text(FLEET, "utf-8")
    alone = gather([fleet], Shelf(Systems()))
    assert [d.rule for d in alone.diagnostics] == ["unknown-definition"]
    both = gather([fleet, ship], Shelf(Systems()))
    assert both.diagnostics == []
    assert [d.id for d in both.printed] == ["emerald"]


def test_a_broken_ship_of_another_game_stands_in_nobodys_way(
    project: Path, write_ship: Writer
) -> None:
    (project / "warrior.yaml").write_text("system: airships\nname: W\nframe: none\n", "utf-8")
    (project / "emerald.yaml").write_text(FLEET.replace("kestrel", "warrior"), "utf-8")
    found = gather([project / "emerald.yaml"], Shelf(Systems()))
    assert [d.id for d in found.borrowed] == ["warrior"]
    assert not [d for d in found.diagnostics if d.is_error]


def test_an_id_among_several_definitions_of_a_file(project: Path) -> None:
    two = "".join(
        f"---\nsystem: asfos\nid: {id}\nname: {id.upper()}\nmass: 4\nhull: 2\nengine: 1\n"
        for id in ("knot", "dunlin")
    )
    (project / "waders.yaml").write_text(two, "utf-8")
    found = select(["dunlin"], project, Shelf(Systems()))
    assert [d.name for d in found.definitions] == ["DUNLIN"]


def test_a_file_that_lies_elsewhere_is_hinted_at(
    project: Path, write_ship: Writer, run: Run
) -> None:
    write_ship("ships/kite.yaml", name="Kite")
    outcome = run("render", "kite.yaml", "-o", "out.pdf")
    assert outcome.status == 1
    assert outcome.stderr.startswith("kite.yaml: error[no-file]: there is no such file")
    assert "did you mean ships/kite.yaml?" in outcome.stderr
    assert "did you mean the id warrior?" in run("validate", "warrior.yaml").stderr


def test_a_home_is_not_searched_through(
    project: Path, write_ship: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own files and its ships/ are, but not all that one has."""
    monkeypatch.setenv("HOME", str(project))
    write_ship("deep/down/curlew.yaml", name="Curlew")
    write_ship("ships/knot.yaml", name="Knot")
    shelf = Shelf(Systems())
    assert name_of(shelf, "knot", project) == "Knot"
    assert shelf.find("curlew", project) is None


def test_what_did_not_change_stays_the_very_same(project: Path, write_ship: Writer) -> None:
    write_ship("knot.yaml", name="Knot")
    changing = write_ship("dunlin.yaml", name="Dunlin")
    (project / "emerald.yaml").write_text(FLEET.replace("kestrel", "knot"), "utf-8")
    shelf = Shelf(Systems())
    before = {d.id: d for d in gather([project], shelf).definitions}
    changing.write_text(changing.read_text("utf-8").replace("Dunlin", "Sanderling"), "utf-8")
    assert shelf.refresh()
    after = {d.id: d for d in gather([project], shelf).definitions}
    assert after["dunlin"].name == "Sanderling"
    assert after["knot"] is before["knot"]
    assert after["emerald"] is before["emerald"]
