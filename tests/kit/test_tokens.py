"""Tokens of every game: each state of its rules has one, and each is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheetgen.printing.press import Press
from sheetgen.systems.airships.data import ACTIONS, CRITICALS, SUPER_CRITICALS
from sheetgen.systems.asfos.duel import PLACES
from sheetgen.systems.contract import Look
from sheetgen.systems.loading import Systems
from tests.barsoom.game import DAMAGE

GAMES = ("airships", "asfos", "barsoom", "black-skies")


def fill(game: str, sets: int = 1) -> list[Any]:
    system = Systems().get(game)
    assert system is not None
    (sheet,) = (sheet for sheet in system.sheets if sheet.name == "tokens")
    assert sheet.once and sheet.grid and sheet.fill_blank
    return list(sheet.fill_blank(sets, Look()))


@pytest.mark.parametrize("game", GAMES)
def test_every_token_is_drawn_and_differs(game: str) -> None:
    press, pieces = Press(None), fill(game)
    drawings = [press.draw("common/token.svg", piece.data, piece.title) for piece in pieces]
    assert len({drawing.operators for drawing in drawings}) == len(pieces)
    assert all(drawing.bleed == 0 for drawing in drawings)
    words = [piece.data.word for piece in pieces]
    assert len(set(words)) == len(words)


def find_looks(game: str) -> dict[str, str]:
    return {piece.data.word.lower(): piece.data.look for piece in fill(game)}


def test_every_lasting_critical_of_airships_has_one() -> None:
    looks = find_looks("airships")
    renamed = {"crew casualties": "casualties"}
    for critical in (*CRITICALS, *SUPER_CRITICALS):
        if critical.lasts:
            word = critical.name.lower()
            assert looks[renamed.get(word, word)] == ("final" if critical.final else "harm")
    assert {"shaken", "broken", "activated"} <= looks.keys()
    renamed = {"emergency repairs": "repairs", "brace": "braced", "target lock": "locked on"}
    renamed |= {"rally": "rallied"}
    for action in ACTIONS:
        if not action.torpedo:  # that one puts a torpedo on the table
            assert looks[renamed.get(action.name.lower(), action.name.lower())] == "order"


def test_every_critical_of_asfos_has_one() -> None:
    codes = [word.split()[0] for word, look in find_looks("asfos").items() if look == "harm"]
    assert codes == [code.lower() for code in PLACES]


def test_every_damage_of_barsoom_has_one() -> None:
    looks = find_looks("barsoom")
    for line in list(DAMAGE.values())[2:9]:
        word = {"fire": "on fire"}.get(line["name"].lower(), line["name"].lower())
        assert looks[word] == ("harm" if line["most"] else "final")


def test_sets_multiply_and_have_an_end() -> None:
    one, two = fill("asfos"), fill("asfos", 2)
    assert [2 * piece.copies for piece in one] == [piece.copies for piece in two]
    with pytest.raises(ValueError, match="there may be 1 to 9"):
        fill("asfos", 10)


def test_two_sides_share_one_set(project: Path, run: Any) -> None:
    for name, colour in (("a", "#1f4e79"), ("b", "#8a3c1e")):
        text = f'system: asfos\nfleet: {name}\ncolour: "{colour}"\nships: [{{ship: warrior}}]\n'
        (project / f"{name}.yaml").write_text(text, "utf-8")
    outcome = run("render", "a.yaml", "b.yaml", "--sheet", "tokens", "-o", "t.pdf")
    assert outcome.status == 0, outcome.stderr
    assert f"{sum(piece.copies for piece in fill('asfos'))} pieces" in outcome.stdout
