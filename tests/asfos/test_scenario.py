"""Scenarios: places and words, checks, what is derived, the map's geometry, the running text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.colour import deepen
from sheetgen.ground.record import replace
from sheetgen.systems.kit.scenario.frame import BADGE
from sheetgen.systems.kit.scenario.map import draw_map
from sheetgen.systems.kit.scenario.sheet import HEIGHT, WIDTH, shorten_ids
from sheetgen.systems.kit.scenario.table import Deployment, GamingTable, Point, overlap
from sheetgen.systems.kit.terrain import draw
from sheetgen.systems.kit.text import TextWriter
from sheetgen.systems.loading import Systems
from tests.asfos.yard import SCENARIO, fill

SHIPPED = Path(__file__).parents[2] / "ships" / "asfos"
WRITER = TextWriter()
FOUR_BY_FOUR = GamingTable(width=4, depth=4, unit="ft")
SIDES = "[{name: Blue, ships: [{ship: warrior}]}, {name: Red, ships: [{ship: warrior}]}]"
DEPLOYMENT = (
    "[{side: Blue, area: {edge: bottom, within: 6}}, {side: Red, area: {edge: top, within: 6}}]"
)


def lay(**keys: Any) -> Any:
    """A piece of terrain as a scenario has it."""
    sides = [{"name": name, "fleet": "home"} for name in ("Blue", "Red")]
    table = {"width": 4, "depth": 4}
    usual = {"system": "asfos", "scenario": "Meeting", "table": table, "sides": sides}
    made: Any = SCENARIO.model(**usual, terrain=[keys])
    return made.terrain[0]


TERRAIN = lay(type="planet", size=4).types


@pytest.fixture
def read(project: Path) -> Callable[..., Collection]:
    """Reads a scenario on a table of 4 by 4 feet; keywords change its keys, as YAML."""

    def make(**changes: str) -> Collection:
        keys = {
            "scenario": "Meeting",
            "table": "{width: 4, depth: 4}",
            "sides": SIDES,
            "deployment": DEPLOYMENT,
            **changes,
        }
        path = project / "meeting.yaml"
        lines = [f"{key}: {value}" for key, value in keys.items()]
        path.write_text("\n".join(["system: asfos", *lines]), "utf-8")
        return gather([path], Shelf(Systems()))

    return make


def link(collection: Collection) -> Any:
    assert not [d for d in collection.diagnostics if d.is_error], collection.diagnostics
    return collection.definitions[0].values


def tell(collection: Collection) -> list[tuple[str, str]]:
    return [(d.rule, d.message) for d in collection.diagnostics]


def show_place(collection: Collection) -> str:
    """What stands in the file where the only diagnostic points."""
    (found,) = collection.diagnostics
    line = collection.texts[found.file].splitlines()[found.line - 1]
    return line[found.column - 1 :]


# Places


@pytest.mark.parametrize(
    ("table", "box"),
    [
        ({"width": 4, "depth": 3, "unit": "ft"}, (48, 36)),
        ({"width": 48, "depth": 36, "unit": "in"}, (48, 36)),
        ({"width": 120, "depth": 90, "unit": "cm"}, (120, 90)),
        ({"width": 1.2, "depth": 0.9, "unit": "m"}, (120, 90)),
    ],
)
def test_lengths_are_inches_or_centimetres(table: dict[str, Any], box: tuple[int, int]) -> None:
    assert GamingTable(**table).box[2:] == pytest.approx(box)


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("centre", (24, 24)),
        ("center", (24, 24)),
        ("left", (12, 24)),
        ("top", (24, 36)),
        ("top-right", (36, 36)),
        ("bottom-left", (12, 12)),
        ([10, 40.5], (10, 40.5)),
    ],
)
def test_terrain_lies_where_it_is_said_to(at: Any, place: tuple[float, float]) -> None:
    """A word is the middle of that half or quarter of the table."""
    assert lay(type="planet", at=at, size=4).locate(FOUR_BY_FOUR) == place


@pytest.mark.parametrize(
    ("area", "box", "words"),
    [
        (
            {"corner": "top-right", "within": 6},
            (42, 42, 48, 48),
            "within 6″ of the top right corner, facing the centre",
        ),
        ({"edge": "left", "within": 6}, (0, 0, 6, 48), "within 6″ of the left edge"),
        (
            {"edge": "top", "within": 4, "width": 20},
            (14, 44, 34, 48),
            "within 4″ of the top edge, in the middle 20″ of it",
        ),
        ({"rectangle": [2, 3, 10, 4]}, (2, 3, 12, 7), "between (2, 3) and (12, 7) on the map"),
    ],
)
def test_deployment_areas(area: Any, box: tuple[float, ...], words: str) -> None:
    deployment = Deployment(side="Blue", area=area)
    assert deployment.area.bound(FOUR_BY_FOUR) == box
    assert words in deployment.describe(FOUR_BY_FOUR)


@pytest.mark.parametrize(
    ("facing", "way"),
    [("any", None), ("right", (1, 0)), ("bottom", (0, -1)), ("centre", (0.5**0.5, 0.5**0.5))],
)
def test_ships_look_where_they_are_said_to(facing: Any, way: tuple[float, float] | None) -> None:
    area: Any = {"corner": "bottom-left", "within": 6}
    found = Deployment(side="Blue", area=area, facing=facing).direction(FOUR_BY_FOUR)
    assert found is None if way is None else found == pytest.approx(way)


CORNER = {"corner": "bottom-left", "within": 10}


@pytest.mark.parametrize(
    ("one", "two", "meet"),
    [
        ({"edge": "bottom", "within": 24}, {"edge": "top", "within": 24}, False),
        ({"edge": "bottom", "within": 25}, {"edge": "top", "within": 24}, True),
        ({"edge": "bottom", "within": 6}, {"edge": "left", "within": 6}, True),
        (CORNER, {"corner": "bottom-right", "within": 38}, False),
        (CORNER, {"corner": "bottom-right", "within": 39}, True),
        # The opposite corner is √(48² + 48²) = 67.9 inches away.
        (CORNER, {"corner": "top-right", "within": 48}, False),
        (CORNER, {"corner": "bottom-left", "within": 2}, True),
        # The nearest corner of this rectangle is √(7.2² + 7.2²) = 10.2 inches away, then 9.9.
        (CORNER, {"rectangle": [7.2, 7.2, 9, 9]}, False),
        (CORNER, {"rectangle": [7, 7, 9, 9]}, True),
    ],
)
def test_overlapping_areas(one: Any, two: Any, meet: bool) -> None:
    a, b = (Deployment(side="Blue", area=area).area for area in (one, two))
    assert overlap(a, b, FOUR_BY_FOUR) is meet
    assert overlap(b, a, FOUR_BY_FOUR) is meet


# What is wrong


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("terrain", "[{type: comet, size: 3}]", "wrong-value"),
        ("terrain", "[{type: planet, size: 3, at: middle}]", "wrong-value"),
        ("terrain", "[{type: planet, size: 3, at: [1]}]", "wrong-type"),
        ("terrain", "[{type: planet, size: big}]", "wrong-type"),
        ("terrain", "[{type: planet, size: 0}]", "out-of-range"),
        ("terrain", "[{type: planet}]", "missing-key"),
        ("table", "{width: 4, depth: 21}", "out-of-range"),
        ("table", "{width: 4, depth: 4, unit: yd}", "wrong-value"),
        ("deployment", "[{side: Blue, area: {}}]", "wrong-value"),
        ("deployment", "[{side: Blue, area: {corner: top-left}}]", "wrong-value"),
        ("deployment", "[{side: Blue, area: {edge: top, corner: top-left}}]", "wrong-value"),
        ("deployment", "[{side: Blue, area: {rectangle: [1, 1, 0, 4]}}]", "wrong-value"),
        ("sides", "[{name: Blue, fleet: ondaro-cast}]", "out-of-range"),
        ("sides", "[{name: Blue}, {name: Red, fleet: ondaro-cast}]", "wrong-value"),
    ],
)
def test_what_cant_be_read_is_told(
    read: Callable[..., Collection], key: str, value: str, rule: str
) -> None:
    collection = read(**{key: value})
    assert [d.rule for d in collection.diagnostics] == [rule], collection.diagnostics
    assert not collection.definitions


def test_terrain_beyond_the_table_is_told(read: Callable[..., Collection]) -> None:
    assert not read(terrain="[{type: planet, at: [45, 24], size: 6}]").diagnostics
    collection = read(terrain="[{type: planet, at: [45.5, 24], size: 6}]")
    assert tell(collection) == [
        ("outside-table", "Planet lies between (42.5, 21) and (48.5, 27), partly off the table")
    ]
    assert show_place(collection).startswith("[45.5, 24]")


def test_a_deployment_beyond_the_table_is_told(read: Callable[..., Collection]) -> None:
    area = "{edge: top, within: 6, width: 50}"
    collection = read(deployment=DEPLOYMENT.replace("{edge: top, within: 6}", area))
    assert tell(collection) == [("outside-table", "the area of Red reaches beyond the table")]
    assert show_place(collection).startswith(area)


def test_overlapping_deployments_are_told(read: Callable[..., Collection]) -> None:
    collection = read(deployment=DEPLOYMENT.replace("within: 6", "within: 25"))
    assert tell(collection) == [("deployment-overlap", "the areas of Blue and Red overlap")]


def test_one_side_may_have_areas_that_overlap(read: Callable[..., Collection]) -> None:
    more = "{side: Blue, area: {corner: bottom-left, within: 9}}]"
    assert not read(deployment=f"{DEPLOYMENT[:-1]}, {more}").diagnostics


def test_sides_are_told_apart_by_name(read: Callable[..., Collection]) -> None:
    collection = read(deployment=DEPLOYMENT.replace("Red", "Rad"))
    assert tell(collection) == [
        ("side-names", "there is no side called 'Rad'"),
        ("no-deployment", "Red has no place to deploy"),
    ]
    assert collection.diagnostics[0].hint == "did you mean Red?"
    collection = read(sides=SIDES.replace("Red", "Blue"), deployment="[]")
    assert ("side-names", "two sides are called Blue") in tell(collection)


@pytest.mark.parametrize(
    ("ships", "rules"),
    [  # a Warrior has 36 points, a Calypso 7, a Swordfish 14
        ("[{ship: warrior, count: 2}, {ship: calypso}]", []),  # 79 : 72 is 9.7 %
        ("[{ship: warrior}, {ship: swordfish, count: 3}]", []),  # 78 : 72
        ("[{ship: swordfish, count: 4}, {ship: calypso, count: 4}]", ["uneven-sides"]),  # 84 : 72
    ],
)
def test_uneven_sides_are_told(
    read: Callable[..., Collection], ships: str, rules: list[str]
) -> None:
    sides = f"[{{name: Blue, ships: {ships}}}, {{name: Red, ships: [{{ship: warrior, count: 2}}]}}]"
    assert [d.rule for d in read(sides=sides).diagnostics] == rules


def test_an_unknown_fleet_is_told_with_the_nearest_name(read: Callable[..., Collection]) -> None:
    collection = read(sides=SIDES.replace("ships: [{ship: warrior}]", "fleet: ondaro-cost", 1))
    (found,) = collection.diagnostics
    assert found.message == "there is no fleet called 'ondaro-cost'"
    assert found.hint == "did you mean ondaro-cast?"
    assert show_place(collection).startswith("ondaro-cost")


def test_an_unknown_ship_of_a_side_is_told_where_it_stands(
    read: Callable[..., Collection],
) -> None:
    collection = read(sides=SIDES.replace("warrior", "worrier", 1))
    assert tell(collection) == [("unknown-definition", "there is no ship called 'worrier'")]
    assert show_place(collection).startswith("worrier")


def test_ships_of_a_side_are_checked_like_those_of_a_fleet(
    read: Callable[..., Collection],
) -> None:
    ships = "{ship: calypso, count: 9, ids: [A, B, A, D, E, F, G, H, I]}"
    collection = read(sides=SIDES.replace("{ship: warrior}", ships))
    told = tell(collection)
    assert told[:2] == [("ship-ids", "the ID A is given twice in this fleet")] * 2
    # Both sides have written the same eight.
    assert told[2:] == [("shared-id", f"the ID {i} is taken by a ship of Blue") for i in "ABDEFGHI"]
    states = [f"{{ship: warrior, state: {{BB1: {{hull: {hull}}}}}}}" for hull in (12, 13)]
    sides = [
        f"{{name: {name}, ships: [{state}]}}" for name, state in zip("AB", states, strict=True)
    ]
    collection = read(sides=f"[{', '.join(sides)}]", deployment="[]")
    found = next(d for d in collection.diagnostics if d.is_error)
    assert (found.rule, found.message) == (
        "ship-state",
        "BB1 has lost 13 hull boxes, but it has 12",
    )
    assert collection.texts[found.file].splitlines()[found.line - 1][found.column - 1 :][:2] == "13"


def test_a_fleet_that_a_scenario_names_is_checked(
    read: Callable[..., Collection], project: Path
) -> None:
    fleet = "system: asfos\nfleet: Big\npoints_limit: 30\nships: [{ship: warrior}]\n"
    (project / "big.yaml").write_text(fleet, "utf-8")
    collection = read(sides=SIDES.replace("ships: [{ship: warrior}]", "fleet: big", 1))
    assert tell(collection) == [("over-limit", "the ships come to 36 points, but the limit is 30")]


# What follows


def test_sides_and_totals_of_the_introductory_scenario() -> None:
    collection = gather([SHIPPED / "the-green-veil.yaml"], Shelf(Systems()))
    assert not collection.diagnostics
    derived = collection.definitions[0].derived
    # 2 Warriors of 36 and 3 Swordfish of 14 are 72 + 42 points, 24 + 18 hull boxes.
    for side in derived["sides"]:
        assert (side["ships"], side["mass"], side["points"]) == (5, 42, 114)
        assert (side["start_speed"], side["range_band"]) == (6, "12″")
    assert (derived["difference"], derived["table"]) == (0, "4 × 4 ft")
    assert len({ship["id"] for ship in derived["ships"]}) == 10


@pytest.mark.parametrize("name", ["the-ice-toll", "farthing-rock"])
def test_shipped_scenarios_are_even(name: str) -> None:
    collection = gather([SHIPPED / f"{name}.yaml"], Shelf(Systems()))
    assert not collection.diagnostics
    assert collection.definitions[0].values.per_cent < 5


def test_speed_and_range_of_a_scenario_hold_for_its_fleets(
    read: Callable[..., Collection],
) -> None:
    sides = SIDES.replace("ships: [{ship: warrior}]", "fleet: ondaro-cast", 1)
    linked = link(read(sides=sides, start_speed="9", range_band="{size: 20, unit: cm}"))
    for side in linked.sides:
        fleet = side.fleet.record
        assert (fleet.first_speed, fleet.range_band.size, fleet.range_band.unit) == (9, 20, "cm")
    linked = link(read(sides=sides))
    assert linked.sides[0].fleet.record.first_speed == 6
    linked = link(read(sides=SIDES, range_band="{size: 24, unit: cm}"))
    assert [side.fleet.record.first_speed for side in linked.sides] == [12, 12]


def test_rules_of_terrain_are_in_the_tables_unit(read: Callable[..., Collection]) -> None:
    cloud = "[{type: gas-cloud, size: 15}, {type: asteroids, size: 9, at: left}]"
    told = print_words(link(read(terrain=cloud)))
    assert "each inch of cloud" in told and "faster than 6″" in told
    metric = link(read(terrain=cloud, table="{width: 1.2, depth: 1.2, unit: m}"))
    assert "each centimetre of cloud" in print_words(metric)
    double = link(
        read(
            terrain=cloud,
            table="{width: 2.4, depth: 2.4, unit: m}",
            range_band="{size: 24, unit: cm}",
        )
    )
    assert "each 2 centimetres of cloud" in print_words(double)
    # A table in feet does not change how the fleets measure.
    for size, words in ((24, "each 2 centimetres"), (12, "each centimetre")):
        band = f"{{size: {size}, unit: cm}}"
        assert f"{words} of cloud" in print_words(link(read(terrain=cloud, range_band=band)))


@pytest.mark.parametrize("kind", sorted(TERRAIN))
def test_rules_that_are_ours_say_so(read: Callable[..., Collection], kind: str) -> None:
    """The game's rules have gas clouds alone."""
    told = print_words(link(read(terrain=f"[{{type: {kind}, size: 6}}]")))
    assert ("House rule:" in told) == (kind != "gas-cloud")


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        ("gone", "The table’s edge. A ship that leaves the table is gone."),
        ("floating", "move everything back towards its centre by the same distance"),
    ],
)
def test_a_scenario_says_what_its_edge_does(
    read: Callable[..., Collection], edge: str, words: str
) -> None:
    assert words in print_words(link(read(edge=edge)))
    rules = "[{title: Fog, text: It is thick.}]"
    both = print_words(link(read(edge=edge, special_rules=rules)))
    assert words in both.split("Fog.")[0]  # the game's rule first
    assert "edge" not in print_words(link(read(deployment="[]"))).lower()
    (found,) = read(edge="sharp").diagnostics
    assert found.rule == "wrong-value" and "gone" in found.hint


