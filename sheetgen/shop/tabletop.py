"""Tabletop Simulator: the pieces of a print as a saved object with its pictures."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sheetgen.ground.record import record
from sheetgen.ground.units import INCH
from sheetgen.ground.visible import make_id
from sheetgen.pages.page import Page
from sheetgen.shop.battlefield import Battlefield
from sheetgen.shop.component import TablePiece, list_decks, list_sides, paint_pages

if TYPE_CHECKING:
    from PIL.Image import Image


# Atlases: the pictures of a deck as Tabletop Simulator takes them, many cards on each.


COLUMNS, ROWS, LARGEST = 10, 7, 4096
"""The most cards across and down, and the most pixels along a side of a picture."""
HOLDS = COLUMNS * ROWS - 1
"""Cards on one picture: the last place is what others see of a card in a hand."""
_DPI = 300


@record
class Atlas:
    """Some cards of a deck on one picture, and their backs: one for all, or a picture of all."""

    cards: Sequence[TablePiece]
    columns: int
    rows: int
    faces: bytes
    backs: bytes
    unique: bool
    sideways: bool


def make_atlases(cards: Sequence[TablePiece]) -> Iterator[Atlas]:
    """The pictures of a deck, as few as will do, with as many cards on each."""
    count = -(-len(cards) // HOLDS)
    each = -(-len(cards) // count)
    for at in range(0, len(cards), each):
        yield _make_atlas(cards[at : at + each])


def _make_atlas(cards: Sequence[TablePiece]) -> Atlas:
    wide, high = cards[0].inches
    sideways = wide > high  # such a card lies on its side in the picture
    wide, high = sorted((wide, high))
    columns, rows, width, height = arrange(len(cards) + 1, wide, high)
    size = width, height
    faces = [_fit(data, size, sideways) for data in _paint([c.front for c in cards])]
    pages = [card.back for card in cards]
    known = list(dict.fromkeys(_paint([page for page in pages if page])))
    backs = [_fit(data, size, sideways) for data in known] or [_blank(size)]
    unique = len(backs) > 1
    if unique:
        painted = iter(_paint([page for page in pages if page]))
        backs = [_fit(next(painted), size, sideways) if page else _blank(size) for page in pages]
    sheet = _join([*faces, backs[0]], columns, rows, size)
    other = _join([*backs, backs[0]], columns, rows, size) if unique else backs[0]
    return Atlas(cards, columns, rows, _encode(sheet), _encode(other), unique, sideways)


def arrange(count: int, wide: float, high: float) -> tuple[int, int, int, int]:
    """Columns and rows for so many cards, and the pixels of one, whose size is in inches.

    The cards are as large as the limits allow, but not larger than they are printed.
    """
    best = (0.0, 0, 0, 0)
    for columns in range(2, COLUMNS + 1):
        rows = max(2, -(-count // columns))
        if rows <= ROWS:
            dpi = min(LARGEST / columns / wide, LARGEST / rows / high, _DPI)
            best = max(best, (dpi, -columns * rows, columns, rows))
    dpi, _, columns, rows = best
    return columns, rows, int(wide * dpi), int(high * dpi)


def _paint(pages: Sequence[Page]) -> list[bytes]:
    return paint_pages(pages, _DPI, clear=False)


def _fit(data: bytes, size: tuple[int, int], sideways: bool) -> Image:
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(data)) as opened:
        picture = opened.convert("RGB")
    if sideways:
        picture = picture.transpose(Pillow.Transpose.ROTATE_90)
    return picture.resize(size, Pillow.Resampling.LANCZOS)


def _blank(size: tuple[int, int]) -> Image:
    from PIL import Image as Pillow

    return Pillow.new("RGB", size, "#dddddd")


def _join(cards: Sequence[Image], columns: int, rows: int, size: tuple[int, int]) -> Image:
    """Cards row by row; the last one is put into the last place."""
    from PIL import Image as Pillow

    sheet = Pillow.new("RGB", (columns * size[0], rows * size[1]), "#dddddd")
    places = [*range(len(cards) - 1), columns * rows - 1]
    for at, card in zip(places, cards, strict=True):
        sheet.paste(card, (at % columns * size[0], at // columns * size[1]))
    return sheet


def _encode(picture: Image) -> bytes:
    made = io.BytesIO()
    picture.save(made, "PNG", compress_level=6)
    return made.getvalue()


_GAP = 0.4  # between things on the table, in inches
_WIDE = 60.0
"""How far a row of things reaches, in inches, unless the table is wider."""
_LONG = 100  # of a file's name
_BAG, _DIE, _MARK = 2.6, 1.2, 0.6  # inches across
_DICE = {6: 4, 8: 1, 10: 2, 12: 1}
"""How many dice of so many sides lie beside the table."""
_THUMB = 256  # pixels of the picture in the list of saved objects
UPLOADS = "upload.txt"
"""The list of the files to upload, with the address of each."""


@record
class _Spread:
    """A thing of one side to lay out in a row, with its size in inches."""

    made: dict[str, Any]
    width: float
    height: float


def make_tabletop(
    pieces: Sequence[TablePiece], title: str, field: Battlefield, url: str = ""
) -> dict[str, bytes]:
    """The files of a saved object by their names; with a `url`, for pictures that lie there.

    Raises ProblemError.
    """
    files: dict[str, bytes] = {}
    sides = list_sides(pieces) or [""]
    objects: list[dict[str, Any]] = []
    deep, wide = 0.0, _WIDE
    if field.page:
        across, up = field.width / 25.4, field.height / 25.4
        files["table.png"] = _paint_tile(field.page)
        tile = make_tile(f"{title}: table", "table.png", "table.png", (across, up))
        tile["Locked"] = True
        objects.append(place(tile, 0.0, 0.0))
        deep, wide = up / 2, max(_WIDE, across)
        for number, side in enumerate(sides):
            objects += _deploy(pieces, side, number, field, files)
    decks = _make_decks(pieces, files)
    edges = {1: deep, -1: deep}
    for at, side in enumerate(sides):
        own = [p for p in pieces if p.side == side or (at == 0 and p.side not in sides)]
        near = [p for p in own if p.sort == "ship" and not field.page]
        tokens = list(_make_tiles([p for p in own if p.sort == "token"], files))
        things = [
            *_make_tiles(near, files),
            *([_fill_bag(f"Markers of {side}" if side else "Markers", tokens)] if tokens else []),
            *(deck for whose, deck in decks if whose == side or (at == 0 and whose not in sides)),
            *_make_tiles([p for p in own if p.sort not in ("ship", "token")], files),
            *(_make_aids(files) if at == 0 else ()),
        ]
        away = -1 if at % 2 == 0 else 1  # the first side sits below the table, the next above it
        for thing, x, z in _lay_out(things, wide):
            objects.append(place(thing, away * -x, away * (edges[away] + z), away > 0))
        edges[away] += _measure(things, wide)
    name = make_id(title)[:_LONG] or "table"
    saved = write_saved(title, objects)
    if url:
        there = {file: url + quote(file) for file in sorted(files)}
        for file, address in there.items():
            saved = saved.replace(f'"{HERE}{file}"'.encode(), json.dumps(address).encode())
        files[UPLOADS] = "".join(f"{file}\t{at}\n" for file, at in there.items()).encode()
    return files | {f"{name}.json": saved, f"{name}.png": _draw_thumbnail(objects, files)}


def _deploy(
    pieces: Sequence[TablePiece],
    side: str,
    number: int,
    field: Battlefield,
    files: dict[str, bytes],
) -> Iterator[dict[str, Any]]:
    """The ships of a side where it starts on the table."""
    placed = list(field.deploy(pieces, side, number))
    tiles = _make_tiles([ship for ship, _, _ in placed], files)
    for tile, (_, (x, y), facing) in zip(tiles, placed, strict=True):
        x, z = (x - field.width / 2) / 25.4, (field.height / 2 - y) / 25.4
        made = place(tile.made, x, z, facing=facing)
        made["Transform"]["posY"] = _ON_BOARD
        yield made


def _fill_bag(title: str, things: Sequence[_Spread], endless: bool = False) -> _Spread:
    """A bag of things, or one that never becomes empty of the only thing in it."""
    made = _make_object("Infinite_Bag" if endless else "Bag", title)
    made |= {
        "MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": [thing.made for thing in things]
    }  # fmt: skip
    return _Spread(made, _BAG, _BAG)


def _make_aids(files: dict[str, bytes]) -> Iterator[_Spread]:
    """Dice, and markers of damage without end."""
    for sides, number in _DICE.items():
        for _ in range(number):
            die = _make_object(f"Die_{sides}", f"d{sides}")
            yield _Spread(die | {"MaterialIndex": 0, "MeshIndex": -1}, _DIE, _DIE)
    files["damage.png"] = _draw_damage()
    mark = make_tile("Damage", "damage.png", "damage.png", (_MARK, _MARK), is_round=True)
    yield _fill_bag("Damage", [_Spread(mark, _MARK, _MARK)], endless=True)


def _draw_damage() -> bytes:
    """A red disc with a white cross."""
    from PIL import Image as Pillow
    from PIL import ImageDraw

    picture = Pillow.new("RGB", (128, 128), "#c00000")
    pen = ImageDraw.Draw(picture)
    for line in ((36, 36, 92, 92), (36, 92, 92, 36)):
        pen.line(line, fill="#ffffff", width=14)
    return _encode(picture)


def _draw_thumbnail(objects: Sequence[dict[str, Any]], files: dict[str, bytes]) -> bytes:
    """A picture of the things on the table, from above, as the list of saved objects shows it."""
    from PIL import Image as Pillow

    shown = []
    for made in objects:
        at, image = made["Transform"], made.get("CustomImage", {}).get("ImageURL", "")
        if image.startswith(HERE):
            size = _TILE * at["scaleX"], _TILE * at["scaleZ"]
            shown.append((at["posX"], at["posZ"], size, at["rotY"], image.removeprefix(HERE)))
    board = [one for one in shown if one[-1] == "table.png"] or shown
    reach = max((max(abs(x) + w / 2, abs(z) + h / 2) for x, z, (w, h), *_ in board), default=1.0)
    k = _THUMB / 2 / reach
    picture = Pillow.new("RGB", (_THUMB, _THUMB), "#d8dde0")
    for x, z, (wide, high), turn, name in shown:
        with Pillow.open(io.BytesIO(files[name])) as opened:
            small = opened.convert("RGBA").resize(
                (max(1, round(wide * k)), max(1, round(high * k))), Pillow.Resampling.LANCZOS
            )
        small = small.rotate(180.0 - turn, expand=True)
        left, top = _THUMB / 2 + x * k - small.width / 2, _THUMB / 2 - z * k - small.height / 2
        picture.paste(small, (round(left), round(top)), small)
    return _encode(picture)


def _make_tiles(pieces: Iterable[TablePiece], files: dict[str, bytes]) -> Iterator[_Spread]:
    """The tiles of all pieces that are no cards; `files` gets their pictures."""
    for piece in pieces:
        if piece.sort == "card":
            continue
        front = back = f"{piece.name}-front.png"
        files[front] = _paint_tile(piece.front)
        if piece.back:
            back = f"{piece.name}-back.png"
            files[back] = _paint_tile(piece.back)
        tile = make_tile(
            piece.title, front, back, piece.inches, piece.sheet, piece.count, piece.cut == "round"
        )
        yield _Spread(tile, *piece.inches)


def _make_decks(pieces: Iterable[TablePiece], files: dict[str, bytes]) -> list[tuple[str, _Spread]]:
    """Every deck with the side that it belongs to; `files` gets their pictures."""
    made, number = [], 0
    for at, (title, cards) in enumerate(list_decks(pieces), start=1):
        sheets: list[DeckSheet] = []
        for atlas in make_atlases(cards):
            number += 1
            name = f"deck-{at}-{make_id(title)[:_LONG]}".rstrip("-")
            name += f"-{len(sheets) + 1}" if sheets else ""
            files[f"{name}.png"] = atlas.faces
            files[f"{name}-back.png"] = atlas.backs
            sheets.append(DeckSheet(number, f"{name}.png", f"{name}-back.png", atlas))
        wide, high = sorted(cards[0].inches)
        made.append((cards[0].side, _Spread(make_deck(title, sheets), wide, high)))
    return made


def _lay_out(
    spread: Iterable[_Spread], wide: float
) -> Iterator[tuple[dict[str, Any], float, float]]:
    """Place things in rows: from the middle to the right, and from the edge away, in inches."""
    for row, start in _make_rows(spread, wide):
        x = -sum(thing.width + _GAP for thing in row) / 2
        for thing in row:
            yield thing.made, x + (thing.width + _GAP) / 2, start + thing.height / 2
            x += thing.width + _GAP


def _measure(spread: Iterable[_Spread], wide: float) -> float:
    """Measure the depth of the rows of things together."""
    rows = [(start, row) for row, start in _make_rows(spread, wide)]
    return max((start + max(t.height for t in row) for start, row in rows), default=0.0)


def _make_rows(spread: Iterable[_Spread], wide: float) -> Iterator[tuple[list[_Spread], float]]:
    """Put things into rows, each with the distance of its near edge."""
    row: list[_Spread] = []
    start = _GAP
    for thing in spread:
        if row and sum(t.width + _GAP for t in row) + thing.width > wide:
            yield row, start
            start += max(t.height for t in row) + _GAP
            row = []
        row.append(thing)
    if row:
        yield row, start


def _paint_tile(page: Page) -> bytes:
    """A square picture of a page, as tiles are square until they are scaled."""
    from PIL import Image as Pillow

    long = max(page.width, page.height)
    dpi = max(20, min(300 if long < 4 * INCH else 200, int(LARGEST * INCH / long)))
    [data] = paint_pages([page], dpi, clear=False)
    with Pillow.open(io.BytesIO(data)) as opened:
        picture = opened.convert("RGB")
    side = min(LARGEST, max(picture.size))
    return _encode(picture.resize((side, side), Pillow.Resampling.LANCZOS))


# Saved objects of Tabletop Simulator, with the keys and types that the game itself writes.


HERE = "file:///./"
"""Stands for the folder that the files are written into, which the game wants to know in full."""
_TILE = 2.0  # inches that a tile measures before it is scaled
_CARD = 3.06  # inches that a card's long side measures before it is scaled
_BOX, _ROUND = 0, 2
_LIE, _ON_BOARD, _FACE_DOWN = 1.0, 1.2, 180.0  # above the table; about the long axis


@record
class DeckSheet:
    """A picture of cards under the number by which cards name it."""

    number: int
    faces: str
    backs: str
    atlas: Atlas

    def write(self) -> dict[str, Any]:
        """Return the deck as the game's save files write a custom deck."""
        return {
            "FaceURL": HERE + self.faces,
            "BackURL": HERE + self.backs,
            "NumWidth": self.atlas.columns,
            "NumHeight": self.atlas.rows,
            "BackIsHidden": True,
            "UniqueBack": self.atlas.unique,
            "Type": 0,
        }


