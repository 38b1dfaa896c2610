"""Mending: templates that an editor saved are read as they were meant.

An editor such as Inkscape knows nothing of placeholders. It writes `>` as `&gt;`, and may break
what stands in a text over several tspans. Every change here keeps the length of the text and its
lines, so that places remain those of the file. Patterns are compiled when one is needed, as most
templates come from no editor.
"""

from __future__ import annotations

import re

_SPLIT = r"\{[^{}]*\}?<"
"""A tag in a placeholder; CSS and whole placeholders have none."""
_PIECE = r"""(?sx)<!\[CDATA\[.*?\]\]>
    | <!--\{%[-+]?\s*raw\b.*?\bendraw\s*[-+]?%\}-->
    | <!--\{%.*?%\}-->
    | \{(?:</?tspan\b[^<>]*>|<\?[^<>]*\?>)*\{ .*? \}(?:</?tspan\b[^<>]*>|<\?[^<>]*\?>)*\}"""
_TAG = r"</?tspan\b[^<>]*>|<\?[^<>]*\?>"
_ENTITY = r"&(?:(gt|lt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));"
_END = r"\s*[-+]?[%}]\}(?:-->)?$"
_DECLARATION = r"\s*<\?xml\s[^<>]*\?>"
_ROOT = r"(?s)\s*+(?:<\?.*?\?>|<!--.*?-->|\s++)*+<(svg)\b([^<>]*)>"
_SIZE = r"\s(?:width|height|viewBox|data-size)\s*="
_VERSION = r"""\sversion\s*=\s*(?:"[^"]*"|'[^']*')"""
_VISIBLE = r"""\soverflow\s*=\s*["']visible["']"""
_LETTERS = {"gt": ">", "lt": "<", "amp": "&", "quot": '"', "apos": "'"}
_LAST = 0x10FFFF


def mend(text: str) -> str:
    """A template with what an editor did to its Jinja undone."""
    if "&" not in text and not re.search(_SPLIT, text):
        return text
    return re.sub(_PIECE, _mend_piece, text)


def _mend_piece(found: re.Match[str]) -> str:
    piece = found[0]
    tags = re.findall(_TAG, piece) if piece[0] == "{" else []
    if not tags and ("&" not in piece or piece.startswith("<![") or "endraw" in piece):
        return piece
    # What the editor put between belongs behind: it only closes one tspan and opens the next.
    plain = re.sub(_TAG, "", piece) if tags else piece
    short = re.sub(_ENTITY, _read_entity, plain)
    end = re.search(_END, short)
    if end is None:
        return piece
    room = " " * (len(plain) - len(short))
    return f"{short[: end.start()]}{room}{end[0]}{''.join(tags)}"


def _read_entity(found: re.Match[str]) -> str:
    if found[1]:
        return _LETTERS[found[1]]
    number = int(found[2]) if found[2] else int(found[3], 16)
    return chr(number) if number <= _LAST else found[0]


def open_part(text: str) -> str:
    """A template as others can include it: without the line that makes it a file.

    Editors open nothing but an `<svg>`. One that has no size and is not cut off is a `<g>`.
    """
    declaration = re.match(_DECLARATION, text)
    if declaration:
        text = " " * declaration.end() + text[declaration.end() :]
    root = re.match(_ROOT, text)
    if root is None or re.search(_SIZE, root[2]) or not re.search(_VISIBLE, root[2]):
        return text
    end = text.rfind("</svg>")
    attributes = re.sub(_VERSION, lambda version: " " * len(version[0]), root[2])
    text = f"{text[: root.start(1)]}g  {attributes}{text[root.end(2) :]}"
    return text if end < 0 else f"{text[:end]}</g>  {text[end + 6 :]}"
