"""The model of a game.yaml, with those of its sheets, scenarios and combat."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from sheetgen.reading.field import Before, Colour, Field, Prose, Text
from sheetgen.reading.model import Model
from sheetgen.systems.plain.kindfile import (
    Checks,
    Columns,
    Fields,
    FleetSpec,
    Formula,
    KindSpec,
    Loops,
    OneOrMore,
    RepeatedSpec,
    Texts,
    TypeSpec,
    Values,
    Words,
    expand,
)


def _expand_reading(value: object) -> object:
    return {"values": value} if isinstance(value, dict) and "values" not in value else value


class ReadingSpec(Model):
    """A group of coefficients of the rules, which a fleet may give other values for a reason."""

    values: dict[str, int | float] = Field(
        min_length=1, max_length=100, description="{per_hull_box: 5}: the usual values"
    )
    key: Text | None = Field(None, description="the key of fleets, where it is not the name")
    about: Prose = Field("", description="what they are, for hints")


ReadingEntry = Annotated[ReadingSpec, Before(_expand_reading)]


class BlankSpec(Model):
    """The empty sheets of a size."""

    sizes: list[int] = Field(min_length=1, max_length=50, description="the usual sizes: [6, 12]")
    min: int | None = Field(None, description="the least, where a field does not say it")
    max: int | None = Field(None, description="the greatest")
    known: Values = Field(description="fields that follow from the size")
    usual: Texts = Field(description="fields that are as if nobody wrote them")
    piece: Text | None = Field(None, description="what it is called; {formulas} in braces")
    copies: int = Field(1, ge=1, le=100, description="how many of it fit a page")


BlankEntry = Annotated[BlankSpec, expand("sizes", list)]


class MeasureSpec(Model):
    """The measures of a roster, in millimetres."""

    around: float = Field(34.0, ge=0, le=250, description="the height of a page without its rows")
    row: float = Field(7.0, gt=0, le=100, description="the height of a row")
    line: float = Field(4.08, ge=0, le=50, description="of every further line of a name")
    width: float = Field(186.0, gt=0, le=1000, description="the width of a page")
    names: float = Field(62.0, gt=0, le=1000, description="the width of the names")
    size: float = Field(3.4, gt=0, le=20, description="the size of their letters")
    high: Formula | None = Field(None, description="the height of the row of a ship, if it varies")


class KeysSpec(Model):
    """Keys that a game adds to a part of its scenarios, and what is said about it."""

    fields: Fields
    note: Text | None = Field(None, description="a remark in words; {formulas} in braces")
    mark: Text | None = Field(None, description="the same in short, for the map")


class SetupSpec(RepeatedSpec):
    """A fact of a setup, or several: without a text it is left out."""

    title: Text = Field(description="its heading; {formulas} in braces")
    text: Text = Field(description="what it says; {formulas} in braces")


class ScaleSpec(Model):
    """The bar below a map."""

    step: Formula = Field(description="a length in the unit of the table; 0 shows one square")
    names: list[Text] = Field(min_length=1, max_length=9, description="the name of each step")


class ScenarioSpec(Model):
    """The scenarios of a game."""

    terrain: Text = Field(description="a YAML file of types of terrain")
    fields: Fields = Field(description="keys of its own")
    share: Texts = Field(description="keys of the fleet, set for all sides")
    own: Texts = Field(description="keys of the fleet for sides with ships of their own")
    inches: bool = Field(False, description="whether all tables are in feet or inches")
    piece: KeysSpec = Field(default_factory=KeysSpec, description="keys of a piece of terrain")
    place: KeysSpec = Field(default_factory=KeysSpec, description="keys of a deployment")
    values: Values
    checks: Checks
    code: Text | None = Field(None, description="what tables of forces call a ship's class")
    points: Formula | None = Field(None, description="what a ship counts; the fleet's limit")
    rows: Text | None = Field(None, description="a function of the game's code: rows of forces")
    setup: list[SetupSpec] = Field(
        default_factory=list, max_length=20, description="[{title: Crew, text: …}]"
    )
    rules: list[SetupSpec] = Field(
        default_factory=list, max_length=20, description="special rules: [{title: Edge, text: …}]"
    )
    scale: ScaleSpec | None = Field(None, description="{step: 12, names: [short, long]}")
    words: Words = Field(description="words for the rules of terrain")
    sides: Columns = Field(description="heading: formula, of a fleet")
    ships: Texts = Field(description="columns of ships, such as id and mass")


class MarkSpec(RepeatedSpec):
    """A mark of a ruler, or a way or an arc of a template, or several."""

    at: Formula = Field(description="units, or degrees clockwise from ahead")
    label: Text = Field(description="{formulas} in braces")
    note: Text = Field("", description="{formulas} in braces")


class BandSpec(RepeatedSpec):
    """A range band of a ruler, or several."""

    start: Formula = Field(description="units")
    end: Formula = Field(description="units")
    name: Text = Field(description="what it is called; {formulas} in braces")
    value: Text = Field("", description="what it does, such as +1")
    span: Text = Field("", description="its limits in words")
    note: Text = ""


class RulerSpec(RepeatedSpec):
    """A ruler at true size."""

    total: Formula = Field(description="units of the whole")
    unit: Text = Field("in", description="in or cm; {formulas} in braces")
    band: Formula = Field("0", description="units; strips end with one where it fits")
    titles: Texts = Field(description="longest first")
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
    like: Text | None = Field(None, description="a sheet that has all that is not said here")
    title: Text = Field("", description="its heading in bookmarks")
    about: Prose = Field("", description="what it is, for `list sheets`")
    use: Literal[
        "", "roster", "counters", "reference", "portrait", "ruler", "protractor", "tokens",
        "terrain", "scenario",
    ] = Field("", description="a part of the kit, such as roster or counters")  # fmt: skip
    of: Text | None = Field(None, description="a kind, fleet, or game: whose data it shows")
    template: Text | None = Field(None, description="a file in templates/ID of the game")
    back: Text | None = Field(None, description="the template of its other side")
    fill: Text | None = Field(None, description="a function of the code that makes its pieces")
    fill_blank: Text | None = Field(None, description="a function that makes empty ones")
    role: Literal["", "display", "counter", "card", "reference", "portrait"] = Field(
        "", description="what books use it for"
    )
    kinds: list[Text] | None = Field(
        None, alias="for", description="the kinds that it is printed for: [fleet]"
    )
    default: bool | list[Text] = Field(
        True, description="whether, or for which kinds, it is printed without being asked for"
    )
    once: bool | None = Field(None, description="whether it is the same for everybody")
    each: Loops = Field(description='a piece for each item: "gun in guns"')
    piece: Text | None = Field(None, description="what a piece is called; {formulas} in braces")
    bookmark: Text | None = Field(None, description="its bookmark, where that is something else")
    deck: Literal["", "poker", "bridge"] = Field("", description="the size of its cards")
    values: Values
    copies: Formula | None = Field(None, description="how many; 0 prints none")
    blank: dict[str, BlankEntry] = Field(
        default_factory=dict, max_length=1, description="{planks: [6, 8, 12]}: the usual sizes"
    )
    size: Formula | None = Field(None, description="millimetres, of a counter")
    edge: Formula | None = Field(None, description="millimetres of the edge where a sign stands")
    ground: Formula | None = Field(None, description="the colour that the sign of a side is on")
    art: Formula | None = Field(None, description="whether a piece shows its ship's picture")
    side: Text | None = Field(None, description="what sheet.side is on a back of the same template")
    shade: bool = Field(True, description="whether white letters on its colour can be read")
    measures: MeasureSpec = Field(MeasureSpec(), description="of a roster: {around: 42, row: 6.2}")
    rows: int = Field(30, ge=1, le=200, description="how many of a roster go on a page")
    text: Text | None = Field(
        None, description="the file of a reference, in Markdown, or of tokens, in YAML"
    )
    ruler: RulerSpec | None = Field(None, description="{total: 24, bands: […]}")
    fan: FanSpec | None = Field(None, description="{half: 45, inches: 4}")
    dial: DialSpec | None = Field(None, description="{sides: 8, reach: 56, arcs: […]}")
    pages: PagesSpec | None = Field(None, description="{parts: [{name: …, y: 24, height: 50}]}")
    usual: int | None = Field(None, ge=1, le=99, description="the usual size of a blank ruler")
    depth: float = Field(1, gt=0, le=2, description="of blank terrain, for its width")
    without: Texts = Field(description="types of terrain that are not printed")
    gap: float | None = Field(None, ge=0, le=50, description="millimetres between pieces")
    cut: bool | None = Field(None, description="whether it is cut out, along crop marks")
    grid: bool | None = Field(None, description="whether small pieces stand close, in a grid")
    fold: bool = Field(False, description="whether its back is joined to it, to fold over")


class AttackSpec(RepeatedSpec):
    """An attack on an enemy in a round of combat, or on the ship itself as a round ends."""

    dice: Formula | None = Field(None, description="how many dice are rolled; by default, one")
    die: int | None = Field(None, ge=2, le=100, description="how many sides these dice have")
    hits: Annotated[list[Formula], OneOrMore, Field(default_factory=list, max_length=5)] = Field(
        description="which rolls hit; each further test is of a new roll of what passed the last"
    )
    again: Formula | None = Field(None, description="which rolls bring another die")
    damage: Formula = Field("1", description="what each hit adds to what `loses` names")
    adds: Values = Field(description="what else each hit adds: {water: 1}")
    spends: Values = Field(description="what it adds to the attacker's own state")


Attacks = AttackSpec | Annotated[list[AttackSpec], Field(max_length=10)]
"""One, or several in their order."""


class CombatSpec(Model):
    """The rules by which ships fight when nobody moves, for duels."""

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
    modifiers: Values = Field(description="their sum is `modifier`")
    aim: Formula | None = Field(None, description="the enemy with the most of this is fired at")
    range: int = Field(0, ge=0, le=10_000, description="the usual distance")
    ranges: list[int] = Field(
        default_factory=list, max_length=10, description="those at which everybody meets everybody"
    )
    unit: Text = Field("inches", description="what distances are measured in")
    faces: Texts = Field(description="what a ship can turn to the enemy")
    speeds: Texts = Field(description="how it can move")
    maneuvers: Texts = Field(description="what else it can do")
    worth: Text | None = Field(None, description="what it costs; by default, the fleet's limit")
    parts: Texts = Field(description="keys of what can be taken off a ship")
    limits: Texts = Field(description="sentences: what is not played")


class ImportedFleetSpec(Model):
    """The fleets of a file to import."""

    each: Formula = Field("file", description="a formula over `file`: a list of what is a fleet")
    name: Formula = Field(description="a formula over `item`: the fleet's name")
    ships: Formula = Field(
        description="a list of items of `each`, of names or ids, or of {ship: id, count: 2}"
    )
    set: Values


class ImportSpec(Model):
    """A mapping: what the definitions of this game take from a file of another program."""

    source: Literal["", "json", "xml", "csv", "xlsx", "yaml", "text"] = Field(
        "", alias="from", description="the format; by default, by the file's ending"
    )
    lines: dict[str, Text] = Field(
        default_factory=dict,
        max_length=50,
        description='how lines of a text below a key are split: {Weapons: "{name}, {place}"}',
    )
    each: Formula = Field("file", description="a formula over `file`: a list with an item for each")
    kind: Text | None = Field(None, description="the kind of definition; by default, the first")
    values: Values
    set: dict[str, Formula] = Field(
        min_length=1, max_length=200, description="key: formula over `item`, `file` and `values`"
    )
    ignore: Annotated[list[Formula], Field(default_factory=list, max_length=200)] = Field(
        description="keys that are not needed: [item.orientation]"
    )
    fleets: ImportedFleetSpec | None = Field(None, description="{name: …, ships: …}")


class MappingFile(ImportSpec):
    """A mapping in a file of its own."""

    mapping: Text = Field(description="its name")
    system: Text = Field(description="the id of the game")


class GameFile(Model):
    """A game.yaml."""

    game: Text = Field(description="the id: lower-case letters, digits and hyphens")
    name: Text = Field(max_length=60, description="what the game is called")
    about: Text = Field(description="a few words for `list systems`")
    colour: Colour = Field(
        "#1f4e79", description='the accent where a fleet has none, such as "#1f4e79" or navy'
    )
    icons: Text | None = Field(None, description="a folder of SVG files for [names] in texts")
    look: Text | None = Field(None, description="its look, such as bridge; see `list looks`")
    needs: list[Text] = Field(
        default_factory=list,
        max_length=12,
        description="what players need besides what is printed, such as [six-sided dice, tape]",
    )
    rank: int = Field(1, ge=0, le=99, description="its place among games; equal ones go by id")
    tables: dict[str, Any] = Field(
        default_factory=dict, max_length=200, description="name: table, or its file"
    )
    python: Text | None = Field(None, description="rules.py, the game's own code")
    readings: dict[str, ReadingEntry] = Field(
        default_factory=dict, max_length=20, description="{power: {per_hull_box: 5}}"
    )
    types: dict[str, TypeSpec] = Field(
        default_factory=dict, max_length=100, description="mount: {fields: …, values: …}"
    )
    functions: Values = Field(description='"half(strength)": formula')
    kinds: dict[str, KindSpec] = Field(min_length=1, max_length=20, description="boat: {fields: …}")
    fleet: FleetSpec | None = Field(None, description="{of: boat, code: B}")
    scenario: ScenarioSpec | None = Field(None, description="{terrain: terrain.yaml}")
    sheets: list[SheetSpec] = Field(
        default_factory=list, max_length=40, description="what can be printed"
    )
    imports: dict[str, ImportSpec] = Field(
        default_factory=dict, max_length=50, description="name: a mapping for files from elsewhere"
    )
    combat: CombatSpec | Text | None = Field(
        None, description="how ships fight in duels, a function of the code, or why they do not"
    )
