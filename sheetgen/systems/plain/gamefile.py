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


class AttackSpec(Model):
    """What a ship does to an enemy in a round of combat, or to itself as a round ends."""

    each: Formula | None = Field(None, description='a loop, such as "gun in guns"')
    when: Formula | None = Field(None, description="whether it can be done, true or false")
    dice: Formula | None = Field(None, description="how many dice are rolled; by default, one")
    die: int | None = Field(None, ge=2, le=100, description="how many sides these dice have")
    hits: Formula | Annotated[list[Formula], Field(max_length=5)] = Field(
        default_factory=list,
        description="which rolls hit; each further test is of a new roll of what passed the last",
    )
    again: Formula | None = Field(None, description="which rolls bring another die")
    damage: Formula = Field("1", description="what each hit adds to what `loses` names")
    adds: dict[str, Formula] = Field(
        default_factory=dict, max_length=20, description="what else each hit adds: {water: 1}"
    )
    spends: dict[str, Formula] = Field(
        default_factory=dict, max_length=20, description="what it adds to the attacker's own state"
    )


Attacks = AttackSpec | Annotated[list[AttackSpec], Field(max_length=10)]
"""One, or several in their order."""


class CombatSpec(Model):
    """How ships fight when nobody moves, for duels."""

    attack: Attacks = Field(description="what a ship does to an enemy, or a list of it")
    upkeep: Attacks = Field(default_factory=list, description="the same to itself, as a round ends")
    loses: Text = Field(description="the key of the state to which damage is added, such as lost")
    out: Formula = Field(description="when a ship is out of the fight, such as lost >= hull")
    rounds: int = Field(0, ge=0, le=1000, description="how many there are at most")
    order: Literal["together", "by initiative"] = Field(
        "together", description="together, or by initiative"
    )
    initiative: Formula | None = Field(None, description="the highest acts first; may use roll")
    die: int = Field(6, ge=2, le=100, description="how many sides dice have")
    modifiers: dict[str, Formula] = Field(
        default_factory=dict, max_length=20, description="their sum is `modifier`"
    )
    aim: Formula | None = Field(None, description="the enemy with the most of this is fired at")
    range: int = Field(0, ge=0, le=10_000, description="the usual distance")
    ranges: list[int] = Field(
        default_factory=list, max_length=10, description="those at which everybody meets everybody"
    )
    unit: Text = Field("inches", description="what distances are measured in")
    faces: list[Text] = Field(
        default_factory=list, max_length=20, description="what a ship can turn to the enemy"
    )
    speeds: list[Text] = Field(default_factory=list, max_length=20, description="how it can move")
    maneuvers: list[Text] = Field(
        default_factory=list, max_length=200, description="what else it can do"
    )
    worth: Text | None = Field(None, description="what it costs; by default, the fleet's limit")
    parts: list[Text] = Field(
        default_factory=list, max_length=40, description="keys of what can be taken off a ship"
    )
    limits: list[Text] = Field(
        default_factory=list, max_length=20, description="sentences: what is not played"
    )


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
    kinds: dict[str, KindSpec] = Field(min_length=1, max_length=20, description="boat: {fields: …}")
    fleet: FleetSpec | None = Field(None, description="{of: boat, code: B}")
    sheets: list[SheetSpec] = Field(
        default_factory=list, max_length=40, description="what can be printed"
    )
    combat: CombatSpec | None = Field(None, description="how ships fight in duels")