def test_the_form_asks_for_the_edge() -> None:
    form = SCENARIO.form
    assert form is not None
    assert "edge" in next(group for group in form.groups if group.title == "Rules").keys
    assert "moved back" in form.help["edge"]


@pytest.mark.parametrize("name", ["the-green-veil", "the-ice-toll", "farthing-rock"])
def test_a_kit_holds_all_that_lies_on_the_table(
    run_in: Callable[..., Any], project: Path, name: str
) -> None:
    """Terrain and markers at true size, gauges, tokens; once, however many fleets there are."""
    outcome = run_in(project, "render", SHIPPED / f"{name}.yaml", "--pieces", "-o", "kit.svg")
    assert outcome.status == 0, outcome.stderr
    files = [file.name for file in project.glob("kit-*.svg")]
    scenario = gather([SHIPPED / f"{name}.yaml"], Shelf(Systems())).definitions[-1].values.scenario
    assert sum("-terrain" in file for file in files) >= len(scenario.terrain)  # or its tiles
    for aid, most in (("tokens", 99), ("range-ruler", 9), ("arc-template", 1), ("reference", 1)):
        found = [file for file in files if aid in file]
        assert 1 <= len(found) <= most, (aid, files)


# The map


def sample(path: str) -> Iterator[tuple[float, float]]:
    """Points along path data of M, L, C, Q and Z with absolute places."""
    here = (0.0, 0.0)
    for letter, text in re.findall(r"([MLCQ])([^MLCQZ]*)", path):
        values = [float(number) for number in text.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        if letter in "ML":
            yield from points
        else:
            for step in range(1, 17):
                yield _bend([here, *points], step / 16)
        here = points[-1]


def _bend(points: list[tuple[float, float]], t: float) -> tuple[float, float]:
    while len(points) > 1:
        points = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(points)]
    return points[0]


