"""Packing: from a project, or some ships of it, to the files of a pack with all that they need."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.definition import Definition, list_all
from sheetgen.definitions.selection import Name
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.files import Files, locate
from sheetgen.ground.record import record
from sheetgen.packs.archive import (
    BAD_PACK,
    MOST_FILE,
    SUMS,
    check_names,
    read_bytes,
    walk_folder,
    write_archive,
    write_sums,
)
from sheetgen.packs.contents import LEGAL, MADE, PAGE, PREVIEW, PackContents, inspect, may_hold
from sheetgen.printing.options import Choices
from sheetgen.project.project import Project
from sheetgen.reading.document import Document
from sheetgen.reading.packfile import InstalledPack, PackFile, lies_in, read_pack
from sheetgen.systems.loading import Systems, list_shipped

_WHOLE = ("templates", "fonts", assets.GAMES, "languages", assets.PROFILES)
"""The folders of a project that are packed with it, whether or not something uses them."""
_SKIPPED = (assets.PACKS, "build", "node_modules")
_DPI = 72
_ROW = "| {} | {} | `{}` | {} |"


@record(slots=False)
class Packed:
    """A new pack: what it holds, its file, and the files of the project that are not in it."""

    contents: PackContents
    archive: bytes
    left_out: Sequence[str]


def pack(folder: Path, names: Sequence[Name] = ()) -> Packed:
    """A pack of the project in a folder, or of what is named there and what that needs.

    Raises ProblemError with everything that is wrong.
    """
    shown, home = assets.display_name(folder), folder.resolve()
    about, document = read_pack(home, Files())
    project = Project(home, Systems([], [home]))
    project.keep()
    collection = project.select(names)
    if not names:
        collection.diagnostics = [d for d in collection.diagnostics if d.rule != "no-definitions"]
    found = [d for d in project.check(collection) if d.is_error]
    used = _list_used(project, collection)
    paths = [*(d.path for d in used if d.path), *project.shelf.followed]
    found += check_needs(about, document, paths, project.systems.packs)
    found += _find_foreign(home, project, used, document)
    if found:
        error = ProblemError(found)
        error.texts = {**project.files.texts, document.file: document.text}
        raise error
    there = list(walk_folder(home, shown, _SKIPPED))
    taken = sorted({*_list_needed(home, there, project, collection, used, not names)})
    files = {name: read_bytes(home / name, MOST_FILE) for name in taken if name not in MADE}
    check_names(files, shown)
    inspect(files, shown)
    files[PAGE] = _write_page(about, used, {home / name for name in files}).encode()
    if picture := _draw_preview(project, collection.printed):
        files[PREVIEW] = picture
    files[SUMS] = write_sums(files)
    left = [name for name in there if name not in files]
    return Packed(inspect(files, shown), write_archive(files), left)


def _list_used(project: Project, collection: Collection) -> list[Definition]:
    """The definitions that are packed, and those that they use, wherever these lie."""
    used = list_all([*collection.definitions, *collection.borrowed])
    if collection.books:
        for path in project.shelf.known:
            used += project.shelf.read(path).definitions
    return list({(d.path, d.id, d.system.id): d for d in used}.values())


def check_needs(
    about: PackFile,
    document: Document,
    used: Iterable[Path],
    packs: Iterable[InstalledPack],
) -> Iterator[Diagnostic]:
    """Yield which packs are used but not named, and which are named but not installed."""
    there = list(packs)
    for name, wanted in about.needs.items():
        if not any(one.name == name and lies_in(one.version, wanted) for one in there):
            message = f"it needs the pack {name} {wanted}, which is not installed here"
            place = document.place(("needs", name))
            yield BAD_PACK.at(place, message, "install that pack first")
    homes = [one for one in there for path in used if path.is_relative_to(one.root)]
    for name in sorted({one.name for one in homes} - {*about.needs, about.pack}):
        message = f"it uses ships of the pack {name}, which its needs do not name"
        version = next(one.version for one in homes if one.name == name)
        place = document.place(("needs",) if about.needs else ("pack",))
        hint = f'add it to pack.yaml: needs: {{{name}: ">={version}"}}'
        yield BAD_PACK.at(place, message, hint)


def _find_foreign(
    home: Path, project: Project, used: Iterable[Definition], document: Document
) -> Iterator[Diagnostic]:
    """Yield the games that are neither in the project, nor shipped, nor in a pack."""
    for system in dict.fromkeys(definition.system for definition in used):
        inside = system.folder and system.folder.absolute().is_relative_to(home)
        if not inside and system.id not in list_shipped():
            message = f"the game {system.id} is neither in the project nor shipped"
            hint = f"copy it into the folder {assets.GAMES}/ if it has no code"
            yield BAD_PACK.at(document.place(("pack",)), message, hint)


def _list_needed(
    home: Path,
    there: Iterable[str],
    project: Project,
    collection: Collection,
    used: Iterable[Definition],
    is_whole: bool,
) -> Iterator[str]:
    """The names of files to pack, of those that are there."""
    inputs = project.files.inputs.values()
    found = {Path(locate(one.path)) for one in inputs if one.what != "a definition"}
    found |= {d.path.absolute() for d in used if d.path}
    found |= {path.absolute() for path in (*collection.books, *project.shelf.followed)}
    games = {d.system.folder.absolute() for d in used if d.system.folder}
    games |= {path.absolute() for path in collection.games}
    # Not every sheet has been drawn of everything, so all templates of a game are taken.
    styles = {home / "templates" / name for name in ("common", *(d.system.id for d in used))}
    whole = [*games, *styles, *((home / name for name in _WHOLE) if is_whole else ())]
    folders = {home, *(path.parent for path in found)}
    found |= {home / assets.PACK, home / assets.MARK}
    for name in there:
        path = home / name
        is_legal = path.parent in folders and LEGAL.fullmatch(name) and may_hold(name)
        if path in found or is_legal or any(path.is_relative_to(folder) for folder in whole):
            yield name


def _write_page(about: PackFile, used: Iterable[Definition], packed: Container[Path]) -> str:
    """The page of text that says what is in a pack of these files, in Markdown."""
    needs = [f"{name} {wanted}" for name, wanted in about.needs.items()]
    facts = {
        "By": ", ".join(about.authors),
        "Licence": about.licence,
        "For sheetgen": about.sheetgen or "",
        "Needs": ", ".join(needs),
    }
    lines = [f"# {about.called} {about.version}", "", f"`{about.pack}`", ""]
    lines += [about.about, ""] if about.about else []
    lines += [f"- {name}: {value}" for name, value in facts.items() if value]
    own = [d for d in used if d.path and d.path.absolute() in packed]
    rows = sorted((d.system.name, d.kind.name, d.id, d.name) for d in own)
    if rows:
        lines += ["", "| game | kind | id | name |", "|---|---|---|---|"]
        lines += [_ROW.format(*(text.replace("|", "\\|") for text in row)) for row in rows]
    if about.licences:
        lines += ["", "Fonts and pictures:", ""]
        lines += [f"- `{name}`: {said}" for name, said in sorted(about.licences.items())]
    return "\n".join(lines) + "\n"


def _draw_preview(project: Project, printed: Sequence[Definition]) -> bytes | None:
    """The first page of what is printed of a pack, as PNG: of a fleet, if it has one."""
    first = min(printed, key=lambda definition: not definition.links, default=None)
    if first is None:
        return None
    collection = Collection(definitions=[first])
    result = project.print(collection, Choices({"marks": False, "title": first.name}))
    return result.png(_DPI)[0]
