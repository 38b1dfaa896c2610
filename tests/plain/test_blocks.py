"""Blocks of games without code: silhouettes, aids and scenarios, and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.systems.contract import Look
from sheetgen.systems.kit.shipyard import FAMILIES, Arms, ShipPlan, choose_hull, draw_family
from sheetgen.systems.kit.silhouette import HALF, Layer, join
from sheetgen.systems.plain.game import PlainGame, build

Run = Callable[..., Any]

GAME = """\
game: bay
name: The Bay
about: boats with guns
tables:
  reach: {light: {far: 8}, heavy: {far: 14}}
  sharp: 2
kinds:
  boat:
    fields:
      hull: {type: int, min: 4, max: 16, sample: 8}
      guns:
        type: record
        default: {}
        fields: {bow: {type: int, default: 2}, side: {type: int, default: 1}}
      engines: {type: int, default: 2}
    state:
      harm: {type: list, of: text, default: []}
    values:
      points: 5 * hull
    columns:
      Hull: {value: hull, total: true}
      Points: points
    silhouette: {family: gunboat, length: hull, guns: guns, engines: engines, light: 1}
fleet:
  code: B
  limit: points
  fields:
    wind: {type: int, min: 0, max: 9, default: 3, label: Wind, unit: knots, help: how it blows}
  form:
    options: [{keys: ships state harm, each: "n in ['fire', 'flood']", value: n, label: "{n}"}]
scenario:
  terrain: terrain.yaml
  share: [wind]
  own: [wind]
  piece:
    fields: {top: {type: int, default: 0, help: its height}, deep: {type: span, optional: true}}
    note: "{'top at ' + text(top) if top > 0 else ''}"
    mark: "{top}"
  place: {fields: {level: {type: int, default: 0}}, note: "at level {level}"}
  setup:
    - {title: Wind, text: "{join([text(side.wind) for side in sides], ' : ')}"}
    - title: Hulls, {side.name}
      each: side in sides
      text: "{sum(ship.hull for ship in side.ships)}"
  scale: {step: "8 if unit == 'in' else 0", names: [near, far]}
  words: {UNIT: "{'inch' if unit == 'in' else 'centimetre'}"}
  sides: {Hulls: sum(ship.hull for ship in ships), Wind: wind}
  checks:
    - name: high-start
      severity: warning
      about: A side begins above the sea.
      each: placed in deployment
      when: placed.level > sharp
      at: placed.level
      says: "{placed.side} begins at {placed.level}"
      why: Boats float.
sheets:
  - {name: counters, title: Counters, use: counters, of: boat}
  - {name: portrait, title: Portrait, use: portrait, of: boat}
  - {name: scenario, title: Scenario, use: scenario}
  - {name: terrain, title: Terrain, use: terrain, without: [marker], depth: 0.5}
  - {name: tokens, title: Tokens, use: tokens}
  - name: ruler
    title: Ruler
    use: ruler
    of: fleet
    piece: "{gun} in a wind of {wind}"
    ruler:
      each: gun in ["light", "heavy"]
      total: reach[gun].far
      titles: ["{gun} guns"]
      bands:
        - {start: 0, end: "reach[gun].far / 2", name: near, value: 4+}
        - {start: "reach[gun].far / 2", end: "reach[gun].far", name: far, value: 5+}
      lanes: [[{each: ship in ships, at: ship.hull / 4, label: "{ship.name} moves"}]]
  - {name: gauge, title: Gauge, use: ruler, usual: 12, ruler: {total: "either(size, 6)", unit: cm}}
  - name: turns
    title: Turns
    use: protractor
    fan:
      half: 45
      inches: 4
      ways: [{at: 0, label: ahead}, {each: "turn in [30, -30]", at: turn, label: "{abs(turn)}°"}]
  - name: arcs
    title: Arcs
    use: protractor
    dial: {sides: 8, reach: 40, arcs: [{at: 0, label: BOW}, {at: 180, label: STERN}]}
  - name: quick
    title: Quick reference
    use: reference
    template: quick.svg
    piece: "The {'first' if page == 1 else 'last'} page"
    values: {far: "[reach[gun].far for gun in reach]"}
    pages:
      parts:
        - {name: one, y: 20, height: 60}
        - {name: two, x: 98, y: 20, height: 90, column: right, page: 2}
