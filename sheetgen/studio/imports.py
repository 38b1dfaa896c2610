"""Imports in the studio: what packs and files of other programs would become, and writing it."""

from __future__ import annotations

import difflib
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sheetgen.definitions.collection import list_below
from sheetgen.exchange.material import find_form
from sheetgen.exchange.merge import LOCK
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.files import is_portable
from sheetgen.ground.number import count
from sheetgen.ground.record import replace
from sheetgen.packs.archive import read_archive
from sheetgen.packs.contents import inspect
from sheetgen.packs.installation import check
from sheetgen.packs.installation import install as put
from sheetgen.printing.options import ChoiceError
from sheetgen.project.intake import Intake, find_mapping, list_mappings, read_own, spell_ignored
from sheetgen.project.project import Project, open_folder
from sheetgen.reading.model import Model
from sheetgen.studio.desk import Desk, check_name
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import Asked, AskError

_MOST_FILES, _MOST_SHOWN, _MOST_LINES = 200, 60, 12


OWN, SKETCH = "As it is: a table or JSON with our keys", "Sketch a game from it"
Named = tuple[str, str]
"""A mapping and its game, as `Project.import_files` takes them."""


class Sent(Model):
    """A file as the page sends it: its name, and its bytes in Base64."""

    name: str
    data: str


class Importing(Asked):
    """Files to import, and how: in the `way` of that label, or in one that fits."""

    files: list[Sent]
    way: str = ""
    output: str = ""
    write: bool = False


def take_files(desk: Desk, asked: Importing) -> dict[str, Any]:
    """POST api/import: what would be written, and what is wrong; with `write`, it is written."""
    if not 0 < len(asked.files) <= _MOST_FILES:
        raise AskError(400, f"1 to {_MOST_FILES} files can be imported at once")
    if asked.output and not is_portable(asked.output):
        raise AskError(400, "no folder of a project can have this name")
    project = Project(desk.folder.path, desk.project.systems)
    ways = dict(_list_ways(desk.project))
    if asked.way not in ("", *ways):
        raise AskError(400, "there is no such way to read a file")
    with TemporaryDirectory() as made:
        folder = Path(made).resolve() / Path(check_name(asked.files[0].name)).stem
        paths = [_put(folder, one) for one in asked.files]
        way = asked.way or _choose(project, ways, paths)
        told: dict[str, Any] = {"ways": [*ways], "way": way, "error": "", "files": []}
        told["output"] = asked.output or folder.name
        try:
            if way == SKETCH:
                files, intake = _sketch(project, paths, asked.output, Path(made) / "sketch")
            else:
                intake = _take(project, ways[way], paths, asked.output)
                files = {path.relative_to(project.base): t for path, t in intake.files.items()}
        except ProblemError as error:
            return {**told, **_place(desk, error.diagnostics, folder)}
        except ChoiceError as error:
            return {**told, "error": error.message, **_place(desk, [], folder)}
    texts = {_locate(desk, path): text for path, text in files.items()}
    told["files"] = list(_describe(desk, texts))
    if asked.write and texts:
        new = {path: text.encode() for path, text in texts.items()}
        if way == SKETCH:
            desk.create(new)
        else:
            desk.replace(new, project.files)
        desk.refresh()
    return {
        **told,
        "output": asked.output or intake.folder.name,
        "things": [count(number, kind) for kind, number in intake.counts.items()],
        "ignored": spell_ignored(intake.ignored) if intake.ignored else "",
        **_place(desk, intake.problems, folder),
    }


def _put(folder: Path, sent: Sent) -> Path:
    """Writes a file that was sent into a folder for the time of the request. Raises AskError."""
    path = folder / check_name(sent.name)
    if path.exists():
        raise AskError(400, f"there are two files called {sent.name}")
    try:
        data = b64decode(sent.data, validate=True)
    except ValueError:
        raise AskError(400, f"{sent.name} did not arrive whole") from None
    folder.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def _list_ways(project: Project) -> Iterator[tuple[str, Named]]:
    """The labels of all ways: mappings of the project's games, and those in files, among them."""
    yield OWN, ("", "")
    for name, game in list_mappings(project):
        system = project.systems.get(game)
        yield f"{name} ({system.name if system else game})", (name, game)
    for path in list_below(project.folder, project.files, []):
        if "mapping" in project.shelf.read(path).kinds:
            name = path.relative_to(project.folder).as_posix()
            yield name, (name, "")
    yield SKETCH, ("", "")


