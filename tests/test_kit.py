"""sheetgen.systems.column and sheetgen.systems.kit: columns, fleets, rosters, starters."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace as Thing
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.column import (
    Column,
    Table,
    add_up,
    derive_values,
    find_columns,
    pick_values,
    read_values,
    tabulate_parts,
)
from sheetgen.systems.contract import Look
from sheetgen.systems.kit import fleet, roster
from sheetgen.systems.kit import fleet as numbering
from sheetgen.systems.loading import Systems

GAMES = Systems().all()
SHIP = Thing(name="Kestrel", mass=3, frame=Thing(hull=5), arms=[], crew=None)
bounded = settings(max_examples=100)


# Columns


def test_where_a_value_comes_from() -> None:
    columns = (Column("mass"), Column("hull", "frame.hull"), Column("twice", lambda s: 2 * s.mass))
    assert derive_values(columns, SHIP) == {"mass": 3, "hull": 5, "twice": 6}


def test_a_function_may_yield_its_values() -> None:
    column = Column("parts", lambda s: (n for n in range(s.mass)))
    assert derive_values([column], SHIP) == {"parts": [0, 1, 2]}
    assert read_values([column], SHIP) == {"parts": [0, 1, 2]}


def test_a_column_stands_only_where_it_is_named() -> None:
    columns = (
        Column("mass", table="Mass", fact="Weight", sheet="m"),
        Column("silent", "mass", quiet=True),
        Column(value="frame.hull", compare="Hull", sheet="h"),
        Column("hit_points", "frame.hull", "{} points".format),
        Column(value="name", show="called"),
    )
    assert derive_values(columns, SHIP) == {"mass": 3, "silent": 3, "hit_points": 5}
    shown = {"mass": 3, "hit points": "5 points", "called": "Kestrel"}
    assert read_values(columns, SHIP) == shown
    assert pick_values(columns, "table", SHIP) == {"Mass": 3}
    assert pick_values(columns, "fact", SHIP) == {"Weight": 3}
    assert pick_values(columns, "compare", SHIP) == {"Hull": 5}
    assert pick_values(columns, "sheet", SHIP) == {"m": 3, "h": 5}
    assert list(find_columns(columns, "sheet").values()) == [columns[0], columns[2]]


GUN = (
    Column("gun", "name"),
    Column("range", text="{}″".format),
    Column("secret", lambda g: 1, quiet=True),
    Column(value=lambda g: "!", show=""),
)
GUNS = [Thing(name="Ray", range=12), Thing(name="Ram", range=1)]


def test_parts_are_dicts_in_json_and_a_table_for_people() -> None:
    column = Column("arms", of=GUN)
    armed = Thing(arms=GUNS)
    assert column.derive(armed) == [
        {"gun": "Ray", "range": 12, "secret": 1},
        {"gun": "Ram", "range": 1, "secret": 1},
    ]
    table = column.read(armed)
    assert table == Table(["gun", "range", ""], [["Ray", "12″", "!"], ["Ram", "1″", "!"]])
    assert (column.derive(SHIP), column.read(SHIP)) == ([], [])


def test_the_table_of_the_parts_has_totals() -> None:
    parts = (
        Column("id", "name", compare="ID"),
        Column(value="name", compare="Name"),
        Column("range", compare="Range", total=True),
        Column(value=lambda g: "x", sheet="not in books"),
    )
    columns = (Column("name"), Column("arms", of=parts))
    (table,) = tabulate_parts(columns, Thing(name="A", arms=GUNS))
    rows = [["Ray", "Ray", 12], ["Ram", "Ram", 1]]
    assert table == Table(["ID", "Name", "Range"], rows, ["", "Total", 13])
    assert list(tabulate_parts([Column("arms", of=GUN)], Thing(arms=GUNS))) == []


def test_without_totals_there_is_no_foot() -> None:
    (table,) = tabulate_parts([Column("arms", of=(Column("name", compare="N"),))], Thing(arms=GUNS))
    assert table.totals == ()


def test_what_is_none_counts_nothing() -> None:
    crew = Column("crew", compare="Crew", sheet="crew", total=True)
    assert add_up([crew], "compare", [SHIP, Thing(crew=4), Thing(crew=3)]) == {"Crew": 7}


@pytest.mark.parametrize("system", GAMES, ids=lambda system: str(system.id))
def test_what_is_listed_and_compared_can_be_worked_out_of_all_shipped(system: Any) -> None:
    """Every place of every column, for everything that comes along."""
    ships = Path(__file__).parents[1] / "ships" / system.id
    definitions = gather([ships], Shelf(Systems())).definitions
    assert {d.kind.name for d in definitions} == {kind.name for kind in system.kinds}
    for definition in definitions:
        assert definition.apply(read_values)
        assert definition.apply(pick_values, "table")
        for column in definition.kind.columns:
            for part in column.get(definition.values) if column.of else ():
                rows = [pick_values(column.of, spot, part) for spot in ("compare", "sheet")]
                assert None not in (*rows[0].values(), *rows[1].values())


# Fleets: IDs, names, limits


class Flotilla(fleet.Fleet):
    """A fleet of a game that is only here."""

    system: Literal["regatta"]
    points_limit: int | None = None
    ships: list[fleet.Entry]
    counters: Any = None


class Pier:
    """Finds a ship of any name but `missing`; its code is its first letter."""

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        assert path[0] == "ships" and path[2] == "ship"
        return None if id == "missing" else Thing(name=id.capitalize())


def call(*entries: dict[str, Any]) -> list[fleet.Member]:
    ships = [fleet.Entry(**{"ship": "kestrel", **entry}) for entry in entries]
    return list(fleet.call_ships(ships, Pier(), lambda ship: ship.name[0]))


def link(*entries: dict[str, Any], **more: Any) -> fleet.LinkedFleet:
    ships = [{"ship": "kestrel", **entry} for entry in entries]
    values = {"system": "regatta", "fleet": "F", "ships": ships, **more}
    return fleet.LinkedFleet(Flotilla(**values), tuple(call(*entries)))


def test_ships_are_named_and_numbered_in_order() -> None:
    found = call({"count": 2, "ids": ["K2"]}, {"ship": "missing"}, {"ship": "gull", "names": ["A"]})
    assert [(m.id, m.name, m.number, m.at) for m in found] == [
        ("K2", "Kestrel", 1, 0),
        ("K1", "Kestrel", 2, 0),
        ("G1", "A", 3, 2),
    ]
    assert [(m.title, m.design) for m in found[1:]] == [("K1 Kestrel", ""), ("G1 A", "Gull")]


def test_a_ship_by_itself_is_a_member_without_an_id() -> None:
    (member,) = fleet.list_members(Thing(name="Tern"))
    assert (member.id, member.title, member.design) == ("", "Tern", "")
    whole = link({"count": 3})
    assert fleet.list_members(whole) is whole.members


NAMES = st.sampled_from(["K1", "K2", "K3", "G1", "B1", "B2"])


@st.composite
def entries(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Entries that name some of their IDs, none of them twice."""
    given_ids = draw(st.lists(NAMES, unique=True))
    made: list[dict[str, Any]] = []
    while given_ids or not made:
        count = draw(st.integers(1, 4))
        own, given_ids = given_ids[:count], given_ids[count:]
        made.append({"ship": draw(st.sampled_from(["kestrel", "gull"])), "count": count})
        if own:
            made[-1]["ids"] = own
    return made


