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
        raise ValueError("a formula that begins with { needs quotes")
    return value


Formula = Annotated[str, Before(_write_formula), Field(min_length=1, max_length=2000)]
"""A formula; a plain number is one too."""


def _expand_column(value: object) -> object:
    return value if isinstance(value, dict) else {"value": value}


def _expand_field(value: object) -> object:
    return {"type": value} if isinstance(value, str) else value


class FieldSpec(Model):
    """A key that may be written in a definition."""

    type: Text = Field(
        description="int, number, text, prose, flag, choice, list or record, or one of the types"
    )
    key: Text | None = Field(
        None, max_length=60, description="the key that is written, where it is not the name"
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
    short: list[Text] = Field(
        default_factory=list, max_length=10, description='what may stand for a record: "{size} in"'
    )


FieldEntry = Annotated[FieldSpec, Before(_expand_field)]


class TypeSpec(Model):
    """A type of records, with values of their own."""

    about: Prose = ""
    fields: dict[str, FieldEntry] = Field(
        min_length=1, max_length=100, description="the keys that may be written"
    )
    values: dict[str, Formula] = Field(
        default_factory=dict, max_length=100, description="name: formula"
    )
    short: list[Text] = Field(
        default_factory=list, max_length=10, description='what may stand for it: "{count} {gun}"'
    )


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


class SheetSpec(Model):
    """A thing that can be printed."""

    name: Text = Field(description="lower-case letters and hyphens, as in ship-card")
    title: Text = Field(description="its heading in bookmarks")
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
    default: bool = Field(True, description="whether it is printed without being asked for")
    values: dict[str, Formula] = Field(
        default_factory=dict, max_length=300, description="name: formula"
    )
    copies: Formula | None = Field(None, description="how many; 0 prints none")
    blank: dict[str, list[int]] = Field(
        default_factory=dict, max_length=1, description="{planks: [6, 8, 12]}: the usual sizes"
    )
    size: float = Field(25.4, gt=5, le=100, description="millimetres, of a counter")
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
    tables: dict[str, Any] = Field(
        default_factory=dict, max_length=200, description="name: table, or its file"
    )
    types: dict[str, TypeSpec] = Field(
        default_factory=dict, max_length=100, description="mount: {fields: …, values: …}"
    )
    functions: dict[str, Formula] = Field(
        default_factory=dict, max_length=200, description='"half(strength)": formula'
    )
    kinds: dict[str, KindSpec] = Field(min_length=1, max_length=20, description="boat: {fields: …}")
    fleet: FleetSpec | None = Field(None, description="{of: boat, code: B}")
    sheets: list[SheetSpec] = Field(
        default_factory=list, max_length=40, description="what can be printed"
    )
