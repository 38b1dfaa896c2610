"""A definition: one validated document of a game, and where it came from."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from sheetgen.definitions.likeness import Originals, follow
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import (
    Diagnostic,
    Mend,
    Place,
    ProblemError,
    declare,
    find_nearest,
    find_neighbour,
)
from sheetgen.ground.files import Files
from sheetgen.ground.number import name_one
from sheetgen.ground.record import record, replace
from sheetgen.ground.textfile import Offset, OutsideError, describe_kind
from sheetgen.reading.document import Document
from sheetgen.reading.model import Model
from sheetgen.reading.refusal import MISSING_KEY, WRONG_TYPE, KeyAdvice, validate
from sheetgen.systems.column import after_losses, derive_values
from sheetgen.systems.contract import Check, Kind, System, Tabletop
from sheetgen.systems.fault import catch_faults
from sheetgen.systems.loading import Systems

UNKNOWN_SYSTEM = declare(
    "unknown-system",
    "error",
    """A definition names a game that does not exist.

    Why: The game says what the other keys mean. `sheetgen list systems` shows the games.

    Example:
    system: asofs    # did you mean asfos?
    """,
)
MISSING_ID = declare(
    "missing-id",
    "error",
    """A file contains several definitions, and one of them has no id.

    Why: A definition that is alone in its file has the file's name as its id. Several can't share
    that name, so each of them needs an `id:` of its own.

    Example:
    id: swordfish
    name: Swordfish
    """,
)
BAD_ART = declare(
    "bad-art",
    "error",
    """The picture named by `art:` can't be used.

    Why: It is looked up beside the definition and must lie inside the project folder; a shared
    definition must not pull in your other files.

    Example:
    art: pictures/warrior.png
    """,
)


@record(eq=False, slots=False)
class Definition:
    """One validated definition and where it came from."""

    id: str
    system: System
    kind: Kind
    written: Model  # as it is in the file
    document: Document
    path: Path | None = None
    values: Any = None  # the same with the definitions that it names, for all further work
    links: tuple[Definition, ...] = ()  # the definitions that it names

    @property
    def name(self) -> str:
        """The name of the definition, or its id if it has none."""
        return str(getattr(self.written, "name", self.id))

    @cached_property
    def derived(self) -> dict[str, Any]:
        """The values derived from it. Raises ProblemError if the game's code fails."""
        made: dict[str, Any] = self.apply(derive_values)
        return made

    @property
    def present(self) -> dict[str, Any] | None:
        """The same after losses; None if nothing is said of any. Raises ProblemError as well."""
        made: dict[str, Any] | None = self.apply(after_losses(derive_values))
        return made

    def apply(self, work: Callable[..., Any], *more: Any) -> Any:
        """Applies a function of columns, such as `read_values`, to its kind's columns and values.

        `more` comes between the two. Raises ProblemError if the game's code fails.
        """
        with self._catch(f"the columns of the kind {self.kind.name}"):
            made = work(self.kind.columns, *more, self.values)
            return list(made) if isinstance(made, Iterator) else made

    def ask(self, part: Literal["group", "order", "terms"]) -> Any:
        """The result of the kind's function of that name for the values; None if it has none.

        Raises ProblemError if the game's code fails.
        """
        function = getattr(self.kind, part)
        if function is None:
            return None
        with self._catch(f"{part} of the kind {self.kind.name}"):
            made = function(self.values)
            return list(made) if isinstance(made, Iterator) else made

    def lay_table(self) -> Tabletop | None:
        """The table of a battle, if its game lays one for it. Raises ProblemError."""
        if not self.system.table:
            return None
        with self._catch(f"table of the kind {self.kind.name}"):
            return self.system.table()(self.values)

    @cached_property
    def findings(self) -> list[Diagnostic]:
        """The findings of its kind's checks, once it is linked."""
        return self._run_checks(False, self.values)

    def compare(self, before: Sequence[Any]) -> list[Diagnostic]:
        """Return the findings of checks beside those of its kind that are printed before it."""
        return self._run_checks(True, self.values, before)

    def _run_checks(self, beside: bool, *values: Any) -> list[Diagnostic]:
        checks = [check for check in self.kind.checks if check.beside == beside]
        try:
            # Hardly any check finds something, let alone fails.
            return [
                check.report(finding, self.document)
                for check in checks
                for finding in check.find(*values)
            ]
        except (Exception, SystemExit):
            return [found for check in checks for found in self._run_check(check, values)]

    def _run_check(self, check: Check, values: Sequence[Any]) -> list[Diagnostic]:
        """The findings of a check, or how it fails."""
        try:
            with self._catch(f"the check {check.rule.name}"):
                return [check.report(finding, self.document) for finding in check.find(*values)]
        except ProblemError as error:
            return error.diagnostics

    def take(self, mark: Hashable) -> Definition:
        """The definition with what tells it apart in a run; always the same for the same."""
        known = self._taken.get(mark)
        if known is None:
            values = self.values.take(mark)
            known = self if values is self.values else replace(self, values=values)
            self._taken[mark] = known
        return known

    @cached_property
    def _taken(self) -> dict[Hashable, Definition]:
        return {}

    @property
    def folder(self) -> Path | None:
        """The folder in which what it names is looked up first."""
        return self.path.parent.absolute() if self.path else None

    def _catch(self, what: str) -> AbstractContextManager[None]:
        return catch_faults(self.system, what, self.find_place)

    @property
    def place(self) -> Place:
        """Where a diagnostic about the whole definition points: its name, or its kind's key."""
        return self.offset.place

    @property
    def offset(self) -> Offset:
        """The same, to be looked up later."""
        return self.document.offset((self.kind.marker or "name",))

    def find_place(self) -> Place:
        """The same, to be called only if something fails."""
        return self.place

    def settle(self) -> None:
        """Forgets where everything else is in its document."""
        self.document.settle(self.kind.marker or "name")

    def place_art(self, picture: str) -> Place | None:
        """Where this definition, or one that it names, names a picture file; None if none does."""
        for definition in (self, *self.links):
            if str(locate_art(definition.written, definition.path)) == picture:
                return definition.document.place(("art",))
        return None

    def find_art(self, values: Any) -> str:
        """The picture file of this definition, or of one that it names, given by its values."""
        if not getattr(values, "art", None):
            return ""
        known = (self, *self.links)
        same = [d for d in known if d.written is values]
        for definition in same or [d for d in known if _is_copy(d.written, values)]:
            art = locate_art(definition.written, definition.path)
            return str(art) if art else ""
        return ""