@bounded
@given(entries())
def test_every_ship_has_an_id_of_its_own(made: list[dict[str, Any]]) -> None:
    ids = [member.id for member in call(*made)]
    assert all(ids) and len(set(ids)) == len(ids) == sum(entry["count"] for entry in made)
    assert {name for entry in made for name in entry.get("ids", ())} <= set(ids)


@bounded
@given(st.sets(NAMES), st.lists(st.sampled_from("KGB")))
def test_numbering_never_gives_a_taken_id(taken: set[str], codes: list[str]) -> None:
    give = numbering.number_ships(taken)
    given_ids = [give(code) for code in codes]
    assert not taken & set(given_ids)
    assert len(set(given_ids)) == len(given_ids)
    for code in "KGB":  # and no number is left out but for those
        numbers = [int(one[1:]) for one in given_ids if one[0] == code]
        skipped = {n for n in range(1, max(numbers, default=0)) if n not in numbers}
        assert {f"{code}{n}" for n in skipped} <= taken
        assert all(one < two for one, two in pairwise(numbers))


def find(check: Any, linked: Any) -> list[tuple[Any, ...]]:
    return [tuple(found[:3]) for found in check.find(linked)]


def test_ids_and_names_are_one_for_each_ship() -> None:
    linked = link({"count": 2, "ids": ["A", "A"], "names": ["X"]}, {"ids": ["A"]})
    assert [(path, message) for path, message, _ in find(fleet.ship_ids, linked)] == [
        (("ships", 0, "names"), "names: 1 is given for 2 ships"),
        (("ships", 0, "ids", 1), "the ID A is given twice in this fleet"),
        (("ships", 1, "ids", 0), "the ID A is given twice in this fleet"),
    ]
    assert find(fleet.ship_ids, link({"count": 2, "ids": ["A", "B"]}, {})) == []


