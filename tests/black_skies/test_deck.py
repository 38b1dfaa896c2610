"""Maneuver decks: which cards there are, what stands on them, and how they lie on the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.units import MM
from sheetgen.pages.presssheet import Item
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.black_skies.deck import COLOURS, ManeuverCard, fill_complete, fill_deck
from sheetgen.systems.black_skies.maneuver import MANEUVERS, Maneuver, ManeuverOption, Step
from sheetgen.systems.black_skies.rules import Card, deal_free
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.deck import BRIDGE, POKER
from sheetgen.systems.loading import Systems
from tests.black_skies.craft import SHEETS

TIGER = "id: tiger\nname: Tiger\nweight: medium\nthrusters: [rear]\n"
LYNX = "id: lynx\nname: Lynx\nweight: light\nthrusters: [forward, side]\n"
PLAIN = "id: plain\nname: Plain\nweight: heavy\n"
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
Write = Callable[..., None]


@pytest.fixture
def write(project: Path) -> Write:
    """Writes fighters and fleets; a fleet is its name with the lines of its elements."""

    def write(*fleets: tuple[str, list[str]], **keys: str) -> None:
        fighters = [f"system: black-skies\n{text}" for text in (TIGER, LYNX, PLAIN)]
        (project / "fighters.yaml").write_text("---\n".join(fighters), "utf-8")
        parts = []
        for name, elements in fleets:
            lines = "".join(f"  - {{{element}}}\n" for element in elements)
            more = "".join(f"{key}: {value}\n" for key, value in keys.items())
            head = f"system: black-skies\nid: {name}\nfleet: {name}\n{more}"
            parts.append(f"{head}elements:\n{lines}")
        if parts:
            (project / "fleets.yaml").write_text("---\n".join(parts), "utf-8")

    return write


def define(project: Path) -> list[Definition]:
    """All fleets of a project, or its fighters where there is none."""
    collection = gather([project], Shelf(Systems()))
    assert [str(d) for d in collection.diagnostics if d.is_error] == []
    fleets = [d for d in collection.printed if d.kind.name == "fleet"]
    return fleets or collection.printed


def read(project: Path) -> list[Any]:
    """The values of all fleets of a project, or of its fighters."""
    return [definition.values for definition in tell_apart(define(project))]


def list_cards(project: Path, which: int = 0) -> list[ManeuverCard]:
    """The fronts of a fleet's cards."""
    values = read(project)
    prints = fill_deck(values[which], Look(), values, width=POKER)
    return [piece.data for piece in prints]


def name_cards(cards: list[ManeuverCard]) -> str:
    return " ".join(card.rank + card.suit.name[0].lower() for card in cards if card.rank)


# Which cards there are


@pytest.mark.parametrize(
    ("fighter", "cards"),
    [
        ("plain", "As 2s 3s Ks"),
        ("tiger", "As 2s 3s 4s 5s 6s Ks"),
        ("lynx", "As 2s 3s 7s 8s 9s 10s Js Qs Ks"),
    ],
)
def test_an_element_has_the_cards_that_its_thrusters_allow(
    fighter: str, cards: str, project: Path, write: Write
) -> None:
    write(("blue", [f"fighter: {fighter}, suit: spades"]))
    assert name_cards(list_cards(project)) == cards


def test_each_element_has_its_suit_and_king(project: Path, write: Write) -> None:
    write(("blue", ["fighter: plain, suit: hearts", "fighter: plain, suit: clubs"]))
    assert name_cards(list_cards(project)) == "Ah 2h 3h Kh Ac 2c 3c Kc"


def test_every_side_has_one_card_that_tells_the_turn(project: Path, write: Write) -> None:
    write(("blue", ["fighter: plain", "fighter: plain"]))
    cards = list_cards(project)
    assert [card.name for card in cards if not card.rank] == ["The turn"]
    assert cards[-1].steps


