"""The shelf as the page shows it: the project, and every definition, book and template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sheetgen.definitions.collection import TABLE, Collection, Reading
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather
from sheetgen.ground import assets
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.units import PAPERS
from sheetgen.ground.version import __version__
from sheetgen.pages.layout import Duplex, Pack
from sheetgen.reading.source import parse
from sheetgen.shop.profile import list_profiles
from sheetgen.shop.shop import PIECES
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.form import name_key, name_paper
from sheetgen.studio.language import translate, translate_many
from sheetgen.studio.looks import list_looks
from sheetgen.studio.request import Asked, AskError
from sheetgen.systems.contract import Kind, Sheet, System

_POINTS = ("points", "cost")


def show_project(desk: Desk) -> dict[str, Any]:
    """GET api/project: what does not change while the studio is open."""
    games = [
        {
            "id": game.id,
            "title": game.name,
            "about": translate(game.about),
            "kinds": [
                {
                    "id": kind.name,
                    "title": translate(name_key(kind.name)),
                    "starter": bool(kind.starter),
                    "empty": not kind.marker,
                }
                for kind in game.kinds
            ],
            "duels": not isinstance(game.combat, str),
        }
        for game in desk.project.systems.all()
    ]
    return {
        "title": desk.project.name,
        "folder": str(desk.folder.path),
        "games": games,
        "papers": [{"id": name, "title": translate(name_paper(name))} for name in PAPERS],
        "inks": [one.value for one in Ink],
        "packs": [one.value for one in Pack],
        "duplexes": [one.value for one in Duplex],
        "profiles": _list_profiles(desk),
        "themes": sorted(p.name for p in (assets.shipped("templates") / "book").iterdir()),
        "version": __version__,
    }


def _list_profiles(desk: Desk) -> list[dict[str, str]]:
    """The profiles that suit sheets and pieces."""
    known = list_profiles(desk.folder.path, desk.project.files)
    fitting = (one for one in known if not set(PIECES).isdisjoint(one.asks.prints))
    return [{"id": one.name, "title": one.asks.profile} for one in fitting]


def show_shelf(desk: Desk) -> dict[str, Any]:
    """GET api/shelf: every definition of the project and of sheetgen, books, and templates."""
    project = desk.project
    own = project.select()
    shipped = gather(_list_shipped(desk), project.shelf)
    # What a fleet takes from sheetgen stands among what comes with it.
    entries = [entry for entry in _list_entries(desk, own) if entry["own"]]
    listed = {entry["file"] for entry in entries}
    games = _list_entries(desk, desk.gather_games())
    entries += [entry for entry in games if entry["file"] not in listed]
    entries += _list_entries(desk, shipped)
    shown = [path for path in _list_books() if desk.project.files.is_file(path)]
    books = [
        {
            "file": desk.folder.name(path),
            "title": _title_book(desk, path),
            "own": path in own.books,
        }
        for path in (*own.books, *shown)
    ]
    told = {"entries": entries, "books": books, "templates": list_templates(desk)}
    told["looks"] = list_looks(desk)
    return {**told, "users": _list_users(desk, own)}


def _list_users(desk: Desk, own: Collection) -> dict[str, list[str]]:
    """The names of the fleets, scenarios and books that name a definition, by its place."""
    found: dict[str, list[str]] = {}
    for user in own.definitions:
        for place in dict.fromkeys(_find_place(desk, named) for named in user.links):
            found.setdefault(place, []).append(user.name)
    places = {f"{d.system.id}/{d.id}": _find_place(desk, d) for d in own.definitions}
    for path in own.books:
        data = _read_book(desk, path)
        lists = [data[key] for key in ("ships", "fleets") if isinstance(data.get(key), list)]
        named = {str(name) for names in lists for name in names}
        for whole, place in places.items():
            if named & {whole, whole.partition("/")[2]}:
                found.setdefault(place, []).append(_title_book(desk, path))
    return found


def _find_place(desk: Desk, definition: Definition) -> str:
    """The file and the number of a definition, as the page's addresses have them."""
    file = desk.folder.name(definition.path) if definition.path else None
    return f"{file}#{definition.document.index}"


def _list_shipped(desk: Desk) -> list[Path]:
    folders = [assets.shipped("ships") / name for name in desk.project.systems.names]
    return [folder for folder in folders if folder.is_dir()]


