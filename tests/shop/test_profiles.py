"""Profiles of print shops: what they ask for, and the pictures made for them."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import Files
from sheetgen.shop.profile import Wanted, list_names, read_profile

Run = Callable[..., Any]
NOWHERE = Path("/nowhere")
NAMES = list_names(NOWHERE)
OWN = """\
profile: Squares of ours
source: measured
checked: "2026-11"
prints: [counters]
makes: pictures
size: 20x20mm
pixels: 260x260
bleed: 1mm
safe: 1mm
"""
BAND = """\
system: asfos
fleet: Band
ships: [{ship: warrior, count: 2}, {ship: calypso}]
counters: {back: name}
"""
FLIGHT = """\
system: black-skies
fleet: Flight
elements: [{fighter: flint, suit: spades, speed: 6, pilots: [{name: Ace, skill: 3}, {skill: 2}]}]
"""


def read(name: str) -> Wanted:
    return read_profile(name, NOWHERE, Files())


def test_the_names_that_people_hold_on_to() -> None:
    asked = {"home", "tgc-poker", "tgc-bridge", "tgc-mini", "tgc-tarot", "tgc-chit-half"}
    asked |= {"mpc-poker", "mpc-tarot", "drivethru-cards", "drivethru-book", "lulu-book"}
    asked |= {"panda", "tts", "vassal"}
    assert asked <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_shipped_profiles_agree_with_themselves(name: str) -> None:
    asks = read(name).asks
    assert asks.source
    assert re.fullmatch(r"\d{4}-\d\d", asks.checked)


@pytest.mark.parametrize(
    ("name", "pixels", "edge"),
    [
        ("tgc-poker", (825, 1125), 37),
        ("tgc-bridge", (750, 1125), 37),
        ("tgc-mini", (600, 825), 37),
        ("tgc-tarot", (900, 1500), 37),
        ("tgc-jumbo", (1125, 1725), 37),
        ("tgc-chit-half", (225, 225), 37),
        ("tgc-chit-three-quarters", (300, 300), 37),
        ("tgc-chit-one", (375, 375), 37),
        ("mpc-poker", (822, 1122), 36),
        ("mpc-tarot", (897, 1497), 36),
    ],
)
def test_pixels_and_bleeds_are_those_of_the_shops(
    name: str, pixels: tuple[int, int], edge: int
) -> None:
    asks = read(name).asks
    assert tuple(asks.pixels or ()) == pixels
    assert int(asks.bleed / 25.4 * 300) == edge
    assert asks.second_hand


def refuse(text: str, folder: Path) -> str:
    (folder / "profiles").mkdir()
    (folder / "profiles" / "own.yaml").write_text(text, "utf-8")
    with pytest.raises(ProblemError) as caught:
        read_profile("own", folder, Files([folder]))
    (problem,) = caught.value.diagnostics
    assert problem.rule in ("bad-profile", "wrong-value", "unknown-key", "second-document")
    return f"{problem.line}:{problem.column} {problem.rule} {problem.message}; {problem.hint}"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("pixels: 260x260\n", "", "5:8 bad-profile pictures need size and pixels"),
        (
            "source: measured\n",
            "source: measured\nsecond_hand: [bled]\n",
            "3:14 bad-profile there is no key bled; did you mean bleed?",
        ),
        ("260x260", "250x260", "7:9 bad-profile at 300 dpi these are 21.2 × 22 mm; size and bleed"),
        ("safe: 1mm", "safe: 12mm", "9:7 bad-profile nothing of a piece would be safe"),
        ("safe: 1mm", "safe: wide", "'wide' is not a length"),
        ("safe: 1mm", "standard: x-1a:2003", "a PDF/X-1A:2003 can't have RGB colours"),
        ("safe: 1mm", "sizes: 2", "unknown-key there is no key sizes here; did you mean size?"),
        ("[counters]", "[counter]", "prints"),
        ("safe: 1mm", "safe: 1mm\n---\nsafe: 2mm", "11:1 second-document"),
    ],
)
def test_a_profile_that_says_what_can_t_be(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert words in refuse(OWN.replace(old, new), tmp_path)


def make(project: Path, run: Run, text: str, *options: str) -> tuple[Any, list[dict[str, str]]]:
    (project / "band.yaml").write_text(text, "utf-8")
    outcome = run("render", "band.yaml", *options, "-o", "out")
    rows: list[dict[str, str]] = []
    if (project / "out" / "manifest.csv").exists():
        with (project / "out" / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    return outcome, rows


def test_one_picture_a_side_and_a_manifest(project: Path, run: Run) -> None:
    outcome, rows = make(project, run, BAND, "--for", "tgc-chit-one")
    assert outcome.status == 0
    assert len(rows) == 3
    files = {path.name for path in (project / "out").iterdir()}
    assert files == {"manifest.csv"} | {row[side] for row in rows for side in ("front", "back")}
    assert "band-counters-bb1-warrior-front.png" in files
    assert [row["quantity"] for row in rows] == ["1", "1", "1"]
    for row in rows:
        with Image.open(project / "out" / row["front"]) as picture:
            assert picture.size == (375, 375)
            assert picture.mode == "RGB"
            assert round(picture.info["dpi"][0]) == 300
            # Ground reaches the edge of the bleed on every side.
            pixel: Any = picture.getpixel
            corners = {(2, 2), (372, 2), (2, 372), (372, 372)}
            assert all(min(pixel(at)) < 200 for at in corners)


def test_cards_stand_in_the_middle_of_their_bleed(project: Path, run: Run) -> None:
    outcome, rows = make(project, run, FLIGHT, "--for", "tgc-poker")
    assert outcome.status == 0
    assert rows
    assert {row["sheet"] for row in rows} == {"maneuver-deck"}
    with Image.open(project / "out" / rows[0]["back"]) as picture:
        inked = picture.convert("L").point(lambda value: 255 * (value < 200))
        x0, y0, x1, y1 = inked.getbbox() or (0, 0, 0, 0)
        assert (x0, y0) == pytest.approx((825 - x1, 1125 - y1), abs=1)
        assert x0 > 75  # its ground is kept clear of where knives stray


def test_alike_pieces_are_one_component(project: Path, run: Run) -> None:
    outcome, rows = make(project, run, BAND, "--for", "tgc-chit-one", "--copies", "4")
    assert outcome.status == 0
    assert [row["quantity"] for row in rows] == ["4", "4", "4"]


def test_what_stands_too_near_to_the_cut_is_reported_once(project: Path, run: Run) -> None:
    """A template of one's own may have the whole size, and does not keep clear of the cut."""
    folder = project / "templates" / "asfos"
    folder.mkdir(parents=True)
    (folder / "counter.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="25.4mm" height="25.4mm" '
        'viewBox="0 0 25.4 25.4"><rect x="-4" y="-4" width="33.4" height="33.4" fill="navy"/>'
        '<text x="2" y="4" font-size="3" fill="white">{{ sheet.label }}</text></svg>'
    )
    outcome, _ = make(project, run, BAND.replace("back: name", "size: 1"), "--for", "tgc-chit-one")
    told = [line for line in outcome.stderr.splitlines() if "warning[unsafe-text]" in line]
    assert len(told) == 1, outcome.stderr
    assert re.search(r"band.yaml:2:8: .*, counters: '.*' stands [\d.]+ mm from the cut", told[0])
    assert "; so it is on 2 more" in told[0]
    assert "3.2 mm from the cut are asked for" in outcome.stderr


