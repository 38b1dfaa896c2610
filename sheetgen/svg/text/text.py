"""<text>: its chunks fitted into the space they have, and set glyph by glyph.

SVG 1.1 §10 and SVG 2 §11. A text with `data-width` (or `data-height` with `inline-size`) says
how much space it has; it is set smaller to fit, but never below 6 pt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.svg.attribute import read_size
from sheetgen.svg.context import Context
from sheetgen.svg.paint.form import fade
from sheetgen.svg.paint.outline import rect_operators
from sheetgen.svg.paint.paint import (
    describe_stroke,
    make_state,
    paint_outline,
    resolve_colours,
)
from sheetgen.svg.problem import BAD_VALUE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import NOTHING, Own, Paint, Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Fragment, Way
from sheetgen.svg.text.chunk import Chunk, Collector, TextRun
from sheetgen.svg.text.wrap import Region, TextBlock, fit_width, measure, wrap
from sheetgen.type.face import Face
from sheetgen.type.glyphs import measure_glyphs, show_glyphs
from sheetgen.type.linebreak import measure_column

_MODES = {"f": "", "S": "1 Tr ", "B": "2 Tr "}
_LEFT = {"start": 1.0, "middle": 0.5, "end": 0.0}
"""How much of its margin a line's anchor point is moved by."""
_SHARES = {"normal": 0.0, "start": 0.0, "center": 0.5, "end": 1.0}
"""How much of the free height is above lines."""
_NEAR = 4
"""Letters that may be joined with others."""
_DEPTH = 0.2
"""How far letters reach under the baseline, in font sizes: the edge of a drawing cuts none."""


def draw_text(element: Element, style: Style, own: Own, context: Context) -> list[Fragment]:
    """The fragments that print a <text> element of this style."""
    flowing = own.inline_size > 0
    shaped = own.shape_inside not in ("", "auto")
    room = {
        name: read_room(element, name, style, context)
        for name in ("data-width", "data-height", "textLength")
    }
    wide = room["data-width"] or 0.0
    chunks = Collector(context, flowing, shaped, wide).collect(element, style)
    _check_room(element, room, flowing, len(chunks), context)
    if own.column_count > 1 and not flowing:
        context.report(UNSUPPORTED_PROPERTY, "column-count works with inline-size only")
    if _SHARES[own.align_content] and not (flowing and room["data-height"]):
        context.report(UNSUPPORTED_PROPERTY, "align-content works with data-height only")
    scale = 1.0
    if flowing and chunks:
        chunks, scale = _flow(element, chunks, own, room["data-height"], context)
    if not chunks:
        return []
    if room["data-width"] is not None and not flowing:
        widest = max(chunks, key=lambda chunk: measure(chunk.runs))
        scale = fit_width(widest.runs, room["data-width"], context)
    spacing = _Spacing(element, chunks[0], scale, room["textLength"], context)
    if context.lenient:
        _check_foreign(element, chunks, style, room["textLength"], context)
    placed: list[Placed] = []
    pen = (0.0, 0.0)
    for chunk in chunks:
        pen = _place_chunk(chunk, pen, scale, spacing, placed)
    box = _find_box(placed, scale)
    return [f for at in placed for f in _set_run(at, scale, spacing, box, context)]


def _check_foreign(
    element: Element,
    chunks: Sequence[Chunk],
    style: Style,
    length: float | None,
    context: Context,
) -> None:
    """Kerns the letters of runs to each other, and refuses what is set otherwise in browsers."""
    runs = [run for chunk in chunks for run in chunk.runs]
    if length is not None and (len(runs) > 1 or style.text_anchor != "start"):
        message = "textLength is drawn on one run from a start only"
        context.refuse(UNSUPPORTED_PROPERTY, message, element=element)
    looks = {(r.style.fill, r.style.stroke, r.style.font_size, r.shift) for r in runs}
    if len(looks) > 1 and any(run.style.text_decoration for run in runs):
        message = "lines under or over a text of several styles are not drawn"
        context.refuse(UNSUPPORTED_PROPERTY, message, element=element)
    for chunk in chunks:
        for before, run in pairwise(chunk.runs):
            if (before.face, before.style.font_size) == (run.face, run.style.font_size):
                if before.joined and run.joined and _are_joined(before, run):
                    message = "letters of several styles that are joined to each other"
                    context.refuse(UNSUPPORTED_PROPERTY, f"{message} are not drawn")
                pair, face = before.text[-1] + run.text[0], run.face
                apart = sum(measure_glyphs(face.shape(letter)) for letter in pair)
                kern = measure_glyphs(face.shape(pair)) - apart
                run.dx += kern * run.style.font_size / 1000


