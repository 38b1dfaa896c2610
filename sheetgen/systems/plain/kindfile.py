"""The models of the kinds and fleets of a game.yaml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from sheetgen.reading.field import Before, Field, Prose, Text
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


def expand(key: str, *kinds: type) -> Before:
    """Let a value of some kinds, or of any but a mapping, stand for a mapping with only a key."""

    def expand_short(value: object) -> object:
        short = isinstance(value, kinds) if kinds else not isinstance(value, dict)
        return {key: value} if short else value

    return Before(expand_short)


def _list_one(value: object) -> object:
    return [value] if isinstance(value, (str, int, float)) else value


def _expand_places(value: object) -> object:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return dict.fromkeys(value)
    return value


Texts = Annotated[list[Text], Field(default_factory=list, max_length=200)]
"""Some texts, or none."""
OneOrMore = Before(_list_one, takes=str | list[str])
Loops = Annotated[list[Formula], OneOrMore, Field(default_factory=list, max_length=4)]
"""Loops inside each other."""


class RepeatedSpec(Model):
    """A thing that may be said of every item of a list."""

    each: Loops = Field(description='a loop, such as "gun in guns", or several')
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
    fields: Fields = Field(description="the keys of a record, each like a field")
    short: Texts = Field(description='what may stand for a record: "{size} in"')


FieldEntry = Annotated[FieldSpec, expand("type", str)]
Fields = Annotated[
    dict[str, FieldEntry],
    Field(default_factory=dict, max_length=100, description="the keys that may be written"),
]
Values = Annotated[
    dict[str, Formula],
    Field(default_factory=dict, max_length=300, description="name: formula"),
]


class CaseSpec(RepeatedSpec):
    """A case in which a rule of the game is broken."""

    when: Formula = Field(description="a formula that is true where the rule is broken")
    at: Text | None = Field(
        None, description="the key that is shown, such as arcs[n]; by default, the first in `when`"
    )
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
    values: Values
    short: Texts = Field(description='what may stand for it: "{count} {gun}"')


class CheckSpec(CaseSpec):
    """A rule of the game."""

    name: Text = Field(description="lower-case letters and hyphens, as in top-heavy")
    severity: Literal["error", "warning", "hint"] = Field(
        "error", description="error, warning or hint"
    )
    about: Text = Field(description="what is found, in a sentence, for `explain`")
    also: list[CaseSpec] = Field(
        default_factory=list, max_length=20, description="other cases of the same rule"
    )
    why: Text = Field("", description="the reason, for `explain`")
    example: Text | None = Field(None, description="keys that break the rule, as YAML")


Checks = Annotated[
    list[CheckSpec],
    Field(default_factory=list, max_length=100, description="rules of the game"),
]


class ColumnSpec(RepeatedSpec):
    """A value to show, or a table of parts that has columns of its own."""

    value: Formula | None = Field(None, description="a formula")
    columns: Columns = Field(description="of each item: heading: formula")
    key: Text | None = Field(None, description="its name in `show --json`")
    places: Annotated[
        dict[Literal["show", "table", "fact", "compare", "roster"], str | None] | None,
        Before(_expand_places, takes=list[str] | dict[str, str | None]),
    ] = Field(None, alias="in", description="where it is shown, or its heading in each place")
    text: Text | None = Field(None, description="what `show` has in place of it, {formulas} inside")
    total: bool = Field(False, description="whether it is added up below lists of ships")


ColumnEntry = Annotated[ColumnSpec, expand("value")]
Columns = Annotated[
    dict[str, ColumnEntry],
    Field(default_factory=dict, max_length=40, description="heading: formula"),
]


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


Terms = Annotated[
    dict[str, ReasonSpec] | None,
    Field(None, max_length=40, description="the arithmetic for `show --why`, by key; {} for none"),
]


Words = Annotated[
    dict[str, Text], Field(default_factory=dict, description="of keys that are no fields")
]


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


FactEntry = Annotated[FactSpec, expand("says", str)]


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
    labels: Words
    units: Words
    help: Words
    options: list[OptionSpec] = Field(
        default_factory=list, max_length=40, description="choices in words"
    )
    refers: Words = Field(description="keys that hold the id of a definition: its kind")
    budgets: list[BudgetSpec] = Field(default_factory=list, max_length=20, description="bars")
    facts: list[FactEntry] = Field(default_factory=list, max_length=20, description="a few words")
    losses: list[LossSpec] = Field(
        default_factory=list, max_length=40, description="of a fleet: boxes to strike off"
    )


class SilhouetteSpec(Model):
    """The look of ships from above: numbers of a hull family of the kit."""

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
    fields: Fields
    state: Fields = Field(description="what a fleet may say about one of its ships: losses")
    values: Values
    present: Values = Field(description="what losses leave: name: formula")
    checks: Checks
    columns: Columns
    terms: Terms
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
    shapes: Texts = Field(description="the first one is the usual one")
    backs: Texts = Field(description="backs besides none, such as name")


class MembersSpec(Model):
    """The members of a fleet, where each is more than a ship, such as an element with pilots."""

    key: Text = Field(description="the key of fleets that lists them, such as elements")
    most: int = Field(100, ge=1, le=100, description="how many a fleet may have")
    about: Prose = Field("", description="what is written of one, for hints")
    title: Text = Field("{name}", description="what its prints are called; {formulas} in braces")
    mark: Text = Field("{number}", description="what no other one of the fleet is called")
    fields: Fields = Field(description="the keys that are written of each")
    values: Values
    present: Values = Field(description="what losses leave: name: formula")
    columns: Columns


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
    fields: Fields = Field(description="keys of its own")
    values: Values
    checks: Checks
    columns: Columns
    ships: Columns = Field(description="columns of its ships, if not their kind's")
    terms: Terms
    form: FormSpec | None = Field(None, description="how the studio shows its keys")
    counters: CounterSpec | None = Field(None, description="{shapes: [square, hex], backs: [name]}")