def make_tile(
    title: str,
    front: str,
    back: str,
    inches: tuple[float, float],
    about: str = "",
    count: int = 1,
    is_round: bool = False,
) -> dict[str, Any]:
    """A tile of that size with a picture on each side, or a stack of several."""
    made = _make_object("Custom_Tile_Stack" if count > 1 else "Custom_Tile", title, about)
    made["Transform"] |= {"scaleX": inches[0] / _TILE, "scaleZ": inches[1] / _TILE}
    made["CustomImage"] = {
        "ImageURL": HERE + front,
        "ImageSecondaryURL": HERE + back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {
            "Type": _ROUND if is_round else _BOX,
            "Thickness": 0.1,
            "Stackable": count > 1,
            "Stretch": True,
        },
    }
    if count > 1:
        made["Number"] = count
    return made


def make_deck(title: str, sheets: Sequence[DeckSheet]) -> dict[str, Any]:
    """A deck that lies face down, or its only card."""
    cards = [
        _make_card(card.title, card.sheet, sheet, at, card.inches)
        for sheet in sheets
        for at, card in enumerate(sheet.atlas.cards)
        for _ in range(card.count)
    ]
    if len(cards) == 1:
        return cards[0] | {"Name": "CardCustom"}
    made = _make_object("DeckCustom", title)
    made["Transform"] |= cards[0]["Transform"]
    made["HideWhenFaceDown"] = True
    return made | {
        "SidewaysCard": sheets[0].atlas.sideways,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {str(sheet.number): sheet.write() for sheet in sheets},
        "ContainedObjects": cards,
    }


