"""VASSAL: the pieces of a print as a module, with a table, displays, decks and a palette."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from xml.etree.ElementTree import Element

from sheetgen.ground.record import record
from sheetgen.ground.units import INCH
from sheetgen.ground.visible import make_id
from sheetgen.pages.page import Page
from sheetgen.shop import buildfile
from sheetgen.shop import buildfile as trait
from sheetgen.shop.buildfile import Trait, define_piece
from sheetgen.shop.component import TablePiece, list_decks, list_sides, paint_pages
from sheetgen.systems.contract import Zone

TABLE = 48 * 25.4
"""Millimetres along each side of a table where no scenario says more: four feet."""
_SHARP, _READ = 100, 120
"""Pixels to the inch on the table, and of what is read."""
_LARGEST = 8192  # pixels along a side of the table
_GAP = 20  # pixels between what lies beside each other
_EDGE = 6 * 25.4  # millimetres from the edge of a table in which a side starts
_LONG = 100
_WHEN = (1980, 1, 1, 0, 0, 0)
_CROSS = 16  # pixels of a mark that strikes off a box

Place = tuple[float, float]
Size = tuple[int, int]


@record
class Battlefield:
    """A table in millimetres, on which distances are measured in a unit, and its picture.

    `game` is what is played on it. The sides start in `zones`, or along its edges.
    """

    game: str = ""
    width: float = TABLE
    height: float = TABLE
    unit: str = "in"
    page: Page | None = None
    zones: Mapping[str, Zone] | None = None

    def find_zone(self, side: str, number: int) -> Zone:
        """Find the zone in which a side starts."""
        if self.zones and side in self.zones:
            return self.zones[side]
        wide, high, deep = self.width, self.height, min(_EDGE, self.width / 4, self.height / 4)
        edges = (
            Zone(0, high - deep, wide, deep, 0.0),
            Zone(0, 0, wide, deep, 180.0),
            Zone(0, deep, deep, high - 2 * deep, 90.0),
            Zone(wide - deep, deep, deep, high - 2 * deep, 270.0),
        )
        return edges[number % len(edges)]


class _Works:
    """A module being made: its pictures, by their names in it, and how large they are."""

    def __init__(self, pieces: Sequence[TablePiece], sharp: int) -> None:
        self.pictures: dict[str, bytes] = {}
        self.count = 0
        shown = [(piece, _READ if _is_read(piece) else sharp) for piece in pieces]
        for clear in (False, True):  # what is round or a hexagon shows the table at its corners
            sides = [
                (f"{piece.name}{end}.png", page, dpi)
                for piece, dpi in shown
                for end, page in (("", piece.front), ("-back", piece.back))
                if page and clear == (piece.cut != "square")
            ]
            fine = {id(page): dpi for _, page, dpi in sides}
            painted = _paint([page for _, page, _ in sides], fine, clear)
            names = (name for name, _, _ in sides)
            self.pictures |= dict(zip(names, painted, strict=True))
        self.sizes = {
            piece.name: (
                round(piece.front.width * dpi / INCH), round(piece.front.height * dpi / INCH)
            )
            for piece, dpi in shown
        }  # fmt: skip

    def define(self, piece: TablePiece, facing: float = 0.0) -> tuple[str, int, Size, str]:
        """A piece as a slot has it: its name, number, size and definition."""
        self.count += 1
        image, back = f"{piece.name}.png", f"{piece.name}-back.png"
        traits: list[Trait] = []
        if piece.sort == "card":
            if piece.back:
                traits.append(trait.mask(back, "a card"))
        elif _is_read(piece):
            traits += [trait.stay(), trait.vanish()]
        else:
            traits += [trait.vanish(), trait.copy(), trait.rotate(facing)]
        if piece.back and piece.sort != "card":
            traits.append(trait.show_layers(["", back], ["", "+ (turned over)"]))
        traits.append(trait.be_piece(image, piece.title, self.count))
        return piece.title, self.count, self.sizes[piece.name], define_piece(traits)


def make_vassal(pieces: Sequence[TablePiece], title: str, field: Battlefield) -> dict[str, bytes]:
    """The file of a module, by its name. Raises ProblemError."""
    sharp = min(_SHARP, int(_LARGEST / max(field.width, field.height) * 25.4))
    works = _Works(pieces, sharp)
    sides = list_sides(pieces)
    root = buildfile.start_module(title, field.game, sides or [title])
    _add_table(root, works, pieces, field, sharp)
    _add_displays(root, works, pieces)
    _add_palette(root, works, pieces, sides)
    charts = [(p.title, f"{p.name}.png") for p in pieces if p.sort == "page"]
    if charts:
        buildfile.add_charts(root, charts)
    files = {
        "buildFile.xml": buildfile.write_module(root, works.count),
        "moduledata": buildfile.write_data(title, field.game),
    }
    files |= {f"images/{name}": data for name, data in sorted(works.pictures.items())}
    return {f"{make_id(title)[:_LONG] or 'module'}.vmod": _pack(files)}


def _paint(pages: Sequence[Page], fine: Mapping[int, int], clear: bool) -> list[bytes]:
    return paint_pages(pages, lambda page: fine[id(page)], clear)


def _is_read(piece: TablePiece) -> bool:
    return piece.sort in ("display", "page", "card")


def _add_table(
    root: Element, works: _Works, pieces: Sequence[TablePiece], field: Battlefield, sharp: int
) -> None:
    """The table, with every ship where its side starts."""
    step = sharp / 25.4  # pixels to the millimetre
    if field.page:
        [works.pictures["table.png"]] = paint_pages([field.page], sharp, False)
        made, _ = buildfile.add_map(root, "Table", True, image="table.png")
    else:
        wide, high = (str(round(length * step)) for length in (field.width, field.height))
        made, board = buildfile.add_map(
            root, "Table", True, width=wide, height=high, color="255,255,255"
        )
        buildfile.add_grid(board, 12 * sharp)
    unit, length = ("inches", 25.4) if field.unit == "in" else ("centimetres", 10.0)
    buildfile.add_thread(made, unit, max(1, round(length * step)))
    for number, side in enumerate(list_sides(pieces) or [""]):
        ships = [p for p in pieces if p.sort == "ship" and (p.side == side or not side)]
        zone = field.find_zone(side, number)
        for ship, (x, y) in zip(ships, _spread(zone, ships), strict=True):
            stack = buildfile.add_stack(made, ship.title, "Table", (x * step, y * step))
            buildfile.add_slot(stack, *works.define(ship, zone.facing))


def _spread(zone: Zone, ships: Sequence[TablePiece]) -> Iterator[Place]:
    """Places for ships in a zone, in millimetres: in rows, closer where they are many."""
    if not ships:
        return
    size = 1.15 * 25.4 * max(max(ship.inches) for ship in ships)
    count = len(ships)
    fair = round(sqrt(count * zone.width / zone.height))
    least = -(-count // max(1, int(zone.height / size)))
    columns = max(1, min(int(zone.width / size), count, max(fair, least)))
    rows = -(-count // columns)
    for at in range(count):
        row, column = divmod(at, columns)
        in_row = min(columns, count - row * columns)
        yield (
            zone.x + zone.width * (column + 0.5) / in_row,
            zone.y + zone.height * (row + 0.5) / rows,
        )


def _add_displays(root: Element, works: _Works, pieces: Sequence[TablePiece]) -> None:
    """A map of its own with decks in its upper rows, and displays to strike off below them."""
    decks = list_decks(pieces)
    displays = [p for p in pieces if p.sort == "display"]
    if not decks and not displays:
        return
    name = "Displays and decks" if decks and displays else "Decks" if decks else "Displays"
    sizes = [works.sizes[cards[0].name] for _, cards in decks]
    sizes += [works.sizes[p.name] for p in displays]
    places, wide, high = _lay_out(sizes)
    made, _ = buildfile.add_map(
        root, name, False, width=str(wide), height=str(high), color="232,232,232"
    )
    taken: set[str] = set()
    for (title, cards), at in zip(decks, places, strict=False):
        deck = buildfile.add_deck(made, _find_name(title, taken), name, at, sizes[0])
        for card in cards:
            for _ in range(card.count):
                buildfile.add_slot(deck, *works.define(card), card=True)
    for piece, at in zip(displays, places[len(decks) :], strict=True):
        stack = buildfile.add_stack(made, piece.title, name, at)
        buildfile.add_slot(stack, *works.define(piece))


def _find_name(title: str, taken: set[str]) -> str:
    """The title of a deck, with a number if another deck has it."""
    name, number = title, 1
    while name in taken:
        number += 1
        name = f"{title} {number}"
    taken.add(name)
    return name


def _lay_out(sizes: Iterable[Size], wide: int = 2400) -> tuple[list[Place], int, int]:
    """The middle of each thing in rows, and how much room they take together."""
    places: list[Place] = []
    x = y = _GAP
    deep = right = 0
    for width, height in sizes:
        if x > _GAP and x + width > wide:
            x, y, deep = _GAP, y + deep + _GAP, 0
        places.append((x + width / 2, y + height / 2))
        x, deep = x + width + _GAP, max(deep, height)
        right = max(right, x)
    return places, right, y + deep + _GAP


def _add_palette(
    root: Element, works: _Works, pieces: Sequence[TablePiece], sides: Sequence[str]
) -> None:
    """Add all pieces to take, in a list for each side, and marks to strike off boxes."""
    tabs = buildfile.add_palette(root)
    for side in sides or [""]:
        own = [
            p
            for p in pieces
            if p.sort not in ("card", "page") and (p.side == side or p.side not in sides)
        ]
        if own:
            listed = buildfile.add_list(tabs, side or "Pieces")
            for piece in own:
                buildfile.add_slot(listed, *works.define(piece))
    works.pictures["struck-off.png"] = _draw_cross()
    marks = buildfile.add_list(tabs, "Marks")
    works.count += 1
    cross = define_piece(
        [
            trait.vanish(),
            trait.copy(),
            trait.be_piece("struck-off.png", "Struck off", works.count),
        ]
    )
    buildfile.add_slot(marks, "Struck off", works.count, (_CROSS, _CROSS), cross)


def _draw_cross() -> bytes:
    from PIL import Image, ImageDraw

    large = Image.new("RGBA", (8 * _CROSS, 8 * _CROSS))
    pen = ImageDraw.Draw(large)
    low, high = 12, 8 * _CROSS - 12
    for line in ((low, low, high, high), (low, high, high, low)):
        pen.line(line, fill="#c00000", width=18)
    made = io.BytesIO()
    large.resize((_CROSS, _CROSS), Image.Resampling.LANCZOS).save(made, "PNG")
    return made.getvalue()


def _pack(files: Mapping[str, bytes]) -> bytes:
    """A zip file that is the same whenever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.external_attr = 0o644 << 16
            packed = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, packed)
    return made.getvalue()
