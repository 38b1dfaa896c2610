"""Ship displays, in three variants, filled or blank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import COLOUR, CRITICALS, SPECIALS
from sheetgen.systems.asfos.ship import (
    Ship,
    crew_unit_boxes,
    defence_factor,
    points,
    size_class,
    weapons_rows,
)
from sheetgen.systems.kit.track import break_rows, measure_row

if TYPE_CHECKING:
    from sheetgen.systems.asfos.fleet import Damage, StarFleet, Starship
    from sheetgen.systems.kit.counters import Ensign

Value = int | Literal[""]
"""A number to print, or nothing if a player writes it in."""


class BoxPair(NamedTuple):
    """A weapons box and the hull box below it; `number` counts from 1 at the left."""

    number: int
    forward: Value
    left: Value
    right: Value
    rear: Value
    secondary: Value
    special: Value
    crew: bool
    weapons_lost: bool = False
    hull_lost: bool = False


@record
class CriticalTick:
    """A place for a critical hit, already struck or not."""

    code: str
    struck: bool = False


@record(kw_only=True)
class ShipDisplay:
    """A ship display; texts are empty where a blank display leaves space to write."""

    id: str = ""
    name: str = ""
    design: str = ""  # the class of the ship and its sisters, where the ship has a different name
    class_name: str
    class_code: str
    mass: int
    defence: str = ""
    lines: Sequence[Sequence[BoxPair]]
    columns: int
    criticals: Sequence[CriticalTick]
    row: str  # what the two numbers in the lower row of a weapons box are
    special: str = ""
    engine: str = ""
    points: str = ""
    estimated: bool = False
    blank: bool = False
    scale: float
    colour: str
    art: str = ""
    ensign: Ensign | None = None
    chart: object = None  # below it, on a console


class Unhurt(NamedTuple):
    """The state of a ship that has lost nothing."""

    weapons: int = 0
    hull: int = 0
    criticals: tuple[str, ...] = ()


UNHURT = Unhurt()

WIDTHS = ((7, 125.0), (12, 188.0), (17, 252.0))
"""The most boxes in a line, and how wide the display then is, in millimetres."""
TOP, LINE, FOOT = 16.2, 28.2, 13.0
"""The heights of a display's head, of a line of its boxes and of its foot."""