@given(
    kind=st.sampled_from(sorted(TERRAIN)),
    shape=st.sampled_from(["round", "irregular"]),
    name=st.text(min_size=1, max_size=12),
    size=st.tuples(st.floats(2, 100), st.floats(2, 100)),
)
def test_terrain_is_as_large_as_it_is_said_to_be(
    kind: str, shape: str, name: str, size: tuple[float, float]
) -> None:
    """Its outline fills its rectangle, and what is drawn inside stays inside."""
    outline, details, *_ = draw(kind, shape, name, (60, 50), size)
    xs, ys = zip(*sample(outline), strict=True)
    wide, deep = size
    assert (min(xs), max(xs)) == pytest.approx((60 - wide / 2, 60 + wide / 2), abs=0.012 * wide)
    assert (min(ys), max(ys)) == pytest.approx((50 - deep / 2, 50 + deep / 2), abs=0.012 * deep)
    if kind in ("gas-cloud", "planet"):
        for detail in details:
            for x, y in sample(detail):
                assert abs(x - 60) <= wide / 2 * 1.01 + 0.01
                assert abs(y - 50) <= deep / 2 * 1.01 + 0.01


def test_a_name_always_has_the_same_shape() -> None:
    shapes = [draw("gas-cloud", "irregular", name, (0, 0), (9, 6)) for name in ("A", "A", "B")]
    assert shapes[0] == shapes[1]
    assert shapes[0][0] != shapes[2][0]


