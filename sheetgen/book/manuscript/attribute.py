"""Attributes of Markdown: what may be written in braces after a picture, link or passage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from sheetgen.book.problem import NOT_DRAWN
from sheetgen.ground.diagnostics import Diagnostic, Place, find_nearest
from sheetgen.ground.number import shorten

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

_MEANT: Mapping[str, tuple[str, ...]] = {
    "image": (".wide", ".bleed", "width="),
    "span": (".index", ".small-caps", "index="),
    "link": (),
    "code_inline": (),
}
"""What has a meaning, by the kind of node."""
_OWN = {"src", "alt", "title", "href"}
"""Attributes that Markdown has other words for."""


def check_attributes(node: Node, find: Callable[[], Place]) -> Iterator[Diagnostic]:
    """Reports attributes without a meaning; `find` says where the node is."""
    known = _MEANT.get(node.type)
    if known is None or not node.attrs:
        return
    for name, value in node.attrs.items():
        if name in _OWN:
            continue
        written = [f".{word}" for word in str(value).split()] if name == "class" else [f"{name}="]
        for word in written:
            if word not in known:
                near = find_nearest(word, known)
                hint = f"did you mean {near}?" if near else _list(known)
                message = f"{{{shorten(word)}}} means nothing here"
                yield NOT_DRAWN.at(find(), message, hint)


def _list(known: tuple[str, ...]) -> str:
    return f"there are {', '.join(known)}" if known else "leave it out"
