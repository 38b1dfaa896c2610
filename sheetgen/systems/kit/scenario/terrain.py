"""Terrain on the table of a scenario; each game has its own types of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, get_args

from sheetgen.ground.record import record
from sheetgen.reading import source
from sheetgen.systems import Before, Field, Model, RefusedError, Text
from sheetgen.systems.kit.scenario.table import WORDS, Box, GamingTable, Point

Shape = Literal["round", "irregular"]
Spot = Literal[
    "centre", "center", "bottom", "top", "left", "right",
    "bottom-left", "bottom-right", "top-left", "top-right",
]  # fmt: skip

LARGEST = 600
"""The greatest size or coordinate, in inches or centimetres."""


@record
class Stuff:
    """What a game says about a type of terrain; `look` is the type that it is drawn like."""

    name: str
    shape: Shape
    rule: str
    look: str


def read_terrain(file: str) -> Mapping[str, Stuff]:
    """A game's types of terrain, from `terrain.yaml` beside the file of its code."""
    entries = source.read(Path(file).with_name("terrain.yaml")).documents[0].data
    return {key: Stuff(**{"look": key, **entry}) for key, entry in entries.items()}


def _check_spot(value: object) -> object:
    if isinstance(value, str):
        if value in get_args(Spot):
            return value
        hint = f"write centre, {', '.join(get_args(Spot)[2:])}, or [x, y]"
        raise RefusedError("wrong-value", "at: there is no such place", hint)
    return _check_numbers(value, "at", "[x, y] from the bottom left corner, or a word like centre")


def _check_size(value: object) -> object:
    both = value if isinstance(value, list) else [value, value]
    sizes = _check_numbers(both, "size", "one number, or [width, depth]")
    if not all(0 < size <= LARGEST for size in sizes):
        raise RefusedError("out-of-range", "size: must be more than 0 and at most 600")
    return value


def _check_numbers(value: object, key: str, hint: str) -> list[float]:
    if isinstance(value, list) and len(value) == 2:
        numbers = [n for n in value if isinstance(n, int | float) and not isinstance(n, bool)]
        if len(numbers) == 2:
            return numbers
    raise RefusedError("wrong-type", f"{key}: this is not a place or a size", f"{key}: {hint}")


class Terrain(Model):
    """A piece of terrain; a game's own says which types there are, and what `stuff` they are."""

    type: str
    name: Text | None = Field(None, max_length=60, description="what it is called")
    at: Annotated[Spot | list[float], Before(_check_spot)] = Field(
        "centre",
        description="its middle: [x, y] from the bottom left corner, or a word like centre",
    )
    size: Annotated[float | list[float], Before(_check_size)] = Field(
        description="how far across, or [width, depth]"
    )
    shape: Shape | None = Field(None, description="round or irregular")
    rule: Text | None = Field(None, description="its rule, instead of the usual one")

    @property
    def stuff(self) -> Stuff:
        """What the game says about its type."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """Its name, or what kind of thing it is."""
        return self.name or self.kind_name

    @property
    def kind_name(self) -> str:
        """What kind of thing it is, such as `Gas cloud`."""
        return self.stuff.name

    @property
    def outline(self) -> Shape:
        """Whether it is round or irregular."""
        return self.shape or self.stuff.shape

    @property
    def look(self) -> str:
        """The type that it is drawn like."""
        return self.stuff.look

    @property
    def note(self) -> str:
        """What is said and printed of it besides its name, such as its height."""
        return ""

    @property
    def mark(self) -> str:
        """The same in short, for the map."""
        return ""

    @property
    def extent(self) -> tuple[float, float]:
        """Its width and depth."""
        if isinstance(self.size, list):
            return self.size[0], self.size[1]
        return self.size, self.size

    def locate(self, table: GamingTable) -> Point:
        """Its middle. A word is the middle of that half or quarter of the table."""
        if isinstance(self.at, list):
            return Point(self.at[0], self.at[1])
        right, up = WORDS[self.at]
        width, depth = table.box.x1, table.box.y1
        return Point(width * (2 + right) / 4, depth * (2 + up) / 4)

    def bound(self, table: GamingTable) -> Box:
        """The rectangle that it fills."""
        (x, y), (width, depth) = self.locate(table), self.extent
        return Box(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2)

    def write_rule(self, **words: str) -> str:
        """Its rule: the scenario's own, or the usual one with these words in it."""
        if self.rule:
            return self.rule
        rule = self.stuff.rule
        for name, word in words.items():
            rule = rule.replace(name, word)
        return rule


def name_pieces(pieces: Sequence[Terrain]) -> Iterator[tuple[Terrain, str]]:
    """Pieces of terrain with the names that decide how they look; namesakes are numbered."""
    seen: dict[str, int] = {}
    for terrain in pieces:
        repeat = seen[terrain.title] = seen.get(terrain.title, 0) + 1
        yield terrain, terrain.title + f" {repeat}" * (repeat > 1)
