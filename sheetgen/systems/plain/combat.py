"""The combat of a plain game: `combat:` in its game.yaml → the Combat that duels are fought by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.ground.record import replace
from sheetgen.ground.words import say_key
from sheetgen.reading.model import Model, list_keys
from sheetgen.systems.contract import Combat
from sheetgen.systems.kit.fleet import list_members
from sheetgen.systems.plain.battle import Assault, CombatRules
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Type,
    is_number,
    limit_text,
    make_record,
)
from sheetgen.systems.plain.gamefile import CombatSpec
from sheetgen.systems.plain.kindfile import FieldSpec, KindSpec
from sheetgen.systems.plain.part import GamePart, Repeated
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import ValuePlan, simplify_data

PATH: Path_ = ("combat",)
_FAR = 10**9
_WORD = re.compile(r"[a-z0-9][a-z0-9_-]*")
_STANCE = {"face": "faces", "speed": "speeds", "maneuver": "maneuvers"}
_TAKEN = {
    "range": "the distance",
    "stance": "how a ship meets the enemy",
    "target": "the enemy",
    "modifier": "the sum of all modifiers",
    "roll": "what a die shows",
}
"""The names that only the formulas of combat have, and what they mean there."""


def make_combat(desk: GameDesk, plan: ValuePlan) -> Combat | None:
    """The combat of a game whose ships have this plan; None if it is wrong, or has none.

    What is wrong is noted on the desk.
    """
    written, ship = desk.written, plan.kind
    spec = written.combat
    if not isinstance(spec, CombatSpec):
        return None
    before, known = len(desk.found), plan.names.known
    plan.names.known = dict(known)
    part = GamePart(desk, PATH, spec, plan.names)
    rules = _Writer(part, written.kinds[ship], plan).write()
    plan.names.known = known
    limit = written.fleet.limit if written.fleet else None
    worth = spec.worth or (limit if limit in plan.parts else None) or ""
    if worth and not is_number(plan.parts.get(worth, TEXT)):
        message = f"{worth[:60]} is not a number that every {ship} has"
        part.report("worth", message, "name a value, such as points")
    desk.used.add(worth)
    for at, key in enumerate(spec.parts):
        if key not in written.kinds[ship].fields:
            message = f"a {ship} has no key {key[:60]} that could be taken off"
            part.report(("parts", at), message)
    if rules is None or len(desk.found) > before:
        return None
    fields = {key: written.kinds[ship].fields[key] for key in spec.parts}
    return Combat(
        rules.muster,
        rules.fight,
        kinds=(ship, "fleet") if written.fleet else (ship,),
        range=spec.range,
        ranges=tuple(spec.ranges),
        unit=spec.unit,
        faces=tuple(spec.faces) or ("",),
        speeds=tuple(spec.speeds) or ("",),
        maneuvers=tuple(spec.maneuvers) or ("",),
        parts=(lambda values: list_parts(values, fields)) if fields else None,
        worth=(lambda values: add_worth(values, worth)) if worth else None,
        currency=worth.replace("_", " ") or "points",
        limits=tuple(spec.limits),
        rounds=spec.rounds,
    )


def add_worth(values: Any, worth: str) -> Any:
    """The cost of a ship, or of all ships of a fleet."""
    return simplify_data(sum(getattr(member.record, worth) for member in list_members(values)))


def list_parts(ship: Any, fields: Mapping[str, FieldSpec]) -> Iterator[tuple[str, Any]]:
    """Yield what can be taken off a ship by its name, with the ship without it."""
    for key, spec in fields.items():
        attribute = f"f_{key}"
        for name, left in _take_off(getattr(ship, attribute), spec.min or 0):
            yield f"{say_key(key.replace('_', ' '))}{name}", replace(ship, **{attribute: left})


def _take_off(value: Any, least: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield a name for each part of a value, and the value without it."""
    if isinstance(value, list):
        for at in range(len(value)):
            yield f" {at + 1}", [*value[:at], *value[at + 1 :]]
    elif isinstance(value, Model):
        for name, key in list_keys(type(value)).items():
            for part, left in _take_off(getattr(value, name)):
                yield f" {say_key(key.title)}{part}", replace(value, **{name: left})
    elif isinstance(value, (int, float)) and value > least:
        yield f" {value}", type(value)(least)


