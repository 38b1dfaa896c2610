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
        return sorted({one for one in _LISTS[what]() if one.lower().startswith(start.lower())})
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


def list_ids() -> Iterable[str]:
    """The ids that can be named from the current folder, and the files and folders in it."""
    from sheetgen.definitions.collection import SUFFIXES
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.ground.assets import find_project
    from sheetgen.systems.loading import Systems

    yield from Shelf(Systems([], [find_project(Path())])).guess_all(Path().absolute())
    for path in Path().iterdir():
        if path.is_dir() and not path.name.startswith("."):
            yield f"{path.name}/"
        elif path.suffix.lower() in SUFFIXES:
            yield path.name


def list_sheets() -> Iterable[str]:
    """The names of all sheets."""
    from sheetgen.systems.loading import Systems

    return (sheet.name for game in Systems().all() for sheet in game.sheets)


def list_blanks() -> Iterable[str]:
    """The names of sheets that can be printed blank, also with those of their games."""
    from sheetgen.systems.loading import Systems

    for game in Systems().all():
        for sheet in game.sheets:
            if sheet.fill_blank:
                yield from (sheet.name, f"{game.id}/{sheet.name}")


def list_games() -> Iterable[str]:
    """The ids of all games."""
    from sheetgen.systems.loading import Systems

    return Systems().names


def list_papers() -> Iterable[str]:
    """The names of papers."""
    from sheetgen.ground.units import PAPERS

    return PAPERS


def list_rules() -> Iterable[str]:
    """The names of all rules."""
    from sheetgen.project import rules as rulebook
    from sheetgen.systems.loading import Systems

    return (rule.name for rule in rulebook.list_rules(Systems()))


def list_themes() -> Iterable[str]:
    """The themes of books: the project's own and the shipped ones."""
    return _list_folders("book/*/theme.yaml")


def list_looks() -> Iterable[str]:
    """The looks of games: the project's own and the shipped ones."""
    return _list_folders("looks/*/look.yaml")


def _list_folders(files: str) -> Iterator[str]:
    """The folders of files among the templates, the project's own and the shipped ones."""
    from sheetgen.ground import assets

    for home in (assets.find_project(Path()) / "templates", assets.shipped("templates")):
        yield from (path.parent.name for path in home.glob(files))


def list_profiles() -> Iterable[str]:
    """The profiles of print shops: the project's own and the shipped ones."""
    from sheetgen.ground import assets
    from sheetgen.shop.profile import list_names

    return list_names(assets.find_project(Path()))


def list_packs() -> Iterable[str]:
    """The packs that are installed here, with their versions where there are several."""
    from sheetgen.ground.assets import find_outer, find_project
    from sheetgen.packs.lock import read_lock

    names = [(one.pack, one.version) for one in read_lock(find_outer(find_project(Path())))]
    only = [name for name, _ in names]
    return [name if only.count(name) == 1 else f"{name}@{version}" for name, version in names]


_LISTS = {
    "ids": list_ids,
    "sheets": list_sheets,
    "blanks": list_blanks,
    "games": list_games,
    "papers": list_papers,
    "rules": list_rules,
    "themes": list_themes,
    "looks": list_looks,
    "packs": list_packs,
    "profiles": list_profiles,
}
