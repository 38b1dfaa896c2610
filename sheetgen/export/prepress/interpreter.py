"""Content streams → items, with forms taken apart and all coordinates known.

Only the operators that the drafter and the book emit are known; a new one raises AssertionError.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import field

from sheetgen.drawing.drawing import (
    IDENTITY,
    UNBOUNDED,
    Matrix,
    Resources,
    map_box,
    multiply,
    read_operators,
)
from sheetgen.drawing.outline import operators_box, transform_operators
from sheetgen.export.prepress.item import RGB, Colour, ItemClip, PaintItem, meet, touch
from sheetgen.export.vector.run import place_glyphs
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace

_BLACK: RGB = (0.0, 0.0, 0.0)


@record(frozen=False)
class State:
    """PDF's graphics state, as far as drawings use it."""

    matrix: Matrix
    box: Box
    clips: tuple[ItemClip, ...] = ()
    fill: RGB = _BLACK
    stroke: RGB = _BLACK
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    width: float = 1.0
    line: dict[str, str] = field(default_factory=dict)
    font: str = ""
    size: float = 0.0
    text: dict[str, str] = field(default_factory=dict)

    def copy(self) -> State:
        """The state to go on with until the next Q."""
        return replace(self, line=dict(self.line), text=dict(self.text))


