"""Aids: the template for turns, the range ruler, tokens, the quick reference, the damage die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.geometry import Point, trace
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.data import CLASSES, DAMAGE, FACES, OPTIONS, RANGES, WEAPONS, DieFace
from sheetgen.systems.barsoom.fleet import COLOUR, SkyFleet, find_colour, list_members
from sheetgen.systems.barsoom.sheets.ship_card import list_zones
from sheetgen.systems.barsoom.ship import Ship, modify, speed
from sheetgen.systems.kit.deck import make_tokens, read_tokens
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    TableLine,
    make_reference,
    print_parts,
)
from sheetgen.systems.kit.ruler import (
    Band,
    Ruler,
    RulerMark,
    Way,
    check_length,
    limit_strip,
    make_fan,
    make_sheet,
    print_strips,
)
from sheetgen.systems.kit.ruler import make_protractor as make_template
from sheetgen.systems.kit.text import sign

TURN = 45
"""The most degrees of a Turn, and of a fixed gun up or down."""
REACH = 4
"""Inches of the template's edges."""
_WAYS = [
    *(Way(sign * turn, f"{turn}°") for turn in (15, 30) for sign in (-1, 1)),
    Way(0, "ahead"),
]


def fill_ruler(values: Ship | SkyFleet, look: Look) -> list[Print]:
    """The strips of a ruler, with the moves of these ships and the ranges of all weapons."""
    speeds = [(speed(member.ship), member.title) for member in list_members(values)]
    inches = {inches for inches, _ in speeds}
    moves = [RulerMark(move, f"Ahead {move}″") for move in sorted(inches)]
    return _print_ruler(RANGES[-1].most, moves, replace(look, colour=find_colour(values, look)))


def blank_ruler(size: int, look: Look) -> list[Print]:
    """The strips of a ruler of so many inches, with the moves of the classes."""
    moves = [RulerMark(entry.speed, entry.name) for entry in CLASSES.values()]
    return _print_ruler(check_length(size), moves, replace(look, colour=look.colour or COLOUR))


def _print_ruler(total: int, moves: list[RulerMark], look: Look) -> list[Print]:
    starts = [0, *(band.most for band in RANGES)]
    bands = [
        Band(start, band.most, zone.span, zone.modifier, "to hit")
        for start, band, zone in zip(starts, RANGES, list_zones(), strict=False)
    ]
    weapons = [RulerMark(entry.range, f"{entry.name} weapons") for entry in WEAPONS.values()]
    ruler = Ruler(
        total=total,
        bands=bands,
        lanes=[moves, weapons],
        titles=["Sky Ships of Barsoom · moves, weapons, range bands"],
        colour=look.colour,
        longest=limit_strip(look),
    )
    return print_strips(ruler.cut(), "Range ruler")


def _print_template(colour: str) -> list[Print]:
    return [Print(make_fan(TURN, REACH, _WAYS, colour or COLOUR), "Turns of up to 45°")]


TEMPLATE = make_template(
    "barsoom",
    "ship",
    "turning-template",
    "turns of up to 45° and the elevation of guns, to cut out",
    _print_template,
    TURN,
)
RULER = make_sheet(
    "barsoom",
    "ship",
    "the range bands to 72″ in strips to cut out and glue together",
    fill_ruler,
    blank_ruler,
    RANGES[-1].most,
)


# Tokens: a set for everybody, from tokens.yaml.


TOKENS = make_tokens("ship", read_tokens(__file__), "#7a3b16")


# The quick reference: the turn, the tables and the optional rule on one page.


FORM = ReferenceForm(
    190,
    258,
    98,
    17.6,
    (
        ReferencePart("turn", 0, 17.6, 43.4),
        ReferencePart("options", 0, 61, 61),
        ReferencePart("classes", 0, 122, 37),
        ReferencePart("contact", 0, 159, 46.6),
        ReferencePart("boarding", 0, 205.6, 54),
        ReferencePart("weapons", 98, 17.6, 78.4),
        ReferencePart("damage", 98, 96, 97.4),
        ReferencePart("die-faces", 98, 193.4, 19.8),
        ReferencePart("repair", 98, 213.2, 28.4),
        ReferencePart("risk", 98, 241.6, 19),
    ),
)


def fill_reference(values: Ship | SkyFleet, look: Look) -> Iterator[Print]:
    """The page in the colour of a fleet."""
    yield from print_parts(
        look,
        FORM,
        "Sky Ships of Barsoom",
        options=OPTIONS,
        classes=tuple(CLASSES.values()),
        weapons=[_describe_weapon(name) for name in WEAPONS],
        zones=list_zones(),
        damage=DAMAGE,
        faces=list({face.id: face for face in FACES}.values()),
        colour=find_colour(values, look),
    )


