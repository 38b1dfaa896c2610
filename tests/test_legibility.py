"""Legibility: whatever names a fleet has, it is printed, with letters apart and large enough."""

from __future__ import annotations

import ctypes
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, cycle, product
from pathlib import Path
from typing import NamedTuple

import pypdfium2.raw as raw
import pytest
from pypdfium2 import PdfDocument, PdfPage

import sheetgen
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.units import PAPERS
from tests.each import check_each, spread

ROOT = Path(__file__).resolve().parent.parent
LONG = "Her Imperial Majesty’s Own Unconquerable Bartholomew Fairley"
WIDE = "WOMMWELL MAMMOTH WOMMWELL MAMMOTH WOMMWELL MAMMOTH WOMMWELLW"
WORD = "Donaudampfschifffahrtsgesellschaftskapitänswitwenkassenwart"
NAMES = {"short": "Ada", "long": LONG, "wide": WIDE, "word": WORD, "letters": 60 * "W"}
SHIPS = {
    "asfos": """\
id: a
mass: 1
hull: 2
engine: 5
---
id: b
mass: 12
hull: 3
screens: 2
engine: 1
primaries: {forward: 16, left: 8, right: 8}
secondaries: 8
special: {weapon: particle-cannon, count: 12}
---
id: c
mass: 100
hull: 20
engine: 5
primaries: {forward: 999, left: 999, right: 999, rear: 999}
secondaries: 999
special: {weapon: mass-driver, count: 99}
""",
    "airships": """\
id: a
frame: scout
---
id: b
frame: frigate
weapons: {forward: [torpedo-launcher], port: [flak-cannon], starboard: [flak-cannon]}
modules: [hangar, signal-array]
wings: [{name: NAME, weapons: [machine-guns, bombs, rockets]}]
---
id: c
frame: dreadnought
frame_cost: 10000
weapons:
  forward: [siege-lance]
  port: [dreadnought-battery, mega-flak-array]
  starboard: [dreadnought-battery, mega-flak-array]
  aft: [mega-flak-array]
modules: [dc-center, armored-bridge, hangar]
wings: [{name: NAME}]
""",
    "barsoom": """\
id: a
class: small
crew: 0
---
id: b
class: capital
crew: 90
weapons:
  - {name: Quadruple heavy disintegration lance, type: heavy, side: bow, rolls: 6, count: 9}
  - {name: Quadruple heavy disintegration lance, type: medium, side: port, count: 9}
  - {name: Gun, type: light, side: stern, count: 3, automatic: true}
  - {name: Lance, type: heavy, side: turret, rolls: 2}
---
id: c
class: medium
speed: 36
handling: {ascends: 3, reverses: 3, free_turns: true}
""",
    "black-skies": """\
id: a
weight: light
thrusters: [rear]
weapons: [{weapon: laser-cannon, count: 2}]
---
id: b
weight: heavy
thrusters: [rear, side, forward]
weapons:
  - {name: Hyperluminal quadruple pulse mangler, arcs: [forward, rear-right, rear-left], rate: 4,
     range: [6, 12, 18], damage: d12}
  - {weapon: laser-cannon, count: 3}
---
id: c
weight: medium
thrusters: [rear, side]
weapons: []
""",
}
SHARE = 0.25
"""How much of a letter's box may be another's: slanted and kerned letters lie over the next."""


class Letter(NamedTuple):
    at: int
    left: float
    bottom: float
    right: float
    top: float
    size: float  # in points


def list_letters(page: PdfPage) -> Iterator[Letter]:
    text, matrix = page.get_textpage(), raw.FS_MATRIX()
    for at in range(text.count_chars()):
        if not chr(raw.FPDFText_GetUnicode(text, at)).isalnum():
            continue
        raw.FPDFText_GetMatrix(text, at, matrix)
        size = raw.FPDFText_GetFontSize(text, at) * (matrix.b**2 + matrix.d**2) ** 0.5
        left, bottom, right, top = text.get_charbox(at)
        yield Letter(at, left, bottom, right, top, size)


def collide(one: Letter, other: Letter) -> bool:
    if abs(one.at - other.at) < 3:  # slanted neighbours
        return False
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.top, other.top) - max(one.bottom, other.bottom)
    areas = [(a.right - a.left) * (a.top - a.bottom) for a in (one, other)]
    return width > 0 and height > 0 and width * height > SHARE * min(areas)


