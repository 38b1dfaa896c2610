"""Installation: what a pack would change in a project is found out first, then it is put there.

A pack is tried in a folder of its own that is gone afterwards: the project is read as it is, and
as it would be.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from tempfile import TemporaryDirectory

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.comparison import compare, show_values, spell
from sheetgen.definitions.definition import Definition
from sheetgen.ground import assets
from sheetgen.ground.delivery import write_files
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.number import count, join_words
from sheetgen.ground.record import record, replace
from sheetgen.packs.archive import (
    BAD_PACK,
    MOST_FILE,
    SUMS,
    list_changed,
    read_bytes,
    read_folder,
    refuse,
    walk_folder,
)
from sheetgen.packs.contents import PackContents, inspect, load, parse
from sheetgen.packs.packing import check_needs, pack
from sheetgen.project.project import Project
from sheetgen.reading.packfile import (
    InstalledPack,
    LockedPack,
    list_packs,
    locate_pack,
    place_pack,
    read_lock,
    write_lock,
)
from sheetgen.systems.loading import Systems, list_shipped

_MOST_VALUES, _MOST_CHANGES = 6, 40
_Key = tuple[str, str, str]


@record(frozen=False, slots=False)
class PackPlan:
    """The effects of installing or removing a pack on a project, in lines, and the errors then."""

    label: str
    facts: Mapping[str, str]
    changes: list[str] = field(default_factory=list)
    spoilt: list[Diagnostic] = field(default_factory=list)
    texts: Mapping[str, str] = field(default_factory=dict)
    is_done: bool = False


def load_any(path: Path) -> PackContents:
    """The pack in a file, in a folder, or of a project in one. Raises ProblemError."""
    if not assets.is_folder(path):
        return load(path)
    if (path / SUMS).is_file():
        return inspect(read_folder(path), assets.display_name(path))
    return pack(path).contents


# What a pack would change


def check(contents: PackContents, project: Path, draws: bool = False) -> PackPlan:
    """The effects of installing a pack, if it can be installed; `draws` tries all of its sheets.

    Raises ProblemError with everything that is wrong with it.
    """
    noted, home = contents.noted, assets.find_outer(assets.find_project(project))
    there = list_packs(home)
    same = [one for one in there if (one.name, one.version) == (noted.pack, noted.version)]
    if same and not draws:
        return _check_same(contents, same[0])
    there = [one for one in there if one not in same]
    target = locate_pack(home, noted.pack, noted.version)
    if not draws:
        _check_target(target, contents)
    older = next((one for one in there if one.name == noted.pack), None)
    before = _open(home, there)
    _check_games(contents, before.systems)
    with _stage(contents, home) as staged:
        try:
            after = _open(home, [*there, staged])
            for name in contents.games:  # whether or not a ship of it is there
                after.systems.get(name)
        except ProblemError as error:
            raise _rename(error, staged, contents) from None
        found = after.select([staged.root])
        wrong = after.check(found) if draws else found.diagnostics
        _refuse_errors(contents, staged, wrong, after, there)
        plan = PackPlan(f"{noted.pack} {noted.version}", _list_facts(contents, found))
        if older:
            old = before.select([older.root])
            plan.changes += _list_changes(_index(old, older.root), _index(found, staged.root))
            use = "is used from now on" if staged.rank > older.rank else "is not used by id alone"
            plan.changes.append(f"{older.label} stays beside it; {noted.version} {use}")
        _compare_projects(plan, before, after, noted.pack)
    return plan


def _check_same(contents: PackContents, known: InstalledPack) -> PackPlan:
    """The plan for a pack that is installed already, of which there is nothing to do."""
    noted = contents.noted
    if noted.sha256 != known.noted.sha256:
        message = f"{known.label} is installed, and holds something else"
        hint = "its author has to give it a new version; or remove it first"
        refuse(contents.file, message, hint)
    state = ", and was changed; remove it first" if find_changes(known) else " already"
    return PackPlan(known.label, {"": f"it is installed{state}"}, is_done=True)


def _check_target(target: Path, contents: PackContents) -> None:
    """Makes sure that a pack replaces nothing: what is there already is what it brings."""
    shown = assets.display_name(target)
    _refuse_others(target)
    for name in walk_folder(target, shown):
        path = target / name
        if path.is_symlink() or read_bytes(path, MOST_FILE) != contents.files.get(name):
            refuse(f"{shown}/{name}", "this is in the way of the pack", "remove that folder")


def _check_games(contents: PackContents, systems: Systems) -> None:
    """Refuses a game that differs from the one of that name which is here. Raises ProblemError."""
    for name, folder in contents.games.items():
        own = {n.removeprefix(folder): d for n, d in contents.files.items() if n.startswith(folder)}
        home = systems.find_home(name)
        near = systems.find_pack(home)
        if near and near.name == contents.about.pack:
            continue  # of which the newest version is used
        if name in list_shipped() or (home and not _is_same(home, own)):
            place = parse(contents.files, f"{folder}game.yaml", contents.file).documents[0]
            where = assets.display_name(home) if home else "sheetgen"
            message = f"its game {name} differs from the one of that name in {where}"
            hint = "only one of the two can be used in a project"
            raise ProblemError([BAD_PACK.at(place.place(("game",)), message, hint)])


def _is_same(home: Path, files: Mapping[str, bytes]) -> bool:
    """Whether a game's folder holds these files, and no other that counts."""
    names = {n for n in walk_folder(home, "") if not any(p[0] in "._" for p in n.split("/"))}
    made = ("pack.yaml", "sheetgen.yaml")
    files = {name: data for name, data in files.items() if name in names or name not in made}
    return names == {*files} and all((home / n).read_bytes() == files[n] for n in names)


