"""The intake: files of other programs become definitions of a project, by a mapping of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sheetgen.definitions.collection import read_source
from sheetgen.definitions.definition import identify
from sheetgen.exchange.conversion import Conversion, Imported, convert
from sheetgen.exchange.file import read_material
from sheetgen.exchange.material import Material, find_form
from sheetgen.exchange.merge import (
    LOCK,
    NO_LONGER_THERE,
    ImportLock,
    merge_definition,
    report_kept,
    write_definition,
)
from sheetgen.exchange.shape import is_missing
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.visible import make_id
from sheetgen.printing.options import ChoiceError, choose_names
from sheetgen.reading import source
from sheetgen.reading.document import Document
from sheetgen.reading.refusal import validate
from sheetgen.reading.table import fit_cells
from sheetgen.systems.loading import find_shipped
from sheetgen.systems.plain.game import PlainGame, open_game
from sheetgen.systems.plain.gamefile import ImportSpec, MappingFile
from sheetgen.systems.plain.problem import BAD_GAME

if TYPE_CHECKING:
    from sheetgen.definitions.collection import Collection
    from sheetgen.exchange.sketch import Sketch
    from sheetgen.ground.files import Files
    from sheetgen.systems.loading import Systems

_MOST_FILES, _MOST_KEYS = 5000, 40


class Home(Protocol):
    """The parts of a project that an import needs."""

    base: Path
    files: Files
    systems: Systems

    def overlay(self, path: Path, text: str | None) -> None:
        """Uses unsaved text in place of a file's contents."""

    def select(self, names: Sequence[Path]) -> Collection:
        """The definitions in files, linked and checked."""


class FoundMapping(NamedTuple):
    """A mapping: its name, its game, and where it stands."""

    name: str
    game: PlainGame
    document: Document
    path: tuple[str | int, ...]
    spec: ImportSpec


class Intake(NamedTuple):
    """The result of an import: texts by their files, what is in them, and what was left out.

    `counts` are the numbers of definitions by kind, `ignored` the keys that were not used with
    the number of records that have them, and `problems` what stops nobody.
    """

    folder: Path
    files: dict[Path, str]
    counts: dict[str, int]
    ignored: list[tuple[str, int]]
    problems: list[Diagnostic]
    mapping: str


def spell_ignored(ignored: list[tuple[str, int]]) -> str:
    """The keys that were not used, each with the number of records that have it."""
    shown = ", ".join(f"{key} in {number}" for key, number in ignored[:_MOST_KEYS])
    more = len(ignored) - _MOST_KEYS
    return f"{shown}, and {more} more keys" if more > 0 else shown


def list_mappings(project: Home) -> list[tuple[str, str]]:
    """The mappings of the project's games, each with the id of its game."""
    found = []
    for name in project.systems.names:
        system = project.systems.get(name)
        if system and system.folder and name in project.systems.own:
            found += [(key, name) for key in _open(project, name).written.imports]
    return found


def _open(project: Home, name: str) -> PlainGame:
    """The game with an id, with its tables. Raises ProblemError and ChoiceError."""
    [name] = choose_names([name], project.systems.names, "game")
    system = project.systems.get(name)
    assert system and system.folder
    return open_game(system.folder, find_shipped(name))


def find_mapping(project: Home, name: str, game: str) -> FoundMapping:
    """The mapping in a file, or of a game by its name. Raises ProblemError and ChoiceError."""
    path = project.base / name
    if name and (Path(name).suffix.lower() in (".yaml", ".yml") or path.is_file()):
        return _read_mapping(project, path, game)
    known = [(key, of) for key, of in list_mappings(project) if game in ("", of)]
    if game and not known:
        known = [(key, game) for key in _open(project, game).written.imports]
    if not known:
        raise ChoiceError("map", "no game here has imports:; name a file, or begin with --sketch")
    if name:
        [name] = choose_names([name], [key for key, _ in known], "map")
        known = [pair for pair in known if pair[0] == name]
    if len(known) > 1:
        names = ", ".join(f"{key} ({of})" for key, of in known)
        raise ChoiceError("map", f"there are several mappings: {names}; name one")
    key, of = known[0]
    opened = _open(project, of)
    path_ = ("imports", key)
    return FoundMapping(key, opened, opened.desk.document, path_, opened.written.imports[key])


