"""SVG text → Drawing, quickly.

A filled template repeats itself: the same symbols, the same groups and numbers in the same
places, ship after ship. So the text is split at its tags without building a tree, and each
element's source, under its style, is looked up among the operators compiled before. What is not
known yet is parsed and compiled by the one interpreter (element.py). Whatever the splitter does
not understand, and every drawing with a problem, goes through the whole tree instead, which
knows the place of each element.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from sheetgen.drawing import IDENTITY, Drawing, Matrix, Resources
from sheetgen.fonts import Fonts
from sheetgen.svg.color import Ink
from sheetgen.svg.context import ROOT_STYLE, Context
from sheetgen.svg.element import (
    EDGE_TOLERANCE,
    TooComplexError,
    check_names,
    draw_children,
    draw_element,
)
from sheetgen.svg.fragment import Fragment, Stream, join
from sheetgen.svg.image import ImageError
from sheetgen.svg.number import fmt, numbers
from sheetgen.svg.problem import BAD_VALUE, TOO_COMPLEX, XML_SYNTAX, Problem
from sheetgen.svg.style import Style, user_length
from sheetgen.svg.transform import matrix_operator, parse_transform, viewbox_matrix
from sheetgen.svg.tree import DrawingError, Element, parse_tree
from sheetgen.units import MM, UNITS

_ROOT = re.compile(r"\ufeff?(?:\s+|<\?xml[^>]*\?>|<!--.*?-->)*(<svg\b[^>]*[^/>]>)", re.DOTALL)
_BLANK = re.compile(r"(?:\s+|<!--.*?-->)*", re.DOTALL)
_TAG = re.compile(r"[^<]*<(/?)([A-Za-z][\w:.-]*)([^<>]*?)(/?)>")
_GROUP = re.compile(r"<g(?:\s[^<>]*)?>|</g>")
_TRANSFORM = re.compile(r'\stransform="([^"]*)"')
_MOST_CONTEXTS = 64


class _NotSplitError(Exception):
    """The text needs the whole tree."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """The root's size in points, the matrix from its user units to points, and its view."""

    width: float
    height: float
    matrix: Matrix
    view: tuple[float, float, float, float]

    @property
    def prelude(self) -> str:
        """What clips to the drawing and turns its y axis downwards."""
        clip = f"0 0 {fmt(self.width)} {fmt(self.height)} re W n"
        return f"{clip} {matrix_operator(self.matrix)}"


class Drafter:
    """Draws SVG texts with one set of fonts and one ink, remembering what it compiled."""

    def __init__(self, fonts: Fonts, ink: Ink = Ink.COLOR, roots: Sequence[Path] = ()) -> None:
        self.fonts = fonts
        self.ink = ink
        self.roots = [root.resolve() for root in roots]  # folders that pictures may lie in
        self._contexts: OrderedDict[object, tuple[Context, Style, _Frame]] = OrderedDict()
        self._drawings: dict[bytes, Drawing] = {}
        self._nesting = 0

    def draw(self, text: str, base: Path | None = None, title: str = "") -> tuple[Drawing, list[Problem]]:
        """The drawing of an SVG text, and its problems; with problems it is not to be printed.

        `base` is the folder from which relative picture names start. Equal texts give the very
        same drawing.
        """
        key = blake2b(f"{base}\0{title}\0{text}".encode("utf-8", "replace"), digest_size=16).digest()
        known = self._drawings.get(key)
        if known is not None:
            return known, []
        try:
            drawing = self._draw_split(text, base, title)
        except (_NotSplitError, DrawingError, ValueError):
            drawing, problems = self.draw_tree(text, base, title)
            if problems:
                return drawing, problems
        self._drawings[key] = drawing
        return drawing, []

    def draw_tree(
        self, text: str, base: Path | None = None, title: str = ""
    ) -> tuple[Drawing, list[Problem]]:
        """The same by way of the whole tree, which places every problem at its element."""
        empty = Drawing(0.0, 0.0, "", Resources(), title=title)
        try:
            root = parse_tree(text)
        except DrawingError as error:
            return empty, [error.problem]
        if root.tag != "svg":
            message = f"the root element is <{root.tag}>, a drawing's is <svg>"
            return empty, [Problem(XML_SYNTAX, message, "", root.file, root.line, root.column)]
        try:
            frame = _read_frame(root)
        except (ValueError, OverflowError) as error:
            return empty, [Problem(BAD_VALUE, str(error), "", root.file, root.line, root.column)]
        context = self._make_context(root, frame, base)
        style, _ = context.resolve_style(ROOT_STYLE, root)
        stream = Stream(frame.matrix)
        context.top, context.edge = stream, (frame.width, frame.height)
        try:
            draw_children(root, style, context, stream)
        except TooComplexError:
            context.report(TOO_COMPLEX, "the drawing repeats itself too often", "", root)
        except RecursionError:
            context.report(TOO_COMPLEX, "the drawing is nested too deep", "", root)
        return _finish(stream, frame, title), context.problems

    def _draw_split(self, text: str, base: Path | None, title: str) -> Drawing:
        found = _ROOT.match(text)
        if not found:
            raise _NotSplitError
        start = found.end()
        body = _skip_definitions(text, start)
        context, style, frame = self._find_context(found[1], text[start:body], base)
        stream = Stream(frame.matrix)
        try:
            _walk(text, body, style, context, stream)
        except (TooComplexError, RecursionError):
            raise _NotSplitError from None
        finally:
            if context.problems:
                context.problems.clear()
        across, up, t = frame.width, frame.height, EDGE_TOLERANCE
        for x0, y0, x1, y1 in stream.extents:
            if x0 < -t or y0 < -t or x1 > across + t or y1 > up + t:
                raise _NotSplitError  # the tree tells which text it is
        return _finish(stream, frame, title)

    def _find_context(
        self, head: str, definitions: str, base: Path | None
    ) -> tuple[Context, Style, _Frame]:
        key = (head, definitions, base)
        known = self._contexts.get(key)
        if known is None:
            root = parse_tree(f"{head}{definitions}</svg>")
            frame = _read_frame(root)
            context = self._make_context(root, frame, base)
            style, _ = context.resolve_style(ROOT_STYLE, root)
            if context.problems:
                raise _NotSplitError
            known = self._contexts[key] = (context, style, frame)
            if len(self._contexts) > _MOST_CONTEXTS:
                self._contexts.popitem(last=False)
        return known

    def _make_context(self, root: Element, frame: _Frame, base: Path | None) -> Context:
        context = Context(
            self.fonts,
            self.ink,
            unit=abs(frame.matrix[3]),
            roots=self.roots,
            base=base,
            viewport=frame.view[2:],
            draw_nested=lambda text, name: self._draw_nested(text, name, base),
        )
        for element in root.walk():
            name = element.attributes.get("id")
            if name:
                context.definitions.setdefault(name, element)
            if element.tag == "style":
                context.add_stylesheet(element)
        return context

    def _draw_nested(self, text: str, name: str, base: Path | None) -> tuple[Fragment, float, float]:
        """An SVG picture inside a drawing, y downwards. Raises ImageError."""
        if self._nesting >= 4:
            raise ImageError("drawings are nested too deep in each other")
        self._nesting += 1
        try:
            drawing, problems = self.draw(text, base)
        finally:
            self._nesting -= 1
        if problems:
            first = problems[0]
            raise ImageError(f"line {first.line}: {first.message}")
        turn = f"q 1 0 0 -1 0 {fmt(drawing.height)} cm {drawing.operators} Q"
        return Fragment(turn, resources=drawing.resources), drawing.width, drawing.height


