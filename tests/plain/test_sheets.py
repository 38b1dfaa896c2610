"""What sheets of games without code can do: variants, pieces for items, decks, icons, counters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit.text import TextWriter
from sheetgen.systems.plain.game import load

Run = Callable[..., Any]

GAME = """\
game: regatta
name: Pond Regatta
about: toy boats
icons: icons
tables:
  guns: {light: {range: 6, note: "rolls [fire]"}, heavy: {range: 9, note: ""}}
  inches: {small: 0.5, large: 1}
kinds:
  boat:
    fields:
      planks: {type: int, min: 2, max: 30, sample: 6}
      build: {type: choice, of: inches, default: small}
      motto: {type: text, max: 200, default: "hot [fire]"}
      guns_: {type: list, of: {type: record, fields: {gun: {type: choice, of: guns}, count: int}},
        default: [{gun: light, count: 2}, {gun: heavy, count: 1}]}
    columns: {Planks: {value: planks, total: true}}
fleet:
  code: B
  fields: {turns: {type: int, default: 12}}
  values: {many: len(ships)}
  counters: {sizes: {"1/2": 0.5, "1": 1}, usual: by-size, shapes: [hex, square], backs: [name]}
sheets:
  - name: card
    title: Card
    template: card.svg
    values: {most: 7, wide: "most * 10", scale: "min(1.5, room.short / wide)"}
    blank: {planks: [4, 8]}
  - {name: wide, like: card, title: Wide card, default: false, values: {most: 12}}
  - name: guns
    title: Guns
    of: boat
    each: mount in guns_
    template: gun.svg
    values: {what: "guns[mount.gun].range"}
    copies: mount.count
  - name: cards
    title: Cards
    each: mount in guns_
    deck: poker
    template: gun.svg
    back: gun.svg
    piece: "{name}, {mount.gun}"
    copies: mount.count
    for: [fleet]
  - {name: counters, title: Counters, use: counters, of: boat, template: counter.svg,
     size: "inches[build] * 25.4", ground: colour,
     values: {label: "'S' if id == '' else id", high: size * 2}, piece: "{label} of {name}"}
  - {name: plot, title: Plot, template: plot.svg, default: [fleet],
     values: {turns: 10},
     blank: {turns: {sizes: [10], max: 24, piece: "Chart of {turns} turns", copies: 4}}}
  - {name: roster, title: Roster, use: roster, template: roster.svg, rows: 20,
     measures: {around: 40, row: 6, line: 4, width: 150, names: 30, size: 4},
     values: {boats: many}}
"""
PLAIN = """\
<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="30mm" viewBox="0 0 60 30"
     font-size="4">