def _read_mapping(project: Home, path: Path, game: str) -> FoundMapping:
    project.files.name(path)
    read = source.read(path, assets.display_name(path), project.files.read_text)
    if read.diagnostics or not read.documents:
        raise ProblemError(
            read.diagnostics or [BAD_GAME.at(read.start, "there is nothing in this file")]
        )
    document = read.documents[0]
    spec, found = validate(MappingFile, document)
    if spec is None:
        raise ProblemError(found)
    return FoundMapping(spec.mapping, _open(project, game or spec.system), document, (), spec)


def read_sources(
    project: Home, paths: Sequence[Path], form: str, patterns: Mapping[str, str]
) -> list[Material]:
    """The files, and those in folders, of the format that is wanted. Raises ProblemError."""
    materials = []
    for path in paths:
        for file in _list_files(project.base / path, form):
            project.files.name(file)
            shown = assets.display_name(file)
            made = read_material(file, shown, form, project.files, patterns)
            project.files.texts.setdefault(shown, made.lines.text)
            materials.append(made)
    found = [problem for material in materials for problem in material.found]
    if any(problem.is_error for problem in found):
        raise ProblemError(found)
    if any(made.lines.text.startswith(("<", "\ufeff<")) for made in materials):
        from sheetgen.exchange.markup import add_units

        add_units(materials)
    return materials


def _list_files(path: Path, form: str) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(one for one in path.rglob("*") if one.is_file() and one.name[0] != ".")
    same = [one for one in found if (find_form(one) == form if form else find_form(one) != "text")]
    if len(same) > _MOST_FILES:
        raise ChoiceError("FILE", f"{path} has more than {_MOST_FILES:,} files")
    return same


def sketch_game(project: Home, paths: Sequence[Path]) -> Sketch:
    """A first game for files, with a mapping of them. Raises ProblemError."""
    from sheetgen.exchange.sketch import sketch

    first = paths[0]
    form = find_form(first) if first.suffix else ""
    materials = read_sources(project, paths, form, {})
    if not materials:
        raise ChoiceError("FILE", f"there is nothing to import in {first}")
    title = (first.stem if len(paths) == 1 else first.absolute().parent.name).replace("_", " ")
    form = form or find_form(Path(materials[0].name))
    return sketch(materials, title[:1].upper() + title[1:], form)


def take_in(
    project: Home,
    scratch: Home,
    paths: Sequence[Path],
    named: tuple[str, str] = ("", ""),
    out: Path | None = None,
) -> Intake:
    """The texts that importing files would write into a folder, or a file. Nothing is written.

    `scratch` is a project of the same folder to try it in, `named` the mapping and its game; files
    with definitions of ours need none. Raises ProblemError and ChoiceError.
    """
    made, name = None if any(named) else read_own(project, paths), "export"
    materials = [one.material for one in made.definitions] if made else []
    if made is None:
        gone = [path for path in paths if not (project.base / path).exists()]
        read_sources(project, gone, "text", {})  # which says so
        mapping = find_mapping(project, *named)
        name, spec = mapping.name, mapping.spec
        materials = read_sources(project, paths, spec.source, spec.lines)
        made = convert(mapping.game, mapping.document, mapping.path, spec, materials)
    target = project.base / (out or _name_folder(paths, name))
    single = target.suffix.lower() in (".yaml", ".yml")
    folder = target.parent if single else target
    inside = _Target(scratch, folder, target if single else None, name)
    for one in made.definitions:
        inside.add(one)
    inside.warn_of_gone([material.name for material in materials])
    files = {path: text for path, text in inside.texts.items() if text != inside.old.get(path)}
    found = [*made.found, *inside.found, *_try(scratch, inside, made)]
    if any(problem.is_error for problem in found):
        raise ProblemError(list(dict.fromkeys(found)))
    lock = inside.lock.write()
    if lock != inside.lock_text and made.definitions:
        files[folder / LOCK] = lock
    counts: dict[str, int] = {}
    for one in made.definitions:
        system = project.systems.get(one.data["system"])
        kind = system.find_kind(one.data).name if system else "definition"
        counts[kind] = counts.get(kind, 0) + 1
    return Intake(target, files, counts, made.ignored, list(dict.fromkeys(found)), name)


