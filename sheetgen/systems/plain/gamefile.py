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


def _expand_blank(value: object) -> object:
    return {"sizes": value} if isinstance(value, list) else value


def _expand_loops(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _expand_field(value: object) -> object:
    return {"type": value} if isinstance(value, str) else value


def _expand_words(value: object) -> object:
    return {"says": value} if isinstance(value, str) else value


def _expand_places(value: object) -> object:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return dict.fromkeys(value)
    return value


def _list_one(value: object) -> object:
    return [value] if isinstance(value, str) else value


class RepeatedSpec(Model):
    """A thing that may be said of every item of a list."""

    each: Annotated[list[Formula], Before(_list_one, takes=str | list[str])] = Field(
        default_factory=list, max_length=4, description='a loop, such as "gun in guns", or several'
    )
    when: Formula | None = Field(None, description="a formula: where it is false, there is none")


class FieldSpec(Model):
    """A key that may be written in a definition."""

    type: Text = Field(
        description="int, number, text, prose, flag, choice, list, map, record, or one of the types"
    )
    key: Text | None = Field(
        None, max_length=60, description="the key that is written, where it is not the name"
    )
    about: Prose = Field("", description="what it means, for hints and starters")
    label: Text | None = Field(None, description="what the studio calls it")
    unit: Text | None = Field(None, description="what the number counts, in the studio")
    help: Text | None = Field(None, description="what the studio says about it, if not `about`")
    min: int | None = Field(None, description="the least number, or how few items of a list")
    max: int | None = Field(None, description="the greatest number, or how many items or letters")
    default: Any = Field(None, description="what it is if it is not written")
    sample: Any = Field(None, description="what the starter has")
    optional: bool = Field(False, description="whether it may be left out and has no default")
    of: Any = Field(None, description="of a choice: texts, or a table; of a list, a map: its items")
    called: Text | None = Field(
        None,
        max_length=40,
        description="of a choice or a span: what it is, for messages: weapon",
    )
    keys: Any = Field(None, description="of a map: its keys, texts or a table; without, any")
    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=100, description="the keys of a record, each like a field"
    )
    short: list[Text] = Field(
        default_factory=list, max_length=10, description='what may stand for a record: "{size} in"'
    )


FieldEntry = Annotated[FieldSpec, Before(_expand_field)]


class CaseSpec(RepeatedSpec):
    """A case in which a rule of the game is broken."""

    when: Formula = Field(description="a formula that is true where the rule is broken")
    at: Text = Field(description="the key that is shown, such as sail, gun.name or arcs[n]")
    says: Text = Field(description="what is wrong; {formulas} stand in braces")
    hint: Text | None = Field(None, description="what would be right")
    fix: Formula | None = Field(None, description="the value that would be right there")
    remove: Formula | None = Field(
        None, description="whether it is mended by taking it away, or how many items"
    )


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


class CheckSpec(CaseSpec):
    """A rule of the game."""

    name: Text = Field(description="lower-case letters and hyphens, as in top-heavy")
    severity: Literal["error", "warning", "hint"] = Field(description="error, warning or hint")
    about: Text = Field(description="what is found, in a sentence, for `explain`")
    also: list[CaseSpec] = Field(
        default_factory=list, max_length=20, description="other cases of the same rule"
    )
    why: Text = Field(description="the reason, for `explain`")
    example: Text | None = Field(None, description="keys that break the rule, as YAML")


class ColumnSpec(RepeatedSpec):
    """A value to show, or a table of parts that has columns of its own."""

    value: Formula | None = Field(None, description="a formula")
    columns: dict[str, ColumnEntry] = Field(
        default_factory=dict, max_length=40, description="of each item: heading: formula"
    )
    key: Text | None = Field(None, description="its name in `show --json`")
    places: Annotated[
        dict[Literal["show", "table", "fact", "compare", "roster"], str | None] | None,
        Before(_expand_places, takes=list[str] | dict[str, str | None]),
    ] = Field(None, alias="in", description="where it is shown, or its heading in each place")
    text: Text | None = Field(None, description="what `show` has in place of it, {formulas} inside")
    total: bool = Field(False, description="whether it is added up below lists of ships")


ColumnEntry = Annotated[ColumnSpec, Before(_expand_column)]


class TermSpec(RepeatedSpec):
    """A part of a value's arithmetic."""

    what: Text = Field(description="what is counted")
    sum: Text = Field("", alias="as", description="how it is worked out, such as {mass} × 2")
    value: Formula | None = Field(None, description="what it comes to")
    reason: Text = Field("", description="why it counts")