def test_the_smaller_side_has_kings_of_suits_that_it_does_not_use(
    project: Path, write: Write
) -> None:
    write(
        ("many", ["fighter: plain"] * 4),
        ("few", ["fighter: plain, suit: hearts", "fighter: plain, suit: spades"]),
    )
    assert name_cards(list_cards(project, 1)) == "Ah 2h 3h Kh As 2s 3s Ks Kc Kd"
    assert name_cards(list_cards(project, 0)).count("K") == 4


def test_kings_of_a_further_deck_where_the_suits_are_used_up(project: Path, write: Write) -> None:
    write(("many", ["fighter: plain"] * 6), ("few", ["fighter: plain"] * 4))
    cards = list_cards(project, 1)
    assert [(c.rank, c.suit.name, c.deck) for c in cards[-3:-1]] == [
        ("K", "Spades", "2"),
        ("K", "Hearts", "2"),
    ]


def test_even_sides_and_one_side_need_no_more_kings(project: Path, write: Write) -> None:
    write(("blue", ["fighter: plain"]), ("red", ["fighter: tiger"]))
    assert name_cards(list_cards(project)).count("K") == 1


def test_free_suits_go_on_in_the_next_deck() -> None:
    taken = [Card("spades", 1), Card("clubs", 1), Card("hearts", 2)]
    free = list(islice(deal_free(taken), 5))
    expected = [("hearts", 1), ("diamonds", 1), ("spades", 2), ("clubs", 2), ("diamonds", 2)]
    assert free == expected


def test_a_fighter_has_its_cards_for_every_skill(project: Path, write: Write) -> None:
    write()
    values = read(project)
    lynx = next(v for v in values if v.name == "Lynx")
    cards = [piece.data for piece in fill_deck(lynx, Look(), width=POKER)]
    assert name_cards(cards) == "As 2s 3s 7s 8s 9s 10s Js Qs"
    assert cards[0].is_free
    assert not cards[0].skills
    assert [row.note for row in cards[1].skills] == [
        "green 1",
        "trained 2",
        "experienced 3",
        "hotshot 4",
    ]
    assert not cards[0].pilots


# What stands on them


def tell_rolls(card: ManeuverCard) -> list[list[str]]:
    rows = [*card.pilots, *card.skills]
    return [[f"{sound}/{crippled}" for sound, crippled in row.rolls] for row in rows]


def test_rolls_of_both_pilots(project: Path, write: Write) -> None:
    pilots = "pilots: [{name: Ace, skill: 3}, {skill: 1}]"
    write(("blue", [f"fighter: tiger, {pilots}"]))
    straight, left, _, afterburner, hard, *_ = list_cards(project)
    assert [(r.mark, r.name, r.note) for r in left.pilots] == [
        ("1", "Ace", "experienced 3"),
        ("2", "Wingman", "green 1"),
    ]
    # Difficulties 0, 1, 1; crippled 0, 2, 2: 2 - 1 is 1, which is no roll.
    assert straight.is_free
    assert not straight.pilots
    # Difficulties 2, 1, 2; crippled 4, 2, 4: for skill 1 that is 4 - 1 = 3.
    assert tell_rolls(left) == [["/"] * 3, ["/3+", "/", "/3+"]]
    assert [row.is_free for row in left.pilots] == [True, False]
    assert tell_rolls(afterburner) == [["/"], ["/3+"]]
    # Difficulty 3, crippled 6: skill 3 needs 6 - 3 = 3; skill 1 needs 2, crippled 5.
    assert tell_rolls(hard) == [["/3+"], ["2+/5+"]]


def test_rolls_of_every_skill() -> None:
    cards = [piece.data for piece in fill_complete(1, Look(), POKER)]
    assert tell_rolls(cards[10]) == [["2+/5+"], ["/4+"], ["/3+"], ["/2+"]]


HARDEST = Maneuver(14, "Somersault", (ManeuverOption("Somersault", 5, 3, (Step(1),)),))


