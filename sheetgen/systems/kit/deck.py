"""Decks of cards, in poker and in bridge size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Literal

from sheetgen.systems import Print, Sheet

POKER, BRIDGE = 63.5, 57.15
"""Widths of cards, in millimetres."""
HEIGHT = 88.9


def make_decks(
    name: str,
    title: str,
    about: str,
    *,
    fill: Callable[..., Iterable[Print]],
    fill_blank: Callable[..., Iterable[Print]] | None = None,
    default: tuple[str, ...] = (),
    role: Literal["", "card"] = "",
    **options: Any,
) -> tuple[Sheet, Sheet]:
    """A deck's sheets in both sizes; `fill` and `fill_blank` also get the `width` of the cards.

    Only the one in poker size is printed without being asked for, and placed by books. `options`
    are further arguments of a Sheet.
    """

    def make(width: float, ending: str, size: str, **own: Any) -> Sheet:
        return Sheet(
            name=name + ending,
            title=title + size,
            fill=partial(fill, width=width),
            fill_blank=partial(fill_blank, width=width) if fill_blank else None,
            gap=0.0,
            grid=True,
            **own,
            **options,
        )

    poker = make(POKER, "", "", about=about, default=default, role=role)
    return poker, make(BRIDGE, "-bridge", ", bridge size", about="the same on cards 57 mm wide")