class ReasonSpec(Model):
    """The arithmetic of a value, for `show --why`."""

    sum: Text = Field(alias="as", description="the whole; {total} are the values of its parts")
    parts: list[TermSpec] = Field(default_factory=list, max_length=40, description="its terms")


class FormGroupSpec(Model):
    """Keys that belong together in the studio."""

    title: Text = Field(description="what stands above them")
    keys: list[Text] = Field(max_length=100, description="keys, those inside others after a space")


class ThingSpec(RepeatedSpec):
    """A value with what it is called: a part of a budget, or a thing that may be lost."""

    value: Formula = Field(description="a formula")
    label: Text = Field(description="what it is called")


class OptionSpec(ThingSpec):
    """The values that may be chosen for some keys, in words."""

    keys: Annotated[list[Text], Before(_list_one, takes=str | list[str])] = Field(
        min_length=1, description="the keys that are chosen so"
    )
    cost: Text = Field("", description="what it takes, such as 2 points")


class BudgetSpec(RepeatedSpec):
    """A bar of the studio: how much of something a design uses."""

    title: Text = Field(description="what it is a budget of")
    used: Formula = Field(description="how much is used")
    of: Formula | None = Field(None, description="how much there is; nothing for no limit")
    parts: list[ThingSpec] = Field(default_factory=list, max_length=40, description="what uses it")


class FactSpec(RepeatedSpec):
    """A few words on a design."""

    says: Text = Field(description="the words; {formulas} stand in braces")


FactEntry = Annotated[FactSpec, Before(_expand_words, takes=str | FactSpec)]


class LossSpec(RepeatedSpec):
    """A box of a sheet that the studio strikes off for a ship of a fleet."""

    box: Text = Field(description="the data-name of the boxes")
    key: Text = Field(description="the key of the state, one inside another after a stroke")
    title: Text = Field(description="what is lost")
    total: Formula | None = Field(None, description="how many a ship has")
    things: list[ThingSpec] = Field(
        default_factory=list, max_length=20, description="what a ship has, one for each box"
    )
    value: Formula | None = Field(None, description="what is written for any of them")
    steps: bool = Field(False, description="whether one place takes one more away at each click")


class FormSpec(Model):
    """The form of a kind in the studio."""

    groups: list[FormGroupSpec] = Field(
        default_factory=list, max_length=20, description="[{title: Hull, keys: [mass]}]"
    )
    labels: dict[str, Text] = Field(default_factory=dict, description="of keys that are no fields")
    units: dict[str, Text] = Field(default_factory=dict, description="of keys that are no fields")
    help: dict[str, Text] = Field(default_factory=dict, description="of keys that are no fields")
    options: list[OptionSpec] = Field(
        default_factory=list, max_length=40, description="choices in words"
    )
    spans: list[Text] = Field(
        default_factory=list, description="keys that may have a lowest and a highest number"
    )
    refers: dict[str, Text] = Field(
        default_factory=dict, description="keys that hold the id of a definition: its kind"
    )
    budgets: list[BudgetSpec] = Field(default_factory=list, max_length=20, description="bars")
    facts: list[FactEntry] = Field(default_factory=list, max_length=20, description="a few words")
    losses: list[LossSpec] = Field(
        default_factory=list, max_length=40, description="of a fleet: boxes to strike off"
    )


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
    present: dict[str, Formula] = Field(
        default_factory=dict, max_length=100, description="what losses leave: name: formula"
    )
    checks: list[CheckSpec] = Field(
        default_factory=list, max_length=100, description="rules of the game"
    )
    columns: dict[str, ColumnEntry] = Field(
        default_factory=dict, max_length=40, description="heading: formula"
    )
    terms: dict[str, ReasonSpec] | None = Field(
        None, max_length=40, description="the arithmetic for `show --why`, by key; {} for none"
    )
    group: Formula | None = Field(None, description="a text by which books group definitions")
    order: Formula | None = Field(None, description="a number or text by which books sort them")
    index: Formula | None = Field(None, description="texts under which the index has them")
    form: FormSpec | None = Field(None, description="how the studio shows its keys")
    silhouette: SilhouetteSpec | None = Field(None, description="{family: gunboat, length: hull}")


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


