"""Ink: what the sheets of the games cost to print, in color and in low ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat

Run = Callable[..., Any]
MAIN = {
    "asfos": ("the-green-veil", "display", "emberfall", 29),
    "black-skies": ("the-mail-run", "tactical-display", "weathercock", 36),
}
"""The main piece of a game, and what it cost in color before it had a look."""
DECKS = {
    "black-skies": ("the-mail-run", "maneuver-deck", "-back"),
    "barsoom": ("canal-wardens", "movement-deck", "-back"),
}


def spend(project: Path, run: Run, of: str, sheet: str, part: str, ink: str) -> Iterator[Any]:
    """The pieces that have a `part` in their names, with their cyan, magenta and yellow added up.

    These are in per cent of a piece's area.
    """
    options = ["--pieces", "--format", "png", "--dpi", "100", "--ink", ink, "-o", f"{ink}-{sheet}"]
    outcome = run("render", of, "--sheet", sheet, *options)
    assert outcome.status == 0, outcome.stderr
    for file in sorted((project / f"{ink}-{sheet}").glob("*.png")):
        if part in file.stem:
            with Image.open(file) as picture:
                mean = ImageStat.Stat(picture.convert("RGB")).mean
            yield file.stem, sum(255 - level for level in mean) / 2.55


@pytest.mark.parametrize("game", MAIN)
def test_a_look_costs_little_more_in_color_and_nothing_in_low_ink(
    game: str, project: Path, run: Run
) -> None:
    of, sheet, part, before = MAIN[game]
    for ink, most in (("color", 1.3 * before), ("low", before)):
        costs = dict(spend(project, run, of, sheet, part, ink))
        assert costs and max(costs.values()) <= most, costs


@pytest.mark.parametrize("game", DECKS)
def test_the_back_of_a_card_covers_little_paper_in_low_ink(
    game: str, project: Path, run: Run
) -> None:
    """In greys, which cover as much as each of the three would."""
    backs = {name: cost / 3 for name, cost in spend(project, run, *DECKS[game], "low")}
    assert backs and max(backs.values()) <= 15, backs