class Interpreter:
    """Reads one content stream; `items` is what it paints."""

    def __init__(self, resources: Resources, state: State) -> None:
        self.resources, self.state = resources, state
        self.items: list[PaintItem] = []
        self._saved: list[State] = []
        self._path: list[str] = []
        self._clip = ""
        self._parts: list[str | Colour] | None = None  # of the text that is open
        self._pen, self._along = IDENTITY, 0.0
        self._boxes: list[Box] = []
        self._plain = True

    def read(self, operators: str) -> list[PaintItem]:
        """The items that a content stream paints. Raises AssertionError for unknown operators."""
        for token, operands in read_operators(operators):
            method = OPERATORS.get(token)
            if method is None:
                raise AssertionError(f"prepress does not know the operator {token}")
            method(self, token, operands)
        return self.items

    def save(self, _: str, __: list[str]) -> None:
        """Keeps the state."""
        self._saved.append(self.state)
        self.state = self.state.copy()

    def restore(self, _: str, __: list[str]) -> None:
        """Goes back to the state kept last."""
        self.state = self._saved.pop()

    def transform(self, _: str, values: list[str]) -> None:
        """Changes the coordinates of what follows."""
        a, b, c, d, e, f = map(float, values)
        self.state.matrix = multiply((a, b, c, d, e, f), self.state.matrix)

    def set_alphas(self, _: str, values: list[str]) -> None:
        """Sets how opaque fills and strokes are."""
        found = self.resources.states[values[0][1:]]
        self.state.fill_alpha = float(found.get("ca", self.state.fill_alpha))
        self.state.stroke_alpha = float(found.get("CA", self.state.stroke_alpha))
        self._plain = self._plain and self._parts is None

    def set_colour(self, token: str, values: list[str]) -> None:
        """Sets a colour."""
        parts = [float(value) for value in values]
        r, g, b = parts * 3 if len(parts) == 1 else parts
        stroke = token.isupper()
        if stroke:
            self.state.stroke = r, g, b
        else:
            self.state.fill = r, g, b
        if self._parts is not None:
            self._parts.append(Colour((r, g, b), stroke))
            self._plain = self._plain and not self._boxes

    def set_line(self, token: str, values: list[str]) -> None:
        """Sets how lines are drawn."""
        if token == "w":
            self.state.width = float(values[0])
        self.state.line[token] = f"{' '.join(values)} {token}"
        if self._parts is not None:
            self._parts.append(self._scale_line(token))

    def _scale_line(self, token: str) -> str:
        """How lines of letters are drawn, which stand in the page's coordinates."""
        if token != "w":
            return self.state.line[token]
        a, b, c, d, _, _ = self.state.matrix
        return f"{fmt(self.state.width * math.sqrt(abs(a * d - b * c)))} w"

    def extend(self, token: str, values: list[str]) -> None:
        """Continues the path."""
        self._path += [*values, token]

    def set_clip(self, token: str, _: list[str]) -> None:
        """Makes the path a clip when it ends."""
        self._clip = token

    def end_path(self, token: str, _: list[str]) -> None:
        """Paints the path, and clips to it."""
        path = " ".join(self._path)
        box = operators_box(path) if path else None
        if box:
            if token in ("f", "f*", "B", "B*"):
                self._add_fill(path, box, token.endswith("*"))
            if token in ("S", "B", "B*"):
                self._add_stroke(path, box)
        if self._clip and path:
            self._add_clip(path, box or (0.0, 0.0, 0.0, 0.0), self._clip)
        self._path, self._clip = [], ""

    def _add_clip(self, path: str, box: Box, rule: str) -> None:
        state = self.state
        placed = map_box(state.matrix, box)
        room = placed if is_upright(path, box, state.matrix) else None
        operators = f"{transform_operators(path, state.matrix)} {rule} n"
        if not (room and _inside(state.box, room)):  # one that cuts nothing off is left out
            state.clips = (*state.clips, ItemClip(operators, placed, room))
        state.box = meet(state.box, placed)

    def _add(self, item: PaintItem) -> None:
        if touch(item.box, self.state.box):
            self.items.append(replace(item, box=meet(item.box, self.state.box)))

    def _add_fill(self, path: str, box: Box, even_odd: bool) -> None:
        state = self.state
        placed = map_box(state.matrix, box)
        cover: Box | None = placed if is_upright(path, box, state.matrix) else None
        for clip in state.clips:
            cover = meet(cover, clip.room) if cover and clip.room else None
        self._add(
            PaintItem(
                "fill", state.clips, state.matrix, (path,), placed, state.fill,
                state.fill_alpha, even_odd=even_odd, cover=cover,
            )
        )  # fmt: skip

    def _add_stroke(self, path: str, box: Box) -> None:
        state = self.state
        reach = state.width / 2 * (3 if "0 j" in state.line.get("j", "0 j") else 1.5)
        x0, y0, x1, y1 = box
        grown = (x0 - reach, y0 - reach, x1 + reach, y1 + reach)
        self._add(
            PaintItem(
                "stroke", state.clips, state.matrix, (path,), map_box(state.matrix, grown),
                state.stroke, state.stroke_alpha, setup=" ".join(state.line.values()),
                width=state.width,
            )
        )  # fmt: skip

    def shade(self, _: str, values: list[str]) -> None:
        """Fills the clip with a gradient."""
        state, cover = self.state, None
        if state.clips and all(clip.room for clip in state.clips):
            cover = state.box
        name = values[0][1:]
        self._add(
            PaintItem("shade", state.clips, state.matrix, (name,), state.box,
                 alpha=state.fill_alpha, cover=cover)
        )  # fmt: skip

    def draw_object(self, _: str, values: list[str]) -> None:
        """Draws a picture, or what a form contains."""
        name, state = values[0][1:], self.state
        form = self.resources.forms.get(name)
        if form is None:
            image = self.resources.images[name]
            placed = map_box(state.matrix, (0.0, 0.0, 1.0, 1.0))
            upright = not (state.matrix[1] or state.matrix[2])
            cover: Box | None = placed if upright else None
            for clip in state.clips:
                cover = meet(cover, clip.room) if cover and clip.room else None
            self._add(
                PaintItem("image", state.clips, state.matrix, (name,), placed,
                     alpha=state.fill_alpha, cover=cover, has_mask=image.mask is not None)
            )  # fmt: skip
            return
        own = state.copy()
        is_faded = form.group and state.fill_alpha < 1
        if form.group:
            own.fill_alpha = own.stroke_alpha = 1.0
        inner = Interpreter(self.resources, own)
        if max(map(abs, form.box)) < UNBOUNDED:
            x0, y0, x1, y1 = form.box
            box = " ".join(map(fmt, (x0, y0, x1 - x0, y1 - y0)))
            inner._add_clip(f"{box} re", form.box, "W")
        items = inner.read(form.operators)
        if is_faded and items:
            boxes = [item.box for item in items]
            self._add(
                PaintItem("group", state.clips, state.matrix, (name,), join(boxes),
                     alpha=state.fill_alpha, inner=tuple(items))
            )  # fmt: skip
        else:
            self.items += items

    def begin_text(self, _token: str, _operands: list[str]) -> None:
        """Begins a text."""
        state = self.state
        self._parts = [Colour(state.fill)]
        mode = state.text.get("Tr", "0 Tr")
        if mode != "0 Tr":
            self._parts += [Colour(state.stroke, True), *map(self._scale_line, state.line)]
        self._plain = mode == "0 Tr"
        self._boxes, self._along = [], 0.0
        if state.font:
            self._parts.append(f"/{state.font} {fmt(state.size)} Tf")
        self._parts += [value for key, value in state.text.items() if key != "Tr"]
        if mode != "0 Tr":
            self._parts.append(mode)
        self._move(IDENTITY)

    def _move(self, matrix: Matrix) -> None:
        self._pen, self._along = multiply(matrix, self.state.matrix), 0.0
        assert self._parts is not None
        self._parts.append(" ".join([*(fmt(v, 6) for v in self._pen), "Tm"]))

    def set_pen(self, _: str, values: list[str]) -> None:
        """Moves the pen."""
        a, b, c, d, e, f = map(float, values)
        self._move((a, b, c, d, e, f))

    def set_font(self, token: str, values: list[str]) -> None:
        """Sets the font."""
        self.state.font, self.state.size = values[0][1:], float(values[1])
        if self._parts is not None:
            self._parts.append(" ".join([*values, token]))

    def set_text(self, token: str, values: list[str]) -> None:
        """Sets how letters are spaced, stretched, raised and painted."""
        written = " ".join([*values, token])
        self.state.text[token] = written
        if self._parts is not None:
            self._parts.append(written)
            self._plain = self._plain and token != "Tr"

    def show(self, token: str, values: list[str]) -> None:
        """Sets letters."""
        assert self._parts is not None
        state, size = self.state, self.state.size
        self._parts.append(f"{values[0]} {token}")
        if not size:
            return
        space, stretch, rise = (
            float(state.text.get(key, other).split()[0])
            for key, other in (("Tc", "0"), ("Tz", "100"), ("Ts", "0"))
        )
        begin = self._along
        face = self.resources.faces[state.font]
        _, self._along = place_glyphs(face, values[0], begin, space * 1000 / size)
        scale = size * stretch / 100_000
        low, high = rise - 0.4 * size, rise + 1.2 * size
        ends = sorted((begin * scale, self._along * scale))
        box = (ends[0] - 0.3 * size, low, ends[1] + 0.3 * size, high)
        self._boxes.append(map_box(self._pen, box))

    def end_text(self, _: str, __: list[str]) -> None:
        """Paints the text."""
        state, parts = self.state, self._parts or []
        if self._boxes:
            colour = parts[0]
            for part in parts:  # the colour in which its first letters are set
                if isinstance(part, Colour) and not part.stroke:
                    colour = part
            assert isinstance(colour, Colour)
            self._add(
                PaintItem("text", state.clips, IDENTITY, tuple(parts), join(self._boxes),
                          colour.rgb, state.fill_alpha, is_plain=self._plain)
            )  # fmt: skip
        self._parts, self._boxes = None, []


