"""The maker of items: draws an element by itself as it is drawn in its tree (svg/element.py)."""

from __future__ import annotations

from enum import Enum

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.record import record
from sheetgen.svg.attribute import check_names, read_transform
from sheetgen.svg.context import Context
from sheetgen.svg.plan.token import is_plain
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.transform import is_flat, measure_scale
from sheetgen.svg.read.tree import Element, parse_tree
from sheetgen.svg.read.vocabulary import NEVER_SHOWN
from sheetgen.svg.stream import Fragment, Stream
from sheetgen.svg.text.line import Line, plan_line
from sheetgen.svg.text.text import draw_text

_MOST_LEVELS = 16  # of elements in a group; with the groups around it, fewer than the tree takes
_DEFINING = NEVER_SHOWN - {"title", "desc", "metadata"}
SERVERS = frozenset(("defs", "linearGradient", "radialGradient", "pattern"))
"""Definitions that may stand among what is drawn, as they change nothing but what names them."""


class WholeError(Exception):
    """The text needs the whole tree."""


class MakerMark(Enum):
    """The meaning of a token that draws nothing itself.

    WHOLE starts a group that is drawn with everything inside it, END ends the drawing.
    """

    CLOSE = 1
    END = 2
    WHOLE = 3


@record
class GroupOpening:
    """The start of a group: how it is entered, and the style inside it."""

    style: Style
    matrix: Matrix
    clip: str


class Maker:
    """Draws elements of texts that share their definitions."""

    def __init__(self, context: Context, style: Style) -> None:
        """`style` is that of the drawing itself."""
        self.context = context
        self.style = style
        self.used = -1  # when it drew last, by the clock of its plan
        self._starts: dict[tuple[Style, str], tuple[Element, Style, Own, Line | None]] = {}

    def forget(self) -> None:
        """Forgets what was compiled."""
        self.context.forget()
        self._starts.clear()

    def make(self, token: str, tag: str, style: Style) -> list[Fragment] | GroupOpening | MakerMark:
        """The meaning of an element or of a group's start; `tag` is the name of a whole element.

        Raises WholeError, FaultError, DrawingError, ValueError.
        """
        if tag == "text" and token.endswith("</text>"):
            start = token.index(">")
            content = token[start + 1 : -7]
            if is_plain(content):
                return self._draw_words(token[:start], content, style)
        if not tag and not token.endswith("/>"):
            return self._open_group(token, style)
        element = parse_tree(token)
        _check_simple(element)
        recorder = _Recorder()
        self.context.draw(element, style, self.context, recorder)
        return recorder.fragments

    def _draw_words(self, start: str, content: str, style: Style) -> list[Fragment]:
        """The fragments of a <text> that holds nothing but characters.

        Texts often differ in them alone, so what follows from the start tag is remembered.
        """
        known = self._starts.get((style, start))
        if known is None:
            element = parse_tree(f"{start}/>")
            _check_simple(element)
            check_names(element, self.context)
            inner, own = self.context.resolve_style(style, element)
            known = (element, inner, own, plan_line(element, inner, own, self.context))
            self._starts[style, start] = known
        model, inner, own, line = known
        if own.display == "none":
            return []
        if line and (drawn := line.draw(content)) is not None:
            return [drawn]
        element = Element("text", model.attributes)
        element.children = [content]
        if "transform" not in model.attributes and own.opacity == 1 and not own.clip_path:
            return draw_text(element, inner, own, self.context)
        from sheetgen.svg.element import draw_styled

        recorder = _Recorder()
        draw_styled(element, inner, own, self.context, recorder)
        return recorder.fragments

    def _open_group(self, token: str, style: Style) -> GroupOpening | MakerMark:
        element = parse_tree(f"{token[:-1]}/>")
        _check_simple(element)
        context = self.context
        check_names(element, context)
        inner, own = context.resolve_style(style, element)
        matrix = read_transform(element, context)
        if own.display == "none" or own.opacity != 1 or own.mask or is_flat(matrix):
            return MakerMark.WHOLE
        if "data-cell" in element.attributes:  # which is marked around all that is in it
            return MakerMark.WHOLE
        inner = context.place_style(inner, measure_scale(matrix))
        if not own.clip_path:
            return GroupOpening(inner, matrix, "")
        from sheetgen.svg.paint.clip import clip_element, is_boxed

        clip = clip_element(own.clip_path, element, inner, context)
        # One that depends on what is in the group, or is soft, needs all of it.
        whole = clip.resources or is_boxed(own.clip_path, context)
        return MakerMark.WHOLE if whole else GroupOpening(inner, matrix, clip.operators)


class _Recorder(Stream):
    """Notes the fragments of one element; each group in it, with its contents, is one too.

    This way, an element is written after others as it would be in the whole tree.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fragments: list[Fragment] = []
        self._group: Stream | None = None  # the outermost open one

    def add(self, fragment: Fragment) -> None:
        if self._group is None:
            self.fragments.append(fragment)
        else:
            self._group.add(fragment)
        super().add(fragment)

    def save(self, matrix: Matrix = IDENTITY, clip: str = "") -> None:
        if self._group is None:
            self._group = Stream()
        self._group.save(matrix, clip)
        super().save(matrix, clip)

    def restore(self) -> None:
        super().restore()
        group = self._group
        assert group is not None, "a group is restored that was not saved"
        group.restore()
        if not group.depth:
            self.fragments.append(group.fragment())
            self._group = None


def list_defined(token: str) -> frozenset[str]:
    """The ids in definitions of gradients and patterns. Raises WholeError for other definitions."""
    element = parse_tree(token)
    _check_simple(element, SERVERS | {"stop"})
    if element.tag == "defs" and any(found.tag not in SERVERS for found in element.elements):
        raise WholeError
    return frozenset(found.attributes.get("id", "") for found in element.walk()) - {""}


def _check_simple(element: Element, defined: frozenset[str] = frozenset()) -> None:
    """Makes sure that an element means the same on its own as in its drawing.

    Those that are `defined` may be in it.
    """
    for found in element.walk():
        # Definitions here hold for the whole drawing, and prefixes are declared elsewhere.
        if found.tag in _DEFINING - defined or ":" in found.tag:
            raise WholeError
    levels, row = 0, [element]
    while row:
        row = [child for parent in row for child in parent.elements]
        levels += 1
    if levels > _MOST_LEVELS:
        raise WholeError
