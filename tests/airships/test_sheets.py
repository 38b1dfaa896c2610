"""Airships: what stands on the sheets, and how they lie on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium
import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.units import MM, PAPERS
from sheetgen.pages.layout import Layout
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.airships.data import ACTIONS, CRITICALS, FRAMES, MODULES, SUPER_CRITICALS
from sheetgen.systems.airships.rose import DISC, EDGE
from sheetgen.systems.contract import Look
from sheetgen.systems.loading import Systems
from tests.airships.yard import build_ship, fill, fill_blank, link_fleet
from tests.yard import PLAIN

PRESS = Press(None)

SHIPS = {
    d.id: d
    for d in gather(
        [Path(__file__).resolve().parents[2] / "ships" / "airships"], Shelf(Systems())
    ).definitions
}
KIT = {
    "roster": 1,
    "ship-sheet": 4,
    "wing-cards": 5,
    "counters": 9,
    "heights": 78,
    "reference": 2,
}
"""The pieces of the Tidemark Watch; it has no torpedoes. Of each of 13 heights it has six."""


def fill_sheet(ship: Any, look: Look = PLAIN) -> Any:
    """What stands on a ship's sheet."""
    (piece,) = fill("ship-sheet", ship, look)
    return piece.data


def fill_card(wing: Any) -> Any:
    """What stands on the card of a wing by itself."""
    (piece,) = fill("wing-cards", wing)
    return piece.data


# Tracks


@pytest.mark.parametrize(
    ("frame", "rows"),
    [("scout", [15]), ("frigate", [35]), ("carrier", [30, 25]), ("dreadnought", [40, 40])],
)
def test_rows_of_a_hull_are_whole_groups(frame: str, rows: list[int]) -> None:
    drawn = fill_sheet(build_ship(frame)).hull
    hull = sum(rows)
    assert [len(row) for row in drawn] == rows
    assert [box.hull for row in drawn for box in row] == list(range(hull, 0, -1))
    assert [b.hull for row in drawn for b in row if b.counted] == list(range(hull, 0, -5))


def test_a_gap_parts_every_five_boxes() -> None:
    (row,) = fill_sheet(build_ship("frigate")).hull
    steps = [round(b.x - a.x, 6) for a, b in pairwise(row)]
    assert steps == [5.25 if at % 5 == 0 else 4.05 for at in range(1, 35)]


@pytest.mark.parametrize(
    ("frame", "flags"), [("dreadnought", [39, 19]), ("frigate", [17, 8]), ("wing", [4, 2])]
)
def test_morale_checks_are_marked_on_the_hull(frame: str, flags: list[int]) -> None:
    ship = build_ship(frame)
    rows = [fill_card(ship).hull] if frame == "wing" else fill_sheet(ship).hull
    boxes = [box for row in rows for box in row]
    assert [box.hull for box in boxes if box.check] == flags
    assert [box.depth for box in boxes] == [
        (box.hull <= flags[0]) + (box.hull <= flags[1]) for box in boxes
    ]


@pytest.mark.parametrize("frame", [f for f in FRAMES.values() if f.stall], ids=lambda f: f.id)
def test_heights_reach_from_the_ground_over_the_stall(frame: Any) -> None:
    levels = fill_sheet(build_ship(frame.id)).levels
    assert [level.height for level in levels] == list(range(12, -1, -1))
    assert min(level.height for level in levels if level.stall) == frame.stall
    assert [level.height for level in levels if level.island] == [8, 7, 6]


# The rose


def list_dice(ship: Any) -> dict[str, list[tuple[int, int]]]:
    """The dice on each arc of a ship's rose, with the range up to which they reach."""
    totals = fill_sheet(ship).rose.totals
    return {total.arc: [(one.dice, one.reach) for one in total.dice] for total in totals}


def test_dice_add_up_on_each_arc_by_range() -> None:
    """Battery 4 to 18″ ahead, two flak cannons of 5 to 12″ all round."""
    flak = [(10, 12)]
    assert list_dice(SHIPS["resolute"].values) == {
        "forward": [(14, 12), (4, 18)],
        "starboard": flak,
        "aft": flak,
        "port": flak,
    }


def test_torpedoes_add_no_dice_to_an_arc() -> None:
    """Missile racks of 2 to 36″ in any direction, flak 8 to 15″ all round, batteries of 6 abeam."""
    ends, sides = [(12, 15), (4, 36)], [(18, 15), (10, 24), (4, 36)]
    found = list_dice(SHIPS["cinderfall"].values)
    assert found == {"forward": ends, "starboard": sides, "aft": ends, "port": sides}