def find_collisions(page: PdfPage, letters: Iterable[Letter]) -> Iterator[str]:
    cells = defaultdict(list)
    for letter in letters:
        for x in range(int(letter.left // 9), int(letter.right // 9) + 1):
            for y in range(int(letter.bottom // 9), int(letter.top // 9) + 1):
                cells[x, y].append(letter)
    text = page.get_textpage()
    for cell in cells.values():
        for pair in combinations(cell, 2):
            if collide(*pair):
                yield " over ".join(text.get_text_range(max(0, a.at - 9), 20) for a in pair)


BOUNDLESS = ("wide", "letters")
"""Names of sixty broad letters without end: these alone may be as small as a text ever becomes."""


@pytest.mark.whole
@pytest.mark.parametrize(("game", "length"), spread([*SHIPS, "low-water"], NAMES, 7))
def test_letters_are_apart_and_large_enough(game: str, length: str, project: Path) -> None:
    """On every sheet of every game captions have 6.5 points, and no letter lies on another."""
    write_project(project, game, NAMES[length])
    opened = sheetgen.open_project(project)
    least = 5.99 if length in BOUNDLESS else 6.45

    def check(sheet: str) -> None:
        for page in print_pages(opened, sheet):
            letters = list(list_letters(page))
            small = [letter for letter in letters if letter.size < least]
            text = page.get_textpage()
            assert not small, "".join(text.get_text_range(one.at, 1) for one in small[:60])
            assert not list(find_collisions(page, letters))

    check_each([sheet.name for sheet in opened.definitions[0].definition.system.sheets], check)


def print_pages(project: sheetgen.Project, sheet: str) -> Iterator[PdfPage]:
    """The pages of a sheet, of the first of a project's definitions that has one."""
    for of in ("fleet", "a", "battle"):
        try:
            yield from PdfDocument(project.render(of, sheet=[sheet], paper="a3").pdf())
        except ValueError:  # it has no such sheet
            continue
        return


PLAYED = {
    "asfos": ("ondaro-cast", "display", "compact"),
    "airships": ("ember-concord", "ship-sheet", "wing-cards"),
    "barsoom": ("windhover", "ship-card", "movement-deck"),
    "black-skies": ("tiger-flight", "tactical-display", "maneuver-deck"),
    "low-water": ("free-companies", "card"),
}
"""The sheets from which a shipped fleet is played."""


def list_values(page: PdfPage) -> Iterator[tuple[str, float]]:
    """The values with their sizes: numbers by themselves, in bold letters and dark.

    Marks of scales and prompts are light or thin; what is added to a roll has a sign.
    """
    text, shade = page.get_textpage(), [ctypes.c_uint() for _ in "rgba"]
    sizes = {letter.at: letter.size for letter in list_letters(page)}
    for found in re.finditer(r"(?<!\S)\d+[″°+]?(?!\S)", text.get_text_range()):
        at = found.start()
        raw.FPDFText_GetFillColor(text, at, *shade)
        if raw.FPDFText_GetFontWeight(text, at) > 600 and sum(c.value for c in shade[:3]) < 200:
            yield found[0], sizes[at]


@pytest.mark.parametrize("game", PLAYED)
def test_values_have_eight_points(game: str) -> None:
    fleet, *sheets = PLAYED[game]
    project = sheetgen.open_project(ROOT / ("games" if game == "low-water" else "ships") / game)
    pages = PdfDocument(project.render(fleet, sheet=sheets).pdf())
    values = [value for page in pages for value in list_values(page)]
    assert len(values) > 20
    assert [value for value in values if value[1] < 7.95] == []


# Whatever things are called, every sheet is printed

CALLED = {
    "initials": "West Wind Weavers",
    "wide": WIDE,
    "word": WORD,
    "digits": "9999 8888 7777 100000000000000000000000000000000000000000000",
    "greek": "Ωμέγα Ψυχή Φωτιά Ωκεανός Ωρίων Μεγαλόψυχη Ωμοφάγος Ψηφιδωτό",
    "cyrillic": "Щука Жуков Юпитер Щедринская Шхуна Мышьяк Ждановщина Жемчуг",
    "marks": "E\u0301\u0323lan W\u0302\u0308 M\u0304\u0323 \u0301 Ko\u0308nigin W\u0302W\u0302 ßa",
    "letters": "W W W",
    "one word": 60 * "W",
    "two words": f"{29 * 'W'} {30 * 'W'}",
    "capitals": 20 * "W",
    "more capitals": 40 * "W",
}
"""Names with what they try; they are printed on one paper after the other."""
FLOTILLA = """\
id: a
hull: 4
speed: 2
calibre: light
dice: {bow: 1}
---
id: b
hull: 16
plates: 3
speed: 4
calibre: heavy
dice: {bow: 2, side: 1, stern: 1}
torpedoes: 4
pumps: 4
---
id: c
hull: 12
speed: 11
calibre: middling
dice: {bow: 6, side: 1}
torpedoes: 1
"""
TERRAIN = {
    "asfos": "planet",
    "airships": "cloud",
    "barsoom": "rock",
    "black-skies": "asteroids",
    "low-water": "shoal",
}
ALONE = {"asfos": "warrior", "airships": "resolute", "barsoom": "windhover", "low-water": "bittern"}


def write_project(folder: Path, game: str, name: str) -> None:
    """Ships of a game and a fleet of them, all with one name, and a battle."""
    if game == "low-water":
        shutil.copytree(ROOT / "games" / game, folder / "games" / game)
    ships = FLOTILLA if game == "low-water" else SHIPS[game]
    quoted = f'"{name}"'
    head = f"system: {game}\nname: {quoted}\n"
    documents = [head + ship.replace("NAME", quoted) for ship in ships.split("---\n")]
    (folder / "ships.yaml").write_text("---\n".join(documents), "utf-8")
    crew = f"ships: [{{ship: a}}, {{ship: b, names: [{quoted}]}}, {{ship: c, count: 12}}]"
    if game == "black-skies":
        pilots = f"pilots: [{{name: {quoted}}}, {{name: {quoted}, skill: 4}}]"
        elements = [f"{{fighter: {one}, name: {quoted}, {pilots}}}" for one in "abc"]
        crew = f"elements: [{', '.join(elements)}]"
    head = f"system: {game}\nfleet: {quoted}\n{crew}\n"
    (folder / "fleet.yaml").write_text(head, "utf-8")
    battle = write_battle(game, "battle", "{width: 6, depth: 4}", name, name[:40])
    (folder / "battle.yaml").write_text(battle, "utf-8")


def write_battle(game: str, id: str, table: str, name: str, side: str, more: str = "") -> str:
    """A scenario of two sides, with terrain."""
    own = f"ships: [{{ship: {ALONE.get(game)}}}]"
    if game == "black-skies":
        own = "elements: [{fighter: black-tiger}]"
    sides = [f'"{side}"', f'"{side[:-1]}"']
    areas = [f"{{edge: {edge}, within: 3}}" for edge in ("left", "bottom")]
    return f"""\
system: {game}
id: {id}
scenario: "{name}"
table: {table}
{more}
terrain: [{{type: {TERRAIN[game]}, size: 6, name: "{name}"}}]
sides: [{", ".join(f"{{name: {one}, {own}}}" for one in sides)}]
deployment: [{", ".join(f"{{side: {a}, area: {b}}}" for a, b in zip(sides, areas, strict=True))}]
special_rules: [{{title: "{name}", text: "{name}"}}]
"""


def print_sheet(project: sheetgen.Project, sheet: str, paper: str) -> list[Diagnostic]:
    """Prints a sheet of the first of a project's definitions that has one; what it is refused for.

    Of the pieces for everybody, blank ones are printed.
    """
    for of in ("fleet", "a", "battle"):
        try:
            assert project.render(of, sheet=[sheet], paper=paper).pages
        except ProblemError as error:
            return error.diagnostics
        except ValueError:  # it has no such sheet
            continue
        return []
    assert project.blank(sheet, paper=paper).pages
    return []


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("game", "kind"), spread([*SHIPS, "low-water"], CALLED, 8))
def test_whatever_is_named_is_printed_on_every_sheet(game: str, kind: str, project: Path) -> None:
    paper = next(paper for one, paper in zip(CALLED, cycle(PAPERS)) if one == kind)
    write_project(project, game, CALLED[kind])
    opened = sheetgen.open_project(project)
    sheets = opened.definitions[0].definition.system.sheets
    for fault in (fault for sheet in sheets for fault in print_sheet(opened, sheet.name, paper)):
        # A piece of a certain size needs paper of that size; nothing else may be refused.
        assert fault.rule == "does-not-fit", fault


UNITS = [
    ("ft", 1.0, ""),
    ("in", 12.0, ""),
    ("cm", 30.0, "range_band: {size: 12, unit: cm}"),
    ("cm", 30.0, "range_band: {size: 24, unit: cm}"),
    ("m", 0.3, ""),
]
"""Units of tables with how many of them are a foot, and how long ranges are."""


SIZES = [(1, 2, 4, 7, 13, 20), pytest.param(range(1, 21), marks=pytest.mark.whole)]


@pytest.mark.whole
@pytest.mark.parametrize("sizes", SIZES, ids=["some", "all"])
@pytest.mark.parametrize("game", TERRAIN)
def test_tables_of_every_size_are_drawn(game: str, sizes: Iterable[int], project: Path) -> None:
    """1 to 20 feet either way, as the docs of the games promise."""
    if game == "low-water":
        shutil.copytree(ROOT / "games" / game, project / "games" / game)
    units = UNITS if game == "asfos" else UNITS[:2]
    tables = [
        (f"{{width: {feet * foot:g}, depth: {deep * foot:g}, unit: {unit}}}", more)
        for (unit, foot, more), feet in product(units, sizes)
        for deep in sorted({feet, 21 - feet})
    ]
    battles = [
        write_battle(game, f"b{at}", table, "Rock", "WWW", more)
        for at, (table, more) in enumerate(tables)
    ]
    (project / "battles.yaml").write_text("---\n".join(battles), "utf-8")
    result = sheetgen.open_project(project).render(sheet=["scenario"])
    assert result.pieces >= len(tables)


# Books

COMPOUND = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
PRINTED = {**CALLED, "compound": COMPOUND}
THEMES = ("clean", "naval-archive", "low-ink")
BOOK_PAPERS = ("200x250mm", "a5", "6x9", "letter", "square")
CHAPTER = """\
# NAME

NAME is what it is called: *NAME* or `NAME`.

## NAME

- NAME

> NAME

| NAME | NAME | NAME | No. |
|---|---|---|---|
| NAME | NAME | NAME | 999999999999999 |

::: columns
NAME NAME
:::
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("at", "kind"),
    [
        pytest.param(at, kind, marks=pytest.mark.whole if at % 5 else ())
        for at, kind in enumerate(PRINTED)
    ],
)
def test_no_book_is_refused_for_a_name(at: int, kind: str, project: Path) -> None:
    name, game = PRINTED[kind], [*SHIPS, "low-water"][at % 5]
    write_project(project, game, name[:60])
    (project / "one.md").write_text(CHAPTER.replace("NAME", name), "utf-8")
    keys = f'book: "{name}"\nsubtitle: "{name}"\nauthor: ["{name}"]\nlanguage: de\n'
    look = f"theme: {THEMES[at % 3]}\npaper: {BOOK_PAPERS[at % 5]}\n"
    more = "chapters: [one.md]\nfleets: [fleet]\nships: [a, b, c]\n"
    (project / "book.yaml").write_text(keys + look + more, "utf-8")
    assert sheetgen.open_project(project).publish("book.yaml").pages > 6


@pytest.mark.parametrize("paper", ["4x6in", "a5", "a4"])
@pytest.mark.parametrize("theme", THEMES)
def test_two_long_names_of_authors_fit_on_a_cover(theme: str, paper: str, project: Path) -> None:
    (project / "one.md").write_text("# One\n\nText.\n", "utf-8")
    for name in (60 * "W", LONG):
        keys = f"book: {name}\nsubtitle: {name}\nauthor: [{name}, {name}]\nchapters: [one.md]\n"
        look = f"theme: {theme}\npaper: {paper}\n"
        (project / "book.yaml").write_text(keys + look, "utf-8")
        pages = PdfDocument(sheetgen.open_project(project).publish("book.yaml").pdf())
        letters = list(list_letters(pages[0]))
        assert min(letter.size for letter in letters) >= 5.99
        assert not list(find_collisions(pages[0], letters))


@pytest.mark.parametrize("theme", THEMES)
def test_authors_that_no_cover_holds_are_told_at_their_key(theme: str, project: Path) -> None:
    (project / "one.md").write_text("# One\n\nText.\n", "utf-8")
    keys = f"book: One\ntheme: {theme}\npaper: a5\nauthor: [{', '.join(99 * ['Ann Bo'])}]\n"
    (project / "book.yaml").write_text(f"{keys}chapters: [one.md]\n", "utf-8")
    with pytest.raises(ProblemError) as caught:
        sheetgen.open_project(project).publish("book.yaml")
    assert [(fault.rule, fault.line) for fault in caught.value.diagnostics] == [("overflow", 4)]


def test_a_title_in_the_margin_is_as_long_as_there_is_room(project: Path) -> None:
    """A title that the margin can't hold ends in an ellipsis."""
    write_project(project, "asfos", "Ada")
    opened = sheetgen.open_project(project)
    for letter, whole in (("i", True), ("W", False)):
        result = opened.render("fleet", sheet=["reference"], title=60 * letter)
        text = PdfDocument(result.pdf())[0].get_textpage().get_text_range()
        assert (60 * letter in text) == whole
        assert ("…" in text) != whole