def test_pieces_without_names_differ(read: Callable[..., Collection]) -> None:
    terrain = "[{type: debris, size: 6, at: left}, {type: debris, size: 6, at: left}]"
    one, two = draw_map(link(read(terrain=terrain)), WRITER).pieces
    assert one.outline != two.outline


places = st.sampled_from(["centre", "left", "right", "top", "bottom", "top-left", "bottom-right"])
crowds = st.lists(
    st.builds(
        lay,
        type=st.sampled_from(sorted(TERRAIN)),
        at=places,
        size=st.floats(1, 24),
        name=st.none() | st.text("ab ", min_size=1, max_size=9).filter(str.strip).filter(str.strip),
    ),
    max_size=7,
)
tables = st.builds(GamingTable, width=st.floats(4, 12), depth=st.floats(4, 9), unit=st.just("ft"))


@settings(max_examples=60)
@given(pieces=crowds, table=tables)
def test_everything_on_the_map_lies_on_the_table(pieces: list[Any], table: GamingTable) -> None:
    base = gather([SHIPPED / "the-green-veil.yaml"], Shelf(Systems())).definitions[0].values
    scenario = replace(base.scenario, terrain=pieces, table=table)
    drawn = draw_map(type(base)(scenario, base.sides), WRITER)
    assert drawn.width <= 195.01
    left, top = drawn.left, drawn.top
    right, bottom = left + drawn.wide, top + drawn.deep
    for piece in drawn.pieces:
        for x, y in sample(piece.outline):
            assert left - 0.3 <= x <= right + 0.3
            assert top - 0.3 <= y <= bottom + 0.3
    for badge in [p.badge for p in drawn.pieces] + [z.badge for z in drawn.zones]:
        assert left + BADGE <= badge.x <= right - BADGE
        assert top + BADGE <= badge.y <= bottom - BADGE
    for zone in drawn.zones:
        for x, y in sample(zone.arrow):
            assert left <= x <= right
            assert top <= y <= bottom


