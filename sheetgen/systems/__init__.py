"""The contract of a game, and the discovery of games.

A game is a folder with an `__init__.py` that sets `SYSTEM`. It stands in this package, in a
folder named with `--system`, or in another package that announces it as an entry point of the
group `sheetgen.systems`. Nothing outside a game's own folder knows its name.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from sheetgen.diagnostics import Diagnostic, ProblemError, Rule, Severity, declare
from sheetgen.model import Model
from sheetgen.source import Document

BAD_SYSTEM = declare(
    "bad-system",
    "error",
    """The folder given with --system holds no game.

    Why: A game's folder has an `__init__.py` that sets `SYSTEM`; docs/architecture.md says more.

    Example:
    # sheetgen list systems --system my-game/
    """,
)


class Finding(NamedTuple):
    """What a check found: at which value, what is wrong, and what would be right."""

    path: tuple[str | int, ...]
    message: str
    hint: str = ""


CheckFunction = Callable[[Any], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """A rule of a game with the function that finds where it is broken."""

    rule: Rule
    find: CheckFunction

    def run(self, definition: Model, document: Document) -> Iterator[Diagnostic]:
        """This rule's diagnostics for one definition."""
        for path, message, hint in self.find(definition):
            yield self.rule.at(document.place(path), message, hint)


def check(name: str, severity: Severity) -> Callable[[CheckFunction], Check]:
    """Makes a Check of a function; the function's docstring is the rule's documentation."""

    def make(function: CheckFunction) -> Check:
        origin = function.__module__.split(".")[-2]
        return Check(declare(name, severity, function.__doc__ or "", origin), function)

    return make


class Lookup(Protocol):
    """Finds the definitions that another one names by their id."""

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        """The values of the definition with that id, or None, which is then reported at `path`."""


class Part(NamedTuple):
    """What is printed with a definition as if it had been written by itself.

    It has the sheets of its kind; `name` heads their bookmarks.
    """

    kind: str
    values: Any
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of definition: ship, fighter, fleet.

    `marker` is the key by which a document shows to be of this kind (empty: none of the others).
    `link` makes of what was written, and of the definitions that it names, the values that all
    the rest works with; without it they are the same. `derive` gives what `show` prints and
    `show --json` holds; `table` names the derived values of a roster's row, as {heading: key}.
    `starter` is a commented definition to start from, with `@NAME@` where its name belongs.
    `parts` are printed after its own sheets, such as the fleets of a scenario.
    """

    name: str
    model: type[Model]
    derive: Callable[[Any], Mapping[str, Any]]
    checks: Sequence[Check] = ()
    marker: str = ""
    table: Mapping[str, str] = field(default_factory=dict)
    link: Callable[[Any, Lookup], Any] | None = None
    starter: str = ""
    parts: Callable[[Any], Iterable[Part]] | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """How a run wants its sheets: what every sheet may take into account.

    `colour` is an accent, as a CSS colour, empty for the template's own. `art` tells the picture
    of a definition, as a drawing finds it. `together` are the values of all definitions of the
    game that are printed in this run, such as both sides of a battle.
    """

    colour: str = ""
    art: Callable[[Any], str] = lambda values: ""
    together: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Print:
    """One piece to print: the data for the template, what it is called, and how often.

    `back` is the data for its other side, None without one; with `fold` the back is always
    joined to the front at a fold line. `bookmark` takes the place of the title in the outline of
    the PDF; an empty one leaves it out, as for all cards of a deck but the first.
    """

    data: Any
    title: str
    copies: int = 1
    back: Any = None
    fold: bool = False
    bookmark: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A thing that can be printed.

    `default` are the kinds of definition that it is printed for without being asked for. `fill`
    makes the pieces of a definition; `fill_blank` makes empty ones, or what nobody has to define,
    from a number (such as a mass), of which `blank_sizes` are the usual ones, and raises
    ValueError for numbers that make no sense. `gap` is the room between pieces on a page,
    in millimetres. Small pieces of a few sizes stand in a `grid` for each size, so that they can
    be cut in straight lines, and have no bookmarks. Of a sheet that is the same for everybody
    (`once`), equal pieces are printed once in a run. Backs are drawn with the same template
    unless there is a `back_template`.
    """

    name: str
    title: str
    about: str
    template: str
    kinds: tuple[str, ...]
    fill: Callable[[Any, Look], Iterable[Print]]
    default: tuple[str, ...] = ()
    fill_blank: Callable[[int, Look], Iterable[Print]] | None = None
    blank_sizes: tuple[int, ...] = ()
    gap: float = 6.0
    cut: bool = True  # whether it is cut out, along crop marks
    once: bool = False
    grid: bool = False
    back_template: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """A game: what can be defined in it and what can be printed.

    `project` are the files of a project to start from, by their path in its folder.
    """

    id: str
    name: str
    about: str
    kinds: tuple[Kind, ...]
    sheets: tuple[Sheet, ...]
    project: Mapping[str, str] = field(default_factory=dict)

    def find_kind(self, document: Document) -> Kind:
        """The kind of a document, by its marker."""
        for kind in self.kinds:
            if kind.marker and kind.marker in document.data:
                return kind
        return next(kind for kind in self.kinds if not kind.marker)


_FOLDER = Path(__file__).parent
_GROUP = "sheetgen.systems"
_ID = re.compile(r"[a-z][a-z0-9-]{0,40}")  # it becomes part of a path


class Systems:
    """The games of a run, each imported when it is first asked for."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """`folders` hold games of the user's own, whose code this runs; their templates stand in
        a `templates` folder inside. Raises ProblemError.
        """
        self._loaded: dict[str, System] = {}
        self.folders = [folder / "templates" for folder in folders]
        for folder in folders:
            system = load_folder(folder)
            self._loaded[system.id] = system

    @property
    def names(self) -> list[str]:
        """The ids of all games, sorted."""
        shipped = {
            path.name.replace("_", "-")
            for path in _FOLDER.iterdir()
            if (path / "__init__.py").is_file()
        }
        return sorted({*shipped, *self._loaded, *_entry_points()})

    def get(self, name: str) -> System | None:
        """The game with that id; None for what can't be one."""
        if name not in self._loaded and _ID.fullmatch(name):
            module = name.replace("-", "_")
            if (_FOLDER / module / "__init__.py").is_file():
                self._loaded[name] = importlib.import_module(f"{__name__}.{module}").SYSTEM
            elif name in (entries := _entry_points()):
                self._loaded[name] = entries[name].load()
        return self._loaded.get(name)

    def all(self) -> list[System]:
        """Every game, in order of id."""
        return [system for name in self.names if (system := self.get(name))]


def load_folder(folder: Path) -> System:
    """The game in a folder, by running its `__init__.py`. Raises ProblemError."""
    path = folder / "__init__.py"
    name = f"sheetgen_game_{folder.resolve().name}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(
        name, path, submodule_search_locations=[str(folder)]
    )
    if not path.is_file() or spec is None or spec.loader is None:
        message = f"{folder} holds no game: it has no __init__.py"
        raise ProblemError([BAD_SYSTEM.at(None, message, "see docs/architecture.md")])
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # a stranger's code may fail in any way
        message = f"the game in {folder} can't be run: {type(error).__name__}: {error}"
        raise ProblemError([BAD_SYSTEM.at(None, message)]) from error
    system = getattr(module, "SYSTEM", None)
    if not isinstance(system, System):
        message = f"{path} does not set SYSTEM to a System"
        raise ProblemError([BAD_SYSTEM.at(None, message, "see docs/architecture.md")])
    return system


def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=_GROUP)}
