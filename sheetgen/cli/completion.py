"""Completion: what a shell offers where ids, sheets, papers, rules, games or themes belong.

It must be quick and never fail: where names alone do, files are not parsed, and an error offers
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path


def list_choices(what: str, start: str) -> list[str]:
    """Everything of the sort `what` that begins like `start`, sorted; nothing on any error."""
    try:
        return sorted({one for one in _list(what) if one.lower().startswith(start.lower())})
    except Exception:  # whatever it is, a command line being typed is no place to report it
        return []


def list_parts(paths: Sequence[Path], start: str) -> list[str]:
    """The ids in the named files, also of ships in fleets, that begin like `start`.

    These have to be read, and are if there is nothing wrong with them.
    """
    try:
        from sheetgen.definitions.linking import tell_apart
        from sheetgen.definitions.selection import list_ids
        from sheetgen.ground.assets import find_project
        from sheetgen.project.project import Project
        from sheetgen.systems.loading import Systems

        home = find_project(paths[0] if paths else Path())
        project = Project(home, Systems([], [home]), (), Path(), [home])
        found = list_ids(tell_apart(list(project.select(paths).printed)))
        return sorted({one for one in found if one.lower().startswith(start.lower())})
    except Exception:  # as above
        return []


def _list(what: str) -> Iterable[str]:  # noqa: PLR0911 (a line for each sort)
    """All names of a sort that can be written in the current folder."""
    from sheetgen.ground import assets
    from sheetgen.systems.loading import Systems

    home = assets.find_project(Path())
    if what == "ids":
        return _list_ids(home)
    if what == "packs":
        return _list_packs(assets.find_outer(home))
    if what == "games":
        return Systems().names
    if what == "papers":
        from sheetgen.ground.units import PAPERS

        return PAPERS
    if what == "profiles":
        from sheetgen.shop.profile import list_names

        return list_names(home)
    if what == "rules":
        from sheetgen.project.rules import list_rules

        return (rule.name for rule in list_rules(Systems()))
    if what in ("themes", "looks"):
        files = "book/*/theme.yaml" if what == "themes" else "looks/*/look.yaml"
        folders = home / "templates", assets.shipped("templates")
        return (path.parent.name for folder in folders for path in folder.glob(files))
    sheets = [(game.id, sheet) for game in Systems().all() for sheet in game.sheets]
    if what == "sheets":
        return (sheet.name for _, sheet in sheets)
    blanks = [(game, sheet.name) for game, sheet in sheets if sheet.fill_blank]
    return (one for game, name in blanks for one in (name, f"{game}/{name}"))


def _list_ids(home: Path) -> Iterator[str]:
    """The ids that can be named from the current folder, and the files and folders in it."""
    from sheetgen.definitions.collection import SUFFIXES
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.systems.loading import Systems

    yield from Shelf(Systems([], [home])).guess_all(Path().absolute())
    for path in Path().iterdir():
        if path.is_dir() and not path.name.startswith("."):
            yield f"{path.name}/"
        elif path.suffix.lower() in SUFFIXES:
            yield path.name


def _list_packs(home: Path) -> Iterable[str]:
    """The packs that are installed, with their versions where there are several."""
    from sheetgen.reading.packfile import read_lock

    names = [(one.pack, one.version) for one in read_lock(home)]
    only = [name for name, _ in names]
    return [name if only.count(name) == 1 else f"{name}@{version}" for name, version in names]
