"""A page → one SVG file that looks like the PDF page: the Drawing's operators, written anew.

The operators of drawing.py are the only source of both files, so they cannot drift apart. Text
becomes glyph outlines and needs no font; what is drawn more than once is defined once. Only the
operators that the drafter emits are known: a new one raises AssertionError until it is added.
"""

from __future__ import annotations

import base64
import io
import re
import zlib
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from sheetgen.drawing import IDENTITY, Form, Image, Matrix, Resources, Shading, map_box, multiply
from sheetgen.page import MARK_WIDTH, Page
from sheetgen.svg.number import fmt
from sheetgen.svg.transform import matrix_operator
from sheetgen.units import MM

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Box = tuple[float, float, float, float]

_TOKEN = re.compile(r"\[[^\]]*\]|<[^>]*>|[^\s\[<]+")
_PIECE = re.compile(r"<[^>]*>|[^\s<\[\]]+")  # of a TJ array
_POINT = re.compile(r"(-?[\d.]+) (-?[\d.]+)")  # of a glyph's outline
_OPERAND_STARTS = frozenset("/<[+-.0123456789")
_TAG = re.compile(r"<\w+")
_UNPRINTABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0 §2.2
_UNBOUNDED = 20_000
"""A form's box that reaches this far clips nothing (see svg/element.py)."""
_CAPS = ("butt", "round", "square")
_RULES = ("nonzero", "evenodd")
_JOINS = ("miter", "round", "bevel")
_TEXT_PAINTS = {"0": (True, False), "1": (False, True), "2": (True, True)}  # filled, stroked
_DEFAULTS = {
    "fill": "#000",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "",
    "stroke-dashoffset": "0",
    "opacity": "1",
    "x": "0",
    "y": "0",
}
"""What SVG takes for an attribute that is left out."""


def write_svg(page: Page, title: str = "") -> str:
    """The SVG file of one page, which measures the page's size in mm and counts in points.

    The same page and title always give the same text.
    """
    operators, resources = _join_placements(page)
    document = _Document(resources)
    paper = (0.0, 0.0, page.width, page.height)
    body = _Painter(document, _State(box=paper)).paint(operators)
    width, height = fmt(page.width), fmt(page.height)
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{fmt(page.width / MM)}mm" height="{fmt(page.height / MM)}mm"'
        f' viewBox="0 0 {width} {height}">',
        *([f"<title>{escape(_UNPRINTABLE.sub('', title))}</title>"] if title else []),
        *(["<defs>", *document.definitions, "</defs>"] if document.definitions else []),
        f'<g transform="matrix(1 0 0 -1 0 {height})">',
        *body,
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _join_placements(page: Page) -> tuple[str, Resources]:
    """The page as one content stream, with the resources of everything in it."""
    resources = Resources()
    seen: set[int] = set()
    pending = [placement.drawing.resources for placement in page.placements]
    while pending:
        part = pending.pop()
        if id(part) not in seen:
            seen.add(id(part))
            resources.add(part)
            pending += [form.resources for form in part.forms.values()]
    uses = Counter(id(placement.drawing) for placement in page.placements)
    parts = []
    for placement in page.placements:
        drawing, operators = placement.drawing, placement.drawing.operators
        if uses[id(drawing)] > 1:
            name = f"drawing-{id(drawing)}"  # never written, only looked up
            box = (0.0, 0.0, drawing.width, drawing.height)
            resources.forms[name] = Form(name, box, operators, drawing.resources)
            operators = f"/{name} Do"
        parts.append(f"q {matrix_operator(placement.matrix)}\n{operators}\nQ")
    if page.marks:
        lines = [f"{fmt(x0)} {fmt(y0)} m {fmt(x1)} {fmt(y1)} l" for x0, y0, x1, y1 in page.marks]
        parts.append(f"q 0 G {MARK_WIDTH} w {' '.join(lines)} S Q")
    return "\n".join(parts), resources


class _State(NamedTuple):
    """PDF's graphics state. What is only written again is kept as the text it was."""

    box: Box | None  # around the clip, in current coordinates; None when those are flat
    fill: str = "#000"
    stroke: str = "#000"
    fill_alpha: str = "1"
    stroke_alpha: str = "1"
    width: str = "1"
    cap: str = "0"
    join: str = "0"
    miter: str = "10"
    dashes: str = ""
    phase: str = "0"
    font: str = ""
    size: float = 0.0
    spacing: float = 0.0
    stretch: float = 100.0
    rise: float = 0.0
    mode: str = "0"