def test_badges_do_not_cover_each_other(read: Callable[..., Collection]) -> None:
    """Even of six pieces in one place."""
    terrain = ", ".join(f"{{type: {kind}, size: 9}}" for kind in [*TERRAIN, "planet"])
    drawn = draw_map(link(read(terrain=f"[{terrain}]")), WRITER)
    badges = [*(part.badge for part in drawn.pieces), *(zone.badge for zone in drawn.zones)]
    for one, two in combinations(badges, 2):
        assert hypot(one.x - two.x, one.y - two.y) >= 2 * BADGE


def test_the_map_is_to_scale(read: Callable[..., Collection]) -> None:
    linked = link(read(table="{width: 6, depth: 4}"))
    drawn = fill("scenario", linked)[0].data.map
    assert drawn.wide / drawn.deep == pytest.approx(1.5)
    # Three range bands of 12 inches are half of a table of 72.
    assert [label.text for label in drawn.bar.labels] == [
        *("0", "12", "short range", "24", "medium", "36″", "long")
    ]
    assert drawn.bar.ends[-1] - drawn.bar.ends[0] == pytest.approx(drawn.wide / 2)
    assert " ".join(tick.text for tick in drawn.ticks) == "0 12 24 36 48 60 72 12 24 36 48"


def test_the_scale_is_one_square_where_ranges_are_in_another_unit(
    read: Callable[..., Collection],
) -> None:
    metric = link(read(table="{width: 120, depth: 120, unit: cm}"))
    drawn = fill("scenario", metric)[0].data.map
    assert [label.text for label in drawn.bar.labels] == ["0", "30 cm", "one square"]