@pytest.mark.parametrize("pair", [["mega-flak-array"] * 2, ["dreadnought-battery"] * 2])
def test_badges_leave_the_labels_of_rings_free(pair: list[str]) -> None:
    """A badge is a disc of 2.4 and a label a box of 5.7 by 3, with 1 between them."""
    arcs = {"forward": ["siege-missile-rack"], "port": pair, "starboard": pair}
    rose = fill_sheet(build_ship("dreadnought", weapons=arcs)).rose
    assert len(rose.fields) == 5
    for ring in rose.rings:
        for field in rose.fields:
            x = max(abs(ring.x - field.x) - 2.85, 0)
            y = max(abs(ring.y - field.y) - 1.5, 0)
            assert (x**2 + y**2) ** 0.5 >= 3.4


def test_ranges_are_to_scale() -> None:
    # A lance of 30, batteries of 24, flak of 15 all round.
    rose = fill_sheet(SHIPS["thunderhead"].values).rose
    radius = {f.number: (f.x**2 + f.y**2) ** 0.5 for f in rose.fields}
    room = EDGE - DISC
    assert radius[1] == pytest.approx(EDGE)
    assert radius[2] == pytest.approx(DISC + room * 24 / 30)
    assert radius[3] == pytest.approx(DISC + room * 15 / 30)
    assert [ring.label for ring in rose.rings] == ["6″", "12″", "18″", "24″", "30″"]


def test_no_two_badges_lie_on_each_other() -> None:
    flak = {room.slot: ["mega-flak-array"] * room.count for room in FRAMES["dreadnought"].slots}
    for ship in (build_ship("dreadnought", weapons=flak), SHIPS["cinderfall"].values):
        fields = fill_sheet(ship).rose.fields
        assert len(fields) == 6
        for at, a in enumerate(fields):
            for b in fields[:at]:
                assert ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 > 4.9  # a badge is so wide


# The ship sheet


def test_a_sheet_has_every_result_and_action() -> None:
    sheet = fill_sheet(SHIPS["cinderfall"].values)
    assert [row.name for row in sheet.criticals] == [c.name for c in CRITICALS]
    assert [row.name for row in sheet.super_criticals] == [c.name for c in SUPER_CRITICALS]
    assert [action.name for action in sheet.actions] == [a.name for a in ACTIONS]
    # One that has no launcher can't launch torpedoes.
    assert "Launch Torpedo" not in [a.name for a in fill_sheet(SHIPS["resolute"].values).actions]


@pytest.mark.parametrize(
    ("frame", "speeds", "morales"),
    [
        ("scout", ["8″", "6″", "4″", "2″", "0″"], ["4", "3", "2", "1"]),
        ("frigate", ["5″", "3″", "1″", "0″"], ["5", "4", "3", "2"]),
        ("dreadnought", ["3″", "1″", "0″"], ["7", "6", "5", "4"]),
    ],
)
def test_losses_that_add_up_have_a_box_each(
    frame: str, speeds: list[str], morales: list[str]
) -> None:
    sheet = fill_sheet(build_ship(frame))
    assert list(sheet.criticals[2].steps) == speeds
    assert list(sheet.criticals[4].steps) == morales


def test_the_command_pool_counts_signal_arrays() -> None:
    assert len(fill_sheet(build_ship("carrier", modules=["signal-array"] * 4)).command) == 8


@pytest.mark.parametrize(
    ("cost", "words"), [(0, "no price for the frame"), (40, "with 40 for the frame")]
)
def test_the_price_of_the_frame_is_told(cost: int, words: str) -> None:
    assert fill_sheet(build_ship(frame_cost=cost)).price == words


def test_a_turret_tells_what_fires_all_round() -> None:
    assert "all round" in fill_sheet(SHIPS["mistle"].values).weapons[0].rules
    assert "all round" not in fill_sheet(SHIPS["gadfly"].values).weapons[0].rules


def test_readings_have_an_asterisk_where_they_are_printed(render: Callable[..., Any]) -> None:
    text = read_text(render("thunderhead", "--sheet", "ship-sheet")[0])
    for words in ("Large, moves as heavy*", "ahead only*", "fires all round*", "into a cloud*"):
        assert words in text
    assert "* our reading" in text
    assert "fires all round*" in read_text(render("mistle", "--sheet", "ship-sheet")[0])


def test_accents() -> None:
    assert fill_sheet(build_ship(), Look("darkred")).colour == "darkred"


