"""Where a new part of a book begins."""

from __future__ import annotations

from typing import Any

from reportlab.platypus.doctemplate import ActionFlowable

from sheetgen.book.flow.ornament import FullPage


class Opening(ActionFlowable):  # type: ignore[misc]
    """A new page for a new part of the book: a right-hand one with `recto`.

    `dress` says what stands on it besides the text: `opener`, `text` or `bare`.
    """

    def __init__(
        self, dress: str = "opener", recto: bool = False, title: str | None = None
    ) -> None:
        super().__init__(())
        self.dress, self.recto, self.title = dress, recto, title
        self.art: FullPage | None = None  # on the page before it

    def apply(self, doc: Any) -> None:
        """Ends the page, and one more where the next would be on the wrong side."""
        doc.open_part(self)
