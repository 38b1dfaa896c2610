"""IDs of what is printed together: numbered on from side to side, on every sheet of every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from types import SimpleNamespace as Thing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.shelf import Shelf
from sheetgen.printing.press import Press
from sheetgen.systems.kit import fleet
from sheetgen.systems.kit import fleet as numbering
from sheetgen.systems.loading import Systems

SHIPS = Path(__file__).resolve().parents[2] / "ships"
GAMES = {
    "airships": ("nightjar", "CV"),
    "asfos": ("swordfish", "CA"),
    "barsoom": ("windhover", "M"),
}
"""A ship of each game that has IDs, and the code of its class."""
SAMPLE = [
    pytest.param(game, marks=pytest.mark.whole if at else ()) for at, game in enumerate(GAMES)
]
"""The games; all but one are for `--all`, as they share the code."""

Run = Callable[..., Any]


class Pier:
    """Finds a ship of any name; its code is its first letter."""

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        return Thing(name=id.capitalize())


Linked = fleet.LinkedFleet


def link(*entries: dict[str, Any], name: str = "F") -> Linked:
    ships = [fleet.Entry(**{"ship": "kestrel", **entry}) for entry in entries]
    called = fleet.call_ships(ships, Pier(), lambda ship: ship.name[0])
    return fleet.LinkedFleet(Thing(fleet=name, ships=ships), tuple(called))


def name_all(*sides: Linked) -> list[str]:
    """The IDs of each side where they meet, in one text each."""
    return [" ".join(ids) for ids in numbering.number_sides(sides)]


# Worked examples


def test_each_side_is_numbered_on_from_the_one_before() -> None:
    one = link({"count": 3}, {"ship": "gull"})
    two = link({"ship": "gull"}, {"count": 2}, {"ship": "tern"})
    assert name_all(one, two, one) == ["K1 K2 K3 G1", "G2 K4 K5 T1", "K6 K7 K8 G3"]
    assert name_all(two, one) == ["G1 K1 K2 T1", "K3 K4 K5 G2"]


def test_ids_that_were_written_stay_and_nobody_else_gets_them() -> None:
    one = link({"count": 3})
    two = link({"count": 2, "ids": ["K2", "Flag"]}, {})
    assert name_all(one, two) == ["K1 K3 K4", "K2 Flag K5"]
    assert name_all(two, one) == ["K2 Flag K1", "K3 K4 K5"]


def test_ids_that_two_sides_wrote_stay_too() -> None:
    one, two = link({"ids": ["K1"]}, name="One"), link({}, {"ids": ["K1"]}, name="Two")
    assert name_all(one, two) == ["K1", "K2 K1"]
    (found,) = numbering.shared_ids.find(two, [one])
    assert found[:2] == (("ships", 1, "ids", 0), "the ID K1 is taken by a ship of One")
    assert list(numbering.shared_ids.find(one, [])) == []


def test_a_side_that_keeps_its_ids_is_the_very_same() -> None:
    one, two = link({}), link({})
    ids = numbering.number_sides([one, two])
    assert one.take((0, ids[0])) is one
    taken = two.take((1, ids[1]))
    assert (one.place, taken.place) == (0, 1)
    assert [m.id for m in taken.members] == ["K2"] and [m.id for m in two.members] == ["K1"]
    assert taken.members[0].ship is two.members[0].ship


def test_what_has_no_ids_keeps_none() -> None:
    """As with the elements of Black Skies, which go by suits of their side's own cards."""
    flight: Any = fleet.LinkedFleet(Thing(fleet="F"), (Thing(name="Tiger"),))
    assert numbering.number_sides([flight, link({})]) == [("",), ("K1",)]
    assert flight.take((0, ("",))) is flight
    assert list(numbering.shared_ids.find(flight, [flight])) == []


# What always holds

IDS = st.sampled_from(["K1", "K2", "K3", "G1", "B1", "B2"])


@st.composite
def fleets(draw: st.DrawFn) -> Linked:
    """A fleet some of whose IDs are written, none of them twice."""
    written = draw(st.lists(IDS, unique=True, max_size=3))
    made: list[dict[str, Any]] = []
    while written or not made:
        count = draw(st.integers(1, 3))
        own, written = written[:count], written[count:]
        made.append({"ship": draw(st.sampled_from(["kestrel", "gull"])), "count": count})
        if own:
            made[-1]["ids"] = own
    return link(*made)