"""
TERRAIN = """\
shoal: {name: Shoal, shape: irregular, look: gas-cloud, rule: "Each UNIT of it costs one."}
marker: {name: Marker, shape: round, rule: Nothing happens.}
"""
TOKENS = (
    "- {word: Ablaze, sign: flame, note: 1 hull a turn}\n- {word: Aground, sign: stop, count: 2}\n"
)
QUICK = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="190mm" height="254mm" viewBox="0 0 190 254">'
    "<text y=\"{{ sheet.places[['one', 'two'][sheet.page - 1]].y }}\" font-size='5'>"
    "{{ sheet.far|join('/') }}</text></svg>\n"
)
BOAT = "system: bay\nname: Gull\nhull: 16\n"
SCENARIO = """\
system: bay
scenario: The Bar
table: {width: 4, depth: 4, unit: ft}
wind: 7
terrain: [{type: shoal, at: centre, size: 8, top: 2}]
sides:
  - {name: Blue, ships: [{ship: gull, count: 2}]}
  - {name: Red, ships: [{ship: gull}]}
deployment:
  - {side: Blue, area: {edge: bottom, within: 6}, level: 3}
  - {side: Red, area: {edge: top, within: 6}}
"""


@pytest.fixture
def bay(project: Path) -> Callable[..., Path]:
    """Writes the game into the project's games/; then changes a text of one of its files."""
    folder = project / "games" / "bay"
    (folder / "templates" / "bay").mkdir(parents=True)
    (folder / "templates" / "bay" / "quick.svg").write_text(QUICK, "utf-8")
    (project / "gull.yaml").write_text(BOAT, "utf-8")
    (project / "bar.yaml").write_text(SCENARIO, "utf-8")

    def write(old: str = "", new: str = "", file: str = "game.yaml") -> Path:
        for name, text in (("game", GAME), ("terrain", TERRAIN), ("tokens", TOKENS)):
            if f"{name}.yaml" == file and old:
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            (folder / f"{name}.yaml").write_text(text, "utf-8")
        return folder

    write()
    return write


def make_boat(game: PlainGame, **keys: Any) -> Any:
    return game.system.kinds[0].model(**{"system": "bay", "name": "Gull", "hull": 8, **keys})


def fill(game: PlainGame, name: str, values: Any) -> list[Any]:
    sheet = next(sheet for sheet in game.system.sheets if sheet.name == name)
    return list(sheet.fill(values, Look()))


# Silhouettes


def test_a_boat_is_drawn_by_its_numbers(bay: Any) -> None:
    game = build(bay())
    small, large = (fill(game, "counters", make_boat(game, hull=hull))[0].data for hull in (4, 16))
    assert (small.scale, large.scale) == (0.68, 1.0)
    hull, beam = choose_hull("gunboat", 0.0)
    plan = ShipPlan(hull, beam, Arms(2, 1, 1, 0), 2, 1)
    assert (hull, small.parts) == ("launch", draw_family("gunboat", plan))
    three = fill(game, "counters", make_boat(game, engines=3))[0].data
    assert three.parts != fill(game, "counters", make_boat(game))[0].data.parts
    assert fill(game, "portrait", make_boat(game))[0].data.parts


def test_the_hull_may_be_named_and_guns_be_a_number(bay: Any) -> None:
    game = build(bay("length: hull, guns: guns", "hull: \"'cruiser'\", guns: 5"))
    parts = fill(game, "counters", make_boat(game))[0].data.parts
    # Five guns go to the bow, the stern, both sides and the bow again.
    assert parts == draw_family("gunboat", ShipPlan("cruiser", 1.0, Arms(2, 1, 1, 1), 2, 1))