class MembersSpec(Model):
    """What a fleet is made of, where each is more than a ship, such as an element with pilots."""

    key: Text = Field(description="the key of fleets that lists them, such as elements")
    most: int = Field(100, ge=1, le=100, description="how many a fleet may have")
    about: Prose = Field("", description="what is written of one, for hints")
    title: Text = Field("{name}", description="what its prints are called; {formulas} in braces")
    mark: Text = Field("{number}", description="what no other one of the fleet is called")
    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=100, description="the keys that are written of each"
    )
    values: dict[str, Formula] = Field(
        default_factory=dict, max_length=300, description="name: formula"
    )
    present: dict[str, Formula] = Field(
        default_factory=dict, max_length=100, description="what losses leave: name: formula"
    )
    columns: dict[str, ColumnEntry] = Field(
        default_factory=dict, max_length=40, description="heading: formula"
    )


class FleetSpec(Model):
    """The fleets of a game."""

    of: Text | None = Field(None, description="the kind of its ships; by default, the first one")
    code: Text = Field("", description="what the IDs of ships begin with; {formulas} in braces")
    members: MembersSpec | None = Field(
        None, description="{key: squads, fields: …}: what it is made of, if not ships"
    )
    limit: Text | None = Field(None, description="a value that is added up and may be limited")
    most: int = Field(99, ge=1, le=99, description="how many ships an entry may have")
    letters: int | None = Field(None, ge=1, le=120, description="how long an ID may be")
    total: Text = Field("the ships come to", description="what stands before what is added up")
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
    ships: dict[str, ColumnEntry] = Field(
        default_factory=dict, max_length=40, description="columns of its ships, if not their kind's"
    )
    terms: dict[str, ReasonSpec] | None = Field(
        None, max_length=40, description="the arithmetic for `show --why`, by key; {} for none"
    )
    form: FormSpec | None = Field(None, description="how the studio shows its keys")
    counters: CounterSpec | None = Field(None, description="{shapes: [square, hex], backs: [name]}")


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
    """How a sheet is printed empty, for a size."""

    sizes: list[int] = Field(min_length=1, max_length=50, description="the usual sizes: [6, 12]")
    min: int | None = Field(None, description="the least, where a field does not say it")
    max: int | None = Field(None, description="the greatest")
    known: dict[str, Formula] = Field(
        default_factory=dict, max_length=50, description="fields that follow from the size"
    )
    usual: list[Text] = Field(
        default_factory=list, max_length=50, description="fields that are as if nobody wrote them"
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


class KeysSpec(Model):
    """Keys that a game adds to a part of its scenarios, and what is said about it."""

    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=20, description="the keys that may be written"
    )
    note: Text | None = Field(None, description="a remark in words; {formulas} in braces")
    mark: Text | None = Field(None, description="the same in short, for the map")


class SetupSpec(RepeatedSpec):
    """A fact of a setup, or several: without a text it is left out."""

    title: Text = Field(description="its heading; {formulas} in braces")
    text: Text = Field(description="what it says; {formulas} in braces")


class ScaleSpec(Model):
    """What the bar below a map shows."""

    step: Formula = Field(description="a length in the unit of the table; 0 shows one square")
    names: list[Text] = Field(min_length=1, max_length=9, description="the name of each step")


class ScenarioSpec(Model):
    """The scenarios of a game."""

    terrain: Text = Field(description="a YAML file of types of terrain")
    fields: dict[str, FieldEntry] = Field(
        default_factory=dict, max_length=100, description="keys of its own"
    )
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
    setup: list[SetupSpec] = Field(
        default_factory=list, max_length=20, description="[{title: Crew, text: …}]"
    )
    rules: list[SetupSpec] = Field(
        default_factory=list, max_length=20, description="special rules: [{title: Edge, text: …}]"
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
    text: Text | None = Field(
        None, description="the file of a reference, in Markdown, or of tokens, in YAML"
    )
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
    icons: Text | None = Field(None, description="a folder of SVG files for [names] in texts")
    look: Text | None = Field(None, description="its look, such as bridge; see `list looks`")
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
    functions: dict[str, Formula] = Field(
        default_factory=dict, max_length=200, description='"half(strength)": formula'
    )
    kinds: dict[str, KindSpec] = Field(min_length=1, max_length=20, description="boat: {fields: …}")
    fleet: FleetSpec | None = Field(None, description="{of: boat, code: B}")
    scenario: ScenarioSpec | None = Field(None, description="{terrain: terrain.yaml}")
    sheets: list[SheetSpec] = Field(
        default_factory=list, max_length=40, description="what can be printed"
    )
    combat: CombatSpec | Text | None = Field(
        None, description="how ships fight in duels, a function of the code, or why they do not"
    )
