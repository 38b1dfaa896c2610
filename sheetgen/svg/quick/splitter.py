"""Filled SVG texts split at their tags, each element looked up by its source.

A filled template repeats itself: the same symbols, groups and numbers in the same places, ship
after ship. Only what is not known yet is parsed. If the text contains anything that is not clear
at a glance, the splitter gives up, and the whole tree is drawn instead.
"""

from __future__ import annotations

import re
from enum import Enum

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.record import record
from sheetgen.svg.attribute import check_names, read_transform
from sheetgen.svg.context import Context
from sheetgen.svg.element import draw_element, draw_styled
from sheetgen.svg.fragment import Fragment
from sheetgen.svg.paint.clip import clip_element, is_boxed
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.transform import is_flat, measure_scale
from sheetgen.svg.read.tree import Element, parse_tree
from sheetgen.svg.read.vocabulary import NEVER_SHOWN
from sheetgen.svg.stream import Stream
from sheetgen.svg.text.line import Line, plan_line
from sheetgen.svg.text.text import draw_text

_BLANK = r"[ \t\r\n]*+"
_COMMENT = r"<!--(?:[^\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff-]|-(?!-))*+-->"
_TOKEN = re.compile(
    rf"""{_BLANK}(
        # An element that is not a group: an empty one, or one with everything inside it.
        <(?!g[\s/>])([A-Za-z][\w.:-]*+)[^<>]*+
            (?:(?<=/)> | (?<!/)>[^<]*+(?:<(?!/\2[\s>]|\2[\s/>])[^<]*+)*+</\2\s*+>)
        | <g(?:[\s/][^<>]*+)?>
        | </(?:g|svg)\s*+>
        | {_COMMENT}
    )""",
    re.VERBOSE,
)
_PROLOGUE = re.compile(rf"\ufeff?(?:<\?xml[^<>?]*+\?>)?(?:{_BLANK}{_COMMENT})*+{_BLANK}")
_ROOT = re.compile(r"""<svg(?=[\s>])(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+(?<!/)>""")
_BETWEEN = re.compile(rf"(?:{_BLANK}{_COMMENT})*+{_BLANK}")
_LEADING = ("style", "defs", "title", "desc", "metadata")
_DEFINITION = re.compile(rf"<({'|'.join(_LEADING)}|[A-Za-z][\w.-]*+:[\w.-]++)(?=[\s/>])[^<>]*+>")
# A group that is nothing but a group, as the root of an included template becomes.
_GROUP = re.compile(
    r"""<g(?:\s++(?:xmlns="http://www.w3.org/2000/svg"|overflow="visible"))*+\s*+>"""
)
_GROUP_END = re.compile(r"</g\s*+>")
_BODY = re.compile(r"<(?:/|[A-Za-z][\w:.-]*+[\s/>])")
_MARKUP = frozenset("<>&")
_MOST_LEVELS = 16  # of elements in a group; with the groups around it, fewer than the tree takes
_DEFINING = NEVER_SHOWN - {"title", "desc", "metadata"}


class NotSplitError(Exception):
    """The text needs the whole tree."""


@record
class Opening:
    """The start of a group: how it is entered, and what is known inside it."""

    style: Style
    matrix: Matrix
    clip: str

    @property
    def is_entered(self) -> bool:
        """Whether the content stream has a group for it too."""
        return bool(self.clip) or self.matrix != IDENTITY


class Mark(Enum):
    """The meaning of a token that draws nothing itself.

    WHOLE starts a group that is compiled with everything inside it, END ends the drawing.
    """

    CLOSE = 1
    END = 2
    WHOLE = 3


Known = Fragment | list[Fragment] | Opening | Mark
"""The meaning of a token."""


def find_body(text: str) -> tuple[int | None, str]:
    """Where the drawing begins, after the root's start tag and the definitions at its start.

    These may be in groups that contain nothing else, as those from included templates are. None if
    the text does not get there, or not yet; then with the tag that has to come first.
    """
    start = _PROLOGUE.match(text)
    root = _ROOT.match(text, start.end()) if start else None
    if root is None:
        return None, ""
    at, group = root.end(), None  # where the group begins that is open
    while True:
        blank = _BETWEEN.match(text, at)
        at = blank.end() if blank else at
        edge = (_GROUP if group is None else _GROUP_END).match(text, at)
        if edge:
            at, group = edge.end(), at if group is None else None
            continue
        found = _DEFINITION.match(text, at)
        if found is None:
            body = at if group is None else group
            return (body if _BODY.match(text, at) else None), ""
        at = found.end()
        if text[at - 2] != "/":
            closing = f"</{found[1]}>"
            at = text.find(closing, at)
            if at < 0:
                return None, closing
            at += len(closing)


def find_token(text: str, at: int) -> tuple[str, str, int] | None:
    """The tag, comment or element at `at`, its name if it is not a group, and where it ends.

    None if the text is not finished, or not clear.
    """
    found = _TOKEN.match(text, at)
    return (found[1], found[2] or "", found.end()) if found else None


def find_group_end(text: str, at: int) -> int | None:
    """The end of a group whose start tag ends at `at`; None if the text is not finished."""
    depth = 1
    while (found := find_token(text, at)) is not None:
        token, tag, at = found
        if tag or token.endswith("/>") or token[1] == "!":
            continue
        if token.startswith("</s"):
            return None
        depth += -1 if token[1] == "/" else 1
        if not depth:
            return at
    return None


def is_plain(content: str) -> bool:
    """Whether what a <text> holds means itself, so that only its start tag is XML."""
    return content.isprintable() and _MARKUP.isdisjoint(content)


