"""VASSAL: the pieces of a print as a module, with a table, displays, decks and a palette."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from sheetgen.ground.units import INCH
from sheetgen.ground.visible import make_id
from sheetgen.pages.page import Page
from sheetgen.shop import buildfile
from sheetgen.shop import buildfile as trait
from sheetgen.shop.battlefield import Battlefield, Place
from sheetgen.shop.buildfile import Trait, define_piece
from sheetgen.shop.component import TablePiece, list_decks, list_sides, paint_pages

_SHARP, _READ = 100, 120
"""Pixels to the inch on the table, and of what is read."""
_LARGEST = 8192  # pixels along a side of the table
_GAP = 20  # pixels between what lies beside each other
_LONG = 100
_WHEN = (1980, 1, 1, 0, 0, 0)
_BUILD, _DATA = "buildFile.xml", "moduledata"
_FIRST = "1.0"
"""The version of a module that replaces no other one."""
_CROSS = 16  # pixels of a mark that strikes off a box

Size = tuple[int, int]


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
    sharp = _choose_dpi(field)
    works = _Works(pieces, sharp)
    sides = list_sides(pieces)
    version = field.version or _FIRST
    root = buildfile.start_module(title, field.game, sides or [title], version)
    _add_table(root, works, pieces, field, sharp)
    _add_displays(root, works, pieces)
    _add_palette(root, works, pieces, sides)
    charts = [(p.title, f"{p.name}.png") for p in pieces if p.sort == "page"]
    if charts:
        buildfile.add_charts(root, charts)
    files = {
        _BUILD: buildfile.write_module(root, works.count),
        _DATA: buildfile.write_data(title, field.game, version),
    }
    files |= {f"images/{name}": data for name, data in sorted(works.pictures.items())}
    return {f"{make_id(title)[:_LONG] or 'module'}.vmod": _pack(files)}


def follow_module(files: Mapping[str, bytes], out: Path) -> dict[str, bytes]:
    """The module in a folder, or in a file: it has the next version if it replaces another one.

    It keeps the version of a module that it does not differ from.
    """
    [(name, made)] = files.items()
    try:
        old = (out if out.suffix == Path(name).suffix else out / name).read_bytes()
        with zipfile.ZipFile(io.BytesIO(old)) as archive:
            version = buildfile.get_version(archive.read(_DATA)) or _FIRST
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, ParseError):
        return dict(files)
    same = _set_version(made, version)
    return {name: same if same == old else _set_version(made, raise_version(version))}


def raise_version(version: str) -> str:
    """The next version: its last number is one more."""
    raised = re.sub(r"[0-9]{1,9}(?=[^0-9]*$)", lambda last: str(int(last[0]) + 1), version)
    return raised if raised != version else f"{version}.1"


def _set_version(module: bytes, version: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(module)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    stamped = {name: buildfile.set_version(files[name], version) for name in (_BUILD, _DATA)}
    return _pack(files | stamped)


def _choose_dpi(field: Battlefield) -> int:
    """Pixels to the inch of a table, so that a tenth of its unit is a whole number of them."""
    most = min(_SHARP, int(_LARGEST / max(field.width, field.height) * 25.4))
    unit = 1.0 if field.unit == "in" else 1 / 2.54
    return round(max(10, 10 * round(most * unit / 10)) / unit)


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
    unit, length = ("an inch", 25.4) if field.unit == "in" else ("a centimetre", 10.0)
    plural = "inches" if field.unit == "in" else "centimetres"
    for label, words, part, key in (
        ("Range", plural, 1, "L"),
        ("Halves", f"halves of {unit}: 5 is 2½", 2, "H"),
        ("Tenths", f"tenths of {unit}: 25 is 2.5", 10, "T"),
    ):
        buildfile.add_thread(made, label, words, max(1, round(length * step / part)), key)
    for number, side in enumerate(list_sides(pieces) or [""]):
        for ship, (x, y), facing in field.deploy(pieces, side, number):
            stack = buildfile.add_stack(made, ship.title, "Table", (x * step, y * step))
            buildfile.add_slot(stack, *works.define(ship, facing))


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