def read_own(project: Home, paths: Sequence[Path]) -> Conversion | None:
    """The definitions in tables and JSON that `export` or `show --json` wrote; None for others."""
    places: dict[str, Document] = {}
    made: list[Imported] = []
    for path in paths:
        file, shown = project.base / path, assets.display_name(project.base / path)
        project.files.name(file)
        form = find_form(file)
        documents: Sequence[Document] = ()
        if form == "json":
            documents = _read_json(read_material(file, shown, form, project.files, {}))
        elif form in ("csv", "xlsx"):
            read = read_source(file, project.files)
            if any(problem.is_error for problem in read.diagnostics):
                return None
            documents = read.documents
        if not documents or not all(
            isinstance(one.data, dict) and "system" in one.data for one in documents
        ):
            return None
        for document in documents:
            one = _take_own(project, document, shown)
            places[one.id] = document
            made.append(one)
    if len(places) < len(made):
        return None
    return Conversion(made, find=lambda one, path: places[one.id].place(path))


def _take_own(project: Home, document: Document, shown: str) -> Imported:
    system = project.systems.get(str(document.data["system"]))
    if document.cells and system:
        fit_cells(system.find_kind(document.data).model, document)
    data = dict(document.data)
    identity = identify(document, None)
    data.pop("id", None)
    return Imported(make_id(identity) or "definition", data, Material(shown, document.lines))


def _read_json(material: Material) -> Sequence[Document]:
    """The definitions in a list, or those in the answer of `show --json`."""
    if material.found or not isinstance(material.value, list):
        return ()
    made = []
    for at, one in enumerate(material.value):
        _, start, marks = (material.marks or {})[at]
        if isinstance(one, dict) and isinstance(one.get("definition"), dict) and "system" in one:
            inner = (marks or {})["definition"][2]
            own = {key: v for key, v in one["definition"].items() if not is_missing(v)}
            one = {"system": one["system"], "id": one.get("id"), **own}
            marks = inner
        made.append(Document(one, at, start, marks, material.lines, source.parse))
    return made


def _name_folder(paths: Sequence[Path], mapping: str) -> Path:
    return Path(paths[0].stem if len(paths) == 1 and paths[0].suffix else mapping)


