"""A conversion: what a mapping makes of files, and where in these each value comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field
from typing import Any

from sheetgen.exchange.material import BAD_SOURCE, Material
from sheetgen.exchange.shape import (
    SourceParts,
    SourceRecord,
    SourceValues,
    is_missing,
    list_unused,
    use_all,
    write_plain,
)
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare, find_nearest
from sheetgen.ground.record import record, replace
from sheetgen.ground.visible import make_id
from sheetgen.reading.document import Document
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.compiler import Compiler, FormulaNames
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.parser import (
    Binary,
    Call,
    Choice,
    Constant,
    Each,
    FormulaPart,
    Listing,
    Name,
    Node,
    RecordParts,
    Subscript,
    list_chains,
)
from sheetgen.systems.plain.formula.problem import FormulaError
from sheetgen.systems.plain.formula.value import (
    FormulaWork,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    Type,
)
from sheetgen.systems.plain.game import PlainGame
from sheetgen.systems.plain.gamefile import ImportSpec
from sheetgen.systems.plain.problem import BAD_GAME

_MOST_WORK = 5_000_000
"""Items that the formulas for one definition may work through: a file may be far larger than it."""
_FLEET = ("fleets",)

NOT_IN_SOURCE = declare(
    "not-in-source",
    "warning",
    """A mapping asks for a key that nothing in the file has.

    Why: The key may be misspelt, and is then missing in every ship. Where files do without it,
    `given(…)` or `either(…, …)` around it says so.

    Example:
    set: {name: item.nmae}
    """,
)


@record(frozen=False, eq=False)
class Imported:
    """A definition that was made of an item of a file."""

    id: str
    data: dict[str, Any]
    material: Material
    item: Any = None
    frame: Frame = field(default_factory=list)
    path: Path_ = ()
    """Where the formulas of its keys stand in the mapping."""
    formulas: Mapping[str, Formula] = field(default_factory=dict)


@record(frozen=False)
class Conversion:
    """All that a mapping makes of files: definitions, fleets, and the keys that were not used.

    `find` gives the place in the source of a value of a definition.
    """

    definitions: list[Imported]
    ignored: list[tuple[str, int]] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)
    find: Callable[[Imported, Path_], Place] = lambda made, path: Place()


def convert(
    game: PlainGame,
    document: Document,
    path: Path_,
    spec: ImportSpec,
    materials: Sequence[Material],
) -> Conversion:
    """Makes definitions of files. The mapping stands at a path of a document.

    Raises ProblemError with everything that is wrong with the mapping.
    """
    return _Converter(game, document, path, spec, materials).run()


class _Converter:
    """A mapping at work: its formulas are compiled for the types that the files have."""

    def __init__(
        self,
        game: PlainGame,
        document: Document,
        path: Path_,
        spec: ImportSpec,
        materials: Sequence[Material],
    ) -> None:
        self.game, self.path, self.spec, self.materials = game, path, spec, materials
        self.desk: GameDesk = copy(game.desk)
        self.desk.document, self.desk.found, self.desk.is_shipped = document, [], False
        self.values = SourceValues(materials)
        self.found = self.values.found
        self.names: dict[Path_, FormulaNames] = {}
        self.helpers: dict[str, Formula] = {}
        self.ids: set[str] = set()
        self.known: dict[int, str] = {}
        """The ids of what was made of the records of the source, by their identity."""
        self.called: dict[str, str] = {}

    def run(self) -> Conversion:
        kind, kinds = self.spec.kind or next(iter(self.game.written.kinds)), self.game.kinds
        if kind not in kinds:
            message, hint = f"there is no kind {kind[:60]}", f"there are {', '.join(kinds)}"
            self.desk.report(BAD_GAME, (*self.path, "kind"), message, hint)
            self.desk.stop()
        marker = "name" if kind == kinds[0] else kind
        listed = self.read(("each",), self.spec.each, self.name_file(()))
        names, item = self.names[()], self.name_item((), listed)
        for name, text in self.spec.values.items():
            formula = self.read(("values", name), text, names)
            if formula:
                self.helpers[name] = formula
                names.add(name, formula.type)
        formulas = self.read_set(("set",), self.spec.set, names)
        fleets = self.read_fleets()
        self.desk.stop()
        made = []
        for file, material in zip(self.values.files, self.materials, strict=True):
            found = self.list_items(listed, material, file)
            for one in found:
                frame = self.start(names, item, file, one, material)
                made.append(self.make(one, frame, material, ("set",), formulas, marker))
                self.known[id(one)] = made[-1].id
        for fleet_item, groups, own in fleets:
            for file, material in zip(self.values.files, self.materials, strict=True):
                for one in self.list_items(groups, material, file):
                    frame = self.start(self.names[_FLEET], fleet_item, file, one, material)
                    fleet = self.make(one, frame, material, _FLEET, own, "fleet")
                    fleet.data["ships"] = self.list_ships(fleet)
                    made.append(fleet)
        ignored = self.list_ignored(listed.type, names)
        self.warn_of_missing([listed, *formulas.values(), *self.helpers.values()])
        return Conversion(made, ignored, [*self.desk.found, *self.found], self.find)

    # The formulas

    def name_file(self, path: Path_) -> FormulaNames:
        """The names of formulas that know the tables of the game and the file."""
        names = self.names[path] = self.desk.make_names()
        names.add("file", self.values.type)
        return names

    def read(self, path: Path_, text: str, names: FormulaNames) -> Any:
        return self.desk.read((*self.path, *path), text, names)

    def name_item(self, path: Path_, listed: Formula | None) -> int:
        """The slot of `item`, one of what a formula lists, or the one thing that it gives."""
        self.desk.stop()
        assert listed
        form = listed.type.of if isinstance(listed.type, Maybe) else listed.type
        return self.names[path].add("item", form.item if isinstance(form, ListOf) else form)

    def read_set(
        self, path: Path_, texts: Mapping[str, str], names: FormulaNames
    ) -> dict[str, Formula]:
        made = {}
        for key, text in texts.items():
            formula = self.read((*path, key), text, names)
            if formula:
                use_all(formula.type)
                made[key] = formula
        return made

    def read_fleets(self) -> Sequence[tuple[int, Formula, dict[str, Formula]]]:
        """The formulas of fleets, with the slot of their `item`, if there are any."""
        spec = self.spec.fleets
        if spec is None:
            return ()
        if self.game.written.fleet is None:
            self.desk.report_key((*self.path, "fleets"), "this game has no fleets")
            return ()
        groups = self.read((*_FLEET, "each"), spec.each, self.name_file(_FLEET))
        item = self.name_item(_FLEET, groups)
        names = self.names[_FLEET]
        own = {
            "name": self.read((*_FLEET, "name"), spec.name, names),
            "ships": self.read((*_FLEET, "ships"), spec.ships, names),
            **self.read_set((*_FLEET, "set"), spec.set, names),
        }
        return [(item, groups, {key: made for key, made in own.items() if made})]

    # The definitions

    def start(
        self, names: FormulaNames, slot: int, file: Any, item: Any, material: Material
    ) -> Frame:
        """The frame of an item, with the values that the mapping works out for it."""
        place = self.place(item, material)
        whose = f"what begins at {place.file}:{place.line}:{place.column}"
        work = FormulaWork(whose)
        work.left = _MOST_WORK
        frame: Frame = [work, file, *[None] * (names.size + 50)]
        frame[slot] = item
        if names is self.names[()]:
            for name, formula in self.helpers.items():
                frame[names.known[name].slot] = formula.work_out(frame, whose)
        return frame

    def list_items(self, listed: Formula, material: Material, file: Any) -> list[Any]:
        sizes = [names.size for names in self.names.values()]
        frame: Frame = [FormulaWork(material.name), file, *[None] * max(sizes)]
        frame[0].left = _MOST_WORK
        made = listed.work_out(frame, material.name)
        values = made if isinstance(made, list) else [made]
        return [value for value in values if value is not None]

    def make(
        self,
        item: Any,
        frame: Frame,
        material: Material,
        path: Path_,
        formulas: Mapping[str, Formula],
        marker: str,
    ) -> Imported:
        data: dict[str, Any] = {"system": self.game.written.game}
        for key, formula in formulas.items():
            value = write_plain(formula.work_out(frame, frame[0].whose))
            if not is_missing(value):
                data[marker if key == "name" else key] = value
        made = Imported("", data, material, item, frame, path, formulas)
        name = data.get(marker)
        if isinstance(name, str):
            data[marker] = name = " ".join(name.split())
        given = data.pop("id", None) or name or ""
        made.id = self.choose_id(make_id(str(given))[:80] or self.spec.kind or "ship")
        self.called.setdefault(str(name), made.id)
        return made

    def choose_id(self, wanted: str) -> str:
        """An id that nothing else has: a number is added where several want the same."""
        made, number = wanted, 2
        while made in self.ids:
            made, number = f"{wanted}-{number}", number + 1
        self.ids.add(made)
        return made

    def list_ships(self, fleet: Imported) -> list[dict[str, Any]]:
        """The entries of a fleet; several of one design in a row are one entry."""
        formula = fleet.formulas["ships"]
        values = formula.work_out(fleet.frame, fleet.frame[0].whose)
        entries: list[dict[str, Any]] = []
        key = self.game.ship if self.game.ship in ("ship", "fighter") else "ship"
        for at, value in enumerate(values if isinstance(values, list) else [values]):
            entry = {key: self.known[id(value)]} if id(value) in self.known else None
            if isinstance(value, str):
                entry = {key: self.called.get(value) or make_id(value)}
            elif entry is None and not isinstance(value, SourceRecord):
                entry = write_plain(value)
            if not isinstance(entry, dict):
                message = "this ship of the fleet is none of the items that are imported"
                self.found.append(BAD_SOURCE.at(self.find(fleet, ("ships", at)), message))
            elif entries and entries[-1].get(key) == entry.get(key) and len(entry) == 1:
                entries[-1]["count"] = entries[-1].get("count", 1) + 1
            else:
                entries.append(entry)
        return entries

    # What was not used

    def list_ignored(self, form: Type, names: FormulaNames) -> list[tuple[str, int]]:
        for at, text in enumerate(self.spec.ignore):
            formula = self.desk.parse((*self.path, "ignore", at), text)
            if formula and not self.mark(formula.tree, names):
                message = "this is no key of the file, such as item.orientation"
                self.desk.report(BAD_GAME, (*self.path, "ignore", at), message)
        self.desk.stop()
        seen: set[int] = set()
        return [*list_unused(form, "", seen), *list_unused(self.values.type, "", seen)]

    def mark(self, node: Node, names: FormulaNames) -> bool:
        """Marks a key as used, inside of lists too; False if the node names none."""
        form = self.find_type(node, names)
        if form is not None:
            use_all(form)
        return form is not None and not isinstance(node, Name)

    def find_type(self, node: Node, names: FormulaNames) -> Type | None:
        """The type of what a chain of keys leads to."""
        if isinstance(node, Name):
            known = names.known.get(node.name)
            return known.type if known else None
        if isinstance(node, Subscript) and isinstance(node.index, Constant):
            name: Any = node.index.value
        elif isinstance(node, FormulaPart):
            name = node.name
        else:
            return None
        form = self.find_type(node.of, names)
        while isinstance(form, (ListOf, Maybe)):
            form = form.item if isinstance(form, ListOf) else form.of
        return form.parts[name] if isinstance(form, RecordType) else None

    def warn_of_missing(self, formulas: Sequence[Formula]) -> None:
        """Warns of keys that nothing has, unless a formula says that they may be missing."""
        for formula in formulas:
            for node in _list_parts(formula.tree):
                names = self.names[()]
                form = self.find_type(node.of, names)
                while isinstance(form, Maybe):
                    form = form.of
                parts = form.parts if isinstance(form, RecordType) else None
                if isinstance(parts, SourceParts) and node.name not in parts.keys():  # noqa: SIM118
                    near = find_nearest(node.name, parts.keys())
                    hint = f"did you mean {near}?" if near else f"there are {', '.join(parts)}"
                    message = f"nothing in the file has a key {node.name}"
                    place = formula.place(node.end - len(node.name))
                    self.found.append(NOT_IN_SOURCE.at(place, message, hint))

    # Places in the source

    def place(self, item: Any, material: Material) -> Place:
        found = self.values.find(item)
        if found:
            return found[0].lines.place(found[1])
        for name in getattr(item, "__match_args__", ()):
            if found := self.values.find(getattr(item, name)):
                return found[0].lines.place(found[1])
        return material.lines.place(0)

    def find(self, made: Imported, path: Path_) -> Place:
        """The place in the source of the value at a path of a definition."""
        key = path[0] if path else ""
        formula = made.formulas.get(str(key))
        if formula is None and key not in ("system", "id", ""):
            formula = made.formulas.get("name")
        scope = {"item": made.item, "file": made.frame[1]}
        found = formula and self.follow(formula.tree, path[1:], scope, made)
        return found or self.place(made.item, made.material)

    def follow(  # noqa: C901, PLR0911 (a line for each part of the language)
        self, node: Node, path: Path_, scope: Mapping[str, Any], made: Imported
    ) -> Place | None:
        """The place of what a part of a formula gives at a path."""
        step = path[0] if path else None
        if isinstance(node, RecordParts) and step in node.names:
            part = node.items[node.names.index(str(step))]
            return self.follow(part, path[1:], scope, made)
        if isinstance(node, Listing) and isinstance(step, int) and step < len(node.items):
            return self.follow(node.items[step], path[1:], scope, made)
        if isinstance(node, Each) and isinstance(step, int):
            values = self.work_out(replace(node, item=Name(0, 0, node.name)), made)
            if values and step < len(values):
                inner = {**scope, node.name: values[step]}
                return self.follow(node.item, path[1:], inner, made)
        if isinstance(node, Binary) and isinstance(step, int):
            left = self.work_out(node.left, made)
            if isinstance(left, list) and step >= len(left):
                return self.follow(node.right, (step - len(left), *path[1:]), scope, made)
            return self.follow(node.left, path, scope, made)
        if isinstance(node, Choice):
            return self.follow(node.yes, path, scope, made) or self.follow(
                node.no, path, scope, made
            )
        if isinstance(node, Call) and node.name == "either":
            return self.follow(node.arguments[0], path, scope, made)
        if isinstance(node, Name) and node.name in self.helpers:
            return self.follow(self.helpers[node.name].tree, path, scope, made)
        if isinstance(node, (Name, FormulaPart, Subscript)):
            return self.locate(node, path, scope)
        for chain in list_chains(node):
            if place := self.follow(chain, (), scope, made):
                return place
        return None

    def work_out(self, node: Node, made: Imported) -> Any:
        """The value of a part of a formula; None if it can't be had alone."""
        names = self.names[_FLEET if made.path == _FLEET else ()]
        formula, size = Formula("", lambda at: Place()), names.size
        try:
            formula.settle(Compiler(names).build(node), names.writer)
            return formula.work_out(made.frame, "")
        except (FormulaError, ProblemError, IndexError):
            return None
        finally:
            names.size = size

    def locate(self, node: Node, path: Path_, scope: Mapping[str, Any]) -> Place | None:
        """The place of what a chain of keys, and then a path, leads to."""
        steps: list[Any] = []
        while isinstance(node, (FormulaPart, Subscript)):
            step: Any = node.name if isinstance(node, FormulaPart) else None
            if isinstance(node, Subscript) and isinstance(node.index, Constant):
                step = node.index.value
                step = step - 1 if isinstance(step, int) else step
            steps.insert(0, step)
            node = node.of
        if not isinstance(node, Name) or node.name not in scope:
            return None
        value = scope[node.name]
        start = self.values.find(value)
        at = start[1] if start else None
        lines = start[0].lines if start else None
        for step in (*steps, *path):
            found = self.values.find(value)
            if found:
                lines, marks = found[0].lines, found[2]
                if step not in marks:
                    break
                at = marks[step][1]
            try:
                value = value[step] if isinstance(value, list) else getattr(value, str(step), None)
            except (IndexError, TypeError):
                break
        return lines.place(at) if lines and at is not None else None


def _list_parts(node: Node) -> Iterator[FormulaPart]:
    """The keys that a formula asks for, but where it says that they may be missing."""
    if isinstance(node, Call) and node.name in ("given", "either"):
        for argument in node.arguments[1:]:
            yield from _list_parts(argument)
        return
    if isinstance(node, Choice):
        sure = {part.name for part in _list_chain_parts(node.test)}
        yield from (part for part in _list_parts(node.yes) if part.name not in sure)
        yield from _list_parts(node.no)
        return
    yield from _list_chain_parts(node)


def _list_chain_parts(node: Node) -> Iterator[FormulaPart]:
    for chain in list_chains(node):
        while isinstance(chain, FormulaPart):
            yield chain
            chain = chain.of
