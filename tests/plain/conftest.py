"""Fixtures of games that lie in the games/ of a project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def edit_game(project: Path) -> Callable[[str, str], Callable[..., Path]]:
    """What lays the game `regatta`, with its text and card, into the project's games/.

    It returns a function that writes the game anew with one of its texts changed, and returns its
    folder.
    """
    folder = project / "games" / "regatta"

    def edit(game: str, card: str) -> Callable[..., Path]:
        (folder / "templates" / "regatta").mkdir(parents=True)
        (folder / "templates" / "regatta" / "card.svg").write_text(card, "utf-8")

        def write(old: str = "", new: str = "") -> Path:
            assert not old or game.count(old) == 1, old
            (folder / "game.yaml").write_text(game.replace(old, new) if old else game, "utf-8")
            return folder

        write()
        return write

    return edit
