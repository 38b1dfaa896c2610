"""The scenarios of a plain game: what may be written, and what their sheets say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

from sheetgen.ground import assets
from sheetgen.ground.record import replace
from sheetgen.reading.field import Field, Prose, Text
from sheetgen.reading.model import Model
from sheetgen.systems.column import Column
from sheetgen.systems.contract import Kind, Lookup, Sheet
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario.board import fill_blank_terrain, fill_terrain
from sheetgen.systems.kit.scenario.columns import make_columns as list_columns
from sheetgen.systems.kit.scenario.columns import make_scenario_form
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.rules import list_checks
from sheetgen.systems.kit.scenario.sheet import fill_scenario
from sheetgen.systems.kit.scenario.table import Deployment, InchTable, Shape, Stuff, Terrain
from sheetgen.systems.kit.scenario.text import Briefing, Linked, group_designs
from sheetgen.systems.kit.text import Fact
from sheetgen.systems.plain.aid import read_data
from sheetgen.systems.plain.check import CheckedKeys, make_checks
from sheetgen.systems.plain.column import make_columns
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.field import (
    MadeField,
    make_field,
    make_fields,
    make_model,
)
from sheetgen.systems.plain.fleet import draw_member
from sheetgen.systems.plain.form import make_form
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.value import NUMBER, TEXT, WHOLE, ListOf, Maybe, make_record
from sheetgen.systems.plain.gamefile import GameFile, KeysSpec, ScenarioSpec
from sheetgen.systems.plain.kind import (
    add_fields,
    add_part,
    add_values,
    start_plan,
)
from sheetgen.systems.plain.part import (
    GamePart,
    Phrase,
    RepeatedLine,
    SheetPart,
    list_said,
    write_phrase,
)
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import Subject, ValuePlan, Whose, show
from sheetgen.systems.plain.wording import TERRAIN

PATH: Path_ = ("scenario",)


class StuffEntry(Model):
    """A type of terrain in terrain.yaml."""

    name: Text = Field(max_length=40, description="what it is called")
    shape: Shape = Field(description="round or irregular")
    rule: Prose = Field(description="its rule, where a scenario gives none of its own")
    look: Text | None = Field(None, description="the type of terrain that it is drawn like")
    solid: bool = Field(False, description="whether no ship can be where it is")


class _Note(NamedTuple):
    """A remark of a game on a piece of terrain or a deployment: in words, and in short."""

    plan: ValuePlan
    note: Phrase
    mark: Phrase

    def write(self, phrase: Phrase, written: Any, name: str) -> str:
        """Write the words for a piece. Raises ProblemError."""
        return write_phrase(phrase, self.plan.read(written, None, name=name).open(), name)


def _list_known(linked: base.LinkedScenario, details: Mapping[str, _Note]) -> dict[str, Any]:
    """The values that formulas of a scenario know and nobody writes as they are."""
    scenario, parts = linked.scenario, linked.plan.parts

    def make(key: str, first: str, record: Any) -> Any:
        form = parts[key].item
        return form.make(first, *[getattr(record, part) for part in list(form.parts)[1:]])

    def read(key: str, written: Any, first: str, name: str) -> Any:
        return make(key, first, details[key].plan.read(written, None, name=name).record)

    return {
        "turns": scenario.turns,
        "unit": scenario.table.length_unit,
        "sides": [make("sides", side.name, side.fleet.record) for side in linked.sides],
        "terrain": [read("terrain", one, one.type, one.title) for one in scenario.terrain],
        "deployment": [read("deployment", one, one.side, one.side) for one in scenario.deployment],
    }


class ScenarioPlan(NamedTuple):
    """The scenarios of a game, read: their kind, and what their sheets are made of."""

    kind: Kind
    plan: ValuePlan
    types: Mapping[str, Stuff]
    briefing: Briefing


def make_scenarios(
    desk: GameDesk,
    fleet: Kind,
    fleets: ValuePlan,
    ships: ValuePlan,
    members: Sequence[Column],
    first: str,
) -> ScenarioPlan | None:
    """The scenarios of a game, whose `members` are the columns of a fleet's ships.

    None if anything is wrong, which is reported; `first` is a ship that comes with the game.
    """
    game, before = desk.written, len(desk.found)
    spec = game.scenario
    assert spec and game.fleet
    types = _read_types(desk, spec)
    plan = start_plan(desk, "scenario")
    shared = _share_fields(desk, "share", spec.share)
    own_keys = _share_fields(desk, "own", spec.own)
    piece = _read_keys(desk, "piece", "a piece of terrain", spec.piece, "type")
    place = _read_keys(desk, "place", "a deployment", spec.place, "side")
    if types is None or piece is None or place is None:
        return None
    details = {"terrain": piece[1], "deployment": place[1]}
    taken = {**plan.names.known, **shared, **dict.fromkeys(_PARTS)}
    written = shared | make_fields(desk, (*PATH, "fields"), spec.fields, taken)
    _add_parts(plan, fleets, written, details)
    add_values(desk, (*PATH, "values"), spec.values, plan)
    plan.finish()
    units = fleets.units
    entries = units.key if units else "ships"
    side = _make_side(fleet.model, entries, own_keys)
    model = _make_model(game, spec, side, types, written, piece, place)
    plan.list_known = partial(_list_known, details=details)
    linked = type("LinkedScenario", (base.LinkedScenario,), {"plan": plan})
    others = ["scenario", "turns", "terrain", "deployment", "sides", "table"]
    keys = CheckedKeys(written, others)
    part = GamePart(desk, PATH, spec, plan.names)
    checks = list(make_checks(part, keys))
    own = [one for one in fleet.checks if one.rule.name not in ("over-limit", "formula-fails")]
    unit = game.fleet.limit or ""
    briefing = _make_briefing(part, ships)
    sides = make_columns(part, "sides", fleets)
    known = [column.key for column in members if column.key]
    for at, key in enumerate(spec.ships):
        if key not in known:
            hint = f"there are {', '.join(known)}"
            desk.report(BAD_GAME, (*PATH, "ships", at), f"ships have no column {key[:60]}", hint)
    columns = list_columns(
        [_show_side(column) for column in sides if column.key],
        members,
        spec.ships or [key for key in known if key != "number"],
        unit,
        entries if units else f"{ships.kind}s",
    )
    if len(desk.found) > before or briefing is None:
        return None
    assert fleet.form
    form = make_scenario_form(types, fleet.form, (entries, *spec.own), list(written))
    inner = {"terrain ": spec.piece.fields, "deployment ": spec.place.fields}
    kind = Kind(
        name="scenario",
        model=model,
        marker="scenario",
        link=_make_link(linked, fleet, list(shared)),
        columns=columns,
        checks=(*list_checks(*own, measured=bool(unit)), *checks),
        starter=_write_starter(desk, types, first),
        parts=base.list_parts,
        form=make_form(GamePart(desk, PATH, None, plan.names), spec.fields, form, inner=inner),
    )
    return ScenarioPlan(kind, plan, types, briefing)


def _read_types(desk: GameDesk, spec: ScenarioSpec) -> Mapping[str, Stuff] | None:
    read = read_data(desk, (*PATH, "terrain"), spec.terrain, dict[str, StuffEntry], TERRAIN)
    if not read:
        if read is not None:
            desk.report(BAD_GAME, (*PATH, "terrain"), "there is no terrain in this file")
        return None
    return {
        key: Stuff(one.name, one.shape, one.rule.strip(), one.look or key, one.solid)
        for key, one in read.items()
    }


def _share_fields(desk: GameDesk, where: str, keys: Sequence[str]) -> dict[str, MadeField]:
    """The keys of the fleet that a scenario or its sides may set; each may be left out."""
    assert desk.written.fleet
    found, known = {}, desk.written.fleet.fields
    for at, key in enumerate(keys):
        field = known.get(key)
        if field is None:
            hint = f"there are {', '.join(known) or 'none'}"
            desk.report(BAD_GAME, (*PATH, where, at), f"fleets have no key {key[:60]}", hint)
            continue
        loose = replace(field, default=None, sample=None, optional=True)
        if made := make_field(desk, ("fleet", "fields", key), loose):
            found[key] = made
    return found


def _read_keys(
    desk: GameDesk, key: str, what: str, spec: KeysSpec, first: str
) -> tuple[dict[str, MadeField], _Note] | None:
    """The keys that a game adds to a part of scenarios, and what is said about that.

    Formulas also know the `first` key, which each has anyway.
    """
    path: Path_ = (*PATH, key)
    plan = ValuePlan(what, FormulaNames(desk.tables, words=desk.words))
    add_part(plan, "name", TEXT)
    plan.readers.append((first, None, add_part(plan, first, TEXT)))
    taken = {**plan.names.known, **dict.fromkeys((*_TAKEN, "name"), 0)}
    fields = make_fields(desk, (*path, "fields"), spec.fields, taken)
    add_fields(plan, fields)
    plan.finish()
    part = GamePart(desk, path, spec, plan.names)
    note, mark = part.read_phrase("note"), part.read_phrase("mark")
    return None if note is None or mark is None else (fields, _Note(plan, note, mark))


_TAKEN = ("type", "at", "size", "shape", "rule", "side", "area", "facing")
"""Keys that a piece of terrain or a deployment has anyway."""


_PARTS = ("turns", "unit", "sides", "terrain", "deployment")
"""The names of every scenario that its formulas know."""


def _add_parts(
    plan: ValuePlan,
    fleets: ValuePlan,
    written: Mapping[str, MadeField],
    details: Mapping[str, _Note],
) -> None:
    """Add what formulas of a scenario know."""
    add_fields(plan, written)
    add_part(plan, "turns", Maybe.make(WHOLE))
    add_part(plan, "unit", TEXT)
    fleet = {name: form for name, form in fleets.parts.items() if name not in ("name", "turns")}
    add_part(plan, "sides", ListOf.make(make_record("a side", {"name": TEXT, **fleet})))
    for key, first in (("terrain", "type"), ("deployment", "side")):
        own = {name: form for name, form in details[key].plan.parts.items() if name != first}
        made = make_record(details[key].plan.kind, {first: TEXT, **own})
        add_part(plan, key, ListOf.make(made))


def _make_model(
    game: GameFile,
    spec: ScenarioSpec,
    side: Any,
    types: Mapping[str, Stuff],
    written: Mapping[str, MadeField],
    piece: tuple[dict[str, MadeField], _Note],
    place: tuple[dict[str, MadeField], _Note],
) -> Any:
    """The class of what is written in a scenario, and on a `side` of it."""
    choice: Any = (Literal[tuple(types)], Field(description=", ".join(types)))
    terrain: Any = make_model("Terrain", Terrain, piece[0], type=choice)
    terrain.types = types
    terrain.note = property(lambda one: piece[1].write(piece[1].note, one, one.title))
    terrain.mark = property(lambda one: piece[1].write(piece[1].mark, one, one.title))
    deployment: Any = make_model("Deployment", Deployment, place[0])
    deployment.note = property(lambda one: place[1].write(place[1].note, one, one.side))
    sides = Annotated[list[side], Field(min_length=2, max_length=4)]
    kind = next(iter(types))
    more: dict[str, Any] = {
        "system": (Literal[game.game], ...),
        "terrain": (
            list[terrain],
            Field(default_factory=list, max_length=26, description=f"[{{type: {kind}, size: 6}}]"),
        ),
        "deployment": (
            list[deployment],
            Field(
                default_factory=list,
                max_length=12,
                description="[{side: Blue, area: {corner: bottom-left, within: 6}}]",
            ),
        ),
        "sides": (sides, Field(description="[{name: Blue, fleet: first-fleet}]")),
    }
    if spec.inches:
        more["table"] = (InchTable, Field(description="{width: 6, depth: 4, unit: ft}"))
    return make_model("Scenario", base.Scenario, written, **more)


def _make_side(fleet: type[Any], entries: str, own: Mapping[str, MadeField]) -> Any:
    """The class of a side: it may have `entries` of its own, and the `own` keys of a fleet."""
    entry: Any = get_args(get_args(fleet.__annotations__[entries])[0])[0]
    about = f"its {entries} as in a fleet"
    ships: Any = (list[entry] | None, Field(None, min_length=1, alias=entries, description=about))
    side: Any = make_model("Side", base.Side, own, ships=ships)
    side.own, side.more = entries, {f"f_{name}": made.key for name, made in own.items()}
    return side


def _make_link(
    linked: type[base.LinkedScenario], fleet: Kind, shared: Sequence[str]
) -> Callable[[Any, Lookup], base.LinkedScenario]:
    """Make the function that finds the fleets of a scenario, and sets for them what it shares."""
    assert fleet.link

    def link(written: Any, lookup: Lookup) -> base.LinkedScenario:
        given = {f"f_{key}": getattr(written, f"f_{key}") for key in shared}
        own = {key: value for key, value in given.items() if value is not None}

        def adapt(side: Any) -> Any:
            fleet = replace(side.fleet, **own) if own else side.fleet
            return replace(side, fleet=fleet, turns=written.turns)

        assert fleet.link
        return linked(written, base.link_sides(written, lookup, fleet.model, fleet.link, adapt))

    return link


def _show_side(column: Column) -> Column:
    """A column of fleets as one of the sides that they are on."""
    value = column.value
    assert callable(value)
    return replace(column, value=lambda side: value(side.fleet), why=None)


# What the scenario sheet says, and the sheets themselves.


def _make_briefing(part: GamePart, ships: ValuePlan) -> Briefing | None:
    desk, spec, game = part.desk, part.spec, part.desk.written
    assert game.fleet
    before = len(desk.found)
    own = GamePart(desk, PATH, spec, ships.names)
    fleet = GamePart(desk, ("fleet",), game.fleet, ships.names)
    code = (fleet if spec.code is None else own).read_phrase("code")
    points = own.read("points", NUMBER)
    if spec.points is None and game.fleet.limit in ships.parts:
        points = fleet.read("limit", NUMBER)
    setup, rules = (part.read_lines(key, ["title", "text"]) for key in ("setup", "rules"))
    step: Formula | None = None
    steps: list[Phrase | None] = []
    if spec.scale:
        scale = part.enter("scale")
        step = scale.read("step", NUMBER)
        steps = [scale.read_phrase("names", at) for at in range(len(spec.scale.names))]
    words = {word: part.read_phrase("words", word) for word in spec.words}
    rows: Any = None
    if spec.rows is not None:
        rows = desk.code.find((*PATH, "rows"), spec.rows)
    if len(desk.found) > before or code is None:
        return None

    def choose_scale(linked: Linked) -> Scale | None:
        frame, whose = _open(linked)
        length = int(step.work_out(frame, whose)) if step else 0
        written = [write_phrase(one or (), frame, whose) for one in steps]
        return Scale(length, written) if length > 0 else None

    def find_words(linked: Linked) -> Mapping[str, str]:
        frame, whose = _open(linked)
        return {word: write_phrase(one or (), frame, whose) for word, one in words.items()}

    return Briefing(
        game=game.name,
        rows=rows
        or group_designs(
            lambda ship: write_phrase(code, ship.subject.open(), ship.name),
            (lambda member: _count_points(points, member)) if points else None,
        ),
        setup=lambda linked: _list_facts(setup, linked),
        rules=lambda linked: _list_facts(rules, linked),
        scale=choose_scale,
        words=find_words,
        draw=draw_member,
    )


def _open(linked: Any) -> tuple[Any, str]:
    subject: Subject = linked.subject
    return subject.open(), subject.name


def _count_points(points: Formula, member: Any) -> Any:
    return show(points.work_out(member.subject.open(), member.name))


def _list_facts(setup: Sequence[RepeatedLine], linked: Linked) -> Iterator[Fact]:
    frame, whose = _open(linked)
    for said in list_said(setup, frame, whose):
        if said["text"].strip():
            yield Fact(said["title"], said["text"])


def make_scenario_sheet(part: SheetPart, whose: Whose, sheet: Sheet) -> Sheet | None:
    """The sheet of a scenario, or of its terrain."""
    spec, block = part.spec, whose.plan.block
    if spec.use == "scenario":
        return replace(sheet, fill=partial(fill_scenario, briefing=block.briefing))
    for at, key in enumerate(spec.without):
        if key not in block.types:
            hint = f"there are {', '.join(block.types)}"
            part.report(("without", at), f"there is no terrain {key[:60]}", hint)
            return None
    types = {key: one for key, one in block.types.items() if key not in spec.without}
    fill_blank = partial(fill_blank_terrain, terrain=types, depth=spec.depth)
    return replace(sheet, fill=fill_terrain, fill_blank=fill_blank, blank_sizes=(6,))


# Starters.


def _write_starter(desk: GameDesk, types: Mapping[str, Stuff], first: str) -> str:
    """The text of starter-scenario.yaml, or a scenario with two ships and a piece of terrain."""
    name = "starter-scenario.yaml"
    if assets.is_there(desk.folder / name):
        read = desk.read_file(BAD_GAME, (*PATH, "terrain"), name)
        return read[0] if read else ""
    text = Path(__file__).with_name(name).read_text("utf-8")
    words = {"GAME": desk.id, "TYPES": ", ".join(types), "TYPE": next(iter(types)), "SHIP": first}
    for word, said in words.items():
        text = text.replace(f"@{word}@", said)
    return text
