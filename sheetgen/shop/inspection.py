"""Inspection: what a print shop would find fault with, found before money is spent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.ground.diagnostics import Diagnostic, Rule
from sheetgen.ground.number import shorten
from sheetgen.ground.units import INCH, MM
from sheetgen.pages.page import Page
from sheetgen.shop.component import Component
from sheetgen.shop.problem import SHORT_OF_BLEED, UNSAFE_TEXT
from sheetgen.shop.profile import Wanted

if TYPE_CHECKING:
    from PIL.Image import Image


class Fault(NamedTuple):
    """What a shop would object to on a side of a component; `worst` ranks faults of one rule."""

    rule: Rule
    component: Component
    message: str
    hint: str
    worst: float = 0.0


def tell_faults(faults: Iterable[Fault]) -> list[Diagnostic]:
    """A warning for each rule and sheet: its worst fault, and on how many pieces there are such."""
    groups: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.rule.name, fault.component.sheet), []).append(fault)
    told = []
    for group in groups.values():
        worst = max(group, key=lambda fault: fault.worst)
        others = len({fault.component.name for fault in group}) - 1
        more = f"; so it is on {others} more" if others else ""
        told.append(worst.rule.at(worst.component.place, worst.message + more, worst.hint))
    return told


_WHITE = 250  # a channel from which on paper shows
_SHARE = 0.03
"""The share of a side along which colour must end at the cut to be worth a word."""
_SLACK = 0.3 * MM
"""By how much a text may reach into the unsafe zone, as its box is larger than its letters."""


def inspect_picture(picture: Image, component: Component, wanted: Wanted) -> Iterator[Fault]:
    """Sides along which colour reaches the cut but not the edge of the bleed."""
    from PIL.Image import Transpose

    bleed = round(wanted.bleed / INCH * wanted.asks.dpi)
    if bleed < 4:
        return
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
    if short:
        edges = " and ".join([", ".join(short[:-1]), short[-1]] if len(short) > 1 else short)
        edge = "edge" if len(short) == 1 else "edges"
        message = (
            f"colour of {component.title}, {component.sheet}, ends at the cut on its {edges} {edge}"
        )
        hint = f"draw {wanted.asks.bleed:.1f} mm beyond the cut, or leave a white margin inside it"
        yield Fault(SHORT_OF_BLEED, component, message, hint, len(short))


def inspect_texts(
    pdf: bytes, number: int, page: Page, component: Component, wanted: Wanted
) -> Iterator[Fault]:
    """The text of a side that stands nearest to the cut, if it is nearer than it may be."""
    if not wanted.safe:
        return
    from sheetgen.export.png import open_page

    left = low = wanted.bleed
    right, high = page.width - wanted.bleed, page.height - wanted.bleed
    nearest, words = wanted.safe, ""
    with open_page(pdf, number) as sheet:
        text = sheet.get_textpage()
        for at in range(text.count_rects()):
            x0, y0, x1, y1 = text.get_rect(at)
            gap = min(x0 - left, y0 - low, right - x1, high - y1)
            if gap < nearest - _SLACK:
                nearest, words = gap, text.get_text_bounded(x0, y0, x1, y1).strip()
        text.close()
    if words:
        where = f"{nearest / MM:.1f} mm from the cut" if nearest > 0 else "on the cut"
        message = f"'{shorten(words, 30)}' of {component.title}, {component.sheet}, stands {where}"
        hint = f"{wanted.name} asks for {wanted.asks.safe:.1f} mm"
        yield Fault(UNSAFE_TEXT, component, message, hint, -nearest)
