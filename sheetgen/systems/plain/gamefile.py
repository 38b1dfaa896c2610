"""The models of the parts of a game.yaml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from sheetgen.reading.field import Before, Colour, Field, Prose, Text
from sheetgen.reading.model import Model


def _write_formula(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, list):
        raise ValueError("a formula that begins with [ needs quotes")
    if isinstance(value, dict):
        raise ValueError("no formula begins with {: lists have [ ], and braces are for texts")
    return value


Formula = Annotated[str, Before(_write_formula), Field(min_length=1, max_length=2000)]
"""A formula; a plain number is one too."""


def _expand_column(value: object) -> object:
    return value if isinstance(value, dict) else {"value": value}


def _expand_blank(value: object) -> object:
    return {"sizes": value} if isinstance(value, list) else value


def _expand_loops(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _expand_field(value: object) -> object:
    return {"type": value} if isinstance(value, str) else value


class FieldSpec(Model):
    """A key that may be written in a definition."""

    type: Literal["int", "number", "text", "prose", "flag", "choice", "list", "record"] = Field(
        description="int, number, text, prose, flag, choice, list or record"
    )
    about: Prose = Field("", description="what it means, for hints and starters")
    min: int | None = Field(None, description="the least number, or how few items of a list")
    max: int | None = Field(None, description="the greatest number, or how many items or letters")
    default: Any = Field(None, description="what it is if it is not written")
    sample: Any = Field(None, description="what the starter has")
    optional: bool = Field(False, description="whether it may be left out and has no default")
    of: Any = Field(None, description="of a choice: texts, or a table; of a list: its items")
    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=100, description="the keys of a record, each like a field"
    )


FieldEntry = Annotated[FieldSpec, Before(_expand_field)]


class CheckSpec(Model):
    """A rule of the game."""

    name: Text = Field(description="lower-case letters and hyphens, as in top-heavy")
    severity: Literal["error", "warning", "hint"] = Field(description="error, warning or hint")
    about: Text = Field(description="what is found, in a sentence, for `explain`")
    each: Formula | None = Field(None, description='a loop, such as "gun in guns"')
    when: Formula = Field(description="a formula that is true where the rule is broken")
    at: Text = Field(description="the key that is shown, such as sail, or gun.name")
    says: Text = Field(description="what is wrong; {formulas} stand in braces")
    hint: Text | None = Field(None, description="what would be right")
    why: Text = Field(description="the reason, for `explain`")
    example: Text | None = Field(None, description="keys that break the rule, as YAML")


class ColumnSpec(Model):
    """A value to show."""

    value: Formula = Field(description="a formula")
    total: bool = Field(False, description="whether it is added up below lists of ships")


ColumnEntry = Annotated[ColumnSpec, Before(_expand_column)]


class KindSpec(Model):
    """A kind of definition."""

    about: Prose = ""
    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=100, description="the keys that may be written"
    )
    state: dict[str, FieldEntry] = Field(
        default_factory=dict,
        max_length=50,
        description="what a fleet may say about one of its ships: losses",
    )
    values: dict[str, Formula] = Field(
        default_factory=dict, max_length=300, description="name: formula"
    )
    checks: list[CheckSpec] = Field(
        default_factory=list, max_length=100, description="rules of the game"
    )
    columns: dict[str, ColumnEntry] = Field(
        default_factory=dict, max_length=40, description="heading: formula"
    )
    group: Formula | None = Field(None, description="a text by which books group definitions")


class CounterSpec(Model):
    """The choices that a fleet has for its counters."""

    sizes: dict[str, float] = Field(
        default_factory=dict, max_length=20, description='inches: {"1/2": 0.5, "3/4": 0.75}'
    )
    usual: Text = Field("usual", description="what is written for the size that its sheet gives")
    shapes: list[Text] = Field(
        default_factory=list, max_length=10, description="the first one is the usual one"
    )
    backs: list[Text] = Field(
        default_factory=list, max_length=10, description="backs besides none, such as name"
    )


class FleetSpec(Model):
    """The fleets of a game."""

    of: Text | None = Field(None, description="the kind of its ships; by default, the first one")
    code: Text = Field(description="what the IDs of ships begin with; {formulas} in braces")
    limit: Text | None = Field(None, description="a value that is added up and may be limited")
    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=100, description="keys of its own"
    )
    values: dict[str, Formula] = Field(
        default_factory=dict, max_length=300, description="name: formula"
    )
    checks: list[CheckSpec] = Field(
        default_factory=list, max_length=100, description="rules of the game"
    )
    columns: dict[str, ColumnEntry] = Field(
        default_factory=dict, max_length=40, description="heading: formula"
    )
    counters: CounterSpec | None = Field(None, description="{shapes: [square, hex], backs: [name]}")


class BlankSpec(Model):
    """How a sheet is printed empty, for a size."""

    sizes: list[int] = Field(min_length=1, max_length=50, description="the usual sizes: [6, 12]")
    min: int | None = Field(None, description="the least, where a field does not say it")
    max: int | None = Field(None, description="the greatest")
    known: dict[str, Formula] = Field(
        default_factory=dict, max_length=50, description="fields that follow from the size"
    )
    piece: Text | None = Field(None, description="what it is called; {formulas} in braces")
    copies: int = Field(1, ge=1, le=100, description="how many of it fit a page")


BlankEntry = Annotated[BlankSpec, Before(_expand_blank)]


class MeasureSpec(Model):
    """The measures of a roster, in millimetres."""

    around: float = Field(34.0, ge=0, le=250, description="the height of a page without its rows")
    row: float = Field(7.0, gt=0, le=100, description="the height of a row")
    line: float = Field(4.08, ge=0, le=50, description="of every further line of a name")
    width: float = Field(186.0, gt=0, le=1000, description="the width of a page")
    names: float = Field(62.0, gt=0, le=1000, description="the width of the names")
    size: float = Field(3.4, gt=0, le=20, description="the size of their letters")
    high: Formula | None = Field(None, description="the height of the row of a ship, if it varies")


class SheetSpec(Model):
    """A thing that can be printed."""

    name: Text = Field(description="lower-case letters and hyphens, as in ship-card")
    like: Text | None = Field(None, description="a sheet that has all that is not said here")
    title: Text = Field("", description="its heading in bookmarks")
    about: Prose = Field("", description="what it is, for `list sheets`")
    use: Literal["", "roster", "counters", "reference"] = Field(
        "", description="a part of the kit: roster, counters or reference"
    )
    of: Text | None = Field(None, description="a kind, fleet, or game: whose data it shows")
    template: Text | None = Field(None, description="a file in templates/ID of the game")
    back: Text | None = Field(None, description="the template of its other side")
    role: Literal["", "display", "counter", "card", "reference", "portrait"] = Field(
        "", description="what books use it for"
    )
    kinds: list[Text] | None = Field(
        None, alias="for", min_length=1, description="the kinds that it is printed for: [fleet]"
    )
    default: bool | list[Text] = Field(
        True, description="whether, or for which kinds, it is printed without being asked for"
    )
    once: bool | None = Field(None, description="whether it is the same for everybody")
    each: Annotated[list[Formula], Before(_expand_loops)] = Field(
        default_factory=list, max_length=3, description='a piece for each item: "gun in guns"'
    )
    piece: Text | None = Field(None, description="what a piece is called; {formulas} in braces")
    bookmark: Text | None = Field(None, description="its bookmark, where that is something else")
    deck: Literal["", "poker", "bridge"] = Field("", description="the size of its cards")
    values: dict[str, Formula] = Field(
        default_factory=dict, max_length=300, description="name: formula"
    )
    copies: Formula | None = Field(None, description="how many; 0 prints none")
    blank: dict[str, BlankEntry] = Field(
        default_factory=dict, max_length=1, description="{planks: [6, 8, 12]}: the usual sizes"
    )
    size: Formula | None = Field(None, description="millimetres, of a counter")
    edge: Formula | None = Field(None, description="millimetres of the edge where a sign stands")
    ground: Formula | None = Field(None, description="the colour that the sign of a side is on")
    side: Text | None = Field(None, description="what sheet.side is on a back of the same template")
    shade: bool = Field(True, description="whether white letters on its colour can be read")
    measures: MeasureSpec = Field(MeasureSpec(), description="of a roster: {around: 42, row: 6.2}")
    rows: int = Field(30, ge=1, le=200, description="how many of a roster go on a page")
    text: Text | None = Field(None, description="the Markdown file of a reference")
    gap: float | None = Field(None, ge=0, le=50, description="millimetres between pieces")
    cut: bool | None = Field(None, description="whether it is cut out, along crop marks")
    grid: bool | None = Field(None, description="whether small pieces stand close, in a grid")
    fold: bool = Field(False, description="whether its back is joined to it, to fold over")


class GameFile(Model):
    """A game.yaml."""

    game: Text = Field(description="the id: lower-case letters, digits and hyphens")
    name: Text = Field(max_length=60, description="what the game is called")
    about: Text = Field(description="a few words for `list systems`")
    colour: Colour = Field(
        "#1f4e79", description='the accent where a fleet has none, such as "#1f4e79" or navy'
    )
    icons: Text | None = Field(None, description="a folder of SVG files for [names] in texts")
    tables: dict[str, Any] = Field(
        default_factory=dict, max_length=200, description="name: table, or its file"
    )
    kinds: dict[str, KindSpec] = Field(min_length=1, max_length=20, description="boat: {fields: …}")
    fleet: FleetSpec | None = Field(None, description="{of: boat, code: B}")
    sheets: list[SheetSpec] = Field(
        default_factory=list, max_length=40, description="what can be printed"
    )