def _describe_weapon(id: str) -> TableLine:
    """A type of weapons: its range, what a hit does to crew, and to each class."""
    entry = WEAPONS[id]
    crew = []
    if entry.aim:
        crew.append(f"{sign(entry.aim)} to hit, a hit kills")
    if entry.wound:
        crew.append(f"{sign(entry.wound)} to wound")
    rolls = [modify(c.hits[id]) if id in c.hits else "–" for c in CLASSES.values()]
    return TableLine(entry.name, [f"{entry.range}″", ", ".join(crew) or "as usual", *rolls])


REFERENCE = make_reference(
    "barsoom",
    "ship",
    "turn, movement, weapons, the damage table, repairs and boarding on one page",
    fill_reference,
)


# The damage effect die: the net of a cube with tabs, to cut out, fold and glue.


EDGE = 16.0
"""Millimetres of an edge of the die."""
TAB, SLANT = 5.5, 3.0
"""The depth of a tab, and how far each of its corners is cut back."""

# The column and row of each face: four in a strip, and one to the left and right of the second.
# A face of the strip is opposite the one after the next; the table lists opposite faces in pairs.
CELLS = ((1, 0), (1, 2), (1, 1), (1, 3), (0, 1), (2, 1))


@record
class PlacedFace:
    """A face and its upper left corner on the net."""

    face: DieFace
    x: float
    y: float


@record
class Net:
    """The net: SVG path data of its outline, its tabs and its folds, in millimetres."""

    faces: Sequence[PlacedFace]
    outline: str
    tabs: str
    folds: str
    meanings: Sequence[DieFace]
    whose: str
    colour: str


def list_tabs() -> list[list[Point]]:
    """The tabs: three on each face beside the strip, and one at the end of the strip."""
    tabs = []
    for column in (0, 2):
        left, right = column * EDGE, (column + 1) * EDGE
        outer, out = (left, -TAB) if column == 0 else (right, TAB)
        top, bottom = EDGE, 2 * EDGE
        tabs += [
            _make_tab((left, top), (right, top), (0, -TAB)),
            _make_tab((left, bottom), (right, bottom), (0, TAB)),
            _make_tab((outer, top), (outer, bottom), (out, 0)),
        ]
    return [*tabs, _make_tab((EDGE, 4 * EDGE), (2 * EDGE, 4 * EDGE), (0, TAB))]


def _make_tab(start: Point, end: Point, out: Point) -> list[Point]:
    """A tab on an edge, its outer corners cut back along the edge."""
    along = ((end[0] - start[0]) / EDGE * SLANT, (end[1] - start[1]) / EDGE * SLANT)
    return [
        start,
        (start[0] + along[0] + out[0], start[1] + along[1] + out[1]),
        (end[0] - along[0] + out[0], end[1] - along[1] + out[1]),
        end,
    ]


def trace_outline() -> str:
    """The line to cut along: faces with their tabs, clockwise from the upper left of the strip."""
    left_top, left_bottom, left_out, right_top, right_bottom, right_out, foot = list_tabs()
    points = [
        (EDGE, 0.0), (2 * EDGE, 0.0), *right_top, *right_out, *right_bottom[::-1],
        *foot[::-1], *left_bottom[::-1], *left_out[::-1], *left_top,
    ]  # fmt: skip
    return trace(points)


def trace_folds() -> str:
    """The lines to fold: between faces, and between faces and tabs."""
    across = [((0, 1), (3, 1)), ((0, 2), (3, 2)), ((1, 3), (2, 3)), ((1, 4), (2, 4))]
    down = [((column, 1), (column, 2)) for column in range(4)]
    return "".join(
        trace([(x * EDGE, y * EDGE) for x, y in line], close=False) for line in (*across, *down)
    )


def fill_die(values: Ship | SkyFleet, look: Look) -> list[Print]:
    """The die in the colour of a fleet or a ship."""
    faces = [
        PlacedFace(face, column * EDGE, row * EDGE)
        for face, (column, row) in zip(FACES, CELLS, strict=True)
    ]
    net = Net(
        faces=faces,
        outline=trace_outline(),
        tabs="".join(map(trace, list_tabs())),
        folds=trace_folds(),
        meanings=list({face.id: face for face in FACES}.values()),
        whose=values.name if isinstance(values, SkyFleet) else "",
        colour=find_colour(values, look),
    )
    return [Print(net, "Damage effect die")]


DIE = Sheet(
    name="damage-die",
    title="Damage effect die",
    about="the net of a cube of 16 mm with two stops, two arrows and two turns, to fold and glue",
    template="barsoom/damage-die.svg",
    kinds=("ship", "fleet"),
    fill=fill_die,
    default=("fleet",),
    once=True,
)
