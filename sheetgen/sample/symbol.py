"""Symbols drawn where they are used, as groups: editors let nobody draw in a symbol itself."""

from __future__ import annotations

import re
from typing import NamedTuple

from sheetgen.ground.number import fmt
from sheetgen.sample.likeness import parse_plain
from sheetgen.sample.source import NUMBER, Token, cut, read_attributes
from sheetgen.svg.read.tree import MARK

_USE = re.compile(
    rf"""(<\?{MARK}\ \d+\?>)(<use\b(?:"[^"]*"|'[^']*'|[^"'<>])*(?:/>|>\s*</use>))""", re.VERBOSE
)
_PLACED = ("href", "xlink:href", "x", "y", "width", "height", "transform")
_OWN = ("id", "overflow", "x", "y", "width", "height", "viewBox", "preserveAspectRatio")
_DEEPEST = 6
_MOST = 2_000_000
"""Letters of a sample; with more, symbols stay symbols."""


class _Symbol(NamedTuple):
    mark: str
    attributes: str
    inside: str


def open_symbols(text: str) -> str:
    """A filled template with marks, in which groups stand for the uses of its symbols.

    The outer of two groups is the `<use>`, the inner one the symbol. Raises SourceError.
    """
    symbols, spans = _find_symbols(text)
    if not symbols:
        return text
    pieces, at = [], 0
    for start, end in spans:
        pieces.append(text[at:start])
        at = end
    opened = _open("".join([*pieces, text[at:]]), symbols, 0)
    return text if opened is None else opened


def _find_symbols(text: str) -> tuple[dict[str, _Symbol], list[tuple[int, int]]]:
    """The symbols that can be opened, by their ids, and where they are."""
    symbols: dict[str, _Symbol] = {}
    spans: list[tuple[int, int]] = []
    path: list[Token] = []
    mark = Token("", 0, 0)
    marks: list[Token] = []
    for token in cut(text):
        if token.kind == "mark":
            mark = token
        elif token.kind == "start" and text[token.end - 2] != "/":
            path.append(token)
            marks.append(mark)
        elif token.kind == "end" and path:
            start, before = path.pop(), marks.pop()
            if not text.startswith("<symbol", start.start) or before.end != start.start:
                continue
            found = {n: text[s:e] for n, (s, e) in read_attributes(text, start).items()}
            name = found.get("id", "")
            if name and name not in symbols and "viewBox" not in found:
                own = "".join(f' {n}="{v}"' for n, v in found.items() if n not in _OWN)
                inside = text[start.end : token.start]
                symbols[name] = _Symbol(text[before.start : before.end], own, inside)
                # Those in others are inside first, and go with them.
                spans = [span for span in spans if span[0] < before.start]
                spans.append((before.start, token.end))
    return symbols, spans


def _open(text: str, symbols: dict[str, _Symbol], depth: int) -> str | None:
    """The text with groups in place of uses; None if that would be too much."""
    pieces: list[str] = []
    at = length = 0
    for found in _USE.finditer(text):
        group = _open_use(found, symbols, depth)
        if group is None:
            return None
        pieces += [text[at : found.start()], group]
        length += len(group)
        at = found.end()
        if length > _MOST:
            return None
    return "".join([*pieces, text[at:]])


def _open_use(found: re.Match[str], symbols: dict[str, _Symbol], depth: int) -> str | None:
    spans = read_attributes(found[2], Token("start", 0, found[2].index(">") + 1))
    values = {name: found[2][start:end] for name, (start, end) in spans.items()}
    name = values.get("href", values.get("xlink:href", "")).removeprefix("#")
    symbol = symbols.get(name)
    place = [parse_plain(values.get(side, "0")) for side in ("x", "y")]
    if symbol is None and not name:
        return found[0]
    if symbol is None or None in place or depth > _DEEPEST:
        return found[0] if symbol is None else None
    inside = _open(symbol.inside, symbols, depth + 1)
    if inside is None:
        return None
    # What says that a use is a form field says nothing of a group.
    named = {f"{NUMBER}-{n}" if n.startswith("data-") else n: v for n, v in values.items()}
    own = "".join(f' {n}="{v}"' for n, v in named.items() if n not in _PLACED)
    shift = f"translate({fmt(place[0] or 0)} {fmt(place[1] or 0)})" if any(place) else ""
    transform = " ".join(filter(None, (values.get("transform", ""), shift)))
    own += f' transform="{transform}"' if transform else ""
    inner = f"{symbol.mark}<g{symbol.attributes}>{inside}</g>"
    return f"{found[1]}<g{own}>{inner}</g>"
