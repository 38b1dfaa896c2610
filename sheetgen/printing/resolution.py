"""Proof: what of a print is poor although nothing is wrong with it, such as coarse pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from sheetgen.definitions.definition import Definition, list_all, locate_art
from sheetgen.drawing.drawing import (
    IDENTITY,
    Drawing,
    Image,
    Matrix,
    Resources,
    multiply,
    read_operators,
)
from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.files import Files
from sheetgen.ground.number import fmt, shorten
from sheetgen.ground.units import INCH, MM
from sheetgen.pages.presssheet import Item
from sheetgen.svg.paint.image import has_white_ground

LEAST_DPI = 200
LOW_RESOLUTION = declare(
    "low-resolution",
    "warning",
    """A picture has fewer than 200 pixels to the inch at its printed size.

    Why: Its pixels show in print. Print shops ask for 300 to the inch; below 200 many of them
    refuse the file.

    Example:
    # a picture 600 pixels across has 122 to the inch when it is printed 125 mm wide
    """,
)
WHITE_GROUND = declare(
    "white-ground",
    "warning",
    """The picture of a ship has a white background, and is printed on a counter.

    Why: A JPEG has no transparent parts. On the colour of a counter, the paper around the ship
    becomes a white box.

    Example:
    art: kestrel.jpg    # save it as kestrel.png, with nothing around the ship
    """,
)


def judge(name: str, dots: float, width: float, place: Place | None) -> Diagnostic | None:
    """The warning for a picture of so many pixels across, printed `width` points wide."""
    dpi = dots / (width / INCH) if width else LEAST_DPI
    if dpi >= LEAST_DPI - 0.5:
        return None
    message = f"{name} has {dpi:.0f} pixels to the inch at its printed width of "
    message += f"{fmt(width / MM, 0)} mm"
    hint = f"200 is the minimum, 300 is good: {round(width / INCH * 300)} pixels across"
    return LOW_RESOLUTION.at(place, message, hint)


def find_poor_art(
    pieces: Iterable[tuple[str, Item]], definitions: Iterable[Definition], files: Files
) -> list[Diagnostic]:
    """Warnings of the art of pieces, which come with the roles of their sheets."""
    return judge_prints(_list_prints(pieces), definitions, files)


def judge_prints(
    prints: Iterable[tuple[str, Path, Image, float]],
    definitions: Iterable[Definition],
    files: Files,
) -> list[Diagnostic]:
    """Warnings of art that is too coarse where it is printed largest, or white on counters.

    Each print of a picture comes with the role of its sheet, the file, and its width in points.
    Each warning is placed where a definition names the picture.
    """
    places = _list_art(definitions)
    coarse: dict[Path, tuple[float, Diagnostic]] = {}
    white: dict[Path, Diagnostic] = {}
    for role, file, image, width in prints:
        if file not in places:
            continue
        name, place = shorten(file.name, 60), places[file]
        found = judge(name, image.width, width, place)
        if found and image.width / width < coarse.get(file, (LEAST_DPI, found))[0]:
            coarse[file] = image.width / width, found
        if role == "counter" and not image.mask and file not in white:
            message = f"{name} has a white background, which becomes a white box on a counter"
            hint = "save it as a PNG picture with nothing around the ship"
            if has_white_ground(file, files):
                white[file] = WHITE_GROUND.at(place, message, hint)
    return [*(found for _, found in coarse.values()), *white.values()]


def _list_prints(
    pieces: Iterable[tuple[str, Item]],
) -> Iterator[tuple[str, Path, Image, float]]:
    """Every print of a picture file: the role of its sheet, the file, the picture, its width."""
    for role, item in pieces:
        for side in filter(None, (item.drawing, item.back)):
            for image, width in measure_pictures(side):
                if image.file:
                    yield role, image.file, image, width


def _list_art(definitions: Iterable[Definition]) -> Mapping[Path, Place]:
    """Where each picture is named first."""
    named = {locate_art(d.written, d.path): d for d in reversed(list_all(definitions))}
    return {art: d.document.place(("art",)) for art, d in named.items() if art}


def measure_pictures(drawing: Drawing) -> Iterator[tuple[Image, float]]:
    """The pictures of a drawing, each with its printed width in points."""
    if any(_hold_images(drawing.resources)):
        yield from _walk(drawing.operators, drawing.resources, IDENTITY)


def _hold_images(resources: Resources) -> Iterator[bool]:
    yield bool(resources.images)
    for form in resources.forms.values():
        yield from _hold_images(form.resources)


def _walk(operators: str, resources: Resources, matrix: Matrix) -> Iterator[tuple[Image, float]]:
    saved: list[Matrix] = []
    for operator, operands in read_operators(operators):
        if operator == "q":
            saved.append(matrix)
        elif operator == "Q":
            matrix = saved.pop()
        elif operator == "cm":
            a, b, c, d, e, f = map(float, operands)
            matrix = multiply((a, b, c, d, e, f), matrix)
        elif operator == "Do" and (image := resources.images.get(operands[0][1:])):
            yield image, (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
        elif operator == "Do" and (form := resources.forms.get(operands[0][1:])):
            yield from _walk(form.operators, form.resources, matrix)
