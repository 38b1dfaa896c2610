"""Inspection: what lies near the cut of each page, as it is printed and as it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.export.png import open_pages
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import join_words, shorten
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import INCH, MM
from sheetgen.shop.preflight.problem import Breaches, Demand
from sheetgen.shop.problem import SHORT_OF_BLEED, UNSAFE_TEXT

if TYPE_CHECKING:
    from PIL.Image import Image

_WHITE = 250  # a channel from which on paper shows
_SHARE = 0.03
"""The share of a side along which colour must end at the cut to be worth a word."""
_FINE, _COARSE, _SMALL = 300, 96, 8 * INCH
"""Pixels to the inch for pages up to a size, and for larger ones, of which a book has hundreds."""
_MOST_PIXELS = 6000  # along a side
_HYPHEN = "\x02"
"""The character that PDFium has for a hyphen at the end of a line."""
_SLACK = 0.3 * MM
"""By how much a text may reach into the unsafe zone, as its box is larger than its letters."""


def inspect_cuts(
    pdf: bytes, cuts: Sequence[Box | None], demand: Demand, breaches: Breaches
) -> None:
    """Note what lies near the cuts of the pages of a PDF; a page without one is left out."""
    for number, (sheet, cut) in enumerate(zip(open_pages(pdf), cuts, strict=False), start=1):
        if cut is None:
            continue
        where = f"page {number}"
        sheet.set_rotation(0)
        short = _find_short(sheet, cut, demand.bleed) if demand.bleed else []
        for edge in short:
            message = f"colour ends at the cut on its {join_words(short)} "
            message += "edge" if len(short) == 1 else "edges"
            hint = f"draw {demand.bleed / MM:.1f} mm beyond the cut, or leave a white margin inside"
            point = _find_middle(cut, edge)
            breaches.add(SHORT_OF_BLEED, message, where, hint, len(short), point)
        for text in find_unsafe(sheet, cut, demand.safe):
            message = f"'{shorten(text.words, 30)}' {_say_where(text.gap)}"
            hint = f"{demand.safe / MM:.1f} mm from the cut are asked for"
            breaches.add(UNSAFE_TEXT, message, where, hint, -text.gap, text.middle)


def _find_short(sheet: Any, cut: Box, bleed: float) -> list[str]:
    """The sides of a page along which colour ends at the cut."""
    media = sheet.get_mediabox()
    sheet.set_cropbox(*media)
    long = max(media[2] - media[0], media[3] - media[1])
    dpi = min(_FINE if long <= _SMALL else _COARSE, _MOST_PIXELS * INCH / long)
    picture = sheet.render(scale=dpi / INCH).to_pil()
    left, right = ((x - media[0]) * dpi / INCH for x in (cut[0] - bleed, cut[2] + bleed))
    upper, lower = ((media[3] - y) * dpi / INCH for y in (cut[3] + bleed, cut[1] - bleed))
    return find_short_sides(
        picture.crop(tuple(map(round, (left, upper, right, lower)))), round(bleed * dpi / INCH)
    )


def _find_middle(box: Box, edge: str) -> tuple[float, float]:
    """The middle of an edge of a box."""
    x0, y0, x1, y1 = box
    x = {"left": x0, "right": x1}.get(edge, (x0 + x1) / 2)
    y = {"lower": y0, "upper": y1}.get(edge, (y0 + y1) / 2)
    return x, y


def _say_where(gap: float) -> str:
    return f"stands {gap / MM:.1f} mm from the cut" if gap > 0 else "stands on the cut"


def find_short_sides(picture: Image, bleed: int) -> list[str]:
    """The sides of a picture along which colour ends at the cut, `bleed` pixels inside.

    A ground has to reach the edge of the picture; lines, such as those of a pattern, go on beyond
    the cut somewhere near.
    """
    from PIL.Image import Resampling, Transpose

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
        at = bleed + max(1, round(bleed / 12))
        inside = turned.crop((at, bleed, at + 1, high - bleed)).tobytes()
        outside = turned.crop((1, bleed, 2, high - bleed)).tobytes()
        deep, near = (  # how much of half a bleed is inked, on either side of the cut
            turned.crop((x, bleed, x + bleed // 2, high - bleed))
            .resize((1, high - 2 * bleed), Resampling.BOX)
            .tobytes()
            for x in (at, 1)
        )
        bare = [y for y, (a, b) in enumerate(zip(inside, outside, strict=True)) if a and not b]
        reach = bleed // 2
        missing = sum(deep[y] == 255 or not any(near[max(0, y - reach) : y + reach]) for y in bare)
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