class Splitter:
    """Compiles elements of texts that share their definitions, and remembers them by source."""

    def __init__(self, context: Context, style: Style) -> None:
        self.context = context
        self.style = style
        self.size = 0  # of what is remembered, in characters
        self._known: dict[Style, dict[str, Known]] = {}
        self._starts: dict[tuple[Style, str], tuple[Element, Style, Own, Line | None]] = {}

    def forget(self) -> None:
        """Forgets what was compiled."""
        self.context.forget()
        self._known.clear()
        self._starts.clear()
        self.size = 0

    def look_up(self, token: str, tag: str, style: Style) -> Known:
        """The meaning of a token under a style. Raises NotSplitError, FaultError, DrawingError."""
        known = self._known.get(style)
        if known is None:
            known = self._known[style] = {}
        thing = known.get(token)
        return self._learn(token, tag, style, known) if thing is None else thing

    def compile(self, source: str, style: Style) -> list[Fragment]:
        """The fragments of one element's source. Raises what look_up does."""
        return self._compile(source, style, self._known[style])

    def _learn(self, token: str, tag: str, style: Style, known: dict[str, Known]) -> Known:
        if tag == "text" and token.endswith("</text>"):
            content = token[token.index(">") + 1 : -7]
            if is_plain(content):
                return self._store(token, self._compile_text(token, content, style), known)
        if tag:
            return self._compile(token, style, known)
        if token.startswith("<!--"):
            return []
        if token.startswith("</"):
            return Mark.END if token.startswith("</s") else Mark.CLOSE
        if token.endswith("/>"):
            return self._compile(token, style, known)
        opening = self._open_group(token, style)
        known[token] = opening
        self.size += len(token)
        return opening

    def _store(
        self, token: str, fragments: list[Fragment], known: dict[str, Known]
    ) -> list[Fragment]:
        known[token] = fragments[0] if len(fragments) == 1 else fragments
        self.size += len(token) + sum(len(f.operators) for f in fragments)
        return fragments

    def _compile(self, source: str, style: Style, known: dict[str, Known]) -> list[Fragment]:
        """The fragments of one element's source."""
        found = known.get(source)
        if isinstance(found, Fragment):
            return [found]
        if isinstance(found, list):
            return found
        element = parse_tree(source)
        _check_simple(element)
        recorder = _Recorder()
        draw_element(element, style, self.context, recorder)
        return self._store(source, recorder.finish_fragments(), known)

    def find_line(self, start: str, style: Style) -> Line | None:
        """The line of texts that begin with this start tag, without its bracket.

        None if they need more than a line. Raises what look_up does.
        """
        _, _, own, line = self._begin_text(start, style)
        return line if own.display != "none" else None

    def _begin_text(self, start: str, style: Style) -> tuple[Element, Style, Own, Line | None]:
        """The element of a start tag, its style, and its line."""
        known = self._starts.get((style, start))
        if known is None:
            element = parse_tree(f"{start}/>")
            _check_simple(element)
            check_names(element, self.context)
            inner, own = self.context.resolve_style(style, element)
            known = (element, inner, own, plan_line(element, inner, own, self.context))
            self._starts[style, start] = known
            self.size += len(start)
        return known

    def _compile_text(self, token: str, content: str, style: Style) -> list[Fragment]:
        """The fragments of a <text> that holds nothing but characters."""
        model, inner, own, line = self._begin_text(token[: token.index(">")], style)
        if own.display == "none":
            return []
        if line and (drawn := line.draw(content)) is not None:
            return [drawn]
        element = Element("text", model.attributes)
        element.children = [content]
        if "transform" not in model.attributes and own.opacity == 1 and not own.clip_path:
            return draw_text(element, inner, own, self.context)
        recorder = _Recorder()
        draw_styled(element, inner, own, self.context, recorder)
        return recorder.finish_fragments()

    def _open_group(self, token: str, style: Style) -> Opening | Mark:
        element = parse_tree(f"{token[:-1]}/>")
        _check_simple(element)
        context = self.context
        check_names(element, context)
        inner, own = context.resolve_style(style, element)
        matrix = read_transform(element, context)
        masked = own.mask not in ("", "none")
        if own.display == "none" or own.opacity != 1 or masked or is_flat(matrix):
            return Mark.WHOLE
        inner = context.place_style(inner, measure_scale(matrix))
        if own.clip_path in ("", "none"):
            return Opening(inner, matrix, "")
        clip = clip_element(own.clip_path, element, inner, context)
        # One that depends on what is in the group, or is soft, needs all of it.
        whole = clip.resources or is_boxed(own.clip_path, context)
        return Mark.WHOLE if whole else Opening(inner, matrix, clip.operators)


class _Recorder(Stream):
    """Notes the fragments of one element; each group in it, with its contents, is one too.

    This way, an element is written after others as it would be in the whole tree.
    """

    def __init__(self) -> None:
        super().__init__()
        self._fragments: list[Fragment] = []
        self._group: Stream | None = None  # the outermost open one

    def add(self, fragment: Fragment) -> None:
        if self._group is None:
            self._fragments.append(fragment)
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
            self._fragments.append(group.fragment())
            self._group = None

    def finish_fragments(self) -> list[Fragment]:
        """What was drawn."""
        return self._fragments


def _check_simple(element: Element) -> None:
    """Makes sure that an element means the same on its own as in its drawing."""
    for found in element.walk():
        # Definitions here hold for the whole drawing, and prefixes are declared elsewhere.
        if found.tag in _DEFINING or ":" in found.tag:
            raise NotSplitError
    levels, row = 0, [element]
    while row:
        row = [child for parent in row for child in parent.elements]
        levels += 1
    if levels > _MOST_LEVELS:
        raise NotSplitError