@given(st.lists(fleets(), min_size=1, max_size=4))
def test_all_ids_differ_but_those_that_were_written_twice(sides: list[Linked]) -> None:
    ids = numbering.number_sides(sides)
    written = list(chain.from_iterable(map(numbering.list_written, sides)))
    everything = list(chain.from_iterable(ids))
    for identity in set(everything):
        assert everything.count(identity) == max(1, written.count(identity))
    for side, own in zip(sides, ids, strict=True):
        assert [m.id for m in side.members if m.code is None] == [
            identity for m, identity in zip(side.members, own, strict=True) if m.code is None
        ]
    told = [
        found
        for at, side in enumerate(sides)
        for found in numbering.shared_ids.find(side, sides[:at])
    ]
    assert len(told) == len(written) - len(set(written))


@given(st.lists(fleets(), min_size=1, max_size=4))
def test_the_order_of_sides_decides(sides: list[Linked]) -> None:
    ids = numbering.number_sides(sides)
    for code in "KG":
        numbers = [
            int(identity[1:])
            for side, own in zip(sides, ids, strict=True)
            for member, identity in zip(side.members, own, strict=True)
            if member.code == code
        ]
        assert numbers == sorted(numbers)


@given(fleets())
def test_a_fleet_alone_is_as_it_was(side: Linked) -> None:
    (ids,) = numbering.number_sides([side])
    assert side.take((0, ids)) is side


# In the games


def write_fleets(folder: Path, game: str, *lines: str) -> None:
    """A fleet for each line of ships: `a.yaml` is Fleet A …"""
    for name, ships in zip("abcd", lines, strict=False):
        text = f"system: {game}\nfleet: Fleet {name.upper()}\nships: [{ships}]\n"
        (folder / f"{name}.yaml").write_text(text, "utf-8")


def read_pages(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in PdfDocument(pdf)]


def find_ids(texts: Sequence[str], code: str) -> set[str]:
    return set(re.findall(rf"\b{code}\d+\b", "\n".join(texts)))


@pytest.mark.parametrize("game", SAMPLE)
def test_every_sheet_of_the_fleets_has_the_same_ids(game: str, project: Path) -> None:
    ship, code = GAMES[game]
    write_fleets(project, game, f"{{ship: {ship}, count: 2}}", f"{{ship: {ship}, count: 3}}")
    opened = sheetgen.open_project(project)
    system = opened.systems.get(game)
    assert system is not None
    alone = {name: opened.render(name).pdf() for name in "ab"}
    shown = opened.definitions[1].derived
    for sheet in (sheet.name for sheet in system.sheets if "fleet" in sheet.kinds):
        ids = [find_ids(read_pages(opened.render(name, sheet=sheet).pdf()), code) for name in "ab"]
        if ids[1]:
            assert ids == [{f"{code}{n}" for n in (1, 2)}, {f"{code}{n}" for n in (1, 2, 3)}], sheet
        together = find_ids(read_pages(opened.render("b", "a", sheet=sheet).pdf()), code)
        assert together == ({f"{code}{n}" for n in range(1, 6)} if ids[1] else set()), sheet
    assert {name: opened.render(name).pdf() for name in "ab"} == alone
    assert opened.definitions[1].derived == shown


def test_fleets_of_the_command_line_are_numbered_in_its_order(project: Path, run: Run) -> None:
    write_fleets(project, "airships", "{ship: halcyon}", "{ship: halcyon, count: 2}")
    words = ["--sheet", "roster", "--pack", "sheet", "-o", "out.pdf"]
    for names, first in ((("a", "b"), "CV1 CV2 CV3"), (("b", "a"), "CV1 CV2 CV3")):
        assert run("render", *names, *words).status == 0
        found = re.findall(r"\bCV\d+\b", "\n".join(read_pages((project / "out.pdf").read_bytes())))
        assert " ".join(dict.fromkeys(found)) == first
        pages = read_pages((project / "out.pdf").read_bytes())
        assert find_ids([page for page in pages if "fleet a" in page.casefold()], "CV") == (
            {"CV1"} if names[0] == "a" else {"CV3"}
        )


