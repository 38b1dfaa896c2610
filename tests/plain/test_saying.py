"""Checks that mend, columns, arithmetic and forms of a game.yaml: all that a game may say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.diagnostics import Mend, sort_diagnostics
from sheetgen.ground.files import Files
from sheetgen.reading.amendment import Change, amend
from sheetgen.systems.column import Budget, FormPart, Group, Option
from sheetgen.systems.loading import Systems
from sheetgen.systems.plain.game import load

Run = Callable[..., Any]
GAME = """\
game: frigates
name: Frigates
about: guns in decks
tables:
  rates: {4: {code: S, name: Sloop}, 9: {code: F, name: Frigate}}
  guns: {light: {name: Light gun, weight: 1}, heavy: {name: Heavy gun, weight: 2.5}}
  arcs: {bow: ahead, stern: astern}
kinds:
  ship:
    fields:
      mass: {type: int, min: 1, max: 9, sample: 4, label: Tonnage, unit: tons}
      rate: {type: choice, of: [S, F], optional: true, help: follows from the mass}
      room: {type: int, default: 2}
      decks:
        type: list
        default: []
        of:
          type: record
          fields:
            arc: {type: choice, of: arcs, label: Side}
            guns: {type: list, of: {type: choice, of: guns}, default: []}
      sails: {type: record, fields: {bow: {type: int, default: 0}, stern: {type: int, default: 0}}}
    state:
      hull: {type: int, default: 0, unit: boxes}
      hits: {type: list, of: text, default: []}
    values:
      right: rates[mass..]
      weight: sum(sum(guns[gun].weight for gun in deck.guns) for deck in decks)
      free: 9 - weight
    checks:
      - name: rate-mismatch
        severity: error
        about: The rate does not fit the mass.
        when: given(rate) and either(rate, "S") != right.code
        at: rate
        says: "a mass of {mass} is a {right.name}"
        hint: "write rate: {right.code}"
        fix: right.code
        why: It would mislead.
        example: "rate: F"
      - name: crowded
        severity: error
        about: There are more guns than room.
        each: deck in decks
        when: len(deck.guns) > room
        at: deck.guns[room + 1]
        says: "{len(deck.guns)} guns {arcs[deck.arc]}"
        remove: len(deck.guns) - room
        why: They stand in each other's way.
        example: "decks: [{arc: bow, guns: [light, light, light]}]"
        also:
          - {when: len(decks) > 2, at: "decks[3]", says: too many decks, remove: true}
          - each: [deck in decks, gun in deck.guns]
            when: gun == "heavy" and deck.arc == "stern"
            at: gun
            says: "a {guns[gun].name} astern"
            fix: "'light'"
      - name: one-sail
        severity: hint
        about: All sails are in one place.
        each: arc in arcs
        when: (sails.bow if arc == "bow" else sails.stern) > 5
        at: sails.{arc}
        says: "too many {arcs[arc]}"
        why: It turns badly.
    columns:
      mass: {value: mass, key: mass, in: {show: mass, table: Mass, roster: heft}, total: true}
      class name: {value: right.name, key: class_name, in: [show]}
      Rate: {value: right.code, in: [table, compare]}
      weight:
        {value: weight, key: weight, text: "{weight} of {9}", in: {show: weight, fact: Weight}}
      free: {value: free, key: free, in: []}
      line: {value: right, key: line, in: [show]}
      armament:
        each: [deck in decks, gun in deck.guns]
        key: armament
        columns:
          gun: guns[gun].name
          weight: guns[gun].weight
          bears: {value: "arcs[deck.arc]", in: {show: "", compare: Bears}}
    terms:
      weight:
        as: "{total} = {weight} of 9"
        parts:
          - each: deck in decks
            what: "deck {deck.arc}"
            as: "{len(deck.guns)} guns"
            value: sum(guns[gun].weight for gun in deck.guns)
            reason: guns weigh
          - {what: ballast, when: mass > 4, value: 0}
    group: right.name
    order: mass
    index: "[right.name] + [guns[deck.guns[1]].name for deck in decks]"
    form:
      groups: [{title: Ship, keys: [name, mass, rate]}, {title: Guns, keys: [decks]}]
      help: {decks arc: where it fires}
      options:
        - keys: decks guns
          each: gun in guns
          value: gun
          label: "{guns[gun].name}"
          cost: "{guns[gun].weight} tons"
        - keys: [rate]
          each: mass in rates
          value: rates[mass].code
          label: "{rates[mass].name}"
      budgets:
        - title: Weight
          used: weight
          of: 9
          parts: [{each: deck in decks, label: "{deck.arc}", value: len(deck.guns)}]
      facts: ["{right.name}", {says: "{mass} tons", when: mass > 4}]