class _Writer:
    """Compiles the rules of combat with the names of a kind and those that only combat has."""

    def __init__(self, part: GamePart, kind: KindSpec, plan: ValuePlan) -> None:
        self.part, self.spec, self.kind, self.plan = part, part.spec, kind, plan
        self.names = plan.names
        self.slots: dict[str, int] = {}
        self.keys: dict[str, tuple[int, int]] = {}

    def write(self) -> CombatRules | None:
        """The rules; None if something is wrong, which is noted."""
        spec = self.spec
        if not self.check_names():
            return None
        words = self.list_words()
        stance = make_record("a stance", words)
        free = {name: form for name, form in words.items() if name not in self.names.known}
        for name, form in {"range": WHOLE, "stance": stance, **free}.items():
            self.add(name, form)
        foe = make_record(f"a {self.plan.kind}", {**self.plan.parts, "stance": stance, **free})
        self.add_key((*PATH, "loses"), spec.loses)
        out = self.part.read("out", FLAG)
        self.add("roll", WHOLE)
        initiative = self.part.read("initiative", NUMBER)
        if spec.initiative and spec.order == "together":
            message = "all act together, so nothing asks for their initiative"
            self.part.report_key("initiative", message, "order: by initiative")
        upkeep = self.list_attacks("upkeep")
        self.add("target", foe)
        modifiers = [
            self.read((*PATH, "modifiers", name), text, NUMBER)
            for name, text in spec.modifiers.items()
        ]
        aim = self.read((*PATH, "aim"), spec.aim, NUMBER)
        whole = all(one is None or one.type == WHOLE for one in modifiers)
        self.add("modifier", WHOLE if whole else NUMBER)
        attacks = self.list_attacks("attack")
        if out is None or None in modifiers:
            return None
        return CombatRules(
            plan=self.plan,
            keys=self.keys,
            slots=self.slots,
            stance=stance,
            foe=foe,
            attacks=attacks,
            upkeep=upkeep,
            modifiers=[one for one in modifiers if one],
            aim=aim,
            out=out,
            initiative=initiative,
            together=spec.order == "together",
            die=spec.die,
        )

    def add(self, name: str, form: Type) -> None:
        """Adds a name that only combat has."""
        self.slots[name] = self.names.add(name, form)

    def check_names(self) -> bool:
        """Whether nothing else has a name of combat; notes what has one."""
        taken = [name for name in _TAKEN if name in self.names.known]
        for name in taken:
            message = f"{name} is {_TAKEN[name]} in formulas of combat, so nothing else may have it"
            path: Path_ = ("tables", name)
            for part in ("fields", "state", "values"):
                if name in getattr(self.kind, part):
                    path = ("kinds", self.plan.kind, part, name)
            self.part.desk.report_key(path, message, "rename it")
        return not taken

    def list_words(self) -> dict[str, Type]:
        """The choices of a side by their names, each with its words."""
        found: dict[str, Type] = {}
        for name, key in _STANCE.items():
            words = getattr(self.spec, key)
            for at, word in enumerate(words):
                if not _WORD.fullmatch(word) or word in words[:at]:
                    message = f"{word[:60]} can't be one of the {key}"
                    hint = "each is one word of lower-case letters, digits and hyphens"
                    self.part.report((key, at), message, hint)
            if words:
                found[name] = limit_text(words)
        return found

    def add_key(self, path: Path_, key: str) -> int | None:
        """The number of a key of the state; None if it can't be counted, which is noted."""
        spec = self.kind.state.get(key)
        if spec is None or spec.type != "int":
            counted = [name for name, one in self.kind.state.items() if one.type == "int"]
            hint = f"there are {', '.join(counted)}" if counted else "state: {lost: {type: int, …}}"
            message = f"{key[:60]} is no whole number of the state of a {self.plan.kind}"
            self.part.desk.report(BAD_GAME, path, message, hint)
            return None
        least = -_FAR if spec.min is None else spec.min
        self.keys[key] = least, _FAR if spec.max is None else spec.max
        return [*self.keys].index(key)

    def read(
        self, path: Path_, text: str | None, wanted: Type, rolled: bool = False
    ) -> Formula | None:
        """The formula at a path, if one is there; before dice are rolled it can't ask for them."""
        known = self.names.known
        if not rolled:
            self.names.known = {name: one for name, one in known.items() if name != "roll"}
        formula = self.part.desk.read(path, text, self.names, wanted)
        self.names.known = known
        return formula

    def list_attacks(self, key: str) -> list[Assault]:
        """The attacks at a key, which holds one or a list of them."""
        listed = isinstance(getattr(self.spec, key), list)
        parts = self.part.items(key) if listed else [self.part.enter(key)]
        return [one for one in map(self.make_attack, parts) if one]

    def make_attack(self, part: GamePart) -> Assault | None:
        """An attack; None if its loops are wrong, which is noted."""
        known = self.names.known
        self.names.known = {name: one for name, one in known.items() if name != "roll"}
        with part.open_loops() as found:
            self.names.known["roll"] = known["roll"]
            made = self.make_dice(part, found) if found else None
        self.names.known = known
        return made

    def make_dice(self, part: GamePart, found: Repeated) -> Assault:
        """An attack with every item that is `found`."""
        desk, spec = part.desk, part.spec
        dice = self.read(part.find("dice"), spec.dice, WHOLE)
        rolled = bool(spec.dice or spec.hits or spec.again)
        hits = [
            desk.read(part.find("hits", at), text, self.names, FLAG)
            for at, text in enumerate(spec.hits)
        ]
        again = part.read("again", FLAG)
        effects = [(0, self.read(part.find("damage"), spec.damage, WHOLE, rolled))]
        effects += self.list_effects(part, "adds", rolled)
        spends = self.list_effects(part, "spends")
        if spends and part.path[1] == "upkeep":
            message = "upkeep is of a ship by itself: what it spends is in adds"
            part.report_key("spends", message)
        return Assault(
            found=found,
            dice=dice,
            die=(spec.die or self.spec.die) if rolled else 1,
            hits=[one for one in hits if one],
            again=again,
            effects=[(at, one) for at, one in effects if one],
            spends=[(at, one) for at, one in spends if one],
        )

    def list_effects(
        self, part: GamePart, key: str, rolled: bool = False
    ) -> list[tuple[int, Formula | None]]:
        """The formulas of what is added to keys of the state, which have numbers."""
        made = []
        for name, text in getattr(part.spec, key).items():
            path = part.find(key, name)
            at = self.add_key(path, name)
            if at is not None:
                made.append((at, self.read(path, text, WHOLE, rolled)))
        return made
