"""Files → validated definitions, with every problem of every file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from sheetgen import assets, model, source
from sheetgen.diagnostics import Diagnostic, Place, declare
from sheetgen.model import MISSING_KEY, WRONG_TYPE, Model
from sheetgen.source import Document, Source
from sheetgen.systems import Kind, System, Systems

UNKNOWN_SYSTEM = declare(
    "unknown-system",
    "error",
    """A definition names a game that is not there.

    Why: The game says what the other keys mean. `sheetgen list systems` shows the games.

    Example:
    system: asofs    # did you mean asfos?
    """,
)
DUPLICATE_ID = declare(
    "duplicate-id",
    "error",
    """Two definitions of a game have the same id.

    Why: Fleets and books name ships by their id, and could not tell which is meant. A
    definition's id is its file's name without the ending, or its `id:` key.

    Example:
    id: warrior      # and another file warrior.yaml
    """,
)
MISSING_ID = declare(
    "missing-id",
    "error",
    """A file holds several definitions, and one of them has no id.

    Why: A definition's id is its file's name, which only one of them can have. Give each of the
    others an `id:`.

    Example:
    id: swordfish
    name: Swordfish
    """,
)
NO_DEFINITIONS = declare(
    "no-definitions",
    "error",
    """There is nothing to work on.

    Why: The given files and folders hold no definitions. A definition is a YAML file with a
    `system:` key; `sheetgen new asfos "My Ship"` writes one to start from.

    Example:
    # sheetgen render ships/      the folder holds no .yaml file
    """,
)
BAD_ART = declare(
    "bad-art",
    "error",
    """The picture named by `art:` can't be used.

    Why: It is looked up beside the definition and must lie inside the project folder; a shared
    definition must not pull in other files of yours.

    Example:
    art: pictures/warrior.png
    """,
)

SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, eq=False)
class Definition:
    """One validated definition and where it came from."""

    id: str
    system: System
    kind: Kind
    values: Any  # the kind's model
    document: Document
    path: Path | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return str(getattr(self.values, "name", self.id))

    @cached_property
    def derived(self) -> dict[str, Any]:
        """The values derived from it."""
        return dict(self.kind.derive(self.values))

    @property
    def place(self) -> Place:
        """Where a diagnostic about the whole of it points: its name."""
        return self.document.place(("name",))


@dataclass
class Collection:
    """What was read: definitions, diagnostics, and the files' texts by the names shown."""

    definitions: list[Definition] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)


def find_files(paths: Iterable[Path]) -> tuple[list[Path], list[Diagnostic]]:
    """The YAML files among the paths and in the folders, sorted, and what is wrong with them.

    Folders are searched with their subfolders; hidden ones, and templates and fonts, are not.
    """
    files: list[Path] = []
    found: list[Diagnostic] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(_search(path), key=_natural_key)
            if not inside:
                message = "this folder holds no definitions (.yaml files)"
                hint = 'write one with: sheetgen new asfos "My Ship"'
                place = Place(assets.display_name(path))
                found.append(NO_DEFINITIONS.at(place, message, hint))
            files += inside
        else:
            files.append(path)
    return list(dict.fromkeys(files)), found


def _natural_key(path: Path) -> list[tuple[int, int | str]]:
    """Sorts `bb2` before `bb10`."""
    parts = re.split(r"(\d+)", path.as_posix().lower())
    return [(0, int(part)) if part.isdecimal() else (1, part) for part in parts]


def _search(folder: Path) -> Iterable[Path]:
    for path in folder.iterdir():
        if path.name.startswith("."):
            continue
        if path.is_dir():
            if path.name not in ("templates", "fonts", "build", "__pycache__", "node_modules"):
                yield from _search(path)
        elif path.suffix.lower() in SUFFIXES:
            yield path


def read_definitions(paths: Sequence[Path], systems: Systems) -> Collection:
    """Every definition in the files and folders, checked."""
    collection = Collection()
    files, found = find_files(paths)
    collection.diagnostics += found
    for path in files:
        add_source(source.read(path, assets.display_name(path)), path, systems, collection)
    _check_ids(collection)
    return collection


