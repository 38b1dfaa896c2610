"""Form fields: what a shape's `data-field` and the attributes beside it say."""

from __future__ import annotations

from sheetgen.drawing.drawing import Field
from sheetgen.drawing.outline import operators_box
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import Way
from sheetgen.svg.problem import BAD_VALUE

_KINDS = ("checkbox", "text")
_SIDES = ("start", "center", "end")
_MOST_LINES = 200


def read_field(
    attributes: dict[str, str], outline: str, context: Context
) -> tuple[tuple[Way, Field], ...]:
    """The field that a shape becomes, if it becomes one: the box around its outline."""
    kind = attributes["data-field"]
    if not kind:
        return ()
    lines, align = attributes.get("data-lines", "1"), attributes.get("data-align", "")
    if kind not in _KINDS:
        return _refuse("data-field", kind, f"one of {', '.join(_KINDS)}", context)
    if align and align not in _SIDES:
        return _refuse("data-align", align, f"one of {', '.join(_SIDES)}", context)
    if not (lines.isascii() and lines.isdigit() and 1 <= int(lines[:4]) <= _MOST_LINES):
        return _refuse("data-lines", lines, f"a number from 1 to {_MOST_LINES}", context)
    box = operators_box(outline)
    if not box:
        return ()
    value, tip, total, left = (
        attributes.get(f"data-{name}", "") for name in ("value", "tip", "sum", "left")
    )
    name = attributes.get("data-name") or kind
    return (((), Field(kind, name, box, value, tip, int(lines), align, total, left)),)


def _refuse(name: str, value: str, known: str, context: Context) -> tuple[()]:
    context.report(BAD_VALUE, f"{name}: '{value[:60]}' is not {known}")
    return ()
