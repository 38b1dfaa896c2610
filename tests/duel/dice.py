"""Dice for tests, which show what a test wants."""

from __future__ import annotations

from random import Random


class Dice(Random):
    """Dice that show certain shares, from 0 to 1, one after the other."""

    def __init__(self, *shown: float) -> None:
        super().__init__(0)
        self.shown = list(shown)

    def random(self) -> float:
        """The next one."""
        return self.shown.pop(0)
