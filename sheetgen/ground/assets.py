"""Finds what comes with sheetgen, and where the project begins that a file belongs to.

The shipped folders are beside the package in a checkout and inside it in an installed wheel.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sheetgen.ground.record import NamedTuple

GAMES, GAME = "games", "game.yaml"
"""The folder of a project's own games, and the file that makes a folder a game."""
PROFILES = "profiles"
"""The folder of a project's own profiles of print shops."""
MARK = "sheetgen.yaml"
"""The file that makes a folder a project."""
PACKS, LOCK, PACK = "packs", "packs.lock", "pack.yaml"
"""The folder of a project's packs, the file that notes them, and the file that makes one."""

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def shipped(folder: str) -> Path:
    """The folder `templates`, `ships`, `profiles` … that came with sheetgen."""
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


def name_page(name: str) -> str:
    """A page of the documentation as hints name it: docs/… in a checkout, else its full path."""
    folder = shipped("docs")
    return str(folder / name) if folder.parent == _PACKAGE else f"docs/{name}"


def is_folder(path: Path) -> bool:
    """Whether there is such a folder; also False for a name that no file can have."""
    return os.path.isdir(path)  # noqa: PTH112 (Path.is_dir raises for those)


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder; also False for a name that no file can have."""
    return os.path.exists(path)  # noqa: PTH110 (Path.exists raises for those)


def list_names(folder: Path) -> list[str]:
    """The names of what is in a folder; none if it can't be read."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except (OSError, ValueError):
        return []


class Beginning(NamedTuple):
    """The folder in which a project begins, and the names in it that say so, if there are any."""

    folder: Path
    signs: tuple[str, ...] = ()


def find_project(start: Path) -> Path:
    """The project folder that `start` belongs to."""
    return locate_project(start).folder


def locate_project(start: Path) -> Beginning:
    """Where the project begins that `start`, a file or folder, belongs to.

    It is the nearest folder upwards that is marked as a project, or holds templates, fonts or games
    of its own; if there is none, it is `start`'s own folder. That one is taken whoever owns it, as
    the user names it or stands in it. Those above are looked at as far as they belong to the same
    owner, and so does what is in them; never past the home folder, nor on another file system. A
    game in the folder games/ belongs to the project around that; a pack is a project of its own.
    """
    here = _find_folder(start)
    for folder, owner in _climb(here):
        whole = owner is not None and holds_everything(folder)
        if signs := _list_signs(folder, owner, whole):
            return Beginning(folder, signs)
    return Beginning(here)


def _find_folder(start: Path) -> Path:
    """The folder that is named, or in which a file is; the nearest above one that is missing."""
    # Parents are those of the name that the user knows, but `..` leads out of where a link leads.
    folder = Path(os.path.realpath(start)) if ".." in start.parts else start.absolute()
    while not is_folder(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def _climb(here: Path) -> Iterator[tuple[Path, int | None]]:
    """A folder, and those above it in which its project may begin, with whose they have to be."""
    yield here, None
    below, home = _stat(here), _find_home()
    if below is None:
        return
    for folder in here.parents:
        if home and os.path.samestat(below, home):
            return
        state = _stat(folder)
        if state is None or (state.st_uid, state.st_dev) != (below.st_uid, below.st_dev):
            return
        yield folder, state.st_uid
        below = state


def _list_signs(folder: Path, owner: int | None, whole: bool) -> tuple[str, ...]:
    """The names in a folder that make it a project; of an owner, if one is given.

    Only a mark makes a project of what holds everything else as `whole`: fonts are kept there too.
    """

    def is_sign(name: str) -> bool:
        path = folder / name
        return is_there(path) and (owner is None or os.lstat(path).st_uid == owner)

    if os.path.isfile(folder / MARK) and is_sign(MARK):  # noqa: PTH113 (as in is_folder)
        return (MARK,)
    if whole or (folder.parent.name == GAMES and is_there(folder / GAME)):
        return ()
    if folder.parents[2:] and folder.parents[2].name == PACKS and is_sign(PACK):
        return (PACK,)
    found = [name for name in ("templates", "fonts", GAME) if is_sign(name)]
    return (*found, *([GAMES] if is_sign(GAMES) and list_games(folder) else []))


def find_outer(project: Path) -> Path:
    """The project that a pack is installed in; any other project is its own."""
    above = project.parents[3] if len(project.parents) > 3 else None
    inside = above and project.parents[2].name == PACKS and is_there(above / LOCK)
    return above if above and inside else project


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def _find_home() -> os.stat_result | None:
    """The home folder, by what it is and not by its name, as it may be a link; None without one."""
    try:
        return _stat(Path.home())
    except RuntimeError:
        return None


def list_games(project: Path) -> list[Path]:
    """The folders of the games in a project's folder games/, which consist of data alone."""
    games = project / GAMES
    try:
        return sorted(path.parent for path in games.glob(f"*/{GAME}")) if is_folder(games) else []
    except OSError:
        return []


def holds_everything(folder: Path) -> bool:
    """Whether a folder is the user's home folder or the root of a drive."""
    home, state = _find_home(), _stat(folder)
    at_home = home is not None and state is not None and os.path.samestat(home, state)
    return folder == folder.parent or at_home


def display_name(path: Path) -> str:
    """A path as diagnostics show it: relative to the current folder if it lies below that."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix() or "."
    except ValueError:
        pass
    for folder in ("templates", "ships", "games", "fonts"):
        try:
            return (Path(folder) / path.absolute().relative_to(shipped(folder))).as_posix()
        except ValueError:
            continue
    return path.as_posix()