def _list_books() -> list[Path]:
    """The books that come with sheetgen."""
    folder = assets.shipped("ships") / "books"
    names = [name for name in assets.list_names(folder) if name.endswith(".yaml")]
    return [folder / name for name in names]


def _list_entries(desk: Desk, collection: Collection) -> Iterator[dict[str, Any]]:
    """The entries of a collection's files, in their order."""
    by_file: dict[str, list[Definition]] = {}
    for definition in collection.definitions:
        by_file.setdefault(definition.document.file, []).append(definition)
    problems: dict[str, list[Diagnostic]] = {}
    for problem in collection.diagnostics:
        problems.setdefault(problem.file, []).append(problem)
    for file in collection.texts:
        path = _find_path(desk, file)
        name = desk.folder.name(path) if path else None
        if path is None or name is None:
            continue
        found = problems.get(file, [])
        reading, linked = desk.project.shelf.read(path), by_file.get(file, ())
        yield from list_documents(desk, name, reading, linked, found)


def _find_path(desk: Desk, file: str) -> Path | None:
    """The path of a file by its name in diagnostics."""
    for base in (Path.cwd(), assets.shipped("ships").parent):
        path = base / file
        if assets.is_there(path) or desk.project.files.is_file(path):
            return path
    return None


def list_documents(
    desk: Desk,
    name: str,
    reading: Reading,
    linked: Sequence[Definition],
    problems: Sequence[Diagnostic],
    good: Sequence[Any] = (),
) -> Iterator[dict[str, Any]]:
    """The entries of the definitions in a file, also of those that can't be used.

    `good` is the data of its documents when they could last be read.
    """
    if reading.kinds:
        return
    unsaved = {"unsaved": any(draft.file == name for draft in desk.list_unsaved())}
    usable = {d.document.index: d for d in (*reading.definitions, *linked)}
    lines = {at: d.place.line for at, d in usable.items()}
    whole = dict(enumerate(good))
    if reading.broken and reading.path.suffix.lower() != TABLE:
        documents = parse(reading.text, "").documents
        lines |= {d.index: d.place(()).line for d in documents}
        whole |= {d.index: d.data for d in documents}
    count = max([-1, *usable, *whole]) + 1 if reading.broken else len(usable)
    for index in range(max(count, 1)):
        following = min((line for at, line in lines.items() if at > index), default=1 << 30)
        first = lines.get(index, 0) if index else 0
        mine = [p for p in problems if first <= p.line < following]
        if index in usable:
            definition = usable[index]
            is_whole = definition.kind.link is None or definition in linked
            yield describe_entry(name, definition, mine, is_whole) | unsaved
        elif reading.broken:
            yield _describe_broken(desk, name, index, whole.get(index), mine) | unsaved


def describe_entry(
    name: str, definition: Definition, problems: Sequence[Diagnostic], is_whole: bool = True
) -> dict[str, Any]:
    """Return the shelf's entry of a definition; one that is not whole names something missing."""
    kind, index = definition.kind, definition.document.index
    portrait = any(s.role == "portrait" and kind.name in s.kinds for s in definition.system.sheets)
    query = urlencode({"file": name, "document": index})
    return {
        "id": definition.id,
        "name": definition.name,
        "game": definition.system.id,
        "kind": kind.name,
        "file": name,
        "document": index,
        "own": is_own(name),
        "note": find_note(definition) if is_whole else translate("has mistakes"),
        "points": find_points(definition) if is_whole else None,
        "problems": count_problems(problems),
        "portrait": f"api/portrait?{query}" if portrait else None,
    }


def _describe_broken(
    desk: Desk, name: str, index: int, data: Any, problems: Sequence[Diagnostic]
) -> dict[str, Any]:
    """Return the shelf's entry of a document that can't be used."""
    data = data if isinstance(data, Mapping) else {}
    stem = Path(name).stem
    system, kind = find_game(desk, data)
    title = data.get("name") or (kind and data.get(kind.marker)) or data.get("id") or stem
    found = count_problems(problems)
    return {
        "id": str(data.get("id") or stem),
        "name": str(title),
        "game": system.id if system else "",
        "kind": kind.name if kind else "",
        "file": name,
        "document": index,
        "own": is_own(name),
        "note": translate("has mistakes"),
        "points": None,
        "problems": {**found, "error": found["error"] or 1},
        "portrait": None,
    }


