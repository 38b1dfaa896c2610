"""Checks of a plain game: where a rule is broken, what is said then, and what would mend it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from sheetgen.ground.diagnostics import Mend, Rule, join_lines
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems.contract import Check, Finding
from sheetgen.systems.plain.desk import SLUG, Path_
from sheetgen.systems.plain.field import MadeField, spell_path
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.parser import FormulaPart, Name, Node, list_chains, spell_chain
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS, FORMULA_TYPE
from sheetgen.systems.plain.formula.value import FLAG, TEXT, WHOLE, Frame, Maybe, TableType
from sheetgen.systems.plain.part import GamePart, Loop, Phrase, Repeated, write_phrase
from sheetgen.systems.plain.subject import Subject, find_failures, simplify_data

# Places in a definition, such as `gun.name`, `primaries.{arc}` and `guns[n]`.


_STEP = re.compile(r"\.?([^\W\d][\w-]*)|\.?\{([^{}]*)\}|\[((?:[^\[\]]|\[[^\[\]]*\])*)\]")

Step = str | int | Formula
"""A step of a path: a key, the loop whose item it is, or what names a key or numbers an item."""


@record
class CheckedKeys:
    """The keys of a definition that checks may show: its fields, others, and losses of ships."""

    fields: Mapping[str, MadeField]
    others: Sequence[str]
    lost: Mapping[str, MadeField] = field(default_factory=dict)
    units: str = ""
    """The key of a fleet's units, if it is not made of ships."""


class KeyPath(NamedTuple):
    """The way to the value that a check shows, from keys and loops that are known when it runs."""

    steps: tuple[Step, ...]
    keys: CheckedKeys

    def find(self, frame: Frame, at: Sequence[int], values: Any, whose: str) -> Path_:
        """The path in the definition with some values. Raises ProblemError."""
        path: list[str | int] = []
        for step in self.steps:
            if isinstance(step, Formula):
                made = step.work_out(frame, whose)
                path.append(max(made - 1, 0) if isinstance(made, int) else made)
            else:
                path.append(at[step] if isinstance(step, int) else step)
        if path[0] == self.keys.units and any(isinstance(s, int) for s in self.steps[1:2]):
            path[1] = values.members[int(path[1])].at
        if path[0] != "ships" or len(path) < 2 or not hasattr(values, "members"):
            return spell_path(self.keys.fields, path)
        # The entry that brings the ship, and what it says has happened to it.
        member, rest = values.members[min(int(path[1]), len(values.members) - 1)], path[2:]
        inside = rest[1:] if rest[:1] == ["state"] else rest
        if inside[:1] != rest[:1] or (inside and inside[0] in self.keys.lost):
            rest = ["state", member.id, *spell_path(self.keys.lost, inside)]
        return ("ships", member.at, *rest)


def _read_place(part: GamePart, keys: CheckedKeys, loops: Sequence[Loop]) -> KeyPath | None:
    """The way that `at` describes; None if it is wrong, which is reported."""
    desk, text, end = part.desk, part.spec.at, 0
    steps: list[Step] = []
    for found in _STEP.finditer(text.strip()):
        if found.start() != end:
            break
        end = found.end()
        if found[1] is not None:
            steps.append(found[1])
            continue
        group, wanted = (2, TEXT) if found[2] is not None else (3, WHOLE)
        formula = desk.parse(part.find("at"), found[group], found.start(group))
        formula = desk.compile(formula, part.names, wanted)
        if formula is None:
            return None
        steps.append(formula)
    base = _find_root(steps[0], keys, loops) if steps and isinstance(steps[0], str) else None
    if end < len(text.strip()) or base is None:
        known = ", ".join([*keys.fields, *keys.others])
        part.report("at", f"there is no key {text[:60]} to show", f"the keys here are {known}")
        return None
    return KeyPath((*base, *steps[1:]), keys)