class _Document:
    """What all of the page's streams share: resources, and the definitions made of them."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self.definitions: list[str] = []
        self._ids: dict[str, str] = {}
        self._glyphs: dict[tuple[str, int], str] = {}
        self._forms: dict[tuple[str, _State], str] = {}

    def define(self, kind: str, element: str) -> str:
        """The id of an element, which is defined unless its like is; `kind` begins the id."""
        known = self._ids.get(element)
        if known is None:
            known = self._ids[element] = f"{kind}{len(self._ids) + 1}"
            self.definitions.append(_TAG.sub(rf'\g<0> id="{known}"', element, count=1))
        return known

    def define_glyph(self, font: str, glyph: int) -> str:
        """The id of a glyph's outline; empty for a glyph without ink."""
        key = (font, glyph)
        if key not in self._glyphs:
            outline = self.resources.faces[font].outline(glyph)
            self._glyphs[key] = self.define("g", f'<path d="{outline}"/>') if outline else ""
        return self._glyphs[key]

    def define_clip(self, path: str, even_odd: bool) -> str:
        """The id of a clip path."""
        rule = _write({"clip-rule": _RULES[even_odd]})
        return self.define("c", f'<clipPath><path d="{path}"{rule}/></clipPath>')

    def define_form(self, form: Form, state: _State) -> str:
        """The id of a form drawn from `state` on; empty when it leaves no ink.

        A form takes over its caller's colours, so one that relies on them is defined for each.
        """
        state = state._replace(box=form.box)
        if form.group:  # its transparency is the whole group's
            state = state._replace(fill_alpha="1", stroke_alpha="1")
        key = (form.name, state)
        if key not in self._forms:
            lines = _Painter(self, state).paint(form.operators)
            clip = ""
            if max(map(abs, form.box)) < _UNBOUNDED:
                clip = f' clip-path="url(#{self.define_clip(_trace_box(*form.box), False)})"'
            body = "\n".join([f"<g{clip}>", *lines, "</g>"])
            self._forms[key] = self.define("x", body) if lines else ""
        return self._forms[key]

    def define_image(self, image: Image) -> str:
        """The id of a picture in the unit square, with its top at y = 1 as in a PDF."""
        return self.define(
            "i",
            '<image width="1" height="1" preserveAspectRatio="none"'
            f' transform="matrix(1 0 0 -1 0 1)" xlink:href="{_encode_picture(image)}"/>',
        )

    def define_gradient(self, shading: Shading) -> str:
        """The id of a gradient in the coordinates in which it is used."""
        tag, names = {
            2: ("linearGradient", ("x1", "y1", "x2", "y2")),
            3: ("radialGradient", ("fx", "fy", "fr", "cx", "cy", "r")),
        }[shading.kind]
        stops = "".join(
            f'<stop offset="{fmt(offset)}" stop-color="{_mix(*color)}"/>'
            for offset, color in shading.stops
        )
        coords = zip(names, map(fmt, shading.coords), strict=True)
        given = "".join(f' {name}="{value}"' for name, value in coords)
        return self.define("s", f'<{tag} gradientUnits="userSpaceOnUse"{given}>{stops}</{tag}>')


class _Run:
    """Text set with one paint and font; `along` is its advance, 1000 to the em, unstretched."""

    def __init__(self, state: _State, matrix: Matrix) -> None:
        self.state = state
        self.matrix = matrix
        self.along = 0.0
        self.text = ""
        self.elements: list[str] = []

    @property
    def scale(self) -> tuple[float, float]:
        """Points to a thousandth of an em, across and up."""
        return self.state.size * self.state.stretch / 100_000, self.state.size / 1000