fleet:
  code: "{right.code}"
  limit: weights
  fields: {wind: {type: int, default: 3, label: Wind}}
  values: {weights: sum(ship.weight for ship in ships)}
  checks:
    - name: lost-more
      severity: error
      about: More is lost than there was.
      each: ship in ships
      when: ship.hull > ship.mass
      at: ship.hull
      says: "{ship.id} has {ship.mass}"
      fix: ship.mass
      why: Nobody can.
      also:
        - each: [ship in ships, hit in ship.hits]
          when: hit == "twice"
          at: hit
          says: "{ship.id} {hit}"
          remove: true
        - each: ship in ships
          when: ship.entry.place == 1 and ship.mass > 6
          at: ship.ship
          says: "{ship.design} is heavy, {ship.entry.ship} {ship.entry.count}"
  columns:
    mass: {value: sum(ship.mass for ship in ships), key: mass, in: {table: Mass}}
    left: {value: "either(weights_limit, 0) - weights", key: left, in: [show]}
    weights: {value: weights, key: weights, in: {show: weights}}
  ships:
    mass: {value: mass, key: mass, in: {roster: heft, compare: Mass}, total: true}
  terms:
    weights:
      as: "{len(ships)} ships weigh {weights}"
      parts: [{each: ship in ships, what: "{ship.id} {ship.name}", value: ship.weight}]
  form:
    groups: [{title: Fleet, keys: [fleet, weights_limit, wind]}, {title: More rules, keys: [wind]}]
    options:
      - {keys: ships state hits, each: arc in arcs, value: arc, label: "{arcs[arc]}"}
    losses:
      - {box: hull, key: hull, title: the hull, total: mass}
      - box: hit
        key: hits
        title: hit
        things: [{each: arc in arcs, value: arc, label: "{id} {arcs[arc]}"}]
      - each: arc in arcs
        box: "{arc} hit"
        key: hits/{arc}
        title: "{arcs[arc]}"
        value: 1
        steps: true
