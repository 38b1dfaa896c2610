"""Orders of books for print shops: the interior, and the whole cover, as files of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.book.binding import Wrapping
from sheetgen.book.publisher import Origins, Published
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.files import Files
from sheetgen.ground.record import replace
from sheetgen.ground.units import INCH, MM, format_size, parse_length
from sheetgen.pages.page import Page
from sheetgen.printing.options import BookOptions, ChoiceError
from sheetgen.printing.result import Result
from sheetgen.shop.plate import choose_press, print_plates
from sheetgen.shop.preflight.document import check_spine, inspect
from sheetgen.shop.preflight.problem import SPINE, PageOrigin, demand
from sheetgen.shop.profile import Wanted

if TYPE_CHECKING:
    from sheetgen.printing.press import Press

INTERIOR, COVER = "interior.pdf", "cover.pdf"
_INSET = INCH / 4
"""How far the room for a barcode is from spine and edge, at least."""
_MOST_SPINE = 100.0


def measure_spine(given: str | float | None) -> float | None:
    """A spine's width in points, from a length or millimetres. Raises ChoiceError."""
    if given in ("", None):
        return None
    try:
        width = parse_length(given) / MM if isinstance(given, str) else float(given or 0)
    except (TypeError, ValueError) as error:
        raise ChoiceError("spine", str(error)) from None
    if not 0 <= width <= _MOST_SPINE:
        raise ChoiceError("spine", f"{given} is not from 0 to {_MOST_SPINE:g} mm")
    return width * MM


def plan_wrapping(wanted: Wanted, spine: str | float | None) -> Wrapping:
    """Plan the wrapping of a book that a profile asks for. Raises ChoiceError."""
    asks = wanted.asks
    return Wrapping(
        spine=measure_spine(spine),
        leaf=asks.leaf * MM,
        board=asks.board * MM,
        spine_text=asks.spine_text * MM,
        barcode=(asks.barcode[0] * MM, asks.barcode[1] * MM) if asks.barcode else None,
        inset=max(_INSET, asks.safe * MM),
        box=asks.barcode_box,
        multiple=asks.multiple,
        least=asks.pages[0] if asks.pages else 0,
        safe=asks.safe * MM,
    )


def publish_for(
    wanted: Wanted,
    options: BookOptions,
    project: Path,
    files: Files,
    lay_out: Callable[[BookOptions, Wrapping], tuple[Press, Published]],
) -> Result:
    """A book as the two files of a print shop. Raises ProblemError and ChoiceError."""
    asks = wanted.asks
    wrapping = plan_wrapping(wanted, options.get("spine"))
    chosen: BookOptions = {**options}
    if options.get("bleed") is None:
        chosen["bleed"] = asks.bleed
    if asks.colour == "grey":
        chosen["ink"] = Ink.GREY.value
    is_grey = chosen.get("ink", "color") not in ("color", "colour", "")
    press = choose_press(wanted, options.get("icc", ""), project, files, is_grey)
    printer, made = lay_out(chosen, wrapping)
    assert made.cover is not None
    pages = [*made.pages, made.cover]
    names = list_origins(pages, made.origins, made.place)
    interior, found = print_plates(made.pages, names[:-1], made.facts, press)
    facts = replace(made.facts, title=f"{made.facts.title}: cover", spreads=False)
    cover, more = print_plates([set_in_template(made.cover, wanted)], names[-1:], facts, press)
    asked = demand(wanted)
    inside, leaves = inspect(interior, asked)
    outside, [wrapped] = inspect(cover, asked)
    odd = check_spine(wrapped, leaves, asked)
    if odd:
        outside.add(SPINE, odd, hint="give the width that the shop says, with --spine")
    seen = [*inside.tell(names[:-1], made.place), *outside.tell(names[-1:], made.place)]
    known = {problem.rule for problem in made.warnings}  # such as pictures, at their own lines
    found += [*more, *(one for one in seen if one.rule not in known)]
    if any(problem.is_error for problem in found):
        raise ProblemError([*made.warnings, *found])
    return Result(
        pages,
        made.facts,
        printer.lock,
        warnings=[*made.warnings, *found],
        files={INTERIOR: interior, COVER: cover},
    )


def set_in_template(cover: Page, wanted: Wanted) -> Page:
    """A cover in the middle of a shop's template. Raises ChoiceError if it is larger than that."""
    size = wanted.asks.template
    if size is None:
        return cover
    wide, high = size[0] * MM, size[1] * MM
    x, y = (wide - cover.width) / 2, (high - cover.height) / 2
    if min(x, y) < 0:
        sizes = format_size(wide, high), format_size(cover.width, cover.height)
        message = f"the template of {wanted.name} has {sizes[0]}, and the cover {sizes[1]}"
        raise ChoiceError("for", message)
    x0, y0, x1, y1 = cover.trim or (0.0, 0.0, cover.width, cover.height)
    return replace(
        cover,
        width=wide,
        height=high,
        placements=tuple(replace(p, x=p.x + x, y=p.y + y) for p in cover.placements),
        trim=(x0 + x, y0 + y, x1 + x, y1 + y),
        bleed=(x, y, x + cover.width, y + cover.height),
    )


def list_origins(
    pages: Sequence[Page], origins: Sequence[Origins], usual: Place
) -> list[PageOrigin]:
    """The pages of a book and its cover, and where what is on them was written."""
    names = [f"page {page.label or at}" for at, page in enumerate(pages, 1)]
    names[-1] = "the cover"
    found = []
    for name, page, boxes in zip(names, pages, origins, strict=True):
        corner = (page.trim or (0.0, 0.0))[:2]
        place = next((place for _, place in boxes), usual)
        found.append(PageOrigin(name, place, "", partial(_find_origin, boxes, corner)))
    return found


def _find_origin(origins: Origins, corner: tuple[float, float], x: float, y: float) -> Place | None:
    """The place of the innermost of the boxes around a point; `corner` is where they start from."""
    x, y = x - corner[0], y - corner[1]
    around = [place for (x0, y0, x1, y1), place in origins if x0 <= x <= x1 and y0 <= y <= y1]
    return around[-1] if around else None