class _Painter:
    """Interprets one content stream. The methods below `paint` are its operators."""

    def __init__(self, document: _Document, state: _State) -> None:
        self.document = document
        self.state = state
        self.lines: list[str] = []
        self.groups: list[int] = []  # at which line each open <g> stands
        self.saved: list[tuple[_State, int]] = []
        self.path: list[str] = []
        self.points: list[float] = []  # x, y, x, y … of the path
        self.clip = ""  # W or W* that waits for the path's end
        self.matrix = IDENTITY
        self.run: _Run | None = None

    def paint(self, operators: str) -> list[str]:
        """The lines that draw a content stream. Raises AssertionError for an unknown operator."""
        operands: list[str] = []
        for token in _TOKEN.findall(operators):
            if token[0] in _OPERAND_STARTS:
                operands.append(token)
                continue
            method = _OPERATORS.get(token)
            if method is None:
                raise AssertionError(f"the SVG writer does not know the operator {token}")
            method(self, *operands)
            operands = []
        if operands or self.saved or self.run:
            raise AssertionError("a content stream ends in the middle")
        self._close_groups(0)
        return self.lines

    def save(self) -> None:
        self.saved.append((self.state, len(self.groups)))

    def restore(self) -> None:
        self.state, depth = self.saved.pop()
        self._close_groups(depth)

    def transform(self, *texts: str) -> None:
        a, b, c, d, e, f = map(float, texts)
        matrix = (a, b, c, d, e, f)
        if matrix != IDENTITY:
            self._open_group(f'transform="{_write_matrix(matrix)}"')
            inverse = _invert(matrix)
            box = map_box(inverse, self.state.box) if inverse and self.state.box else None
            self.set(box=box)

    def set(self, **values: object) -> None:
        self.state = self.state._replace(**values)  # type: ignore[arg-type]

    def set_dashes(self, array: str, phase: str) -> None:
        self.set(dashes=array.strip("[] "), phase=phase)

    def set_alphas(self, name: str) -> None:
        for key, value in self.document.resources.states[name[1:]].items():
            self.set(**{{"ca": "fill_alpha", "CA": "stroke_alpha"}[key]: fmt(value)})

    def set_font(self, name: str, size: str) -> None:
        self.set(font=name[1:], size=float(size))

    def add_points(self, letter: str, *values: str) -> None:
        self.path.append(letter + " ".join(values))
        self.points += map(float, values)

    def add_rectangle(self, *values: str) -> None:
        x, y, w, h = map(float, values)
        self.path.append(_trace_box(x, y, x + w, y + h))
        self.points += (x, y, x + w, y + h)

    def clip_path(self, operator: str) -> None:
        self.clip = operator

    def end_path(self, filled: bool, stroked: bool, even_odd: bool) -> None:
        path, points = "".join(self.path), self.points
        if path and (filled or stroked):
            values = _describe_paint(self.state, filled, stroked)
            paint = _write(values | {"fill-rule": _RULES[even_odd]})
            self.lines.append(f'<path d="{path}"{paint}/>')
        if self.clip and path:
            clip = self.document.define_clip(path, self.clip == "W*")
            self._open_group(f'clip-path="url(#{clip})"')
            xs, ys = points[::2], points[1::2]
            self.set(box=(min(xs), min(ys), max(xs), max(ys)))
        self.path, self.points, self.clip = [], [], ""

    def shade(self, name: str) -> None:
        if self.state.box is None:
            return
        x0, y0, x1, y1 = self.state.box
        gradient = self.document.define_gradient(self.document.resources.shadings[name[1:]])
        # In a gradient's coordinates the whole clip may measure 1: four decimals are too few.
        x, y, width, height = (fmt(value, 8) for value in (x0, y0, x1 - x0, y1 - y0))
        values = {"x": x, "y": y, "width": width, "height": height, "fill": f"url(#{gradient})"}
        paint = _write(values | {"fill-opacity": self.state.fill_alpha})
        self.lines.append(f"<rect{paint}/>")

    def draw_object(self, name: str) -> None:
        form = self.document.resources.forms.get(name[1:])
        if form is None:
            defined = self.document.define_image(self.document.resources.images[name[1:]])
        else:
            defined = self.document.define_form(form, self.state)
        if defined:
            # What is no picture or group takes the transparency over, shape by shape.
            whole = form is None or form.group
            opacity = _write({"opacity": self.state.fill_alpha if whole else "1"})
            self.lines.append(f'<use xlink:href="#{defined}"{opacity}/>')

    def begin_text(self) -> None:
        self.matrix = IDENTITY

    def set_text_matrix(self, *texts: str) -> None:
        self.end_run()
        a, b, c, d, e, f = map(float, texts)
        self.matrix = (a, b, c, d, e, f)

    def show_text(self, array: str) -> None:
        if not self.state.size:
            return
        looks = self.state._replace(spacing=0, rise=0)  # those move glyphs, but make no new run
        if self.run is None or self.run.state != looks:
            self.end_run()
            self.run = _Run(looks, self.matrix)
        for piece in _PIECE.findall(array):
            if piece[0] != "<":
                self.run.along -= float(piece)
                continue
            for at in range(1, len(piece) - 1, 4):
                self._show_glyph(int(piece[at : at + 4], 16), self.run)

    def _show_glyph(self, glyph: int, run: _Run) -> None:
        resources, font, size = self.document.resources, self.state.font, self.state.size
        face = resources.faces[font]
        x, y = run.along, self.state.rise * 1000 / size
        if run.state.mode == "0":
            defined = self.document.define_glyph(font, glyph)
            place = _write({"x": fmt(x, 1), "y": fmt(y, 1)})
            element = f'<use xlink:href="#{defined}"{place}/>' if defined else ""
        else:
            # A pen is not stretched with its letter, so the letter's points are moved instead.
            across, up = run.scale
            matrix = multiply((across, 0, 0, up, across * x, up * y), run.matrix)
            outline = _move_outline(face.outline(glyph), matrix)
            element = f'<path d="{outline}"/>' if outline else ""
        run.elements += [element] if element else []
        run.text += resources.glyphs[font].get(glyph, "")
        run.along += face.advance(glyph) + self.state.spacing * 1000 / size

    def end_run(self) -> None:
        run, self.run = self.run, None
        if run is None:
            return
        across, up = run.scale
        self.matrix = multiply((1, 0, 0, 1, run.along * across, 0), run.matrix)
        if run.elements:
            label = _UNPRINTABLE.sub("", run.text).strip()
            attributes = f' role="img" aria-label={quoteattr(label)}' if label else ""
            if run.state.mode == "0":
                matrix = multiply((across, 0, 0, up, 0, 0), run.matrix)
                attributes += f' transform="{_write_matrix(matrix)}"'
            attributes += _write(_describe_paint(run.state, *_TEXT_PAINTS[run.state.mode]))
            self.lines.append(f"<g{attributes}>{''.join(run.elements)}</g>")

    def _open_group(self, attribute: str) -> None:
        self.groups.append(len(self.lines))
        self.lines.append(f"<g {attribute}>")

    def _close_groups(self, depth: int) -> None:
        """Closes groups until `depth` are open; one without anything in it is taken back."""
        while len(self.groups) > depth:
            if self.groups.pop() == len(self.lines) - 1:
                self.lines.pop()
            else:
                self.lines.append("</g>")