def test_blank_sheets_are_of_a_frame() -> None:
    (piece,) = fill_blank("ship-sheet", 80)
    assert piece.data.frame == "Dreadnought"
    assert [w.slot for w in piece.data.weapons] == [
        "Forward",
        "Port",
        "Port",
        "Starboard",
        "Starboard",
        "Aft",
    ]
    with pytest.raises(ValueError, match="no ship has a hull of 36; there are 15, 35, 55, 80"):
        fill_blank("ship-sheet", 36)
    with pytest.raises(ValueError, match="there are 10"):
        fill_blank("wing-cards", 15)


# Wings and counters


def test_wings_are_printed_with_their_carriers() -> None:
    fleet = SHIPS["tidemark-watch"].values
    cards = [piece.data for piece in fill("wing-cards", fleet)]
    assert [(card.id, card.name, card.home) for card in cards] == [
        ("CV1a", "Hornets", "CV1 Halcyon Bay"),
        ("CV1b", "Wasps", "CV1 Halcyon Bay"),
        ("CV1c", "Bumblebees", "CV1 Halcyon Bay"),
        ("FR1a", "Hornets", "FR1 Resolute"),
        ("FR2a", "Hornets", "FR2 Even Keel"),
    ]
    assert cards[0].colour == "#1f5f7a"


def test_a_wing_by_itself_has_a_card_and_no_sheet() -> None:
    wing = SHIPS["hornets"].values
    assert [gun.name for gun in fill_card(wing).guns] == ["Machine Guns", "Machine Guns", "Bombs"]
    assert fill("ship-sheet", wing) == []


def test_larger_frames_have_larger_counters() -> None:
    sizes = [fill("counters", build_ship(frame))[0].data.size for frame in FRAMES]
    assert sizes == sorted(set(sizes))


def test_counters_of_a_fleet() -> None:
    counters = [p.data for p in fill("counters", SHIPS["tidemark-watch"].values)]
    assert [c.label for c in counters] == [
        *("CV1", "CV1a", "CV1b", "CV1c"),
        *("FR1", "FR1a", "FR2", "FR2a", "SC1"),
    ]
    assert counters[0].size == 38.1  # 1.5 inches
    assert len(counters[0].covered) == 4
    vesper = fill("counters", SHIPS["vesper"].values)[0].data
    assert len(vesper.covered) == 3  # nothing bears astern


@pytest.mark.parametrize(
    ("name", "labels"),
    [("nightjar", ["T1", "T2", "T3", "T4"]), ("ember-concord", ["CV1 T1", "CV1 T2"])],
)
def test_torpedoes_for_each_launcher(name: str, labels: list[str]) -> None:
    found = [p.data.label for p in fill("torpedoes", SHIPS[name].values)]
    assert len(found) == 4
    assert found[: len(labels)] == labels
    assert fill("torpedoes", SHIPS["resolute"].values) == []


@pytest.mark.parametrize(("name", "copies"), [("tidemark-watch", 6), ("few", 3)])
def test_a_fleet_has_markers_of_every_height(name: str, copies: int) -> None:
    """One for each ship, wing and launcher, but six at most."""
    few = link_fleet(SHIPS["mistle"].values, SHIPS["resolute"].values)  # which has a wing
    fleet = few if name == "few" else SHIPS[name].values
    markers = fill("heights", fleet)
    assert [marker.copies for marker in markers] == [copies] * 13
    assert [marker.data.level for marker in markers] == list(range(13))
    assert [marker.data.level for marker in markers if marker.data.island] == [6, 7, 8]


def test_torpedoes_turn_late_and_are_gone_after_a_hit(render: Callable[..., Any]) -> None:
    text = read_text(render("nightjar", "--sheet", "torpedo-cards")[0])
    assert "It pivots only after 5″, or its full move if greater." in text
    assert "It hits the ship it touches: 3 damage dice, and is gone." in text


def test_flyover_is_marked_as_a_reading(render: Callable[..., Any]) -> None:
    text = read_text(render("hornets", "--sheet", "wing-cards")[0])
    assert "A wing auto-hits what it flies over, not ultralights.*" in text
    assert "* Our reading: the rules don’t say who flies over whom." in text


# On paper


