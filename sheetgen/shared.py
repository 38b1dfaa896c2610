"""What is printed once although several want it: sheets that are the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.piece import fill_sheet
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import record
from sheetgen.memory import Together
from sheetgen.order import Order, find_room
from sheetgen.pages.layout import Layout
from sheetgen.systems.contract import Companion, Look, Print, Sheet
from sheetgen.type.fonts import Fonts

GREY = "#555555"
"""The accent of what is printed once for sides of different colours."""

Wanted = tuple[Definition, Companion, Sheet]


@record(frozen=False)
class _Common:
    """A piece that is the same for everybody but for its colour, and who has it first."""

    at: int
    number: int
    own: Print
    plain: Print
    is_grey: bool = False


def share(
    wanted: Sequence[Wanted], together: Mapping[str, Together], order: Order, fonts: Fonts
) -> dict[int, list[tuple[int, bool]]]:
    """What is printed of those sheets that are the same for everybody, if several want one.

    By the place in `wanted`: the numbers of pieces, each with whether it is printed in grey,
    as all that differs is the colour of those who want it.
    """
    users: dict[Sheet, list[int]] = {}
    for at, (_, _, sheet) in enumerate(wanted):
        if sheet.once:
            users.setdefault(sheet, []).append(at)
    shared: dict[int, list[tuple[int, bool]]] = {}
    for places in users.values():
        if len(places) > 1 and not order.colour:
            shared |= _compare(places, wanted, together, order.layout, fonts)
    return shared


def _compare(
    places: Sequence[int],
    wanted: Sequence[Wanted],
    together: Mapping[str, Together],
    layout: Layout,
    fonts: Fonts,
) -> dict[int, list[tuple[int, bool]]]:
    """What is printed of one sheet for those at some places in `wanted`."""
    groups: dict[str, list[_Common]] = {}
    for at in places:
        definition, part, sheet = wanted[at]
        beside = together[definition.system.id]
        find, room = definition.find_art, find_room(layout)
        looks = [Look(c, find, beside, fonts, room=room) for c in ("", GREY)]
        try:
            own, plain = (fill_sheet(sheet, definition, part.values, look) for look in looks)
        except ProblemError:
            return {}  # reported when it is drawn
        if len(own) != len(plain):
            return {}
        for number, (piece, same) in enumerate(zip(own, plain, strict=True)):
            equal = groups.setdefault(same.title, [])
            for common in equal:
                if common.plain == same:
                    common.is_grey |= common.own != piece
                    break
            else:
                equal.append(_Common(at, number, piece, same))
    kept: dict[int, list[tuple[int, bool]]] = {at: [] for at in places}
    for common in (common for equal in groups.values() for common in equal):
        kept[common.at].append((common.number, common.is_grey))
    return kept
