"""Narrowing: of what is printed, only the definitions and ships with certain ids, for `--only`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.piece import list_sheets
from sheetgen.ground.record import replace
from sheetgen.systems.contract import Companion, Sheet


def list_ids(definitions: Iterable[Definition]) -> list[str]:
    """Everything that can be asked for: definitions, and the ships of fleets by design and ID."""
    found: dict[str, None] = {}
    for definition in definitions:
        found[definition.id] = None
        for member in _list_members(definition):
            found |= dict.fromkeys(_name_member(definition, member))
    return list(found)


def narrow_all(
    definitions: Sequence[Definition],
    ids: Sequence[str],
    names: Sequence[str],
    skipped: Sequence[str],
) -> tuple[list[Definition], Iterator[tuple[Definition, Companion, Sheet]]]:
    """The definitions, with fleets of only the ships with these ids, and the sheets to print.

    What is left out is still among the definitions, as the rest keeps its liveries and counts.
    """
    narrowed = [_narrow(definition, ids) for definition in definitions]
    chosen = [definition for definition in narrowed if definition]
    sheets = (
        (definition, part, sheet)
        for definition, part, sheet in list_sheets(chosen, names, skipped)
        if not _is_left_out(sheet, definition, ids)
    )
    return [small or d for small, d in zip(narrowed, definitions, strict=True)], sheets


def _narrow(definition: Definition, ids: Sequence[str]) -> Definition | None:
    """The definition, or its fleet of only the ships with these ids; None if nothing remains."""
    if definition.id in ids:
        return definition
    named = {*ids}
    members = [m for m in _list_members(definition) if _name_member(definition, m) & named]
    if not members:
        return None
    return replace(definition, values=replace(definition.values, members=tuple(members)))


def _is_left_out(sheet: Sheet, definition: Definition, ids: Sequence[str]) -> bool:
    """Whether a sheet is about a whole fleet, of which only some ships are printed."""
    if definition.id in ids:
        return False
    kinds = {link.kind.name for link in definition.links}
    return sheet.once or kinds.isdisjoint(sheet.kinds)


def _list_members(definition: Definition) -> Sequence[Any]:
    members: Sequence[Any] = getattr(definition.values, "members", ())
    return members


def _name_member(definition: Definition, member: Any) -> set[str]:
    """The ids of a ship of a fleet: its own, and that of its design."""
    values = {id(value) for value in (getattr(member, "ship", 0), getattr(member, "fighter", 0))}
    designs = {link.id for link in definition.links if id(link.values) in values}
    own = getattr(member, "id", "")
    return {*designs, own} if own else designs