<text x="2" y="8">{{ sheet.name }}</text>
</svg>
"""


@pytest.fixture
def game(project: Path) -> Callable[..., Path]:
    """Writes the game, with texts of it replaced, and gives its folder."""
    folder = project / "games" / "regatta"
    templates = folder / "templates" / "regatta"
    templates.mkdir(parents=True)
    (folder / "icons").mkdir()
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0H8V8Z"/></svg>'
    (folder / "icons" / "fire.svg").write_text(icon, "utf-8")
    for name in ("card", "gun", "counter", "plot", "roster"):
        (templates / f"{name}.svg").write_text(PLAIN, "utf-8")

    def write(*changes: str) -> Path:
        text = GAME
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (folder / "game.yaml").write_text(text, "utf-8")
        return folder

    write()
    return write


def list_prints(folder: Path, sheet: str, *, size: int = 0, **look: Any) -> list[Print]:
    """The pieces of a sheet for the Heron, or blank ones of a size."""
    system = load(folder)
    found = next(one for one in system.sheets if one.name == sheet)
    if size:
        assert found.fill_blank
        return list(found.fill_blank(size, Look(**look)))
    boat: Any = system.kinds[0].model(system="regatta", name="Heron", planks=6)
    return list(found.fill(boat, Look(**look)))


def link_pond(folder: Path, **counters: Any) -> tuple[Any, Any]:
    """The game and a fleet of two Herons."""
    system = load(folder)
    boat, fleet = system.kinds
    heron = boat.model(system="regatta", name="Heron", planks=6)

    class Lookup:
        def find(self, path: Any, id: str, kind: str = "ship") -> Any:
            return heron

    ships = [{"ship": "heron", "count": 2}]
    written = fleet.model(system="regatta", fleet="Pond", ships=ships, counters=counters, turns=9)
    assert fleet.link
    return system, fleet.link(written, Lookup())


def fill_pond(folder: Path, sheet: str, look: Look | None = None, **counters: Any) -> list[Print]:
    """The pieces of a sheet for the fleet."""
    system, pond = link_pond(folder, **counters)
    found = next(one for one in system.sheets if one.name == sheet)
    return list(found.fill(pond, look or Look()))


def test_everything_is_right(game: Any, run: Run) -> None:
    assert run("validate", str(game())).stderr == "0 definitions and 1 game: all is well\n"


# Variants


def test_a_variant_has_all_that_it_does_not_say(game: Any) -> None:
    folder = game()
    card, wide, *_ = load(folder).sheets
    assert (wide.title, wide.template, wide.blank_sizes) == ("Wide card", card.template, (4, 8))
    assert (card.default, wide.default) == (("boat", "fleet"), ())
    (piece,) = list_prints(folder, "wide")
    assert (piece.data.most, piece.data.wide) == (12, 120)


def test_a_mistake_that_a_variant_shares_is_reported_where_it_stands(game: Any, run: Run) -> None:
    said = run("validate", str(game("most * 10", "most * tem"))).stderr
    assert said.count("error[") == 1
    assert "game.yaml:26:37: error[unknown-name]: there is no name tem" in said


def test_the_room_decides_how_large_a_sheet_is(game: Any) -> None:
    folder = game()
    assert list_prints(folder, "card")[0].data.scale == 1.5
    assert list_prints(folder, "card", room=(84.0, 120.0))[0].data.scale == 1.2


# A piece for each item, and cards


def test_each_item_has_its_piece(game: Any) -> None:
    pieces = list_prints(game(), "guns")
    assert [(p.data.mount.gun, p.data.what, p.copies) for p in pieces] == [
        ("light", 6, 2),
        ("heavy", 9, 1),
    ]
    assert [(p.title, p.bookmark) for p in pieces] == [("Heron", None), ("Heron, 2", None)]


def test_a_loop_means_what_the_ship_has_by_a_name(game: Any) -> None:
    """Also where the sheet has a value of that name, which may need the item."""
    own = '{guns_: "mount.gun + text(len(guns_))", what:'
    pieces = list_prints(game('{what: "guns[mount', own + ' "guns[mount'), "guns")
    assert [p.data.guns_ for p in pieces] == ["light2", "heavy2"]


def test_loops_may_be_inside_each_other(game: Any) -> None:
    each = 'each: [mount in guns_, "n in 1..mount.count"]\n    deck'
    pieces = fill_pond(game("each: mount in guns_\n    deck", each), "cards")
    assert [(p.data.mount.gun, p.data.n) for p in pieces[:3]] == [
        ("light", 1),
        ("light", 2),
        ("heavy", 1),
    ]


def test_cards_have_a_bookmark_for_the_first_of_a_ship(game: Any) -> None:
    folder = game()
    pieces = fill_pond(folder, "cards")
    assert [(p.title, p.bookmark) for p in pieces] == [
        ("Heron, light", "B1 Heron"),
        ("Heron, heavy", ""),
        ("Heron, light", "B2 Heron"),
        ("Heron, heavy", ""),
    ]
    first = pieces[0]
    assert (first.data.width, first.data.height, first.copies) == (63.5, 88.9, 2)
    assert (first.data.side, first.back.side) == ("front", "back")
    cards = next(sheet for sheet in load(folder).sheets if sheet.name == "cards")
    assert (cards.gap, cards.grid, cards.kinds) == (0.0, True, ("fleet",))


# Counters


def test_counters_have_the_size_that_a_formula_gives(game: Any) -> None:
    folder = game()
    (counter,) = list_prints(folder, "counters")
    assert (counter.data.size, counter.data.shape, counter.data.label) == (12.7, "hex", "S")
    assert counter.back is None
    (counter,) = list_prints(folder, "counters", counter_size=20.0)
    assert (counter.data.size, counter.data.high, counter.title) == (20.0, 40, "S of Heron")


def test_a_fleet_chooses_its_counters(game: Any) -> None:
    look: dict[str, Any] = {
        "size": 1,
        "shape": "square",
        "back": "name",
        "fold": True,
        "livery": "light",
    }
    counter, other = fill_pond(game(), "counters", **look)
    assert (counter.data.size, counter.data.shape, counter.fold) == (25.4, "square", True)
    assert (counter.data.label, other.data.label, counter.data.light) == ("B1", "B2", True)
    assert (counter.back.side, counter.back.fleet, counter.ship) == ("name", "Pond", "B1")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("{size: 2}", ":4:18: error[wrong-value]"),
        ("{fold: true}", ":4:18: warning[fold-without-back]"),
    ],
)
def test_a_choice_that_there_is_not_is_reported(
    game: Any, run: Run, project: Path, keys: str, said: str
) -> None:
    game()
    (project / "heron.yaml").write_text("system: regatta\nname: Heron\nplanks: 6\n", "utf-8")
    text = f"system: regatta\nfleet: Pond\nships: [{{ship: heron}}]\ncounters: {keys}\n"
    (project / "pond.yaml").write_text(text, "utf-8")
    assert f"pond.yaml{said}" in run("validate", "pond.yaml").stderr


# Blanks, rosters, and what a sheet is for


def test_a_blank_may_be_of_a_size_that_is_no_field(game: Any) -> None:
    folder = game()
    (chart,) = list_prints(folder, "plot", size=24)
    assert (chart.title, chart.copies, chart.data.turns) == ("Chart of 24 turns", 4, 24)
    assert (chart.data.blank, chart.data.name, chart.data.planks) == (True, "", "")
    with pytest.raises(ValueError, match="turns of a boat is at most 24, not 25"):
        list_prints(folder, "plot", size=25)
    assert list_prints(folder, "plot")[0].data.turns == 10


def test_fields_may_follow_from_the_size_of_a_blank(game: Any) -> None:
    known = "{planks: {sizes: [4, 8], known: {build: \"'large' if planks > 5 else 'small'\"}}}"
    folder = game("{planks: [4, 8]}", known)
    sizes = [list_prints(folder, "card", size=planks)[0].data.build for planks in (4, 8)]
    assert sizes == ["small", "large"]
    with pytest.raises(ValueError, match="no boat has planks 5; there are 4, 8"):
        list_prints(folder, "card", size=5)


def test_a_roster_has_the_measures_of_its_game(game: Any) -> None:
    (page,) = fill_pond(game(), "roster")
    assert page.data.boats == 2
    assert [(row.y, row.height, row.planks) for row in page.data.rows] == [(0, 6, 6), (6, 6, 6)]


def test_rows_are_as_high_as_their_contents(game: Any) -> None:
    high = 'size: 4, high: "6 + 4 * (len(lines(ship.motto, 30, 4)) - 1)"}'
    folder = game("size: 4}", high, "hot [fire]", "sail on, sail on, sail on, sail")
    (page,) = fill_pond(folder, "roster")
    assert [(row.y, row.height) for row in page.data.rows] == [(0, 10), (10, 10)]
    one, two = fill_pond(folder, "roster", Look(room=(150.0, 55.0)))  # around, and a row
    assert (one.title, len(two.data.rows)) == ("Pond, roster 1 of 2", 1)


def test_a_blank_has_a_piece_for_each_item_that_is_known(game: Any) -> None:
    blank = "each: mount in guns_\n    blank: {planks: [4]}\n    template"
    folder = game("each: mount in guns_\n    template", blank)
    (piece,) = list_prints(folder, "guns", size=4)
    assert (piece.copies, piece.data.mount.gun, piece.data.what) == (1, "", "")
    numbers = "each: [n in 1..planks, mount in guns_]\n    blank: {planks: [4]}\n    template"
    folder = game("each: mount in guns_\n    template", numbers)
    assert [piece.data.n for piece in list_prints(folder, "guns", size=4)] == [1, 2, 3, 4]


def test_a_sheet_is_printed_for_the_kinds_that_it_names(game: Any, run: Run) -> None:
    folder = game()
    assert {sheet.name: sheet.default for sheet in load(folder).sheets if sheet.default} == {
        "card": ("boat", "fleet"),
        "guns": ("boat", "fleet"),
        "cards": ("fleet",),
        "counters": ("fleet",),
        "plot": ("fleet",),
        "roster": ("fleet",),
    }
    said = run("validate", str(game("for: [fleet]", "for: [buoy]"))).stderr
    assert "game.yaml:44:11: error[bad-game]: the sheet can't be printed for a buoy" in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("like: card", "like: crad", ":28:24: error[bad-game]: there is no sheet crad above"),
        ("title: Guns", "about: Guns", ":29:11: error[bad-game]: a sheet needs a title"),
        (
            "each: mount in guns_\n    deck",
            "each: mount in planks\n    deck",
            ":38:20: error[bad-game]: this is a whole number, and each needs a list",
        ),
        ("max: 24,", "max: 9,", ":50:30: error[bad-game]: turns is never 10: it is at most 9"),
        ("{sizes: [10], max", "{sizes: [], max", ":50:29: error[out-of-range]: "),
        (
            "ground: colour",
            "ground: name",
            ":46:44: error[formula-fails]: First boat is not a colour",
        ),
        ("rows: 20", "deck: poker", ":51:70: error[bad-game]: a roster has no deck"),
        ("deck: poker", "rows: 3", ":39:5: error[bad-game]: a sheet that is no roster has no rows"),
        ('"1": 1}', '"9": 9}', ":21:39: error[bad-game]: a counter of 9 inches can't be used"),
        ("usual: by-size", 'usual: "1"', ":21:50: error[bad-game]: 1 is one of the sizes"),
    ],
)
def test_mistakes_are_reported_at_their_places(
    game: Any, run: Run, old: str, new: str, said: str
) -> None:
    assert said in run("validate", str(game(old, new))).stderr


# Lines and icons


def test_lines_are_as_wide_as_their_face_makes_them(game: Any) -> None:
    new = 'values: {most: 7, said: "lines(motto, 30, 4)", wide'
    text = "**Rolls** [fire] twice, and [[once]"
    folder = game("values: {most: 7, wide", new, 'default: "hot [fire]"', f'default: "{text}"')
    (piece,) = list_prints(folder, "card")
    one, two = piece.data.said
    assert [(part.text, bool(part.icon), part.bold) for part in one.parts] == [
        ("Rolls", False, True),
        ("", True, False),
        ("twice,", False, False),
    ]
    assert two.text == "and [once]"
    assert one.width <= 30 < one.width + two.width
    ends = [round(part.x + part.width, 2) for part in one.parts]
    assert one.parts[1].width == 4
    writer = TextWriter()
    before = writer.measure("Rolls", 4, bold=True) + writer.measure(" ", 4)
    assert one.parts[1].x == pytest.approx(before, abs=0.001)
    assert ends == sorted(ends)


def test_icons_are_drawn(game: Any, run: Run, project: Path) -> None:
    folder = game("values: {most: 7, wide", 'values: {most: 7, said: "lines(motto, 30, 4)", wide')
    drawn = """<!--{% for line in sheet.said %}--><!--{% set x, y, size = 2, 20, 4 %}-->
