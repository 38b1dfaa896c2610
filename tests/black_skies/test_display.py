"""Tactical displays: arcs of fire, places for dice, what is written and what is left to write."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import closing
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.ground.geometry import aim
from sheetgen.printing.press import Press
from sheetgen.systems.black_skies.data import ARCS, WEIGHTS
from sheetgen.systems.black_skies.hexagon import FREE, REACH, divide_rings, draw_hexagon
from sheetgen.systems.black_skies.rules import name_arcs, name_cards
from sheetgen.systems.contract import Look
from tests.black_skies.craft import GAME, SHEETS, make_fighter

Run = Callable[..., Any]
MIDDLE = (48.5, 51.3)
DIALS = {"misc": (15.8, 29.3), "speed": (81.2, 29.3), "1": (15.8, 73.3), "2": (81.2, 73.3)}
TIGER = """\
system: black-skies
id: tiger
name: Black Tiger
weight: medium
thrusters: [rear]
weapons: [{weapon: laser-cannon, count: 2}]
armour: light
"""
LONG = "Wing Commander Aleksandra Wojciechowska-Montgomery of Aldemar"
FOUR = """\
system: black-skies
id: four
name: Ironclad
weight: heavy
thrusters: [forward, side, rear]
weapons:
  - weapon: laser-cannon
    name: Long-barrelled coil gun with a rotating triple magazine belt
    range: [8, 16, 99]
  - {name: Tail guns, arcs: [rear, rear-left, rear-right], rate: 2, range: [3, 6, 9], damage: d4}
  - weapon: laser-cannon
    name: Flak
    arcs: [forward, forward-right, rear-right, rear, rear-left, forward-left]
    rate: 9
  - weapon: laser-cannon
    name: Broadside
    arcs: [forward-left, rear-left, forward-right, rear-right]
    damage: d12