def _are_joined(before: TextRun, after: TextRun) -> bool:
    """Whether letters at the end of one run and the beginning of the next change each other."""
    face, one, other = after.face, before.text[-_NEAR:], after.text[:_NEAR]
    apart = [glyph.id for text in (one, other) for glyph in face.shape(text, joined=True)]
    return sorted(apart) != sorted(glyph.id for glyph in face.shape(one + other, joined=True))


def read_room(element: Element, name: str, style: Style, context: Context) -> float | None:
    """A length that gives the available space; None if it is not given."""
    if name not in element.attributes:
        return None
    value = read_size(element, name, style, context)
    if value is not None and value <= 0:
        context.report(BAD_VALUE, f"{name}: '{element.attributes[name]}' must be above 0")
        return None
    return value


def _check_room(
    element: Element,
    room: dict[str, float | None],
    flowing: bool,
    chunks: int,
    context: Context,
) -> None:
    """Reports measures that do not go together."""
    if element.attributes.get("lengthAdjust", "spacing") not in ("spacing", "spacingAndGlyphs"):
        context.report(BAD_VALUE, "lengthAdjust must be spacing or spacingAndGlyphs")
    if not flowing and room["data-height"] is None and room["textLength"] is None:
        return
    problems = [
        ("data-height", not flowing, "data-height works with inline-size only"),
        ("data-width", flowing, "data-width has no effect together with inline-size"),
        ("textLength", flowing, "textLength has no effect together with inline-size"),
        ("textLength", chunks > 1, "textLength works on a single line only"),
        ("textLength", room["data-width"] is not None, "give textLength or data-width, not both"),
    ]
    for name, is_wrong, message in problems:
        if is_wrong and room[name] is not None:
            context.report(UNSUPPORTED_PROPERTY, message)


def _flow(
    element: Element, chunks: Sequence[Chunk], own: Own, height: float | None, context: Context
) -> tuple[list[Chunk], float]:
    """The paragraphs of a text in lines and columns, and the factor by which they are shrunk."""
    columns, names = own.column_count, ("xml:lang", "lang")
    width = (own.inline_size - own.column_gap * (columns - 1)) / columns
    if width <= 0:
        context.report(BAD_VALUE, "column-gap leaves no room for the columns")
        return [], 1.0
    language = next(filter(None, map(element.attributes.get, names)), "en-GB")
    blocks = [
        TextBlock(
            chunk.runs, chunk.element, chunk.own.margin_top, chunk.own.margin_left, chunk.keeps
        )
        for chunk in chunks
    ]
    shared, scale = wrap(blocks, Region(width, height, columns, language), context)
    top, lines = chunks[0].y or 0.0, list[Chunk]()
    if height is not None:
        top += _SHARES[own.align_content] * (height - max(map(measure_column, shared)))
    for number, rows in enumerate(shared):
        y = top
        for at, row in enumerate(rows):
            # The first baselines of all columns are at y.
            y += row.gap + row.height if at else 0.0
            runs = row.join_runs()
            if runs:
                x = _find_start(runs[0].style.text_anchor, number, columns, width + own.column_gap)
                x += row.block.left * _LEFT[runs[0].style.text_anchor]
                lines.append(Chunk((chunks[0].x or 0.0) + x, y, runs))
    return lines, scale