<!--{% include "common/line.svg" %}--><!--{% endfor %}--></svg>"""
    card = folder / "templates" / "regatta" / "card.svg"
    card.write_text(PLAIN.replace("</svg>", drawn), "utf-8")
    (project / "heron.yaml").write_text("system: regatta\nname: Heron\nplanks: 6\n", "utf-8")
    assert run("validate", str(folder)).stderr == "0 definitions and 1 game: all is well\n"
    outcome = run("render", "heron.yaml", "--sheet", "card", "-o", "a.svg", "--text", "text")
    assert outcome.status == 0, outcome.stderr
    made = (project / "a.svg").read_text("utf-8")
    assert ">hot" in made and "M0 0L8 0L8 8Z" in made


def test_icons_may_be_written_in_words(game: Any, run: Run, project: Path) -> None:
    folder = game()
    icons = folder / "icons"
    (icons / "devils-fire.svg").write_text((icons / "fire.svg").read_text("utf-8"), "utf-8")
    text = "system: regatta\nname: Heron\nplanks: 6\nmotto: burn [Devil's Fire] and [Fier Trap]\n"
    (project / "heron.yaml").write_text(text, "utf-8")
    said = run("validate", "heron.yaml").stderr
    assert "heron.yaml:4:32: error[unknown-icon]: there is no icon fier-trap" in said
    assert "devils-fire" not in said.partition("hint")[0]


RULES = """\
# Racing

