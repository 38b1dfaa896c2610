"""Where a new page begins, or a new part of a book."""

from __future__ import annotations

from typing import Final, Protocol

from sheetgen.book.flow.flowable import Action
from sheetgen.book.flow.ornament import FullPage
from sheetgen.ground.diagnostics import Place


class Opens(Protocol):
    """The document in which pages are made."""

    def open_part(self, part: Opening) -> None:
        """Goes on to the page that a part of the book begins on."""

    def handle_pageBreak(self) -> None:  # noqa: N802
        """Ends the page."""


class Opening(Action):
    """A new page for a new part of the book: a right-hand one with `recto`.

    `dress` says what it has apart from the text: `opener`, `text` or `bare`. `art` faces it, on
    the page before.
    """

    def __init__(
        self,
        dress: str = "opener",
        recto: bool = False,
        title: str | None = None,
        art: FullPage | None = None,
    ) -> None:
        super().__init__()
        self.dress: Final = dress
        self.recto: Final = recto
        self.title: Final = title
        self.art: Final = art

    def apply(self, doc: Opens) -> None:
        """Ends the page, and one more where the next would be on the wrong side."""
        doc.open_part(self)


class PageBreak(Action):
    """What follows begins on a new page; `place` is where that is asked for."""

    def __init__(self, place: Place | None = None) -> None:
        super().__init__()
        self.place: Final = place

    def locate(self) -> Place | None:
        """Where it is asked for."""
        return self.place

    def apply(self, doc: Opens) -> None:
        """Ends the page."""
        doc.handle_pageBreak()