def join(boxes: list[Box]) -> Box:
    """The box around boxes."""
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )


def is_upright(path: str, box: Box, matrix: Matrix) -> bool:
    """Whether a path is one rectangle that stands upright on the page."""
    a, b, c, d, _, _ = matrix
    if (b or c) and (a or d):
        return False
    tokens = path.split()
    if tokens[4:] == ["re"]:
        return True
    letters = [token for token in tokens if token.isalpha()]
    if letters not in (["m", "l", "l", "l", "h"], ["m", "l", "l", "l", "l", "h"]):
        return False
    values = [float(token) for token in tokens if not token.isalpha()]
    points = list(zip(values[::2], values[1::2], strict=True))
    x0, y0, x1, y1 = box
    corners = {(x0, y0), (x1, y0), (x1, y1), (x0, y1)}
    straight = all(p[0] == q[0] or p[1] == q[1] for p, q in itertools.pairwise(points))
    return set(points) == corners and straight


_Operator = Callable[[Interpreter, str, list[str]], None]
OPERATORS: dict[str, _Operator] = {
    "q": Interpreter.save,
    "Q": Interpreter.restore,
    "cm": Interpreter.transform,
    "gs": Interpreter.set_alphas,
    "W": Interpreter.set_clip,
    "W*": Interpreter.set_clip,
    "sh": Interpreter.shade,
    "Do": Interpreter.draw_object,
    "BT": Interpreter.begin_text,
    "ET": Interpreter.end_text,
    "Tf": Interpreter.set_font,
    "Tm": Interpreter.set_pen,
    "Tj": Interpreter.show,
    "TJ": Interpreter.show,
    **dict.fromkeys(("m", "l", "c", "h", "re"), Interpreter.extend),
    **dict.fromkeys(("n", "f", "f*", "S", "B", "B*"), Interpreter.end_path),
    **dict.fromkeys(("g", "rg", "G", "RG"), Interpreter.set_colour),
    **dict.fromkeys(("w", "J", "j", "M", "d"), Interpreter.set_line),
    **dict.fromkeys(("Tc", "Tz", "Ts", "Tr"), Interpreter.set_text),
}