@given(
    st.sampled_from(list(FAMILIES)),
    st.floats(-1, 2),
    st.tuples(*[st.integers(0, 40)] * 4),
    st.none() | st.integers(0, 20),
    st.integers(0, 30),
    st.floats(0.5, 1.6),
)
def test_every_ship_stays_in_its_box(
    family: str, share: float, guns: tuple[int, ...], engines: int | None, light: int, beam: float
) -> None:
    hull, usual = choose_hull(family, share)
    layers = draw_family(family, ShipPlan(hull, usual * beam, Arms(*guns), engines, light, light))
    left, top, right, bottom = join(layer.box for layer in layers)
    assert -HALF <= left < right <= HALF
    assert -HALF - 1 <= top < bottom <= HALF + 1


def test_hulls_of_a_family_differ() -> None:
    for family, hulls in FAMILIES.items():
        drawn = {max(draw_family(family, ShipPlan(hull)), key=_measure).path for hull in hulls}
        assert len(drawn) == len(hulls)


def _measure(layer: Layer) -> float:
    left, top, right, bottom = layer.box
    return (right - left) * (bottom - top)


# Aids


def test_a_ruler_has_the_bands_and_marks_of_its_fleet(bay: Any) -> None:
    game = build(bay())
    strips = fill(game, "ruler", make_boat(game, hull=12))  # as a fleet of one
    titles = [strip.title for strip in strips]
    assert titles[0] == "light in a wind of 3"
    assert titles[1:] == [
        "heavy in a wind of 3, strip 1 of 2",
        "heavy in a wind of 3, strip 2 of 2",
    ]
    light = strips[0].data
    assert [(zone.name, zone.width) for zone in light.zones] == [("near", 101.6), ("far", 101.6)]
    assert [(flag.x, flag.label) for flag in light.lanes[0]] == [(3 * 25.4, "Gull moves")]
    assert (light.start, light.end, light.title) == (0, 8, "light guns")


def test_a_blank_ruler_has_the_size_that_is_asked_for(bay: Any) -> None:
    game = build(bay())
    sheet = next(sheet for sheet in game.system.sheets if sheet.name == "gauge")
    assert sheet.fill_blank and sheet.blank_sizes == (12,)
    (blank,) = sheet.fill_blank(9, Look())
    (usual,) = sheet.fill(make_boat(game), Look())
    assert (blank.data.length, usual.data.length) == (90, 60)


def test_templates_of_angles_have_their_ways(bay: Any) -> None:
    game = build(bay())
    fan, dial = (fill(game, name, make_boat(game))[0].data for name in ("turns", "arcs"))
    assert [(way.heading, way.label) for way in fan.ways] == [
        (0, "ahead"),
        (30, "30°"),
        (-30, "30°"),
    ]
    assert dial.bounds == [90, 270]
    assert dial.frame[:2] == pytest.approx((-40, -40))


def test_a_reference_has_pages_with_parts(bay: Any) -> None:
    game = build(bay())
    first, last = fill(game, "quick", make_boat(game))
    assert [(one.title, one.data.page) for one in (first, last)] == [
        ("The first page", 1),
        ("The last page", 2),
    ]
    assert [list(one.data.places) for one in (first, last)] == [["one"], ["two"]]


# Scenarios


def test_the_form_of_a_scenario_says_what_those_of_its_fleets_say(bay: Any) -> None:
    form = build(bay()).system.find_kind({"scenario": ""}).form
    assert form
    assert (form.labels["wind"], form.units["wind"]) == ("Wind", "knots")
    assert (form.help["wind"], form.help["terrain top"]) == ("how it blows", "its height")
    assert [one.value for one in form.options["sides ships state harm"]] == ["fire", "flood"]
    assert form.refers == {"sides fleet": "fleet", "sides ships ship": "boat"}
    assert form.spans == ["terrain deep"]
    assert "ships state harm" not in form.options and "colour" not in form.help


