"""Text: tspans, anchors, wrapping, squeezing and fitting, set in embedded faces with kerning.

Lengths are in user units. A text with `data-width` (and `data-height` with `inline-size`) says
how much space it has; it is set smaller to fit, never under 6 pt, and does not fit after that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sheetgen.drawing import Resources
from sheetgen.face import Face, Glyph
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import Box, Fragment
from sheetgen.svg.number import fmt
from sheetgen.svg.paint import fade, fill_operator, has_stroke, stroke_operators
from sheetgen.svg.problem import (
    BAD_VALUE,
    MISSING_GLYPH,
    OVERFLOW,
    UNKNOWN_FONT,
    UNSUPPORTED_ELEMENT,
    UNSUPPORTED_PROPERTY,
)
from sheetgen.svg.style import Style, user_length
from sheetgen.svg.tree import Element

FLOOR = 6.0
"""The smallest size, in points, to which a text is shrunk."""
_SHRINK = 0.97  # how much smaller each try of a wrapped text is


@dataclass(slots=True)
class Run:
    """Characters of one style and face, set in one go."""

    text: str
    style: Style
    face: Face
    glyphs: tuple[Glyph, ...]
    dx: float = 0.0
    dy: float = 0.0

    def width(self, scale: float = 1.0) -> float:
        """Its advance width at `scale` times its size."""
        style = self.style
        natural = sum(g.advance for g in self.glyphs) * style.font_size * scale / 1000
        natural += style.letter_spacing * len(self.text)
        if style.word_spacing:
            natural += style.word_spacing * self.text.count(" ")
        return natural


@dataclass(slots=True)
class Line:
    """Runs on one baseline from an anchor point."""

    x: float
    y: float
    runs: list[Run]

    def width(self, scale: float = 1.0) -> float:
        """Its advance width, without the spaces that end it."""
        return sum(r.width(scale) + r.dx for r in self.runs)


def set_text(
    element: Element, style: Style, inline_size: float, context: Context
) -> tuple[Fragment, ...]:
    """The fragments that print a <text> element of this style, one for each run.

    `inline_size` is the width at which it wraps, 0 for a text that does not.
    """
    if style.visibility != "visible":
        return ()
    lines = _trim(list(_collect_lines(element, style, context)))
    if not lines:
        return ()
    width = _read(element, "data-width", context)
    height = _read(element, "data-height", context)
    scale = 1.0
    if inline_size > 0:
        lines, scale = _wrap(lines, inline_size, height, context)
    elif width:
        scale = _fit(lines, width, context)
    fragments: list[Fragment] = []
    for line in lines:
        fragments += _set_line(line, style, scale, element, context)
    return tuple(fragments)


def split_runs(text: str, style: Style, context: Context) -> list[Run]:
    """Text in runs of one face each: the style's, or its fallback where that lacks a character."""
    text = unicodedata.normalize("NFC", text)
    italic = style.font_style != "normal"
    face = context.fonts.find(style.font_family, style.font_weight, italic)
    if face is None:
        near = context.fonts.suggest(style.font_family)
        hint = f"did you mean {near}?" if near else "put its TTF files into the project's fonts/ folder"
        context.report(UNKNOWN_FONT, f"there is no font family {style.font_family}", hint)
        face = context.fonts.find("sans-serif", style.font_weight, italic)
        assert face is not None  # the shipped families are always there
    if all(map(face.covers, text)):
        return [Run(text, style, face, face.shape(text))]
    runs: list[tuple[Face, str]] = []
    missing: list[str] = []
    for cluster in _clusters(text):
        chosen = next((f for f in context.fonts.chain(face) if all(map(f.covers, cluster))), None)
        if chosen is None:
            missing += cluster
            chosen = face
        if runs and runs[-1][0] is chosen:
            runs[-1] = (chosen, runs[-1][1] + cluster)
        else:
            runs.append((chosen, cluster))
    if missing:
        _report_missing(missing, text, context)
    return [Run(part, style, chosen, chosen.shape(part)) for chosen, part in runs]


def _clusters(text: str) -> Iterator[str]:
    """Characters together with the combining marks that follow them."""
    start = 0
    for at in range(1, len(text)):
        if not unicodedata.combining(text[at]):
            yield text[start:at]
            start = at
    yield text[start:]