def _find_start(anchor: str, number: int, columns: int, distance: float) -> float:
    """The distance of a column's anchor point from the text's own."""
    return (number - {"start": 0.0, "middle": (columns - 1) / 2, "end": columns - 1}[anchor]) * (
        distance
    )


class _Spacing:
    """The spacing by a `textLength`: a gap between letters in user units, or a stretch of them."""

    def __init__(
        self, element: Element, chunk: Chunk, scale: float, length: float | None, context: Context
    ) -> None:
        self.gap, self.stretch, self.lenient = 0.0, 1.0, context.lenient
        natural = measure(chunk.runs) * scale
        if length is None or natural <= 0:
            return
        if element.attributes.get("lengthAdjust", "spacing") == "spacing":
            gaps = sum(run.letters for run in chunk.runs) - 1
            self.gap = (length - natural) / gaps if gaps > 0 else 0.0
        else:
            self.stretch = length / natural


class Placed(NamedTuple):
    """A run at its place: the start of its baseline, and how wide it is set."""

    run: TextRun
    x: float
    y: float
    width: float


def _place_chunk(
    chunk: Chunk,
    pen: tuple[float, float],
    scale: float,
    spacing: _Spacing,
    placed: list[Placed],
) -> tuple[float, float]:
    """Adds a chunk's runs with their places; returns the position of the pen after them."""
    letters = sum(run.letters for run in chunk.runs)
    whole = measure(chunk.runs) * scale * spacing.stretch + spacing.gap * max(0, letters - 1)
    if spacing.lenient:  # browsers move the whole line by its first dx
        whole -= chunk.runs[0].dx * scale * spacing.stretch
    anchor = chunk.runs[0].style.text_anchor
    x = pen[0] if chunk.x is None else chunk.x
    y = pen[1] if chunk.y is None else chunk.y
    x -= {"start": 0.0, "middle": whole / 2, "end": whole}[anchor]
    for run in chunk.runs:
        x, y = x + run.dx * scale * spacing.stretch, y + run.dy * scale
        width = run.width * scale * spacing.stretch + spacing.gap * run.letters
        if run.style.visibility == "visible":
            lowered = y + (lower(run, spacing.lenient) - run.shift) * scale
            placed.append(Placed(run, x, lowered, width))
        x += width
    return x, y


def _find_box(placed: Sequence[Placed], scale: float) -> Box:
    """The box around all runs, by which gradients and patterns are placed."""
    boxes = []
    for run, x, y, width in placed:
        em = run.style.font_size * scale / 1000
        boxes.append((x, y - run.face.ascent * em, x + width, y - run.face.descent * em))
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def lower(run: TextRun, lenient: bool = False) -> float:
    """How far a run's baseline lies below its y, according to its `dominant-baseline`.

    In a drawing from elsewhere, that is measured by the heights of the font, as browsers do.
    """
    face = run.face
    heights = {
        "middle": face.x_height / 2,
        "central": face.cap_height / 2,
        "hanging": face.cap_height,
        "mathematical": face.ascent / 2,
        "text-before-edge": face.ascent,
        "text-after-edge": face.descent,
        "ideographic": face.descent,
        "text-top": face.ascent,
        "text-bottom": face.descent,
    }
    if lenient:  # browsers do not know text-top and text-bottom
        heights |= {"text-top": 0.0, "text-bottom": 0.0, "hanging": face.ascent * 0.8}
        heights["central"] = (face.ascent + face.descent) / 2
    return heights.get(run.style.dominant_baseline, 0.0) * run.style.font_size / 1000


