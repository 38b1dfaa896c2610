"""Mending: templates that an editor saved are read as they were meant.

An editor such as Inkscape knows nothing of placeholders. It writes `>` as `&gt;`, and may break
what stands in a text over several tspans. Every change here keeps the length of the text and its
lines, so that places remain those of the file.
"""

from __future__ import annotations

import re
from html import unescape

_PIECE = re.compile(
    r"""(?s)<!\[CDATA\[.*?\]\]>
    | <!--\{%[-+]?\s*raw\b.*?\bendraw\s*[-+]?%\}-->
    | <!--\{%.*?%\}-->
    | \{(?:</?tspan\b[^<>]*>|<\?[^<>]*\?>)*\{ .*? \}(?:</?tspan\b[^<>]*>|<\?[^<>]*\?>)*\}""",
    re.VERBOSE,
)
_TAG = re.compile(r"</?tspan\b[^<>]*>|<\?[^<>]*\?>")
_ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")
_END = re.compile(r"\s*[-+]?[%}]\}(?:-->)?$")
_DECLARATION = re.compile(r"\s*<\?xml\s[^<>]*\?>")
_ROOT = re.compile(r"(?s)\s*+(?:<\?.*?\?>|<!--.*?-->|\s++)*+<(svg)\b([^<>]*)>")
_SIZE = re.compile(r"\s(?:width|height|viewBox|data-size)\s*=")
_VERSION = re.compile(r"""\sversion\s*=\s*(?:"[^"]*"|'[^']*')""")
_VISIBLE = re.compile(r"""\soverflow\s*=\s*["']visible["']""")


def mend(text: str) -> str:
    """A template with what an editor did to its Jinja undone."""
    if "&" not in text and "tspan" not in text:
        return text
    return _PIECE.sub(_mend_piece, text)


def _mend_piece(found: re.Match[str]) -> str:
    piece = found[0]
    tags = _TAG.findall(piece) if piece[0] == "{" else []
    if not tags and ("&" not in piece or piece.startswith("<![") or "endraw" in piece):
        return piece
    # What the editor put between belongs behind: it only closes one tspan and opens the next.
    plain = _TAG.sub("", piece) if tags else piece
    short = _ENTITY.sub(lambda entity: unescape(entity[0]), plain)
    end = _END.search(short)
    if end is None:
        return piece
    room = " " * (len(plain) - len(short))
    return f"{short[: end.start()]}{room}{end[0]}{''.join(tags)}"


def open_part(text: str) -> str:
    """A template as others can include it: without the line that makes it a file.

    Editors open nothing but an `<svg>`. One that has no size and is not cut off is a `<g>`.
    """
    declaration = _DECLARATION.match(text)
    if declaration:
        text = " " * declaration.end() + text[declaration.end() :]
    root = _ROOT.match(text)
    if root is None or _SIZE.search(root[2]) or not _VISIBLE.search(root[2]):
        return text
    end = text.rfind("</svg>")
    attributes = _VERSION.sub(lambda version: re.sub(r"\S", " ", version[0]), root[2])
    text = f"{text[: root.start(1)]}g  {attributes}{text[root.end(2) :]}"
    return text if end < 0 else f"{text[:end]}</g>  {text[end + 6 :]}"
