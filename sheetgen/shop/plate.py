"""Plates: the PDF that a print shop prints from, and what had to be changed for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sheetgen.choices import ChoiceError
from sheetgen.export.pdf import Facts
from sheetgen.export.prepress.ink import RGB
from sheetgen.export.prepress.picture import ProfileError
from sheetgen.export.prepress.standard import Standard
from sheetgen.export.prepress.writer import Press, Printed, write_press_pdf
from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.files import Files
from sheetgen.ground.plainfile import FileError
from sheetgen.pages.page import Page
from sheetgen.shop.problem import FLATTENED, TOO_MUCH_INK
from sheetgen.shop.profile import Wanted

_MOST_ICC = 20_000_000
_EXAMPLES = 3


def read_icc(name: str, files: Files) -> bytes | None:
    """The ICC profile in a file. Raises ChoiceError."""
    if not name:
        return None
    path = Path(name)
    try:
        files.name(path)
        return files.read_bytes(path, _MOST_ICC, "the ICC profile")
    except FileError as error:
        raise ChoiceError("profile", f"{name} {error}") from None
    except FileNotFoundError:
        raise ChoiceError("profile", f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        raise ChoiceError("profile", f"{name} can't be read: {error}") from None


def choose_press(wanted: Wanted, icc: bytes | None, grey: bool = False) -> Press:
    """What a profile asks of a PDF, whose pictures are converted by an ICC profile.

    With `grey` it has black alone, whatever the shop could print.
    """
    asks = wanted.asks
    space = "grey" if grey and asks.colour != "rgb" else asks.colour
    if icc and space != "cmyk":
        message = f"it is for CMYK, and this is printed for {wanted.name} in {space}"
        raise ChoiceError("profile", message)
    standard = Standard(asks.standard, asks.condition or "") if asks.standard else None
    return Press(space, asks.ink, standard, icc, asks.dpi, asks.overprint)


def print_plates(
    pages: Sequence[Page],
    names: Sequence[tuple[str, Place | None]],
    facts: Facts,
    press: Press,
) -> tuple[bytes, list[Diagnostic]]:
    """The PDF of pages, which have names and places, and what had to be changed.

    Raises ChoiceError for an ICC profile that can't be used.
    """
    try:
        printed = write_press_pdf(pages, facts, press)
    except ProfileError as error:
        raise ChoiceError("profile", str(error)) from None
    return printed.pdf, [*_tell_ink(printed, names, press), *_tell_patches(printed, names, press)]


def _tell_ink(
    printed: Printed, names: Sequence[tuple[str, Place | None]], press: Press
) -> list[Diagnostic]:
    """A warning for each page that has too much ink."""
    found = []
    limit = press.limit
    for number, colours in printed.excess.items():
        name, place = names[number]
        ranked = sorted(colours, key=lambda rgb: -colours[rgb])
        shown = ", ".join(f"{_write(rgb)} {colours[rgb]:.0%}" for rgb in ranked[:_EXAMPLES])
        message = f"{name} has colours that need more than {limit} % of ink: {shown}"
        hint = "their coloured inks are reduced to fit; a lighter or greyer colour stays as it is"
        found.append(TOO_MUCH_INK.at(place, message.replace("%", " %").replace("  ", " "), hint))
    for number, most in printed.soaked.items():
        name, place = names[number]
        message = f"a picture of {name} needs up to {most} % of ink, and the paper takes {limit} %"
        hint = "its dark parts are reduced to fit; a lighter picture stays as it is"
        found.append(TOO_MUCH_INK.at(place, message, hint))
    return found


def _write(rgb: RGB) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb)


def _tell_patches(
    printed: Printed, names: Sequence[tuple[str, Place | None]], press: Press
) -> list[Diagnostic]:
    """A hint about parts of pages that became pictures."""
    if not printed.patches:
        return []
    number, boxes = next(iter(printed.patches.items()))
    name, place = names[number]
    parts = f"{len(boxes)} parts" if len(boxes) > 1 else "a part"
    more = len(printed.patches) - 1
    others = f", and on {more} more pages" if more > 1 else ", and on one more" if more else ""
    message = f"on {name} {parts} became a picture of {press.dpi} dpi{others}"
    hint = "something transparent lies there over what it can't be mixed with, such as a picture"
    return [FLATTENED.at(place, message, hint)]
