"""Forms of a plain game: how the studio shows the keys of a kind, and of a fleet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sheetgen.ground.number import count
from sheetgen.ground.record import replace
from sheetgen.reading.model import make_reader
from sheetgen.systems.column import WORDS, Budget, Form, FormPart, Group, Loss, Option
from sheetgen.systems.kit.fleet import LinkedFleet
from sheetgen.systems.plain.column import get_value
from sheetgen.systems.plain.field import spell_key
from sheetgen.systems.plain.formula.value import (
    NUMBER,
    SCALARS,
    TEXT,
    WHOLE,
    FormulaWork,
    Frame,
    Maybe,
)
from sheetgen.systems.plain.kindfile import FieldSpec, FormSpec
from sheetgen.systems.plain.part import GamePart, RepeatedLine, list_said
from sheetgen.systems.plain.subject import ValuePlan, simplify_data


def make_form(
    part: GamePart,
    fields: Mapping[str, FieldSpec],
    base: Form | None = None,
    ships: ValuePlan | None = None,
    inner: Mapping[str, Mapping[str, FieldSpec]] = {},
) -> Form | None:
    """The form of a kind with these fields, as its part `form` says; None if nothing is said of it.

    Those of fleets and scenarios go on from a `base`, and have `inner` keys, by those above them,
    such as the state in which the losses of `ships` are.
    """
    told: list[dict[str, str]] = [{}, {}, {}, {}]
    labels, units, help_, spans = told
    typed, spec = part.desk.typed, part.spec
    _tell_fields(fields, "", told, typed)
    for above, specs in inner.items():
        _tell_fields(specs, above, told, typed)
    if spec is None and base is None and not any(told):
        return None
    form, spec = base or Form(), spec or FormSpec()
    part = GamePart(part.desk, part.path, spec, part.names)
    changes: dict[str, Any] = {
        "groups": _join_groups(form.groups, [Group(one.title, one.keys) for one in spec.groups]),
        "labels": {**form.labels, **labels, **spec.labels},
        "units": {**form.units, **units, **spec.units},
        "help": {**form.help, **help_, **spec.help},
        "options": {**form.options, **_list_options(part)},
        "spans": list(spans),
        "refers": {**form.refers, **spec.refers},
        "losses": _read_losses(part, ships),
    }
    if spec.budgets:
        numbers, counted = ["used", "of"], (NUMBER, Maybe.make(NUMBER))
        bars = part.read_lines("budgets", ["title"], numbers, counted)
        changes["budgets"] = lambda values: map(_make_budget, _list_said(bars, values))
    if spec.facts:
        facts = part.read_lines("facts", ["says"])
        changes["facts"] = lambda values: [said["says"] for said in _list_said(facts, values)]
    return replace(form, **changes)


def _list_said(lines: Sequence[RepeatedLine], values: Any) -> Iterator[dict[str, Any]]:
    subject = values.subject
    return list_said(lines, subject.open(), subject.name)


def _make_budget(said: Mapping[str, Any]) -> Budget:
    parts = [FormPart(part["label"], simplify_data(part["value"])) for part in said["parts"]]
    used, most = simplify_data(said["used"]), simplify_data(said.get("of"))
    return Budget(said["title"], used, most, parts)


def _tell_fields(
    fields: Mapping[str, FieldSpec],
    above: str,
    told: Sequence[dict[str, str]],
    typed: Mapping[str, Mapping[str, FieldSpec]],
) -> None:
    """Notes the label, unit and help of all fields, also of those inside others, and the spans.

    `typed` are those of the game's types.
    """
    for name, spec in fields.items():
        key = above + spell_key(name, spec)
        span = "span" if spec.type == "span" else ""
        for into, text in zip(told, (spec.label, spec.unit, spec.help, span), strict=True):
            if text:
                into[key] = text
        inside = typed.get(spec.type, spec.fields)
        if spec.type == "list" and isinstance(spec.of, dict):
            inside = make_reader(FieldSpec)(spec.of).fields
        elif spec.type == "list":
            inside = typed.get(str(spec.of), {})
        _tell_fields(inside, f"{key} ", told, typed)


def _join_groups(old: Sequence[Group], new: Sequence[Group]) -> Sequence[Group]:
    """Groups with others, which replace those of their titles; the last two are at the end."""
    if not new:
        return old
    named = {group.title: group for group in new}
    kept = [named.pop(group.title, group) for group in old or [WORDS]]
    end = 2 if len(kept) > 1 else 1  # words, and in a fleet what its counters look like
    return (*kept[:-end], *named.values(), *kept[-end:])


def _list_options(part: GamePart) -> dict[str, Sequence[Option]]:
    """The choices of each key; they depend on nothing but tables."""
    names = part.desk.make_names()
    lines = part.read_lines("options", ["label", "cost"], ["value"], SCALARS, names)
    if part.desk.found:
        return {}
    frame: Frame = [FormulaWork(), *[None] * names.size]
    found: dict[str, list[Option]] = {}
    for one, line in zip(part.spec.options, lines, strict=True):
        for said in line.list_said(frame, "the options"):
            for key in one.keys:
                option = Option(simplify_data(said["value"]), said["label"], said.get("cost", ""))
                found.setdefault(key, []).append(option)
    return dict(found)


def _read_losses(part: GamePart, ships: ValuePlan | None) -> dict[str, Loss]:
    """The boxes that losses strike off, by their names; whatever is wrong is noted."""
    if ships is None:
        if part.spec.losses:
            part.report_key("losses", "only fleets write what their ships have lost")
        return {}
    found, tables = {}, part.desk.make_names()
    known = dict(ships.names.known)
    slot = 0 if "id" in known else ships.names.add("id", TEXT)  # of a ship in its fleet
    texts = ["box", "key", "title"]
    lines = part.read_lines("losses", texts, ["value"], SCALARS, tables)
    for at, loss in enumerate(part.items("losses", names=ships.names)):
        total = loss.read("total", WHOLE)
        things = loss.read_lines("things", ["label"], ["value"], SCALARS)
        if part.desk.found:
            continue
        frame: Frame = [FormulaWork(), *[None] * tables.size]
        for said in lines[at].list_said(frame, "the losses"):
            found[said["box"]] = Loss(
                said["key"],
                said["title"],
                total=get_value(total) if total else None,
                things=_list_things(things, slot) if things else None,
                value=simplify_data(said.get("value")),
                steps=loss.spec.steps,
            )
    ships.names.known = known
    return found


def _list_things(
    lines: Sequence[RepeatedLine], slot: int
) -> Callable[[Any], Sequence[tuple[object, str]]]:
    def list_things(member: Any) -> list[tuple[object, str]]:
        frame = member.subject.open()
        if slot:
            frame[slot] = member.id
        said = list_said(lines, frame, member.subject.name)
        return [(one["value"], one["label"]) for one in said]

    return list_things


# The form of a fleet: its entries, its limit, and how it looks.


MOST_PARTS = 12
"""Parts of a bar that can still be told apart."""


def make_fleet_form(entries: str, unit: str, refers: Mapping[str, str]) -> Form:
    """The form of a fleet, which has `entries`.

    `unit` is what is added up and may be limited, such as `points`; empty if nothing is.
    """
    limit = [f"{unit}_limit"] if unit else []
    return Form(
        groups=(
            Group("Fleet", ("fleet", *limit)),
            Group(entries.capitalize(), (entries,)),
            Group("Colours and counters", ("colour", "emblem", "art", "yard", "counters")),
            WORDS,
        ),
        labels={"fleet": "Name", "art": "Picture of its emblem"},
        units={f"{unit}_limit": unit} if unit else {},
        help={
            "fleet": "what the fleet is called",
            entries: "the designs, and how many of each",
            "colour": "the colour of everything that is printed for this fleet",
            "emblem": "a mark on everything that is cut out",
            "yard": "any name: fleets with the same one have hulls that look alike",
            "counters": "how its counters look",
            f"{entries} ids": "an ID for each; without them they are numbered",
            f"{entries} state": "what each has lost, by its ID",
        },
        refers=refers,
        budgets=partial(list_budgets, unit=unit) if unit else None,
        facts=partial(list_facts, noun=entries.removesuffix("s"), unit=unit),
    )


def list_budgets(linked: LinkedFleet, unit: str) -> Iterator[Budget]:
    """Yield the budget of a unit, such as points, with the share of each design in the fleet."""
    total = getattr(linked.fleet, f"{unit}_limit")
    parts: dict[str, float] = {}
    for member in linked.members:
        name = member.ship.name
        parts[name] = parts.get(name, 0) + float(member.cost)
    shown = sorted(parts.items(), key=lambda part: -part[1])
    few = [FormPart(*part) for part in shown[:MOST_PARTS] if part[1]]
    if rest := sum(worth for _, worth in shown[MOST_PARTS:]):
        few.append(FormPart("others", rest))
    title = unit.replace("_", " ").capitalize()
    yield Budget(title, float(getattr(linked, unit)), total, few)


def list_facts(linked: LinkedFleet, noun: str, unit: str) -> Iterator[str]:
    """Yield the number of members, and the sum of their unit if the game has one, as words."""
    yield count(len(linked.members), noun)
    if unit:
        yield count(float(getattr(linked, unit)), unit.removesuffix("s").replace("_", " "))
