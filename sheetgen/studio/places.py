"""Places: which field shows where on a sheet, found out by changing one after the other.

No template says which key it shows where, and most values are worked out from several. So each
value is changed a little, the sheet is drawn again, and what looks different belongs to it. A mark
that several keys change belongs to the one that changes the least.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import quoteattr

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.definition import Definition, define
from sheetgen.definitions.linking import Linker
from sheetgen.export.trace import Mark, trace_page
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.textfile import Lines
from sheetgen.pages.page import Page
from sheetgen.reading.document import Document
from sheetgen.reading.source import parse
from sheetgen.studio.desk import Desk
from sheetgen.studio.form import find_value, make_form
from sheetgen.studio.problems import show_key
from sheetgen.studio.request import AskError

NEAR = 5.0
"""Marks of one key that are at most so many points apart share a place."""
MOST_PROBES, MOST_PLACES = 80, 12
"""Values that are changed, and places of one key."""
EDGE = 1.0

Path_ = tuple["str | int", ...]
Draw = Callable[[Definition], Page | None]


class FieldPlace(NamedTuple):
    """A part of a page in points, y upwards, and the path of the value that it shows."""

    path: Path_
    box: Box


def probe(
    desk: Desk, definition: Definition, draw: Draw, is_stale: Callable[[], bool]
) -> list[FieldPlace] | None:
    """The places on a page of a sheet; None if what is shown has changed meanwhile.

    The desk is free for others between two drawings.
    """
    with desk.lock:
        if is_stale():
            return None
        page = draw(definition)
        if page is None:
            return []
        marks = trace_page(page)
        data = deepcopy(definition.document.data)
        probes = list(_list_probes(definition, data))[:MOST_PROBES]
    owners: dict[int, list[Path_]] = {}
    least = [len(marks) + 1] * len(marks)
    for path, values in probes:
        changed: set[int] = set()
        for value in values:
            if len(changed) * 4 > len(marks):  # it changes how large everything is
                break
            with desk.lock:
                if is_stale():
                    return None
                changed |= _find_changed(desk, definition, draw, marks, data, (path, value))
        for at in changed:
            if len(changed) <= least[at]:
                shared = owners.get(at, []) if len(changed) == least[at] else []
                owners[at], least[at] = [*shared, path], len(changed)
    return _group(owners, marks, page)


def _group(
    owners: Mapping[int, Sequence[Path_]], marks: Sequence[Mark], page: Page
) -> list[FieldPlace]:
    """The places of all paths, from the paths to which each mark belongs."""
    boxes: dict[Path_, list[Box]] = {}
    most = page.width * page.height / 2  # what is larger shows nothing in particular
    for at, paths in owners.items():
        for path in paths if _measure(marks[at].box) <= most else ():
            boxes.setdefault(path, []).append(marks[at].box)
    return [
        FieldPlace(path, box)
        for path, own in boxes.items()
        for box in join_boxes(own)
        if _measure(box) <= most
    ]


def _find_changed(
    desk: Desk,
    definition: Definition,
    draw: Draw,
    marks: Sequence[Mark],
    data: Any,
    change: tuple[Path_, Any],
) -> set[int]:
    """The numbers of the marks that are gone once a value is another one."""
    other = vary(desk, definition, data, *change)
    if other is None:
        return set()
    try:
        page = draw(other)
    except (ProblemError, AskError):
        return set()
    left = Counter(mark.look for mark in trace_page(page)) if page else Counter[str]()
    gone = set()
    for at, mark in enumerate(marks):
        if left[mark.look]:
            left[mark.look] -= 1
        else:
            gone.add(at)
    return gone


def vary(
    desk: Desk, definition: Definition, data: Any, path: Path_, value: Any
) -> Definition | None:
    """The definition with another value, linked but not checked; None if it can't be used."""
    changed = deepcopy(data)
    box = changed
    for step, following in pairwise(path):
        if isinstance(box, dict) and box.get(step) is None:
            box[step] = [] if isinstance(following, int) else {}
        box = box[step]
        if not isinstance(box, (dict, list)):
            return None
    box[path[-1]] = value
    document = Document(changed, definition.document.index, 0, None, Lines("", "probe"), parse)
    project = desk.project
    made = define(document, definition.path, False, project.systems, [], project.files)
    if made is None:
        return None
    try:
        return Linker(project.shelf, Collection(definitions=[made])).link(made)
    except ProblemError:
        return None


