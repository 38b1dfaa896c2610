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


class SilhouetteSpec(Model):
    """What ships of a kind look like from above: numbers of a hull family of the kit."""

    family: Text | None = Field(None, description="starship, fighter, airship, gunboat or sailship")
    draw: Formula | None = Field(None, description="a drawing of the game's code, instead")
    size: Formula | None = Field(None, description="of such a drawing beside others, at most 1")
    hull: Formula | None = Field(None, description="a text: the hull, instead of by its length")
    length: Formula | None = Field(None, description="how long it is, in any unit")
    shortest: float | None = Field(None, description="the length of the shortest of the family")
    longest: float | None = Field(None, description="the length of the longest of the family")
    beam: Formula | None = Field(None, description="times as broad as usual, such as 0.9")
    guns: Any = Field(None, description="a number, or numbers by side: {forward: 2, left: side}")
    engines: Formula | None = Field(None, description="how many")
    light: Formula | None = Field(None, description="guns too small for turrets")
    keel: Formula | None = Field(None, description="barrels along the keel")


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
    silhouette: SilhouetteSpec | None = Field(None, description="{family: gunboat, length: hull}")


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


class KeysSpec(Model):
    """Keys that a game adds to a part of its scenarios, and what is said about it."""

    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=20, description="the keys that may be written"
    )
    note: Text | None = Field(None, description="a remark in words; {formulas} in braces")
    mark: Text | None = Field(None, description="the same in short, for the map")


class FactSpec(Model):
    """A fact of a setup, or several: without a text it is left out."""

    title: Text = Field(description="its heading; {formulas} in braces")
    each: Formula | None = Field(None, description='a loop, such as "side in sides"')
    text: Text = Field(description="what it says; {formulas} in braces")


class ScaleSpec(Model):
    """What the bar below a map shows."""

    step: Formula = Field(description="a length in the unit of the table; 0 shows one square")
    names: list[Text] = Field(min_length=1, max_length=9, description="the name of each step")


class ScenarioSpec(Model):
    """The scenarios of a game."""

    terrain: Text = Field(description="a YAML file of types of terrain")
    share: list[Text] = Field(
        default_factory=list, max_length=20, description="keys of the fleet, set for all sides"
    )
    inches: bool = Field(False, description="whether all tables are in feet or inches")
    piece: KeysSpec = Field(default_factory=KeysSpec, description="keys of a piece of terrain")
    place: KeysSpec = Field(default_factory=KeysSpec, description="keys of a deployment")
    values: dict[str, Formula] = Field(
        default_factory=dict, max_length=300, description="name: formula"
    )
    checks: list[CheckSpec] = Field(
        default_factory=list, max_length=100, description="rules of the game"
    )
    code: Text | None = Field(None, description="what tables of forces call a ship's class")
    points: Formula | None = Field(None, description="what a ship counts; the fleet's limit")
    rows: Text | None = Field(None, description="a function of the game's code: rows of forces")
    setup: list[FactSpec] = Field(
        default_factory=list, max_length=20, description="[{title: Crew, text: …}]"
    )
    scale: ScaleSpec | None = Field(None, description="{step: 12, names: [short, long]}")
    words: dict[str, Text] = Field(
        default_factory=dict, max_length=20, description="words for the rules of terrain"
    )
    sides: dict[str, ColumnEntry] = Field(
        default_factory=dict, max_length=40, description="heading: formula, of a fleet"
    )
    ships: list[Text] = Field(
        default_factory=list, max_length=40, description="columns of ships, such as id and mass"
    )


class MarkSpec(Model):
    """A mark of a ruler, or a way or an arc of a template, or several."""

    each: Formula | None = Field(None, description='a loop, such as "gun in guns"')
    at: Formula = Field(description="units, or degrees clockwise from ahead")
    label: Text = Field(description="{formulas} in braces")
    note: Text = Field("", description="{formulas} in braces")


