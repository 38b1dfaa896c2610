"""The rules that a PDF for a print shop has to keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetgen.ground.diagnostics import Diagnostic, Place, Rule, declare
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import MM
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
HOME = declare(
    "pdf-home",
    "error",
    """A PDF was made for a printer at home, and is checked for a print shop.

    Why: It has no bleed, its colours are those of the screen, and several pieces lie on a page. A
    shop wants all of that otherwise, so it is not listed: print it again.

    Example:
    # made for a printer at home; print it with --for panda
    """,
)
MIXED = declare(
    "mixed-sizes",
    "warning",
    """Pages of one PDF are cut to several sizes.

    Why: A shop cuts all of an order to one size. Pieces of each size are an order of their own.

    Example:
    # displays and counters in one file: print each kind with --sheet into a file of its own
    """,
)
SPINE = declare(
    "spine",
    "warning",
    """The spine of a cover is far from what the pages of the book make.

    Why: The shop measures it, and refuses a cover that does not go around the book; or the title
    comes off the spine.

    Example:
    # a spine of 20 mm, where 50 pages make 4.4 mm
    """,
)


# Demands on a PDF, by a standard and by a shop, and its breaches of them.


class Demand(NamedTuple):
    """The demands on a PDF; lengths in points. Without a standard, it is an RGB file.

    All pages of a book are cut to one size, one of `trims` if there are some. Nobody asks anything
    of a PDF for home but that it can be read.
    """

    standard: str = "x-1a:2003"
    colour: str = "cmyk"
    condition: str = ""
    ink: int = 240
    bleed: float = 0.0
    safe: float = 0.0
    size: tuple[float, float] | None = None
    pages: tuple[int, int] | None = None
    multiple: int = 1
    is_book: bool = False
    trims: tuple[tuple[float, float], ...] = ()
    leaf: float = 0.0
    board: float = 0.0
    name: str = ""
    is_home: bool = False


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
        wanted.bleed,
        wanted.safe,
        wanted.size,
        (asks.pages[0], asks.pages[1]) if asks.pages else None,
        asks.multiple,
        asks.makes == "book",
        tuple((wide * MM, high * MM) for wide, high in asks.trims),
        asks.leaf * MM,
        asks.board * MM,
        wanted.name,
        asks.makes == "pages",
    )


class Breach(NamedTuple):
    """A breach on a page, counted from 1, or 0 for the whole file; `thing` is what of it.

    Of warnings that are alike only the `worst` is told. `point` is where it is on the page.
    """

    rule: Rule
    message: str
    page: int = 0
    thing: str = ""
    hint: str = ""
    worst: float = 0.0
    point: tuple[float, float] | None = None


class PageOrigin(NamedTuple):
    """The name of a page, where it was written, and `find`: where what is at a point of it was."""

    name: str
    place: Place | None
    group: str = ""
    find: Callable[[float, float], Place | None] | None = None


class Breaches:
    """The breaches in a file; one that is on several pages is reported once."""

    def __init__(self) -> None:
        self.found: list[Breach] = []

    def add(
        self,
        rule: Rule,
        message: str,
        where: str = "",
        hint: str = "",
        worst: float = 0.0,
        point: tuple[float, float] | None = None,
    ) -> None:
        """Notes a breach, and where it is, such as `page 3, image Im1`."""
        page, _, thing = where.partition(", ")
        number = int(page.removeprefix("page ") or 0)
        self.found.append(Breach(rule, message, number, thing, hint, worst, point))

    def report(self, file: str) -> list[Diagnostic]:
        """Return a diagnostic for each breach, as whoever has nothing but the file knows it."""
        groups: dict[tuple[Rule, str, str], list[Breach]] = {}
        for one in self.found:
            exact = one.message if one.rule.severity == "error" else ""
            groups.setdefault((one.rule, one.thing, exact), []).append(one)
        found = []
        for (rule, thing, exact), group in groups.items():
            worst = max(group, key=lambda one: one.worst)
            pages = {one.page for one in (group if exact else [worst])} - {0}
            others = len({one.page for one in group} - pages - {0})
            message = ": ".join(filter(None, (_locate(list(pages), thing), worst.message)))
            message += f"; so it is on {others} more" if others else ""
            found.append(rule.at(Place(file), message, worst.hint))
        return found

    def tell(self, origins: Sequence[PageOrigin], usual: Place | None = None) -> list[Diagnostic]:
        """Return a diagnostic for each breach on pages that were made of something.

        What was written nowhere, such as the numbers of pages, is reported at the `usual` place.
        """
        groups: dict[tuple[Rule, str], list[tuple[Breach, str, Place | None]]] = {}
        for one in self.found:
            origin = origins[one.page - 1] if one.page else PageOrigin("", usual)
            place, group = origin.place or usual, origin.group
            if one.point and origin.find:
                found = origin.find(*one.point)
                place, group = found or usual, f"{found.file}:{found.line}" if found else ""
            groups.setdefault((one.rule, group), []).append((one, origin.name, place))
        told = []
        for (rule, _), several in groups.items():
            worst, name, place = max(several, key=lambda each: each[0].worst)
            others = len({its for _, its, _ in several}) - 1
            more = f"; so it is on {others} more" if others else ""
            message = f"{name}: {worst.message}" if name else worst.message
            told.append(rule.at(place, message + more, worst.hint))
        return told


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