def _trace(letter: str) -> Callable[..., None]:
    """The operator that adds points to a path under a letter of SVG path data."""
    return lambda painter, *values: painter.add_points(letter, *values)


def _end(filled: bool, stroked: bool, even_odd: bool = False) -> Callable[..., None]:
    """The operator that paints a path."""
    return lambda painter: painter.end_path(filled, stroked, even_odd)


def _set(name: str, convert: Callable[..., object] = str) -> Callable[..., None]:
    """The operator that sets one value of the graphics state."""
    return lambda painter, *values: painter.set(**{name: convert(*values)})


def _mix(*components: str | float) -> str:
    """A colour of 1 or 3 components from 0 to 1, as #rgb or #rrggbb."""
    levels = [round(float(c) * 255) for c in components]
    digits = "".join(f"{level:02x}" for level in (levels * 3)[:3])
    return f"#{digits[::2]}" if digits[::2] == digits[1::2] else f"#{digits}"


_OPERATORS: dict[str, Callable[..., None]] = {
    "q": _Painter.save,
    "Q": _Painter.restore,
    "cm": _Painter.transform,
    "gs": _Painter.set_alphas,
    "m": _trace("M"),
    "l": _trace("L"),
    "c": _trace("C"),
    "h": _trace("Z"),
    "re": _Painter.add_rectangle,
    "W": lambda painter: painter.clip_path("W"),
    "W*": lambda painter: painter.clip_path("W*"),
    "n": _end(False, False),
    "f": _end(True, False),
    "f*": _end(True, False, True),
    "S": _end(False, True),
    "B": _end(True, True),
    "B*": _end(True, True, True),
    "g": _set("fill", _mix),
    "rg": _set("fill", _mix),
    "G": _set("stroke", _mix),
    "RG": _set("stroke", _mix),
    "w": _set("width"),
    "J": _set("cap"),
    "j": _set("join"),
    "M": _set("miter"),
    "d": _Painter.set_dashes,
    "sh": _Painter.shade,
    "Do": _Painter.draw_object,
    "BT": _Painter.begin_text,
    "ET": _Painter.end_run,
    "Tf": _Painter.set_font,
    "Tm": _Painter.set_text_matrix,
    "Tj": _Painter.show_text,
    "TJ": _Painter.show_text,
    "Tc": _set("spacing", float),
    "Tz": _set("stretch", float),
    "Ts": _set("rise", float),
    "Tr": _set("mode"),
}