class BandSpec(Model):
    """A range band of a ruler, or several."""

    each: Formula | None = Field(None, description='a loop, such as "band in 1..3"')
    start: Formula = Field(description="units")
    end: Formula = Field(description="units")
    name: Text = Field(description="what it is called; {formulas} in braces")
    value: Text = Field("", description="what it does, such as +1")
    span: Text = Field("", description="its limits in words")
    note: Text = ""


class RulerSpec(Model):
    """A ruler at true size."""

    each: Formula | None = Field(None, description="a loop: a ruler for each item")
    total: Formula = Field(description="units of the whole")
    unit: Text = Field("in", description="in or cm; {formulas} in braces")
    band: Formula = Field("0", description="units; strips end with one where it fits")
    titles: list[Text] = Field(default_factory=list, max_length=9, description="longest first")
    bands: list[BandSpec] = Field(default_factory=list, max_length=12)
    lanes: list[list[MarkSpec]] = Field(default_factory=list, max_length=6)


class FanSpec(Model):
    """A template of one angle whose edges are rulers."""

    half: float = Field(gt=0, le=90, description="degrees from ahead to an edge")
    inches: int = Field(ge=1, le=10)
    ways: list[MarkSpec] = Field(default_factory=list, max_length=40)


class DialSpec(Model):
    """A template of all directions."""

    sides: int = Field(ge=3, le=24)
    reach: float = Field(ge=20, le=95, description="millimetres from the middle to its sides")
    arcs: list[MarkSpec] = Field(min_length=1, max_length=24)
    ways: list[MarkSpec] = Field(default_factory=list, max_length=40)


class PartSpec(Model):
    """A part of a reference: its place on the whole page, and its height with the gap below."""

    name: Text
    x: float = Field(0, ge=0, le=200)
    y: float = Field(ge=0, le=290)
    height: float = Field(gt=0, le=290)
    column: Literal["left", "right", "any", "wide"] = "any"
    page: int = Field(1, ge=1, le=9)


class PagesSpec(Model):
    """The pages of a reference that is a template with parts."""

    width: float = Field(190, gt=50, le=200)
    height: float = Field(254, gt=50, le=290)
    right: float = Field(98, gt=20, le=190, description="where the right column begins")
    top: float = Field(24, ge=0, le=100, description="where parts begin on small paper")
    parts: list[PartSpec] = Field(min_length=1, max_length=60)


class SheetSpec(Model):
    """A thing that can be printed."""

    name: Text = Field(description="lower-case letters and hyphens, as in ship-card")
    title: Text = Field(description="its heading in bookmarks")
    about: Prose = Field("", description="what it is, for `list sheets`")
    use: Literal[
        "", "roster", "counters", "reference", "portrait", "ruler", "protractor", "tokens",
        "terrain", "scenario",
    ] = Field("", description="a part of the kit, such as roster or counters")  # fmt: skip
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
    text: Text | None = Field(
        None, description="the file of a reference, in Markdown, or of tokens, in YAML"
    )
    piece: Text | None = Field(None, description="what a printed piece is called")
    ruler: RulerSpec | None = Field(None, description="{total: 24, bands: […]}")
    fan: FanSpec | None = Field(None, description="{half: 45, inches: 4}")
    dial: DialSpec | None = Field(None, description="{sides: 8, reach: 56, arcs: […]}")
    pages: PagesSpec | None = Field(None, description="{parts: [{name: …, y: 24, height: 50}]}")
    usual: int | None = Field(None, ge=1, le=99, description="the usual size of a blank ruler")
    depth: float = Field(1, gt=0, le=2, description="of blank terrain, for its width")
    without: list[Text] = Field(
        default_factory=list, max_length=40, description="types of terrain that are not printed"
    )
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
    kinds: dict[str, KindSpec] = Field(min_length=1, max_length=20, description="boat: {fields: …}")
    fleet: FleetSpec | None = Field(None, description="{of: boat, code: B}")
    scenario: ScenarioSpec | None = Field(None, description="{terrain: terrain.yaml}")
    sheets: list[SheetSpec] = Field(
        default_factory=list, max_length=40, description="what can be printed"
    )