@contextmanager
def _stage(contents: PackContents, project: Path) -> Iterator[InstalledPack]:
    """Lays the files of a pack out where they can be tried; they are gone afterwards."""
    with TemporaryDirectory(prefix="sheetgen-") as folder:
        noted = contents.noted
        root = locate_pack(Path(folder).resolve(), noted.pack, noted.version)
        for name, data in contents.files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
        yield place_pack(noted, project, root)


def _open(home: Path, packs: Iterable[InstalledPack]) -> Project:
    """A project with these packs and no others."""
    ordered = sorted(packs, key=lambda one: one.rank, reverse=True)
    return Project(home, Systems([], [home], packs=ordered), (), home)


def _refuse_errors(
    contents: PackContents,
    staged: InstalledPack,
    found: Iterable[Diagnostic],
    project: Project,
    there: Sequence[InstalledPack],
) -> None:
    """Refuses a pack with errors in it, which are shown as in its file. Raises ProblemError."""
    top = f"{assets.display_name(staged.root)}/"
    read = parse(contents.files, assets.PACK, contents.file)
    needs = check_needs(contents.about, read.documents[0], (), there)
    wrong = [*needs, *(d for d in found if d.is_error and (d.file.startswith(top) or not d.file))]
    if wrong:
        error = ProblemError(wrong)
        error.texts = {**project.files.texts, read.file: read.text}
        raise _rename(error, staged, contents)


def _rename(error: ProblemError, staged: InstalledPack, contents: PackContents) -> ProblemError:
    """The error with the files of a pack that is tried called as in its own file."""
    top, own = f"{assets.display_name(staged.root)}/", f"{contents.file}/"
    made = ProblemError(replace(d, file=d.file.replace(top, own, 1)) for d in error.diagnostics)
    files = {d.file.removeprefix(own) for d in made.diagnostics} & contents.files.keys()
    ours = {f"{own}{name}": parse(contents.files, name, contents.file).text for name in files}
    texts = {name.replace(top, own, 1): text for name, text in error.texts.items()}
    made.texts = {**ours, **texts}
    return made


def _list_facts(contents: PackContents, found: Collection) -> dict[str, str]:
    """The facts about a pack that are shown before it is installed."""
    about, kinds = contents.about, Counter(d.kind.name for d in found.definitions)
    fonts = [name for name in contents.files if name.startswith("fonts/") and "." in name]
    things = {**kinds, "book": len(found.books), "game": len(contents.games), "font": len(fonts)}
    facts = {
        "pack": f"{about.called} {about.version}" + (f" ({about.pack})" if about.title else ""),
        "about": about.about or "",
        "by": ", ".join(about.authors),
        "licence": "; ".join(contents.list_licences()),
        "holds": ", ".join(count(n, name) for name, n in things.items() if n) or "no definitions",
        "games": ", ".join(contents.games),
        "needs": ", ".join(f"{name} {wanted}" for name, wanted in about.needs.items()),
        "size": f"{count(len(contents.files), 'file')}, {_measure(contents)} kB",
    }
    return {name: value for name, value in facts.items() if value}


