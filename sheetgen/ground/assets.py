"""Finds templates, ships and fonts: the project's own first, then the shipped ones.

The shipped folders are beside the package in a checkout and inside it in an installed wheel.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

GAMES, GAME = "games", "game.yaml"
"""The folder of a project's own games, and the file that makes a folder a game."""

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


def find_project(start: Path) -> Path:
    """The project folder that `start` belongs to.

    It is the nearest folder upwards that contains templates/, fonts/ or games of its own, at most
    five folders up and never above the home folder; if there is none, it is `start`'s own folder.
    A game in the folder games/ belongs to the project around that.
    """
    folder = start if is_folder(start) else start.parent
    folder = folder.absolute()
    try:
        home = Path.home()
    except RuntimeError:  # there is no home folder
        home = None
    for candidate in [folder, *folder.parents][:6]:
        if candidate.parent.name == GAMES and is_there(candidate / GAME):
            continue
        if any(is_there(candidate / name) for name in ("templates", "fonts", GAME)):
            return candidate
        if list_games(candidate):
            return candidate
        if candidate == home:
            break
    return folder


def list_games(project: Path) -> list[Path]:
    """The folders of the games in a project's folder games/, which consist of data alone."""
    games = project / GAMES
    try:
        return sorted(path.parent for path in games.glob(f"*/{GAME}")) if is_folder(games) else []
    except OSError:
        return []


def holds_everything(folder: Path) -> bool:
    """Whether a folder is the user's home folder or the root of a drive."""
    try:
        return folder == folder.parent or folder == Path.home()
    except RuntimeError:  # there is no home
        return False


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
