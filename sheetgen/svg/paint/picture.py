"""<image>: a picture file or data: URI, fitted into its place.

SVG 1.1 §5.7 and §7.8.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf

from sheetgen.drawing.drawing import Image, Matrix, Resources, multiply
from sheetgen.ground.files import stamp_file
from sheetgen.ground.guard import Piece
from sheetgen.ground.number import read_number, shorten
from sheetgen.ground.record import replace
from sheetgen.ground.units import INCH
from sheetgen.svg.attribute import read_size
from sheetgen.svg.context import ITSELF, Context, Nested, Room
from sheetgen.svg.paint import image
from sheetgen.svg.paint.image import Fit, ImageError
from sheetgen.svg.paint.outline import rect_operators
from sheetgen.svg.problem import BAD_IMAGE, BAD_VALUE, UNSUPPORTED_PROPERTY, Problem
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import viewbox_matrix
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Fragment, Stream

MOST_TOGETHER = 100_000_000
"""Pixels of all pictures in a drawing."""
_CRISP = ("optimizespeed", "crisp-edges", "pixelated")
_FINE = 300
"""Pixels to the inch that nobody sees on paper."""


def draw_picture(element: Element, style: Style, context: Context, stream: Stream) -> None:
    """Draws an <image>; an empty href means that the sheet has no picture."""
    attributes, reference = element.attributes, element.reference
    if not reference or style.visibility != "visible":
        return
    fit = _read_fit(element, style, context)
    if fit is None:
        return
    try:
        room = _find_room(element, style, context)
        nested = open_picture(reference, fit, context, room, _is_smooth(element, context))
    except ImageError as error:
        _report_fault(reference, error, context)
        return
    fragment, across, up, notes = nested
    if context.lenient:
        for note in notes:
            message = f"in the picture {_show(reference)}: {note.message}"
            at = element.place
            context.note(Problem(note.rule, message, note.hint, *at, severity=note.severity))
    x, y = (read_size(element, name, style, context) for name in ("x", "y"))
    size = _read_size(element, across, up, style, context)
    if x is None or y is None or size is None:
        return
    preserve = attributes.get("preserveAspectRatio", "")
    try:
        matrix = viewbox_matrix((0.0, 0.0, across, up), *size, preserve)
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return
    # Only a picture that fills its place by `slice` extends beyond it.
    clip = f"{rect_operators(x, y, *size)} W n" if "slice" in preserve else ""
    place: Matrix = multiply(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
    if clip:
        stream.save(clip=clip)
    stream.save(place)
    stream.add(fragment)
    stream.restore()
    if clip:
        stream.restore()


def _report_fault(reference: str, error: ImageError, context: Context) -> None:
    """Reports why a picture can't be printed.

    In a drawing from elsewhere, one that is part of it may be of another kind, or damaged.
    """
    is_inside = context.lenient and reference.startswith("data:") and "svg" not in reference[:24]
    for reason in error.args:
        message = f"the picture {_show(reference)} can't be printed: {reason}"
        if is_inside and any(kind in reference[:24] for kind in ("gif", "webp")):
            context.refuse(BAD_IMAGE, message)
        elif is_inside and context.current:
            at = context.current.place
            context.note(Problem(BAD_IMAGE, message, "", *at, severity="warning"))
        else:
            context.report(BAD_IMAGE, message, picture=reference)


def _find_room(element: Element, style: Style, context: Context) -> Room:
    """How large the place of a picture is on paper, as far as it is given."""
    if "auto" in [element.attributes.get(name, "auto") for name in ("width", "height")]:
        return ITSELF
    width, height = (read_size(element, name, style, context) for name in ("width", "height"))
    fills = "slice" in element.attributes.get("preserveAspectRatio", "")
    unit = style.unit
    return Room(round((width or 0.0) * unit), round((height or 0.0) * unit), fills)


def _is_smooth(element: Element, context: Context) -> bool:
    """Whether large pixels are to flow into each other, as in a browser.

    Those of a template's pictures, such as a ship's, stay as they are.
    """
    if not context.lenient:
        return False
    declared = element.attributes | context.find_declared(element)
    return declared.get("image-rendering", "auto").strip().lower() not in _CRISP


def _show(reference: str) -> str:
    """A picture's name for a message; of a long or absolute path only the end."""
    absolute = reference.startswith(("/", "\\")) or reference[1:2] == ":"
    if absolute:
        return shorten(reference.replace("\\", "/").rsplit("/", 1)[-1], 60)
    if len(reference) <= 60 or reference.startswith("data:"):
        return shorten(reference, 60)
    return "…/" + shorten(reference.replace("\\", "/").rsplit("/", 1)[-1], 60)


