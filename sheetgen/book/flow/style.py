"""How a paragraph looks; lengths in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Align = Literal["justify", "left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The look of a paragraph and of the letters in it.

    `before` and `after` are the space around it; between two neighbours the larger counts.
    `indent` is that of its first line. `tracking` is added between letters, in thousandths of
    the size. With `keep` it stays on one page with what follows.
    """

    family: str
    size: float
    leading: float
    colour: str
    weight: int = 400
    italic: bool = False
    align: Align = "justify"
    before: float = 0.0
    after: float = 0.0
    indent: float = 0.0
    left: float = 0.0
    right: float = 0.0
    tracking: float = 0.0
    capitals: bool = False
    hyphenate: bool = True
    keep: bool = False