def test_what_nobody_can_do_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.systems.black_skies.deck.MANEUVERS", (HARDEST,))
    card = next(iter(fill_complete(1, Look(), POKER))).data
    # Difficulty 5, crippled 10: skills 1 to 3 would need 9, 8 and 7.
    assert tell_rolls(card) == [["4+/never"], ["3+/never"], ["2+/never"], ["/6+"]]


def test_options_tell_difficulty_and_penalty(project: Path, write: Write) -> None:
    write(("blue", ["fighter: tiger"]))
    straight, left, _, afterburner, *_ = list_cards(project)
    assert [(c.name, *c.facts) for c in straight.columns] == [
        ("Steady", "difficulty 0", "penalty 0"),
        ("Accelerate", "difficulty 1", "penalty 0"),
        ("Decelerate", "difficulty 1", "penalty 0"),
    ]
    assert [(c.name, *c.facts) for c in left.columns] == [
        ("Break Left", "difficulty 2", "penalty 2"),
        ("Smooth Left", "difficulty 1", "penalty 0"),
        ("Late Left", "difficulty 2", "penalty 1"),
    ]
    (column,) = afterburner.columns
    assert (column.name, *column.facts) == ("", "difficulty 2 · penalty 0")


def test_cards_for_any_fighter_tell_the_speeds_of_all_weights() -> None:
    cards = [piece.data for piece in fill_complete(1, Look(), POKER)]
    assert [length.words for length in cards[0].diagram.lengths][1][-1] == "+4/3/2"
    assert cards[3].diagram.lengths[0].words == ("speed", "+6/4/3")
    assert cards[3].about == "rear thrusters · light/medium/heavy"
    assert cards[4].about == "rear thrusters"


def test_diagrams_are_drawn_at_the_speed_of_the_element(project: Path, write: Write) -> None:
    write(("blue", ["fighter: tiger, speed: 9", "fighter: tiger, speed: 5"]))
    speeds = [card.diagram.speed for card in list_cards(project) if card.diagram]
    assert speeds == [9] * 6 + [5] * 6


# The complete deck


@pytest.mark.parametrize("width", [POKER, BRIDGE])
def test_the_complete_deck_has_52_cards(width: float) -> None:
    prints = list(fill_complete(1, Look(), width))
    names = [f"{p.data.rank}{p.data.suit.name[0]}" for p in prints]
    assert names == [rank + suit for suit in "SHCD" for rank in RANKS]
    assert len({id(p.back) for p in prints}) == 1  # no back tells the suit
    assert len(prints[0].back.suits) == 4


def test_further_decks_have_another_back_and_a_mark() -> None:
    backs = [next(iter(fill_complete(n, Look(), POKER))).back for n in range(1, 10)]
    assert [back.field for back in backs] == list(COLOURS)
    assert [back.deck for back in backs] == ["", *"23456789"]
    fronts = [next(iter(fill_complete(n, Look(), POKER))).data for n in (1, 2)]
    assert [front.deck for front in fronts] == ["", "2"]
    chosen = next(iter(fill_complete(1, Look("darkred"), POKER))).back
    assert chosen.colour == "darkred"


def test_there_is_no_tenth_deck(run: Any) -> None:
    outcome = run("blank", "complete-deck", "--size", "10", "-o", "x.pdf")
    assert outcome.status == 2
    assert "there are decks 1 to 9, not 10" in outcome.stderr


# Backs


def test_backs_show_side_element_and_suit(project: Path, write: Write) -> None:
    elements = [
        "fighter: tiger, suit: hearts, name: Claws",
        "fighter: tiger, suit: hearts, deck: 2",
    ]
    write(("blue", elements), colour='"#123456"')
    values = read(project)
    backs = [p.back for p in fill_deck(values[0], Look(), values, width=POKER)]
    first, second = backs[0], backs[7]
    assert (first.side, first.element, first.field) == ("blue", "Claws", "#123456")
    assert [suit.name for suit in first.suits] == ["Hearts"]
    assert (second.element, second.deck) == ("Tiger", "2")
    assert second.field != first.field and second.pattern != first.pattern
    assert all(back == first for back in backs[:7])  # a back does not tell the card