def _make_card(
    title: str, about: str, sheet: DeckSheet, at: int, inches: tuple[float, float]
) -> dict[str, Any]:
    made = _make_object("Card", title, about)
    scale = max(inches) / _CARD
    made["Transform"] |= {"rotZ": _FACE_DOWN, "scaleX": scale, "scaleZ": scale}
    return made | {
        "HideWhenFaceDown": True,
        "Hands": True,
        "CardID": 100 * sheet.number + at,
        "SidewaysCard": sheet.atlas.sideways,
        "CustomDeck": {str(sheet.number): sheet.write()},
    }


def place(
    made: dict[str, Any], x: float, z: float, turned: bool = False, facing: float = 0.0
) -> dict[str, Any]:
    """An object at its place, in inches from the middle of the table, facing one end or the other.

    Or it faces so many degrees clockwise from the far end. A card that lies across stands upright
    in its picture, and is turned back.
    """
    across = 90.0 if made.get("SidewaysCard") else 0.0
    turn = ((0.0 if turned else 180.0) + across + facing) % 360.0
    made["Transform"] |= {"posX": round(x, 4), "posZ": round(z, 4), "rotY": round(turn, 3)}
    return made


def write_saved(title: str, objects: Sequence[dict[str, Any]]) -> bytes:
    """The file of a saved object."""
    _number(objects, set())
    save = {
        "SaveName": title, "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "",
        "GameComplexity": "", "Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "",
        "Note": "", "TabStates": {}, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        "ObjectStates": list(objects),
    }  # fmt: skip
    return json.dumps(save, indent=2, ensure_ascii=False).encode()


