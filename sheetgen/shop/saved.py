"""Saved objects of Tabletop Simulator, with the keys and types that the game itself writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.shop.atlas import Atlas

HERE = "file:///./"
"""Stands for the folder that the files are written into, which the game wants to know in full."""
_TILE = 2.0  # inches that a tile measures before it is scaled
_CARD = 3.06  # inches that a card's long side measures before it is scaled
_BOX, _ROUND = 0, 2
_LIE, _FACE_DOWN = 1.0, 180.0  # above the table; about the long axis


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture of cards under the number by which cards name it."""

    number: int
    faces: str
    backs: str
    atlas: Atlas

    def write(self) -> dict[str, Any]:
        """What the game calls a custom deck."""
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


def make_deck(title: str, sheets: Sequence[Sheet]) -> dict[str, Any]:
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
    title: str, about: str, sheet: Sheet, at: int, inches: tuple[float, float]
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


def place(made: dict[str, Any], x: float, z: float, turned: bool = False) -> dict[str, Any]:
    """An object at its place, in inches from the middle of the table, facing one end or the other.

    A card that lies across stands upright in its picture, and is turned back.
    """
    across = 90.0 if made.get("SidewaysCard") else 0.0
    made["Transform"] |= {
        "posX": round(x, 4), "posZ": round(z, 4), "rotY": (0.0 if turned else 180.0) + across
    }  # fmt: skip
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
    """What every object has."""
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
