"""The rules that a PDF for a print shop has to keep."""

from __future__ import annotations

from sheetgen.ground.diagnostics import Diagnostic, Place, Rule, declare
from sheetgen.ground.record import NamedTuple
from sheetgen.shop.profile import Wanted

DAMAGED = declare(
    "pdf-damaged",
    "error",
    """A PDF can't be read, or a part of it can't.

    Why: What can't be read can't be printed. The file may have been cut short on its way, or made
    to break programs, so nothing else in it is reported.

    Example:
    # a file that ends in the middle
    """,
)
VERSION = declare(
    "pdf-version",
    "error",
    """A PDF is of a newer version than its standard, or does not name its standard.

    Why: PDF/X-1a is built on PDF 1.3 (2001) and 1.4 (2003). Shops sort files by what they say about
    themselves, before anybody looks at a page.

    Example:
    # PDF 1.7 with compressed objects, where PDF/X-1a:2003 is 1.4
    """,
)
TRANSPARENT = declare(
    "pdf-transparency",
    "error",
    """Something in a PDF is transparent.

    Why: Presses have no transparency. Each program mixes the colours in its own way, so PDF/X-1a
    wants it done beforehand.

    Example:
    # page 3, state GS1: /ca 0.5
    """,
)
COLOUR = declare(
    "pdf-colour",
    "error",
    """A colour in a PDF is not one of the inks of the press.

    Why: RGB describes light, but a press has inks. The conversion decides how it looks; shops
    refuse such a file, or convert it without asking.

    Example:
    # page 1, image Im0: DeviceRGB
    """,
)
FONT = declare(
    "pdf-font",
    "error",
    """A font is not embedded in the PDF.

    Why: The shop does not have it, and would print another one.

    Example:
    # page 1, font F1: Helvetica is not embedded
    """,
)
BOX = declare(
    "pdf-box",
    "error",
    """The boxes of a page do not say where it is cut, or not as the shop wants it.

    Why: The TrimBox is where the knife goes, the BleedBox how far colour goes beyond. Without them
    a page is cut wherever its paper ends.

    Example:
    # page 1: no TrimBox
    """,
)
INTENT = declare(
    "pdf-intent",
    "error",
    """A PDF does not say for which printing condition its inks are mixed, or names the wrong one.

    Why: The same four numbers look different on newsprint and on coated paper. PDF/X names one
    condition from a public registry.

    Example:
    # no OutputIntent of PDF/X
    """,
)
METADATA = declare(
    "pdf-metadata",
    "error",
    """What a PDF says about itself is missing or contradictory.

    Why: PDF/X wants a title, dates, and whether colours are trapped, in the Info dictionary; XMP
    may say it again, and must then agree.

    Example:
    # Title is 'Fleet' in Info, and 'Fleets' in XMP
    """,
)
LOCKED = declare(
    "pdf-encrypted",
    "error",
    """A PDF is encrypted.

    Why: The shop's programs can't open it, even if it has no password.

    Example:
    # a PDF that was saved so that it can't be copied from
    """,
)
LIVELY = declare(
    "pdf-annotation",
    "error",
    """A PDF has form fields, links, notes, layers or scripts.

    Why: Paper has none. They may be printed or not, as each program likes, and PDF/X-1a forbids
    them within the page.

    Example:
    # page 2: an annotation of the kind Link
    """,
)
INK = declare(
    "pdf-ink",
    "error",
    """A colour or picture in a PDF has more ink than the paper takes.

    Why: Too much ink does not dry: it smears, and marks the next sheet.

    Example:
    # page 4: 0.8 0.7 0.7 1 k is 320 %, and the limit is 240 %
    """,
)
COARSE = declare(
    "pdf-resolution",
    "warning",
    """A picture has fewer pixels to the inch than the shop asks for, at the size it is printed.

    Why: Below about 200 pixels to the inch they can be seen; shops ask for 300.

    Example:
    # page 4, image Im2: 96 dpi
    """,
)
PAGES = declare(
    "pdf-pages",
    "error",
    """The number or the sizes of a PDF's pages are not those that a shop takes.

    Why: All pieces of an order are cut to one size, and books are bound from a certain number of
    pages on.

    Example:
    # page 7 is cut to 63 × 88 mm, and page 1 to 63.5 × 88.9 mm
    """,
)


# Demands on a PDF, by a standard and by a shop, and its breaches of them.


class Demand(NamedTuple):
    """The demands on a PDF; lengths in points. Without a standard, it is an RGB file.

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
    """Return the demands of a profile; without one, PDF/X-1a:2003 with 240 % of ink."""
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
    """The breaches in a file; one that is on several pages is reported once, with all of them."""

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
        """Return a diagnostic for each breach."""
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