def test_colour_that_ends_at_the_cut_is_reported(project: Path, run: Run) -> None:
    """A template with its ground up to the edge, and none beyond it."""
    folder = project / "templates" / "asfos"
    folder.mkdir(parents=True)
    (folder / "counter.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="25.4mm" height="25.4mm" '
        'viewBox="0 0 25.4 25.4"><rect width="25.4" height="20" fill="navy"/></svg>'
    )
    outcome, _ = make(project, run, BAND.replace("back: name", "size: 1"), "--for", "tgc-chit-one")
    assert outcome.status == 0
    assert "warning[short-of-bleed]: BB1 Warrior, counters: colour " in outcome.stderr
    assert "ends at the cut on its left, right and upper edges" in outcome.stderr


def test_own_profiles_are_checked_and_are_no_ships(project: Path, run: Run) -> None:
    (project / "kestrel.yaml").write_text("system: asfos\nname: K\nmass: 6\nhull: 3\nengine: 1\n")
    (project / "profiles").mkdir()
    own = project / "profiles" / "own.yaml"
    own.write_text(OWN, "utf-8")
    assert run("validate").status == 0
    assert run("render", "-o", "a.pdf").status == 0
    own.write_text(f"{OWN}colr: x\n", "utf-8")
    for words in (("validate",), ("render", "--for", "own")):
        outcome = run(*words)
        assert outcome.status == 1
        assert "profiles/own.yaml:10:1: error[unknown-key]: there is no key colr here" in (
            outcome.stderr
        )
        assert "\n  10 | colr: x\n" in outcome.stderr
    outcome = run("list", "profiles")
    assert (outcome.status, "own.yaml:10:1: warning[unknown-key]" in outcome.stderr) == (0, True)
    assert run("render", "-o", "a.pdf").status == 0  # which does not need it


