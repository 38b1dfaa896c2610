"""Names: what the parts of a drawing are called in the messages that people read."""

from __future__ import annotations

from sheetgen.ground.number import name_one, shorten
from sheetgen.sample.filled import Node
from sheetgen.svg.read.tree import Element

_NAMES = {
    "rect": "rectangle",
    "g": "group",
    "path": "outline",
    "svg": "drawing",
    "image": "picture",
    "use": "symbol",
    "style": "style sheet",
    "polygon": "outline",
    "polyline": "line",
}


def name_node(node: Node) -> str:
    """An element as a person knows it: by its words, its id, or what it lies in."""
    if node.parent is None:
        return "the sheet"
    if node.tag in ("text", "tspan"):
        words = " ".join("".join(letter.letter for letter in node.letters).split())
        if words:
            return f"the text '{shorten(words, 40)}'"
    kind = _NAMES.get(node.tag, node.tag)
    if "id" in node.attributes:
        return f"the {kind} {node.attributes['id']}"
    above = node.parent
    while above.parent is not None and "id" not in above.attributes:
        above = above.parent
    return name_one(kind) + (f" in {above.attributes['id']}" if above.parent else "")


def name_element(element: Element) -> str:
    """A new element as a person knows it."""
    words = " ".join(element.text.split()) if element.tag == "text" else ""
    kind = _NAMES.get(element.tag, element.tag)
    return f"{kind} '{shorten(words, 40)}'" if words else kind