def list_all(definitions: Iterable[Definition]) -> list[Definition]:
    """Definitions with those that they name, and so on, each once."""
    found: dict[Definition, None] = {}
    waiting = list(definitions)
    while waiting:
        definition = waiting.pop(0)
        if definition not in found:
            found[definition] = None
            waiting += definition.links
    return list(found)


def define(
    document: Document,
    path: Path | None,
    several: bool,
    systems: Systems,
    diagnostics: list[Diagnostic],
    files: Files | None = None,
    library: Originals | None = None,
) -> Definition | None:
    """The definition in a document of a file, which contains `several` or only this one.

    It is not linked or checked yet; what it is like is found in the `library`. None if it can't be
    used; the reason is in `diagnostics`.
    """
    system = _find_system(document, systems, diagnostics)
    if system is None:
        return None
    if not follow(document, path or Path(), system, library or Originals(), diagnostics):
        return None
    kind = system.find_kind(document.data)

    def advise(key: str) -> KeyAdvice | None:
        return _advise_key(system, kind, key)

    is_whole = True
    if document.cells:
        from sheetgen.reading.table import fit_cells

        is_whole = fit_cells(kind.model, document)
    try:
        written, found = validate(kind.model, document, system.id, advise)
        guess = kind if written or document.cells else system.guess_kind(document.data)
        if guess is not kind:
            kind = guess
            written, found = validate(kind.model, document, system.id, advise)
    except ProblemError as error:  # the game itself is wrong
        written, found = None, error.diagnostics
    diagnostics += found
    if written is None or not is_whole:
        return None
    identity = identify(document, path)
    if several and "id" not in document.data and not _make_id(document):
        name = str(getattr(written, "name", identity))
        message = f"'{name}' is in a file with others and has no id"
        from sheetgen.ground.visible import make_id

        made = make_id(name)
        mends = [Mend(("id",), made)] if made else []
        diagnostics.append(MISSING_ID.at(document.place(()), message, "add a key id:", mends))
        return None
    check_art(written, path, document, diagnostics, files or Files())
    document.forget_data()
    return Definition(identity, system, kind, written, document, path, written)


def identify(document: Document, path: Path | None) -> str:
    """A document's id: its `id:`, or its file's name without the ending.

    In a table it follows from the name where there is no `id`.
    """
    given = document.data.get("id") if isinstance(document.data, dict) else None
    made = given or _make_id(document)
    return str(made) if made else (path.stem if path else document.file)