def test_a_scenario_sets_what_it_shares_and_says_its_setup(
    run: Run, bay: Any, project: Path
) -> None:
    shown = json.loads(run("show", "bar.yaml", "--json").stdout)[0]["derived"]
    assert [(side["hulls"], side["wind"]) for side in shown["sides"]] == [(32, 7), (16, 7)]
    assert [boat["id"] for boat in shown["boats"]] == ["B1", "B2", "B3"]
    assert (shown["points"], shown["difference"]) == ("160 : 80", 80)
    outcome = run("render", "bar.yaml", "--sheet", "scenario", "-o", "a.svg")
    assert outcome.status == 0, outcome.stderr
    page = (project / "a.svg").read_text("utf-8")
    for words in ("7 : 7", "Hulls, Red", "Each inch of it", "near", "level 3"):
        assert words in page or all(word in page for word in words.split()), words


def test_checks_of_a_scenario_point_into_it(run: Run, bay: Any) -> None:
    outcome = run("validate", "bar.yaml")
    assert "bar.yaml:10:58: warning[high-start]: Blue begins at 3" in outcome.stderr
    assert "hint[uneven-sides]: Blue has 160 points, 100 % more than Red" in outcome.stderr


def test_the_game_is_well_and_prints(run: Run, bay: Any) -> None:
    outcome = run("validate", "games/bay")
    assert (outcome.status, outcome.stderr) == (0, "0 definitions and 1 game: all is well\n")
    names = ("counters", "terrain", "ruler", "turns", "arcs", "quick", "tokens")
    chosen = [word for name in names for word in ("--sheet", name)]
    outcome = run("render", "bar.yaml", *chosen, "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr
    for name in ("tokens", "terrain", "gauge"):
        assert run("blank", name, "-o", "b.pdf").status == 0


def test_a_scenario_prints_what_its_table_needs(run: Run, bay: Any, project: Path) -> None:
    def read(of: str) -> str:
        outcome = run("render", of, "-o", "a.pdf")
        assert outcome.status == 0, outcome.stderr
        with closing(PdfDocument(project / "a.pdf")) as document:
            return " ".join(page.get_textpage().get_text_range() for page in document)

    own = "tokens: [{word: Lamp, sign: flame, count: 1}]\n"
    (project / "bar.yaml").write_text(SCENARIO + own, "utf-8")
    text = read("bar.yaml")
    assert [text.count(word) for word in ("Lamp", "Ablaze", "top at 2")] == [1, 4, 0]
    for name in ("terrain", "tokens", "ruler"):
        words = f"name: {name},", f"name: {name}, default: [scenario],"
        if name == "ruler":
            words = "    title: Ruler\n", "    title: Ruler\n    default: [scenario]\n"
        file = project / "games" / "bay" / "game.yaml"
        file.write_text(file.read_text("utf-8").replace(*words), "utf-8")
    assert run("validate", "games/bay").stderr == "0 definitions and 1 game: all is well\n"
    (project / "ducks.yaml").write_text("system: bay\nfleet: Ducks\nships: [{ship: gull}]\n")
    assert not {"Lamp", "Ablaze", "light guns"} & {*read("ducks.yaml").split("\r\n")}
    text = read("bar.yaml")
    # What is the same for both of its fleets is there once.
    told = ("Lamp", "Ablaze", "Aground", "top at 2", "light guns")
    assert [text.count(word) for word in told] == [1, 4, 2, 1, 1]


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        ("{word: Lamp, sign: lantern}", "12:29: error[wrong-value]: tokens[1].sign: there"),
        ("{word: Lamp, sign: flame, count: 0}", "12:43: error[out-of-range]: tokens[1].count"),
        ("{sign: flame}", "bar.yaml:12:10: error[missing-key]"),
    ],
)
def test_a_scenario_s_own_things_are_checked(
    run: Run, bay: Any, project: Path, tokens: str, said: str
) -> None:
    (project / "bar.yaml").write_text(f"{SCENARIO}tokens: [{tokens}]\n", "utf-8")
    assert said in run("validate", "bar.yaml").stderr


