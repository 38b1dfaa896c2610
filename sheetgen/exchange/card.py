"""The card of a sketched game: a template with its fields by name, to go on from in any editor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sheetgen.ground.record import NamedTuple

_WIDE, _INNER, _BOXES = 88, 80, 5
_SMALL = ("class", "type", "category", "faction", "role", "caption", "kind")
"""Keys that stand below the name."""


class SketchedField(NamedTuple):
    """A field of a sketched kind: its key, what it is in a game.yaml, and its formula.

    `form` is number, flag, text, prose, texts or table; a table has `parts`, each with its form and
    the letters of its longest value.
    """

    key: str
    title: str
    spec: dict[str, Any]
    formula: str
    form: str
    parts: Sequence[tuple[str, str, int]] = ()


def draw_card(fields: Sequence[SketchedField]) -> str:
    """The text of a card for fields: numbers in boxes, lists as tables, long texts in lines."""
    from jinja2 import Environment

    brackets = ("[%", "%]", "[[", "]]", "[#", "#]")  # as braces are those of the card itself
    environment = Environment(*brackets, keep_trailing_newline=True)
    environment.filters["number"] = "{:g}".format
    numbers = [one for one in fields if one.form == "number"][:20]
    texts = [one for one in fields if one.form == "text"]
    small = [one for word in _SMALL for one in texts if one.key.startswith(word)][:1]
    template = Path(__file__).with_name("card.jinja").read_text("utf-8")
    return environment.from_string(template).render(
        wide=_WIDE,
        boxes=_BOXES,
        box=_INNER / _BOXES,
        ground=16 + (-(-len(numbers) // _BOXES) * 11 + 1 if numbers else 0),
        small=small,
        numbers=numbers,
        facts=[one for one in texts if one not in small][:14],
        flags=[one for one in fields if one.form == "flag"],
        lists=[one for one in fields if one.form in ("table", "prose", "texts")],
        split=split_parts,
    )


def split_parts(field: SketchedField) -> tuple[dict[str, tuple[float, float]], list[str]]:
    """The parts of a table in columns, with their places and widths, and those in lines.

    Columns are as wide as what was seen needs, in mm; what has no room goes into lines.
    """
    wide = {name: max(9.0, 1.25 * most + 2) for name, form, most in field.parts if form != "prose"}
    if wide:
        first = next(iter(wide))
        wide[first] = max(wide[first], 1.5 * len(field.title) + 2)
    while len(wide) > 6 or sum(wide.values()) > _INNER:
        del wide[max(wide, key=lambda name: wide[name])]
    room, x, columns = (_INNER - sum(wide.values())) / max(len(wide), 1), 4.0, {}
    for name, width in wide.items():
        columns[name] = x, width + room - 1.5
        x += width + room
    return columns, [name for name, _, _ in field.parts if name not in columns]
