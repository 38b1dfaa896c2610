"""The desk on which a game is put together: its file, its names, and every problem found."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, Rule, find_neighbour
from sheetgen.ground.files import Files
from sheetgen.ground.words import Words
from sheetgen.reading.document import Document
from sheetgen.systems.plain.formula.compiler import Compiler, FormulaNames
from sheetgen.systems.plain.formula.formula import Formula, KnownNames
from sheetgen.systems.plain.formula.parser import UNSAFE, WORDS, Node
from sheetgen.systems.plain.formula.problem import FORMULA_CIRCLE, FORMULA_TYPE, FormulaError
from sheetgen.systems.plain.formula.value import Maybe, Type, fits
from sheetgen.systems.plain.gamefile import GameFile
from sheetgen.systems.plain.problem import BAD_GAME

Path_ = tuple[str | int, ...]
NAME = re.compile(r"[^\W\d_]\w{0,40}")
WHAT = "the data of a game"
"""As what files of a game are recorded."""
SLUG = re.compile(r"[a-z][a-z0-9-]{0,40}")


Locate = Callable[[int], Place]
"""The place of a character of a text, by its number from 0."""


def shift(locate: Locate, start: int) -> Locate:
    """The places of the part of a text that begins at a character."""
    return lambda at: locate(start + at)


class GameDesk:
    """The document of a game.yaml, and what is found wrong with it."""

    def __init__(
        self, folder: Path, document: Document, written: GameFile, files: Files, words: Words
    ) -> None:
        """`written` is what the document says; `files` are those of the folder, and no others.

        What is printed is in the `words`.
        """
        self.folder, self.document, self.written, self.files = folder, document, written, files
        self.words = words
        self.found: list[Diagnostic] = []
        self.tables: dict[str, KnownNames] = {}
        self.types: dict[str, Any] = {}
        """The forms of the types of the game, by their names."""
        self.typed: dict[str, Any] = {}
        """The fields of these types, as they are written."""
        self.used: set[str] = set()
        self.readings: dict[str, KnownNames] = {}
        """Coefficients that a fleet may change: the type and the usual value of each group."""
        self.code: Any = None
        """The GameCode of the game: the functions of its Python file."""
        self.is_shipped = False
        self.icons: Any = None
        """The Icons of the game, if it has any."""

    @property
    def id(self) -> str:
        """The id of the game, as it is written."""
        return self.written.game

    def report(self, rule: Rule, path: Path_, message: str, hint: str = "") -> None:
        """Notes a problem at the value at a path."""
        self.found.append(rule.at(self.document.place(path), message, hint))

    def report_key(self, path: Path_, message: str, hint: str = "") -> None:
        """Notes that a key can't be what it is."""
        self.found.append(BAD_GAME.at(self.document.key_place(path), message, hint))

    def stop(self) -> None:
        """Raises ProblemError if anything was found."""
        if self.found:
            raise ProblemError(dict.fromkeys(self.found))

    def _find_file(self, rule: Rule, path: Path_, name: str) -> Path | None:
        """The file beside game.yaml that is named at a path; None if there is none.

        Why is then reported where it is named.
        """
        file, hint = self.folder / name, "copy it beside game.yaml"
        if not assets.is_there(file):
            with suppress(OSError, ValueError):
                near = find_neighbour(file)
                hint = f"did you mean {near}?" if near else hint
            self.report(rule, path, f"there is no file {name[:60]} beside game.yaml", hint)
        elif not self.files.lies_inside(file):
            self.report(rule, path, f"the file {name[:60]} lies outside the game's folder", hint)
        elif assets.is_folder(file):
            self.report(rule, path, f"{name[:60]} is a folder, not a file")
        else:
            return file
        return None

    def read_file(self, rule: Rule, path: Path_, name: str) -> tuple[str, str] | None:
        """The text of the file that is named at a path, and its name in diagnostics; None without.

        Whatever is wrong is noted.
        """
        file = self._find_file(rule, path, name)
        if file is None:
            return None
        shown = assets.display_name(file)
        text, found = self.files.read_text(file, shown, WHAT)
        self.found += found
        return None if found else (text, shown)

    def make_names(self) -> FormulaNames:
        """The names that every formula of the game may use."""
        return FormulaNames(self.tables, self.code.find_function if self.code else None, self.words)

    def check_name(self, path: Path_, taken: Mapping[str, Any], name: str = "") -> bool:
        """Whether the key at a path may be a name in formulas; reports why it may not.

        So it does with a `name` that is only a part of the key.
        """
        name = name or str(path[-1])
        if not (NAME.fullmatch(name) and name.isidentifier()):  # which "a²" is not
            message = f"{name[:60]} can't be a name: formulas could not use it"
            self.report_key(path, message, "use letters, digits and _, starting with a letter")
        elif name in UNSAFE:
            self.report_key(path, f"templates can't use the name {name}", "choose another name")
        elif name in WORDS:
            self.report_key(path, f"{name} is a word of formulas", "choose another name")
        elif name in taken:
            by = " by a table" * (name in self.tables) or " by a reading" * (name in self.readings)
            self.report_key(path, f"the name {name} is taken{by}", "choose another name")
        else:
            return True
        return False

    def look_up(self, path: Path_) -> tuple[Path_, Any]:
        """Return what is written at a path, with its path: a short form where it is one."""
        value: Any = self.document.data
        for at, step in enumerate(path):
            known: Any = range(len(value)) if isinstance(value, list) else value
            if not (isinstance(value, (list, dict)) and step in known):
                return path[:at], value
            value = value[step]  # type: ignore[index]
        return path, value

    def locate(self, path: Path_, start: int = 0) -> Locate:
        """The places of the characters of the text at a path, from `start` on."""
        return lambda at: self.document.place_inside(self.look_up(path)[0], start + at)

    def parse(self, path: Path_, text: str, start: int = 0) -> Formula | None:
        """The formula at a path; None if it can't be read, which is then reported."""
        return self.parse_text(text, self.locate(path, start))

    def parse_text(self, text: str, place: Locate, is_printed: bool = False) -> Formula | None:
        """The formula whose characters have these places; its texts may all be printed."""
        formula = Formula(text, place, self.words, is_printed)
        if self.is_shipped:  # its tests have shown that it is right
            return formula
        return formula if self._try(formula, lambda: formula.tree) else None

    def compile(
        self, formula: Formula | None, names: FormulaNames, *wanted: Type, loose: bool = False
    ) -> Formula | None:
        """The formula, compiled; None if it is wrong, or not of a type that is wanted.

        If that is meant to be `loose`, it may be missing too.
        """
        if formula is None:
            return None
        if names.broken and any(name.name in names.broken for name in formula.names):
            return None
        done = self._try(formula, lambda: Compiler(names, formula.place).compile(formula))
        self.used |= names.used
        if not done:
            return None
        form = formula.type
        if isinstance(form, Maybe) and loose:
            form = form.of
        if wanted and not any(fits(form, one) for one in wanted):
            message = f"this is {formula.type}, not {' or '.join(map(str, wanted))}"
            self.found.append(FORMULA_TYPE.at(formula.place(0), message))
            return None
        return formula

    def read(
        self, path: Path_, text: str | None, names: FormulaNames, *wanted: Type
    ) -> Formula | None:
        """The formula at a path, read and compiled; None also if there is no text."""
        return None if text is None else self.compile(self.parse(path, text), names, *wanted)

    def read_values(
        self,
        find: Callable[[str], Path_],
        texts: Mapping[str, str],
        names: FormulaNames,
        taken: Collection[str],
    ) -> list[tuple[str, int, Formula]]:
        """Read values that belong together, with their slots; whatever is wrong is noted."""
        made = []
        for name, formula in self.order_values(find, texts, names, taken):
            if self.compile(formula, names):
                made.append((name, names.add(name, formula.type), formula))
            else:
                names.broken.add(name)
        return made

    def order_values(
        self,
        find: Callable[[str], Path_],
        texts: Mapping[str, str],
        names: FormulaNames,
        taken: Collection[str],
    ) -> Iterator[tuple[str, Formula]]:
        """Yield formulas that belong together by their names, each after those that it needs.

        One may have the name of something that is known already: it still means that. `find` gives
        the path of each; whatever is wrong is noted.
        """
        parsed, own = {}, names.known.keys() & texts.keys()
        for name, text in texts.items():
            path = find(name)
            formula = self.check_name(path, dict.fromkeys(taken)) and self.parse(path, text)
            if formula:
                parsed[name] = formula
            else:
                names.broken.add(name)
        needs = {
            name: [one.name for one in formula.names if one.name in parsed]
            for name, formula in parsed.items()
        }
        for name in own & needs.keys():
            needs[name] = [need for need in needs[name] if need != name]
        order, circle = order_names(needs)
        if circle:
            formula = parsed[circle[0]]
            node = find_node(formula, circle[1 % len(circle)])
            self.report_circle("values depend on each other", circle, formula.place(node.at))
            names.broken |= set(circle)
        yield from ((name, parsed[name]) for name in order if name not in names.broken)

    def report_circle(self, what: str, circle: Sequence[str], place: Place) -> None:
        """Notes at a place that things with these names do something in a circle."""
        chain = " → ".join([*circle, circle[0]])
        self.found.append(FORMULA_CIRCLE.at(place, f"{what} in a circle: {chain}"))

    def _try(self, formula: Formula, work: Callable[[], Any]) -> bool:
        try:
            work()
        except FormulaError as error:
            place = error.place or formula.place(error.at)
            self.found.append(error.rule.at(place, error.message, error.hint))
            return False
        return True


def order_names(needs: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str]]:
    """Names in an order in which each comes after those that it needs, and a circle, if any."""
    done: dict[str, None] = {}
    circle: list[str] = []

    def visit(name: str, trail: list[str]) -> None:
        if name in trail:
            circle[:] = circle or trail[trail.index(name) :]
        elif name in needs and name not in done:
            for need in needs[name]:
                visit(need, [*trail, name])
            done[name] = None

    for start in needs:
        visit(start, [])
    return list(done), circle


def find_node(formula: Formula, name: str) -> Node:
    """Find the first node at which a formula uses a name."""
    return next(node for node in formula.names if node.name == name)
