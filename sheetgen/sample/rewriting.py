"""Rewriting: edits of a template's text, by the offsets of what they replace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen.sample.source import Span


class Edit(NamedTuple):
    """What comes in place of a stretch of text."""

    start: int
    end: int
    text: str


class Order(NamedTuple):
    """Stretches of text that change places: each place gets the stretch in `order` there."""

    places: tuple[Span, ...]
    order: tuple[int, ...]


def rewrite(text: str, edits: Sequence[Edit], orders: Sequence[Order] = ()) -> str:
    """The text with all edits made. Edits inside one that replaces more are not."""
    return _Rewriting(text, edits, orders).take(0, len(text), -1)


class _Rewriting:
    def __init__(self, text: str, edits: Sequence[Edit], orders: Sequence[Order]) -> None:
        self.text = text
        unique = dict.fromkeys(edits)
        self.made: set[Edit] = set()
        self.edits = sorted(unique, key=lambda e: (e.start, e.start < e.end, -e.end))
        self.orders = sorted(orders, key=lambda o: (o.places[0][0], -o.places[-1][1]))

    def take(self, start: int, end: int, level: int) -> str:
        """The text from `start` to `end`; `level` is the latest order that surrounds it."""
        pieces: list[str] = []
        at = start
        for number, order in enumerate(self.orders):
            if number <= level or not (at <= order.places[0][0] and order.places[-1][1] <= end):
                continue
            for place, source in zip(order.places, order.order, strict=True):
                pieces.append(self._edit(at, place[0]))
                pieces.append(self.take(*order.places[source], number))
                at = place[1]
        pieces.append(self._edit(at, end))
        return "".join(pieces)

    def _edit(self, start: int, end: int) -> str:
        pieces: list[str] = []
        at = start
        for edit in self.edits:
            inside = start <= edit.start and edit.end <= end and edit not in self.made
            if inside and edit.start >= at and not (edit.start == edit.end == end and end > start):
                self.made.add(edit)
                pieces += [self.text[at : edit.start], edit.text]
                at = edit.end
        return "".join([*pieces, self.text[at:end]])
