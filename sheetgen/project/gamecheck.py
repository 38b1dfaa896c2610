"""The trial of a plain game: its examples, templates and sheets, before anybody plays it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.ground.record import replace
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.reading import source
from sheetgen.systems.contract import Kind, Setting, Sheet, Stance
from sheetgen.systems.loading import Systems, open_package
from sheetgen.systems.plain.desk import Locate
from sheetgen.systems.plain.field import has_default, spell_key
from sheetgen.systems.plain.filler import Filler, list_parts
from sheetgen.systems.plain.formula.value import ListOf, RecordType, Type
from sheetgen.systems.plain.game import FILE, FIRST, PlainGame, build, name_starter, pick_sample
from sheetgen.systems.plain.kindfile import CheckSpec, FieldSpec
from sheetgen.systems.plain.problem import GAME_EXAMPLE, UNUSED
from sheetgen.template.templates import TEMPLATE_ERROR, Templates

if TYPE_CHECKING:
    from jinja2 import nodes

_TRIAL, _TURNS = "trial", 8
Trail = tuple[str | int, ...]
"""Where something stands in a game's file."""


def try_game(folder: Path, press: Press, named: bool) -> list[Diagnostic]:
    """Everything that is wrong with the game in a folder, apart from its ships.

    Its code is run if the user `named` it.
    """
    try:
        game = build(folder, open_package(folder) if named else "")
        systems = Systems([folder])
    except ProblemError as error:
        return error.diagnostics
    found = list(_try_templates(game, press.templates))
    faulty = any(problem.is_error for problem in found)
    found += _try_examples(game, systems, press if not faulty else None)
    if not any(problem.is_error for problem in found):
        found += _find_unused(game)
    return found


def _try_examples(game: PlainGame, systems: Systems, press: Press | None) -> Iterator[Diagnostic]:
    """The starters must be right, also on paper, and the example of each check must break it."""
    system = game.system
    lacking = list(_find_lacking(game))
    yield from lacking
    if lacking:
        return
    starters = {
        kind.name: kind.starter.replace("@NAME@", f"First {kind.name}") for kind in system.kinds
    }
    found = _gather(game, systems, starters)
    for problem in found.diagnostics:
        message = f"the starter is not right: {problem.message}"
        wrong = _find_kind(game, problem)
        file = _find_starter(game, wrong)
        if wrong and file:
            place = Place(assets.display_name(file), problem.line, problem.column)
            yield GAME_EXAMPLE.at(place, message, problem.hint)
            continue
        yield _report(game, _find_origin(game, starters, problem), message, problem.hint)
    if found.diagnostics:
        return
    for kind in system.kinds:
        yield from _try_checks(game, systems, kind, starters)
    yield from _try_combat(game, found)
    if press is not None:
        yield from _try_sheets(game, found, press)


def _list_fields(game: PlainGame) -> Iterator[tuple[str, Trail, Mapping[str, FieldSpec]]]:
    """The fields of each kind, with where they stand in the game's file."""
    for name, kind in game.written.kinds.items():
        yield name, ("kinds", name, "fields"), kind.fields
    if game.written.fleet:
        yield "fleet", ("fleet", "fields"), game.written.fleet.fields


def _find_lacking(game: PlainGame) -> Iterator[Diagnostic]:
    """The keys that must be written and of which it is not known what a starter could say."""
    for kind, path, fields in _list_fields(game):
        for name, spec in fields.items():
            needed = not has_default(spec) and pick_sample(spec) is None
            if needed and not _find_starter(game, kind):
                message = f"{name} has to be written, and nothing says what a new {kind} has there"
                yield _report(game, (*path, name), message, "give it a sample, or a default")


def _find_starter(game: PlainGame, kind: str) -> Path | None:
    """The file of a kind's own starter, if there is one."""
    first = next(iter(game.written.kinds))
    file = game.desk.folder / name_starter("" if kind == first else kind)
    return file if assets.is_there(file) else None


def _find_kind(game: PlainGame, problem: Diagnostic) -> str:
    """The kind in whose starter a problem is; empty for one in a file that there is."""
    file = Path(problem.file).name
    if file == f"{FIRST}.yaml" and game.first == FIRST:
        return game.ship
    kinds = (kind.name for kind in game.system.kinds)
    return next((kind for kind in kinds if file == f"{_TRIAL}-{kind}.yaml"), "")


