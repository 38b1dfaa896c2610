"""Tokens: the elements and tags of an SVG text, as far as they are clear at a glance."""

from __future__ import annotations

import re
from collections.abc import Iterator

BLANK = " \t\r\n"
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


def cut_text(text: str) -> Iterator[tuple[str, bool]]:
    """A template's own text between two values or tags of Jinja, cut for `Plan.draw`.

    Whole elements that follow each other are one piece, each tag of a group is one, and each tag of
    an element that is not whole; these with True.
    """
    if text.isspace():
        yield text, True
        return
    start = at = 0  # of the whole elements that have not been put out yet
    while at < len(text):
        found = find_token(text, at)
        if found and found[1]:
            at = found[2]
            continue
        end = found[2] if found else text.find(">", at) + 1 or len(text)
        if text[at:].isspace():
            at = len(text)
        elif text[end:].isspace():
            end = len(text)
        if at > start:
            yield text[start:at], False
        if end > at:
            yield text[at:end], found is None
        start = at = end
    if at > start:
        yield text[start:], False
