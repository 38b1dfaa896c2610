"""The card of a sketched game: a template with its fields by name, to go on from in any editor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from sheetgen.ground.record import NamedTuple

_WIDE, _INNER = 88, 80
_BOXES = 5
_LINE = (
    '<text class="text"{} x="4" y="{{{{ here.y + {} + loop.index0 * 3.5 }}}}">'
    "{{{{ line.text }}}}</text>"
)
_SMALL = ("class", "type", "category", "faction", "role", "caption", "kind")
"""Keys that stand below the name."""
_STYLE = """\
<style>
  .cap { font-size: 2.3px; fill: var(--grey, #5a6370) }
  .big { font-size: 4.4px; font-weight: 700; text-anchor: middle }
  .head { font-size: 2.6px; font-weight: 700; fill: var(--accent, #1f4e79) }
  .text { font-size: 2.7px }
  .box { fill: none; stroke: var(--hair, #a8b0b8); stroke-width: 0.25 }
</style>"""


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
    numbers = [one for one in fields if one.form == "number"][:20]
    texts = [one for one in fields if one.form == "text"]
    flags = [one for one in fields if one.form == "flag"]
    small = [one for word in _SMALL for one in texts if one.key.startswith(word)][:1]
    facts = [one for one in texts if one not in small][:14]
    height = ["16"]
    body = []
    if numbers:
        rows = -(-len(numbers) // _BOXES)
        body += _draw_numbers(numbers)
        height.append(str(rows * 11 + 1))
    for field in facts:
        body += _draw_fact(field)
        height.append(f"(4 if {_given(field)} else 0)")
    for field in flags:
        height.append(f"(4 if sheet.{field.key} else 0)")
        body += [
            f"<!--{{% if sheet.{field.key} %}}-->",
            f'<text class="text" x="4" y="{{{{ here.y + 3 }}}}">{escape(field.title)}</text>',
            "<!--{% set here.y = here.y + 4 %}-->",
            "<!--{% endif %}-->",
        ]
    for field in fields:
        if field.form == "table":
            body += _draw_table(field)
            height.append(_measure_table(field))
        elif field.form in ("prose", "texts"):
            body += _draw_prose(field)
            lines = f"sheet.{field.key}_lines"
            height.append(f"(4.4 + 3.5 * ({lines}|length) if {_is_long(field)} else 0)")
    total = " + ".join(height)
    head = (
        '<text x="4" y="13.2" class="cap" data-width="80">'
        f"{{{{ sheet.{small[0].key} or '' }}}}</text>"
        if small
        else ""
    )
    return "\n".join(
        [
            "<!-- A first card: each field of the game once. Millimetres; see docs/svg.md. -->",
            f"<!--{{% set high = {total} + 4 %}}-->",
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}mm" height="60mm"'
            f' viewBox="0 0 {_WIDE} 60" data-size="{_WIDE} {{{{ high }}}}"'
            ' font-family="var(--text, Barlow)" fill="var(--ink, #1a1d21)">',
            _STYLE,
            "<!--{% set here = namespace(y=16) %}-->",
            f'<rect x="0.3" y="0.3" width="{_WIDE - 0.6}" height="{{{{ high - 0.6 }}}}" rx="2"'
            ' fill="none" stroke="var(--ink, #1a1d21)" stroke-width="0.5"/>',
            f'<path d="M4 9.8H{_WIDE - 4}" stroke="var(--accent, #1f4e79)" stroke-width="0.7"/>',
            '<text x="4" y="7.8" font-size="5.4" font-weight="700" data-width="80">'
            "{{ sheet.name }}</text>",
            head,
            *body,
            "</svg>\n",
        ]
    )


def _given(field: SketchedField) -> str:
    return f"sheet.{field.key} is not none" if field.spec.get("optional") else "true"


def _is_long(field: SketchedField) -> str:
    return f"sheet.{field.key}"


def _draw_numbers(numbers: Sequence[SketchedField]) -> list[str]:
    wide = _INNER / _BOXES
    made = []
    for at, field in enumerate(numbers):
        x, y = 4 + at % _BOXES * wide, 16 + at // _BOXES * 11
        value = f"sheet.{field.key}"
        made += [
            f'<rect class="box" x="{x:g}" y="{y + 3:g}" width="{wide - 1.5:g}" height="6.6"/>',
            f'<text class="cap" x="{x:g}" y="{y + 2.3:g}" data-width="{wide - 1.5:g}">'
            f"{escape(field.title[:13])}</text>",
            f'<text class="big" x="{x + (wide - 1.5) / 2:g}" y="{y + 7.9:g}"'
            f' data-width="{wide - 2.5:g}">'
            f'{{{{ {value} if {value} is not none else "–" }}}}</text>',
        ]
    rows = -(-len(numbers) // _BOXES)
    return [*made, f"<!--{{% set here.y = {16 + rows * 11 + 1} %}}-->"]


def _draw_fact(field: SketchedField) -> list[str]:
    return [
        f"<!--{{% if {_given(field)} %}}-->",
        '<text class="cap" x="4" y="{{ here.y + 3 }}" data-width="24">'
        f"{escape(field.title[:22])}</text>",
        f'<text class="text" x="30" y="{{{{ here.y + 3 }}}}" data-width="54">'
        f"{{{{ sheet.{field.key} }}}}</text>",
        "<!--{% set here.y = here.y + 4 %}-->",
        "<!--{% endif %}-->",
    ]


def _draw_prose(field: SketchedField) -> list[str]:
    return [
        f"<!--{{% if {_is_long(field)} %}}-->",
        f'<text class="head" x="4" y="{{{{ here.y + 3 }}}}">{escape(field.title)}</text>',
        f"<!--{{% for line in sheet.{field.key}_lines %}}-->",
        _LINE.format("", 6.6),
        "<!--{% endfor %}-->",
        f"<!--{{% set here.y = here.y + 4.4 + 3.5 * (sheet.{field.key}_lines|length) %}}-->",
        "<!--{% endif %}-->",
    ]


def split_parts(field: SketchedField) -> tuple[dict[str, float], list[str]]:
    """The parts of a table in columns, with their widths in mm, and those in lines of their own.

    Columns are as wide as what was seen needs; what has no room goes into lines.
    """
    columns = {
        name: max(9.0, 1.25 * most + 2) for name, form, most in field.parts if form != "prose"
    }
    if columns:
        first = next(iter(columns))
        columns[first] = max(columns[first], 1.5 * len(field.title) + 2)
    while len(columns) > 6 or sum(columns.values()) > _INNER:
        del columns[max(columns, key=lambda name: columns[name])]
    room = (_INNER - sum(columns.values())) / max(len(columns), 1)
    return (
        {name: wide + room for name, wide in columns.items()},
        [name for name, _, _ in field.parts if name not in columns],
    )


def _measure_table(field: SketchedField) -> str:
    _, long = split_parts(field)
    rows = f"{4 if split_parts(field)[0] else 1} * (sheet.{field.key}|length)"
    lines = "".join(f" + 3.5 * sheet.{field.key}_{name}_rows" for name in long)
    return f"(4.6 + {rows}{lines} if sheet.{field.key} else 0)"


def _draw_table(field: SketchedField) -> list[str]:
    columns, long = split_parts(field)
    short, wide, places = list(columns), [w - 1.5 for w in columns.values()], [4.0]
    for width in columns.values():
        places.append(places[-1] + width)
    del places[-1]
    title = field.title
    made = [f"<!--{{% if sheet.{field.key} %}}-->"]
    made.append(f'<text class="head" x="4" y="{{{{ here.y + 3 }}}}">{escape(title)}</text>')
    made += [
        f'<text class="cap" x="{x:g}" y="{{{{ here.y + 3 }}}}" data-width="{w:g}">'
        f"{escape(name.replace('_', ' '))}</text>"
        for x, w, name in list(zip(places, wide, short, strict=True))[1:]
    ]
    made += [
        "<!--{% set here.y = here.y + 4.6 %}-->",
        f"<!--{{% for one in sheet.{field.key} %}}-->",
        *(_draw_lines(field, first, bold=True) if (first := _find_first(field, long)) else ()),
        *(
            f'<text class="text" x="{x:g}" y="{{{{ here.y + 2.8 }}}}" data-width="{w:g}">'
            f"{{{{ one.{name} if one.{name} is not none else '' }}}}</text>"
            for x, w, name in zip(places, wide, short, strict=True)
        ),
        f"<!--{{% set here.y = here.y + {4 if short else 1} %}}-->",
    ]
    for name in long:
        if name != first:
            made += _draw_lines(field, name)
    return [*made, "<!--{% endfor %}-->", "<!--{% endif %}-->"]


def _find_first(field: SketchedField, long: Sequence[str]) -> str:
    """The first part of a table if it stands in lines: it is what the rest is about."""
    return field.parts[0][0] if field.parts[0][0] in long else ""


def _draw_lines(field: SketchedField, name: str, bold: bool = False) -> list[str]:
    lines = f"sheet.{field.key}_{name}[loop.index0]"
    return [
        f"<!--{{% for line in {lines} %}}-->",
        _LINE.format(' font-weight="600"' if bold else "", 2.6),
        "<!--{% endfor %}-->",
        f"<!--{{% set here.y = here.y + 3.5 * ({lines}|length) %}}-->",
    ]