**Ablaze**: each [fire] rolls, [[not every one]; a [link](https://example.org) stays words.

| gun | harm |
|-----|:----:|
| bow | two [Fire] |
"""


def write_rules(game: Any, text: str) -> Path:
    """Give the game a reference with this text."""
    folder: Path = game(
        "sheets:\n", "sheets:\n  - {name: rules, title: Rules, use: reference, text: rules.md}\n"
    )
    (folder / "rules.md").write_text(text, "utf-8")
    return folder


def test_icons_stand_in_the_text_of_a_reference(game: Any, run: Run, project: Path) -> None:
    folder = write_rules(game, RULES)
    sheet = next(one for one in load(folder).sheets if one.name == "rules")
    (page,) = sheet.fill(None, Look())
    words, icons = page.data.words, page.data.icons
    said = ["".join(run.text for run in line.runs) for line in words]
    assert said[:4] == ["Ablaze", ": each ", "rolls, [not every one]; a link stays words.", "gun"]
    first, second = icons
    writer = TextWriter()
    before = writer.measure("Ablaze", first.size, bold=True) + writer.measure(": each ", first.size)
    assert first.x == pytest.approx(before, abs=0.002)
    after = before + first.size + writer.measure(" ", first.size)
    assert words[2].x == pytest.approx(after, abs=0.002)
    two = next(line for line in words if line.runs[0].text == "two ")
    head = next(line for line in words if line.runs[0].text == "harm")
    assert (two.x + second.x + second.size) / 2 == pytest.approx(head.x, abs=0.002)
    assert (two.y, head.middle, two.middle) == (second.y, True, False)
    (project / "heron.yaml").write_text("system: regatta\nname: Heron\nplanks: 6\n", "utf-8")
    outcome = run("render", "heron.yaml", "--sheet", "rules", "-o", "a.svg", "--text", "text")
    assert outcome.status == 0, outcome.stderr
    assert (project / "a.svg").read_text("utf-8").count("M0 0L8 0L8 8Z") == 2


def test_an_icon_of_a_reference_that_is_not_there_is_reported(game: Any, run: Run) -> None:
    folder = write_rules(game, RULES.replace("two [Fire]", "two [Fier]"))
    said = run("validate", folder).stderr
    assert "rules.md:7:13: error[bad-game]: there is no icon fier" in said, said
    assert "did you mean [fire]?" in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("hot [fire]", "hot [frie]", "there is no icon frie"),
        ("rolls [fire]", "rolls [frie]", "game.yaml:6:41: error[bad-game]: there is no icon frie"),
        ("icons: icons", "icons: icon", "game.yaml:4:8: error[bad-game]: there is no folder icon"),
        (
            "most: 7,",
            "most: \"len(lines('[ice]', 9, 4))\",",
            "error[formula-fails]: there is no icon",
        ),
        ("most: 7,", "most: \"len(lines('', 9, 4, 'X'))\",", "formula-fails]: there is no face X"),
    ],
)
def test_icons_that_do_not_exist_are_reported(
    game: Any, run: Run, old: str, new: str, said: str
) -> None:
    assert said in run("validate", str(game(old, new))).stderr


def test_an_icon_is_reported_inside_the_text_of_a_definition(
    game: Any, run: Run, project: Path
) -> None:
    game()
    text = "system: regatta\nname: Heron\nplanks: 6\nmotto: burn [fire] and [frie]\n"
    (project / "heron.yaml").write_text(text, "utf-8")
    said = run("validate", "heron.yaml").stderr
    assert "heron.yaml:4:24: error[unknown-icon]: there is no icon frie" in said
    assert "did you mean [fire]?" in said