def _describe_paint(state: _State, filled: bool, stroked: bool) -> dict[str, str]:
    """The attributes that paint as `state` says."""
    values = {"fill": state.fill, "fill-opacity": state.fill_alpha} if filled else {"fill": "none"}
    if stroked:
        values |= {
            "stroke": state.stroke,
            "stroke-opacity": state.stroke_alpha,
            "stroke-width": state.width,
            "stroke-linecap": _CAPS[int(state.cap)],
            "stroke-linejoin": _JOINS[int(state.join)],
            "stroke-miterlimit": state.miter,
            "stroke-dasharray": state.dashes,
            "stroke-dashoffset": state.phase,
        }
    return values


def _write(values: dict[str, str]) -> str:
    """Attributes with a space before each, without those that say what holds anyway."""
    return "".join(f' {k}="{v}"' for k, v in values.items() if v != _DEFAULTS.get(k))


def _write_matrix(m: Matrix) -> str:
    if m[:4] == IDENTITY[:4]:
        return f"translate({fmt(m[4])} {fmt(m[5])})"
    # Glyphs measure 1000 units, so that their matrices are small numbers.
    return f"matrix({' '.join([*(fmt(v, 8) for v in m[:4]), fmt(m[4]), fmt(m[5])])})"


def _invert(m: Matrix) -> Matrix | None:
    """What undoes `m`; None when it flattens everything."""
    a, b, c, d, e, f = m
    area = a * d - b * c
    if not area:
        return None
    a, b, c, d = d / area, -b / area, -c / area, a / area
    return a, b, c, d, -e * a - f * c, -e * b - f * d


def _trace_box(x0: float, y0: float, x1: float, y1: float) -> str:
    return f"M{fmt(x0)} {fmt(y0)}H{fmt(x1)}V{fmt(y1)}H{fmt(x0)}Z"


def _move_outline(outline: str, matrix: Matrix) -> str:
    """A glyph's outline with its points moved by `matrix`."""
    a, b, c, d, e, f = matrix

    def move(found: re.Match[str]) -> str:
        x, y = map(float, found.groups())
        return f"{fmt(a * x + c * y + e)} {fmt(b * x + d * y + f)}"

    return _POINT.sub(move, outline)


def _encode_picture(image: Image) -> str:
    """A picture as a data: URI: JPEG as it is, samples as PNG with the mask as its alpha."""
    if image.codec == "DCTDecode" and not image.mask:
        return f"data:image/jpeg;base64,{base64.b64encode(image.pixels).decode()}"
    picture = _unpack(image)
    if image.mask:
        picture = picture.convert("LA" if picture.mode == "L" else "RGBA")
        picture.putalpha(_unpack(image.mask).resize(picture.size))
    elif picture.mode == "CMYK":
        picture = picture.convert("RGB")
    file = io.BytesIO()
    picture.save(file, "PNG")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def _unpack(image: Image) -> Picture:
    from PIL import Image as Pillow

    if image.codec == "DCTDecode":
        return Pillow.open(io.BytesIO(image.pixels))
    mode = {"DeviceGray": "L", "DeviceRGB": "RGB", "DeviceCMYK": "CMYK"}[image.space]
    return Pillow.frombytes(mode, (image.width, image.height), zlib.decompress(image.pixels))
