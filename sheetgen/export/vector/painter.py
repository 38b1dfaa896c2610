"""Interprets content streams: what each operator does to the graphics state, and what it draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from sheetgen.drawing.drawing import IDENTITY, UNBOUNDED, Matrix, SharedForm, read_operators
from sheetgen.export.vector.defs import (
    RULES,
    Defs,
    GraphicsState,
    fmt,
    trace_box,
    write_attributes,
    write_color,
    write_matrix,
)
from sheetgen.export.vector.run import GlyphRun, TextLine


class Painter:
    """Interprets one content stream. The methods below `paint` are its operators."""

    def __init__(self, document: Defs, state: GraphicsState) -> None:
        self.document = document
        self.state = state
        self.lines: list[str] = []
        self.groups: list[int] = []  # the line of each open <g>
        self.saved: list[tuple[GraphicsState, int]] = []
        self.path: list[str] = []
        self.points: list[float] = []  # x, y, x, y … of the path
        self.clip = ""  # W or W* that is waiting for the path's end
        self.matrix = IDENTITY
        self.run: GlyphRun | None = None
        self.line: TextLine | None = None
        self.said: set[tuple[object, str]] = set()  # what this text has, with its places
        self.shown: GraphicsState | None = None  # the state of the latest text
        self.looks = state  # and its look

    def paint(self, operators: str) -> list[str]:
        """The lines that draw a content stream. Raises AssertionError for an unknown operator."""
        for line in operators.split("\n"):
            for method, operands in read_steps(line):
                method(self, *operands)
        if self.saved or self.run:
            raise AssertionError("a content stream ends in the middle")
        self._close_groups(0)
        return self.lines

    def save(self) -> None:
        """Keeps the graphics state, so that it can be restored."""
        self.saved.append((self.state, len(self.groups)))

    def restore(self) -> None:
        """Restores the state kept last, and ends the groups opened since."""
        self.state, depth = self.saved.pop()
        self._close_groups(depth)

    def transform(self, matrix: Matrix) -> None:
        """Changes the coordinates of what follows."""
        if matrix != IDENTITY:
            self._open_group(f'transform="{write_matrix(matrix)}"')
            self.state = self.state.transform(matrix)

    def set(self, values: dict[str, Any]) -> None:
        """Changes parts of the state."""
        self.state = self.state._replace(**values)

    def set_alphas(self, name: str) -> None:
        """Sets the transparencies of a named state."""
        for key, value in self.document.resources.states[name[1:]].items():
            if key == "SMask":
                self._mask(value)
            else:
                self.set({{"ca": "fill_alpha", "CA": "stroke_alpha"}[key]: fmt(value)})

    def continue_path(self, path: Sequence[str], points: Sequence[float]) -> None:
        """Continues the path, through points."""
        self.path += path
        self.points += points

    def clip_path(self, operator: str) -> None:
        """Makes the path a clip when it ends."""
        self.clip = operator

    def end_path(self, filled: bool, stroked: bool, even_odd: bool) -> None:
        """Draws the path, and clips to it if asked to."""
        path, points = "".join(self.path), self.points
        if path and (filled or stroked):
            paint = self.state.write_paint(filled, stroked, RULES[even_odd])
            self.lines.append(f'<path d="{path}"{paint}/>')
        if self.clip and path:
            clip = self.document.define_clip(path, self.clip == "W*")
            self._open_group(f'clip-path="url(#{clip})"')
            xs, ys = points[::2], points[1::2]
            self.set({"box": (min(xs), min(ys), max(xs), max(ys))})
        self.path, self.points, self.clip = [], [], ""

    def shade(self, name: str) -> None:
        """Fills the clip with a gradient."""
        if self.state.box is None:
            return
        x0, y0, x1, y1 = self.state.box
        gradient = self.document.define_gradient(self.document.resources.shadings[name[1:]])
        # In a gradient's coordinates the whole clip may measure 1: four decimals are too few.
        x, y, width, height = (fmt(value, 8) for value in (x0, y0, x1 - x0, y1 - y0))
        values = {"x": x, "y": y, "width": width, "height": height, "fill": f"url(#{gradient})"}
        paint = write_attributes(values | {"fill-opacity": self.state.fill_alpha})
        self.lines.append(f"<rect{paint}/>")

    def draw_object(self, name: str) -> None:
        """Draws a picture or form."""
        form = self.document.resources.forms.get(name[1:])
        if form is None:
            image = self.document.define_image(self.document.resources.images[name[1:]])
            drawn = f'<use xlink:href="#{image}"/>'
        else:
            drawn = self._draw_form(form)
        if drawn:
            # A form that is neither picture nor group passes the transparency on to each shape.
            alpha = self.state.fill_alpha if form is None or form.group else "1"
            self.lines.append(drawn if alpha == "1" else _add_attribute(drawn, "opacity", alpha))

    def begin_text(self) -> None:
        """Begins a text at the origin."""
        self.matrix = IDENTITY
        self.said.clear()

    def set_text_matrix(self, matrix: Matrix) -> None:
        """Moves the pen, in coordinates of the text's own."""
        self.end_run()
        self.matrix = matrix

    def show_text(self, array: str) -> None:
        """Sets glyphs, with moves of the pen between them."""
        if not self.state.size:
            return
        if self.state is not self.shown:
            self.shown = self.state
            looks = self.state
            if looks.spacing or looks.rise:  # these start no new run
                looks = looks._replace(spacing=0.0, rise=0.0)
            if self.run is None or self.run.state != looks:
                self.end_run()
            self.looks = looks
        resources, font = self.document.resources, self.state.font
        if self.run is None:
            self.run = GlyphRun(self.looks, self.matrix, resources.faces[font])
        self.run.add_text(array, self.state, resources.glyphs[font])

    def end_run(self) -> None:
        """Writes the run of glyphs that is open, if there is one."""
        run, self.run = self.run, None
        if run is None:
            return
        self.matrix = run.end
        if self.document.fonts and run.is_text:
            key = (run.matrix, "".join(run.letters))
            if key not in self.said:
                self.said.add(key)
                self._continue_line(run)
                return
        self.end_line()
        element = run.write(self.document)
        if element:
            self.lines.append(element)

    def end_text(self) -> None:
        """Writes what is left of a text."""
        self.end_run()
        self.end_line()

    def end_line(self) -> None:
        """Writes the line of letters that is open, if there is one."""
        line, self.line, fonts = self.line, None, self.document.fonts
        if line and fonts:
            element = line.write(fonts)
            self.lines += [element] if element else []

    def _continue_line(self, run: GlyphRun) -> None:
        if self.line and self.line.takes(run):
            self.line.add(run)
        else:
            self.end_line()
            self.line = TextLine(run)

    def _draw_form(self, form: SharedForm) -> str:
        """The element that draws a form from the current state on; empty if it leaves no ink.

        A form inherits its caller's colours, so one that relies on them is defined for each. One
        with letters is drawn in its place, as letters in definitions can't be found or selected.
        """
        document, key = self.document, (form.name, self.state[1:])
        if key not in document.forms:
            state = self.state._replace(box=form.box)
            if form.group:  # its transparency is the whole group's
                state = state._replace(fill_alpha="1", stroke_alpha="1")
            lines = Painter(document, state).paint(form.operators)
            clip = ""
            if max(map(abs, form.box)) < UNBOUNDED:
                clip = f' clip-path="url(#{document.define_clip(trace_box(*form.box), False)})"'
            drawn = "\n".join([f"<g{clip}>", *lines, "</g>"]) if lines else ""
            if drawn and "<text" not in drawn:
                drawn = f'<use xlink:href="#{document.define("x", drawn)}"/>'
            document.forms[key] = drawn
        return document.forms[key]

    def _mask(self, form: SharedForm) -> None:
        """Shows what follows, as far as the state is kept, by the brightness of a form."""
        x0, y0, x1, y1 = form.box
        place = {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0}
        area = "".join(f' {key}="{fmt(value)}"' for key, value in place.items())
        plain = GraphicsState(box=form.box)
        body = "".join(Painter(self.document, plain).paint(form.operators))
        mask = self.document.define("m", f'<mask maskUnits="userSpaceOnUse"{area}>{body}</mask>')
        self._open_group(f'mask="url(#{mask})"')

    def _open_group(self, attribute: str) -> None:
        self.groups.append(len(self.lines))
        self.lines.append(f"<g {attribute}>")

    def _close_groups(self, depth: int) -> None:
        """Closes groups until `depth` are open; an empty group is removed."""
        while len(self.groups) > depth:
            if self.groups.pop() == len(self.lines) - 1:
                self.lines.pop()
            else:
                self.lines.append("</g>")