def _find_origin(game: PlainGame, starters: Mapping[str, str], problem: Diagnostic) -> Trail:
    """The part of the game's file from which the line of a starter follows that is not right."""
    wrong = _find_kind(game, problem)
    for kind, path, fields in _list_fields(game):
        if kind == wrong:
            line = starters[kind].splitlines()[max(problem.line, 1) - 1]
            key = line.partition(":")[0]
            name = next((name for name in fields if spell_key(name, fields[name]) == key), "")
            if name:
                told = ("sample", "default")
                given = [key for key in told if getattr(fields[name], key) is not None]
                return (*path, name, *given[:1])
            return path[:-1]
    return (wrong,) if wrong == "scenario" else ("game",)


def _gather(game: PlainGame, systems: Systems, texts: Mapping[str, str]) -> Collection:
    """The definitions in some texts, by kind, linked and checked; the game's own ships are near."""
    files = Files()
    folder = game.system.folder or Path()
    paths = [folder / "ships" / f"{_TRIAL}-{kind}.yaml" for kind in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        files.overlay(path, text)
    if game.first == FIRST:  # what a fleet's starter then names
        files.overlay(folder / "ships" / f"{FIRST}.yaml", texts[game.ship])
    return gather(paths, Shelf(systems, files))


def _try_combat(game: PlainGame, found: Collection) -> Iterator[Diagnostic]:
    """Fights duels of the starter's ship with itself, at each range and with each face."""
    combat = game.system.combat
    if isinstance(combat, str):
        return
    rules = combat()
    ships = [d.values for d in found.definitions if d.kind.name == game.ship]
    for distance, face in product((rules.range, *rules.ranges), rules.faces):
        stance = Stance(face, rules.speeds[0], rules.maneuvers[0])
        try:
            battle = rules.muster(ships, ships, Setting(distance, (stance, stance)))
            for turn in range(_TURNS):
                if all(battle.standing):
                    rules.fight(battle, Random(turn))
        except ProblemError as error:
            yield from error.diagnostics
            return


def _try_checks(
    game: PlainGame, systems: Systems, kind: Kind, starters: Mapping[str, str]
) -> Iterator[Diagnostic]:
    blocks = {"fleet": game.written.fleet, "scenario": game.written.scenario}
    path: Trail = (kind.name,) if kind.name in blocks else ("kinds", kind.name)
    spec_of = blocks.get(kind.name) or game.written.kinds[kind.name]
    specs: list[CheckSpec] = spec_of.checks
    for at, spec in enumerate(specs):
        here = (*path, "checks", at, "example")
        if spec.example is None:
            continue
        example = source.parse(spec.example, FILE)
        if example.diagnostics or not example.documents:
            words = example.diagnostics[0].message if example.diagnostics else "it is empty"
            yield _report(game, here, f"this example can't be read: {words}")
            continue
        text = _merge(starters[kind.name], spec.example, example.documents[0].data)
        found = _gather(game, systems, {**starters, kind.name: text})
        rules = {problem.rule for problem in found.diagnostics}
        if spec.name not in rules:
            others = [p.message for p in found.diagnostics if p.is_error]
            message = f"with this example, {spec.name} finds nothing"
            hint = others[0] if others else f"when is false: {spec.when}"
            yield _report(game, here, message, hint)


def _merge(starter: str, example: str, keys: Mapping[str, Any]) -> str:
    """A starter in which the keys of an example stand in place of its own."""
    kept: list[str] = []
    dropping = False
    for line in starter.splitlines():
        if line[:1] not in (" ", "#", "-"):
            dropping = line.partition(":")[0] in keys
        if not dropping:
            kept.append(line)
    return "\n".join([*kept, example, ""])


def _try_sheets(game: PlainGame, found: Collection, press: Press) -> Iterator[Diagnostic]:
    """Prints every sheet, filled in and blank."""
    definitions = [*found.definitions, *found.borrowed]
    named = [spec.name for spec in game.written.sheets]
    for sheet in game.system.sheets:
        problems: list[Diagnostic] = []
        try:
            list(press.draw_sheets(definitions, Order(sheets=[sheet.name])))
        except ProblemError as error:
            problems += error.diagnostics
        if sheet.fill_blank:
            problems += _try_blank(sheet, press, game)
        place = game.desk.document.place(("sheets", named.index(sheet.name), "name"))
        for problem in problems:
            if _find_kind(game, problem) or not problem.file:  # nobody has such a file
                file, line, column = place
                problem = replace(problem, file=file, line=line, column=column)
            yield problem


def _try_blank(sheet: Sheet, press: Press, game: PlainGame) -> list[Diagnostic]:
    try:
        list(press.draw_blanks(sheet, sheet.blank_sizes, Order(), game.system))
    except ProblemError as error:
        return error.diagnostics
    return []


def _report(game: PlainGame, path: Trail, message: str, hint: str = "") -> Diagnostic:
    return GAME_EXAMPLE.at(game.desk.document.place(path), message, hint)


def _try_templates(game: PlainGame, templates: Templates) -> Iterator[Diagnostic]:
    """Every name that a template asks for must be there, in parts that seldom print too."""
    for sheet in game.system.sheets:
        filler = game.fillers.get(sheet.name)
        if filler:
            for name in dict.fromkeys((sheet.template, sheet.back_template)):
                if name:
                    yield from _ExampleReader(filler, templates, game.desk.used).read(name)


class _ExampleReader:
    """Reads a template for the names that it asks for."""

    def __init__(self, filler: Filler, templates: Templates, used: set[str]) -> None:
        self.filler, self.templates, self.used = filler, templates, used
        self.sheet = RecordType("the sheet", parts=list_parts(filler))  # type: ignore[arg-type]
        self.found: list[Diagnostic] = []
        self.seen: set[str] = set()

    def read(self, name: str, scope: Mapping[str, Type | None] | None = None) -> list[Diagnostic]:
        """Return the findings about names in a template, and in those that it includes."""
        path = self.templates.find(name)
        if path is None or name in self.seen:
            return self.found  # a missing one is reported where it is printed
        self.seen.add(name)
        try:
            tree, locate = self.templates.parse(name)
        except ProblemError as error:
            self.found += error.diagnostics
            return self.found
        self._walk(tree, {"sheet": self.sheet, **(scope or {})}, locate)
        return self.found

    def _walk(self, node: nodes.Node, scope: dict[str, Type | None], locate: Locate) -> None:
        from jinja2 import nodes

        if isinstance(node, nodes.For):
            self._walk(node.iter, scope, locate)
            made = self._infer(node.iter, scope)
            item = made.item if isinstance(made, ListOf) else None
            inner = dict(scope)
            for target in node.target.find_all(nodes.Name):
                inner[target.name] = None
            if isinstance(node.target, nodes.Name):
                inner[node.target.name] = item
            for part in (*node.body, *([node.test] if node.test else [])):
                self._walk(part, inner, locate)
            for part in node.else_:
                self._walk(part, scope, locate)
            return
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            self._walk(node.node, scope, locate)
            scope[node.target.name] = self._infer(node.node, scope)
            return
        if isinstance(node, nodes.Include) and isinstance(node.template, nodes.Const):
            self.read(str(node.template.value), scope)
        if isinstance(node, nodes.Getattr):
            self._check(node, scope, locate)
        for part in node.iter_child_nodes():
            self._walk(part, scope, locate)

    def _infer(self, node: nodes.Node, scope: Mapping[str, Type | None]) -> Type | None:
        """The type of an expression, None where it is not known."""
        from jinja2 import nodes

        if isinstance(node, nodes.Name):
            return scope.get(node.name)
        if isinstance(node, nodes.Getattr):
            of = self._infer(node.node, scope)
            return of.parts.get(node.attr) if isinstance(of, RecordType) else None
        return None

    def _check(self, node: nodes.Getattr, scope: Mapping[str, Type | None], locate: Locate) -> None:
        of = self._infer(node.node, scope)
        if not isinstance(of, RecordType):
            return
        if of is self.sheet:
            self.used.add(node.attr)
        if node.attr in of.parts:
            return
        near = find_nearest(node.attr, of.parts)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(of.parts)}"
        message = f"{of.name} has no {node.attr}"
        self.found.append(TEMPLATE_ERROR.at(locate(node.lineno), message, hint))


def _find_unused(game: PlainGame) -> Iterator[Diagnostic]:
    """Tables, functions and values that nothing uses."""
    document, used = game.desk.document, game.desk.used
    parts = [("table", "tables", name) for name in game.written.tables]
    parts += [("function", "functions", name) for name in game.written.functions]
    for what, key, written in parts:
        name = written.partition("(")[0].strip()
        if name not in used:
            place = document.key_place((key, written))
            yield UNUSED.at(place, f"no formula uses the {what} {name}", "remove it")
    sections: list[tuple[tuple[str, ...], Iterable[str]]] = [
        (("kinds", kind, "values"), spec.values) for kind, spec in game.written.kinds.items()
    ]
    if game.written.fleet:
        limit = game.written.fleet.limit
        used = used | {limit or ""}
        sections.append((("fleet", "values"), game.written.fleet.values))
    if game.written.scenario:
        sections.append((("scenario", "values"), game.written.scenario.values))
    for path, names in sections:
        for name in names:
            if name not in used:
                place = document.key_place((*path, name))
                hint = "remove it, or show it in a column or a template"
                yield UNUSED.at(place, f"nothing uses the value {name}", hint)