@record(eq=False)
class Shape:
    """A variant of the display, by how it breaks its boxes into lines.

    `widths` are the most boxes a line may have, from the narrowest display to the widest; the
    first that gives at most `lines` lines is used.
    """

    widths: tuple[int, ...]
    lines: tuple[int, ...]
    scale: float = 1.0

    def measure(self, mass: int, look: Look) -> float:
        """The scale of a display, less than usual where the paper has no room for that."""
        if self.scale == 1 or look.room is None:
            return self.scale
        columns = self.columns(mass)
        width = next((wide for most, wide in WIDTHS if columns <= most), WIDTHS[-1][1])
        height = TOP + -(-mass // columns) * LINE + FOOT
        short, long = look.room
        fits = max(min(short / width, long / height), min(long / width, short / height))
        return min(self.scale, max(1.0, int(fits * 100) / 100))

    def columns(self, mass: int) -> int:
        """The number of boxes in a line, with lines as equal as possible."""
        most = self.widths[-1]
        for width, lines in zip(self.widths, self.lines, strict=False):
            if mass <= width * lines:
                most = width
                break
        return measure_row(mass, most)


STANDARD = Shape(widths=(7, 12, 17), lines=(1, 5))
COMPACT = Shape(widths=(8, 17), lines=(9,))
LARGE = Shape(widths=(7, 12), lines=(4,), scale=1.5)


def fill_display(shape: Shape) -> Callable[[Ship | StarFleet, Look], list[Print]]:
    """The function that makes the displays of a ship or of a fleet's ships in this shape."""

    def fill(values: Ship | StarFleet, look: Look) -> list[Print]:
        if isinstance(values, Ship):
            return [Print(_make_display(values, shape, look, UNHURT), values.name)]
        colour = look.colour or values.fleet.colour
        look = replace(look, colour=colour)
        from sheetgen.systems.kit.counters import make_ensign  # only fleets have one

        ensign = make_ensign(values, look, COLOUR)
        return [
            Print(replace(_show_member(m, shape, look), ensign=ensign), m.title, ship=m.id)
            for m in values.members
        ]

    return fill


def _show_member(member: Starship, shape: Shape, look: Look) -> ShipDisplay:
    """The display of a ship as one of its fleet."""
    display = _make_display(member.ship, shape, look, member.state)
    return replace(
        display,
        id=member.id,
        name=member.name,
        design=member.design,
        points=str(member.points),
    )


def _make_display(ship: Ship, shape: Shape, look: Look, state: Damage | Unhurt) -> ShipDisplay:
    mass = ship.mass
    size, columns = size_class(mass), _count_columns(shape, mass)
    marks = _place_crew(mass), _list_lost(state.weapons, mass), _list_lost(state.hull, mass)
    rows = zip(range(1, mass + 1), *weapons_rows(ship), *marks, strict=True)
    special, row = "", "S"
    if ship.special:
        weapon = SPECIALS[ship.special.weapon]
        special, row = f"{weapon.name} × {ship.special.count}", f"S {weapon.short}"
    return ShipDisplay(
        name=ship.name,
        class_name=size.name,
        class_code=size.code,
        mass=mass,
        defence=f"{defence_factor(ship)}({ship.hull})",
        lines=break_rows(list(map(BoxPair._make, rows)), columns),
        columns=columns,
        criticals=_list_ticks(tuple(state.criticals)),
        row=row,
        special=special,
        engine=str(ship.engine),
        points=str(points(ship)),
        estimated=ship.points is None,
        scale=shape.measure(mass, look),
        colour=look.colour,
        art=look.art(ship),
    )


_count_columns = lru_cache(maxsize=1024)(Shape.columns)


@lru_cache(maxsize=512)
def _place_crew(mass: int) -> list[bool]:
    """Say for each hull box whether it has a crew unit."""
    crew = set(crew_unit_boxes(mass))
    return [number in crew for number in range(1, mass + 1)]


@lru_cache(maxsize=1024)
def _list_lost(count: int, mass: int) -> list[bool]:
    """Say for each box whether it is struck off, when so many from the left are."""
    return [number <= count for number in range(1, mass + 1)]


@lru_cache(maxsize=64)
def _list_ticks(struck: tuple[str, ...]) -> tuple[CriticalTick, ...]:
    """The places for critical hits, some of them already struck."""
    return tuple(CriticalTick(c.code, c.code in struck) for c in CRITICALS)


def blank_display(shape: Shape) -> Callable[[int, Look], list[Print]]:
    """The function that makes an empty display for a mass: crew units placed, numbers left out."""

    def fill(mass: int, look: Look) -> list[Print]:
        size, columns = size_class(mass), shape.columns(mass)
        crew = enumerate(_place_crew(mass), start=1)
        boxes = [BoxPair(n, "", "", "", "", "", "", is_crew) for n, is_crew in crew]
        display = ShipDisplay(
            class_name=size.name,
            class_code=size.code,
            mass=mass,
            lines=break_rows(boxes, columns),
            columns=columns,
            criticals=_list_ticks(()),
            row="S SP",
            blank=True,
            scale=shape.measure(mass, look),
            colour=look.colour,
        )
        return [Print(display, f"Blank ship display, mass {mass}")]

    return fill


def _display(
    name: str,
    title: str,
    about: str,
    shape: Shape,
    template: str = "asfos/display.svg",
    default: tuple[str, ...] = (),
    role: Literal["", "display"] = "",
) -> Sheet:
    return Sheet(
        name=name,
        title=title,
        about=about,
        template=template,
        kinds=("ship", "fleet"),
        fill=fill_display(shape),
        default=default,
        fill_blank=blank_display(shape),
        blank_sizes=(4, 6, 12),
        role=role,
    )


DISPLAY, COMPACT_DISPLAY, LARGE_DISPLAY = (
    _display(
        "display",
        "Ship display",
        "everything about a ship, its boxes to strike off; six cruisers to a page",
        STANDARD,
        default=("ship", "fleet"),
        role="display",
    ),
    _display(
        "compact",
        "Compact ship display",
        "the same in less room, for large fleets; twelve cruisers to a page",
        COMPACT,
        "asfos/compact.svg",
    ),
    _display(
        "large",
        "Large-print ship display",
        "the same half as large again, for tired eyes and long tables",
        LARGE,
    ),
)