def _list_probes(definition: Definition, data: Any) -> Iterator[tuple[Path_, list[Any]]]:
    """The paths of all values of a definition, each with other values that it might have."""
    groups = make_form(definition.system, definition.kind)["groups"]
    for group in groups:
        for field in group["fields"]:
            yield from _probe_field(field, tuple(field["path"]), data)


def _probe_field(
    field: Mapping[str, Any], path: Path_, data: Any
) -> Iterator[tuple[Path_, list[Any]]]:
    value = find_value(data, path)
    if field["type"] in ("list", "map"):
        item = field["item"]
        steps: Iterable[str | int] = value if isinstance(value, dict) else ()
        steps = range(len(value)) if isinstance(value, list) else steps
        fields = item["fields"] if item["type"] == "record" else [{**item, "path": []}]
        if any(inner["type"] == "reference" for inner in fields):
            # More ships of a design move all the others, which says nothing of any place.
            fields = [inner for inner in fields if inner["type"] != "integer"]
        for step in steps:
            for inner in fields:
                yield from _probe_field(inner, (*path, step, *inner["path"]), data)
        return
    others = _choose_others(field, value)
    if others:
        yield path, others


def _choose_others(field: Mapping[str, Any], value: Any) -> list[Any]:
    """Values that the field might have as well: a number near its own, and one far from it."""
    kind = field["type"]
    if kind in ("integer", "number"):
        least, most = field["minimum"], field["maximum"]
        now = value if isinstance(value, (int, float)) else field.get("default") or least or 0
        lowest, highest = -1e9 if least is None else least, 1e9 if most is None else most
        near = now + 1 if now + 1 <= highest else now - 1
        far = min(2 * now + 7, highest)
        return [one for one in dict.fromkeys((near, far)) if lowest <= one != now]
    if kind == "choice":
        values = [one["value"] for one in field["choices"]]
        return [one for one in values if one not in (value, field.get("default"))][:1]
    if kind == "flag":
        return [not value]
    if kind == "colour":
        return ["#0f7f1f" if value != "#0f7f1f" else "#7f0f1f"]
    if isinstance(value, int):
        value = str(value)
    if kind == "reference" or not isinstance(value, str) or not value:
        return []
    last = "o" if value[-1] != "o" else "e"
    return [value[:-1] + last]  # about as wide as before


def join_boxes(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that are near each other joined, the largest ones first."""
    waiting, joined = list(boxes), []
    while waiting:
        box = waiting.pop()
        near = [other for other in waiting if _is_near(box, other)]
        if near:
            waiting = [other for other in waiting if other not in near]
            waiting.append(_unite([box, *near]))
        else:
            joined.append(box)
    return sorted(joined, key=_measure, reverse=True)[:MOST_PLACES]


def _is_near(one: Box, other: Box) -> bool:
    across = max(one[0], other[0]) - min(one[2], other[2])
    up = max(one[1], other[1]) - min(one[3], other[3])
    return across <= NEAR and up <= NEAR


def _unite(boxes: Sequence[Box]) -> Box:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _measure(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def write_places(places: Iterable[FieldPlace], page: Page) -> list[str]:
    """Transparent rectangles that lie over an SVG of the page, small ones on top."""
    ordered = sorted(places, key=lambda place: -_measure(_widen(place.box)))
    return [
        write_place(
            place.box, page, {"place": show_key(place.path), "path": json.dumps(list(place.path))}
        )
        for place in ordered
    ]


def _widen(box: Box) -> Box:
    x0, y0, x1, y1 = box
    return x0 - EDGE, y0 - EDGE, x1 + EDGE, y1 + EDGE


def write_place(box: Box, page: Page, data: Mapping[str, str]) -> str:
    """A rectangle over an SVG of the page, with what a click on it means."""
    told = "".join(f" data-{name}={quoteattr(value)}" for name, value in data.items())
    return write_rectangle(
        _widen(box), page, 'class="place" fill="none" pointer-events="all"', told
    )


def write_rectangle(box: Box, page: Page, looks: str, more: str = "") -> str:
    """A rectangle over an SVG of the page."""
    x0, y0, x1, y1 = box
    place = {"x": x0, "y": page.height - y1, "width": x1 - x0, "height": y1 - y0}
    shape = "".join(f' {name}="{fmt(value)}"' for name, value in place.items())
    return f"<rect {looks}{shape}{more}/>"