def _add_attribute(element: str, name: str, value: str) -> str:
    """An element with one more attribute on its first tag."""
    end = element.index(">")
    end -= element[end - 1] == "/"
    return f'{element[:end]} {name}="{value}"{element[end:]}'


@lru_cache(maxsize=5_000)
def read_steps(line: str) -> Sequence[tuple[Callable[..., None], Sequence[Any]]]:
    """The steps of a line of a content stream: methods of a painter, each with what it takes.

    Most lines are on many pages. What continues a path is one step, and so is what changes parts
    of the state. Raises AssertionError for an unknown operator.
    """
    steps: list[tuple[Callable[..., None], Sequence[Any]]] = []
    for token, operands in read_operators(line):
        before: Any = steps[-1] if steps else (None, ())
        if token in PATHS:
            if before[0] is not Painter.continue_path:
                before = Painter.continue_path, ([], [])
                steps.append(before)
            path, points = PATHS[token](*operands)
            before[1][0].append(path)
            before[1][1].extend(points)
        elif token in SETTINGS:
            if before[0] is not Painter.set:
                before = Painter.set, ({},)
                steps.append(before)
            before[1][0].update(SETTINGS[token](*operands))
        elif token in OPERATORS:
            values = [tuple(map(float, operands))] if token in ("cm", "Tm") else operands
            steps.append((OPERATORS[token], values))
        else:
            raise AssertionError(f"the SVG writer does not know the operator {token}")
    return steps


