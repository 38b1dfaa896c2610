"""What a PDF is held against: a standard, and what a shop asks for besides."""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.ground.diagnostics import Diagnostic, Place, Rule
from sheetgen.shop.profile import Wanted


class Demand(NamedTuple):
    """What is demanded of a PDF; lengths in points. No standard is an RGB file without one.

    All pages of a book are cut to one size.
    """

    standard: str = "x-1a:2003"
    colour: str = "cmyk"
    condition: str = ""
    ink: int = 240
    dpi: int = 300
    bleed: float = 0.0
    size: tuple[float, float] | None = None
    pages: tuple[int, int] | None = None
    multiple: int = 1
    is_book: bool = False


def demand(wanted: Wanted | None) -> Demand:
    """What a profile demands; without one, PDF/X-1a:2003 with 240 % of ink."""
    if wanted is None:
        return Demand()
    asks = wanted.asks
    return Demand(
        asks.standard,
        asks.colour,
        asks.condition or "",
        asks.ink or 400,
        asks.dpi,
        wanted.bleed,
        wanted.size,
        (asks.pages[0], asks.pages[1]) if asks.pages else None,
        asks.multiple,
        asks.makes == "book",
    )


class Breaches:
    """What was found in a file; a thing on several pages is reported once, with all of them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._found: dict[tuple[Rule, str, str], list[int]] = {}

    def add(self, rule: Rule, message: str, where: str = "") -> None:
        """Notes a breach, and where it is, such as `page 3, image Im1`."""
        page, _, thing = where.partition(", ")
        pages = self._found.setdefault((rule, thing, message), [])
        if page and (number := int(page.removeprefix("page "))) not in pages:
            pages.append(number)

    def report(self) -> list[Diagnostic]:
        """All breaches."""
        return [
            rule.at(Place(self.file), ": ".join(filter(None, (_locate(pages, thing), message))))
            for (rule, thing, message), pages in self._found.items()
        ]


def _locate(pages: list[int], thing: str) -> str:
    """Pages, as `pages 1, 3–5`, and what is on them."""
    runs: list[list[int]] = []
    for page in sorted(pages):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    texts = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    where = f"page{'s' if len(pages) > 1 else ''} {', '.join(texts)}" if pages else ""
    return ", ".join(filter(None, (where, thing)))
