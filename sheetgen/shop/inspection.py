"""Inspection: what a print shop would find fault with, found before money is spent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.png import open_page, open_pages
from sheetgen.ground.diagnostics import Diagnostic, Place, Rule
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import join_words, shorten
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import INCH, MM
from sheetgen.pages.page import Page
from sheetgen.shop.component import Component
from sheetgen.shop.problem import SHORT_OF_BLEED, UNSAFE_TEXT
from sheetgen.shop.profile import Wanted

if TYPE_CHECKING:
    from PIL.Image import Image


class Fault(NamedTuple):
    """A fault that a shop would object to; `worst` ranks faults of one rule and `group`.

    `name` is whose fault it is, different for each component or page.
    """

    rule: Rule
    name: str
    group: str
    place: Place | None
    message: str
    hint: str
    worst: float = 0.0


class InspectedSide(NamedTuple):
    """A page under the name that people know it by, with its trimmed part in points.

    `find` tells where what is at a point of the page was written, None if that is not known.
    """

    name: str
    page: Page
    trim: Box
    find: Callable[[float, float], Place | None]


def fault_warnings(faults: Iterable[Fault]) -> list[Diagnostic]:
    """A warning for each rule and group: its worst fault, and on how many others there are such."""
    groups: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.rule.name, fault.group), []).append(fault)
    told = []
    for group in groups.values():
        worst = max(group, key=lambda fault: fault.worst)
        others = len({fault.name for fault in group}) - 1
        more = f"; so it is on {others} more" if others else ""
        told.append(worst.rule.at(worst.place, worst.message + more, worst.hint))
    return told


_WHITE = 250  # a channel from which on paper shows
_SHARE = 0.03
"""The share of a side along which colour must end at the cut to be worth a word."""
_COARSE = 96
"""The pixels to the inch that a page of a book is inspected with; a large one has hundreds."""
_HYPHEN = "\x02"
"""What PDFium has for a hyphen at the end of a line."""
_SLACK = 0.3 * MM
"""By how much a text may reach into the unsafe zone, as its box is larger than its letters."""


def inspect_picture(picture: Image, component: Component, wanted: Wanted) -> Iterator[Fault]:
    """The fault that colour reaches the cut but not the edge of the bleed."""
    short = find_short_sides(picture, round(wanted.bleed / INCH * wanted.asks.dpi))
    if short:
        message = f"colour of {component.title}, {component.sheet}, {_name_edges(short)}"
        own = (component.name, component.sheet, component.place)
        yield Fault(SHORT_OF_BLEED, *own, message, _advise(wanted), len(short))


def inspect_texts(
    pdf: bytes, number: int, page: Page, component: Component, wanted: Wanted
) -> Iterator[Fault]:
    """The text of a side that stands nearest to the cut, if it is nearer than it may be."""
    bleed = wanted.bleed
    trim = (bleed, bleed, page.width - bleed, page.height - bleed)
    with open_page(pdf, number) as sheet:
        found = min(find_unsafe(sheet, trim, wanted.safe), default=None)
    if found:
        message = (
            f"'{shorten(found.words, 30)}' of {component.title}, {component.sheet}, "
            f"stands {_say_where(found.gap)}"
        )
        hint = f"{wanted.name} asks for {wanted.asks.safe:.1f} mm"
        own = (component.name, component.sheet, component.place)
        yield Fault(UNSAFE_TEXT, *own, message, hint, -found.gap)


def inspect_pages(sides: Sequence[InspectedSide], wanted: Wanted, usual: Place) -> list[Diagnostic]:
    """Find what a shop would object to on the pages of a book, each fault where it was written.

    What is written nowhere, such as the numbers of pages, is reported once, at the `usual` place.
    """
    pdf = write_pdf([side.page for side in sides], Facts())
    bleed = round(wanted.bleed / INCH * _COARSE)
    found: list[Fault] = []
    for side, sheet in zip(sides, open_pages(pdf), strict=True):
        picture = sheet.render(scale=_COARSE / INCH).to_pil()
        for edge in find_short_sides(picture, bleed):
            place = side.find(*_find_middle(side.trim, edge))
            message = f"colour of {side.name} {_name_edges([edge])}"
            own = (side.name, _group(place), place or usual)
            found.append(Fault(SHORT_OF_BLEED, *own, message, _advise(wanted)))
        for text in find_unsafe(sheet, side.trim, wanted.safe):
            place = side.find(*text.middle)
            message = f"'{shorten(text.words, 30)}' on {side.name} stands {_say_where(text.gap)}"
            hint = f"{wanted.name} asks for {wanted.asks.safe:.1f} mm"
            own = (side.name, _group(place), place or usual)
            found.append(Fault(UNSAFE_TEXT, *own, message, hint, -text.gap))
    return fault_warnings(found)


def _group(place: Place | None) -> str:
    return f"{place.file}:{place.line}" if place else ""


def _find_middle(box: Box, edge: str) -> tuple[float, float]:
    """The middle of an edge of a box."""
    x0, y0, x1, y1 = box
    x = {"left": x0, "right": x1}.get(edge, (x0 + x1) / 2)
    y = {"lower": y0, "upper": y1}.get(edge, (y0 + y1) / 2)
    return x, y


def _name_edges(short: Sequence[str]) -> str:
    return f"ends at the cut on its {join_words(short)} {'edge' if len(short) == 1 else 'edges'}"


def _advise(wanted: Wanted) -> str:
    return f"draw {wanted.asks.bleed:.1f} mm beyond the cut, or leave a white margin inside it"


def _say_where(gap: float) -> str:
    return f"{gap / MM:.1f} mm from the cut" if gap > 0 else "on the cut"


def find_short_sides(picture: Image, bleed: int) -> list[str]:
    """The sides of a picture along which colour ends at the cut, `bleed` pixels inside."""
    from PIL.Image import Transpose

    if bleed < 4:
        return []
    grey = picture.convert("L")
    inked = grey.point(lambda value: 255 * (value < _WHITE))
    sides = {
        "left": inked,
        "right": inked.transpose(Transpose.ROTATE_180),
        "upper": inked.transpose(Transpose.ROTATE_90),
        "lower": inked.transpose(Transpose.ROTATE_270),
    }
    short = []
    for name, turned in sides.items():
        high = turned.height
        inside = turned.crop((bleed + 3, bleed, bleed + 4, high - bleed)).tobytes()
        outside = turned.crop((1, bleed, 2, high - bleed)).tobytes()
        missing = sum(a > 0 and b == 0 for a, b in zip(inside, outside, strict=True))
        if missing > _SHARE * len(inside):
            short.append(name)
    return short


class Unsafe(NamedTuple):
    """A text, how far it is from the cut, and the middle of its box."""

    gap: float
    words: str
    middle: tuple[float, float]


def find_unsafe(sheet: Any, trim: Box, safe: float) -> Iterator[Unsafe]:
    """The texts of a page that PDFium has open that stand nearer to its cut than `safe`."""
    if not safe:
        return
    left, low, right, high = trim
    text = sheet.get_textpage()
    for at in range(text.count_rects()):
        x0, y0, x1, y1 = text.get_rect(at)
        gap = min(x0 - left, y0 - low, right - x1, high - y1)
        if gap < safe - _SLACK:
            words = text.get_text_bounded(x0, y0, x1, y1).replace(_HYPHEN, "-").strip()
            if words:
                yield Unsafe(gap, words, ((x0 + x1) / 2, (y0 + y1) / 2))
    text.close()