def test_a_starter_beside_the_game_is_used(run: Run, bay: Any, project: Path) -> None:
    text = SCENARIO.replace("The Bar", "@NAME@").replace("gull", "first-ship")
    (project / "games" / "bay" / "starter-scenario.yaml").write_text(f"# Ours\n{text}", "utf-8")
    assert run("new", "bay", "Dusk", "--kind", "scenario").status == 0
    assert (project / "dusk.yaml").read_text("utf-8").startswith("# Ours\n")


# What is wrong, and where

MISTAKES = [
    ("family: gunboat", "family: gunbaot", ":23:26: error[bad-game]: there is no hull family gun"),
    ("length: hull", "length: hulk", ":23:43: error[unknown-name]"),
    ("length: hull", "length: points", ":23:43: error[bad-game]: nothing says how long"),
    ("length: hull", "length: hull, shortest: 20", ": error[bad-game]: the longest is 16, but"),
    ("length: hull", "hull: \"'sloop'\"", "there is no hull sloop in the family gunboat"),
    ("guns: guns", "guns: {keel: 2}", "there is no side keel"),
    ("guns: guns", "guns: name", "this is a text, not a number of guns"),
    ("share: [wind]", "share: [wnd]", ":33:11: error[bad-game]: fleets have no key wnd"),
    ("own: [wind]", "own: [wnd]", ":34:9: error[bad-game]: fleets have no key wnd"),
    ("terrain: terrain.yaml", "terrain: terrian.yaml", ":32:12: error[bad-game]: there is no file"),
    ("text(side.wind)", "text(side.wnd)", ":41:45: error[unknown-name]"),
    ("each: side in sides", "each: side in unit", "this is a text, and each needs a list"),
    ("without: [marker]", "without: [rock]", "there is no terrain rock"),
    (
        'start: 0, end: "reach[gun].far / 2"',
        'start: 0, end: "reach[gnu].far"',
        "error[unknown-name]",
    ),
    ("each: gun in [", "each: sharp in [", "a loop gives a new name to each item"),
    ("half: 45", "half: 99", "error[out-of-range]"),
    ("    dial: {sides: 8", "    arcs: {sides: 8", "error[unknown-key]"),
    ("unit: cm", "unit: mm", ":76:96: error[bad-game]: a ruler of 12 mm is impossible"),
    ("values: {far:", "values: {width:", "the name width is taken"),
    ("template: quick.svg", "template: quick.svg\n    of: boat", "everybody shares this sheet"),
    ("use: ruler, usual: 12, ruler:", "use: ruler, values:", "a ruler needs its length"),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_mistakes_in_blocks_have_their_place(
    run: Run, bay: Any, old: str, new: str, said: str
) -> None:
    bay(old, new)
    outcome = run("validate", "games/bay")
    assert outcome.status == 1
    assert "Traceback" not in outcome.stderr
    assert said in outcome.stderr, outcome.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("terrain.yaml", "shape: round", "shape: square", "games/bay/terrain.yaml:2:31: error[bad"),
        ("terrain.yaml", "rule: Nothing happens.", "rules: x", "terrain.yaml:2:"),
        ("tokens.yaml", "sign: flame", "sign: fire", "games/bay/tokens.yaml:1:24: error[bad-game]"),
    ],
)
def test_mistakes_in_files_beside_a_game_have_their_place(
    run: Run, bay: Any, file: str, old: str, new: str, said: str
) -> None:
    bay(old, new, file)
    assert said in run("validate", "games/bay").stderr


def test_a_scenario_needs_fleets_and_a_portrait_a_silhouette(run: Run, bay: Any) -> None:
    fleet = GAME[GAME.index("fleet:\n") : GAME.index("scenario:\n")]
    bay(fleet, "")
    assert "a scenario needs fleets" in run("validate", "games/bay").stderr
    start = GAME.index("    silhouette:")
    bay(GAME[start : GAME.index("fleet:\n")], "")
    assert "a boat has no silhouette" in run("validate", "games/bay").stderr