@pytest.mark.parametrize(
    ("limit", "hint"), [(None, None), (9, None), (8, "1 point too many"), (7, "2 points too many")]
)
def test_a_limit_may_be_reached(limit: int | None, hint: str | None) -> None:
    linked = Thing(fleet=Thing(points_limit=limit), points=9)
    message = f"the ships come to 9 points, but the limit is {limit}"
    told = [(("points_limit",), message, hint)] if hint else []
    assert find(fleet.limit_fleet(), linked) == told


def test_a_limit_may_count_something_else() -> None:
    check = fleet.limit_fleet("guns", "they have")
    linked = Thing(fleet=Thing(guns_limit=1), guns=3)
    message = "they have 3 guns, but the limit is 1"
    assert find(check, linked) == [(("guns_limit",), message, "2 guns too many")]
    assert check.rule.what == "A fleet has more guns than its limit."
    assert check.rule.name == fleet.limit_fleet().rule.name == "over-limit"


@pytest.mark.parametrize(
    ("fold", "back", "told"), [(True, "none", 1), (True, "name", 0), (False, "none", 0)]
)
def test_a_counter_is_folded_over_its_back(fold: bool, back: str, told: int) -> None:
    linked = link({}, counters=Thing(fold=fold, back=back))
    assert len(find(fleet.fold_without_back, linked)) == told


# Rosters

COLUMNS = (
    Column("id", sheet="id"),
    Column(value="number", sheet="tally", total=True),
    Column(value="design", compare="Design"),
)


def test_a_roster_has_rows_pages_and_totals() -> None:
    linked = link({"count": 3}, colour="#123456")
    rows = roster.make_rows(COLUMNS, linked.members)
    pages = [rows[:2], rows[2:]]
    prints = list(roster.print_roster(linked, Look(), pages, COLUMNS, speed=6))
    assert [piece.title for piece in prints] == ["F, roster 1 of 2", "F, roster 2 of 2"]
    one, two = (piece.data for piece in prints)
    assert [(row.id, row.tally) for row in (*one.rows, *two.rows)] == [
        ("K1", 1),
        ("K2", 2),
        ("K3", 3),
    ]
    assert (two.name, two.colour, two.page, two.pages) == ("F", "#123456", 2, 2)
    assert (one.tally, two.tally, two.speed) == (6, 6, 6)
    assert not hasattr(one.rows[0], "Design")


def test_a_roster_of_one_page_has_no_number_and_the_colour_of_the_run() -> None:
    linked = link({}, colour="#123456")
    rows = roster.make_rows(COLUMNS, linked.members)
    (piece,) = roster.print_roster(linked, Look("#abcdef"), [rows])
    assert (piece.title, piece.data.colour) == ("F, roster", "#abcdef")


@pytest.mark.parametrize(("limit", "text"), [(None, ""), (0, "0"), (120, "120")])
def test_a_limit_of_nothing_is_printed(limit: int | None, text: str) -> None:
    assert roster.write_limit(limit) == text


@bounded
@given(st.lists(st.integers(1, 60), min_size=1), st.integers(0, 5))
def test_stacked_rows_stay_within_their_page(heights: list[int], gap: int) -> None:
    pages = list(roster.stack_rows(heights, float, 50, gap))
    assert [height for page in pages for _, height in page] == heights
    for page in pages:
        assert page[0][0] == 0
        assert len(page) == 1 or page[-1][0] + page[-1][1] <= 50
        assert all(one + height + gap == two for (one, height), (two, _) in pairwise(page))
    for page, after in pairwise(pages):  # and no page ends too early
        assert page[-1][0] + page[-1][1] + gap + after[0][1] > 50


# Starters


@pytest.mark.parametrize("system", GAMES, ids=lambda system: str(system.id))
def test_the_project_of_a_game_is_in_order(system: Any, tmp_path: Path) -> None:
    for name, text in system.project.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    collection = gather([tmp_path], Shelf(Systems()))
    assert collection.diagnostics == []
    (whole,) = (d for d in collection.definitions if d.links)
    assert f"first-{system.kinds[0].name}" in [ship.id for ship in whole.links]
