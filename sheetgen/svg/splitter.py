"""Filled SVG texts drawn quickly: split at their tags, each element looked up by its source.

A filled template repeats itself: the same symbols, groups and numbers in the same places, ship
after ship. Only what is not known yet is parsed. Where the text holds anything that is not clear
at a glance, the splitter gives up, and the whole tree is drawn instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.drawing import IDENTITY, Matrix
from sheetgen.svg.attribute import check_names, read_transform
from sheetgen.svg.clip import clip_operators
from sheetgen.svg.context import Context
from sheetgen.svg.element import MOST_WEIGHT, draw_element, draw_styled
from sheetgen.svg.fragment import Fragment
from sheetgen.svg.stream import Stream
from sheetgen.svg.style import Own, Style
from sheetgen.svg.transform import is_flat, measure_scale
from sheetgen.svg.tree import Element, parse_tree
from sheetgen.svg.vocabulary import NEVER_SHOWN

_BLANK = r"[ \t\r\n]*+"
_COMMENT = r"<!--(?:[^\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff-]|-(?!-))*+-->"
_TOKEN = re.compile(
    rf"""{_BLANK}(?:(
        # An element that is no group: an empty one, or one with all that it holds.
        <(?!g[\s/>])([A-Za-z][\w.:-]*+)[^<>]*+
            (?:(?<=/)> | (?<!/)>[^<]*+(?:<(?!/\2[\s>]|\2[\s/>])[^<]*+)*+</\2\s*+>)
        | </?g(?:[\s/][^<>]*+)?>
        | </svg\s*+>
        | {_COMMENT}
    )|((?s:.+)))""",
    re.VERBOSE,
)
_PROLOGUE = re.compile(rf"\ufeff?(?:<\?xml[^<>?]*+\?>)?(?:{_BLANK}{_COMMENT})*+{_BLANK}")
_ROOT = re.compile(r"""<svg(?=[\s>])(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+(?<!/)>""")
_BETWEEN = re.compile(rf"(?:{_BLANK}{_COMMENT})*+{_BLANK}")
_LEADING = ("style", "defs", "title", "desc", "metadata")
_DEFINITION = re.compile(rf"<({'|'.join(_LEADING)}|[A-Za-z][\w.-]*+:[\w.-]++)(?=[\s/>])[^<>]*+>")
_MOST_GROUPS = 40  # in each other, and
_MOST_LEVELS = 16  # of elements in one of them: together less than the tree takes
_DEFINING = NEVER_SHOWN - {"title", "desc", "metadata"}


class NotSplitError(Exception):
    """The text needs the whole tree."""


@dataclass(frozen=True, slots=True)
class _Opening:
    """The start of a group: how it is entered, and what is known inside it."""

    style: Style
    matrix: Matrix
    clip: str


class _Mark:
    """A token that is no drawing of its own."""


_CLOSE, _END, _WHOLE = _Mark(), _Mark(), _Mark()
Known = Fragment | list[Fragment] | _Opening | _Mark
"""What a token stands for; _WHOLE starts a group that is compiled with all that it holds."""


def find_body(text: str) -> int:
    """Where the drawing begins after the root's start tag and the definitions that lead it.

    Raises NotSplitError.
    """
    start = _PROLOGUE.match(text)
    root = _ROOT.match(text, start.end()) if start else None
    if root is None:
        raise NotSplitError
    at = root.end()
    while True:
        blank = _BETWEEN.match(text, at)
        at = blank.end() if blank else at
        found = _DEFINITION.match(text, at)
        if found is None:
            return at
        at = found.end()
        if text[at - 2] != "/":
            closing = f"</{found[1]}>"
            at = text.find(closing, at)
            if at < 0:
                raise NotSplitError
            at += len(closing)


def starts_definition(text: str, at: int) -> bool:
    """Whether a definition stands there."""
    return _DEFINITION.match(text, at) is not None


class Splitter:
    """Draws the bodies of texts that share their definitions, remembering what it compiled."""

    def __init__(self, context: Context, style: Style) -> None:
        self.context = context
        self.style = style
        self.size = 0  # of what is remembered, in characters
        self._known: dict[Style, dict[str, Known]] = {}
        self._starts: dict[tuple[Style, str], tuple[Element, Style, Own]] = {}

    def forget(self) -> None:
        """Drops what was compiled."""
        self.context.forget()
        self._known.clear()
        self._starts.clear()
        self.size = 0

    def draw(self, body: str, stream: Stream) -> None:
        """Draws what follows the definitions. Raises NotSplitError, FaultError, DrawingError."""
        style = self.style
        known = self._remember(style)
        saved: list[tuple[Style, dict[str, Known], bool]] = []
        add = stream.add
        tokens = iter(_TOKEN.findall(body))
        for token, tag, rest in tokens:
            thing = known.get(token)
            if thing is None:
                if rest:
                    raise NotSplitError
                thing = self._learn(token, tag, style, known)
            if isinstance(thing, Fragment):
                add(thing)
            elif isinstance(thing, _Opening):
                grouped = bool(thing.clip) or thing.matrix != IDENTITY
                saved.append((style, known, grouped))
                if len(saved) > _MOST_GROUPS:
                    raise NotSplitError
                if grouped:
                    stream.save(thing.matrix, thing.clip)
                style = thing.style
                known = self._remember(style)
            elif isinstance(thing, list):
                for fragment in thing:
                    add(fragment)
            elif thing is _CLOSE:
                if not saved:
                    raise NotSplitError
                style, known, grouped = saved.pop()
                if grouped:
                    stream.restore()
            elif thing is _WHOLE:
                source = _join_group(token, tokens)
                for fragment in self._compile(source, style, known):
                    add(fragment)
            else:  # the end, after which only comments may come
                if saved or any(t[:4] != "<!--" for t, _, _ in tokens):
                    raise NotSplitError
                break
        else:
            raise NotSplitError
        if stream.weight > MOST_WEIGHT:
            raise NotSplitError

    def _remember(self, style: Style) -> dict[str, Known]:
        known = self._known.get(style)
        if known is None:
            known = self._known[style] = {"</g>": _CLOSE, "</svg>": _END}
        return known

    def _learn(self, token: str, tag: str, style: Style, known: dict[str, Known]) -> Known:
        """What a token stands for that was not met before under this style."""
        if tag == "text" and token.endswith("</text>"):
            content = token[token.index(">") + 1 : -7]
            # Printable text without markup means itself: then only the start tag is XML.
            if content.isprintable() and not any(c in content for c in "<>&"):
                return self._store(token, self._compile_text(token, content, style), known)
        if tag:
            return self._compile(token, style, known)
        if token.startswith("<!--"):
            return []
        if token.startswith("</"):
            return _END if token.startswith("</s") else _CLOSE
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

    def _compile_text(self, token: str, content: str, style: Style) -> list[Fragment]:
        """The fragments of a <text> that holds nothing but characters."""
        start = token[: token.index(">")]
        known = self._starts.get((style, start))
        if known is None:
            element = parse_tree(f"{start}/>")
            _check_simple(element)
            check_names(element, self.context)
            known = (element, *self.context.resolve_style(style, element))
            self._starts[style, start] = known
            self.size += len(start)
        model, inner, own = known
        if own.display == "none":
            return []
        element = Element("text", model.attributes)
        element.children = [content]
        recorder = _Recorder()
        draw_styled(element, inner, own, self.context, recorder)
        return recorder.finish_fragments()

    def _open_group(self, token: str, style: Style) -> _Opening | _Mark:
        element = parse_tree(f"{token[:-1]}/>")
        _check_simple(element)
        context = self.context
        check_names(element, context)
        inner, own = context.resolve_style(style, element)
        matrix = read_transform(element, context)
        if own.display == "none" or own.opacity != 1 or is_flat(matrix):
            return _WHOLE
        inner = context.place_style(inner, measure_scale(matrix))
        clipped = own.clip_path not in ("", "none")
        clip = clip_operators(own.clip_path, inner, context) if clipped else ""
        return _Opening(inner, matrix, clip)


class _Recorder(Stream):
    """Notes the fragments of one element, as long as it needs no group around them."""

    def __init__(self) -> None:
        super().__init__()
        self._fragments: list[Fragment] = []
        self._grouped = False

    def add(self, fragment: Fragment) -> None:
        self._fragments.append(fragment)
        super().add(fragment)

    def save(self, matrix: Matrix = IDENTITY, clip: str = "") -> None:
        self._grouped = True
        super().save(matrix, clip)

    def finish_fragments(self) -> list[Fragment]:
        """What was drawn; as a single fragment where a group is part of it."""
        return [self.fragment()] if self._grouped else self._fragments


def _check_simple(element: Element) -> None:
    """Makes sure that an element means the same on its own as in its drawing."""
    for found in element.walk():
        # Definitions here are for the whole drawing, prefixes are declared elsewhere.
        if found.tag in _DEFINING or ":" in found.tag:
            raise NotSplitError
    levels, row = 0, [element]
    while row:
        row = [child for parent in row for child in parent.elements]
        levels += 1
    if levels > _MOST_LEVELS:
        raise NotSplitError


def _join_group(token: str, tokens: Iterator[tuple[str, str, str]]) -> str:
    """The source of the group that `token` opens, taken from the tokens that follow."""
    parts, depth = [token], 1
    for part, tag, rest in tokens:
        if rest or part.startswith("</s"):
            break
        parts.append(part)
        if not tag and part.startswith("</g"):
            depth -= 1
            if not depth:
                return "".join(parts)
        elif not tag and part.startswith("<g") and not part.endswith("/>"):
            depth += 1
    raise NotSplitError