def test_wings_go_by_the_id_of_their_ship(project: Path) -> None:
    write_fleets(project, "airships", "{ship: halcyon}", "{ship: halcyon}")
    pdf = sheetgen.open_project(project).render("a", "b", sheet="wing-cards").pdf()
    found = set(re.findall(r"\bCV\d\w*", "\n".join(read_pages(pdf))))
    assert {"CV1a", "CV1b", "CV1c", "CV2a", "CV2b", "CV2c"} <= found


def test_losses_keep_their_ship(project: Path) -> None:
    """An ID that stands in `state` is written too."""
    losses = "{ship: swordfish, count: 2, state: {CA2: {hull: 3}}}"
    write_fleets(project, "asfos", "{ship: swordfish, count: 3}", losses)
    sides = tell_apart(gather([project], Shelf(Systems())).definitions)
    members = [[(m.id, m.record.state.hull) for m in side.values.members] for side in sides]
    assert members == [[("CA1", 0), ("CA3", 0), ("CA4", 0)], [("CA5", 0), ("CA2", 3)]]


def test_the_sides_of_a_scenario_are_numbered_on() -> None:
    scenario = gather([SHIPS / "asfos" / "the-ice-toll.yaml"], Shelf(Systems())).definitions[0]
    sides = [[m.id for m in side.fleet.members] for side in scenario.values.sides]
    for side in sides:
        assert len(set(side)) == len(side)
    assert not set(sides[0]) & set(sides[1])
    assert {"DN1", "BB1", "CA1"} <= set(sides[0])
    assert "DN2" in sides[1]
    # Its fleets alone are as they were.
    alone = [ship.values for ship in scenario.links if ship.kind.name == "fleet"]
    assert all(side.members[0].id.endswith("1") for side in alone)


def test_a_scenario_is_a_battle_of_its_own(project: Path) -> None:
    """What else is printed leaves its IDs alone, and its fleets are printed with it only."""
    write_fleets(project, "asfos", *["{ship: swordfish, count: 2}"] * 3)
    text = "system: asfos\nscenario: S\ntable: {width: 4, depth: 4}\nsides: [%s]\n"
    sides = "{name: X, fleet: c}, {name: Y, ships: [{ship: swordfish}]}, {name: Z, fleet: c}"
    (project / "s.yaml").write_text(text % sides, "utf-8")
    printed = tell_apart(gather([project], Shelf(Systems())).printed)
    assert [d.id for d in printed] == ["a", "b", "s"]
    assert [[m.id for m in d.values.members] for d in printed[:2]] == [
        ["CA1", "CA2"],
        ["CA3", "CA4"],
    ]
    ids = [[m.id for m in side.fleet.members] for side in printed[2].values.sides]
    assert ids == [["CA1", "CA2"], ["CA3"], ["CA4", "CA5"]]


def test_black_skies_goes_by_suits(project: Path) -> None:
    flights = gather([SHIPS / "black-skies"], Shelf(Systems())).printed
    told = tell_apart(flights)
    sides = [d.values for d in told if d.kind.name == "fleet"]
    assert [side.place for side in sides] == [*range(len(sides))]
    assert [d.values for d in told if d.kind.name == "fighter"] == [
        d.values for d in flights if d.kind.name == "fighter"
    ]
    for side in sides:
        assert side.members == next(d.values for d in flights if d.values.name == side.name).members


def test_books_have_the_ids_of_their_scenario(project: Path, run: Run) -> None:
    chapter = (
        '{{ sheet("scenario", "asfos/the-ice-toll") }}\n{{ fleet_table("threshold-watch") }}\n'
    )
    (project / "one.md").write_text(f"# One\n\n{chapter}", "utf-8")
    book = "book: B\nfleets: [ondaro-cast, threshold-watch]\nchapters: [one.md]\n"
    (project / "b.yaml").write_text(book, "utf-8")
    pages = read_pages(sheetgen.open_project(project).publish("b.yaml").pdf())
    table = next(page for page in pages if "Total" in page)
    assert "DN2" in table and "DN1" not in table


# Kept from one print to the next