def find_game(desk: Desk, data: Mapping[str, Any]) -> tuple[System | None, Kind | None]:
    """The game and the kind of a document's data, as far as it tells."""
    name, systems = data.get("system"), desk.project.systems
    try:
        system = systems.get(name) if isinstance(name, str) and name in systems.names else None
    except ProblemError:  # the game itself is wrong
        system = None
    if system is None:
        return None, None
    return system, system.find_kind(data)


def find_note(definition: Definition) -> str:
    """Return a word or two for a definition, such as `Battleship` or `3 ships`."""
    with suppress(ProblemError):
        group = definition.ask("group")
        if group:
            return translate(str(group))
    links = len(getattr(definition.values, "members", ()))
    if links:
        return translate_many("{} ship", "{} ships", links)
    return translate(name_key(definition.kind.name))


def find_points(definition: Definition) -> str | None:
    """The points of a definition as they are shown; None where its game has none."""
    try:
        derived = definition.derived
    except ProblemError:
        return None
    for key in _POINTS:
        points = derived.get(key)
        if isinstance(points, Mapping):
            points = points.get("total")
        if isinstance(points, (int, float, str)):
            about = "~" if derived.get("points_source") == "estimate" else ""
            limit = derived.get("points_limit")
            return f"{about}{points} / {limit}" if limit is not None else f"{about}{points}"
    return None


def count_problems(problems: Sequence[Diagnostic]) -> dict[str, int]:
    """How many problems there are of each severity."""
    levels = ("error", "warning", "hint")
    return {level: sum(p.severity == level for p in problems) for level in levels}


def list_templates(desk: Desk) -> list[dict[str, Any]]:
    """The templates of all sheets, and whether they are the project's own."""
    return [
        {"game": game.id, "sheet": sheet.name, "title": title, **_find_own(desk, sheet)}
        for game in desk.project.systems.all()
        for sheet in game.sheets
        for title in [translate(sheet.title)]
    ]


def _find_own(desk: Desk, sheet: Sheet) -> dict[str, Any]:
    """The file of a sheet's template if that is the project's own."""
    path = desk.project.press().templates.find(sheet.template)
    file = desk.folder.name(path) if path else None
    own = bool(file and is_own(file))
    return {"file": file if own else None, "own": own}


def _title_book(desk: Desk, path: Path) -> str:
    return str(_read_book(desk, path).get("book") or path.stem)


def _read_book(desk: Desk, path: Path) -> Mapping[str, Any]:
    documents = parse(desk.project.shelf.read(path).text, "").documents
    data = documents[0].data if documents else {}
    return data if isinstance(data, Mapping) else {}


# Templates: the SVG of a sheet, and its copy in the project, which wins over the shipped one


class SheetOf(Asked):
    """A sheet of a game."""

    game: str
    sheet: str


def show_template(desk: Desk, asked: SheetOf) -> dict[str, Any]:
    """GET api/template: the template of a sheet."""
    return _describe(desk, _find_sheet(desk, asked))


def eject(desk: Desk, asked: SheetOf) -> dict[str, Any]:
    """POST api/eject: copies the template of a sheet into the project."""
    sheet = _find_sheet(desk, asked)
    told = _describe(desk, sheet)
    if told["own"]:
        raise AskError(409, "the project has this template already")
    name = f"templates/{sheet.template}"
    path = desk.folder.find_own(name)
    desk.create({path: str(told["text"]).encode()})
    desk.tell("template", game=asked.game, sheet=asked.sheet)
    return {**told, "file": name, "own": True}


def find_template(desk: Desk, asked: SheetOf) -> str:
    """The name of a sheet's template. Raises AskError."""
    return _find_sheet(desk, asked).template


def _find_sheet(desk: Desk, asked: SheetOf) -> Sheet:
    """The sheet that is asked for. Raises AskError."""
    systems = desk.project.systems
    system = systems.get(asked.game) if asked.game in systems.names else None
    for sheet in system.sheets if system else ():
        if sheet.name == asked.sheet:
            return sheet
    raise AskError(404, "there is no such game with such a sheet")


def _describe(desk: Desk, sheet: Sheet) -> dict[str, object]:
    templates = desk.project.press().templates
    path = templates.find(sheet.template)
    if path is None:
        raise AskError(404, f"there is no template {sheet.template}")
    told = {"template": sheet.template, "title": sheet.title, "about": sheet.about}
    return {**told, **_find_own(desk, sheet), "text": templates.read(path)}