def _report_missing(missing: list[str], text: str, context: Context) -> None:
    names = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in dict.fromkeys(missing))
    short = text if len(text) <= 40 else text[:39] + "…"
    message = f"no font has {names} of '{short}'"
    context.report(MISSING_GLYPH, message, "put a TTF font that has it into the project's fonts/ folder")


def _collect_lines(element: Element, style: Style, context: Context) -> Iterator[Line]:
    """Lines of runs; a new one starts wherever x or y is given."""
    x, y = (_read(element, name, context) for name in ("x", "y"))
    line = Line(x, y, [])
    pending = [_read(element, name, context) for name in ("dx", "dy")]

    def walk(parent: Element, style: Style) -> Iterator[Line]:
        nonlocal line
        for child in parent.children:
            if isinstance(child, str):
                text = _fold_space(child, style)
                if not line.runs or line.runs[-1].text.endswith(" "):
                    text = text if style.white_space.startswith("pre") else text.lstrip(" ")
                for run in split_runs(text, style, context) if text else ():
                    run.dx, run.dy = pending
                    pending[:] = [0.0, 0.0]
                    line.runs.append(run)
                continue
            if child.tag in ("title", "desc"):
                continue
            if child.tag != "tspan":
                context.report(UNSUPPORTED_ELEMENT, f"<{child.tag}> is not drawn in a text", "", child)
                continue
            outer, context.current = context.current, child
            inner, own = context.resolve_style(style, child)
            check_attributes(child, context)
            if own.display != "none" and inner.visibility == "visible":
                if "x" in child.attributes or "y" in child.attributes:
                    yield line
                    line = Line(
                        _read(child, "x", context) if "x" in child.attributes else line.x,
                        _read(child, "y", context) if "y" in child.attributes else line.y,
                        [],
                    )
                for at, name in enumerate(("dx", "dy")):
                    pending[at] += _read(child, name, context)
                yield from walk(child, inner)
            context.current = outer

    yield from walk(element, style)
    yield line


def _fold_space(text: str, style: Style) -> str:
    if style.white_space.startswith("pre"):
        return text.replace("\n", " ").replace("\t", " ")
    folded = " ".join(text.split())
    if not folded:
        return " " if text else ""
    return " " * text[0].isspace() + folded + " " * text[-1].isspace()


def _trim(lines: list[Line]) -> list[Line]:
    """Drops the space that ends a line, and lines that hold nothing."""
    for line in lines:
        while line.runs and not line.runs[-1].style.white_space.startswith("pre"):
            last = line.runs[-1]
            text = last.text.rstrip(" ")
            if text == last.text:
                break
            if text:
                line.runs[-1] = replace(last, text=text, glyphs=last.face.shape(text))
                break
            line.runs.pop()
    return [line for line in lines if line.runs]


def _fit(lines: list[Line], width: float, context: Context) -> float:
    """The factor by which lines are made smaller to be at most `width` wide."""
    widest = max(lines, key=Line.width)
    natural = widest.width()
    if natural <= width * 1.0001:
        return 1.0
    floor = _floor(lines, context)
    # Letter spacing does not shrink with the letters, so the factor is found by steps.
    scale = max(floor, width / natural)
    while scale > floor and widest.width(scale) > width:
        scale = max(floor, scale * _SHRINK)
    if widest.width(scale) > width * 1.0001:
        _report_overflow(widest, widest.width(scale), width, "wide", context)
    return scale


def _wrap(
    lines: list[Line], width: float, height: float, context: Context
) -> tuple[list[Line], float]:
    """Lines broken at spaces to `width`, smaller where `height` or a long word asks for it."""
    first = lines[0]
    words = _split_words(first.runs)
    size = max(r.style.font_size for r in first.runs)
    leading = first.runs[0].style.line_height * size
    floor = _floor(lines, context)
    scale = 1.0
    while True:
        rows = _break_words(words, width, scale)
        widest = max(sum(r.width(scale) for r in row) for row in rows)
        needed = leading * scale * (len(rows) - 1) + size * scale
        fits = widest <= width * 1.0001 and (not height or needed <= height * 1.0001)
        if fits or scale <= floor:
            break
        scale = max(floor, scale * _SHRINK)
    if not fits:
        row = max(rows, key=lambda row: sum(r.width(scale) for r in row))
        whole = Line(0, 0, [r for row in rows for r in row])
        if widest > width * 1.0001:
            _report_overflow(Line(0, 0, row), widest, width, "wide", context)
        else:
            _report_overflow(whole, needed, height, "high", context)
    return [Line(first.x, first.y + at * leading * scale, row) for at, row in enumerate(rows)], scale


