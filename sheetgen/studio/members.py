"""Members of a fleet on its sheets: whose a piece is, and what a click on its boxes strikes off."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.drawing.drawing import Field, map_box
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item
from sheetgen.studio.places import write_place
from sheetgen.studio.problems import show_key
from sheetgen.systems.form import Loss


def write_members(definition: Definition, items: Sequence[Item], page: Page) -> Iterator[str]:
    """A rectangle over each piece of a page that belongs to a ship of a fleet."""
    form = definition.kind.form
    for placement, member in _find_members(definition, items, page):
        for key in form.refers if form else ():
            entries, *inner = key.split()
            path = [entries, member.at, *inner]
            box = map_box(
                placement.matrix, (0, 0, placement.drawing.width, placement.drawing.height)
            )
            yield write_place(box, page, {"key": show_key(path), "path": json.dumps(path)})


def _find_members(
    definition: Definition, items: Sequence[Item], page: Page
) -> Iterator[tuple[Placement, Any]]:
    """The pieces of a page that belong to a ship of a fleet, with that ship."""
    found = {m.id: m for m in getattr(definition.values, "members", ()) if hasattr(m, "at")}
    if len(items) < 2 or not found:
        return
    whose = {item.drawing: found.get(item.ship.rpartition("\n")[2]) for item in items}
    for placement in page.placements:
        member = whose.get(placement.drawing)
        if member is not None:
            yield placement, member


def write_losses(
    definition: Definition, items: Sequence[Item], page: Page, filled: Sequence[Item]
) -> Iterator[str]:
    """A rectangle over each box of a page that a ship of a fleet may lose.

    `filled` are the same pieces with the form fields of a PDF, which say where the boxes are.
    """
    form = definition.kind.form
    fields = {
        item.drawing: other.drawing.fields for item, other in zip(items, filled, strict=False)
    }
    for placement, member in _find_members(definition, items, page):
        for name, loss in form.losses.items() if form else ():
            boxes = [f for f in fields.get(placement.drawing, ()) if _is_of(f, name)]
            after = _list_changes(loss, member, boxes)
            for field, (value, title) in zip(boxes, after, strict=False):
                path = ["ships", member.at, "state", member.id, loss.key]
                change = {"path": path, "value": value} if value else {"path": path, "remove": True}
                data = {"changes": json.dumps([change]), "title": f"{member.id}: {title}"}
                yield write_place(map_box(placement.matrix, field.box), page, data)


def _is_of(field: Field, name: str) -> bool:
    return field.kind == "checkbox" and field.name.partition(" ")[0] == name


def _list_changes(loss: Loss, member: Any, boxes: Sequence[Field]) -> Iterator[tuple[Any, str]]:
    """For each box, the value after a click on it, and what that means in words."""
    now = getattr(member.state, loss.key, None)
    if loss.codes:
        struck = list(now or ())
        for code, title in loss.codes.items() if len(loss.codes) == len(boxes) else ():
            after = [one for one in struck if one != code] if code in struck else [*struck, code]
            yield after, f"{title} {'repaired' if code in struck else 'hit'}"
        return
    lost = int(now or 0)
    gone = (loss.total(member) if loss.total else len(boxes)) - len(boxes)  # struck off in print
    for number in range(gone + 1, gone + len(boxes) + 1):
        after_ = number - 1 if number == lost else number
        yield after_, f"{fmt(after_)} lost of {loss.title}"