def _measure(contents: PackContents) -> int:
    return -(-sum(map(len, contents.files.values())) // 1000)


def _index(collection: Collection, root: Path) -> dict[_Key, Definition]:
    """The definitions in a folder, by what they are called."""
    inside = (d for d in collection.definitions if d.path and d.path.is_relative_to(root))
    return {(d.system.id, d.kind.name, d.id): d for d in inside}


def _list_changes(old: Mapping[_Key, Definition], new: Mapping[_Key, Definition]) -> list[str]:
    """The differences between definitions of one name, and those that are new or gone."""
    lines = []
    for key in dict.fromkeys((*old, *new)):
        what = f"{key[1]} {key[2]}"
        if key not in old or key not in new:
            lines.append(f"{what}: {'new' if key in new else 'gone'}")
            continue
        rows = [line for line in compare([old[key], new[key]]) if line.differs]
        said = [f"{spell(row.key)} {' → '.join(show_values(row))}" for row in rows]
        if more := said[_MOST_VALUES:]:
            said[_MOST_VALUES:] = [f"and {len(more)} more"]
        lines += [f"{what}: {', '.join(said)}"] if said else []
    rest = len(lines) - _MOST_CHANGES
    return [*lines[:_MOST_CHANGES], *([f"… and {rest} more"] if rest > 0 else [])]


def _compare_projects(plan: PackPlan, before: Project, after: Project, name: str) -> None:
    """Adds to a plan what it changes in the project's own definitions, and what it spoils."""
    users = [one.root for one in before.systems.packs if name in one.needs]
    was, will = before.select([Path(), *users]), after.select([Path(), *users])
    home, known = before.folder, {(d.rule, d.place, d.message) for d in was.diagnostics}
    lines = _list_changes(_index(was, home), _index(will, home))
    plan.changes += [f"your {line}" for line in lines if not line.endswith(": gone")]
    fresh = [d for d in will.diagnostics if d.is_error]
    plan.spoilt = [d for d in fresh if (d.rule, d.place, d.message) not in known]
    plan.texts = after.files.texts
    files = {d.file for d in plan.spoilt}
    names = [d.name for d in was.definitions if d.document.file in files]
    if plan.spoilt:
        called = join_words(names or sorted(files))
        plan.changes.append(f"no longer valid: {called}")


# Putting packs into a project, and taking them out


def install(contents: PackContents, project: Path) -> Path:
    """Puts a pack into a project, whole or not at all; returns its folder. Raises ProblemError."""
    home = assets.find_outer(assets.find_project(project))
    noted = contents.noted
    target = locate_pack(home, noted.pack, noted.version)
    _check_target(target, contents)
    files = {target / name: data for name, data in contents.files.items()}
    # The pack counts as soon as the lock says so, which is moved into place as the last.
    lock = write_lock([*read_lock(home), noted])
    write_files({**files, home / assets.LOCK: lock.encode()}, None, folders=True)
    return target


def choose_installed(project: Path, name: str, version: str) -> InstalledPack:
    """The installed pack of a name, and of a version if there are several. Raises ProblemError."""
    home = assets.find_outer(assets.find_project(project))
    known = list_packs(home)
    found = [one for one in known if one.name == name and version in ("", one.version)]
    lock = assets.display_name(home / assets.LOCK)
    if not found:
        names = join_words([f"{one.name}@{one.version}" for one in known], "or") if known else ""
        hint = f"there is {names}" if names else "no pack is installed here"
        refuse(lock, f"there is no pack {name} {version}".rstrip(), hint)
    if len(found) > 1:
        versions = join_words([f"{name}@{one.version}" for one in found], "or")
        refuse(lock, f"there are several versions of {name}", f"say which: {versions}")
    return found[0]


def plan_removal(gone: InstalledPack) -> PackPlan:
    """The effects on a project of removing a pack."""
    there = list_packs(gone.project)
    left = [one for one in there if one.root != gone.root]
    plan = PackPlan(gone.label, {"pack": gone.label, "licence": gone.noted.licence})
    before, after = _open(gone.project, there), _open(gone.project, left)
    _compare_projects(plan, before, after, gone.name)
    if gone.name not in {one.name for one in left}:
        plan.changes += [f"{one.label} needs it" for one in left if gone.name in one.needs]
    if changed := find_changes(gone):
        plan.changes.append(f"changed since it was installed: {join_words(changed)}")
    return plan


def remove(gone: InstalledPack) -> None:
    """Takes a pack out of a project. Raises ProblemError."""
    _refuse_others(gone.root)
    lock = gone.project / assets.LOCK
    left = [one for one in read_lock(gone.project) if (one.pack, one.version) != _name(gone.noted)]
    # It is gone as soon as the lock does not note it; what is left of it does no harm.
    write_files({lock: write_lock(left).encode()}, None)
    shutil.rmtree(gone.root, ignore_errors=True)
    with suppress(OSError):
        for folder in gone.root.parents[:3]:
            folder.rmdir()
        if not left:
            lock.unlink()


def _name(noted: LockedPack) -> tuple[str, str]:
    return noted.pack, noted.version


def _refuse_others(root: Path) -> None:
    """Makes sure that a pack and what it lies in are plain folders, if any. Raises ProblemError."""
    for path in (root, *root.parents[:3]):
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            shown = assets.display_name(path)
            refuse(shown, "packs are kept in plain folders, and this is none", "remove it")


def find_changes(known: InstalledPack) -> list[str]:
    """The names of files that are no longer as they were installed, or `all of it`."""
    if not assets.is_folder(known.root):
        return ["all of it"]
    try:
        return list_changed(known.root, known.noted.sha256)
    except ProblemError:
        return ["all of it"]
