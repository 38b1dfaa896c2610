"""Counters: how their sizes are written, and looks that tell sides apart without colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence


def spell_size(sizes: Mapping[str, float]) -> Callable[[object], object]:
    """What makes the text of a size that was written as a number, or with an inch mark.

    `sizes` are the inches of each text.
    """

    def spell(value: object) -> object:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return next((name for name, inches in sizes.items() if inches == value), f"{value:g}")
        return value.strip().rstrip('"″').rstrip() if isinstance(value, str) else value

    return spell


def pick_livery(side: object, sides: Sequence[object], liveries: Sequence[str]) -> str:
    """A livery that tells a side from the others, which get theirs in turn."""
    at = next((at for at, other in enumerate(sides) if other is side), 0)
    return liveries[at % len(liveries)]
