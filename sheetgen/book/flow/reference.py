"""References: texts that name the page on which something is, such as `page 12`."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.book.flow.canvas import Leaf

UNKNOWN = "page 00"
"""What a reference prints until the book is laid out; most are as wide as this."""


class References:
    """The pages that references name, learned while the book is laid out."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._asked: set[str] = set()

    def name_page(self, target: str) -> str:
        """The text of a reference to a target: `#` and the name of an anchor."""
        self._asked.add(target)
        page = self._known.get(target)
        return f"page {page}" if page else UNKNOWN

    def learn(self, leaves: Sequence[Leaf]) -> bool:
        """Notes where all anchors are now; returns whether any reference names a different page."""
        found: dict[str, int] = {}
        for leaf in leaves:
            for name in leaf.anchors:
                found.setdefault(f"#{name}", leaf.number)
        before, self._known = self._known, found
        return any(before.get(target) != found.get(target) for target in self._asked)