def add_source(
    read: Source, path: Path | None, systems: Systems, collection: Collection
) -> None:
    """Adds a file's definitions to the collection."""
    collection.texts[read.file] = read.text
    collection.diagnostics += read.diagnostics
    several = len(read.documents) > 1
    for document in read.documents:
        definition = _define(document, path, several, systems, collection.diagnostics)
        if definition:
            collection.definitions.append(definition)
    if not read.documents and not read.diagnostics:
        message = "this file holds no definition"
        collection.diagnostics.append(NO_DEFINITIONS.at(Place(read.file), message))


def _define(
    document: Document,
    path: Path | None,
    several: bool,
    systems: Systems,
    diagnostics: list[Diagnostic],
) -> Definition | None:
    system = _find_system(document, systems, diagnostics)
    if system is None:
        return None
    kind = system.find_kind(document)
    values, found = model.validate(kind.model, document)
    diagnostics += found
    if values is None:
        return None
    for check in kind.checks:
        diagnostics += check.run(values, document)
    given = getattr(values, "id", None)
    if several and not given:
        message = f"'{getattr(values, 'name', '')}' stands in a file with others and has no id"
        diagnostics.append(MISSING_ID.at(document.place(()), message, "add a key id:"))
        return None
    identity = given or (path.stem if path else document.file)
    _check_art(values, path, document, diagnostics)
    return Definition(identity, system, kind, values, document, path)


def _find_system(
    document: Document, systems: Systems, diagnostics: list[Diagnostic]
) -> System | None:
    if "system" not in document.data:
        message = "the key system is missing"
        hint = f"it names the game: {', '.join(systems.names)}"
        diagnostics.append(MISSING_KEY.at(document.place(()), message, hint))
        return None
    name = document.data["system"]
    place = document.place(("system",))
    if not isinstance(name, str):
        diagnostics.append(WRONG_TYPE.at(place, "system: expected the name of a game"))
        return None
    system = systems.get(name)
    if system is None:
        near = get_close_matches(name, systems.names, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(systems.names)}"
        diagnostics.append(UNKNOWN_SYSTEM.at(place, f"there is no game called '{name}'", hint))
    return system


def _check_ids(collection: Collection) -> None:
    seen: dict[tuple[str, str], Definition] = {}
    for definition in collection.definitions:
        first = seen.setdefault((definition.system.id, definition.id), definition)
        if first is not definition:
            path = ("id",) if "id" in definition.document.data else ()
            message = f"the id {definition.id} is taken by {first.document.file}"
            hint = "rename the file, or give it an id: of its own"
            place = definition.document.place(path)
            collection.diagnostics.append(DUPLICATE_ID.at(place, message, hint))


def locate_art(values: Model, path: Path | None) -> Path | None:
    """The picture's file that a definition names; None without one."""
    art = getattr(values, "art", None)
    return (path.parent / art).resolve() if art and path else None


def _check_art(
    values: Model, path: Path | None, document: Document, diagnostics: list[Diagnostic]
) -> None:
    art = locate_art(values, path)
    if art is None or path is None:
        return
    place = document.place(("art",))
    name = getattr(values, "art", "")
    if not art.is_relative_to(assets.find_project(path).resolve()):
        message = f"the picture {name} lies outside the project folder"
        diagnostics.append(BAD_ART.at(place, message, "copy it beside the definition"))
    elif not art.is_file():
        message = f"there is no picture {name}"
        near = get_close_matches(art.name, [p.name for p in path.parent.iterdir()], 1, 0.7)
        hint = f"did you mean {near[0]}?" if near else "it is looked up beside the definition"
        diagnostics.append(BAD_ART.at(place, message, hint))
    elif art.suffix.lower() not in (".png", ".jpg", ".jpeg", ".svg"):
        message = f"{name} is no PNG, JPEG or SVG picture"
        diagnostics.append(BAD_ART.at(place, message, "save it in one of these formats"))
