"""Fighter counters: sizes, sides, suits, liveries, and the user's own pictures on them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.units import MM
from sheetgen.pages.presssheet import Item
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.black_skies.counters import FighterCounter, fill_counters
from sheetgen.systems.black_skies.data import SUITS
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.counters import LIVERIES
from sheetgen.systems.loading import Systems
from tests.black_skies.craft import KINDS, make_fighter

INCH = 25.4
FIGHTER = "system: black-skies\nid: dart\nname: Dart\nweight: light\n"
LONG = "Lieutenant Commander Aleksandra Wojciechowska-Montgomery 3rd"
Run = Callable[..., Any]


@pytest.fixture
def write_fleet(project: Path) -> Callable[..., Path]:
    """Writes a fleet of such elements, and its fighter; keywords are further keys of the fleet."""

    def write(*elements: str, file: str = "fleet.yaml", fighter: str = "", **keys: str) -> Path:
        (project / "dart.yaml").write_text(f"{FIGHTER}{fighter}", "utf-8")
        text = "system: black-skies\nfleet: Darts\n"
        text += "".join(f"{key}: {value}\n" for key, value in keys.items()) + "elements:\n"
        text += "".join(f"  - {{fighter: dart{element}}}\n" for element in elements or ("",))
        path = project / file
        path.write_text(text, "utf-8")
        return path

    return write


def draw(*paths: Path) -> list[Item]:
    """The counters of files."""
    collection = gather(paths, Shelf(Systems()))
    assert not [d for d in collection.diagnostics if d.is_error]
    folder = paths[0] if paths[0].is_dir() else paths[0].parent
    order = Order(sheets=["counters"])
    return [item for _, item in Press(folder).draw_sheets(collection.printed, order)]


def fill(*paths: Path) -> list[FighterCounter]:
    """What their templates are filled with."""
    printed = tell_apart(gather(paths, Shelf(Systems())).printed)
    return [piece.data for d in printed for piece in fill_counters(d.values, Look())]


def print_counters(run: Run, *options: str) -> bytes:
    outcome = run("render", "--sheet", "counters", "-o", "-", "--format", "pdf", *options)
    assert outcome.status == 0, outcome.stderr
    return bytes(outcome.output)


def read_text(data: bytes, page: int = 0) -> str:
    with closing(PdfDocument(data)) as document:
        return " ".join(str(document[page].get_textpage().get_text_range()).split())


def test_every_element_has_a_lead_and_a_wingman(project: Path, write_fleet: Any) -> None:
    write_fleet(", suit: hearts", ", suit: clubs, deck: 3, name: Post")
    found = fill(project)
    assert [(c.suit, c.number, c.deck) for c in found] == [
        (SUITS["hearts"], 1, 0),
        (SUITS["hearts"], 2, 0),
        (SUITS["clubs"], 1, 3),
        (SUITS["clubs"], 2, 3),
    ]
    titles = [item.name for item in draw(project)]
    assert titles[0] == "Dart, lead, fighter counters"
    assert titles[3] == "Post, wingman, fighter counters"


def test_a_fighter_has_two_without_a_suit() -> None:
    fighter = make_fighter(weight="heavy")
    pieces = [piece.data for piece in fill_counters(fighter, Look(colour="#123456"))]
    assert [(c.number, c.suit, c.colour) for c in pieces] == [
        (1, None, "#123456"),
        (2, None, "#123456"),
    ]


def test_the_deck_is_told_from_the_second_on(run: Run, write_fleet: Any) -> None:
    write_fleet(", suit: hearts", ", suit: hearts, deck: 2")
    words = read_text(print_counters(run))
    assert words.count("deck 2") == 2 and "deck 1" not in words


@pytest.mark.parametrize(
    ("written", "inches"),
    [("3/4", 0.75), ("0.75", 0.75), ("1", 1), ("1.25", 1.25), ('1.5"', 1.5)],
)
@pytest.mark.parametrize("shape", ["hex", "square"])
def test_sizes(written: str, inches: float, shape: str, write_fleet: Any) -> None:
    """Of a hex, the size is the way between its flat sides ahead and astern."""
    path = write_fleet(counters=f"{{size: {written}, shape: {shape}}}")
    side = inches * INCH
    for item in draw(path):
        across = side * 2 / 3**0.5 if shape == "hex" else side
        found = (item.drawing.trim_width / MM, item.drawing.trim_height / MM)
        assert found == pytest.approx((across, side), abs=0.01)
        assert item.drawing.bleed > 0


def test_hexes_of_an_inch_unless_told_otherwise(write_fleet: Any) -> None:
    found = fill(write_fleet())
    assert {(c.shape, c.size, c.side) for c in found} == {("hex", INCH, "front")}
    assert all(item.back is None and not item.fold for item in draw(write_fleet()))


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("{size: 2}", "counters.size: '2' is not one of"),
        ("{size: by-class}", "3/4"),
        ("{shape: round}", "square"),
        ("{back: damaged}", "crippled"),
        ("{fold: 1}", "true or false"),
        ("{livery: pink}", "dark-striped"),
        ("{colour: red}", "there is no key counters.colour"),
    ],
)
def test_what_counters_can_not_be(written: str, words: str, run: Run, write_fleet: Any) -> None:
    write_fleet(counters=written)
    outcome = run("validate")
    assert outcome.status == 1
    assert "fleet.yaml:3:" in outcome.stderr and words in outcome.stderr


@pytest.mark.parametrize("shape", ["hex", "square"])
@pytest.mark.parametrize("size", ["3/4", "1", "1.25", "1.5"])
@pytest.mark.parametrize("livery", LIVERIES)
def test_the_longest_texts_have_room(
    livery: str, size: str, shape: str, run: Run, write_fleet: Any
) -> None:
    keys = f"{{size: {size}, shape: {shape}, back: name, livery: {livery}}}"
    assert len(LONG) == 60
    element = (
        f", suit: clubs, deck: 9, name: {LONG}, pilots: [{{name: The {LONG[4:]}}}, {{skill: 4}}]"
    )
    path = write_fleet(element, counters=keys)
    assert [item.back is not None for item in draw(path)] == [True, True]


def test_backs_name_the_pilot_or_the_element(run: Run, write_fleet: Any) -> None:
    write_fleet(", name: Post, pilots: [{name: Ace}]", counters="{back: name}")
    both = print_counters(run)
    assert "Ace" not in read_text(both) and "Post" not in read_text(both)
    assert "Ace" in read_text(both, 1) and "Post" in read_text(both, 1)


def test_crippled_backs_have_no_engines_burning(write_fleet: Any) -> None:
    path = write_fleet(counters="{back: crippled, fold: true}")
    for item in draw(path):
        assert item.fold and item.back is not None
        assert item.back.operators != item.drawing.operators


def test_sides_differ_without_colours(project: Path, write_fleet: Any) -> None:
    paths: Sequence[Path] = [write_fleet(file=f"f{at}.yaml") for at in range(5)]
    looks = [(not counter.light, counter.striped) for counter in fill(*paths)[::2]]
    assert looks == [(True, False), (False, False), (True, True), (False, True), (True, False)]
    fixed = write_fleet(file="g.yaml", counters="{livery: light}")
    assert [c.light for c in fill(fixed, paths[1])] == [True, True, True, True]
    alone = fill(paths[3])
    assert not alone[0].light and not alone[0].striped


def test_the_fleets_colour_unless_the_run_has_one(write_fleet: Any) -> None:
    path = write_fleet(colour='"#1d7a8c"')
    assert {counter.colour for counter in fill(path)} == {"#1d7a8c"}
    (definition,) = gather([path], Shelf(Systems())).printed
    assert isinstance(definition.values.fleet, KINDS["fleet"].model)
    pieces = list(fill_counters(definition.values, Look(colour="red")))
    assert {piece.data.colour for piece in pieces} == {"red"}


def test_a_picture_takes_the_place_of_the_silhouette(
    project: Path, run: Run, write_fleet: Any
) -> None:
    from PIL import Image

    Image.new("RGB", (600, 300), "red").save(project / "dart.png")
    write_fleet(fighter="art: dart.png\n", counters="{back: crippled}")
    with pikepdf.open(io.BytesIO(print_counters(run))) as pdf:
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        images = [s for s in streams if s.get("/Subtype") == "/Image"]
        (width,) = {int(image.Width) for image in images}
    assert 200 < width < 210  # 0.68 of an inch at 300 dpi