def _set_run(
    placed: Placed, scale: float, spacing: _Spacing, box: Box, context: Context
) -> Iterator[Fragment]:
    """A run with the lines of its decoration, in a text with this box."""
    run, x, y, width = placed
    style, face = run.style, run.face
    size = style.font_size * scale
    fill, stroke = style.fill, style.stroke
    letter = style.letter_spacing * scale + spacing.gap
    before = f"{fmt(letter)} Tc " if letter else ""
    after = " 0 Tc" if letter else ""
    stretch = spacing.stretch * run.stretch
    if stretch != 1:
        before, after = f"{before}{fmt(stretch * 100)} Tz ", f"{after} 100 Tz"
    shown = show_glyphs(run.glyphs, face.codes, size, letter, style.word_spacing * scale)
    shown = f"1 0 0 -1 {fmt(x)} {fmt(y)} Tm {shown}"
    font = f"/{face.name} {fmt(size)} Tf"
    coats: list[Fragment] = []
    if fill.reference or stroke.reference:
        from sheetgen.svg.paint.server import has_server

        if fill.reference and has_server(fill, context):
            text = f"{before}{shown}{after}"
            coats += _cover(text, font, "f", placed, (box, fill, style.fill_opacity), context)
            fill = NOTHING
        if stroke.reference and style.stroke_width > 0 and has_server(stroke, context):
            text = f"{before}{_MODES['S']}{shown} 0 Tr{after}"
            coats += _cover(text, font, "S", placed, (box, stroke, style.stroke_opacity), context)
            stroke = NOTHING
    colours = resolve_colours(style, fill, stroke)
    if not (colours.passes or coats):
        return
    if style.text_decoration:
        yield from _draw_lines(run, (x, y, width), scale, ("underline", "overline"), context)
    # The space after the last letter may well reach over an edge.
    extent = find_extent(face, size, x, x + width - max(0.0, letter), y)
    if colours.passes:
        passes = [f"{_MODES[p]}{shown}{' 0 Tr' if p != 'f' else ''}" for p in colours.passes]
        operators = f"{before}{' '.join(passes)}{after}"
        operators, faded = fade(operators, colours.fill_alpha, colours.stroke_alpha)
        state = make_state(colours, style, context, "text", font)
        yield Fragment(
            operators, state, extent, (context.list_glyphs(face, run.text, run.joined), *faded)
        )
    for coat in coats:
        yield replace(coat, extents=extent)
    if style.text_decoration:
        yield from _draw_lines(run, (x, y, width), scale, ("line-through",), context)


def _cover(
    text: str,
    font: str,
    how: str,
    placed: Placed,
    paint: tuple[Box, Paint, float],
    context: Context,
) -> Iterator[Fragment]:
    """A text painted with a gradient or pattern, on its letters or around them."""
    from sheetgen.svg.paint.server import see_through

    run, x, y, width = placed
    style, (box, server, opacity) = run.style, paint
    reach = 2 * style.font_size + style.stroke_width * 2
    region = (x - reach, y - reach, x + width + reach, y + reach)
    glyphs = (context.list_glyphs(run.face, run.text, run.joined),)
    pen = "1 g" if how == "f" else describe_stroke("1 G", style, context)
    white = Fragment(f"{pen} BT {font} {text} ET", resources=glyphs)
    coat = see_through(server, white, box, region, style, context)
    if coat:
        shown, faded = fade(coat.operators, coat.alpha * opacity, 1.0)
        yield Fragment(shown, resources=(*coat.resources, *faded))


def find_extent(
    face: Face, size: float, left: float, right: float, y: float
) -> tuple[tuple[Way, Box], ...]:
    """The box around letters on a baseline, as fragments keep it."""
    return (((), (left, y - face.cap_height * size / 1000, right, y + _DEPTH * size)),)


def _draw_lines(
    run: TextRun,
    place: tuple[float, float, float],
    scale: float,
    kinds: Sequence[str],
    context: Context,
) -> Iterator[Fragment]:
    """The lines that decorate a run."""
    face, (x, y, width) = run.face, place
    em = run.style.font_size * scale / 1000
    heights = {
        "underline": face.underline,
        "line-through": face.strikeout if context.lenient else face.x_height / 2,
        "overline": face.ascent,
    }
    for kind in run.style.text_decoration:
        if kind in kinds:
            thick = face.thickness * em
            top = y - heights[kind] * em - thick / 2
            outline = rect_operators(x, top, width, thick)
            if outline:
                yield paint_outline(outline, run.style, context, use="text")