def _choose(project: Project, ways: Mapping[str, Named], paths: Sequence[Path]) -> str:
    """The first way that reads files without an error; if none does, the first that could."""
    best = SKETCH
    for way, named in ways.items():
        if way == SKETCH:
            break
        try:
            source = find_mapping(project, *named).spec.source if way != OWN else ""
            if source in ("", find_form(paths[0])) and _take(project, named, paths).counts:
                return way
        except ProblemError:
            best = way if best == SKETCH else best
        except ChoiceError:
            continue
    return best


def _take(project: Project, named: Named, paths: Sequence[Path], output: str = "") -> Intake:
    """The result of an import that is no sketch. Raises ProblemError, ChoiceError."""
    mapping, game = named
    if not mapping and read_own(project, paths) is None:
        told = "these are not our keys; choose a mapping, or sketch a game from it"
        raise ChoiceError("map", told)
    return project.import_files(*paths, mapping=mapping, game=game, output=output or None)


def _sketch(
    project: Project, paths: Sequence[Path], output: str, scratch: Path
) -> tuple[dict[Path, str], Intake]:
    """A first game with what it imports, made in a folder `scratch`. Raises as `_take`."""
    sketch = project.sketch_game(*paths)
    for name, text in sketch.files.items():
        (scratch / name).parent.mkdir(parents=True, exist_ok=True)
        (scratch / name).write_text(text, "utf-8")
    fresh = open_folder(scratch, (), ())
    made = fresh.import_files(*paths, game=sketch.id, output=output or None)
    files = {Path(name): text for name, text in sketch.files.items()}
    files |= {path.relative_to(fresh.base): text for path, text in made.files.items()}
    for path in files:
        if (project.base / path).exists():
            there = f"there is a file {path.as_posix()} already"
            raise ChoiceError("map", f"{there}; choose the mapping of its game, or another folder")
    return files, made


def _locate(desk: Desk, inside: Path) -> Path:
    """The file of the project that is written. Raises AskError for a link, or one outside."""
    name = inside.as_posix()
    path = desk.folder.find_own(name.removesuffix(inside.suffix) + ".yaml")
    path = path.with_suffix(inside.suffix)
    if path.is_symlink():
        raise AskError(403, f"{name} is a link; the studio doesn't write to links")
    return path


def _place(desk: Desk, found: Sequence[Diagnostic], folder: Path) -> dict[str, Any]:
    """Problems as the page shows them, in files called as they were sent, and how many `more`."""
    shown = f"{assets.display_name(folder)}/"
    told = [replace(one, file=one.file.removeprefix(shown)) for one in found[:_MOST_SHOWN]]
    return {"problems": list_problems(desk, told), "more": len(found) - len(told)}


def _describe(desk: Desk, texts: Mapping[Path, str]) -> Iterator[dict[str, Any]]:
    """The files that are written; of those that are there, the lines that change."""
    for path, text in texts.items():
        if path.name != LOCK:
            old = desk.read_disk(path)
            lines = list(difflib.unified_diff((old or "").splitlines(), text.splitlines(), n=0))
            kept = [line for line in lines[2:] if not line.startswith("@@")] if old else []
            if len(kept) > _MOST_LINES:
                kept = [*kept[:_MOST_LINES], f"… {len(kept) - _MOST_LINES} more lines"]
            yield {"file": desk.folder.name(path), "new": old is None, "lines": kept}


# Packs


class Dropped(Asked):
    """A pack as the page sends it: the name of its file, and its bytes in Base64."""

    name: str
    data: str
    install: bool = False


def take_pack(desk: Desk, asked: Dropped) -> dict[str, Any]:
    """POST api/pack: what is in a pack and what it changes; with `install`, it is put in."""
    try:
        data = b64decode(asked.data, validate=True)
    except ValueError:
        raise AskError(400, "this pack did not arrive whole") from None
    contents = inspect(read_archive(data, asked.name), asked.name)
    plan = check(contents, desk.folder.path)
    if asked.install and not plan.is_done:
        put(contents, desk.folder.path)
        desk.refresh()
    return {
        "label": plan.label,
        "facts": [[name, text] for name, text in plan.facts.items()],
        "changes": [*plan.changes, *(f"{d.place}: {d.message}" for d in plan.spoilt)],
        "done": plan.is_done,
    }
