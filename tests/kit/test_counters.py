"""Counters of every game: liveries that tell sides apart, sizes and backs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.shelf import Shelf
from sheetgen.printing.press import Press
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.counters import (
    LIVERIES,
    Counter,
    abbreviate,
    choose_livery,
    print_counter,
    spell_size,
)
from sheetgen.systems.loading import Systems

GAMES = {"airships": "resolute", "asfos": "warrior", "barsoom": "windhover"}
ELEMENTS = "elements: [{fighter: black-tiger}]"


def make_fleet(livery: str = "auto", place: int = 0) -> Any:
    written = SimpleNamespace(counters=SimpleNamespace(livery=livery))
    return SimpleNamespace(fleet=written, place=place)


def test_liveries_are_named_as_they_look() -> None:
    assert len(set(LIVERIES.values())) == len(LIVERIES) == 4
    for name, livery in LIVERIES.items():
        assert livery.light == name.startswith("light")
        assert livery.striped == name.endswith("-striped")


@given(st.integers(1, len(LIVERIES)), st.permutations(list(LIVERIES)))
def test_as_many_sides_as_there_are_liveries_all_differ(count: int, order: list[str]) -> None:
    chosen = [choose_livery(make_fleet(place=at), order) for at in range(count)]
    assert chosen == [LIVERIES[name] for name in order[:count]]
    assert len(set(chosen)) == count


def test_what_is_written_wins_and_a_ship_by_itself_has_the_first() -> None:
    assert choose_livery(make_fleet("light-striped", 1)) == LIVERIES["light-striped"]
    assert choose_livery(SimpleNamespace(name="a")) == LIVERIES["dark"]
    assert choose_livery(make_fleet(place=5)) == LIVERIES["light"]  # they begin again


@pytest.mark.parametrize(
    ("written", "spelt"),
    [(1, "1"), (0.5, "1/2"), ('1/2"', "1/2"), (" 1″ ", "1"), (3, "3"), (True, True), (None, None)],
)
def test_sizes_are_written_in_many_ways(written: object, spelt: object) -> None:
    assert spell_size({"1/2": 0.5, "1": 1.0})(written) == spelt


def test_a_back_shows_another_side_of_the_same() -> None:
    front = Counter(label="BB1", name="Warrior", size=25.4, parts=(), colour="#123456")
    plain = print_counter(front, "BB1 Warrior")
    assert (plain.data, plain.back, plain.fold) == (front, None, False)
    both = print_counter(front, "BB1 Warrior", back="damaged", fold=True)
    assert (both.back.side, both.back.label, both.fold) == ("damaged", "BB1", True)


# In the games


@pytest.fixture
def read_fleets(tmp_path: Path) -> Callable[..., list[Any]]:
    """The values of as many fleets of a game as there are keys for `counters:`."""

    def read(game: str, *liveries: str) -> list[Any]:
        for at, livery in enumerate(liveries):
            crew = ELEMENTS if game == "black-skies" else f"ships: [{{ship: {GAMES[game]}}}]"
            text = f"system: {game}\nfleet: Side {at}\ncounters: {{livery: {livery}}}\n{crew}\n"
            (tmp_path / f"side-{at}.yaml").write_text(text, "utf-8")
        collection = gather([tmp_path], Shelf(Systems()))
        assert not [found for found in collection.diagnostics if found.is_error]
        return [definition.values for definition in tell_apart(collection.printed)]

    return read


@pytest.mark.parametrize("game", [*GAMES, "black-skies"])
def test_sides_of_every_game_differ_in_grey(game: str, read_fleets: Any) -> None:
    press = Press(None)
    fleets = read_fleets(game, "auto", "auto", "auto", "auto", "light")
    look = Look(colour="#445566")
    system = Systems().get(game)
    assert system is not None
    (sheet,) = (sheet for sheet in system.sheets if sheet.name == "counters")
    drawings = []
    for fleet in fleets:
        counter = next(iter(sheet.fill(fleet, look))).data
        drawings.append(press.draw(sheet.template, counter, "counter").operators)
    assert len(set(drawings[:4])) == 4
    own = [next(iter(sheet.fill(fleet, look))).data for fleet in fleets]
    looks = [(counter.light, counter.striped) for counter in own]
    assert len(set(looks[:4])) == 4 and looks[4] == (True, False)


def test_torpedoes_wear_the_livery_of_their_side(tmp_path: Path) -> None:
    for name in ("a", "b"):
        text = f"system: airships\nfleet: {name}\nships: [{{ship: cinderfall}}]\n"
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    fleets = [d.values for d in tell_apart(gather([tmp_path], Shelf(Systems())).printed)]
    game = Systems().get("airships")
    assert game
    (sheet,) = (sheet for sheet in game.sheets if sheet.name == "torpedoes")
    pieces = [next(iter(sheet.fill(fleet, Look()))).data for fleet in fleets]
    assert [(piece.light, piece.striped) for piece in pieces] == [(False, False), (True, False)]


@pytest.mark.parametrize(
    "game", ["asfos/ondaro-cast", "airships/ember-concord", "barsoom/drywell-company"]
)
def test_counters_say_whose_they_are(game: str, project: Path, run: Any) -> None:
    """By the fleet's name, or by its emblem if it has one."""
    from pypdfium2 import PdfDocument

    path = Path(__file__).resolve().parents[2] / "ships" / f"{game}.yaml"
    text = path.read_text("utf-8")
    (name,) = re.findall(r"^fleet: (.*)$", text, re.MULTILINE)
    counts = []
    for more in ("", "emblem: star\n"):
        (project / "own.yaml").write_text(text + more, "utf-8")
        options = ("--sheet", "counters", "--no-marks", "--duplex", "none", "--title", "x")
        outcome = run("render", "own.yaml", *options, "-o", "a.pdf")
        assert outcome.status == 0, outcome.stderr
        pages = PdfDocument(project / "a.pdf")
        counts.append(sum(page.get_textpage().get_text_range().count(name) for page in pages))
    assert counts[0] >= 4
    assert counts[1] == 0


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("The Green Veil", "GV"),
        ("Ondaro", "O"),
        ("The", "T"),
        ("watch of the nine gates", "WOT"),
        ("Überwacht 7", "Ü7"),
        ("West Wind Weavers", "WWW"),
        ("“Éclair” & ßons", "ÉS"),
        ("E\u0301clair", "É"),
        ("★", "★"),
    ],
)
def test_initials_of_a_fleet(name: str, initials: str) -> None:
    assert abbreviate(name) == initials