def _split_words(runs: list[Run]) -> list[list[Run]]:
    """Words as lists of runs, each word with the space after it."""
    words: list[list[Run]] = [[]]
    for run in runs:
        start = 0
        while start < len(run.text):
            space = run.text.find(" ", start)
            end = len(run.text) if space < 0 else space + 1
            part = run.text[start:end]
            words[-1].append(replace(run, text=part, glyphs=run.face.shape(part)))
            if space >= 0:
                words.append([])
            start = end
    return [word for word in words if word]


def _break_words(words: list[list[Run]], width: float, scale: float) -> list[list[Run]]:
    rows: list[list[Run]] = []
    row: list[Run] = []
    used = 0.0
    for word in words:
        bare = sum(r.width(scale) for r in _without_space(word))
        if row and used + bare > width * 1.0001:
            rows.append(_merge(_without_space(row)))
            row, used = [], 0.0
        row = row + word
        used += sum(r.width(scale) for r in word)
    rows.append(_merge(_without_space(row)))
    return rows


def _without_space(word: list[Run]) -> list[Run]:
    last = word[-1]
    text = last.text.rstrip(" ")
    if text == last.text:
        return word
    return [*word[:-1], replace(last, text=text, glyphs=last.face.shape(text))]


def _merge(row: list[Run]) -> list[Run]:
    """Joins neighbours of one style and face, so that a line is kerned and printed as one."""
    merged: list[Run] = []
    for run in row:
        last = merged[-1] if merged else None
        if last and last.face is run.face and last.style is run.style and not (run.dx or run.dy):
            text = last.text + run.text
            merged[-1] = replace(last, text=text, glyphs=run.face.shape(text))
        else:
            merged.append(run)
    return merged


def _floor(lines: list[Line], context: Context) -> float:
    smallest = min(r.style.font_size for line in lines for r in line.runs) * context.unit
    return min(1.0, FLOOR / smallest)


def _report_overflow(
    line: Line, needed: float, given: float, way: str, context: Context
) -> None:
    text = "".join(r.text for r in line.runs).strip()
    text = text if len(text) <= 60 else text[:59] + "…"
    unit = context.unit * 25.4 / 72
    message = (
        f"'{text}' does not fit: at {FLOOR:g} pt it is {needed * unit:.1f} mm {way},"
        f" there are {given * unit:.1f} mm"
    )
    context.report(OVERFLOW, message, "shorten the text, or give it more space in the template")


def _set_line(
    line: Line, style: Style, scale: float, element: Element, context: Context
) -> Iterator[Fragment]:
    natural = line.width(scale)
    wanted = _read(element, "textLength", context)
    spacing, stretch = 0.0, 1.0
    if wanted > 0 and natural > 0:
        if element.attributes.get("lengthAdjust", "spacing") == "spacing":
            gaps = sum(len(r.text) for r in line.runs) - 1
            spacing = (wanted - natural) / gaps if gaps else 0.0
        else:
            stretch = wanted / natural
        natural = wanted
    shift = {"start": 0.0, "middle": natural / 2, "end": natural}[style.text_anchor]
    x, y = line.x - shift, line.y
    for run in line.runs:
        x, y = x + run.dx, y + run.dy
        width = run.width(scale) * stretch + spacing * len(run.text)
        lowered = y + _baseline_shift(run, scale)
        yield _set_run(run, x, lowered, scale, spacing, stretch, width, context)
        x += width


def _baseline_shift(run: Run, scale: float) -> float:
    heights = {"middle": run.face.x_height / 2, "central": run.face.cap_height / 2, "hanging": run.face.cap_height}
    return heights.get(run.style.dominant_baseline, 0.0) * run.style.font_size * scale / 1000


