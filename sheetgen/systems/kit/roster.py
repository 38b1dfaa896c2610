"""Rosters: the members of a fleet in rows made from columns, on as many pages as needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import floor
from typing import TYPE_CHECKING, Any

from sheetgen.ground.record import read_values, record
from sheetgen.ground.words import tr
from sheetgen.systems.column import Column, add_up, pick_values
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit.counters import choose_livery
from sheetgen.systems.kit.fleet import LinkedFleet

if TYPE_CHECKING:
    from sheetgen.systems.kit.text import TextWriter


def make_rows(
    columns: Sequence[Column], members: Iterable[Any], draw: Callable[[Any], Any] | None = None
) -> list[Any]:
    """A row for each member, with the values of the columns under the names that `sheet` gives.

    `seen` is what `draw` makes of it: the layers of a ship from above.
    """
    return [
        _hold("Row", {**pick_values(columns, "sheet", one), "seen": draw(one) if draw else ()})
        for one in members
    ]


def _hold(name: str, values: Mapping[str, Any]) -> Any:
    """Values as attributes, for a template."""
    return _make_class(name, tuple(values))(**values)


@cache
def _make_class(name: str, fields: tuple[str, ...]) -> Any:
    # A class rather than a namespace, so that a name misspelt in a template is reported with those
    # that exist.
    return record(type(name, (), {"__annotations__": dict.fromkeys(fields, "Any")}))


def count_lines(writer: TextWriter, row: Any, width: float, size: float) -> int:
    """Count the lines of a row's name, in bold with its design after it, at a width and a size.

    A plain name takes no more. Lengths are millimetres.
    """
    design = f"· {row.ship}" if row.ship else ""
    return len(writer.break_lines(design, row.name, width, size))


def stack_rows(
    members: Iterable[Any], measure: Callable[[Any], float], room: float, gap: float = 0.0
) -> Iterator[list[tuple[float, Any]]]:
    """Divides members among pages, each with its height there: `measure` high, `gap` between two.

    All lengths are in millimetres; a member higher than the `room` has a page to itself.
    """
    page: list[tuple[float, Any]] = []
    y = 0.0
    for member in members:
        height = measure(member)
        if page and y + height > room:
            yield page
            page, y = [], 0.0
        page.append((y, member))
        y += height + gap
    yield page


def place_rows(rows: Sequence[Any], heights: Sequence[float], room: float) -> list[Sequence[Any]]:
    """Rows on pages, each with its `height` and with `y`, its distance from the first row's top."""
    high = {id(row): height for row, height in zip(rows, heights, strict=True)}
    return [
        [_hold("Row", {**read_values(row), "y": y, "height": high[id(row)]}) for y, row in page]
        for page in stack_rows(rows, lambda row: high[id(row)], room)
    ]


def print_roster(
    linked: LinkedFleet,
    look: Look,
    pages: Sequence[Sequence[Any]],
    columns: Iterable[Column] = (),
    **more: Any,
) -> Iterator[Print]:
    """The pages of a fleet's roster.

    On each of them templates know the fleet's `name` and `colour`, its `side` from 1 to 4 by its
    livery, the `rows`, the number of the `page` and the count of all `pages`, the sums of the
    columns that are totals, and any `more`.
    """
    sums = add_up(columns, "sheet", linked.members)
    colour = look.colour or linked.fleet.colour
    livery = choose_livery(linked)
    side = 1 + livery.light + 2 * livery.striped
    for number, rows in enumerate(pages, start=1):
        page = {"name": linked.name, "colour": colour, "side": side}
        page |= {"page": number, "pages": len(pages)}
        title = tr("{}, roster", linked.name)
        title += tr(" {} of {}", number, len(pages)) * (len(pages) > 1)
        yield Print(_hold("Roster", {**page, "rows": rows, **sums, **more}), title)


def write_limit(limit: int | None) -> str:
    """A limit as a template prints it; empty if there is none."""
    return "" if limit is None else str(limit)


# Room: the height of a sheet on the paper of a run, for sheets that can be on several pages.


_SLACK = 0.01


def limit_height(look: Look, width: float, height: float) -> float:
    """The most height for pages of a width: the usual `height`, or what small paper has room for.

    The paper may be upright or across. It is the usual height as well where nothing would fit,
    which is then reported. All lengths are in millimetres.
    """
    return min(height, max(_list_heights(look, width), default=height))


def _list_heights(look: Look, width: float) -> Iterator[float]:
    """The heights that pages of a width may have on the paper, reduced as far as they may be."""
    if look.room is not None:
        short, long = look.room
        for across, down in ((short, long), (long, short)):
            if width * look.least <= across + _SLACK:
                yield down * max(1.0, (width - _SLACK) / across)


def limit_width(look: Look, width: float, column: float) -> float:
    """The width of pages of two columns, or what small paper has for one, which may be so wide.

    On paper of its own a sheet is rather across than one column; in a book, whose readers would
    have to turn it, it is the other way round.
    """
    if look.room is None:
        return width
    short, long = look.room
    room = long if look.least == 1 else short
    if width * look.least <= room + _SLACK or column * look.least > short + _SLACK:
        return width
    return max(column, floor(short * 10) / 10)