sheets: [{name: roster, title: Roster, use: roster}]
"""
SHIP = """\
system: frigates
name: Heron
mass: 5
rate: S
room: 1
decks:
- {arc: bow, guns: [light, light, heavy]}
- {arc: stern, guns: [heavy]}
sails: {stern: 6}
"""


@pytest.fixture
def folder(project: Path) -> Path:
    """The folder of the game, in a project with a ship of it."""
    folder = project / "games" / "frigates"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (project / "heron.yaml").write_text(SHIP, "utf-8")
    return folder


def find(folder: Path, *files: Path) -> Any:
    """The definitions of some files, with every problem found."""
    return gather(list(files), Shelf(Systems([folder]), Files()))


# Checks


def test_checks_point_and_mend(folder: Path, project: Path) -> None:
    found = find(folder, project / "heron.yaml").diagnostics
    assert [(one.line, one.column, one.message, one.mends) for one in found] == [
        (4, 7, "a mass of 5 is a Frigate", (Mend(("rate",), "F"),)),
        (
            *(7, 28, "3 guns ahead"),
            (
                Mend(("decks", 0, "guns", 2), act="remove"),
                Mend(("decks", 0, "guns", 1), act="remove"),
            ),
        ),
        (8, 23, "a Heavy gun astern", (Mend(("decks", 1, "guns", 0), "light"),)),
        (9, 16, "too many astern", ()),
    ]


def test_checks_of_a_fleet_point_into_the_state_of_its_ships(folder: Path, project: Path) -> None:
    (project / "heron.yaml").write_text("system: frigates\nname: Heron\nmass: 7\n", "utf-8")
    fleet = project / "fleet.yaml"
    fleet.write_text(
        "system: frigates\nfleet: A\nships:\n- {ship: heron, count: 2, names: [B, C],\n"
        "   state: {F2: {hull: 8, hits: [once, twice]}}}\n",
        "utf-8",
    )
    found = sort_diagnostics(find(folder, fleet).diagnostics)
    assert [(one.line, one.column, one.message, one.mends) for one in found] == [
        (4, 10, "Heron is heavy, heron 2", ()),
        (5, 23, "F2 has 7", (Mend(("ships", 0, "state", "F2", "hull"), 7),)),
        (5, 39, "F2 twice", (Mend(("ships", 0, "state", "F2", "hits", 1), act="remove"),)),
    ]


def test_a_mended_ship_is_right(folder: Path, project: Path) -> None:
    path, text = project / "heron.yaml", SHIP
    for _ in range(2):
        found = find(folder, path)
        mends = [mend for one in found.diagnostics for mend in one.mends]
        text = amend(text, [Change(0, mend.path, mend.act, mend.value) for mend in mends])
        path.write_text(text, "utf-8")
    assert [one.rule for one in find(folder, path).diagnostics] == ["one-sail"]


# Columns and arithmetic


def test_columns_have_keys_and_headings_by_place(folder: Path, project: Path, run: Run) -> None:
    (project / "heron.yaml").write_text(SHIP.replace("rate: S\n", ""), "utf-8")
    definition = find(folder, project / "heron.yaml").definitions[0]
    assert definition.derived == {
        "mass": 5,
        "class_name": "Frigate",
        "weight": 7,
        "free": 2,
        "line": {"code": "F", "name": "Frigate"},
        "armament": [
            {"gun": "Light gun", "weight": 1},
            {"gun": "Light gun", "weight": 1},
            {"gun": "Heavy gun", "weight": 2.5},
            {"gun": "Heavy gun", "weight": 2.5},
        ],
    }
    kind = load(folder).find_kind({})
    shown = [column.show for column in kind.columns if column.is_shown]
    assert shown == ["mass", "class name", "weight", "line", "armament"]
    assert [column.table for column in kind.columns if column.table] == ["Mass", "Rate"]
    assert [column.sheet for column in kind.columns if column.sheet] == ["heft"]
    values = definition.values
    assert kind.group and kind.order and kind.terms
    assert (kind.group(values), kind.order(values)) == ("Frigate", 5)
    assert kind.terms(values) == ["Frigate", "Light gun", "Heavy gun"]


def read(folder: Path, path: Path, text: str) -> Any:
    """The only definition of a text that is written to a file."""
    path.write_text(text, "utf-8")
    found = find(folder, path)
    assert not [one for one in found.diagnostics if one.is_error]
    return found.definitions[0]


LEGAL = "system: frigates\nname: Heron\nmass: 5\ndecks: [{arc: bow, guns: [heavy]}]\n"


def test_terms_explain_a_value(folder: Path, project: Path, run: Run) -> None:
    read(folder, project / "heron.yaml", LEGAL)
    assert run("show", "heron", "--why").stdout == (
        "Heron - Frigates\n\n"
        "weight: 2.5 + 0 = 2.5 of 9\n"
        "  deck bow  1 guns  2.5  guns weigh\n"
        "  ballast             0\n"
    )
    assert "weight      2.5 of 9" in run("show", "heron").stdout


def test_a_fleet_has_columns_of_its_own_for_its_ships(
    folder: Path, project: Path, run: Run
) -> None:
    (project / "heron.yaml").write_text(LEGAL, "utf-8")
    text = "system: frigates\nfleet: A\nweights_limit: 9\nships: [{ship: heron, count: 2}]\n"
    definition = read(folder, project / "fleet.yaml", text)
    ship = {"id": "F1", "name": "Heron", "ship": "Heron", "mass": 5}
    assert definition.derived == {
        "ships": [ship, {**ship, "id": "F2"}],
        "mass": 10,
        "left": 4,
        "weights": 5,
        "weights_limit": 9,
    }
    why = run("show", "fleet.yaml", "--why").stdout
    assert "2 ships weigh 5\n  F1 Heron    2.5\n" in why
    form = definition.kind.form
    assert [group.title for group in form.groups] == [
        *("Fleet", "Ships", "More rules", "Colours and counters", "In words")
    ]
    assert form.groups[0].keys == ["fleet", "weights_limit", "wind"]
    assert list(form.facts(definition.values)) == [
        "2 ships",
        "5 weights",
    ]
    assert list(form.budgets(definition.values)) == [Budget("Weights", 5, 9, [])]


# Forms


def test_forms_say_what_the_studio_shows(folder: Path, project: Path) -> None:
    definition = read(folder, project / "heron.yaml", LEGAL)
    form = definition.kind.form
    assert form.groups[:2] == (
        Group("Ship", ["name", "mass", "rate"]),
        Group("Guns", ["decks"]),
    )
    assert form.groups[2].title == "In words"
    assert form.labels == {"mass": "Tonnage", "decks arc": "Side"}
    assert form.units == {"mass": "tons"}
    assert form.help == {"rate": "follows from the mass", "decks arc": "where it fires"}
    assert form.options == {
        "decks guns": [
            Option("light", "Light gun", "1 tons"),
            Option("heavy", "Heavy gun", "2.5 tons"),
        ],
        "rate": [Option("S", "Sloop"), Option("F", "Frigate")],
    }
    assert list(form.budgets(definition.values)) == [Budget("Weight", 2.5, 9, [FormPart("bow", 1)])]
    assert form.facts(definition.values) == ["Frigate", "5 tons"]


def test_losses_are_boxes_of_the_ships_of_a_fleet(folder: Path, project: Path) -> None:
    (project / "heron.yaml").write_text(LEGAL, "utf-8")
    text = "system: frigates\nfleet: A\nships: [{ship: heron}]\n"
    definition = read(folder, project / "fleet.yaml", text)
    form, (member,) = definition.kind.form, definition.values.members
    assert form.units["ships state hull"] == "boxes"
    assert form.options == {"ships state hits": [Option("bow", "ahead"), Option("stern", "astern")]}
    hull, hit, bow, stern = form.losses.values()
    assert list(form.losses) == ["hull", "hit", "bow hit", "stern hit"]
    assert (hull.key, hull.title, hull.total(member)) == ("hull", "the hull", 5)
    assert hit.things(member) == [("bow", "F1 ahead"), ("stern", "F1 astern")]
    assert bow[:2] == ("hits/bow", "ahead") and bow[4:] == stern[4:] == (1, True)


# Starters


def test_a_starter_beside_the_game_is_used(folder: Path, run: Run) -> None:
    (folder / "starter.yaml").write_text("system: frigates\nname: @NAME@\nmass: 3\n", "utf-8")
    fleet = "system: frigates\nfleet: @NAME@\nships: [{ship: first-ship}]\n"
    (folder / "starter-fleet.yaml").write_text(fleet, "utf-8")
    system = load(folder)
    assert [kind.starter for kind in system.kinds] == [
        "system: frigates\nname: @NAME@\nmass: 3\n",
        fleet,
    ]
    assert "all is well" in run("validate", str(folder)).stderr
    (folder / "starter.yaml").write_text("system: frigates\nname: @NAME@\nmass: 30\n", "utf-8")
    said = run("validate", str(folder)).stderr
    assert "starter.yaml:3:7: error[game-example]: the starter is not right: mass" in said


# What is wrong


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("at: sails.{arc}", "at: sails.{room}", ":63:20: error[formula-type]: this is a whole n"),
        ("at: sails.{arc}", "at: sails.", ":63:13: error[bad-game]: there is no key sails. to"),
        ('at: "decks[3]"', "at: \"decks['a']\"", "error[formula-type]: this is a text, not a w"),
        ("fix: right.code", "fix: rate", "that may be missing, which can't be written"),
        ("remove: len(deck.guns) - room", "remove: right.code", "error[formula-type]: this is a t"),
        ("key: class_name", "key: mass", "class name can't be a heading"),
        ("{weight} of {9}", "{x}", "there is no name x"),
        ("in: [show]}\n      Rate", "in: [shw]}\n      Rate", "in.shw here"),
        (
            "value: right, key: line, in: [show]",
            "value: right, key: line, in: [fact]",
            "which can't",
        ),
        (
            "        columns:\n          gun",
            "        value: mass\n        columns:\n          gun",
            "ne",
        ),
        (
            "    terms:\n      weight:",
            "    terms:\n      wait:",
            "nothing is shown with the key wait",
        ),
        (
            "each: deck in decks\n            what",
            "each: deck in dex\n            what",
            "there is no name dex",
        ),
        ("used: weight\n", "used: right.code\n", "this is a text, not a number"),
        (
            "value: right.name, key: class_name",
            "value: right.name, when: true",
            "needs a value, or",
        ),
        ("order: mass", "order: decks", "not a number or a text"),
        ("index: ", "index: mass # ", "not a list of texts"),
        (
            "total: mass}\n      - box",
            "total: right.code}\n      - box",
            "this is a text, not a w",
        ),
        ("{id} {arcs", "{ids} {arcs", ":157:59: error[unknown-name]: there is no name ids"),
        ("facts: [", "losses: [{box: a, key: b, title: c}]\n      facts: [", "only fleets write"),
    ],
)
def test_mistakes_are_reported(folder: Path, run: Run, old: str, new: str, said: str) -> None:
    assert GAME.count(old) == 1
    (folder / "game.yaml").write_text(GAME.replace(old, new), "utf-8")
    assert said in run("validate", str(folder)).stderr


def test_loops_in_loops_are_counted(folder: Path, project: Path, run: Run) -> None:
    game = GAME.replace("each: arc in arcs\n", "each: [a in 1..9000, b in 1..9000, arc in arcs]\n")
    (folder / "game.yaml").write_text(game, "utf-8")
    (project / "heron.yaml").write_text(LEGAL, "utf-8")
    assert "this takes too much work" in run("validate", "heron.yaml").stderr