def test_a_further_deck_never_has_the_colour_of_the_side(project: Path, write: Write) -> None:
    write(("blue", ["fighter: tiger, suit: hearts, deck: 2"]), colour=f'"{COLOURS[1].upper()}"')
    values = read(project)
    back = next(iter(fill_deck(values[0], Look(), values, width=POKER))).back
    assert back.field.lower() != COLOURS[1]


def test_sides_differ_without_colours(project: Path, write: Write) -> None:
    write(("blue", ["fighter: plain"]), ("red", ["fighter: plain"]))
    values = read(project)
    patterns = [next(iter(fill_deck(v, Look(), values, width=POKER))).back.pattern for v in values]
    assert patterns[0] != patterns[1]


# On paper


def draw(project: Path, sheet: str = "maneuver-deck") -> list[Item]:
    order = Order(sheets=[sheet])
    return [item for _, item in Press(project).draw_sheets(define(project), order)]


@pytest.mark.parametrize(("sheet", "width"), [("", 63.5), ("-bridge", 57.15)])
def test_cards_have_their_true_size(sheet: str, width: float, project: Path, write: Write) -> None:
    write(("blue", ["fighter: lynx"]))
    for item in draw(project, f"maneuver-deck{sheet}"):
        assert item.back is not None
        for side in (item.drawing, item.back):
            size = side.trim_width / MM, side.trim_height / MM
            assert size == pytest.approx((width, 88.9), abs=0.01)


def find_words(data: bytes, words: str) -> Iterator[tuple[int, float, float]]:
    """Where words stand: the page, and their middle in millimetres from its lower left."""
    with closing(PdfDocument(data)) as document:
        for number, page in enumerate(document):
            text = page.get_textpage()
            search = text.search(words, match_case=True)
            while found := search.get_next():
                index, count = found
                boxes = [text.get_charbox(i) for i in range(index, index + count)]
                left, right = boxes[0][0], boxes[-1][2]
                yield number, (left + right) / 2 / MM, boxes[0][1] / MM


def count_pages(data: bytes) -> int:
    with closing(PdfDocument(data)) as document:
        return len(document)


@pytest.mark.parametrize(
    ("paper", "width", "height"), [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)]
)
@pytest.mark.parametrize(("sheet", "card"), [("", 63.5), ("-bridge", 57.15)])
def test_nine_cards_to_a_page_with_their_backs_behind_them(
    paper: str, width: float, height: float, sheet: str, card: float, run: Any, write: Write
) -> None:
    write(("blue", ["fighter: lynx"]))
    sheet = f"maneuver-deck{sheet}"
    options = ("--sheet", sheet, "--paper", paper, "--portrait", "-o", "-", "--format", "pdf")
    data = run("render", "fleets.yaml", *options).output
    assert count_pages(data) == 4  # eleven cards are two pages, and as many of backs
    fronts = [(x, y) for page, x, y in find_words(data, "at speed") if page == 0]
    assert len(fronts) == 8  # all but the Bootlegger, whose course nobody knows
    columns = sorted({round(x, 1) for x, _ in fronts})
    assert [b - a for a, b in pairwise(columns)] == pytest.approx([card, card], abs=0.1)
    # Turned on its long edge, the page of backs has its left at the right.
    left = next(x for page, x, _ in find_words(data, "STRAIGHT") if page == 0)
    backs = [(x, y) for page, x, y in find_words(data, "LYNX") if page == 1]
    assert len(backs) == 9
    assert max(x for x, _ in backs) == pytest.approx(width - left, abs=0.3)
    assert all(5 < x < width - 5 and 5 < y < height - 5 for x, y in [*fronts, *backs])


