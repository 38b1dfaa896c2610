"""The page of a sample: a new size becomes that of its template, where no value decides it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isclose
from typing import NamedTuple

from sheetgen.ground.number import fmt, shorten
from sheetgen.ground.units import MM, format_size
from sheetgen.sample.drawn import Drawn
from sheetgen.sample.filled import Node
from sheetgen.sample.look import Look, Step
from sheetgen.sample.report import Report
from sheetgen.sample.rewriting import Edit
from sheetgen.sample.source import Part, Source
from sheetgen.svg.read.length import read_length

_PIXEL = 72 / 96
_WORD = re.compile(r"(?:\{\{.*?\}\}|[^\s,{])+", re.DOTALL)


class Page(NamedTuple):
    """The width and height of a drawing in points, and its viewBox."""

    sides: tuple[float, float]
    box: tuple[float, ...]


def compare_page(
    source: Source, part: Part, node: Node, drawn: Drawn, report: Report
) -> list[Edit]:
    """The edits for a page that has another size than the sample was made with."""
    old = _read_page(node.attributes, node.attributes.get("data-size", ""))
    new = _read_page(drawn.element.attributes)
    if old is None or (new is not None and _is_same(old, new)):
        return []
    if new is None:
        message = "the size of this page can't be read"
        report.refuse(drawn.element, message, "give it a width, a height and a viewBox")
        return []
    look = Look(source.text, part)
    box = _WORD.findall(look.read("viewBox") or "") or ["0", "0", "", ""]
    size = _WORD.findall(look.read("data-size") or "")
    for at, (word, was) in enumerate(zip(box, old.box, strict=True)):
        if _is_near(was, new.box[at]) and (
            at < 2 or _is_near(old.sides[at - 2], new.sides[at - 2])
        ):
            continue
        side = ("left edge", "upper edge", "width", "height")[at]
        follows = [word, *size[at - 2 : at - 1], look.read(side) or ""] if at > 1 else [word]
        if value := next((text for text in follows if "{{" in text), ""):
            message = f"the {side} of this page was changed, but follows from {shorten(value, 60)}"
            hint = f"make the page {format_size(*old.sides)} again"
            report.refuse(drawn.element, message, hint)
            return []
        box[at] = fmt(new.box[at], 3)
        if at > 1:
            look.take(side, Step("set", f"{fmt(new.sides[at - 2] / MM, 3)}mm"))
            size[at - 2 : at - 1] = box[at : at + 1] if size else []
    look.take("viewBox", Step("set", " ".join(box)))
    if size:
        look.take("data-size", Step("set", " ".join(size)))
    what = f"now {format_size(*new.sides)}, was {format_size(*old.sides)}"
    report.say(drawn.element, node, what, 1, 1)
    return look.write()


def _read_page(attributes: Mapping[str, str], size: str = "") -> Page | None:
    """The size of a drawing, or of a filled template with a data-size; None without one."""
    try:
        width, height = (read_length(attributes.get(side, "")) for side in ("width", "height"))
        box = tuple(map(float, _WORD.findall(attributes.get("viewBox", f"0 0 {width} {height}"))))
        grown = tuple(map(float, size.split())) or box[2:]
    except ValueError:
        return None
    if len(box) != 4 or len(grown) != 2 or min(*box[2:], *grown, width, height) <= 0:
        return None
    sides = width / box[2] * grown[0] * _PIXEL, height / box[3] * grown[1] * _PIXEL
    return Page(sides, (*box[:2], *grown))


def _is_same(old: Page, new: Page) -> bool:
    return all(map(_is_near, (*old.sides, *old.box), (*new.sides, *new.box)))


def _is_near(old: float, new: float) -> bool:
    """Whether two numbers are the same to an editor, which may write them in another unit."""
    return isclose(old, new, rel_tol=1e-4, abs_tol=2e-3)