def _set_run(
    run: Run,
    x: float,
    y: float,
    scale: float,
    spacing: float,
    stretch: float,
    width: float,
    context: Context,
) -> Fragment:
    style, face = run.style, run.face
    size = style.font_size * scale
    extent: Box = (x, y - face.cap_height * size / 1000, x + width, y + 0.2 * size)
    if style.fill.rgb is None and not has_stroke(style):
        if style.fill.reference:
            message = "a text's gradient fill is not drawn"
            context.report(UNSUPPORTED_PROPERTY, message, "give it a plain colour")
        return Fragment("", extent=extent)
    shown = _show_glyphs(run, size)
    before, after = [], []
    letter = style.letter_spacing + spacing
    if letter:
        before.append(f"{fmt(letter)} Tc")
        after.append("0 Tc")
    if stretch != 1:
        before.append(f"{fmt(stretch * 100)} Tz")
        after.append("100 Tz")
    stroke = ""
    if has_stroke(style):
        stroke = stroke_operators(style, context)
        before.append("1 Tr" if style.fill.rgb is None else "2 Tr")
        after.append("0 Tr")
    place = f"1 0 0 -1 {fmt(x)} {fmt(y)} Tm"
    operators = " ".join([*before, place, shown, *after])
    operators, faded = fade(
        operators,
        style.fill_opacity * style.fill.alpha,
        style.stroke_opacity * style.stroke.alpha,
    )
    resources = _text_resources(run, context)
    if faded:
        resources = Resources(resources.faces, resources.glyphs, states=faded.states)
    return Fragment(
        operators,
        fill=fill_operator(style.fill.rgb, context, "text") if style.fill.rgb else "",
        stroke=stroke,
        font=f"/{face.name} {fmt(size)} Tf",
        is_text=True,
        resources=resources,
        extent=extent,
    )


def _text_resources(run: Run, context: Context) -> Resources:
    key = (run.face, run.text)
    known = context.text_resources.get(key)
    if known is None:
        glyphs = {g.id: g.text for g in run.glyphs}
        known = Resources(faces={run.face.name: run.face}, glyphs={run.face.name: glyphs})
        if len(context.text_resources) > 20_000:
            context.text_resources.clear()
        context.text_resources[key] = known
    return known


def _show_glyphs(run: Run, size: float) -> str:
    """The operator that shows the glyphs, with kerning as TJ adjustments and marks by rise."""
    face = run.face
    pieces: list[str] = []
    line: list[str] = []  # of the TJ array being written
    hexes: list[str] = []

    def flush() -> None:
        if hexes:
            line.append(f"<{''.join(hexes)}>")
            hexes.clear()

    def end_array() -> None:
        flush()
        if line:
            plain = len(line) == 1
            pieces.append(f"{line[0]} Tj" if plain else f"[{''.join(line)}] TJ")
            line.clear()

    for glyph in run.glyphs:
        if glyph.dy:
            end_array()
            pieces.append(f"{fmt(glyph.dy * size / 1000)} Ts")
        if glyph.dx:
            flush()
            line.append(fmt(-glyph.dx))
        hexes.append(f"{glyph.id:04X}")
        adjust = face.advance(glyph.id) - glyph.advance + glyph.dx
        if glyph.text == " " and run.style.word_spacing:
            adjust -= run.style.word_spacing * 1000 / size
        if abs(adjust) > 0.5:
            flush()
            line.append(fmt(adjust))
        if glyph.dy:
            end_array()
            pieces.append("0 Ts")
    end_array()
    return " ".join(pieces)


def check_attributes(element: Element, context: Context) -> None:
    """Reports what a text or tspan asks for that is not drawn."""
    if "rotate" in element.attributes:
        context.report(UNSUPPORTED_PROPERTY, "rotate of single letters is not drawn")
    if element.tag == "tspan":
        for name in ("textLength", "transform", "data-width", "data-height"):
            if name in element.attributes:
                message = f"{name} works on <text>, not on <tspan>"
                context.report(UNSUPPORTED_PROPERTY, message)


def _read(element: Element, name: str, context: Context) -> float:
    text = element.attributes.get(name)
    if not text:
        return 0.0
    try:
        return user_length(text)
    except ValueError:
        pass
    parts = text.replace(",", " ").split()
    if len(parts) > 1:
        message = f"{name} places single letters, which is not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, "give one number")
    else:
        context.report(BAD_VALUE, f"{name}: '{text}' is no length")
    return 0.0
