"""An order: what is to be printed and how, and the batches that share its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any, TypeVar

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.piece import fill_sheet
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import record
from sheetgen.ground.units import MM, PAPERS
from sheetgen.pages.layout import Arrangement, Layout
from sheetgen.pages.presssheet import Item
from sheetgen.systems.contract import SHARED, Companion, Look, Print, Sheet, System
from sheetgen.type.dress import Dress
from sheetgen.type.fonts import Fonts

V = TypeVar("V")


@record
class Order:
    """An order: what is to be printed, and how."""

    layout: Layout = field(default_factory=lambda: Layout(PAPERS["a4"]))
    copies: int = 1
    sheets: Sequence[str] = ()  # none: the default sheets of each kind
    colour: str = ""
    title: str = ""
    only: Sequence[str] = ()  # ids; none: everything
    skip: Sequence[str] = ()  # names of sheets
    counter_size: float = 0.0  # in millimetres, 0 for the sizes of the definitions
    square: bool = False  # of all counters, which are chits
    later: bool = False  # pieces may be drawn after they are laid out


@record
class Batch:
    """Pieces that share pages: those of one sheet and, where there are fleets, of one fleet."""

    system: str
    whose: str
    sheet: str
    title: str
    gap: float  # between pieces, in millimetres
    cut: bool
    grid: bool
    role: str = ""
    place: int = 3
    game: System | None = None  # for what a kit of it says

    def arrange(self) -> Arrangement:
        """How its pieces are arranged on pages."""
        return Arrangement(self.gap * MM, self.grid, self.cut, self.place >= SHARED)


def make_batch(sheet: Sheet, game: System | None = None, whose: str = "") -> Batch:
    """The batch that a sheet's pieces belong to."""
    return Batch(
        game.id if game else "",
        whose,
        sheet.name,
        sheet.title,
        sheet.gap,
        sheet.cut,
        sheet.grid,
        sheet.role,
        sheet.place,
        game,
    )


def sort_kit(batches: Mapping[Batch, V]) -> dict[Batch, V]:
    """Batches in the order of a kit: what is read first lies on top, what all share comes last."""
    systems = list(dict.fromkeys(batch.system for batch in batches))
    order = sorted(batches, key=lambda batch: (systems.index(batch.system), batch.place))
    return {batch: batches[batch] for batch in order}


# The slip of a kit: what is in it, and what else its game needs.


LEAST = 5
"""The sheets of a kit that has a slip."""
SLIP = "common/slip.svg"
_WIDTH, _SIZE, _LINE = 190.0, 2.8, 3.7


@record
class KitSlip:
    """A list of the pieces of a kit, and of what else is needed, in lines; millimetres."""

    contents: Sequence[str]
    needs: Sequence[str]
    size: float
    line: float
    width: float
    height: float


def list_kit(batches: Mapping[Batch, Sequence[Item]], fonts: Fonts, dress: Dress) -> KitSlip | None:
    """The slip of a kit of one game; None for a few sheets, or for several games."""
    counts: dict[str, int] = {}
    for batch, items in batches.items():
        counts[batch.title] = counts.get(batch.title, 0) + sum(item.copies for item in items)
    games = {batch.game for batch in batches}
    game = games.pop()
    if games or not game or len(counts) < LEAST:
        return None
    from sheetgen.systems.kit.text import TextWriter

    writer = TextWriter(fonts, dress.faces.text)
    contents = "\u00a0· ".join(f"{title}\u00a0{count}" for title, count in counts.items())
    said = [(contents, _WIDTH), (" · ".join(game.needs), _WIDTH - 21)]
    written = [
        ["".join(line) for line in writer.break_lines(text, "", width, _SIZE)]
        for text, width in said
    ]
    lines = len(written[0]) + len(written[1]) * bool(game.needs)
    high = 9.0 + _LINE * lines
    return KitSlip(written[0], written[1], _SIZE, _LINE, _WIDTH, high)


@cache
def find_room(layout: Layout) -> tuple[float, float]:
    """The space inside the margins of the paper when it is upright, in millimetres."""
    paper = layout.paper.portrait
    return (paper.width - 2 * layout.margin) / MM, (paper.height - 2 * layout.margin) / MM


# Sheets that are the same for everybody, printed once although several want them


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
    wanted: Sequence[Wanted], together: Mapping[str, Sequence[Any]], order: Order, fonts: Fonts
) -> dict[int, list[tuple[int, bool]]]:
    """Return the pieces to print of sheets that are the same for several, by place in `wanted`.

    Each is a piece's number, and whether it is printed in grey, as it differs in colour alone.
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
    together: Mapping[str, Sequence[Any]],
    layout: Layout,
    fonts: Fonts,
) -> dict[int, list[tuple[int, bool]]]:
    """Return the different pieces of one sheet, by the place in `wanted` that prints each."""
    groups: dict[str, list[_Common]] = {}
    for at in places:
        definition, part, sheet = wanted[at]
        beside = together[definition.system.id]
        find, room = definition.find_art, find_room(layout)
        looks = [Look(c, find, fonts, room=room) for c in ("", GREY)]
        try:
            own, plain = (
                fill_sheet(sheet, definition, part.values, look, beside) for look in looks
            )
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