def _make_id(document: Document) -> str:
    """The id that follows from the name in a row of a table; empty for anything else."""
    if not document.cells:
        return ""
    from sheetgen.ground.visible import make_id

    cell = document.cells.get(("name",)) or document.cells.get(("fleet",))
    return make_id(cell.text) if cell else ""


def _find_system(
    document: Document, systems: Systems, diagnostics: list[Diagnostic]
) -> System | None:
    data = document.data
    if "system" not in data:
        message = "the key system is missing"
        near = find_nearest("system", (key for key in data if isinstance(key, str)))
        place = document.key_place((near,)) if near else document.place(())
        if near:
            hint = f"write system, not {near[:60]}"
        elif document.cells:
            hint = f"each row names its game in a column system: {', '.join(systems.names)}"
        else:
            hint = f"it names the game: {', '.join(systems.names)}"
        mends = [Mend((near,), "system", "rename")] if near else []
        diagnostics.append(MISSING_KEY.at(place, message, hint, mends))
        return None
    name = data["system"]
    if not isinstance(name, str):
        place = document.place(("system",))
        diagnostics.append(WRONG_TYPE.at(place, "system: expected the name of a game"))
        return None
    try:
        system = systems.get(name)
    except ProblemError as error:  # the game itself is wrong
        diagnostics += error.diagnostics
        return None
    if system is None:
        near = find_nearest(name, systems.names)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(systems.names)}"
        mends = [Mend(("system",), near)] if near else []
        message = f"there is no game called '{name}'"
        place = document.place(("system",))
        diagnostics.append(UNKNOWN_SYSTEM.at(place, message, hint, mends))
    return system


def _advise_key(system: System, kind: Kind, key: str) -> KeyAdvice | None:
    """How to refuse a key that a definition of another kind has, and this one has not."""
    one = name_one(kind.name)
    message = f"{one} has no key {key}"
    if kind.marker and key == "name":
        return KeyAdvice(message, f"its name is written after {kind.marker}:")
    other = next((other for other in system.kinds if other.marker == key), None)
    if other is None:
        return None
    return KeyAdvice(message, f"remove it: only {name_one(other.name)} has this key")


def _is_copy(written: Model, values: Any) -> bool:
    """Whether values are a game's changed copy of what was written, such as a scenario's fleet."""
    keys = ("id", "name", "art")
    alike = all(getattr(written, key, None) == getattr(values, key, None) for key in keys)
    return type(written) is type(values) and alike


def locate_art(values: Model, path: Path | None) -> Path | None:
    """The picture file that a definition names; None if it names none."""
    art = getattr(values, "art", None)
    # A link that leads to itself is an error for Path.resolve alone.
    return Path(os.path.realpath(path.parent / art)) if art and path else None


def check_art(
    values: Model,
    path: Path | None,
    document: Document,
    diagnostics: list[Diagnostic],
    files: Files,
) -> None:
    """Reports a picture that a definition names but that can't be used."""
    name = getattr(values, "art", "")
    if not name or path is None:
        return
    fault = _find_fault(path.parent / name, Files([assets.find_project(path)]))
    if fault:
        message, hint = fault
        diagnostics.append(BAD_ART.at(document.place(("art",)), message.format(name), hint))
    else:
        files.note(path.parent / name, f"the art of {document.file}")


def _find_fault(art: Path, files: Files) -> tuple[str, str] | None:
    """Return the fault of a picture, with {} for its name, and a hint; None for a sound one."""
    try:
        files.check_inside(art)
        kind = describe_kind(art.stat())
    except OutsideError as error:
        return f"the picture {{}} {error}", "copy it beside the definition"
    except (FileNotFoundError, NotADirectoryError):
        near = _find_near(art)
        hint = f"did you mean {near}?" if near else "it is looked up beside the definition"
        return "there is no picture {}", hint
    except PermissionError as error:
        return (
            f"the picture {{}} can't be read: {error.strerror}",
            "look at the folder's permissions",
        )
    except (OSError, ValueError, RuntimeError):  # a name too long, a loop of links
        return "no picture can have this name", ""
    if kind:
        return f"the picture {{}} is {kind}, not a file", ""
    if art.suffix.lower() not in (".png", ".jpg", ".jpeg", ".svg"):
        return "{} is not a PNG, JPEG or SVG picture", "save it in one of these formats"
    return None


def _find_near(art: Path) -> str:
    try:
        return find_neighbour(art)
    except OSError:
        return ""
