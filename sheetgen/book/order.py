"""Orders of books for print shops: the interior, and the whole cover, as files of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sheetgen.book.publisher import Published
from sheetgen.book.wrapper import Wrapping
from sheetgen.choices import BookOptions, ChoiceError
from sheetgen.drawing.color import Ink
from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.files import Files
from sheetgen.ground.record import replace
from sheetgen.ground.units import INCH, MM, parse_length
from sheetgen.result import Result
from sheetgen.shop.plate import choose_press, print_plates, read_icc
from sheetgen.shop.problem import PAGE_COUNT
from sheetgen.shop.profile import Wanted

if TYPE_CHECKING:
    from sheetgen.press import Press

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
    """What a profile asks of a book's cover. Raises ChoiceError."""
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
    )


def publish_for(
    wanted: Wanted,
    options: BookOptions,
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
    press = choose_press(wanted, read_icc(options.get("icc", ""), files), is_grey)
    printer, made = lay_out(chosen, wrapping)
    assert made.cover is not None
    sides = [(f"page {page.label or at}", made.place) for at, page in enumerate(made.pages, 1)]
    interior, found = print_plates(made.pages, sides, made.facts, press)
    facts = replace(made.facts, title=f"{made.facts.title}: cover", spreads=False)
    cover, more = print_plates([made.cover], [("the cover", made.place)], facts, press)
    return Result(
        [*made.pages, made.cover],
        made.facts,
        printer.lock,
        warnings=[*made.warnings, *found, *more, *_count(made, wanted)],
        files={INTERIOR: interior, COVER: cover},
    )


def _count(made: Published, wanted: Wanted) -> list[Diagnostic]:
    """A warning about a number of pages that can't be bound."""
    most = wanted.asks.pages[1] if wanted.asks.pages else 0
    if not most or len(made.pages) <= most:
        return []
    message = f"the book has {len(made.pages)} pages, and {wanted.name} binds up to {most}"
    return [PAGE_COUNT.at(made.place, message, "part it into volumes")]