def count_pages(name: str, paper: str, *sheets: str, copies: int = 1) -> int:
    order = Order(Layout(PAPERS[paper]), copies, sheets)
    return len(PRESS.lay_out(PRESS.draw_sheets([SHIPS[name]], order), order))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("name", "copies", "pages"),
    [("resolute", 2, 1), ("mistle", 4, 2), ("halcyon", 1, 1), ("cinderfall", 2, 2)],
)
def test_half_a_page_or_a_whole_one(name: str, copies: int, pages: int, paper: str) -> None:
    assert count_pages(name, paper, "ship-sheet", copies=copies) == pages


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_wing_cards_stand_in_a_row(paper: str) -> None:
    """Nine to a page held upright: three rows of them are 276 mm high."""
    order = Order(Layout(PAPERS[paper], landscape=False), 3, ["wing-cards"])
    (first, *_) = PRESS.lay_out(PRESS.draw_sheets([SHIPS["hornets"]], order), order)
    tops = {round(p.y, 1) for p in first.placements if p.drawing.width == pytest.approx(62 * MM)}
    assert len(tops) == 1


def test_the_kit_of_a_fleet() -> None:
    found: dict[str, int] = {}
    for batch, item in PRESS.draw_sheets([SHIPS["tidemark-watch"]], Order()):
        found[batch.sheet] = found.get(batch.sheet, 0) + item.copies
    assert found == KIT


@pytest.fixture
def render(project: Path, run: Callable[..., Any]) -> Callable[..., Any]:
    """Prints a shipped definition to a PDF."""

    def draw(name: str, *options: str) -> Any:
        path = SHIPS[name].path
        assert path
        done = run("render", path, "-o", "out.pdf", *options)
        assert (done.status, done.stderr) == (0, "")
        return PdfDocument(project / "out.pdf")

    return draw


def read_text(page: Any) -> str:
    return " ".join(page.get_textpage().get_text_bounded().split())


def test_a_ship_sheet_tells_all(render: Callable[..., Any]) -> None:
    text = read_text(render("vesper", "--sheet", "ship-sheet")[0])
    for words in (
        "Vesper",
        "115 points",
        "no price for the frame",
        "Heavy Missile",
        "28″",
        "17 morale check",
        "8 morale check",
        "STALL",
        "islands",
        "FORWARD · 2 dice to 28″",
        "To hit · higher +1 · lower −1 · Target Lock +1 · Shaken −1",
        "AFT · no dice",
        MODULES["chaff-launcher"].effect,
        "Emergency Repairs",
        "Citadel Blowout",
        "Shaken",
        "Broken",
    ):
        assert words in text


FULL = """
system: airships
id: decoys
name: Many words
frame: dreadnought
weapons: {forward: [siege-missile-rack], port: [siege-missile-rack], aft: [mega-flak-array]}
modules: [sonar, acoustic-decoys, acoustic-decoys]
---
system: airships
id: decks
name: Many wings
frame: carrier
weapons: {forward: [heavy-missile], aft: [flak-cannon]}
modules: [hangar, hangar, hangar, hangar]
wings: [{name: A, weapons: [bombs]}, {name: B, weapons: [bombs]}, {name: C}, {name: D}]
---
system: airships
id: words
name: Long words
frame: carrier
modules: [acoustic-decoys, sonar, chaff-launcher, acoustic-decoys]
---
system: airships
id: half
name: Half a page
frame: frigate
weapons: {forward: [heavy-missile], port: [naval-battery], starboard: [naval-battery]}
modules: [acoustic-decoys, sonar]
"""


@pytest.mark.parametrize("sheet", ["ship-sheet", "wing-cards"])
def test_no_line_runs_through_a_text(
    project: Path, run: Callable[..., Any], find_struck: Callable[[Any], list[str]], sheet: str
) -> None:
    (project / "full.yaml").write_text(FULL, "utf-8")
    done = run("render", "full.yaml", "-o", "out.pdf", "--sheet", sheet)
    assert done.status == 0, done.stderr
    for page in PdfDocument(project / "out.pdf"):
        assert find_struck(page) == []


def test_a_sheet_says_that_nothing_is_mounted(project: Path, run: Callable[..., Any]) -> None:
    (project / "bare.yaml").write_text("system: airships\nname: X\nframe: scout\n", "utf-8")
    done = run("render", "bare.yaml", "-o", "out.pdf", "--sheet", "ship-sheet")
    assert done.status == 0, done.stderr
    text = read_text(PdfDocument(project / "out.pdf")[0])
    assert "Weapons · none" in text
    assert "Modules · none" in text