def test_backs_are_those_of_their_fronts(project: Path, run: Any, write: Write) -> None:
    plain = ["fighter: plain, suit: hearts, name: Foxes", "fighter: plain, suit: clubs, name: Owls"]
    write(("blue", plain))
    data = run(
        "render", "fleets.yaml", "--sheet", "maneuver-deck", "-o", "-", "--format", "pdf"
    ).output
    assert count_pages(data) == 2  # four cards each, and the turn
    backs = sorted((-round(y), -x) for page, x, y in find_words(data, "FOXES") if page == 1)
    owls = sorted((-round(y), -x) for page, x, y in find_words(data, "OWLS") if page == 1)
    # Fronts: three Foxes, then a Fox and two Owls, then two Owls and the turn.
    rows = sorted({y for y, _ in [*backs, *owls]})
    assert [sum(y == row for y, _ in backs) for row in rows] == [3, 1, 0]
    assert [sum(y == row for y, _ in owls) for row in rows] == [0, 2, 2]
    # The Fox of the second row is at the left in front, so at the right behind.
    fox = next(x for y, x in backs if y == rows[1])
    assert all(fox < x for y, x in owls if y == rows[1])


def test_two_decks_on_one_order(run: Any) -> None:
    command = ("blank", "complete-deck", "--size", "1", "2", "-o", "-", "--format", "pdf")
    data = run(*command).output
    assert count_pages(data) == 24  # 104 cards: 12 pages and their backs
    assert len({page for page, _, _ in find_words(data, "DECK 2")}) == 7


def test_room_for_a_ruling_on_the_bootlegger(project: Path, run: Any, write: Write) -> None:
    write(("blue", ["fighter: lynx"]))
    ten = list_cards(project)[6]
    assert (ten.rank, ten.name, ten.diagram) == ("10", "Bootlegger", None)
    data = run(
        "render", "fleets.yaml", "--sheet", "maneuver-deck", "-o", "-", "--format", "pdf"
    ).output
    assert list(find_words(data, "not part of the published text"))
    line = ["render", "fleets.yaml", "--sheet", "maneuver-deck", "--fillable", "-o", "f.pdf"]
    assert run(*line).status == 0
    with pikepdf.open(project / "f.pdf") as pdf:
        pieces = [f for f in pdf.Root.AcroForm.Fields if "10" in str(f.T)]
        assert pieces and all(str(kid.FT) == "/Tx" for f in pieces for kid in f.get("/Kids", [f]))


NAMES = (
    "Bo",
    "Captain Wilhelmina Featherstonehaugh-Montague of Aldebaran",
    "W" * 20 + " " + "M" * 20 + " " + "W" * 18,
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sheet", ["maneuver-deck", "maneuver-deck-bridge"])
def test_long_names_have_room(name: str, sheet: str, project: Path, write: Write) -> None:
    pilot = f"{{name: {name}, skill: 3}}"
    write((name, [f"fighter: lynx, name: {name}, speed: 12, pilots: [{pilot}, {pilot}]"]))
    assert len(draw(project, sheet)) == 11


WAYS = {"hard left": -60, "left": -30, "right": 30, "far right": 60}
FOUR = [ManeuverOption(way, 3, 2, (Step(0.5, turn),) * 2) for way, turn in WAYS.items()]


def test_four_options_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    maneuver = Maneuver(4, "Veer", tuple(FOUR))
    monkeypatch.setattr("sheetgen.systems.black_skies.deck.MANEUVERS", (maneuver,))
    press = Press(None)
    for sheet in SHEETS.values():
        if sheet.name.startswith("complete-deck"):
            assert len(list(press.draw_blanks(sheet, [1], Order()))) == 8


def test_every_maneuver_has_a_card() -> None:
    cards = {p.data.name for p in fill_complete(1, Look(), POKER)}
    assert cards == {m.name for m in MANEUVERS} | {"Placeholder"}