"""
arcs = st.lists(st.sampled_from(sorted(ARCS)), min_size=1, max_size=6, unique=True)


def fill(fighter: Any) -> Any:
    (piece,) = SHEETS["tactical-display"].fill(fighter, Look())
    return piece.data


def make_blank(size: int) -> Any:
    fill_blank = SHEETS["tactical-display"].fill_blank
    assert fill_blank
    (piece,) = fill_blank(size, Look())
    return piece.data


def read_svg(display: Any) -> ElementTree.Element:
    press = Press(None)
    drawn = press.templates.fill(
        SHEETS["tactical-display"].template,
        dress=press.find_dress(GAME),
        sheet=display,
        fillable=False,
    )
    return ElementTree.fromstring(drawn)


def print_pdf(run: Run, folder: Path, *documents: str, options: Sequence[str] = ()) -> bytes:
    (folder / "all.yaml").write_text("---\n".join(documents), "utf-8")
    outcome = run("render", "--sheet", "tactical-display", "--format", "pdf", "-o", "-", *options)
    assert outcome.status == 0, outcome.stderr
    return bytes(outcome.output)


def read_text(data: bytes) -> str:
    with closing(PdfDocument(data)) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(pages).split())


def paint(display: Any, dpi: int = 254) -> Any:
    """The display as a picture, ten pixels a millimetre."""
    from sheetgen.export.pdf import Facts, write_pdf
    from sheetgen.pages.page import Page, Placement

    drawing = Press(None).draw(SHEETS["tactical-display"].template, display, "test", game=GAME)
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    with closing(PdfDocument(write_pdf([page], Facts()))) as document:
        return document[0].render(scale=dpi / 72).to_pil().convert("L")


# The hexagon


@given(st.lists(arcs, max_size=5))
def test_the_arcs_shaded_are_exactly_those_of_the_weapons(weapons: list[list[str]]) -> None:
    cells = draw_hexagon(weapons).cells
    wanted = [(letter, arc) for letter, own in zip("ABCDE", weapons, strict=False) for arc in own]
    assert [(cell.letter, cell.arc) for cell in cells] == wanted
    assert len({cell.path for cell in cells}) == len(cells)


@given(st.lists(arcs, min_size=1, max_size=5))
def test_each_arc_is_a_sixth_of_its_weapons_ring(weapons: list[list[str]]) -> None:
    bounds = divide_rings(len(weapons))
    for cell in draw_hexagon(weapons).cells:
        at = "ABCDE".index(cell.letter)
        heading = ARCS[cell.arc].heading
        corners = [tuple(map(float, part.split())) for part in cell.path[1:-1].split("L")]
        across = [
            aim(heading + turn, reach * 2 / 3**0.5)
            for reach in (bounds[at], bounds[at + 1])
            for turn in (-30, 30)
        ]
        assert sorted(corners) == [
            pytest.approx(point, abs=0.01)
            for point in sorted((round(x, 2), round(y, 2)) for x, y in across)
        ]
        assert (cell.x, cell.y) == pytest.approx(
            aim(heading, (bounds[at] + bounds[at + 1]) / 2), abs=0.01
        )


def test_rings_fill_the_hexagon_around_the_fighter() -> None:
    assert divide_rings(1) == [REACH, FREE] == divide_rings(0)
    assert divide_rings(3) == pytest.approx([26, 21, 16, 11])
    assert draw_hexagon([]).cells == ()


def test_letters_are_legible_however_many_weapons_there_are() -> None:
    sizes = [draw_hexagon([["forward"]] * number).letter for number in range(1, 5)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] * 72 / 25.4 >= 8  # points


def test_what_is_printed_is_shaded_where_the_weapon_fires() -> None:
    """Two weapons: an area beside their letters is hatched, in all six arcs of each ring."""
    own = [{"name": "A", "arcs": ["rear"]}, {"name": "B", "arcs": ["forward", "rear-left"]}]
    picture = paint(fill(make_fighter(weapons=own)))
    for at, arms in enumerate((["rear"], ["forward", "rear-left"])):
        outer, inner = divide_rings(2)[at : at + 2]
        for arc, entry in ARCS.items():
            x, y = aim(entry.heading + 18, (outer + inner) / 2, MIDDLE)
            left, top = round(10 * x) - 12, round(10 * y) - 12
            darkest = picture.crop((left, top, left + 24, top + 24)).getextrema()[0]
            assert (darkest < 225) == (arc in arms), (at, arc)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (list(ARCS), "all round"),
        (["forward"], "forward"),
        (["rear-left"], "rear left"),
        (["rear", "forward"], "F, R"),
        (["forward-left", "forward", "forward-right"], "F, FR, FL"),
        ([arc for arc in ARCS if arc not in ("forward", "rear")], "FR, RR, RL, FL"),
        *[([arc for arc in ARCS if arc != one], f"all but {ARCS[one].short}") for one in ARCS],
    ],
)
def test_arcs_in_words(chosen: list[str], words: str) -> None:
    assert name_arcs(chosen) == words


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([1, 2, 3], "A–3"),
        ([1, 2, 3, 7, 8, 9], "A–3, 7–9"),
        ([*range(1, 13)], "A–Q"),
        ([4], "4"),
        ([1, 3, 4], "A, 3–4"),
        ([10, 11], "10–J"),
        ([], ""),
    ],
)
def test_runs_of_cards(numbers: list[int], words: str) -> None:
    assert name_cards(numbers) == words


# Places for dice

# What a die covers lying flat, from corner to corner, in millimetres: a d4 with an edge of 20,
# a d6 of 16, a d8 with an edge of 15 (its outline is a hexagon), a d12 of 20.
DICE = {
    "d4": 20 * 2 / 3**0.5,
    "d6": 16 * 2**0.5,
    "d8": 15 * 4 / 6**0.5 * (2 / 3) ** 0.5,
    "d12": 21.0,
}


@pytest.mark.parametrize("size", [4, 6, 8])
def test_dice_fit_into_their_circles(size: int) -> None:
    root = read_svg(make_blank(size))
    dial = next(e for e in root.iter() if e.get("id") == "dial")
    circle = next(iter(dial))
    inside = 2 * float(circle.get("r", 0)) - float(circle.get("stroke-width", 0))
    assert inside >= 22
    assert inside >= max(DICE["d12"], DICE[make_blank(size).die])
    places = {e.get("transform") for e in root.iter() if any(c.get("href") == "#dial" for c in e)}
    assert places == {f"translate({x} {y})" for x, y in DIALS.values()}


def test_circles_are_free_for_dice_and_clear_of_everything_else() -> None:
    """A die lies over the numbers of its ring, which are for those who have none."""
    picture = paint(make_blank(6))
    for x, y in (DIALS["speed"], DIALS["1"], DIALS["2"]):
        for at in range(-70, 71, 2):
            for down in range(-70, 71, 2):
                if 20 <= hypot(at, down) <= 70:  # but for the name of the die
                    assert picture.getpixel((round(10 * x) + at, round(10 * y) + down)) > 90
    for x, y in DIALS.values():  # the hexagon keeps clear of the circles
        dx, dy = abs(x - MIDDLE[0]), abs(y - MIDDLE[1])
        assert dx * 3**0.5 / 2 + dy / 2 - REACH >= 12.6 + 0.35


@pytest.mark.parametrize("weight", WEIGHTS)
def test_the_hull_die_is_that_of_the_weight(weight: str) -> None:
    display = fill(make_fighter(weight=weight))
    root = read_svg(display)
    dice = [e.get("href") for e in root.iter() if (e.get("href") or "").startswith("#d")]
    assert dice.count(f"#{WEIGHTS[weight].die}") == 2 and dice.count("#d12") == 1
    sound = {"light": "4–3", "medium": "6–4", "heavy": "8–5"}[weight]
    crippled = {"light": "2–1", "medium": "3–1", "heavy": "4–1"}[weight]
    texts = [e.text for e in root.iter() if e.text]
    assert texts[texts.index("SOUND") + 1] == sound
    assert texts[texts.index("CRIPPLED") + 1] == crippled


# What is written


def test_the_black_tiger(project: Path, run: Run) -> None:
    fleet = (
        "system: black-skies\nfleet: Flight\nelements:\n"
        "  - {fighter: tiger, suit: hearts, speed: 7, name: Stripes,"
        " pilots: [{name: Ace, skill: 3}, {name: Bo, skill: 1}]}\n"
    )
    words = read_text(print_pdf(run, project, TIGER, f"id: flight\n{fleet}"))
    for text in (
        "Stripes",
        "Medium fighter · Black Tiger",
        "ARMOUR −1",
        "SHIELDS none",
        "THRUSTERS rear",
        "START 7",
        "START 6",
        "CARDS A–6",
        "ACCELERATION 3",
        "AFTERBURNER +4",
        "SOUND 6–4 2 weapons",
        "CRIPPLED 3–1 1 weapon difficulty × 2",
        "PILOT 1 · LEAD",
        "experienced",
        "Ace",
        "PILOT 2 · WINGMAN",
        "green",
        "Bo",
        "CLOSE 4+ MEDIUM 7+ LONG 10+",
        "A Laser Cannon 2 forward 1 6″ 12″ 18″ d6",
        "standing still +4, below 4 +2, above 9 −2",
    ):
        assert text.lower() in words.lower(), text


def test_only_rear_thrusters_have_an_afterburner() -> None:
    assert fill(make_fighter(thrusters=["side", "forward"])).afterburner == ""
    assert fill(make_fighter(weight="light", thrusters=["rear"])).afterburner == "+6"
    assert fill(make_fighter(weight="heavy", thrusters=["rear"])).afterburner == "+3"


@pytest.mark.parametrize(
    ("count", "sound", "crippled"),
    [
        (0, "no weapons", "no weapons, difficulty × 2"),
        (1, "1 weapon", "no weapons, difficulty × 2"),
        (3, "3 weapons", "1 weapon, difficulty × 2"),
        (4, "4 weapons", "2 weapons, difficulty × 2"),
    ],
)
def test_crippled_fighters_fire_half_their_weapons(count: int, sound: str, crippled: str) -> None:
    weapons = [{"weapon": "laser-cannon", "count": count}] if count else []
    display = fill(make_fighter(weight="heavy", weapons=weapons))
    assert (display.sound, display.crippled) == (sound, crippled)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_elements_to_a_page_with_the_longest_names(
    paper: str, project: Path, run: Run
) -> None:
    name, other = LONG[:60], f"S{LONG[1:60]}"
    assert len(name) == len(other) == 60
    entry = (
        f"  - {{fighter: four, name: {name}, suit: clubs, deck: 9, speed: 12,"
        f" pilots: [{{name: {name}, skill: 4}}, {{name: {other}, skill: 1}}]}}\n"
    )
    rest = "  - {fighter: tiger}\n" * 3
    fleet = f"system: black-skies\nid: fleet\nfleet: F\nelements:\n{entry}{rest}"
    data = print_pdf(run, project, TIGER, FOUR, fleet, options=["--paper", paper])
    with closing(PdfDocument(data)) as document:
        assert len(document) == 1
    words = read_text(data)
    assert words.lower().count("wojciechowska") == 3 and "DECK 9" in words and "all round" in words
    assert "all three" in words


def test_names_of_fighters_may_have_120_characters(project: Path, run: Run) -> None:
    name = "A Fighter Whose Name Goes On and On Until It Has Reached Exactly One Hundred and Twenty"
    name = f"{name} Letters, With the Spaces in It"[:120].ljust(120, ".")
    assert len(name) == 120
    long = TIGER.replace("Black Tiger", name)
    elements = "elements: [{fighter: tiger}, {fighter: tiger, name: Stripes}]\n"
    fleet = f"system: black-skies\nid: fleet\nfleet: F\n{elements}"
    words = read_text(print_pdf(run, project, long, fleet))
    assert words.lower().count("one hundred and twenty") == 2
    assert "one hundred and twenty" in read_text(print_pdf(run, project, long)).lower()


def test_a_picture_takes_the_place_of_the_silhouette(project: Path) -> None:
    display = fill(make_fighter())
    shown = {e.get("id") for e in read_svg(display).iter()}
    assert "ship-shade" in shown
    display.art = "tiger.png"
    with_art = list(read_svg(display).iter())
    assert "tiger.png" in {e.get("href") for e in with_art}
    assert "ship-shade" not in {e.get("id") for e in with_art}


def test_a_fighter_without_element_leaves_its_pilots_to_the_pencil(project: Path, run: Run) -> None:
    data = print_pdf(run, project, TIGER, options=["--fillable"])
    names = list_fields(data, "Black Tiger")
    assert {"Spades", "Hearts", "Clubs", "Diamonds", "pilot 1", "pilot 2", "element"} <= set(names)
    assert {f"skill {n} {level}" for n in (1, 2) for level in (1, 2, 3, 4)} <= set(names)
    assert names["speed"] == "" and names["hull 1"] == names["hull 2"] == "6"


def list_fields(data: bytes, title: str) -> dict[str, str]:
    """The values of a piece's fields by their names; those with a point in them are nested."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (piece,) = (f for f in pdf.Root.AcroForm.Fields if str(f.T) == title)
        return {str(field.T): str(field.get("/V", "")) for field in piece.Kids}


