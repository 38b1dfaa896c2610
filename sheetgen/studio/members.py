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
            yield write_place(box, page, {"place": show_key(path), "path": json.dumps(path)})


def _find_members(
    definition: Definition, items: Sequence[Item], page: Page
) -> Iterator[tuple[Placement, Any]]:
    """The pieces of a page that belong to a ship of a fleet, with that ship."""
    found = {
        getattr(member, name, None): member
        for member in getattr(definition.values, "members", ())
        for name in ("mark", "id", "title")  # one of these is how its sheets say whose they are
    }
    whose = {item.drawing: found.get(item.ship.rpartition("\n")[2] or None) for item in items}
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
    if form is None:
        return
    entries = next(iter(form.refers)).split()[0]
    fields = {
        item.drawing: other.drawing.fields for item, other in zip(items, filled, strict=False)
    }
    for placement, member in _find_members(definition, items, page):
        base = [entries, member.at, "state", *([member.id] if hasattr(member, "id") else [])]
        for name, loss in form.losses.items():
            boxes = [f for f in fields.get(placement.drawing, ()) if _is_of(f, name, loss)]
            for field, (value, title) in zip(
                boxes, _list_changes(loss, member, boxes), strict=False
            ):
                path = [*base, *loss.key.split("/")]
                change = {"path": path, "value": value} if value else {"path": path, "remove": True}
                data = {
                    "changes": json.dumps([change]),
                    "title": f"{member.id if hasattr(member, 'id') else member.title}: {title}",
                }
                yield write_place(map_box(placement.matrix, field.box), page, data)


def _is_of(field: Field, name: str, loss: Loss) -> bool:
    if loss.steps or " " in name:
        return field.name == name
    return field.kind == "checkbox" and field.name.partition(" ")[0] == name


def _list_changes(loss: Loss, member: Any, boxes: Sequence[Field]) -> Iterator[tuple[Any, str]]:
    """For each box, the value after a click on it, and what that means in words."""
    now: Any = member.state
    for key in loss.key.split("/"):
        now = now.get(key) if isinstance(now, dict) else getattr(now, key, None)
    if loss.value is not None:
        gone = now == loss.value
        return iter([(None if gone else loss.value, f"{'not ' * gone}{loss.title}")])
    if loss.things:
        return _list_things(loss, list(loss.things(member)), list(now or ()), len(boxes))
    if loss.steps:
        total = loss.total(member) if loss.total else 1
        after = (int(now or 0) + 1) % (total + 1)
        return iter([(after, f"{total - after} left of {loss.title}")])
    return _count(loss, member, int(now or 0), len(boxes))


def _list_things(
    loss: Loss, things: Sequence[tuple[object, str]], lost: list[object], boxes: int
) -> Iterator[tuple[Any, str]]:
    """The things that are lost after a click on the box of each of them."""
    left = list(lost)
    for code, title in things if len(things) == boxes else ():
        if code in left:
            left.remove(code)
            at = lost.index(code)
            yield lost[:at] + lost[at + 1 :], f"{title} not {loss.title}"
        else:
            yield [*lost, code], f"{title} {loss.title}"


def _count(loss: Loss, member: Any, lost: int, boxes: int) -> Iterator[tuple[Any, str]]:
    """The number that is lost after a click on each of the boxes."""
    gone = (loss.total(member) if loss.total else boxes) - boxes  # struck off in print
    for number in range(gone + 1, gone + boxes + 1):
        after = number - 1 if number == lost else number
        yield after, f"{fmt(after)} lost of {loss.title}"