def _trace(letter: str) -> Callable[..., tuple[str, Sequence[float]]]:
    """The part that an operator adds to a path under a letter of SVG path data, with its points."""
    return lambda *values: (letter + " ".join(values), [*map(float, values)])


def _trace_rectangle(*values: str) -> tuple[str, Sequence[float]]:
    x, y, w, h = map(float, values)
    box = x, y, x + w, y + h
    return trace_box(*box), box


def _end(filled: bool, stroked: bool, even_odd: bool = False) -> Callable[..., None]:
    """The operator that paints a path."""
    return lambda painter: painter.end_path(filled, stroked, even_odd)


def _set(name: str, convert: Callable[..., object] = str) -> Callable[..., dict[str, object]]:
    """The one value of the graphics state that an operator sets."""
    return lambda *values: {name: convert(*values)}


PATHS: dict[str, Callable[..., tuple[str, Sequence[float]]]] = {
    "m": _trace("M"),
    "l": _trace("L"),
    "c": _trace("C"),
    "h": _trace("Z"),
    "re": _trace_rectangle,
}
"""The operators that add to a path, each with the function of what it adds."""
SETTINGS: dict[str, Callable[..., dict[str, object]]] = {
    "g": _set("fill", write_color),
    "rg": _set("fill", write_color),
    "G": _set("stroke", write_color),
    "RG": _set("stroke", write_color),
    "w": _set("width"),
    "J": _set("cap"),
    "j": _set("join"),
    "M": _set("miter"),
    "d": lambda array, phase: {"dashes": array.strip("[] "), "phase": phase},
    "Tf": lambda name, size: {"font": name[1:], "size": float(size)},
    "Tc": _set("spacing", float),
    "Tz": _set("stretch", float),
    "Ts": _set("rise", float),
    "Tr": _set("mode"),
}
"""The parts of the graphics state that an operator changes."""
OPERATORS: dict[str, Callable[..., None]] = {
    "q": Painter.save,
    "Q": Painter.restore,
    "cm": Painter.transform,
    "gs": Painter.set_alphas,
    "W": lambda painter: painter.clip_path("W"),
    "W*": lambda painter: painter.clip_path("W*"),
    "n": _end(False, False),
    "f": _end(True, False),
    "f*": _end(True, False, True),
    "S": _end(False, True),
    "B": _end(True, True),
    "B*": _end(True, True, True),
    "sh": Painter.shade,
    "Do": Painter.draw_object,
    "BT": Painter.begin_text,
    "ET": Painter.end_text,
    "Tm": Painter.set_text_matrix,
    "Tj": Painter.show_text,
    "TJ": Painter.show_text,
}
"""The method for each other operator, which takes its operands as text, or a matrix."""