def _choose_place(part: GamePart, keys: CheckedKeys, found: Repeated) -> KeyPath | None:
    """The way to the first key in the test of a case; None if there is none, which is reported."""
    assert found.when
    for chain in sorted(list_chains(found.when.tree), key=lambda one: one.at):
        first, *rest = spell_chain(chain).removeprefix("written.").split(".")
        root = _find_root(first, keys, found.loops)
        if root:
            return KeyPath((*root, *rest), keys)
    known = ", ".join([*keys.fields, *keys.others])
    message = "this names no key that could be shown"
    part.report("when", message, f"write at: and one of {known}")
    return None


def _find_root(name: str, keys: CheckedKeys, loops: Sequence[Loop]) -> tuple[Step, ...] | None:
    """The way to a key, or to the item of a loop over what was written; None if there is none."""
    for at, loop in enumerate(loops):
        if loop.name == name:
            inside: list[str] = []
            node: Node | None = loop.source.tree
            while isinstance(node, FormulaPart):
                inside.insert(0, node.name)
                node = node.of
            root = _find_root(node.name, keys, loops[:at]) if isinstance(node, Name) else None
            return (*root, *inside, at) if root else None
    return (name,) if name in keys.fields or name in keys.others else None


# Cases


class CheckCase(NamedTuple):
    """The compiled parts of a case: where it is looked for and shown, and what is said."""

    found: Repeated
    place: KeyPath
    says: Phrase
    hint: Phrase
    fix: Formula | None
    remove: Formula | None

    def find(self, values: Any) -> Iterator[Finding]:
        """Yield a finding wherever the rule is broken."""
        subject: Subject = values.subject
        frame, whose = subject.open(), subject.name
        for at in self.found.walk(frame, whose):
            path = self.place.find(frame, at, values, whose)
            said = write_phrase(self.says, frame, whose)
            mends = tuple(self._mend(path, frame, whose))
            yield Finding(path, said, write_phrase(self.hint, frame, whose), mends)

    def _mend(self, path: Path_, frame: Frame, whose: str) -> Iterator[Mend]:
        if self.fix:
            yield Mend(path, simplify_data(self.fix.work_out(frame, whose)))
        if self.remove:
            many = self.remove.work_out(frame, whose)
            if isinstance(many, bool) or not isinstance(path[-1], int):
                yield from [Mend(path, act="remove")] if many else []
                return
            for number in reversed(range(many)):  # the items from this one on, the last one first
                yield Mend((*path[:-1], path[-1] + number), act="remove")


def _read_case(part: GamePart, keys: CheckedKeys) -> CheckCase | None:
    with part.open_loops() as found:
        if found is None:
            return None
        says, hint = part.read_phrase("says"), part.read_phrase("hint")
        if part.spec.at is None:
            place = _choose_place(part, keys, found)
        else:
            place = _read_place(part, keys, found.loops)
        mends = [part.read("fix"), part.read("remove", FLAG, WHOLE)]
        for formula in mends:
            if formula and isinstance(formula.type, (Maybe, TableType)):
                message = f"this is {formula.type}, which can't be written"
                part.desk.found.append(FORMULA_TYPE.at(formula.place(0), message))
    if part.spec.fix and part.spec.remove:
        part.report_key("remove", "this is mended by fix already", "leave one of them out")
    if says is None or hint is None or place is None:
        return None
    return CheckCase(found, place, says, hint, *mends)


def make_checks(kind: GamePart, keys: CheckedKeys) -> Iterator[Check]:
    """The checks of a kind, the first of which works out every value.

    A game that comes with sheetgen does without that one: its values fail for no ship.
    """
    if not kind.desk.is_shipped:
        yield Check(FORMULA_FAILS, find_failures)
    for part in kind.items("checks"):
        spec = part.spec
        if not SLUG.fullmatch(spec.name):
            message = f"{spec.name[:60]} can't be the name of a check"
            part.report("name", message, "use letters and hyphens: top-heavy")
            continue
        cases = [_read_case(one, keys) for one in (part, *part.items("also"))]
        what, why = join_lines(spec.about), join_lines(spec.why)
        rule = Rule(spec.name, spec.severity, what, why, (spec.example or "").rstrip())
        yield Check(rule, _join_cases([case for case in cases if case]))


def _join_cases(cases: Sequence[CheckCase]) -> Any:
    def find(values: Any) -> Iterator[Finding]:
        for case in cases:
            yield from case.find(values)

    return find