def _walk(
    text: str, position: int, style: Style, context: Context, stream: Stream, last: str = "svg"
) -> None:
    """Draws the elements from `position` to the end of the root, or of the group it stands in."""
    remembered = context.fragments
    add = stream.add
    match = _TAG.match
    styles: list[Style] = []
    while True:
        found = match(text, position)
        if found is None:
            position = _skip_comment(text, position)
            continue
        closing, tag, attributes, empty = found.groups()
        position = found.end()
        if closing:
            if tag == "g" and styles:
                stream.restore()
                style = styles.pop()
                continue
            if tag == last and not styles:
                if tag == "svg" and text[position:].strip():
                    raise _NotSplitError
                return
            raise _NotSplitError
        start = found.start(2) - 1
        if tag == "g" and not empty:
            opened = _open_group(style, attributes, context)
            if opened is None:  # it has an opacity, a clip or the like: compiled as a whole
                end = _find_group_end(text, position)
                _add_compiled(text[found.start(2) - 1 : end], style, context, stream)
                position = end
                continue
            inner, matrix = opened
            # A group without groups inside is compiled and remembered as a whole.
            end = text.find("</g>", position)
            body = text[position:end]
            known = remembered.get((inner, body))
            if known is None and end >= 0 and "<g" not in body:
                known = context.remember((inner, body), (_compile_body(text, position, inner, context),))
            stream.save(matrix)
            if known is not None:
                add(known[0])
                stream.restore()
                position = end + 4
            else:
                styles.append(style)
                style = inner
            continue
        if not empty:
            close = f"</{tag}>"
            end = text.find(close, position)
            if end < 0 or text.find(f"<{tag}", position, end) >= 0:
                raise _NotSplitError
            position = end + len(close)
        source = text[start:position]
        fragments = remembered.get((style, source))
        if fragments is None:
            _add_compiled(source, style, context, stream)
            continue
        for fragment in fragments:
            add(fragment)


def _add_compiled(source: str, style: Style, context: Context, stream: Stream) -> None:
    """Draws one element's source, compiling it unless it is known."""
    fragments = context.fragments.get((style, source))
    if fragments is None:
        fragments = context.remember((style, source), _compile(source, style, context))
    for fragment in fragments:
        stream.add(fragment)


def _find_group_end(text: str, position: int) -> int:
    """Where the group ends that was opened just before `position`."""
    depth = 1
    for found in _GROUP.finditer(text, position):
        if found[0] == "</g>":
            depth -= 1
            if not depth:
                return found.end()
        elif not found[0].endswith("/>"):
            depth += 1
    raise _NotSplitError