# Blanks


@pytest.mark.parametrize(("size", "weight"), [(4, "Light"), (6, "Medium"), (8, "Heavy")])
def test_a_blank_for_each_hull_die(size: int, weight: str, run: Run) -> None:
    options = ("--size", str(size), "-o", "-", "--format", "pdf", "--fillable")
    outcome = run("blank", "tactical-display", *options)
    assert outcome.status == 0, outcome.stderr
    words = read_text(outcome.output)
    names = list_fields(outcome.output, f"Blank tactical display, {weight.lower()}")
    assert f"{weight} fighter" in words and f"START {size}" in words
    lines = "ABCD"[: size // 2]
    assert {f"weapon {letter} name" for letter in lines} == {
        n for n in names if n.endswith(" name")
    }
    assert {"name", "cards", "armour", "shields", "rear thrusters", "pilot 1"} <= set(names)


@pytest.mark.parametrize("size", [1, 3, 5, 7, 12])
def test_no_blank_for_other_hulls(size: int, run: Run) -> None:
    with pytest.raises(ValueError, match="there are 4, 6, 8"):
        make_blank(size)
    outcome = run("blank", "tactical-display", "--size", size, "-o", "b.pdf")
    assert outcome.status == 2 and f"no fighter has a hull of {size}" in outcome.stderr