class _Target:
    """The files that an import writes, one for each definition or one for all."""

    def __init__(self, scratch: Home, folder: Path, single: Path | None, mapping: str) -> None:
        self.files, self.folder, self.single = scratch.files, folder, single
        self.mapping = mapping
        self.texts: dict[Path, str] = {}
        self.old: dict[Path, str] = {}
        self.made: dict[Path, list[Imported]] = {}
        self.found: list[Diagnostic] = []
        self.lock_text = self.read(folder / LOCK)
        self.lock = ImportLock(self.lock_text)
        self.keys: list[str] = []

    def read(self, path: Path) -> str:
        """The text of a file that is there; empty without one."""
        self.files.name(path)
        if not self.files.is_file(path):
            return ""
        text, found = self.files.read_text(path, assets.display_name(path), "a definition")
        if found:
            raise ProblemError(found)
        return text

    def add(self, one: Imported) -> None:
        """Adds a definition to its file, or changes it there."""
        path = self.single or self.folder / f"{one.id}.yaml"
        key = f"{path.name}#{one.id}" if self.single else path.name
        data = one.data
        if self.single:
            data = {"system": data["system"], "id": one.id, **data}
        if path not in self.texts:
            self.texts[path] = self.old[path] = self.read(path)
        self.made.setdefault(path, []).append(one)
        self.keys.append(key)
        name = Path(one.material.name).name
        text = self.texts[path]
        document = self.find(path, text, one.id)
        if document is None:
            fresh = write_definition(data, f"{name} by the mapping {self.mapping}")
            joint = "" if not text or text.endswith("\n") else "\n"
            self.texts[path] = f"{text}{joint}---\n{fresh}" if text.strip() else fresh
        else:
            merged = merge_definition(text, document, self.lock.find(key), data)
            self.texts[path] = merged.text
            self.found += report_kept(document, merged.kept)
        self.lock.keep(key, name, self.mapping, data)

    def find(self, path: Path, text: str, identity: str) -> Document | None:
        """The document of a definition in its file."""
        if not text.strip():
            return None
        read = source.parse(text, assets.display_name(path))
        if any(problem.is_error for problem in read.diagnostics):
            raise ProblemError(read.diagnostics)
        if not self.single:
            return read.documents[0] if read.documents else None
        same = (
            d for d in read.documents if isinstance(d.data, dict) and d.data.get("id") == identity
        )
        return next(same, None)

    def warn_of_gone(self, sources: Sequence[str]) -> None:
        names = [Path(name).name for name in sources]
        for key in self.lock.list_gone(names, self.mapping, self.keys):
            path = self.folder / key.partition("#")[0]
            if self.files.is_file(path):
                place = Place(assets.display_name(path), 1, 1)
                message = f"{key.partition('#')[2] or path.stem} is not in the source any more"
                self.found.append(NO_LONGER_THERE.at(place, message, "delete it, or leave it"))


def _try(scratch: Home, inside: _Target, made: Conversion) -> Iterator[Diagnostic]:
    """Yield what is wrong with the definitions, at the places in the source that it comes from."""
    if not inside.texts:
        return
    for path, text in inside.texts.items():
        scratch.overlay(path.absolute(), text)
    collection = scratch.select([path.absolute() for path in inside.texts])
    names = {assets.display_name(path.absolute()): path for path in inside.texts}
    places: dict[str, dict[tuple[int, int], Place]] = {}
    for problem in collection.diagnostics:
        if problem.file not in names:
            yield problem
            continue
        path = names[problem.file]
        if problem.file not in places:
            read = source.parse(inside.texts[path], problem.file)
            places[problem.file] = dict(_list_places(read.documents, inside.made[path], made))
        place = places[problem.file].get((problem.line, problem.column))
        if place is None:
            first = inside.made[path][0]
            place = made.find(first, ()) if len(inside.made[path]) == 1 else None
        if place is None:
            yield problem
        else:
            yield replace(problem, file=place.file, line=place.line, column=place.column, mends=())


def _list_places(
    documents: Sequence[Document], ones: Sequence[Imported], made: Conversion
) -> Iterator[tuple[tuple[int, int], Place]]:
    """The places of definitions in the source by the lines and columns of the file written.

    What a person wrote stays where it is.
    """
    by_id = {one.id: one for one in ones}
    for document in documents:
        one = by_id.get(str(document.data.get("id"))) if len(ones) > 1 else ones[0]
        if one is None:
            continue
        waiting: list[tuple[tuple[str | int, ...], Any, Any]] = [((), document.data, one.data)]
        while waiting:
            path, mine, theirs = waiting.pop()
            if not isinstance(mine, (dict, list)) and mine != theirs:
                continue
            found = made.find(one, path)
            for place in (document.key_place(path), document.place(path)):
                yield (place.line, place.column), found
            steps: Any = (
                mine
                if isinstance(mine, dict)
                else range(len(mine))
                if isinstance(mine, list)
                else ()
            )
            for step in steps:
                try:
                    waiting.append(((*path, step), mine[step], theirs[step]))
                except (LookupError, TypeError):
                    continue