def find_files(files: dict[str, bytes], folder: Path) -> dict[str, bytes]:
    """Files that name each other, as they are in a folder: by the whole path.

    The game reads what follows `file:///`; it knows neither %20 nor a path from here.
    """
    whole = f"file:///{folder.absolute().as_posix()}/"
    there = json.dumps(whole, ensure_ascii=False)[1:-1].encode()
    return {
        name: data.replace(HERE.encode(), there) if name.endswith(".json") else data
        for name, data in files.items()
    }


def _make_object(name: str, title: str, about: str = "") -> dict[str, Any]:
    """Make an object with the keys that every object of the game has."""
    return {
        "GUID": "",
        "Name": name,
        "Transform": {
            "posX": 0.0, "posY": _LIE, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
            "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
        },
        "Nickname": title, "Description": about, "GMNotes": "",
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "LayoutGroupSortIndex": 0, "Value": 0, "Locked": False, "Grid": False, "Snap": True,
        "IgnoreFoW": False, "MeasureMovement": False, "DragSelectable": True, "Autoraise": True,
        "Sticky": True, "Tooltip": True, "GridProjection": False, "HideWhenFaceDown": False,
        "Hands": False, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
    }  # fmt: skip


def _number(objects: Sequence[dict[str, Any]], taken: set[str]) -> None:
    """Gives each object an id that follows from what it is called."""
    for made in objects:
        number = 0
        while not made["GUID"] or made["GUID"] in taken:
            words = f"{made['Name']} {made['Nickname']} {number}"
            made["GUID"] = hashlib.sha256(words.encode()).hexdigest()[:6]
            number += 1
        taken.add(made["GUID"])
        _number(made.get("ContainedObjects", ()), taken)