def _read_size(
    element: Element, across: float, up: float, style: Style, context: Context
) -> tuple[float, float] | None:
    """Width and height of its place; a missing one follows from the picture's proportions."""
    width = read_size(element, "width", style, context, -1.0)
    height = read_size(element, "height", style, context, -1.0)
    if width is None or height is None:
        return None
    given = [element.attributes.get(name, "auto") != "auto" for name in ("width", "height")]
    if not given[0]:
        width = height * across / up if given[1] else across
    if not given[1]:
        height = width * up / across
    if width > 0 and height > 0:
        return width, height
    context.report(BAD_VALUE, "width and height of an <image> must be above 0")
    return None


def _read_fit(element: Element, style: Style, context: Context) -> Fit | None:
    """Return the fit of a picture: margins trimmed by `data-trim`, pixels spared by `data-dpi`.

    Spare are those beyond that many per inch where it is printed. None after a problem.
    """
    if context.is_white:
        context.refuse(UNSUPPORTED_PROPERTY, "pictures in masks by alpha are not drawn")
        return None
    attributes = element.attributes
    trim = attributes.get("data-trim", "false")
    if trim not in ("true", "false"):
        context.report(BAD_VALUE, f"data-trim: '{shorten(trim)}' is neither true nor false")
        return None
    try:
        dots = read_number(attributes.get("data-dpi", "0")) * style.unit / INCH
        if dots < 0:
            raise ValueError("a resolution must be 0 or more")
    except ValueError as error:
        context.report(BAD_VALUE, f"data-dpi: {error}")
        return None
    if not dots:
        return Fit(trim == "true")
    width, height = (read_size(element, name, style, context) for name in ("width", "height"))
    if width is None or height is None:
        return None
    return Fit(trim == "true", max(0, ceil(width * dots)), max(0, ceil(height * dots)))


def count_picture(reference: str, read: Callable[[], bytes], context: Context) -> None:
    """Counts the pixels of a picture with those of the others in a drawing. Raises ImageError."""
    if reference not in context.pixels:
        context.pixels[reference] = image.count_pixels(read())
    if sum(context.pixels.values()) > MOST_TOGETHER:
        million = MOST_TOGETHER // 1_000_000
        raise ImageError(f"the pictures of one drawing may have {million} million pixels together")


def open_picture(
    reference: str, fit: Fit, context: Context, room: Room = ITSELF, smooth: bool = False
) -> Nested:
    """The fragment of a picture, y downwards, and its size in user units. Raises ImageError.

    With `smooth`, pixels that will be large flow into each other.
    """
    if reference.startswith("data:"):
        media, data = image.decode_data_uri(reference)
        if "svg" in media:
            return context.draw_nested(image.decode_text(data), context.base, room, "")
        count_picture(reference, lambda: data, context)
        picture = image.convert_picture(data, context.ink, fit)
    else:
        file = image.locate(reference, context.base, context.files)
        context.pictures[file] = stamp_file(file)
        with Piece(file):
            if file.suffix.lower() == ".svg":
                text = image.read_text(file, context.files)
                return context.draw_nested(text, file.parent, room, str(file))
            count_picture(reference, lambda: image.read_file(file, context.files), context)
            picture = image.read_picture(file, context.files, context.ink, fit)
    if smooth and picture.width * INCH < _FINE * (room.width or inf):
        picture = _smooth(picture)
    # A PDF image fills the unit square with its top at y = 1; here y points down.
    width, height = picture.width, picture.height
    operators = f"q {width} 0 0 {-height} 0 {height} cm /{picture.name} Do Q"
    fragment = Fragment(operators, resources=(Resources(images={picture.name: picture}),))
    return Nested(fragment, float(width), float(height))


def _smooth(picture: Image) -> Image:
    mask = _smooth(picture.mask) if picture.mask else None
    return replace(picture, name=f"{picture.name}s", mask=mask, smooth=True)