def test_the_reference_has_every_table(render: Callable[..., Any]) -> None:
    document = render("ember-concord", "--sheet", "reference")
    assert len(document) == 2
    text = f"{read_text(document[0])} {read_text(document[1])}"
    things: tuple[Any, ...] = (*ACTIONS, *CRITICALS, *SUPER_CRITICALS, *MODULES.values())
    for thing in things:
        assert f"{thing.name}" in text
        assert thing.effect in text
    for frame in FRAMES.values():
        assert frame.name in text


def test_the_reference_follows_the_rules_and_marks_readings(render: Callable[..., Any]) -> None:
    pages = render("ember-concord", "--sheet", "reference")
    first, second = read_text(pages[0]), read_text(pages[1])
    assert "As a turn starts" in first and "at its stall height or above sinks 1 level" in first
    assert "moves and shoots. The rules set no order of the two" in first
    assert "No ship benefits from the same action twice in a turn" in first
    for reading in ("in a cloud bank*", "fire all round.*", "* a reading of ours"):
        assert reading in first
    for reading in ("Large ships: heavy*", "Fires all round.*", "mounted ahead.*", "any slot.*"):
        assert reading in second
    assert "A wing auto-hits what it flies over, not ultralights.*" in second
    assert "to hit what is inside.*" in first and "our tracks go to 12.*" in first


def test_the_roster_adds_up(render: Callable[..., Any]) -> None:
    text = read_text(render("tidemark-watch", "--sheet", "roster")[0])
    assert "430 of 450 points" in text
    assert "4 ships · 5 wings · hull 140 · CMD 12" in text
    assert "Total 210 95 – 125 430" in text
    assert "not published" in text


def test_a_long_roster_goes_on(project: Path, run: Callable[..., Any]) -> None:
    fleet = "system: airships\nfleet: All\nships: [{ship: halcyon, count: 17}]\n"
    (project / "all.yaml").write_text(fleet, "utf-8")
    done = run("render", "all.yaml", "-o", "out.pdf", "--sheet", "roster", "--paper", "letter")
    assert done.status == 0, done.stderr
    document = PdfDocument(project / "out.pdf")
    # A carrier takes 10.4 + 3 × 5.2 = 26 mm, so 7 of them go into 196 mm.
    assert len(document) == 3
    texts = [read_text(page) for page in document]
    assert [text.count("Bumblebees") for text in texts] == [7, 7, 3]
    assert ["Total 850" in text for text in texts] == [False, False, True]


def measure_type(page: Any) -> Iterator[tuple[str, float]]:
    """Each character above the margin strip, with its size in points."""
    text = page.get_textpage()
    for at in range(text.count_chars()):
        left, bottom, right, top = text.get_charbox(at)
        if bottom > 11 * MM and top > bottom and right > left:
            matrix = pdfium.FS_MATRIX()
            pdfium.FPDFText_GetMatrix(text, at, matrix)
            size = pdfium.FPDFText_GetFontSize(text, at) * (matrix.b**2 + matrix.d**2) ** 0.5
            yield chr(pdfium.FPDFText_GetUnicode(text, at)), round(size, 2)


@pytest.mark.parametrize("sheet", ["ship-sheet", "wing-cards", "roster", "reference"])
def test_type_is_large_enough_to_read(render: Callable[..., Any], sheet: str) -> None:
    for page in render("tidemark-watch", "--sheet", sheet):
        assert min(size for _, size in measure_type(page)) >= 6


def test_boxes_become_form_fields(render: Callable[..., Any]) -> None:
    document = render("mistle", "--sheet", "ship-sheet", "--fillable")
    document.init_forms()
    page = document[0]
    count = pdfium.FPDFPage_GetAnnotCount(page.raw)
    # 15 of the hull, 13 heights, 1 CMD, the steps and results, a jam, a failure, morale …
    assert count >= 15 + 13 + 1 + 4 + 4 + 14 + 1 + 1 + 2


def test_a_picture_takes_the_place_of_the_silhouette(
    project: Path, run: Callable[..., Any], rasterize: Callable[..., Any]
) -> None:
    Image.new("RGB", (60, 120), "#ff00ff").save(project / "ship.png")
    text = "system: airships\nname: X\nframe: carrier\nart: ship.png\n"
    (project / "x.yaml").write_text(text, "utf-8")
    for sheet in ("ship-sheet", "counters"):
        done = run("render", "x.yaml", "-o", "x.pdf", "--sheet", sheet)
        assert done.status == 0, done.stderr
        colours = rasterize((project / "x.pdf").read_bytes()).getcolors(1 << 24)
        assert any(colour == (255, 0, 255) for _, colour in colours)
