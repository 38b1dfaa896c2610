"""Narrowing: what `--only` leaves of scenarios and their fleets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

Run = Callable[..., Any]
SCENARIO = (
    "system: asfos\nscenario: Duel\ntable: {width: 4, depth: 4}\nsides:\n"
    "  - {name: Blue, fleet: blues}\n"
    "  - {name: Red, ships: [{ship: pike, ids: [R9]}]}\n"
)
FLEET = "system: asfos\nfleet: Blues\nships: [{ship: pike, ids: [B1]}, {ship: rat, ids: [B2]}]\n"


@pytest.fixture
def words(project: Path, run: Run, write_ship: Any) -> Callable[..., str]:
    """What is on the paper of a scenario of which only some parts are printed."""
    write_ship("pike.yaml", name="Pike")
    write_ship("rat.yaml", name="Rat")
    (project / "blues.yaml").write_text(FLEET, "utf-8")
    (project / "duel.yaml").write_text(SCENARIO, "utf-8")

    def read(*ids: str) -> str:
        asked = [part for id in ids for part in ("--only", id)]
        outcome = run("render", "duel.yaml", *asked, "-o", "out.pdf")
        assert outcome.status == 0, outcome.stderr
        pages = PdfDocument(project / "out.pdf")
        return " ".join(page.get_textpage().get_text_range() for page in pages)

    return read


@pytest.mark.parametrize(
    ("ids", "there", "gone"),
    [
        (["B1"], ["B1"], ["B2", "R9", "Quick reference", "Setup"]),
        (["pike"], ["B1", "R9"], ["B2", "Setup"]),
        (["rat", "R9"], ["B2", "R9"], ["B1"]),
        (["blues"], ["B1", "B2"], ["R9", "Setup"]),
        (["duel"], ["B1", "B2", "R9", "Setup", "Quick reference"], []),
    ],
)
def test_only_finds_what_is_in_a_scenario(
    words: Callable[..., str], ids: list[str], there: list[str], gone: list[str]
) -> None:
    text = words(*ids).casefold()  # headings are set in capitals
    assert [word for word in there if word.casefold() not in text] == []
    assert [word for word in gone if word.casefold() in text] == []


def test_what_there_is_to_ask_for_is_always_in_one_order(
    project: Path, words: Callable[..., str], run: Run
) -> None:
    outcome = run("render", "duel.yaml", "--only", "nobody", "-o", "out.pdf")
    assert outcome.status == 2
    known = "duel, blues, B1, pike, B2, rat, R9"
    assert known in " ".join(outcome.stderr.replace("│", " ").split())