def test_a_long_table_is_shown_across_the_page(read: Callable[..., Collection]) -> None:
    linked = link(read(table="{width: 8, depth: 4}", victory="Hold the road."))
    (page,) = [piece.data for piece in fill("scenario", linked)]
    assert page.map.wide > 180
    assert all(placed.y > page.map_y + page.map.height for placed in page.rows)
    assert "Hold the road." in print_words(linked)


def test_arrows_point_where_ships_look(read: Callable[..., Collection]) -> None:
    lower, upper = draw_map(link(read()), WRITER).zones
    assert min(y for _, y in sample(lower.arrow)) < lower.badge.y - 8
    assert max(y for _, y in sample(upper.arrow)) > upper.badge.y + 8
    area: Any = {"edge": "bottom", "within": 6}
    anchor = Deployment(side="Blue", area=area).area.anchor(FOUR_BY_FOUR)
    assert anchor == Point(24, 3)


# The words


def print_words(linked: Any) -> str:
    """All words of a scenario's sheet in order, lines joined."""
    words: list[str] = []
    for piece in fill("scenario", linked):
        page = piece.data
        for placed in (*page.about, *page.rows):
            assert placed.y + placed.row.height <= HEIGHT + 0.01
            assert placed.x + placed.width <= WIDTH + 0.01
            words += [placed.row.lead.strip(), placed.row.text]
    return " ".join(" ".join(words).split())