def test_own_profiles_come_first(project: Path, run: Run) -> None:
    (project / "profiles").mkdir()
    (project / "profiles" / "squares.yaml").write_text(OWN, "utf-8")
    (project / "templates").mkdir(exist_ok=True)
    assert re.search(
        r"^squares +Squares of ours +20 × 20 mm .*your own", run("list", "profiles").stdout, re.M
    )
    outcome, rows = make(project, run, BAND, "--for", "squares")
    assert outcome.status == 0
    assert {row["width px"] for row in rows} == {"260"}


def test_every_profile_is_listed_with_its_source(run: Run) -> None:
    listed = run("list", "profiles").stdout
    for name in NAMES:
        (line,) = (line for line in listed.splitlines() if line.split()[0] == name)
        assert ("second-hand" in line) == bool(read(name).asks.second_hand)


def test_figures_that_are_quoted_are_named(run: Run) -> None:
    listed = run("list", "profiles").stdout
    assert re.search(r"^lulu-book .*\(second-hand: leaf, board, multiple, pages", listed, re.M)
    assert re.search(r"^drivethru-cards .*\(second-hand: condition\)", listed, re.M)
    assert re.search(r"^tgc-poker .*\(second-hand\)", listed, re.M)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (BAND, ["--for", "tgc-pokr"], "--for: there is no tgc-pokr; did you mean tgc-poker?"),
        (BAND, ["--for", "lulu-book"], "lulu-book is for books; for this there are"),
        (BAND, ["--for", "tgc-poker"], "nothing here has the size of tgc-poker, 63.5 × 88.9 mm"),
        (FLIGHT, ["--for", "tgc-tarot"], "these suit: "),
        (BAND, ["--for", "tgc-chit-one", "--format", "png"], "--format: --for decides that"),
        (BAND, ["--for", "tgc-chit-one", "--pieces"], "--pieces: --for decides that"),
    ],
)
def test_wrong_use(project: Path, run: Run, text: str, options: list[str], words: str) -> None:
    outcome, _ = make(project, run, text, *options)
    assert outcome.status == 2
    assert words in outcome.stderr
    assert not (project / "out").exists()


def test_sheets_of_another_size_are_left_out_where_they_were_asked_for(
    project: Path, run: Run
) -> None:
    line = ["--for", "tgc-chit-one", "--sheet", "counters", "--sheet", "display"]
    outcome, rows = make(project, run, BAND, *line)
    assert outcome.status == 0
    assert len(rows) == 3
    assert "warning[left-out]: 3 pieces of the sheet display" in outcome.stderr


@pytest.mark.whole
@pytest.mark.parametrize(
    ("deck", "files"),
    [("movement-deck", 57), ("complete-deck", 105)],
)
def test_blanks_for_a_shop(deck: str, files: int, project: Path, run: Run) -> None:
    outcome = run("blank", deck, "--for", "mpc-poker", "-o", "deck")
    assert outcome.status == 0
    assert outcome.stdout == f"deck: {files} files, 52 pieces\n"


def test_home_is_as_without_a_profile(project: Path, run: Run) -> None:
    (project / "band.yaml").write_text(BAND, "utf-8")
    assert run("render", "band.yaml", "-o", "a.pdf").status == 0
    assert run("render", "band.yaml", "-o", "b.pdf", "--for", "home").status == 0
    assert (project / "a.pdf").read_bytes() == (project / "b.pdf").read_bytes()
