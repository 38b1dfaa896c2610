"""References: texts that name the page on which something stands, such as `page 12`."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.book.flow.canvas import Leaf

UNKNOWN = "page 00"
"""What a reference prints as long as nothing is laid out; most have the width of this."""


class References:
    """The pages that references name. They are learned while the book is laid out."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._asked: set[str] = set()

    def name_page(self, target: str) -> str:
        """The text of a reference to `#` and an anchor."""
        self._asked.add(target)
        page = self._known.get(target)
        return f"page {page}" if page else UNKNOWN

    def learn(self, leaves: Sequence[Leaf]) -> bool:
        """Notes where all anchors stand now; whether a reference names another page than before."""
        found: dict[str, int] = {}
        for leaf in leaves:
            for name in leaf.anchors:
                found.setdefault(f"#{name}", leaf.number)
        before, self._known = self._known, found
        return any(before.get(target) != found.get(target) for target in self._asked)