def test_a_warm_project_prints_what_a_fresh_one_does(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_fleets(project, "barsoom", *["{ship: windhover}"] * 3)
    warm = sheetgen.open_project(project)
    drawn: list[str] = []
    draw = Press.draw

    def count(press: Press, template: str, sheet: Any, title: str, *more: Any) -> Any:
        drawn.append(title)
        return draw(press, template, sheet, title, *more)

    monkeypatch.setattr(Press, "draw", count)

    def print_cards(*names: str) -> list[str]:
        """Which ships are drawn again."""
        drawn.clear()
        pdf = warm.render(*names, sheet="ship-card").pdf()
        again = [title for title in drawn if title != "margin"]
        assert pdf == sheetgen.open_project(project).render(*names, sheet="ship-card").pdf()
        return again

    assert len(print_cards("a", "b", "c")) == 3
    assert print_cards("a", "b", "c") == []
    assert print_cards("a", "c") == ["M2 Windhover"]  # the third is now the second
    assert print_cards("a") == print_cards("c", "a")[:0] == []
    write_fleets(project, "barsoom", "{ship: windhover, names: [Gale]}")
    warm.refresh()
    assert print_cards("a", "b", "c") == ["M1 Gale"]
    write_fleets(project, "barsoom", "{ship: windhover, ids: [M2]}")
    warm.refresh()
    assert print_cards("a", "b", "c") == ["M2 Windhover", "M1 Windhover"]


def test_a_definition_with_the_same_ids_is_the_very_same(project: Path) -> None:
    write_fleets(project, "barsoom", *["{ship: windhover}"] * 2)
    found: list[Definition] = gather([project], Shelf(Systems())).definitions
    one, two = tell_apart(found), tell_apart(found)
    assert one[0] is two[0] is found[0]
    assert one[1] is two[1] is not found[1]
    assert tell_apart(found[1:]) == found[1:]


# IDs that were written twice


@pytest.mark.parametrize("game", SAMPLE)
def test_ids_that_two_fleets_wrote_are_reported_where_they_stand(
    game: str, project: Path, run: Run
) -> None:
    ship, _ = GAMES[game]
    ids = f"{{ship: {ship}, count: 2, ids: [X1, X2]}}"
    write_fleets(project, game, ids, f"{{ship: {ship}}}", ids.replace("X1", "X9"))
    for words in (("validate",), ("render", "--sheet", "roster", "-o", "out.pdf")):
        outcome = run(*words)
        assert outcome.status == 0
        said = re.findall(r"^.*\[shared-id\].*$", outcome.stderr, re.MULTILINE)
        column = len(f"ships: [{{ship: {ship}, count: 2, ids: [X9, ") + 1
        message = "warning[shared-id]: the ID X2 is taken by a ship of Fleet A"
        assert said == [f"c.yaml:3:{column}: {message}"]
    assert "shared-id" not in run("validate", "a.yaml", "b.yaml").stderr
    assert run("validate", "--strict", "a.yaml", "c.yaml").status == 1


def test_an_id_of_many_fleets_is_told_of_the_first_that_has_it(project: Path, run: Run) -> None:
    write_fleets(project, "asfos", *["{ship: warrior, ids: [X1]}"] * 4)
    said = re.findall(r"^(.*):3:.*\[shared-id\].* (Fleet .)$", run("validate").stderr, re.MULTILINE)
    assert said == [(f"{name}.yaml", "Fleet A") for name in "bcd"]


def test_sides_that_wrote_the_same_ids_are_reported_in_their_scenario(
    project: Path, run: Run
) -> None:
    write_fleets(project, "asfos", "{ship: swordfish, ids: [CA1]}")
    text = "system: asfos\nscenario: S\ntable: {width: 4, depth: 4}\nsides:\n%s"
    sides = "- {name: X, fleet: a}\n- {name: Y, fleet: a}\n"
    sides += "- {name: Z, ships: [{ship: swordfish, ids: [CA1]}]}\n"
    (project / "s.yaml").write_text(text % sides, "utf-8")
    said = re.findall(r"^(.*): warning\[shared-id\]", run("validate").stderr, re.MULTILINE)
    assert said == ["s.yaml:6:20", "s.yaml:7:45"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rule_is_on_the_page_of_the_game(game: str) -> None:
    page = (SHIPS.parent / "docs" / f"{game}.md").read_text("utf-8")
    assert "| `shared-id` | warning |" in page
