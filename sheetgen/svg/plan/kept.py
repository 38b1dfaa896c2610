"""Store for plans in the user's cache, from one run to the next."""

from __future__ import annotations

from pathlib import Path

from sheetgen.drawing.color import Ink
from sheetgen.ground.cache import Cache, Key, key_plan
from sheetgen.svg.plan.learned import PICTURE, Glyphs, Learned
from sheetgen.svg.plan.plan import DrawingPlan
from sheetgen.type.fonts import Fonts

_LEAST = 8
"""Meanings of a plan that are worth a file."""
_GROWTH = 4
"""A file is written again when this part of what it holds has come to it in one run."""
_LARGEST = 1_500_000
"""Characters that a plan remembers, beyond which it printed more than one wants to keep."""


class Kept:
    """The plans of earlier runs, by the definitions and all else that they depend on."""

    def __init__(self, cache: Cache, fonts: Fonts, ink: Ink, bleed: float, glyphs: Glyphs) -> None:
        """`bleed` is in points; `glyphs` are those of all drawings with these fonts."""
        self._cache = cache
        self._fonts, self._glyphs = fonts, glyphs
        self._look = f"{ink.value}\n{bleed!r}"

    def recall(self, prefix: str, base: Path | None) -> Learned:
        """Return the meanings learned with these definitions and this folder, which may be none."""
        data = self._cache.load(self._make_key(prefix, base))
        return Learned(self._fonts, self._glyphs, data or b"")

    def keep(self, prefix: str, base: Path | None, plan: DrawingPlan) -> None:
        """Keeps what a plan knows if it has learned enough."""
        enough = max(_LEAST, plan.known // _GROWTH)
        is_worth_it = plan.fresh >= enough and plan.size <= _LARGEST
        if self._cache.folder and is_worth_it and PICTURE not in prefix and (data := plan.pack()):
            self._cache.keep(self._make_key(prefix, base), data)

    def _make_key(self, prefix: str, base: Path | None) -> Key:
        return key_plan(self._fonts.digest, self._look, f"{base}\n{prefix}")