def _compile_body(text: str, position: int, style: Style, context: Context) -> Fragment:
    """What a group holds, as one fragment."""
    stream = Stream()
    _walk(text, position, style, context, stream, last="g")
    return stream.fragment()


def _open_group(style: Style, attributes: str, context: Context) -> tuple[Style, Matrix] | None:
    """The style and matrix inside a <g>; None when it does more than set those."""
    transform = _TRANSFORM.search(attributes)
    if transform:
        attributes = attributes.replace(transform[0], "", 1)
    key = ("g", style, attributes)
    inner = context.groups.get(key)
    if inner is None:
        element = parse_tree(f"<g{attributes}/>")
        context.current = element
        inner, own = context.resolve_style(style, element)
        check_names(element, context)
        if context.problems:
            raise _NotSplitError
        if own.opacity != 1 or own.clip_path or own.display or "transform" in element.attributes:
            return None
        context.groups[key] = inner
    if transform is None:
        return inner, IDENTITY
    matrix = context.matrices.get(transform[1])
    if matrix is None:
        if len(context.matrices) > 20_000:
            context.matrices.clear()
        matrix = context.matrices[transform[1]] = parse_transform(transform[1])
    return inner, matrix


class _Recorder(Stream):
    """Notes the fragments of one element, as long as it needs no group around them."""

    def __init__(self) -> None:
        super().__init__()
        self.fragments: list[Fragment] = []
        self.grouped = False

    def add(self, fragment: Fragment) -> None:
        self.fragments.append(fragment)
        super().add(fragment)

    def save(self, matrix: Matrix = IDENTITY, prelude: str = "") -> None:
        self.grouped = True
        super().save(matrix, prelude)


def _compile(source: str, style: Style, context: Context) -> tuple[Fragment, ...]:
    """The fragments of one element's source under a style."""
    element = parse_tree(source)
    if element.tag in _DEFINING:
        raise _NotSplitError  # definitions further down: the whole tree knows them all
    recorder = _Recorder()
    draw_element(element, style, context, recorder)
    if context.problems:
        raise _NotSplitError
    return (recorder.fragment(),) if recorder.grouped else tuple(recorder.fragments)


_DEFINING = {"defs", "style", "symbol", "clipPath", "linearGradient", "radialGradient"}


def _skip_definitions(text: str, position: int) -> int:
    """Where the leading <style>, <defs>, <title>, <desc> and <metadata> elements end."""
    while True:
        blank = _BLANK.match(text, position)
        position = blank.end() if blank else position
        for tag in ("style", "defs", "title", "desc", "metadata"):
            if text.startswith(f"<{tag}", position):
                end = text.find(f"</{tag}>", position)
                if end < 0:
                    raise _NotSplitError
                position = end + len(tag) + 3
                break
        else:
            return position


def _skip_comment(text: str, position: int) -> int:
    at = text.find("<", position)
    if at < 0 or not text.startswith("<!--", at):
        raise _NotSplitError
    end = text.find("-->", at)
    if end < 0:
        raise _NotSplitError
    return end + 3


def _read_frame(root: Element) -> _Frame:
    """The root's size and matrix. Raises ValueError when it can't be told."""
    a = root.attributes
    view = numbers(a["viewBox"]) if "viewBox" in a else []
    if view and (len(view) != 4 or view[2] <= 0 or view[3] <= 0):
        raise ValueError("viewBox takes four numbers: left, top, width and height")
    sizes = []
    for at, name in enumerate(("width", "height")):
        text = a.get(name, "")
        if text and not text.endswith("%"):
            sizes.append(user_length(text) * UNITS["px"])
        elif view:
            sizes.append(view[2 + at] * UNITS["px"])
        else:
            raise ValueError(f"the root <svg> needs a {name} or a viewBox")
    view = view or [0.0, 0.0, sizes[0] / UNITS["px"], sizes[1] / UNITS["px"]]
    width, height = sizes
    if a.get("data-size"):
        # The template's size as it stands is for drawing programs; this is the filled one's.
        wide, high = numbers(a["data-size"])
        width, height = width * wide / view[2], height * high / view[3]
        view = [view[0], view[1], wide, high]
    scale = float(a.get("data-scale") or 1)
    width, height = width * scale, height * scale
    if not (0 < width < 6000 * MM and 0 < height < 6000 * MM):
        raise ValueError("a drawing measures between 0 and 6000 mm a side")
    box = (view[0], view[1], view[2], view[3])
    a2, b, c, d, e, f = viewbox_matrix(box, width, height, a.get("preserveAspectRatio", ""))
    return _Frame(width, height, (a2, -b, c, -d, e, height - f), box)


def _finish(stream: Stream, frame: _Frame, title: str) -> Drawing:
    resources = join(stream.resources) or Resources()
    operators = f"{frame.prelude}\n{stream.finish()}"
    fields = tuple(stream.fields)
    return Drawing(frame.width, frame.height, operators, resources, fields, title)