@pytest.mark.whole
def test_long_texts_go_on_on_another_page(read: Callable[..., Collection]) -> None:
    rules = [
        f"{{title: Rule {n}, text: {' '.join(f'word{n}x{i}' for i in range(90))}}}"
        for n in range(9)
    ]
    linked = link(
        read(
            special_rules=f"[{', '.join(rules)}]",
            victory=" ".join(f"win{i}" for i in range(300)),
            about=" ".join(f"tell{i}" for i in range(110)),
        )
    )
    pages = fill("scenario", linked)
    assert len(pages) >= 3
    told = print_words(linked).split()
    wanted = [f"word{n}x{i}" for n in range(9) for i in range(90)]
    assert [word for word in told if word.startswith("word")] == wanted
    assert [word for word in told if word.startswith("win")] == [f"win{i}" for i in range(300)]
    assert [page.data.page for page in pages] == list(range(1, len(pages) + 1))
    assert [bool(page.data.map) for page in pages] == [True] + [False] * (len(pages) - 1)


@pytest.mark.parametrize(
    ("ids", "short"),
    [
        (["BB1"], "BB1"),
        (["BB1", "BB2"], "BB1, BB2"),
        (["CA1", "CA2", "CA3", "CA5"], "CA1–CA3, CA5"),
        (["9", "10", "11"], "9–11"),
        (["Merrymaker", "Longhauler", "Windfall"], "Merrymaker … Windfall"),
    ],
)
def test_ids_stand_in_a_row(ids: list[str], short: str) -> None:
    assert shorten_ids(ids) == short


@pytest.mark.parametrize(
    ("colour", "shown"), [("#1f4e79", "#1f4e79"), ("#000", "#000000"), ("#fff", "#6b6b6b")]
)
def test_light_colours_are_deepened(colour: str, shown: str) -> None:
    assert deepen(colour) == shown


# The print


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_scenario_prints_everything_for_the_game(
    run_in: Callable[..., Any], project: Path, paper: str
) -> None:
    import pikepdf

    path = SHIPPED / "the-green-veil.yaml"
    outcome = run_in(project, "render", path, "-o", "game.pdf", "--paper", paper)
    assert outcome.status == 0, outcome.stderr
    with pikepdf.open(project / "game.pdf") as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles[0].endswith("Scenario")
    for sheet in ("Fleet roster", "Ship display", "Plotting chart"):
        for side in ("Alder Squadron", "Rowan Squadron"):
            assert any(side in title and sheet in title for title in titles), (side, titles)


def test_a_scenario_stands_for_its_fleets_and_ships(
    run_in: Callable[..., Any], project: Path
) -> None:
    """What it names is printed with it, and not once more by itself."""
    names = ["the-ice-toll", "ondaro-cast", "threshold-watch", "redoubt", "lanner"]
    files = [SHIPPED / f"{name}.yaml" for name in names]
    collection = gather(files, Shelf(Systems()))
    assert [d.id for d in collection.printed] == ["the-ice-toll"]
    outcome = run_in(project, "render", *files, "-o", "game.pdf", "--sheet", "roster")
    assert "2 pieces on 1 page" in outcome.stdout


def test_the_same_scenario_gives_the_same_bytes(run_in: Callable[..., Any], project: Path) -> None:
    path = SHIPPED / "farthing-rock.yaml"
    for name in ("one.pdf", "two.pdf"):
        run_in(project, "render", path, "-o", name, "--sheet", "scenario", "--title", "x")
    assert (project / "one.pdf").read_bytes() == (project / "two.pdf").read_bytes()


def test_the_starter_of_a_scenario_prints(run_in: Callable[..., Any], project: Path) -> None:
    assert run_in(project, "new", "asfos", "First Battle", "--kind", "scenario").status == 0
    outcome = run_in(project, "validate", "first-battle.yaml", "--strict")
    assert outcome.status == 0, outcome.stderr
    assert run_in(project, "render", "-o", "x.pdf", "--sheet", "scenario").status == 0


def test_sides_that_look_alike_in_grey_are_told(
    project: Path, read: Callable[..., Collection]
) -> None:
    """What counts is how the sides are printed: the first one is dark without saying so."""
    for id, colour in (("one", "#1f4e79"), ("two", "#204f7a")):
        text = f'system: asfos\nfleet: {id}\ncolour: "{colour}"\nships: [{{ship: calypso}}]\n'
        livery = "counters: {livery: dark}\n" if id == "two" else ""
        (project / f"{id}.yaml").write_text(text + livery, "utf-8")
    found = read(sides="[{name: A, fleet: one}, {name: B, fleet: two}]")
    (told,) = [d for d in found.diagnostics if d.rule == "alike-in-grey"]
    assert told.message == "in grey, the counters look like those of A"
    assert told.severity == "warning"
